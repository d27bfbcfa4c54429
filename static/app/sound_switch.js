/**
 * Are sounds on, and how loud? A switch with a slider. The choice of a person is stored with the account and comes with the
 * page; that of a visitor without an account is stored in this browser.
 */
import { post } from 'app/api.js';
import { h, icon, replace } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { siteUrl } from 'app/site_url.js';
import { trying } from 'app/trouble.js';

/** @typedef {{isOn: boolean, volume: number}} Choice `volume` in percent */

const KEY = 'fogbound.sounds';
/** The default: on, at low volume. @type {Choice} */
const DEFAULT = { isOn: true, volume: 30 };
/** Milliseconds without another change until the choice is sent to the site. */
const REST = 400;

/** @param {unknown} text as it was stored @returns {Choice} */
export function choiceOf(text) {
  const [, word, volume] = /^(on|off) (\d+)$/.exec(String(text)) ?? [];
  return word ? { isOn: word === 'on', volume: Math.min(100, Number(volume)) } : DEFAULT;
}

/** @param {Choice} choice */
export const textOf = ({ isOn, volume }) => `${isOn ? 'on' : 'off'} ${volume}`;

const root = () => document.documentElement;
const isPerson = () => root().hasAttribute('data-account');

function read() {
  if (isPerson()) return root().dataset.sounds;
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** @param {Choice} choice */
function keep({ isOn, volume }) {
  if (!isPerson()) {
    try {
      localStorage.setItem(KEY, textOf({ isOn, volume }));
    } catch {
      // It cannot be stored, so it applies to this page only.
    }
    return;
  }
  const form = new FormData();
  if (isOn) form.append('sounds', 'on');
  form.append('volume', String(volume));
  // Sent even if the next click leaves the page.
  const sent = () => post(siteUrl('/account/sounds/'), form, { wants: 'nothing', keepalive: true });
  trying('sounds', sent, () => keep({ isOn, volume })).catch(() => {
    // The choice applies to this page only.
  });
}

/** @param {() => void} heard something is to be played that shows how loud it is now */
export function createSoundSwitch(heard) {
  let choice = choiceOf(read());
  /** @type {any} */
  let timer = null;
  const slider = h('input', {
    type: 'range',
    min: '5',
    max: '100',
    step: '5',
    class: 'sound-volume',
    'aria-label': t('Volume'),
    oninput: () => change({ isOn: true, volume: Number(slider.value) }),
  });
  const button = h('button', {
    type: 'button',
    class: 'tool sound-button',
    'aria-label': t('Sounds'),
    onclick: () => change({ ...choice, isOn: !choice.isOn }),
  });
  const element = h('div', { class: 'sound', role: 'group', 'aria-label': t('Sounds') }, button, slider);

  function draw() {
    button.setAttribute('aria-pressed', String(choice.isOn));
    button.title = choice.isOn ? t('Sounds are on') : t('Sounds are off');
    replace(button, icon(choice.isOn ? 'volume-2' : 'volume-x'));
    slider.value = String(choice.volume);
  }

  /** @param {Choice} next */
  function change(next) {
    choice = next;
    draw();
    heard();
    clearTimeout(timer);
    timer = setTimeout(() => keep(choice), REST);
  }

  addEventListener('pagehide', () => {
    if (timer === null) return;
    clearTimeout(timer);
    keep(choice);
  });
  draw();
  return {
    element,
    /** The gain, 0 to 1. Hearing is not linear, so the middle of the slider is a quarter. */
    volume: () => (choice.isOn ? (choice.volume / 100) ** 2 : 0),
  };
}
