/**
 * What people say to each other: lines in a list, signs at the seats for a moment, and whom one does not want to hear.
 * On wide screens it stands beside the log; elsewhere in a sheet, and a dot says that there is something new.
 */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { STATIC, icon } from "./cards.js";
import { forgetNames, hears, keep, kept, muted, toggle } from "./keep.js";
import { hush, scrolled, speak } from "./log.js";
import { text } from "./texts.js";

/** @typedef {import("./wire.js").Spoken} Spoken */
/** @typedef {import("./act.js").Page} Page */

const SIGNS = ["well", "laugh", "wow", "sad", "thanks", "moment"];
const KEPT = 200;
const SHOWN = { sign: 2000, text: 4000 };
const LONGEST = 200;
const PATIENCE = 300;

/** @type {Spoken[]} */
let lines = [];
/** Signs and, where the talk is not in sight, words at the seats now, by seat. @type {Map<number, Spoken>} */
const signs = new Map();
const before = kept("read");
/** The newest line that was in sight; -1: not known. */
let read = typeof before === "number" ? before : -1;
/** Whether the choice of whom to hear is open. */
let choosing = false;
/** What is said of what one says. */
let answer = "";
/** A line is on its way. */
let busy = false;

/** `n` of the newest line; -1: none. */
export const newest = () => lines.at(-1)?.n ?? -1;

/** @param {string} name */
const sign = (name) => html`<svg class="icon" aria-hidden="true"><use href="${STATIC}signs.svg#${name}"></use></svg>`;

/** The talk stands beside the table, always in sight. */
const wide = () => matchMedia("(min-width: 1100px)").matches;

const sheet = () => /** @type {HTMLDialogElement | null} */ (document.getElementById("sheet-talk"));

/** @param {Page} page @param {import("./wire.js").TalkDown} message */
export function hear(page, message) {
  const own = page.model.scene?.seat ?? -1;
  const said = message.lines.filter((line) => line.text);
  const first = message.fresh && read < 0;
  lines = [...(message.fresh ? [] : lines), ...said].slice(-KEPT);
  if (message.fresh && !lines.length) {
    signs.clear();
    hush();
    forgetNames(page.model.scene?.seats ?? []);
  }
  if (first || wide() || sheet()?.open || said.some(({ seat }) => seat === own)) seen();
  const inSight = wide() || sheet()?.open;
  for (const one of message.lines) if (hears(one) && (one.sign || !message.fresh && !inSight && one.seat !== own)) show(page, one);
  const others = message.lines.filter((one) => one.seat !== own && hears(one));
  if (!message.fresh) speak(others.map((one) => ({ text: `${one.name}: ${one.text || text(`sign_${one.sign}`)}` })));
  page.draw();
}

function seen() {
  read = newest();
  keep("read", read);
}

/** @param {Page} page @param {Spoken} one */
function show(page, one) {
  signs.set(one.seat, one);
  setTimeout(() => {
    if (signs.get(one.seat) !== one) return;
    signs.delete(one.seat);
    page.draw();
  }, one.sign ? SHOWN.sign : SHOWN.text);
}

// ---- At the table ---------------------------------------------------------------------------------------------------

/** The sign at a seat right now; a screen reader says it. @param {number} seat */
export function bubble(seat) {
  const now = signs.get(seat);
  if (!now) return nothing;
  return now.sign ? html`<span class="bubble" aria-hidden="true" title=${text(`sign_${now.sign}`)}>${sign(now.sign)}</span>`
    : html`<span class="words-said" aria-hidden="true"><bdi>${now.text}</bdi></span>`;
}

/** What is said at a seat near the window's edge stays inside. @param {HTMLElement} root */
export function inside(root) {
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(".words-said"))) {
    node.style.translate = "none";
    const { left, right } = node.getBoundingClientRect();
    node.style.translate = `${Math.max(8 - left, Math.min(0, innerWidth - 8 - right))}px 0`;
  }
}

/** One's own sign, where one's own seat is not drawn. @param {import("./wire.js").Scene} scene */
export function ownBubble({ seat, phase }) {
  return html`<div class="own-bubble">${seat >= 0 && phase !== "waiting" ? bubble(seat) : nothing}</div>`;
}

/** The button that opens the sheet. @param {Page} page @param {() => void} show */
export function opener({ model }, show) {
  if (!model.scene?.talk) return nothing;
  const own = model.scene.seat;
  const unread = lines.some((line) => line.n > read && line.seat !== own && hears(line));
  return html`<button type="button" class="quiet talks" aria-haspopup="dialog" aria-label=${text(unread ? "talk_new" : "talk")}
    @click=${() => {
      seen();
      show();
    }}>${icon("talk")}${unread ? html`<span class="dot"></span>` : nothing}</button>`;
}

// ---- The talk itself ------------------------------------------------------------------------------------------------

/** @param {Page} page @param {"side" | "sheet"} where */
export function talk(page, where) {
  const { scene } = page.model;
  if (!scene?.talk) return nothing;
  const heard = lines.filter(hears);
  const people = scene.seats.filter(({ seat, kind, you }) => !you && (kind === "person" || lines.some((line) => line.seat === seat)));
  return html`<div class="talk" data-where=${where}>
    <div class="head">${where === "side" ? html`<h2>${text("talk")}</h2>` : nothing}
      ${people.length ? html`<button type="button" class="quiet" aria-expanded=${choosing} aria-controls="mute-${where}" @click=${() => {
        choosing = !choosing;
        page.draw();
      }}>${icon("mute")}<span>${text("mute")}</span></button>` : nothing}</div>
    <div class="people" id="mute-${where}" role="group" aria-label=${text("mute")} ?hidden=${!choosing || !people.length}>
      <p class="soft">${text("mute_help")}</p>
      ${people.map((seat) => html`<button type="button" class="button ${muted(seat) ? "chosen" : ""}" aria-pressed=${muted(seat)} data-mute=${seat.seat} @click=${() => {
        toggle(seat);
        page.draw();
      }}>${icon(muted(seat) ? "mute" : seat.figure)}<bdi>${seat.name}</bdi></button>`)}</div>
    <div class="scroll" tabindex="0" role="group" aria-label=${text("talk")} @scroll=${scrolled}>${heard.length ? html`<ol class="lines said">${repeat(heard, ({ n }) => n, (line) => html`<li
      >${icon(line.figure)}<p><bdi><b>${line.name}</b></bdi> <bdi>${line.text}</bdi></p></li>`)}</ol>` : html`<p class="soft">${text("talk_empty")}</p>`}</div>
    ${scene.talk === "write" ? composer(page, where) : nothing}
  </div>`;
}

/** @param {Page} page @param {"side" | "sheet"} where */
function composer(page, where) {
  return html`<form class="say-it" @submit=${(/** @type {Event} */ event) => say(page, event)}>
      <label class="unseen" for="say-${where}">${text("say")}</label>
      <input id="say-${where}" type="text" class="field" maxlength=${LONGEST} autocomplete="off" enterkeyhint="send" dir="auto" placeholder=${text("say")}>
      <button type="submit" class="button" aria-label=${text("say")}>${icon("talk")}</button></form>
    <p class="soft answer" role="status" ?hidden=${!answer}>${answer}</p>
    <div class="signs" role="group" aria-label=${text("react")}>${SIGNS.map((name) => html`<button type="button" class="quiet" data-sign=${name}
      title=${text(`sign_${name}`)} @click=${() => react(page, name)}>${sign(name)}<span>${text(`sign_${name}`)}</span></button>`)}</div>`;
}

/** @param {Page} page @param {Event} event */
async function say(page, event) {
  event.preventDefault();
  const field = /** @type {HTMLFormElement} */ (event.target).querySelector("input");
  const words = field?.value ?? "";
  if (!field || busy) return;
  if (!words.trim()) return field.focus();
  busy = true;
  const done = await tell(page, "say", words);
  busy = false;
  if (done && field.value === words) field.value = "";
}

/** @param {Page} page @param {string} name */
async function react(page, name) {
  if (await tell(page, "react", name)) sheet()?.close();
}

/** Say it and report the outcome; true: it was said. @param {Page} page @param {"say" | "react"} what @param {string} arg */
async function tell(page, what, arg) {
  answer = "";
  const late = setTimeout(() => {
    answer = text("sent");
    page.draw();
  }, PATIENCE);
  const got = await page.connection.ask({ do: what, arg });
  clearTimeout(late);
  answer = got.t === "refused" ? got.text : "";
  page.draw();
  return got.t === "done";
}
