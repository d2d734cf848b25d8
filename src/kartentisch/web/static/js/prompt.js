/** The line that says who may do what, and the running time. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { icon } from "./cards.js";
import { turnTimer } from "./clocks.js";
import { css } from "./css.js";
import { lazily } from "./lazily.js";
import { activeHint, openSteps, raisedCard } from "./model.js";
import { pluralText, text } from "./texts.js";

/** @typedef {import("./act.js").Page} Page */
/** @typedef {import("./model.js").Model} Model */

const links = lazily(() => import("./rule-link.js"));

/** One quick retry comes before the page reports a lost connection. @param {Model} model */
export const isOffline = ({ net }) => net.state === "ended" || net.state === "lost" && net.tries > 1;

/** The sentence of the prompt. @param {Page} page */
export function sentence(page) {
  const { model } = page;
  const { scene, net } = model;
  if (net.state === "ended") return html`${icon("offline")}<span><b>${net.text || text("ended")}</b></span>`;
  if (isOffline(model)) {
    const when = net.seconds ? pluralText("next_try", net.seconds) : text("trying");
    return html`${icon("offline")}<span><b>${net.text || text("off_line")}</b> ${text("seat_kept")} <span aria-hidden="true">${when}</span></span>`;
  }
  if (!scene) return html`<span class="late">${text("loading")}</span>`;
  if (model.message && scene.coach?.tone !== "wrong") return html`${model.explains ? nothing : icon("warning")}<span>${model.rule && links(page.draw)?.ruled(scene.game, model) || model.message}</span>`;
  if (model.slow) return html`<span class="soft">${text("sent")}</span>`;
  const hint = model.picks.length ? null : activeHint(model);
  if (hint) return html`${icon("hint")}<span><b>${hint.text}</b> ${hint.of ? html`<span aria-hidden="true">${hint.done}/${hint.of}</span>` : hint.why}</span>`;
  const { lead, sum, yours } = scene.prompt;
  // The raised card says it itself, and is what was pressed: nobody hears it twice.
  const heard = model.picks.length && raisedCard(model)?.says === about(model);
  return html`<span aria-hidden=${heard || nothing}>${scene.notice ? html`<span class="notice" aria-hidden="true">${scene.notice}</span> ` : nothing}<b
    class=${yours ? "now" : ""}>${lead}</b> ${sum && !model.picks.length ? html`<span class="sum">${sum}</span> ` : nothing}<span class=${yours || raisedCard(model) ? "" : "soft"}>${about(model)}</span></span>`;
}

/** What the picks so far mean, else the situation. @param {Model} model */
function about(model) {
  const { scene, picks } = model;
  const card = raisedCard(model);
  if (model.unconfirmed) return model.unconfirmed.says;
  if (scene && picks.length > (card ? 1 : 0) && !model.busy) {
    const labels = openSteps(scene, picks)[0]?.labels.slice(0, picks.length);
    if (labels?.length) return `${labels.filter((label, i) => !labels[i + 1]?.startsWith(label)).join(", ")} …`;
  }
  return (picks.length ? card?.says : "") || scene?.prompt.text || "";
}

/** The running time. @param {Page} page */
export function timer(page) {
  const { scene } = page.model;
  const timer = scene?.timer;
  if (!scene || !timer) return nothing;
  if (timer.kind === "turn" || timer.kind === "away") return turnTimer(page);
  return html`${repeat([timer], () => `${timer.kind}${timer.left}${scene.n}`, () => html`<p class="timer is-${timer.kind}">
    <span class="soft">${timer.label}</span><span class="run"><span class="left" ${css({
      "--from": timer.left / Math.max(1, timer.total), "--time": `${timer.left}ms`,
    })}></span></span></p>`)}`;
}
