/** The action row: the game's buttons, the targets of the picks, and the controls of the table. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { choose, confirm, pick, pressButton, putBack, runControl, tapRaised, undoLastPick } from "./act.js";
import { BASE } from "./base.js";
import { icon } from "./cards.js";
import { hiddenPicks } from "./hand-mode.js";
import { orderButton } from "./hand-order.js";
import { canArm, completedStep, handCard, nextPicks, roundRunning, targets } from "./model.js";
import { isOffline } from "./prompt.js";
import { confirmFirst } from "./sheets.js";
import { text } from "./texts.js";

/** @typedef {import("./act.js").Page} Page */
/** @typedef {import("./model.js").NextPick} NextPick */
/** @typedef {import("./wire.js").Button} Button */

/** @param {Page} page @param {unknown} more what else stands in the row */
export function actions(page, more) {
  const { model } = page;
  const { scene } = model;
  if (model.net.state === "ended") return html`<div class="acts"><button type="button" class="button" @click=${() => location.reload()}>${text("reload")}</button><a
    class="button" href="${BASE}/">${text("games")}</a></div>`;
  if (isOffline(model)) return html`<div class="acts"><button type="button" class="button" @click=${() => page.connection.connectNow()}>${text("connect_now")}</button></div>`;
  if (!scene) return nothing;
  const picks = model.busy ? model.picks.slice(0, -1) : model.picks;
  const playing = scene.seat >= 0 && roundRunning(scene);
  const picking = playing && (picks.length > 0 && !picks[0]?.startsWith("button:") || Boolean(model.unconfirmed && !model.busy));
  return html`${playing ? orderButton(page) : nothing}<div class="acts">${model.unconfirmed && !model.busy ? confirmButtons(page, model.unconfirmed)
    : picking ? targetButtons(page, picks) : playing ? gameButtons(page) : nothing}
    ${picking ? nothing : controls(page)}${more}${scene.phase === "closed" ? html`<a class="button lead" href="${BASE}/">${text("games")}</a>` : nothing}</div>
    ${playing ? repeat(scene.buttons.filter((button) => button.joins), (button) => button.id, (button) => joiningButton(page, button)) : nothing}`;
}

/** One more press plays the finished move. @param {Page} page @param {import("./wire.js").Step} step */
const confirmButtons = (page, { path, says }) => html`<button type="button" class="button lead" data-element="confirm"
    aria-label="${text(path[0]?.startsWith("button:") ? "done_it" : "play_it")}: ${says}" @click=${() => confirm(page)}>${icon("check")}${text(
    path[0]?.startsWith("button:") ? "done_it" : "play_it")}</button>${putBackButton(page, false)}`;

/** @param {Page} page @param {boolean} short */
const putBackButton = (page, short) => html`<button type="button" class="button back ${short ? "short" : ""}" data-element="back"
  aria-keyshortcuts="Escape" aria-label=${text("put_back")} @click=${() => putBack(page)}>${icon("close")}<span>${text("put_back")}</span></button>`;

/** Picks one of the targets; the one without an element is the step that the picks complete. @param {Page} page @param {string} element @param {string[]} picks */
export function pickTarget(page, element, picks) {
  const { scene } = page.model;
  const step = scene && completedStep(scene, picks);
  if (element) pick(page, element);
  else if (step) choose(page, step);
  else tapRaised(page);
}

/** @param {Page} page @param {string[]} picks */
function targetButtons(page, picks) {
  const { scene } = page.model;
  if (!scene) return nothing;
  const list = targets(scene, picks).filter(({ element }) => !handCard(scene, element));  // cards are picked in the hand
  return html`${repeat(list, ({ element }) => element, ({ element, label, says, aside }, i) => html`<button type="button"
      class="button lead" data-element=${element.startsWith("button:") ? element : `to:${element}`} aria-label=${says ? `${label}: ${says}` : label}
      aria-keyshortcuts=${i < 9 ? i + 1 : nothing} @click=${() => pickTarget(page, element, picks)}>${i < 9 ? html`<kbd>${i + 1}</kbd>` : nothing}${aside
        ? icon("interject") : nothing}${label}</button>`)}
    ${putBackButton(page, list.length > (page.model.keyboard ? 1 : 2))}`;
}

/** The game's buttons, then the readings of the picks: steps of one button that is not in the row. @param {Page} page */
function gameButtons(page) {
  const { scene } = page.model;
  if (!scene) return nothing;
  const possible = nextPicks(scene, []);
  const named = new Set(scene.buttons.map(({ id }) => id));
  const digit = (/** @type {string} */ id) => scene.begun.length && possible.findIndex(({ element }) => element === id) + 1;
  const readings = possible.filter(({ element }) => element.startsWith("button:") && !named.has(element));
  return html`${repeat(scene.buttons.filter((button) => !button.joins), (button) => button.id, (button) => {
      const next = possible.find(({ element }) => element === button.id);
      return gameButton(page, button.id, next?.label || button.label, button.icon, next, button.lead, digit(button.id));
    })}
    ${repeat(readings, ({ element }) => element, (next) => gameButton(page, next.element, next.label, "", next, true, digit(next.element)))}
    ${repeat(hiddenPicks(scene, possible), ({ element }) => element, ({ element, label, says, aside }) => html`<button type="button" class="button lead"
      data-element=${`to:${element}`} aria-label=${says ? `${label}: ${says}` : label} @click=${() => pick(page, element)}>${aside ? icon("interject") : nothing}${label}</button>`)}
    ${scene.begun.length > 1 ? html`<button type="button" class="button" @click=${() => undoLastPick(page)}>${icon("undo")}${text("last_pick")}</button>` : nothing}
    ${scene.begun.length ? putBackButton(page, true) : nothing}`;
}

/**
 * @param {Page} page
 * @param {string} id
 * @param {string} label
 * @param {string} sign
 * @param {NextPick | undefined} next the step it stands for now
 * @param {boolean} lead
 * @param {number} digit the key that presses it, 0: none
 */
function gameButton(page, id, label, sign, next, lead, digit) {
  const kind = !next ? "not-now" : next.aside ? "lead aside" : lead ? "lead" : "";
  const shown = next?.aside ? "interject" : sign;
  const narrow = shown.startsWith("mark-") ? "sign" : "";
  return html`<button type="button" class="button ${kind} ${narrow}" data-element=${id} aria-disabled=${!next}
    aria-keyshortcuts=${digit || nothing} @click=${() => pressButton(page, id)}>${digit ? html`<kbd aria-hidden="true">${digit}</kbd>` : nothing}${shown ? icon(shown) : nothing}${label}</button>`;
}

/** A joining button has its fixed place at the end of the row. @param {Page} page @param {Button} button */
function joiningButton(page, button) {
  const { scene, armed } = page.model;
  if (!scene) return nothing;
  const own = nextPicks(scene, []).some(({ element }) => element === button.id);
  const can = canArm(button);
  const pressed = !own && armed === button.id;
  return html`<button type="button" class="button joins ${own ? (button.lead ? "lead" : "") : pressed ? "armed" : can ? "" : "not-now"}"
    data-element=${button.id} aria-pressed=${own ? nothing : pressed} aria-disabled=${!own && !pressed && !can}
    @click=${() => pressButton(page, button.id)}>${button.icon ? icon(button.icon) : nothing}${button.label}</button>`;
}

/** The controls of the table that belong in the row. @param {Page} page */
function controls(page) {
  const list = page.model.scene?.controls.filter((one) => one.where === "row") ?? [];
  return repeat(list, (one) => `${one.do}/${one.arg}`, (one) => html`<button type="button" class="button ${one.lead ? "lead" : ""}"
    data-control=${one.do} @click=${() => confirmFirst(page, one, () => runControl(page, one))}>${one.label}</button>`);
}
