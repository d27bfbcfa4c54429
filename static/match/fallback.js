/**
 * How is a game shown that has no browser module of its own? The view as a nested list, the choices as buttons where they
 * have the form {label, orders}, and orders typed as JSON.
 *
 * @typedef {import("../types").Frame} Frame
 * @typedef {import("../types").Host} Host
 * @typedef {{ label: string, orders: any }} Choice
 */
import { h, replace } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { same } from 'match/drafts.js';

const LONGEST_LINE = 200;

/** @param {unknown} value */
const isPlain = (value) => value === null || typeof value !== 'object';
/** A list or object that fits one line. @param {unknown} value */
const isShort = (value) => isPlain(value) || JSON.stringify(value).length <= 60;
/** @param {unknown} value */
const text = (value) =>
  value === null ? '–' : typeof value === 'string' ? value : JSON.stringify(value).slice(0, LONGEST_LINE);

/** @param {unknown} value @returns {Node} */
function tree(value) {
  if (isShort(value)) return document.createTextNode(text(value));
  const entries = Object.entries(/** @type {object} */ (value));
  return h(
    'ul',
    null,
    entries.map(([key, entry]) => h('li', null, Array.isArray(value) ? null : h('b', null, `${key}: `), tree(entry))),
  );
}

/** Choices of the frame that have a label and orders. @param {Frame | null} frame @returns {Choice[]} */
export function choicesOf(frame) {
  const choices = Array.isArray(frame?.choices) ? frame.choices : [];
  return choices.filter((choice) => choice && typeof choice.label === 'string' && 'orders' in choice);
}

/** @param {unknown} value @param {string} [indent] @returns {string[]} */
function lines(value, indent = '') {
  if (isShort(value)) return [indent + text(value)];
  return Object.entries(/** @type {object} */ (value)).flatMap(([key, entry]) =>
    isShort(entry) ? [`${indent}${key}: ${text(entry)}`] : [`${indent}${key}`, ...lines(entry, `${indent}· `)],
  );
}

/** @type {import("../types").GameModule} */
const game = {
  mountBoard(element) {
    const shown = h('div', { class: 'plain-board', tabindex: '0', role: 'region', 'aria-label': t('Position') });
    element.append(shown);
    return {
      async show(frame) {
        replace(shown, tree(frame.view));
      },
      setDrafts() {},
      setLocked() {},
      setError() {},
      skip() {},
      focus: () => shown.focus(),
      destroy: () => shown.remove(),
    };
  },

  mountPanel(element, host) {
    const shown = h('div', { class: 'choices' });
    element.append(shown);
    /** @type {Frame | null} */
    let frame = null;
    let isLocked = true;
    /** @type {unknown} */
    let drafted = null;
    function draw() {
      replace(
        shown,
        ...choicesOf(frame).map(({ label, orders }) =>
          h(
            'button',
            {
              type: 'button',
              class: 'button slim',
              disabled: isLocked,
              'aria-pressed': String(same(orders, drafted)),
              onclick: () => host.setOrders(orders),
            },
            label,
          ),
        ),
      );
    }
    return {
      show(next) {
        frame = next;
        draw();
      },
      setDrafts(orders) {
        drafted = orders;
        draw();
      },
      setLocked(locked) {
        isLocked = locked;
        draw();
      },
      setError() {},
      destroy: () => shown.remove(),
    };
  },

  emptyOrders: () => ({}),
  describe: (frame) => Object.entries(frame.view).map(([key, value]) => ({ heading: key, lines: lines(value) })),
  describeEvent: (event) => text(event),
  describeOrders(orders, frame) {
    if (same(orders, {})) return [];
    const known = choicesOf(frame).find((choice) => same(choice.orders, orders));
    return [{ text: known?.label ?? text(orders), path: '' }];
  },
  removeOrder: () => ({}),
  parseCommand(command, _orders, frame) {
    const known = choicesOf(frame).find((choice) => choice.label.toLowerCase() === command.toLowerCase());
    if (known) return known.orders;
    try {
      return JSON.parse(command);
    } catch {
      throw new Error(
        t('Orders are JSON here, for example {example}, or the words of one of the choices.', {
          example: '{"move": 1}',
        }),
      );
    }
  },
  commandHelp: () => [{ command: '{…}', meaning: t('orders as JSON, or the words of one of the choices') }],
  score: () => [],
  keys: () => [],
};

export default game;
