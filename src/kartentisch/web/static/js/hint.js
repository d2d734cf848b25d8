/** A hint, for the one who asked: what is to be picked wears a halo, and a sheet has the figures. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { hinted } from "./model.js";
import { text } from "./texts.js";

/** @typedef {import("./act.js").Page} Page */

/** In figures, and a button that puts it away. @param {Page} page @param {() => void} shut closes the sheet */
export function hint(page, shut) {
  const one = hinted(page.model);
  if (!one) return nothing;
  return html`<section class="hint" aria-label=${text("hint")}><p><b>${one.text}</b> ${one.why}</p>
    ${one.of ? html`<progress max=${one.of} .value=${one.done} aria-label=${text("hint")}></progress>` : nothing}
    ${one.more.length ? html`<ul>${one.more.map((line) => html`<li>${line}</li>`)}</ul><p class="soft">${text("hint_points")}</p>` : nothing}
    <div class="row"><button type="button" class="button" data-do="shut" @click=${() => {
      page.model.shut = one.n;
      shut();
      page.draw();
    }}>${text("shut_hint")}</button></div></section>`;
}

/** Marks what is to be picked, of equal cards one. @param {Page} page @param {HTMLElement} root */
export function halo({ model }, root) {
  const wanted = new Set(hinted(model)?.path ?? []);
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-element]"))) {
    const id = node.dataset["element"] ?? "";
    if (!node.closest(".seat") && wanted.delete(id)) node.dataset["hinted"] = "";
    else delete node.dataset["hinted"];
  }
}
