/**
 * What can be done right here? A small menu over the board, beside the hand and always whole inside the board: a title, choices with a
 * word on each, and below them whatever the game puts there to set an amount.
 */
import { assign, h, list, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { around, freest } from 'kit/labels.js';
import { keepPresses } from 'kit/over.js';
import { fill, SIGNS, signButton } from 'kit/parts.js';

/** @typedef {{key: string, text: string, small?: string, disabled?: boolean, act: () => void}} Choice */
/** @typedef {{about: import('./labels.js').Box, others: readonly (readonly number[])[]}} Clear what a menu is about and leaves free, and places that it had better leave free, in pixels of the board */
/** @typedef {{title: string, at: number[], clear?: Clear, choices: Choice[] | null, body?: HTMLElement | null}} Shown `at` in pixels of the board; no choices yet: they are being fetched */

const GAP = 12;
/** Pixels of a board on which nothing fits beside what a menu is about: there it takes the upper or the lower half. */
const NARROW = 480;

/**
 * Where a menu stands: in the half of a narrow board in which it does not lie over what it is about, else beside that, or beside the hand.
 * @param {{width: number, height: number}} room the board @param {{width: number, height: number}} size of the menu @param {{at: number[], clear?: Clear}} shown
 * @returns {{x: number, y: number}}
 */
export function placeOfMenu({ width, height }, size, { at: [x, y], clear }) {
  if (width < NARROW) {
    const middle = clear ? clear.about.y + clear.about.height / 2 : y;
    return { x: 4, y: middle < height / 2 ? Math.max(4, height - size.height - 4) : 4 };
  }
  if (clear) return freest(around(clear.about, size, { width, height }, GAP), clear.others);
  const left = x + GAP + size.width <= width ? x + GAP : x - GAP - size.width;
  const top = y + size.height <= height ? y : height - size.height - 4;
  return { x: Math.max(4, Math.min(left, width - size.width - 4)), y: Math.max(4, top) };
}

/**
 * @param {HTMLElement} el the board's element @param {() => void} close
 * @returns {{show: (shown: Shown | null) => void, destroy: () => void}}
 */
export function createMenu(el, close) {
  const title = h('h3');
  const wait = h('p', { class: 'kit-hint' }, t('One moment…'));
  const choices = h('div', { class: 'kit-choices' });
  const body = h('div');
  const box = h(
    'div',
    { class: 'kit-menu', role: 'dialog', 'aria-label': t('Orders here'), hidden: true, onkeydown: key },
    h('header', null, title, signButton(SIGNS.close, t('Close'), close)),
    wait,
    choices,
    body,
  );
  let opened = '';
  /** @type {Map<string, Choice>} */
  let offered = new Map();
  let focused = /** @type {Element | null} */ (null);
  keepPresses(box);
  el.append(box);

  /** @param {KeyboardEvent} event */
  function key(event) {
    const buttons = [...box.querySelectorAll('button')];
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') close();
    else if (by && at >= 0) buttons[(at + by + buttons.length) % buttons.length].focus();
    else return;
    event.preventDefault();
  }

  /** @param {Shown} shown */
  function place(shown) {
    const room = { width: el.clientWidth, height: el.clientHeight };
    box.classList.toggle('half', room.width < NARROW);
    const { x, y } = placeOfMenu(room, { width: box.offsetWidth, height: box.offsetHeight }, shown);
    assign(box, { style: { left: `${x}px`, top: `${y}px` } });
  }

  return {
    show(shown) {
      const isNew = shown ? opened !== shown.title : opened !== '';
      if (!shown) {
        if (isNew && box.contains(document.activeElement)) /** @type {HTMLElement | null} */ (focused)?.focus();
        box.hidden = true;
        opened = '';
        return;
      }
      if (box.hidden) focused = document.activeElement;
      opened = shown.title;
      box.hidden = false;
      setText(title, shown.title);
      wait.hidden = shown.choices !== null;
      offered = new Map(shown.choices?.map((one) => [one.key, one]));
      list(
        choices,
        shown.choices ?? [],
        (one) => one.key,
        ({ key: name }) =>
          h('button', { type: 'button', onclick: () => offered.get(name)?.act() }, h('span'), h('small')),
        (button, one) => {
          assign(button, { disabled: !!one.disabled });
          setText(/** @type {Element} */ (button.firstElementChild), one.text);
          setText(/** @type {Element} */ (button.lastElementChild), one.small ?? '');
        },
      );
      fill(body, shown.body);
      place(shown);
      const isWaiting = document.activeElement === box.querySelector('button') && shown.choices !== null;
      if (isNew || isWaiting || !box.contains(document.activeElement))
        (choices.querySelector('button') ?? box.querySelector('button'))?.focus({ preventScroll: true });
    },
    destroy: () => box.remove(),
  };
}
