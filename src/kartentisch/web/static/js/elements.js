/** From a node of the page to the elements it stands for. */

import { cardElement, meanings } from "./model.js";

/** @typedef {import("./act.js").Touch} Touch */

/**
 * What lies under a click or a drop.
 * @param {import("./wire.js").Scene} scene
 * @param {Element} node
 * @returns {Touch | null}
 */
export function touchOf(scene, node) {
  const seat = /** @type {HTMLElement | null} */ (node.closest(".seat"));
  if (seat) {
    const found = scene.seats.find((one) => one.seat === Number(seat.dataset["seat"]));
    const zones = scene.zones.filter((zone) => zone.place === "seat" && zone.seat === found?.seat);
    return found ? { ids: [found.element, ...zones.flatMap((zone) => [zone.id, ...zone.means])] } : null;
  }
  const zoneNode = /** @type {HTMLElement | null} */ (node.closest("[data-zone]"));
  const zone = scene.zones.find((one) => one.id === zoneNode?.dataset["zone"]);
  if (!zone) return null;
  const cardNode = /** @type {HTMLElement | null} */ (node.closest("button[data-card]"));
  const card = zone.cards.find((one) => one.id === cardNode?.dataset["card"]);
  const space = /** @type {HTMLElement | null} */ (node.closest("[data-space]"))?.dataset["space"];
  if (space) return { ids: [...(card ? [cardElement(zone, card)] : []), `${zone.id}:${space}`, zone.id] };
  if (!card) return zone.place === "hand" ? null : { ids: meanings(zone) };
  const ids = meanings(zone, card);
  return zone.place === "hand" ? { ids, card: card.id } : { ids };
}
