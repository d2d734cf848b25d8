/**
 * The form of the desk: cards are picked as faces, by colour and then by value, instead of from lists of names. The lists
 * stay in the form, unseen: they are what is sent. Slots that do not count at present are hidden and not sent.
 */

import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { drawing, icon } from "./cards.js";

/**
 * @typedef {{ game: string, names: Record<string, string>, groups: [string, string, string[]][],
 *   slots: Record<string, string[] | null>, copies: Record<string, number>, among: Record<string, string> }} Picker
 * @typedef {HTMLSelectElement | HTMLInputElement} Control
 */

const BIG = 104, SMALL = 46;
const form = /** @type {HTMLFormElement} */ (document.querySelector("form.desk"));
const place = /** @type {HTMLElement} */ (document.getElementById("picker"));
const picker = /** @type {Picker} */ (JSON.parse(form.dataset["picker"] ?? "{}"));
const slots = /** @type {HTMLElement[]} */ ([...form.querySelectorAll("[data-slot]")]);
const cards = slots.filter((slot) => slot.dataset["kind"]);
let active = "";
let group = "";

/** @param {HTMLElement} slot */
const nameOf = (slot) => slot.dataset["slot"] ?? "";
/** @param {HTMLElement} slot */
const control = (slot) => /** @type {Control} */ (slot.querySelector("select, input"));
/** @param {HTMLElement} slot */
const labelOf = (slot) => slot.querySelector("label, legend")?.textContent ?? "";
/** @param {HTMLElement} slot */
const several = (slot) => slot.dataset["kind"] === "cards";

/** What a slot says. @param {string} name */
function said(name) {
  const slot = slots.find((one) => nameOf(one) === name);
  if (!slot || slot.hidden) return "";
  return cards.includes(slot) ? control(slot).value : new FormData(form).get(name)?.toString() ?? "";
}

/** @param {HTMLElement} slot @returns {string[]} */
const held = (slot) => control(slot).value.split(",").map((one) => one.trim()).filter(Boolean);

/** The slot whose cards a slot names too. @param {HTMLElement} slot */
const wholeOf = (slot) => cards.find((one) => !one.hidden && nameOf(one) === picker.among[nameOf(slot)]);

/** Whether a slot can name a card once more: the game may have no more of them, and several cards can only be some of a whole. @param {HTMLElement} slot @param {string} token */
function hasRoom(slot, token) {
  const count = (/** @type {HTMLElement} */ one) => held(one).filter((each) => each === token).length;
  const would = (/** @type {HTMLElement} */ one) => (one !== slot ? count(one) : several(one) ? count(one) + 1 : 1);
  const whole = wholeOf(slot);
  if (whole && several(slot) && would(slot) > count(whole)) return false;
  const shown = cards.filter((one) => !one.hidden);
  const used = shown.filter((one) => !wholeOf(one)).map((one) => Math.max(would(one), ...shown.filter((part) => wholeOf(part) === one).map(would)));
  return used.reduce((sum, n) => sum + n, 0) <= (picker.copies[token] ?? 0);
}

/** Hide what does not count, in the order of the form: a slot may hang on one before it. */
function weigh() {
  for (const slot of [...slots, ...slots]) {  // a card may hang on a fact, which stands below it
    const [name, values = ""] = (slot.dataset["when"] ?? "").split("=");
    slot.hidden = !!name && (values ? !values.split(",").includes(said(name)) : !said(name));
  }
}

/** @param {HTMLElement | undefined} slot */
function turnTo(slot) {
  active = slot ? nameOf(slot) : "";
  const chosen = slot && held(slot).at(-1);
  group = picker.groups.find(([, , tokens]) => chosen && tokens.includes(chosen))?.[0] ?? group;
}

/** @param {HTMLElement} slot @param {string} token @param {boolean} byKey */
function pick(slot, token, byKey) {
  if (several(slot)) {
    if (held(slot).length < Number(slot.dataset["most"]) && hasRoom(slot, token)) control(slot).value = [...held(slot), token].join(",");
  } else {
    control(slot).value = token;
    weigh();
    turnTo(cards.find((one) => !one.hidden && !control(one).value && !several(one)) ?? slot);
  }
  draw();
  if (byKey && nameOf(slot) !== active) place.querySelector("button")?.focus();
}

/** What is not there any more is not named by another slot either. @param {HTMLElement} slot @param {number} at */
function takeAway(slot, at) {
  const gone = held(slot)[at];
  control(slot).value = held(slot).filter((_, place) => place !== at).join(",");
  const left = held(slot).filter((one) => one === gone).length;
  for (const part of cards.filter((one) => several(one) && wholeOf(one) === slot)) {
    let n = 0;
    control(part).value = held(part).filter((one) => one !== gone || ++n <= left).join(",");
  }
  draw();
  place.querySelector("button")?.focus();
}

/** On a small screen the cards to choose from may lie below the fold: a tap on "+" would seem to do nothing. */
function bringInView() {
  place.scrollIntoView({ block: "nearest", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
}

function draw() {
  weigh();
  if (cards.every((slot) => slot.hidden || nameOf(slot) !== active)) turnTo(cards.find((slot) => !slot.hidden));
  for (const slot of cards) drawSlot(slot);
  const slot = cards.find((one) => nameOf(one) === active);
  render(slot ? pickerOf(slot) : nothing, place);
}

/** @param {HTMLElement} slot */
function drawSlot(slot) {
  let host = /** @type {HTMLElement | null} */ (slot.querySelector(".shown"));
  if (!host) {
    host = document.createElement("div");
    host.className = "shown";
    slot.prepend(host);
    control(slot).hidden = true;
  }
  const tokens = held(slot);
  slot.classList.toggle("several", tokens.length > 1);
  const names = tokens.map((token) => picker.names[token]).join(", ");
  render(html`<button type="button" class="chosen" aria-pressed=${nameOf(slot) === active} aria-label="${labelOf(slot)}${names ? `: ${names}` : ""}"
    @click=${() => { turnTo(slot); draw(); bringInView(); }}>${tokens.length ? tokens.map((token) => drawing(`${picker.game}/${token}`, several(slot) ? SMALL : BIG)) : icon("plus")}</button>`, host);
}

/** @param {HTMLElement} slot */
function pickerOf(slot) {
  const allowed = picker.slots[active];
  const whole = several(slot) ? wholeOf(slot) : undefined;
  const groups = whole ? [/** @type {const} */ (["", "", [...new Set(held(whole))]])]
    : picker.groups.map(([letter, name, tokens]) => /** @type {const} */ ([letter, name, tokens.filter((one) => !allowed || allowed.includes(one))]))
      .filter(([, , tokens]) => tokens.length);
  const shown = groups.find(([letter]) => letter === group) ?? groups[0];
  const chosen = held(slot);
  const full = several(slot) && chosen.length >= Number(slot.dataset["most"]);
  return html`<h2>${(place.dataset["empty"] ?? "").replace("{slot}", labelOf(slot))}</h2>${whole && !held(whole).length ? html`<p class="soft">${(place.dataset["first"] ?? "").replace("{slot}", labelOf(whole))}</p>` : nothing}
    ${groups.length > 1 ? html`<div class="colours" role="group" aria-label=${labelOf(slot)}>${groups.map(([letter, name]) =>
      html`<button type="button" class="button" aria-pressed=${letter === shown?.[0]} @click=${() => { group = letter; draw(); }}>${icon(`mark-${letter}`)}<span>${name}</span></button>`)}</div>` : nothing}
    <div class="faces" role="group" aria-label=${(groups.length > 1 && shown?.[1]) || labelOf(slot)}>${(shown?.[2] ?? []).map((token) =>
      html`<button type="button" aria-label=${picker.names[token] ?? token} aria-pressed=${chosen.includes(token)} ?disabled=${full || !hasRoom(slot, token)}
        @click=${(/** @type {MouseEvent} */ event) => pick(slot, token, event.detail === 0)}>${drawing(`${picker.game}/${token}`, SMALL)}</button>`)}</div>
    ${several(slot) && chosen.length ? html`<div class="few taken" role="group" aria-label=${place.dataset["takeAway"] ?? ""}>${chosen.map((token, at) =>
      html`<button type="button" aria-label="− ${picker.names[token]}" @click=${() => takeAway(slot, at)}>${drawing(`${picker.game}/${token}`, SMALL)}</button>`)}</div><p class="soft">${place.dataset[full ? "enough" : "takeAway"]}</p>` : nothing}`;
}

form.addEventListener("change", draw);
form.addEventListener("submit", () => {
  for (const field of /** @type {NodeListOf<Control>} */ (form.querySelectorAll("select, input"))) {
    field.disabled = !field.value || !!field.closest("[hidden][data-slot]");
  }
});
window.addEventListener("pageshow", () => {  // back from the answer
  for (const field of /** @type {NodeListOf<Control>} */ (form.querySelectorAll("select, input"))) field.disabled = false;
  draw();
});
weigh();
const wanted = cards.find((slot) => !slot.hidden && `#${nameOf(slot)}` === location.hash);
turnTo(wanted ?? cards.find((slot) => !slot.hidden && !control(slot).value && !several(slot)) ?? cards.find((slot) => !slot.hidden));
draw();
if (wanted) bringInView();
