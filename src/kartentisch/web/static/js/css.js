/** `css({ "--x": "4px" })` in place of an attribute sets custom properties: the CSP forbids style attributes. */

import { nothing } from "../vendor/lit-html/lit-html.js";
import { Directive, directive } from "../vendor/lit-html/directive.js";

/** @typedef {Record<string, string | number>} Values */

class Css extends Directive {
  /** @type {Values} */
  #now = {};

  /** @param {Values} _values */
  render(_values) {
    return nothing;
  }

  /**
   * @override
   * @param {import("../vendor/lit-html/directive.js").Part} part
   * @param {[Values]} values
   */
  update(part, [values]) {
    const style = /** @type {HTMLElement} */ (/** @type {any} */ (part).element).style;
    for (const name in this.#now) if (!(name in values)) style.removeProperty(name);
    for (const name in values) {
      if (this.#now[name] !== values[name]) style.setProperty(name, String(values[name]));
    }
    this.#now = values;
    return nothing;
  }
}

export const css = directive(Css);

/** The number of a custom property, without its unit; 0: there is none. @param {Element} node @param {string} name */
export const cssNumber = (node, name) => Number.parseFloat(getComputedStyle(node).getPropertyValue(name)) || 0;
