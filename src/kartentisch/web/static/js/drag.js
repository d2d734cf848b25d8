/**
 * Drag and drop out of the hand, with Pointer Events. The first movement decides: upwards, or any way with a mouse,
 * drags. A finger that holds for a moment and then slides browses the cards; where the hand does not scroll, it need
 * not hold. A card dropped on a zone or seat is played, also anywhere above the hand if only one way is left. Inside
 * the hand it springs back.
 */

import { choose, onlyStep, putBack, tap } from "./act.js";
import { cssNumber } from "./css.js";
import { touchOf } from "./elements.js";
import { place } from "./flight.js";
import { nextPicks } from "./model.js";
import { pressIgnored } from "./press-guard.js";

/** @typedef {import("./act.js").Page} Page */

const SLACK = { mouse: 4, touch: 7, pen: 6 };
/** Browsing this close to the edge of a scrolling hand scrolls it, in px. */
const EDGE = 44;
/** How far it scrolls each frame at the very edge, in px. */
const SCROLL = 9;

export class Drag {
  /** @type {{ node: HTMLElement, x: number, y: number, pointer: number, kind: string, timer: number, mode: "" | "hold" | "drag" | "browse" } | null} */
  #grip = null;
  /** The finger's place while it browses. */
  #at = { clientX: 0, clientY: 0 };
  /** @type {HTMLElement | null} */
  #ghost = null;
  /** @type {HTMLElement | null} */
  #over = null;
  #swallow = false;

  /** @param {HTMLElement} root @param {HTMLElement} layer where the card flies */
  constructor(root, layer) {
    this.root = root;
    this.layer = layer;
  }

  /** @param {Page} page */
  listen(page) {
    this.root.addEventListener("pointerdown", (event) => this.#down(event));
    this.root.addEventListener("pointermove", (event) => this.#move(page, event));
    this.root.addEventListener("pointerup", (event) => this.#up(page, event));
    this.root.addEventListener("pointercancel", () => this.#cancel());
    this.root.addEventListener("contextmenu", (event) => this.#grip && this.#grip.kind !== "mouse" && event.preventDefault());
    // While a finger holds or drags a card, the browser must not scroll with it.
    this.root.addEventListener("touchmove", (event) => this.#grip?.mode && event.cancelable && event.preventDefault(), { passive: false });
    this.root.addEventListener("click", (event) => {
      if (!this.#swallow) return;
      this.#swallow = false;
      event.stopPropagation();
      event.preventDefault();
    }, { capture: true });
  }

  /** Where a dropped card waits for its answer. @returns {{ card: string, box: DOMRect } | null} */
  get dropped() {
    const card = this.#ghost?.dataset["ghost"];
    return this.#ghost && card && !this.#grip ? { card, box: this.#ghost.getBoundingClientRect() } : null;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (!event.isPrimary || event.button !== 0) return;
    const node = /** @type {Element} */ (event.target).closest(".fan.mine > .card");
    this.#swallow = false;
    if (!(node instanceof HTMLElement)) return;
    const grip = { node, x: event.clientX, y: event.clientY, pointer: event.pointerId, kind: event.pointerType, timer: 0, mode: /** @type {""} */ ("") };
    if (event.pointerType !== "mouse") grip.timer = setTimeout(() => this.#hold(), cssNumber(this.root, "--hold"));
    this.#grip = grip;
  }

  /** The finger rested on a card: raise it and browse from it. */
  #hold() {
    const grip = this.#grip;
    if (!grip || grip.mode || !grip.node.isConnected) return;
    grip.mode = "hold";
    this.#capture(grip);
    this.#show(grip.node);
  }

  /** @param {{ node: HTMLElement, pointer: number }} grip */
  #capture({ node, pointer }) {
    try {
      node.setPointerCapture(pointer);
    } catch {
      // The finger has left already.
    }
  }

  /** @param {Page} page @param {PointerEvent} event */
  #move(page, event) {
    const grip = this.#grip;
    if (!grip || !event.isPrimary) return;
    const [dx, dy] = [event.clientX - grip.x, event.clientY - grip.y];
    if (!grip.mode || grip.mode === "hold") {
      const kind = /** @type {keyof typeof SLACK} */ (event.pointerType);
      if (Math.hypot(dx, dy) < (SLACK[kind] ?? 6)) return;
      clearTimeout(grip.timer);
      const drags = event.pointerType === "mouse" || -dy > Math.abs(dx);
      if (!drags && !grip.mode && grip.node.parentElement?.dataset["scrolls"] === "true") return;  // the browser scrolls
      grip.mode = drags ? "drag" : "browse";
      this.#capture(grip);
      if (drags) this.#lift(page, grip.node);
      else this.#edge();
    }
    if (grip.mode === "browse") return this.#browse(page, event);
    this.#ghost?.style.setProperty("translate", `${dx}px ${dy}px`);
    this.#hover(page, this.#under(event));
  }

  /** @param {Page} page @param {HTMLElement} node */
  #lift(page, node) {
    this.drop();
    const { scene, raised } = page.model;
    const box = node.getBoundingClientRect();
    const ghost = /** @type {HTMLElement} */ (node.cloneNode(true));
    ghost.className = "flight held";
    for (const name of ["data-element", "data-card", "data-of", "tabindex", "aria-label"]) ghost.removeAttribute(name);
    ghost.dataset["ghost"] = node.dataset["card"] ?? "";
    place(ghost, box);
    this.layer.append(ghost);
    this.#ghost = ghost;
    node.dataset["away"] = "";
    const touch = scene && touchOf(scene, node);
    if (touch && raised !== touch.card) tap(page, touch);
  }

  /** @param {PointerEvent} event */
  #under(event) {
    const nodes = document.elementsFromPoint(event.clientX, event.clientY);
    const found = nodes.map((node) => node.closest("[data-zone], .seat")).find(Boolean);
    return found instanceof HTMLElement ? found : null;
  }

  /** @param {Page} page @param {HTMLElement | null} node */
  #hover(page, node) {
    const { scene, picks } = page.model;
    const touch = scene && node ? touchOf(scene, node) : null;
    const fits = touch && scene && nextPicks(scene, picks).some((next) => touch.ids.includes(next.element));
    const over = fits ? node : null;
    if (over === this.#over) return;
    delete this.#over?.dataset["over"];
    if (over) over.dataset["over"] = "";
    this.#over = over;
  }

  /** Raises the card under the finger; above the hand's edge it is dragged. @param {Page} page @param {PointerEvent} event */
  #browse(page, event) {
    this.#at = event;
    const grip = this.#grip;
    if (grip && this.#over && event.clientY < this.#top()) {
      const node = this.#over;
      this.#show(null);
      this.#grip = { ...grip, node, x: event.clientX, y: event.clientY, mode: "drag" };
      return this.#lift(page, node);
    }
    const node = document.elementsFromPoint(event.clientX, event.clientY)
      .map((one) => one.closest(".fan.mine > .card")).find(Boolean);
    if (node instanceof HTMLElement) this.#show(node);
  }

  /** The card that is browsed. @param {HTMLElement | null} node */
  #show(node) {
    if (node === this.#over) return;
    delete this.#over?.dataset["browsed"];
    if (node) node.dataset["browsed"] = "";
    this.#over = node;
  }

  /** Scrolls the hand while a finger browses near its edge. */
  #edge() {
    const fan = this.#grip?.mode === "browse" ? this.root.querySelector(".fan.mine") : null;
    if (!fan) return;
    const { left, right } = fan.getBoundingClientRect();
    const x = this.#at.clientX;
    const near = Math.max(0, x - right + EDGE) - Math.max(0, left + EDGE - x);
    if (near && this.#at.clientX) fan.scrollLeft += SCROLL * Math.max(-1, Math.min(1, near / EDGE));
    requestAnimationFrame(() => this.#edge());
  }

  /** The hand's upper edge: a card dropped above it is played. */
  #top = () => this.root.querySelector(".hand")?.getBoundingClientRect().top ?? 0;

  /** @param {Page} page @param {PointerEvent} event */
  #up(page, event) {
    const grip = this.#grip;
    this.#grip = null;
    clearTimeout(grip?.timer);
    if (!grip) return;
    const slid = !grip.mode && grip.node.isConnected && !grip.node.contains(/** @type {Node} */ (event.target));
    if (!grip.mode && !slid) return;
    this.#swallow = true;
    setTimeout(() => { this.#swallow = false; }, 50);
    const { scene, raised } = page.model;
    if (slid) {  // a new scene has moved the card away from the pointer
      const touch = scene && touchOf(scene, grip.node);
      if (touch && !pressIgnored()) tap(page, touch);
      return;
    }
    if (grip.mode === "browse" || grip.mode === "hold") {
      const touch = scene && this.#over && touchOf(scene, this.#over);
      this.#cancel();
      if (touch && !pressIgnored() && (grip.mode === "hold" || touch.card !== raised)) tap(page, touch);
      return;
    }
    const node = this.#under(event);
    this.#hover(page, null);
    const touch = scene && node ? touchOf(scene, node) : null;
    const step = onlyStep(page);
    if (event.clientY >= this.#top()) putBack(page);
    else if (touch && !touch.card) tap(page, touch);
    else if (step) choose(page, step);
    if (!page.model.busy) this.springBack();
  }

  #cancel() {
    clearTimeout(this.#grip?.timer);
    delete this.#over?.dataset["browsed"];
    delete this.#over?.dataset["over"];
    this.#over = null;
    this.#grip = null;
    this.springBack();
  }

  /** Sends the dropped card back to its place. */
  springBack() {
    const ghost = this.#ghost;
    if (!ghost || this.#grip) return;
    this.#ghost = null;
    const home = this.#home(ghost);
    const done = () => {
      ghost.remove();
      if (home && !this.#ghost) delete home.dataset["away"];
    };
    if (!home) return done();
    const [from, to] = [ghost.getBoundingClientRect(), home.getBoundingClientRect()];
    const time = cssNumber(this.root, "--own-move") || 1;
    ghost.animate([{ transform: "none" }, { transform: `translate(${to.x - from.x}px, ${to.y - from.y}px)` }],
      { duration: time, easing: "ease-out" }).finished.then(done, done);
  }

  /** Removes the dropped card once the scene that answers it has come. */
  drop() {
    const ghost = this.#ghost;
    if (!ghost || this.#grip) return;
    this.#ghost = null;
    delete this.#home(ghost)?.dataset["away"];
    ghost.remove();
  }

  /** @param {HTMLElement} ghost */
  #home(ghost) {
    const id = CSS.escape(ghost.dataset["ghost"] ?? "");
    return /** @type {HTMLElement | null} */ (this.root.querySelector(`.fan.mine > [data-card="${id}"]`));
  }
}
