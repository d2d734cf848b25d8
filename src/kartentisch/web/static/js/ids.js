/** Ids that a page draws: of an ask or a form, so that what is sent again is known again. */

/** A new id: 32 hexadecimal digits. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
