/**
 * A press means what was under it when it went down, and only that. For a moment after a move its spot does nothing,
 * and no button with another meaning appears there: the second half of a double click has no effect.
 */

import { touchOf } from "./elements.js";
import { completedStep, nextPicks, openSteps, targets } from "./model.js";

/** @typedef {import("./act.js").Page} Page */
/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */
/**
 * A press that has taken effect. `box`: its spot, null for a key. `sent`: it has sent something. `until`: how long its
 * spot is guarded, Infinity until the answer comes. `scenes`: the number of scenes since.
 * @typedef {{ key: string, box: Box | null, meaning: string, sent: boolean, until: number, scenes: number }} GuardedPress
 */

/** The presses of a double click are closer than this, in ms. A person needs that long to see a change. */
const GUARD = 400;
/** Presses this near are on the same spot, in px: by finger, and beside a button. */
const [FINGER, BESIDE] = [24, 3];
/** A pointer that moves less than this stands still, in px. */
const SLACK = 10;

const CONTROL = "button, a, summary, label, input, select, textarea, [data-zone], .seat";
const TYPED = "input, textarea, select";

/** The newest press. A press elsewhere ends the guard of the one before. @type {GuardedPress | null} */
let last = null;
/** The press that is down. @type {{ node: Element, meaning: string, x: number, y: number, dead: boolean } | null} */
let down = null;
/** The key that is down, and what it is on. @type {{ key: string, meaning: string, dead: boolean } | null} */
let heldKey = null;
/** @type {() => void} */
let refresh = () => {};

const now = () => performance.now();

/** The steps that picking this element leads to. @param {import("./model.js").Model} model @param {string} id */
function steps({ scene, picks }, id) {
  if (!scene) return "";
  if (!id) return completedStep(scene, picks)?.token ?? "";
  return openSteps(scene, picks).filter(({ path }) => path[picks.length] === id).map(({ token }) => token).join();
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
    const next = nextPicks(model.scene, model.picks);
    const id = ids.find((one) => next.some((each) => each.element === one)) ?? ids[0];
    if (id) return `${id}: ${steps(model, id)}`;
  }
  if (element === undefined) return control.getAttribute("aria-label") ?? control.textContent ?? "";
  const id = element.replace(/^to:/, "");
  return element === "confirm" ? `confirm ${model.unconfirmed?.token}` : `${id}: ${steps(model, id)}`;
}

/** The spot of a press. A button or a pile is one spot. @param {Element} node @param {number} x @param {number} y */
function spot(node, x, y) {
  const whole = node.closest(".button, .hit")?.getBoundingClientRect();
  return whole ? { left: whole.left - BESIDE, top: whole.top - BESIDE, right: whole.right + BESIDE, bottom: whole.bottom + BESIDE }
    : { left: x - FINGER, top: y - FINGER, right: x + FINGER, bottom: y + FINGER };
}

/** The press whose spot is still guarded. */
const guarding = () => (last && last.until > now() ? last : null);

/** @param {string} key @param {Box | null} box @param {string} what */
const remember = (key, box, what) => { last = { key, box, meaning: what, sent: false, until: now() + GUARD, scenes: 0 }; };

/** Whether a press on the spot of this one has no effect. @param {GuardedPress} one @param {string} what */
const isRepeat = (one, what) => one.sent || one.meaning !== what;

/** @param {Event} event */
function swallow(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Whether the press that is down has no effect. */
export const pressIgnored = () => down?.dead ?? false;

/** The press that is down has had its effect: letting go does nothing more. */
export function ignorePress() {
  if (down) down.dead = true;
}

/** Guards the spot of the newest press, which has sent something. @returns {() => void} to be called when the answer comes */
export function guardUntilAnswer() {
  const one = guarding();
  if (!one) return () => {};
  one.sent = true;
  one.until = Infinity;
  return () => release(one);
}

/** @param {GuardedPress} one */
function release(one) {
  one.until = now() + GUARD;
  setTimeout(refresh, GUARD + 1);
}

/** The first scene after a move shows its effect. */
export function sceneArrived() {
  const one = guarding();
  if (!one) return;
  one.scenes += 1;
  if (one.sent && one.scenes === 1 && one.until < Infinity) release(one);
}

/** Hides buttons on a guarded spot that mean something else than what was pressed there. @param {Page} page @param {HTMLElement} root */
export function hideChangedButtons(page, root) {
  const one = down ? null : guarding();
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(".button"))) {
    const at = one?.box && node.getBoundingClientRect();
    if (one?.box && at && at.left < one.box.right && at.right > one.box.left && at.top < one.box.bottom && at.bottom > one.box.top
      && one.meaning !== meaning(page, node)) node.dataset["settles"] = "";
    else delete node.dataset["settles"];
  }
}

/** @param {Page} page @param {PointerEvent} event */
function onPointerDown(page, event) {
  if (!event.isPrimary || event.button !== 0) return;
  const node = /** @type {Element} */ (event.target);
  const { clientX: x, clientY: y } = event;
  const what = meaning(page, node);
  const one = guarding();
  const lost = Boolean(one?.box && x >= one.box.left && x <= one.box.right && y >= one.box.top && y <= one.box.bottom && isRepeat(one, what));
  heldKey = null;
  down = { node, meaning: what, x, y, dead: lost };
  if (!lost) remember("", spot(node, x, y), what);
}

/** What was pressed may have moved away from under the pointer, but it is still what was meant. @param {Page} page @param {PointerEvent} event */
function onPointerUp(page, event) {
  if (!down || down.dead || !event.isPrimary) return;
  if (last && !last.sent) release(last);
  if (Math.hypot(event.clientX - down.x, event.clientY - down.y) > SLACK) return;
  const control = down.node.closest("button");
  const under = document.elementFromPoint(event.clientX, event.clientY);
  if (!control || control.closest(".fan.mine") || under && meaning(page, under) === down.meaning) return;
  down.dead = true;
  if (control.isConnected && meaning(page, control) === down.meaning) control.click();
}

/** @param {Page} page @param {MouseEvent} event */
function onClick(page, event) {
  const node = /** @type {Element} */ (event.target);
  if (!event.detail) {  // from a key or a program
    if (heldKey && (heldKey.dead || heldKey.key === " " && heldKey.meaning !== meaning(page, node))) swallow(event);
    return;
  }
  const press = down;
  down = null;
  if (!press) return;
  if (press.dead || press.meaning !== meaning(page, node)) swallow(event);
  if (!press.dead && last) release(last);
}

/** @param {Page} page @param {KeyboardEvent} event */
function onKeyDown(page, event) {
  const { key } = event;
  const node = /** @type {Element} */ (event.target);
  down = null;
  if (event.ctrlKey || event.metaKey || event.altKey || node.closest(TYPED)) return;
  const digit = /^[1-9]$/.test(key) && page.model.scene && !node.closest("dialog");
  const what = digit && page.model.scene ? `${targets(page.model.scene, page.model.picks)[Number(key) - 1]?.element}` : meaning(page, node);
  if (!digit && !((key === "Enter" || key === " ") && node.closest("button, a, summary"))) {
    if (last?.key) last = null;  // the person moves on to something else
    return;
  }
  if (event.repeat) return swallow(event);
  const one = guarding();
  heldKey = { key, meaning: what, dead: one?.key === key && isRepeat(one, what) };
  if (heldKey.dead) return swallow(event);
  remember(key, null, what);
}

/** @param {KeyboardEvent} event */
function onKeyUp(event) {
  if (heldKey?.dead && event.key === heldKey.key) event.preventDefault();
  setTimeout(() => { heldKey = null; }, 0);
}

/** @param {Page} page @param {HTMLElement} root */
export function listen(page, root) {
  refresh = () => hideChangedButtons(page, root);
  const first = { capture: true };
  document.addEventListener("pointerdown", (event) => onPointerDown(page, event), first);
  document.addEventListener("pointerup", (event) => onPointerUp(page, event), first);
  document.addEventListener("click", (event) => onClick(page, event), first);
  document.addEventListener("keydown", (event) => onKeyDown(page, event), first);
  document.addEventListener("keyup", onKeyUp, first);
}
