/** A round in which people count their cards: one person after the other, with the cards themselves as keys. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { drawing, icon } from "./cards.js";
import { cellOf, count, isAsked, NOBODY, numberOf, place } from "./pad-reading.js";
import { commit, here, lacking, now, preview, put, saveButton, worthOfCards } from "./pad-round.js";
import { signed } from "./pad-words.js";
import { text } from "./texts.js";

/** @typedef {import("./pad.js").Page} Page */
/** @typedef {import("./pad-reading.js").Cell} Cell */
/** @typedef {import("./pad-reading.js").Key} Key */

/** @param {Page} page */
export function cardsView(page) {
  const cell = /** @type {Cell} */ (page.sheet.cells.find(({ kind }) => kind === "cards"));
  return html`<div class="round cards">${people(page, cell)}${held(page, cell)}${keys(page, cell)}
    <div class="after">${onward(page, cell)}</div></div>`;
}

/** @param {Page} page @param {Cell} cell @param {number} person */
const isOut = (page, cell, person) => Boolean(cell.unless) && here(page)[place(cell.unless ?? "")] === person;

/** @param {Page} page @param {number} person */
function turnTo(page, person) {
  commit(page);
  if (page.draft) page.draft.person = person;
  page.draw();
}

/** @param {Page} page @param {Cell} cell */
function people(page, cell) {
  const { names, figures, draft } = page;
  return html`<div class="people" role="group" aria-label=${text("round_n", { n: draft?.round ?? 1 })}>${names.map((name, person) => html`<button type="button" class="person" aria-pressed=${draft?.person === person} @click=${() => turnTo(page, person)}>
    <span class="figure">${icon(figures[person] ?? "mug")}</span><bdi>${name}</bdi>
    ${isOut(page, cell, person) ? html`<span class="is-out">${icon("check")} ${text("out")}</span>`
      : html`<b>${count(here(page)[place(cell.name, person)]) ? signed(worthOfCards(page, cell, person)) : "–"}</b>`}</button>`)}</div>`;
}

/** What the person has: the sum, the cards, how it adds up. @param {Page} page @param {Cell} cell */
function held(page, cell) {
  const person = page.draft?.person ?? 0;
  const name = page.names[person] ?? "";
  const value = here(page)[place(cell.name, person)];
  const cards = (cell.keys ?? []).flatMap((key) => Array.from({ length: numberOf(value, key.name) }, () => key));
  const out = cell.unless ? cellOf(page.sheet, cell.unless) : null;
  const asked = isAsked(page.sheet, cell, person, here(page));
  return html`<section class="panel held" aria-live="polite"><h2>${cell.label.replace("{name}", name)}</h2><b class="sum">${asked ? signed(worthOfCards(page, cell, person)) : 0}</b>
    ${cards.length && asked ? html`<div class="fan" data-many=${cards.length > 5}>${cards.map((key) => html`<button type="button" class="card" aria-label=${text("take_card", { card: key.label })} @click=${() => change(page, cell, key, -1)}>${drawing(key.face, 60)}</button>`)}</div>
      <p><span class="adds">${cards.map(({ worth }) => worth).join(" + ")}</span> <span class="soft">${cell.help} ${text("take_away")}</span></p>`
      : out && here(page)[place(out.name)] !== person ? html`<button type="button" class="button" data-do="out" @click=${() => goOut(page, out, person)}>${icon("check")} ${text("went_out", { name })}</button><p class="soft">${cell.help}</p>`
      : html`<p class="is-out">${icon("check")} ${text("went_out", { name })}</p>`}</section>`;
}

/** @param {Page} page @param {Cell} out @param {number} person */
function goOut(page, out, person) {
  put(page, place(out.name), person, text("went_out", { name: page.names[person] ?? "" }));
  commit(page);
  const next = following(page);
  if (next !== NOBODY && page.draft) page.draft.person = next;
  page.draw();
}

/** One card more or less. @param {Page} page @param {Cell} cell @param {Key} key @param {1 | -1} by */
function change(page, cell, key, by) {
  const person = page.draft?.person ?? 0;
  const at = place(cell.name, person);
  const before = /** @type {Record<string, number>} */ (here(page)[at] ?? {});
  const { [key.name]: had = 0, ...rest } = before;
  const what = text("card_of", { name: page.names[person] ?? "", card: `${by > 0 ? "+" : "−"} ${key.label}` });
  put(page, at, had + by ? { ...rest, [key.name]: had + by } : rest, what);
}

/** @param {Page} page @param {Cell} cell */
function keys(page, cell) {
  const { draft, names } = page;
  const person = draft?.person ?? 0;
  const out = isOut(page, cell, person);
  return html`<div class="keys" role="group" aria-label=${cell.label.replace("{name}", names[person] ?? "")}>${(cell.keys ?? []).map((key) => {
    const n = numberOf(here(page)[place(cell.name, person)], key.name);
    const all = names.reduce((sum, _, one) => sum + numberOf(here(page)[place(cell.name, one)], key.name), 0);
    const barred = out || all >= key.number;
    return html`<button type="button" class="key" data-key=${key.name} aria-disabled=${barred} aria-label="${key.label}, ${key.worth}${n ? `, ${n}` : ""}"
      @click=${() => (barred ? undefined : change(page, cell, key, 1))}><span class="card">${drawing(key.face, 60)}</span>${n ? html`<span class="number" aria-hidden="true">${n}</span>` : nothing}<span class="worth" aria-hidden="true">${key.worth}</span></button>`;
  })}</div>`;
}

/** The next person of whom something is missing; NOBODY: none is. @param {Page} page */
function following(page) {
  const { draft, names, sheet } = page;
  const cell = /** @type {Cell} */ (sheet.cells.find(({ kind }) => kind === "cards"));
  const from = draft?.person ?? 0;
  const order = names.map((_, n) => (from + 1 + n) % names.length);
  return order.find((person) => person !== from && isAsked(sheet, cell, person, here(page)) && !isOut(page, cell, person)
    && count(here(page)[place(cell.name, person)]) < (cell.low ?? 0)) ?? NOBODY;
}

/** The way on. @param {Page} page @param {Cell} cell */
function onward(page, cell) {
  const next = following(page);
  const out = cell.unless ? cellOf(page.sheet, cell.unless) : null;
  const open = out && now(page).problems.some(({ code, cell: name }) => code === "answer" && name === out.name);
  if (next !== NOBODY) {
    return html`<div class="acts"><button type="button" class="button lead" data-do="next" @click=${() => turnTo(page, next)}>${icon("arrow-right")} ${text("go_on_with", { name: page.names[next] ?? "" })}</button></div>`;
  }
  return html`${lacking(page)}${preview(page)}<div class="acts">${open && out && out.nobody !== false ? html`<button type="button" class="button" data-do="nobody" @click=${() => put(page, place(out.name), NOBODY, text("nobody_out"))}>${text("nobody_out")}</button>` : nothing}
    ${saveButton(page)}</div>`;
}
