/** The start of a pad: who plays, and how. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "./cards.js";
import { newPad } from "./pad-store.js";
import { text } from "./texts.js";

/** @typedef {import("./pad.js").Page} Page */

const LONGEST = 24;
/** @type {string[]} */
let names = [];
/** @type {Record<string, any>} */
let options = {};
let problem = "";

/** The keyboard of a phone has one big key: at a name it goes on to the next one, not to the first round. @param {KeyboardEvent} event */
export function nextName(event) {
  if (event.key !== "Enter" || event.isComposing) return;
  const fields = [...document.activeElement?.closest("ol")?.querySelectorAll("input") ?? []];
  const next = fields[fields.indexOf(/** @type {HTMLInputElement} */ (event.target)) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Fills the form with the people and options of a pad, or of none. @param {Page} page */
export function prepare({ sheet, options: known, pad, names: called }) {
  names = pad ? called.map((name, person) => (name === text("person", { n: person + 1 }) ? "" : name)) : Array(Math.max(3, sheet.seats[0])).fill("");
  options = Object.fromEntries(known.map(({ name, value }) => [name, pad?.options[name] ?? value]));
  problem = "";
}

/** @param {Page} page */
export function setup(page) {
  const { sheet, draw } = page;
  if (!names.length) prepare(page);
  const [least, most] = sheet.seats;
  const addName = () => {
    names.push("");
    draw();
    /** @type {HTMLElement | null} */ (document.querySelector(".setup li:last-child input"))?.focus();
  };
  const put = (/** @type {number} */ n, /** @type {string} */ name) => { names[n] = name; };
  return html`<form class="setup" novalidate @submit=${(/** @type {Event} */ event) => begin(event, page)}>
    <p class="soft">${text("real_cards")}</p>
    <fieldset><legend>${text("who")}</legend>
      <ol @keydown=${nextName}>${names.map((name, n) => html`<li><span class="figure">${icon(page.figures[n] ?? "mug")}</span><input type="text" maxlength=${LONGEST} autocomplete="off" enterkeyhint=${n < names.length - 1 ? "next" : "done"}
        aria-label=${text("name_of", { n: n + 1 })} placeholder=${text("person", { n: n + 1 })} .value=${name} @input=${(/** @type {Event} */ event) => put(n, valueOf(event))}>
        ${names.length > least ? html`<button type="button" class="quiet" aria-label=${text("drop_person", { n: n + 1 })} @click=${() => { names.splice(n, 1); draw(); }}>${icon("close")}</button>` : nothing}</li>`)}</ol>
      ${names.length < most ? html`<button type="button" class="button" data-do="add" @click=${addName}>${icon("plus")} ${text("add_person")}</button>` : nothing}
      <p class="soft">${text(sheet.starts === "left of dealer" ? "who_deals" : "who_help")}</p>
    </fieldset>
    <details><summary>${text("how")}</summary>${page.options.map((option) => field(option))}</details>
    ${problem ? html`<p class="problem" role="alert">${icon("warning")}<span>${problem}</span></p>` : nothing}
    <button class="button lead wide" data-do="begin">${text("begin")}</button>
  </form>`;
}

/** @param {Event} event */
const valueOf = (event) => /** @type {HTMLInputElement} */ (event.target).value;

/** @param {import("./pad.js").Option} option */
function field({ name, label, help, kind, low, high, values = [] }) {
  const id = `option-${name}`;
  const put = (/** @type {any} */ value) => { options[name] = value; };
  if (kind === "switch") {
    return html`<p class="check"><input type="checkbox" id=${id} .checked=${options[name]} @change=${(/** @type {Event} */ event) => put(/** @type {HTMLInputElement} */ (event.target).checked)}>
      <label for=${id}>${label} <span class="soft">${help}</span></label></p>`;
  }
  if (kind === "choice") {
    return html`<p class="row"><label for=${id}>${label}</label><span class="soft" id="${id}-help">${help}</span><select id=${id} aria-describedby="${id}-help" @change=${(/** @type {Event} */ event) => put(valueOf(event))}>
      ${values.map(([value, words]) => html`<option value=${value} ?selected=${options[name] === value}>${words}</option>`)}</select></p>`;
  }
  return html`<p class="row"><label for=${id}>${label}</label><span class="soft" id="${id}-help">${help}</span><input type="number" id=${id} inputmode="numeric" aria-describedby="${id}-help"
    min=${low ?? 0} max=${high ?? 0} .value=${String(options[name])} @input=${(/** @type {Event} */ event) => put(valueOf(event))}></p>`;
}

/** @param {Event} event @param {Page} page */
function begin(event, page) {
  event.preventDefault();
  const given = names.map((name) => name.trim().replace(/\s+/g, " ").slice(0, LONGEST));
  const twice = given.find((name, n) => name && given.findIndex((one) => one.toLowerCase() === name.toLowerCase()) < n);
  const wrong = page.options.find(({ name, kind, low = 0, high = 0 }) =>
    kind === "count" && !(/^\d{1,6}$/.test(String(options[name])) && Number(options[name]) >= low && Number(options[name]) <= high));
  if (twice) problem = text("names_alike", { name: twice });
  else if (wrong) problem = text("option_wrong", { label: wrong.label, value: String(options[wrong.name]).slice(0, 20), low: wrong.low ?? 0, high: wrong.high ?? 0 });
  else {
    const counts = page.options.filter(({ kind }) => kind === "count").map(({ name }) => [name, Number(options[name])]);
    const pad = newPad({ ...options, ...Object.fromEntries(counts) }, given);
    names = [];
    return page.open(pad);
  }
  if (wrong && !twice) /** @type {HTMLDetailsElement | null} */ (document.querySelector("form details"))?.setAttribute("open", "");
  page.draw();
}
