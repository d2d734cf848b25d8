/** Sheets over the table: the menu with its choices, the log on narrow screens, a question before something is done. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { control } from "./act.js";
import { icon } from "./cards.js";
import { anything, known, lookAt, lookThrough, sheetOfKnown, title } from "./known.js";
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
const sheet = (name) => /** @type {HTMLDialogElement | null} */ (document.getElementById(`sheet-${name}`));

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

/** What cannot be taken back stands last and red, away from what one presses often. */
const FINAL = new Set(["leave", "close", "forget", "delete"]);

/** What is about the reader's own seat, and what about the table; all else is about the match. */
const SEAT = new Set(["name", "device"]);
const TABLE = new Set(["screen", "record", "sit"]);

/** The seat whose sheet is open. */
let about = -1;

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

const options = lazily(() => import("./personal.js"));
const hints = lazily(() => import("./hint.js"));
const invitation = lazily(() => import("./invite.js"));

/** @param {Name} name */
const opened = (name) => sheet(name)?.open;

/** @param {Page} page */
export function sheets(page) {
  const { model } = page;
  return html`
    ${one("menu", text("menu"), menu(page))}
    ${one("log", text("log"), html`<div class="scroll" tabindex="0" @scroll=${scrolled}>${list(model)}</div>`)}
    ${one("talk", text("talk"), talk(page, "sheet"))}
    ${one("invite", text("invite"), model.scene?.invite && opened("invite") ? invitation(page.draw)?.invite(model.scene.invite) : nothing)}
    ${one("hint", text("hint"), opened("hint") ? hints(page.draw)?.hint(page, () => sheet("hint")?.close()) : nothing)}
    ${one("known", title(model.scene), sheetOfKnown(model.scene))}
    ${one("seat", model.scene?.seats.find((seat) => seat.seat === about)?.name ?? "", seatSheet(page))}
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

/** @param {Page} page */
function menu(page) {
  const { scene } = page.model;
  if (!scene) return nothing;
  const own = scene.controls.filter((one) => one.where === "menu" && one.seat < 0);
  const seats = scene.seats.filter(({ seat }) => hasSheet(scene, seat));
  return html`<p class="soft about">${scene.title}${scene.subtitle ? ` · ${scene.subtitle}` : ""}</p>
    ${scene.options.map((option) => html`<p class="soft about option">${option}</p>`)}
    ${section(text("match"), [
      ...(anything(scene) ? [way("eye", text("known"), () => look(page, -1))] : []),
      ...plain(page, own, (one) => !SEAT.has(one) && !TABLE.has(one) && !FINAL.has(one))])}
    ${section(text("yourself"), [way("options", text("options"), () => show(page, "options")), ...plain(page, own, (one) => SEAT.has(one))])}
    ${section(text("table"), [
      ...(scene.invite && scene.phase !== "waiting" ? [way("link", text("invite"), () => show(page, "invite"))] : []),
      ...plain(page, own, (one) => TABLE.has(one))])}
    ${seats.length ? html`<section class="group"><h3>${text("seats")}</h3><div class="choices">${seats.map((seat) => html`<button
      type="button" class="button" aria-haspopup="dialog" data-seat-sheet=${seat.seat} @click=${() => {
        sheet("menu")?.close();
        showSeat(page, seat.seat);
      }}>${icon(seat.kind === "open" ? "plus" : seat.figure)}<bdi>${seat.name}</bdi></button>`)}</div></section>` : nothing}
    ${grouped(page, own.filter((one) => one.group), "menu")}
    <div class="final">${section(text("final"), plain(page, own, (one) => FINAL.has(one)))}</div>
    <p class="about links"><a href="/rules/${scene.game}" target="_blank">${text("rules")}</a> <a href="/">${text("games")}</a>
      <a href="/stored">${text("stored")}</a></p>`;
}

/** Buttons under a heading; nothing where there are none. @param {string} title @param {unknown[]} buttons */
const section = (title, buttons) => buttons.length
  ? html`<section class="group"><h3>${title}</h3><div class="buttons">${buttons}</div></section>` : nothing;

/** A button from the menu to another sheet. @param {string} sign @param {string} label @param {() => void} then */
const way = (sign, label, then) => html`<button type="button" class="button" @click=${() => {
  sheet("menu")?.close();
  then();
}}>${icon(sign)}${label}</button>`;

/** Those that are no choices. @param {Page} page @param {Control[]} own @param {(what: string) => boolean} which */
const plain = (page, own, which) => own.filter((one) => !one.group && which(one.do)).map((one) => html`<button type="button"
  class="button ${one.lead ? "lead" : ""}" data-control=${one.do} data-arg=${one.arg} @click=${() => {
    sheet("menu")?.close();
    confirmFirst(page, one, () => control(page, one));
  }}><bdi>${one.label}</bdi></button>`);

/** @param {Page} page */
function seatSheet(page) {
  const { scene } = page.model;
  const seat = scene?.seats.find((one) => one.seat === about);
  if (!seat) return nothing;
  const own = scene?.controls.filter((one) => one.seat === about) ?? [];
  return html`${seat.about || seat.state ? html`<p class="soft about">${seat.about || seat.state}</p>` : nothing}
    ${scene && known(scene, seat.seat).length ? sheetOfKnown(scene) : nothing}${grouped(page, own, "seat")}
    ${own.length ? nothing : html`<p class="about">${text("nothing_here")}</p>`}`;
}

/** Choices under their headings. @param {Page} page @param {Control[]} own @param {Name} name the sheet they stand in */
function grouped(page, own, name) {
  const groups = [...new Set(own.map((one) => one.group))];
  const run = (/** @type {Control} */ one) => {
    if (one.chosen) return;
    if (!one.group || one.do === "clock") sheet(name)?.close();
    confirmFirst(page, one, () => control(page, one));
  };
  return groups.map((group) => {
    const list = own.filter((one) => one.group === group);
    return html`<section class="group">${group ? html`<h3>${group}</h3>` : nothing}
      <div class=${group ? "choices" : "list"}>${list.map((one) => html`<button type="button" class="button ${one.chosen ? "chosen" : ""} ${one.lead ? "lead" : ""}"
        data-control=${one.do} data-arg=${one.arg} aria-pressed=${group ? one.chosen : nothing} @click=${() => run(one)}>${one.chosen
          ? icon("check") : nothing}<bdi>${one.label}</bdi></button>`)}</div></section>`;
  });
}
