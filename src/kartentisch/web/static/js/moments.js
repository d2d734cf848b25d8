/** The moments of a match, fetched a few at a time, as this reader may see them. */

import { fillLines, fillScene } from "./wire.js";

/** @typedef {import("./wire.js").Scene} Scene */
/** @typedef {import("./wire.js").Line} Line */
/** @typedef {{ scene: Scene, log: Line[] }} Moment */

/** Moments in one answer. */
const AT_ONCE = 16;
/** The status of an answer that asks to retry later. */
const BUSY = 429;
const TRIES = 5;

export class Moments {
  /** Numbers of the facts that are moments. @type {number[]} */
  numbers = [];
  /** All hands lie open. */
  over = false;
  /** They were opened by the last fetch. */
  justOpened = false;
  /** @type {Map<number, Moment>} */
  #moments = new Map();

  /** @param {string} address @param {boolean} bystander @param {number} from the seat from which it is seen, if the match is over */
  constructor(address, bystander, from) {
    this.address = address;
    this.bystander = bystander;
    this.from = from;
  }

  /** @param {number} i */
  get = (i) => this.#moments.get(i);

  /** The place of the moment after this fact. @param {number} number */
  place = (number) => Math.max(0, this.numbers.findLastIndex((one) => one <= number));

  /** The log up to a moment, as far back as it is loaded without a gap. @param {number} i */
  log(i) {
    const found = [];
    for (let k = i; this.#moments.has(k); k -= 1) found.unshift(...(this.#moments.get(k)?.log ?? []));
    return found;
  }

  /** Fetches the moments around a fact; 0: the beginning. @param {number} number */
  loadAround = (number) => this.#fetch(number ? `at=${number}` : "first=0");

  /** Loads a moment; false: there is none. @param {number} i */
  async load(i) {
    if (!this.#moments.has(i)) await this.#fetch(`first=${Math.floor(i / AT_ONCE) * AT_ONCE}`);
    if (!this.#moments.has(i + 4) && i + 4 < this.numbers.length) void this.#fetch(`first=${i + 1}`).catch(() => {});
    return this.#moments.has(i);
  }

  /** Changes the seat: everything looks different from there. @param {number} seat */
  seenFrom(seat) {
    this.from = seat;
    this.#moments.clear();
  }

  /** Checks whether the match went on. */
  refresh = () => this.#fetch(`first=${Math.max(0, this.numbers.length - 1)}`);

  /** @param {string} query */
  async #fetch(query) {
    const seat = this.from;
    const address = `${this.address}?${query}${seat >= 0 ? `&from=${seat}` : ""}${this.bystander ? "&as=bystander" : ""}`;
    let answer = await fetch(address);
    for (let tries = 0; answer.status === BUSY && tries < TRIES; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 1000 * Number(answer.headers.get("retry-after") ?? 5)));
      answer = await fetch(address);
    }
    if (!answer.ok) throw new Error(`${answer.status}`);
    const { numbers, first, frames, over } = await answer.json();
    if (seat !== this.from) return;
    if (this.over && !over) return void await this.#fetch(query);  // an answer from before the end, which came late
    if (over !== this.over) this.#moments.clear();  // hidden hands lie open now
    this.justOpened ||= over && !this.over && this.numbers.length > 0;
    [this.numbers, this.over] = [numbers.length < this.numbers.length ? this.numbers : numbers, over];
    frames.forEach((/** @type {{ scene: any, log: any[] }} */ { scene, log }, /** @type {number} */ i) =>
      this.#moments.set(first + i, { scene: fillScene(scene), log: fillLines(log) }));
  }
}
