/** The other seats: figure, name, what they hold, whose turn it is. On wide screens they are around the table. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { SMALL, counter, drawing, icon, mark } from "./cards.js";
import { clock } from "./clocks.js";
import { css } from "./css.js";
import { seenInWords, seenMark, seenZones } from "./seen-cards.js";
import { hasSheet } from "./sheets.js";
import { bubble } from "./talk.js";
import { text } from "./texts.js";
import { isWide } from "./wide.js";
import { choice } from "./zones.js";

/** @typedef {import("./wire.js").Scene} Scene */
/** @typedef {import("./wire.js").Seat} Seat */

/** The most cards drawn of a seat's hand on a wide screen. */
const MOST_BACKS = 10;

/** A hand as a fan, and the pile beside it. @param {import("./wire.js").Zone} hand @param {boolean} pile */
function backs({ cards, hidden, back }, pile) {
  const faces = [...cards.map((card) => card.face), ...Array.from({ length: hidden }, () => back)].slice(0, MOST_BACKS);
  return html`<span class="backs" aria-hidden="true" ${css({ "--n": faces.length })}>${faces.map((face, i) =>
    html`<span class="card" ${css({ "--i": i })}>${drawing(face, SMALL)}</span>`)}${pile && back ? html`<span class="taken">${drawing(back, SMALL)}</span>` : nothing}</span>`;
}

/** The seats to show, in order from the reader's left. @param {Scene} scene */
function shown(scene) {
  const at = scene.seats.findIndex((seat) => seat.seat === scene.seat);
  if (at < 0) return scene.seats;
  const round = [...scene.seats.slice(at + 1), ...scene.seats.slice(0, at)];
  const own = scene.seats[at];
  return own && (scene.phase === "waiting" || own.guest) ? [...round, own] : round;
}

/** How far down the edge one seat sits: below those at the top, or high up where nobody is there. */
const [ALONE, FACING] = [0.6, 0.16];

/**
 * Where seat `i` of `n` sits at a wide table: which edge, and how far along it (0 to 1). Left from the bottom up, then
 * the top, then down the right edge.
 * @param {number} i
 * @param {number} n
 * @returns {{ side: "left" | "top" | "right", along: number }}
 */
function place(i, n) {
  const wings = n === 1 ? 0 : n < 6 ? 1 : n < 8 ? 2 : 3;
  const tops = n - 2 * wings;
  const down = (/** @type {number} */ k) => (wings > 1 ? (k + 0.5) / wings : tops ? ALONE : FACING);
  if (i < wings) return { side: "left", along: down(wings - 1 - i) };
  if (i < wings + tops) return { side: "top", along: (i - wings + 0.5) / tops };
  return { side: "right", along: down(i - wings - tops) };
}

/**
 * @param {Scene} scene
 * @param {import("./zones.js").Choices} choices
 * @param {(seat: Seat) => unknown} [more] what else stands at a seat
 */
export function otherSeats(scene, choices, more = () => nothing) {
  const list = shown(scene);
  return html`<section class="around" aria-label=${text("others")}><ul class="others" role="list" data-many=${list.length > 3} data-crowd=${list.length > 5} ${css({ "--seats": list.length })}>
    ${repeat(list, (seat) => seat.seat, (seat, i) => seatItem(scene, seat, choices, place(i, list.length), more(seat)))}
  </ul></section>`;
}

/**
 * @param {Scene} scene
 * @param {Seat} seat
 * @param {import("./zones.js").Choices} choices
 * @param {{ side: string, along: number }} where
 * @param {unknown} more
 */
function seatItem(scene, seat, choices, { side, along }, more) {
  const zones = scene.zones.filter((zone) => zone.place === "seat" && zone.seat === seat.seat);
  const fan = zones.find((zone) => zone.cards.length || zone.hidden && zone.back);
  const { next, digit } = choice(choices, [seat.element, ...zones.flatMap((zone) => [zone.id, ...zone.means])]);
  const open = seenZones(scene, seat.seat);
  const [first, ...rest] = seat.counters;
  const marks = [seat.turn ? "turn" : "", seat.away ? "off" : "", seat.kind, seat.you ? "you" : "",
    hasSheet(scene, seat.seat) ? "sheeted" : ""].join(" ");
  return html`<li class="seat ${marks}" data-seat=${seat.seat} data-side=${side} ${css({ "--along": along })}>
    <span class="figure">${icon(seat.kind === "open" ? "plus" : seat.figure)}
      ${first ? html`<span class="count ${first.strong ? "strong" : ""}" aria-hidden="true">${first.n}</span>` : nothing}
      ${seenMark(open)}${seat.next ? html`<span class="after" aria-hidden="true">${icon("chevron")}</span>` : nothing}${clock(seat)}${mark(next, digit)}${bubble(seat.seat)}</span>
    <span class="who"><bdi class="name" title=${seat.name}>${seat.called || seat.name}</bdi>${seat.called ? html`<span class="a-bot">${icon("bot")}<span
      class="words">${text("bot")}</span></span>` : nothing}${seat.host ? html`<span class="host"
      title=${text("host")}>${icon("host")}<span class="unseen">${text("host")}</span></span>` : nothing}</span>
    ${seat.turn ? html`<span class="unseen up">${text("turn")}</span>` : nothing}${more}
    ${fan && isWide() ? backs(fan, rest.some(({ icon: name, n }) => name === "pile" && n > 0)) : nothing}
    <span class="counters">${first ? html`<span class="first">${counter(first)}</span>` : nothing}${rest.map(counter)}
      ${seat.state ? html`<span class="state" title=${seat.about || nothing}>${seat.state}</span>` : nothing}</span>
    ${seat.about ? html`<span class="unseen">${seat.about}</span>` : nothing}
    ${next || open.length ? html`<button type="button" class="hit" data-element=${seat.element} data-seat=${seat.seat} data-look=${next ? nothing : ""}
      tabindex=${next?.aside ? -1 : 0} aria-haspopup=${next ? nothing : "dialog"}
      aria-label=${[next?.says || next?.label, seenInWords(open)].filter(Boolean).join(". ")}></button>` : nothing}
  </li>`;
}
