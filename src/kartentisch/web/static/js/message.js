/** A message that the prompt shows for a while. */

/** @typedef {import("./act.js").Page} Page */

/** How long a message stays, in ms, and how long one that leads to a rule does. */
const [DURATION, WITH_RULE] = [4000, 12000];

/**
 * Shows a message for a while; while it has the focus, it stays.
 * @param {Page} page
 * @param {string} words
 * @param {string} [rule] the paragraph that it follows from
 * @param {boolean} [explains] it says what something is, and refuses nothing
 */
export function showMessage(page, words, rule = "", explains = false) {
  const { model } = page;
  Object.assign(model, { message: words, rule, explains });
  clearTimeout(model.messageTimer);
  model.messageTimer = setTimeout(() => {
    if (model.message !== words || document.activeElement?.closest(".say")) return;
    model.message = "";
    page.draw();
  }, rule ? WITH_RULE : DURATION);
}
