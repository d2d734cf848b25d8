/**
 * The line to the server: one socket at a time, pings, asks that are sent again until they are answered, and a new
 * socket whenever the old one is dead. A connection that slept with its phone is renewed at once, silently;
 * so is one that stays silent when an ask has been sent again.
 */

import { VERSION, newId } from "./wire.js";

/** @typedef {import("./wire.js").Ask} Ask */
/** @typedef {import("./wire.js").Done} Done */
/** @typedef {import("./wire.js").Refused} Refused */
/** @typedef {import("./wire.js").Down} Down */

const PING_AFTER = 2500;
const PONG_WITHIN = 9000;
const RESEND_AFTER = 2500;
const WAITS = [500, 1000, 2000, 4000, 8000];
const TICK = 500;
const ASLEEP = 5000;

export class Connection {
  /** @type {WebSocket | null} */
  #socket = null;
  #live = false;
  #ended = false;
  /** Tries since the line was up. */
  #tries = 0;
  /** When the next try is due; 0: one is under way, or the line is up. */
  #due = 0;
  /** By the clock that runs while the computer sleeps; all else uses one that nobody can set. */
  #lastTick = Date.now();
  #pingAt = 0;
  /** When the line is given up: no pong, or no welcome. */
  #giveUpAt = 0;
  #slept = false;
  /** What the server said before it closed. */
  #farewell = "";
  /** @type {Map<string, { ask: Ask, at: number, sent: number, patience: number, resolve: (answer: Done | Refused) => void }>} */
  #asks = new Map();

  /**
   * @param {object} options
   * @param {string} options.path address of the socket on this host
   * @param {string} options.language
   * @param {() => number} options.have number of the newest fact the page knows
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

  /** Drop the line and retry at once. */
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
      talk: this.options.talk(),
    });
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data));
    socket.onclose = () => this.#lost();
    this.#tell();
  }

  /**
   * Asks until there is an answer.
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
  #hear(message) {
    if (message.t === "welcome") {
      if (message.version !== VERSION) return this.#stop("");
      this.#live = true;
      this.#tries = 0;
      this.#slept = false;
      this.#farewell = "";
      this.#giveUpAt = 0;
      this.#pingAt = performance.now() + PING_AFTER;
      this.#resend(0);
      this.#tell();
    } else if (message.t === "pong") {
      this.#giveUpAt = 0;
      this.#pingAt = performance.now() + PING_AFTER;
      const have = this.options.have();
      if (message.n > have) this.#send({ t: "fetch", have });  // its scene came before the pong, and was lost
    } else if (message.t === "done" || message.t === "refused") {
      this.#asks.get(message.id)?.resolve(message);
      this.#asks.delete(message.id);
    } else if (message.t === "bye") {
      this.#farewell = message.text;
      if (message.again === false) return this.#stop(message.text);
    }
    this.options.onMessage(message);
  }

  /** @param {string} text */
  #stop(text) {
    this.#ended = true;
    this.#drop();
    this.#tell(text);
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
    const wait = WAITS[Math.min(this.#tries, WAITS.length - 1)] ?? 8000;
    this.#tries += 1;
    // Half is random, so that pages do not all return at once after a restart.
    this.#due = performance.now() + wait * (0.5 + Math.random() / 2);
    this.#tell();
  }

  /** @param {number} age asks sent longer ago than this are sent again; 0: all, on a new line */
  #resend(age) {
    const now = performance.now();
    for (const entry of this.#asks.values()) {
      if (now - entry.at < age) continue;
      entry.sent = age ? entry.sent + 1 : 1;
      if (entry.sent > entry.patience) {  // maybe the line is dead: the next gets twice the time
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
      else this.#tell();
    } else if (this.#giveUpAt && now >= this.#giveUpAt) {
      this.#lost();
    } else if (this.#live && !this.#giveUpAt && now >= this.#pingAt) {
      this.#giveUpAt = now + PONG_WITHIN;
      this.#send({ t: "ping" });
    }
    if (this.#live) this.#resend(RESEND_AFTER);
  }

  #tell(text = this.#farewell) {
    const state = this.#ended ? "ended" : this.#live ? "live" : this.#tries ? "lost" : "first";
    const seconds = this.#due ? Math.max(0, Math.ceil((this.#due - performance.now()) / 1000)) : 0;
    this.options.onChange({ state, tries: this.#tries, seconds, text });
  }
}
