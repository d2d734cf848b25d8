/** The sentences of the match: in a column, in a sheet, the last one in a line, and announced. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { icon } from "./cards.js";
import { text } from "./texts.js";

/** @typedef {import("./wire.js").Line} Line */
/** @typedef {import("./model.js").Model} Model */

const MOST_LINES = 300;
const TOGETHER = 300;

/** @param {Line} line */
export const lineText = ({ text: sentence, bold }) => bold && sentence.startsWith(bold)
  ? html`<bdi><b>${bold}</b></bdi>${sentence.slice(bold.length)}`
  : html`${sentence}`;

/** All sentences, with a mark on the reader's newest one and a divider after it. @param {Model} model */
export function list({ log, scene }) {
  const seat = scene?.seat ?? -1;
  const own = seat < 0 ? -1 : log.findLastIndex((line) => line.seat === seat && line.bold);
  if (!log.length) return html`<p class="soft">${text("log_empty")}</p>`;
  return html`<ol class="lines">${repeat(log, (line, i) => `${line.n}/${i}`, (line, i) => html`<li
    class=${i === own ? "own" : ""}>${lineText(line)}${i === own && i < log.length - 1 ? html`<span class="divider">${text("since_yours")}</span>` : nothing}</li>`)}</ol>`;
}

/** The sentences that came together last. @type {Line[]} */
let newest = [];

/**
 * A button with the last sentence, or with what just happened to the reader. It opens the whole log.
 * @param {Model} model
 * @param {() => void} show
 * @param {boolean} headed a headline says it anyway
 */
export function lastLine({ log, scene }, show, headed) {
  const last = newest.findLast(({ you }) => you) ?? log.at(-1);
  return html`<button type="button" class="last-line quiet" @click=${show} aria-label=${text("log")} aria-haspopup="dialog">
    ${icon("chevron-down")}<span>${headed ? text("log") : last ? lineText(last) : scene?.subtitle || text("log")}</span></button>`;
}

/** @param {Model} model @param {Line[]} lines @param {boolean} fresh */
export function add(model, lines, fresh) {
  model.log = [...(fresh ? [] : model.log), ...lines].slice(-MOST_LINES);
  if (fresh) newest = [];
  else if (lines.length) newest = lines;
}

/** Scrolls to the newest sentence, unless the reader has scrolled up. @param {HTMLElement} root */
export function scrollToNewest(root) {
  for (const node of root.querySelectorAll(".lines")) {
    const box = node.parentElement;
    if (box && box.dataset["up"] !== "true") box.scrollTop = box.scrollHeight;
  }
}

/** @param {Event} event */
export function onScroll({ currentTarget }) {
  const box = /** @type {HTMLElement} */ (currentTarget);
  box.dataset["up"] = `${box.scrollHeight - box.scrollTop - box.clientHeight > 40}`;
}

/** @type {string[]} */
let waiting = [];

/**
 * Announces sentences to screen readers, those that come close together as one. They go into the open sheet, if there
 * is one: what lies behind it is not announced.
 * @param {{ text: string }[]} lines
 */
export function announce(lines) {
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

/** Removes all announcements, also those to come. */
export function clearAnnouncements() {
  waiting = [];
  for (const region of document.querySelectorAll("#spoken, .spoken")) region.replaceChildren();
}
