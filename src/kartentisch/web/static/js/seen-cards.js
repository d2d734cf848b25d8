/** The cards at other seats that the reader has seen: a mark on the seat, and a sheet that names them. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { drawing, icon } from "./cards.js";
import { pluralText, text } from "./texts.js";

/** @typedef {import("./wire.js").Scene} Scene */
/** @typedef {import("./wire.js").Zone} Zone */

const CARD_WIDTH = 48;

/** The seat whose cards the sheet shows; -1: all seats with seen cards. */
let shownSeat = -1;
/** The open pile that the sheet shows instead; empty: none. */
let shownPile = "";

/** @param {number} seat */
export const chooseSeat = (seat) => { [shownSeat, shownPile] = [seat, ""]; };

/** @param {string} zone */
export const choosePile = (zone) => { shownPile = zone; };

/** The content of the pile that the sheet shows. @param {Scene | null} scene */
const openPile = (scene) => (shownPile && scene?.zones.find(({ id }) => id === shownPile)?.look) || null;

/** The zones at a seat in which the reader sees cards. @param {Scene} scene @param {number} seat */
export const seenZones = (scene, seat) =>
  scene.zones.filter((zone) => zone.place === "seat" && zone.seat === seat && zone.cards.length > 0);

/** Whether the reader sees cards at any seat. @param {Scene} scene */
export const anySeen = (scene) => scene.zones.some((zone) => zone.place === "seat" && zone.cards.length > 0);

/** How many cards of a zone the reader does not know, in words. @param {Zone} zone */
const unseenCount = ({ hidden }) => hidden ? pluralText("unknown", hidden) : "";

/** What the reader knows of a seat, in one sentence. @param {Zone[]} zones */
export const seenInWords = (zones) => zones.map((zone) =>
  `${zone.label}: ${[zone.cards.map((card) => card.label).join(", "), unseenCount(zone)].filter(Boolean).join(". ")}`).join(". ");

/** The small mark of a seat with seen cards. @param {Zone[]} zones */
export const seenMark = (zones) => zones.length ? html`<span class="seen" aria-hidden="true">${icon("eye")}</span>` : nothing;

/** @param {Scene} scene */
const shownZones = (scene) => scene.zones.filter((zone) =>
  zone.place === "seat" && (shownSeat < 0 ? zone.cards.length > 0 : zone.seat === shownSeat && (zone.cards.length > 0 || zone.hidden > 0)));

/** The heading of the sheet. @param {Scene | null} scene */
export const seenTitle = (scene) => openPile(scene)?.label || (shownSeat >= 0 && scene && shownZones(scene).length === 1 && shownZones(scene)[0]?.label) || text("known");

/** The content of the sheet. @param {Scene | null} scene */
export function seenSheet(scene) {
  const look = openPile(scene);
  if (look) return html`<section class="looked">${look.ordered ? html`<p class="soft">${text("newest_first")}</p>` : nothing}
    <ul role="list">${look.cards.map((face) => html`<li><span class="card">${drawing(face, CARD_WIDTH)}</span>${look.names[face]}</li>`)}</ul></section>`;
  const zones = scene && !shownPile ? shownZones(scene) : [];
  return html`${zones.map((zone) => html`<section class="looked">
    ${zones.length > 1 || shownSeat < 0 ? html`<h3>${zone.label}</h3>` : nothing}
    <ul role="list">${repeat(zone.cards, (card) => card.id, (card) => html`<li><span class="card">${drawing(card.face, CARD_WIDTH)}</span>${card.label}</li>`)}</ul>
    ${unseenCount(zone) ? html`<p class="soft">${unseenCount(zone)}</p>` : nothing}</section>`)}`;
}
