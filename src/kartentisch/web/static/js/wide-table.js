/** What only a wide table shows: how things stand, above the log, and the loop in which play goes. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { SMALL, drawing, icon } from "./cards.js";
import { text } from "./texts.js";

/** @typedef {import("./wire.js").Scene} Scene */

/** How things stand. @param {Scene} scene */
export function summary({ summary: found, seats, phase }) {
  if (!found || phase === "result" || phase === "over") return nothing;
  return html`<section class="standing" aria-label=${found.title}><h2>${found.title}</h2><ol role="list">${found.rows.map(({ seat, says }) => {
    const { name = "", figure = "person", you = false } = seats[seat] ?? {};
    return html`<li class=${you ? "you" : ""}>${icon(figure)}<bdi>${you ? text("oneself") : name}</bdi>${Number(says) >= 0 ? html`<b>${says}</b>` : html`<span class="words">${says}</span>`}</li>`;
  })}</ol>${found.note ? html`<p class="soft">${found.note}</p>` : nothing}</section>`;
}

/** The most cards that lie before a seat; the number beside them says how many there are. */
const MOST_LYING = 8;

/** Cards that lie open before a seat. @param {import("./wire.js").Seat} seat */
export function lying({ counters }) {
  const faces = counters.flatMap((one) => one.faces).slice(0, MOST_LYING);
  return faces.length ? html`<span class="lying" aria-hidden="true">${faces.map((face) => html`<span class="card">${drawing(face, SMALL)}</span>`)}</span>` : nothing;
}

/** The direction of play, where it can change. @param {Scene} scene */
export const loop = ({ way }) => (way ? html`<div class="loop to-the-${way}" aria-hidden="true">${["below", "west", "east"].map((side) =>
  html`<span class=${side}>${icon("chevron")}</span>`)}</div>` : nothing);
