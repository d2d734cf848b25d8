/** The whole game by keyboard: arrows, letters and figures walk the hand, digits pick a target, Escape puts back. Enter and Space are the buttons' own. */

import { again, choose, hasPicks, onward, pick, putBack } from "./act.js";
import { cards } from "./focus.js";
import { stopAt } from "./hand.js";
import { complete, hand, targets } from "./model.js";

/** @typedef {import("./act.js").Page} Page */

/** @param {Page} page @param {HTMLElement} root */
export function listen(page, root) {
  const { model } = page;
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const node = /** @type {HTMLElement} */ (event.target);
    if (node.closest("dialog, input, textarea, select")) return;
    if (!model.keys && (event.key === "Tab" || event.key.startsWith("Arrow") || /^[1-9]$/.test(event.key))) {
      model.keys = true;
      page.draw();
    }
    if (event.key === "Escape" && (hasPicks(page) || model.said)) putBack(page);
    else if (/^[1-9]$/.test(event.key) && hasPicks(page)) digit(page, Number(event.key));
    else if (event.key === " " && !node.closest("button, a, summary")) {
      if (onward(page)) event.preventDefault();
    } else if (node.closest(".fan.mine")) walk(page, root, node, event);
  });
  document.addEventListener("pointerdown", () => {
    if (!model.keys) return;
    model.keys = false;
    page.draw();
  }, { capture: true });
  root.addEventListener("focusin", ({ target }) => {
    const card = /** @type {HTMLElement} */ (target).closest(".fan.mine > .card");
    if (!(card instanceof HTMLElement)) return;
    for (const one of cards(root)) one.tabIndex = one === card ? 0 : -1;
    stopAt(card.dataset["card"] ?? "");
  });
}

/** @param {Page} page @param {number} digit */
function digit(page, digit) {
  const { scene, picks, busy, waits } = page.model;
  if (!scene || busy || waits) return;
  const target = targets(scene, picks)[digit - 1];
  if (!target) return;
  const step = complete(scene, picks);
  if (target.element) pick(page, target.element);
  else if (step) choose(page, step);
  else again(page);
}

/**
 * The next card a word of whose name begins with this letter or figure.
 * @param {Page} page
 * @param {HTMLElement[]} fan
 * @param {number} at
 * @param {string} key
 */
function named({ model }, fan, at, key) {
  if (!model.scene || !/^[\p{L}\p{N}]$/u.test(key)) return undefined;
  const cards = hand(model.scene)?.cards ?? [];
  const fits = (/** @type {HTMLElement | undefined} */ node) => cards.find(({ id }) => id === node?.dataset["card"])?.label.toLowerCase()
    .split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(key.toLowerCase()));
  for (let i = 1; i <= fan.length; i += 1) if (fits(fan[(at + i) % fan.length])) return (at + i) % fan.length;
  return undefined;
}

/** @param {Page} page @param {HTMLElement} root @param {HTMLElement} node @param {KeyboardEvent} event */
function walk(page, root, node, event) {
  const fan = cards(root);
  const at = fan.indexOf(/** @type {HTMLElement} */ (node.closest(".card")));
  const rows = Number(node.parentElement?.dataset["rows"] ?? 1);
  const per = Math.ceil(fan.length / rows);
  const to = {
    ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: fan.length - 1,
    ArrowUp: rows > 1 ? at - per : at, ArrowDown: rows > 1 ? at + per : at,
  }[event.key] ?? named(page, fan, at, event.key);
  if (to === undefined) return;
  event.preventDefault();
  const card = fan[Math.max(0, Math.min(fan.length - 1, to))];
  card?.focus();
  card?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
