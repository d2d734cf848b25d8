/** Shows the points only after the last card of a round has landed. */

const DELAY = 1200;
let delayed = false;
/** @type {(() => void) | null} */
let then = null;

/** Whether the points still wait. */
export const isResultDelayed = () => delayed;

/**
 * @param {import("./wire.js").Scene | null} old
 * @param {import("./wire.js").Scene} scene
 * @param {() => void} draw shows the points then
 */
export function delayResult(old, scene, draw) {
  if (old?.phase !== "playing" || !scene.result || !scene.moved.length) return;
  delayed = true;
  setTimeout(() => {
    delayed = false;
    draw();
    requestAnimationFrame(() => {
      then?.();
      then = null;
    });
  }, DELAY);
}

/** Does something once the points are shown: at once, unless they still wait. @param {() => void} what */
export function whenResultShows(what) {
  if (delayed) then = what;
  else requestAnimationFrame(what);
}
