/**
 * What can be said of the luck of a record, as in `play/proof.py`: whether its draws give its luck, and whether a receipt
 * agrees. Moves are not read here, only their luck: that they are legal is for `kartentisch check`.
 */

import { bytesOf, hash, hex } from "./hash.js";

/** @typedef {{ code: string, args?: Record<string, number> }} Why */
/** @typedef {{ missing: number, reasons: Why[], faults: Why[] }} Answer */
/**
 * What a page was shown of a draw, and what it gave. `differs`: the draw was shown again with another list. `foreign`: as
 * one of another table.
 * @typedef {{ promise: string, seals: Record<string, string>, number?: string, given?: boolean, differs?: boolean, foreign?: boolean }} Shown
 */
/** @typedef {{ kartentisch: string, bind: string, seat: number, draws: Record<string, Shown> }} Receipt */
/** @typedef {Record<string, string>} Header */
/** @typedef {{ draw: number, list: string[][] }} DrawLine each seal as seat, seal and number */
/** @typedef {{ line: number, seat: string, luck: string, drawn: DrawLine | null }} Event a deal has the seat "deal" */
/** @typedef {Map<number, { seals: Record<string, string>, numbers: Record<string, string> }>} Found the draws by their numbers */

const HEX = /^[0-9a-f]{64}$/;
/** @type {Record<string, RegExp>} */
const PROOF = { proof: /^1$/, bind: HEX, match: /^[1-9][0-9]{0,8}$/, promise: HEX, secret: /^([0-9a-f]{64}|lost)$/ };
const KEYS = new Set(["game", "rules", "seats", "options", "state", "hash", ...Object.keys(PROOF)]);
const DRAW = /^draw: ([1-9][0-9]{0,8}) \|((?: (?:0|[1-9][0-9]?)=[0-9a-f]{64}:(?:[0-9a-f]{64}|-))*)$/;
const DEAL = /^(deal): ([0-9a-f]{32}) \| [0-9a-f]{16}$/;
const MOVE = /^(0|[1-9][0-9]?): .* \| ([0-9a-f]{16}) \| [0-9a-f]{16}$/;

/**
 * @param {string} text
 * @param {Receipt | null} receipt
 * @param {{ match: number, bind: string }} [asked] the match that this should be
 * @returns {Promise<Answer>}
 */
export async function examine(text, receipt, asked) {
  /** @type {Answer} */
  const answer = { missing: 0, reasons: [], faults: [] };
  const record = read(text);
  if (typeof record === "number") return { ...answer, faults: [{ code: "proof_form", args: { line: record } }] };
  const { header, events } = record;
  const proof = "proof" in header;
  if (proof && asked && (header["match"] !== `${asked.match}` || header["bind"] !== asked.bind)) return { ...answer, faults: [{ code: "proof_other" }] };
  if (!proof) answer.reasons.push({ code: "proof_old" });
  const found = proof ? await check(answer, header, events) : new Map();
  if (receipt) compare(answer, header, found, receipt);
  return answer;
}

// ---- Reading ---------------------------------------------------------------------------------------------------------

/** @param {string} text @returns {{ header: Header, events: Event[] } | number} a number: that of the first wrong line */
function read(text) {
  const lines = text.replace(/\n+$/, "").split("\n");
  const end = lines.indexOf("");
  /** @type {Header} */
  const header = {};
  for (const [place, line] of lines.slice(0, end < 0 ? lines.length : end).entries()) {
    const [, key = "", value = ""] = line.match(/^([a-z]+): (.*)$/) ?? [];
    if (!KEYS.has(key) || key in header || PROOF[key]?.test(value) === false) return place + 1;
    header[key] = value;
  }
  const proof = Object.keys(PROOF).filter((key) => key in header).length;
  if (end < 0 || proof && proof < Object.keys(PROOF).length) return Object.keys(header).length + 1;
  /** @type {Event[]} */
  const events = [];
  /** @type {DrawLine | null} The draw that the next line has to deal from. */
  let drawn = null;
  for (const [place, line] of lines.entries()) {
    if (place <= end) continue;
    /** @type {DrawLine | null} */
    const next = proof && !drawn ? drawOf(line) : null;
    const [, seat, luck] = line.match(DEAL) ?? (drawn ? null : line.match(MOVE)) ?? [];
    if (!next && (!seat || !luck)) return place + 1;
    if (seat && luck) events.push({ line: place + 1, seat, luck, drawn });
    drawn = next;
  }
  return drawn || !events.length && !("state" in header) ? lines.length : { header, events };
}

/** @param {string} line @returns {DrawLine | null} null: this is no draw, or its seats are not in their order */
function drawOf(line) {
  const [, draw, seals = ""] = line.match(DRAW) ?? [];
  const list = seals.split(" ").filter(Boolean).map((part) => part.split(/[=:]/));
  const ordered = list.every(([seat], i) => !i || Number(seat) > Number(list[i - 1]?.[0]));
  return draw && ordered ? { draw: Number(draw), list } : null;
}

// ---- The same as in `play/proof.py` ----------------------------------------------------------------------------------

/** @param {string} key 64 hex digits @returns {Promise<(...lines: (string | number)[]) => Promise<string>>} HMAC-SHA-256 */
async function keyed(key) {
  const bytes = new Uint8Array((key.match(/../g) ?? []).map((two) => parseInt(two, 16)));
  if (crypto.subtle) {
    const made = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return async (...lines) => hex(new Uint8Array(await crypto.subtle.sign("HMAC", made, bytesOf(lines))));
  }
  const [{ hmac }, { sha256 }] = await Promise.all([import("../vendor/noble-hashes/hmac.js"), import("../vendor/noble-hashes/sha2.js")]);
  return async (...lines) => hex(hmac(sha256, bytes, bytesOf(lines)));
}

/** @param {Answer} answer @param {Header} header @param {Event[]} events @returns {Promise<Found>} */
async function check(answer, header, events) {
  const { bind = "", match = "", promise = "", secret = "" } = header;
  if (secret === "lost") answer.reasons.push({ code: "proof_lost" });
  else if (await hash("kartentisch promise 1", bind, match, secret) !== promise) answer.faults.push({ code: "proof_promise" });
  if ("state" in header) answer.reasons.push({ code: "proof_given" });
  const luckOf = secret === "lost" ? null : await keyed(secret);
  /** @type {Found} */
  const found = new Map();
  let deals = "state" in header ? 1 : 0;
  let mix = "";
  /** The moves of each seat since the deal. @type {Record<string, number>} */
  let played = {};
  for (const { line, seat, luck, drawn } of events) {
    if (seat !== "deal") {
      const k = played[seat] ?? 0;
      played[seat] = k + 1;
      if (mix && luckOf && (await luckOf("kartentisch luck 1", mix, `${seat} ${k}`)).slice(0, 16) !== luck) answer.faults.push({ code: "proof_move", args: { line } });
      continue;
    }
    deals += 1;
    mix = "";
    played = {};
    if (!drawn) {
      answer.reasons.push({ code: "proof_undrawn", args: { deal: deals } });
      continue;
    }
    await checkDraw(answer, bind, drawn, match === "1" ? deals : Math.max(...found.size ? found.keys() : [drawn.draw - 1]) + 1);
    const { draw, list } = drawn;
    found.set(draw, {
      seals: Object.fromEntries(list.map(([one, seal]) => [one, seal])),
      numbers: Object.fromEntries(list.filter(([, , number]) => number !== "-").map(([one, , number]) => [one, number])),
    });
    mix = await hash("kartentisch mix 1", bind, draw, promise, ...list.map((one) => one.join(" ")));
    if (luckOf && (await luckOf("kartentisch luck 1", mix, "deal")).slice(0, 32) !== luck) answer.faults.push({ code: "proof_deal", args: { draw } });
  }
  return found;
}

/** @param {Answer} answer @param {string} bind @param {DrawLine} drawn @param {number} expected the number that comes next */
async function checkDraw(answer, bind, { draw, list }, expected) {
  if (draw !== expected) answer.faults.push({ code: "proof_order", args: { draw } });
  if (!list.length) answer.reasons.push({ code: "proof_alone", args: { draw } });
  for (const [seat = "", seal, number = ""] of list) {
    if (number === "-") answer.missing += 1;
    else if (await hash("kartentisch seal 1", bind, draw, seat, number) !== seal) answer.faults.push({ code: "proof_number", args: { draw, seat: Number(seat) } });
  }
}

/** @param {Answer} answer @param {Header} header @param {Found} found @param {Receipt} receipt */
function compare(answer, header, found, receipt) {
  if ("bind" in header && receipt.bind !== header["bind"]) {
    answer.faults.push({ code: "receipt_other" });
    return;
  }
  const { promise, match, secret } = header;
  for (const [number, shown] of Object.entries(receipt.draws)) {
    const args = { draw: Number(number) };
    const fault = (/** @type {string} */ code) => answer.faults.push({ code, args });
    const here = found.get(args.draw);
    if (shown.foreign) fault("receipt_bind");
    if (shown.differs) fault("receipt_twice");
    if (!here) {
      if (secret === "lost") answer.reasons.push({ code: "receipt_gone", args });
      else if (match && match !== "1" && shown.promise !== promise) answer.reasons.push({ code: "receipt_elsewhere", args });
      else fault("receipt_gone");
      continue;
    }
    if (shown.promise !== promise) fault("receipt_promise");
    const given = here.numbers[receipt.seat];
    if (flat(shown.seals) !== flat(here.seals)) fault("receipt_seals");
    else if (shown.number && given !== shown.number) {
      if (given) fault("receipt_number");
      else if (shown.given) fault("receipt_missing");
    }
  }
  for (const draw of found.keys()) {
    const shown = receipt.draws[draw];
    if (!shown?.number && !shown?.foreign) answer.reasons.push({ code: shown?.seals[receipt.seat] ? "receipt_replaced" : "receipt_absent", args: { draw } });
  }
}

/** @param {Record<string, string>} seals */
const flat = (seals) => JSON.stringify(Object.entries(seals).sort());
