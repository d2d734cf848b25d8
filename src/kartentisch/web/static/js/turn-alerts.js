/**
 * The page's title, its icon, a sound and a notification say that it is the reader's turn, each as the person prefers.
 * None of them says that they could interject or react: phones lie side by side.
 */

import { STATIC } from "./cards.js";
import { lazily } from "./lazily.js";
import { onPreferenceChange, preference, setGuard } from "./preferences.js";
import { text } from "./texts.js";

/** @typedef {import("./wire.js").Scene} Scene */

/** The sounds load only for people who want some. */
const sounds = lazily(() => import("./sound.js"));
const soundsOn = () => preference("sounds") !== "none";
const idle = () => {};
if (soundsOn()) sounds(idle);

const canSound = () => (soundsOn() && sounds(idle)?.audible()) || false;

/** @param {import("./sound.js").Name} name */
function play(name) {
  if (soundsOn()) sounds(idle)?.play(name);
}

/** The sound of a big moment; the first one loads them. @param {import("./sound.js").Moment} name */
function playMoment(name) {
  const now = () => sounds(idle)?.play(name);
  if (sounds(now)) now();
}

/** Plays what was just chosen. */
function playSample() {
  sounds(idle)?.playSample();
}

onPreferenceChange((id) => {
  if ((id === "sounds" || id === "volume") && soundsOn() && sounds(playSample)) playSample();
});

const ICON = `${STATIC}favicon.svg`;
const ICON_OF_TURN = `${STATIC}favicon-turn.svg`;

/** Whether this seat is to move and has a move to make. @param {Scene} scene */
export const isMyTurn = ({ seat, phase, prompt, timer, steps }) =>
  seat >= 0 && phase === "playing" && prompt.yours && timer?.kind !== "window" && steps.some(({ aside }) => !aside);

/** Whether this seat may react. @param {Scene} scene */
const mayReact = ({ prompt, timer }) => prompt.yours && timer?.kind === "window";

/** How long tabs wait for each other, in ms. */
const CLAIM_WAIT = 200;

/**
 * @typedef {object} Claim
 * @property {number} since number of the fact that began the turn
 * @property {boolean} able the tab can make sounds
 * @property {boolean} seen the tab is visible
 * @property {string} rank of several tabs, the one with the smallest rank alerts
 * @property {boolean} said it has alerted
 */

/** What a tab does: sound, notify. @typedef {{ sound: boolean, notify: boolean }} Part */

/**
 * Of several tabs that show the same seat, one alerts. Each tab tells the others that the turn has come and how well it
 * could alert, waits a moment, and alerts unless another tab can do it better or has done it. Tabs of another seat have
 * their own channel.
 */
class Tabs {
  #id = crypto.getRandomValues(new Uint32Array(1))[0]?.toString(16).padStart(8, "0") ?? "";
  /** @type {BroadcastChannel | null} */
  #channel = null;
  /** The newest claim of a tab of this seat that has alerted. @type {Claim | null} */
  #said = null;
  /** Claims of other tabs that are still waiting. @type {Claim[]} */
  #others = [];

  /** @param {string} seat names the seat, also in the browser's other tabs */
  constructor(seat) {
    if (!("BroadcastChannel" in window)) return;
    this.#channel = new BroadcastChannel(`kartentisch.turn.${seat}`);
    this.#channel.onmessage = ({ data }) => {
      if (!data.said) this.#others.push(data);
      else if (data.since >= (this.#said?.since ?? -1)) this.#said = data;
    };
  }

  /**
   * What this tab does when the turn has come. A late tab still sounds if no earlier tab could.
   * @param {number} since number of the fact that began the turn
   * @param {number} before number of the scene before, when it was not yet this seat's turn
   * @param {boolean} able this tab can be heard
   * @returns {Promise<Part>}
   */
  async claim(since, before, able) {
    const seen = document.visibilityState === "visible";
    /** @type {Claim} */
    const mine = { since, able, seen, rank: `${able ? 0 : 1}${seen ? 0 : 1}${this.#id}`, said: false };
    this.#channel?.postMessage(mine);
    await new Promise((resolve) => setTimeout(resolve, this.#channel ? CLAIM_WAIT : 0));
    const others = this.#others.filter((other) => other.since > before);
    this.#others = [];
    const said = this.#said && (this.#said.since >= since || this.#said.since > before) ? this.#said : null;
    if (others.some(({ rank }) => rank < mine.rank) || said && (said.able || !able)) return { sound: false, notify: false };
    this.#said = { ...mine, said: true };
    this.#channel?.postMessage(this.#said);
    return { sound: true, notify: !said && !seen && !others.some((other) => other.seen) };
  }
}

export class TurnAlerts {
  /** @type {Notification | null} */
  #notification = null;

  /** @param {string} seat names the seat */
  constructor(seat) {
    this.tabs = new Tabs(seat);
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#closeNotification());
  }

  /** Updates what is always shown. @param {Scene} scene */
  show(scene) {
    const turn = isMyTurn(scene);
    const lead = preference("title") && !mayReact(scene) ? scene.prompt.lead : "";
    document.title = [lead, scene.title].filter(Boolean).join(" · ");
    const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel='icon']"));
    const href = turn && preference("icon") ? ICON_OF_TURN : ICON;
    if (icon && icon.getAttribute("href") !== href) icon.setAttribute("href", href);
    if (!turn) this.#closeNotification();
  }

  /** Does what happens once: the sounds of a new scene, and the alert when the turn has come. @param {Scene | null} old @param {Scene} scene */
  async sceneArrived(old, scene) {
    this.show(scene);
    if (!old || scene.n <= old.n) return;
    const { big = "" } = scene.moved.find((one) => one.big) ?? {};
    const moment = big && preference("moments") && document.visibilityState === "visible";
    if (moment) playMoment(big);
    if (isMyTurn(scene) && !isMyTurn(old)) {
      const { sound, notify } = await this.tabs.claim(scene.since, old.n, canSound());
      if (sound) play("turn");
      if (notify) this.#notify(scene);
    } else if (document.visibilityState === "visible") {
      if (old.phase === "playing" && scene.result) play("end");
      else if (scene.cheer && !moment) play("big");
      else if (scene.moved.length && !moment) play("card");
    }
  }

  /** @param {Scene} scene */
  #notify(scene) {
    if (!preference("notify") || Notification.permission !== "granted") return;
    try {
      this.#notification = new Notification(scene.prompt.lead, { body: scene.title, icon: ICON_OF_TURN, tag: location.pathname });
      this.#notification.onclick = () => {
        window.focus();
        this.#closeNotification();
      };
    } catch {
      unsupported = true;  // the class exists, but only for installed apps
    }
  }

  #closeNotification() {
    this.#notification?.close();
    this.#notification = null;
  }
}

/** The browser has notifications, but not for a page. */
let unsupported = false;

/** Why there are no notifications. */
function whyUnavailable() {
  if (!isSecureContext) return text("notify_insecure");
  if (unsupported || !("Notification" in window)) return text("notify_missing");
  return Notification.permission === "denied" ? text("notify_denied") : "";
}

setGuard("sounds", { unavailable: () => ("AudioContext" in window ? "" : text("sounds_missing")) });
setGuard("notify", { unavailable: whyUnavailable, askPermission: async () => await Notification.requestPermission() === "granted" });
