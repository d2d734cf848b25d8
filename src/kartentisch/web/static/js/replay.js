/** The page that replays a match, moment by moment, drawn as the table draws it. */

import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { BASE } from "./base.js";
import { icon } from "./cards.js";
import { css } from "./css.js";
import { fit, invalidate, markOverflow, MOST_PASSES, setBaseRatio, watchSizes } from "./fit.js";
import { keepFocus } from "./focus.js";
import { ownCards } from "./hand.js";
import { invite } from "./invite.js";
import * as log from "./log.js";
import { forLowWindow } from "./low-window.js";
import { newModel } from "./model.js";
import { Moments } from "./moments.js";
import { Motion } from "./motion.js";
import { celebrate, cheer } from "./notice.js";
import { result } from "./result.js";
import { ringAround } from "./ring.js";
import { otherSeats } from "./seats.js";
import { chooseSeat, seenSheet, seenTitle, seenZones } from "./seen-cards.js";
import { dialogSheet, show } from "./sheets.js";
import { text } from "./texts.js";
import { largeSheets } from "./wide.js";
import { newId } from "./wire.js";
import { prepareZones, zone } from "./zones.js";

/** @typedef {import("./act.js").Page} Page */
/** @typedef {import("./wire.js").Scene} Scene */

/** Milliseconds from one moment to the next. */
const BEAT = 1600;
const SPEEDS = [0.5, 1, 2, 4];
/** The id of the form that plays on: if it is sent twice, it opens one table. */
const FORM = newId();

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
const layer = document.createElement("div");
layer.className = "air";
layer.setAttribute("aria-hidden", "true");
document.body.append(layer);

const { here = "", home = "/", table = "", at = "0", seat = "-1", from = "0" } = document.body.dataset;
const model = { ...newModel(), replaying: true };
const motion = new Motion(root, layer);
const moments = new Moments(`${here}/replay/scenes`, Number(seat) < 0, Number(from));

let place = -1;
let plays = false;
let speed = 1;
/** Brings the next moment. */
let timer = 0;
/** What went wrong. */
let fault = "";
/** News about all moments, until the next one is shown. */
let news = "";
/** The newest jump; older ones that are still loading have no effect. */
let latestRequest = 0;

const page = /** @type {Page} */ (/** @type {unknown} */ ({ model, draw }));

// ---- Going through it ------------------------------------------------------------------------------------------------

/** Shows a moment. @param {number} to */
async function go(to) {
  const mine = ++latestRequest;
  const last = () => Math.max(0, Math.min(moments.numbers.length - 1, to));
  let next = last();
  try {
    if (to >= moments.numbers.length && !moments.over) {
      await moments.refresh();
      next = last();
    }
    if (!(await moments.load(next))) return;
    fault = news = "";
    if (moments.justOpened) {
      moments.justOpened = false;
      news = text("hands_open");
      log.announce([{ text: news }]);
    }
  } catch {
    fault = text("off_line");
    plays = false;
  }
  if (mine === latestRequest) showMoment(next);
}

/** @param {number} next */
function showMoment(next) {
  const moment = moments.get(next);
  if (!moment) return draw();
  const old = model.scene;
  const onward = next === place + 1 && old !== null;
  const before = motion.before(old);
  place = next;
  model.scene = moment.scene;
  model.log = moments.log(next);
  if (!moment.scene.result) model.showsTable = false;
  if (onward && moment.scene.cheer) celebrate(moment.scene.cheer, root, draw);
  draw();
  if (onward && old) motion.after({ ...before, scene: { ...old, n: moment.scene.n - 1 } }, moment.scene, null);
  history.replaceState(null, "", `#${moment.scene.n}`);
  clearTimeout(timer);
  if (plays && place < moments.numbers.length - 1) timer = setTimeout(() => go(place + 1), BEAT / speed);
  else stop();
}

function stop() {
  plays = false;
  clearTimeout(timer);
  draw();
}

function play() {
  if (plays) return stop();
  plays = true;
  go(place >= moments.numbers.length - 1 ? 0 : place + 1);
}

/** @param {number} to */
function jump(to) {
  plays = false;
  go(to);
}

/** Goes to the newest moment; while the match runs, loads what came since. */
function toEnd() {
  jump(Infinity);
}

/** @param {number} by */
function changeSpeed(by) {
  speed = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, SPEEDS.indexOf(speed) + by))] ?? 1;
  draw();
}

/** Draws with new measures. */
function redraw() {
  invalidate();
  draw();
}

/** @param {number} seat */
async function seenFrom(seat) {
  const number = moments.numbers[place] ?? 0;
  moments.seenFrom(seat);
  await moments.loadAround(number).catch(() => {});
  model.scene = null;
  go(moments.place(number));
}

// ---- Drawing ---------------------------------------------------------------------------------------------------------

function draw() {
  const restore = keepFocus(root);
  render(view(), root);
  for (let pass = 0; pass < MOST_PASSES && model.scene && fit(root, forLowWindow(model.scene)); pass += 1) render(view(), root);
  markOverflow(root);
  restore();
  log.scrollToNewest(root);
}

function view() {
  const { scene } = model;
  const points = model.showsTable ? scene?.result : null;
  return html`<div class="page" data-phase=${scene?.phase ?? "loading"} data-number=${scene?.n ?? -1} data-over=${moments.over} data-seen=${scene?.seat ?? -1} data-hem=${scene?.hem || nothing} data-shows=${points ? "result" : "table"}>
    <header class="top"><h1>${scene?.title ?? ""}</h1><p class="soft">${scene?.subtitle ?? ""}</p></header>
    <nav class="bar" aria-label=${text("actions")}>${log.lastLine(model, () => show(page, "log"), Boolean(points))}${scene ? perspectiveSelect(scene) : nothing}
      <button type="button" class="quiet" data-do="link" aria-haspopup="dialog" aria-label=${text("link_moment")} title=${text("link_moment")} @click=${() => show(page, "invite")}>${icon("link")}</button>
      <a class="quiet" data-do="home" href=${home} aria-label=${text("to_table")} title=${text("to_table")}>${icon("close")}</a></nav>
    ${scene ? otherSeats(scene, []) : html`<section class="around"><ul class="others"></ul></section>`}
    <main class="board" tabindex="0"><h2 class="unseen">${text("table")}</h2>${points ? result(points, scene?.seat ?? -1, draw) : scene ? board(scene) : nothing}</main>
    ${cheer()}
    <section class="prompt" aria-label=${text("now")}><p class="say" role="status" tabindex="-1">${statusLine(scene)}</p></section>
    <div class="yours">${points ? nothing : ownCards(model, [])}</div>
    <section class="actions" aria-label=${text("replay")}>${controls(scene)}</section>
    <aside class="side"><h2>${text("log")}</h2><div class="scroll" tabindex="0" @scroll=${log.onScroll}>${log.list(model)}</div></aside>
    <div class="unseen" role="log" aria-live="polite" id="spoken"></div>
    ${dialogSheet("log", text("log"), html`<div class="scroll" tabindex="0" @scroll=${log.onScroll}>${log.list(model)}</div>`)}
    ${dialogSheet("known", seenTitle(scene), seenSheet(scene))}
    ${dialogSheet("question", text("play_on"), html`<p>${text("play_on_help")}</p><form class="row" method="post" action="${here}/play-on${Number(seat) < 0 ? "?as=bystander" : ""}">
      <input type="hidden" name="ask" .value=${FORM}><input type="hidden" name="at" .value=${`${scene?.n ?? 0}`}><input type="hidden" name="from" .value=${`${scene?.seat ?? 0}`}>
      <button class="button lead">${text("play_on")}</button></form>`)}
    ${dialogSheet("invite", text("link_moment"), html`${invite({ link: `${location.origin}${BASE}/t/${table}/replay#${scene?.n ?? ""}`, qr: "", code: "", text: text("link_rights"), seats: [] })}
      <p class="links"><a href="${BASE}/stored">${text("stored")}</a></p>`)}
  </div>`;
}

/** @param {Scene | null} scene */
function statusLine(scene) {
  if (fault) return html`${icon("offline")}<span><b>${fault}</b></span>`;
  if (!scene) return html`<span class="late">${text("loading")}</span>`;
  return html`<span>${news ? html`<b>${news}</b> ` : nothing}${scene.notice ? html`${scene.notice} ` : nothing}${scene.prompt.text}</span>`;
}

/** The choice from which seat to look, once all hands are open. @param {Scene} scene */
function perspectiveSelect(scene) {
  if (!moments.over) return nothing;
  return html`<label class="eyes">${icon("eye")}<span class="unseen">${text("seen_from")}</span><select
    @change=${(/** @type {Event} */ { target }) => seenFrom(Number(/** @type {HTMLSelectElement} */ (target).value))}>${scene.seats.map((one) => html`<option
    value=${one.seat} ?selected=${one.seat === scene.seat}>${one.seat === Number(seat) ? text("oneself") : one.name}</option>`)}</select></label>`;
}

/** @param {Scene} scene */
function board(scene) {
  const { zones: all, rows } = forLowWindow(scene);
  const zones = all.filter((one) => one.place === "table");
  setBaseRatio(scene);
  prepareZones(zones, scene);
  return html`<div class="zones" ${css({ "--rows": rows })}>${repeat(zones.filter((one) => !ringAround(zones, one)), (one) => one.id,
    (one) => zone(one, [], zones.filter((other) => ringAround(zones, other) === one)))}</div>`;
}

/** @param {Scene | null} scene */
function controls(scene) {
  const last = Math.max(0, moments.numbers.length - 1);
  const count = text("moment", { n: place + 1, of: last + 1 });
  const button = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {() => unknown} */ then) => html`<button type="button" class="button" data-do=${name}
    aria-label=${text(name)} title=${text(name)} @click=${then}>${icon(sign)}</button>`;
  /** A button with words beside it where there is room. */
  const worded = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {string} */ words, /** @type {() => void} */ then) => html`<button
    type="button" class="button worded" data-do=${name} aria-label=${words} title=${words} @click=${then}>${icon(sign)}<span class="words">${words}</span></button>`;
  return html`<div class="reel">
    <div class="tape"><input type="range" min="0" max=${last} .value=${`${place}`} aria-label=${text("jump")} aria-valuetext=${count}
      @input=${(/** @type {Event} */ { target }) => jump(Number(/** @type {HTMLInputElement} */ (target).value))}><span class="soft" aria-hidden="true">${place + 1}/${last + 1}</span></div>
    <div class="knobs">${button("to_first", "to-first", () => jump(0))}${button("step_back", "before", () => jump(place - 1))}
      <button type="button" class="button lead" data-do="play" aria-label=${text(plays ? "stop" : "run")} @click=${play}>${icon(plays ? "pause" : "play")}</button>
      ${button("step_on", "chevron", () => jump(place + 1))}${button("to_last", "to-last", toEnd)}
      <button type="button" class="button" data-do="speed" aria-label=${text("speed", { n: speed })} title=${text("speed", { n: speed })} @click=${() => {
        speed = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1;
        draw();
      }}>${speed === 0.5 ? "½" : speed}×</button>
      ${scene?.result ? worded("points", "eye", text(model.showsTable ? "show_table" : "show_result"), () => {
        model.showsTable = !model.showsTable;
        draw();
      }) : nothing}
      ${scene && moments.over && scene.phase === "playing" ? worded("play-on", "hand", text("play_on"), () => {
        stop();
        show(page, "question");
      }) : nothing}</div>
  </div>`;
}

// ---- Keys and taps ---------------------------------------------------------------------------------------------------

document.addEventListener("keydown", (event) => {
  const node = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || node.closest("dialog, input, select, textarea")) return;
  if (event.key === " " && node.closest("button, a, summary")) return;
  /** @type {(() => unknown) | undefined} */
  const deed = {
    ArrowLeft: () => jump(place - 1), ArrowRight: () => jump(place + 1), Home: () => jump(0), End: toEnd,
    " ": play, "+": () => changeSpeed(1), "-": () => changeSpeed(-1),
  }[event.key];
  if (!deed || (event.key === "Home" || event.key === "End") && node.closest(".scroll")) return;
  event.preventDefault();
  deed();
});

root.addEventListener("click", ({ target }) => {
  const node = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest(".seat"));
  const who = Number(node?.dataset["seat"] ?? -1);
  if (!model.scene || who < 0 || !seenZones(model.scene, who).length) return;
  chooseSeat(who);
  show(page, "known");
});

addEventListener("hashchange", () => {
  const number = Number(location.hash.slice(1));
  if (number && number !== model.scene?.n) jump(moments.place(number));
});

async function start() {
  const number = Number(location.hash.slice(1)) || Number(at);
  try {
    await moments.loadAround(number);
    go(moments.place(number));
  } catch {
    fault = text("off_line");
    draw();
  }
}

draw();
start();
document.fonts.ready.then(redraw);
largeSheets(redraw).then(redraw);
watchSizes(root, draw);
