/** The line that says who may do what, and the row of buttons under it. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { again, choose, control, lastPick, pick, press, putBack } from "./act.js";
import { icon } from "./cards.js";
import { css } from "./css.js";
import { complete, nexts, open, raisedCard, targets } from "./model.js";
import { confirmFirst } from "./menu.js";
import { counted, text } from "./texts.js";

/** @typedef {import("./act.js").Page} Page */
/** @typedef {import("./model.js").Model} Model */

/** One quick try is made before the page speaks of a lost line. @param {Model} model */
export const offLine = ({ net }) => net.state === "ended" || net.state === "lost" && net.tries > 1;

/** The sentence. @param {Page} page */
export function sentence({ model }) {
  const { scene, net } = model;
  if (net.state === "ended") return html`${icon("offline")}<span><b>${net.text || text("ended")}</b></span>`;
  if (offLine(model)) {
    const when = net.seconds ? counted("next_try", net.seconds) : text("trying");
    return html`${icon("offline")}<span><b>${net.text || text("off_line")}</b> ${text("seat_kept")} <span aria-hidden="true">${when}</span></span>`;
  }
  if (!scene) return html`<span class="late">${text("loading")}</span>`;
  if (model.said) return html`${icon("warning")}<span>${model.said}</span>`;
  if (model.sent) return html`<span class="soft">${text("sent")}</span>`;
  const { lead, yours } = scene.prompt;
  return html`<span>${scene.notice ? html`<span class="notice">${scene.notice}</span> ` : nothing}<b
    class=${yours ? "now" : ""}>${lead}</b> <span class=${yours || raisedCard(model) ? "" : "soft"}>${about(model)}</span></span>`;
}

/** What is said of the picks so far, else of the situation. @param {Model} model */
function about(model) {
  const { scene, picks } = model;
  const card = raisedCard(model);
  if (scene && picks.length > 1 && !model.busy) {
    const labels = open(scene, picks)[0]?.labels.slice(0, picks.length);
    if (labels?.length) return `${labels.join(", ")} …`;
  }
  return (picks.length ? card?.says : "") || scene?.prompt.text || "";
}

/** The time that runs. @param {Model} model */
export function timer({ scene }) {
  const timer = scene?.timer;
  if (!scene || !timer) return nothing;
  return html`${repeat([timer], () => `${timer.kind}${timer.left}${scene.n}`, () => html`<p class="timer">
    <span class="soft">${timer.label}</span><span class="run"><span class="left" ${css({
      "--from": timer.left / Math.max(1, timer.total), "--time": `${timer.left}ms`,
    })}></span></span></p>`)}`;
}

/** The row of buttons. @param {Page} page */
export function actions(page) {
  const { model } = page;
  const { scene } = model;
  if (model.net.state === "ended") return html`<button type="button" class="button" @click=${() => location.reload()}>${text("reload")}</button>`;
  if (offLine(model)) return html`<button type="button" class="button" @click=${() => page.connection.connectNow()}>${text("connect_now")}</button>`;
  if (!scene) return nothing;
  const picks = model.busy ? model.picks.slice(0, -1) : model.picks;
  const picking = picks.length > 0 && !picks[0]?.startsWith("button:");
  return html`${picking ? targetButtons(page, picks) : gameButtons(page)}
    ${picking ? nothing : controls(page)}`;
}

/** @param {Page} page @param {string[]} picks */
function targetButtons(page, picks) {
  const { scene } = page.model;
  if (!scene) return nothing;
  const list = targets(scene, picks);
  const go = (/** @type {string} */ element) => {
    const step = complete(scene, picks);
    if (element) pick(page, element);
    else if (step) choose(page, step);
    else again(page);
  };
  return html`${repeat(list, ({ element }) => element, ({ element, label, says }, i) => html`<button type="button"
      class="button lead" data-element=${element.startsWith("button:") ? element : `to:${element}`} aria-label=${says ? `${label}: ${says}` : label}
      aria-keyshortcuts=${i < 9 ? i + 1 : nothing} @click=${() => go(element)}>${i < 9 ? html`<kbd>${i + 1}</kbd>` : nothing}${label}</button>`)}
    <button type="button" class="button back ${list.length > (page.model.keys ? 1 : 2) ? "short" : ""}" data-element="back" aria-keyshortcuts="Escape"
      aria-label=${text("put_back")} @click=${() => putBack(page)}>${icon("close")}<span>${text("put_back")}</span></button>`;
}

/** @param {Page} page */
function gameButtons(page) {
  const { scene } = page.model;
  if (!scene || scene.seat < 0 || scene.phase !== "playing" && scene.phase !== "paused") return nothing;
  const possible = nexts(scene, []);
  return html`${repeat(scene.buttons, (button) => button.id, (button) => {
      const on = possible.some((next) => next.element === button.id);
      return html`<button type="button" class="button ${on ? (button.lead ? "lead" : "") : "not-now"}" data-element=${button.id}
        aria-disabled=${!on} @click=${() => press(page, button.id)}>${button.icon ? icon(button.icon) : nothing}${button.label}</button>`;
    })}
    ${scene.begun.length > 1 ? html`<button type="button" class="button" @click=${() => lastPick(page)}>${icon("undo")}${text("last_pick")}</button>` : nothing}
    ${scene.begun.length ? html`<button type="button" class="button back short" data-element="back" aria-keyshortcuts="Escape"
      aria-label=${text("put_back")} @click=${() => putBack(page)}>${icon("close")}<span>${text("put_back")}</span></button>` : nothing}`;
}

/** Controls of the table that stand in the row. @param {Page} page */
function controls(page) {
  const list = page.model.scene?.controls.filter((one) => one.where === "row") ?? [];
  return repeat(list, (one) => `${one.do}/${one.arg}`, (one) => html`<button type="button" class="button ${one.lead ? "lead" : ""}"
    data-control=${one.do} @click=${() => confirmFirst(page, one, () => control(page, one))}>${one.label}</button>`);
}
