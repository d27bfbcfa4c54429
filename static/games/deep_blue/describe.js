/**
 * How does a match of Deep Blue read in words? Sentences for position, orders and standings; those for events are in
 * describe_events.js.
 */
import { join, t, tn } from 'app/i18n.js';
import { apart } from 'kit/cells.js';
import { createWords, resultLine, seatName } from 'kit/describe.js';
import { EVENTS, milestone } from './describe_events.js';
import {
  cellName,
  elementName,
  kindName,
  LAYERS,
  mapName,
  placeName,
  planesName,
  properName,
  sentence,
  signed,
  spotName,
  UNIT_KINDS,
  weatherName,
  word,
} from './names.js';
import { NEWS } from './news.js';
import { whole } from './orders.js';
import { capacity, isUnit, planesOf, positionOf, rectOf } from './position.js';
import { pointsOf, SOURCES } from './sources.js';
import { nameOf, standingWords } from './warnings.js';

/** @import { About, Command, Element, Orders, Position, QueueEntry, Unit } from './types' */

/** Cells around a building within which a way that ends there is one to it: most guns reach so far. */
const BESIDE = 7;

/** Stocks of an element as far as they are known: “health 60 of 70, fuel 80 of 150”. @param {Element} one @param {Position} position */
export function stocksOf(one, position) {
  const stocks = /** @type {const} */ (['health', 'fuel', 'ammo', 'metal']).flatMap((what) => {
    const most = capacity(position, one, what);
    const isResource = one.kind === 'mine' || one.kind === 'oilfield';
    if (one[what] === null || (most === 0 && !one[what])) return [];
    if (isResource || most === null || !most) return t('{what} {n}', { what: word(what), n: Number(one[what]) });
    return t('{what} {n} of {most}', { what: word(what), n: Number(one[what]), most });
  });
  if (isUnit(one) && one.planes) stocks.push(planesName(one.planes));
  else if (one.kind === 'formation') stocks.push(tn('{n} plane', '{n} planes', planesOf(/** @type {Unit} */ (one))));
  return stocks.join(t(', '));
}

/** Where an element is, with the coordinates that commands take. @param {Element | import('./types').Memory} one */
export function placeOf(one) {
  const [x, y] = rectOf(one);
  const [place, cell] = [placeName([x, y]), cellName([x, y])];
  if (!('pos' in one)) return place === cell ? cell : t('{cell} ({layer})', { cell: place, layer: cell });
  const layer = LAYERS[one.pos[2]]();
  return place === cell ? spotName(one.pos) : t('{place} ({cell}, {layer})', { place, cell, layer });
}

/** @param {Unit} one @param {Position} position */
function ownLine(one, position) {
  const goal = one.destination ? t('bound for {cell}', { cell: placeName(one.destination) }) : '';
  return sentence(
    [
      t('{unit} at {place}', { unit: elementName(one), place: placeOf(one) }),
      stocksOf(one, position),
      goal,
      standingWords(one.standing, position),
    ]
      .filter(Boolean)
      .join(t(', ')),
  );
}

/** Whose an element is. @param {Element} one @param {About} about */
function ownerOf(one, { position, info }) {
  if (one.kind === 'mine' || one.kind === 'oilfield') return '';
  if (one.seat === null) return t('nobody’s');
  return one.seat === position.seat ? t('yours') : seatName(one.seat, info);
}

/** @param {Element} one @param {About} about */
function placeLine(one, about) {
  const seen = one.visible || !('seen_round' in one) || one.seat === about.position.seat || one.kind === 'base';
  const age = !seen && one.seen_round ? t('as of round {round}', { round: one.seen_round }) : '';
  return sentence(
    [
      t('{unit} at {place}', { unit: elementName(one), place: placeOf(one) }),
      ownerOf(one, about),
      stocksOf(one, about.position),
      age,
    ]
      .filter(Boolean)
      .join(t(', ')),
  );
}

/** @param {About} about */
function standingLines({ view, position, info }) {
  const lines = [
    t('Round {round} of {limit}. Destroy the enemy base, or lead in points after the last round.', {
      round: view.round,
      limit: view.round_limit,
    }),
    t('Map: {name}. Weather: {weather}, sight {change}.', {
      name: mapName(view.map.title, view.size[0]),
      weather: weatherName(view.weather),
      change: signed(view.weather),
    }),
    ...view.scores.map((/** @type {number} */ score, /** @type {number} */ seat) =>
      tn('{seat}: {n} point', '{seat}: {n} points', score, { seat: seatName(seat, info) }),
    ),
  ];
  if (position.seat !== null && Array.isArray(view.population))
    lines.push(t('Population {n} of {most}.', { n: view.population[0], most: view.population[1] }));
  return lines;
}

/** @param {About} about */
function queueLines({ view, position }) {
  if (position.seat === null || view.seat === null) return [];
  return view.queue.map((/** @type {QueueEntry} */ { kind, planes, left, waiting }) =>
    sentence(
      [
        productName({ kind, planes }),
        left
          ? tn('ready in {n} round', 'ready in {n} rounds', left)
          : waiting && t('waits: {why}', { why: word(waiting) }),
      ]
        .filter(Boolean)
        .join(t(', ')),
    ),
  );
}

/** What the yard makes. @param {{kind: string, planes?: number[] | null}} product */
export const productName = ({ kind, planes }) =>
  planes ? t('{kind} of {planes}', { kind: kindName(kind), planes: planesName(planes) }) : kindName(kind);

/** How much of something may be given. @param {number} n @param {string} what */
const limitWords = (n, what) => (n > 0 ? t('at most {n} {what}', { n, what }) : t('no {what}', { what }));

/** Has it all its health, so that what the base gives is fuel and ammunition? @param {Position} position @param {number} id */
function isWhole(position, id) {
  const one = position.elements.get(id);
  return !!one && one.health !== null && one.health >= (capacity(position, one, 'health') ?? Infinity);
}

/** A command in words. @param {Command} command @param {Position} position */
export function commandWords(command, position) {
  const target = 'target' in command && command.target !== undefined ? nameOf(position, command.target) : '';
  if (command.type === 'attack') {
    const at = target || spotName(command.cell ?? [0, 0, 1]);
    if (command.strikes && !command.strikes.length) return t('holds fire at {target}', { target: at });
    const with_ = command.strikes?.map(word).join(t(', '));
    return with_
      ? t('attacks {target} ({strikes})', { target: at, strikes: with_ })
      : t('attacks {target}', { target: at });
  }
  if (command.type === 'supply') {
    const limits = /** @type {const} */ (['fuel', 'ammo', 'metal']).flatMap((what) =>
      typeof command[what] === 'number' ? limitWords(command[what], word(what)) : [],
    );
    return [t('supplies {target}', { target }), ...limits].join(t(', '));
  }
  if (command.type === 'repair') {
    if (command.planes) return t('repairs {target} to {planes}', { target, planes: planesName(command.planes) });
    return isWhole(position, command.target)
      ? t('refuels and rearms {target}', { target })
      : t('repairs {target}', { target });
  }
  return command.type === 'collect' ? t('collects from {target}', { target }) : t('destroys itself');
}

/** Where a way ends, so that ways to one water are told apart: with the island, mine, oilfield or base that is in reach from there. @param {[number, number]} cell @param {Position} position */
function goalName(cell, { buildings }) {
  const away = (/** @type {Element} */ one) => apart([...cell, ...cell], rectOf(one));
  const [near] = buildings.filter((one) => away(one) <= BESIDE).sort((a, b) => away(a) - away(b));
  const [place, what] = [placeName(cell), near && (properName(near) || elementName(near))];
  return what ? t('{place}, by {what}', { place, what }) : place;
}

/** @param {Orders} orders @param {About} about @returns {{text: string, path: string, brief?: {of: string, does: string}}[]} */
function orderLines(orders, { position }) {
  if (orders.resign) return [{ text: t('Give up.'), path: 'resign' }];
  const line = (/** @type {string} */ id, /** @type {string} */ part, /** @type {string} */ what) => ({
    text: sentence(t('{unit} {what}', { unit: nameOf(position, Number(id)), what })),
    path: `units.${id}.${part}`,
    brief: { of: briefName(Number(id)), does: what },
  });
  /** @param {number} id */
  const briefName = (id) => {
    const one = position.elements.get(id);
    return (one && properName(one)) || nameOf(position, id);
  };
  const units = Object.entries(orders.units ?? {}).flatMap(([id, { move, command, standing }]) => [
    ...(command ? [line(id, 'command', commandWords(command, position))] : []),
    ...(move ? [line(id, 'move', t('sails to {cell}', { cell: goalName(move, position) }))] : []),
    ...(move === null ? [line(id, 'move', t('stops'))] : []),
    ...(standing ? [line(id, 'standing', standingWords(standing, position))] : []),
    ...(standing === null ? [line(id, 'standing', t('ends its standing order'))] : []),
  ]);
  const products = (orders.production ?? []).map((product, i) => ({
    text: product.rally
      ? t('Build: {product}, bound for {cell}', { product: productName(product), cell: placeName(product.rally) })
      : t('Build: {product}', { product: productName(product) }),
    path: `production[${i}]`,
  }));
  return [...units, ...products];
}

/** What a seat has and why: its points, by how much it leads, what brought them as far as the view tells, and what goes on bringing some. @param {number} seat @param {number} score @param {About} about */
function standingText(seat, score, { position, view }) {
  const ahead = score - view.scores[1 - seat];
  const points = tn('{n} point', '{n} points', score);
  const islands = position.buildings.filter((one) => one.kind === 'island' && one.seat === seat).length;
  const brought = pointsOf(view, seat).flatMap((n, i) =>
    n > 0 ? [t('{name} {n}', { name: SOURCES[i][1]().toLowerCase(), n })] : [],
  );
  const base = position.buildings.find((one) => one.kind === 'base' && one.seat === seat);
  const [health, most] = [base?.health ?? null, base ? capacity(position, base, 'health') : null];
  const hurt = health !== null && most !== null && health < most ? t('base {health} of {most}', { health, most }) : '';
  const gain = tn('{n} island: +{points} a round', '{n} islands: +{points} a round', islands, { points: 10 * islands });
  return [
    ahead > 0 ? t('{points}, {n} ahead', { points, n: ahead }) : points,
    join(brought),
    islands > 0 && !view.outcome && gain,
    hurt,
  ]
    .filter(Boolean)
    .join(' · ');
}

const words = createWords({
  positionOf: (view) => positionOf(view),
  whole,
  sections: [
    [() => t('Standing'), standingLines],
    [() => t('Your fleet'), ({ position }) => position.own.filter(isUnit).map((one) => ownLine(one, position))],
    [() => t('Your yard'), queueLines],
    [
      () => t('Ships in sight'),
      (about) =>
        about.position.units
          .filter((one) => one.seat !== about.position.seat)
          .map((one) =>
            sentence(
              t('{unit} of {seat} at {place}, {stocks}', {
                unit: elementName(one),
                seat: seatName(one.seat, about.info),
                place: placeOf(one),
                stocks: stocksOf(one, about.position),
              }),
            ),
          ),
    ],
    [
      () => t('Remembered'),
      ({ position }) =>
        position.ghosts.map((ghost) =>
          sentence(
            tn('{unit} at {place}, {n} round ago', '{unit} at {place}, {n} rounds ago', ghost.age, {
              unit: elementName(ghost),
              place: placeOf(ghost),
            }),
          ),
        ),
    ],
    [
      () => t('Bases, islands, mines and oilfields'),
      (about) => about.position.buildings.map((one) => placeLine(one, about)),
    ],
    [
      () => t('Result'),
      ({ view, info }) => [
        view.outcome && resultLine({ reason: view.outcome.reason, ranking: placesOf(view.outcome.ranking) }, info),
      ],
    ],
  ],
  events: EVENTS,
  news: NEWS,
  orders: orderLines,
  standings: (view) => view.scores.map((/** @type {number} */ score, /** @type {number} */ seat) => ({ seat, score })),
  standing: ({ seat, score }, about) => ({ seat, text: standingText(seat, score, about) }),
  // Population brings no point: it is what is left of a fleet, after what counts.
  series: { score: () => t('Points'), population: () => t('Fleet left') },
});

/** @type {NonNullable<import('../../types').GameModule['sources']>} */
export const sources = ({ view }) =>
  SOURCES.map(([, name], i) => ({
    name: name(),
    values: view.score_parts.map((/** @type {unknown} */ _, /** @type {number} */ seat) => pointsOf(view, seat)[i]),
  }));

/** @param {number[][]} ranking seats by place */
const placesOf = (ranking) => ranking.flatMap((seats, i) => seats.map((seat) => ({ seat, place: i + 1 })));

/** How many of each kind. @param {Element[]} units @returns {{kind: string, units: Element[]}[]} */
export const byKind = (units) =>
  UNIT_KINDS.map((kind) => ({ kind, units: units.filter((one) => one.kind === kind) })).filter(
    (one) => one.units.length,
  );

export const { describe, describeEvent, describeOrders, news, score, describeSeries } = words;
export { milestone };
