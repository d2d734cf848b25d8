/** A hint for the person who asked: a halo marks what to pick, and a sheet has the figures. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { activeHint } from "./model.js";
import { text } from "./texts.js";

/** @typedef {import("./act.js").Page} Page */

/** The figures, and a button that dismisses the hint. @param {Page} page @param {() => void} close closes the sheet */
export function hint(page, close) {
  const one = activeHint(page.model);
  if (!one) return nothing;
  return html`<section class="hint" aria-label=${text("hint")}><p><b>${one.text}</b> ${one.why}</p>
    ${one.of ? html`<progress max=${one.of} .value=${one.done} aria-label=${text("hint")}></progress>` : nothing}
    ${one.more.length ? html`<ul>${one.more.map((line) => html`<li>${line}</li>`)}</ul><p class="soft">${text("hint_points")}</p>` : nothing}
    <div class="row"><button type="button" class="button" data-do="shut" @click=${() => {
      page.model.dismissedHint = one.n;
      close();
      page.draw();
    }}>${text("shut_hint")}</button></div></section>`;
}

/** Marks what to pick; of equal cards, one. @param {Page} page @param {HTMLElement} root */
export function markHinted({ model }, root) {
  const wanted = new Set(activeHint(model)?.path ?? []);
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-element]"))) {
    const id = node.dataset["element"] ?? "";
    if (!node.closest(".seat") && wanted.delete(id)) node.dataset["hinted"] = "";
    else delete node.dataset["hinted"];
  }
}
