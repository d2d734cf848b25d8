/**
 * The messages of the wire and the vocabulary of scenes, as types; `fill` gives a scene the defaults that the wire
 * leaves out. Says the same as `web/scene.py` and `web/wire.py`.
 */

export const VERSION = 1;

/** @typedef {{ id: string, face: string, label: string, says: string, low: boolean, at: number, tag: string, runs: boolean }} Card */
/** @typedef {{ label: string, cards: string[], names: Record<string, string>, ordered: boolean }} Look */
/** @typedef {{ icon: string, n: number, label: string, strong: boolean }} Counter */
/**
 * @typedef {object} Zone
 * @property {string} id
 * @property {"pile" | "fan" | "row" | "grid" | "ring" | "score"} kind
 * @property {string} label
 * @property {"table" | "hand" | "own" | "seat"} place
 * @property {[number, number, number, number]} at
 * @property {number} seat
 * @property {Card[]} cards
 * @property {number} hidden
 * @property {number} count
 * @property {string} back
 * @property {string} caption
 * @property {string[]} means
 * @property {"big" | "card" | "small"} size
 * @property {number} columns
 * @property {number} spaces
 * @property {number} start
 * @property {number} next
 * @property {boolean} arrow
 * @property {Counter[]} counters
 * @property {boolean} show_label
 * @property {number} room
 * @property {Look | null} look
 * @property {boolean} [parts] a line of its own begins with it, where all stand in one
 * @property {Order[]} orders
 */
/**
 * @typedef {object} Seat
 * @property {number} seat
 * @property {string} name
 * @property {string} figure
 * @property {"person" | "bot" | "open"} kind
 * @property {boolean} you
 * @property {boolean} turn
 * @property {boolean} away
 * @property {boolean} host
 * @property {boolean} guest
 * @property {string} state
 * @property {Counter[]} counters
 * @property {string} element
 * @property {string} about
 * @property {number} left
 * @property {boolean} runs
 * @property {string} called
 */
/** @typedef {{ token: string, path: string[], labels: string[], says: string, ends: boolean, aside: boolean, ghost: string, along: string[] }} Step */
/** @typedef {{ id: string, label: string, lead: boolean, icon: string, joins: string, says: string }} Button */
/** @typedef {{ id: string, label: string, cards: string[] }} Order */
/**
 * @typedef {object} Control
 * @property {string} do
 * @property {string} label
 * @property {string} arg
 * @property {"row" | "menu" | "middle" | "question" | "timer" | "board"} where
 * @property {boolean} lead
 * @property {string} confirm
 * @property {boolean} chosen
 * @property {string} group
 * @property {number} seat
 */
/** @typedef {{ source: string, target: string, faces: string[], n: number }} Moved */
/** @typedef {{ lead: string, sum: string, text: string, yours: boolean }} Prompt */
/** @typedef {{ n: number, text: string, seat: number, bold: string, you: boolean }} Line */
/** @typedef {{ seat: number, name: string, rounds: number[], total: number, won: boolean, figure: string }} Row */
/** @typedef {{ title: string, text: string, heads: string[], rows: Row[], over: boolean, lines: Tally[], limit: number, share: { text: string, path: string } | null }} Result */
/** @typedef {{ label: string, values: number[] }} Tally */
/** @typedef {{ kind: "window" | "next" | "turn" | "away", left: number, total: number, label: string, then: string }} Timer */
/** @typedef {{ link: string, qr: string, text: string, code: string, seats: { seat: number, label: string, link: string, qr: string }[] }} Invite */
/**
 * @typedef {object} Scene
 * @property {number} n
 * @property {number} since
 * @property {string} game
 * @property {string} title
 * @property {string} subtitle
 * @property {string} language
 * @property {number} seat
 * @property {"waiting" | "playing" | "paused" | "result" | "over" | "closed"} phase
 * @property {Prompt} prompt
 * @property {Seat[]} seats
 * @property {string[]} options
 * @property {number[]} columns
 * @property {number} rows
 * @property {Zone[]} zones
 * @property {Button[]} buttons
 * @property {Step[]} steps
 * @property {string[]} begun
 * @property {string[]} picked
 * @property {Control[]} controls
 * @property {Moved[]} moved
 * @property {Timer | null} timer
 * @property {Result | null} result
 * @property {Invite | null} invite
 * @property {{ n: number, text: string, why: string, path: string[], more: string[], done: number, of: number } | null} hint
 * @property {"" | "read" | "write"} talk
 * @property {string} cheer
 * @property {string} follow
 * @property {Counter | null} watchers
 * @property {string} question
 * @property {string} notice
 * @property {{ seat: number, name: string, total: number }[]} standing
 */

/** @typedef {{ t: "ask", id: string, do: string, since?: number, moves?: string[], path?: string[], arg?: string }} Ask */
/** @typedef {{ t: "done", id: string, n: number, text?: string }} Done */
/** @typedef {{ t: "refused", id: string, code: string, text: string }} Refused */
/** @typedef {{ t: "welcome", version: number, table: string, seat: number }} Welcome */
/** @typedef {{ t: "scene", scene: any, log: any[], fresh?: boolean }} SceneDown */
/** @typedef {{ n: number, seat: number, name: string, figure: string, text: string, sign: string }} Spoken */
/** @typedef {{ t: "talk", lines: Spoken[], fresh: boolean }} TalkDown */
/** @typedef {{ t: "bye", code: string, text: string, again?: boolean }} Bye */
/** @typedef {Welcome | SceneDown | { t: "talk", lines: any[], fresh?: boolean } | Done | Refused | Bye | { t: "pong", n: number }} Down */

const CARD = { says: "", low: false, at: -1, tag: "", runs: false };
const COUNTER = { strong: false };
const ZONE = {
  seat: -1, hidden: 0, count: -1, back: "", caption: "", size: "card", columns: 0, spaces: 0, start: -1, next: -1, arrow: false,
  show_label: false, room: 0, look: null,
};
const SEAT = { you: false, turn: false, away: false, host: false, guest: false, state: "", about: "", left: -1, runs: false, called: "" };
const STEP = { ends: true, aside: false, ghost: "" };
const CONTROL = { arg: "", where: "menu", lead: false, confirm: "", chosen: false, group: "", seat: -1 };
const SCENE = { rows: 1, timer: null, result: null, hint: null, talk: "", cheer: "", follow: "", question: "", notice: "" };

/** @param {object} defaults @param {any[] | undefined} list @returns {any[]} */
const each = (defaults, list) => (list ?? []).map((item) => ({ ...defaults, ...item }));

/**
 * A scene as it came, with every default in its place.
 * @param {any} raw
 * @returns {Scene}
 */
export function fill(raw) {
  return {
    ...SCENE, standing: [], options: [], columns: [], begun: [], picked: [], ...raw,
    prompt: { sum: "", text: "", yours: false, ...raw.prompt },
    seats: each(SEAT, raw.seats).map((seat) => ({
      ...seat, counters: each(COUNTER, seat.counters), element: seat.element || `seat:${seat.seat}`,
    })),
    zones: each(ZONE, raw.zones).map((zone) => ({
      at: [0, 0, 1, 1], means: [], orders: [], ...zone, cards: each(CARD, zone.cards), counters: each(COUNTER, zone.counters),
      look: zone.look ? { ordered: false, ...zone.look } : null,
    })),
    buttons: each({ lead: false, icon: "", joins: "", says: "" }, raw.buttons),
    steps: each(STEP, raw.steps).map((step) => ({ along: [], ...step })),
    controls: each(CONTROL, raw.controls),
    timer: raw.timer ? { then: "", ...raw.timer } : null,
    moved: each({ n: 1 }, raw.moved).map((moved) => ({ faces: [], ...moved })),
    invite: raw.invite ? { code: "", seats: [], ...raw.invite } : null,
    hint: raw.hint ? { why: "", path: [], more: [], done: 0, of: 0, ...raw.hint } : null,
    watchers: raw.watchers ? { ...COUNTER, ...raw.watchers } : null,
    result: raw.result
      ? { lines: [], limit: 0, share: null, ...raw.result, rows: each({ won: false, figure: "" }, raw.result.rows) }
      : null,
  };
}

/** @param {{ lines: any[], fresh?: boolean }} raw @returns {TalkDown} */
export const fillTalk = (raw) => ({ t: "talk", lines: each({ text: "", sign: "" }, raw.lines), fresh: raw.fresh ?? false });

/** @param {any[]} raw @returns {Line[]} */
export const fillLines = (raw) => each({ seat: -1, bold: "", you: false }, raw);

/** A new id of an ask or a form, so that what is sent again is known again: 32 hexadecimal digits. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
