/** Keeps the focus through an update, on its node or on a neighbour if the node is gone, and brings it to the hand at one's turn. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { handCard, handZone } from "./model.js";
import { text } from "./texts.js";

/** @param {HTMLElement} root @returns {() => void} to be called after the update */
export function keepFocus(root) {
  const node = /** @type {HTMLElement | null} */ (document.activeElement);
  if (!node || node === document.body || !root.contains(node)) return () => {};
  const { element } = node.dataset;
  const index = handCards(root).indexOf(node);
  const inDialog = node.closest("dialog");
  return () => {
    if (document.activeElement === node && node.isConnected) return;
    if (document.activeElement && document.activeElement !== document.body) return;
    const fan = handCards(root);
    const heir = node.isConnected ? node
      : index >= 0 && fan.length ? fan[Math.min(index, fan.length - 1)]
      : find(root, element) ?? inDialog?.querySelector("button") ?? fan.find((card) => card.tabIndex === 0)
        ?? root.querySelector(".actions button") ?? root.querySelector(".say");
    /** @type {HTMLElement | null | undefined} */ (heir)?.focus({ preventScroll: true });
  };
}

/** The move whose button got the focus. @type {import("./wire.js").Step | null} */
let focused = null;

/** With keys, focuses the button that confirms a finished move. @param {HTMLElement} root @param {import("./model.js").Model} model */
export function focusConfirm(root, { unconfirmed, keyboard }) {
  if (unconfirmed && keyboard && unconfirmed !== focused) /** @type {HTMLElement | null} */ (root.querySelector("[data-element='confirm']"))?.focus();
  focused = unconfirmed;
}

/** Where somebody is in the middle of something else. */
const ELSEWHERE = "dialog, aside, input, textarea, select, .notices";

/** The turn has come: brings the focus to the hand of somebody who works by keys. @param {HTMLElement} root @param {import("./model.js").Model} model */
export function focusTurn(root, { scene, keyboard, picks }) {
  const at = document.activeElement;
  if (picks.length || scene?.begun.length || document.querySelector("dialog:modal") || at !== document.body && (!keyboard || at?.closest(ELSEWHERE))) return;
  const idle = !scene?.steps.some(({ aside, path }) => !aside && handCard(scene, path[0] ?? ""));
  if (idle || !at?.closest(".hand")) place(root, idle)?.focus({ preventScroll: !keyboard });
}

/** The first thing on the page. @param {HTMLElement} root @param {import("./wire.js").Scene | null} scene */
export const skipLink = (root, scene) => scene && handZone(scene) ? html`<a class="skip" href="#hand-name" @click=${(/** @type {Event} */ event) => {
  event.preventDefault();
  event.stopPropagation();
  place(root, false)?.focus();
}}>${text("to_hand")}</a>` : nothing;

/** The hand's tab stop, or what can be done if the hand is `idle`. @param {HTMLElement} root @param {boolean} idle */
function place(root, idle) {
  const act = /** @type {HTMLElement | null} */ (root.querySelector(".actions .button:not([aria-disabled='true'])"));
  const card = handCards(root).find(({ tabIndex }) => tabIndex === 0);
  return idle && act || card || act;
}

/** @param {HTMLElement} root */
export const handCards = (root) => /** @type {HTMLElement[]} */ ([...root.querySelectorAll(".fan.mine > .card")]);

/** @param {HTMLElement} root @param {string | undefined} element */
const find = (root, element) =>
  element ? /** @type {HTMLElement | null} */ (root.querySelector(`[data-element="${CSS.escape(element)}"]`)) : null;
