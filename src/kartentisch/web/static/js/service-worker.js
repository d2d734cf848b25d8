/**
 * Lets rules and score pads open without the server. The server puts `WORKER` before these lines.
 *
 * Only pages named in `WORKER.pages` are stored, and the newest answers of the desk, at the addresses in `WORKER.answers`:
 * they hold nothing that is secret or one's own. Tables, lessons, shared pads and forms always go to the server. One cache
 * belongs to each version of the files; the next version fetches the pages that the one before had. Answers end with
 * their version, since the next one may judge otherwise.
 */

const PATIENCE = 4000;
/** Milliseconds after which a stored page is shown though the server may still answer. */
const NAME = `kartentisch ${WORKER.base} `;
const OWN = NAME + WORKER.version;
const STATIC = `${WORKER.base}/static/`;
const PAGES = new Set(WORKER.pages.map((page) => WORKER.base + page));
const ANSWERS = new Set(WORKER.answers.map((page) => WORKER.base + page));
const FILES = /\/[\w/.-]*static\/v[0-9a-f]{10}\/[\w/.-]+/g;
/** Addresses of files in the HTML of a page. */
const IMPORTS = /(?:from|import|import\()\s*"(\.[^"]+\.js)"/g;
/** Modules that a module imports. */
const OFFLINE = WORKER.base + WORKER.offline;

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
worker.addEventListener("install", (event) => event.waitUntil(begin()));
worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));
worker.addEventListener("message", (event) => event.waitUntil(obey(event)));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith(STATIC)) event.respondWith(file(request));
  else if (mayStay(url)) event.respondWith(page(request, event));
  else if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => unfilled(url)));
});

/** Whether a page may be stored. @param {URL} url */
const mayStay = ({ pathname, search }) => ANSWERS.has(pathname) || (PAGES.has(pathname) && search === "");

/** The address at which a page is stored: a query is written in one way only. @param {URL} url */
const placeOf = ({ pathname, search }) => pathname + (search && `?${new URLSearchParams(search)}`);

async function begin() {
  const cache = await caches.open(OWN);
  await cache.addAll([OFFLINE, ...WORKER.shell].map((path) => new Request(path, { cache: "no-cache" })));
  const open = (await worker.clients.matchAll({ includeUncontrolled: true })).map(({ url }) => new URL(url));
  const wanted = new Set([...(await before()), ...open.filter(mayStay).map(placeOf)]);
  await Promise.allSettled([...wanted].map((path) => keep(cache, path)));
}

/** What the version before had, at its addresses of today. */
async function before() {
  const paths = /** @type {Set<string>} */ (new Set());
  for (const name of await others()) {
    for (const request of await (await caches.open(name)).keys()) {
      const { pathname } = new URL(request.url);
      if (PAGES.has(pathname)) paths.add(pathname);
      else if (pathname.startsWith(STATIC)) paths.add(today(pathname));
    }
  }
  return [...paths];
}

/** @param {string} pathname */
const today = (pathname) => pathname.replace(/\/static\/v[0-9a-f]{10}\//, `/static/${WORKER.version}/`);

const others = async () => (await caches.keys()).filter((name) => name.startsWith(NAME) && name !== OWN);

async function takeOver() {
  await Promise.all((await others()).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** @param {ExtendableMessageEvent} event */
async function obey(event) {
  if (event.data === "take over") await worker.skipWaiting();
  if (event.data === "keep") await keepAll((done, all) => event.source?.postMessage({ done, all }));
}

/** Stores every page that may be stored. @param {(done: number, all: number) => void} tell */
async function keepAll(tell) {
  const cache = await caches.open(OWN);
  const paths = [...PAGES];
  let done = 0;
  tell(done, paths.length);
  for (const path of paths) {
    await keep(cache, path).catch(() => null); // what is missing now is fetched when it is opened
    tell(++done, paths.length);
  }
}

/** Stores a file, a module with those it imports, or a page with every file that it names. @param {Cache} cache @param {string} path */
async function keep(cache, path) {
  const answer = await fetch(path, { cache: "no-cache", credentials: "same-origin" });
  if (!answer.ok || answer.redirected) return;
  await cache.put(path, answer.clone());
  const isPage = !path.startsWith(STATIC);
  const text = isPage || path.endsWith(".js") ? await answer.text() : "";
  const imported = [...text.matchAll(IMPORTS)].map((found) => new URL(found[1] ?? "", answer.url).pathname);
  const files = new Set(isPage ? text.match(FILES) : imported);
  await Promise.allSettled([...files].map(async (file) => (await cache.match(file)) ?? keep(cache, file)));
}

/** @param {string} path */
const stored = async (path) => (await caches.match(path, { ignoreVary: true })) ?? Response.error();

/** A form is stored without what is filled in: it opens empty. @param {URL} url */
const unfilled = async ({ pathname }) => (PAGES.has(pathname) && await caches.match(pathname, { ignoreVary: true })) || stored(OFFLINE);

/** A file of a version never changes, so the stored one is as good as the server's. @param {Request} request */
async function file(request) {
  const cache = await caches.open(OWN);
  const found = await caches.match(request, { ignoreVary: true });
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/** The server's page if it answers in time, else the stored one. @param {Request} request @param {FetchEvent} event */
async function page(request, event) {
  const place = placeOf(new URL(request.url));
  const fresh = fetch(request).then(async (answer) => {
    if (answer.ok && !answer.redirected) {
      const cache = await caches.open(OWN);
      await cache.put(place, answer.clone());
      await forgetOldest(cache);
    }
    return answer;
  });
  event.waitUntil(fresh.catch(() => null));
  const found = await caches.match(place, { ignoreVary: true });
  if (!found) return fresh.catch(() => stored(OFFLINE));
  const late = /** @type {Promise<Response>} */ (new Promise((resolve) => setTimeout(() => resolve(found), PATIENCE)));
  return Promise.race([fresh.catch(() => found), late]);
}

/** Keeps the newest answers: the one that was read longest ago goes first. @param {Cache} cache */
async function forgetOldest(cache) {
  const answers = (await cache.keys()).filter(({ url }) => ANSWERS.has(new URL(url).pathname));
  await Promise.all(answers.slice(0, -WORKER.most).map((request) => cache.delete(request, { ignoreVary: true })));
}
