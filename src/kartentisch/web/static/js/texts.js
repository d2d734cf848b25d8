/** The few sentences that belong to the page itself; the server hands them over in the reader's language. */

/** @type {Record<string, string>} */
const texts = JSON.parse(document.body.dataset["texts"] || "{}");
const rules = new Intl.PluralRules(document.body.dataset["language"] || "en");

/**
 * @param {string} key
 * @param {Record<string, string | number>} [values] replaces `{name}` in it
 */
export function text(key, values = {}) {
  return (texts[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** Whether there is such a text. @param {string} key */
export const known = (key) => key in texts;

/** The form of a text that goes with a number. @param {string} key @param {number} n */
export function counted(key, n) {
  const form = `${key}_${rules.select(n)}`;
  return text(form in texts ? form : `${key}_other`, { n });
}
