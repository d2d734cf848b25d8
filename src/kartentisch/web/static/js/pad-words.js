/** The sentences of a score pad: who leads, what a round lacks, what an entry says. */

import { cellOf, count, NOBODY, personal, placed, pointsOf, worthOf } from "./pad-reading.js";
import { pluralText, text } from "./texts.js";

/** @typedef {import("./pad-reading.js").Entry} Entry */
/** @typedef {import("./pad-reading.js").Problem} Problem */
/** @typedef {import("./pad-reading.js").Value} Value */
/** @typedef {import("./pad.js").Page} Page */

/** A number as it is written here. @param {number} n */
export const signed = (n) => (n < 0 ? `−${-n}` : `${n}`);

/** Names as a list: Anna, Ben and Cem. @param {string[]} names */
const listed = (names) => names.reduceRight((rest, name, n) =>
  rest === "" ? name : text(n === names.length - 2 ? "listed_last" : "listed", { one: name, other: rest }), "");

/** Words with a number, which may be negative. @param {string} key @param {number} n @param {Record<string, string>} values */
const counted = (key, n, values) => {
  const form = new Intl.PluralRules(document.body.dataset["language"]).select(Math.abs(n)) === "one" ? "one" : "other";
  return text(`${key}_${form}`, { ...values, n: signed(n) });
};

/** Who leads or has won. @param {Page} page @returns {string} */
export function headline({ reading, names, over }) {
  const n = reading.totals[reading.best[0] ?? 0] ?? 0;
  const best = reading.best.map((person) => names[person] ?? "");
  if (best.length > 1) return text(over ? "tie_wins" : "tie_leads", { names: listed(best), n: signed(n) });
  return counted(over ? "wins" : "leads", n, { name: best[0] ?? "" });
}

/** What a round lacks, as a bold half sentence and the rest. @param {Page} page @param {Problem} problem @returns {[string, string]} */
export function lack({ sheet, names }, problem) {
  const cell = cellOf(sheet, problem.cell);
  const name = names[problem.person] ?? "";
  switch (problem.code) {
    case "answer":
      return [text("lacks_answer", { label: cell.label }), ""];
    case "low":
      return [cell.kind === "cards" ? text("lacks_cards", { name }) : text("lacks_steps", { name, n: cell.low ?? 0 }), ""];
    case "number": {
      const key = cell.keys?.find((one) => one.name === problem.key);
      return [text("only_so_many", { n: key?.number ?? 0, card: key?.label ?? "" }), ""];
    }
    case "check": {
      const check = sheet.checks.find((one) => one.cell === problem.cell);
      const low = (check?.low ?? 0) - problem.n;
      const over = problem.n - (check?.high ?? 0);
      return [low > 0 ? pluralText("missing", low) : pluralText("extra", over), check?.says ?? ""];
    }
  }
}

/** An entry in words. @param {Page} page @param {Entry} entry @returns {string} */
export function said(page, entry) {
  const { sheet, names, pad } = page;
  switch (entry.do) {
    case "name":
      return text("entry_name", { old: text("person", { n: (entry.person ?? 0) + 1 }), name: entry.values?.["name"] ?? "" });
    case "end":
      return text("entry_end");
    case "undo": {
      const other = page.entries.find((one) => one.id === entry.of);
      return text("undone", { what: other ? said(page, other) : "" });
    }
    default: {
      const n = entry.round ?? 0;
      const parts = placed(sheet, entry).map(([at, value]) => {
        const cut = at.lastIndexOf(" ");
        return part(page, at.slice(0, cut), Number(at.slice(cut + 1)), value);
      });
      if ((entry.person ?? NOBODY) !== NOBODY && Object.keys(entry.values ?? {}).length === 1) {
        const [[, value] = ["", 0], cell] = [Object.entries(entry.values ?? {})[0], cellOf(sheet, Object.keys(entry.values ?? {})[0] ?? "")];
        if (cell) return text("entry_points", { n, name: names[entry.person ?? 0] ?? "", points: signed(cell.kind === "cards"
          ? pointsOf(cell, worthOf(cell, pad.options), value) : count(value)) });
      }
      return text("entry_round", { n, what: parts.join(" · ") });
    }
  }
}

/** @param {Page} page @param {string} name @param {number} person @param {Value} value */
function part({ sheet, names, pad }, name, person, value) {
  const cell = cellOf(sheet, name);
  const who = names[person] ?? "";
  if (cell.kind === "flag") return value ? cell.label : text("list_item", { label: cell.label, what: "–" });
  if (!personal(cell)) {
    const whom = names[Number(value)] ?? text("nobody");
    return cell.label.endsWith("?") ? `${cell.label} ${whom}` : text("list_item", { label: cell.label, what: whom });
  }
  const n = cell.kind === "cards" ? signed(pointsOf(cell, worthOf(cell, pad.options), value)) : String(count(value));
  return cell.kind === "cards" ? `${who} ${n}` : `${cell.label}: ${who} ${n}`;
}
