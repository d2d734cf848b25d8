/**
 * The forms that open or join a table: folded on a phone, with a line about what was changed, and steppers for the
 * number of people.
 */

const wide = matchMedia("(min-width: 760px)").matches;
/** @type {NodeListOf<HTMLDetailsElement>} */
const folds = document.querySelectorAll("details.folded");

/** @param {Element | null | undefined} node */
const words = (node) => node?.textContent?.trim() ?? "";

/** The label of a field. @param {HTMLInputElement | HTMLSelectElement} field */
const labelled = (field) => words(field.labels?.[0]);

/** What was changed since the page loaded: a legend with its value, or a lone name. @param {Element} fold */
function differences(fold) {
  const said = [];
  for (const set of fold.querySelectorAll("fieldset")) {
    const legend = words(set.querySelector("legend"));
    for (const field of set.querySelectorAll("input")) {
      if (field.type === "radio" && field.checked && !field.defaultChecked) said.push(`${legend}: ${labelled(field)}`);
      if (field.type === "checkbox" && field.checked !== field.defaultChecked) said.push(`${legend}: ${field.checked ? "✓" : "–"}`);
      if (field.type === "number" && field.value !== field.defaultValue) said.push(`${labelled(field)}: ${field.value}`);
    }
  }
  return said;
}

/** The text beside the name of a fold. @param {HTMLElement} line @param {Element} fold */
function summary(line, fold) {
  if (fold.classList.contains("chosen")) return words(fold.querySelector("label:has(:checked), :checked + label"));
  return differences(fold).join(" · ") || (line.dataset["same"] ?? "");
}

function updateSummaries() {
  for (const fold of folds) {
    const line = /** @type {HTMLElement | null} */ (fold.querySelector("summary .differs"));
    if (line) line.textContent = summary(line, fold);
  }
}

/** @type {HTMLElement | null} */
const steppers = document.querySelector(".steppers");
/** @type {HTMLSelectElement[]} */
const seats = [...document.querySelectorAll(/** @type {"select"} */ (".seats select"))];

const counted = () => ({
  people: seats.filter(({ value }) => value === "you" || value === "open").length,
  bots: seats.filter(({ value }) => value.startsWith("bot:")).length,
});

function updateSteppers() {
  const now = counted();
  for (const one of document.querySelectorAll(/** @type {"div"} */ (".stepper"))) {
    const kind = /** @type {"people" | "bots"} */ (one.dataset["step"]);
    /** @type {HTMLOutputElement} */ (one.querySelector("output")).value = `${now[kind]}`;
    for (const button of one.querySelectorAll("button")) {
      const next = afterStep(kind, Number(button.dataset["by"]));
      button.setAttribute("aria-disabled", `${!next}`);
    }
  }
}

/** The numbers after one step: the others make room, or fill up to the minimum; null if impossible. @param {"people" | "bots"} kind @param {number} by */
function afterStep(kind, by) {
  const next = counted();
  const other = kind === "people" ? "bots" : "people";
  next[kind] += by;
  const total = next.people + next.bots;
  if (total > seats.length || total < Number(steppers?.dataset["least"])) next[other] -= by;
  return next.people >= 1 && next.bots >= 0 ? next : null;
}

/** @param {"people" | "bots"} kind @param {number} by */
function step(kind, by) {
  const next = afterStep(kind, by);
  if (!next) return;
  const host = seats.some(({ value }) => value === "you") ? "you" : "open";
  const bot = seats.find(({ value }) => value.startsWith("bot:"))?.value ?? steppers?.dataset["bot"] ?? "";
  seats.forEach((seat, i) => {
    seat.value = i === 0 ? host : i < next.people ? "open" : i < next.people + next.bots ? bot : "none";
  });
  updateSteppers();
}

if (wide) for (const fold of folds) fold.open = true;
if (steppers) {
  steppers.hidden = false;
  steppers.addEventListener("click", (event) => {
    const button = /** @type {Element} */ (event.target).closest("button");
    const kind = button?.closest(".stepper")?.getAttribute("data-step");
    if (button && kind) step(/** @type {"people" | "bots"} */ (kind), Number(button.dataset["by"]));
  });
  updateSteppers();
}
// Not on `change`: it comes when the next field is pressed, and that field could move away from under the press.
document.addEventListener("input", () => {
  updateSummaries();
  if (steppers) updateSteppers();
});
updateSummaries();

export {};
