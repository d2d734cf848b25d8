/**
 * What a tap, a drop, a key or a button does: picks, sends, asks why not. Knows elements and steps, no game.
 */

import { clear, complete, due, going, handCard, joining, nexts, open, raisedCard, ready } from "./model.js";
import { wish } from "./options.js";
import { moves as taken } from "./press.js";
import { say } from "./said.js";

/** @typedef {import("./wire.js").Step} Step */
/** @typedef {import("./wire.js").Control} Control */

/**
 * What was touched: all it can mean, nearest first, and the hand card's id if it is one.
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

const PATIENCE = 300;

/** @param {Page} page @param {Touch} touch */
export function tap(page, touch) {
  const { model } = page;
  const { scene, picks } = model;
  if (!scene) return;
  if (model.busy) return keep(page, touch);
  model.said = "";
  if (model.waits && (!touch.card || touch.card === model.raised)) return putBack(page);
  const possible = nexts(scene, picks);
  const hit = touch.ids.find((id) => possible.some((next) => next.element === id));
  if (touch.card && touch.card === model.raised) again(page);
  else if (touch.card && picks.length === 1 && touch.ids[0] === picks[0] && !hit) model.raised = touch.card;
  else if (hit) pick(page, hit, touch.card);
  else if (scene.begun.length && touch.ids.includes(scene.picked.at(-1) ?? "")) lastPick(page);
  else if (touch.card) raise(page, touch);
  else if (!onward(page) && scene.seat >= 0 && touch.ids[0]) why(page, [...picks, touch.ids[0]]);
  page.draw();
}

/** A tap on the table that means nothing else: bots play on at once. @param {Page} page @returns {boolean} whether there is anything */
export function onward(page) {
  const { scene, picks, busy } = page.model;
  const one = picks.length || busy || scene?.steps.length ? undefined : scene?.controls.find(({ where }) => where === "board");
  if (one) control(page, one);
  return Boolean(one);
}

/**
 * Picks an element that is possible now; a card alone is only raised, anything else that completes a step chooses it.
 * @param {Page} page
 * @param {string} element
 * @param {string} [card]
 */
export function pick(page, element, card) {
  const { model } = page;
  if (!model.scene) return;
  if (model.picks.length === 0 && card) model.raised = card;
  model.picks = [...model.picks, element];
  const step = complete(model.scene, model.picks);
  if (!step || open(model.scene, model.picks).length > 1) return page.draw();
  const alone = model.picks.length === 1 && element.includes("/");
  if (alone && step.ends) return page.draw();
  choose(page, step);
}

/**
 * A card that cannot begin a step is raised all the same, so that it can say why; a move that holds several things is
 * not given up for it. @param {Page} page @param {Touch} touch */
function raise(page, touch) {
  const { model } = page;
  const { scene } = model;
  if (!scene || !touch.card || !touch.ids[0]) return;
  if (scene.begun.length > 1 || !going(scene)) return why(page, [touch.ids[0]]);
  if (scene.begun.length) {
    model.wanted = touch;
    return begin(page, []);
  }
  clear(model);
  if (nexts(scene, []).some((next) => next.element === touch.ids[0])) return pick(page, touch.ids[0], touch.card);
  model.picks = [touch.ids[0]];
  model.raised = touch.card;
}

/** A new card replaces the begun one, once that is put back. @param {Page} page */
export function instead(page) {
  const { wanted, scene } = page.model;
  if (!wanted || !scene || scene.begun.length) return;
  page.model.wanted = null;
  if (scene.prompt.yours) tap(page, wanted);
}

/** A card raised before its turn begins its move when the turn comes. @param {Page} page */
export function ripen(page) {
  const { scene, picks, raised, busy } = page.model;
  if (!scene || busy || !raised || picks.length !== 1 || scene.begun.length) return;
  const step = complete(scene, picks);
  if (step && !step.ends && open(scene, picks).length === 1) choose(page, step);
}

/** The raised card is tapped again: play it if one way is left, else put it back. @param {Page} page */
export function again(page) {
  const { model } = page;
  if (!model.scene) return;
  const step = complete(model.scene, model.picks);
  const rest = nexts(model.scene, model.picks);
  if (step) choose(page, step);
  else if (rest.length === 1 && rest[0]) pick(page, rest[0].element);
  else putBack(page);
}

/** The only way left for what is picked, if there is just one. @param {Page} page */
export function only({ model }) {
  const steps = model.scene ? open(model.scene, model.picks) : [];
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
  if (!sure && confirms(scene, step)) {
    model.waits = step;
    return page.draw();
  }
  const along = joining(model, step);
  if (along) model.armed = "";
  send(page, { do: "play", moves: along ? [move, along] : [move], since: scene.since }, (answer) => {
    if (answer.t === "refused") clear(model);
    else if (!model.scene || model.scene.n >= answer.n) clear(model);
    else model.settle = answer.n;
  });
}

/** The finished move has been confirmed. @param {Page} page */
export const confirm = (page) => page.model.waits && choose(page, page.model.waits, true);

/**
 * Whether a finished move waits for one more press, as the person wishes: not out of turn, in a window or for a call,
 * where time counts.
 * @param {import("./wire.js").Scene} scene
 * @param {Step} step
 */
const confirms = (scene, { aside, path }) => wish("confirm") && !aside && scene.timer?.kind !== "window" && !joins(scene, path[0] ?? "");

/** Keep the first tokens of a move; with none, give it up. @param {Page} page @param {string[]} moves */
function begin(page, moves) {
  const { model } = page;
  if (!moves.length) model.held = [];
  else if (model.raised) model.held = [...new Set([...model.held, model.raised])];
  send(page, { do: "begin", moves, since: model.scene?.since ?? -1 }, () => clear(model));
}

/** Take back the last token of the begun move. @param {Page} page */
export function lastPick(page) {
  const rest = page.model.scene?.begun.slice(0, -1) ?? [];
  begin(page, rest.length ? [rest.join(" ")] : []);
  page.draw();
}

/** Put back the picks and the begun move; of a move that waits, only its last step. @param {Page} page */
export function putBack(page) {
  const { model } = page;
  model.said = "";
  const whole = !model.waits;
  clear(model);
  if (whole && model.scene?.begun.length) begin(page, []);
  page.draw();
}

/** @param {Page} page */
export const hasPicks = ({ model }) =>
  model.picks.length > 0 || Boolean(model.scene?.begun.length) || Boolean(raisedCard(model));

/** A button of the action row. @param {Page} page @param {string} id */
export function press(page, id) {
  const { model } = page;
  if (!model.scene) return;
  if (model.busy) return keep(page, { ids: [id] });
  model.said = "";
  const possible = nexts(model.scene, model.picks).some((next) => next.element === id);
  if (possible) pick(page, id);
  else if (joins(model.scene, id)) join(page, id);
  else why(page, [...model.picks, id]);
}

/** @param {import("./wire.js").Scene} scene @param {string} id */
const joins = ({ buttons }, id) => buttons.some((button) => button.id === id && button.joins);

/**
 * A button whose move may join another: play it if it stands alone, else keep it pressed until a move takes
 * it along or it can be played. @param {Page} page @param {string} id
 */
function join(page, id) {
  const { model } = page;
  const { scene } = model;
  if (!scene) return;
  if (nexts(scene, []).some((next) => next.element === id)) {
    clear(model);
    return pick(page, id);
  }
  taken()();
  if (model.armed === id) model.armed = "";
  else if (scene.buttons.some((button) => button.id === id && ready(button))) model.armed = id;
  else return why(page, [id]);
  page.draw();
}

/** The move of a pressed button is sent by itself as soon as it can be made. @param {Page} page */
export function spring(page) {
  const { model } = page;
  const step = due(model);
  if (!step || model.busy) return;
  model.armed = "";
  send(page, { do: "play", moves: [step.token], since: model.scene?.since ?? -1 }, () => {});
}

/** Ask for the sentence that says why not. @param {Page} page @param {string[]} path */
async function why(page, path) {
  const since = page.model.scene?.since ?? -1;
  const answer = await page.connection.ask({ do: "why", path, since });
  if (answer.text && page.model.scene?.since === since) say(page, answer.text);
  page.springBack();
  page.draw();
}

/** @param {Page} page @param {Control} control */
export function control(page, control) {
  send(page, { do: control.do, arg: control.arg }, (answer) => {
    if (answer.t === "done" && answer.text?.startsWith("/")) location.assign(answer.text);
  });
}

/**
 * One ask at a time that changes something; the page says so if the answer takes long.
 * @param {Page} page
 * @param {Omit<import("./wire.js").Ask, "t" | "id">} ask
 * @param {(answer: import("./wire.js").Done | import("./wire.js").Refused) => void} then
 */
async function send(page, ask, then) {
  const { model } = page;
  if (model.busy) return;
  model.busy = ask.do;
  const settled = taken();
  const timer = setTimeout(() => {
    model.sent = true;
    page.draw();
  }, PATIENCE);
  page.draw();
  const answer = await page.connection.ask(ask);
  clearTimeout(timer);
  model.busy = "";
  model.sent = false;
  if (answer.t === "refused") {
    say(page, answer.text);
    model.later = [];
    page.springBack();
  }
  then(answer);
  settled();
  page.draw();
  spring(page);
  later(page);
}

/**
 * What is touched while a step is on its way is not lost: it counts once the answer is there. While anything else is on
 * its way only another card of the hand counts, which is raised, so that a double click plays once.
 * @param {Page} page
 * @param {Touch} touch
 */
function keep({ model }, touch) {
  if (model.busy === "begin") model.later.push(touch);
  else if (touch.card) model.later = [touch];
}

/** Do what was touched meanwhile, as far as possible. @param {Page} page */
export function later(page) {
  const { model } = page;
  while (model.later.length && model.scene && !model.busy && model.settle < 0) {
    const touch = /** @type {Touch} */ (model.later.shift());
    const hit = nexts(model.scene, model.picks).find(({ element }) => touch.ids.includes(element));
    if (touch.card ? touch.card !== model.raised && handCard(model.scene, touch.ids[0] ?? "") : hit) {
      if (touch.ids[0]?.startsWith("button:")) press(page, touch.ids[0]);
      else tap(page, touch);
    }
  }
}
