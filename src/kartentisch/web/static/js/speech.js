/**
 * Reads aloud what happens, with the browser's own speech. It is off by default and makes one utterance for each
 * move. A listener who falls behind hears only the newest move.
 */

import { load, save } from "./storage.js";

/** @typedef {import("./wire.js").Line} Line */

const KEY = "kartentisch.aloud";
/** The most utterances that may wait. */
const MOST_WAITING = 3;
/** Some browsers load their voices first. */
const VOICES_WITHIN = 1000;
/** Some browsers never report the end of an utterance. */
const LONGEST = 20_000;

let on = load(KEY) === "on";

/** @type {{ text: string, language: string }[]} */
let waiting = [];
let speaking = false;

/** Whether the page reads aloud. */
export const speechOn = () => on;

/** @param {boolean} wanted @param {string} language @returns {Promise<string>} the key of the text that says why it cannot; empty: it can */
export async function setSpeech(wanted, language) {
  const barred = wanted ? await whyUnavailable(language) : "";
  on = wanted && !barred;
  if (!on) stop();
  save(KEY, on ? "on" : "off");
  return barred;
}

/** @param {string} language */
async function whyUnavailable(language) {
  if (!window.speechSynthesis || !window.SpeechSynthesisUtterance) return "aloud_none";
  if (!speechSynthesis.getVoices().length) {
    await new Promise((resolve) => {
      speechSynthesis.addEventListener("voiceschanged", resolve, { once: true });
      setTimeout(resolve, VOICES_WITHIN);
    });
  }
  if (!speechSynthesis.getVoices().length) return "aloud_none";
  return voice(language) ? "" : "aloud_no_voice";
}

/** @param {string} language */
const voice = (language) => speechSynthesis.getVoices().find(({ lang }) => lang.toLowerCase().startsWith(language));

/** @param {Line[]} lines news @param {string} language @param {(why: string) => void} failed told the key of a text */
export function readAloud(lines, language, failed) {
  if (!on || !lines.length) return;
  for (const n of new Set(lines.map((line) => line.n))) {
    waiting.push({ text: lines.filter((line) => line.n === n).map((line) => line.text).join(" "), language });
  }
  if (waiting.length > MOST_WAITING) waiting = waiting.slice(-1);
  if (!speaking) speakNext(failed);
}

/** @param {(why: string) => void} failed */
function speakNext(failed) {
  const said = waiting.shift();
  if (!said || !on) return;
  const utterance = new SpeechSynthesisUtterance(said.text);
  utterance.lang = said.language;
  utterance.voice = voice(said.language) ?? null;
  speaking = true;
  let over = false;
  const end = () => {
    if (over) return;
    over = true;
    speaking = false;
    speakNext(failed);
  };
  utterance.onend = end;
  utterance.onerror = ({ error }) => {
    if (error === "not-allowed") failed("aloud_press");
    end();
  };
  setTimeout(end, LONGEST);
  speechSynthesis.speak(utterance);
}

function stop() {
  waiting = [];
  window.speechSynthesis?.cancel();
}
