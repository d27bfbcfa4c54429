/**
 * How is JSON shown to somebody who must play by it? Lists of things as tables, what changes before what stays. For games
 * that have no browser module of their own; nothing here knows what the values mean.
 *
 * @typedef {import("../types").Json} Json
 */
import { h } from 'app/dom.js';
import { t } from 'app/i18n.js';

const LONGEST_LINE = 200;
const FITS_ONE_LINE = 60;

/** @param {unknown} value */
const isPlain = (value) => value === null || typeof value !== 'object';
/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isRecord = (value) => !isPlain(value) && !Array.isArray(value);
/** A list or object that fits one line. @param {unknown} value */
const isShort = (value) => isPlain(value) || JSON.stringify(value).length <= FITS_ONE_LINE;
/** @param {unknown} value */
const isNothing = (value) =>
  value === null || value === undefined || (!isPlain(value) && !Object.keys(Object(value)).length);

/** A value as one line; "–" for null and for what is not there. @param {unknown} value */
export const text = (value) =>
  value === null || value === undefined
    ? '–'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value).slice(0, LONGEST_LINE);

/** @param {unknown} value @returns {value is Record<string, unknown>[]} */
const isTable = (value) => Array.isArray(value) && value.length > 1 && value.every(isRecord);

/** Numbers side by side, such as a line of a map: one line, however many there are. @param {unknown} value @returns {value is unknown[]} */
const isRow = (value) => Array.isArray(value) && value.every((entry) => isPlain(entry) && typeof entry !== 'string');

/** @param {unknown} value */
const isLine = (value) => isShort(value) || isRow(value);
/** @param {unknown} value one of which `isLine` is true */
const line = (value) => (isShort(value) || !isRow(value) ? text(value) : value.map(text).join(' '));

/** What a thing is called comes before what it has. */
const NAMES = ['id', 'name', 'kind', 'type', 'seat', 'pos'];

/** Keys that say something in at least one row: names first, then as they come. @param {Record<string, unknown>[]} rows */
export function columns(rows) {
  return [...new Set([...NAMES, ...rows.flatMap((row) => Object.keys(row))])].filter((key) =>
    rows.some((row) => !isNothing(row[key])),
  );
}

/** The view's keys, those that change in the match first. @param {Record<string, Json>} view @param {Record<string, Json>} fixed */
export const changingFirst = (view, fixed) => ({
  changing: Object.keys(view).filter((key) => !(key in fixed)),
  fixed: Object.keys(view).filter((key) => key in fixed),
});

/** @param {Record<string, unknown>[]} rows */
function table(rows) {
  const keys = columns(rows);
  return h(
    'table',
    { class: 'plain-table' },
    h(
      'thead',
      null,
      h(
        'tr',
        null,
        keys.map((key) => h('th', { scope: 'col' }, key)),
      ),
    ),
    h(
      'tbody',
      null,
      rows.map((row) =>
        h(
          'tr',
          null,
          keys.map((key) => h('td', null, key in row ? text(row[key]) : '')),
        ),
      ),
    ),
  );
}

/** Any value as elements; short ones as one line unless `asList`. @param {unknown} value @param {boolean} [asList] @returns {Node} */
export function tree(value, asList = false) {
  if (isLine(value) && !asList) return document.createTextNode(line(value));
  if (isTable(value)) return table(value);
  return h(
    'ul',
    null,
    Object.entries(Object(value)).map(([key, entry]) =>
      h('li', null, Array.isArray(value) ? null : h('b', null, `${key}: `), tree(entry)),
    ),
  );
}

/** The whole view: short facts together, a section for everything longer, what never changes folded away. @param {Record<string, Json>} view @param {Record<string, Json>} fixed */
export function sheet(view, fixed) {
  const keys = changingFirst(view, fixed);
  return [
    ...sections(view, keys.changing),
    keys.fixed.length
      ? h('details', null, h('summary', null, t('What stays the same in this match')), sections(view, keys.fixed))
      : null,
  ];
}

/** @param {Record<string, Json>} view @param {string[]} keys */
function sections(view, keys) {
  const facts = keys.filter((key) => isShort(view[key]) && !isNothing(view[key]));
  const long = keys.filter((key) => !isShort(view[key]));
  return [
    facts.length ? tree(Object.fromEntries(facts.map((key) => [key, view[key]])), true) : null,
    ...long.map((key) => h('section', null, h('h2', null, key), tree(view[key]))),
  ];
}

/** Any value as lines of text, deeper ones indented. @param {unknown} value @param {string} [indent] @returns {string[]} */
export function lines(value, indent = '') {
  if (isLine(value)) return [indent + line(value)];
  if (isTable(value)) return value.map((row) => indent + words(row));
  return Object.entries(Object(value)).flatMap(([key, entry]) =>
    isLine(entry) ? [`${indent}${key}: ${line(entry)}`] : [`${indent}${key}`, ...lines(entry, `${indent}· `)],
  );
}

/** What a thing says of itself in one line. @param {Record<string, unknown>} row */
const words = (row) =>
  Object.entries(row)
    .filter(([, entry]) => !isNothing(entry))
    .map(([key, entry]) => `${key} ${text(entry)}`)
    .join(' · ');
