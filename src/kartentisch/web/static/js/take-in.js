/** Puts what another device has given beside what this browser stores: nothing of either gets lost, nothing is twice. */

import { KEPT, sound } from "./pad-store.js";
import { load, save } from "./storage.js";
import { listOf } from "./take-packing.js";

/** @typedef {import("./pad-store.js").Pad} Pad */
/** @typedef {import("./pad-reading.js").Entry} Entry */
/** What to do with a value, its key, and the value. @typedef {["pads" | "lesson" | "set" | "replace", string, string]} Arrived */

/** @param {string | null} value @returns {any} null: not JSON */
function parsed(value) {
  try {
    return JSON.parse(value ?? "null");
  } catch {
    return null;
  }
}

/**
 * Stores what arrived. `failed`: what this browser cannot store; `dropped`: how many pads there are too many.
 * @param {Arrived[]} arrived
 */
export function takeIn(arrived) {
  const told = { failed: /** @type {string[]} */ ([]), dropped: 0 };
  for (const [how, key, value] of arrived) {
    const here = load(key);
    let both = value;
    if (how === "lesson") both = JSON.stringify(farther(parsed(here), parsed(value)));
    if (how === "set") both = JSON.stringify([...new Set([...listOf(here ?? undefined), ...listOf(value)])]);
    if (how === "pads") {
      const pads = allPads(listOf(here ?? undefined).filter(sound), listOf(value).filter(sound));
      told.dropped += Math.max(0, pads.length - KEPT);
      both = JSON.stringify(pads.slice(0, KEPT));
    }
    if (!save(key, both)) told.failed.push(how);
  }
  return told;
}

/** The lesson that is over, else the one that has come farther. @param {any} here @param {any} there */
function farther(here, there) {
  const at = (/** @type {any} */ one) => (one && one.step > one.of ? Infinity : one?.step ?? -1);
  return at(there) > at(here) ? there : here;
}

/** Pads of both, the newest first; one that both have, with all its entries. @param {Pad[]} here @param {Pad[]} there */
function allPads(here, there) {
  const all = new Map(here.map((pad) => [pad.id, pad]));
  for (const pad of there) {
    const same = all.get(pad.id);
    all.set(pad.id, same ? onePad(same, pad) : pad);
  }
  return [...all.values()].toSorted((a, b) => b.at - a.at);
}

/** @param {Pad} here @param {Pad} there @returns {Pad} */
function onePad(here, there) {
  const shared = here.shared?.key ? here.shared : there.shared ?? here.shared;
  return { ...there, ...here, ...(shared ? { shared } : {}), entries: allEntries(here.entries, there.entries) };
}

/**
 * Entries of both in an order in which an undo comes after what it undoes: those that the log of a shared pad has
 * numbered come first, then what has not been sent, or was never shared.
 * @param {Entry[]} here @param {Entry[]} there
 */
function allEntries(here, there) {
  const all = new Map(here.map((entry) => [entry.id, entry]));
  for (const entry of there) all.set(entry.id, { ...all.get(entry.id), ...entry });
  const entries = [...all.values()];
  return [...entries.filter(({ n }) => n).toSorted((a, b) => (a.n ?? 0) - (b.n ?? 0)), ...entries.filter(({ n }) => !n)];
}
