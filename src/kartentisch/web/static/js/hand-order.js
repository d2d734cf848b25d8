/** The order of the cards in the hand: the game's, or one that the reader chose, which the browser stores. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "./cards.js";
import { handZone } from "./model.js";
import { load, save } from "./storage.js";
import { text } from "./texts.js";

/** @typedef {import("./wire.js").Zone} Zone */

/** The choices of this page, by game. @type {Map<string, string>} */
const chosen = new Map();

/** @param {string} game */
const key = (game) => `kartentisch.order.${game}`;

/** @param {string} game */
function chosenOrder(game) {
  if (!chosen.has(game)) chosen.set(game, load(key(game)) ?? "");
  return chosen.get(game) ?? "";
}

/** @param {string} game @param {string} id */
function choose(game, id) {
  chosen.set(game, id);
  save(key(game), id);
}

/** @param {string} game @param {Zone} zone */
const currentOrder = (game, zone) => zone.orders.find(({ id }) => id === chosenOrder(game));

/** The cards in the reader's order. Cards that the order does not name come last. @param {string} game @param {Zone} zone */
export function sortedHand(game, zone) {
  const order = currentOrder(game, zone);
  if (!order) return zone.cards;
  const place = new Map(order.cards.map((id, i) => [id, i]));
  return zone.cards.toSorted((a, b) => (place.get(a.id) ?? Infinity) - (place.get(b.id) ?? Infinity) || 0);
}

/** The button that changes to the next order. @param {import("./act.js").Page} page */
export function orderButton(page) {
  const { scene } = page.model;
  const mine = scene && handZone(scene);
  if (!scene || !mine?.orders.length || mine.cards.length < 2) return nothing;
  const current = currentOrder(scene.game, mine);
  const label = current?.label ?? text("order_given");
  const following = mine.orders[current ? mine.orders.indexOf(current) + 1 : 0]?.id ?? "";
  return html`<button type="button" class="quiet order" data-element="order" aria-label=${text("order", { order: label })}
    @click=${() => page.rearrange(() => choose(scene.game, following))}>${icon("sort")}<span>${label}</span></button>`;
}
