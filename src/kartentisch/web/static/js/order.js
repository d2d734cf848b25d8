/** The order of the cards in the hand: the game's own, or the reader's, which the browser keeps. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "./cards.js";
import { hand } from "./model.js";
import { text } from "./texts.js";

/** @typedef {import("./wire.js").Zone} Zone */

/** Choices of this page, by game, kept by the browser or not. @type {Map<string, string>} */
const chosen = new Map();

/** @param {string} game */
const key = (game) => `kartentisch.order.${game}`;

/** @param {string} game */
function choice(game) {
  if (!chosen.has(game)) chosen.set(game, kept(game));
  return chosen.get(game) ?? "";
}

/** @param {string} game */
function kept(game) {
  try {
    return localStorage.getItem(key(game)) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} game @param {string} id */
function choose(game, id) {
  chosen.set(game, id);
  try {
    localStorage.setItem(key(game), id);
  } catch {
    // Nothing is kept here; the choice lasts until the page is left.
  }
}

/** @param {string} game @param {Zone} zone */
const now = (game, zone) => zone.orders.find(({ id }) => id === choice(game));

/** The cards as the reader wants them; those that the order does not name come last. @param {string} game @param {Zone} zone */
export function ordered(game, zone) {
  const order = now(game, zone);
  if (!order) return zone.cards;
  const place = new Map(order.cards.map((id, i) => [id, i]));
  return zone.cards.toSorted((a, b) => (place.get(a.id) ?? Infinity) - (place.get(b.id) ?? Infinity) || 0);
}

/** Goes to the next order. @param {import("./act.js").Page} page */
export function order(page) {
  const { scene } = page.model;
  const mine = scene && hand(scene);
  if (!scene || !mine?.orders.length || mine.cards.length < 2) return nothing;
  const current = now(scene.game, mine);
  const label = current?.label ?? text("order_given");
  const following = mine.orders[current ? mine.orders.indexOf(current) + 1 : 0]?.id ?? "";
  return html`<button type="button" class="quiet order" data-element="order" aria-label=${text("order", { order: label })}
    @click=${() => page.rearrange(() => choose(scene.game, following))}>${icon("sort")}<span>${label}</span></button>`;
}
