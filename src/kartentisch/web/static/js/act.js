/**
 * What a tap, a drop, a key or a button does: pick, send, or ask why not. This code knows elements and steps, no game.
 */

import { BASE } from "./base.js";
import { showMessage } from "./message.js";
import { armedStep, canArm, clearPicks, completedStep, handCard, joinedMove, nextPicks, openSteps, raisedCard, roundRunning } from "./model.js";
import { preference } from "./preferences.js";
import { guardUntilAnswer } from "./press-guard.js";

/** @typedef {import("./wire.js").Step} Step */
/** @typedef {import("./wire.js").Control} Control */

/**
 * What was touched: everything it can mean, the nearest first, and the card's id if it is in the hand.
 * @typedef {{ ids: string[], card?: string }} Touch
 */

/**
 * @typedef {object} Page
 * @property {import("./model.js").Model} model
 * @property {import("./connection.js").Connection} connection
 * @property {() => void} draw
 * @property {(change: () => void) => void} rearrange draws a change of the hand's order
 * @property {() => void} springBack a dropped card returns to the hand
 */

const SLOW_AFTER = 300;

/** @param {Page} page @param {Touch} touch */
export function tap(page, touch) {
  const { model } = page;
  const { scene, picks } = model;
  if (!scene) return;
  if (model.busy) return enqueue(page, touch);
  model.message = "";
  if (model.unconfirmed && (!touch.card || touch.card === model.raised)) return putBack(page);
  const possible = nextPicks(scene, picks);
  const hit = touch.ids.find((id) => possible.some((next) => next.element === id));
  if (touch.card && touch.card === model.raised) tapRaised(page);
  else if (touch.card && picks.length === 1 && touch.ids[0] === picks[0] && !hit) model.raised = touch.card;
  else if (hit) pick(page, hit, touch.card);
  else if (scene.begun.length && touch.ids.includes(scene.picked.at(-1) ?? "")) undoLastPick(page);
  else if (touch.card) raise(page, touch);
  else if (!tapBoard(page) && scene.seat >= 0 && touch.ids[0]) askWhyNot(page, [...picks, touch.ids[0]]);
  page.draw();
}

/** A tap on the table that means nothing else makes the bots play on at once. @param {Page} page @returns {boolean} whether they can */
export function tapBoard(page) {
  const { scene, picks, busy } = page.model;
  const one = picks.length || busy || scene?.steps.length ? undefined : scene?.controls.find(({ where }) => where === "board");
  if (one) runControl(page, one);
  return Boolean(one);
}

/**
 * Picks an element that can be picked now. A card alone is only raised; anything else that completes a step chooses it.
 * @param {Page} page
 * @param {string} element
 * @param {string} [card]
 */
export function pick(page, element, card) {
  const { model } = page;
  if (!model.scene) return;
  if (model.picks.length === 0 && card) model.raised = card;
  model.picks = [...model.picks, element];
  const step = completedStep(model.scene, model.picks);
  if (!step || openSteps(model.scene, model.picks).length > 1) return page.draw();
  const alone = model.picks.length === 1 && element.includes("/");
  if (alone && step.ends) return page.draw();
  choose(page, step);
}

/**
 * Raises a card even if it cannot begin a step, so that it can say why. A begun move that holds several things is kept. @param {Page} page @param {Touch} touch */
function raise(page, touch) {
  const { model } = page;
  const { scene } = model;
  if (!scene || !touch.card || !touch.ids[0]) return;
  if (scene.begun.length > 1 || !roundRunning(scene)) return askWhyNot(page, [touch.ids[0]]);
  if (scene.begun.length) {
    model.replacement = touch;
    return begin(page, []);
  }
  clearPicks(model);
  if (nextPicks(scene, []).some((next) => next.element === touch.ids[0])) return pick(page, touch.ids[0], touch.card);
  model.picks = [touch.ids[0]];
  model.raised = touch.card;
  if (scene.prompt.yours) askWhyNot(page, model.picks, touch.card);
}

/** @param {Page} page @param {string[]} path @param {string} [raised] */
async function askWhyNot(page, path, raised) {
  const { whyNot } = await import("./why-not.js");
  whyNot(page, path, raised);
}

/** Raises the new card once the begun one is put back. @param {Page} page */
export function replaceBegun(page) {
  const { replacement, scene } = page.model;
  if (!replacement || !scene || scene.begun.length) return;
  page.model.replacement = null;
  if (scene.prompt.yours) tap(page, replacement);
}

/** A card that was raised early begins its move when the turn comes. @param {Page} page */
export function beginRaised(page) {
  const { scene, picks, raised, busy } = page.model;
  if (!scene || busy || !raised || picks.length !== 1 || scene.begun.length) return;
  const step = completedStep(scene, picks);
  if (step && !step.ends && openSteps(scene, picks).length === 1) choose(page, step);
}

/** A second tap on the raised card plays it if only one way is left, else puts it back. @param {Page} page */
export function tapRaised(page) {
  const { model } = page;
  if (!model.scene) return;
  const step = completedStep(model.scene, model.picks);
  const rest = nextPicks(model.scene, model.picks);
  if (step) choose(page, step);
  else if (rest.length === 1 && rest[0]) pick(page, rest[0].element);
  else putBack(page);
}

/** The only step left for the picks, if there is just one. @param {Page} page */
export function onlyStep({ model }) {
  const steps = model.scene ? openSteps(model.scene, model.picks) : [];
  return steps.length === 1 && steps[0] && steps[0].path.length <= model.picks.length + 1 ? steps[0] : undefined;
}

/** Plays a step; `sure`: the finished move has been confirmed. @param {Page} page @param {Step} step @param {boolean} [sure] */
export function choose(page, step, sure = false) {
  const { model } = page;
  const { scene } = model;
  if (!scene || model.busy) return;
  const move = [...scene.begun, step.token].join(" ");
  model.picks = [...step.path];
  if (!step.ends) return begin(page, [move]);
  if (!sure && needsConfirming(scene, step)) {
    model.unconfirmed = step;
    return page.draw();
  }
  const along = joinedMove(model, step);
  if (along) model.armed = "";
  send(page, { do: "play", moves: along ? [move, along] : [move], since: scene.since }, (answer) => {
    if (answer.t === "refused") clearPicks(model);
    else if (!model.scene || model.scene.n >= answer.n) clearPicks(model);
    else model.awaitedFact = answer.n;
  });
}

/** The finished move has been confirmed. @param {Page} page */
export const confirm = (page) => page.model.unconfirmed && choose(page, page.model.unconfirmed, true);

/**
 * Whether a finished move waits for one more press, as the person prefers. It never waits out of turn, in a window or
 * for a call, because time counts there.
 * @param {import("./wire.js").Scene} scene
 * @param {Step} step
 */
const needsConfirming = (scene, { aside, path }) => preference("confirm") && !aside && scene.timer?.kind !== "window" && !isJoining(scene, path[0] ?? "");

/** Begins a move with its first tokens; without any, cancels it. @param {Page} page @param {string[]} moves */
function begin(page, moves) {
  const { model } = page;
  if (!moves.length) model.begunCards = [];
  else if (model.raised) model.begunCards = [...new Set([...model.begunCards, model.raised])];
  send(page, { do: "begin", moves, since: model.scene?.since ?? -1 }, () => clearPicks(model));
}

/** Takes back the last token of the begun move. @param {Page} page */
export function undoLastPick(page) {
  const rest = page.model.scene?.begun.slice(0, -1) ?? [];
  begin(page, rest.length ? [rest.join(" ")] : []);
  page.draw();
}

/** Puts back the picks and the begun move; of an unconfirmed move, only its last step. @param {Page} page */
export function putBack(page) {
  const { model } = page;
  model.message = "";
  const whole = !model.unconfirmed;
  clearPicks(model);
  if (whole && model.scene?.begun.length) begin(page, []);
  page.draw();
}

/** @param {Page} page */
export const hasPicks = ({ model }) =>
  model.picks.length > 0 || Boolean(model.scene?.begun.length) || Boolean(raisedCard(model));

/** A button of the action row. @param {Page} page @param {string} id */
export function pressButton(page, id) {
  const { model } = page;
  if (!model.scene) return;
  if (model.busy) return enqueue(page, { ids: [id] });
  model.message = "";
  const possible = nextPicks(model.scene, model.picks).some((next) => next.element === id);
  if (possible) pick(page, id);
  else if (isJoining(model.scene, id)) pressJoining(page, id);
  else askWhyNot(page, [...model.picks, id]);
}

/** @param {import("./wire.js").Scene} scene @param {string} id */
const isJoining = ({ buttons }, id) => buttons.some((button) => button.id === id && button.joins);

/**
 * A button whose move may join another one: plays it if it can be played alone, else keeps it pressed until another
 * move takes it along or it can be played. @param {Page} page @param {string} id
 */
function pressJoining(page, id) {
  const { model } = page;
  const { scene } = model;
  if (!scene) return;
  if (nextPicks(scene, []).some((next) => next.element === id)) {
    clearPicks(model);
    return pick(page, id);
  }
  guardUntilAnswer()();
  if (model.armed === id) model.armed = "";
  else if (scene.buttons.some((button) => button.id === id && canArm(button))) model.armed = id;
  else return askWhyNot(page, [id]);
  page.draw();
}

/** Sends the move of the armed button as soon as it can be made. @param {Page} page */
export function playArmed(page) {
  const { model } = page;
  const step = armedStep(model);
  if (!step || model.busy) return;
  model.armed = "";
  send(page, { do: "play", moves: [step.token], since: model.scene?.since ?? -1 }, () => {});
}

/** @param {Page} page @param {Control} control */
export function runControl(page, control) {
  send(page, { do: control.do, arg: control.arg }, (answer) => {
    if (answer.t === "done" && answer.text?.startsWith("/")) location.assign(BASE + answer.text);
  });
}

/**
 * Sends an ask that changes something, one at a time. The page says so if the answer takes long.
 * @param {Page} page
 * @param {Omit<import("./wire.js").Ask, "t" | "id">} ask
 * @param {(answer: import("./wire.js").Done | import("./wire.js").Refused) => void} then
 */
async function send(page, ask, then) {
  const { model } = page;
  if (model.busy) return;
  model.busy = ask.do;
  const settled = guardUntilAnswer();
  const timer = setTimeout(() => {
    model.slow = true;
    page.draw();
  }, SLOW_AFTER);
  page.draw();
  const answer = await page.connection.ask(ask);
  clearTimeout(timer);
  model.busy = "";
  model.slow = false;
  if (answer.t === "refused") {
    showMessage(page, answer.text, answer.paragraph);
    model.queue = [];
    page.springBack();
  }
  then(answer);
  settled();
  page.draw();
  playArmed(page);
  runQueue(page);
}

/**
 * Keeps what is touched while a step is on its way, until the answer has come. While anything else is on its way, only
 * another card of the hand counts, and it is only raised: a double click plays once.
 * @param {Page} page
 * @param {Touch} touch
 */
function enqueue({ model }, touch) {
  if (model.busy === "begin") model.queue.push(touch);
  else if (touch.card) model.queue = [touch];
}

/** Does what was touched meanwhile, as far as possible. @param {Page} page */
export function runQueue(page) {
  const { model } = page;
  while (model.queue.length && model.scene && !model.busy && model.awaitedFact < 0) {
    const touch = /** @type {Touch} */ (model.queue.shift());
    const hit = nextPicks(model.scene, model.picks).find(({ element }) => touch.ids.includes(element));
    if (touch.card ? touch.card !== model.raised && handCard(model.scene, touch.ids[0] ?? "") : hit) {
      if (touch.ids[0]?.startsWith("button:")) pressButton(page, touch.ids[0]);
      else tap(page, touch);
    }
  }
}
