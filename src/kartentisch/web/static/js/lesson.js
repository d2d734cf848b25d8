/** A lesson: the note beside the thing it is about, a halo around that thing, and how far the lesson has come. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { runControl } from "./act.js";
import { BASE } from "./base.js";
import { icon } from "./cards.js";
import { css } from "./css.js";
import { keepProgress } from "./learned.js";
import { followRule } from "./rule-link.js";
import { text } from "./texts.js";

/** @typedef {import("./act.js").Page} Page */
/** @typedef {import("./wire.js").Scene} Scene */
/** @typedef {import("./wire-types.js").Coach} Coach */

/** How far a note keeps from the edges of the table, and its pointer from the note's own corners, in px. */
const [EDGE, CORNER] = [12, 22];
/** A thing nearer than this needs no line from the note to it. */
const NEAR = 24;

/** The last note that asked for something: its height, and its side of the table. */
let [height, side] = [0, "bottom"];

/** @param {Page} page @param {string} arg */
const ask = (page, arg) => runControl(page, { do: "coach", arg, label: "", where: "row", lead: false, confirm: "", chosen: false, group: "", seat: -1 });

/** Words between asterisks are bold. @param {string} words */
const printed = (words) => words.split("*").map((part, i) => (i % 2 ? html`<b>${part}</b>` : part));

/** Whether the learner has found this moment without help; empty as long as it is open. @param {Coach} coach @returns {Record<string, boolean>} */
function ownOf({ id, found, tone, path }) {
  return found || tone === "wrong" || path.length ? { [id]: found } : {};
}

/** How far the lesson has come. @param {Page} page */
export function bar(page) {
  const { scene } = page.model;
  if (!scene?.coach) return nothing;
  const { id, step, of } = scene.coach;
  keepProgress(scene.game, { id, step: scene.follow ? of + 1 : step, of, own: ownOf(scene.coach) });
  return html`<section class="course" aria-label=${text("learn")}><p class="steps"><b class="name" aria-hidden="true">${text("learn")}</b>
    <span class="dots" aria-hidden="true">${Array.from({ length: of }, (_, i) => html`<i class=${i + 1 < step ? "done" : i + 1 === step ? "now" : ""}></i>`)}</span>
    <span class="unseen">${text("step", { step, of })}</span><span class="short soft" aria-hidden="true">${text("step_short", { step, of })}</span></p>
    <span class="ways">${ways(page)}</span>
    <button type="button" class="plain skip-step" data-control="coach" data-arg="skip" @click=${() => ask(page, "skip")}>${text("skip")}</button></section>`;
}

/** What helps. It stands in the note, or in the bar where the note has no room for it. @param {Page} page */
function ways(page) {
  const { scene } = page.model;
  const coach = scene?.coach;
  if (!scene || !coach || coach.tone === "right") return nothing;
  return html`${coach.more
    ? html`<button type="button" class="plain" data-control="coach" data-arg="go" @click=${() => ask(page, "go")}>${text("go_on")}</button>`
    : html`<button type="button" class="plain" data-control="coach" data-arg="show" @click=${() => ask(page, "show")}>${icon("hint")}${text("show_me")}</button>`}
    ${coach.why ? html`<a class="plain" href="${BASE}/rules/${scene.game}#p-${coach.why}" target="_blank" @click=${
      (/** @type {MouseEvent} */ event) => followRule(event, scene.game, coach.why)}>${text("why")}</a>` : nothing}`;
}

/** The note. @param {Page} page */
export function note(page) {
  const { scene } = page.model;
  const coach = scene?.coach;
  if (!scene || !coach) return nothing;
  return html`<div class="note" data-tone=${coach.tone} data-moment=${coach.id} ${css({ "--kept": `${coach.tone ? height : 0}px` })}><div class="paper"><p role="status" id="note">${printed(coach.text)}</p><p class="ways">${ways(page)}</p></div>
    <span class="pointer" aria-hidden="true"></span></div>`;
}

/** Where the note stands: above the table, or below it. @param {Scene} scene */
export function noteSide(scene) {
  const [first = ""] = scene.coach?.at ?? [];
  if (scene.coach?.tone === "right") return side;
  const zone = scene.zones.find(({ id }) => id === first || first.startsWith(`${id}/`) || first.startsWith(`${id}:`));
  side = first.startsWith("seat:") || zone?.place === "table" && scene.rows > 1 && zone.at[1] === 0 ? "top" : "bottom";
  return side;
}

/** The nodes of an element. @param {HTMLElement} root @param {string} id */
function nodesOf(root, id) {
  const all = [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(`[data-element="${CSS.escape(id)}"]`))];
  if (all.length) return all;
  const [zone = "", space = ""] = id.split(":");
  const node = root.querySelector(`[data-zone="${CSS.escape(id)}"] .lay`) ?? root.querySelector(zone === "seat"
    ? `.seat[data-seat="${CSS.escape(space)}"]` : `[data-zone="${CSS.escape(zone)}"] [data-space="${CSS.escape(space)}"]`);
  return node ? [/** @type {HTMLElement} */ (node)] : [];
}

/** Puts the halo around what the note is about, raises the card that is shown, and points the note there. @param {Page} page @param {HTMLElement} root */
export function place({ model }, root) {
  const coach = model.scene?.coach;
  const about = new Set((coach?.at ?? []).flatMap((id) => nodesOf(root, id).slice(0, 1)));
  const shown = new Set((coach?.path ?? []).flatMap((id) => nodesOf(root, id).slice(0, 1)));
  for (const node of root.querySelectorAll("[data-coached]")) {
    if (about.has(/** @type {HTMLElement} */ (node))) continue;
    node.removeAttribute("data-coached");
    node.removeAttribute("aria-describedby");
  }
  for (const node of root.querySelectorAll("[data-risen]")) if (!shown.has(/** @type {HTMLElement} */ (node))) node.removeAttribute("data-risen");
  for (const node of about) {
    node.dataset["coached"] = "";
    if (node.matches("button")) node.setAttribute("aria-describedby", "note");
  }
  for (const node of shown) node.dataset["risen"] = "";
  point(root, [...about][0]);
}

/** @param {HTMLElement} root @param {HTMLElement | undefined} target */
function point(root, target) {
  const note = /** @type {HTMLElement | null} */ (root.querySelector(".note"));
  const board = root.querySelector(".board");
  if (!note || !board) return;
  if (!note.dataset["tone"]) height = note.offsetHeight;
  const room = board.getBoundingClientRect();
  const thing = target?.getBoundingClientRect();
  const paper = /** @type {HTMLElement} */ (note.firstElementChild);
  const wide = paper.offsetWidth;
  const middle = thing ? thing.left + thing.width / 2 - room.left : room.width / 2;
  const { from, to } = between(root, room, paper.getBoundingClientRect());
  const left = Math.max(from, Math.min(to - wide, middle - wide / 2));
  note.style.setProperty("--left", `${left}px`);
  note.style.setProperty("--tip", `${Math.max(left + CORNER, Math.min(left + wide - CORNER, middle))}px`);
  const box = paper.getBoundingClientRect();
  const below = Boolean(thing && thing.top >= box.bottom);
  const gap = thing ? (below ? thing.top - box.bottom : box.top - thing.bottom) : 0;
  const onTable = Boolean(target?.closest(".board, .others"));
  note.dataset["points"] = !onTable || gap < 0 ? "" : below ? "down" : "up";
  note.style.setProperty("--line", onTable && gap > NEAR && free(root, target, middle + room.left, below ? box.bottom : thing?.bottom ?? 0, gap) ? `${gap - 8}px` : "0px");
}

/** Where a note may stand: between the seats that are beside it at a wide table. @param {HTMLElement} root @param {DOMRect} room @param {DOMRect} box */
function between(root, room, box) {
  let [from, to] = [EDGE, room.width - EDGE];
  for (const node of root.querySelectorAll(".others .seat")) {
    const seat = node.getBoundingClientRect();
    if (seat.bottom < box.top || seat.top > box.bottom || seat.bottom < room.top) continue;
    if (seat.left + seat.right < room.left + room.right) from = Math.max(from, seat.right - room.left + EDGE);
    else to = Math.min(to, seat.left - room.left - EDGE);
  }
  return { from, to };
}

/** Whether a line down from here crosses nothing. @param {HTMLElement} root @param {HTMLElement | undefined} target @param {number} x @param {number} top @param {number} gap */
function free(root, target, x, top, gap) {
  const mine = target?.closest("[data-zone]");
  if (target?.closest(".track")) return false;
  return ![...root.querySelectorAll(".board .lay, .board .caption, .board .label")].some((node) => {
    if (mine?.contains(node) && !node.matches(".caption, .label")) return false;
    const box = node.getBoundingClientRect();
    return box.left < x + 6 && box.right > x - 6 && box.top < top + gap && box.bottom > top;
  });
}
