/** The sentences of the page itself, which the server provides in the reader's language. */

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

/** Adds sentences that only some people need. @param {string} name */
export const addTexts = async (name) => Object.assign(texts, await (await fetch(new URL(`../texts/${name}.${document.body.dataset["language"]}.json`, import.meta.url))).json());

/** Whether there is such a text. @param {string} key */
export const hasText = (key) => key in texts;

/** The form of a text for a number. @param {string} key @param {number} n */
export function pluralText(key, n) {
  const form = `${key}_${rules.select(n)}`;
  return text(form in texts ? form : `${key}_other`, { n });
}
