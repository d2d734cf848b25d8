/** All rounds of a pad with their totals, who leads, and the course of the totals. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "./cards.js";
import { headline, signed } from "./pad-words.js";
import { endOf, NOBODY, personal, place } from "./pad-reading.js";
import { startRound } from "./pad-round.js";
import { standing } from "./pad-shared.js";
import { prepare } from "./pad-setup.js";
import { plot } from "./plot.js";
import { pluralText, text } from "./texts.js";

/** @typedef {import("./pad.js").Page} Page */

/** @param {Page} page */
export function tableView(page) {
  const { reading, over, names, pad, sheet } = page;
  const full = reading.rounds.filter(({ problems }) => !problems.length);
  const end = endOf(sheet, pad.options);
  const limit = end.by === "above" ? pad.options[end.option ?? ""] : 0;
  const rows = names.map((name, seat) => ({ seat, name, rounds: full.map(({ points }) => points[seat] ?? 0) }));
  return html`<div class="sums"><h2 class="unseen">${text("pad")}</h2>${table(page)}${sentences(page, limit)}
    <div class="doing"><div class="acts">
      ${!page.writes ? nothing : over ? html`<button type="button" class="button lead" data-do="again" data-first @click=${() => { prepare(page); page.go("setup"); }}>${text("again")}</button>`
        : html`<button type="button" class="button lead" data-do="round" data-first @click=${() => enter(page, reading.next)}>${icon("plus")} ${text("enter_round", { n: reading.next })}</button>`}
      <button type="button" class="button brief" data-do="share" @click=${() => show(page)}>${icon("share")} ${text("share")}</button>
    </div>
    <p class="kept soft" role="status">${pad.shared ? standing(page)
      : html`${icon(page.saves ? "check" : "warning")} <span>${text(page.saves ? "saved" : "not_saved")}</span>`}</p></div></div>
    ${full.length > 1 ? plot(/** @type {any} */ ({ rows, limit }), reading.best[0] ?? 0, false) : nothing}`;
}

/** @param {Page} page */
function show(page) {
  /** @type {HTMLDialogElement | null} */ (document.getElementById("sheet-share"))?.showModal();
  page.draw();
}

/** @param {Page} page @param {number} round @param {number} [person] */
function enter(page, round, person = 0) {
  startRound(page, round, person);
  page.go("round");
}

/** @param {Page} page */
function table(page) {
  const { names, figures, reading, values, sheet } = page;
  const out = sheet.cells.find((cell) => cell.out);
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${text("pad")}><table><thead><tr><td></td>${names.map((name, person) => html`<th scope="col"><span class="figure">${icon(figures[person] ?? "mug")}</span><bdi>${name}</bdi></th>`)}</tr></thead>
    <tbody>${reading.rounds.map((round) => html`<tr class=${round.problems.length ? "open" : ""}><th scope="row">${page.writes ? html`<button type="button" class="link" aria-label=${text("change_round", { n: round.number })} @click=${() => enter(page, round.number)}>${text("round_n", { n: round.number })}</button>` : text("round_n", { n: round.number })}</th>
      ${names.map((_, person) => {
        const here = values[round.number] ?? {};
        const change = page.writes ? () => enter(page, round.number, person) : nothing;
        if (out && here[place(out.name)] === person) return html`<td class="out" @click=${change}><b>${signed(round.points[person] ?? 0)}</b> ${icon("check")}<span class="unseen">${text("out")}</span></td>`;
        return html`<td @click=${change}>${round.problems.length && !entered(page, round.number, person) ? "–" : signed(round.points[person] ?? 0)}</td>`;
      })}</tr>`)}</tbody>
    <tfoot><tr><th scope="row">${text("total")}</th>${names.map((_, person) => html`<td class=${reading.rounds.some(({ problems }) => !problems.length) && reading.best.includes(person) ? "best" : ""}>${signed(reading.totals[person] ?? 0)}</td>`)}</tr></tfoot></table></div>`;
}

/** Whether something is entered for a person. @param {Page} page @param {number} round @param {number} person */
const entered = ({ sheet, values }, round, person) =>
  sheet.cells.some((cell) => personal(cell) && place(cell.name, person) in (values[round] ?? {}));

/** @param {Page} page @param {number} limit */
function sentences(page, limit) {
  const { reading, names, over } = page;
  const full = reading.rounds.some(({ problems }) => !problems.length);
  if (!full) return html`<p>${reading.rounds.length ? nothing : text("nothing_yet")} ${turn(page)}</p>`;
  const most = reading.totals.indexOf(Math.max(...reading.totals));
  const left = limit ? pluralText("to_end", limit + 1 - (reading.totals[most] ?? 0)).replace("{limit}", `${limit}`).replace("{name}", names[most] ?? "") : "";
  return html`<p class="leads" role="status"><b>${headline(page)}</b> ${over ? (page.ended && !reading.over ? text("ended_here") : nothing) : left}</p>
    ${over ? nothing : html`<p class="soft">${turn(page)}</p>`}`;
}

/** Who deals and starts the next round. @param {Page} page */
function turn({ reading, names }) {
  const values = { n: reading.next, starts: names[reading.starts] ?? "", name: names[reading.starts] ?? "", deals: names[reading.deals] ?? "" };
  return text(reading.deals === NOBODY ? "starts" : "deals", values);
}
