/** The page about installing: the browser's own question, and storing everything at once. */

import { load, save } from "./storage.js";
import { registered } from "./offline.js";

/** @typedef {Event & { prompt(): Promise<{ outcome: string }> }} Question */

const NOT_NOW = "kartentisch.no-app";
const [install, later, keep, progress, how] = ["install", "later", "keep", "progress", "how"].map((id) =>
  document.getElementById(id),
);

/** @type {Question | null} */
let question = null;

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  question = /** @type {Question} */ (event);
  if (install) install.hidden = false;
});
addEventListener("appinstalled", () => {
  if (install) install.hidden = true;
  keepAll();
});

install?.addEventListener("click", () => question?.prompt());
later?.addEventListener("click", () => {
  save(NOT_NOW, "1");
  history.length > 1 ? history.back() : location.assign(/** @type {HTMLAnchorElement} */ (later).href);
});
keep?.addEventListener("click", () => keepAll());

async function keepAll() {
  const registration = await registered;
  if (!registration) return;
  const worker = (await navigator.serviceWorker.ready).active;
  if (keep instanceof HTMLButtonElement) keep.disabled = true;
  worker?.postMessage("keep");
}

/** @param {string} key @param {Record<string, number>} values */
function said(key, values) {
  return (progress?.dataset[key] ?? "").replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

if ("serviceWorker" in navigator) {
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (progress) progress.textContent = said(data.done < data.all ? "going" : "done", data);
  });
}
if (!isSecureContext || !("serviceWorker" in navigator)) {
  if (keep) keep.hidden = true;
  const insecure = document.getElementById("insecure");
  if (insecure) insecure.hidden = false;
} else if (how instanceof HTMLDetailsElement && /iPhone|iPad/.test(navigator.userAgent)) {
  how.open = true;
}
if (load(NOT_NOW) && later) later.hidden = true;
