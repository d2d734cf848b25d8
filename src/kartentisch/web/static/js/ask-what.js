/** Asks the server what a card, a place, a seat or a button is: by a long press, the other mouse button, or "?". */

import { touchOf } from "./elements.js";
import { showMessage } from "./message.js";
import { cardElement } from "./model.js";
import { ignorePress } from "./press-guard.js";

/** @typedef {import("./act.js").Page} Page */

/** A finger that rests for so long asks, in ms; it may tremble by this many px. */
const [LONG, SLACK] = [650, 9];

/**
 * @param {Page} page
 * @param {Event} event
 * @param {Element} node what it is about
 */
export function askWhat(page, event, node) {
  if (node.closest("dialog, input")) return undefined;
  if (!(event instanceof PointerEvent)) return ask(page, node);
  if (event.type === "pointerdown") return waitFor(page, event, node);
  return event.pointerType === "touch" ? undefined : ask(page, node);  // a finger that rests has its own time
}

/** @param {Page} page @param {PointerEvent} press @param {Element} node */
function waitFor(page, press, node) {
  const over = new AbortController();
  const { signal } = over;
  const timer = setTimeout(() => {
    over.abort();
    ignorePress();
    ask(page, node);
  }, Math.max(0, LONG - (performance.now() - press.timeStamp)));
  signal.addEventListener("abort", () => clearTimeout(timer));
  addEventListener("pointermove", ({ clientX, clientY }) => {
    if (Math.hypot(clientX - press.clientX, clientY - press.clientY) > SLACK) over.abort();
  }, { signal });
  for (const end of ["pointerup", "pointercancel", "pointerdown"]) addEventListener(end, () => over.abort(), { signal, capture: true });
}

/** @param {Page} page @param {Element} node */
async function ask(page, node) {
  const path = pathOf(page, node);
  if (!path.length) return;
  const answer = await page.connection.ask({ do: "what", path });
  if (!answer.text) return;
  showMessage(page, answer.text, answer.paragraph, true);
  page.draw();
}

/** What it can mean, the nearest first. @param {Page} page @param {Element} node */
function pathOf({ model }, node) {
  const button = /** @type {HTMLElement | null} */ (node.closest("[data-control], .actions [data-element]"));
  if (button) return [button.dataset["element"]?.replace(/^to:/, "") ?? `control:${button.dataset["control"]}`];
  const { scene } = model;
  if (!scene) return [];
  const of = (/** @type {string} */ name) => /** @type {HTMLElement | null} */ (node.closest(`[data-${name}]`))?.dataset[name];
  const zone = scene.zones.find(({ id }) => id === of("zone"));
  const card = zone?.cards.find(({ id }) => id === of("card")) ?? (zone?.kind === "pile" ? zone.cards.at(-1) : undefined);
  const ids = [...(zone && card ? [cardElement(zone, card)] : []), ...touchOf(scene, node)?.ids ?? [], ...(zone ? [zone.id] : [])];
  return [...new Set(ids)];
}
