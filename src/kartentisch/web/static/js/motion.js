/**
 * Cards visibly travel: each flies as one object from where it was to where it is (FLIP, Web Animations). The page
 * can be used meanwhile. A page that falls more than two scenes behind jumps. With reduced motion, changes are
 * outlined instead.
 */

import { cssNumber } from "./css.js";
import { sizes } from "./fit.js";
import { fly, place, riffle } from "./flight.js";
import { symbol } from "./model.js";
import { reducedMotion } from "./preferences.js";
import { onRing } from "./ring.js";

/** @typedef {import("./wire.js").Scene} Scene */
/** @typedef {import("./wire.js").Moved} Moved */

/** Most flights shown of a stack that moves. */
const MOST = 5;
/** Scenes whose cards may be in the air at once. */
const BEHIND = 2;

/** Extra time of a piece for each space of its ring, in ms. */
const STRIDE = 70;

const CARDS = "[data-zone] [data-card]";

/** A card that was dropped above the table, and where. @typedef {{ card: string, box: DOMRect } | null} Dropped */
/** What all flights of one scene share. @typedef {{ before: Before, now: Before, scene: Scene, dropped: Dropped, landed: Set<Element>, batch: Set<Animation> }} Trip */

/**
 * Where everything was before an update.
 * @typedef {object} Before
 * @property {Scene | null} scene
 * @property {Map<string, DOMRect>} boxes
 * @property {Map<string, { x: number, y: number, wide: number }>} layout
 * @property {Map<string, HTMLElement>} tops
 */

export class Motion {
  /** @type {Set<Animation>[]} */
  #running = [];
  /** Until when something is outlined. @type {WeakMap<HTMLElement, number>} */
  #outlined = new WeakMap();

  /** @param {HTMLElement} root @param {HTMLElement} layer */
  constructor(root, layer) {
    this.root = root;
    this.layer = layer;
  }

  /** @param {Scene | null} scene @returns {Before} */
  before(scene) {
    const boxes = new Map();
    const layout = new Map();
    const tops = new Map();
    for (const node of this.#all(CARDS)) {
      const zone = /** @type {HTMLElement} */ (node.closest("[data-zone]"))?.dataset["zone"];
      const key = `${zone}|${node.dataset["card"]}`;
      boxes.set(key, node.getBoundingClientRect());
      layout.set(key, { x: node.offsetLeft, y: node.offsetTop, wide: node.offsetWidth });
      if (node.closest(".is-pile")) tops.set(zone, node);
    }
    for (const node of this.#all("[data-zone]")) {
      boxes.set(node.dataset["zone"], (node.querySelector(".lay, .fan") ?? node).getBoundingClientRect());
    }
    for (const node of this.#all(".seat")) {
      boxes.set(`seat:${node.dataset["seat"]}`, (node.querySelector(".figure") ?? node).getBoundingClientRect());
    }
    return { scene, boxes, layout, tops };
  }

  /**
   * Animates the way from there to here.
   * @param {Before} before
   * @param {Scene} scene
   * @param {Dropped} dropped
   */
  after(before, scene, dropped) {
    const old = before.scene;
    if (!old || scene.n <= old.n) return;
    const deals = !scene.moved.length && old.phase !== "playing" && old.phase !== "paused" && scene.phase === "playing";
    // Before the first deal, bots may have sat down, each with a fact.
    if (scene.n - old.n > BEHIND + (deals ? scene.seats.length : 0)) return this.#finishAll();
    if (reducedMotion()) return this.#outline(before, scene);
    if (this.#running.length >= BEHIND) return this.#finishAll();
    if (!deals && !old.zones.length) return;
    /** @type {Set<Animation>} */
    const batch = new Set();
    this.#running.push(batch);
    const trip = { before, now: this.before(scene), scene, dropped, landed: new Set(), batch };
    if (!deals) for (const node of this.#all(CARDS)) this.#slide(node, before, batch, this.#ms("--own-move"));
    if (deals) this.#deal(trip);
    else this.#move(trip);
    Promise.allSettled([...batch].map((animation) => animation.finished)).then(() => {
      this.#running = this.#running.filter((one) => one !== batch);
    });
  }

  /** Animates what the scene says has moved, one after the other. @param {Trip} trip */
  #move(trip) {
    const { moved } = trip.scene;
    const count = moved.reduce((sum, one) => sum + Math.min(MOST, one.n), 0);
    let i = 0;
    for (const one of moved) {
      const time = Math.min(this.#time(trip, one), this.#ms("--longest"));
      const stagger = this.#stagger(count, time);
      if (one.source === one.target) this.#shuffle(trip, one.source, time);
      else for (let k = 0; k < Math.min(MOST, one.n); k += 1, i += 1) this.#fly(trip, one, one.faces[k] ?? "", time, i * stagger);
    }
  }

  /** Deals the first cards of a round one by one, from a pile or from the middle. @param {Trip} trip */
  #deal(trip) {
    const { now, scene } = trip;
    const pile = scene.zones.find(({ kind, place: at, hidden, back }) => kind === "pile" && at !== "seat" && hidden > 0 && back);
    const middle = this.root.querySelector(".board")?.getBoundingClientRect();
    const from = card((pile && now.boxes.get(pile.id)) ?? middle);
    const nodes = this.#all(".fan.mine > [data-card]");
    const mine = scene.zones.find(({ place: at }) => at === "hand");
    const time = this.#ms("--own-move");
    const back = backs(scene, pile);
    if (from) nodes.forEach((node, i) => {
      const face = mine?.cards.find(({ id }) => id === node.dataset["card"])?.face ?? "";
      this.#send(trip, { from, to: node.getBoundingClientRect(), startFace: back || face, endFace: face, fromPile: true }, node, time, i * this.#stagger(nodes.length, time));
    });
  }

  /** The delay between starts, so that all flights end in time. @param {number} count @param {number} time */
  #stagger = (count, time) => (count > 1 ? Math.min(this.#ms("--deal"), (this.#ms("--longest") - time) / (count - 1)) : 0);

  /** @param {string} name */
  #ms = (name) => cssNumber(this.root, name);

  /** How long a move takes: the reader's own, others', within the table, or a shuffle. @param {Trip} trip @param {Moved} moved */
  #time({ scene }, { source, target, faces, n }) {
    const ends = [source, target].map((id) => scene.zones.find((one) => one.id === id.split("/")[0]));
    if ([source, target].some((id) => this.#mine(scene, id))) return this.#ms("--own-move");
    const within = ends.every((zone) => zone?.kind === "pile" && zone.place === "table");
    if (source === target || within && n > 1 && !faces.length) return this.#ms("--shuffle");
    return this.#ms(within ? "--shift" : "--other-move");
  }

  /** Animates the same cards into another order. @param {() => void} draw */
  rearrange(draw) {
    const before = this.before(null);
    draw();
    const time = this.#ms("--own-move");
    if (time) for (const node of this.#all(CARDS)) this.#slide(node, before, new Set(), time);
  }

  /** @param {string} selector */
  #all = (selector) => /** @type {HTMLElement[]} */ ([...this.root.querySelectorAll(selector)]);

  /** @param {Scene} scene @param {string} id */
  #mine(scene, id) {
    const zone = scene.zones.find((one) => one.id === id.split("/")[0]);
    return zone?.place === "hand" || zone?.place === "own" || id === `seat:${scene.seat}`;
  }

  /** Slides a card within its zone to its new place. @param {HTMLElement} node @param {Before} before @param {Set<Animation>} batch @param {number} time */
  #slide(node, before, batch, time) {
    const zone = /** @type {HTMLElement} */ (node.closest("[data-zone]"))?.dataset["zone"];
    const from = before.layout.get(`${zone}|${node.dataset["card"]}`);
    if (!from) return;
    const [dx, dy] = [from.x - node.offsetLeft, from.y - node.offsetTop];
    if (Math.abs(dx) + Math.abs(dy) < 2) return;
    const way = this.#along(node, before);
    const steps = way.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }));
    const piece = node.matches(".piece") && node.offsetWidth ? ` scale(${from.wide / node.offsetWidth})` : "";
    const straight = [{ transform: `translate(${dx}px, ${dy}px)${piece}` }];
    const duration = Math.min(this.#ms("--longest") || time, time + STRIDE * way.length);
    batch.add(node.animate([...(way.length ? steps : straight), { transform: "none" }], { duration, easing: "ease-out" }));
  }

  /** The spaces that a piece passes on its ring, in px from where it is now, in order. @param {HTMLElement} node @param {Before} before */
  #along(node, before) {
    const track = /** @type {HTMLElement | null} */ (node.closest(".track"));
    const id = /** @type {HTMLElement | null} */ (node.closest("[data-zone]"))?.dataset["zone"];
    const ring = before.scene?.zones.find((one) => one.id === id && one.kind === "ring");
    const from = ring?.cards.find((one) => one.id === node.dataset["card"])?.at ?? -1;
    const to = Number(node.dataset["space"] ?? -1);
    if (!track || !ring || from < 0 || to < 0) return [];
    const { spaces } = ring;
    const ahead = (to - from + spaces) % spaces;
    const [count, by] = ahead <= spaces / 2 ? [ahead, 1] : [spaces - ahead, -1];
    const end = onRing(to, spaces, sizes.ring);
    return Array.from({ length: count }, (_, i) => {
      const { x, y } = onRing(from + by * i, spaces, sizes.ring);
      return { x: (x - end.x) * track.clientWidth / 100, y: (y - end.y) * track.clientHeight / 100 };
    });
  }

  /** @param {Trip} trip @param {Moved} moved @param {string} face @param {number} time @param {number} wait */
  #fly(trip, moved, face, time, wait) {
    const { before, now, scene, dropped } = trip;
    const source = moved.source.split("/")[0] ?? "";
    const target = moved.target.split("/")[0] ?? "";
    const zone = scene.zones.find((one) => one.id === target);
    const left = before.scene?.zones.find((one) => one.id === source);
    const gone = left?.cards.find((one) => face && symbol(one.face) === symbol(face));
    const held = dropped && left?.place === "hand" && dropped.card.replace(/\.\d+$/, "") === symbol(face) ? dropped.box : null;
    const from = held ?? before.boxes.get(`${source}|${gone?.id}`) ?? card(this.#box(before, source));
    const node = this.#arrived(target, face, before, trip.landed);
    const to = node?.getBoundingClientRect() ?? card(this.#box(now, target));
    if (!from || !to) return;
    const back = backs(scene, left, zone);
    const open = (/** @type {unknown} */ seen) => (seen && face ? face : back || face);
    const under = node && zone?.kind === "pile" ? before.tops.get(target) : undefined;
    if (under && under !== node) this.#lieUnder(under, to, wait + time, trip.batch);
    this.#send(trip, { from, to, startFace: open(held || gone || left && left.place !== "seat" && !left.hidden), endFace: open(node || zone?.cards.length) }, node, time, wait);
  }

  /**
   * Flies one object; the card it becomes stays invisible until it has landed.
   * @param {Trip} trip
   * @param {{ from: DOMRect, to: DOMRect, startFace: string, endFace: string, fromPile?: boolean }} way
   * @param {HTMLElement | undefined} node
   * @param {number} time
   * @param {number} wait
   */
  #send({ batch }, way, node, time, wait) {
    if (!way.to.width || !way.from.width || !way.endFace) return;
    for (const animation of fly({ layer: this.layer, ...way, time, wait })) batch.add(animation);
    if (node) batch.add(node.animate([{ opacity: 0 }, { opacity: 0 }], { duration: wait + time }));
  }

  /** @param {Trip} trip @param {string} id @param {number} time */
  #shuffle({ now, scene, batch }, id, time) {
    const to = card(this.#box(now, id));
    const face = backs(scene, scene.zones.find((one) => one.id === id));
    if (!to?.width || !face) return;
    for (const animation of riffle({ layer: this.layer, to, startFace: face, endFace: face, time, wait: 0 })) batch.add(animation);
  }

  /** Keeps the former top card in sight until the new one has landed. @param {HTMLElement} top @param {DOMRect} box @param {number} time @param {Set<Animation>} batch */
  #lieUnder(top, box, time, batch) {
    const copy = document.createElement("div");
    copy.className = "flight under";
    copy.append(...[...top.children].map((child) => child.cloneNode(true)));
    place(copy, box);
    this.layer.append(copy);
    const stay = copy.animate([{ opacity: 1 }, { opacity: 1 }], { duration: time });
    batch.add(stay);
    stay.finished.then(() => copy.remove(), () => copy.remove());
  }

  /** The node of a card that has just come into a zone. @param {string} zone @param {string} face @param {Before} before @param {Set<Element>} landed */
  #arrived(zone, face, before, landed) {
    const nodes = this.#all(`[data-zone="${CSS.escape(zone)}"] [data-card]`);
    const node = nodes.find((one) => !landed.has(one) && !before.boxes.has(`${zone}|${one.dataset["card"]}`)
      && (!face || one.dataset["card"]?.replace(/\.\d+$/, "") === symbol(face)));
    if (node) landed.add(node);
    return node;
  }

  /** @param {Before} at @param {string} id */
  #box(at, id) {
    const zone = at.scene?.zones.find((one) => one.id === id);
    const box = at.boxes.get(id);
    return box?.width ? box : at.boxes.get(`seat:${zone?.seat ?? at.scene?.seats.find((one) => one.element === id)?.seat}`);
  }

  #finishAll() {
    for (const batch of this.#running) for (const animation of batch) animation.finish();
  }

  /** Outlines what has changed for a moment: the cards that came into the hand, else the place. @param {Before} before @param {Scene} scene */
  #outline(before, scene) {
    const time = this.#ms("--notice") * 1000 || 1000;
    for (const { target } of scene.moved) {
      const id = CSS.escape(target.split("/")[0] ?? "");
      const seat = CSS.escape(target.replace("seat:", ""));
      const zone = scene.zones.find((one) => one.id === target);
      const come = zone?.place === "hand" ? this.#all(".fan.mine > [data-card]").filter((node) => !before.boxes.has(`${zone.id}|${node.dataset["card"]}`))
        : this.#all(`[data-zone="${id}"], .seat[data-seat="${zone?.place === "seat" ? zone.seat : seat}"]`);
      for (const node of come) {
        node.dataset["changed"] = "";
        clearTimeout(this.#outlined.get(node));
        this.#outlined.set(node, setTimeout(() => { delete node.dataset["changed"]; }, time));
      }
    }
  }
}

/** The back of the first of these places that has one, else of any place. @param {Scene} scene @param {(import("./wire.js").Zone | undefined)[]} places */
const backs = (scene, ...places) => [...places, ...scene.zones].find((zone) => zone?.back)?.back ?? "";

/** A box with the shape of a card in the middle of another box. @param {DOMRect | undefined} box */
function card(box) {
  if (!box) return undefined;
  const width = Math.min(box.width, box.height / 1.4, 110);
  return new DOMRect(box.x + (box.width - width) / 2, box.y + (box.height - width * 1.4) / 2, width, width * 1.4);
}
