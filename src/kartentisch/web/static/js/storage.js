/** What this browser stores. If it stores nothing, a value lasts until the page is left. */

const table = document.body.dataset["table"] ?? "";

/** The key of a value that belongs to this table. @param {string} name */
export const tableKey = (name) => `kartentisch.${name}.${table}`;

/** @param {string} key @returns {string | null} null: nothing is stored */
export function load(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param {string} key @returns {unknown} null: nothing is stored, or it is not JSON */
export function loadJson(key) {
  try {
    return JSON.parse(load(key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key @param {string} value @returns {boolean} false: in a private window, or on a full disk */
export function save(key, value) {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
