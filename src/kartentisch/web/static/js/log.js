/** The sentences of the match: a column, a sheet, the last one in a line, and spoken. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { icon } from "./cards.js";
import { text } from "./texts.js";

/** @typedef {import("./wire.js").Line} Line */
/** @typedef {import("./model.js").Model} Model */

const KEPT = 300;
const TOGETHER = 300;

/** @param {Line} line */
export const words = ({ text: sentence, bold }) => bold && sentence.startsWith(bold)
  ? html`<bdi><b>${bold}</b></bdi>${sentence.slice(bold.length)}`
  : html`${sentence}`;

/** All sentences, the reader's newest marked, a divider after it. @param {Model} model */
export function list({ log, scene }) {
  const seat = scene?.seat ?? -1;
  const own = seat < 0 ? -1 : log.findLastIndex((line) => line.seat === seat && line.bold);
  if (!log.length) return html`<p class="soft">${text("log_empty")}</p>`;
  return html`<ol class="lines">${repeat(log, (line, i) => `${line.n}/${i}`, (line, i) => html`<li
    class=${i === own ? "own" : ""}>${words(line)}${i === own && i < log.length - 1 ? html`<span class="divider">${text("since_yours")}</span>` : nothing}</li>`)}</ol>`;
}

/** The sentences that came last, together. @type {Line[]} */
let newest = [];

/**
 * The last sentence, or what just happened to the reader; it opens them all.
 * @param {Model} model
 * @param {() => void} show
 * @param {boolean} headed a headline says it already
 */
export function lastLine({ log, scene }, show, headed) {
  const last = newest.findLast(({ you }) => you) ?? log.at(-1);
  return html`<button type="button" class="last-line quiet" @click=${show} aria-label=${text("log")} aria-haspopup="dialog">
    ${icon("chevron-down")}<span>${headed ? text("log") : last ? words(last) : scene?.subtitle || text("log")}</span></button>`;
}

/** @param {Model} model @param {Line[]} lines @param {boolean} fresh */
export function add(model, lines, fresh) {
  model.log = [...(fresh ? [] : model.log), ...lines].slice(-KEPT);
  if (fresh) newest = [];
  else if (lines.length) newest = lines;
}

/** Keeps the newest sentence in sight, unless the reader has scrolled up. @param {HTMLElement} root */
export function follow(root) {
  for (const node of root.querySelectorAll(".lines")) {
    const box = node.parentElement;
    if (box && box.dataset["up"] !== "true") box.scrollTop = box.scrollHeight;
  }
}

/** @param {Event} event */
export function scrolled({ currentTarget }) {
  const box = /** @type {HTMLElement} */ (currentTarget);
  box.dataset["up"] = `${box.scrollHeight - box.scrollTop - box.clientHeight > 40}`;
}

/** @type {string[]} */
let waiting = [];

/**
 * Speaks sentences, those that come close together as one; in an open sheet, as what lies behind it is silent.
 * @param {{ text: string, n?: number, seat?: number, bold?: string }[]} lines
 */
export function speak(lines) {
  if (!lines.length) return;
  if (!waiting.length) {
    setTimeout(() => {
      if (!waiting.length) return;
      const region = document.querySelector("dialog[open] .spoken") ?? document.getElementById("spoken");
      const line = document.createElement("p");
      line.textContent = waiting.join(" ");
      waiting = [];
      region?.append(line);
      while (region && region.childElementCount > 20) region.firstElementChild?.remove();
    }, TOGETHER);
  }
  waiting.push(...lines.map((line) => line.text));
}

/** Drop what was spoken and what is to come. */
export function hush() {
  waiting = [];
  for (const region of document.querySelectorAll("#spoken, .spoken")) region.replaceChildren();
}
