/** Loads a module only when it is needed, so that a first visit stays small. */

/**
 * @template T
 * @param {() => Promise<T>} load
 * @returns {(then: () => void) => T | null} the module, or null while it loads; `then` is called once it is there
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
      }, () => { asked = false; });  // no connection: the next drawing tries again
    }
    return found;
  };
}
