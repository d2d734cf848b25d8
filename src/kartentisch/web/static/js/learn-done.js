/** The page at the end of a lesson: how much of it the learner found without help. The lesson is over, and begins again when it is next opened. */

import { keepProgress, progress } from "./learned.js";

const { lesson = "", of = "0", last = "" } = /** @type {HTMLElement} */ (document.querySelector("[data-lesson]")).dataset;
const own = progress(lesson)?.own ?? {};
keepProgress(lesson, { id: last, step: Number(of) + 1, of: Number(of) });

const place = /** @type {HTMLElement} */ (document.querySelector("[data-own]"));
const things = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-moment]")]);
const number = things.filter(({ dataset }) => own[dataset["moment"] ?? ""]).length;
if (number) {
  place.textContent = JSON.parse(place.dataset["own"] ?? "[]")[number - 1];
  place.hidden = false;
}
