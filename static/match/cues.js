/**
 * How does a person who looks elsewhere notice that orders are due, and which sounds has a match? The tab's title and icon, and short sounds: those for
 * all games, and those of each game. The game declares which of its events have a sound.
 *
 * @typedef {import("../types").GameModule} Game
 * @typedef {import("../types").GameEvent} GameEvent
 * @typedef {import("app/sound.js").Sound} Sound
 */
import { byId, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { begin } from 'app/rest.js';
import { createSounds } from 'app/sound.js';
import { createSoundSwitch } from 'app/sound_switch.js';
import { tellTab } from 'app/tab.js';

/** @type {Record<'due' | 'ready' | 'near' | 'tick' | 'hit' | 'moment' | 'end', Sound>} */
export const SOUNDS = {
  due: {
    rank: 1,
    notes: [
      { pitch: 523, lasts: 0.22, wave: 'triangle', loud: 0.7 },
      { pitch: 784, lasts: 0.4, at: 0.12, wave: 'triangle', loud: 0.7 },
    ],
  },
  ready: { rank: 0, notes: [{ pitch: 660, to: 880, lasts: 0.14, loud: 0.6 }] },
  near: {
    rank: 2,
    notes: [
      { pitch: 440, lasts: 0.12, wave: 'triangle', loud: 0.8 },
      { pitch: 440, lasts: 0.12, at: 0.18, wave: 'triangle', loud: 0.8 },
    ],
  },
  tick: { rank: 0, notes: [{ pitch: 880, lasts: 0.06, loud: 0.5 }] },
  hit: {
    rank: 0,
    notes: [
      { pitch: 900, to: 160, lasts: 0.22, wave: 'noise', loud: 0.9 },
      { pitch: 120, to: 55, lasts: 0.26, loud: 0.9 },
    ],
  },
  moment: {
    rank: 3,
    notes: [
      { pitch: 98, to: 65, lasts: 0.9, wave: 'triangle', loud: 0.9 },
      { pitch: 294, lasts: 0.7, at: 0.06, wave: 'triangle', loud: 0.5 },
      { pitch: 440, lasts: 0.5, at: 0.12, wave: 'triangle', loud: 0.35 },
    ],
  },
  end: {
    rank: 4,
    notes: [
      { pitch: 392, lasts: 0.35, wave: 'triangle', loud: 0.6 },
      { pitch: 494, lasts: 0.35, at: 0.14, wave: 'triangle', loud: 0.6 },
      { pitch: 587, lasts: 0.35, at: 0.28, wave: 'triangle', loud: 0.6 },
      { pitch: 784, lasts: 0.9, at: 0.42, wave: 'triangle', loud: 0.7 },
    ],
  },
};
/** Announces a text to screen readers. @param {string} text */
export function announce(text) {
  const region = byId('say');
  // A screen reader repeats the same text only if the live region was empty in between.
  region.textContent = '';
  const said = begin('words');
  setTimeout(() => {
    setText(region, text);
    said();
  }, 50);
}

/** The sound of an event; null: none. @param {Pick<Game, 'sounds'>} game @param {GameEvent} event @param {number | null} seat that listens @returns {Sound | null} */
export function soundOf({ sounds }, event, seat) {
  const said = sounds?.events[event.type];
  const name = typeof said === 'function' ? said(event, seat) : said;
  if (name === 'own') return sounds ? { rank: 0, notes: sounds.own } : null;
  return name ? SOUNDS[name] : null;
}

/** The sounds of a page with a board: the switch, sounds by name, and sounds of events. @param {Game} game */
export function createVoice(game) {
  const player = createSounds({ volume: () => toggle.volume() });
  const toggle = createSoundSwitch(() => player.play(SOUNDS.ready));

  return {
    element: toggle.element,
    /** @param {keyof typeof SOUNDS} name */
    sound: (name) => player.play(SOUNDS[name]),
    /** Call when the board shows this event. @param {GameEvent} event @param {number | null} seat */
    hear(event, seat) {
      const sound = soundOf(game, event, seat);
      if (sound) player.play(sound);
    },
  };
}

/** The tab's title and icon, and the number at the tab of the talk. */
export function createCall() {
  let due = '';
  let wanted = '';
  const write = () => tellTab({ asks: due || wanted });

  return {
    /** @param {boolean} isDue @param {string} text what the title says then */
    due(isDue, text) {
      due = isDue ? text : '';
      write();
    },
    /** @param {string} text what somebody wants of the reader; empty: nothing */
    wanted(text) {
      wanted = text;
      write();
    },
    /** @param {number} lines that were said and not read */
    unread(lines) {
      tellTab({ lines });
      const badge = byId('unread');
      badge.hidden = lines === 0;
      setText(badge, String(lines));
      badge.setAttribute('aria-label', t('{n} new', { n: lines }));
    },
  };
}
