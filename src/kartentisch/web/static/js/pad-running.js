/** Which pads are running on this device: of each game the newest one, if its match is not over. */

import { loadJson, save } from "./storage.js";

/** @typedef {{ title: string, round: number, at: number }} Running `round`: the one to enter next; `at`: when the pad was last open */

const KEY = "kartentisch.pad-now";

/** By game. @returns {Record<string, Running>} */
export function loadRunning() {
  const found = loadJson(KEY);
  return found && typeof found === "object" ? /** @type {Record<string, Running>} */ (found) : {};
}

/** @param {string} game @param {string} title @param {number} round 0: none is running */
export function storeRunning(game, title, round) {
  const { [game]: _, ...others } = loadRunning();
  const now = round ? { ...others, [game]: { title, round, at: Date.now() } } : others;
  save(KEY, Object.keys(now).length ? JSON.stringify(now) : "");
}
