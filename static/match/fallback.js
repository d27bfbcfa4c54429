/**
 * How is a game shown that has no browser module of its own? The view as tables and lists, the choices as buttons where they
 * have the form {label, orders}, and orders typed as JSON.
 *
 * @typedef {import("../types").Frame} Frame
 * @typedef {import("../types").Host} Host
 * @typedef {{ label: string, orders: any, text?: string, data?: import("../types").Phrase["data"], adds?: boolean }} Choice
 */
import { h, replace } from 'app/dom.js';
import { phrase, t } from 'app/i18n.js';
import { same } from 'match/drafts.js';
import { changingFirst, lines, sheet, text } from 'match/plain.js';

/** Choices of the frame that have a label and orders. @param {Frame | null} frame @returns {Choice[]} */
export function choicesOf(frame) {
  const choices = Array.isArray(frame?.choices) ? frame.choices : [];
  return choices.filter((choice) => choice && typeof choice.label === 'string' && 'orders' in choice);
}

/** A choice in the page's language. @param {Choice} choice @returns {string} */
const nameOf = ({ label, text: message, data }) => (message ? phrase({ text: message, data }) : label);

/** @param {unknown} value @returns {value is Record<string, any>} */
const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** `draft` with `more` in it: objects by key, lists one after the other, all else as `more` has it. @param {any} draft @param {any} more @returns {any} */
export function merged(draft, more) {
  if (Array.isArray(draft) && Array.isArray(more)) return [...draft, ...more];
  if (!isRecord(draft) || !isRecord(more)) return more;
  return {
    ...draft,
    ...Object.fromEntries(Object.entries(more).map(([key, value]) => [key, merged(draft[key], value)])),
  };
}

/** @param {unknown[]} list */
const isPlace = (list) => list.length > 1 && list.every(Number.isFinite);

/**
 * Is all of `part` in the draft? Entries of lists may say more than the part does: what the server has stored has every default
 * filled in.
 * @param {any} draft @param {any} part @returns {boolean}
 */
export function holds(draft, part) {
  if (Array.isArray(draft) && Array.isArray(part)) {
    // [0, 2] is another place than [2, 0].
    if (isPlace(part) && draft.length === part.length) return same(draft, part);
    return part.every((entry) => draft.some((other) => holds(other, entry)));
  }
  if (isRecord(draft) && isRecord(part)) return Object.entries(part).every(([key, value]) => holds(draft[key], value));
  return same(draft, part);
}

/** `draft` without what `part` says of it, nor what is empty without that. @param {any} draft @param {any} part @returns {any} */
export function without(draft, part) {
  if (Array.isArray(draft) && Array.isArray(part))
    return draft.filter((entry) => !part.some((other) => holds(entry, other)));
  if (!isRecord(draft) || !isRecord(part)) return undefined;
  const left = { ...draft };
  for (const [key, value] of Object.entries(part)) {
    const rest = without(draft[key], value);
    if (rest === undefined || !Object.keys(rest).length) delete left[key];
    else left[key] = rest;
  }
  return left;
}

/** Does this say nothing, as a default does? @param {any} value @returns {boolean} */
const isNothing = (value) =>
  value === undefined ||
  value === null ||
  value === false ||
  (typeof value === 'object' && Object.values(value).every(isNothing));

/** Are the orders this and nothing else? @param {any} orders @param {any} part */
const isAll = (orders, part) => holds(orders, part) && isNothing(without(orders, part));

/** The orders after this choice: alone, or on top of the draft. @param {Choice} choice @param {any} draft */
const chosen = ({ orders, adds }, draft) => (adds ? merged(draft ?? {}, orders) : orders);

/** @type {import("../types").GameModule} */
const game = {
  mountBoard(element, host) {
    const shown = h('div', { class: 'plain-board', tabindex: '0', role: 'region', 'aria-label': t('Position') });
    element.append(shown);
    return {
      async show(frame) {
        const wasOpen = shown.querySelector('details')?.open ?? false;
        replace(shown, ...sheet(frame.view, host.info.static));
        const fold = shown.querySelector('details');
        if (fold) fold.open = wasOpen;
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
    /** @type {any} */
    let drafted = null;
    function draw() {
      replace(
        shown,
        ...choicesOf(frame).map((choice) =>
          h(
            'button',
            {
              type: 'button',
              class: 'button slim',
              disabled: isLocked,
              'aria-pressed': String(choice.adds ? holds(drafted, choice.orders) : same(choice.orders, drafted)),
              onclick: () => host.setOrders(chosen(choice, drafted)),
            },
            nameOf(choice),
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
  describe(frame, info) {
    const keys = changingFirst(frame.view, info.static ?? {});
    return [...keys.changing, ...keys.fixed].map((key) => ({ heading: key, lines: lines(frame.view[key]) }));
  },
  describeEvent: (event) => text(event),
  describeOrders(orders, frame) {
    if (isNothing(orders)) return [];
    const choices = choicesOf(frame).filter((choice) => !isNothing(choice.orders));
    const known =
      choices.find((choice) => same(choice.orders, orders)) ??
      choices.find((choice) => !choice.adds && isAll(orders, choice.orders));
    if (known) return [{ text: nameOf(known), path: '' }];
    const added = choices.filter((choice) => choice.adds && holds(orders, choice.orders));
    const whole = added.reduce((sum, choice) => merged(sum, choice.orders), {});
    return added.length && isAll(orders, whole)
      ? added.map((choice) => ({ text: nameOf(choice), path: JSON.stringify(choice.orders) }))
      : [{ text: text(orders), path: '' }];
  },
  removeOrder: (orders, path) => (path ? without(orders, JSON.parse(path)) : {}),
  parseCommand(command, orders, frame) {
    const wanted = command.toLowerCase();
    const known = choicesOf(frame).find((choice) =>
      [choice.label, nameOf(choice)].some((name) => name.toLowerCase() === wanted),
    );
    if (known) return chosen(known, orders);
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
