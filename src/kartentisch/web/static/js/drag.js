/**
 * Drag and drop out of the hand, with Pointer Events. The first move decides: up (or any way with a mouse) drags,
 * sideways browses the cards. Let go on a zone or seat it plays, inside the hand it springs back.
 */

import { choose, only, putBack, tap } from "./act.js";
import { touchOf } from "./elements.js";
import { nexts } from "./model.js";

/** @typedef {import("./act.js").Page} Page */

const SLACK = { mouse: 4, touch: 7, pen: 6 };

export class Drag {
  /** @type {{ node: HTMLElement, x: number, y: number, mode: "" | "drag" | "browse" } | null} */
  #grip = null;
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
    this.root.addEventListener("click", (event) => {
      if (!this.#swallow) return;
      this.#swallow = false;
      event.stopPropagation();
      event.preventDefault();
    }, { capture: true });
  }

  /** Where a card that was let go waits for its answer. @returns {{ card: string, box: DOMRect } | null} */
  get dropped() {
    const card = this.#ghost?.dataset["ghost"];
    return this.#ghost && card && !this.#grip ? { card, box: this.#ghost.getBoundingClientRect() } : null;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (!event.isPrimary || event.button !== 0) return;
    const node = /** @type {Element} */ (event.target).closest(".fan.mine > .card");
    this.#swallow = false;
    if (node instanceof HTMLElement) this.#grip = { node, x: event.clientX, y: event.clientY, mode: "" };
  }

  /** @param {Page} page @param {PointerEvent} event */
  #move(page, event) {
    const grip = this.#grip;
    if (!grip || !event.isPrimary) return;
    const [dx, dy] = [event.clientX - grip.x, event.clientY - grip.y];
    if (!grip.mode) {
      const kind = /** @type {keyof typeof SLACK} */ (event.pointerType);
      if (Math.hypot(dx, dy) < (SLACK[kind] ?? 6)) return;
      grip.mode = event.pointerType === "mouse" || -dy > Math.abs(dx) ? "drag" : "browse";
      grip.node.setPointerCapture(event.pointerId);
      if (grip.mode === "drag") this.#lift(page, grip.node);
    }
    if (grip.mode === "browse") return this.#browse(event);
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
    const fits = touch && scene && nexts(scene, picks).some((next) => touch.ids.includes(next.element));
    const over = fits ? node : null;
    if (over === this.#over) return;
    delete this.#over?.dataset["over"];
    if (over) over.dataset["over"] = "";
    this.#over = over;
  }

  /** @param {PointerEvent} event */
  #browse(event) {
    const node = document.elementsFromPoint(event.clientX, event.clientY)
      .map((one) => one.closest(".fan.mine > .card")).find(Boolean);
    if (!(node instanceof HTMLElement) || node === this.#over) return;
    delete this.#over?.dataset["browsed"];
    node.dataset["browsed"] = "";
    this.#over = node;
  }

  /** @param {Page} page @param {PointerEvent} event */
  #up(page, event) {
    const grip = this.#grip;
    this.#grip = null;
    if (!grip?.mode) return;
    this.#swallow = true;
    setTimeout(() => { this.#swallow = false; }, 50);
    const { scene, raised } = page.model;
    if (grip.mode === "browse") {
      const touch = scene && this.#over && touchOf(scene, this.#over);
      this.#cancel();
      if (touch && touch.card !== raised) tap(page, touch);
      return;
    }
    const node = this.#under(event);
    this.#hover(page, null);
    const top = this.root.querySelector(".hand")?.getBoundingClientRect().top ?? 0;
    const touch = scene && node ? touchOf(scene, node) : null;
    const step = only(page);
    if (event.clientY >= top) putBack(page);
    else if (touch && !touch.card) tap(page, touch);
    else if (step) choose(page, step);
    if (!page.model.busy) this.springBack();
  }

  #cancel() {
    delete this.#over?.dataset["browsed"];
    delete this.#over?.dataset["over"];
    this.#over = null;
    this.#grip = null;
    this.springBack();
  }

  /** The dropped card goes back to its place. */
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
    const time = Number.parseFloat(getComputedStyle(this.root).getPropertyValue("--own-move")) || 1;
    ghost.animate([{ transform: "none" }, { transform: `translate(${to.x - from.x}px, ${to.y - from.y}px)` }],
      { duration: time, easing: "ease-out" }).finished.then(done, done);
  }

  /** The dropped card is gone: the scene that answers it has come. */
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

/** @param {HTMLElement} node @param {DOMRect} box */
export function place(node, box) {
  for (const [name, value] of Object.entries({ left: box.x, top: box.y, width: box.width, height: box.height })) {
    node.style.setProperty(name, `${value}px`);
  }
}
