/** A round as it is entered: cards as keys, steppers, one of the people, flags; and what it lacks. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { drawing, icon } from "./cards.js";
import { cardsView } from "./pad-cards.js";
import { cellOf, count, isAsked, personal, place, pointsOf, read, readRound, worthOf } from "./pad-reading.js";
import { storeDraft } from "./pad-store.js";
import { headline, lack, signed } from "./pad-words.js";
import { pluralText, text } from "./texts.js";

/** @typedef {import("./pad.js").Page} Page */
/** @typedef {import("./pad-reading.js").Cell} Cell */
/** @typedef {import("./pad-reading.js").Value} Value */
/** @typedef {import("./pad-store.js").Draft} Draft */

/** Opens a round. @param {Page} page @param {number} round @param {number} [person] */
export function startRound(page, round, person = 0) {
  page.taps = [];
  page.draft = { pad: page.pad.id, round, person, values: {} };
  storeDraft(page.draft);
}

/** The values of the round: those of the pad, and over them what was tapped. @param {Page} page */
export const here = ({ draft, values }) => ({ ...values[draft?.round ?? 0], ...draft?.values });

/** The round as it stands with what has been tapped. @param {Page} page */
export const now = (page) => readRound(page.sheet, page.pad.options, page.pad.people, page.draft?.round ?? 1, here(page));

/** @param {Page} page @param {string} at @param {Value} value @param {string} what in words, for the undo */
export function put(page, at, value, what) {
  const { draft } = page;
  if (!draft) return;
  page.taps.push({ values: draft.values, what });
  draft.values = { ...draft.values, [at]: value };
  page.notice = null;
  storeDraft(draft);
  page.draw();
}

/** Adds the entries that make what was tapped count: one for each person with cards, one for all the rest. @param {Page} page */
export function commit(page) {
  const { draft, sheet, values } = page;
  if (!draft) return;
  const { round } = draft;
  const before = values[round] ?? {};
  /** @type {Record<string, any>} */
  const whole = {};
  const entries = [];
  for (const [at, value] of Object.entries(draft.values)) {
    if (JSON.stringify(before[at]) === JSON.stringify(value)) continue;
    const cut = at.lastIndexOf(" ");
    const cell = cellOf(sheet, at.slice(0, cut));
    const person = Number(at.slice(cut + 1));
    if (cell.kind === "cards") entries.push({ do: /** @type {const} */ ("enter"), round, person, values: { [cell.name]: value } });
    else if (personal(cell)) (whole[cell.name] ??= {})[person] = value;
    else whole[cell.name] = value;
  }
  if (Object.keys(whole).length) entries.push({ do: /** @type {const} */ ("enter"), round, values: whole });
  page.taps = [];
  draft.values = {};
  storeDraft(draft);
  page.add(entries);
}

/** @param {Page} page */
function save(page) {
  if (now(page).problems.length) return void document.getElementById("lack")?.focus();
  commit(page);
  page.go("table");
}

/** A key of the keyboard. @param {Page} page @param {string} key @returns {boolean} whether it did something */
export function tapKey(page, key) {
  const found = /** @type {HTMLElement | null} */ (document.querySelector(`[data-key="${CSS.escape(key)}"]`));
  const last = key === "Backspace" && /** @type {HTMLElement | null} */ (document.querySelector(".held .card:last-of-type"));
  (found || last || null)?.click();
  return Boolean(found || last);
}

/** @param {Page} page */
export function roundView(page) {
  if (page.sheet.cells.some(({ kind }) => kind === "cards")) return cardsView(page);
  const round = now(page);
  const alone = page.sheet.cells.filter(personal).length === 1;
  return html`<form class="round" @submit=${(/** @type {Event} */ event) => { event.preventDefault(); save(page); }}>
    ${page.sheet.cells.map((cell) => block(page, cell, round, alone))}
    <div class="panel tally">${alone ? nothing : html`<dl>${page.names.map((name, person) => html`<div><dt><bdi>${name}</bdi></dt><dd>${signed(round.points[person] ?? 0)}</dd></div>`)}</dl>`}
      ${lacking(page)}</div>
    ${preview(page)}
    <div class="acts">${saveButton(page)}</div>
  </form>`;
}

/** @param {Page} page */
export const saveButton = (page) => html`<button class="button ${now(page).problems.length ? "not-now" : "lead"}" type="button" data-do="save"
  @click=${() => save(page)}>${now(page).problems.length ? nothing : icon("check")} ${text("save_round", { n: page.draft?.round ?? 1 })}</button>`;

/** What the round lacks: the first thing of it. @param {Page} page */
export function lacking(page) {
  const [first] = now(page).problems;
  if (!first) return nothing;
  const [bold, rest] = lack(page, first);
  return html`<p class="lack" id="lack" role="status" tabindex="-1">${icon("warning")}<span><b>${bold}</b> ${rest}</span></p>`;
}

/** Who leads if the round stays like this. @param {Page} page */
export function preview(page) {
  const { sheet, pad, values, names, draft } = page;
  if (!draft || now(page).problems.length) return nothing;
  const all = [...values];
  all[draft.round] = here(page);
  const reading = read(sheet, pad.options, pad.people, Array.from(all, (one) => one ?? {}));
  const rest = names.flatMap((name, person) => (reading.best.includes(person) ? [] : [`${name} ${signed(reading.totals[person] ?? 0)}`]));
  return html`<p class="leads"><b>${headline({ ...page, reading, over: reading.over })}</b> ${rest.length ? html`<span class="soft">${text("if_so", { rest: rest.join(", ") })}</span>` : nothing}</p>`;
}

// ---- Cells -----------------------------------------------------------------------------------------------------------

/** @param {Page} page @param {Cell} cell @param {import("./pad-reading.js").Round} round @param {boolean} alone */
function block(page, cell, round, alone) {
  const values = here(page);
  if (cell.kind === "flag") {
    return html`<p class="check"><input type="checkbox" id="cell-${cell.name}" .checked=${Boolean(values[place(cell.name)])}
      @change=${(/** @type {Event} */ event) => put(page, place(cell.name), Number(/** @type {HTMLInputElement} */ (event.target).checked), cell.label)}><label for="cell-${cell.name}">${cell.label}</label></p>`;
  }
  const people = page.names.map((_, person) => person);
  const asked = people.filter((person) => isAsked(page.sheet, cell, person, values));
  if (!asked.length || (cell.kind === "one" && !isAsked(page.sheet, cell, -1, values))) return nothing;
  return cell.kind === "one" ? oneOf(page, cell) : alone ? rows(page, cell, asked, round) : columns(page, cell, asked);
}

/** Points in words. @param {number} n */
const points = (n) => pluralText("points", n).replace(`${n}`, signed(n));

/** @param {Page} page @param {Cell} cell */
function oneOf(page, cell) {
  const { pad, names } = page;
  const chosen = here(page)[place(cell.name)];
  const people = [...names.map((name, person) => ({ name, person })), ...(cell.nobody === false ? [] : [{ name: text("nobody"), person: -1 }])];
  return html`<fieldset class="cell"><legend>${cell.label} ${cell.worth === 0 ? nothing : html`<span class="soft">${points(worthOf(cell, pad.options))}</span>`}</legend>
    <div class="choices">${people.map(({ name, person }) => html`<label class="button ${chosen === person ? "chosen" : ""}"><input class="unseen" type="radio" name="cell-${cell.name}" .checked=${chosen === person}
      @change=${() => put(page, place(cell.name), person, text("card_of", { name, card: cell.label }))}><bdi>${name}</bdi></label>`)}</div></fieldset>`;
}

/** One person below the other. @param {Page} page @param {Cell} cell @param {number[]} asked @param {import("./pad-reading.js").Round} round */
function rows(page, cell, asked, round) {
  const { names, figures, reading, draft, values } = page;
  const before = (/** @type {number} */ person) => {
    const old = reading.rounds.find(({ number }) => number === draft?.round);
    const counted = old && !old.problems.length ? old.points[person] ?? 0 : 0;
    return (reading.totals[person] ?? 0) - (values.length ? counted : 0);
  };
  return html`<section class="cell"><h2>${cell.label} ${cell.shown ? nothing : html`<span class="soft">${cell.help}</span>`}</h2>
    <ul class="lines">${asked.map((person) => {
      const n = count(here(page)[place(cell.name, person)]);
      return html`<li><span class="figure">${icon(figures[person] ?? "mug")}</span>
        <span class="name"><b><bdi>${names[person]}</bdi></b> <span class="soft">${text("points_so_far", { n: signed(before(person)) })}</span></span>
        ${stepper(page, cell, person)}<b class="total">${signed(before(person) + (round.points[person] ?? 0))}</b>
        ${cell.shown ? html`<span class="shown" aria-hidden="true">${n ? Array.from({ length: Math.min(n, 9) }, (_, at) => face(cell.shown?.[at % cell.shown.length] ?? "")) : html`<span class="soft">${cell.none}</span>`}</span>` : nothing}</li>`;
    })}</ul>${cell.shown ? html`<p class="soft">${cell.help}</p>` : nothing}</section>`;
}

/** @param {string} name */
const face = (name) => html`<span class="card">${drawing(name, 50)}</span>`;

/** One person beside the other. @param {Page} page @param {Cell} cell @param {number[]} asked */
function columns(page, cell, asked) {
  const { sheet, pad, names } = page;
  const check = sheet.checks.find((one) => one.cell === cell.name);
  const sum = asked.reduce((all, person) => all + count(here(page)[place(cell.name, person)]), 0);
  const wrong = check && (sum < check.low || sum > check.high);
  return html`<section class="cell"><h2>${cell.label} <span class="soft">${text("points_each", { n: worthOf(cell, pad.options) })}</span>
      <span class="of ${wrong ? "wrong" : "soft"}">${check ? text("of_sum", { n: sum, of: check.high }) : sum}</span></h2>
    <ul class="columns">${asked.map((person) => html`<li><span class="soft"><bdi>${names[person]}</bdi></span>${stepper(page, cell, person)}</li>`)}</ul></section>`;
}

/** @param {Page} page @param {Cell} cell @param {number} person */
function stepper(page, cell, person) {
  const { low = 0, high = 99, label } = cell;
  const at = place(cell.name, person);
  const n = count(here(page)[at]);
  const name = page.names[person] ?? "";
  const to = (/** @type {number} */ value) => value !== n && put(page, at, Math.max(0, Math.min(high, value)), text("card_of", { name, card: label }));
  return html`<span class="stepper"><button type="button" class="quiet" aria-label=${text("less_of", { name, label })} aria-disabled=${n <= low} @click=${() => to(n - 1)}>${icon("minus")}</button>
    <input type="text" inputmode="numeric" maxlength="3" aria-label=${text("card_of", { name, card: label })} .value=${String(n)} @focus=${(/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select()}
      @change=${(/** @type {Event} */ event) => {
        const field = /** @type {HTMLInputElement} */ (event.target);
        if (/^\d{1,3}$/.test(field.value)) to(Number(field.value));
        field.value = String(count(here(page)[at]));
      }}>
    <button type="button" class="quiet" aria-label=${text("more_of", { name, label })} aria-disabled=${n >= high} @click=${() => to(n + 1)}>${icon("plus")}</button></span>`;
}

/** The points of a person's cards. @param {Page} page @param {Cell} cell @param {number} person */
export const worthOfCards = (page, cell, person) =>
  pointsOf(cell, worthOf(cell, page.pad.options), here(page)[place(cell.name, person)]);
