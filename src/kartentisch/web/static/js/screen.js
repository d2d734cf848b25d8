/** The table on a screen in the middle: large, without anybody's cards, and nothing needs to be pressed. */

import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { aloud, choose, read } from "./aloud.js";
import { stayAwake } from "./awake.js";
import { icon } from "./cards.js";
import * as clocks from "./clocks.js";
import { Connection } from "./connection.js";
import { css } from "./css.js";
import { fit, forget, measure, watch } from "./fit.js";
import { picture } from "./invite.js";
import { linger, lingers } from "./linger.js";
import * as log from "./log.js";
import { model as newModel, take } from "./model.js";
import { Motion } from "./motion.js";
import { celebrate, cheer, notice } from "./notice.js";
import { offLine, timer } from "./prompt.js";
import { result } from "./result.js";
import { ringAround } from "./ring.js";
import { others } from "./seats.js";
import * as talk from "./talk.js";
import { counted, text } from "./texts.js";
import { fill, fillLines, fillTalk } from "./wire.js";
import { share, zone } from "./zones.js";

/** @typedef {import("./act.js").Page} Page */
/** @typedef {import("./wire.js").Scene} Scene */
/** @typedef {import("./wire.js").Invite} Invite */

/** Sentences of the log that are in sight. */
const TOLD = 2;
const NOTE = 20_000;

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
const layer = document.createElement("div");
layer.className = "air";
layer.setAttribute("aria-hidden", "true");
document.body.append(layer);

const { socket = "", language = "en", nextLanguage = "" } = document.body.dataset;
const model = newModel();
const motion = new Motion(root, layer);
/** What this device cannot do, shown briefly. */
let note = "";

/** @type {Page} */
const page = {
  model,
  draw,
  rearrange: (change) => change(),
  springBack: () => {},
  connection: new Connection({
    path: socket, language, have: () => model.scene?.n ?? -1, talk: talk.newest, onMessage: hear,
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
  if (model.scene && fit(root, model.scene)) render(view(), root);
  clocks.tick(page, root);
}

function view() {
  const { scene } = model;
  const points = scene?.phase !== "playing" && scene?.phase !== "paused" && !lingers() ? scene?.result : null;
  return html`<div class="page" data-phase=${scene?.phase ?? "loading"} data-number=${scene?.n ?? -1}
    data-shows=${points ? "result" : scene?.phase === "waiting" ? "invite" : "table"}>
    <main class="board"><header class="top"><h1>${scene?.title ?? ""}</h1><p class="soft">${scene?.subtitle ?? ""}</p></header>
      ${scene && points ? result(points, -1, draw, true) : scene ? table(scene) : nothing}${cheer()}${notice(page)}</main>
    <section class="prompt" aria-label=${text("now")}><p class="say" role="status">${sentence(Boolean(points))}</p>${timer(page)}
      <p class="told soft">${note ? html`<span class="note">${icon("warning")}<span>${note}</span></span>` : points?.over ? nothing : repeat(model.log.slice(-TOLD),
        (line, i) => `${line.n}/${i}`, (line) => html`<span>${log.words(line)} </span>`)}</p></section>
    <aside class="side">${scene?.invite ? ways(scene, scene.invite) : nothing}${scene && !points ? standing(scene) : nothing}${tools()}</aside>
    <div class="unseen" role="log" aria-live="polite" id="spoken"></div>
  </div>`;
}

/** The people around, the zones in the middle. @param {Scene} scene */
function table(scene) {
  const zones = scene.zones.filter((one) => one.place === "table");
  measure(scene);
  share(zones, scene);
  const free = (scene.invite?.seats ?? []).length > 1 ? scene.invite?.seats ?? [] : [];
  return html`${others(scene, [], ({ seat }) => free.filter((one) => one.seat === seat).map((one) => html`<span
      class="qr">${picture(one.qr, text("qr_seat", { name: one.label }))}</span>`))}
    <h2 class="unseen">${text("table")}</h2>
    <div class="zones" ${css({ "--rows": scene.rows })}>${repeat(zones.filter((one) => !ringAround(zones, one)), (one) => one.id,
      (one) => zone(one, [], zones.filter((other) => ringAround(zones, other) === one)))}</div>`;
}

/** Who is to move and what fits, else the state of the line. @param {boolean} points */
function sentence(points) {
  const { scene, net } = model;
  if (net.state === "ended") return html`${icon("offline")}<b>${net.text || text("ended")}</b>`;
  if (offLine(model)) return html`${icon("offline")}<b>${net.text || text("off_line")}</b> <span>${text("trying")}</span>`;
  if (!scene) return html`<span class="late">${text("loading")}</span>`;
  if (points) return nothing;
  return html`${scene.notice ? html`${scene.notice} ` : nothing}<b class="now">${scene.prompt.lead}</b> <span>${scene.prompt.text}</span>`;
}

/** How others get here: the picture, the code, and what it leads to. @param {Scene} scene @param {Invite} invite */
function ways({ seats, phase }, { link, qr, code, text: what, seats: free }) {
  if (!link) return html`<section class="ways"><p class="soft">${what}</p></section>`;
  const one = free.length === 1 ? free[0] : undefined;
  const bot = one && seats.find(({ seat, kind }) => seat === one.seat && kind === "bot");
  return html`<section class="ways" aria-label=${text("invite")}>
    <div class="qr">${picture(one?.qr ?? qr, one ? text("qr_seat", { name: one.label }) : text("qr"))}</div>
    <p><b>${counted("free", free.length)}</b> <span class="soft">${bot ? text("scan_bot", { name: bot.name }) : text(
      one ? "scan" : phase === "waiting" ? "scan_seat" : "scan")}</span></p>
    ${code ? html`<p class="code"><span class="soft">${new URL(link).host}</span> <span class="soft">${text("code")}</span> <b aria-label=${[...code].join(" ")}>${code}</b></p>` : nothing}
  </section>`;
}

/** The points so far. @param {Scene} scene */
const standing = ({ standing: list }) => (list.length ? html`<section class="standing"><h2>${text("result")}</h2>
  <ol role="list">${list.map(({ name, total }) => html`<li><bdi>${name}</bdi> <b>${total < 0 ? `−${-total}` : total}</b></li>`)}</ol></section>` : nothing);

// ---- What may be pressed, and need not ------------------------------------------------------------------------------

function tools() {
  const light = document.documentElement.dataset["theme"] === "light";
  return html`<div class="tools">
    <button type="button" class="quiet" data-tool="aloud" aria-pressed=${aloud()} aria-label=${text("aloud")} title=${text("aloud")} @click=${speak}>${icon(aloud() ? "aloud" : "silent")}</button>
    <button type="button" class="quiet" data-tool="theme" aria-label=${text(light ? "dark" : "light")} title=${text(light ? "dark" : "light")} @click=${theme}>${icon(light ? "moon" : "sun")}</button>
    <a class="quiet" data-tool="language" href=${nextLanguage} aria-label=${text("other_language")} title=${text("other_language")}>${icon("language")}</a>
    ${document.fullscreenEnabled ? html`<button type="button" class="quiet" data-tool="whole" aria-label=${text("whole")} title=${text("whole")} @click=${whole}>${icon("whole")}</button>` : nothing}
  </div>`;
}

async function speak() {
  const barred = await choose(!aloud(), language);
  if (barred) say(text(barred));
  draw();
}

function theme() {
  const to = document.documentElement.dataset["theme"] === "light" ? "dark" : "light";
  document.documentElement.dataset["theme"] = to;
  history.replaceState(null, "", to === "light" ? "?theme=light" : location.pathname);  // to survive a reload
  draw();
}

function whole() {
  const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  done.catch(() => {});  // the browser does not want to
}

/** @param {string} sentence */
function say(sentence) {
  note = sentence;
  setTimeout(() => {
    if (note === sentence) note = "";
    draw();
  }, NOTE);
  draw();
}

// ---- What comes ------------------------------------------------------------------------------------------------------

/** @param {import("./wire.js").Down} message */
function hear(message) {
  if (message.t === "talk") talk.hear(page, fillTalk(message));
  if (message.t !== "scene") return;
  const scene = fill(message.scene);
  const old = model.scene;
  const lines = fillLines(message.log);
  log.add(model, lines, message.fresh ?? false);
  if (old && scene.n < old.n && !message.fresh) return draw();
  if (old && !old.follow && scene.follow) return location.assign(scene.follow);
  const before = motion.before(old);
  take(model, scene);
  clocks.came();
  if (scene.cheer && old && scene.n > old.n) celebrate(scene.cheer, root, draw);
  linger(old, scene, draw);
  draw();
  motion.after(before, scene, null);
  if (old && !message.fresh) {
    log.speak(lines);
    read(lines, language, (why) => say(text(why)));
  }
  document.title = [scene.prompt.lead, scene.title].filter(Boolean).join(" · ");
}

clocks.run(page, root);
page.connection.start();
stayAwake(() => say(text("keep_on")));
document.fonts.ready.then(() => {
  forget();
  draw();
});
watch(root, draw);
