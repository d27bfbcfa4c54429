/**
 * What does nobody hide any more? The final table for everybody, and for the referee how all clubs stand and what they ordered.
 */
import { h, replace } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { section, table } from 'kit/parts.js';
import { isOpen, lastRound } from './describe.js';
import { badge, clubName, plainName } from './names.js';
import { placeName } from './places.js';

/** @import { Session } from './session.js' */
/** @import { ClubView as View, RefereePlayer } from './types' */

/** A club as the heading of its line; the own one stands out. @param {Session} session @param {number} seat */
function heading({ host: { info, seat: own } }, seat) {
  const kind = seat === own ? 'hc-club-name hc-mine' : 'hc-club-name';
  return h('span', { class: kind, title: clubName(seat, info) }, badge(seat), h('span', null, plainName(seat, info)));
}

/** A wide table that can be scrolled by keyboard, too. @param {string} label */
const scroller = (label) => h('div', { class: 'hc-wide', tabindex: '0', role: 'group', 'aria-label': label });

/** @param {Session} session @returns {import('./panel.js').Part} */
export function createResult(session) {
  const body = scroller(t('Final table'));
  const part = section(t('Final table'), {}, body);
  return {
    element: part.element,
    show({ outcome }) {
      part.show({ shown: !!outcome });
      if (!outcome) return;
      const lines = outcome.table
        .toSorted((a, b) => a.rank - b.rank || a.seat - b.seat)
        .map(({ seat, rank, alive, income, eliminated_in: out, area, saving, peak }) => {
          const standing = alive ? income : t('out {round}', { round: out ?? '?' });
          return [heading(session, seat), rank, standing, area, saving, peak];
        });
      const head = [t('Club'), t('Rank'), t('Income'), t('Cells'), t('Saving'), t('Peak')];
      replace(body, table({ head, body: lines }));
    },
  };
}

/** All clubs in full, for the referee. @param {Session} session @returns {import('./panel.js').Part} */
export function createTruth(session) {
  const body = scroller(t('All clubs'));
  const said = h('ul', { class: 'kit-lines' });
  const orders = h('div', null, h('h4', null, t('Orders of the last round')), said);
  const part = section(t('All clubs'), {}, body, orders);
  return {
    element: part.element,
    show(view) {
      const players = view.players.filter(isOpen);
      part.show({ shown: players.length > 0 });
      const head = view.auction
        ? [t('Club'), t('Bid'), t('Saving')]
        : [t('Club'), t('Income'), t('Cells'), t('Saving'), t('Capital')];
      replace(
        body,
        table({ head, body: players.map((player) => [heading(session, player.seat), ...cellsOf(player, view)]) }),
      );
      const lines = lastRound({ view, info: session.host.info });
      orders.hidden = !lines.length;
      replace(
        said,
        lines.map((line) => h('li', null, line)),
      );
    },
  };
}

/** @param {RefereePlayer} player @param {View} view */
function cellsOf({ alive, saving, bid, income, area, capital, eliminated_in: out }, view) {
  if (view.auction) return [bid ?? '–', saving];
  const standing = alive ? income : t('out {round}', { round: out ?? '?' });
  return [standing, area, saving, capital ? placeName(view, capital) : '–'];
}
