/** An update never loses the focus: it stays on its node, or goes to the neighbour of a node that has left. */

/** @param {HTMLElement} root @returns {() => void} to be called after the update */
export function keepFocus(root) {
  const node = /** @type {HTMLElement | null} */ (document.activeElement);
  if (!node || node === document.body || !root.contains(node)) return () => {};
  const { element } = node.dataset;
  const index = cards(root).indexOf(node);
  const inDialog = node.closest("dialog");
  return () => {
    if (document.activeElement === node && node.isConnected) return;
    if (document.activeElement && document.activeElement !== document.body) return;
    const fan = cards(root);
    const heir = node.isConnected ? node
      : index >= 0 && fan.length ? fan[Math.min(index, fan.length - 1)]
      : find(root, element) ?? inDialog?.querySelector("button") ?? fan.find((card) => card.tabIndex === 0)
        ?? root.querySelector(".actions button") ?? root.querySelector(".say");
    /** @type {HTMLElement | null | undefined} */ (heir)?.focus({ preventScroll: true });
  };
}

/** The move whose button got the focus. @type {import("./wire.js").Step | null} */
let asked = null;

/** With keys, focus the button that a finished move waits for. @param {HTMLElement} root @param {import("./model.js").Model} model */
export function toConfirm(root, { waits, keys }) {
  if (waits && keys && waits !== asked) /** @type {HTMLElement | null} */ (root.querySelector("[data-element='confirm']"))?.focus();
  asked = waits;
}

/** @param {HTMLElement} root */
export const cards = (root) => /** @type {HTMLElement[]} */ ([...root.querySelectorAll(".fan.mine > .card")]);

/** @param {HTMLElement} root @param {string | undefined} element */
const find = (root, element) =>
  element ? /** @type {HTMLElement | null} */ (root.querySelector(`[data-element="${CSS.escape(element)}"]`)) : null;
