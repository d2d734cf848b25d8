/** The page of a table: takes scenes from the connection, draws them, hands clicks on. Start of all other modules. */

import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { instead, later, onward, putBack, ripen, spring, tap } from "./act.js";
import { actions } from "./buttons.js";
import { icon } from "./cards.js";
import * as clocks from "./clocks.js";
import { Connection } from "./connection.js";
import { css } from "./css.js";
import { Drag } from "./drag.js";
import { touchOf } from "./elements.js";
import { cut, fit, forget, measure, watch } from "./fit.js";
import { flat } from "./flat.js";
import { keepFocus, toConfirm } from "./focus.js";
import { reveal, yours } from "./hand.js";
import { handOnly } from "./handmode.js";
import { listen as listenToKeys } from "./keys.js";
import { lazily } from "./lazily.js";
import { linger, lingers } from "./linger.js";
import * as log from "./log.js";
import { hasSheet, look, lookInto, sheets, show, showSeat } from "./menu.js";
import { clear, model as newModel, nexts, take, targets } from "./model.js";
import { Motion } from "./motion.js";
import { celebrate, cheer, notice, pause, tell, tip } from "./notice.js";
import { listen as listenToWishes, wish } from "./options.js";
import { keepPicked, pickAgain } from "./picked.js";
import * as press from "./press.js";
import { offLine, sentence, timer } from "./prompt.js";
import { ringAround } from "./ring.js";
import { say } from "./said.js";
import { others } from "./seats.js";
import * as talk from "./talk.js";
import { text } from "./texts.js";
import { Turn, mine } from "./turn.js";
import { fill, fillLines, fillTalk } from "./wire.js";
import { share, zone } from "./zones.js";

/** @typedef {import("./act.js").Page} Page */

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
const layer = document.createElement("div");
layer.className = "air";
layer.setAttribute("aria-hidden", "true");
document.body.append(layer);

const { socket = "", language = "en" } = document.body.dataset;
const model = newModel();
const motion = new Motion(root, layer);
const drag = new Drag(root, layer);
const turn = new Turn(location.pathname);

/** @type {Page} */
const page = {
  model,
  draw,
  rearrange: (change) => motion.rearrange(() => {
    change();
    draw();
  }),
  springBack: () => drag.springBack(),
  connection: new Connection({
    path: socket, language, have: () => model.scene?.n ?? -1, talk: talk.newest, onMessage: hear,
    onChange: (net) => {
      model.net = net;
      if (net.state === "ended") leave();
      draw();
    },
  }),
};


/** The seat or table is no longer this person's: hide all of it. */
function leave() {
  const { scene } = model;
  if (!scene) return;
  drag.drop();
  for (const sheet of root.querySelectorAll("dialog")) sheet.close();
  turn.show({ ...scene, seat: -1, prompt: { ...scene.prompt, lead: "" } });
  clear(model);
  log.add(model, [], true);
  log.hush();
  Object.assign(model, { scene: null, said: "", armed: "" });
}

const hints = lazily(() => import("./hint.js"));
const points = lazily(() => import("./result.js"));
const invitation = lazily(() => import("./invite.js"));

/** Draws what the model says, and keeps the focus where it was. */
function draw() {
  const restore = keepFocus(root);
  render(view(), root);
  if (model.scene && fit(root, flat(model.scene))) render(view(), root);
  cut(root);
  press.settles(page, root);
  talk.inside(root);
  if (model.scene?.hint || root.querySelector("[data-hinted]")) hints(draw)?.halo(page, root);
  restore();
  toConfirm(root, model);
  log.follow(root);
  clocks.tick(page, root);
}

/** The elements that can be picked next, with the digits that pick them. */
function choices() {
  const { scene, picks, busy } = model;
  if (!scene || busy) return [];
  const digits = picks.length || scene.begun.length ? targets(scene, picks).map(({ element }) => element) : [];
  const zones = new Set(scene.zones.map((one) => one.id));
  return nexts(scene, picks).map((next) => ({ next, digit: digits.indexOf(next.element) + 1, named: zones.has(next.element) }));
}

function view() {
  const { scene } = model;
  const marked = choices();
  const showsResult = scene?.result && (scene.phase === "result" || scene.phase === "over" || scene.phase === "closed") && !model.peek && !lingers();
  const hand = handOnly(scene) && !showsResult;
  return html`<div class="page" data-phase=${scene?.phase ?? "loading"} data-number=${scene?.n ?? -1} data-keys=${model.keys} data-hand=${hand} data-picking=${model.picks.length > 0} data-clocked=${scene?.seats.some(({ left }) => left >= 0) ?? false}
    data-shows=${showsResult ? "result" : scene?.phase === "waiting" ? "invite" : "table"}>
    <header class="top"><h1>${scene?.title ?? ""}</h1><p class="soft">${scene?.subtitle ?? ""}</p></header>
    <div class="bar">${log.lastLine(model, () => show(page, "log"), Boolean(showsResult))}
      ${watching(scene)}${tip(page, () => show(page, "hint"))}${pause(page)}${talk.opener(page, () => show(page, "talk"))}<button type="button" class="quiet menu" aria-haspopup="dialog" aria-label=${text("menu")} @click=${() => show(page, "menu")}>${icon("menu")}</button></div>
    ${scene && !hand ? others(scene, marked) : html`<section class="around"><ul class="others"></ul></section>`}
    <main class="board" tabindex=${showsResult || scene?.phase === "waiting" ? 0 : nothing}><h2 class="unseen">${text("table")}</h2>${scene && !hand ? board(scene, marked, Boolean(showsResult)) : nothing}</main>
    ${cheer()}${notice(page)}${scene && !showsResult ? talk.ownBubble(scene) : nothing}
    <section class="prompt" aria-label=${text("now")}><p class="say ${model.said || model.waits || offLine(model) ? "whole" : ""}" role="status" tabindex="-1">${sentence(page)}</p>${timer(page)}</section>
    <div class="yours">${showsResult ? nothing : yours(model, marked)}</div>
    <section class="actions" aria-label=${text("actions")}>${actions(page, peek())}</section>
    <aside class="side"><h2>${text("log")}</h2><div class="scroll" tabindex="0" @scroll=${log.scrolled}>${log.list(model)}</div>${talk.talk(page, "side")}</aside>
    <div class="unseen" role="log" aria-live="polite" id="spoken"></div>
    ${sheets(page)}
  </div>`;
}

/**
 * @param {import("./wire.js").Scene} scene
 * @param {import("./zones.js").Choices} marked
 * @param {boolean} showsResult
 */
function board(scene, marked, showsResult) {
  if (showsResult && scene.result) return points(draw)?.result(scene.result, scene.seat, draw) ?? nothing;
  if (scene.phase === "waiting" && scene.invite) return invitation(draw)?.invite(scene.invite) ?? nothing;
  const { zones: all, rows } = flat(scene);
  const zones = all.filter((one) => one.place === "table");
  measure(scene);
  share(zones, scene);
  return html`<div class="zones" ${css({ "--rows": rows })}>${repeat(zones.filter((one) => !ringAround(zones, one)), (one) => one.id,
    (one) => zone(one, marked, zones.filter((other) => ringAround(zones, other) === one)))}</div>`;
}

/** The watchers: an eye with a number where there is no room for words. @param {import("./wire.js").Scene | null} scene */
const watching = (scene) => scene?.watchers ? html`<section class="watching" aria-label=${text("watchers")}>${icon(scene.watchers.icon)}<span aria-hidden="true"
  class="n">${scene.watchers.n}</span><span class="words">${scene.watchers.label}</span></section>` : nothing;

/** From the points to the table and back. */
function peek() {
  if (lingers() || !model.scene?.result || !model.scene.zones.length || model.scene.phase === "playing") return nothing;
  return html`${points(draw)?.passOn(page) ?? nothing}<button type="button" class="button ${model.peek ? "" : "brief"}" title=${text(model.peek ? "show_result" : "show_table")} @click=${() => {
    model.peek = !model.peek;
    draw();
  }}>${icon("eye")}<span>${text(model.peek ? "show_result" : "show_table")}</span></button>`;
}

/** @param {import("./wire.js").Down} message */
function hear(message) {
  if (message.t === "talk") talk.hear(page, fillTalk(message));
  if (message.t !== "scene") return;
  const scene = fill(message.scene);
  const old = model.scene;
  const lines = fillLines(message.log);
  log.add(model, lines, message.fresh ?? false);
  if (old && scene.n < old.n && !message.fresh) return draw();
  const before = motion.before(old);
  const { dropped } = drag;
  if (old && !old.follow && scene.follow) return location.assign(scene.follow);
  take(model, scene);
  clocks.came();
  press.came();
  tell(scene);
  if (scene.cheer && old && scene.n > old.n) celebrate(scene.cheer, root, draw);
  if (scene.result) points(draw);
  linger(old, scene, draw);
  const focus = old ? null : pickAgain(model);
  draw();
  focus?.(root);
  if (!model.busy || scene.n !== old?.n) drag.drop();
  motion.after(before, scene, dropped);
  if (old && !message.fresh) log.speak(lines);
  instead(page);
  spring(page);
  later(page);
  ripen(page);
  turn.hear(old, scene);
  if (mine(scene) && !(old && mine(old))) reveal(root, scene);
  document.documentElement.lang = scene.language || language;
}

root.addEventListener("click", ({ target }) => {
  const node = /** @type {Element} */ (target);
  const { scene } = model;
  // A button that vanishes when pressed has done its work.
  if (!scene || !node.isConnected || node.closest("dialog, .actions, .prompt, .bar, .side, .inviting, .result, .notices")) return;
  if (node.closest("[data-look]")) return hasSheet(scene, seatOf(node)) ? showSeat(page, seatOf(node)) : look(page, seatOf(node));
  const touch = touchOf(scene, node);
  const pile = openPile(node, touch?.ids ?? []);
  if (pile) return lookInto(page, pile);
  const idle = touch && !touch.card && !model.picks.length && touch.ids[0]?.startsWith("seat:")
    && !nexts(scene, []).some(({ element }) => touch.ids.includes(element));
  const about = idle ? scene.seats.find(({ seat }) => seat === seatOf(node))?.about : "";
  if (idle && hasSheet(scene, seatOf(node))) showSeat(page, seatOf(node));
  else if (about) {
    say(page, about);
    draw();
  } else if (touch && !idle) tap(page, touch);
  else if (model.picks.length || model.said) {
    if (!scene.begun.length) putBack(page);
  } else if (node.closest(".board")) onward(page);
});

/** The pile under a tap that picks nothing, if it may be looked through. @param {Element} node @param {string[]} ids */
function openPile(node, ids) {
  const { scene, picks } = model;
  const id = /** @type {HTMLElement | null} */ (node.closest("[data-zone]"))?.dataset["zone"];
  const picked = !scene || model.busy || picks.length || scene.begun.length || nexts(scene, []).some(({ element }) => ids.includes(element));
  return picked ? "" : scene.zones.find((one) => one.id === id && one.look)?.id ?? "";
}

/** @param {Element} node */
const seatOf = (node) => Number(/** @type {HTMLElement | null} */ (node.closest(".seat"))?.dataset["seat"] ?? -1);

/** What the page looks like follows the person's wishes. */
function follow() {
  if (wish("motion") === "none") document.documentElement.dataset["motion"] = "none";
  else delete document.documentElement.dataset["motion"];
  if (model.scene) turn.show(model.scene);
  draw();
}

listenToWishes(follow);
follow();
press.listen(page, root);
keepPicked(page, root);
listenToKeys(page, root);
drag.listen(page);
clocks.run(page, root);
page.connection.start();
document.fonts.ready.then(() => {
  forget();
  draw();
});
watch(root, draw);
