/** The links to lessons on the home page: a lesson that was begun goes on. It reads what `learned.js` keeps. */

for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-learn]"))) {
  try {
    const { step, of } = JSON.parse(localStorage.getItem(`kartentisch.lesson.${link.dataset["learn"]}`) ?? "{}");
    if (step > 1 && step <= of) link.textContent = (link.dataset["more"] ?? "").replace("{step}", `${step}`).replace("{of}", `${of}`);
  } catch {
    // A private window.
  }
}

export {};
