/** One card in the air: a single object from a place to another, its face turning on the way where it is turned over. */

import { html, render } from "../vendor/lit-html/lit-html.js";
import { drawing } from "./cards.js";

/** Fast at first, soft at the end: as `--ease`. */
const EASE = "cubic-bezier(0.2, 0.7, 0.3, 1)";

/** Below this width no flight is drawn with the small drawing: it grows or shrinks on its way. */
const WIDE = 70;

/**
 * @typedef {object} Way
 * @property {HTMLElement} layer where it flies
 * @property {DOMRect} from
 * @property {DOMRect} to
 * @property {string} left the face that is seen where it leaves
 * @property {string} come the face that is seen where it arrives
 * @property {number} time in ms
 * @property {number} wait in ms
 * @property {Keyframe[]} [on] on its way, instead of straight ahead
 * @property {boolean} [fromPile] it is not seen before it leaves
 */

/** @param {Way} way @returns {Animation[]} the flight first */
export function fly({ layer, from, to, left, come, time, wait, on, fromPile = false }) {
  const flight = document.createElement("div");
  flight.className = "flight";
  place(flight, to);
  const turns = left !== come;
  const side = (/** @type {string} */ face) => drawing(face, Math.max(to.width, WIDE));
  render(turns ? html`<div class="leaf">${side(come)}<div class="rear">${side(left)}</div></div>` : side(come), flight);
  if (fromPile) flight.style.setProperty("opacity", "0");
  layer.append(flight);
  const timing = { duration: time, delay: wait, easing: EASE, fill: /** @type {FillMode} */ (fromPile ? "none" : "backwards") };
  const start = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width}, ${from.height / to.height})`;
  const animations = [flight.animate(on ?? [{ transform: start, opacity: 1 }, { transform: "none", opacity: 1 }], timing)];
  const leaf = flight.querySelector(".leaf");
  if (leaf) {
    animations.push(leaf.animate([{ transform: "perspective(600px) rotateY(180deg)" }, { transform: "perspective(600px) rotateY(0deg)" }],
      { ...timing, easing: "ease-in-out" }));
  }
  const land = () => flight.remove();
  animations[0]?.finished.then(land, land);
  return animations;
}

/** A pile that is mixed where it lies: its halves go apart and together again. @param {Omit<Way, "from" | "on">} pile @returns {Animation[]} */
export const riffle = (pile) => [-1, 1].flatMap((side) => fly({
  ...pile, from: pile.to,
  on: [{ transform: "none" }, { transform: `translateX(${side * 45}%) rotate(${side * 4}deg)` }, { transform: "none" }],
}));

/** @param {HTMLElement} node @param {DOMRect} box */
export function place(node, box) {
  for (const [name, value] of Object.entries({ left: box.x, top: box.y, width: box.width, height: box.height })) {
    node.style.setProperty(name, `${value}px`);
  }
}
