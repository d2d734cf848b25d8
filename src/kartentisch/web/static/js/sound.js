/**
 * Short sounds, composed here note by note: a card, your turn, something big, the end, and one for each big moment. The
 * moments are quiet and on, the others off until switched on. A browser lets a page make sounds only after a touch or a
 * key.
 */

import { preference } from "./preferences.js";

/** @typedef {Exclude<import("./wire.js").Moved["big"], "">} Moment */
/** @typedef {"card" | "turn" | "big" | "end" | Moment} Name */
/** A note: its start (s), pitch (Hz), length (s) and loudness. @typedef {[number, number, number, number]} Note */

const C4 = 261.6, E4 = 329.6, G4 = 392, C5 = 523.3, E5 = 659.3, G5 = 784, A5 = 880;

/** @type {Record<Exclude<Name, "card">, Note[]>} */
const NOTES = {
  turn: [[0, E5, 0.22, 0.5], [0.13, A5, 0.32, 0.5]],
  big: [[0, C5, 0.25, 0.4], [0.09, E5, 0.25, 0.4], [0.18, G5, 0.45, 0.5]],
  end: [[0, G5, 0.3, 0.35], [0.16, E5, 0.3, 0.35], [0.32, C5, 0.7, 0.4], [0.32, G4, 0.7, 0.25], [0.32, C4, 0.7, 0.3]],
  hands: [[0, E5, 0.2, 0.4], [0.1, C5, 0.2, 0.4], [0.2, E5, 0.3, 0.4]],
  four: [[0, C4, 0.16, 0.5], [0.08, C4, 0.16, 0.5], [0.16, C4, 0.16, 0.5], [0.24, G4, 0.3, 0.5]],
  sweep: [[0, C5, 0.14, 0.3], [0.06, E5, 0.14, 0.35], [0.12, G5, 0.14, 0.4], [0.18, A5, 0.4, 0.4]],
  lead: [[0, G4, 0.12, 0.5], [0.09, G4, 0.12, 0.4], [0.18, C5, 0.3, 0.5]],
  out: [[0, E4, 0.3, 0.35], [0.1, G4, 0.3, 0.35], [0.2, C5, 0.5, 0.45]],
};

/** The longest duration, in s. */
export const LONGEST = 1.1;

/**
 * Builds a sound in any context, so that tests can render and measure it.
 * @param {BaseAudioContext} context
 * @param {AudioNode} out
 * @param {Name} name
 * @param {number} [at]
 */
export function compose(context, out, name, at = context.currentTime) {
  if (name === "card") return paper(context, out, at);
  for (const note of NOTES[name]) wood(context, out, at, note);
}

/** A struck bar of wood: a note, and its fourth partial, which dies away at once. @param {BaseAudioContext} context @param {AudioNode} out @param {number} at @param {Note} note */
function wood(context, out, at, [from, pitch, length, loud]) {
  for (const [partial, share, ring] of /** @type {const} */ ([[1, 1, 1], [4, 0.25, 0.25]])) {
    const source = new OscillatorNode(context, { frequency: pitch * partial });
    source.connect(envelope(context, at + from, loud * share, length * ring)).connect(out);
    source.start(at + from);
    source.stop(at + from + length * ring);
  }
}

/** A card laid on a table: a breath of paper and a soft knock. @param {BaseAudioContext} context @param {AudioNode} out @param {number} at */
function paper(context, out, at) {
  const buffer = new AudioBuffer({ length: Math.ceil(context.sampleRate * 0.08), sampleRate: context.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  const breath = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: 2200, Q: 0.8 });
  breath.connect(filter).connect(envelope(context, at, 0.5, 0.07)).connect(out);
  breath.start(at);
  const knock = new OscillatorNode(context, { frequency: 170 });
  knock.connect(envelope(context, at, 0.5, 0.08)).connect(out);
  knock.start(at);
  knock.stop(at + 0.08);
}

/** A quick attack, then a decay. @param {BaseAudioContext} context @param {number} at @param {number} loud @param {number} length */
function envelope(context, at, loud, length) {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0008, at + length - 0.004);
  gain.gain.linearRampToValueAtTime(0, at + length);
  return gain;
}

/** @type {AudioContext | null} */
let context = null;

/** Sounds of big moments, and how loud they are by the volume that the person has set. */
const MOMENTS = new Set(["hands", "four", "sweep", "lead", "out"]);
const QUIET = 0.35;

/** Whether the person wants a sound. @param {Name} name */
const wanted = (name) => (MOMENTS.has(name) ? preference("moments") : preference("sounds") === "all" || preference("sounds") === name);

/** Whether this page can make sounds now. */
export const audible = () => context?.state === "running";

/** Starts the audio; the browser allows it while it handles a touch or a key. */
function resume() {
  context ??= new AudioContext();
  if (context.state !== "running") context.resume().catch(() => {});
}

/** @param {Name} name */
export function play(name) {
  if (MOMENTS.has(name)) resume();
  if (!context || !audible() || !wanted(name)) return;
  const loud = Number(preference("volume")) / 100 * (MOMENTS.has(name) ? QUIET : 1);
  const out = new GainNode(context, { gain: loud * loud });
  out.connect(context.destination);
  compose(context, out, name);
  setTimeout(() => out.disconnect(), LONGEST * 1000 + 500);
}

/** Plays what was just chosen. */
export function playSample() {
  resume();
  context?.resume().then(() => play("turn"), () => {});
}

for (const kind of ["pointerdown", "pointerup", "keydown"]) addEventListener(kind, resume, { capture: true, passive: true });
