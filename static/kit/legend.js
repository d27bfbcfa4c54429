/**
 * What do the signs, colours and patterns of a board mean? A table in the words of the game, opened by one press on the board or by one key,
 * the same for every game, and gone again with the next press or Escape.
 */
import { h, s } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { boardButton } from 'kit/over.js';
import { drawing } from 'kit/parts.js';

/** @typedef {[sign: string | Element, words: string]} Entry a sign that is written or drawn, and what it means */
/** @typedef {{name: string, entries: Entry[], foot?: Element}} Chapter */

const KEY = '.';
/** A question mark in a ring. */
const WHAT = 'M12 3a9 9 0 1 0 .01 0M9.3 9.2a2.8 2.8 0 1 1 3.9 2.6c-.8.4-1.2.9-1.2 1.9M12 16.8v.01';

/** The line of it in a table of keys. @type {import('kit/keys.js').Key<import('./session.js').AnySession>} */
export const LEGEND = {
  on: [KEY],
  meaning: () => t('Legend: what signs, colours and patterns mean'),
  act: (session) => session.ask('legend'),
};

/** A sign on a 24 × 24 grid. @param {[path: string, look?: string][]} strokes looks: classes of css/kit_figures.css */
export const figure = (...strokes) =>
  s(
    'svg',
    { class: 'kit-figure', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    strokes.map(([path, look = '']) => s('path', { d: path, class: look })),
  );

/** A quantity from little to much, in the colours of the board. @param {string[]} colours @param {[least: string, most: string]} ends */
export function ramp(colours, ends) {
  const strip = h('div', { class: 'kit-ramp', 'aria-hidden': 'true' });
  strip.style.backgroundImage = `linear-gradient(90deg, ${colours})`;
  return h(
    'div',
    null,
    strip,
    h(
      'p',
      { class: 'kit-ends' },
      ends.map((end) => h('span', null, end)),
    ),
  );
}

/** @param {Chapter} chapter */
const chapterOf = ({ name, entries, foot }) => [
  h('h3', null, name),
  h(
    'ul',
    { class: 'bare kit-legend' },
    entries.map(([sign, words]) => h('li', null, h('span', { 'aria-hidden': 'true' }, sign), h('span', null, words))),
  ),
  foot ?? null,
];

/** Opens it. @param {Chapter[]} chapters */
function open(chapters) {
  const dialog = h(
    'dialog',
    { class: 'dialog', 'aria-labelledby': 'legend-title' },
    h('form', { method: 'dialog', class: 'dialog-close' }, h('button', { class: 'button slim' }, t('Close'))),
    h('h2', { id: 'legend-title' }, t('Legend')),
    chapters.flatMap(chapterOf),
  );
  dialog.addEventListener('close', () => dialog.remove());
  // The key that opened it closes it, and so does a press beside it.
  dialog.addEventListener('keydown', (event) => event.key === KEY && dialog.close());
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}

/** The button beside those of the camera, and what the key asks for. @param {HTMLElement} el the board's element @param {import('./session.js').AnySession} session @param {() => Chapter[]} chapters @returns {() => void} takes both away */
export function offerLegend(el, session, chapters) {
  const show = () => open(chapters());
  const button = boardButton(drawing(WHAT), t('Legend'), show, { 'aria-haspopup': 'dialog' });
  el.querySelector('.board-camera')?.prepend(button);
  const stop = session.offer('legend', show);
  return () => {
    stop();
    button.remove();
  };
}
