/**
 * The page of a table: takes scenes from the connection, draws them, and passes clicks on. It loads all other
 * modules.
 */

import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { beginRaised, playArmed, putBack, replaceBegun, runQueue, tap, tapBoard } from "./act.js";
import { actions } from "./buttons.js";
import { BASE } from "./base.js";
import { icon } from "./cards.js";
import * as clocks from "./clocks.js";
import { Connection } from "./connection.js";
import { css } from "./css.js";
import { Drag } from "./drag.js";
import { touchOf } from "./elements.js";
import { fit, invalidate, markOverflow, MOST_PASSES, setBaseRatio, watchSizes } from "./fit.js";
import { focusConfirm, focusTurn, keepFocus, skipLink } from "./focus.js";
import { handOnly } from "./hand-mode.js";
import { ownCards, scrollToPlayable } from "./hand.js";
import { listenToKeys } from "./keys.js";
import { lazily } from "./lazily.js";
import * as log from "./log.js";
import { forLowWindow } from "./low-window.js";
import { showMessage } from "./message.js";
import { applyScene, clearPicks, newModel, nextPicks, targets } from "./model.js";
import { Motion } from "./motion.js";
import { announceQuestion, celebrate, cheer, hintButton, notice, pauseButton } from "./notice.js";
import { onPreferenceChange, preference, reducedMotion } from "./preferences.js";
import * as press from "./press-guard.js";
import { isOffline, sentence, timer } from "./prompt.js";
import { delayResult, isResultDelayed } from "./result-delay.js";
import { ringAround } from "./ring.js";
import { restorePicks, savePicks } from "./saved-picks.js";
import { otherSeats } from "./seats.js";
import { hasSheet, sheets, show, showPile, showSeat, showSeen } from "./sheets.js";
import * as talk from "./talk.js";
import { text } from "./texts.js";
import { TurnAlerts, isMyTurn } from "./turn-alerts.js";
import { addSheet, isWide, largeSheets, preferredLook } from "./wide.js";
import { fillLines, fillScene, fillTalk } from "./wire.js";
import { prepareZones, zone } from "./zones.js";

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
const turn = new TurnAlerts(location.pathname);

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
    path: socket, language, have: () => model.scene?.n ?? -1, moment: () => model.scene?.coach?.id ?? document.body.dataset["moment"], talk: talk.newest, onMessage: receive,
    onChange: (net) => {
      model.net = net;
      if (net.state === "ended") hideTable();
      draw();
    },
  }),
};


/** Hides everything: the seat is no longer this person's. */
function hideTable() {
  const { scene } = model;
  if (!scene) return;
  drag.drop();
  for (const sheet of root.querySelectorAll("dialog")) sheet.close();
  turn.show({ ...scene, seat: -1, prompt: { ...scene.prompt, lead: "" } });
  clearPicks(model);
  log.add(model, [], true);
  log.clearAnnouncements();
  Object.assign(model, /** @type {Partial<typeof model>} */ ({ scene: null, message: "", armed: "" }));
}

const hints = lazily(() => import("./hint.js"));
const points = lazily(async () => (await Promise.all([import("./result.js"), addSheet("result")]))[0]);
const wideTable = lazily(() => import("./wide-table.js"));
const lesson = lazily(() => import("./lesson.js"));
const invitation = lazily(() => import("./invite.js"));

/** Draws the model and keeps the focus. */
function draw() {
  const restore = keepFocus(root);
  render(view(), root);
  for (let pass = 0; pass < MOST_PASSES && model.scene && fit(root, forLowWindow(model.scene)); pass += 1) render(view(), root);
  markOverflow(root);
  press.hideChangedButtons(page, root);
  talk.keepBubblesInside(root);
  if (model.scene?.hint || root.querySelector("[data-hinted]")) hints(draw)?.markHinted(page, root);
  if (model.scene?.coach) lesson(draw)?.place(page, root);
  restore();
  focusConfirm(root, model);
  log.scrollToNewest(root);
  clocks.tick(page, root);
}

/** Draws with new measures. */
function redraw() {
  invalidate();
  draw();
}

/** What can be picked next, with the digits for it. */
function choices() {
  const { scene, picks, busy } = model;
  if (!scene || busy) return [];
  const digits = picks.length || scene.begun.length ? targets(scene, picks).map(({ element }) => element) : [];
  const zones = new Set(scene.zones.map((one) => one.id));
  return nextPicks(scene, picks).map((next) => ({ next, digit: digits.indexOf(next.element) + 1, named: zones.has(next.element) }));
}

function view() {
  const { scene } = model;
  const marked = choices();
  const showsResult = scene?.result && (scene.phase === "result" || scene.phase === "over" || scene.phase === "closed") && !model.showsTable && !isResultDelayed();
  const hand = handOnly(scene) && !showsResult;
  const coach = scene?.coach;
  const wide = isWide() && scene;
  return html`<div class="page" data-phase=${scene?.phase ?? "loading"} data-number=${scene?.n ?? -1} data-hem=${scene?.hem || nothing} data-keys=${model.keyboard} data-hand=${hand} data-picking=${model.picks.length > 0} data-clocked=${scene?.seats.some(({ left }) => left >= 0) ?? false}
    data-shows=${showsResult ? "result" : scene?.phase === "waiting" ? "invite" : "table"}>
    ${showsResult ? nothing : skipLink(root, scene)}
    <header class="top"><h1>${scene?.title ?? ""}</h1><p class="soft">${scene?.subtitle ?? ""}</p></header>
    <div class="bar">${coach ? lesson(draw)?.bar(page) : log.lastLine(model, () => show(page, "log"), Boolean(showsResult))}
      ${watching(scene)}${hintButton(page, () => show(page, "hint"))}${pauseButton(page)}${talk.opener(page, () => show(page, "talk"))}<button type="button" class="quiet menu" aria-haspopup="dialog" aria-label=${text("menu")} @click=${() => show(page, "menu")}>${icon("menu")}</button></div>
    ${scene && !hand ? otherSeats(scene, marked, wide ? wideTable(draw)?.lying : undefined) : html`<section class="around"><ul class="others"></ul></section>`}
    <main class="board" data-note=${coach && lesson(draw)?.noteSide(scene) || nothing} tabindex=${showsResult || scene?.phase === "waiting" ? 0 : nothing}><h2 class="unseen">${text("table")}</h2>${wide && !hand && !showsResult ? wideTable(draw)?.loop(scene) : nothing}${coach ? lesson(draw)?.note(page) : nothing}${scene && !hand ? board(scene, marked, Boolean(showsResult)) : nothing}</main>
    ${cheer()}${notice(page)}${scene && !showsResult ? talk.ownBubble(scene) : nothing}
    <section class="prompt" aria-label=${text("now")}><p class="say ${model.message || model.unconfirmed || isOffline(model) ? "whole" : ""}" role="status" tabindex="-1">${sentence(page)}</p>${timer(page)}</section>
    <div class="yours">${showsResult ? nothing : ownCards(model, marked)}</div>
    <section class="actions" aria-label=${text("actions")}>${actions(page, resultToggle())}</section>
    <aside class="side">${wide && !coach ? wideTable(draw)?.summary(scene) : nothing}<h2>${text(coach ? "so_far" : "log")}</h2><div class="scroll" tabindex="0" @scroll=${log.onScroll}>${log.list(model)}</div>${talk.talk(page, "side")}</aside>
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
  if (showsResult && scene.result) return points(draw)?.result(scene.result, scene.seat, draw, false, page) ?? nothing;
  if (scene.phase === "waiting" && scene.invite) return invitation(draw)?.invite(scene.invite) ?? nothing;
  const { zones: all, rows } = forLowWindow(scene);
  const zones = all.filter((one) => one.place === "table");
  setBaseRatio(scene);
  prepareZones(zones, scene);
  return html`<div class="zones" ${css({ "--rows": rows })}>${repeat(zones.filter((one) => !ringAround(zones, one)), (one) => one.id,
    (one) => zone(one, marked, zones.filter((other) => ringAround(zones, other) === one)))}</div>`;
}

/** The watchers: an eye with a number where there is no room for words. @param {import("./wire.js").Scene | null} scene */
const watching = (scene) => scene?.watchers ? html`<section class="watching" aria-label=${text("watchers")}>${icon(scene.watchers.icon)}<span aria-hidden="true"
  class="n">${scene.watchers.n}</span><span class="words">${scene.watchers.label}</span></section>` : nothing;

/** The button from the points to the table and back. */
function resultToggle() {
  if (isResultDelayed() || !model.scene?.result || !model.scene.zones.length || model.scene.phase === "playing") return nothing;
  return html`${points(draw)?.shareButton(page) ?? nothing}<button type="button" class="button ${model.showsTable ? "" : "brief"}" title=${text(model.showsTable ? "show_result" : "show_table")} @click=${() => {
    model.showsTable = !model.showsTable;
    draw();
  }}>${icon("eye")}<span>${text(model.showsTable ? "show_result" : "show_table")}</span></button>`;
}

/** Takes part in the draws of luck, with a seat. @param {import("./wire.js").Down} message */
async function takePart(message) {
  if (Number(document.body.dataset["seat"]) < 0) return;
  const { hear } = await import("./luck.js");
  hear(page, message);
}

/** Celebrates what is big in a new scene. @param {import("./wire.js").Scene | null} old @param {import("./wire.js").Scene} scene */
async function celebrateBig(old, scene) {
  const ends = old?.phase === "playing" && scene.phase === "over";
  if (!old || scene.n <= old.n || reducedMotion() || !ends && !scene.moved.some(({ big }) => big)) return;
  const { showBig } = await import("./gestures.js");
  showBig(root, layer, scene, ends);
}

/** @param {import("./wire.js").Down} message */
function receive(message) {
  if (message.t === "draw" || message.t === "welcome" && message.draw) takePart(message);
  if (message.t === "talk") talk.receive(page, fillTalk(message));
  if (message.t !== "scene") return;
  const scene = fillScene(message.scene);
  if (scene.maintenance || document.querySelector(".maintenance")) import("./maintenance.js").then((line) => { line.showMaintenance(scene.maintenance); redraw(); });
  const old = model.scene;
  const lines = fillLines(message.log);
  log.add(model, lines, message.fresh ?? false);
  if (old && scene.n < old.n && !message.fresh) return draw();
  const before = motion.before(old);
  const { dropped } = drag;
  if (old && !old.follow && scene.follow) return location.assign(BASE + scene.follow);
  applyScene(model, scene);
  clocks.sceneArrived();
  press.sceneArrived();
  announceQuestion(scene);
  if (scene.cheer && old && scene.n > old.n) celebrate(scene.cheer, root, draw);
  if (scene.result) points(draw);
  delayResult(old, scene, draw);
  const focus = old ? null : restorePicks(model);
  draw();
  focus?.(root);
  if (!model.busy || scene.n !== old?.n) drag.drop();
  motion.after(before, scene, dropped);
  celebrateBig(old, scene);
  if (old && !message.fresh) log.announce(lines);
  replaceBegun(page);
  playArmed(page);
  runQueue(page);
  beginRaised(page);
  turn.sceneArrived(old, scene);
  if (old && isMyTurn(scene) && !isMyTurn(old)) focusTurn(root, model);
  if (isMyTurn(scene) && !(old && isMyTurn(old))) scrollToPlayable(root, scene);
  document.documentElement.lang = scene.language || language;
}

root.addEventListener("click", ({ target }) => {
  const node = /** @type {Element} */ (target);
  const { scene } = model;
  // A button that vanished when it was pressed has done its work.
  if (!scene || !node.isConnected || node.closest("dialog, .actions, .prompt, .bar, .side, .inviting, .result, .notices")) return;
  if (node.closest("[data-look]")) return hasSheet(scene, seatOf(node)) ? showSeat(page, seatOf(node)) : showSeen(page, seatOf(node));
  const touch = touchOf(scene, node);
  const pile = openPile(node, touch?.ids ?? []);
  if (pile) return showPile(page, pile);
  const idle = touch && !touch.card && !model.picks.length && touch.ids[0]?.startsWith("seat:")
    && !nextPicks(scene, []).some(({ element }) => touch.ids.includes(element));
  const about = idle ? scene.seats.find(({ seat }) => seat === seatOf(node))?.about : "";
  if (idle && hasSheet(scene, seatOf(node))) showSeat(page, seatOf(node));
  else if (about) {
    showMessage(page, about);
    draw();
  } else if (touch && !idle) tap(page, touch);
  else if (model.picks.length || model.message) {
    if (!scene.begun.length) putBack(page);
  } else if (node.closest(".board")) tapBoard(page);
});

/** A long press, the other mouse button and "?" ask what something is. */
for (const kind of ["pointerdown", "contextmenu", "keydown"]) document.addEventListener(kind, async (/** @type {any} */ event) => {
  if (kind === "keydown" ? event.key !== "?" : kind === "pointerdown" && event.pointerType === "mouse") return;
  if (!event.target.closest("[data-zone], [data-element], [data-control], .seat")) return;
  if (kind === "contextmenu") event.preventDefault();
  let lifted = false;  // perhaps before the module is there
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => { lifted = true; }, { once: true, capture: true });
  const { askWhat } = await import("./ask-what.js");
  if (lifted && kind === "pointerdown") return;
  askWhat(page, event, event.target);
});

/** The pile under a tap that picks nothing, if its cards may be looked through. @param {Element} node @param {string[]} ids */
function openPile(node, ids) {
  const { scene, picks } = model;
  const id = /** @type {HTMLElement | null} */ (node.closest("[data-zone]"))?.dataset["zone"];
  const picked = !scene || model.busy || picks.length || scene.begun.length || nextPicks(scene, []).some(({ element }) => ids.includes(element));
  return picked ? "" : scene.zones.find((one) => one.id === id && one.look)?.id ?? "";
}

/** @param {Element} node */
const seatOf = (node) => Number(/** @type {HTMLElement | null} */ (node.closest(".seat"))?.dataset["seat"] ?? -1);

/** Applies the preferences that change the page. */
function applyPreferences() {
  if (preference("motion") === "none") document.documentElement.dataset["motion"] = "none";
  else delete document.documentElement.dataset["motion"];
  preferredLook(redraw);
  if (model.scene) turn.show(model.scene);
  redraw();
}

await largeSheets(redraw);
onPreferenceChange(applyPreferences);
applyPreferences();
press.listen(page, root);
savePicks(page, root);
listenToKeys(page, root);
drag.listen(page);
clocks.start(page, root);
page.connection.start();
document.fonts.ready.then(redraw);
watchSizes(root, draw);
