/** The reader's hand: a row of buttons with one tab stop, and beside it what else is the reader's own. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { counter, drawing, label, mark } from "./cards.js";
import { sizes } from "./fit.js";
import { cardElement, hand, held } from "./model.js";
import { still, wish } from "./options.js";
import { ordered } from "./order.js";
import { counted, text } from "./texts.js";
import { choice, zone } from "./zones.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./zones.js").Choices} Choices */

/** The card that Tab comes to. */
let stop = "";

/** Makes this card the hand's tab stop. @param {string} id */
export const stopAt = (id) => { stop = id; };

/** @param {Model} model @param {Choices} choices */
export function yours(model, choices) {
  const { scene } = model;
  if (!scene) return nothing;
  const own = scene.zones.filter((zone) => zone.place === "own");
  const mine = hand(scene);
  if (!own.length && !mine) return nothing;
  return html`${own.length ? html`<div class="owns">${repeat(own, (one) => one.id, (one) => zone(one, choices))}</div>` : nothing}
    ${mine ? cards(model, mine, choices) : nothing}`;
}

/** @param {Model} model @param {import("./wire.js").Zone} mine @param {Choices} choices */
function cards(model, mine, choices) {
  const { scene } = model;
  if (!scene) return nothing;
  const holds = scene.picked.length ? held(scene, model.held) : new Set(model.held.map((id) => `${mine.id}|${id}`));
  const list = ordered(scene.game, mine);
  if (!list.some((card) => card.id === stop)) stop = list[0]?.id ?? "";
  const sinks = scene.prompt.yours && wish("low");
  return html`<section class="hand" data-zone=${mine.id} aria-labelledby="hand-name">
    <h2 class="unseen" id="hand-name">${mine.label || text("hand")}, ${counted("cards", mine.cards.length)}</h2>
    <div class="fan mine">
      ${repeat(list, (card) => card.id, (card) => {
        const element = cardElement(mine, card);
        const up = card.id === model.raised || holds.has(`${mine.id}|${card.id}`);
        const { next, digit } = choice(choices, [element]);
        const ringed = next?.aside || (next && model.picks.length > 0) ? next : undefined;
        if (model.past) return html`<span role="img" class="card" data-card=${card.id} aria-label=${card.label}>${drawing(card.face, sizes.hand)}${label(card.tag)}</span>`;
        return html`<button type="button" class="card ${up ? "up" : card.low && sinks ? "low" : ""}" data-card=${card.id}
          data-element=${element} data-of=${mine.id} tabindex=${card.id === stop ? 0 : -1} aria-pressed=${up}
          aria-label=${name(card)}>${drawing(card.face, sizes.hand)}${label(card.tag)}${mark(ringed, digit)}</button>`;
      })}
    </div>
    ${mine.counters.length ? html`<p class="sums">${mine.counters.map(counter)}</p>` : nothing}
  </section>`;
}

/**
 * At your turn, scroll to the first playable card, unless you want no help.
 * @param {HTMLElement} root
 * @param {import("./wire.js").Scene} scene
 */
export function reveal(root, scene) {
  const fan = root.querySelector(".fan.mine[data-scrolls='true']");
  if (!fan || !wish("low")) return;
  const starts = new Set(scene.steps.filter(({ aside }) => !aside).map(({ path }) => path[0]));
  const first = [...fan.children].find((node) => starts.has(/** @type {HTMLElement} */ (node).dataset["element"]));
  first?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: still() ? "instant" : "smooth" });
}

/** A card in words, with its possible uses. @param {import("./wire.js").Card} card */
function name({ label: words, says }) {
  if (!says) return words;
  return says.toLowerCase().startsWith(words.toLowerCase()) ? says : `${words}. ${says}`;
}
