/** Which order does a line of text mean? The words of a choice, or its number in the text view; verbs of a turn besides. */
import { t } from 'app/i18n.js';
import { say } from './words.js';

/** @typedef {import('../../types').Frame} Frame */

/** @param {Frame} frame */
const choicesOf = (frame) => (Array.isArray(frame.choices) ? frame.choices : []);

/** Plain words of a line: small letters, no punctuation, single blanks. @param {string} text */
const plain = (text) =>
  text
    .toLowerCase()
    .replace(/["“”'’.,:;()!?…]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Short words of a turn, by the group of choices they stand for. */
const VERBS = /** @type {Record<string, string>} */ ({
  gather: 'gather',
  operate: 'operate_all',
  end: 'end_turn',
  finish: 'finish',
  pass: 'react',
});

/**
 * The order that a line means. A number is the choice of that number; words are those of a choice, whole or as many as tell it apart.
 * @param {string} text @param {any} orders @param {Frame} frame
 */
export function parseCommand(text, orders, frame) {
  const choices = choicesOf(frame);
  const wanted = plain(text);
  const resign = plain(t('resign'));
  if (wanted === 'resign' || wanted === resign) return { type: 'resign' };
  const numbered = /^\d+$/.test(wanted) ? choices[Number(wanted) - 1] : null;
  const verb = choices.find(({ group, orders: order }) => order && VERBS[wanted] === group);
  const named = numbered ?? verb ?? byWords(choices, wanted);
  if (named.reason) throw new Error(say(named.reason));
  return named.adds ? { ...orders, gear: [...(orders.gear ?? []), ...named.orders.gear] } : named.orders;
}

/** @param {any[]} choices @param {string} wanted */
function byWords(choices, wanted) {
  const names = choices.map((choice) => [plain(say(choice)), plain(choice.label)]);
  const exact = choices.filter((_, i) => names[i].includes(wanted));
  if (exact.length) return exact[0];
  const parts = wanted.split(' ');
  const near = choices.filter((_, i) => names[i].some((name) => parts.every((part) => name.split(' ').includes(part))));
  const legal = near.filter(({ orders }) => orders);
  if (legal.length === 1) return legal[0];
  if (!near.length)
    throw new Error(
      t('Nothing that can be done is called “{text}”. Type the words of a choice, or its number.', { text: wanted }),
    );
  if (!legal.length) return near[0];
  throw new Error(
    t('That could be: {list}', {
      list: legal
        .slice(0, 6)
        .map((choice) => say(choice))
        .join(' · '),
    }),
  );
}

/** The words of something that can be done now. @param {Frame | null} frame */
function exampleOf(frame) {
  const said = frame ? choicesOf(frame).flatMap((choice) => (choice.orders ? plain(say(choice)) : [])) : [];
  return (
    said.sort((a, b) => b.split(' ').length - a.split(' ').length).find((text) => text.length < 48) ??
    'sword attacks hammer'
  );
}

/** @param {Frame | null} [frame] @returns {{command: string, meaning: string}[]} */
export const commandHelp = (frame = null) => [
  { command: '3', meaning: t('the choice of this number under “What can be done”') },
  { command: exampleOf(frame), meaning: t('the words of a choice, as many as tell it apart') },
  { command: 'gather', meaning: t('gather energy') },
  { command: 'operate', meaning: t('operate all mechs') },
  { command: 'pass', meaning: t('use nothing in a reaction window') },
  { command: 'end', meaning: t('end the turn') },
  { command: 'resign', meaning: t('give the match up') },
];
