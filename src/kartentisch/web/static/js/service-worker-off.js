/** Replaces the worker on a server that has none: removes all that it stored, then itself. */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (event) => event.waitUntil(leave()));

async function leave() {
  const names = await caches.keys();
  const ours = names.filter((name) => name.startsWith(`kartentisch ${WORKER.base} `));
  await Promise.all(ours.map((name) => caches.delete(name)));
  await worker.registration.unregister();
}
