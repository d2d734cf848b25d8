/** Shares the end of a match: by the device's own means, else as a copy, else as a field to copy from. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "./cards.js";
import { text } from "./texts.js";

/** @typedef {import("./act.js").Page} Page */

const SAID = 4000;
/** What came of it, as a key of the texts. @type {"" | "copied" | "copy_by_hand"} */
let done = "";

/** @param {Page} page */
export function passOn(page) {
  const share = page.model.scene?.result?.share;
  if (!share) return nothing;
  const told = { text: share.text, url: new URL(share.path, location.origin).href };
  const whole = `${told.text}\n${told.url}`;
  return html`${done === "copy_by_hand" ? html`<input class="field" readonly aria-label=${text("link")} .value=${whole.replace("\n", " ")} @focus=${mark}>`
    : html`<button type="button" class="button brief" data-share title=${text("share")} @click=${() => give(page, told, whole)}>${icon(done ? "check" : "link")}<span>${text(done || "share")}</span></button>`}<span
      class="unseen" role="status">${done ? text(done) : nothing}</span>`;
}

/** @param {Event} event */
const mark = ({ target }) => /** @type {HTMLInputElement} */ (target).select();

/** @param {Page} page @param {{ text: string, url: string }} told @param {string} whole */
async function give(page, told, whole) {
  try {
    if (!navigator.share) throw new Error("this browser has no such thing");
    await navigator.share(told);
    return;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return;  // the person has thought better of it
  }
  done = (await copied(whole)) ? "copied" : "copy_by_hand";
  page.draw();
  if (done === "copied") setTimeout(() => {
    done = "";
    page.draw();
  }, SAID);
  else /** @type {HTMLElement | null} */ (document.querySelector(".acts > .field"))?.focus();
}

/** Whether the clipboard has it; on plain http only the old way works. @param {string} whole */
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
