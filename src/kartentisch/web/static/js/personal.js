/** The sheet of what the person at this browser prefers: every option of `options.js`, by group. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "./cards.js";
import { OPTIONS, barred, choose, wish } from "./options.js";
import { known, text } from "./texts.js";

/** @typedef {import("./options.js").Id} Id */
/** @typedef {import("./options.js").Option} Option */

const LIST = /** @type {[Id, Option][]} */ (Object.entries(OPTIONS));

/** All options that make sense now. */
export function personal() {
  const shown = LIST.filter(([, { unless }]) => !unless || wish(/** @type {Id} */ (unless)) !== "none");
  const groups = [...new Set(shown.map(([, { group }]) => group))];
  return html`<p class="soft about">${text("options_kept")}</p>
    ${groups.map((group) => html`<section class="group" aria-labelledby="options-${group}"><h3 id="options-${group}">${text(`options_${group}`)}</h3>
      ${shown.filter(([, option]) => option.group === group).map(([id, option]) => one(id, option))}</section>`)}`;
}

/** @param {Id} id @param {Option} option */
function one(id, option) {
  if (option.values) return choice(id, option.values);
  return typeof option.start === "number" ? amount(id) : toggle(id);
}

/** @param {Id} id */
const help = (id) => barred(id) || (known(`option_${id}_help`) ? text(`option_${id}_help`) : "");

/** An unavailable option says why, not what it does. @param {Id} id */
function toggle(id) {
  const bar = Boolean(barred(id));
  const change = (/** @type {Event} */ event) => {
    const box = /** @type {HTMLInputElement} */ (event.target);
    choose(id, box.checked).then(() => { box.checked = wish(id) === true; });
  };
  return html`<label class="option"><span class="what"><span id="option-${id}">${text(`option_${id}`)}</span>${help(id)
    ? html`<span class="soft" id="help-${id}">${help(id)}</span>` : nothing}</span><input type="checkbox" role="switch" class="switch"
    data-option=${id} aria-labelledby="option-${id}" aria-describedby=${help(id) ? `help-${id}` : nothing} aria-disabled=${bar || nothing}
    .checked=${wish(id) === true} @click=${(/** @type {Event} */ event) => bar && event.preventDefault()} @change=${change}></label>`;
}

/** @param {Id} id @param {string[]} values */
function choice(id, values) {
  return html`<div class="option" role="group" aria-labelledby="option-${id}"><span class="what"><span id="option-${id}">${text(`option_${id}`)}</span>${help(id)
    ? html`<span class="soft">${help(id)}</span>` : nothing}</span>
    <span class="choices">${values.map((value) => html`<button type="button" class="button ${wish(id) === value ? "chosen" : ""}" data-option=${id}
      data-value=${value} aria-pressed=${wish(id) === value} @click=${() => choose(id, value)}>${wish(id) === value ? icon("check") : nothing}${text(
        `option_${id}_${value}`)}</button>`)}</span></div>`;
}

/** @param {Id} id */
function amount(id) {
  const value = Number(wish(id));
  return html`<label class="option"><span class="what">${text(`option_${id}`)}</span><input type="range" min="0" max="100" step="10"
    data-option=${id} .value=${String(value)} @change=${(/** @type {Event} */ event) =>
      choose(id, Number(/** @type {HTMLInputElement} */ (event.target).value))}></label>`;
}
