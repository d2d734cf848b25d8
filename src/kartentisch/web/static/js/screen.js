/** The table on a screen in the middle: large, without anybody's cards, and usable without touching it. */

import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { BASE } from "./base.js";
import { icon, svgPicture } from "./cards.js";
import * as clocks from "./clocks.js";
import { Connection } from "./connection.js";
import { css } from "./css.js";
import { fit, invalidate, MOST_PASSES, setBaseRatio, watchSizes } from "./fit.js";
import * as log from "./log.js";
import { showMaintenance } from "./maintenance.js";
import { applyScene, newModel } from "./model.js";
import { Motion } from "./motion.js";
import { celebrate, cheer, notice } from "./notice.js";
import { isOffline, timer } from "./prompt.js";
import { delayResult, isResultDelayed } from "./result-delay.js";
import { result } from "./result.js";
import { ringAround } from "./ring.js";
import { otherSeats } from "./seats.js";
import { readAloud, setSpeech, speechOn } from "./speech.js";
import * as talk from "./talk.js";
import { pluralText, text } from "./texts.js";
import { keepScreenOn } from "./wake-lock.js";
import { fillLines, fillScene, fillTalk } from "./wire.js";
import { prepareZones, zone } from "./zones.js";

/** @typedef {import("./act.js").Page} Page */
/** @typedef {import("./wire.js").Scene} Scene */
/** @typedef {import("./wire.js").Invite} Invite */

/** Sentences of the log that are in sight. */
const TOLD = 2;
const NOTE_DURATION = 20_000;

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
const layer = document.createElement("div");
layer.className = "air";
layer.setAttribute("aria-hidden", "true");
document.body.append(layer);

const { socket = "", language = "en", nextLanguage = "" } = document.body.dataset;
const model = newModel();
const motion = new Motion(root, layer);
/** What this device cannot do; shown for a while. */
let note = "";

/** @type {Page} */
const page = {
  model,
  draw,
  rearrange: (change) => change(),
  springBack: () => {},
  connection: new Connection({
    path: socket, language, have: () => model.scene?.n ?? -1, talk: talk.newest, onMessage: receive,
    onChange: (net) => {
      model.net = net;
      draw();
    },
  }),
};

function draw() {
  render(view(), root);
  const tops = /** @type {HTMLElement[]} */ ([...root.querySelectorAll(".seat[data-side='top']")]);
  const rim = Math.max(0, ...tops.map((one) => one.offsetTop + one.offsetHeight + /** @type {HTMLElement} */ (one.offsetParent).offsetTop));
  root.style.setProperty("--rim", `${rim}px`);
  for (let pass = 0; pass < MOST_PASSES && model.scene && fit(root, model.scene); pass += 1) render(view(), root);
  clocks.tick(page, root);
}

function view() {
  const { scene } = model;
  const points = scene?.phase !== "playing" && scene?.phase !== "paused" && !isResultDelayed() ? scene?.result : null;
  return html`<div class="page" data-phase=${scene?.phase ?? "loading"} data-number=${scene?.n ?? -1}
    data-shows=${points ? "result" : scene?.phase === "waiting" ? "invite" : "table"}>
    <main class="board"><header class="top"><h1>${scene?.title ?? ""}</h1><p class="soft">${scene?.subtitle ?? ""}</p></header>
      ${scene && points ? result(points, -1, draw, true) : scene ? table(scene) : nothing}${cheer()}${notice(page)}</main>
    <section class="prompt" aria-label=${text("now")}><p class="say" role="status">${sentence(Boolean(points))}</p>${timer(page)}
      <p class="told soft">${note ? html`<span class="note">${icon("warning")}<span>${note}</span></span>` : points?.over ? nothing : repeat(model.log.slice(-TOLD),
        (line, i) => `${line.n}/${i}`, (line) => html`<span>${log.lineText(line)} </span>`)}</p></section>
    <aside class="side">${scene?.invite ? joinPanel(scene, scene.invite) : nothing}${scene && !points ? standing(scene) : nothing}${tools()}</aside>
    <div class="unseen" role="log" aria-live="polite" id="spoken"></div>
  </div>`;
}

/** The people around the table, and the zones in the middle. @param {Scene} scene */
function table(scene) {
  const zones = scene.zones.filter((one) => one.place === "table");
  setBaseRatio(scene);
  prepareZones(zones, scene);
  const free = (scene.invite?.seats ?? []).length > 1 ? scene.invite?.seats ?? [] : [];
  return html`${otherSeats(scene, [], ({ seat }) => free.filter((one) => one.seat === seat).map((one) => html`<span
      class="qr">${svgPicture(one.qr, text("qr_seat", { name: one.label }))}</span>`))}
    <h2 class="unseen">${text("table")}</h2>
    <div class="zones" ${css({ "--rows": scene.rows })}>${repeat(zones.filter((one) => !ringAround(zones, one)), (one) => one.id,
      (one) => zone(one, [], zones.filter((other) => ringAround(zones, other) === one)))}</div>`;
}

/** Who is to move and what fits, or the state of the connection. @param {boolean} points */
function sentence(points) {
  const { scene, net } = model;
  if (net.state === "ended") return html`${icon("offline")}<b>${net.text || text("ended")}</b>`;
  if (isOffline(model)) return html`${icon("offline")}<b>${net.text || text("off_line")}</b> <span>${text("trying")}</span>`;
  if (!scene) return html`<span class="late">${text("loading")}</span>`;
  if (points) return nothing;
  return html`${scene.notice ? html`${scene.notice} ` : nothing}<b class="now">${scene.prompt.lead}</b> <span>${scene.prompt.text}</span>`;
}

/** How others join: the QR code, the join code, and the free seats. @param {Scene} scene @param {Invite} invite */
function joinPanel({ seats, phase }, { link, qr, code, text: what, seats: free }) {
  if (!link) return html`<section class="ways"><p class="soft">${what}</p></section>`;
  const one = free.length === 1 ? free[0] : undefined;
  const bot = one && seats.find(({ seat, kind }) => seat === one.seat && kind === "bot");
  return html`<section class="ways" aria-label=${text("invite")}>
    <div class="qr">${svgPicture(one?.qr ?? qr, one ? text("qr_seat", { name: one.label }) : text("qr"))}</div>
    <p><b>${pluralText("free", free.length)}</b> <span class="soft">${bot ? text("scan_bot", { name: bot.name }) : text(
      one ? "scan" : phase === "waiting" ? "scan_seat" : "scan")}</span></p>
    ${code ? html`<p class="code"><span class="soft">${new URL(link).host}</span> <span class="soft">${text("code")}</span> <b aria-label=${[...code].join(" ")}>${code}</b></p>` : nothing}
  </section>`;
}

/** The points so far. @param {Scene} scene */
const standing = ({ standing: list }) => (list.length ? html`<section class="standing"><h2>${text("result")}</h2>
  <ol role="list">${list.map(({ name, total }) => html`<li><bdi>${name}</bdi> <b>${total < 0 ? `−${-total}` : total}</b></li>`)}</ol></section>` : nothing);

// ---- Buttons that nobody needs to press ------------------------------------------------------------------------------

function tools() {
  const light = document.documentElement.dataset["theme"] === "light";
  return html`<div class="tools">
    <button type="button" class="quiet" data-tool="aloud" aria-pressed=${speechOn()} aria-label=${text("aloud")} title=${text("aloud")} @click=${toggleSpeech}>${icon(speechOn() ? "aloud" : "silent")}</button>
    <button type="button" class="quiet" data-tool="theme" aria-label=${text(light ? "dark" : "light")} title=${text(light ? "dark" : "light")} @click=${toggleTheme}>${icon(light ? "moon" : "sun")}</button>
    <a class="quiet" data-tool="language" href=${nextLanguage} aria-label=${text("other_language")} title=${text("other_language")}>${icon("language")}</a>
    ${document.fullscreenEnabled ? html`<button type="button" class="quiet" data-tool="whole" aria-label=${text("whole")} title=${text("whole")} @click=${toggleFullscreen}>${icon("whole")}</button>` : nothing}
  </div>`;
}

async function toggleSpeech() {
  const barred = await setSpeech(!speechOn(), language);
  if (barred) showNote(text(barred));
  draw();
}

function toggleTheme() {
  const to = document.documentElement.dataset["theme"] === "light" ? "dark" : "light";
  document.documentElement.dataset["theme"] = to;
  history.replaceState(null, "", to === "light" ? "?theme=light" : location.pathname);  // to survive a reload
  draw();
}

function toggleFullscreen() {
  const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  done.catch(() => {});  // the browser refuses
}

/** @param {string} sentence */
function showNote(sentence) {
  note = sentence;
  setTimeout(() => {
    if (note === sentence) note = "";
    draw();
  }, NOTE_DURATION);
  draw();
}

// ---- What comes ------------------------------------------------------------------------------------------------------

/** @param {import("./wire.js").Down} message */
function receive(message) {
  if (message.t === "talk") talk.receive(page, fillTalk(message));
  if (message.t !== "scene") return;
  const scene = fillScene(message.scene);
  showMaintenance(scene.maintenance);
  const old = model.scene;
  const lines = fillLines(message.log);
  log.add(model, lines, message.fresh ?? false);
  if (old && scene.n < old.n && !message.fresh) return draw();
  if (old && !old.follow && scene.follow) return location.assign(BASE + scene.follow);
  const before = motion.before(old);
  applyScene(model, scene);
  clocks.sceneArrived();
  if (scene.cheer && old && scene.n > old.n) celebrate(scene.cheer, root, draw);
  delayResult(old, scene, draw);
  draw();
  motion.after(before, scene, null);
  if (old && !message.fresh) {
    log.announce(lines);
    readAloud(lines, language, (why) => showNote(text(why)));
  }
  document.title = [scene.prompt.lead, scene.title].filter(Boolean).join(" · ");
}

clocks.start(page, root);
page.connection.start();
keepScreenOn(() => showNote(text("keep_on")));
document.fonts.ready.then(() => {
  invalidate();
  draw();
});
watchSizes(root, draw);
