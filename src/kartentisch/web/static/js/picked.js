/** Restores the picks and the focus when the page is reloaded, if nothing has come between. */

import { cards } from "./focus.js";
import { hand, open } from "./model.js";

const KEY = `kartentisch.picked.${location.pathname}`;

/** @param {import("./act.js").Page} page @param {HTMLElement} root */
export function keepPicked({ model }, root) {
  addEventListener("pagehide", () => {
    const node = /** @type {HTMLElement | null} */ (document.activeElement);
    const { card, element } = node && root.contains(node) && !node.closest("dialog") ? node.dataset : {};
    const { scene, picks, raised, keys } = model;
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ since: scene?.since, picks, raised, keys, card, element }));
    } catch {
      // Nothing is kept here: the page starts afresh.
    }
  });
}

function kept() {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    sessionStorage.removeItem(KEY);
    return found;
  } catch {
    return null;
  }
}

/** With the first scene. @param {import("./model.js").Model} model @returns {(root: HTMLElement) => void} gives the focus back, once it is drawn */
export function pickAgain(model) {
  const { scene } = model;
  const found = kept();
  if (!scene || found?.since !== scene.since) return () => {};
  const held = hand(scene)?.cards.some(({ id }) => id === found.raised);
  if (held && (found.picks.length === 1 || open(scene, found.picks).length)) Object.assign(model, { picks: found.picks, raised: found.raised });
  model.keys = found.keys;
  return (root) => {
    const node = cards(root).find(({ dataset }) => dataset["card"] === found.card)
      ?? (found.element && root.querySelector(`[data-element="${CSS.escape(found.element)}"]`));
    /** @type {HTMLElement | null | undefined} */ (node)?.focus({ preventScroll: true });
  };
}
