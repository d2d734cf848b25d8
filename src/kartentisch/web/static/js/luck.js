/**
 * Takes part in the draws of luck: seals a number before each deal, and opens it once all seals are known. Numbers stay
 * in this browser until they are used; what was shown and given stays as the receipt. See docs/trust.md.
 */

import { hash, hex } from "./hash.js";
import { showMessage } from "./message.js";
import { loadJson, save, tableKey } from "./storage.js";
import { text } from "./texts.js";

/** @typedef {import("./act.js").Page} Page */
/**
 * A draw, as this browser knows it. `mine`: numbers by their seals, of all pages of this seat. `given`: the server took
 * the number in time. `differs`: the draw was shown again with another list. `foreign`: as one of another table.
 * @typedef {{ mine?: Record<string, string>, promise?: string, seals?: Record<string, string>, number?: string, given?: boolean, differs?: boolean, foreign?: boolean }} Draw
 */

const { table = "", seat = "" } = document.body.dataset;
const KEY = tableKey(`luck.${seat}`);
/** Holds where the browser stores nothing, or no more. @type {Record<string, Draw>} */
let kept = {};
let stored = true;
/** Each message waits for the one before. */
let turn = Promise.resolve();

/** @returns {Record<string, Draw>} the draws by their numbers */
export const known = () => stored && /** @type {Record<string, Draw> | null} */ (loadJson(KEY)) || kept;

/** @param {number} draw @param {Draw} more */
function note(draw, more) {
  kept = known();
  kept[draw] = { ...kept[draw], ...more };
  stored = save(KEY, JSON.stringify(kept));
}

/** @param {Page} page @param {import("./wire.js").Down} message */
export function hear(page, message) {
  turn = turn.then(async () => {
    if (message.t === "welcome") await seal(page, message.draw ?? 0);
    if (message.t !== "draw") return;
    const opening = unseal(page, message);
    await seal(page, message.draw + 1);
    await opening;
  }).catch((error) => console.error(error));
}

export const bind = () => hash("kartentisch bind 1", table);

/** @param {Page} page @param {number} draw 0: none can be sealed now */
async function seal(page, draw) {
  if (!draw || known()[draw]?.promise) return;
  const number = hex(crypto.getRandomValues(new Uint8Array(32)));
  const made = await hash("kartentisch seal 1", await bind(), draw, seat, number);
  note(draw, { mine: { ...known()[draw]?.mine, [made]: number } });
  page.connection.ask({ do: "seal", arg: `${draw} ${made}` });
}

/** @param {Page} page @param {import("./wire-types.js").DrawDown} message */
async function unseal(page, { draw, bind: of, promise, seals }) {
  const before = known()[draw];
  const first = before?.promise && before.seals ? { promise: before.promise, seals: before.seals } : { promise, seals };
  const differs = first.promise !== promise || JSON.stringify(first.seals) !== JSON.stringify(seals);
  const foreign = of !== await bind();
  if (differs || foreign) {
    note(draw, { ...first, ...differs && { differs }, ...foreign && { foreign } });
    return say(page, "draw_wrong");
  }
  const own = seals[Number(seat)];
  const number = before?.number ?? (own && before?.mine?.[own]);
  note(draw, { ...first, mine: {}, ...number && { number } });
  if (!number && before?.mine && !before.promise) say(page, own ? "seal_replaced" : "left_out");
  if (!number) return;
  const answer = await page.connection.ask({ do: "unseal", arg: `${draw} ${number}` });
  if (answer.t === "done") note(draw, { given: true });
}

/** Says it once the cards lie there: before, the next scene would take it away. @param {Page} page @param {string} code */
function say(page, code) {
  const timer = setInterval(() => {
    if (page.model.scene?.phase !== "playing") return;
    clearInterval(timer);
    showMessage(page, text(code));
    page.draw();
  }, 100);
}
