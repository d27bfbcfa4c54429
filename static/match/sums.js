/**
 * What did a step cost and bring, in numbers that can be seen and heard? Sums of the changes of its lines, and how they are shown: lost and gained
 * differ by sign and form, never by colour alone.
 *
 * @typedef {import("../types").News} News
 */

import { sums } from 'app/changes.js';
import { h, icon } from 'app/dom.js';
import { number, t } from 'app/i18n.js';

/** A number with its sign, as the language writes it. @param {number} amount */
const withSign = (amount) => (amount < 0 ? `−${number(-amount)}` : `+${number(amount)}`);

/** A change as screen readers say it, with the figures that are seen: whoever speaks to the page says those. @param {import("../types").Change} change */
export function spoken({ amount, name }) {
  const n = withSign(amount);
  return amount < 0 ? t('Lost: {n} {name}', { n, name }) : t('Gained: {n} {name}', { n, name });
}

/** A number with its sign and its name. @param {import("../types").Change} change */
export const figures = ({ amount, name, icon: sign }) => [
  icon(sign),
  h('b', { 'aria-hidden': 'true' }, withSign(amount)),
  ' ',
  h('span', { class: 'news-name', 'aria-hidden': 'true' }, name),
];

/** What a change looks like: lost, paid and gained differ by form, too. @param {import("../types").Change} change */
export const formOf = ({ amount, isPaid }) => `news-sum ${isPaid ? 'paid' : amount < 0 ? 'lost' : 'gained'}`;

/** Sums of the changes of all lines, those of the most important lines first. @param {News[]} lines */
export const sumsOf = (lines) => sums(lines.flatMap(({ changes }) => changes ?? []));

/** The line that tells of most of a sum. @param {News[]} lines @param {import("../types").Change} sum @returns {News | null} null: none that leads anywhere */
export function lineOf(lines, { kind, amount }) {
  const isLoss = amount < 0;
  /** @param {News} line */
  const part = ({ changes }) =>
    (changes ?? [])
      .filter((one) => one.kind === kind && one.amount < 0 === isLoss)
      .reduce((sum, one) => sum + Math.abs(one.amount), 0);
  const [best] = lines
    .filter((line) => (line.at !== null || line.event) && part(line))
    .sort((a, b) => part(b) - part(a));
  return best ?? null;
}
