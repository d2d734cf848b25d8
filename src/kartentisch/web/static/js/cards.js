/** Faces, backs, icons, counters and the marks around what can be picked. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @typedef {import("./model.js").NextPick} NextPick */

/** The path of the drawings: beside the modules, under the same version. */
export const STATIC = new URL("../", import.meta.url).pathname;

/** Below this width a card shows its small drawing. */
export const SMALL = 70;

/**
 * The drawing of a card.
 * @param {string} face `<sheet>/<symbol>`
 * @param {number} width in px
 */
export function drawing(face, width) {
  const cut = face.indexOf("/");
  const name = encodeURIComponent(face.slice(cut + 1)) + (width < SMALL ? "-small" : "");
  return html`<svg class="face" aria-hidden="true"><use href="${STATIC}cards/${face.slice(0, cut)}.svg#${name}"></use></svg>`;
}

/** @param {string} name @param {"icons" | "signs"} [sheet] */
export const icon = (name, sheet = "icons") =>
  html`<svg class="icon ${name.startsWith("mark-") ? name : ""}" aria-hidden="true"><use href="${STATIC}${sheet}.svg#${encodeURIComponent(name)}"></use></svg>`;

/**
 * A number with its words; narrow places show an icon instead.
 * @param {import("./wire.js").Counter} counter
 */
export function counter({ icon: name, n, label, strong }) {
  const words = n < 0 ? label : label.startsWith(`${n}`) ? label.slice(`${n}`.length) : ` ${label}`;
  return html`<span class="counter ${strong ? "strong" : ""}">${name ? icon(name) : nothing}${n < 0 ? nothing : html`<b>${n}</b>`}<span
    class="words">${words}</span></span>`;
}

/**
 * The ring around what can be picked next. Its badge is an arrow, out of turn a sign of its own, with keys also a
 * digit.
 * @param {NextPick | undefined} next
 * @param {number} digit from 1; 0: none
 */
export function mark(next, digit) {
  if (!next) return nothing;
  return html`<span class="ring ${next.aside ? "aside" : ""}" aria-hidden="true"><span class="badge">${icon(
    next.aside ? "interject" : "arrow-down")}<kbd>${digit || nothing}</kbd></span></span>`;
}

/**
 * A word or number that the scene puts on a card. A number or a check mark gets a ring: it is a step of the move.
 * @param {string} tag
 * @param {boolean} [begun] the begun move holds it
 */
export function label(tag, begun = false) {
  if (!tag) return begun ? html`<span class="ring step"></span>` : nothing;
  return /^(\d+|✓)$/.test(tag)
    ? html`<span class="ring step"><span class="badge">${tag}</span></span>`
    : html`${begun ? html`<span class="ring step"></span>` : nothing}<span class="tag">${tag}</span>`;
}

/** Pictures by their text. @type {Map<string, Element>} */
const pictures = new Map();
const MOST_PICTURES = 20;

/** The picture as a node. The server's text never goes through `innerHTML`. @param {string} svg @param {string} name */
export function svgPicture(svg, name) {
  const known = pictures.get(svg);
  if (known) return known;
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  if (parsed.nodeName !== "svg") return nothing;
  const [width, height] = [parsed.getAttribute("width"), parsed.getAttribute("height")];
  if (!parsed.hasAttribute("viewBox") && width && height) parsed.setAttribute("viewBox", `0 0 ${Number.parseFloat(width)} ${Number.parseFloat(height)}`);
  parsed.removeAttribute("width");
  parsed.removeAttribute("height");
  parsed.setAttribute("role", "img");
  parsed.setAttribute("aria-label", name);
  const node = document.importNode(parsed, true);
  pictures.set(svg, node);
  if (pictures.size > MOST_PICTURES) pictures.delete(pictures.keys().next().value ?? "");
  return node;
}
