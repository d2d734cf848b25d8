/** Registers the service worker, offers its updates, and marks what this device has not stored. */

import { BASE } from "./base.js";

const words = document.body.dataset;

/** @param {ServiceWorkerRegistration} registration */
function watch(registration) {
  if (registration.waiting) offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const next = registration.installing;
    next?.addEventListener("statechange", () => {
      if (next.state === "installed" && navigator.serviceWorker.controller) offer(next);
    });
  });
}

/** @param {ServiceWorker} next */
function offer(next) {
  if (document.querySelector(".update")) return;
  const notice = document.createElement("p");
  notice.className = "maintenance update";
  notice.setAttribute("role", "status");
  const button = document.createElement("button");
  button.className = "button";
  button.textContent = words["load"] ?? "";
  button.addEventListener("click", () => {
    button.disabled = true;
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    next.postMessage("take over");
  });
  notice.append(`${words["newer"] ?? ""} `, button);
  document.querySelector("header.site")?.before(notice);
}

/** Without the server, links to pages that were never stored lead nowhere: say so. */
async function markMissing() {
  for (const link of document.querySelectorAll("a[data-kept]")) {
    const found = await caches.match(/** @type {HTMLAnchorElement} */ (link).href, { ignoreVary: true });
    if (!found) link.after(` (${words["missing"] ?? ""})`);
  }
}

export const registered =
  "serviceWorker" in navigator
    ? navigator.serviceWorker.register(`${BASE}/service-worker.js`, { scope: `${BASE}/` }).catch(() => null)
    : Promise.resolve(null);

registered.then((registration) => registration && watch(registration));
if ("caches" in window && document.querySelector("a[data-kept]")) markMissing();
