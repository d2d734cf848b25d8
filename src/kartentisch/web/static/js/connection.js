/**
 * The connection to the server: one socket at a time, pings, asks that are resent until they are answered, and a new
 * socket whenever the old one is dead. After the phone has slept, it reconnects at once and silently; also when an ask
 * that was resent gets no answer.
 */

import { VERSION, newId } from "./wire.js";

/** @typedef {import("./wire.js").Ask} Ask */
/** @typedef {import("./wire.js").Done} Done */
/** @typedef {import("./wire.js").Refused} Refused */
/** @typedef {import("./wire.js").Down} Down */

const PING_AFTER = 2500;
const PONG_WITHIN = 9000;
const RESEND_AFTER = 2500;
/** A reader hears that the first try to come back has not succeeded yet. */
const TOLD_AFTER = 2500;
const RETRY_DELAYS = [500, 1000, 2000, 4000];
const MOVED_DELAY = 300;
const TICK = 500;
const ASLEEP = 5000;

export class Connection {
  /** @type {WebSocket | null} */
  #socket = null;
  #live = false;
  #ended = false;
  /** Tries since the connection was last up. */
  #tries = 0;
  /** When the next try is due; 0: one is under way, or the connection is up. */
  #due = 0;
  /** By the system clock, which runs on while the computer sleeps. Everything else uses the monotonic clock. */
  #lastTick = Date.now();
  #pingAt = 0;
  /** When to give up: no pong has come, or no welcome. */
  #giveUpAt = 0;
  #slept = false;
  /** Another server has the table, so there is nothing to wait for. */
  #moved = false;
  /** What the server said before it closed. */
  #closingText = "";
  /** @type {Map<string, { ask: Ask, at: number, sent: number, patience: number, resolve: (answer: Done | Refused) => void }>} */
  #asks = new Map();

  /**
   * @param {object} options
   * @param {string} options.path address of the socket on this host
   * @param {string} options.language
   * @param {() => number} options.have number of the newest fact the page knows
   * @param {() => string | undefined} [options.moment] where a lesson goes on
   * @param {() => number} options.talk number of the newest line of talk it knows
   * @param {(message: Down) => void} options.onMessage
   * @param {(net: import("./model.js").Net) => void} options.onChange
   */
  constructor(options) {
    this.options = options;
  }

  start() {
    setInterval(() => this.#tick(), TICK);
    addEventListener("online", () => this.#live || this.connectNow());
    addEventListener("pageshow", (event) => event.persisted && this.connectNow());
    document.addEventListener("visibilitychange", () => this.#tick());
    this.connectNow();
  }

  /** Drops the socket and reconnects at once. */
  connectNow() {
    if (this.#ended) return;
    this.#drop();
    this.#due = 0;
    const url = new URL(this.options.path, location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url);
    this.#socket = socket;
    this.#giveUpAt = performance.now() + PONG_WITHIN;
    socket.onopen = () => this.#send({
      t: "hello", version: VERSION, have: this.options.have(), wants: "scene", language: this.options.language,
      talk: this.options.talk(), seals: true, moment: this.options.moment?.(),
    });
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data));
    socket.onclose = () => this.#lost();
    this.#report();
  }

  /**
   * Sends an ask until it is answered.
   * @param {Omit<Ask, "t" | "id">} ask
   * @returns {Promise<Done | Refused>}
   */
  ask(ask) {
    const message = /** @type {Ask} */ ({ t: "ask", id: newId(), ...ask });
    return new Promise((resolve) => {
      this.#asks.set(message.id, { ask: message, at: performance.now(), sent: 1, patience: 2, resolve });
      if (this.#live) this.#send(message);
    });
  }

  /** @param {object} message */
  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** @param {Down} message */
  #receive(message) {
    if (message.t === "welcome") {
      if (message.version !== VERSION) return this.#stop("");
      this.#live = true;
      this.#tries = 0;
      this.#slept = false;
      this.#closingText = "";
      this.#giveUpAt = 0;
      this.#pingAt = performance.now() + PING_AFTER;
      this.#resend(0);
      this.#report();
    } else if (message.t === "pong") {
      this.#giveUpAt = 0;
      this.#pingAt = performance.now() + PING_AFTER;
      const have = this.options.have();
      if (message.n > have) this.#send({ t: "fetch", have });  // its scene was sent before the pong, and was lost
    } else if (message.t === "done" || message.t === "refused") {
      this.#asks.get(message.id)?.resolve(message);
      this.#asks.delete(message.id);
    } else if (message.t === "bye") {
      this.#closingText = message.text;
      this.#moved = message.code === "moved";
      if (message.again === false) return this.#stop(message.text);
    }
    this.options.onMessage(message);
  }

  /** @param {string} text */
  #stop(text) {
    this.#ended = true;
    this.#drop();
    this.#report(text);
  }

  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    this.#live = false;
    this.#giveUpAt = 0;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #lost() {
    this.#drop();
    if (this.#ended) return;
    const wait = this.#moved ? MOVED_DELAY : RETRY_DELAYS[Math.min(this.#tries, RETRY_DELAYS.length - 1)] ?? 4000;
    this.#moved = false;
    this.#tries += 1;
    // Half of the wait is random, so that not all pages return at once after a restart.
    this.#due = performance.now() + wait * (0.5 + Math.random() / 2);
    this.#report();
  }

  /** @param {number} age asks sent longer ago than this are resent; 0: all, on a new socket */
  #resend(age) {
    const now = performance.now();
    for (const entry of this.#asks.values()) {
      if (now - entry.at < age) continue;
      entry.sent = age ? entry.sent + 1 : 1;
      if (entry.sent > entry.patience) {  // the socket may be dead; the next one gets twice the time
        entry.patience *= 2;
        return this.connectNow();
      }
      entry.at = now;
      this.#send(entry.ask);
    }
  }

  #tick() {
    const now = performance.now();
    if (Date.now() - this.#lastTick > ASLEEP) this.#slept = true;
    this.#lastTick = Date.now();
    if (this.#ended) return;
    if (this.#slept && document.visibilityState === "visible") {
      this.#slept = false;
      this.#tries = 0;
      return this.connectNow();
    }
    if (this.#due) {
      if (now >= this.#due) this.connectNow();
      else this.#report();
    } else if (this.#giveUpAt && now >= this.#giveUpAt) {
      this.#lost();
    } else if (!this.#live && this.#tries === 1 && now >= this.#giveUpAt - PONG_WITHIN + TOLD_AFTER) {
      this.#tries = 2;  // another server may be waiting until the table is free
      this.#report();
    } else if (this.#live && !this.#giveUpAt && now >= this.#pingAt) {
      this.#giveUpAt = now + PONG_WITHIN;
      this.#send({ t: "ping" });
    }
    if (this.#live) this.#resend(RESEND_AFTER);
  }

  #report(text = this.#closingText) {
    const state = this.#ended ? "ended" : this.#live ? "live" : this.#tries ? "lost" : "first";
    const seconds = this.#due ? Math.max(0, Math.ceil((this.#due - performance.now()) / 1000)) : 0;
    this.options.onChange({ state, tries: this.#tries, seconds, text });
  }
}
