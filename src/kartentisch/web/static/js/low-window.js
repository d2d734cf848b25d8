/** A low, wide window has no room for two rows of zones, so they share one. */

/** @typedef {import("./wire.js").Scene} Scene */
/** @typedef {import("./wire.js").Zone} Zone */

const LOW = matchMedia("(max-height: 480px) and (min-width: 560px) and (max-width: 1099px)");
/** How many columns a zone gets that had the whole row: at least, and for each column it had. */
const [WIDE, WIDE_OF] = [2, 0.9];
/** How many px of the window, without the rail, a column has at least. */
const LEAST = 60;

/** The height of a letter. */
const rem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** Whether the window is wide enough, in letters, for two rows in one line. */
const roomy = () => innerWidth >= 45 * rem();

/** Whether the window is wide enough for these columns beside the rail. @param {Scene} scene */
const roomFor = ({ columns }) => innerWidth - Math.max(132, 6.5 * rem()) >= LEAST * columns.reduce((a, b) => a + b, 0);

/** Whether the window is low. */
export const isLowWindow = () => LOW.matches;

/** The scene as it is drawn. @param {Scene} scene @returns {Scene} */
export function forLowWindow(scene) {
  if (!LOW.matches || scene.rows !== 2) return scene;
  const table = scene.zones.filter((zone) => zone.place === "table");
  const count = Math.max(...table.map(({ at: [column, , wide] }) => column + wide));
  const [first, ...more] = table.filter(({ at }) => at[1] === 0);
  if (first && !more.length && first.at[2] === count) {
    const wide = beside(scene, first);
    return roomFor(wide) ? wide : scene;
  }
  return roomy() && table.every(({ at }) => at[2] === 1 && at[3] === 1) ? inLine(scene, table, count) : scene;
}

/** The upper row is one zone; the lower row moves to its right. @param {Scene} scene @param {Zone} first @returns {Scene} */
const beside = (scene, first) => ({
  ...scene, rows: 1, columns: [Math.max(WIDE, WIDE_OF * first.at[2]), ...scene.columns],
  zones: scene.zones.map((zone) => (zone === first ? { ...zone, at: [0, 0, 1, 1] }
    : zone.place === "table" ? { ...zone, at: [zone.at[0] + 1, 0, zone.at[2], 1] } : zone)),
});

/**
 * The lower row continues the upper one. Labelled piles of one column stay one above the other.
 * @param {Scene} scene
 * @param {Zone[]} table
 * @param {number} count
 * @returns {Scene}
 */
function inLine(scene, table, count) {
  const stays = (/** @type {number} */ column) => table.every(({ at, size, show_label: named }) => at[0] !== column || size !== "big" && named);
  const kept = Array.from({ length: count }, (_, column) => column).filter(stays);
  const added = (/** @type {number} */ column) => count + column - kept.filter((one) => one < column).length;
  const columns = [...Array.from({ length: count }, (_, i) => scene.columns[i] ?? 1)];
  for (let i = 0; i < count; i += 1) if (!stays(i)) columns[added(i)] = columns[i] ?? 1;
  const start = Math.min(...table.filter(({ at }) => at[1] === 1 && !stays(at[0])).map(({ at }) => at[0]));
  return {
    ...scene, columns,
    zones: scene.zones.map((zone) => {
      if (zone.place !== "table" || stays(zone.at[0])) return zone;
      const [column, row] = zone.at;
      return { ...zone, parts: row === 1 && column === start, at: [row ? added(column) : column, 0, 1, 2] };
    }),
  };
}
