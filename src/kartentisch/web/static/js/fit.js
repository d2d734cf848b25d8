/** How large cards are drawn, so that the table and the hand fit their places and nothing scrolls but a full hand. */

import { SMALL } from "./cards.js";
import { low } from "./flat.js";
import { ringAround } from "./ring.js";

/** @typedef {import("./wire.js").Zone} Zone */
/** @typedef {import("./wire.js").Scene} Scene */

const RATIO = { big: 1.6, card: 1, small: 0.66 };
const SMALLEST = 34;
/** A ring is five cards high; its spaces are distinct without figures. */
const SMALLEST_RING = 24;
const STRIP = 44;
const OVERLAP = 66;
/** Of a card in a fan on the table an edge is seen, or a strip with its figure: how much of a card that is, large and small. */
const [EDGE, STRIP_OF_LARGE, STRIP_OF_SMALL] = [4, 0.4, 0.7];
/** What lies between two fans. */
const APART = 8;
/** A ring's width by its height. */
const [NARROWEST, WIDEST, WIDEST_LOW] = [0.85, 1.8, 3.5];

/** Widths in px of a table's card, a card in the hand, and one of the reader's own zones; a ring's width by its height. */
export const sizes = { card: 72, hand: 84, own: 44, ring: 1 };

/** The base of the ratios: plain cards, or if there are none, big ones. */
let plain = 1;

/** @param {Scene} scene */
export function measure(scene) {
  const sizes = new Set(scene.zones.filter((zone) => zone.place === "table" && zone.kind !== "score").map((zone) => zone.size));
  plain = sizes.has("big") && !sizes.has("card") ? RATIO.big : 1;
}

/** How wide a zone's cards are, a plain card being 1. @param {Zone} zone */
export const ratio = ({ size }) => (size === "small" ? RATIO.small : RATIO[size] / plain);

/** What a fan on the table needs besides its last card: the edges of those under it. @param {Zone} zone */
const edges = (zone) => (zone.kind === "fan" ? APART + EDGE * (zone.cards.length - 1) : 0);

/** @param {Zone} zone */
export function width(zone) {
  if (zone.place === "hand") return sizes.hand;
  if (zone.place === "own") return sizes.own;
  return sizes.card * ratio(zone);
}

/** What the sizes were computed for; when this changes, recompute. */
let reckoned = "";

/** Recompute sizes at the next drawing: a font has come. */
export const forget = () => { reckoned = ""; };

/** Redraw when the window or the reader's font size changes. @param {HTMLElement} root @param {() => void} draw */
export function watch(root, draw) {
  const letter = document.createElement("span");
  letter.className = "letter";
  document.body.append(letter);
  const both = new ResizeObserver(() => draw());
  both.observe(root);
  both.observe(letter);
}

/**
 * Compute the sizes from the present layout.
 * @param {HTMLElement} root
 * @param {Scene} scene
 * @returns {boolean} whether the faces have to be drawn again
 */
export function fit(root, scene) {
  const board = /** @type {HTMLElement | null} */ (root.querySelector(".zones"));
  const fan = /** @type {HTMLElement | null} */ (root.querySelector(".fan.mine"));
  const key = JSON.stringify([
    innerWidth, innerHeight, getComputedStyle(document.documentElement).fontSize, board?.clientWidth, board?.clientHeight, fan?.clientWidth, fan?.clientHeight, scene.columns,
    scene.rows, scene.zones.map((zone) => [zone.id, zone.at, zone.caption, zone.cards.length, zone.kind, zone.size]),
  ]);
  if (key === reckoned) return false;
  const before = { ...sizes };
  const hand = scene.zones.find((zone) => zone.place === "hand");
  if (fan && hand) fitHand(fan, hand.cards.length, hand.room);
  if (board) fitTable(board, scene);
  sizes.own = Number.parseFloat(getComputedStyle(root).getPropertyValue("--own-card")) || sizes.own;
  reckoned = key;
  return before.card !== sizes.card || before.hand !== sizes.hand || before.own !== sizes.own
    || before.ring !== sizes.ring;
}

/** @param {HTMLElement} board @param {Scene} scene */
function fitTable(board, scene) {
  const style = getComputedStyle(board);
  const px = (/** @type {string} */ name) => Number.parseFloat(style.getPropertyValue(name)) || 0;
  const available = board.clientWidth - px("padding-left") - px("padding-right");
  const zones = scene.zones.filter((zone) => zone.place === "table");
  sizes.ring = ringAspect(zones, available / (board.clientHeight - px("padding-top") - px("padding-bottom")));
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
  const columnsAt = (/** @type {number} */ card) =>
    relative.map((part, i) => (stretch ? free * part / sum : Math.max(labels[i] ?? 0, (widest[i] ?? 1) * card + px("--gap"))) + (arrows[i] ?? 0));

  const fits = (/** @type {number} */ card) => {
    const tight = columnsAt(card);
    const spare = available - tight.reduce((a, b) => a + b, 0);
    if (spare < -1) return false;
    const columns = tight.map((column) => column + Math.min(px("--loose"), spare / count));
    const span = (/** @type {Zone} */ { at: [from, , wide] }) =>
      columns.slice(from, from + wide).reduce((a, b) => a + b, 0) - (arrows[from + wide - 1] ?? 0);
    if (zones.some((zone) => zone.kind !== "score" && ratio(zone) * card + edges(zone) > span(zone) - 4)) return false;
    board.style.setProperty("--card", `${card}px`);
    board.style.setProperty("grid-template-columns", columns.map((column) => `${column}px`).join(" "));
    reach(board, zones, columns, px("padding-right") / 2);
    return board.scrollHeight <= board.clientHeight + 1;
  };

  board.dataset["over"] = "false";
  const least = zones.some(({ kind }) => kind === "ring") ? SMALLEST_RING : SMALLEST;
  let [fine, high] = [least, Math.max(least + 1, Math.round(px("--card-most")) + 1)];
  while (high - fine > 1) {
    const middle = Math.floor((fine + high) / 2);
    if (fits(middle)) fine = middle;
    else high = middle;
  }
  board.dataset["over"] = `${!fits(fine)}`;
  sizes.card = fine;
  for (const zone of zones) if (zone.kind === "fan") fan(board, zone);
}

/** Strips of a fan's cards, if they have room. @param {HTMLElement} board @param {Zone} zone */
function fan(board, zone) {
  const node = /** @type {HTMLElement | null} */ (board.querySelector(`[data-zone="${CSS.escape(zone.id)}"]`));
  if (!node) return;
  const card = width(zone);
  const strip = Math.round(card * (card < SMALL ? STRIP_OF_SMALL : STRIP_OF_LARGE));
  const roomy = card + strip * (zone.cards.length - 1) <= node.clientWidth - APART;
  node.style.setProperty("--strip", `${roomy ? strip : EDGE}px`);
}

/**
 * A ring that has the table to itself takes its shape, within limits.
 * @param {Zone[]} zones
 * @param {number} aspect of the table
 */
function ringAspect(zones, aspect) {
  const alone = zones.some((ring) => ring.kind === "ring" && zones.every((one) => one === ring || ringAround(zones, one) === ring));
  return alone ? Math.round(Math.min(low() ? WIDEST_LOW : WIDEST, Math.max(NARROWEST, aspect)) * 100) / 100 : 1;
}

/**
 * A caption may run under its neighbours that have none, up to an arrow.
 * @param {HTMLElement} board
 * @param {Zone[]} zones
 * @param {number[]} columns
 * @param {number} edge room beyond the last column
 */
function reach(board, zones, columns, edge) {
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
 * Says what does not fit its line: a sentence that is cut can be focused, which shows all of it; buttons scroll.
 * @param {HTMLElement} root
 */
export function cut(root) {
  const say = /** @type {HTMLElement | null} */ (root.querySelector(".say"));
  const words = say?.querySelector("span");
  if (say) {
    delete say.dataset["long"];
    if (say.scrollHeight > (say.parentElement?.clientHeight ?? 0) + 1) say.dataset["long"] = "";
  }
  if (say && words && say !== document.activeElement) say.tabIndex = words.scrollWidth > words.clientWidth ? 0 : -1;
  const room = say?.offsetParent;  // a sentence of many lines lies over the table: what is under it can be scrolled up
  root.style.setProperty("--over", `${say && room?.matches(".prompt") ? Math.max(0, say.offsetHeight - room.clientHeight) : 0}px`);
  const acts = /** @type {HTMLElement | null} */ (root.querySelector(".acts"));
  if (!acts) return;
  delete acts.dataset["scrolls"];  // it takes room itself
  acts.dataset["scrolls"] = `${acts.scrollWidth > acts.clientWidth + 1}`;
}

/**
 * One row if each card keeps a strip wide enough to hit, else two, else two that scroll.
 * @param {HTMLElement} fan
 * @param {number} n
 * @param {number} kept cards that always have room
 */
function fitHand(fan, n, kept) {
  const style = getComputedStyle(fan);
  const px = (/** @type {string} */ name) => Number.parseFloat(style.getPropertyValue(name)) || 0;
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
