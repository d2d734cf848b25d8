/** The clocks of people, at their seats and beside the prompt. When little time is left, they say so once. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { runControl } from "./act.js";
import { icon } from "./cards.js";
import { announce } from "./log.js";
import { pluralText, text } from "./texts.js";

/** @typedef {import("./act.js").Page} Page */
/** @typedef {import("./wire.js").Scene} Scene */
/** @typedef {import("./wire.js").Seat} Seat */

const SHORT = 20_000;
const TICK = 200;
/** Two scenes mean the same deadline if their deadlines are this close, in ms. */
const SAME = 3000;

/** When the newest scene arrived: its times start then. */
let receivedAt = performance.now();
/** The deadline that was announced. */
let announcedEnd = -Infinity;

/** Restarts the times with a new scene. */
export const sceneArrived = () => { receivedAt = performance.now(); };

/** @param {number} left in the scene @param {boolean} runs */
const now = (left, runs) => Math.max(0, runs ? left - (performance.now() - receivedAt) : left);

/** Minutes and seconds. @param {number} left */
function digits(left) {
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The clock of a seat. `tick` fills in the figures, which change without a redraw. @param {Seat} seat */
export const clock = (seat) => (seat.left < 0 ? nothing : html`<span class="clock" data-left=${seat.left}
  data-runs=${seat.runs}>${icon("clock")}<span class="unseen">${text("time_left")}</span><span class="digits"></span></span>`);

/** The time of the player to move, or until a bot steps in. @param {Page} page */
export function turnTimer(page) {
  const { scene } = page.model;
  const timer = scene?.timer;
  if (!scene || !timer) return nothing;
  const more = scene.controls.find((one) => one.where === "timer");
  return html`<div class="timer is-${timer.kind} clock" data-left=${timer.left} data-runs="true">
    <div class="coming"><p class="then">${timer.then}</p>${more ? html`<button type="button" class="button" data-control=${more.do} data-arg=${more.arg}
      @click=${() => runControl(page, more)}><bdi>${more.label}</bdi></button>` : nothing}</div>
    <p class="time">${icon("clock")}<span class="soft">${timer.label}</span><span class="digits" role="timer"></span></p></div>`;
}

/** @param {Page} page @param {HTMLElement} root */
export function start(page, root) {
  setInterval(() => tick(page, root), TICK);
}

/** Updates the figures of all clocks. @param {Page} page @param {HTMLElement} root */
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

/** Announces once that little time is left, and what happens then. @param {import("./wire.js").Timer} timer */
function warn({ left, label, then }) {
  const end = receivedAt + left;
  const rest = end - performance.now();
  if (rest > SHORT || rest <= 0 || Math.abs(end - announcedEnd) < SAME) return;
  announcedEnd = end;
  announce([{ text: `${label}: ${pluralText("short", Math.ceil(rest / 1000))}. ${then}` }]);
}
