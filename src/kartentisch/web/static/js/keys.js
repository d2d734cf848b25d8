/**
 * The whole game by keyboard: arrows, letters and digits move through the hand, digits pick a target, Escape puts
 * back. Shift and a letter speak, "/" opens the field for a move. Enter and Space press buttons as usual.
 */

import { hasPicks, putBack, tapBoard } from "./act.js";
import { pickTarget } from "./buttons.js";
import { handCards } from "./focus.js";
import { setTabStop } from "./hand.js";
import { handZone, targets } from "./model.js";
import { preference } from "./preferences.js";
import { show } from "./sheets.js";

/** @typedef {import("./act.js").Page} Page */

/** @param {Page} page @param {HTMLElement} root */
export function listenToKeys(page, root) {
  const { model } = page;
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const node = /** @type {HTMLElement} */ (event.target);
    if (document.querySelector("dialog[open]") || node.closest("input, textarea, select")) return;
    if (!model.keyboard && (event.key === "Tab" || event.key.startsWith("Arrow") || /^[1-9]$/.test(event.key))) {
      model.keyboard = true;
      page.draw();
    }
    if (event.shiftKey && !event.repeat && /^\p{L}$/u.test(event.key) && preference("speak")) speak(page, event.key);
    else if (event.key === "/" && preference("speak")) {
      event.preventDefault();
      model.keyboard = true;
      show(page, "typed");
    } else if (event.key === "Escape" && (hasPicks(page) || model.message)) putBack(page);
    else if (/^[1-9]$/.test(event.key) && hasPicks(page)) pickByDigit(page, Number(event.key));
    else if (event.key === " " && !node.closest("button, a, summary")) {
      if (tapBoard(page)) event.preventDefault();
    } else if (node.closest(".fan.mine")) moveFocus(page, root, node, event);
  });
  document.addEventListener("pointerdown", () => {
    if (!model.keyboard) return;
    model.keyboard = false;
    page.draw();
  }, { capture: true });
  root.addEventListener("focusin", ({ target }) => {
    const card = /** @type {HTMLElement} */ (target).closest(".fan.mine > .card");
    if (!(card instanceof HTMLElement)) return;
    for (const one of handCards(root)) one.tabIndex = one === card ? 0 : -1;
    setTabStop(card.dataset["card"] ?? "");
  });
}

/** Says something about the table: a letter says what. @param {Page} page @param {string} key */
async function speak(page, key) {
  const { tell } = await import("./tell.js");
  tell(page, key);
}

/** @param {Page} page @param {number} digit */
function pickByDigit(page, digit) {
  const { scene, picks, busy, unconfirmed } = page.model;
  if (!scene || busy || unconfirmed) return;
  const target = targets(scene, picks)[digit - 1];
  if (!target) return;
  pickTarget(page, target.element, picks);
}

/**
 * The next card whose name has a word that begins with this letter or digit.
 * @param {Page} page
 * @param {HTMLElement[]} fan
 * @param {number} at
 * @param {string} key
 */
function findByName({ model }, fan, at, key) {
  if (!model.scene || !/^[\p{L}\p{N}]$/u.test(key)) return undefined;
  const cards = handZone(model.scene)?.cards ?? [];
  const fits = (/** @type {HTMLElement | undefined} */ node) => cards.find(({ id }) => id === node?.dataset["card"])?.label.toLowerCase()
    .split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(key.toLowerCase()));
  for (let i = 1; i <= fan.length; i += 1) if (fits(fan[(at + i) % fan.length])) return (at + i) % fan.length;
  return undefined;
}

/** @param {Page} page @param {HTMLElement} root @param {HTMLElement} node @param {KeyboardEvent} event */
function moveFocus(page, root, node, event) {
  const fan = handCards(root);
  const at = fan.indexOf(/** @type {HTMLElement} */ (node.closest(".card")));
  const rows = Number(node.parentElement?.dataset["rows"] ?? 1);
  const per = Math.ceil(fan.length / rows);
  const to = {
    ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: fan.length - 1,
    ArrowUp: rows > 1 ? at - per : at, ArrowDown: rows > 1 ? at + per : at,
  }[event.key] ?? findByName(page, fan, at, event.key);
  if (to === undefined) return;
  event.preventDefault();
  const card = fan[Math.max(0, Math.min(fan.length - 1, to))];
  card?.focus();
  card?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
