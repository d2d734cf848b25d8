/**
 * Of several tabs that show the same seat one speaks. Each tab says to the others that the turn has come and how well it
 * could speak, waits a moment and speaks unless another could do it better or has done it already. Tabs of another seat
 * have a channel of their own.
 */

/** How long tabs wait for each other, in ms. */
const SETTLE = 200;

/**
 * @typedef {object} Claim
 * @property {number} since number of the fact with which the turn came
 * @property {boolean} able the tab can be heard
 * @property {boolean} seen the tab is in sight
 * @property {string} rank of several tabs the smallest one speaks
 * @property {boolean} said it has spoken
 */

/** What a tab is to do: to sound, to notify. @typedef {{ sound: boolean, notify: boolean }} Part */

export class Tabs {
  #id = crypto.getRandomValues(new Uint32Array(1))[0]?.toString(16).padStart(8, "0") ?? "";
  /** @type {BroadcastChannel | null} */
  #channel = null;
  /** The newest claim of a tab of this seat that has spoken. @type {Claim | null} */
  #said = null;
  /** Claims of other tabs that still wait. @type {Claim[]} */
  #others = [];

  /** @param {string} seat names the seat, also in the browser's other tabs */
  constructor(seat) {
    if (!("BroadcastChannel" in window)) return;
    this.#channel = new BroadcastChannel(`kartentisch.turn.${seat}`);
    this.#channel.onmessage = ({ data }) => {
      if (!data.said) this.#others.push(data);
      else if (data.since >= (this.#said?.since ?? -1)) this.#said = data;
    };
  }

  /**
   * What this tab is to do when the turn has come. Who comes late still sounds, if no tab before could be heard.
   * @param {number} since number of the fact with which the turn came
   * @param {number} before number of the scene before, in which it was not yet this seat's turn
   * @param {boolean} able this tab can be heard
   * @returns {Promise<Part>}
   */
  async claim(since, before, able) {
    const seen = document.visibilityState === "visible";
    /** @type {Claim} */
    const mine = { since, able, seen, rank: `${able ? 0 : 1}${seen ? 0 : 1}${this.#id}`, said: false };
    this.#channel?.postMessage(mine);
    await new Promise((resolve) => setTimeout(resolve, this.#channel ? SETTLE : 0));
    const others = this.#others.filter((other) => other.since > before);
    this.#others = [];
    const said = this.#said && (this.#said.since >= since || this.#said.since > before) ? this.#said : null;
    if (others.some(({ rank }) => rank < mine.rank) || said && (said.able || !able)) return { sound: false, notify: false };
    this.#said = { ...mine, said: true };
    this.#channel?.postMessage(this.#said);
    return { sound: true, notify: !said && !seen && !others.some((other) => other.seen) };
  }
}
