/** The line that says who may do what, and the time that runs. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { icon } from "./cards.js";
import { turn } from "./clocks.js";
import { css } from "./css.js";
import { hinted, open, raisedCard } from "./model.js";
import { counted, text } from "./texts.js";

/** @typedef {import("./act.js").Page} Page */
/** @typedef {import("./model.js").Model} Model */

/** One quick try comes before the page reports a lost line. @param {Model} model */
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
  const hint = model.picks.length ? null : hinted(model);
  if (hint) return html`${icon("hint")}<span><b>${hint.text}</b> ${hint.of ? `${hint.done}/${hint.of}` : hint.why}</span>`;
  const { lead, sum, yours } = scene.prompt;
  return html`<span>${scene.notice ? html`<span class="notice">${scene.notice}</span> ` : nothing}<b
    class=${yours ? "now" : ""}>${lead}</b> ${sum && !model.picks.length ? html`<span class="sum">${sum}</span> ` : nothing}<span class=${yours || raisedCard(model) ? "" : "soft"}>${about(model)}</span></span>`;
}

/** The text on the picks so far, else on the situation. @param {Model} model */
function about(model) {
  const { scene, picks } = model;
  const card = raisedCard(model);
  if (model.waits) return model.waits.says;
  if (scene && picks.length > 1 && !model.busy) {
    const labels = open(scene, picks)[0]?.labels.slice(0, picks.length);
    if (labels?.length) return `${labels.join(", ")} …`;
  }
  return (picks.length ? card?.says : "") || scene?.prompt.text || "";
}

/** The time that runs. @param {Page} page */
export function timer(page) {
  const { scene } = page.model;
  const timer = scene?.timer;
  if (!scene || !timer) return nothing;
  if (timer.kind === "turn" || timer.kind === "away") return turn(page);
  return html`${repeat([timer], () => `${timer.kind}${timer.left}${scene.n}`, () => html`<p class="timer is-${timer.kind}">
    <span class="soft">${timer.label}</span><span class="run"><span class="left" ${css({
      "--from": timer.left / Math.max(1, timer.total), "--time": `${timer.left}ms`,
    })}></span></span></p>`)}`;
}
