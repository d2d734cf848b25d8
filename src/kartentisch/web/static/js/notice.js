/** What covers the middle of the table for everybody: a pause, a question to all, a word that is celebrated. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { runControl } from "./act.js";
import { icon } from "./cards.js";
import { cssNumber } from "./css.js";
import { announce } from "./log.js";
import { activeHint } from "./model.js";
import { text } from "./texts.js";

/** @typedef {import("./act.js").Page} Page */
/** @typedef {import("./wire.js").Control} Control */

/** The question that was announced. */
let asked = "";
/** The word that is celebrated, and the timer that ends it. */
let word = "";
let timer = 0;

/** The button that pauses the table for everybody, and resumes it; always in sight. @param {Page} page */
export function pauseButton(page) {
  const one = page.model.scene?.controls.find(({ do: what }) => what === "pause" || what === "resume");
  return one ? html`<button type="button" class="quiet pause" data-control=${one.do} @click=${() => runControl(page, one)}>${icon(one.do === "pause"
    ? "pause" : "play")}<span class="words">${one.label}</span></button>` : nothing;
}

/**
 * The button that asks for a hint, where there is room; the menu always has it. Once the hint is there, it opens the
 * sheet.
 * @param {Page} page
 * @param {() => void} show
 */
export function hintButton(page, show) {
  if (activeHint(page.model)) return html`<button type="button" class="quiet tip told" aria-haspopup="dialog" @click=${show}>${icon("hint")}<span class="words">${text("hint")}</span></button>`;
  const one = page.model.scene?.controls.find(({ do: what }) => what === "hint");
  return one ? html`<button type="button" class="quiet tip" data-control=${one.do} @click=${() => runControl(page, one)}>${icon("hint")}<span class="words">${one.label}</span></button>` : nothing;
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
    data-control=${one.do} data-arg=${one.arg} @click=${() => runControl(page, one)}>${one.label}</button>`)}</div>` : nothing;
}

/** Announces a new question. @param {import("./wire.js").Scene} scene */
export function announceQuestion({ question }) {
  if (question && question !== asked) announce([{ text: question }]);
  asked = question;
}

/** The celebrated word: large over the table for a moment, in nobody's way. The log says it in a sentence. */
export const cheer = () => html`<p class="cheer" aria-hidden="true">${word ? html`<span>${word}</span>` : nothing}</p>`;

/** @param {string} what @param {HTMLElement} root @param {() => void} draw */
export function celebrate(what, root, draw) {
  word = what;
  clearTimeout(timer);
  timer = setTimeout(() => {
    word = "";
    draw();
  }, cssNumber(root, "--cheer") || 1000);
}
