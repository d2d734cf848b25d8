/** A card that flies as one object from one place to another, turning on the way if it is turned over. */

import { html, render } from "../vendor/lit-html/lit-html.js";
import { drawing } from "./cards.js";

/** As `--ease`: fast at first, soft at the end. */
const EASE = "cubic-bezier(0.2, 0.7, 0.3, 1)";

/** Flights are drawn at least this wide, in px: they scale on the way, and the small drawing would show. */
const LEAST_DRAWN = 70;

/**
 * @typedef {object} Flight
 * @property {HTMLElement} layer where it flies
 * @property {DOMRect} from
 * @property {DOMRect} to
 * @property {string} startFace the face it shows at the start
 * @property {string} endFace the face it shows at the end
 * @property {number} time in ms
 * @property {number} wait in ms
 * @property {Keyframe[]} [keyframes] its way; without them, straight ahead
 * @property {boolean} [fromPile] it is invisible before it leaves
 */

/** @param {Flight} way @returns {Animation[]} the flight first */
export function fly({ layer, from, to, startFace, endFace, time, wait, keyframes, fromPile = false }) {
  const flight = document.createElement("div");
  flight.className = "flight";
  place(flight, to);
  const turns = startFace !== endFace;
  const side = (/** @type {string} */ face) => drawing(face, Math.max(to.width, LEAST_DRAWN));
  render(turns ? html`<div class="leaf">${side(endFace)}<div class="rear">${side(startFace)}</div></div>` : side(endFace), flight);
  if (fromPile) flight.style.setProperty("opacity", "0");
  layer.append(flight);
  const timing = { duration: time, delay: wait, easing: EASE, fill: /** @type {FillMode} */ (fromPile ? "none" : "backwards") };
  const start = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width}, ${from.height / to.height})`;
  const animations = [flight.animate(keyframes ?? [{ transform: start, opacity: 1 }, { transform: "none", opacity: 1 }], timing)];
  const leaf = flight.querySelector(".leaf");
  if (leaf) {
    animations.push(leaf.animate([{ transform: "perspective(600px) rotateY(180deg)" }, { transform: "perspective(600px) rotateY(0deg)" }],
      { ...timing, easing: "ease-in-out" }));
  }
  const land = () => flight.remove();
  animations[0]?.finished.then(land, land);
  return animations;
}

/** Shuffles a pile where it lies: its halves part and come together again. @param {Omit<Flight, "from" | "keyframes">} pile @returns {Animation[]} */
export const riffle = (pile) => [-1, 1].flatMap((side) => fly({
  ...pile, from: pile.to,
  keyframes: [{ transform: "none" }, { transform: `translateX(${side * 45}%) rotate(${side * 4}deg)` }, { transform: "none" }],
}));

/** @param {HTMLElement} node @param {DOMRect} box */
export function place(node, box) {
  for (const [name, value] of Object.entries({ left: box.x, top: box.y, width: box.width, height: box.height })) {
    node.style.setProperty(name, `${value}px`);
  }
}
