/**
 * How does somebody who looks elsewhere learn that orders are due? The tab's title and icon, and short sounds (off by default).
 */
import { byId, setText } from 'app/dom.js';

const KEY = 'fogbound.sounds';
/** Notes as [hertz, start, length in seconds]. @type {Record<string, [number, number, number][]>} */
const SOUNDS = {
  due: [
    [523, 0, 0.12],
    [784, 0.11, 0.2],
  ],
  ready: [[660, 0, 0.09]],
  near: [
    [440, 0, 0.08],
    [440, 0.14, 0.08],
  ],
  tick: [[880, 0, 0.05]],
  step: [
    [330, 0, 0.1],
    [247, 0.06, 0.16],
  ],
  end: [
    [523, 0, 0.15],
    [659, 0.13, 0.15],
    [784, 0.26, 0.4],
  ],
};
const LOUDNESS = 0.08;
const DUE_ICON =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="15" fill="#121C2E"/><circle cx="16" cy="16" r="8" fill="#FFB84D"/></svg>',
  );

/** Says it to screen readers. @param {string} text */
export function announce(text) {
  const region = byId('say');
  // The same words twice are spoken twice only if the region was empty in between.
  region.textContent = '';
  setTimeout(() => setText(region, text), 50);
}

export function createCues() {
  const title = document.title;
  const link = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel=icon]'));
  const quietIcon = link?.href ?? '';
  /** @type {AudioContext | null} */
  let audio = null;
  let isOn = read();

  /** @param {keyof typeof SOUNDS} name */
  function sound(name) {
    if (!isOn) return;
    audio ??= new AudioContext();
    for (const [pitch, start, length] of SOUNDS[name]) {
      const tone = audio.createOscillator();
      const gain = audio.createGain();
      const at = audio.currentTime + start;
      tone.frequency.value = pitch;
      gain.gain.setValueAtTime(0, at);
      gain.gain.linearRampToValueAtTime(LOUDNESS, at + 0.01);
      gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
      tone.connect(gain).connect(audio.destination);
      tone.start(at);
      tone.stop(at + length);
    }
  }

  return {
    sound,
    /** @param {boolean} isDue @param {string} text what the title says then */
    due(isDue, text) {
      document.title = isDue ? `● ${text} · ${title}` : title;
      if (link) link.href = isDue ? DUE_ICON : quietIcon;
    },
    isOn: () => isOn,
    /** @param {boolean} on */
    set(on) {
      isOn = on;
      try {
        localStorage.setItem(KEY, on ? 'on' : 'off');
      } catch {
        // Not stored: holds for this page.
      }
      sound('ready');
    },
  };
}

/** What a member has chosen stands in the page; a stranger's choice is this browser's. */
function read() {
  const chosen = document.documentElement.dataset.sounds;
  if (chosen) return chosen === 'on';
  try {
    return localStorage.getItem(KEY) === 'on';
  } catch {
    return false;
  }
}
