/**
 * A score pad for people with real cards. It works without the server once it is open: the sheet of the game and all
 * sentences are in the page, and what is entered is a list of entries in this browser.
 */

import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { BASE } from "./base.js";
import { drawing, icon } from "./cards.js";
import { menu } from "./pad-menu.js";
import { endOf, inForce, read, roundsOf, undos, valuesOf } from "./pad-reading.js";
import { roundView, startRound, tapKey } from "./pad-round.js";
import { setup } from "./pad-setup.js";
import { connect, send } from "./pad-shared.js";
import { storeRunning } from "./pad-running.js";
import { loadDraft, loadPads, storeDraft, storePad } from "./pad-store.js";
import { tableView } from "./pad-table.js";
import { said } from "./pad-words.js";
import { text } from "./texts.js";
import { newId } from "./wire.js";

/** @typedef {import("./pad-reading.js").Entry} Entry */
/** @typedef {import("./pad-reading.js").Sheet} Sheet */
/** @typedef {import("./pad-store.js").Pad} Pad */
/** @typedef {{ name: string, label: string, help: string, kind: "count" | "choice" | "switch", value: any, low?: number, high?: number, values?: [string, string][] }} Option */
/**
 * @typedef {object} Page
 * @property {Sheet} sheet
 * @property {Option[]} options the options that the pad asks for
 * @property {string[]} figures
 * @property {Pad} pad
 * @property {Entry[]} entries all of the pad
 * @property {import("./pad-reading.js").Values[]} values by round
 * @property {ReturnType<typeof read>} reading
 * @property {string[]} names
 * @property {boolean} over
 * @property {boolean} ended before it was over
 * @property {"setup" | "table" | "round"} view
 * @property {import("./pad-store.js").Draft | null} draft
 * @property {{ values: import("./pad-reading.js").Values, what: string }[]} taps what was tapped since the round was opened
 * @property {{ words: string, back?: string } | null} notice `back`: the undo that can be undone
 * @property {boolean} saves whether this browser stores what is entered
 * @property {() => void} draw
 * @property {(entries: Omit<Entry, "id">[]) => void} add
 * @property {(pad: Pad) => void} open
 * @property {(view: Page["view"]) => void} go
 * @property {(id: string) => void} undo
 * @property {(pad: Pad) => void} replace the pad as it is now, from another device or with another setting
 * @property {(words: string) => void} say
 * @property {boolean} writes whether this device may enter anything
 */

const { dataset } = document.body;
const none = /** @type {any} */ (null);

/** @type {Page} */
const page = {
  sheet: JSON.parse(dataset["sheet"] ?? "null"),
  options: JSON.parse(dataset["options"] ?? "[]"),
  figures: (dataset["figures"] ?? "").split(" "),
  pad: none, entries: [], values: [], reading: none, names: [], over: false, ended: false,
  view: "setup", draft: null, taps: [], notice: null, saves: true, writes: true,
  draw, add, open, go, undo, replace, say,
};

/** A face of each sheet of drawings, shown from the start: later there may be no network to fetch it. */
const faces = page.sheet.cells.flatMap(({ keys = [], shown = [] }) => [...keys.map(({ face }) => face), ...shown].slice(0, 1));

/** What the entries say. */
function follow() {
  const { pad, sheet } = page;
  page.entries = pad.entries;
  page.values = valuesOf(sheet, pad.entries);
  page.names = Array.from({ length: pad.people }, (_, person) => text("person", { n: person + 1 }));
  for (const { do: what, person = 0, values } of inForce(pad.entries)) {
    if (what === "name" && values?.["name"]) page.names[person] = values["name"];
  }
  page.reading = read(sheet, pad.options, pad.people, page.values);
  page.ended = inForce(pad.entries).some((entry) => entry.do === "end");
  page.over = page.ended || page.reading.over;
  page.writes = !pad.shared || Boolean(pad.shared.key);
  storeRunning(dataset["game"] ?? "", dataset["title"] ?? "", page.over ? 0 : page.reading.next);
}

/** @param {Pad} pad */
function replace(pad) {
  page.pad = pad;
  page.saves = storePad(pad);
  follow();
  draw();
}

/** @param {string} words */
function say(words) {
  page.notice = { words };
  draw();
}

/** @param {Pad} pad */
function open(pad) {
  page.pad = pad;
  page.saves = storePad(pad);
  page.notice = null;
  follow();
  connect(page);
  go("table");
}

/** @param {Page["view"]} view */
function go(view) {
  page.view = view;
  page.notice = null;
  if (view !== "round") storeDraft(page.draft = null);
  draw();
  scrollTo(0, 0);
  /** @type {HTMLElement | null} */ (document.querySelector("[data-first]"))?.focus();
}

/** @param {Omit<Entry, "id">[]} entries */
function add(entries) {
  if (!entries.length) return;
  const by = page.pad.shared && (page.pad.by ?? -1) >= 0 ? { by: page.pad.by } : {};
  page.pad.entries = [...page.pad.entries, ...entries.map((entry) => ({ id: newId(), ...by, ...entry }))];
  page.saves = storePad(page.pad);
  page.notice = null;
  follow();
  void send(page);
  draw();
}

/** Undoes an entry, or puts it back if it is an undo. @param {string} id */
function undo(id) {
  const entry = page.entries.find((one) => one.id === id);
  if (!entry) return;
  const undone = entry.do === "undo" ? page.entries.find((one) => one.id === entry.of) : entry;
  const what = undone ? said(page, undone) : "";
  const these = entry.do === "undo" ? undos(page.entries).filter((one) => one.of === entry.of) : [entry];
  add(these.map((one) => ({ do: "undo", of: one.id })));
  if (page.view === "round" && page.draft) startRound(page, page.draft.round, page.draft.person);
  const last = page.pad.entries.at(-1)?.id ?? "";
  page.notice = { words: text(entry.do === "undo" ? "put_back_done" : "undone", { what }), ...(entry.do === "undo" ? {} : { back: last }) };
  draw();
}

/** What was tapped last, else the newest entry. */
function undoLast() {
  const tap = page.taps.pop();
  if (tap && page.draft) {
    page.draft.values = tap.values;
    storeDraft(page.draft);
    page.notice = { words: text("undone", { what: tap.what }) };
    return draw();
  }
  const last = inForce(page.entries).findLast((entry) => entry.do !== "name") ?? inForce(page.entries).at(-1);
  if (last) return undo(last.id);
  page.notice = { words: text("nothing_to_undo") };
  draw();
}

// ---- Drawing ---------------------------------------------------------------------------------------------------------

/** The line under the name of the game. */
function below() {
  const { view, pad, sheet, draft, reading } = page;
  if (view === "setup") return text("pad");
  const end = endOf(sheet, pad.options);
  const n = draft?.round ?? Math.max(1, reading.rounds.length);
  if (end.by === "above") {
    const date = new Intl.DateTimeFormat(dataset["language"], { day: "numeric", month: "long" }).format(pad.at);
    return view === "round" ? text("round_n", { n }) : `${date} · ${text("until", { n: pad.options[end.option ?? ""] })}`;
  }
  return text("round_of", { n, of: roundsOf(end, pad.options, pad.people) });
}

function draw() {
  const { view, notice } = page;
  const content = { setup, table: tableView, round: roundView }[view](page);
  render(html`<header class="bar">
      ${view === "round" || (view === "setup" && page.pad)
        ? html`<button type="button" class="quiet" data-do="back" aria-label=${text("back_to_table")} @click=${() => go("table")}>${icon("back")}</button>`
        : html`<a class="quiet" href="${BASE}/" aria-label=${text("home")}>${icon("back")}</a>`}
      <div class="title"><h1>${dataset["title"]}</h1><p class="soft">${below()}</p></div>
      ${view === "setup" || !page.writes ? nothing : html`<button type="button" class="quiet" data-do="undo" aria-label=${text("undo")} @click=${undoLast}>${icon("undo")}</button>`}
      <button type="button" class="quiet" data-do="menu" aria-label=${text("menu")} @click=${() => show("menu")}>${icon("menu")}</button>
    </header>
    <main data-view=${view}>${content}</main>
    <div class="notice" role="status">${notice ? html`<p><span>${notice.words}</span>${notice.back
      ? html`<button type="button" class="button" data-do="put-back" @click=${() => undo(notice.back ?? "")}>${text("put_back")}</button>` : nothing}</p>` : nothing}</div>
    <div class="unseen" aria-hidden="true">${faces.map((face) => drawing(face, 60))}</div>${menu(page)}`, /** @type {HTMLElement} */ (document.getElementById("app")));
}

/** @param {string} name */
const show = (name) => {
  draw();
  /** @type {HTMLDialogElement | null} */ (document.getElementById(`sheet-${name}`))?.showModal();
};

addEventListener("keydown", (event) => {
  const at = /** @type {Element | null} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || at?.closest("input, select, textarea, dialog")) return;
  if (page.view === "round" && tapKey(page, event.key)) event.preventDefault();
});
addEventListener("storage", () => {  // the same pad in another window
  const now = page.pad && loadPads().find((pad) => pad.id === page.pad.id);
  if (!now || now.shared || now.entries.length === page.pad.entries.length) return;
  page.pad = now;
  follow();
  draw();
});

/** The pad that the page was opened for, else the newest one. @returns {Pad | undefined} */
function found() {
  const pads = loadPads();
  if (!dataset["shared"]) return pads[0];
  const { id, ...rest } = JSON.parse(dataset["shared"]);
  const known = pads.find((pad) => pad.shared?.id === id);
  const key = location.hash.slice(1) || known?.shared?.key || "";
  if (location.hash) history.replaceState(null, "", location.pathname);  // who copies the address passes on no right to write
  const pad = { ...(known ?? { ...rest, id: `shared-${id}`, at: rest.at || Date.now(), entries: [] }), shared: { id, key } };
  storePad(pad);
  return pad;
}

const newest = found();
if (newest) {
  page.pad = newest;
  follow();
  const draft = page.writes ? loadDraft(newest.id) : null;
  page.view = draft ? "round" : "table";
  page.draft = draft;
  connect(page);
}
draw();
