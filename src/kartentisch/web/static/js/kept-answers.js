/** The page without a connection: answers of the desk that this device has stored, the newest first. */

import { BASE } from "./base.js";

/** An answer, by its path: a game and a question. */
const ANSWER = /^\/ask\/[^/]+\/[^/]+$/;

const section = /** @type {HTMLElement} */ (document.getElementById("answers"));
const list = /** @type {HTMLElement} */ (section.querySelector("ul"));

/** The page at an address as a link: the answer, and what was asked. @param {string} url @param {string} source */
function entry(url, source) {
  const page = new DOMParser().parseFromString(source, "text/html");
  const link = document.createElement("a");
  const asked = document.createElement("p");
  asked.className = "soft";
  asked.textContent = page.querySelector("[data-asked]")?.getAttribute("data-asked") ?? "";
  link.href = url;
  link.textContent = page.title.replace(/ · Kartentisch$/, "");
  const item = document.createElement("li");
  item.lang = page.documentElement.lang;
  item.append(link, asked);
  return item;
}

if ("caches" in window) {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const { pathname } = new URL(request.url);
      if (!pathname.startsWith(`${BASE}/`) || !ANSWER.test(pathname.slice(BASE.length))) continue;
      const answer = await cache.match(request, { ignoreVary: true });
      if (answer) list.prepend(entry(request.url, await answer.text()));
    }
  }
  section.hidden = !list.childElementCount;
}
