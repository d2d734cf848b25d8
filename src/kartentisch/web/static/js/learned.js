/** How far the person at this browser has come in the lesson of each game. */

import { loadJson, save } from "./storage.js";

/**
 * `step`: the number of the moment where it goes on, from 1; above `of`: the lesson is over. `own`: whether a moment, by its id, was found without help.
 * @typedef {{ id: string, step: number, of: number, own?: Record<string, boolean> }} Progress
 */

/** @param {string} game */
const key = (game) => `kartentisch.lesson.${game}`;

/** @param {string} game @returns {Progress | null} null: nothing has been learned yet */
export function progress(game) {
  const found = /** @type {Partial<Progress> | null} */ (loadJson(key(game)));
  return found && typeof found.id === "string" && Number.isInteger(found.step) && Number.isInteger(found.of)
    ? { id: found.id, step: Number(found.step), of: Number(found.of), own: found.own ?? {} } : null;
}

/** What was first noted of a moment stands until the lesson begins again. @param {string} game @param {Progress} now */
export function keepProgress(game, now) {
  const before = progress(game);
  const again = before && before.step > 1 && now.step === 1;
  save(key(game), JSON.stringify({ ...now, own: { ...now.own, ...(again ? {} : before?.own) } }));
}
