/**
 * A paragraph of the rules beside what it is about: in the side column of a table where there is one, else in a sheet.
 * The text comes from the page of that paragraph.
 */

import { html, render } from "../vendor/lit-html/lit-html.js";
import { BASE } from "./base.js";
import { STATIC, icon } from "./cards.js";
import { text } from "./texts.js";

/** @typedef {{ heading: string, about: Element[], close: string, back: string }} Passage */

/** Where there is a column beside the table. */
const WIDE = matchMedia("(min-width: 1100px)");

/** The open paragraph, where it is shown, and what had the focus before. @type {{ passage: Passage, at: HTMLElement, before: Element | null } | null} */
let open = null;

/** The style sheet, once it is there. @type {Promise<unknown> | null} */
let styled = null;

function style() {
  styled ??= new Promise((resolve) => {
    const link = document.createElement("link");
    Object.assign(link, { rel: "stylesheet", href: `${STATIC}css/rule-sheet.css`, onload: resolve, onerror: resolve });
    document.head.append(link);
  });
  return styled;
}

/**
 * Shows a paragraph with its neighbours, and moves the focus to it.
 * @param {string} game as in addresses
 * @param {string} paragraph its number, `6.4`
 */
export async function openRule(game, paragraph) {
  const before = open?.before ?? document.activeElement;
  const [passage] = await Promise.all([fetched(game, paragraph), style()]);
  show(passage, before);
}

/** @param {string} game @param {string} paragraph @returns {Promise<Passage>} */
async function fetched(game, paragraph) {
  const source = await fetch(`${BASE}/rules/${game}/${paragraph}`).then((answer) => answer.text(), () => "");
  const page = new DOMParser().parseFromString(source || `<main><p>${text("off_line")}</p></main>`, "text/html");
  const article = /** @type {HTMLElement | null} */ (page.querySelector("#passage"));
  const about = [...(article ?? page.querySelector("main") ?? page.body).children].filter((node) => node.tagName !== "H1");
  const { close = text("close"), back = text("close") } = article?.dataset ?? {};
  return { heading: article?.querySelector("h1")?.textContent ?? paragraph, about, close, back };
}

/** @param {Passage} passage @param {Element | null} before */
function show(passage, before) {
  const side = /** @type {HTMLElement | null} */ (document.querySelector(".page > .side"));
  const column = WIDE.matches && side ? side : null;
  const at = open && (open.at.localName === "aside") === Boolean(column) ? open.at : newPlace(column);
  open = { passage, at, before };
  render(content(passage, Boolean(column)), at);
  fill(at, passage);
  at.setAttribute("aria-labelledby", "rule-title");
  if (column) follow(column);
  else if (!(/** @type {HTMLDialogElement} */ (at).open)) /** @type {HTMLDialogElement} */ (at).showModal();
  at.querySelector("h2")?.focus();
  at.querySelector(".slip")?.scrollIntoView({ block: "nearest" });
}

/** Makes the place for it. @param {HTMLElement | null} column */
function newPlace(column) {
  open?.at.remove();
  uncover();
  const at = document.createElement(column ? "aside" : "dialog");
  at.className = column ? "rule-panel" : "sheet rule-panel";
  at.addEventListener("click", (event) => onClick(/** @type {MouseEvent} */ (event)));
  at.addEventListener("close", close);
  document.body.append(at);
  return at;
}

/** @param {Passage} passage @param {boolean} beside */
const content = (passage, beside) => html`<div class="inside"><header><h2 id="rule-title" tabindex="-1">${passage.heading}</h2><button type="button"
    class="quiet" aria-label=${passage.close} @click=${close}>${icon("close")}</button></header><div class="rule-text" tabindex="0"></div>
  ${beside ? html`<button type="button" class="quiet rule-log" @click=${close}>${icon("log")}${text("log")}</button>` : html`<div class="row"><button type="button" class="button lead" @click=${close}>${passage.back}</button></div>`}</div>`;

/** The text as it came, with the way to the whole rules among it. @param {HTMLElement} at @param {Passage} passage */
function fill(at, { about }) {
  const place = at.querySelector(".rule-text");
  place?.replaceChildren(...about.map((node) => document.importNode(node, true)));
  for (const link of at.querySelectorAll("a")) link.target = "_blank";
  const whole = place?.querySelector(".go .button");
  if (whole && at.querySelector(".row")) at.querySelector(".row")?.append(whole);
}

/** A link to another paragraph shows it here. @param {MouseEvent} event */
function onClick(event) {
  const node = /** @type {Element} */ (event.target);
  if (node === open?.at && open.at.localName === "dialog") return close();
  const link = node.closest("a");
  const [, game, number] = /\/rules\/(\w+)#p-(\d+\.\d+)$/.exec(link?.href ?? "") ?? [];
  if (!game || !number || link?.classList.contains("button") || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  openRule(game, number);
}

/** Lies over the column, which is out of reach meanwhile. @param {HTMLElement} column */
function follow(column) {
  column.inert = true;
  fit();
  addEventListener("resize", fit);
  document.addEventListener("keydown", onKey, { capture: true });
}

function fit() {
  const box = document.querySelector(".page > .side")?.getBoundingClientRect();
  if (!open || !box) return;
  if (!WIDE.matches) return show(open.passage, open.before);
  for (const name of /** @type {const} */ (["left", "top", "width", "height"])) open.at.style[name] = `${box[name]}px`;
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
  event.stopPropagation();
  close();
}

/** The column is back. */
function uncover() {
  removeEventListener("resize", fit);
  document.removeEventListener("keydown", onKey, { capture: true });
  for (const side of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".side[inert]"))) side.inert = false;
}

/** Closes it; the focus goes back, or to the prompt if what had it is gone. */
function close() {
  if (!open) return;
  const { at, before } = open;
  open = null;
  uncover();
  at.remove();
  const target = before?.isConnected && before !== document.body ? before : document.querySelector(".say, main h1");
  /** @type {HTMLElement | null} */ (target)?.focus();
}
