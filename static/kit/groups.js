/**
 * Which pieces does a player keep together? Groups of ids under a digit: Ctrl or Shift and the digit makes one, Alt and the digit
 * selects it. Browsers have their tabs on Ctrl or Alt and a digit: those are taken only while there is something to group or to select, and
 * Shift works in all. The session has `groups` in its state, `select(ids)`, and says what is there still.
 */
import { t, tn } from 'app/i18n.js';
import { DIGITS } from 'kit/keys.js';
import { chips } from 'kit/lists.js';

/** @typedef {{state: any, change: (part: any) => void, say: (words: string) => void, select: (ids: number[]) => void, members: (ids: number[]) => number[], host?: {readonly: boolean}}} Session `members`: those of the ids that are still there */

/** @param {Session} session @param {string} digit @returns {boolean} whether that group has anything */
function recall(session, digit) {
  const ids = session.members(session.state.groups[digit] ?? []);
  if (ids.length) session.select(ids);
  return ids.length > 0;
}

/** @param {Session} session @param {string} digit */
function make(session, digit) {
  const ids = session.members(session.state.selected);
  session.change({ groups: { ...session.state.groups, [digit]: ids } });
  session.say(tn('Group {digit}: {n} unit', 'Group {digit}: {n} units', ids.length, { digit }));
}

/** Lines for the table of keys. @returns {import('kit/keys.js').Key<any>[]} */
export const groupKeys = () => [
  {
    on: DIGITS.slice(1),
    with: 'alt',
    shown: 'Alt+1 … 9',
    meaning: () => t('Select a group'),
    act: (session, { key }) => recall(session, key),
  },
  {
    on: DIGITS.slice(1),
    with: 'ctrl',
    act: (session, { key }) => session.members(session.state.selected).length > 0 && make(session, key),
  },
  {
    on: DIGITS.slice(1),
    shown: 'Shift+1 … 9 / Ctrl+1 … 9',
    meaning: () => t('Make the selection a group'),
    act: (session, { key, shift }) => (shift ? make(session, key) : false),
  },
];

/** The groups there are, and a button that makes the next one, for hands without keys. @param {Session} session */
export function groupChips(session) {
  const part = chips({
    label: t('Groups'),
    onchoose: (digit) => (digit === 'new' ? make(session, free()) : recall(session, digit)),
  });
  const free = () => DIGITS.slice(1).find((digit) => !count(digit)) ?? '9';
  const count = (/** @type {string} */ digit) => session.members(session.state.groups[digit] ?? []).length;
  return {
    element: part.element,
    show: () =>
      part.show([
        ...DIGITS.filter(count).map((digit) => ({
          key: digit,
          text: t('Group {n}', { n: digit }),
          small: String(count(digit)),
        })),
        ...(session.state.selected.length && !session.host?.readonly ? [{ key: 'new', text: t('New group') }] : []),
      ]),
  };
}
