/** What lies over the middle of the table for all: a pause, what somebody asks of everybody, a word that is celebrated. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { control } from "./act.js";
import { icon } from "./cards.js";
import { speak } from "./log.js";
import { hinted } from "./model.js";
import { text } from "./texts.js";

/** @typedef {import("./act.js").Page} Page */
/** @typedef {import("./wire.js").Control} Control */

/** The question that was spoken. */
let asked = "";
/** The word that is celebrated, and the timer that ends it. */
let word = "";
let timer = 0;

/** A pause stops the table for all: a button that is always in sight, and the same one goes on. @param {Page} page */
export function pause(page) {
  const one = page.model.scene?.controls.find(({ do: what }) => what === "pause" || what === "resume");
  return one ? html`<button type="button" class="quiet pause" data-control=${one.do} @click=${() => control(page, one)}>${icon(one.do === "pause"
    ? "pause" : "play")}<span class="words">${one.label}</span></button>` : nothing;
}

/**
 * Where there is room, a hint is asked for beside the pause; the menu has it everywhere. Once it is there, more about it.
 * @param {Page} page
 * @param {() => void} show
 */
export function tip(page, show) {
  if (hinted(page.model)) return html`<button type="button" class="quiet tip told" aria-haspopup="dialog" @click=${show}>${icon("hint")}<span class="words">${text("hint")}</span></button>`;
  const one = page.model.scene?.controls.find(({ do: what }) => what === "hint");
  return one ? html`<button type="button" class="quiet tip" data-control=${one.do} @click=${() => control(page, one)}>${icon("hint")}<span class="words">${one.label}</span></button>` : nothing;
}

/** @param {Page} page */
export function notice(page) {
  const { scene } = page.model;
  if (!scene) return nothing;
  if (scene.phase !== "paused" && !scene.question) return nothing;
  return html`<section class="notices" aria-label=${text("for_all")}>${scene.phase === "paused" ? html`<div class="paused"><p class="lead">${icon("pause")}<span>${scene.prompt.lead}</span></p>
    <p>${scene.prompt.text}</p>${answers(page, "middle")}</div>` : nothing}
    ${scene.question ? html`<div class="question"><p>${scene.question}</p>${answers(page, "question")}</div>` : nothing}</section>`;
}

/** @param {Page} page @param {Control["where"]} where */
function answers(page, where) {
  const list = page.model.scene?.controls.filter((one) => one.where === where) ?? [];
  return list.length ? html`<div class="answers">${list.map((one) => html`<button type="button" class="button ${one.lead ? "lead" : ""}"
    data-control=${one.do} data-arg=${one.arg} @click=${() => control(page, one)}>${one.label}</button>`)}</div>` : nothing;
}

/** Speaks a question that is new. @param {import("./wire.js").Scene} scene */
export function tell({ question }) {
  if (question && question !== asked) speak([{ n: 0, text: question, seat: -1, bold: "" }]);
  asked = question;
}

/** A word to celebrate: big over the table briefly, spoken once, in nobody's way. */
export const cheer = () => html`<p class="cheer" role="status">${word ? html`<span>${word}</span>` : nothing}</p>`;

/** @param {string} what @param {HTMLElement} root @param {() => void} draw */
export function celebrate(what, root, draw) {
  word = what;
  clearTimeout(timer);
  timer = setTimeout(() => {
    word = "";
    draw();
  }, Number.parseFloat(getComputedStyle(root).getPropertyValue("--cheer")) || 1000);
}
