/**
 * Everybody sees cards travel: each flies as one object from where it was to where it is (FLIP, Web Animations). The
 * page can be used meanwhile; who falls more than two scenes behind jumps. Where motion is not wanted, what changed is
 * outlined instead.
 */

import { html, render } from "../vendor/lit-html/lit-html.js";
import { drawing } from "./cards.js";
import { place } from "./drag.js";
import { symbol } from "./model.js";

/** @typedef {import("./wire.js").Scene} Scene */
/** @typedef {import("./wire.js").Moved} Moved */

/** Flights shown of one stack that moves. */
const MOST = 5;
/** Scenes whose cards may be in the air at once. */
const BEHIND = 2;

const CARDS = "[data-zone] [data-card]";

/**
 * Where everything lay before an update.
 * @typedef {object} Before
 * @property {Scene | null} scene
 * @property {Map<string, DOMRect>} boxes
 * @property {Map<string, { x: number, y: number }>} layout
 * @property {Map<string, HTMLElement>} tops
 */

export class Motion {
  /** @type {Set<Animation>[]} */
  #running = [];

  /** @param {HTMLElement} root @param {HTMLElement} layer */
  constructor(root, layer) {
    this.root = root;
    this.layer = layer;
  }

  /** @param {Scene | null} scene @returns {Before} */
  before(scene) {
    const boxes = new Map();
    const layout = new Map();
    const tops = new Map();
    for (const node of this.#all(CARDS)) {
      const zone = /** @type {HTMLElement} */ (node.closest("[data-zone]"))?.dataset["zone"];
      const key = `${zone}|${node.dataset["card"]}`;
      boxes.set(key, node.getBoundingClientRect());
      layout.set(key, { x: node.offsetLeft, y: node.offsetTop });
      if (node.closest(".is-pile")) tops.set(zone, node);
    }
    for (const node of this.#all("[data-zone]")) {
      boxes.set(node.dataset["zone"], (node.querySelector(".lay, .fan") ?? node).getBoundingClientRect());
    }
    for (const node of this.#all(".seat")) {
      boxes.set(`seat:${node.dataset["seat"]}`, (node.querySelector(".figure") ?? node).getBoundingClientRect());
    }
    return { scene, boxes, layout, tops };
  }

  /**
   * Shows the way from there to here.
   * @param {Before} before
   * @param {Scene} scene
   * @param {{ card: string, box: DOMRect } | null} dropped
   */
  after(before, scene, dropped) {
    const old = before.scene;
    if (!old || !old.zones.length || scene.n - old.n > BEHIND) return this.#jump();
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return this.#outline(scene);
    if (this.#running.length >= BEHIND) return this.#jump();
    /** @type {Set<Animation>} */
    const batch = new Set();
    this.#running.push(batch);
    const now = this.before(scene);
    const style = getComputedStyle(this.root);
    const ms = (/** @type {string} */ name) => Number.parseFloat(style.getPropertyValue(name)) || 0;
    for (const node of this.#all(CARDS)) this.#slide(node, before, batch, ms("--own-move"));
    const count = scene.moved.reduce((sum, moved) => sum + Math.min(MOST, moved.n), 0);
    /** @type {Set<Element>} */
    const landed = new Set();
    let i = 0;
    for (const moved of scene.moved) {
      const own = [moved.source, moved.target].some((id) => this.#mine(scene, id));
      const time = Math.min(ms(own ? "--own-move" : "--other-move"), ms("--longest"));
      const stagger = count > 1 ? Math.min(ms("--deal"), (ms("--longest") - time) / (count - 1)) : 0;
      for (let k = 0; k < Math.min(MOST, moved.n); k += 1, i += 1) {
        this.#fly({ moved, face: moved.faces[k] ?? "", before, now, dropped, landed, batch, time, wait: i * stagger });
      }
    }
    Promise.allSettled([...batch].map((animation) => animation.finished)).then(() => {
      this.#running = this.#running.filter((one) => one !== batch);
    });
  }

  /** The same cards in another order. @param {() => void} draw */
  rearrange(draw) {
    const before = this.before(null);
    draw();
    const time = Number.parseFloat(getComputedStyle(this.root).getPropertyValue("--own-move")) || 0;
    if (time) for (const node of this.#all(CARDS)) this.#slide(node, before, new Set(), time);
  }

  /** @param {string} selector */
  #all = (selector) => /** @type {HTMLElement[]} */ ([...this.root.querySelectorAll(selector)]);

  /** @param {Scene} scene @param {string} id */
  #mine(scene, id) {
    const zone = scene.zones.find((one) => one.id === id.split("/")[0]);
    return zone?.place === "hand" || zone?.place === "own" || id === `seat:${scene.seat}`;
  }

  /** A card that stays in its zone slides to its new place. @param {HTMLElement} node @param {Before} before @param {Set<Animation>} batch @param {number} time */
  #slide(node, before, batch, time) {
    const zone = /** @type {HTMLElement} */ (node.closest("[data-zone]"))?.dataset["zone"];
    const from = before.layout.get(`${zone}|${node.dataset["card"]}`);
    if (!from) return;
    const [dx, dy] = [from.x - node.offsetLeft, from.y - node.offsetTop];
    if (Math.abs(dx) + Math.abs(dy) < 2) return;
    batch.add(node.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], { duration: time, easing: "ease-out" }));
  }

  /**
   * @param {{ moved: Moved, face: string, before: Before, now: Before, dropped: { card: string, box: DOMRect } | null,
   *   landed: Set<Element>, batch: Set<Animation>, time: number, wait: number }} flight
   */
  #fly({ moved, face, before, now, dropped, landed, batch, time, wait }) {
    const scene = /** @type {Scene} */ (now.scene);
    const source = moved.source.split("/")[0] ?? "";
    const target = moved.target.split("/")[0] ?? "";
    const zone = scene.zones.find((one) => one.id === target);
    const left = before.scene?.zones.find((one) => one.id === source);
    const gone = left?.cards.find((card) => face && symbol(card.face) === symbol(face));
    const held = dropped && left?.place === "hand" && dropped.card.replace(/\.\d+$/, "") === symbol(face) ? dropped.box : null;
    const from = held ?? before.boxes.get(`${source}|${gone?.id}`) ?? card(this.#box(before, source));
    const node = this.#arrived(target, face, before, landed);
    const to = node?.getBoundingClientRect() ?? card(this.#box(now, target));
    if (!from || !to || !to.width || !from.width) return;
    const back = left?.back || zone?.back || scene.zones.find((one) => one.back)?.back || "";
    const shown = face || back;
    if (!shown) return;
    const flight = document.createElement("div");
    flight.className = "flight";
    place(flight, to);
    render(html`${drawing(shown, Math.max(to.width, 70))}`, flight);
    const under = node && zone?.kind === "pile" ? before.tops.get(target) : undefined;
    if (under && under !== node) this.#lieUnder(under, to, wait + time, batch);
    this.layer.append(flight);
    const timing = { duration: time, delay: wait, easing: "cubic-bezier(0.2, 0.7, 0.3, 1)", fill: /** @type {const} */ ("backwards") };
    const start = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width}, ${from.height / to.height})`;
    const animation = flight.animate([{ transform: start }, { transform: "none" }], timing);
    batch.add(animation);
    animation.finished.then(() => flight.remove(), () => flight.remove());
    if (node) batch.add(node.animate([{ opacity: 0 }, { opacity: 0 }], { duration: wait + time }));
  }

  /** The card that was on top stays in sight until the new one has come. @param {HTMLElement} top @param {DOMRect} box @param {number} time @param {Set<Animation>} batch */
  #lieUnder(top, box, time, batch) {
    const copy = document.createElement("div");
    copy.className = "flight under";
    copy.append(...[...top.children].map((child) => child.cloneNode(true)));
    place(copy, box);
    this.layer.append(copy);
    const stay = copy.animate([{ opacity: 1 }, { opacity: 1 }], { duration: time });
    batch.add(stay);
    stay.finished.then(() => copy.remove(), () => copy.remove());
  }

  /** The node of a card that has just come into a zone. @param {string} zone @param {string} face @param {Before} before @param {Set<Element>} landed */
  #arrived(zone, face, before, landed) {
    const nodes = this.#all(`[data-zone="${CSS.escape(zone)}"] [data-card]`);
    const node = nodes.find((one) => !landed.has(one) && !before.boxes.has(`${zone}|${one.dataset["card"]}`)
      && (!face || one.dataset["card"]?.replace(/\.\d+$/, "") === symbol(face)));
    if (node) landed.add(node);
    return node;
  }

  /** @param {Before} at @param {string} id */
  #box(at, id) {
    const zone = at.scene?.zones.find((one) => one.id === id);
    const box = at.boxes.get(id);
    return box?.width ? box : at.boxes.get(`seat:${zone?.seat ?? at.scene?.seats.find((one) => one.element === id)?.seat}`);
  }

  #jump() {
    for (const batch of this.#running) for (const animation of batch) animation.finish();
  }

  /** @param {Scene} scene */
  #outline(scene) {
    const time = Number.parseFloat(getComputedStyle(this.root).getPropertyValue("--notice")) * 1000 || 1000;
    for (const { target } of scene.moved) {
      const id = CSS.escape(target.split("/")[0] ?? "");
      const seat = CSS.escape(target.replace("seat:", ""));
      const node = /** @type {HTMLElement | null} */ (this.root.querySelector(`[data-zone="${id}"], .seat[data-seat="${seat}"]`));
      if (!node) continue;
      node.dataset["changed"] = "";
      setTimeout(() => { delete node.dataset["changed"]; }, time);
    }
  }
}

/** A card's shape in the middle of a box of any other shape. @param {DOMRect | undefined} box */
function card(box) {
  if (!box) return undefined;
  const width = Math.min(box.width, box.height / 1.4, 110);
  return new DOMRect(box.x + (box.width - width) / 2, box.y + (box.height - width * 1.4) / 2, width, width * 1.4);
}
