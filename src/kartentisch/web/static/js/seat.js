/**
 * The page of a seat's link: exchanges the secret behind the `#` for the seat's cookie. The secret stays in the
 * address until the server has answered.
 */

import { BASE } from "./base.js";

const answer = /** @type {HTMLElement} */ (document.getElementById("answer"));
const again = /** @type {HTMLButtonElement} */ (document.getElementById("again"));
const secret = location.hash.slice(1);

/** Milliseconds before each retry; after the last, the person may retry by hand. */
const PAUSES = [1000, 2000, 4000, 8000];

/** One of the sentences that came with the page. @param {string} which */
const say = (which) => { answer.textContent = answer.dataset[which] ?? ""; };

async function exchange() {
  again.hidden = true;
  say("opens");
  for (const pause of [0, ...PAUSES]) {
    if (pause) {
      say("waits");
      await new Promise((done) => { setTimeout(done, pause); });
    }
    if (await tryOnce()) return;
  }
  say("down");
  again.hidden = false;
}

/** Whether the server has answered, yes or no. */
async function tryOnce() {
  try {
    const response = await fetch(answer.dataset["trade"] ?? "", { method: "POST", body: new URLSearchParams({ secret }) });
    if (response.status >= 500) return false;
    const said = response.headers.get("content-type")?.startsWith("application/json") ? await response.json() : null;
    history.replaceState(null, "", location.pathname);
    if (!said) location.reload(); // there is no such table: the page says so
    else if (response.ok) location.replace(BASE + said.to);
    else answer.textContent = said.text;
    return true;
  } catch { // the line is down
    return false;
  }
}

again.addEventListener("click", exchange);
if (secret) exchange();
else say("refused");
