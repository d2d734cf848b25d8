/** The sheet of the preferences: all of `preferences.js`, by group. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { BASE } from "./base.js";
import { icon } from "./cards.js";
import { PREFERENCES, preference, setPreference, unavailable } from "./preferences.js";
import { QUESTIONS, answer } from "./tell.js";
import { hasText, text } from "./texts.js";

/** @typedef {import("./act.js").Page} Page */
/** @typedef {import("./preferences.js").Id} Id */
/** @typedef {import("./preferences.js").Preference} Preference */

const LIST = /** @type {[Id, Preference][]} */ (Object.entries(PREFERENCES));

/** All preferences that make sense now. @param {Page} page */
export function preferencesSheet(page) {
  const shown = LIST.filter(([, { unless }]) => !unless || unless.some((id) => ![false, "none"].includes(/** @type {boolean | string} */ (preference(/** @type {Id} */ (id))))));
  const groups = [...new Set(shown.map(([, { group }]) => group))];
  return html`<p class="soft about">${text("options_kept")}</p>
    ${groups.map((group) => html`<section class="group" aria-labelledby="options-${group}"><h3 id="options-${group}">${text(`options_${group}`)}</h3>
      ${group === "keys" ? html`<p class="soft about">${text("options_keys_about")}</p>` : nothing}
      ${shown.filter(([, option]) => option.group === group).map(([id, option]) => field(id, option))}${group === "keys" ? spoken(page) : nothing}</section>`)}
    <p class="links"><a href="${BASE}/take">${text("options_take")}</a></p>`;
}

/** The last answer of the buttons below. */
let told = "";

/** What the keys that speak say, also for people without a keyboard. @param {Page} page */
const spoken = (page) => html`<div class="choices">${QUESTIONS.map((question) => html`<button type="button" class="button" data-tell=${question}
    @click=${async () => {
      told = await answer(page, question);
      page.draw();
    }}>${text(`tell_${question}`)}</button>`)}</div>${told ? html`<p class="told">${told}</p>` : nothing}`;

/** @param {Id} id @param {Preference} option */
function field(id, option) {
  if (option.values) return choice(id, option.values);
  return typeof option.initial === "number" ? slider(id) : toggle(id);
}

/** @param {Id} id */
const help = (id) => unavailable(id) || (hasText(`option_${id}_help`) ? text(`option_${id}_help`) : "");

/** An unavailable preference says why it is unavailable, not what it does. @param {Id} id */
function toggle(id) {
  const bar = Boolean(unavailable(id));
  const change = (/** @type {Event} */ event) => {
    const box = /** @type {HTMLInputElement} */ (event.target);
    setPreference(id, box.checked).then(() => { box.checked = preference(id) === true; });
  };
  return html`<label class="option"><span class="what"><span id="option-${id}">${text(`option_${id}`)}</span>${help(id)
    ? html`<span class="soft" id="help-${id}">${help(id)}</span>` : nothing}</span><input type="checkbox" role="switch" class="switch"
    data-option=${id} aria-labelledby="option-${id}" aria-describedby=${help(id) ? `help-${id}` : nothing} aria-disabled=${bar || nothing}
    .checked=${preference(id) === true} @click=${(/** @type {Event} */ event) => bar && event.preventDefault()} @change=${change}></label>`;
}

/** @param {Id} id @param {string[]} values */
function choice(id, values) {
  return html`<div class="option" role="group" aria-labelledby="option-${id}"><span class="what"><span id="option-${id}">${text(`option_${id}`)}</span>${help(id)
    ? html`<span class="soft">${help(id)}</span>` : nothing}</span>
    <span class="choices">${values.map((value) => html`<button type="button" class="button ${preference(id) === value ? "chosen" : ""}" data-option=${id}
      data-value=${value} aria-pressed=${preference(id) === value} @click=${() => setPreference(id, value)}>${preference(id) === value ? icon("check") : nothing}${text(
        `option_${id}_${value}`)}</button>`)}</span></div>`;
}

/** @param {Id} id */
function slider(id) {
  const value = Number(preference(id));
  return html`<label class="option"><span class="what">${text(`option_${id}`)}</span><input type="range" min="0" max="100" step="10"
    data-option=${id} .value=${String(value)} @change=${(/** @type {Event} */ event) =>
      setPreference(id, Number(/** @type {HTMLInputElement} */ (event.target).value))}></label>`;
}
