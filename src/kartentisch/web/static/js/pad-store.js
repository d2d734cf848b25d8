/**
 * The pads of a game in this browser: each is a list of entries that only grows. The newest pad is the first one.
 */

import { load, loadJson, save } from "./storage.js";
import { newId } from "./wire.js";

/** @typedef {import("./pad-reading.js").Entry} Entry */
/** @typedef {import("./pad-reading.js").Options} Options */
/**
 * @typedef {object} Pad
 * @property {string} id
 * @property {number} at when it was begun
 * @property {Options} options
 * @property {number} people
 * @property {Entry[]} entries
 * @property {{ id: string, key: string }} [shared] where it is shared; without a key this device only reads
 * @property {number} [by] whose device this is
 */

/** Pads that are kept; the oldest go first. */
export const KEPT = 20;
const game = document.body.dataset["game"] ?? "";
const KEY = `kartentisch.pads.${game}`;
const DRAFT = `kartentisch.pad-draft.${game}`;

/** Whether a stored thing can be a pad: storage can hold what another version has written. @param {any} pad */
export const sound = (pad) => typeof pad?.id === "string" && Number.isInteger(pad.people) && pad.people > 1
  && Array.isArray(pad.entries) && typeof pad.options === "object" && pad.options;

/** @returns {Pad[]} */
export function loadPads() {
  const found = loadJson(KEY);
  return Array.isArray(found) ? found.filter(sound) : [];
}

/** Stores a pad as the newest one; false: this browser stores nothing. @param {Pad} pad */
export function storePad(pad) {
  const text = JSON.stringify([pad, ...loadPads().filter((one) => one.id !== pad.id)].slice(0, KEPT));
  save(KEY, text);
  return load(KEY) === text;
}

/** @param {Options} options @param {string[]} names @returns {Pad} */
export function newPad(options, names) {
  const entries = names.flatMap((name, person) =>
    (name ? [/** @type {Entry} */ ({ id: newId(), do: "name", person, values: { name } })] : []));
  return { id: newId(), at: Date.now(), options, people: names.length, entries };
}

/** What has been tapped and not saved. @typedef {{ pad: string, round: number, person: number, values: import("./pad-reading.js").Values }} Draft */

/** @param {Draft | null} draft */
export const storeDraft = (draft) => save(DRAFT, JSON.stringify(draft));

/** @param {string} pad @returns {Draft | null} */
export function loadDraft(pad) {
  const found = /** @type {Draft | null} */ (loadJson(DRAFT));
  return found?.pad === pad && Number.isInteger(found.round) && typeof found.values === "object" ? found : null;
}
