/**
 * Shares the end of a match: with the device's share sheet, else through the clipboard, else as a field to copy from.
 */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { BASE } from "./base.js";
import { icon } from "./cards.js";
import { text } from "./texts.js";

/** @typedef {import("./act.js").Page} Page */

const DURATION = 4000;
/** The outcome, as a key of the texts. @type {"" | "copied" | "copy_by_hand"} */
let done = "";

/** @param {Page} page */
export function shareButton(page) {
  const share = page.model.scene?.result?.share;
  if (!share) return nothing;
  const told = { text: share.text, url: new URL(BASE + share.path, location.origin).href };
  const whole = `${told.text}\n${told.url}`;
  return html`${done === "copy_by_hand" ? html`<input class="field" readonly aria-label=${text("link")} .value=${whole.replace("\n", " ")} @focus=${mark}>`
    : html`<button type="button" class="button brief" data-share title=${text("share")} @click=${() => shareOrCopy(page, told, whole)}>${icon(done ? "check" : "link")}<span>${text(done || "share")}</span></button>`}<span
      class="unseen" role="status">${done ? text(done) : nothing}</span>`;
}

/** @param {Event} event */
const mark = ({ target }) => /** @type {HTMLInputElement} */ (target).select();

/** @param {Page} page @param {{ text: string, url: string }} told @param {string} whole */
async function shareOrCopy(page, told, whole) {
  try {
    if (!navigator.share) throw new Error("this browser has no such thing");
    await navigator.share(told);
    return;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return;  // the person changed their mind
  }
  done = (await copied(whole)) ? "copied" : "copy_by_hand";
  page.draw();
  if (done === "copied") setTimeout(() => {
    done = "";
    page.draw();
  }, DURATION);
  else /** @type {HTMLElement | null} */ (document.querySelector(".acts > .field"))?.focus();
}

/** Whether it is in the clipboard; on plain http only the old way works. @param {string} whole */
async function copied(whole) {
  try {
    await navigator.clipboard.writeText(whole);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = whole;
    field.className = "unseen";
    document.body.append(field);
    field.select();
    const found = document.execCommand?.("copy") ?? false;
    field.remove();
    return found;
  }
}
