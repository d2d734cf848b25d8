/** Restores the picks and the focus after a reload, if nothing has happened meanwhile. */

import { handCards } from "./focus.js";
import { handZone, openSteps } from "./model.js";

const KEY = `kartentisch.picked.${location.pathname}`;

/** @param {import("./act.js").Page} page @param {HTMLElement} root */
export function savePicks({ model }, root) {
  addEventListener("pagehide", () => {
    const node = /** @type {HTMLElement | null} */ (document.activeElement);
    const { card, element } = node && root.contains(node) && !node.closest("dialog") ? node.dataset : {};
    const { scene, picks, raised, keyboard } = model;
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ since: scene?.since, picks, raised, keys: keyboard, card, element }));
    } catch {
      // Nothing can be stored: the page starts without picks.
    }
  });
}

function takeSaved() {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    sessionStorage.removeItem(KEY);
    return found;
  } catch {
    return null;
  }
}

/** Restores the picks with the first scene. @param {import("./model.js").Model} model @returns {(root: HTMLElement) => void} restores the focus once the page is drawn */
export function restorePicks(model) {
  const { scene } = model;
  const found = takeSaved();
  if (!scene || found?.since !== scene.since) return () => {};
  const held = handZone(scene)?.cards.some(({ id }) => id === found.raised);
  if (held && (found.picks.length === 1 || openSteps(scene, found.picks).length)) Object.assign(model, { picks: found.picks, raised: found.raised });
  model.keyboard = found.keys;
  return (root) => {
    const node = handCards(root).find(({ dataset }) => dataset["card"] === found.card)
      ?? (found.element && root.querySelector(`[data-element="${CSS.escape(found.element)}"]`));
    /** @type {HTMLElement | null | undefined} */ (node)?.focus({ preventScroll: true });
  };
}
