/** The clocks of people: at their seats and beside the prompt. Calm until little time is left, which is said once. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { control } from "./act.js";
import { icon } from "./cards.js";
import { speak } from "./log.js";
import { counted, text } from "./texts.js";

/** @typedef {import("./act.js").Page} Page */
/** @typedef {import("./wire.js").Scene} Scene */
/** @typedef {import("./wire.js").Seat} Seat */

const SHORT = 20_000;
const TICK = 200;
/** Two scenes mean the same end of a time if this close. */
const SAME = 3000;

/** When the newest scene came: its times start there. */
let since = performance.now();
/** The end already announced. */
let spoken = -Infinity;

/** A new scene. */
export const came = () => { since = performance.now(); };

/** @param {number} left in the scene @param {boolean} runs */
const now = (left, runs) => Math.max(0, runs ? left - (performance.now() - since) : left);

/** Minutes and seconds. @param {number} left */
function digits(left) {
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The time of a seat. The figures are filled in by `tick`: they change without the page being drawn. @param {Seat} seat */
export const clock = (seat) => (seat.left < 0 ? nothing : html`<span class="clock" data-left=${seat.left}
  data-runs=${seat.runs}>${icon("clock")}<span class="unseen">${text("time_left")}</span><span class="digits"></span></span>`);

/** The time of the one in turn, or until a bot steps in. @param {Page} page */
export function turn(page) {
  const { scene } = page.model;
  const timer = scene?.timer;
  if (!scene || !timer) return nothing;
  const more = scene.controls.find((one) => one.where === "timer");
  return html`<div class="timer is-${timer.kind} clock" data-left=${timer.left} data-runs="true">
    <div class="coming"><p class="then">${timer.then}</p>${more ? html`<button type="button" class="button" data-control=${more.do} data-arg=${more.arg}
      @click=${() => control(page, more)}><bdi>${more.label}</bdi></button>` : nothing}</div>
    <p class="time">${icon("clock")}<span class="soft">${timer.label}</span><span class="digits" role="timer"></span></p></div>`;
}

/** @param {Page} page @param {HTMLElement} root */
export function run(page, root) {
  setInterval(() => tick(page, root), TICK);
}

/** Update the figures of all clocks. @param {Page} page @param {HTMLElement} root */
export function tick({ model: { scene } }, root) {
  for (const node of root.querySelectorAll(".clock")) {
    const { dataset } = /** @type {HTMLElement} */ (node);
    const runs = dataset["runs"] === "true";
    const left = now(Number(dataset["left"]), runs);
    const figures = node.querySelector(".digits");
    if (figures && figures.textContent !== digits(left)) figures.textContent = digits(left);
    node.classList.toggle("little", runs && left <= SHORT);
  }
  if (scene?.timer?.kind === "turn") warn(scene.timer);
}

/** Say once that little time is left, and what comes. @param {import("./wire.js").Timer} timer */
function warn({ left, label, then }) {
  const end = since + left;
  const rest = end - performance.now();
  if (rest > SHORT || rest <= 0 || Math.abs(end - spoken) < SAME) return;
  spoken = end;
  const words = `${label}: ${counted("short", Math.ceil(rest / 1000))}. ${then}`;
  speak([{ n: 0, text: words, seat: -1, bold: "" }]);
}
