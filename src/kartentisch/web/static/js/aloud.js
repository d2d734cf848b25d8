/**
 * Reads aloud what happens, with the browser's own speech: off by default, one utterance a move. A listener who
 * falls behind hears only of the newest move.
 */

/** @typedef {import("./wire.js").Line} Line */

const KEY = "kartentisch.aloud";
/** Utterances that may wait. */
const MOST = 3;
/** Some browsers fetch their voices first. */
const VOICES_WITHIN = 1000;
/** Some never report their end. */
const LONGEST = 20_000;

let wished = kept();

/** @type {{ text: string, language: string }[]} */
let waiting = [];
let speaking = false;

function kept() {
  try {
    return localStorage.getItem(KEY) === "on";
  } catch {
    return false;
  }
}

/** Whether it is wanted. */
export const aloud = () => wished;

/** @param {boolean} wish @param {string} language @returns {Promise<string>} the key of the text that says why not; empty: it can */
export async function choose(wish, language) {
  const barred = wish ? await whyNot(language) : "";
  wished = wish && !barred;
  if (!wished) stop();
  try {
    localStorage.setItem(KEY, wished ? "on" : "off");
  } catch {
    // It lasts until the page is left.
  }
  return barred;
}

/** @param {string} language */
async function whyNot(language) {
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
export function read(lines, language, failed) {
  if (!wished || !lines.length) return;
  for (const n of new Set(lines.map((line) => line.n))) {
    waiting.push({ text: lines.filter((line) => line.n === n).map((line) => line.text).join(" "), language });
  }
  if (waiting.length > MOST) waiting = waiting.slice(-1);
  if (!speaking) next(failed);
}

/** @param {(why: string) => void} failed */
function next(failed) {
  const said = waiting.shift();
  if (!said || !wished) return;
  const utterance = new SpeechSynthesisUtterance(said.text);
  utterance.lang = said.language;
  utterance.voice = voice(said.language) ?? null;
  speaking = true;
  let over = false;
  const end = () => {
    if (over) return;
    over = true;
    speaking = false;
    next(failed);
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
