/**
 * How is a film of a match made? A canvas on which the board is drawn as it plays is recorded by the browser, step by step, for twenty seconds at most.
 */
import { blank, compose } from 'match/board_picture.js';

/** Milliseconds of the whole film, of what is seen before a step is played, and after it. */
export const [MOST, BEFORE, AFTER] = [20_000, 900, 1_100];
/** Frames a second. */
const RATE = 30;
/** Milliseconds between two looks at the length: a film ends before its time is over. */
const LOOK = 100;
const FORMS = [
  'video/mp4;codecs=avc1.42E01E',
  'video/mp4',
  'video/webm;codecs=vp9',
  'video/webm;codecs=vp8',
  'video/webm',
];

/** The form in which this browser can record, null: it cannot. @returns {string | null} */
export function formOfFilm() {
  const Recorder = globalThis.MediaRecorder;
  if (!Recorder || !HTMLCanvasElement.prototype.captureStream) return null;
  return FORMS.find((form) => Recorder.isTypeSupported(form)) ?? null;
}

/**
 * One scene: where it begins, what it shows, and the words below. `begin` shows what was before, `play` plays the step and resolves when it is done.
 * @typedef {{ begin: () => Promise<unknown>, play: () => Promise<unknown>, draw: () => import("match/board_picture.js").Draw, words: { title: string, line: string } }} Scene
 */

/**
 * Records scenes one after the other. Resolves with the film; null if it was cancelled.
 * @param {{ scenes: Scene[], form: string, signal: AbortSignal, progress: (part: number, canvas: HTMLCanvasElement) => void }} how
 * @returns {Promise<Blob | null>}
 */
export async function record({ scenes, form, signal, progress }) {
  const canvas = blank();
  const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  const recorder = new MediaRecorder(canvas.captureStream(RATE), { mimeType: form, videoBitsPerSecond: 4_000_000 });
  /** @type {Blob[]} */
  const parts = [];
  recorder.addEventListener('dataavailable', ({ data }) => data.size && parts.push(data));
  const ended = new Promise((done) => recorder.addEventListener('stop', done, { once: true }));
  /** Milliseconds of the film until it was held last, and when it went on: the way to a scene is not in it. */
  let [filmed, since] = [0, performance.now()];
  let [scene, isOn] = [scenes[0], true];
  const length = () => filmed + (recorder.state === 'recording' ? performance.now() - since : 0);
  const isOver = () => !isOn || signal.aborted || length() > MOST - 2 * LOOK;
  let watch = 0;
  const end = new Promise((done) => {
    watch = setInterval(() => isOver() && done(null), LOOK);
    signal.addEventListener('abort', done, { once: true });
  });
  const paint = () => {
    if (!isOn) return;
    compose(ctx, scene.draw(), scene.words);
    progress(Math.min(1, length() / MOST), canvas);
    requestAnimationFrame(paint);
  };
  const whole = async () => {
    for (const each of scenes) {
      filmed = length();
      recorder.pause();
      await each.begin();
      if (isOver()) return;
      scene = each;
      since = performance.now();
      recorder.resume();
      await pause(BEFORE);
      if (isOver()) return;
      await each.play();
      if (isOver()) return;
      await pause(AFTER);
    }
  };
  recorder.start(500);
  paint();
  try {
    // The last scene may be longer than the film.
    await Promise.race([whole(), end]);
  } finally {
    isOn = false;
    clearInterval(watch);
    recorder.stop();
  }
  await ended;
  return signal.aborted ? null : new Blob(parts, { type: form.split(';')[0] });
}

/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
