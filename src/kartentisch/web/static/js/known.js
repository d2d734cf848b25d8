/** What the reader has seen of what lies at other seats: a mark on the seat, and a sheet that names the cards. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { drawing, icon } from "./cards.js";
import { counted, text } from "./texts.js";

/** @typedef {import("./wire.js").Scene} Scene */
/** @typedef {import("./wire.js").Zone} Zone */

const CARD = 48;

/** The seat whose cards the sheet shows; -1: of all of whom something is known. */
let whose = -1;
/** The open pile that the sheet shows instead; empty: none. */
let pile = "";

/** @param {number} seat */
export const lookAt = (seat) => { [whose, pile] = [seat, ""]; };

/** @param {string} zone */
export const lookThrough = (zone) => { pile = zone; };

/** What lies in the pile that is looked through. @param {Scene | null} scene */
const open = (scene) => (pile && scene?.zones.find(({ id }) => id === pile)?.look) || null;

/** What lies at a seat, with something in it that lies open to the reader. @param {Scene} scene @param {number} seat */
export const known = (scene, seat) =>
  scene.zones.filter((zone) => zone.place === "seat" && zone.seat === seat && zone.cards.length > 0);

/** Whether there is anything to look up. @param {Scene} scene */
export const anything = (scene) => scene.zones.some((zone) => zone.place === "seat" && zone.cards.length > 0);

/** How many cards of it the reader does not know. @param {Zone} zone */
const rest = ({ hidden }) => hidden ? counted("unknown", hidden) : "";

/** What is known of a seat in one sentence. @param {Zone[]} zones */
export const inWords = (zones) => zones.map((zone) =>
  `${zone.label}: ${[zone.cards.map((card) => card.label).join(", "), rest(zone)].filter(Boolean).join(". ")}`).join(". ");

/** The small sign that there is something to look up. @param {Zone[]} zones */
export const sign = (zones) => zones.length ? html`<span class="seen" aria-hidden="true">${icon("eye")}</span>` : nothing;

/** @param {Scene} scene */
const shown = (scene) => scene.zones.filter((zone) =>
  zone.place === "seat" && (whose < 0 ? zone.cards.length > 0 : zone.seat === whose && (zone.cards.length > 0 || zone.hidden > 0)));

/** The heading of the sheet. @param {Scene | null} scene */
export const title = (scene) => open(scene)?.label || (whose >= 0 && scene && shown(scene).length === 1 && shown(scene)[0]?.label) || text("known");

/** What the sheet says. @param {Scene | null} scene */
export function sheetOfKnown(scene) {
  const look = open(scene);
  if (look) return html`<section class="looked">${look.ordered ? html`<p class="soft">${text("newest_first")}</p>` : nothing}
    <ul role="list">${look.cards.map((face) => html`<li><span class="card">${drawing(face, CARD)}</span>${look.names[face]}</li>`)}</ul></section>`;
  const zones = scene && !pile ? shown(scene) : [];
  return html`${zones.map((zone) => html`<section class="looked">
    ${zones.length > 1 || whose < 0 ? html`<h3>${zone.label}</h3>` : nothing}
    <ul role="list">${repeat(zone.cards, (card) => card.id, (card) => html`<li><span class="card">${drawing(card.face, CARD)}</span>${card.label}</li>`)}</ul>
    ${rest(zone) ? html`<p class="soft">${rest(zone)}</p>` : nothing}</section>`)}`;
}
