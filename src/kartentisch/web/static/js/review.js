/** Waits for a review and shows its progress. */

const box = /** @type {HTMLElement | null} */ (document.querySelector("[data-progress]"));
const bar = /** @type {HTMLProgressElement | null} */ (document.querySelector("progress"));
const AGAIN = 700;

async function look() {
  try {
    const answer = await fetch(box?.dataset["progress"] ?? "");
    const { done, of, ready } = await answer.json();
    if (ready) return location.reload();
    if (bar && of) [bar.max, bar.value] = [of, done];
  } catch {
    // The line is down for a moment: the next look tells.
  }
  setTimeout(look, AGAIN);
}

if (box) setTimeout(look, AGAIN);
