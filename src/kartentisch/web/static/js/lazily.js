/** Loads what few need at once only when needed: a first visit stays small. */

/**
 * @template T
 * @param {() => Promise<T>} load
 * @returns {(then: () => void) => T | null} the module, or null until it is there, and then `then` is called
 */
export function lazily(load) {
  /** @type {T | null} */
  let found = null;
  let asked = false;
  return (then) => {
    if (!found && !asked) {
      asked = true;
      load().then((one) => {
        found = one;
        then();
      }, () => { asked = false; });  // no connection: the next drawing asks again
    }
    return found;
  };
}
