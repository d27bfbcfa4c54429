/**
 * How does the site play sounds? Short tones by Web Audio, one sound at a time: a sound that comes during another waits if it matters and is left
 * out if it does not. Silent until the person has used the page once, as browsers require, and while sounds are off.
 */
import { begin, during } from 'app/rest.js';

/**
 * One tone. `pitch` in hertz, `to`: hertz at the end of a glide; `wave` "noise": noise around the pitch; `at` and `lasts` in seconds.
 * @typedef {{pitch: number, lasts: number, at?: number, to?: number, wave?: 'sine' | 'triangle' | 'noise', loud?: number}} Note
 */
/** `rank` 0: left out while another sounds; higher: it waits, and of two waiting sounds the one with the higher rank is kept. @typedef {{rank: number, notes: readonly Note[]}} Sound */

/** Gain at full volume, as a share of what the output allows. */
const LOUDEST = 0.5;
/** Seconds between two sounds, and seconds after which a waiting sound is dropped as too late. */
const GAP = 0.05;
const PATIENCE = 1.5;
/** Seconds of silence after which the audio context is suspended. */
const SLEEP = 8;

/** Seconds until the last tone has ended. @param {readonly Note[]} notes */
export const lengthOf = (notes) => Math.max(...notes.map(({ at = 0, lasts }) => at + lasts));

/**
 * Decides which sound is played when.
 * @param {{now: () => number, start: (sound: Sound) => void, later: (act: () => void, seconds: number) => void}} how `now` in seconds
 */
export function createOrder({ now, start, later }) {
  let until = 0;
  /** @type {{sound: Sound, since: number} | null} */
  let waiting = null;

  /** @param {Sound} sound */
  function begin(sound) {
    until = now() + lengthOf(sound.notes) + GAP;
    start(sound);
  }

  function next() {
    if (!waiting) return;
    if (now() < until) return later(next, until - now());
    const { sound, since } = waiting;
    waiting = null;
    if (now() - since <= PATIENCE) begin(sound);
  }

  /** @param {Sound} sound */
  return function add(sound) {
    if (now() >= until && !waiting) return begin(sound);
    if (sound.rank <= (waiting?.sound.rank ?? 0)) return;
    const isFirst = !waiting;
    waiting = { sound, since: now() };
    if (isFirst) later(next, until - now());
  };
}

/**
 * Plays notes, from 0 to 1 loud. The audio context is created at the first sound after the person has used the page.
 * @param {{volume: () => number, makeContext?: () => AudioContext, isAwake?: () => boolean}} how `volume` 0: silent
 */
export function createSounds({ volume, makeContext = () => new AudioContext(), isAwake = hasBeenTouched }) {
  /** @type {AudioContext | null} */
  let audio = null;
  /** @type {AudioBuffer | null} */
  let hiss = null;
  /** @type {any} */
  let sleeper = null;

  const add = createOrder({
    now: () => performance.now() / 1000,
    start: (sound) => void during('sound', sing(sound.notes)),
    later(act, seconds) {
      const sounded = begin('sound');
      setTimeout(() => {
        act();
        sounded();
      }, seconds * 1000);
    },
  });

  /** @param {readonly Note[]} notes */
  async function sing(notes) {
    audio ??= makeContext();
    clearTimeout(sleeper);
    sleeper = setTimeout(() => audio?.suspend(), (lengthOf(notes) + SLEEP) * 1000);
    if (audio.state === 'suspended') await audio.resume();
    const all = audio.createGain();
    all.gain.value = volume() * LOUDEST;
    all.connect(audio.destination);
    for (const note of notes) tone(audio, note, all);
  }

  /** @param {AudioContext} audio @param {Note} note @param {AudioNode} out */
  function tone(audio, { pitch, to = pitch, lasts, at = 0, wave = 'sine', loud = 1 }, out) {
    const begin = audio.currentTime + at;
    const gain = audio.createGain();
    // Fade in and out: a tone that begins or ends abruptly clicks.
    gain.gain.setValueAtTime(0, begin);
    gain.gain.linearRampToValueAtTime(loud, begin + Math.min(0.012, lasts / 4));
    gain.gain.exponentialRampToValueAtTime(0.0001, begin + lasts);
    gain.connect(out);
    const [source, frequency] = wave === 'noise' ? hissing(audio, gain) : singing(audio, wave, gain);
    frequency.setValueAtTime(pitch, begin);
    frequency.exponentialRampToValueAtTime(to, begin + lasts);
    source.start(begin);
    source.stop(begin + lasts);
  }

  /** @param {AudioContext} audio @param {AudioNode} out @returns {[AudioScheduledSourceNode, AudioParam]} */
  function hissing(audio, out) {
    if (!hiss) {
      hiss = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
      const samples = hiss.getChannelData(0);
      for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
    }
    const [source, filter] = [audio.createBufferSource(), audio.createBiquadFilter()];
    source.buffer = hiss;
    source.loop = true;
    filter.type = 'bandpass';
    filter.Q.value = 1.2;
    source.connect(filter).connect(out);
    return [source, filter.frequency];
  }

  return {
    /** @param {Sound} sound */
    play(sound) {
      if (volume() > 0 && isAwake()) add(sound);
    },
  };
}

/** @param {AudioContext} audio @param {'sine' | 'triangle'} wave @param {AudioNode} out @returns {[AudioScheduledSourceNode, AudioParam]} */
function singing(audio, wave, out) {
  const source = audio.createOscillator();
  source.type = wave;
  source.connect(out);
  return [source, source.frequency];
}

const hasBeenTouched = () => navigator.userActivation?.hasBeenActive ?? true;
