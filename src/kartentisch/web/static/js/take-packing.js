/** What this browser stores and takes along: the keys that the server names, and not more than fits. */

import { load } from "./storage.js";

/** What comes along. `of`: how many pads there are here. @typedef {{ seats: number, name: string, pads: number, lessons: number, settings: boolean, of?: number }} Told */
/** @typedef {Record<string, string>} Stored */

/** @param {string | undefined} value @returns {any[]} what is no list is an empty one */
export function listOf(value) {
  try {
    const found = JSON.parse(value ?? "");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** The pads that were begun last go along if all would be too much. @param {string[]} keys @param {number} most in bytes */
export function packed(keys, most) {
  /** @type {Stored} */
  const browser = {};
  for (const key of keys) {
    const value = load(key);
    if (value !== null) browser[key] = value;
  }
  const of = pads(browser);
  while (bytes(browser) > most && dropOldest(browser));
  const lessons = keysOf(browser, "lesson").length;
  const settings = keysOf(browser, "options", "aloud", "order").length > 0;
  return { browser, told: { pads: pads(browser), of, lessons, settings } };
}

/** @param {Stored} browser @param {string[]} kinds */
const keysOf = (browser, ...kinds) => Object.keys(browser).filter((key) => kinds.includes(key.split(".")[1] ?? ""));

/** @param {Stored} browser */
const pads = (browser) => keysOf(browser, "pads").reduce((sum, key) => sum + listOf(browser[key]).length, 0);

/** @param {Stored} browser */
const bytes = (browser) => Object.entries(browser).reduce((sum, pair) => sum + new TextEncoder().encode(pair.join("")).length, 0);

/** Leaves out the pad that was begun first; false: there is none. @param {Stored} browser */
function dropOldest(browser) {
  const [oldest] = keysOf(browser, "pads")
    .flatMap((key) => listOf(browser[key]).map((pad) => ({ key, pad, at: pad?.at ?? 0 })))
    .toSorted((a, b) => a.at - b.at);
  if (!oldest) return false;
  const left = listOf(browser[oldest.key]);
  left.splice(left.findIndex((pad) => (pad?.at ?? 0) === oldest.at), 1);
  browser[oldest.key] = JSON.stringify(left);
  return true;
}
