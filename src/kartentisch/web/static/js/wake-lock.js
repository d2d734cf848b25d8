/** Keeps the screen on while nobody touches it. If the browser cannot, the page says once what helps. */

import { load, save } from "./storage.js";

const KEY = "kartentisch.awake";

/** @param {() => void} unable called the first time that this browser cannot do it */
export function keepScreenOn(unable) {
  if (!navigator.wakeLock) return once(unable);
  const ask = () => {
    if (document.visibilityState === "visible") navigator.wakeLock.request("screen").catch(() => once(unable));
  };
  document.addEventListener("visibilitychange", ask);  // the browser releases the lock when the page is hidden
  ask();
}

/** @param {() => void} unable */
function once(unable) {
  if (load(KEY)) return;
  save(KEY, "said");
  unable();
}
