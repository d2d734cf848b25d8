/** What this browser keeps about a table for the person at it, and for nobody else; and whom that person does not want to hear. */

const table = document.body.dataset["table"] ?? "";

/** Works if the browser keeps nothing. @type {Map<string, unknown>} */
const here = new Map();

/** @param {string} name @returns {unknown} undefined: nothing was kept */
export function kept(name) {
  if (here.has(name)) return here.get(name);
  try {
    return JSON.parse(localStorage.getItem(`kartentisch.${name}.${table}`) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} name @param {unknown} value */
export function keep(name, value) {
  here.set(name, value);
  try {
    localStorage.setItem(`kartentisch.${name}.${table}`, JSON.stringify(value));
  } catch {
    // It lasts until the page is left.
  }
}

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
