/** A message, what it says first in bold, and behind it a quiet link to the rule that it follows from. */

import { html } from "../vendor/lit-html/lit-html.js";
import { BASE } from "./base.js";
import { text } from "./texts.js";

/** @param {string} game @param {{ message: string, rule: string }} model */
export function ruled(game, { message, rule }) {
  const end = message.indexOf(": ") + 1;
  return html`<b>${message.slice(0, end)}</b>${message.slice(end)} <a class="rule" href="${BASE}/rules/${game}#p-${rule}" target="_blank" @click=${
  (/** @type {MouseEvent} */ event) => followRule(event, game, rule)}>${text("rule", { number: rule })}</a>`;
}

/** @param {MouseEvent} event @param {string} game @param {string} rule */
export async function followRule(event, game, rule) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const { openRule } = await import("./rule-sheet.js");
  openRule(game, rule);
}
