/** The last card of a round is still on its way: the points come after it. */

const LINGER = 1200;
let waits = false;

/** Whether points wait. */
export const lingers = () => waits;

/**
 * @param {import("./wire.js").Scene | null} old
 * @param {import("./wire.js").Scene} scene
 * @param {() => void} draw what shows the points then
 */
export function linger(old, scene, draw) {
  if (old?.phase !== "playing" || !scene.result || !scene.moved.length) return;
  waits = true;
  setTimeout(() => {
    waits = false;
    draw();
  }, LINGER);
}
