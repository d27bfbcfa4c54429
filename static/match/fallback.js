/**
 * How is a game shown that has no browser module of its own? The view as tables and lists with the game's words; choices as buttons if
 * they have the form {label, orders}; typed orders: the words of a choice, or fields and values.
 *
 * @typedef {import("../types").Frame} Frame
 * @typedef {import("../types").Host} Host
 * @typedef {{ label: string, orders: any, text?: string, data?: import("../types").Phrase["data"], adds?: boolean, group?: string }} Choice
 */
import { h, replace } from 'app/dom.js';
import { phrase, t } from 'app/i18n.js';
import { same } from 'match/drafts.js';
import { holds, isAll, isNothing, merged, without } from 'match/order_parts.js';
import { createPlainSheet } from 'match/plain.js';
import { createPlainWords } from 'match/plain_words.js';

/** Greatest number of buttons in one flat list; more are put into collapsible groups. */
const FEW = 12;
const PLACES = /(?:%\(\w+\)s\s*)+/g;

/** Choices of the frame that have a label and orders. @param {Frame | null} frame @returns {Choice[]} */
export function choicesOf(frame) {
  const choices = Array.isArray(frame?.choices) ? frame.choices : [];
  return choices.filter((choice) => choice && typeof choice.label === 'string' && 'orders' in choice);
}

/** A choice in the page's language. @param {Choice} choice @returns {string} */
const nameOf = ({ label, text: message, data }) => (message ? phrase({ text: message, data }) : label);

/** The orders after this choice: the choice alone, or added to the draft. @param {Choice} choice @param {any} draft */
const chosen = ({ orders, adds }, draft) => (adds ? merged(draft ?? {}, orders) : orders);

/**
 * Choices by group: the game's group, else their message, else their first word. A single choice has no group.
 * @param {Choice[]} choices @param {(value: string) => string} word for a game's group
 * @returns {{ title: string, choices: Choice[] }[]}
 */
export function grouped(choices, word) {
  if (choices.length <= FEW) return [{ title: '', choices }];
  /** @type {Map<string, Choice[]>} */
  const found = new Map();
  for (const choice of choices) {
    const title = choice.group
      ? word(choice.group)
      : choice.text
        ? t(choice.text).replace(PLACES, '… ').trim()
        : choice.label.split(' ')[0];
    found.set(title, [...(found.get(title) ?? []), choice]);
  }
  const groups = [...found].map(([title, list]) => ({ title, choices: list }));
  const alone = groups.filter((group) => group.choices.length === 1).flatMap((group) => group.choices);
  return [{ title: '', choices: alone }, ...groups.filter((group) => group.choices.length > 1)];
}

/** @param {import("../types").Vocabulary} vocabulary what the game calls its things, in the page's language @returns {import("../types").GameModule} */
export function plainGame(vocabulary) {
  const words = createPlainWords(vocabulary);

  /** @param {string} typed @param {any} orders @param {Frame} frame @returns {any} */
  function read(typed, orders, frame) {
    const wanted = typed.toLowerCase();
    const known = choicesOf(frame).find((choice) =>
      [choice.label, nameOf(choice)].some((name) => name.toLowerCase() === wanted),
    );
    if (known) return chosen(known, orders);
    const fields = words.readOrders(typed);
    if (fields) return { ...orders, ...fields };
    try {
      return JSON.parse(typed);
    } catch {
      throw new Error(
        words.fields().length
          ? t('Type the words of one of the choices, or a field and its value. The fields: {fields}.', {
              fields: words.fieldList(),
            })
          : t('Type the words of one of the choices.'),
      );
    }
  }

  return {
    mountBoard: (element, host) => mountBoard(words, element, host),
    mountPanel: (element, host) => mountPanel(words, element, host),
    emptyOrders: () => ({}),
    describe: (frame, info) => createPlainSheet(words, info).describe(frame.view),
    describeEvent: (event, _frame, info) => words.tell(event, info),
    describeOrders(orders, frame, info) {
      if (isNothing(orders)) return [];
      const choices = choicesOf(frame).filter((choice) => !isNothing(choice.orders));
      const known =
        choices.find((choice) => same(choice.orders, orders)) ??
        choices.find((choice) => !choice.adds && isAll(orders, choice.orders));
      if (known) return [{ text: nameOf(known), path: '' }];
      const added = choices.filter((choice) => choice.adds && holds(orders, choice.orders));
      const rest = without(orders, added.length ? added.map((choice) => choice.orders).reduce(merged) : {});
      return [
        ...added.map((choice) => ({ text: nameOf(choice), path: JSON.stringify(choice.orders) })),
        ...Object.entries(rest ?? {})
          .filter(([, value]) => !isNothing(value))
          .map(([key, value]) => ({
            text: t('{name}: {text}', { name: words.name(key), text: words.say(value, key, info) }),
            path: JSON.stringify({ [key]: value }),
          })),
      ];
    },
    removeOrder: (orders, path) => (path ? without(orders, JSON.parse(path)) : {}),
    parseCommand: read,
    commandHelp: () => [
      ...words.fields().map(({ key, word }) => ({
        command: `${word} …`,
        meaning: t('the field {field} and its value', { field: key }),
      })),
      { command: '…', meaning: t('the words of one of the choices') },
    ],
    describeSeries: words.name,
    score: () => [],
    keys: () => [],
  };
}

/** @param {ReturnType<typeof createPlainWords>} words @param {HTMLElement} element @param {Host} host @returns {import("../types").Board} */
function mountBoard(words, element, host) {
  const sheet = createPlainSheet(words, host.info);
  const shown = h('div', { class: 'plain-board', tabindex: '0', role: 'region', 'aria-label': t('Position') });
  element.append(shown);
  return {
    async show(frame) {
      const open = [...shown.querySelectorAll('details')].map((fold) => fold.open);
      replace(shown, ...sheet.elements(frame.view));
      for (const [at, fold] of [...shown.querySelectorAll('details')].entries()) fold.open = open[at] ?? false;
    },
    setDrafts() {},
    setLocked() {},
    setError() {},
    skip() {},
    focus: () => shown.focus(),
    destroy: () => shown.remove(),
  };
}

/** @param {ReturnType<typeof createPlainWords>} words @param {HTMLElement} element @param {Host} host @returns {import("../types").Panel} */
function mountPanel(words, element, host) {
  const shown = h('div', { class: 'choice-groups' });
  element.append(shown);
  /** @type {Frame | null} */
  let frame = null;
  let isLocked = true;
  /** @type {any} */
  let drafted = null;
  /** @type {Set<string>} titles of groups that are open */
  const open = new Set();

  /** @param {Choice} choice */
  const isChosen = (choice) => (choice.adds ? holds(drafted, choice.orders) : same(choice.orders, drafted));

  /** @param {Choice[]} choices */
  const buttons = (choices) =>
    h(
      'div',
      { class: 'choices' },
      choices.map((choice) =>
        h(
          'button',
          {
            type: 'button',
            class: 'button slim',
            disabled: isLocked,
            'aria-pressed': String(isChosen(choice)),
            onclick: () => host.setOrders(chosen(choice, drafted)),
          },
          nameOf(choice),
        ),
      ),
    );

  function draw() {
    replace(
      shown,
      ...grouped(choicesOf(frame), (group) => words.say(group, 'group', host.info)).map(({ title, choices }) =>
        title
          ? h(
              'details',
              {
                open: open.has(title) || choices.some(isChosen),
                ontoggle: (/** @type {Event} */ event) => {
                  const fold = /** @type {HTMLDetailsElement} */ (event.currentTarget);
                  if (fold.open) open.add(title);
                  else open.delete(title);
                },
              },
              h('summary', null, title, ' ', h('span', { class: 'muted' }, `(${choices.length})`)),
              buttons(choices),
            )
          : buttons(choices),
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
}
