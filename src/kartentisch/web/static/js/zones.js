/** The zones on the table: piles, rows, grids, fans, rings and scores, each a section with a heading. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { counter, drawing, icon, label, mark } from "./cards.js";
import { css } from "./css.js";
import { ratio, sizes, width } from "./fit.js";
import { begunElements, cardElement, meanings, symbol } from "./model.js";
import { onRing, shape, waitingPlaces } from "./ring.js";
import { pluralText, text } from "./texts.js";

/** @typedef {import("./wire.js").Zone} Zone */
/** @typedef {import("./wire.js").Card} Card */
/** @typedef {import("./model.js").NextPick} NextPick */

/** What can be picked next, with the digits for it; `named`: a zone has that id. @typedef {{ next: NextPick, digit: number, named: boolean }[]} Choices */

/** Meanings that a larger zone has. @type {Set<string>} */
let shared = new Set();

/** What the begun move holds. @type {Set<string>} */
let begun = new Set();

/** @param {Zone[]} zones @param {import("./wire.js").Scene} scene */
export function prepareZones(zones, scene) {
  begun = begunElements(scene, []);
  shared = new Set(zones.filter((one) => one.size !== "small").flatMap((one) => one.means));
}

const NO_CHOICE = { next: undefined, digit: 0, named: false };

/** @param {Choices} choices @param {string[]} ids */
export const choice = (choices, ids) => choices.find(({ next }) => ids.includes(next.element)) ?? NO_CHOICE;

/**
 * The meaning that is marked on a zone: its own, or one that no zone is named after. If several zones share that one,
 * the larger is marked.
 * @param {Zone} zone
 * @param {Choices} choices
 */
function chosen(zone, choices) {
  return choice(choices.filter(({ next, named }) => (named ? next.element === zone.id : zone.size !== "small" || !shared.has(next.element))), meanings(zone));
}

/** A zone in words. @param {Zone} zone */
function words(zone) {
  const cards = zone.kind === "pile" ? zone.cards.slice(-1) : zone.cards;
  const number = zone.count >= 0 ? zone.count : zone.hidden;
  const parts = [
    cards.map((card) => card.label).join(", "),
    number || !cards.length && zone.kind !== "score" ? (number ? pluralText("cards", number) : text("empty")) : "",
    zone.caption,
  ];
  return `${zone.label}: ${parts.filter(Boolean).join(". ")}`;
}

/** @param {Zone} zone @param {Choices} choices @param {Zone[]} [inside] what lies in the middle of a ring @returns {unknown} */
export function zone(zone, choices, inside = []) {
  const [column, row, columns, rows] = zone.at;
  return html`<section class="zone is-${zone.kind} size-${zone.size} ${zone.arrow ? "arrow" : ""} ${zone.parts ? "parts" : ""}"
    data-zone=${zone.id} aria-label=${zone.label}
    ${css({ "--column": `${column + 1} / span ${columns}`, "--row": `${row * 3 + 1} / span ${rows * 3}`, "--later": row ? 1 : 0, "--ratio": ratio(zone) })}>
    <h3 class=${zone.show_label ? "label" : "unseen"}>${zone.label}</h3>
    ${content(zone, choices, inside)}
    ${zone.caption ? html`<p class="caption">${captioned(zone) ? html`<b>${zone.label}</b> ` : nothing}${zone.caption}</p>` : nothing}
  </section>`;
}

/** @param {Zone} zone */
const captioned = ({ show_label, label: name, caption }) => !show_label && !caption.startsWith(name);

/** What lies in the zone. @param {Zone} zone @param {Choices} choices @param {Zone[]} [inside] */
function content(zone, choices, inside = []) {
  switch (zone.kind) {
    case "pile": return pile(zone, choices);
    case "score": return html`<div class="lay">${zone.counters.map(counter)}</div>`;
    case "ring": return ring(zone, choices, inside);
    default: return spread(zone, choices);
  }
}

/** @param {Zone} zone @param {Choices} choices */
function pile(zone, choices) {
  const { next, digit } = chosen(zone, choices);
  const size = width(zone);
  const number = zone.count >= 0 ? zone.count : zone.hidden;
  const top = zone.cards.slice(-1);
  const deep = number > 1 || number <= 0 && zone.cards.length > 0 && zone.count < 0 && zone.size !== "small";
  const under = zone.under.map((face) => html`<span class="under" aria-hidden="true">${drawing(face, size)}</span>`);
  return html`<div class="lay ${deep ? "deep" : ""} ${top.length || number > 0 ? "" : "bare"}">
    ${under}${repeat(top, (card) => card.id, (card) => html`<span class="card" data-card=${card.id}>${drawing(card.face, size)}${label(card.tag, begun.has(zone.id) || isBegun(zone, card))}</span>`)}
    ${!top.length && number > 0 && zone.back ? html`<span class="card back">${drawing(zone.back, size)}</span>` : nothing}
    ${number >= 0 && (zone.count >= 0 || zone.hidden) ? html`<span class="number" aria-hidden="true">${number}</span>` : nothing}
    ${mark(next, digit)}
    ${hitButton(zone, next)}
    ${zone.arrow ? html`<span class="chevrons" aria-hidden="true">${icon("chevron")}${icon("chevron")}${icon("chevron")}</span>` : nothing}
  </div>`;
}

/** The button over a zone. Only a target is in the tab order; others are for pointers and screen readers. @param {Zone} zone @param {NextPick} [next] */
const hitButton = (zone, next) => html`<button type="button" class="hit" data-element=${zone.id} data-of=${zone.id}
  tabindex=${next ? (next.aside ? -1 : 0) : zone.look ? 0 : -1} aria-haspopup=${zone.look && !next ? "dialog" : nothing}
  aria-label=${next ? `${next.says || next.label}. ${words(zone)}` : words(zone)}></button>`;

/** Cards side by side: row, grid, fan. @param {Zone} zone @param {Choices} choices */
function spread(zone, choices) {
  const target = choice(choices, [zone.id, ...zone.means]);
  const size = width(zone);
  const backs = zone.back ? Array.from({ length: zone.hidden }, (_, i) => i) : [];
  return html`<div class="lay" ${css({ "--columns": zone.columns || 1 })}>
    ${target.next ? html`${mark(target.next, target.digit)}${hitButton(zone, target.next)}` : nothing}
    ${begun.has(zone.id) ? label(zone.cards.find(({ tag }) => tag)?.tag ?? "", true) : nothing}
    ${repeat(zone.cards, (card) => card.id, (card) => cardButton(zone, card, choices, size))}
    ${backs.map(() => html`<span class="card back">${drawing(zone.back, size)}</span>`)}
    ${!zone.cards.length && !backs.length && !zone.show_label ? html`<span class="unseen">${text("empty")}</span>` : nothing}
  </div>`;
}

/** @param {Zone} zone @param {Card} card @param {Choices} choices @param {number} size */
function cardButton(zone, card, choices, size) {
  const element = cardElement(zone, card);
  const { next, digit } = choice(choices, [element]);
  /** @type {Record<string, string>} */
  const where = zone.kind === "grid" && card.at >= 0
    ? { "--cell": `${Math.floor(card.at / (zone.columns || 1)) + 1} / ${card.at % (zone.columns || 1) + 1}` }
    : {};
  const picked = isBegun(zone, card);
  return html`<button type="button" class="card" data-card=${card.id} data-element=${element} data-of=${zone.id} aria-pressed=${picked || nothing}
    tabindex=${next && !next.aside ? 0 : -1} aria-label=${next?.says ? `${next.says}. ${card.label}` : card.label} ${css(where)}>
    ${drawing(card.face, size)}${begun.has(zone.id) ? nothing : label(card.tag, picked)}${mark(next, digit)}</button>`;
}

/** @param {Zone} zone @param {Card} card */
const isBegun = (zone, card) => begun.has(`${zone.id}|${card.id}`);

/** @param {Zone} around @param {Choices} choices @param {Zone[]} inside */
function ring(around, choices, inside) {
  const target = choice(choices, [around.id, ...around.means.filter((id) => !id.startsWith(`${around.id}:`))]);
  const places = Array.from({ length: around.spaces }, (_, space) => onRing(space, around.spaces, sizes.ring));
  const place = (/** @type {number} */ space) => css({ "--x": `${places[space]?.x}%`, "--y": `${places[space]?.y}%` });
  const { breadth, bend } = shape(around.spaces, sizes.ring);
  const waits = waitingPlaces(around.room, around.spaces, sizes.ring);
  return html`<div class="lay track" ${css({ "--aspect": sizes.ring, "--breadth": breadth, "--bend": bend + breadth / 2 })}>
    ${places.map(({ back }, space) => oneSpace(around, space, choices, place(space), back))}
    ${target.next ? html`${mark(target.next, target.digit)}${hitButton(around, target.next)}` : nothing}
    ${inside.length ? html`<div class="middle">${repeat(inside, (one) => one.id, (one) => zone(one, choices))}</div>` : nothing}
    ${repeat(around.cards, (card) => card.id, (card) => {
      const element = cardElement(around, card);
      const { next, digit } = choice(choices, card.at < 0 ? [element, `${around.id}:${card.at}`] : [element]);
      const back = card.runs && places[card.at]?.back;
      const spot = waits[-1 - card.at];
      const where = spot ? css({ "--x": `${spot.x}%`, "--y": `${spot.y}%`, "--size": spot.size }) : place(card.at);
      return html`<button type="button" class="card piece ${back ? "back" : ""} ${spot ? "waits" : ""}" data-card=${card.id} data-element=${next?.element ?? element} data-of=${around.id} data-space=${card.at}
        tabindex=${next && !next.aside ? 0 : -1} aria-label=${spot ? next?.says || card.label : `${card.label} ${card.at}`} ${where}>
        ${drawing(card.face, SIZE_OF_PIECE)}${label(card.tag, isBegun(around, card))}${mark(next, digit)}</button>`;
    })}
  </div>`;
}

/** A space of a ring: while it can be picked, a button with the piece that would stand there. @param {Zone} zone @param {number} space @param {Choices} choices @param {unknown} where @param {boolean} back */
function oneSpace(zone, space, choices, where, back) {
  const element = `${zone.id}:${space}`;
  const { next, digit } = choice(choices, [element]);
  const kind = `space ${space === zone.start ? "start" : ""} ${space === zone.next ? "next" : ""}`;
  if (!next) return html`<span class=${kind} data-space=${space} aria-hidden="true" ${where}>${space}</span>`;
  return html`<button type="button" class=${kind} data-element=${element} data-of=${zone.id} data-space=${space}
    tabindex=${next.aside ? -1 : 0} aria-label=${next.says || next.label} ${where}>${next.ghost
    ? html`<span class="ghost ${back && findCard(zone, next.ghost)?.runs ? "back" : ""}">${drawing(next.ghost, SIZE_OF_PIECE)}</span>` : space}${mark(next, digit)}</button>`;
}

const SIZE_OF_PIECE = 100;

/** The card of a zone with this face, or with this last part of it. @param {Zone} zone @param {string} face */
const findCard = (zone, face) => zone.cards.find((card) => card.face === face || symbol(card.face) === symbol(face));
