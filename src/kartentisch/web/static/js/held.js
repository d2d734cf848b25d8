/** What the begun move holds: its cards and zones, as the scene says, the same on all devices of a seat. */

import { cardElement } from "./model.js";

/** @typedef {import("./wire.js").Scene} Scene */
/** @typedef {import("./wire.js").Zone} Zone */
/** @typedef {import("./wire.js").Card} Card */

/**
 * Of equal cards those that were picked on this device, then those with a tag, else the first ones.
 * @param {Scene} scene
 * @param {string[]} here ids of the hand cards picked on this device
 * @returns {Set<string>} ids of zones, `zone|card` of cards
 */
export function held(scene, here) {
  /** @type {Set<string>} */
  const found = new Set();
  for (const element of scene.picked) {
    const zone = scene.zones.find(({ id }) => id === element) ?? scene.zones.find(({ means }) => means.includes(element));
    const cards = scene.zones.flatMap((one) => one.cards.filter((card) => cardElement(one, card) === element)
      .map((card) => ({ card, id: `${one.id}|${card.id}` }))).filter(({ id }) => !found.has(id));
    const card = cards.find(({ card: { id } }) => here.includes(id)) ?? cards.find(({ card: { tag } }) => tag) ?? cards[0];
    if (card) found.add(card.id);
    else if (zone) found.add(zone.id);
  }
  return found;
}
