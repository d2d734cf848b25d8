/**
 * What can be said of the luck of a match that is over: from its record, and from what this browser was shown and gave.
 * `kartentisch check` says the same elsewhere, and also that the cards follow from the luck. See docs/trust.md.
 */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { BASE } from "./base.js";
import { icon } from "./cards.js";
import { examine } from "./examine.js";
import { bind, known } from "./luck.js";

/** @typedef {import("./examine.js").Answer} Answer */
/** @typedef {import("./examine.js").Receipt} Receipt */

const { table = "", seat = "" } = document.body.dataset;
/** Receipts of other tables that are kept in this browser. */
const MOST = 30;
/** The most missing numbers for which the possible deals are told as a number, not as a power of 2. */
const COUNTED = 10;

/** The sentences for the answer, by match. @type {Map<number, string[]>} */
const answers = new Map();
/** @type {Receipt | null} */
let receipt = null;

/** @param {import("./wire-types.js").Proof} found @param {() => void} draw again, when the answer is there */
export function proof({ match, texts }, draw) {
  const lines = answers.get(match);
  if (!lines) {
    answers.set(match, []);
    look(match, texts).then((said) => {
      answers.set(match, said);
      draw();
    }, () => answers.delete(match));  // no connection: the next drawing tries again
  }
  const mark = lines?.[0] === texts["wrong"] ? "warning" : lines?.[0] === texts["proved"] ? "check" : "";
  return lines?.length ? html`<div class="luck" data-luck=${mark}>${lines.map((line, i) => html`<p class=${mark === "warning" ? "" : "soft"}>${mark && !i ? icon(mark) : nothing}${line}</p>`)}${receipt
    ? html`<p><button type="button" class="button brief" data-receipt @click=${saveReceipt}>${texts["save"]}</button></p>` : nothing}</div>` : nothing;
}

/** @param {number} match @param {Record<string, string>} texts @returns {Promise<string[]>} */
async function look(match, texts) {
  const response = await fetch(`${BASE}/t/${table}/record?match=${match}`);
  if (!response.ok) throw new Error(`${response.status}`);
  const record = await response.text();
  if (Number(seat) >= 0) receipt = await ownReceipt();
  forgetOld();
  return sentences(await examine(record, receipt, { match, bind: await bind() }), texts);
}

/** What this browser was shown and gave. */
async function ownReceipt() {
  /** @type {Receipt["draws"]} */
  const draws = {};
  for (const [draw, { promise, seals, number, given, differs, foreign }] of Object.entries(known())) {
    if (!promise || !seals) continue;
    draws[draw] = { promise, seals, ...number && { number }, ...given && { given }, ...differs && { differs }, ...foreign && { foreign } };
  }
  return { kartentisch: "receipt 1", bind: await bind(), seat: Number(seat), draws };
}

function saveReceipt() {
  const url = URL.createObjectURL(new Blob([JSON.stringify(receipt)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `kartentisch-receipt-${table}-${Number(seat) + 1}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Keeps the receipts of the newest tables only. */
function forgetOld() {
  try {
    const now = Date.now();
    const own = `kartentisch.luck.${seat}.${table}`;
    localStorage.setItem(`kartentisch.luck-at.${table}`, `${now}`);
    const times = Object.keys(localStorage).filter((key) => key.startsWith("kartentisch.luck-at."))
      .sort((a, b) => Number(localStorage.getItem(b)) - Number(localStorage.getItem(a)));
    for (const old of times.slice(MOST)) {
      const id = old.slice("kartentisch.luck-at.".length);
      for (const key of Object.keys(localStorage)) if (key !== own && (key === old || /^kartentisch\.luck\.\d+\./.test(key) && key.endsWith(`.${id}`))) localStorage.removeItem(key);
    }
  } catch {
    // Nothing is stored in this browser.
  }
}

/** @param {Answer} answer @param {Record<string, string>} texts */
export function sentences({ missing, reasons, faults }, texts) {
  const why = [...faults, ...reasons];
  const head = faults.length ? "wrong" : why.length ? "unproved" : missing === 1 ? "missing_one" : missing ? "missing_other" : "proved";
  const say = (/** @type {string} */ code, /** @type {Record<string, string | number>} */ args) => (texts[code] ?? code)
    .replace(/\{(\w+)\}/g, (whole, name) => String(args[name] ?? whole));
  return [say(head, { n: missing, deals: missing <= COUNTED ? 2 ** missing : `2^${missing}` }), ...why.map(({ code, args = {} }) => say(code, { ...args, ...args["seat"] !== undefined && { seat: args["seat"] + 1 } }))];
}
