/** Sheets over the table: the menu with its choices, the log on narrow screens, a question before something is done. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "./cards.js";
import { lookAt, lookThrough, sheetOfKnown, title } from "./known.js";
import { lazily } from "./lazily.js";
import { list, scrolled } from "./log.js";
import { talk } from "./talk.js";
import { text } from "./texts.js";

/** @typedef {import("./act.js").Page} Page */
/** @typedef {import("./wire.js").Control} Control */

/** @typedef {"menu" | "log" | "talk" | "invite" | "known" | "seat" | "options" | "question" | "hint"} Name */

/** @type {{ control: Control, then: () => void } | null} */
let question = null;

/** @param {Name} name */
export const sheet = (name) => /** @type {HTMLDialogElement | null} */ (document.getElementById(`sheet-${name}`));

/** @param {Page} page @param {Name} name */
export function show(page, name) {
  const dialog = sheet(name);
  if (!dialog || dialog.open) return;
  dialog.showModal();
  page.draw();
}

/** What is known of a seat, or with -1 of all. @param {Page} page @param {number} seat */
export function look(page, seat) {
  lookAt(seat);
  show(page, "known");
}

/** What lies in an open pile. @param {Page} page @param {string} zone */
export function lookInto(page, zone) {
  lookThrough(zone);
  show(page, "known");
}

/** The seat whose sheet is open. */
export let about = -1;

/** What can be done about a seat. @param {Page} page @param {number} seat */
export function showSeat(page, seat) {
  about = seat;
  lookAt(seat);
  page.draw();
  show(page, "seat");
}

/** Whether there is a sheet for a seat. @param {import("./wire.js").Scene} scene @param {number} seat */
export const hasSheet = (scene, seat) => scene.controls.some((one) => one.seat === seat);

/** @param {Page} page @param {Control} control @param {() => void} then */
export function confirmFirst(page, control, then) {
  if (!control.confirm) return then();
  question = { control, then };
  page.draw();
  show(page, "question");
}

const choices = lazily(() => import("./choices.js"));
const options = lazily(() => import("./personal.js"));
const hints = lazily(() => import("./hint.js"));
const invitation = lazily(() => import("./invite.js"));

/** @param {Name} name */
const opened = (name) => sheet(name)?.open;

/** @param {Page} page */
export function sheets(page) {
  const { model } = page;
  return html`
    ${one("menu", text("menu"), opened("menu") ? choices(page.draw)?.menu(page) : nothing)}
    ${one("log", text("log"), html`<div class="scroll" tabindex="0" @scroll=${scrolled}>${list(model)}</div>`)}
    ${one("talk", text("talk"), talk(page, "sheet"))}
    ${one("invite", text("invite"), model.scene?.invite && opened("invite") ? invitation(page.draw)?.invite(model.scene.invite) : nothing)}
    ${one("hint", text("hint"), opened("hint") ? hints(page.draw)?.hint(page, () => sheet("hint")?.close()) : nothing)}
    ${one("known", title(model.scene), sheetOfKnown(model.scene))}
    ${one("seat", model.scene?.seats.find((seat) => seat.seat === about)?.name ?? "", opened("seat") ? choices(page.draw)?.seatSheet(page) : nothing)}
    ${one("options", text("options"), opened("options") ? options(page.draw)?.personal() : nothing)}
    ${one("question", question?.control.confirm ?? "", html`<div class="row">
      <button type="button" class="button lead" data-answer="yes" @click=${answer}>${question?.control.label}</button>
      <button type="button" class="button" data-answer="no" @click=${() => sheet("question")?.close()}>${text("cancel")}</button></div>`)}`;
}

function answer() {
  const { then } = question ?? {};
  sheet("question")?.close();
  then?.();
}

/** A sheet. @param {Name} name @param {string} title @param {unknown} content */
export const one = (name, title, content) => html`<dialog class="sheet" id="sheet-${name}" aria-labelledby="title-${name}"
  @click=${outside} @close=${home}><div class="inside"><header><h2 id="title-${name}">${title}</h2><button type="button" class="quiet"
  aria-label=${text("close")} @click=${() => sheet(name)?.close()}>${icon("close")}</button></header>${content}<div class="unseen spoken" role="log" aria-live="polite"></div></div></dialog>`;

/** A tap beside the sheet closes it. @param {Event} event */
function outside(event) {
  if (event.target === event.currentTarget) /** @type {HTMLDialogElement} */ (event.target).close();
}

/** The focus goes back to where it was; if that is gone meanwhile, to the sentence about what is to be done. */
function home() {
  const at = document.activeElement;
  if (at === document.body || at?.closest("dialog:not([open])")) /** @type {HTMLElement | null} */ (document.querySelector(".say"))?.focus();
}
