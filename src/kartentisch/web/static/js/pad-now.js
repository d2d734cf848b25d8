/** On pages that lead to score pads: the pads that are running on this device. Only this browser knows of them. */

import { BASE } from "./base.js";
import { loadRunning } from "./pad-running.js";

/** Milliseconds after which nobody is taken to be still at a pad. */
const RECENT = 30 * 24 * 3600 * 1000;

const running = Object.entries(loadRunning()).filter(([, { at }]) => Date.now() - at < RECENT).sort(([, a], [, b]) => b.at - a.at);
if (running.length) void show();

async function show() {
  const texts = await (await fetch(new URL(`../texts/pad-now.${document.documentElement.lang}.json`, import.meta.url))).json();
  document.querySelector(".opening > div")?.append(...running.map(([game, { title, round }]) => {
    const link = Object.assign(document.createElement("a"), { className: "button", href: `${BASE}/pad/${game}` });
    link.textContent = texts["pad_now"].replace("{game}", title).replace("{round}", `${round}`);
    const line = Object.assign(document.createElement("p"), { className: "go" });
    line.append(link);
    return line;
  }));
}
