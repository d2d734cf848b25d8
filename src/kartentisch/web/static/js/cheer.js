/** A word to be celebrated: big over the table for a moment, spoken once, in nobody's way. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";

let word = "";
let timer = 0;

export const cheer = () => html`<p class="cheer" role="status">${word ? html`<span>${word}</span>` : nothing}</p>`;

/** @param {string} what @param {HTMLElement} root @param {() => void} draw */
export function celebrate(what, root, draw) {
  word = what;
  clearTimeout(timer);
  timer = setTimeout(() => {
    word = "";
    draw();
  }, Number.parseFloat(getComputedStyle(root).getPropertyValue("--cheer")) || 1000);
}
