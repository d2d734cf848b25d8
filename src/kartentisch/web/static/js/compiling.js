/** Follows the compiling of the rules: re-fetches the marked places until none is left. */

const AGAIN = 1500;

async function look() {
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
    // The line is down for a moment: the next look tells.
  }
  if (document.querySelector("[data-compiling]")) setTimeout(look, AGAIN);
}

setTimeout(look, AGAIN);

export {};
