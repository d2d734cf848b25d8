/**
 * What a press means: what was under it when it went down, and one thing only. For a moment after a move nothing more
 * is done on its spot, and no button that means something else stands there: the second half of a double click is lost.
 */

import { touchOf } from "./elements.js";
import { complete, nexts, open, targets } from "./model.js";

/** @typedef {import("./act.js").Page} Page */
/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */
/**
 * A press that was taken. `box`: its spot, null for a key. `moves`: it has sent something. `until`: how long its spot
 * is guarded, Infinity while the answer is to come. `scenes`: those that have come since.
 * @typedef {{ key: string, box: Box | null, meaning: string, moves: boolean, until: number, scenes: number }} Taken
 */

/** Two presses of a double click are closer than this, in ms: the time a person needs to see a change. */
const GUARD = 400;
/** Presses so near each other are on one spot, in px: of a finger, and beside a button. */
const [FINGER, BESIDE] = [24, 3];
/** A pointer that moves less stands still. */
const SLACK = 10;

const CONTROL = "button, a, summary, label, input, select, textarea, [data-zone], .seat";
const TYPED = "input, textarea, select";

/** The newest press; one elsewhere ends the guard of the one before. @type {Taken | null} */
let last = null;
/** The press that is down. @type {{ node: Element, meaning: string, x: number, y: number, dead: boolean } | null} */
let down = null;
/** The key that is down, and what it is on. @type {{ key: string, meaning: string, dead: boolean } | null} */
let held = null;
/** @type {() => void} */
let refresh = () => {};

const now = () => performance.now();

/** The steps that picking this element leads to, else nothing. @param {import("./model.js").Model} model @param {string} id */
function steps({ scene, picks }, id) {
  if (!scene) return "";
  if (!id) return complete(scene, picks)?.token ?? "";
  return open(scene, picks).filter(({ path }) => path[picks.length] === id).map(({ token }) => token).join();
}

/** What a press on this node means now. @param {Page} page @param {Element} node */
function meaning({ model }, node) {
  const control = /** @type {HTMLElement | null} */ (node.closest(CONTROL));
  if (!control) return "";
  const { element, control: deed, arg = "", card } = control.dataset;
  if (deed) return `${deed} ${arg}`;
  if (card && control.closest(".fan.mine")) return `card ${card}`;
  if (!control.closest(".actions, dialog") && model.scene) {
    const ids = touchOf(model.scene, control)?.ids ?? [];
    const next = nexts(model.scene, model.picks);
    const id = ids.find((one) => next.some((each) => each.element === one)) ?? ids[0];
    if (id) return `${id}: ${steps(model, id)}`;
  }
  if (element === undefined) return control.getAttribute("aria-label") ?? control.textContent ?? "";
  const id = element.replace(/^to:/, "");
  return element === "confirm" ? `confirm ${model.waits?.token}` : `${id}: ${steps(model, id)}`;
}

/** The spot of a press: a button or a pile is one as a whole. @param {Element} node @param {number} x @param {number} y */
function spot(node, x, y) {
  const whole = node.closest(".button, .hit")?.getBoundingClientRect();
  return whole ? { left: whole.left - BESIDE, top: whole.top - BESIDE, right: whole.right + BESIDE, bottom: whole.bottom + BESIDE }
    : { left: x - FINGER, top: y - FINGER, right: x + FINGER, bottom: y + FINGER };
}

/** The press whose spot is still guarded. */
const guarding = () => (last && last.until > now() ? last : null);

/** @param {string} key @param {Box | null} box @param {string} what */
const take = (key, box, what) => { last = { key, box, meaning: what, moves: false, until: now() + GUARD, scenes: 0 }; };

/** Whether this press on another one's spot does nothing. @param {Taken} one @param {string} what */
const spent = (one, what) => one.moves || one.meaning !== what;

/** @param {Event} event */
function swallow(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Whether the press that is down does nothing. */
export const dead = () => down?.dead ?? false;

/** The newest press has sent something. @returns {() => void} to be called when the answer has come */
export function moves() {
  const one = guarding();
  if (!one) return () => {};
  one.moves = true;
  one.until = Infinity;
  return () => settle(one);
}

/** @param {Taken} one */
function settle(one) {
  one.until = now() + GUARD;
  setTimeout(refresh, GUARD + 1);
}

/** A scene has come: the first one after a move shows what it has done. */
export function came() {
  const one = guarding();
  if (!one) return;
  one.scenes += 1;
  if (one.moves && one.scenes === 1 && one.until < Infinity) settle(one);
}

/** Buttons that mean something else than the one just pressed wait, unseen, until its spot is free. @param {Page} page @param {HTMLElement} root */
export function settles(page, root) {
  const one = down ? null : guarding();
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(".button"))) {
    const at = one?.box && node.getBoundingClientRect();
    if (one?.box && at && at.left < one.box.right && at.right > one.box.left && at.top < one.box.bottom && at.bottom > one.box.top
      && one.meaning !== meaning(page, node)) node.dataset["settles"] = "";
    else delete node.dataset["settles"];
  }
}

/** @param {Page} page @param {HTMLElement} root */
export function listen(page, root) {
  refresh = () => settles(page, root);

  document.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button !== 0) return;
    const node = /** @type {Element} */ (event.target);
    const { clientX: x, clientY: y } = event;
    const what = meaning(page, node);
    const one = guarding();
    const lost = Boolean(one?.box && x >= one.box.left && x <= one.box.right && y >= one.box.top && y <= one.box.bottom && spent(one, what));
    held = null;
    down = { node, meaning: what, x, y, dead: lost };
    if (!lost) take("", spot(node, x, y), what);
  }, { capture: true });

  // What was pressed has moved away from under the pointer: it is still what was meant.
  document.addEventListener("pointerup", (event) => {
    if (!down || down.dead || !event.isPrimary) return;
    if (last && !last.moves) settle(last);
    if (Math.hypot(event.clientX - down.x, event.clientY - down.y) > SLACK) return;
    const control = down.node.closest("button");
    const under = document.elementFromPoint(event.clientX, event.clientY);
    if (!control || control.closest(".fan.mine") || under && meaning(page, under) === down.meaning) return;
    down.dead = true;
    if (control.isConnected && meaning(page, control) === down.meaning) control.click();
  }, { capture: true });

  document.addEventListener("click", (event) => {
    const node = /** @type {Element} */ (event.target);
    if (!event.detail) {  // of a key, or of a program
      if (held && (held.dead || held.key === " " && held.meaning !== meaning(page, node))) swallow(event);
      return;
    }
    const press = down;
    down = null;
    if (!press) return;
    if (press.dead || press.meaning !== meaning(page, node)) swallow(event);
    if (!press.dead && last) settle(last);
  }, { capture: true });

  document.addEventListener("keydown", (event) => {
    const { key } = event;
    const node = /** @type {Element} */ (event.target);
    down = null;
    if (event.ctrlKey || event.metaKey || event.altKey || node.closest(TYPED)) return;
    const digit = /^[1-9]$/.test(key) && page.model.scene && !node.closest("dialog");
    const what = digit && page.model.scene ? `${targets(page.model.scene, page.model.picks)[Number(key) - 1]?.element}` : meaning(page, node);
    if (!digit && !((key === "Enter" || key === " ") && node.closest("button, a, summary"))) {
      if (last?.key) last = null;  // on the way to something else
      return;
    }
    if (event.repeat) return swallow(event);
    const one = guarding();
    held = { key, meaning: what, dead: one?.key === key && spent(one, what) };
    if (held.dead) return swallow(event);
    take(key, null, what);
  }, { capture: true });

  document.addEventListener("keyup", (event) => {
    if (held?.dead && event.key === held.key) event.preventDefault();
    setTimeout(() => { held = null; }, 0);
  }, { capture: true });
}
