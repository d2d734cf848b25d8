/** The result: a headline, and a real table of points. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "./cards.js";
import { css } from "./css.js";
import { lazily } from "./lazily.js";
import { bubble } from "./talk.js";
import { text } from "./texts.js";

export { shareButton } from "./share.js";

/** @typedef {import("./wire.js").Result} Result */

const proofs = lazily(() => import("./proof.js"));
const curves = lazily(() => import("./plot.js"));

/** @param {Result} result @param {number} seat the reader's @param {() => void} draw again, when the lines have come @param {boolean} [afar] read from a screen in the middle @param {import("./act.js").Page} [page] of a table that hears of what is read */
export function result(result, seat, draw, afar = false, page) {
  const rows = [...result.rows];
  const heads = result.heads;
  const most = Math.max(1, ...rows.flatMap((row) => row.rounds.map(Math.abs)));
  const rounds = Math.max(0, ...rows.map((row) => row.rounds.length));
  return html`<div class="result" data-rounds=${rounds > 4 ? "many" : rounds > 1 ? "few" : "one"}>
    <h2>${result.title}</h2>
    ${result.text ? html`<p class="lead soft">${result.text}</p>` : nothing}
    <div class="scroll" tabindex=${rounds > 6 ? 0 : nothing} role="group" aria-label=${text("result")}>
    <table role="table" class=${rounds > 1 ? "many" : ""}><caption class="unseen">${text("result")}</caption>
      <thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col" class="rank"><span class="unseen">${text("place")}</span></th>
        <th role="columnheader" scope="col" class="who"><span class="unseen">${text("name")}</span></th>
        ${heads.map((head, i) => html`<th role="columnheader" scope="col" class=${i < heads.length - 1 ? "points" : "total"}>${head}</th>`)}</tr></thead>
      <tbody role="rowgroup">${rows.map((row, i) => html`<tr role="row" class="${row.won ? "won" : ""} ${row.seat === seat ? "you" : ""}">
        <td role="cell" class="rank">${rank(rows, i)}</td>
        <th role="rowheader" scope="row" class="who"><span class="figure">${icon(row.figure || "person")}${bubble(row.seat)}</span><bdi class="name">${row.name}</bdi>${row.won
          ? html`<span class="victor">${icon("check")}<span class="words">${text("won")}</span></span>` : nothing}</th>
        ${row.rounds.map((points) => html`<td role="cell" class="points"><span class="stroke" aria-hidden="true"
          ${css({ "--part": Math.abs(points) / most })}></span>${signed(points)}</td>`)}
        <td role="cell" class="total">${signed(row.total)}</td></tr>`)}</tbody>
    </table></div>
    ${rounds > 1 ? curves(draw)?.plot(result, seat, afar) ?? nothing : nothing}
    ${result.lines.length ? score(result, page) : nothing}
    ${result.proof ? proofs(draw)?.proof(result.proof, draw) ?? nothing : nothing}
  </div>`;
}

/** How the points of the round came about: folded on a phone, open where there is room. @param {Result} result @param {import("./act.js").Page} [page] */
function score({ lines, rows }, page) {
  const sums = rows.map((_, i) => lines.reduce((sum, { values }) => sum + (values[i] ?? 0), 0));
  const whole = rows.every((row, i) => row.rounds.at(-1) === sums[i]);
  return html`<details class="score" ?open=${matchMedia("(min-width: 700px)").matches}><summary @click=${(/** @type {Event} */ { currentTarget }) => readNow(page, currentTarget)}>${text("score")}</summary>
    <div class="scroll" tabindex="0" role="group" aria-label=${text("score")}>
    <table><caption class="unseen">${text("score")}</caption>
      <thead><tr><th scope="col"><span class="unseen">${text("score_line")}</span></th>${rows.map((row) => html`<th scope="col" title=${row.name}><span
        class="figure">${icon(row.figure || "person")}</span><bdi>${row.name}</bdi></th>`)}</tr></thead>
      <tbody>${lines.map(({ label, values }) => html`<tr><th scope="row">${label}</th>${values.map(number)}</tr>`)}</tbody>
      ${whole ? html`<tfoot><tr><th scope="row">${text("round_sum")}</th>${sums.map(number)}</tr></tfoot>` : nothing}
    </table></div></details>`;
}

/** Tells the table that somebody reads, or no longer does: it may give them time. @param {import("./act.js").Page | undefined} page @param {EventTarget | null} summary */
function readNow(page, summary) {
  const details = /** @type {HTMLDetailsElement | undefined} */ (/** @type {HTMLElement} */ (summary).parentElement);
  void page?.connection.ask({ do: "read", arg: details?.open ? "no" : "yes" });
}

/** @param {number} n */
const number = (n) => html`<td class=${n ? "" : "nil"}>${signed(n)}</td>`;

/** The place of a row; equal totals share one. @param {import("./wire.js").Row[]} rows @param {number} i */
function rank(rows, i) {
  const first = rows.findIndex((row) => row.total === rows[i]?.total && row.won === rows[i]?.won);
  return first + 1;
}

/** A minus sign as wide as a figure. @param {number} points */
const signed = (points) => (points < 0 ? `−${-points}` : `${points}`);
