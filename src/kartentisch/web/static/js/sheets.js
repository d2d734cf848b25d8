/** The sheets over the table: the menu, the log on narrow screens, a question before something is done, and more. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "./cards.js";
import { lazily } from "./lazily.js";
import { list, onScroll } from "./log.js";
import { choosePile, chooseSeat, seenSheet, seenTitle } from "./seen-cards.js";
import { talk } from "./talk.js";
import { addTexts, text } from "./texts.js";
import { addSheet } from "./wide.js";

/** @typedef {import("./act.js").Page} Page */
/** @typedef {import("./wire.js").Control} Control */

/** @typedef {"menu" | "log" | "talk" | "invite" | "known" | "seat" | "options" | "question" | "hint" | "typed"} Name */

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

/** Shows the seen cards of a seat, or with -1 of all. @param {Page} page @param {number} seat */
export function showSeen(page, seat) {
  chooseSeat(seat);
  show(page, "known");
}

/** Shows the content of an open pile. @param {Page} page @param {string} zone */
export function showPile(page, zone) {
  choosePile(zone);
  show(page, "known");
}

/** The seat whose sheet is open. */
export let sheetSeat = -1;

/** Shows the sheet of a seat. @param {Page} page @param {number} seat */
export function showSeat(page, seat) {
  sheetSeat = seat;
  chooseSeat(seat);
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

const menu = lazily(() => import("./menu.js"));
const preferences = lazily(async () => (await Promise.all([import("./preferences-sheet.js"), addSheet("options"), addTexts("options"), addTexts("tell")]))[0]);
const typed = lazily(async () => (await Promise.all([import("./typed.js"), addSheet("typed"), addTexts("typed")]))[0]);
const hints = lazily(() => import("./hint.js"));
const invitation = lazily(() => import("./invite.js"));

/** @param {Name} name */
const opened = (name) => sheet(name)?.open;

/** @param {Page} page */
export function sheets(page) {
  const { model } = page;
  return html`
    ${dialogSheet("menu", text("menu"), opened("menu") ? menu(page.draw)?.menu(page) : nothing)}
    ${dialogSheet("log", text("log"), html`<div class="scroll" tabindex="0" @scroll=${onScroll}>${list(model)}</div>`)}
    ${dialogSheet("talk", text("talk"), talk(page, "sheet"))}
    ${dialogSheet("invite", text("invite"), model.scene?.invite && opened("invite") ? invitation(page.draw)?.invite(model.scene.invite) : nothing)}
    ${dialogSheet("hint", text("hint"), opened("hint") ? hints(page.draw)?.hint(page, () => sheet("hint")?.close()) : nothing)}
    ${dialogSheet("typed", text("type_move"), opened("typed") ? typed(page.draw)?.field(page) : nothing)}
    ${dialogSheet("known", seenTitle(model.scene), seenSheet(model.scene))}
    ${dialogSheet("seat", model.scene?.seats.find((seat) => seat.seat === sheetSeat)?.name ?? "", opened("seat") ? menu(page.draw)?.seatSheet(page) : nothing)}
    ${dialogSheet("options", text("options"), opened("options") ? preferences(page.draw)?.preferencesSheet(page) : nothing)}
    ${dialogSheet("question", question?.control.confirm ?? "", html`<div class="row">
      <button type="button" class="button lead" data-answer="yes" @click=${answer}>${question?.control.label}</button>
      <button type="button" class="button" data-answer="no" @click=${() => sheet("question")?.close()}>${text("cancel")}</button></div>`)}`;
}

function answer() {
  const { then } = question ?? {};
  sheet("question")?.close();
  then?.();
}

/** A sheet. @param {Name} name @param {string} title @param {unknown} content */
export const dialogSheet = (name, title, content) => html`<dialog class="sheet" id="sheet-${name}" aria-labelledby="title-${name}"
  @click=${closeOnBackdrop} @close=${restoreFocus}><div class="inside"><header><h2 id="title-${name}">${title}</h2><button type="button" class="quiet"
  aria-label=${text("close")} @click=${() => sheet(name)?.close()}>${icon("close")}</button></header>${content}<div class="unseen spoken" role="log" aria-live="polite"></div></div></dialog>`;

/** Closes the sheet after a tap beside it. @param {Event} event */
function closeOnBackdrop(event) {
  if (event.target === event.currentTarget) /** @type {HTMLDialogElement} */ (event.target).close();
}

/** Puts the focus on the prompt if the place where it was is gone. */
function restoreFocus() {
  const at = document.activeElement;
  if (at === document.body || at?.closest("dialog:not([open])")) /** @type {HTMLElement | null} */ (document.querySelector(".say"))?.focus();
}
