/**
 * A field in which a move is typed: its tokens, or words of its sentence. It is loaded when it is first opened. What
 * can be played comes from the steps of the scene; whether any other text is a move, the server says.
 */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { choose, undoLastPick } from "./act.js";
import { announce } from "./log.js";
import { sheet } from "./sheets.js";
import { pluralText, text } from "./texts.js";

/** @typedef {import("./act.js").Page} Page */
/** @typedef {import("./wire.js").Scene} Scene */
/** @typedef {import("./wire.js").Step} Step */
/** Something that can be chosen. `along`: the button whose move goes along with it. @typedef {{ step: Step, along: string, token: string, says: string }} Entry */

/** What is in the field, which entry is marked (-1: none), and why the text is no move. */
let [typed, marked, message] = ["", -1, ""];
/** The begun move that the person knows of; null: the field has just been opened. @type {string | null} */
let known = null;

function forget() {
  [typed, marked, message] = ["", -1, ""];
  known = null;
}

// Escape cancels at once. The event of closing comes later, perhaps when the field is open again.
sheet("typed")?.addEventListener("cancel", forget);
sheet("typed")?.addEventListener("close", ({ target }) => {
  if (!(/** @type {HTMLDialogElement} */ (target).open)) forget();
});

/** @param {Page} page */
export function field(page) {
  const { scene } = page.model;
  if (!scene) return nothing;
  const found = fitting(entries(scene));
  const at = toPlay(found);
  tellBegun(scene);
  if (!document.getElementById("typed-move")) setTimeout(() => document.getElementById("typed-move")?.focus());
  return html`<p id="typed-now">${scene.begun.length ? html`<kbd>${scene.begun.join(" ")}</kbd> ` : nothing}${situation(scene)}</p>
    <input type="text" id="typed-move" class="field" role="combobox" autocomplete="off" autocapitalize="off" spellcheck="false" autofocus
      aria-labelledby="title-typed" aria-describedby="typed-now typed-help" aria-autocomplete="list" aria-expanded=${found.length > 0}
      aria-controls=${found.length ? "typed-moves" : nothing} aria-activedescendant=${at < 0 ? nothing : `typed-${at}`}
      .value=${typed} @input=${(/** @type {Event} */ event) => change(page, /** @type {HTMLInputElement} */ (event.target).value)}
      @keydown=${(/** @type {KeyboardEvent} */ event) => onKey(page, event, found)}>
    <p role="status">${message || (found.length ? pluralText("typed", found.length) : text(typed.trim() ? "typed_why" : "typed_none"))}</p>
    ${found.length ? html`<ul role="listbox" id="typed-moves" class="moves" aria-labelledby="title-typed">${found.map((entry, i) => html`<li role="option"
      id="typed-${i}" aria-selected=${i === at} @pointerdown=${(/** @type {Event} */ event) => event.preventDefault()} @click=${() => play(page, entry)}><span>${entry.says}</span>
      <kbd>${entry.token}</kbd></li>`)}</ul>` : nothing}
    <p class="soft" id="typed-help">${text("typed_help")}</p>`;
}

/** What can be done now. @param {Scene} scene */
const situation = ({ prompt: { lead, sum, text: more } }) => [lead, sum, more].filter(Boolean).join(" ");

/** Says how a move goes on that has just been begun. @param {Scene} scene */
function tellBegun(scene) {
  const now = scene.begun.join(" ");
  if (known !== null && known !== now) announce([{ text: situation(scene) }]);
  known = now;
}

/** All next steps, also together with what may go along. @param {Scene} scene @returns {Entry[]} */
const entries = ({ steps, buttons }) => steps.flatMap((step) => [{ step, along: "", token: step.token, says: step.says },
  ...buttons.filter(({ id, joins }) => joins && step.along.includes(id)).map(({ id, joins, label }) => ({ step, along: id, token: `${step.token} + ${joins}`, says: `${step.says}, ${label}` }))]);

/** @param {string} words */
const split = (words) => words.toLowerCase().split(/[\s.,;“”„()]+/u).filter(Boolean);

/** Those whose tokens begin with what is typed, then those whose sentence has words that begin with all of its words. @param {Entry[]} all */
function fitting(all) {
  const wanted = typed.trim().toLowerCase();
  const words = split(typed);
  const first = all.filter(({ token }) => token.toLowerCase().startsWith(wanted));
  const rest = all.filter((entry) => !first.includes(entry) && words.every((word) => split(entry.says).some((one) => one.startsWith(word))));
  return [...first, ...rest];
}

/** Which entry Enter plays, -1: none. The only one that fits needs no arrow key. @param {Entry[]} found */
const toPlay = (found) => found.length === 1 ? 0 : Math.min(marked, found.length - 1);

/** @param {Page} page @param {string} value */
function change(page, value) {
  [typed, marked, message] = [value, -1, ""];
  page.draw();
}

/** @param {Page} page @param {KeyboardEvent} event @param {Entry[]} found */
function onKey(page, event, found) {
  const { key } = event;
  if (key === "Backspace" && !typed && page.model.scene?.begun.length) return undoLastPick(page);
  if (key === "Enter") {
    event.preventDefault();
    if (!event.repeat) submit(page, found);
  } else if ((key === "ArrowDown" || key === "ArrowUp") && found.length) {
    event.preventDefault();
    const at = toPlay(found);
    marked = key === "ArrowDown" ? (at + 1) % found.length : (at < 1 ? found.length : at) - 1;
    page.draw();
    document.getElementById(`typed-${marked}`)?.scrollIntoView({ block: "nearest" });
  }
}

/** @param {Page} page @param {Entry[]} found */
async function submit(page, found) {
  const { scene, busy } = page.model;
  const said = typed.trim();
  if (!scene || busy) return;
  const exact = found.find(({ token }) => token.toLowerCase() === said.toLowerCase());
  const one = found[toPlay(found)] ?? exact;
  if (one) return play(page, one);
  message = found.length ? text("typed_choose") : said ? await offer(page, scene, said) : "";
  page.draw();
}

/** Plays or begins other text, such as several tokens. @param {Page} page @param {Scene} scene @param {string} said @returns {Promise<string>} why it is no move */
async function offer(page, scene, said) {
  const token = said.split(/\s+/).join(" ");
  const move = [...scene.begun, token].join(" ");
  const why = await page.connection.ask({ do: "why", moves: [move], since: scene.since });
  if (why.t === "done" && !why.text) {
    play(page, { along: "", token, says: token, step: { token, path: [], labels: [], says: token, ends: true, aside: false, ghost: "", along: [] } });
    return "";
  }
  const answer = await page.connection.ask({ do: "begin", moves: [move], since: scene.since });
  if (answer.t === "done") typed = "";
  return answer.t === "done" ? "" : why.text || answer.text;
}

/** A move that is complete closes the field first: its confirmation and its answer are on the table. @param {Page} page @param {Entry} entry */
function play(page, { step, along }) {
  if (step.ends) {
    forget();
    sheet("typed")?.close();
  } else [typed, marked, message] = ["", -1, ""];
  if (along) page.model.armed = along;
  choose(page, step);
}
