/**
 * Hand mode: a phone shows the prompt, the buttons and a large hand; the table stands on a screen in the middle. What
 * would be picked on the table becomes a button.
 */

import { going, handCard } from "./model.js";
import { guard, wish } from "./options.js";
import { text } from "./texts.js";

/** @typedef {import("./wire.js").Scene} Scene */

const PHONE = matchMedia("(max-width: 699px), (max-height: 480px) and (max-width: 1099px)");

guard("hand", { barred: () => (PHONE.matches ? "" : text("hand_barred")) });

/** Whether only the hand is shown now: somebody who holds cards plays. @param {Scene | null} scene */
export const handOnly = (scene) => wish("hand") === true && Boolean(scene && scene.seat >= 0
  && going(scene) && scene.zones.some(({ place }) => place === "hand"));

/**
 * What can be picked next and is not in sight.
 * @param {Scene} scene
 * @param {import("./model.js").Next[]} nexts
 */
export const aims = (scene, nexts) => (handOnly(scene)
  ? nexts.filter(({ element }) => !element.startsWith("button:") && !handCard(scene, element)) : []);
