/**
 * A pad on several devices. The server keeps its log; each device has a copy, enters into it at once, and sends what is
 * new as soon as there is a connection: each entry has an id, so it comes in once.
 */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { BASE } from "./base.js";
import { icon, svgPicture } from "./cards.js";
import { Connection } from "./connection.js";
import { pluralText, text } from "./texts.js";

/** @typedef {import("./pad.js").Page} Page */
/** @typedef {import("./pad-reading.js").Entry} Entry */

const AGAIN = 1500;
/** How long after a busy server an entry is sent again, in ms. */

/** @type {Connection | null} */
let connection = null;
let of = "";
let sending = false;
/** @type {import("./model.js").Net | null} */
let net = null;
let problem = "";
/** What a second press would do. @type {"" | "renew" | "remove"} */
let asking = "";
let copied = "";
/** Where other devices reach the pad, which may be another address than this one's, and the picture of the link that writes. */
let reached = { key: "", address: "", qr: "" };

/** Connects the pad of the page if it is shared. @param {Page} page */
export function connect(page) {
  const { pad } = page;
  if (!pad?.shared || of === pad.shared.id) return;
  const id = of = pad.shared.id;
  net = null;
  connection = new Connection({
    path: `${BASE}/pad/${of}/socket`,
    language: document.body.dataset["language"] ?? "en",
    have: () => Math.max(-1, ...page.pad.entries.map(({ n = -1 }) => n)),
    talk: () => -1,
    onMessage: (message) => id === of && receive(page, /** @type {any} */ (message)),
    onChange: (now) => id === of && changed(page, now),
  });
  connection.start();
}

/** @param {Page} page @param {import("./model.js").Net} now */
function changed(page, now) {
  const before = net?.state;
  net = now;
  if (now.state === "live" && before !== "live") void send(page);
  if (now.state === "ended" && before !== "ended") void ended(page, now.text);
  if (before !== now.state) page.draw();
}

/** The server has sent us away for good: a pad that was deleted goes on here as this device's own. @param {Page} page @param {string} words */
async function ended(page, words) {
  problem = words;
  const answer = await fetch(`${BASE}/pad/${of}`, { method: "HEAD" }).catch(() => null);
  if (answer?.status === 410) ownAgain(page);
  page.say(words);
}

/** @param {Page} page @param {{ t: string, entries?: Entry[] }} message */
function receive(page, message) {
  if (message.t !== "pad") return;
  const before = page.values;
  const fresh = message.entries ?? [];
  const ids = new Set(fresh.map(({ id }) => id));
  const kept = page.pad.entries.filter(({ id }) => !ids.has(id));
  const known = [...kept.filter(({ n }) => n), ...fresh].sort((a, b) => (a.n ?? 0) - (b.n ?? 0));
  page.replace({ ...page.pad, entries: [...known, ...kept.filter(({ n }) => !n)] });
  const round = before.findIndex((values, n) => Object.entries(values ?? {}).some(([at, value]) => JSON.stringify(value) !== JSON.stringify(page.values[n]?.[at])));
  if (round >= 0) page.say(text("changed_elsewhere", { n: round }));
}

/** Sends what the server does not have yet, one after the other. @param {Page} page */
export async function send(page) {
  if (sending || !connection || !page.pad.shared?.key) return;
  sending = true;
  for (let entry; (entry = page.pad.entries.find(({ n }) => !n));) {
    const { n, ...sent } = entry;
    const arg = JSON.stringify({ key: page.pad.shared?.key, entry: sent });
    const answer = await connection.ask(/** @type {any} */ ({ id: entry.id, do: "enter", arg }));
    const had = page.pad.entries.find(({ id }) => id === sent.id);
    if (answer.t === "done" && had && !had.n) had.n = answer.n;
    else if (answer.t === "refused" && ["busy", "store"].includes(answer.code)) await new Promise((go) => setTimeout(go, AGAIN));
    else if (answer.t === "refused") {
      page.replace({ ...page.pad, entries: page.pad.entries.filter(({ id }) => id !== sent.id) });
      page.say(answer.text);
    }
  }
  sending = false;
}

/** How it stands with the other devices. @param {Page} page */
export function standing(page) {
  const waiting = page.pad.entries.filter(({ n }) => !n).length;
  if (net?.state === "ended") return html`${icon("warning")} <span>${problem}</span>`;
  if (net?.state === "lost") return html`${icon("offline")} <span>${text("off_line")} ${waiting ? pluralText("unsent", waiting) : nothing}</span>`;
  return html`${icon("link")} <span>${text(page.pad.shared?.key ? "shared" : "read_only")}</span>`;
}

// ---- The sheet -------------------------------------------------------------------------------------------------------

/** @param {Page} page */
export function shareSheet(page) {
  const { pad, names } = page;
  if (!pad.shared) {
    return html`<p>${text("share_what")}</p>${problem ? html`<p class="problem" role="alert">${icon("warning")}<span>${problem}</span></p>` : nothing}
      <button type="button" class="button lead" data-do="share-now" @click=${() => share(page)}>${icon("share")} ${text("share_now")}</button>`;
  }
  if (pad.shared.key) void reach(page, pad.shared.id, pad.shared.key);
  const { address, qr } = reached.key === pad.shared.key ? reached : { address: "", qr: "" };
  const base = address || `${location.origin}${BASE}/pad/${pad.shared.id}`;
  return html`${pad.shared.key ? html`${link(page, text("link_write"), `${base}#${pad.shared.key}`)}${qr ? html`<div class="qr">${svgPicture(qr, text("qr"))}</div>` : nothing}` : nothing}${link(page, text("link_read"), base)}
    ${pad.shared.key ? html`<fieldset class="cell"><legend>${text("whose")}</legend><p class="soft">${text("whose_help")}</p><div class="choices">${[...names, text("everybodys")].map((name, n) => {
      const person = n < names.length ? n : -1;
      const chosen = (pad.by ?? -1) === person;
      return html`<label class="button ${chosen ? "chosen" : ""}"><input class="unseen" type="radio" name="whose" .checked=${chosen} @change=${() => page.replace({ ...page.pad, by: person })}><bdi>${name}</bdi></label>`;
    })}</div></fieldset>
    <div class="final"><button type="button" class="button" data-do="renew" @click=${() => sure(page, "renew", renew)}>${text(asking === "renew" ? "renew_sure" : "renew")}</button>
      <button type="button" class="button" data-do="delete" @click=${() => sure(page, "remove", (of) => remove(of, false))}>${text(asking === "remove" ? "delete_sure" : "delete_shared")}</button></div>` : nothing}`;
}

/** @param {Page} page @param {string} id @param {string} key */
async function reach(page, id, key) {
  if (reached.key === key || net?.state !== "live") return;
  reached = { key, address: "", qr: "" };
  try {
    const answer = await fetch(`${BASE}/pad/${id}/link`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ key }) });
    if (answer.ok && reached.key === key) reached = { key, ...await answer.json() };
  } catch {
    // The link of this page stays, without a picture.
  }
  page.draw();
}

/** @param {Page} page @param {string} label @param {string} address */
function link(page, label, address) {
  const copy = async () => {
    try {
      if (navigator.share) return await navigator.share({ url: address });
      await navigator.clipboard.writeText(address);
      copied = address;
    } catch {
      /** @type {HTMLInputElement | null} */ (document.querySelector(`input[value="${CSS.escape(address)}"]`))?.select();
    }
    page.draw();
  };
  return html`<p class="passing"><label for="link-${address.length}">${label}</label><input class="field" id="link-${address.length}" readonly value=${address} @focus=${(/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select()}>
    <button type="button" class="button" @click=${copy}>${icon(copied === address ? "check" : "share")} ${text(copied === address ? "copied" : "pass_on")}</button></p>`;
}

/** @param {Page} page */
async function share(page) {
  problem = "";
  const { id, at, options, people, entries } = page.pad;
  try {
    const answer = await fetch(`${BASE}/pad/${document.body.dataset["game"]}/share`, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ id, at, options, people, entries }),
    });
    const said = await answer.json();
    if (!answer.ok) problem = said.text;
    else {
      page.replace({ ...page.pad, shared: { id: said.id, key: said.key } });
      connect(page);
    }
  } catch {
    problem = text("no_server");
  }
  page.draw();
}

/** Asks once more before it does what cannot be undone. @param {Page} page @param {"renew" | "remove"} what @param {(page: Page) => Promise<boolean>} then */
async function sure(page, what, then) {
  if (net?.state !== "live") return page.say(text("no_server"));
  const again = asking === what;
  asking = again ? "" : what;
  page.draw();
  if (again) await then(page);
}

/** @param {Page} page @param {boolean} renew whether others are to ask for new links @returns {Promise<boolean>} whether it is gone */
async function remove(page, renew) {
  const answer = await connection?.ask(/** @type {any} */ ({ do: "delete", arg: JSON.stringify({ key: page.pad.shared?.key, renew }) }));
  if (answer?.t === "refused") page.say(answer.text);
  return answer?.t === "done";
}

/** The address of a pad and its secret are one with its log, so new links are a new shared pad with the same entries. @param {Page} page */
async function renew(page) {
  const had = of;
  of = "";  // what the old one still says does not matter here
  if (!await remove(page, true)) {
    of = had;
    return false;
  }
  ownAgain(page);
  await share(page);
  return true;
}

/** The pad goes on here as this device's own. @param {Page} page */
function ownAgain(page) {
  const { shared, ...pad } = page.pad;
  page.replace({ ...pad, entries: pad.entries.map(({ n, ...entry }) => entry) });
}
