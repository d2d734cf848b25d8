/** SHA-256, by the browser; on plain http, where browsers offer none, by a library that is loaded then. */

/** @param {Uint8Array} bytes */
export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {(string | number)[]} lines @returns {Uint8Array<ArrayBuffer>} each ended by a line feed */
export const bytesOf = (lines) => new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));

/** @param {(string | number)[]} lines */
export async function hash(...lines) {
  if (crypto.subtle) return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytesOf(lines))));
  const { sha256 } = await import("../vendor/noble-hashes/sha2.js");
  return hex(sha256(bytesOf(lines)));
}
