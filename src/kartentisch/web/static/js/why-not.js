/** Why something cannot be played: the server says it, with the paragraph of the rules. */

import { showMessage } from "./message.js";

/** @typedef {import("./act.js").Page} Page */

/**
 * Asks why the picks cannot be played.
 * @param {Page} page
 * @param {string[]} path
 * @param {string} [raised] only this card was raised: it says so itself, unless there is a rule for it
 */
export async function whyNot(page, path, raised) {
  const { model } = page;
  const since = model.scene?.since ?? -1;
  const answer = await page.connection.ask({ do: "why", path: [...path], since });
  const moved = raised ? model.raised !== raised || model.message || !answer.paragraph : model.scene?.since !== since;
  if (answer.text && !moved) showMessage(page, answer.text, answer.paragraph);
  if (!raised) page.springBack();
  page.draw();
}
