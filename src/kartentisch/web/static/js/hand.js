/** The reader's hand, a row of buttons with one tab stop, and the reader's other zones beside it. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { counter, drawing, label, mark } from "./cards.js";
import { sizes } from "./fit.js";
import { sortedHand } from "./hand-order.js";
import { begunElements, cardElement, handZone } from "./model.js";
import { preference, reducedMotion } from "./preferences.js";
import { pluralText, text } from "./texts.js";
import { choice, zone } from "./zones.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./zones.js").Choices} Choices */

/** The card that is the hand's tab stop. */
let tabStop = "";

/** Makes this card the hand's tab stop. @param {string} id */
export const setTabStop = (id) => { tabStop = id; };

/** @param {Model} model @param {Choices} choices */
export function ownCards(model, choices) {
  const { scene } = model;
  if (!scene) return nothing;
  const own = scene.zones.filter((zone) => zone.place === "own");
  const mine = handZone(scene);
  if (!own.length && !mine) return nothing;
  return html`${own.length ? html`<div class="owns">${repeat(own, (one) => one.id, (one) => zone(one, choices))}</div>` : nothing}
    ${mine ? cards(model, mine, choices) : nothing}`;
}

/** @param {Model} model @param {import("./wire.js").Zone} mine @param {Choices} choices */
function cards(model, mine, choices) {
  const { scene } = model;
  if (!scene) return nothing;
  const holds = scene.picked.length ? begunElements(scene, model.begunCards) : new Set(model.begunCards.map((id) => `${mine.id}|${id}`));
  const list = sortedHand(scene.game, mine);
  if (!list.some((card) => card.id === tabStop)) tabStop = list[0]?.id ?? "";
  const sinks = scene.prompt.yours && preference("low");
  return html`<section class="hand" data-zone=${mine.id} aria-labelledby="hand-name">
    <h2 class="unseen" id="hand-name">${mine.label || text("hand")}, ${pluralText("cards", mine.cards.length)}</h2>
    <div class="fan mine">
      ${repeat(list, (card) => card.id, (card) => {
        const element = cardElement(mine, card);
        const up = card.id === model.raised || holds.has(`${mine.id}|${card.id}`);
        const { next, digit } = choice(choices, [element]);
        const ringed = next?.aside || (next && model.picks.length > 0) ? next : undefined;
        if (model.replaying) return html`<span role="img" class="card" data-card=${card.id} aria-label=${card.label}>${drawing(card.face, sizes.hand)}${label(card.tag)}</span>`;
        return html`<button type="button" class="card ${up ? "up" : card.low && sinks ? "low" : ""}" data-card=${card.id}
          data-element=${element} data-of=${mine.id} tabindex=${card.id === tabStop ? 0 : -1} aria-pressed=${up}
          aria-label=${cardName(card)}>${drawing(card.face, sizes.hand)}${label(card.tag)}${mark(ringed, digit)}</button>`;
      })}
    </div>
    ${mine.counters.length ? html`<p class="sums">${mine.counters.map(counter)}</p>` : nothing}
  </section>`;
}

/**
 * Scrolls to the first playable card when the turn comes, unless the person wants no help or is at a card.
 * @param {HTMLElement} root
 * @param {import("./wire.js").Scene} scene
 */
export function scrollToPlayable(root, scene) {
  const fan = root.querySelector(".fan.mine[data-scrolls='true']");
  if (!fan || !preference("low") || fan.matches("[data-keys='true'] :focus-within")) return;
  const starts = new Set(scene.steps.filter(({ aside }) => !aside).map(({ path }) => path[0]));
  const first = [...fan.children].find((node) => starts.has(/** @type {HTMLElement} */ (node).dataset["element"]));
  first?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: reducedMotion() ? "instant" : "smooth" });
}

/** A card in words, with its uses. @param {import("./wire.js").Card} card */
function cardName({ label: words, says }) {
  if (!says) return words;
  return says.toLowerCase().startsWith(words.toLowerCase()) ? says : `${words}. ${says}`;
}
