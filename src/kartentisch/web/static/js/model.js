/**
 * What the page knows: the newest scene, the log, and what the person has picked. Nothing here draws or sends. A pick
 * is an element id; the picks alone decide which steps are still open.
 */

/** @typedef {import("./wire.js").Scene} Scene */
/** @typedef {import("./wire.js").Step} Step */
/** @typedef {import("./wire.js").Zone} Zone */
/** @typedef {import("./wire.js").Card} Card */
/** @typedef {import("./wire.js").Line} Line */

/**
 * An element that can be picked next.
 * @typedef {object} NextPick
 * @property {string} element
 * @property {string} label what a button for it says
 * @property {string} says the step in words, if picking this one completes it
 * @property {boolean} aside all steps through it are out of turn
 * @property {string} ghost the face drawn faintly there; empty: none
 */

/** @typedef {{ state: "first" | "live" | "lost" | "ended", tries: number, seconds: number, text: string }} Net */

/**
 * @typedef {object} Model
 * @property {Scene | null} scene
 * @property {Line[]} log
 * @property {string[]} picks elements picked for the current step
 * @property {string} raised id of the hand card that was picked first
 * @property {string[]} begunCards ids of the hand cards that the begun move holds
 * @property {import("./act.js").Touch | null} replacement the hand card to be picked once the begun move is put back
 * @property {Step | null} unconfirmed the finished move that needs one more press
 * @property {import("./act.js").Touch[]} queue what was touched while a move was on its way
 * @property {string} armed id of the button that is pressed until its move can be made; empty: none
 * @property {string} message why something cannot be done; empty: none
 * @property {string} rule the paragraph of the rules that the message follows from; empty: none
 * @property {boolean} explains the message says what something is
 * @property {number} messageTimer the timer that removes the message
 * @property {boolean} slow a move has been on its way for more than 300 ms
 * @property {string} busy what is on its way; empty: nothing
 * @property {number} awaitedFact number of the fact of the person's own move while its scene is still to come; -1: none
 * @property {Net} net
 * @property {boolean} showsTable the table is shown although there is a result
 * @property {boolean} keyboard the last input was a key
 * @property {number} dismissedHint number of the hint that was dismissed; -1: none
 * @property {boolean} replaying this is a replay: cards are shown, not played
 */

/** @returns {Model} */
export const newModel = () => ({
  scene: null, log: [], picks: [], raised: "", begunCards: [], replacement: null, unconfirmed: null, queue: [], armed: "", message: "", rule: "", explains: false, messageTimer: 0, slow: false, busy: "", awaitedFact: -1,
  net: { state: "first", tries: 0, seconds: 0, text: "" }, showsTable: false, keyboard: false, dismissedHint: -1, replaying: false,
});

/** The hint that was asked for here and not dismissed. @param {Model} model */
export const activeHint = ({ scene, dismissedHint }) => (scene?.hint && scene.hint.n !== dismissedHint && scene.phase === "playing" ? scene.hint : null);

/** The part of a face that element ids use. @param {string} face */
export const symbol = (face) => face.slice(face.indexOf("/") + 1);

/** @param {Zone} zone @param {Card} card */
export const cardElement = (zone, card) => `${zone.id}/${symbol(card.face)}`;

/**
 * Everything that a tap on a zone, or on a card in it, can mean, the nearest first.
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
export const openSteps = (scene, picks) => scene.steps.filter((step) => begins(step.path, picks));

/** The step that these picks complete. @param {Scene} scene @param {string[]} picks */
export const completedStep = (scene, picks) =>
  openSteps(scene, picks).find((step) => step.path.length === picks.length && picks.length > 0);

/**
 * What can be picked after these picks: each element once, in the order of the steps.
 * @param {Scene} scene
 * @param {string[]} picks
 * @returns {NextPick[]}
 */
export function nextPicks(scene, picks) {
  /** @type {Map<string, NextPick>} */
  const found = new Map();
  for (const step of openSteps(scene, picks)) {
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

/** Whether a round is running, paused or not. @param {Scene} scene */
export const roundRunning = ({ phase }) => phase === "playing" || phase === "paused";

/** @param {Scene} scene */
export const handZone = (scene) => scene.zones.find((zone) => zone.place === "hand");

/** @param {Scene} scene @param {string} element @returns {Card | undefined} */
export function handCard(scene, element) {
  const zone = handZone(scene);
  return zone?.cards.find((card) => cardElement(zone, card) === element);
}

/** The raised card, if it is still in the hand. @param {Model} model */
export function raisedCard({ scene, raised }) {
  return scene ? handZone(scene)?.cards.find((card) => card.id === raised) : undefined;
}

/**
 * The targets of the picks: each element that can be picked next, and the step that is already complete.
 * @param {Scene} scene
 * @param {string[]} picks
 * @returns {NextPick[]}
 */
export function targets(scene, picks) {
  const rest = nextPicks(scene, picks);
  const step = completedStep(scene, picks);
  if (!step) return rest;
  const label = step.labels.at(-1) || step.says;
  return [{ element: "", label, says: step.says, aside: step.aside, ghost: "" }, ...rest];
}

/**
 * Takes a newer scene. Picks stay if a step still begins with them, a raised card if it is still there.
 * @param {Model} model
 * @param {Scene} scene
 */
export function applyScene(model, scene) {
  const before = model.scene;
  model.scene = scene;
  const lost = before !== null && scene.n < before.n;  // with the newest moves, as a standby of the database took over
  const answered = model.awaitedFact >= 0 && (scene.n >= model.awaitedFact || lost);
  if (answered) model.awaitedFact = -1;
  const stepped = scene.begun.join(" ") !== (before?.begun ?? []).join(" ");
  if (answered || stepped || before?.phase !== scene.phase || !picksHold(model, scene)) clearPicks(model);
  if (model.unconfirmed) model.unconfirmed = sameStep(scene, model.unconfirmed);
  if (!scene.begun.length) model.begunCards = [];
  if (!armedStep(model) && !scene.buttons.some((button) => button.id === model.armed && canArm(button))) model.armed = "";
  if (!before || before.since !== scene.since || before.phase !== scene.phase) model.message = "";
  if (before?.phase !== scene.phase) Object.assign(model, /** @type {Partial<Model>} */ ({ showsTable: false, queue: [], replacement: null }));
}

/** The move of the armed button that goes along with a step; empty: none. @param {Model} model @param {Step} step */
export const joinedMove = ({ scene, armed }, step) =>
  (step.along.includes(armed) && scene?.buttons.find(({ id }) => id === armed)?.joins) || "";

/** Whether a button can be armed: it stays pressed until its move can be made. @param {import("./wire.js").Button} button */
export const canArm = ({ joins, says }) => Boolean(joins && !says);

/** The step of the armed button, once there is one. @param {Model} model */
export const armedStep = ({ scene, armed }) => scene?.steps.find(({ path }) => armed && path.length === 1 && path[0] === armed);

/** The same step in a newer scene. @param {Scene} scene @param {Step} step */
const sameStep = (scene, { token, path }) =>
  scene.steps.find((one) => one.token === token && one.path.join() === path.join()) ?? null;

/** @param {Model} model @param {Scene} scene */
function picksHold(model, scene) {
  if (model.raised && !raisedCard(model)) return false;
  if (model.unconfirmed && !sameStep(scene, model.unconfirmed)) return false;
  const alone = model.raised && model.picks.length === 1;
  return alone || model.picks.length === 0 || openSteps(scene, model.picks).length > 0;
}

/** @param {Model} model */
export function clearPicks(model) {
  model.unconfirmed = null;
  model.picks = [];
  model.raised = "";
}

/**
 * The cards and zones of the begun move, as the scene says: the same on all devices of a seat. Of equal cards, those
 * that were picked on this device, then those with a tag, else the first ones.
 * @param {Scene} scene
 * @param {string[]} here ids of the hand cards picked on this device
 * @returns {Set<string>} ids of zones, `zone|card` of cards
 */
export function begunElements(scene, here) {
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
