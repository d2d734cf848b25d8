/** Waits for a review and shows its progress. */

const box = /** @type {HTMLElement | null} */ (document.querySelector("[data-progress]"));
const bar = /** @type {HTMLProgressElement | null} */ (document.querySelector("progress"));
const POLL_EVERY = 700;

async function poll() {
  try {
    const answer = await fetch(box?.dataset["progress"] ?? "");
    const { done, of, ready } = await answer.json();
    if (ready) return location.reload();
    if (bar && of) [bar.max, bar.value] = [of, done];
  } catch {
    // The connection is down for a moment; the next poll may succeed.
  }
  setTimeout(poll, POLL_EVERY);
}

if (box) setTimeout(poll, POLL_EVERY);
