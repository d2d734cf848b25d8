/**
 * To another device: makes a link that brings along what this browser has, or takes over what a link brings. The secret
 * behind the `#` goes to the server in the body of a post alone, and only a press takes anything.
 */

import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { BASE } from "./base.js";
import { icon } from "./cards.js";
import { invite } from "./invite.js";
import { save } from "./storage.js";
import { takeIn } from "./take-in.js";
import { packed } from "./take-packing.js";
import { pluralText, text } from "./texts.js";

/** @typedef {import("./take-packing.js").Told} Told */
/** @typedef {{ link: string, qr: string, until: number, told: Told }} Made */
/** @typedef {{ title: string, state: string, address: string }} Table */
/** @typedef {{ ok: boolean, status: number, [key: string]: any }} Answer */

/** How often the giving device asks whether its link was used, in ms. */
const ASK_EVERY = 4000;
/** Where this tab keeps the link that it has made, so that a reload does not lose it. */
const MADE = "kartentisch.taking";
const root = /** @type {HTMLElement} */ (document.getElementById("take"));
const { name = "", alone = "" } = root.dataset;
const secret = location.hash.slice(1);

/** @type {Made | null} */
let made = null;
let busy = false;
/** Why the last press did nothing. */
let problem = "";

/** What this browser takes along now. */
function packing() {
  const { browser, told } = packed(JSON.parse(root.dataset["keys"] ?? "[]"), Number(root.dataset["most"]));
  return { browser, told: { seats: Number(root.dataset["seats"]), name, ...told } };
}

// ---- Words -----------------------------------------------------------------------------------------------------------

/** @param {Told} what */
const none = (what) => !(what.seats || what.name || what.pads || what.lessons || what.settings);

/** @param {Told} what */
function things(what) {
  const { seats, pads, of = pads, lessons, settings } = what;
  const said = [
    seats && pluralText("seats", seats),
    pads && (of > pads ? text("pads_of", { n: pads, of }) : pluralText("pads", pads)),
    what.name && text("name", { name: what.name }),
    settings && text("settings"),
    lessons && pluralText("lessons", lessons),
  ];
  return html`<ul class="things">${said.filter(Boolean).map((one) => html`<li>${icon("check")}<span><bdi>${one}</bdi></span></li>`)}</ul>`;
}

const oops = () => (problem ? html`<p class="problem" role="alert">${icon("warning")}<span>${problem}</span></p>` : nothing);

/** @param {string} key @param {() => unknown} press @param {string} [kind] */
const button = (key, press, kind = "") =>
  html`<button type="button" class="button ${kind}" data-do=${key} aria-disabled=${busy ? "true" : nothing} @click=${press}>${text(key)}</button>`;

/** @param {string} kind */
const home = (kind) => html`<a class="button ${kind}" href="${BASE}/">${text("home")}</a>`;

/** The time that is left. @param {number} until */
function clock(until) {
  const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1000));
  const shown = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return html`<p class="left soft" role="timer">${text("left", { time: shown })}</p>`;
}

// ---- The server ------------------------------------------------------------------------------------------------------

/** @param {string} what @param {Record<string, unknown>} body @returns {Promise<Answer>} */
async function post(what, body) {
  try {
    const answer = await fetch(`${BASE}/take/${what}`, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    });
    const json = answer.headers.get("content-type")?.startsWith("application/json");
    return { ...(json ? await answer.json() : { text: text("no_server") }), ok: answer.ok && json, status: answer.status };
  } catch { // the line is down
    return { ok: false, status: 0, text: text("no_server") };
  }
}

/** Does this once at a time, and draws before and after. @param {() => Promise<void>} work */
async function once(work) {
  if (busy) return;
  busy = true;
  problem = "";
  draw();
  await work();
  busy = false;
  draw();
}

/** The heading that a new view begins with. */
const focusHeading = () => root.querySelector("h1")?.focus();

// ---- The device that gives -------------------------------------------------------------------------------------------

const make = () => once(async () => {
  const { browser, told: what } = packing();
  const answer = await post("make", { browser, instead: made ? secretOf(made) : "" });
  if (answer.ok) keep({ link: answer["link"], qr: answer["qr"], until: Date.now() + answer["left"], told: { ...what, ...answer["told"] } });
  else problem = answer["text"];
  show(made ? link : offer);
});

const back = () => once(async () => {
  if (!made) return;
  const answer = await post("back", { secret: secretOf(made) });
  if (!answer.ok && !gone(answer)) problem = answer["text"];
  else end(answer.ok ? "taken_back" : used(answer) ? "was_taken" : "is_over");
});

/** @param {Made} of */
const secretOf = ({ link: address }) => address.slice(address.indexOf("#") + 1);

/** @param {Answer} answer */
const used = (answer) => answer["code"] === "parcel_used";

/** Whether the link opens nothing any more. @param {Answer} answer */
const gone = (answer) => answer.status === 404 || answer.status === 410;

/** @param {Made | null} one */
function keep(one) {
  made = one;
  try {
    if (one) sessionStorage.setItem(MADE, JSON.stringify(one));
    else sessionStorage.removeItem(MADE);
  } catch {
    // It lasts until the page is left.
  }
}

/** @returns {Made | null} */
function kept() {
  try {
    const found = JSON.parse(sessionStorage.getItem(MADE) ?? "null");
    return found?.until > Date.now() ? found : null;
  } catch {
    return null;
  }
}

/** The link is no longer good. @param {string} why */
function end(why) {
  keep(null);
  show(() => ended(why));
}

/** Whether somebody has taken it; asked while somebody looks. */
async function watch() {
  const of = made;
  if (!of || busy || document.hidden) return;
  const answer = await post("look", { secret: secretOf(of), only_state: true });
  if (made === of && gone(answer)) end(used(answer) ? "was_taken" : "is_over");
}

function offer() {
  const { told: what } = packing();
  return html`<h1 tabindex="-1">${text("title")}</h1>
    <p class="lead soft">${text("what")}</p>
    ${none(what) ? html`<p class="lead">${text("nothing")}</p>` : html`<h2>${text("along")}</h2>${things(what)}
      ${alone ? html`<p class="soft">${alone}</p>` : nothing}${oops()}
      <p class="go">${button("make", make, "lead")}</p>`}
    <h2>${text("got")}</h2>
    <form class="got" @submit=${open}><label for="typed">${text("got_what")}</label>
      <input class="field" id="typed" required autocomplete="off" autocapitalize="none" spellcheck="false"><button class="button">${text("look")}</button></form>`;
}

/** Opens a link that was typed or pasted: an installed app has no address bar. @param {Event} event */
function open(event) {
  event.preventDefault();
  const { value } = /** @type {HTMLInputElement} */ (root.querySelector("#typed"));
  location.hash = value.slice(value.lastIndexOf("#") + 1).trim();
}

function link() {
  if (!made) return offer();
  const what = text(made.qr ? "open_there" : "send_it");
  return html`<h1 tabindex="-1">${text("made")}</h1>
    ${invite({ link: made.link, qr: made.qr, text: what, code: "", seats: [] })}
    <p class="typed soft">${text("typed")} <b>${made.link.replace(/^https?:\/\//, "")}</b></p>
    ${clock(made.until)}<p class="soft">${text("keep_it")}</p>${alone ? html`<p class="soft">${alone}</p>` : nothing}${oops()}
    <p class="go">${button("back", back)}${button("again", make)}</p>
    <h2>${text("along")}</h2>${things(made.told)}`;
}

/** @param {string} why */
const ended = (why) => html`<h1 tabindex="-1">${text(why)}</h1>
  <p class="lead soft">${text(`${why}_help`)}</p>${oops()}<p class="go">${home("lead")}${button("again", make)}</p>`;

// ---- The device that gets --------------------------------------------------------------------------------------------

const look = () => once(async () => {
  const answer = await post("look", { secret });
  if (answer.ok) {
    const until = Date.now() + answer["left"];
    show(() => bring(answer["told"], until));
  } else show(() => refused(answer, look));
});

/** @param {Told} what @param {number} until */
const over = (what, until) => once(async () => {
  const answer = await post("over", { secret });
  if (answer.ok) {
    history.replaceState(null, "", location.pathname);
    const done = takeIn(answer["browser"]);
    show(() => came(answer, done));
  } else if (gone(answer)) show(() => refused(answer, look));
  else {
    problem = answer["text"];
    show(() => bring(what, until));
  }
});

const stores = () => save("kartentisch.trial", "1") && (localStorage.removeItem("kartentisch.trial"), true);

/** @param {Told} what @param {number} until */
function bring(what, until) {
  const replaced = what.name && name && what.name !== name;
  return html`<h1 tabindex="-1">${text("bring")}</h1>
    ${things(what)}
    <p>${text("added")}${what.settings ? html` ${text("replaced")}` : nothing}${replaced ? html` ${text("renamed", { own: name, name: what.name })}` : nothing} ${text("stays")}</p>
    ${stores() ? nothing : html`<p class="problem">${icon("warning")}<span>${text("stores_nothing")}</span></p>`}
    ${oops()}<p class="go">${button("over", () => over(what, until), "lead")}</p>${clock(until)}`;
}

/** @param {Answer} answer @param {ReturnType<typeof takeIn>} done */
function came(answer, done) {
  const notes = [
    answer["lost"] && pluralText("lost", answer["lost"]),
    answer["unlisted"] && pluralText("unlisted", answer["unlisted"]),
    done.dropped && pluralText("dropped", done.dropped),
    done.failed.length && text("not_stored"),
  ].filter(Boolean);
  return html`<h1 tabindex="-1">${text("came")}</h1>
    ${things(answer["told"])}
    ${notes.map((one) => html`<p class="soft">${one}</p>`)}
    ${answer["tables"].length ? html`<h2>${text("tables")}</h2><ul class="came">${answer["tables"].map((/** @type {Table} */ one) =>
      html`<li><a href="${BASE}${one.address}"><bdi>${one.title}</bdi></a> <span class="soft">${one.state}</span></li>`)}</ul>` : nothing}
    <p class="go">${answer["tables"].length === 1 ? html`<a class="button lead" href="${BASE}${answer["tables"][0].address}">${text("play_on")}</a>` : nothing}${
      home(answer["tables"].length === 1 ? "" : "lead")}</p>`;
}

/** @param {Answer} answer @param {() => void} again */
const refused = (answer, again) => html`<h1 tabindex="-1">${text("refused")}</h1>
  <p class="lead" role="alert">${answer["text"]}</p>
  ${used(answer) && Number(root.dataset["seats"]) ? html`<p class="lead">${text("used_here")}</p>` : nothing}
  <p class="go">${gone(answer) || answer.status === 400 ? nothing : button("try", again, "lead")}${home(gone(answer) ? "lead" : "")}</p>`;

// ---- Views -----------------------------------------------------------------------------------------------------------

let view = () => /** @type {unknown} */ (html`<h1 tabindex="-1">${text("title")}</h1><p class="lead soft" role="status">${text("moment")}</p>`);

/** @param {() => unknown} next */
function show(next) {
  view = next;
  draw();
  focusHeading();
}

const draw = () => render(view(), root);

setInterval(() => {
  if (made && made.until <= Date.now()) end("is_over");
  else if (root.querySelector(".left")) draw();
}, 1000);
setInterval(watch, ASK_EVERY);
document.addEventListener("visibilitychange", watch);
addEventListener("hashchange", () => location.reload());

root.replaceChildren();
if (secret) look();
else {
  made = kept();
  view = made ? link : offer;
  draw();
}
