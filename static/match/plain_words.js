/**
 * How is any value of a game said in words? With the game's names of keys and values and the names of the seats; without braces, quotes or
 * underscores. For games that have no browser module of their own. Pure: no DOM.
 *
 * @typedef {import("../types").Json} Json
 * @typedef {import("../types").MatchInfo} Info
 * @typedef {import("../types").Vocabulary} Vocabulary
 */
import { join, phrase, t } from 'app/i18n.js';
import { seatName } from 'match/seats.js';

const LONGEST_LIST = 60;
const KEY = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/;
const PLACE = /%\((\w+)\)s/g;

/** @param {unknown} value */
export const isPlain = (value) => value === null || typeof value !== 'object';
/** @param {unknown} value @returns {value is Record<string, unknown>} */
export const isRecord = (value) => !isPlain(value) && !Array.isArray(value);
/** Is there nothing to show? @param {unknown} value @returns {boolean} */
export const isEmpty = (value) =>
  value === undefined || value === null || value === '' || (!isPlain(value) && !Object.keys(Object(value)).length);
/** @param {unknown} value @returns {value is import("../types").Phrase} */
export const isPhrase = (value) =>
  isRecord(value) && typeof value.text === 'string' && (!('data' in value) || isRecord(value.data));

/** The words of a key for which the game has no name: "max round" for "max_round". @param {string} key */
export const spaced = (key) =>
  key
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_\s]+/g, ' ')
    .trim()
    .toLowerCase();
/** @param {string} text */
const raised = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {Vocabulary} vocabulary in the page's language */
export function createPlainWords({ keys, values, events, seats, orders }) {
  /** @param {string} key */
  const name = (key) => keys[key] ?? raised(spaced(key));

  /** @param {unknown} value @param {string} key whose value it is @param {Info} info @returns {string} */
  function say(value, key, info) {
    if (value === null || value === undefined || value === '') return '–';
    if (value === true) return t('yes');
    if (value === false) return t('no');
    if (typeof value === 'number')
      return seats.includes(key) && info.seats.some(({ seat }) => seat === value)
        ? seatName(info, value)
        : String(Math.round(value * 100) / 100);
    if (typeof value === 'string') return values[value] ?? (KEY.test(value) ? spaced(value) : value);
    if (isPhrase(value)) return phrase(value);
    return Array.isArray(value) ? sayList(value, key, info) : sayRecord(Object(value), key, info);
  }

  /** @param {unknown[]} list @param {string} key @param {Info} info */
  function sayList(list, key, info) {
    if (!list.length) return t('none');
    const said = list.slice(0, LONGEST_LIST).map((entry) => say(entry, key, info));
    if (list.length > LONGEST_LIST) said.push(t('and {n} more', { n: list.length - LONGEST_LIST }));
    return said.join(list.every(isPlain) ? ', ' : '; ');
  }

  /** @param {Record<string, unknown>} record @param {string} key @param {Info} info */
  function sayRecord(record, key, info) {
    const said = Object.entries(record)
      .filter(([, entry]) => !isEmpty(entry))
      .map(([inner, entry]) => {
        const of = seats.includes(key) && /^\d+$/.test(inner) ? say(Number(inner), key, info) : name(inner);
        const text = say(entry, inner, info);
        return `${of} ${isPlain(entry) || isPhrase(entry) ? text : `(${text})`}`;
      });
    return said.length ? said.join(' · ') : t('none');
  }

  /** @param {string} text what somebody typed @returns {Json} */
  function read(text) {
    const known = Object.entries(values).find(([, word]) => word.toLowerCase() === text.toLowerCase());
    if (known) return known[0];
    if ([t('yes'), 'yes'].includes(text)) return true;
    if ([t('no'), 'no'].includes(text)) return false;
    if ([t('none'), 'none'].includes(text)) return null;
    const parts = text.split(/\s+/).map((part) => (/^[-+]?\d+(\.\d+)?$/.test(part) ? Number(part) : part));
    if (parts.length > 1 && parts.every((part) => typeof part === 'number')) return parts;
    return parts.length === 1 ? parts[0] : text;
  }

  return {
    name,
    say,
    /** Does the game have a name for this key? If it names no keys, all count as named. @param {string} key */
    isNamed: (key) => key in keys || !Object.keys(keys).length,
    /** The sentence for an event; null if the game has none. @param {Record<string, unknown>} event @param {Info} info */
    tell(event, info) {
      const sentence = events[String(event.type)];
      return sentence ? sentence.replace(PLACE, (_, key) => say(event[key], key, info)) : null;
    },
    /** The names of the fields of orders, as a person can type them. */
    fields: () => orders.map((key) => ({ key, word: name(key) })),
    /**
     * Parses orders typed as fields and values, such as "walk 1, throw 3"; null if the text has another form. @param {string} text
     * @returns {Record<string, Json> | null}
     */
    readOrders(text) {
      /** @type {Record<string, Json>} */
      const found = {};
      for (const part of text.split(/[,，;]/).map((one) => one.trim())) {
        const starts = orders.flatMap((key) => [key, name(key)].map((word) => ({ key, word: word.toLowerCase() })));
        const field = starts
          .sort((a, b) => b.word.length - a.word.length)
          .find(({ word }) => part.toLowerCase().startsWith(`${word} `));
        if (!field) return null;
        found[field.key] = read(part.slice(field.word.length).trim());
      }
      return found;
    },
    /** A list of fields for a sentence. */
    fieldList: () => join(orders.map(name)),
  };
}
