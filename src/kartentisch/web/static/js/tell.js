/**
 * Keys that speak: a letter asks the server about the table, and the page says the answer, for screen readers and, if the
 * person wants that, aloud. The focus stays where it is.
 */

import { readAloud } from "./speech.js";
import { addTexts, hasText, text } from "./texts.js";

/** @typedef {import("./act.js").Page} Page */

/** What can be asked. The text of each begins with its letter. */
export const QUESTIONS = ["last", "turn", "hand", "counts", "points", "wants"];
/** Sentences that stay in the region. */
const MOST = 5;

/** What is spoken here comes into a region of its own: sentences of the log that come at the same time stay apart. */
const region = document.createElement("div");
region.className = "unseen spoken";
region.setAttribute("role", "log");
region.ariaLive = "polite";
region.id = "told";
document.body.append(region);

/** @param {Page} page @param {string} key */
export async function tell(page, key) {
  if (!hasText("tell_last")) await addTexts("tell");
  const question = QUESTIONS.find((one) => text(`tell_${one}`)[0] === key.toUpperCase());
  if (question) await answer(page, question);
}

/** Asks the server and says what it answers. @param {Page} page @param {string} question @returns {Promise<string>} */
export async function answer(page, question) {
  const { text: said = "" } = await page.connection.ask({ do: "tell", arg: question });
  const line = document.createElement("p");
  line.textContent = said;
  const where = document.querySelector("dialog[open] .spoken") ?? region;
  where.append(line);  // the same sentence once more is a new one, and is spoken
  while (where.childElementCount > MOST) where.firstElementChild?.remove();
  readAloud([{ n: 0, text: said, seat: -1, bold: "", you: false }], document.documentElement.lang, () => {});
  return said;
}
