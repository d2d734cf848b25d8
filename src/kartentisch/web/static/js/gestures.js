/**
 * Big moments, worth a gesture of at most 400 ms, and the end of a match. The scene says what is big. Nothing here takes
 * a press or holds anything up, and nobody calls it where nothing may move.
 */

import { html, render } from "../vendor/lit-html/lit-html.js";
import { drawing } from "./cards.js";
import { whenResultShows } from "./result-delay.js";
import { addSheet } from "./wide.js";

/** @typedef {import("./wire.js").Scene} Scene */
/** @typedef {import("./wire.js").Moved} Moved */
/** @typedef {Exclude<Moved["big"], "">} Big */
/** Where it happens: the page, the layer above it, the two ends of the movement. @typedef {{ root: HTMLElement, layer: HTMLElement, from: Element | null, to: Element | null, back: string }} Stage */

const GESTURE = 400;
const FINALE = 1400;
const EASE = "cubic-bezier(0.2, 0.7, 0.3, 1)";
/** Frames for which the points may still load. */
const PATIENCE = 240;
/** Cards in the air at the end of a match. */
const CARDS = 18;

/** The largest part of a place that can be seen: the fan of a seat, else its figure, or where cards lie. @param {Element | null} node */
const seen = (node) => [...node?.querySelectorAll(".backs, .fan, .lay") ?? [], ...node?.querySelectorAll(".figure") ?? []]
  .find((one) => one.clientWidth > 0 && one.clientHeight > 0) ?? null;

/** Where cards come from or go to. @param {HTMLElement} root @param {Scene} scene @param {string} element */
function place(root, scene, element) {
  const id = element.split("/")[0] ?? "";
  const zone = scene.zones.find((one) => one.id === id);
  const seat = zone?.place === "seat" ? zone.seat : scene.seats.find((one) => one.element === id)?.seat;
  return seat === undefined ? root.querySelector(`[data-zone="${CSS.escape(id)}"]`) : root.querySelector(`.seat[data-seat="${seat}"]`);
}

const sheet = addSheet("result");

/** Shows what is big in a scene. @param {HTMLElement} root @param {HTMLElement} layer @param {Scene} scene @param {boolean} ends the match has just ended */
export async function showBig(root, layer, scene, ends) {
  await sheet;
  if (document.hidden) return;
  const big = scene.moved.find((one) => one.big);
  if (big) gesture(root, layer, scene, big);
  if (ends) whenResultShows(() => finale(root, layer, scene));
}

/** @param {HTMLElement} root @param {HTMLElement} layer @param {Scene} scene @param {Moved} moved */
function gesture(root, layer, scene, { big, source, target }) {
  const [from, to] = [source, target].map((id) => place(root, scene, id));
  const back = scene.zones.find((zone) => zone.back)?.back ?? "";
  if (big) GESTURES[big]({ root, layer, from: from ?? null, to: to ?? null, back });
}

/** @param {Element | null} node @param {Keyframe[]} frames @param {KeyframeAnimationOptions} [more] */
const animate = (node, frames, more) => node?.animate(frames, { duration: GESTURE, easing: EASE, composite: "add", ...more });

/** Something that is in the air for a moment. @param {HTMLElement} layer @param {DOMRect} box @param {unknown} what @param {Keyframe[]} frames @param {KeyframeAnimationOptions} [more] */
function fleeting(layer, box, what, frames, more) {
  const node = document.createElement("div");
  node.className = "fleeting";
  for (const [name, value] of Object.entries({ left: box.x, top: box.y, width: box.width, height: box.height })) node.style.setProperty(name, `${value}px`);
  render(what, node);
  layer.append(node);
  const gone = () => node.remove();
  node.animate(frames, { duration: GESTURE, easing: EASE, fill: "both", ...more }).finished.then(gone, gone);
}

/** A ring that opens. @param {Stage} stage @param {Element | null} around */
function ripple({ layer }, around) {
  const box = around?.getBoundingClientRect();
  if (!box?.width) return;
  const size = Math.max(64, Math.min(box.width, box.height));
  const middle = new DOMRect(box.x + (box.width - size) / 2, box.y + (box.height - size) / 2, size, size);
  fleeting(layer, middle, html`<span class="ripple"></span>`, [{ opacity: 1, scale: 0.6 }, { opacity: 0, scale: 1.9 }]);
}

/** @type {Record<Big, (stage: Stage) => void>} */
const GESTURES = {
  /** The two hands bow to each other. */
  hands({ from, to }) {
    for (const [one, way] of /** @type {const} */ ([[from, 1], [to, -1]])) {
      animate(seen(one), [{ rotate: "0deg", scale: 1 }, { rotate: `${way * 14}deg`, scale: 1.12 }, { rotate: "0deg", scale: 1 }]);
    }
  },
  /** Four backs fan out over the pile. */
  four({ layer, to, back }) {
    const box = seen(to)?.getBoundingClientRect();
    if (!box?.width || !back) return;
    for (const turn of [-24, -8, 8, 24]) {
      fleeting(layer, box, drawing(back, box.width), [{ opacity: 0, transform: "scale(0.5)" }, { opacity: 1, transform: `translateY(-30%) rotate(${turn}deg) scale(0.6)`, offset: 0.6 },
        { opacity: 0, transform: `translateY(-42%) rotate(${turn * 1.4}deg) scale(0.6)` }]);
    }
  },
  /** A cloth goes over the table. */
  sweep({ root, layer }) {
    const box = root.querySelector(".board")?.getBoundingClientRect();
    if (!box) return;
    fleeting(layer, box, html`<span class="gust"></span>`, [{ clipPath: "inset(0 100% 0 0)", opacity: 0.9 }, { clipPath: "inset(0 0 0 40%)", opacity: 0.9, offset: 0.6 },
      { clipPath: "inset(0 0 0 100%)", opacity: 0 }]);
  },
  /** The runners leap, one after the other, and the first of the list grows. */
  lead({ root }) {
    [...root.querySelectorAll(".track > .piece")].forEach((one, i) => animate(one, [{ transform: "none" }, { transform: "translateY(-16%)" }, { transform: "none" }],
      { duration: GESTURE / 2, delay: i * GESTURE / 10 }));
    animate(root.querySelector(".board .counter.strong"), [{ scale: 1 }, { scale: 1.25 }, { scale: 1 }], { composite: "replace" });
  },
  /** The person who went out. */
  out(stage) {
    ripple(stage, stage.from?.querySelector(".figure") ?? stage.from);
    ripple(stage, seen(stage.to));
  },
};

/** The end of a match: cards of the game fly up from the winners and fall. @param {HTMLElement} root @param {HTMLElement} layer @param {Scene} scene */
async function finale(root, layer, scene) {
  for (let frames = 0; frames < PATIENCE && !root.querySelector(".result .won"); frames += 1) await new Promise(requestAnimationFrame);
  const rows = [...root.querySelectorAll(".result .won .figure")];
  const faces = [...new Set(scene.zones.flatMap((zone) => [zone.back, ...zone.cards.map(({ face }) => face)]))].filter(Boolean);
  for (const row of root.querySelectorAll(".result .won")) {
    row.animate([{ transform: "none" }, { transform: "scale(1.02)" }, { transform: "none" }], { duration: GESTURE, easing: EASE });
  }
  if (!faces.length) return;
  rows.forEach((row, k) => {
    const from = row.getBoundingClientRect();
    for (let i = k; i < CARDS; i += rows.length) {
      const side = (i / (CARDS - 1) - 0.5) * 2;
      const across = side * innerWidth * 0.42;
      const high = innerHeight * (0.18 + 0.12 * ((i * 7) % 5) / 4);
      const turn = side * 200 + ((i * 37) % 60);
      const face = faces[i % faces.length] ?? "";
      fleeting(layer, new DOMRect(from.x, from.y, 44, 62), drawing(face, 44), [
        { opacity: 1, transform: "scale(0.3)" },
        { opacity: 1, transform: `translate(${across * 0.6}px, ${-high}px) rotate(${turn * 0.5}deg)`, offset: 0.45, easing: "ease-in" },
        { opacity: 0, transform: `translate(${across}px, ${innerHeight * 0.35}px) rotate(${turn}deg)` },
      ], { duration: FINALE, delay: (i % 6) * 30 });
    }
  });
}
