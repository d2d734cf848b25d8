/** Follows the compilation of the rules: fetches the marked places again until none is left. */

const POLL_EVERY = 1500;

async function poll() {
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    const next = new DOMParser().parseFromString(await answer.text(), "text/html");
    const whole = document.querySelector("main.narrow [data-compiling]");
    if (whole && !next.querySelector("[data-compiling]")) return location.reload();
    for (const place of document.querySelectorAll("[data-compiling]")) {
      const now = next.getElementById(place.id);
      if (now) place.replaceWith(document.adoptNode(now));
    }
  } catch {
    // The connection is down for a moment; the next poll may succeed.
  }
  if (document.querySelector("[data-compiling]")) setTimeout(poll, POLL_EVERY);
}

setTimeout(poll, POLL_EVERY);

export {};
