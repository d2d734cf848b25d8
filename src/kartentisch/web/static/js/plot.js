/**
 * The running totals of a match as lines. The reader's own stands out; the others differ by dash and carry their
 * names.
 */

import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";
import { text } from "./texts.js";

/** @typedef {import("./wire.js").Row} Row */

const TOP = 12, BOTTOM = 26;
/** Measures of the drawing, in its own units. Names are a letter's height apart. */
const PAGE = { wide: 360, high: 216, left: 40, right: 88, apart: 17 };
/** The same for a screen that is read from afar. */
const SCREEN = { wide: 400, high: 284, left: 58, right: 140, apart: 23 };
const DASHES = ["6 4", "2 3", "9 3 2 3", "12 4", "1 4", "4 2 1 2", "8 2", "3 6", "5 1", "14 3 2 3 2 3"];
const LONGEST = 10;

/** The step of the scale: 1, 2 or 5 times a power of ten, for about four steps. @param {number} span */
function stride(span) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, span / 4)));
  return [1, 2, 5, 10].map((n) => n * power).find((n) => n * 5 >= span) ?? 10 * power;
}

/** The heights of the names at the ends of their lines, pushed apart and kept inside. @param {number[]} wanted @param {{ high: number, apart: number }} measures */
function apart(wanted, { high, apart: far }) {
  const order = wanted.map((at, i) => ({ at, i })).sort((a, b) => a.at - b.at);
  order.forEach((one, n) => { one.at = Math.max(one.at, TOP, n ? (order[n - 1]?.at ?? 0) + far : 0); });
  let most = high - BOTTOM + 8;
  for (const one of order.toReversed()) {
    one.at = Math.min(one.at, most);
    most = one.at - far;
  }
  const found = [...wanted];
  for (const { at, i } of order) found[i] = at;
  return found;
}

/** The bare name, cut if it is too long for the margin. @param {string} name */
function short(name) {
  const signs = [...name.replace(/ \([^)]*\)$/, "")];
  return signs.length > LONGEST ? `${signs.slice(0, LONGEST - 1).join("")}…` : signs.join("");
}

/** @param {import("./wire.js").Result} result @param {number} seat the reader's @param {boolean} afar */
export function plot({ rows, limit }, seat, afar) {
  const measures = afar ? SCREEN : PAGE;
  const { wide, high, left, right: margin } = measures;
  const right = wide - margin;
  const sums = rows.map(({ rounds }) => rounds.reduce((found, points) => [...found, (found.at(-1) ?? 0) + points], [0]));
  const rounds = Math.max(...sums.map((line) => line.length)) - 1;
  const every = [...sums.flat(), ...(limit ? [limit] : [])];
  const step = stride(Math.max(...every) - Math.min(...every));
  const low = Math.floor(Math.min(...every) / step) * step;
  const top = Math.max(low + step, Math.ceil(Math.max(...every) / step) * step);
  const x = (/** @type {number} */ round) => left + (right - left) * round / rounds;
  const y = (/** @type {number} */ sum) => TOP + (high - TOP - BOTTOM) * (top - sum) / (top - low);
  const marks = Array.from({ length: Math.round((top - low) / step) + 1 }, (_, n) => low + n * step);
  const named = apart(sums.map((line) => y(line.at(-1) ?? 0)), measures);
  const each = Math.ceil(rounds / 8);
  const order = rows.map((_, i) => i).sort((a, b) => Number(rows[a]?.seat === seat) - Number(rows[b]?.seat === seat));
  return html`<figure class="running"><figcaption><h3>${text("running")}</h3></figcaption>
    <svg class="plot" viewBox="0 0 ${wide} ${high}" aria-hidden="true">
      ${marks.map((mark) => svg`<path class="grid" d="M${left} ${y(mark)}H${right}"/><text x=${left - 8} y=${y(mark) + 4} text-anchor="end">${signed(mark)}</text>`)}
      ${Array.from({ length: rounds }, (_, n) => n + 1).filter((n) => n === rounds || n % each === 0 && rounds - n >= each).map((n) => svg`<text x=${x(n)} y=${high - 6} text-anchor="middle">${n}</text>`)}
      ${limit ? svg`<path class="limit" d="M${left} ${y(limit)}H${right}"/>` : nothing}
      ${order.map((i) => {
        const own = rows[i]?.seat === seat;
        const line = sums[i] ?? [];
        return svg`<g class=${own ? "own" : "other"}><path stroke-dasharray=${own ? nothing : DASHES[i % DASHES.length] ?? ""} d=${`M${line.map((sum, n) => `${x(n)} ${y(sum)}`).join("L")}`}/>
          ${line.slice(1).map((sum, n) => svg`<circle cx=${x(n + 1)} cy=${y(sum)} r=${own ? 4 : 3}/>`)}
          <text x=${right + 9} y=${(named[i] ?? 0) + 4}>${short(rows[i]?.name ?? "")}</text></g>`;
      })}
    </svg>
    ${table(rows, sums)}</figure>`;
}

/** The same in figures. @param {Row[]} rows @param {number[][]} sums the totals of each row, from the beginning */
const table = (rows, sums) => html`<details class="figures"><summary>${text("figures")}</summary><div class="scroll" tabindex="0" role="group" aria-label=${text("running")}>
    <table><caption class="unseen">${text("running")}</caption>
      <thead><tr><th scope="col"><span class="unseen">${text("round")}</span></th>${rows.map((row) => html`<th scope="col" title=${row.name}><bdi>${short(row.name)}</bdi></th>`)}</tr></thead>
      <tbody>${Array.from({ length: Math.max(...sums.map((line) => line.length)) - 1 }, (_, n) => html`<tr><th scope="row">${n + 1}</th>${sums.map((line) => html`<td>${signed(line[n + 1] ?? 0)}</td>`)}</tr>`)}</tbody>
    </table></div></details>`;

/** @param {number} n */
const signed = (n) => (n < 0 ? `−${-n}` : `${n}`);
