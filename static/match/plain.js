/**
 * How is a position shown as text? Lists of objects as tables, changing values before constant ones. For games that
 * have no browser module of their own; nothing here knows what the values mean.
 *
 * @typedef {import("../types").Json} Json
 * @typedef {import("../types").MatchInfo} Info
 * @typedef {ReturnType<typeof import("match/plain_words.js").createPlainWords>} Words
 */
import { h } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { isEmpty, isPhrase, isPlain, isRecord } from 'match/plain_words.js';

/** Columns with names come before all others. */
const NAMES = ['id', 'name', 'kind', 'type', 'seat', 'pos'];
const LONGEST_LINE = 120;
/** Greatest length of a cell that is not wrapped. */
const SHORT = 16;

/** @param {unknown} value @returns {value is Record<string, unknown>[]} */
const isTable = (value) =>
  Array.isArray(value) && value.length > 1 && value.every((row) => isRecord(row) && !isPhrase(row));
/** Is this a list of rows of values, such as a map? @param {unknown} value @returns {value is unknown[][]} */
const isGrid = (value) =>
  Array.isArray(value) &&
  value.length > 1 &&
  value.every((row) => Array.isArray(row) && row.length > 1 && row.every(isPlain));

/** Keys that have a value in at least one row: names first, then in order of appearance. @param {Record<string, unknown>[]} rows */
export function columns(rows) {
  return [...new Set([...NAMES, ...rows.flatMap((row) => Object.keys(row))])].filter((key) =>
    rows.some((row) => !isEmpty(row[key])),
  );
}

/** The view's keys that have a value, those that change during the match first. @param {Record<string, Json>} view @param {Record<string, Json>} fixed */
export function changingFirst(view, fixed) {
  const keys = Object.keys(view).filter((key) => !isEmpty(view[key]));
  return { changing: keys.filter((key) => !(key in fixed)), fixed: keys.filter((key) => key in fixed) };
}

/** @param {string} name @param {string[]} heads @param {string[][]} rows */
const table = (name, heads, rows) =>
  h(
    'div',
    { class: 'plain-wide', tabindex: '0', role: 'region', 'aria-label': name },
    h(
      'table',
      { class: 'plain-table' },
      heads.length
        ? h(
            'thead',
            null,
            h(
              'tr',
              null,
              heads.map((head) => h('th', { scope: 'col' }, head)),
            ),
          )
        : null,
      h(
        'tbody',
        null,
        rows.map((row) =>
          h(
            'tr',
            null,
            row.map((cell) => h('td', { class: cell.length <= SHORT ? 'plain-short' : false }, cell)),
          ),
        ),
      ),
    ),
  );

/** @param {Words} words @param {Info} info */
export function createPlainSheet(words, info) {
  /** The value as one line, if it fits. @param {string} key @param {unknown} value */
  function lineOf(key, value) {
    if (isTable(value) || isGrid(value)) return null;
    const line = words.say(value, key, info);
    return line.length <= LONGEST_LINE ? line : null;
  }

  /** Any value as an element. @param {string} key @param {unknown} value @returns {Node} */
  function shown(key, value) {
    const line = lineOf(key, value);
    if (line !== null) return document.createTextNode(line);
    if (isTable(value)) {
      const keys = columns(value).filter(words.isNamed);
      return table(
        words.name(key),
        keys.map(words.name),
        value.map((row) => keys.map((column) => (column in row ? words.say(row[column], column, info) : ''))),
      );
    }
    if (isGrid(value))
      return table(
        words.name(key),
        [],
        value.map((row) => row.map((cell) => words.say(cell, key, info))),
      );
    if (isRecord(value) && !isPhrase(value)) return facts(value, Object.keys(value).filter(words.isNamed));
    if (Array.isArray(value))
      return h(
        'ul',
        null,
        value.map((entry) => h('li', null, shown(key, entry))),
      );
    return document.createTextNode(words.say(value, key, info));
  }

  /** @param {Record<string, unknown>} record @param {string[]} keys */
  const facts = (record, keys) =>
    h(
      'dl',
      { class: 'plain-facts' },
      keys
        .filter((key) => !isEmpty(record[key]))
        .flatMap((key) => [h('dt', null, words.name(key)), h('dd', null, shown(key, record[key]))]),
    );

  /** Short values in one list, and a section for each longer one. @param {Record<string, Json>} view @param {string[]} keys */
  function sections(view, keys) {
    const short = keys.filter((key) => lineOf(key, view[key]) !== null);
    const long = keys.filter((key) => lineOf(key, view[key]) === null);
    return [
      short.length ? facts(view, short) : null,
      ...long.map((key) => h('section', null, h('h2', null, words.name(key)), shown(key, view[key]))),
    ];
  }

  /** @param {string} title @param {Record<string, Json>} view @param {string[]} keys */
  const fold = (title, view, keys) =>
    keys.length ? h('details', null, h('summary', null, title), sections(view, keys)) : null;

  /** Any value as lines of text; nested values are prefixed with their keys. @param {string} key @param {unknown} value @returns {string[]} */
  function lines(key, value) {
    if (isTable(value)) return value.map((row) => words.say(row, key, info));
    if (isGrid(value)) return value.map((row) => words.say(row, key, info));
    const line = words.say(value, key, info);
    if (line.length <= LONGEST_LINE || isPlain(value) || !isRecord(value)) return [line];
    return Object.entries(value)
      .filter(([inner, entry]) => words.isNamed(inner) && !isEmpty(entry))
      .map(([inner, entry]) => t('{name}: {text}', { name: words.name(inner), text: words.say(entry, inner, info) }));
  }

  return {
    /** The whole view: keys that the game names, then constant values, then keys without a name. @param {Record<string, Json>} view */
    elements(view) {
      const keys = changingFirst(view, info.static ?? {});
      const rest = [...keys.changing, ...keys.fixed].filter((key) => !words.isNamed(key));
      return [
        ...sections(view, keys.changing.filter(words.isNamed)),
        fold(t('What stays the same in this match'), view, keys.fixed.filter(words.isNamed)),
        fold(t('More, in the words of the program'), view, rest),
      ];
    },
    /** The same for the text view. @param {Record<string, Json>} view */
    describe(view) {
      const keys = changingFirst(view, info.static ?? {});
      return [...keys.changing, ...keys.fixed]
        .filter(words.isNamed)
        .map((key) => ({ heading: words.name(key), lines: lines(key, view[key]) }));
    },
  };
}
