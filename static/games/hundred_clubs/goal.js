/** What wins a match of Hundred Clubs, how far is it, and what should somebody know in the first match? */

import { t } from 'app/i18n.js';
import { isOfThese } from './foreseen.js';
import { clubMark } from './names.js';
import { commandTo, totalSize } from './orders.js';
import { isKnownWhere, NOBODY, positionOf } from './position.js';

/** The rival of whose land one sees the most members, which is not all of its income, and its area, 0 where that is unknown; null: no land of others is in sight. @param {import('./position.js').Position} position */
function rivalOf({ view, chart, owner, allies }) {
  /** @type {Map<number, number>} */
  const members = new Map();
  owner.forEach((seat, cell) => {
    if (seat < 0 || seat === view.you || allies.has(seat)) return;
    members.set(seat, (members.get(seat) ?? 0) + chart.members[cell]);
  });
  const [best] = [...members].sort(([a, one], [b, other]) => other - one || a - b);
  if (!best) return null;
  const area = view.players.find(({ seat }) => seat === best[0])?.area ?? 0;
  return { rival: clubMark(best[0]), most: best[1], area };
}

/** @param {import('../../types').Frame} frame */
export function goal({ view }) {
  const course = { round: view.round, last: view.rounds };
  if (!view.round) return t('The largest income after round {last} wins', course);
  // Once it is over nobody looks out for rivals any more; whoever watches has none.
  if (!view.me || view.you === null || view.phase === 'over')
    return t('Largest income wins · round {round} of {last}', course);
  const own = { ...course, n: view.me.income };
  const position = positionOf(view);
  const rival = rivalOf(position);
  if (rival?.area)
    return t('Largest income wins: yours {n} from {own} cells; {rival} has {area} cells · round {round} of {last}', {
      ...own,
      own: view.me.area,
      ...rival,
    });
  // What is in sight is no score.
  if (rival)
    return t(
      'Largest income wins: yours {n}; of {rival} you see {most}, the rest is unknown · round {round} of {last}',
      { ...own, ...rival },
    );
  // Where a rival has begun the map says.
  return isKnownWhere(position)
    ? t('Largest income wins: yours {n} · round {round} of {last}', own)
    : t('Largest income wins: yours {n}, no rival in sight · round {round} of {last}', own);
}

/** What the clubs do before the first round. @type {Record<string, () => string>} */
const START = {
  auction: () => t('Bid for the right to choose first. Everybody pays, so bid little: a few coins are enough.'),
  birthplaces: () =>
    t('Choose a cell among dormitories, and away from other clubs: free land around you is your start.'),
};
/** Those of the first rounds, before a campaign is drafted. */
const ROUNDS = [
  () => t('The flag is your club. Press its cell: a campaign begins there, and wins the land that is framed.'),
  () =>
    t(
      'Now press land beside yours that you want: a dormitory cell has 8 members, a road 2, and members are your income.',
    ),
  () =>
    t('Go on where free land is, and keep your land joined to your capital: what is cut off does not defend itself.'),
];
/** And then: while money is left, and when it is spent. */
const DRAFTED = {
  rest: () => t('A larger campaign wins more: put in the rest, or press other cells too. Money that is left is taxed.'),
  ready: () => t('All clubs move at once, so press Ready: then what is framed is yours, unless a rival wants it too.'),
};

/** Whether money that is left wins land, by the forecast, or before there is one whether any is left. @param {any} choices @param {number} drafted @param {Partial<import('./types').RoundForecast> | null} [forecast] */
function canWinMore(choices, drafted, forecast) {
  if (forecast?.spend) return forecast.spend.gain.about > 0;
  const { saving = 0, campaign_price: price = 1 } = choices ?? {};
  return Math.floor(saving / price) > drafted;
}

/** Free land in sight that is as good as none, as a part of one's own. */
const HARDLY = 0.1;

/** Other clubs that are met and not out. @param {import('./types').ClubView} view */
const metBy = ({ players }) =>
  /** @type {import('./types').PlayerView[]} */ (players).filter(
    ({ relation, eliminated_in: out }) => relation !== 'undiscovered' && !Number.isInteger(out),
  );

/** The club on which these orders turn. @param {import('./types').ClubView} view @param {import('./types').ClubOrders} orders */
const stabbedBy = (view, orders) => metBy(view).find(({ seat }) => commandTo(orders, seat) === 'backstab') ?? null;

/** @typedef {Partial<import('./types').RoundForecast> | null | undefined} Forecast */

/**
 * What the first match comes to later, the most pressing first: its key and its words, null while it is not so.
 * @type {((at: import('./position.js').Position, orders: import('./types').ClubOrders, forecast: Forecast) => {key: string, text: string} | null)[]}
 */
const SITUATIONS = [
  ({ view }) =>
    view.round === view.rounds && !view.options.end_jitter
      ? {
          key: 'last',
          text: t(
            'The last round: money that is left counts for nothing. Put all of it where members are to be won or kept.',
          ),
        }
      : null,
  ({ view, cut, owner }) =>
    owner.some((whose, cell) => whose === view.you && cut[cell] === 1)
      ? {
          key: 'cut',
          text: t(
            'Your hatched land is cut off from your capital and does not defend itself: win the cells between them, or move the capital.',
          ),
        }
      : null,
  ({ view }) => {
    const enemy = metBy(view).find(({ relation }) => relation === 'at_war');
    return enemy
      ? {
          key: `war ${enemy.seat}`,
          text: t(
            'War with {club}: campaigns beside its land take it now, and it can take yours. Roads give way first; what they cut off is defenceless.',
            { club: clubMark(enemy.seat) },
          ),
        }
      : null;
  },
  ({ view }, orders) => {
    const { justify_rounds: needed } = view.options;
    const counted = (/** @type {number} */ seat) => view.me?.justify[seat] ?? 0;
    const isOrdered = (/** @type {number} */ seat) => commandTo(orders, seat) === 'justify_war';
    const stabbed = stabbedBy(view, orders);
    const rival =
      stabbed ?? metBy(view).find((one) => one.relation === 'neutral' && (counted(one.seat) || isOrdered(one.seat)));
    if (!rival) return null;
    const count = counted(rival.seat);
    const facts = { club: clubMark(rival.seat), count, needed };
    if (!stabbed && !isOrdered(rival.seat))
      return {
        key: `prepared ${rival.seat}`,
        text: t(
          'War on {club} is prepared in {count} of {needed} rounds. Press War at its name again, or it begins anew.',
          facts,
        ),
      };
    if (totalSize(orders)) return null;
    return !stabbed && count + 1 < needed
      ? {
          key: `preparing ${rival.seat}`,
          text: t('War on {club} is being prepared. Press Ready: the money that you save now serves it.', facts),
        }
      : {
          key: `begins ${rival.seat}`,
          text: t(
            'War on {club} begins with these orders, before the campaigns: put campaigns beside its land.',
            facts,
          ),
        };
  },
  ({ view, owner, chart }, _, forecast) => {
    const free = owner.filter((whose, cell) => whose === NOBODY && chart.atk[cell] > 0).length;
    const isVain = !!forecast?.spend && !forecast.spend.gain.about;
    const isFree = free > (view.me?.area ?? 0) * HARDLY && !isVain;
    const [rival] = metBy(view)
      .filter(({ relation }) => relation === 'neutral')
      .sort((a, b) => (a.truce ?? 0) - (b.truce ?? 0) || (a.area ?? 0) - (b.area ?? 0));
    if (isFree || !rival) return null;
    const facts = { club: clubMark(rival.seat), n: view.options.justify_rounds };
    return rival.truce
      ? {
          key: `truce ${rival.seat}`,
          text: t(
            'Little free land is left to win, and {club} has a truce with you. After it war wins more: save money for it.',
            facts,
          ),
        }
      : {
          key: `crowded ${rival.seat}`,
          text:
            facts.n === 1
              ? t(
                  'Little free land is left to win: war wins more. Press War at the name of {club}: it begins at once.',
                  facts,
                )
              : t(
                  'Little free land is left to win: war wins more. Press War at the name of {club}, in {n} rounds one after the other; then it begins.',
                  facts,
                ),
        };
  },
  ({ view }) => {
    const [rival] = metBy(view).filter(({ relation }) => relation === 'neutral');
    return rival
      ? {
          key: `met ${rival.seat}`,
          text: t(
            'You have met {club}. In peace no campaign takes land from the other; at its name you choose peace, an alliance or war.',
            { club: clubMark(rival.seat) },
          ),
        }
      : null;
  },
];

/** @param {import('./types').ClubView} view @param {import('./types').ClubOrders} orders @param {Forecast} forecast */
function situationOf(view, orders, forecast) {
  if (view.phase !== 'rounds' || !view.me?.alive) return null;
  const position = positionOf(view);
  for (const told of SITUATIONS) {
    const found = told(position, orders, forecast);
    if (found) return found;
  }
  return null;
}

/**
 * What a round of peace asks for, step by step: land where nothing is ordered yet, more where it wins nothing, the rest of the money, then Ready.
 * @param {import('../../types').Frame} frame @param {import('../../types').Orders} orders @param {Partial<import('./types').RoundForecast> | null} [forecast]
 */
function peaceful({ view, choices }, orders, forecast) {
  const drafted = totalSize(orders);
  const position = positionOf(view);
  const [rival] = metBy(view).filter(({ relation }) => relation !== 'at_war');
  if (!drafted) {
    const free = position.owner.filter((whose, cell) => whose === NOBODY && position.chart.atk[cell] > 0).length;
    if (!free) return null;
    return rival
      ? {
          key: 'peace',
          text: t(
            'There is peace with {club}, so neither takes land from the other. Whoever is first has the free land between you: press it now.',
            { club: clubMark(rival.seat) },
          ),
        }
      : {
          key: 'alone',
          text: t(
            'Nobody is in sight to fight. Take free land with many members, dormitories first, and roads towards where others may be.',
          ),
        };
  }
  if (forecast?.cells?.about === 0 && isOfThese(forecast, orders))
    return {
      key: 'wins nothing',
      text: t('These orders win no land. Put more into a campaign, or drag it to where your land ends.'),
    };
  const next = canWinMore(choices, drafted, forecast) ? 'rest' : 'ready';
  return { key: `peace ${next}`, text: DRAFTED[next]() };
}

/**
 * By phase, so that a table with an auction speaks of bids first.
 * @param {import('../../types').Frame} frame @param {import('../../types').Orders} [orders] @param {Partial<import('./types').RoundForecast> | null} [forecast] of the orders
 */
export function hint(frame, orders, forecast) {
  const { view, choices } = frame;
  const start = START[view.phase];
  if (start) return { key: view.phase, text: start() };
  const round = view.phase === 'rounds' ? ROUNDS[view.round - 1] : null;
  const given = /** @type {import('./types').ClubOrders} */ (orders ?? {});
  // Whoever is met is told in that round, and then what to do in peace.
  const isNews = frame.events?.some(({ was }) => was === 'undiscovered') && !totalSize(given);
  // What a draft that has campaigns leaves over wins nothing, mostly.
  const ahead = isNews || totalSize(given) ? null : forecast;
  const later = view.round >= ROUNDS.length ? situationOf(view, given, ahead) : null;
  if (later && (isNews || !later.key.startsWith('met '))) return later;
  if (!round) return view.phase === 'rounds' && view.me?.alive ? peaceful(frame, orders ?? {}, forecast) : null;
  const drafted = totalSize(orders);
  if (!drafted) return { key: `round ${view.round}`, text: round() };
  const next = canWinMore(choices, drafted, forecast) ? 'rest' : 'ready';
  return { key: `round ${view.round} ${next}`, text: DRAFTED[next]() };
}
