/** What this browser keeps about a table for the person at it, and for nobody else. */

const table = document.body.dataset["table"] ?? "";

/** Also where the browser keeps nothing. @type {Map<string, unknown>} */
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
    // It holds until the page is left.
  }
}
