/**
 * What the page knows: the newest scene, the log, and what the person at it has picked. Pure: nothing here draws or
 * sends. A pick is an element id; which steps are still open follows from the picks alone.
 */

/** @typedef {import("./wire.js").Scene} Scene */
/** @typedef {import("./wire.js").Step} Step */
/** @typedef {import("./wire.js").Zone} Zone */
/** @typedef {import("./wire.js").Card} Card */
/** @typedef {import("./wire.js").Line} Line */

/**
 * An element that can be picked next.
 * @typedef {object} Next
 * @property {string} element
 * @property {string} label what a button for it says
 * @property {string} says the step in words, if picking this one completes it
 * @property {boolean} aside all steps through it are out of turn
 * @property {string} ghost the face that is drawn faintly there; empty: none
 */

/** @typedef {{ state: "first" | "live" | "lost" | "ended", tries: number, seconds: number, text: string }} Net */

/**
 * @typedef {object} Model
 * @property {Scene | null} scene
 * @property {Line[]} log
 * @property {string[]} picks elements picked for the present step
 * @property {string} raised id of the hand card that was picked first
 * @property {string[]} held ids of the hand cards that the begun move holds
 * @property {import("./act.js").Touch | null} wanted the hand card to be picked once the begun move is put back
 * @property {Step | null} waits the finished move that waits for one more press
 * @property {import("./act.js").Touch[]} later what was touched while a move was on its way
 * @property {string} armed id of the button that is pressed until its move can be made; empty: none
 * @property {string} said the answer to a try that does not go; empty: none
 * @property {number} until the timer after which it is said no more
 * @property {boolean} sent a move is on its way for more than 300 ms
 * @property {string} busy what is on its way; empty: nothing
 * @property {number} settle number of the fact that did the own move, while its scene is still to come; -1: none
 * @property {Net} net
 * @property {boolean} peek the table is shown although there is a result
 * @property {boolean} keys the last input was a key
 * @property {number} shut number of the hint that was put away; -1: none
 * @property {boolean} past it is looked back: cards are to be seen, not played
 */

/** @returns {Model} */
export const model = () => ({
  scene: null, log: [], picks: [], raised: "", held: [], wanted: null, waits: null, later: [], armed: "", said: "", until: 0, sent: false, busy: "", settle: -1,
  net: { state: "first", tries: 0, seconds: 0, text: "" }, peek: false, keys: false, shut: -1, past: false,
});

/** The hint that stands: asked for here, and not put away. @param {Model} model */
export const hinted = ({ scene, shut }) => (scene?.hint && scene.hint.n !== shut && scene.phase === "playing" ? scene.hint : null);

/** The part of a face that its element id uses. @param {string} face */
export const symbol = (face) => face.slice(face.indexOf("/") + 1);

/** @param {Zone} zone @param {Card} card */
export const cardElement = (zone, card) => `${zone.id}/${symbol(card.face)}`;

/**
 * Everything that a tap on a zone, or on a card in it, can stand for; the nearest first.
 * @param {Zone} zone
 * @param {Card} [card]
 */
export function meanings(zone, card) {
  const own = [zone.id, ...zone.means];
  if (card) return [cardElement(zone, card), ...own];
  const top = zone.kind === "pile" ? zone.cards.at(-1) : undefined;
  return top ? [...own, cardElement(zone, top)] : own;
}

/** @param {string[]} path @param {string[]} picks */
const begins = (path, picks) => picks.every((pick, i) => path[i] === pick);

/** Steps that begin with these picks. @param {Scene} scene @param {string[]} picks */
export const open = (scene, picks) => scene.steps.filter((step) => begins(step.path, picks));

/** The step that these picks complete. @param {Scene} scene @param {string[]} picks */
export const complete = (scene, picks) =>
  open(scene, picks).find((step) => step.path.length === picks.length && picks.length > 0);

/**
 * What can be picked after these picks, each once, in the order of the steps.
 * @param {Scene} scene
 * @param {string[]} picks
 * @returns {Next[]}
 */
export function nexts(scene, picks) {
  /** @type {Map<string, Next>} */
  const found = new Map();
  for (const step of open(scene, picks)) {
    const element = step.path[picks.length];
    if (element === undefined) continue;
    const last = step.path.length === picks.length + 1;
    const says = last ? step.says : "";
    const known = found.get(element);
    if (known) {
      known.aside &&= step.aside;
      known.says ||= says;
    } else {
      found.set(element, { element, label: step.labels[picks.length] ?? step.says, says, aside: step.aside, ghost: last ? step.ghost : "" });
    }
  }
  return [...found.values()];
}

/** Whether a round is going on, paused or not. @param {Scene} scene */
export const going = ({ phase }) => phase === "playing" || phase === "paused";

/** @param {Scene} scene */
export const hand = (scene) => scene.zones.find((zone) => zone.place === "hand");

/** @param {Scene} scene @param {string} element @returns {Card | undefined} */
export function handCard(scene, element) {
  const zone = hand(scene);
  return zone?.cards.find((card) => cardElement(zone, card) === element);
}

/** The card that is raised, if it is still in the hand. @param {Model} model */
export function raisedCard({ scene, raised }) {
  return scene ? hand(scene)?.cards.find((card) => card.id === raised) : undefined;
}

/**
 * The buttons that stand for the picks that remain: each next element, and the step that is complete already.
 * @param {Scene} scene
 * @param {string[]} picks
 * @returns {Next[]}
 */
export function targets(scene, picks) {
  const rest = nexts(scene, picks);
  const step = complete(scene, picks);
  if (!step) return rest;
  const label = step.labels.at(-1) || step.says;
  return [{ element: "", label, says: step.says, aside: step.aside, ghost: "" }, ...rest];
}

/**
 * Takes over a newer scene: picks stay if some step still begins with them, a raised card if it is still there.
 * @param {Model} model
 * @param {Scene} scene
 */
export function take(model, scene) {
  const before = model.scene;
  model.scene = scene;
  const answered = model.settle >= 0 && scene.n >= model.settle;
  if (answered) model.settle = -1;
  const stepped = scene.begun.join(" ") !== (before?.begun ?? []).join(" ");
  if (answered || stepped || before?.phase !== scene.phase || !keeps(model, scene)) clear(model);
  if (model.waits) model.waits = same(scene, model.waits);
  if (!scene.begun.length) model.held = [];
  if (!due(model) && !scene.buttons.some((button) => button.id === model.armed && ready(button))) model.armed = "";
  if (!before || before.since !== scene.since || before.phase !== scene.phase) model.said = "";
  if (before?.phase !== scene.phase) Object.assign(model, { peek: false, later: [], wanted: null });
}

/** The move of the pressed button that goes along with a step; empty: none. @param {Model} model @param {Step} step */
export const joining = ({ scene, armed }, step) =>
  (step.along.includes(armed) && scene?.buttons.find(({ id }) => id === armed)?.joins) || "";

/** Whether a button stays pressed until its move can be made. @param {import("./wire.js").Button} button */
export const ready = ({ joins, says }) => Boolean(joins && !says);

/** The step of the pressed button, once its move is one. @param {Model} model */
export const due = ({ scene, armed }) => scene?.steps.find(({ path }) => armed && path.length === 1 && path[0] === armed);

/** The same step of a newer scene. @param {Scene} scene @param {Step} step */
const same = (scene, { token, path }) =>
  scene.steps.find((one) => one.token === token && one.path.join() === path.join()) ?? null;

/** @param {Model} model @param {Scene} scene */
function keeps(model, scene) {
  if (model.raised && !raisedCard(model)) return false;
  if (model.waits && !same(scene, model.waits)) return false;
  const alone = model.raised && model.picks.length === 1;
  return alone || model.picks.length === 0 || open(scene, model.picks).length > 0;
}

/** @param {Model} model */
export function clear(model) {
  model.waits = null;
  model.picks = [];
  model.raised = "";
}

/**
 * What the begun move holds: its cards and zones, as the scene says, the same on all devices of a seat. Of equal cards those that were picked on this device, then those with a tag, else the first ones.
 * @param {Scene} scene
 * @param {string[]} here ids of the hand cards picked on this device
 * @returns {Set<string>} ids of zones, `zone|card` of cards
 */
export function held(scene, here) {
  /** @type {Set<string>} */
  const found = new Set();
  for (const element of scene.picked) {
    const zone = scene.zones.find(({ id }) => id === element) ?? scene.zones.find(({ means }) => means.includes(element));
    const cards = scene.zones.flatMap((one) => one.cards.filter((card) => cardElement(one, card) === element)
      .map((card) => ({ card, id: `${one.id}|${card.id}` }))).filter(({ id }) => !found.has(id));
    const card = cards.find(({ card: { id } }) => here.includes(id)) ?? cards.find(({ card: { tag } }) => tag) ?? cards[0];
    if (card) found.add(card.id);
    else if (zone) found.add(zone.id);
  }
  return found;
}
