/** The moments of a match: fetched some at a time, as the server lets this reader see them. */

import { fill, fillLines } from "./wire.js";

/** @typedef {import("./wire.js").Scene} Scene */
/** @typedef {import("./wire.js").Line} Line */
/** @typedef {{ scene: Scene, log: Line[] }} Moment */

/** Moments that come with one answer. */
const AT_ONCE = 16;
/** This address asked for too much; it may retry after a while. */
const BUSY = 429;
const TRIES = 5;

export class Reel {
  /** Numbers of the facts that are moments. @type {number[]} */
  numbers = [];
  /** All hands lie open. */
  over = false;
  /** They have been open only since the last fetch. */
  turned = false;
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

  /** The moment after this fact. @param {number} number */
  place = (number) => Math.max(0, this.numbers.findLastIndex((one) => one <= number));

  /** The log up to a moment, as far as it is here without a gap. @param {number} i */
  log(i) {
    const found = [];
    for (let k = i; this.#moments.has(k); k -= 1) found.unshift(...(this.#moments.get(k)?.log ?? []));
    return found;
  }

  /** Fetches what lies around a fact; 0: the beginning. @param {number} number */
  around = (number) => this.#fetch(number ? `at=${number}` : "first=0");

  /** Whether a moment is here, or comes now. @param {number} i */
  async need(i) {
    if (!this.#moments.has(i)) await this.#fetch(`first=${Math.floor(i / AT_ONCE) * AT_ONCE}`);
    if (!this.#moments.has(i + 4) && i + 4 < this.numbers.length) void this.#fetch(`first=${i + 1}`).catch(() => {});
    return this.#moments.has(i);
  }

  /** From another seat, all looks different. @param {number} seat */
  seenFrom(seat) {
    this.from = seat;
    this.#moments.clear();
  }

  /** Check whether the match went on. */
  again = () => this.#fetch(`first=${Math.max(0, this.numbers.length - 1)}`);

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
    if (over !== this.over) this.#moments.clear();  // hands that were hidden lie open now
    this.turned ||= over && !this.over && this.numbers.length > 0;
    [this.numbers, this.over] = [numbers, over];
    frames.forEach((/** @type {{ scene: any, log: any[] }} */ { scene, log }, /** @type {number} */ i) =>
      this.#moments.set(first + i, { scene: fill(scene), log: fillLines(log) }));
  }
}
