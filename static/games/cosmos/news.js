/**
 * What of a step matters to a seat, and where was it? What one lost first, then what came to nothing, what one won, what has come into sight;
 * what others did among themselves last. A step has many rounds: what repeats is told once, what was built in one line.
 */

import { changeOf, ofSeat, sums } from 'app/changes.js';
import { join, t, tn } from 'app/i18n.js';
import { plainName } from 'kit/describe.js';
import { takesLast } from './beaten.js';
import { arrived, middleOf, outbid, sighted, silent } from './contacts.js';
import { costsOf, beatenBy as destroyedBy, energy, firstLike, isFirst, isOwn, points } from './deeds.js';
import { ALL, entityName, KINDS } from './names.js';
import { positionOf, tileOf } from './position.js';

/** @import { Frame, Hit, Kind, Position, Shown } from './types' */
/** @typedef {import('kit/describe.js').About<Position>} About */

/** How much an event matters. @type {Record<string, (event: any, about: About, before: Frame | null) => number>} */
const WEIGHTS = {
  match_over: () => 100,
  eliminated: ({ seat }, { view }) => (seat === view.seat ? 99 : 78),
  captured(event, { view: { seat }, position }) {
    const { old_seat: was, new_seat: is } = event;
    if (seat === null || (was !== seat && is !== seat)) return 44;
    if (was === seat) return 96;
    // What a rival had is told before all that came to nothing, and his last planet before all else.
    return was === null ? 80 : takesLast(event, position) ? 98 : 94;
  },
  overloaded(event, about, before) {
    const { seat } = about.view;
    const hits = /** @type {Hit[]} */ (event.hits);
    if (seat !== null && event.seat === seat) return hits.length ? 72 : 84;
    return hits.some(({ id, result }) => result !== 'healed' && isOwn(id, about, before)) ? 92 : 34;
  },
  destroyed: ({ id }, about, before) => (isOwn(id, about, before) ? 90 : 32),
  analysed: ({ miner, scout }, about, before) =>
    isOwn(miner, about, before) ? 88 : scout !== null && isOwn(scout, about, before) ? 70 : 30,
  program_void: (event, { frame }) => (isFirst(event, frame) ? 83 : 0),
  // Who has to wait does it later, and what failed in the step before is known: that turns no match.
  order_failed: (event, { frame }, before) =>
    isFirst(event, frame) ? (PASSING.has(event.code) || (before && firstLike(event, before)) ? 38 : 82) : 0,
  evolved: ({ id }, about, before) => (isOwn(id, about, before) ? 50 : 20),
  built: ({ seat }, { view }) => (view.seat !== null && seat === view.seat ? 0 : 24),
};

/** Why an order failed for now only. */
const PASSING = new Set(['cooldown', 'blocked']);

/** @param {Position} position @param {number} id @returns {[number, number] | null} */
function placeOf({ byId }, id) {
  const entity = byId.get(id);
  return entity ? middleOf(entity) : null;
}

/** Ships that one burst destroys or takes to be a moment. */
const MANY = 3;

/** What stops the eye. @type {Record<string, (event: any, about: About, before: Frame | null) => string | null>} */
const MOMENTS = {
  captured(event, { view, info, position }) {
    const { kind, id, old_seat: was, new_seat: is } = event;
    if (kind !== 'planet') return null;
    const name = entityName(position.byId.get(id) ?? { id, kind, seat: is, pos: [0, 0] });
    if (view.seat === null) return t('{planet} turns to {name}', { planet: name, name: plainName(is, info) });
    // Without planets he builds nothing and bids nothing: the greatest moment of a match.
    if (is === view.seat && typeof was === 'number' && takesLast(event, position))
      return t('{planet} is yours: {name} has no planet left', { planet: name, name: plainName(was, info) });
    if (is === view.seat) return t('{planet} is yours', { planet: name });
    return was === view.seat ? t('{planet} is lost', { planet: name }) : null;
  },
  overloaded({ seat, hits }, about, before) {
    const { seat: you } = about.view;
    if (you === null) return null;
    const mine = hits.filter((/** @type {Hit} */ { id }) => isOwn(id, about, before));
    const gone = (/** @type {Hit[]} */ list) => list.filter(({ result }) => result === 'destroyed').length;
    if (seat === you) {
      const n = gone(hits) - gone(mine);
      return n >= MANY ? tn('One burst, {n} destroyed', 'One burst, {n} destroyed', n) : null;
    }
    const planet = mine.find((/** @type {Hit} */ { kind, result }) => kind === 'planet' && result === 'hurt');
    if (planet && planet.after * 2 <= planet.before) return t('Planet under fire');
    return gone(mine) >= MANY ? tn('One burst, {n} lost', 'One burst, {n} lost', gone(mine)) : null;
  },
  analysed({ miner, scout }, about, before) {
    if (isOwn(miner, about, before)) return t('Your miner is analysed');
    return scout !== null && isOwn(scout, about, before) ? t('Miner analysed') : null;
  },
  evolved: ({ id }, about, before) => (isOwn(id, about, before) ? t('A miner turns battleship') : null),
  eliminated: ({ seat }, { view, info }) =>
    seat === view.seat ? t('You are out') : t('{name} is out', { name: plainName(seat, info) }),
};

/** Parts of the final weapon that are worth a word, the greatest first. */
const PARTS = /** @type {[number, () => string][]} */ ([
  [1, () => t('The final weapon is yours')],
  [0.75, () => t('Three quarters of the final weapon')],
  [0.5, () => t('Half of the final weapon')],
]);

/** @type {import('kit/describe.js').NewsTable<Position>} */
export const NEWS = {
  weigh: (event, about, before) => WEIGHTS[event.type]?.(event, about, before) ?? 8,

  at({ pos, id, miner, scout, planet }, { position }, before) {
    const known = pos && tileOf(position.chart, pos);
    if (known) return [known[0] + 0.5, known[1] + 0.5];
    const old = before && positionOf(before.view);
    for (const one of [id, miner, scout, planet]) {
      const entity = position.byId.get(one) ?? old?.byId.get(one);
      if (entity) return middleOf(entity);
    }
    return null;
  },

  moment: (event, about, before) => MOMENTS[event.type]?.(event, about, before) ?? null,
  sides: costsOf,
  changes: (event, about, before) => [
    ...ofSeat(costsOf(event, about, before), about.view.seat),
    ...destroyedBy(event, about, before),
  ],
  by: ({ seat, new_seat: is, id, miner, scout }, about, before) => {
    if (typeof seat === 'number') return seat;
    if (typeof is === 'number') return is;
    const one =
      about.position.byId.get(scout ?? id ?? miner) ??
      (before && positionOf(before.view).byId.get(scout ?? id ?? miner));
    return one?.seat ?? null;
  },

  // Planets of nobody fall to everybody: no match turned by one.
  isUsual: ({ type, old_seat: was, hits = [] }, { frame }) =>
    type === 'captured'
      ? was === null
      : type === 'overloaded' &&
        hits.length > 0 &&
        hits.every((/** @type {Hit} */ hit) =>
          frame.events.some((one) => one.type === 'captured' && one.id === hit.id && one.old_seat === null),
        ),

  more(about, before) {
    const { frame, position, view } = about;
    if (!before || view.seat === null) return [];
    const old = positionOf(before.view);
    // What the last step shows is the fog that lifts, and nothing comes of it any more.
    const fresh = position.shown.filter(({ id, seen }) => !frame.final && seen === 'seen' && !old.byId.has(id));
    /** @type {Map<string, Shown[]>} */
    const groups = new Map();
    for (const one of fresh) {
      const key = `${one.kind} ${one.seat}`;
      groups.set(key, [...(groups.get(key) ?? []), one]);
    }
    // Of a civilisation the first sight is told once, with the most of what has come.
    const met = new Set();
    return [
      ...works(about),
      ...ALL.flatMap((kind) => [...groups.values()].filter(([one]) => one.kind === kind)).map((group) =>
        sighted(group, about, old, met),
      ),
      ...arrived(about, before),
      ...outbid(about, before),
      ...silent(about, before),
      ...weapon(about, before),
      ...home(about, before),
      ...foreign(about, old),
    ];
  },
};

/** What was built, in one line. @param {About} about @returns {import('../../types').News[]} */
function works(about) {
  const { frame, view, position } = about;
  const built = frame.events.filter(({ type, seat }) => type === 'built' && seat === view.seat);
  if (!built.length) return [];
  const counts = ALL.flatMap((kind) => {
    const n = built.filter((event) => event.kind === kind).length;
    return n ? [KINDS[kind].many(n)] : [];
  });
  const sides = sums(built.flatMap((event) => costsOf(event, about, null)));
  return [
    {
      text: t('Built: {counts}.', { counts: join(counts) }),
      weight: 14,
      at: placeOf(position, built[0].id),
      by: view.seat,
      changes: ofSeat(sides, view.seat),
      sides,
    },
  ];
}

/** What the step brought for the final weapon. @param {About} about @param {Frame} before @returns {import('../../types').News[]} */
function weapon({ view, position, frame, through }, before) {
  const [is, was] = [view.weapon?.own ?? 0, before.view.weapon?.own ?? 0];
  if (is <= was) return [];
  const [, words] = PARTS.find(([part]) => is >= view.safe * part && was < view.safe * part) ?? [];
  const one = points(is - was);
  const won = frame.events.find(({ type, result }) => type === 'bid_result' && result === 'won');
  return [
    {
      text: through
        ? tn(
            '{seat} gains {n} point of the final weapon, {all} in all.',
            '{seat} gains {n} points of the final weapon, {all} in all.',
            is - was,
            { all: is, seat: through.name },
          )
        : tn(
            'You gain {n} point of the final weapon, {all} in all.',
            'You gain {n} points of the final weapon, {all} in all.',
            is - was,
            { all: is },
          ),
      weight: words ? 81 : 40,
      at: won ? placeOf(position, won.planet) : null,
      ...(won && { event: won }),
      by: view.seat,
      ...(words && { moment: words() }),
      changes: [one],
      sides: [changeOf(view.seat, one)],
    },
  ];
}

/** What changed at home without an event of its own: energy, ships under way, aether that was found. @param {About} about @param {Frame} before @returns {import('../../types').News[]} */
function home({ view, position, through }, before) {
  const whose = through && { seat: through.name };
  const line = (/** @type {string} */ text, /** @type {number} */ weight, /** @type {any} */ at) => ({
    text,
    weight,
    at,
    by: view.seat,
  });
  const stocked = (/** @type {number} */ amount) => {
    const one = energy(amount);
    return { changes: [one], sides: [changeOf(view.seat, one)] };
  };
  const own = (/** @type {any} */ one) => (one.own ?? []).filter((/** @type {any} */ { kind }) => kind === 'planet');
  const stock = (/** @type {any} */ one) =>
    own(one).reduce((/** @type {number} */ sum, /** @type {any} */ planet) => sum + planet.energy, 0);
  const n = stock(view) - stock(before.view);
  const [first] = own(view);
  const place = first ? placeOf(position, first.id) : null;
  const was = new Map((before.view.own ?? []).map((/** @type {any} */ one) => [one.id, String(one.pos)]));
  const moved = (view.own ?? []).filter(
    (/** @type {any} */ one) => was.has(one.id) && was.get(one.id) !== String(one.pos),
  );
  const found = knownTiles(position) - knownTiles(positionOf(before.view));
  return [
    ...(n > 0 && first
      ? [
          {
            ...line(
              whose
                ? t('Planets of {seat} have {n} more energy.', { ...whose, n })
                : tn('Your planets have {n} more energy.', 'Your planets have {n} more energy.', n),
              9,
              place,
            ),
            ...stocked(n),
          },
        ]
      : []),
    ...(n < 0 && first
      ? [
          {
            ...line(
              whose
                ? t('Planets of {seat} have {n} less energy.', { ...whose, n: -n })
                : tn('Your planets have {n} less energy.', 'Your planets have {n} less energy.', -n),
              7,
              place,
            ),
            ...stocked(n),
          },
        ]
      : []),
    ...(moved.length
      ? [
          line(
            whose
              ? tn('{n} ship of {seat} is under way.', '{n} ships of {seat} are under way.', moved.length, whose)
              : tn('{n} ship of yours is under way.', '{n} ships of yours are under way.', moved.length),
            4,
            placeOf(position, moved[0].id),
          ),
        ]
      : []),
    ...(!first && !moved.length && view.own?.length
      ? [line(whose ? t('Ships of {seat} wait.', whose) : t('Your ships wait.'), 1, placeOf(position, view.own[0].id))]
      : []),
    ...(found > 0 ? [line(tn('{n} tile of aether explored.', '{n} tiles of aether explored.', found), 6, null)] : []),
  ];
}

/** Ships of others that one has watched on their way, and those that one has lost from sight. @param {About} about @param {Position} old @returns {import('../../types').News[]} */
function foreign({ position, frame }, old) {
  const gone = new Set(frame.events.filter(({ type }) => type === 'destroyed').map(({ id }) => id));
  const seen = position.shown.filter(({ seen: how }) => how === 'seen');
  const moved = seen.filter((one) => {
    const was = old.byId.get(one.id);
    return was?.seen === 'seen' && (was.x !== one.x || was.y !== one.y || was.energy !== one.energy);
  });
  const lost = old.shown.filter(
    ({ id, seen: how }) => how === 'seen' && !gone.has(id) && position.byId.get(id)?.seen !== 'seen',
  );
  const blips = position.blips.length !== old.blips.length || String(position.blips) !== String(old.blips);
  const [first] = moved;
  const [away] = lost;
  return [
    ...(first
      ? [
          {
            text: tn('{n} foreign one moves in sight.', '{n} foreign ones move in sight.', moved.length),
            weight: 3,
            at: middleOf(first),
            by: first.seat,
          },
        ]
      : []),
    ...(away
      ? [
          {
            text: tn('{n} foreign one is out of sight now.', '{n} foreign ones are out of sight now.', lost.length),
            weight: 5,
            at: middleOf(away),
            by: away.seat,
          },
        ]
      : []),
    ...(blips ? [{ text: t('Faint echoes have changed.'), weight: 2, at: null, by: null }] : []),
  ];
}

/** Tiles whose aether is known. @param {Position} position */
const knownTiles = ({ chart }) => chart.values.reduce((sum, value) => sum + (value ? 1 : 0), 0);
