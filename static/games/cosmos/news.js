/**
 * What of a step matters to a seat, and where was it? What one lost first, then what came to nothing, what one won, what has come into sight;
 * what others did among themselves last. A step has many rounds: what repeats is told once, what was built in one line.
 */
import { join, t } from 'app/i18n.js';
import { seatName } from 'kit/describe.js';
import { ALL, KINDS } from './names.js';
import { positionOf, tileOf } from './position.js';

/** @import { Frame, Hit, Kind, Position, Shown } from './types' */
/** @typedef {import('kit/describe.js').About<Position>} About */

/** Was it the seat's own, before the step or after it? @param {number} id @param {About} about @param {Frame | null} before */
const isOwn = (id, { view }, before) =>
  [before?.view.own, view.own].some((own) => own?.some((/** @type {{id: number}} */ one) => one.id === id));

/** Is it the first of its kind in the step? @param {any} event @param {About} about */
const isFirst = (event, { frame }) =>
  event === frame.events.find(({ type, id, code }) => type === event.type && id === event.id && code === event.code);

/** How much an event matters. @type {Record<string, (event: any, about: About, before: Frame | null) => number>} */
const WEIGHTS = {
  match_over: () => 100,
  eliminated: ({ seat }, { view }) => (seat === view.seat ? 99 : 66),
  captured: ({ old_seat: was, new_seat: is }, { view: { seat } }) =>
    seat === null ? 44 : was === seat ? 96 : is === seat ? 80 : 44,
  overloaded(event, about, before) {
    const { seat } = about.view;
    const hits = /** @type {Hit[]} */ (event.hits);
    if (seat !== null && event.seat === seat) return hits.length ? 72 : 84;
    return hits.some(({ id, result }) => result !== 'healed' && isOwn(id, about, before)) ? 92 : 34;
  },
  destroyed: ({ id }, about, before) => (isOwn(id, about, before) ? 90 : 32),
  analysed: ({ miner, scout }, about, before) =>
    isOwn(miner, about, before) ? 88 : scout !== null && isOwn(scout, about, before) ? 70 : 30,
  program_void: (event, about) => (isFirst(event, about) ? 83 : 0),
  order_failed: (event, about) => (isFirst(event, about) ? 82 : 0),
  evolved: ({ id }, about, before) => (isOwn(id, about, before) ? 50 : 20),
  built: ({ seat }, { view }) => (view.seat !== null && seat === view.seat ? 0 : 36),
};

/** How much it matters that a kind has come into sight. @type {Record<Kind, number>} */
const SIGHTS = { battleship: 64, planet: 62, scout: 48, miner: 46 };

/** @param {{x: number, y: number} | undefined} entity @returns {[number, number] | null} */
const middleOf = (entity) => (entity ? [entity.x + 0.5, entity.y + 0.5] : null);

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

  more({ position, view, frame, info }, before) {
    if (!before || view.seat === null) return [];
    const old = positionOf(before.view);
    const built = frame.events.filter(({ type, seat }) => type === 'built' && seat === view.seat);
    const counts = ALL.flatMap((kind) => {
      const n = built.filter((event) => event.kind === kind).length;
      return n ? [KINDS[kind].many(n)] : [];
    });
    const news = built.length
      ? [
          {
            text: t('Built: {counts}.', { counts: join(counts) }),
            weight: 14,
            at: middleOf(position.byId.get(built[0].id)),
          },
        ]
      : [];
    const fresh = position.shown.filter(({ id, seen }) => seen === 'seen' && !old.byId.has(id));
    /** @type {Map<string, Shown[]>} */
    const groups = new Map();
    for (const one of fresh) {
      const key = `${one.kind} ${one.seat}`;
      groups.set(key, [...(groups.get(key) ?? []), one]);
    }
    return [...news, ...[...groups.values()].map((group) => sighted(group, info))];
  },
};

/** What has come into sight, of one kind and seat. @param {Shown[]} group @param {import('../../types').MatchInfo} info */
function sighted(group, info) {
  const [first] = group;
  const facts = { counts: KINDS[first.kind].many(group.length) };
  const text =
    first.seat === null
      ? t('In sight now: {counts}, neutral.', facts)
      : t('In sight now: {counts} of {seat}.', { ...facts, seat: seatName(first.seat, info) });
  return { text, weight: SIGHTS[first.kind], at: middleOf(first) };
}
