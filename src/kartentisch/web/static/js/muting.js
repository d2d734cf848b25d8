/** Whom the person at this browser does not want to hear: nobody else knows. */

import { keep, kept } from "./keep.js";

/** Seat and name together: whoever sits there next is heard. @typedef {{ seat: number, name: string }} Who */

const before = kept("muted");

/** @type {Set<string>} */
let unheard = new Set(Array.isArray(before) ? before.filter((one) => typeof one === "string") : []);

/** @param {Who} who */
const key = ({ seat, name }) => `${seat} ${name}`;

/** @param {Who} who */
export const muted = (who) => unheard.has(key(who));

/** @param {Who} who */
export const hears = (who) => !muted(who);

/** @param {Who} who */
export function toggle(who) {
  if (!unheard.delete(key(who))) unheard.add(key(who));
  keep("muted", [...unheard]);
}

/** The names are gone, here too: who was not heard is known by the seat alone. @param {Who[]} seats */
export function forgetNames(seats) {
  const gone = new Set([...unheard].map((one) => Number.parseInt(one, 10)));
  unheard = new Set(seats.filter(({ seat }) => gone.has(seat)).map(key));
  keep("muted", [...unheard]);
}
