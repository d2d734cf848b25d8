/** Keeps an untouched screen awake; if the browser cannot, it says once what helps. */

const KEY = "kartentisch.awake";

/** @param {() => void} unable called the first time in this browser that it cannot be done */
export function stayAwake(unable) {
  if (!navigator.wakeLock) return once(unable);
  const ask = () => {
    if (document.visibilityState === "visible") navigator.wakeLock.request("screen").catch(() => once(unable));
  };
  document.addEventListener("visibilitychange", ask);  // the browser drops it when the page is hidden
  ask();
}

/** @param {() => void} unable */
function once(unable) {
  try {
    if (localStorage.getItem(KEY)) return;
    localStorage.setItem(KEY, "said");
  } catch {
    // Nothing is kept here: then it is said each time.
  }
  unable();
}
