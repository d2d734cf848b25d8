/**
 * What the person at this browser prefers: stored by the browser, shared by its tabs, in force at once. A new
 * preference needs a line here, the texts `option_<id>`, `option_<id>_help` (if any) and `option_<id>_<value>`, and
 * code that asks `preference(id)`. The sheet then shows it.
 */

import { loadJson, save } from "./storage.js";

/**
 * A switch is initially true or false, a choice has values, an amount is a number up to 100. `unless`: not shown if
 * all of these are off.
 * @typedef {{ group: string, initial: boolean | string | number, values?: string[], unless?: string[] }} Preference
 */

export const PREFERENCES = {
  confirm: { group: "moves", initial: false },
  low: { group: "moves", initial: true },
  title: { group: "turn", initial: true },
  icon: { group: "turn", initial: true },
  notify: { group: "turn", initial: false },
  moments: { group: "sounds", initial: true },
  sounds: { group: "sounds", initial: "none", values: ["none", "turn", "all"] },
  volume: { group: "sounds", initial: 60, unless: ["sounds", "moments"] },
  motion: { group: "look", initial: "system", values: ["system", "none"] },
  cards: { group: "look", initial: "normal", values: ["normal", "large"] },
  left: { group: "look", initial: false },
  hand: { group: "look", initial: false },
  speak: { group: "keys", initial: true },
};

/** @typedef {keyof typeof PREFERENCES} Id */
/** @typedef {boolean | string | number} Value */

/**
 * What the browser says to a preference: why it is unavailable (empty: it is not), and a permission to ask for first.
 * @typedef {{ unavailable: () => string, askPermission?: () => Promise<boolean> }} Guard
 */

const KEY = "kartentisch.options";

/** @returns {Record<string, unknown>} */
const stored = () => ({ .../** @type {object | null} */ (loadJson(KEY)) });

/** @type {Map<Id, Guard>} */
const guards = new Map();

/** @type {Set<(id: string) => void>} */
const listeners = new Set();

/** The values that the person has changed. @type {Record<string, unknown>} */
let changed = stored();

/** Whether a preference can have this value. @param {Preference} option @param {unknown} value */
const fits = ({ initial, values }, value) => typeof value === typeof initial && (!values || values.includes(String(value)))
  && (typeof value !== "number" || value >= 0 && value <= 100);

/** @template {Id} K @param {K} id @returns {(typeof PREFERENCES)[K]["initial"]} */
export function preference(id) {
  const value = changed[id];
  return /** @type {any} */ (fits(PREFERENCES[id], value) && !unavailable(id) ? value : PREFERENCES[id].initial);
}

/** Why a preference is unavailable in this browser; empty: it is not. @param {Id} id */
export const unavailable = (id) => guards.get(id)?.unavailable() ?? "";

/** @param {Id} id @param {Guard} guard */
export const setGuard = (id, guard) => guards.set(id, guard);

/** @param {Id} id @param {Value} value */
export async function setPreference(id, value) {
  const askPermission = guards.get(id)?.askPermission;
  if (value === true && askPermission && !(await askPermission())) value = false;
  changed = { ...changed, [id]: value };
  save(KEY, JSON.stringify(changed));
  notifyListeners(id);
}

/** The listener is called with the changed preference, or with "" after a change in another tab. @param {(id: string) => void} listener */
export const onPreferenceChange = (listener) => listeners.add(listener);

/** @param {string} id */
function notifyListeners(id) {
  for (const listener of listeners) listener(id);
}

addEventListener("storage", ({ key }) => {
  if (key !== KEY && key !== null) return;
  changed = stored();
  notifyListeners("");
});

/** Whether nothing may move, because the system or the person says so. */
export const reducedMotion = () => preference("motion") === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches;
