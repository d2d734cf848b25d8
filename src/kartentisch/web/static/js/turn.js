/**
 * One's own turn is said by the page's title, its icon, a sound and a notification, each as the person wishes. Nothing of
 * it says that one could interject or react: phones lie side by side on a table.
 */

import { lazily } from "./lazily.js";
import { guard, listen, wish } from "./options.js";
import { STATIC } from "./place.js";
import { Tabs } from "./tabs.js";
import { text } from "./texts.js";

/** @typedef {import("./wire.js").Scene} Scene */

/** The sounds come to who wishes for some. */
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

export class Turn {
  /** @type {Notification | null} */
  #note = null;

  /** @param {string} seat names the seat */
  constructor(seat) {
    this.tabs = new Tabs(seat);
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#forget());
  }

  /** What stands all the while. @param {Scene} scene */
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
      cannot = true;  // there is the class, but only for pages that are installed
    }
  }

  #forget() {
    this.#note?.close();
    this.#note = null;
  }
}

/** A browser that knows notifications has refused to show one of a page. */
let cannot = false;

/** Why there are no notifications. */
function barred() {
  if (!isSecureContext) return text("notify_insecure");
  if (cannot || !("Notification" in window)) return text("notify_missing");
  return Notification.permission === "denied" ? text("notify_denied") : "";
}

guard("sounds", { barred: () => ("AudioContext" in window ? "" : text("sounds_missing")) });
guard("notify", { barred, permit: async () => await Notification.requestPermission() === "granted" });
