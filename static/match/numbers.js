/** What made a finished match, in numbers? Points by source, luck in lots and dice, what was spent: a table of each, one column a seat. */
import { get } from 'app/api.js';
import { h, replace } from 'app/dom.js';
import { number, t } from 'app/i18n.js';
import { siteUrl } from 'app/site_url.js';
import { trying } from 'app/trouble.js';
import { seatMark, seatName } from 'match/seats.js';

/** @typedef {{ name: string, values: number[], expected: number[] | null }} Row */

/** @param {string} match @param {HTMLElement} pane */
export function createNumbers(match, pane) {
  /** @type {Record<string, Row[]> | null} */
  let tables = null;
  let isAsked = false;

  /** @param {import("../types").MatchInfo} info */
  async function show(info) {
    if (tables || isAsked) return;
    isAsked = true;
    replace(pane, h('p', { class: 'muted' }, t('Loading…')));
    try {
      const ask = () => get(siteUrl(`/api/matches/${match}/statistics/`), { wants: [] });
      tables = await trying('numbers', ask, () => show(info));
      replace(pane, ...TABLES.map(([key, title, none]) => table(title(), tables?.[key] ?? [], none(), info)));
    } catch (error) {
      const again = h('button', { type: 'button', class: 'button slim', onclick: () => show(info) }, t('Try again'));
      replace(pane, h('p', { class: 'problem' }, /** @type {Error} */ (error).message), again);
    } finally {
      isAsked = false;
    }
  }

  return { show };
}

/** @type {[string, () => string, () => string][]} */
const TABLES = [
  ['points', () => t('Points by source'), () => t('Nobody made any.')],
  ['luck', () => t('Luck'), () => t('No lots or dice fell in this match.')],
  ['spent', () => t('Spent and lost'), () => t('Nobody spent anything.')],
];

/** @param {string} title @param {Row[]} rows @param {string} none @param {import("../types").MatchInfo} info */
function table(title, rows, none, info) {
  if (!rows.length)
    return h('section', { class: 'numbers' }, h('h3', null, title), h('p', { class: 'muted small' }, none));
  return h(
    'section',
    { class: 'numbers' },
    h(
      'table',
      null,
      h('caption', null, title),
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          h('td'),
          info.seats.map(({ seat }) =>
            h('th', { scope: 'col' }, seatMark(seat), h('span', { class: 'visually-hidden' }, seatName(info, seat))),
          ),
        ),
      ),
      h(
        'tbody',
        null,
        rows.map(({ name, values, expected }) =>
          h(
            'tr',
            null,
            h('th', { scope: 'row' }, name),
            info.seats.map(({ seat }) =>
              h(
                'td',
                null,
                number(values[seat]),
                expected && h('small', { class: 'muted' }, t('expected {n}', { n: number(expected[seat]) })),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}
