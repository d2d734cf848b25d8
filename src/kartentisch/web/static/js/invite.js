/** How others get here: the link, its QR code, and what this device can do with it. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon, svgPicture } from "./cards.js";
import { text } from "./texts.js";

/** @typedef {import("./wire.js").Invite} Invite */

/** Keeps a command to type on one line: a hyphen at a line's end would confuse. @param {string} what */
const unbroken = (what) => what.split(/(“[^“”]*”|„[^„“]*“)/).map((part, k) => (k % 2 ? html`<span class="unbroken">${part}</span>` : part));

/** @param {Invite} invite */
export function invite({ link, qr, text: what, code }) {
  return html`<div class="inviting">
    <p class="what">${unbroken(what)}</p>
    ${link ? html`<div class="row"><label class="unseen" for="invite-link">${text("link")}</label>
      <input class="field" readonly id="invite-link" .value=${link} @focus=${(/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select()}>
      <button type="button" class="button lead" @click=${copy}>${icon("link")}${text("copy")}</button>
      ${"share" in navigator ? html`<button type="button" class="button" @click=${() => share(link)}>${text("share")}</button>` : nothing}</div>` : nothing}
    ${qr || code ? html`<div class="at-hand">${qr ? html`<div class="qr">${svgPicture(qr, text("qr"))}</div>` : nothing}
      ${code ? html`<p class="code"><span class="soft">${text("code")}</span> <b aria-label=${[...code].join(" ")}>${code}</b></p>` : nothing}</div>` : nothing}
    ${link ? html`<p class="soft answer" role="status"></p>` : nothing}
  </div>`;
}

/** Copies the link, or selects it where the browser has no clipboard (plain http). @param {Event} event */
async function copy(event) {
  const box = /** @type {HTMLElement} */ (event.target).closest(".inviting");
  const field = box?.querySelector("input");
  if (!field || !box) return;
  let done = false;
  try {
    await navigator.clipboard.writeText(field.value);
    done = true;
  } catch {
    field.focus();
    field.select();
    done = document.execCommand?.("copy") ?? false;
  }
  const answer = box.querySelector(".answer");
  if (answer) answer.textContent = text(done ? "copied" : "copy_by_hand");
}

/** @param {string} url */
async function share(url) {
  try {
    await navigator.share({ url });
  } catch {
    // The person changed their mind.
  }
}
