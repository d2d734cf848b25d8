/**
 * What the person at this browser prefers: kept by the browser, the same in all its tabs, in force at once. A new option
 * is a line here, its texts `option_<id>`, `option_<id>_help` (if it needs one) and `option_<id>_<value>`, and somebody
 * who asks `wish(id)`; the sheet shows it by itself.
 */

/**
 * A switch starts with true or false, a choice has values, an amount is a number up to 100. `unless`: shown only if that
 * choice is not "none".
 * @typedef {{ group: string, start: boolean | string | number, values?: string[], unless?: string }} Option
 */

export const OPTIONS = {
  confirm: { group: "moves", start: false },
  low: { group: "moves", start: true },
  title: { group: "turn", start: true },
  icon: { group: "turn", start: true },
  notify: { group: "turn", start: false },
  sounds: { group: "sounds", start: "none", values: ["none", "turn", "all"] },
  volume: { group: "sounds", start: 60, unless: "sounds" },
  motion: { group: "look", start: "system", values: ["system", "none"] },
  hand: { group: "look", start: false },
};

/** @typedef {keyof typeof OPTIONS} Id */
/** @typedef {boolean | string | number} Value */

/**
 * What the browser says to an option: why it cannot be had (empty: it can), and what it asks before it is switched on.
 * @typedef {{ barred: () => string, permit?: () => Promise<boolean> }} Guard
 */

const KEY = "kartentisch.options";

/** @type {Map<Id, Guard>} */
const guards = new Map();

/** @type {Set<(id: string) => void>} */
const listeners = new Set();

/** What differs from the start, kept by the browser or not. @type {Record<string, unknown>} */
let wishes = kept();

function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return found && typeof found === "object" ? found : {};
  } catch {
    return {};
  }
}

/** Whether a value is one that this option can have. @param {Option} option @param {unknown} value */
const fits = ({ start, values }, value) => typeof value === typeof start && (!values || values.includes(String(value)))
  && (typeof value !== "number" || value >= 0 && value <= 100);

/** @template {Id} K @param {K} id @returns {(typeof OPTIONS)[K]["start"]} */
export function wish(id) {
  const value = wishes[id];
  return /** @type {any} */ (fits(OPTIONS[id], value) && !barred(id) ? value : OPTIONS[id].start);
}

/** Why this browser cannot do it; empty: it can. @param {Id} id */
export const barred = (id) => guards.get(id)?.barred() ?? "";

/** @param {Id} id @param {Guard} guard */
export const guard = (id, guard) => guards.set(id, guard);

/** @param {Id} id @param {Value} value */
export async function choose(id, value) {
  const permit = guards.get(id)?.permit;
  if (value === true && permit && !(await permit())) value = false;
  wishes = { ...wishes, [id]: value };
  try {
    localStorage.setItem(KEY, JSON.stringify(wishes));
  } catch {
    // Nothing is kept here; the wish lasts until the page is left.
  }
  tell(id);
}

/** Called with the changed option, or with "" if another tab changed it. @param {(id: string) => void} listener */
export const listen = (listener) => listeners.add(listener);

/** @param {string} id */
function tell(id) {
  for (const listener of listeners) listener(id);
}

addEventListener("storage", ({ key }) => {
  if (key !== KEY && key !== null) return;
  wishes = kept();
  tell("");
});

/** Whether nothing is to move: as the system says, or as the person wishes. */
export const still = () => wish("motion") === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches;
