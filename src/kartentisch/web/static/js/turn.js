/**
 * The page's title, its icon, a sound and a notification tell one's own turn, each as the person wishes. Nothing in
 * them says that one could interject or react: phones lie side by side.
 */

import { STATIC } from "./cards.js";
import { lazily } from "./lazily.js";
import { guard, listen, wish } from "./options.js";
import { text } from "./texts.js";

/** @typedef {import("./wire.js").Scene} Scene */

/** The sounds load for all who want some. */
const sounds = lazily(() => import("./sound.js"));
const wished = () => wish("sounds") !== "none";
const idle = () => {};
if (wished()) sounds(idle);

const heard = () => (wished() && sounds(idle)?.heard()) || false;

/** @param {import("./sound.js").Name} name */
function play(name) {
  if (wished()) sounds(idle)?.play(name);
}

/** What is chosen is heard at once. */
function chosen() {
  sounds(idle)?.chosen();
}

listen((id) => {
  if ((id === "sounds" || id === "volume") && wished() && sounds(chosen)) chosen();
});

const ICON = `${STATIC}favicon.svg`;
const ICON_OF_TURN = `${STATIC}favicon-turn.svg`;

/** Whether this seat is in turn, with a move to make. @param {Scene} scene */
export const mine = ({ seat, phase, prompt, timer, steps }) =>
  seat >= 0 && phase === "playing" && prompt.yours && timer?.kind !== "window" && steps.some(({ aside }) => !aside);

/** Whether this seat may react. @param {Scene} scene */
const reacts = ({ prompt, timer }) => prompt.yours && timer?.kind === "window";

/** How long tabs wait for each other, in ms. */
const SETTLE = 200;

/**
 * @typedef {object} Claim
 * @property {number} since number of the fact with which the turn came
 * @property {boolean} able the tab can be heard
 * @property {boolean} seen the tab is in sight
 * @property {string} rank of several tabs the smallest one speaks
 * @property {boolean} said it has spoken
 */

/** What a tab does: sound, notify. @typedef {{ sound: boolean, notify: boolean }} Part */

/**
 * Of several tabs that show the same seat one speaks. Each tab says to the others that the turn has come and how well it
 * could speak, waits a moment and speaks unless another could do it better or has done it already. Tabs of another seat
 * have a channel of their own.
 */
class Tabs {
  #id = crypto.getRandomValues(new Uint32Array(1))[0]?.toString(16).padStart(8, "0") ?? "";
  /** @type {BroadcastChannel | null} */
  #channel = null;
  /** The newest claim of a tab of this seat that has spoken. @type {Claim | null} */
  #said = null;
  /** Claims of other tabs that still wait. @type {Claim[]} */
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
   * What this tab is to do when the turn has come. Who comes late still sounds, if no tab before could be heard.
   * @param {number} since number of the fact with which the turn came
   * @param {number} before number of the scene before, in which it was not yet this seat's turn
   * @param {boolean} able this tab can be heard
   * @returns {Promise<Part>}
   */
  async claim(since, before, able) {
    const seen = document.visibilityState === "visible";
    /** @type {Claim} */
    const mine = { since, able, seen, rank: `${able ? 0 : 1}${seen ? 0 : 1}${this.#id}`, said: false };
    this.#channel?.postMessage(mine);
    await new Promise((resolve) => setTimeout(resolve, this.#channel ? SETTLE : 0));
    const others = this.#others.filter((other) => other.since > before);
    this.#others = [];
    const said = this.#said && (this.#said.since >= since || this.#said.since > before) ? this.#said : null;
    if (others.some(({ rank }) => rank < mine.rank) || said && (said.able || !able)) return { sound: false, notify: false };
    this.#said = { ...mine, said: true };
    this.#channel?.postMessage(this.#said);
    return { sound: true, notify: !said && !seen && !others.some((other) => other.seen) };
  }
}

export class Turn {
  /** @type {Notification | null} */
  #note = null;

  /** @param {string} seat names the seat */
  constructor(seat) {
    this.tabs = new Tabs(seat);
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#forget());
  }

  /** What is always shown. @param {Scene} scene */
  show(scene) {
    const turn = mine(scene);
    const lead = wish("title") && !reacts(scene) ? scene.prompt.lead : "";
    document.title = [lead, scene.title].filter(Boolean).join(" · ");
    const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel='icon']"));
    const href = turn && wish("icon") ? ICON_OF_TURN : ICON;
    if (icon && icon.getAttribute("href") !== href) icon.setAttribute("href", href);
    if (!turn) this.#forget();
  }

  /** What happens once: the sounds of a new scene, and the call to the person whose turn has come. @param {Scene | null} old @param {Scene} scene */
  async hear(old, scene) {
    this.show(scene);
    if (!old || scene.n <= old.n) return;
    if (mine(scene) && !mine(old)) {
      const { sound, notify } = await this.tabs.claim(scene.since, old.n, heard());
      if (sound) play("turn");
      if (notify) this.#notify(scene);
    } else if (document.visibilityState === "visible") {
      if (old.phase === "playing" && scene.result) play("end");
      else if (scene.cheer) play("big");
      else if (scene.moved.length) play("card");
    }
  }

  /** @param {Scene} scene */
  #notify(scene) {
    if (!wish("notify") || Notification.permission !== "granted") return;
    try {
      this.#note = new Notification(scene.prompt.lead, { body: scene.title, icon: ICON_OF_TURN, tag: location.pathname });
      this.#note.onclick = () => {
        window.focus();
        this.#forget();
      };
    } catch {
      cannot = true;  // the class exists, but only for installed pages
    }
  }

  #forget() {
    this.#note?.close();
    this.#note = null;
  }
}

/** A browser with notifications refused to show a page's. */
let cannot = false;

/** Why there are no notifications. */
function barred() {
  if (!isSecureContext) return text("notify_insecure");
  if (cannot || !("Notification" in window)) return text("notify_missing");
  return Notification.permission === "denied" ? text("notify_denied") : "";
}

guard("sounds", { barred: () => ("AudioContext" in window ? "" : text("sounds_missing")) });
guard("notify", { barred, permit: async () => await Notification.requestPermission() === "granted" });
