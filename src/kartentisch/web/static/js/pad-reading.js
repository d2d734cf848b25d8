/**
 * What the entries of a score pad add up to. It knows no game: the sheet that comes with the page says what each thing
 * is worth. The server has the same in `pad/reading.py` and `pad/entries.py`.
 */

/** @typedef {{ name: string, face: string, label: string, worth: number, number: number }} Key */
/**
 * @typedef {object} Cell
 * @property {string} name
 * @property {string} label
 * @property {"cards" | "steps" | "one" | "flag"} kind
 * @property {number} [worth]
 * @property {string} [times]
 * @property {number} [low]
 * @property {number} [high]
 * @property {string} [unless]
 * @property {boolean} [nobody]
 * @property {boolean} [out]
 * @property {Key[]} [keys]
 * @property {string[]} [shown]
 * @property {string} [help]
 * @property {string} [none]
 */
/** @typedef {{ by: "rounds" | "people" | "once" | "above", option?: string, when?: string }} End */
/**
 * @typedef {object} Sheet
 * @property {[number, number]} seats
 * @property {Cell[]} cells
 * @property {{ cell: string, low: number, high: number, says: string, unless?: string }[]} checks
 * @property {End[]} ends
 * @property {"most" | "fewest"} wins
 * @property {"left of dealer" | "turns" | "same"} starts
 * @property {string} rotates
 */
/** @typedef {number | Record<string, number>} Value */
/** Values by cell and person: `left 2`, `out -1`. @typedef {Record<string, Value>} Values */
/** @typedef {Record<string, any>} Options */
/** @typedef {{ code: "answer" | "low" | "number" | "check", cell: string, person: number, key: string, n: number }} Problem */
/** @typedef {{ number: number, points: number[], problems: Problem[] }} Round */
/**
 * @typedef {object} Entry
 * @property {string} id
 * @property {"enter" | "name" | "undo" | "end"} do
 * @property {number} [round]
 * @property {number} [person]
 * @property {Record<string, any>} [values]
 * @property {string} [of]
 * @property {number} [n] its number in the log of a shared pad
 * @property {number} [by] whose phone it came from
 */

export const NOBODY = -1;

/** The place of a value. @param {string} cell @param {number} [person] */
export const place = (cell, person = NOBODY) => `${cell} ${person}`;

/** Whether each person has a value of their own. @param {Cell} cell */
export const personal = (cell) => cell.kind === "cards" || cell.kind === "steps";

/** @param {Sheet} sheet @param {string} name */
export const cellOf = (sheet, name) => /** @type {Cell} */ (sheet.cells.find((cell) => cell.name === name));

/** The number of cards or steps. @param {Value | undefined} value */
export const count = (value) =>
  typeof value === "object" ? Object.values(value).reduce((sum, n) => sum + n, 0) : value ?? 0;

/** The entries that nothing has undone, without the undos themselves. @param {Entry[]} entries */
export function inForce(entries) {
  const undone = new Set();
  const left = [];
  for (const entry of entries.toReversed()) {
    if (undone.has(entry.id)) continue;
    if (entry.do === "undo") undone.add(entry.of);
    else left.push(entry);
  }
  return left.reverse();
}

/** The undos that count. @param {Entry[]} entries */
export function undos(entries) {
  const undone = new Set();
  return entries.toReversed().filter((entry) => {
    if (entry.do !== "undo" || undone.has(entry.id)) return false;
    undone.add(entry.of);
    return true;
  });
}

/** Each value of an entry with its place. @param {Sheet} sheet @param {Entry} entry @returns {[string, Value][]} */
export function placed(sheet, { do: what, person = NOBODY, values = {} }) {
  if (what !== "enter") return [];
  return Object.entries(values).flatMap(([name, value]) => {
    const cell = cellOf(sheet, name);
    if (!cell) return [];
    if (!personal(cell)) return [[place(name), value]];
    if (person !== NOBODY) return [[place(name, person), value]];
    return Object.entries(value).map(([one, n]) => /** @type {[string, Value]} */ ([place(name, Number(one)), n]));
  });
}

/** The values of each round, from 1. @param {Sheet} sheet @param {Entry[]} entries @returns {Values[]} */
export function valuesOf(sheet, entries) {
  /** @type {Values[]} */
  const found = [];
  for (const entry of inForce(entries)) {
    for (const [at, value] of placed(sheet, entry)) (found[entry.round ?? 0] ??= {})[at] = value;
  }
  return Array.from(found, (values) => values ?? {});
}

/** @param {Sheet} sheet @param {Options} options @param {number} people @param {Values[]} values */
export function read(sheet, options, people, values) {
  const last = Math.max(0, values.length - 1);
  const everybody = Array.from({ length: people }, (_, person) => person);
  const rounds = Array.from({ length: last }, (_, n) => readRound(sheet, options, people, n + 1, values[n + 1] ?? {}));
  const full = rounds.filter(({ problems }) => !problems.length);
  const totals = everybody.map((person) => full.reduce((sum, { points }) => sum + (points[person] ?? 0), 0));
  const best = sheet.wins === "most" ? Math.max(...totals) : Math.min(...totals);
  const next = rounds.find(({ problems }) => problems.length)?.number ?? last + 1;
  const turn = (next - 1) % people;
  return {
    rounds, totals, next,
    over: isOver(sheet, options, people, full.length, totals),
    best: everybody.filter((person) => totals[person] === best),
    starts: sheet.starts !== "same" || options[sheet.rotates] ? turn : 0,
    deals: sheet.starts === "left of dealer" ? (turn + people - 1) % people : NOBODY,
  };
}

/** @param {Sheet} sheet @param {Options} options @param {number} people @param {number} number @param {Values} here @returns {Round} */
export function readRound(sheet, options, people, number, here) {
  const everybody = Array.from({ length: people }, (_, person) => person);
  const points = everybody.map(() => 0);
  /** @type {Problem[]} */
  const problems = [];
  const lacks = (/** @type {Problem["code"]} */ code, /** @type {string} */ cell, person = NOBODY, key = "", n = 0) =>
    problems.push({ code, cell, person, key, n });
  for (const cell of sheet.cells) {
    const worth = worthOf(cell, options);
    const asked = everybody.filter((person) => isAsked(sheet, cell, person, here));
    if (cell.kind === "one" && isAsked(sheet, cell, NOBODY, here)) {
      const who = here[place(cell.name)];
      if (typeof who !== "number" || (who === NOBODY && cell.nobody === false)) lacks("answer", cell.name);
      else if (who >= 0) points[who] = (points[who] ?? 0) + worth;
    }
    for (const person of personal(cell) ? asked : []) {
      const value = here[place(cell.name, person)];
      points[person] = (points[person] ?? 0) + pointsOf(cell, worth, value);
      if (count(value) < (cell.low ?? 0) && !isOpen(sheet, cell, here)) lacks("low", cell.name, person, "", count(value));
    }
    for (const key of cell.keys ?? []) {
      const n = asked.reduce((sum, person) => sum + numberOf(here[place(cell.name, person)], key.name), 0);
      if (n > key.number) lacks("number", cell.name, NOBODY, key.name, n);
    }
  }
  for (const check of sheet.checks) {
    if (check.unless && here[place(check.unless)]) continue;
    const asked = everybody.filter((person) => isAsked(sheet, cellOf(sheet, check.cell), person, here));
    const n = asked.reduce((sum, person) => sum + count(here[place(check.cell, person)]), 0);
    if (n < check.low || n > check.high) lacks("check", check.cell, NOBODY, "", n);
  }
  return { number, points, problems };
}

/** Points for each step, or for who has it. @param {Cell} cell @param {Options} options */
export const worthOf = ({ worth = 1, times }, options) => worth * (times ? options[times] : 1);

/** @param {Value | undefined} value @param {string} key */
export const numberOf = (value, key) => (typeof value === "object" ? value[key] ?? 0 : 0);

/** @param {Cell} cell @param {number} worth @param {Value | undefined} value */
export function pointsOf(cell, worth, value) {
  if (typeof value !== "object") return value ? worth * value : 0;
  return (cell.keys ?? []).reduce((sum, key) => sum + key.worth * numberOf(value, key.name), 0);
}

/** Whether this cell counts for this person, or for the round. @param {Sheet} sheet @param {Cell} cell @param {number} person @param {Values} here */
export function isAsked(sheet, cell, person, here) {
  if (!cell.unless) return true;
  const other = here[place(cell.unless)];
  return cellOf(sheet, cell.unless).kind === "flag" ? !other : other !== NOBODY && other !== person;
}

/** Whether it is not known yet who is not asked. @param {Sheet} sheet @param {Cell} cell @param {Values} here */
const isOpen = (sheet, { unless }, here) =>
  Boolean(unless) && cellOf(sheet, unless ?? "").kind === "one" && !(place(unless ?? "") in here);

/** @param {Sheet} sheet @param {Options} options @param {number} people @param {number} rounds @param {number[]} totals */
function isOver(sheet, options, people, rounds, totals) {
  const end = endOf(sheet, options);
  return end.by === "above" ? Math.max(...totals) > options[end.option ?? ""] : rounds >= roundsOf(end, options, people);
}

/** The rule by which this match ends. @param {Sheet} sheet @param {Options} options @returns {End} */
export function endOf(sheet, options) {
  const applies = (/** @type {End} */ { by, option = "", when = "" }) => {
    const [name = "", value] = when.split("=");
    return (!when || String(options[name]) === value) && (by !== "rounds" || options[option]);
  };
  return sheet.ends.find(applies) ?? { by: "once" };
}

/** The number of rounds of the match. @param {End} end @param {Options} options @param {number} people */
export const roundsOf = ({ by, option }, options, people) =>
  by === "rounds" ? options[option ?? ""] : by === "people" ? people : 1;
