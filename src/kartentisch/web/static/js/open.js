/** The forms that open a table or join one: folded on a phone, with a line of what differs, and people counted by steps. */

const wide = matchMedia("(min-width: 760px)").matches;
/** @type {NodeListOf<HTMLDetailsElement>} */
const folds = document.querySelectorAll("details.folded");

/** @param {Element | null | undefined} node */
const words = (node) => node?.textContent?.trim() ?? "";

/** How a field reads, in words. @param {HTMLInputElement | HTMLSelectElement} field */
const labelled = (field) => words(field.labels?.[0]);

/** What differs from the page as it came: a legend with its value, or a lone name. @param {Element} fold */
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

/** The text beside a fold's name. @param {HTMLElement} line @param {Element} fold */
function sums(line, fold) {
  if (fold.classList.contains("chosen")) return words(fold.querySelector("label:has(:checked), :checked + label"));
  return differences(fold).join(" · ") || (line.dataset["same"] ?? "");
}

function summaries() {
  for (const fold of folds) {
    const line = /** @type {HTMLElement | null} */ (fold.querySelector("summary .differs"));
    if (line) line.textContent = sums(line, fold);
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

function numbers() {
  const now = counted();
  for (const one of document.querySelectorAll(/** @type {"div"} */ (".stepper"))) {
    const kind = /** @type {"people" | "bots"} */ (one.dataset["step"]);
    /** @type {HTMLOutputElement} */ (one.querySelector("output")).value = `${now[kind]}`;
    for (const button of one.querySelectorAll("button")) {
      const next = stepped(kind, Number(button.dataset["by"]));
      button.setAttribute("aria-disabled", `${!next}`);
    }
  }
}

/** One more or fewer: the others make room, or fill up to the fewest; null if impossible. @param {"people" | "bots"} kind @param {number} by */
function stepped(kind, by) {
  const next = counted();
  const other = kind === "people" ? "bots" : "people";
  next[kind] += by;
  const total = next.people + next.bots;
  if (total > seats.length || total < Number(steppers?.dataset["least"])) next[other] -= by;
  return next.people >= 1 && next.bots >= 0 ? next : null;
}

/** @param {"people" | "bots"} kind @param {number} by */
function step(kind, by) {
  const next = stepped(kind, by);
  if (!next) return;
  const host = seats.some(({ value }) => value === "you") ? "you" : "open";
  const bot = seats.find(({ value }) => value.startsWith("bot:"))?.value ?? steppers?.dataset["bot"] ?? "";
  seats.forEach((seat, i) => {
    seat.value = i === 0 ? host : i < next.people ? "open" : i < next.people + next.bots ? bot : "none";
  });
  numbers();
}

if (wide) for (const fold of folds) fold.open = true;
if (steppers) {
  steppers.hidden = false;
  steppers.addEventListener("click", (event) => {
    const button = /** @type {Element} */ (event.target).closest("button");
    const kind = button?.closest(".stepper")?.getAttribute("data-step");
    if (button && kind) step(/** @type {"people" | "bots"} */ (kind), Number(button.dataset["by"]));
  });
  numbers();
}
// At once, not with `change`: that comes as the next field is pressed, and what moves then takes the press from it.
document.addEventListener("input", () => {
  summaries();
  if (steppers) numbers();
});
summaries();

export {};
