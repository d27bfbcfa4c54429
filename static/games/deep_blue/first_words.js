/**
 * What does the chart say in words to somebody new? In the first rounds: what is one's own and waits for a press, where the enemy is and may come
 * from, what islands, mines and oilfields give, and what the two lit regions around a chosen ship mean.
 */
import { t } from 'app/i18n.js';
import { crowdBox, crowdsOf } from 'kit/crowds.js';
import { createPlacer } from 'kit/labels.js';
import { createPlates } from 'kit/plates.js';
import { writeUnknown } from 'kit/unknown.js';
import { ordered } from './orders.js';
import { sees, unpacked } from './position.js';

/** @import { Building, Ctx, Position, View } from './types' */
/** @typedef {import('kit/labels.js').Box} Box */

/** Rounds in which somebody is new to the sea. */
const NEW = 3;
/** Pixels of a cell below which names of waters leave their room to what is said to somebody new. */
const NARROW = 18;

/** @param {Position | null} position @param {import('./scene.js').Session} session */
const isNew = (position, session) => !!position && session.hasDraft() && position.view.round <= NEW;

/** @param {Position} position @param {import('./scene.js').Session} session @param {View} view */
export const needsRoom = (position, session, { camera }) => isNew(position, session) && camera.scale < NARROW;

/** Pixels below a building that its health and its stock take, those of the letters and numbers along the edges of the chart, what stays free beside words, and what covering anything costs. */
const [STOCK, EDGE, APART, NEVER] = [18, 22, 4, 1000];

/** Along the edges stand letters and numbers. @param {View} view @param {import('./types').Chart} chart @returns {Box[]} */
function rimOf(view, { width, height }) {
  const [left, top] = view.at(0, 0).map((at) => Math.max(at, EDGE));
  const [right, foot] = view.at(width, height);
  return [
    { x: left - EDGE, y: top - EDGE, width: right - left + EDGE, height: EDGE },
    { x: left - EDGE, y: top - EDGE, width: EDGE, height: foot - top + EDGE },
  ];
}

/** What a building that is nobody's gives. @type {Record<string, () => string>} */
const GIVES = {
  island: () => t('island: 10 points a round'),
  mine: () => t('mine: metal for ships'),
  oilfield: () => t('oilfield: fuel'),
};

/** @param {Building} one @returns {[number, number]} */
const middleOf = ({ rect: [x0, y0, x1, y1] }) => [(x0 + x1 + 1) / 2, (y0 + y1 + 1) / 2];

/** The nearest of a kind to the own base that is nobody's. @param {Position} position @param {string} kind */
function nearest({ buildings, base }, kind) {
  const [x, y] = base ? middleOf(base) : [0, 0];
  const away = (/** @type {Building} */ one) => Math.hypot(middleOf(one)[0] - x, middleOf(one)[1] - y);
  return buildings.filter((one) => one.kind === kind && one.seat === null).toSorted((a, b) => away(a) - away(b))[0];
}

/** The cell of a region that is nearest to a place. @param {Position} position @param {any} rows @param {readonly number[]} from */
function cellOf({ chart }, rows, [x0, y0]) {
  /** @type {{x: number, y: number} | null} */
  let best = null;
  let least = Infinity;
  unpacked(rows, chart).forEach((/** @type {number} */ is, /** @type {number} */ cell) => {
    const [x, y] = [cell % chart.width, Math.floor(cell / chart.width)];
    const away = Math.hypot(x - x0, y - y0);
    if (is === 1 && away >= 2 && away < least) [best, least] = [{ x, y }, away];
  });
  return /** @type {{x: number, y: number} | null} */ (best);
}

/**
 * @param {Ctx} ctx @param {View} view @param {import('./scene.js').Session} session
 * @param {{written: readonly Box[], over: readonly Box[]}} known what is written on the chart, in cells, and what lies over the board, in its pixels
 */
export function paintFirstWords(ctx, view, session, { written, over }) {
  const { position, orders, selected, zones, shown } = session.state;
  if (!position || !isNew(position, session)) return;
  const { buildings, units, own, base, view: facts, chart } = position;
  const { palette, camera } = view;
  const placer = createPlacer(view);
  const plates = createPlates(ctx, view, placer);
  const [x0, y0] = view.at(0, 0);
  const { scale } = camera;
  /** What nothing here may cover. @type {Box[]} */
  const taken = [
    ...over,
    ...written.map(({ x, y, width, height }) => ({
      ...{ x: x0 + x * scale - APART, y: y0 + y * scale - APART },
      ...{ width: width * scale + 2 * APART, height: height * scale + 2 * APART },
    })),
    ...buildings.map(({ rect }) => {
      const [left, top] = view.at(rect[0], rect[1]);
      const [right, foot] = view.at(rect[2] + 1, rect[3] + 1);
      return { x: left, y: top, width: right - left, height: foot - top + STOCK };
    }),
    ...units.map(({ pos }) => {
      const [left, top] = view.at(pos[0], pos[1]);
      return { x: left, y: top, width: scale, height: scale };
    }),
    ...crowdsOf(units).map((crowd) => crowdBox(view, crowd)),
    ...rimOf(view, chart),
  ];
  const keep = (/** @type {Box} */ box) => placer.plate(box, NEVER);
  taken.forEach(keep);
  /** @param {string} words @param {readonly [number, number]} at cells @param {number} half cells @param {string} [ink] @param {number} [towards] */
  const say = (words, at, half, ink, towards) =>
    plates.label(words, view.at(...at), { away: camera.scale * half + 4, ...(ink && { ink }), towards });

  const ship = units.find(({ id }) => selected.includes(id));
  if (ship && shown.zones && zones) {
    const reach = cellOf(position, zones.reach, ship.pos);
    const danger = cellOf(position, zones.danger, ship.pos);
    if (reach) say(t('dotted: it can go here'), [reach.x + 0.5, reach.y + 0.5], 0.6, palette.good);
    if (danger) say(t('red: enemy guns reach here'), [danger.x + 0.5, danger.y + 0.5], 0.6, palette.bad);
    return;
  }
  const isUnseen = (/** @type {number} */ x, /** @type {number} */ y) => !sees(position, x, y, 1);
  writeUnknown(ctx, view, chart, isUnseen, { placer: { plate: keep }, over: taken, words: t('out of sight') });
  const hasOrders = ordered(orders).length > 0;
  const first = own.find((one) => 'pos' in one && one.kind !== 'formation');
  const seat = facts.seat;
  if (seat === null) return;
  if (first && 'pos' in first && !hasOrders && facts.round === 1)
    say(t('your fleet: press a ship'), [first.pos[0] + 0.5, first.pos[1] + 0.5], 1.2, palette.seats[seat], Math.PI);
  if (base && facts.round === 1)
    say(t('your base: press it to build'), middleOf(base), 1.8, palette.seats[seat], Math.PI);
  const enemy = buildings.find((one) => one.kind === 'base' && one.seat === 1 - seat);
  if (enemy) say(t('enemy base: ships come from here'), middleOf(enemy), 1.8, palette.seats[1 - seat], 0.4);
  for (const [kind, words] of Object.entries(GIVES)) {
    const one = nearest(position, kind);
    if (one) say(words(), middleOf(one), 1.4, undefined, Math.PI);
  }
}
