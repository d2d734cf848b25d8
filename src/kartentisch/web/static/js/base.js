/** The path below which the server's pages are: "/games", or "" if the host is all its own. */
export const BASE = new URL("../../..", import.meta.url).pathname.replace(/\/$/, "");
