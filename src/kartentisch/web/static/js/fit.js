/** How large cards are drawn, so that table and hand fit their places and only a full hand scrolls. */

import { SMALL } from "./cards.js";
import { cssNumber } from "./css.js";
import { isLowWindow } from "./low-window.js";
import { ringAround } from "./ring.js";

/** @typedef {import("./wire.js").Zone} Zone */
/** @typedef {import("./wire.js").Scene} Scene */

const RATIO = { big: 1.6, card: 1, small: 0.66 };
const SMALLEST = 34;
/** A ring is five cards high, and its spaces can be told apart without reading a figure. */
const SMALLEST_RING = 24;
const STRIP = 44;
const OVERLAP = 66;
/**
 * What a fan on the table shows of each card: an edge, in px, or a strip with its figure, as a part of a large or
 * small card.
 */
const [EDGE, STRIP_OF_LARGE, STRIP_OF_SMALL] = [4, 0.4, 0.7];
/** The gap between two fans. */
const APART = 8;
/** A ring's width by its height. */
const [NARROWEST, WIDEST, WIDEST_LOW] = [0.85, 1.8, 3.5];

/** Widths in px of a card on the table, in the hand, and in the reader's own zones; a ring's width by its height. */
export const sizes = { card: 72, hand: 84, own: 44, ring: 1 };

/** The base of the ratios: plain cards, or if there are none, big ones. */
let plain = 1;

/** @param {Scene} scene */
export function setBaseRatio(scene) {
  const sizes = new Set(scene.zones.filter((zone) => zone.place === "table" && zone.kind !== "score").map((zone) => zone.size));
  plain = sizes.has("big") && !sizes.has("card") ? RATIO.big : 1;
}

/** The width of a zone's cards in plain cards. @param {Zone} zone */
export const ratio = ({ size }) => (size === "small" ? RATIO.small : RATIO[size] / plain);

/** The width a fan on the table needs besides its last card: the edges of the others. @param {Zone} zone */
const edges = (zone) => (zone.kind === "fan" ? APART + EDGE * (zone.cards.length - 1) : 0);

/** @param {Zone} zone */
export function width(zone) {
  if (zone.place === "hand") return sizes.hand;
  if (zone.place === "own") return sizes.own;
  return sizes.card * ratio(zone);
}

/** So often is a drawing measured: a ring can only be measured once it is drawn with its new aspect. */
export const MOST_PASSES = 3;
/** What the sizes were computed for. */
let computedFor = "";

/** Makes the next drawing recompute the sizes, after a font has loaded. */
export const invalidate = () => { computedFor = ""; };

/** Redraws when the window or the reader's font size changes. @param {HTMLElement} root @param {() => void} draw */
export function watchSizes(root, draw) {
  const letter = document.createElement("span");
  letter.className = "letter";
  document.body.append(letter);
  const both = new ResizeObserver(() => draw());
  both.observe(root);
  both.observe(letter);
}

/**
 * Computes the sizes from the present layout.
 * @param {HTMLElement} root
 * @param {Scene} scene
 * @returns {boolean} whether the faces must be redrawn
 */
export function fit(root, scene) {
  const board = /** @type {HTMLElement | null} */ (root.querySelector(".zones"));
  const fan = /** @type {HTMLElement | null} */ (root.querySelector(".fan.mine"));
  const key = JSON.stringify([
    innerWidth, innerHeight, getComputedStyle(document.documentElement).fontSize, board?.clientWidth, board?.clientHeight, fan?.clientWidth, fan?.clientHeight, scene.columns,
    scene.rows, scene.zones.map((zone) => [zone.id, zone.at, zone.caption, zone.cards.length, zone.kind, zone.size]),
  ]);
  if (key === computedFor) return false;
  const before = { ...sizes };
  const hand = scene.zones.find((zone) => zone.place === "hand");
  if (fan && hand) fitHand(fan, hand.cards.length, hand.room);
  if (board) fitTable(board, scene);
  sizes.own = cssNumber(root, "--own-card") || sizes.own;
  computedFor = before.ring === sizes.ring ? key : "";
  return before.card !== sizes.card || before.hand !== sizes.hand || before.own !== sizes.own
    || before.ring !== sizes.ring;
}

/** @param {HTMLElement} board @param {Scene} scene */
function fitTable(board, scene) {
  const px = (/** @type {string} */ name) => cssNumber(board, name);
  // All are read before the first try: a figure read after a change makes the page lay itself out.
  const [edge, loose] = [px("--board-edge"), px("--loose")];
  const available = board.clientWidth - px("padding-left") - px("padding-right");
  const zones = scene.zones.filter((zone) => zone.place === "table");
  sizes.ring = ringAspect(zones, available / (board.clientHeight - px("padding-top") - px("padding-bottom")));
  const { arrows, columnsAt } = layout(scene, zones, available, px);

  const columns = (/** @type {number} */ card) => {
    const tight = columnsAt(card);
    const spare = available - tight.reduce((a, b) => a + b, 0);
    return { spare, wide: tight.map((column) => column + Math.min(loose, spare / tight.length)) };
  };
  const narrowEnough = (/** @type {number} */ card) => {
    const { spare, wide } = columns(card);
    const span = (/** @type {Zone} */ { at: [from, , many] }) =>
      wide.slice(from, from + many).reduce((a, b) => a + b, 0) - (arrows[from + many - 1] ?? 0);
    return spare >= -1 && zones.every((zone) => zone.kind === "score" || ratio(zone) * card + edges(zone) <= span(zone) - 4);
  };
  let laid = 0;
  const lowEnough = (/** @type {number} */ card) => {
    if (laid !== card) {
      const { wide } = columns(card);
      board.style.setProperty("--card", `${card}px`);
      board.style.setProperty("grid-template-columns", wide.map((column) => `${column}px`).join(" "));
      extendCaptions(board, zones, wide, edge / 2);
      laid = card;
    }
    return board.scrollHeight <= board.clientHeight + 1;
  };

  board.dataset["over"] = "false";
  const least = zones.some(({ kind }) => kind === "ring") ? SMALLEST_RING : SMALLEST;
  // Whether cards are narrow enough is computed. Whether they are low enough is tried, and each try is a layout.
  const widest = largest(least, Math.max(least + 1, Math.round(px("--card-most")) + 1), narrowEnough);
  sizes.card = lowEnough(widest) ? widest : largest(least, widest, lowEnough, sizes.card);
  board.dataset["over"] = `${!lowEnough(sizes.card) || !narrowEnough(sizes.card)}`;
  for (const zone of zones) if (zone.kind === "fan") fan(board, zone);
}

/**
 * How wide the columns are at a width of cards, and the arrows after them.
 * @param {Scene} scene
 * @param {Zone[]} zones those on the table
 * @param {number} available
 * @param {(name: string) => number} px
 */
function layout(scene, zones, available, px) {
  const count = Math.max(1, ...zones.map((zone) => zone.at[0] + zone.at[2]));
  const relative = Array.from({ length: count }, (_, i) => scene.columns[i] ?? 1);
  const arrows = relative.map((_, i) => zones.some((zone) => zone.arrow && zone.at[0] + zone.at[2] === i + 1) ? px("--arrow") : 0);
  const stretch = zones.some((zone) => ["row", "grid", "ring", "fan"].includes(zone.kind));
  const sum = relative.reduce((a, b) => a + b, 0);
  const free = available - arrows.reduce((a, b) => a + b, 0);
  const widest = relative.map((part, i) => {
    const alone = zones.filter((zone) => zone.at[0] === i && zone.at[2] === 1);
    return alone.length ? Math.max(...alone.map(ratio)) : part;
  });
  const labels = relative.map((_, i) => Math.max(0, ...zones.filter((zone) => zone.at[0] === i).map((zone) =>
    zone.show_label ? px("--label") : zone.kind === "score" && zone.size === "big" ? px("--words") : 0)));
  const gap = px("--gap");
  const columnsAt = (/** @type {number} */ card) =>
    relative.map((part, i) => (stretch ? free * part / sum : Math.max(labels[i] ?? 0, (widest[i] ?? 1) * card + gap)) + (arrows[i] ?? 0));
  return { arrows, columnsAt };
}

/**
 * The largest number from `low` on and below `high` that fits; `low` if none does. With a `guess` it begins there: two looks
 * are enough if it is the answer.
 * @param {number} low
 * @param {number} high
 * @param {(card: number) => boolean} fits
 * @param {number} guess
 */
function largest(low, high, fits, guess = low) {
  const look = (/** @type {number} */ card) => {
    if (card <= low || card >= high) return;
    if (fits(card)) low = card;
    else high = card;
  };
  look(guess + 1);
  look(guess);
  while (high - low > 1) look(Math.floor((low + high) / 2));
  return low;
}

/** Shows strips of a fan's cards if they have room. @param {HTMLElement} board @param {Zone} zone */
function fan(board, zone) {
  const node = /** @type {HTMLElement | null} */ (board.querySelector(`[data-zone="${CSS.escape(zone.id)}"]`));
  if (!node) return;
  const card = width(zone);
  const strip = Math.round(card * (card < SMALL ? STRIP_OF_SMALL : STRIP_OF_LARGE));
  const roomy = card + strip * (zone.cards.length - 1) <= node.clientWidth - APART;
  node.style.setProperty("--strip", `${roomy ? strip : EDGE}px`);
}

/**
 * A ring that is alone on the table takes the table's shape, within limits.
 * @param {Zone[]} zones
 * @param {number} aspect of the table
 */
function ringAspect(zones, aspect) {
  const alone = zones.some((ring) => ring.kind === "ring" && zones.every((one) => one === ring || ringAround(zones, one) === ring));
  return alone ? Math.round(Math.min(isLowWindow() ? WIDEST_LOW : WIDEST, Math.max(NARROWEST, aspect)) * 100) / 100 : 1;
}

/**
 * A caption may extend below neighbours without one, up to an arrow.
 * @param {HTMLElement} board
 * @param {Zone[]} zones
 * @param {number[]} columns
 * @param {number} edge room beyond the last column
 */
function extendCaptions(board, zones, columns, edge) {
  for (const zone of zones) {
    if (!zone.caption) continue;
    const row = zones.filter((other) => other.at[1] === zone.at[1]).sort((a, b) => a.at[0] - b.at[0]);
    let [first, last] = [row.indexOf(zone), row.indexOf(zone)];
    while (!row[last]?.arrow && row[last + 1] && !row[last + 1]?.parts && !row[last + 1]?.caption && !row[last + 1]?.show_label) last += 1;
    while (first > 0 && !row[first - 1]?.caption && !row[first - 1]?.arrow && !row[first - 1]?.show_label && last === row.indexOf(zone)) first -= 1;
    const [from, to] = [row[first]?.at ?? zone.at, row[last]?.at ?? zone.at];
    const room = (/** @type {number} */ a, /** @type {number} */ b) => columns.slice(a, b).reduce((x, y) => x + y, 0);
    const node = /** @type {HTMLElement | null} */ (board.querySelector(`[data-zone="${CSS.escape(zone.id)}"]`));
    node?.style.setProperty("--reach", `${room(from[0], to[0] + to[2]) + (to[0] + to[2] === columns.length ? edge : 0)}px`);
    node?.style.setProperty("--back", `${room(from[0], zone.at[0])}px`);
  }
}

/**
 * Marks what does not fit its line. A sentence that is cut off can be focused, which shows all of it; buttons scroll.
 * @param {HTMLElement} root
 */
export function markOverflow(root) {
  const say = /** @type {HTMLElement | null} */ (root.querySelector(".say"));
  const words = say?.querySelector("span");
  if (say) {
    delete say.dataset["long"];
    if (say.scrollHeight > (say.parentElement?.clientHeight ?? 0) + 1) say.dataset["long"] = "";
  }
  if (say && words && say !== document.activeElement) say.tabIndex = words.scrollWidth > words.clientWidth ? 0 : -1;
  const room = say?.offsetParent;  // a long sentence covers part of the table, which can then be scrolled
  root.style.setProperty("--over", `${say && room?.matches(".prompt") ? Math.max(0, say.offsetHeight - room.clientHeight) : 0}px`);
  const acts = /** @type {HTMLElement | null} */ (root.querySelector(".acts"));
  if (!acts) return;
  delete acts.dataset["scrolls"];  // the mark itself takes room
  acts.dataset["scrolls"] = `${acts.scrollWidth > acts.clientWidth + 1}`;
}

/**
 * Lays the hand in one row if each card keeps a strip wide enough to hit, else in two, else in two that scroll.
 * @param {HTMLElement} fan
 * @param {number} n
 * @param {number} kept number of cards for which room is kept
 */
function fitHand(fan, n, kept) {
  const px = (/** @type {string} */ name) => cssNumber(fan, name);
  const room = fan.clientWidth - px("padding-left") - px("padding-right");
  const [most, gap] = [px("--hand-most"), px("--hand-gap")];
  const least = Math.min(px("--hand-least") || 72, most);
  const crowded = (/** @type {number} */ many, /** @type {number} */ wide) => px("--hand-rows") !== 1 && many > 1 && (room - wide) / (many - 1) < STRIP;
  let card = Math.max(least, Math.min(most, Math.floor((room - (n - 1) * gap) / Math.max(1, n))));
  const rows = crowded(n, card) ? 2 : 1;
  if (rows > 1) card = least;
  const per = Math.ceil(n / rows);
  const strip = Math.max(STRIP, Math.min(card + gap, per > 1 ? (room - card) / (per - 1) : card));
  fan.dataset["rows"] = `${rows}`;
  fan.dataset["room"] = rows > 1 || crowded(kept, least) ? "2" : "1";
  fan.dataset["scrolls"] = `${(per - 1) * strip + card > room + 1}`;
  fan.style.setProperty("grid-template-columns", `${`${strip}px `.repeat(Math.max(0, per - 1))}${card}px`);
  fan.style.setProperty("--w", `${card}px`);
  fan.style.setProperty("--row-height", rows > 1 ? `${px("--hand-overlap") || OVERLAP}px` : `${card * 1.4}px`);
  sizes.hand = card;
}
