/** What the page says for a while instead of what the situation is. */

/** @typedef {import("./act.js").Page} Page */

/** How long an answer to a try stands, in ms. */
const SAID = 4000;

/** Says something instead of what the situation is, for a while; who reads it with the focus on it has all the time. @param {Page} page @param {string} words */
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
