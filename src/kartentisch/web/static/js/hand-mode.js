/**
 * Hand mode: a phone shows the prompt, the buttons and a large hand, because the table is on a screen in the middle.
 * Buttons stand for what would be picked on the table.
 */

import { handCard, roundRunning } from "./model.js";
import { preference, setGuard } from "./preferences.js";
import { text } from "./texts.js";

/** @typedef {import("./wire.js").Scene} Scene */

const PHONE = matchMedia("(max-width: 699px), (max-height: 480px) and (max-width: 1099px)");

setGuard("hand", { unavailable: () => (PHONE.matches ? "" : text("hand_barred")) });

/** Whether only the hand is shown now: the reader plays and holds cards. @param {Scene | null} scene */
export const handOnly = (scene) => preference("hand") === true && Boolean(scene && scene.seat >= 0
  && roundRunning(scene) && scene.zones.some(({ place }) => place === "hand"));

/**
 * What can be picked next but is not in sight.
 * @param {Scene} scene
 * @param {import("./model.js").NextPick[]} nexts
 */
export const hiddenPicks = (scene, nexts) => (handOnly(scene)
  ? nexts.filter(({ element }) => !element.startsWith("button:") && !handCard(scene, element)) : []);
