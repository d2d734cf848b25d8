/**
 * What this browser alone knows, on the home page: a lesson that was begun goes on, which `learned.js` keeps, and pads
 * that are running, which `pad-running.js` keeps.
 */

for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-learn]"))) {
  try {
    const { step, of } = JSON.parse(localStorage.getItem(`kartentisch.lesson.${link.dataset["learn"]}`) ?? "{}");
    if (step > 1 && step <= of) link.textContent = (link.dataset["more"] ?? "").replace("{step}", `${step}`).replace("{of}", `${of}`);
  } catch {
    // A private window.
  }
}

try {
  if (localStorage.getItem("kartentisch.pad-now")) void import("./pad-now.js");
} catch {
  // A private window.
}

export {};
