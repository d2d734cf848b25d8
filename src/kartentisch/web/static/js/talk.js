/**
 * What people say to each other: lines in a list, signs at the seats for a moment, and who is muted. On wide screens
 * it is below the log, elsewhere in a sheet, with a dot for new lines.
 */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { icon } from "./cards.js";
import { announce, clearAnnouncements, onScroll } from "./log.js";
import { loadJson, save, tableKey } from "./storage.js";
import { text } from "./texts.js";

/** @typedef {import("./wire.js").Spoken} Spoken */
/** @typedef {import("./act.js").Page} Page */

const SIGNS = ["well", "laugh", "wow", "sad", "thanks", "moment"];
const MOST_LINES = 200;
const DURATION = { sign: 2000, text: 4000 };
const LONGEST = 200;
const SLOW_AFTER = 300;

/** @type {Spoken[]} */
let lines = [];
/** The signs shown at the seats now, or the words where the talk is not in sight. @type {Map<number, Spoken>} */
const signs = new Map();
const READ = tableKey("read");
const storedRead = loadJson(READ);
/** The newest line that was in sight; -1: not known. */
let read = typeof storedRead === "number" ? storedRead : -1;
/** Whether the list of whom to mute is open. */
let choosing = false;
/** Why the last line was not said; empty: it was. */
let answer = "";
/** A line is on its way. */
let busy = false;

/** `n` of the newest line; -1: none. */
export const newest = () => lines.at(-1)?.n ?? -1;

/** Whether the talk is beside the table, always in sight. */
const wide = () => matchMedia("(min-width: 1100px)").matches;

const sheet = () => /** @type {HTMLDialogElement | null} */ (document.getElementById("sheet-talk"));

/** @param {Page} page @param {{ lines: Spoken[], fresh: boolean }} message */
export function receive(page, message) {
  const own = page.model.scene?.seat ?? -1;
  const said = message.lines.filter((line) => line.text);
  const first = message.fresh && read < 0;
  lines = [...(message.fresh ? [] : lines), ...said].slice(-MOST_LINES);
  if (message.fresh && !lines.length) {
    signs.clear();
    clearAnnouncements();
    renameMuted(page.model.scene?.seats ?? []);
  }
  if (first || wide() || sheet()?.open || said.some(({ seat }) => seat === own)) markRead();
  const inSight = wide() || sheet()?.open;
  for (const one of message.lines) if (isHeard(one) && (one.sign || !message.fresh && !inSight && one.seat !== own)) show(page, one);
  const others = message.lines.filter((one) => one.seat !== own && isHeard(one));
  if (!message.fresh) announce(others.map((one) => ({ text: `${one.name}: ${one.text || text(`sign_${one.sign}`)}` })));
  page.draw();
}

function markRead() {
  read = newest();
  save(READ, JSON.stringify(read));
}

/** @param {Page} page @param {Spoken} one */
function show(page, one) {
  signs.set(one.seat, one);
  setTimeout(() => {
    if (signs.get(one.seat) !== one) return;
    signs.delete(one.seat);
    page.draw();
  }, one.sign ? DURATION.sign : DURATION.text);
}

// ---- Who is muted ---------------------------------------------------------------------------------------------------

/** By name too: the next person at that seat is heard. @typedef {{ seat: number, name: string }} Speaker */

const MUTED = tableKey("muted");
const storedMuted = loadJson(MUTED);

/** @type {Set<string>} */
let muted = new Set(Array.isArray(storedMuted) ? storedMuted.filter((one) => typeof one === "string") : []);

/** @param {Speaker} speaker */
const speakerId = ({ seat, name }) => `${seat} ${name}`;

/** @param {Speaker} speaker */
const isMuted = (speaker) => muted.has(speakerId(speaker));

/** @param {Speaker} speaker */
const isHeard = (speaker) => !isMuted(speaker);

/** @param {Speaker} speaker */
function toggleMuted(speaker) {
  if (!muted.delete(speakerId(speaker))) muted.add(speakerId(speaker));
  save(MUTED, JSON.stringify([...muted]));
}

/** Renames who is muted after the names were deleted: only the seats tell. @param {Speaker[]} seats */
function renameMuted(seats) {
  const numbers = new Set([...muted].map((one) => Number.parseInt(one, 10)));
  muted = new Set(seats.filter(({ seat }) => numbers.has(seat)).map(speakerId));
  save(MUTED, JSON.stringify([...muted]));
}

// ---- At the table ---------------------------------------------------------------------------------------------------

/** The sign at a seat right now. It is hidden from screen readers, which hear it announced. @param {number} seat */
export function bubble(seat) {
  const now = signs.get(seat);
  if (!now) return nothing;
  return now.sign ? html`<span class="bubble" aria-hidden="true" title=${text(`sign_${now.sign}`)}>${icon(now.sign, "signs")}</span>`
    : html`<span class="words-said" aria-hidden="true"><bdi>${now.text}</bdi></span>`;
}

/** Keeps bubbles near the window's edge inside. @param {HTMLElement} root */
export function keepBubblesInside(root) {
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(".words-said"))) {
    node.style.translate = "none";
    const { left, right } = node.getBoundingClientRect();
    node.style.translate = `${Math.max(8 - left, Math.min(0, innerWidth - 8 - right))}px 0`;
  }
}

/** The reader's own sign, where their own seat is not drawn. @param {import("./wire.js").Scene} scene */
export function ownBubble({ seat, phase }) {
  return html`<div class="own-bubble">${seat >= 0 && phase !== "waiting" ? bubble(seat) : nothing}</div>`;
}

/** The button that opens the sheet. @param {Page} page @param {() => void} show */
export function opener({ model }, show) {
  if (!model.scene?.talk) return nothing;
  const own = model.scene.seat;
  const unread = lines.some((line) => line.n > read && line.seat !== own && isHeard(line));
  return html`<button type="button" class="quiet talks" aria-haspopup="dialog" aria-label=${text(unread ? "talk_new" : "talk")}
    @click=${() => {
      markRead();
      show();
    }}>${icon("talk")}${unread ? html`<span class="dot"></span>` : nothing}</button>`;
}

// ---- The talk itself ------------------------------------------------------------------------------------------------

/** @param {Page} page @param {"side" | "sheet"} where */
export function talk(page, where) {
  const { scene } = page.model;
  if (!scene?.talk) return nothing;
  const heard = lines.filter(isHeard);
  const people = scene.seats.filter(({ seat, kind, you }) => !you && (kind === "person" || lines.some((line) => line.seat === seat)));
  return html`<div class="talk" data-where=${where}>
    <div class="head">${where === "side" ? html`<h2>${text("talk")}</h2>` : nothing}
      ${people.length ? html`<button type="button" class="quiet" aria-expanded=${choosing} aria-controls="mute-${where}" @click=${() => {
        choosing = !choosing;
        page.draw();
      }}>${icon("mute")}<span>${text("mute")}</span></button>` : nothing}</div>
    <div class="people" id="mute-${where}" role="group" aria-label=${text("mute")} ?hidden=${!choosing || !people.length}>
      <p class="soft">${text("mute_help")}</p>
      ${people.map((seat) => html`<button type="button" class="button ${isMuted(seat) ? "chosen" : ""}" aria-pressed=${isMuted(seat)} data-mute=${seat.seat} @click=${() => {
        toggleMuted(seat);
        page.draw();
      }}>${icon(isMuted(seat) ? "mute" : seat.figure)}<bdi>${seat.name}</bdi></button>`)}</div>
    <div class="scroll" tabindex="0" role="group" aria-label=${text("talk")} @scroll=${onScroll}>${heard.length ? html`<ol class="lines said">${repeat(heard, ({ n }) => n, (line) => html`<li
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
      title=${text(`sign_${name}`)} @click=${() => react(page, name)}>${icon(name, "signs")}<span>${text(`sign_${name}`)}</span></button>`)}</div>`;
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

/** Says it and reports the outcome; true: it was said. @param {Page} page @param {"say" | "react"} what @param {string} arg */
async function tell(page, what, arg) {
  answer = "";
  const late = setTimeout(() => {
    answer = text("sent");
    page.draw();
  }, SLOW_AFTER);
  const got = await page.connection.ask({ do: what, arg });
  clearTimeout(late);
  answer = got.t === "refused" ? got.text : "";
  page.draw();
  return got.t === "done";
}
