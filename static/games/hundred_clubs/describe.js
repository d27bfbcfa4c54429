/**
 * How does the position read in words? The text view of the board: own facts, clubs, land, cells in sight and drafts, from the view
 * and nothing else. Bounded: a line per club, per piece of land (the largest ones) and per row of the map.
 */
import { join, t, tn } from 'app/i18n.js';
import { createWords } from 'kit/describe.js';
import { EVENTS, heroOf } from './describe_events.js';
import { hasBegun, LAND, placesText } from './describe_land.js';
import { remarkOf } from './foreseen.js';
import { cellName, clubName, commandName, landmarkName, landmarkNote, relationName } from './names.js';
import { NEWS } from './news.js';
import { whole } from './orders.js';
import { about, inTurn, remarked } from './phrases.js';
import { membersAt, newCapital, placeName } from './places.js';
import { beginsAtStarts, positionOf } from './position.js';
import { statusQuo } from './relations.js';

/** @import { MatchInfo, Frame } from '../../types' */
/** @import { ClubView as View, ClubOrders as Orders, PlayerView, RefereePlayer } from './types' */
/** @typedef {Omit<import('kit/describe.js').About<import('./position.js').Position>, 'view'> & {view: View}} About */

/** Members that a club's land yields each round. @param {number} n */
export const incomeText = (n) => tn('{n} member a round', '{n} members a round', n);
/** @param {number} n */
export const areaText = (n) => tn('{n} cell', '{n} cells', n);
/** @param {number} n */
const roundsText = (n) => tn('{n} round', '{n} rounds', n);

/** Whether a player's entry is the referee's, who knows all. @param {PlayerView | RefereePlayer} player @returns {player is RefereePlayer} */
export const isOpen = (player) => 'income' in player;

/** Phase and round, and the result once there is one. Who is awaited the page says: that changes within a round. @param {About} about */
function overview({ view, info }) {
  if (view.phase === 'auction') return [t('Hidden bids for the order in which birthplaces are chosen')];
  if (view.phase === 'birthplaces') return choiceLines(view, info);
  const round = t('Round {round} of {rounds}', { round: view.round, rounds: view.rounds });
  return view.outcome ? [round, ...resultLines(view, info)] : [round];
}

/** The queue of an auction whose bids are in. @param {View} view @param {MatchInfo} info */
function choiceLines(view, info) {
  const { auction } = view;
  if (!auction?.order) return [];
  const lines = [
    t('Order of choice: {clubs}', { clubs: auction.order.map((seat) => clubName(seat, info)).join(' → ') }),
  ];
  if (auction.next !== null) lines.push(t('{club} chooses a birthplace now', { club: clubName(auction.next, info) }));
  if (auction.chosen.length)
    lines.push(t('Chosen so far: {cells}', { cells: inTurn(auction.chosen.map((at) => placeName(view, at))) }));
  return lines;
}

/** The final table. @param {View} view @param {MatchInfo} info @returns {string[]} */
function resultLines({ outcome }, info) {
  return (outcome?.table ?? [])
    .toSorted((a, b) => a.rank - b.rank)
    .map((row) =>
      t('{rank}. {club}: {income}, {area}, peak {peak}', {
        rank: row.rank,
        club: clubName(row.seat, info),
        income: incomeText(row.income),
        area: row.alive ? areaText(row.area) : t('out in round {round}', { round: row.eliminated_in ?? '?' }),
        peak: row.peak,
      }),
    );
}

/** @param {About} about @returns {string[]} */
function ownLines({ view: read, through }) {
  const view = /** @type {View} */ (through?.view ?? read);
  const { me, auction, options } = view;
  if (view.you === null || !me) return [];
  if (auction) {
    const [none, given] = through
      ? [t('No bid yet'), t('Bid: {bid}', { bid: auction.my_bid ?? 0 })]
      : [t('You have not bid yet'), t('Your bid: {bid}', { bid: auction.my_bid ?? 0 })];
    return [
      auction.my_bid === null ? none : given,
      t('Saving at the start: {saving}', { saving: options.initial_saving }),
    ];
  }
  if (!me.alive)
    return [
      through ? t('{club} is out.', { club: through.name }) : t('Your club is out. You learn no more before the end.'),
    ];
  const capital = me.capital
    ? t('Capital on {place}; it is a free campaign of {size}', {
        place: placeName(view, me.capital),
        size: me.capital_influence,
      })
    : through
      ? t('No capital: all land that no ally’s capital supplies is cut off')
      : t('You have no capital: all your land that no ally’s capital supplies is cut off');
  const place = me.capital_returns_to && placeName(view, me.capital_returns_to);
  const back = !place
    ? []
    : through
      ? [t('It stands on {place} again once that is land of the club or an ally’s', { place })]
      : [t('It stands on {place} again once that is your land or an ally’s', { place })];
  return [
    t('Saving {saving}, {income}, {area}, peak {peak}', {
      saving: me.saving,
      income: incomeText(me.income),
      area: areaText(me.area),
      peak: me.peak,
    }),
    capital,
    ...back,
    t('Corruption takes {percent} % of what is left over', { percent: percentOf(me.corruption_rate_ppm) }),
    ...(through
      ? [me.backstab_used ? t('backstab used') : t('backstab unused')]
      : [me.backstab_used ? t('Your backstab is used') : t('Your backstab is unused')]),
  ];
}

/** Parts in a million as percent, without zeros at the end. @param {number} ppm */
export const percentOf = (ppm) => String(Number((ppm / 10000).toFixed(2)));

/** What is between you and a club: “neutral, truce for 2 rounds”. @param {PlayerView} player */
export function relationText({ relation, truce }) {
  if (relation === 'neutral' && truce)
    return t('{relation}, truce for {rounds}', { relation: relationName(relation), rounds: roundsText(truce) });
  return relationName(relation);
}

/** Whom else a club fights and with whom it has a truce or an alliance, as far as known. @param {PlayerView} player @param {View} view @param {MatchInfo} info @returns {string[]} */
function quarrels(player, view, info) {
  const names = (/** @type {number[] | undefined} */ seats = []) => {
    const others = seats.filter((seat) => seat !== view.you);
    return others.length ? join(others.map((seat) => clubName(seat, info))) : '';
  };
  const allied = Object.entries(player.relations ?? {}).flatMap(([seat, relation]) =>
    relation === 'allied' && Number(seat) !== player.seat ? [Number(seat)] : [],
  );
  const [enemies, truces, allies] = [player.at_war_with, player.in_truce_with, allied].map(names);
  return [
    enemies && t('at war with {clubs}', { clubs: enemies }),
    truces && t('in truce with {clubs}', { clubs: truces }),
    allies && t('allied with {clubs}', { clubs: allies }),
  ].filter(Boolean);
}

/** @param {PlayerView | RefereePlayer} player @param {About} about */
function clubLine(player, { view: read, info, through }) {
  const view = through?.view ?? read;
  const facts = isOpen(player) ? openFacts(player, view, info) : knownFacts(player, view, info, through?.name);
  return about(clubName(player.seat, info), inTurn(facts));
}

/** What is known of a club beside its relation: area, saving, capital, quarrels. @param {PlayerView} player @param {View} view @param {MatchInfo} info */
export function clubFacts(player, view, info) {
  return [
    player.area !== undefined && areaText(player.area),
    player.saving !== undefined && t('saving {saving}', { saving: player.saving }),
    player.capital && t('capital on {place}', { place: placeName(view, player.capital) }),
    ...quarrels(player, view, info),
  ].filter((text) => typeof text === 'string');
}

/** @param {PlayerView} player @param {View} view @param {MatchInfo} info @param {string} [whose] the club whose view it is, where it is not the reader's */
function knownFacts(player, view, info, whose) {
  if (Number.isInteger(player.eliminated_in))
    return [t('out in round {round}', { round: player.eliminated_in ?? '?' })];
  const count = view.me?.justify[player.seat] ?? 0;
  const facts = { count, needed: view.options.justify_rounds, club: whose ?? '' };
  const war = whose
    ? t('war of {club} is prepared {count} of {needed} rounds', facts)
    : t('your war is prepared {count} of {needed} rounds', facts);
  return [
    view.you === null ? t('in play') : relationText(player),
    ...clubFacts(player, view, info),
    ...(count > 0 ? [war] : []),
  ];
}

/** @param {RefereePlayer} player @param {View} view @param {MatchInfo} info */
function openFacts(player, view, info) {
  if (!player.alive)
    return [t('out in round {round}', { round: player.eliminated_in ?? '?' }), t('peak {peak}', { peak: player.peak })];
  const relations = Object.entries(player.relations)
    .filter(([seat, relation]) => Number(seat) !== player.seat && relation !== 'undiscovered')
    .map(([seat, relation]) => about(relationName(relation), clubName(Number(seat), info)));
  return [
    player.bid !== null && t('bid {bid}', { bid: player.bid }),
    t('saving {saving}', { saving: player.saving }),
    incomeText(player.income),
    areaText(player.area),
    t('peak {peak}', { peak: player.peak }),
    player.capital ? t('capital on {place}', { place: placeName(view, player.capital) }) : t('no capital'),
    player.backstab_used && t('backstab used'),
    ...relations,
  ].filter((text) => typeof text === 'string');
}

/** What all clubs ordered in the round before; the referee's only. @param {Pick<About, 'view' | 'info'>} about @returns {string[]} */
export function lastRound({ view, info }) {
  const { last_round: last } = view;
  if (!last) return [];
  return Object.entries(last.campaigns).flatMap(([seat, campaigns]) => {
    const said = Object.entries(last.commands[seat] ?? {})
      .filter(([, command]) => command !== 'keep_neutral')
      .map(([target, command]) => remarked(commandName(command), clubName(Number(target), info)));
    const placed = campaigns.map(({ at, size }) => t('{size} on {cell}', { size, cell: placeName(view, at) }));
    const facts = [...said, ...placed];
    return facts.length ? [about(clubName(Number(seat), info), inTurn(facts))] : [];
  });
}

/** Where one may be born: legal cells by row, and the places worth a thought. @param {About} about */
function birthplaces({ view, frame }) {
  if (hasBegun(view)) return [];
  const legal = frame.choices?.legal;
  const places = (view.map.landmarks ?? []).map((/** @type {import('./types').Landmark} */ landmark) =>
    inTurn(
      [
        t('{name} on {cell}: {members} members within two cells', {
          name: landmarkName(landmark),
          cell: cellName(landmark.at),
          members: membersAt(view, landmark.at),
        }),
        landmarkNote(landmark),
      ].filter(Boolean),
    ),
  );
  const open = legal ? [t('Free: {cells}', { cells: placesText(legal, '1') })] : [];
  return [...open, ...places];
}

// ---------------------------------------------------------------- drafts

/** @param {Orders} orders @param {About} about */
function orderLines(orders, { view, info, forecast }) {
  const { bid, birthplace, diplomacy = {}, campaigns = [], resign } = orders;
  const moved = newCapital(view, orders);
  const lines = [];
  if (bid !== undefined)
    lines.push({
      text: forecast ? t('Bid {bid}; {left} left for round 1', { bid, left: forecast.left }) : t('Bid {bid}', { bid }),
      path: 'bid',
    });
  if (birthplace)
    lines.push({ text: t('Birthplace {place}', { place: placeName(view, birthplace) }), path: 'birthplace' });
  for (const [seat, command] of Object.entries(diplomacy)) {
    if (command === statusQuo(view, Number(seat))) continue;
    lines.push({ text: about(commandName(command), clubName(Number(seat), info)), path: `diplomacy.${seat}` });
  }
  campaigns.forEach(({ at, size }, i) => {
    const remark = remarkOf(forecast?.campaigns?.[i]);
    const text = t('Campaign {n}: {size} on {place}', { n: i + 1, size, place: placeName(view, at) });
    lines.push({
      text: remark ? t('{text} – {remark}', { text, remark }) : text,
      path: `campaigns[${i}]`,
    });
  });
  if (moved) lines.push({ text: t('Capital to {place}', { place: placeName(view, moved) }), path: 'capital' });
  if (resign) lines.push({ text: t('Resign'), path: 'resign' });
  return lines;
}

// ---------------------------------------------------------------- standing and result

/** All that a view says of each club, the own one last. @param {View} view @returns {(PlayerView | RefereePlayer)[]} */
const standings = ({ players, you }) => (you === null ? players : [...players, { seat: you, relation: 'allied' }]);

/** @param {number} income @param {number} area */
const shortStanding = (income, area) => t('+{income} a round · {area}', { income, area: areaText(area) });

/** How a club stands as far as the audience knows. @param {PlayerView | RefereePlayer} player @param {View} view */
function standing(player, view) {
  if (player.seat === view.you && view.me && !view.auction)
    return view.me.alive ? shortStanding(view.me.income, view.me.area) : t('out');
  if (Number.isInteger(player.eliminated_in)) return t('out in round {round}', { round: player.eliminated_in ?? '?' });
  if (view.auction) return '';
  if (isOpen(player)) return shortStanding(player.income, player.area);
  if (view.you === null) return '';
  if (player.relation === 'undiscovered') return '';
  return player.area === undefined
    ? relationName(player.relation)
    : `${relationText(player)} · ${areaText(player.area)}`;
}

/**
 * What a step is called: the rounds have numbers of their own, because choosing birthplaces takes steps as well.
 * @param {number} step @param {MatchInfo} info @param {View | null} view the position it begins with; without it nobody is taken to have
 * left before round 1
 */
export function nameStep(step, info, view) {
  if (view) return phaseName(view);
  const opening = beginsAtStarts(info.options) ? 0 : 1 + info.seats.length;
  if (step >= opening) return t('Round {n}', { n: step - opening + 1 });
  return step ? t('Birthplace {n}', { n: step }) : t('Auction');
}

/** @param {View} view */
function phaseName({ phase, round, auction }) {
  if (phase === 'auction') return t('Auction');
  if (phase === 'birthplaces') return t('Birthplace {n}', { n: (auction?.chosen.length ?? 0) + 1 });
  return t('Round {n}', { n: round });
}

export const { describe, describeEvent, describeOrders, news, score, describeSeries } = createWords({
  positionOf,
  whole,
  sections: [
    [() => t('Position'), overview],
    [({ through }) => through?.name ?? t('Your club'), ownLines],
    [() => t('Clubs'), (told) => told.view.players.map((/** @type {PlayerView} */ player) => clubLine(player, told))],
    [() => t('Orders of the last round'), lastRound],
    [() => t('Birthplaces'), birthplaces],
    ...LAND,
  ],
  events: EVENTS,
  news: NEWS,
  orders: orderLines,
  standings,
  standing: (player, { view }) => ({ seat: player.seat, text: standing(player, view) }),
  series: { income: () => t('Income'), area: () => t('Area'), saving: () => t('Saving') },
});

/** Wars, alliances, backstabs, lost capitals and clubs that are out. @param {any} event @param {Frame} frame @param {MatchInfo} info */
export function milestone(event, frame, info) {
  const seat = heroOf(event);
  const text = seat === undefined ? null : describeEvent(event, frame, info);
  return seat === undefined || text === null ? null : { seat, text };
}
