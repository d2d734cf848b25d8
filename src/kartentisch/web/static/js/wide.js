/** Style sheets that only some windows or people need, loaded on use: a first visit on a phone stays small. */

import { STATIC } from "./cards.js";
import { preference } from "./preferences.js";

const WIDE = matchMedia("(min-width: 1100px)");

/** Whether the window is wide. */
export const isWide = () => WIDE.matches;

/** Adds a style sheet to the page; resolves once it is in force, or cannot be had. @param {string} name @returns {Promise<void>} */
export const addSheet = (name) => new Promise((done) => {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = `${STATIC}css/${name}.css`;
  link.onload = link.onerror = () => done();
  document.head.append(link);
});

/** The sheets of large and of low windows, each loaded once. @type {[string, MediaQueryList, boolean][]} */
const SHEETS = [["wide", WIDE, false], ["tablet", matchMedia("(min-width: 700px) and (max-width: 1099px) and (min-height: 481px)"), false],
  ["landscape", matchMedia("(max-height: 480px) and (min-width: 560px) and (max-width: 1099px)"), false]];

/** Loads the sheet that this window needs. `then` is called when it is there, if the window changes later. @param {() => void} then */
export async function largeSheets(then) {
  await Promise.all(SHEETS.map((sheet) => {
    const [name, window] = sheet;
    const load = () => {
      sheet[2] = true;
      return addSheet(name);
    };
    window.addEventListener("change", () => { if (window.matches && !sheet[2]) load().then(then); });
    return window.matches && load();
  }));
}

/** The sheets of large cards, left hands and the hand mode. @type {Map<string, Promise<void>>} */
const preferred = new Map();

/** Shows large cards and a table for the left hand where they are preferred. @param {() => void} then */
export function preferredLook(then) {
  const { dataset } = document.documentElement;
  dataset["cards"] = preference("cards");
  dataset["left"] = `${preference("left")}`;
  for (const [name, wanted] of /** @type {const} */ ([["preferred", preference("left") || preference("cards") !== "normal"], ["hand-mode", preference("hand")]])) {
    if (!wanted) continue;
    const sheet = preferred.get(name) ?? addSheet(name);
    preferred.set(name, sheet);
    sheet.then(then);
  }
}
