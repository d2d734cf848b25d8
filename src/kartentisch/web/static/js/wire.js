/**
 * The messages of the wire. The server leaves out fields at their default value; they are filled in here. The types are
 * made from those of the server (`wire-types.d.ts`).
 */

export const VERSION = 1;

/** @typedef {import("./wire-types.js").Ask} Ask */
/** @typedef {import("./wire-types.js").Button} Button */
/** @typedef {import("./wire-types.js").Card} Card */
/** @typedef {import("./wire-types.js").Control} Control */
/** @typedef {import("./wire-types.js").Counter} Counter */
/** @typedef {import("./wire-types.js").Done} Done */
/** @typedef {import("./wire-types.js").Down} Down */
/** @typedef {import("./wire-types.js").Invite} Invite */
/** @typedef {import("./wire-types.js").Line} Line */
/** @typedef {import("./wire-types.js").Moved} Moved */
/** @typedef {import("./wire-types.js").Refused} Refused */
/** @typedef {import("./wire-types.js").Result} Result */
/** @typedef {import("./wire-types.js").Row} Row */
/** @typedef {import("./wire-types.js").Seat} Seat */
/** @typedef {import("./wire-types.js").Spoken} Spoken */
/** @typedef {import("./wire-types.js").Step} Step */
/** @typedef {import("./wire-types.js").Timer} Timer */
/** @typedef {import("./wire-types.js").Up} Up */

/** `parts`: in a low window a new group begins with this zone. @typedef {import("./wire-types.js").Zone & { parts?: boolean }} Zone */
/** @typedef {import("./wire-types.js").Scene & { zones: Zone[] }} Scene */

/** @typedef {import("./wire-types.js").Sent.Scene} SentScene */
/** @typedef {import("./wire-types.js").Sent.Line} SentLine */

/** @type {import("./wire-types.js").Defaults.Card} */
const CARD = { says: "", low: false, at: -1, tag: "", runs: false };
/** @type {import("./wire-types.js").Defaults.Counter} */
const COUNTER = { strong: false, faces: [] };
/** @type {import("./wire-types.js").Defaults.Zone} */
const ZONE = {
  at: [0, 0, 1, 1], seat: -1, cards: [], hidden: 0, count: -1, back: "", caption: "", means: [], size: "card", columns: 0, spaces: 0,
  start: -1, next: -1, arrow: false, counters: [], show_label: false, orders: [], room: 0, under: [], look: null,
};
/** @type {import("./wire-types.js").Defaults.Look} */
const LOOK = { ordered: false };
/** @type {import("./wire-types.js").Defaults.Seat} */
const SEAT = {
  you: false, turn: false, away: false, host: false, guest: false, state: "", counters: [], element: "", about: "", left: -1, runs: false,
  next: false, called: "",
};
/** @type {import("./wire-types.js").Defaults.Step} */
const STEP = { ends: true, aside: false, ghost: "", along: [] };
/** @type {import("./wire-types.js").Defaults.Button} */
const BUTTON = { lead: false, icon: "", joins: "", says: "" };
/** @type {import("./wire-types.js").Defaults.Control} */
const CONTROL = { arg: "", where: "menu", lead: false, confirm: "", chosen: false, group: "", seat: -1 };
/** @type {import("./wire-types.js").Defaults.Moved} */
const MOVED = { faces: [], n: 1, big: "" };
/** @type {import("./wire-types.js").Defaults.Prompt} */
const PROMPT = { text: "", yours: false, sum: "" };
/** @type {import("./wire-types.js").Defaults.Timer} */
const TIMER = { then: "" };
/** @type {import("./wire-types.js").Defaults.Result} */
const RESULT = { lines: [], limit: 0, share: null, proof: null };
/** @type {import("./wire-types.js").Defaults.Row} */
const ROW = { won: false, figure: "" };
/** @type {import("./wire-types.js").Defaults.Invite} */
const INVITE = { code: "", seats: [] };
/** @type {import("./wire-types.js").Defaults.Hint} */
const HINT = { more: [], why: "", path: [], done: 0, of: 0 };
/** @type {import("./wire-types.js").Defaults.Coach} */
const COACH = { at: [], more: false, why: "", tone: "", path: [], found: false };
/** @type {import("./wire-types.js").Defaults.Scene} */
const SCENE = {
  options: [], columns: [], rows: 1, zones: [], buttons: [], steps: [], begun: [], picked: [], controls: [], moved: [], timer: null,
  result: null, invite: null, cheer: "", question: "", follow: "", watchers: null, hint: null, talk: "", notice: "", maintenance: "", way: "", summary: null, hem: "", standing: [], coach: null,
};
/** @type {import("./wire-types.js").Defaults.Line} */
const LINE = { seat: -1, bold: "", you: false };
/** @type {import("./wire-types.js").Defaults.Spoken} */
const SPOKEN = { text: "", sign: "" };

/** A part as sent, with all the fields that have a default. @template D, T @typedef {Omit<T, keyof D> & { [K in keyof D & keyof T]-?: NonNullable<T[K]> | D[K] }} Filled */

/** @template {object} D @template {object} T @param {D} defaults @param {T} part @returns {Filled<D, T>} */
const fill = (defaults, part) => /** @type {any} */ ({ ...defaults, ...part });

/** @template {object} D @template {object} T @param {D} defaults @param {T[]} [list] @returns {Filled<D, T>[]} */
const fillAll = (defaults, list = []) => list.map((part) => fill(defaults, part));

/** @template {object} D @template {object} T @param {D} defaults @param {T | null} [part] @returns {Filled<D, T> | null} */
const fillOptional = (defaults, part) => part ? fill(defaults, part) : null;

/** @param {SentScene} sent @returns {Scene} */
export function fillScene(sent) {
  const scene = fill(SCENE, sent);
  const { result } = scene;
  return {
    ...scene,
    prompt: fill(PROMPT, scene.prompt),
    seats: fillAll(SEAT, scene.seats).map((seat) => ({
      ...seat, counters: fillAll(COUNTER, seat.counters), element: seat.element || `seat:${seat.seat}`,
    })),
    zones: fillAll(ZONE, scene.zones).map((zone) => ({
      ...zone, cards: fillAll(CARD, zone.cards), counters: fillAll(COUNTER, zone.counters), look: fillOptional(LOOK, zone.look),
    })),
    buttons: fillAll(BUTTON, scene.buttons),
    steps: fillAll(STEP, scene.steps),
    controls: fillAll(CONTROL, scene.controls),
    moved: fillAll(MOVED, scene.moved),
    timer: fillOptional(TIMER, scene.timer),
    invite: fillOptional(INVITE, scene.invite),
    hint: fillOptional(HINT, scene.hint),
    coach: fillOptional(COACH, scene.coach),
    watchers: fillOptional(COUNTER, scene.watchers),
    result: result && { ...fill(RESULT, result), rows: fillAll(ROW, result.rows) },
  };
}

/** @param {import("./wire-types.js").TalkDown} sent */
export const fillTalk = ({ lines, fresh = false }) => ({ lines: fillAll(SPOKEN, lines), fresh });

/** @param {SentLine[]} sent @returns {Line[]} */
export const fillLines = (sent) => fillAll(LINE, sent);

/** A new id for an ask or a form, 32 hexadecimal digits: the server recognizes what is sent again. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
