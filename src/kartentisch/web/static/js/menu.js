/** The sheets of the menu and of a seat, loaded when one is first opened. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { runControl } from "./act.js";
import { BASE } from "./base.js";
import { icon } from "./cards.js";
import { roundRunning } from "./model.js";
import { anySeen, seenSheet, seenZones } from "./seen-cards.js";
import { confirmFirst, hasSheet, sheet, sheetSeat, show, showSeat, showSeen } from "./sheets.js";
import { text } from "./texts.js";

/** @typedef {import("./act.js").Page} Page */
/** @typedef {import("./wire.js").Control} Control */
/** @typedef {import("./sheets.js").Name} Name */

/** What cannot be undone is last and red, away from the common buttons. */
const FINAL = new Set(["leave", "close", "forget", "delete"]);

/** Controls about the reader's own seat, and about the table; all others are about the match. */
const SEAT = new Set(["name", "device"]);
const TABLE = new Set(["screen", "record", "sit"]);

/** @param {Page} page */
export function menu(page) {
  const { scene } = page.model;
  if (!scene) return nothing;
  const own = scene.controls.filter((one) => one.where === "menu" && one.seat < 0);
  const seats = scene.seats.filter(({ seat }) => hasSheet(scene, seat));
  return html`<p class="soft about">${scene.title}${scene.subtitle ? ` · ${scene.subtitle}` : ""}</p>
    ${scene.options.map((option) => html`<p class="soft about option">${option}</p>`)}
    ${gameLinks(scene.game)}
    ${section(text("match"), [
      ...(scene.seat >= 0 && roundRunning(scene) ? [sheetButton("chevron", text("type_move"), () => show(page, "typed"))] : []),
      ...(anySeen(scene) ? [sheetButton("eye", text("known"), () => showSeen(page, -1))] : []),
      ...controlButtons(page, own, (one) => !SEAT.has(one) && !TABLE.has(one) && !FINAL.has(one))])}
    ${section(text("yourself"), [sheetButton("options", text("options"), () => show(page, "options")), ...controlButtons(page, own, (one) => SEAT.has(one))])}
    ${section(text("table"), [
      ...(scene.invite && scene.phase !== "waiting" ? [sheetButton("link", text("invite"), () => show(page, "invite"))] : []),
      ...controlButtons(page, own, (one) => TABLE.has(one))])}
    ${seats.length ? html`<section class="group"><h3>${text("seats")}</h3><div class="choices">${seats.map((seat) => html`<button
      type="button" class="button" aria-haspopup="dialog" data-seat-sheet=${seat.seat} @click=${() => {
        sheet("menu")?.close();
        showSeat(page, seat.seat);
      }}>${icon(seat.kind === "open" ? "plus" : seat.figure)}<bdi>${seat.name}</bdi></button>`)}</div></section>` : nothing}
    ${grouped(page, own.filter((one) => one.group), "menu")}
    <div class="final">${section(text("final"), controlButtons(page, own, (one) => FINAL.has(one)))}</div>
    <p class="about links"><a href="${BASE}/">${text("games")}</a>
      <a href="${BASE}/stored">${text("stored")}</a></p>`;
}

/** The rules of the game, and its lesson if it has one. They open beside the table. @param {string} game */
function gameLinks(game) {
  const { learn } = document.body.dataset;
  return html`<div class="buttons"><a class="button" href="${BASE}/rules/${game}" target="_blank">${text("rules")}</a>${learn
    ? html`<a class="button" href="${BASE}/learn/${game}" target="_blank">${learn}</a>` : nothing}</div>`;
}

/** Buttons under a heading; nothing if there are none. @param {string} title @param {unknown[]} buttons */
const section = (title, buttons) => buttons.length
  ? html`<section class="group"><h3>${title}</h3><div class="buttons">${buttons}</div></section>` : nothing;

/** A button of the menu that opens another sheet. @param {string} sign @param {string} label @param {() => void} then */
const sheetButton = (sign, label, then) => html`<button type="button" class="button" @click=${() => {
  sheet("menu")?.close();
  then();
}}>${icon(sign)}${label}</button>`;

/** The controls that are no choices. @param {Page} page @param {Control[]} own @param {(what: string) => boolean} which */
const controlButtons = (page, own, which) => own.filter((one) => !one.group && which(one.do)).map((one) => html`<button type="button"
  class="button ${one.lead ? "lead" : ""}" data-control=${one.do} data-arg=${one.arg} @click=${() => {
    sheet("menu")?.close();
    confirmFirst(page, one, () => runControl(page, one));
  }}><bdi>${one.label}</bdi></button>`);

/** @param {Page} page */
export function seatSheet(page) {
  const { scene } = page.model;
  const seat = scene?.seats.find((one) => one.seat === sheetSeat);
  if (!seat) return nothing;
  const own = scene?.controls.filter((one) => one.seat === sheetSeat) ?? [];
  return html`${seat.about || seat.state ? html`<p class="soft about">${seat.about || seat.state}</p>` : nothing}
    ${scene && seenZones(scene, seat.seat).length ? seenSheet(scene) : nothing}${grouped(page, own, "seat")}
    ${own.length ? nothing : html`<p class="about">${text("nothing_here")}</p>`}`;
}

/** Choices under their headings. @param {Page} page @param {Control[]} own @param {Name} name the sheet they stand in */
function grouped(page, own, name) {
  const groups = [...new Set(own.map((one) => one.group))];
  const run = (/** @type {Control} */ one) => {
    if (one.chosen) return;
    if (!one.group || one.do === "clock") sheet(name)?.close();
    confirmFirst(page, one, () => runControl(page, one));
  };
  return groups.map((group) => {
    const list = own.filter((one) => one.group === group);
    return html`<section class="group">${group ? html`<h3>${group}</h3>` : nothing}
      <div class=${group ? "choices" : "list"}>${list.map((one) => html`<button type="button" class="button ${one.chosen ? "chosen" : ""} ${one.lead ? "lead" : ""}"
        data-control=${one.do} data-arg=${one.arg} aria-pressed=${group ? one.chosen : nothing} @click=${() => run(one)}>${one.chosen
          ? icon("check") : nothing}<bdi>${one.label}</bdi></button>`)}</div></section>`;
  });
}
