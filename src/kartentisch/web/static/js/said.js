/** What the page says for a while instead of the situation. */

/** @typedef {import("./act.js").Page} Page */

/** How long an answer to a try stays, in ms. */
const SAID = 4000;

/** Say something instead of the situation, for a while; with the focus on it, readers have all the time. @param {Page} page @param {string} words */
export function say(page, words) {
  const { model } = page;
  model.said = words;
  clearTimeout(model.until);
  model.until = setTimeout(() => {
    if (model.said !== words || document.activeElement?.matches(".say")) return;
    model.said = "";
    page.draw();
  }, SAID);
}
