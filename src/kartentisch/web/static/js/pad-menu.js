/** The menu of a pad and the sheets that it opens: all entries, names, earlier pads. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { BASE } from "./base.js";
import { icon } from "./cards.js";
import { inForce, undos } from "./pad-reading.js";
import { nextName, prepare } from "./pad-setup.js";
import { shareSheet } from "./pad-shared.js";
import { loadPads } from "./pad-store.js";
import { said } from "./pad-words.js";
import { text } from "./texts.js";

/** @typedef {import("./pad.js").Page} Page */

/** @param {string} name */
const sheet = (name) => /** @type {HTMLDialogElement | null} */ (document.getElementById(`sheet-${name}`));

/** @param {Page} page @param {string} name */
function swap(page, name) {
  sheet("menu")?.close();
  sheet(name)?.showModal();
  page.draw();
}

/** @param {Page} page */
export function menu(page) {
  const { pad, over, ended } = page;
  const { dataset } = document.body;
  const close = (/** @type {() => void} */ then) => () => {
    sheet("menu")?.close();
    then();
  };
  return html`
    ${dialog("menu", text("menu"), html`<div class="list">
      ${pad ? html`<button type="button" class="button" data-do="history" @click=${() => swap(page, "history")}>${icon("log")} ${text("history")}</button>
        ${page.writes ? html`<button type="button" class="button" data-do="names" @click=${() => swap(page, "names")}>${icon("person")} ${text("rename")}</button>` : nothing}
        ${over || ended || !page.writes ? nothing : html`<button type="button" class="button" data-do="end" @click=${close(() => { page.go("table"); page.add([{ do: "end" }]); })}>${icon("check")} ${text("end_now")}</button>`}
        <button type="button" class="button" data-do="new" @click=${close(() => { prepare(page); page.go("setup"); })}>${icon("plus")} ${text("new_pad")}</button>` : nothing}
      ${loadPads().length > 1 || (!pad && loadPads().length) ? html`<button type="button" class="button" data-do="earlier" @click=${() => swap(page, "earlier")}>${icon("clock")} ${text("earlier")}</button>` : nothing}</div>
      <div class="links"><a href="${BASE}/rules/${dataset["game"]}">${text("rules")}</a><a href="${BASE}/take">${text("take")}</a>
        <a href=${dataset["nextLanguage"] ?? ""} hreflang="">${dataset["nextLanguageName"]}</a></div>`)}
    ${pad ? html`${dialog("history", text("history"), sheet("history")?.open ? history(page) : nothing)}
      ${dialog("names", text("rename"), sheet("names")?.open ? names(page) : nothing)}` : nothing}
    ${pad ? dialog("share", text("share"), sheet("share")?.open ? shareSheet(page) : nothing) : nothing}
    ${dialog("earlier", text("earlier"), sheet("earlier")?.open ? earlier(page) : nothing)}`;
}

/** @param {Page} page */
function history(page) {
  const counts = new Set(inForce(page.entries).map(({ id }) => id));
  const undone = new Map(undos(page.entries).map((one) => [one.of, one]));
  const shown = page.entries.filter((one) => one.do !== "undo").toReversed();
  return html`<p class="soft">${text("history_help")}</p><ol class="entries">${shown.map((entry) => {
    const words = said(page, entry);
    const what = (entry.by ?? -1) >= 0 ? text("from_device", { name: page.names[entry.by ?? 0] ?? "", what: words }) : words;
    if (!page.writes) return counts.has(entry.id) ? html`<li><span>${what}</span></li>` : html`<li><s>${what}</s></li>`;
    const back = undone.get(entry.id);
    return counts.has(entry.id) ? html`<li><span>${what}</span><button type="button" class="button" aria-label=${text("undo_what", { what })} @click=${() => page.undo(entry.id)}>${text("undo")}</button></li>`
      : html`<li><s>${what}</s>${back ? html`<button type="button" class="button" aria-label=${text("put_back_what", { what })} @click=${() => page.undo(back.id)}>${text("put_back")}</button>` : nothing}</li>`;
  })}</ol>`;
}

/** @param {Page} page */
function names(page) {
  const save = (/** @type {Event} */ event) => {
    event.preventDefault();
    const fields = [.../** @type {HTMLFormElement} */ (event.target).querySelectorAll("input")];
    const changed = fields.flatMap(({ value }, person) => {
      const name = value.trim().replace(/\s+/g, " ");
      return name && name !== page.names[person] ? [{ do: /** @type {const} */ ("name"), person, values: { name } }] : [];
    });
    sheet("names")?.close();
    page.add(changed);
  };
  return html`<form class="setup" @submit=${save}><ol @keydown=${nextName}>${page.names.map((name, person) => html`<li><span class="figure">${icon(page.figures[person] ?? "mug")}</span>
    <input type="text" maxlength="24" autocomplete="off" enterkeyhint=${person < page.names.length - 1 ? "next" : "done"} aria-label=${text("name_of", { n: person + 1 })}
      placeholder=${text("person", { n: person + 1 })} .value=${name === text("person", { n: person + 1 }) ? "" : name}></li>`)}</ol><button class="button lead">${text("save_names")}</button></form>`;
}

/** @param {Page} page */
function earlier(page) {
  const date = new Intl.DateTimeFormat(document.body.dataset["language"], { dateStyle: "medium", timeStyle: "short" });
  return html`<div class="list">${loadPads().filter(({ id }) => id !== page.pad?.id).map((pad) => html`<button type="button" class="button" @click=${() => {
    sheet("earlier")?.close();
    page.open(pad);
  }}>${text("entry_opened", { date: date.format(pad.at) })}</button>`)}</div>`;
}

/** @param {string} name @param {string} title @param {unknown} content */
const dialog = (name, title, content) => html`<dialog class="sheet" id="sheet-${name}" aria-labelledby="title-${name}"
  @click=${(/** @type {Event} */ event) => { if (event.target === event.currentTarget) sheet(name)?.close(); }}><div class="inside"><header><h2 id="title-${name}">${title}</h2><button type="button" class="quiet"
  aria-label=${text("close")} @click=${() => sheet(name)?.close()}>${icon("close")}</button></header>${content}</div></dialog>`;
