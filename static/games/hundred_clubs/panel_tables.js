/**
 * What does nobody hide any more? The final table for everybody, and for the referee how all clubs stand and what they ordered.
 */
import { h, replace } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { seatLetter } from 'board/marks.js';
import { isOpen } from './describe.js';
import { badge, cellName, clubName, commandName, plainName } from './names.js';
import { about, counted } from './phrases.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./types').ClubView} View */
/** @typedef {import('./types').RefereePlayer} RefereePlayer */
/** @typedef {{seat: number, cells: string[], isFaint: boolean}} Line */

/** @param {Session} session @param {string[]} headings after the club's @param {Line[]} lines */
function table(session, headings, lines) {
  const { info, seat: own } = session.host;
  return h(
    'table',
    { class: 'hc-table' },
    h(
      'thead',
      null,
      h(
        'tr',
        null,
        [t('Club'), ...headings].map((text) => h('th', { scope: 'col' }, text)),
      ),
    ),
    h(
      'tbody',
      null,
      lines.map(({ seat, cells, isFaint }) =>
        h(
          'tr',
          { class: [seat === own ? 'hc-mine' : '', isFaint ? 'hc-past' : ''].join(' ').trim() },
          h('th', { scope: 'row', title: clubName(seat, info) }, badge(seat), h('span', null, plainName(seat, info))),
          cells.map((text) => h('td', null, text)),
        ),
      ),
    ),
  );
}

/** @param {Session} session @returns {import('./panel.js').Part} */
export function createResult(session) {
  const body = h('div', { class: 'hc-wide', tabindex: '0', role: 'group', 'aria-label': t('Final table') });
  const element = h('section', { class: 'hc-result' }, h('h3', null, t('Final table')), body);
  return {
    element,
    show(view) {
      element.hidden = !view.outcome;
      if (!view.outcome) return;
      const lines = view.outcome.table
        .toSorted((a, b) => a.rank - b.rank || a.seat - b.seat)
        .map((row) => ({
          seat: row.seat,
          isFaint: !row.alive,
          cells: [
            String(row.rank),
            row.alive ? String(row.income) : t('out {round}', { round: row.eliminated_in ?? '?' }),
            String(row.area),
            String(row.saving),
            String(row.peak),
          ],
        }));
      replace(body, table(session, [t('Rank'), t('Income'), t('Cells'), t('Saving'), t('Peak')], lines));
    },
  };
}

/** All clubs in full, for the referee. @param {Session} session @returns {import('./panel.js').Part} */
export function createTruth(session) {
  const body = h('div', { class: 'hc-wide', tabindex: '0', role: 'group', 'aria-label': t('All clubs') });
  const said = h('ul', { class: 'hc-said' });
  const orders = h('div', null, h('h4', null, t('Orders of the last round')), said);
  const element = h('section', { class: 'hc-truth' }, h('h3', null, t('All clubs')), body, orders);
  return {
    element,
    show(view) {
      const players = view.players.filter(isOpen);
      element.hidden = !players.length;
      if (!players.length) return;
      replace(
        body,
        table(
          session,
          headingsOf(view),
          players.map((player) => lineOf(player, view)),
        ),
      );
      const lines = ordersOf(view, session);
      orders.hidden = !lines.length;
      replace(said, lines);
    },
  };
}

/** @param {View} view */
function headingsOf(view) {
  return view.auction ? [t('Bid'), t('Saving')] : [t('Income'), t('Cells'), t('Saving'), t('Capital')];
}

/** @param {RefereePlayer} player @param {View} view @returns {Line} */
function lineOf(player, view) {
  const { seat, alive, saving, bid, income, area, capital, eliminated_in: out } = player;
  if (view.auction) return { seat, isFaint: false, cells: [bid === null ? '–' : String(bid), String(saving)] };
  const standing = alive ? String(income) : t('out {round}', { round: out ?? '?' });
  return { seat, isFaint: !alive, cells: [standing, String(area), String(saving), capital ? cellName(capital) : '–'] };
}

/** @param {View} view @param {Session} session */
function ordersOf({ last_round: last }, session) {
  return Object.entries(last?.campaigns ?? {}).flatMap(([key, campaigns]) => {
    const seat = Number(key);
    const commands = Object.entries(last?.commands[key] ?? {})
      .filter(([, command]) => command !== 'keep_neutral')
      .map(([target, command]) => `${commandName(command)} ${seatLetter(Number(target))}`);
    const paid = campaigns.filter(({ capital }) => !capital);
    const total = paid.reduce((sum, { size }) => sum + size, 0);
    const placed = paid.length
      ? [
          t('{size} in campaigns: {cells}', {
            size: total,
            cells: counted(paid.map(({ at, size }) => `${size} @ ${cellName(at)}`)),
          }),
        ]
      : [];
    const words = [...commands, ...placed];
    return words.length
      ? [
          h(
            'li',
            null,
            badge(seat),
            h(
              'span',
              null,
              h('span', { class: 'visually-hidden' }, about(clubName(seat, session.host.info), '')),
              words.join(' · '),
            ),
          ),
        ]
      : [];
  });
}
