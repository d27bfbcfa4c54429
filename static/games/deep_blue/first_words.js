/**
 * What does the chart say in words to somebody new? In the first rounds: whom the hint names, what is one's own and waits for a press, where the enemy is and may come
 * from, what islands, mines and oilfields give, and what the two lit regions around a chosen ship mean. A little longer: whom one can shoot at.
 */
import { t, tn } from 'app/i18n.js';
import { widthOf } from 'board/marks.js';
import { apart, centreOf } from 'kit/cells.js';
import { createPlacer, crosses } from 'kit/labels.js';
import { createPlates } from 'kit/plates.js';
import { writeUnknown } from 'kit/unknown.js';
import { crowdBox, crowdsOf } from './crowds.js';
import { hint } from './goal.js';
import { elementName, properName } from './names.js';
import { ordered, ordersOf } from './orders.js';
import { isUnit, rectOf, sees, unpacked } from './position.js';
import { roomOf } from './ruler.js';

/** @import { Building, Ctx, Element, Position, View } from './types' */
/** @typedef {import('kit/labels.js').Box} Box */
/** @typedef {[number, number]} Spot in cells */

/** Rounds in which somebody is new to the sea. */
const NEW = 3;
/** Cells from the edge of what is named to the ring around it, half of one for itself. */
const RINGED = 0.8;
/** Rounds in which somebody who has not hit anything yet is told how to fire. */
const UNTRIED = 10;
/** Pixels of a cell below which names of waters leave their room to what is said to somebody new. */
const NARROW = 18;

/** @param {Position | null} position @param {import('./scene.js').Session} session @param {number} [rounds] */
const isNew = (position, session, rounds = NEW) =>
  !!position && !session.host.readonly && session.hasDraft() && position.view.round <= rounds;

/**
 * Cells of the enemy's units in reach of the guns of one's own, or of those that are selected, the nearest first; none where somebody is to fire
 * already, or one has done so with success.
 * @param {Position} position @param {import('./types').Orders} orders @param {readonly number[]} selected @returns {Spot[]}
 */
function targetsOf({ own, units, seat, view: { tables, score_parts: parts } }, orders, selected) {
  if (seat === null || parts?.[seat]?.damage) return [];
  if (ordered(orders).some((id) => ordersOf(orders, id).command?.type === 'attack')) return [];
  const guns = own.filter(isUnit).filter(({ id }) => !selected.length || selected.includes(id));
  const found = units.flatMap((other) => {
    if (other.seat === seat) return [];
    const [x, y, level] = other.pos;
    const ranges = guns.map(({ kind, pos }) => {
      const away = apart([x, y, x, y], [pos[0], pos[1], pos[0], pos[1]]);
      return away <= (tables.kinds[kind]?.reach[level] ?? 0) ? away : Infinity;
    });
    return { at: /** @type {Spot} */ ([x + 0.5, y + 0.5]), away: Math.min(...ranges) };
  });
  const near = found.filter(({ away }) => away < Infinity).sort((one, other) => one.away - other.away);
  return near.map(({ at }) => at);
}

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

/** Ways from a thing to its words: right, left, down, up. */
const SIDES = [0, Math.PI, Math.PI / 2, -Math.PI / 2];
/** @param {Box} box @returns {import('kit/plates.js').Point} */
const middleOfBox = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
/** Words are tried at so many places of a region, so many cells apart. */
const [TRIES, SPACED] = [60, 3];

/** What a building that is nobody's gives. @type {Record<string, (tables: import('./types').Tables) => string>} */
const GIVES = {
  island: ({ island_score: n }) => tn('island: {n} point a round', 'island: {n} points a round', n),
  mine: () => t('mine: metal for ships'),
  oilfield: () => t('oilfield: fuel'),
};

/** @param {Building} one @returns {[number, number]} */
const middleOf = ({ rect: [x0, y0, x1, y1] }) => [(x0 + x1 + 1) / 2, (y0 + y1 + 1) / 2];

/** Middles of those of a kind that are nobody's, the nearest to the own base first. @param {Position} position @param {string} kind @returns {Spot[]} */
function unowned({ buildings, base }, kind) {
  const [x, y] = base ? middleOf(base) : [0, 0];
  const away = (/** @type {Spot} */ [a, b]) => Math.hypot(a - x, b - y);
  const spots = buildings.filter((one) => one.kind === kind && one.seat === null).map(middleOf);
  return spots.sort((one, other) => away(one) - away(other));
}

/** Middles of cells of a region, the nearest to a place first, so far apart that there may be room at one where there is none at another. @param {Position} position @param {any} rows @param {readonly number[]} from @returns {Spot[]} */
function cellsOf({ chart }, rows, [x0, y0]) {
  const isIn = unpacked(rows, chart);
  const away = (/** @type {Spot} */ [x, y], /** @type {Spot} */ [a, b]) => Math.hypot(x - a, y - b);
  const home = /** @type {Spot} */ ([x0 + 0.5, y0 + 0.5]);
  const cells = Array.from(isIn, (is, cell) => ({ is, cell }))
    .filter(({ is }) => is === 1)
    .map(({ cell }) => /** @type {Spot} */ ([(cell % chart.width) + 0.5, Math.floor(cell / chart.width) + 0.5]))
    .filter((cell) => away(cell, home) >= 2)
    .sort((a, b) => away(a, home) - away(b, home));
  /** @type {Spot[]} */
  const kept = [];
  for (const cell of cells) {
    if (kept.length >= TRIES) break;
    if (kept.every((other) => away(other, cell) >= SPACED)) kept.push(cell);
  }
  return kept;
}

/** A ring around what words are about, and a line from it to them. @param {import('kit/plates.js').Plates} plates @param {import('kit/plates.js').Point} at @param {number} radius @param {Box} box @param {string} colour @param {boolean} isRinged what is large stands out by itself, and its name lies where the ring would */
function tieTo(plates, [x, y], radius, box, colour, isRinged) {
  const how = { width: 1.4, dash: [], still: true };
  if (isRinged) plates.ring([x, y], radius, colour, how);
  const [across, down] = [
    Math.max(box.x, Math.min(x, box.x + box.width)) - x,
    Math.max(box.y, Math.min(y, box.y + box.height)) - y,
  ];
  const part = radius / Math.hypot(across, down);
  if (part < 1)
    plates.line(
      [
        [x + across * part, y + down * part],
        [x + across, y + down],
      ],
      colour,
      how,
    );
}

/**
 * Whom the hint names stands with the name on the chart, and, once in hand, what to press then.
 * @param {import('./scene.js').Session} session @param {(words: string, places: readonly Spot[], half: number, ink?: string, towards?: number, body?: number) => boolean} say @returns {boolean} whether anything is said
 */
function led({ state, host }, say) {
  const { position, orders, selected, told } = state;
  if (!position || host.readonly) return false;
  const [who, what] =
    hint(/** @type {any} */ ({ view: position.view }), orders, told)?.about?.map((id) => position.elements.get(id)) ??
    [];
  if (!who) return false;
  const near = (/** @type {string} */ words, /** @type {Element} */ one) => {
    const [x0, y0, x1, y1] = rectOf(one);
    const body = Math.max(x1 - x0, y1 - y0) / 2 + (x1 > x0 ? 0.6 : RINGED);
    return [0.1, 0.9].some((more) =>
      say(words, [/** @type {Spot} */ (centreOf(rectOf(one)))], body + more, undefined, undefined, body),
    );
  };
  if (!selected.includes(who.id)) return near(t('press {unit}', { unit: properName(who) }), who);
  return what ? near(t('then press {unit}', { unit: properName(what) || elementName(what) }), what) : false;
}

/**
 * @param {Ctx} ctx @param {View} view @param {import('./scene.js').Session} session
 * @param {{written: readonly Box[], over: readonly Box[]}} known what is written on the chart, in cells, and what lies over the board, in its pixels
 */
export function paintFirstWords(ctx, view, session, { written, over }) {
  const { position, orders, selected, zones, shown } = session.state;
  if (!position || !isNew(position, session, UNTRIED)) return;
  const { buildings, units, own, base, view: facts, chart } = position;
  const { palette, camera } = view;
  const placer = createPlacer({ ...view, room: roomOf(view, chart) });
  const plates = createPlates(ctx, view, placer);
  const [x0, y0] = view.at(0, 0);
  const { scale } = camera;
  const names = written.map(({ x, y, width, height }) => ({
    ...{ x: x0 + x * scale - APART, y: y0 + y * scale - APART },
    ...{ width: width * scale + 2 * APART, height: height * scale + 2 * APART },
  }));
  /** What nothing here may cover. @type {Box[]} */
  const taken = [
    ...over,
    ...names,
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
  /** At the first of the places that has room on the chart. @param {string} words @param {readonly Spot[]} places @param {number} half cells @param {string} [ink] @param {number | ((at: Spot) => number)} [towards] @param {number} [body] cells from the place to the ring around what it is about; 0: none @param {boolean} [beyond] or else beside the chart */
  const lay = (words, places, half, ink, towards, body = 0, beyond = false) =>
    places.some((at) => {
      const [x, y] = view.at(...at);
      const away = camera.scale * half + 4;
      const wanted = typeof towards === 'function' ? towards(at) : towards;
      const width = widthOf(words, `700 11px ${palette.font}`) + 11;
      // Its line strikes no name through, where there is another way.
      const isClear = (/** @type {number | undefined} */ angle) => {
        const box = placer.copy().place({ x, y, width, height: 16, away, towards: angle, optional: true, beyond });
        return !!box && !names.some((name) => crosses(name, [[x, y], middleOfBox(box)]));
      };
      const angle = body ? [wanted, ...SIDES].find(isClear) : wanted;
      const box = plates.label(words, [x, y], {
        ...{ away, beyond, towards: angle ?? wanted },
        ...(ink && { ink }),
      });
      if (box && body) tieTo(plates, [x, y], camera.scale * body, box, ink ?? palette.text, body <= RINGED);
      return box;
    });
  /** What has one place may stand beside the chart, tied to it. @param {string} words @param {readonly Spot[]} places @param {number} half @param {string} [ink] @param {number} [towards] @param {number} [body] */
  const say = (words, places, half, ink, towards, body) =>
    [false, true].some((beyond) => lay(words, places, half, ink, towards, body, beyond));

  const order = selected.length ? t('press here to fire') : t('choose a ship, then fire here');
  say(order, targetsOf(position, orders, selected), RINGED + 0.1, palette.bad, undefined, RINGED);
  if (!isNew(position, session)) return;
  const isLed = led(session, say);
  const ship = units.find(({ id }) => selected.includes(id));
  if (ship && shown.zones && zones) {
    // Away from the ship a region goes on, so there its words lie in it.
    const outwards = (/** @type {Spot} */ [x, y]) => Math.atan2(y - ship.pos[1] - 0.5, x - ship.pos[0] - 0.5);
    lay(t('firm line: it can go here'), cellsOf(position, zones.reach, ship.pos), 0.6, palette.good);
    lay(t('dashed: enemy guns reach here'), cellsOf(position, zones.danger, ship.pos), 0, palette.bad, outwards);
    return;
  }
  const isUnseen = (/** @type {number} */ x, /** @type {number} */ y) => !sees(position, x, y, 1);
  writeUnknown(ctx, view, chart, isUnseen, { placer: { plate: keep }, over: taken, words: t('out of sight') });
  const hasOrders = ordered(orders).length > 0;
  const ships = units.filter((one) => own.includes(one) && one.kind !== 'formation');
  const seat = facts.seat;
  if (seat === null) return;
  const afloat = ships.map(({ pos: [x, y] }) => /** @type {Spot} */ ([x + 0.5, y + 0.5]));
  if (!hasOrders && !isLed && facts.round === 1)
    say(t('your fleet: press a ship'), afloat, RINGED + 0.1, palette.seats[seat], Math.PI, RINGED);
  // What things are is said once: later it would lie over names and ships.
  if (facts.round > 1) return;
  const around = (/** @type {Building} */ { rect: [left, top, right, foot] }) =>
    Math.max(right - left, foot - top) / 2 + (right > left ? 0.6 : RINGED);
  if (base && !selected.includes(base.id))
    say(t('your base: press it to build'), [middleOf(base)], around(base), palette.seats[seat], Math.PI, around(base));
  const enemy = buildings.find((one) => one.kind === 'base' && one.seat === 1 - seat);
  if (enemy)
    say(
      t('enemy base: ships come from here'),
      [middleOf(enemy)],
      around(enemy),
      palette.seats[1 - seat],
      0.4,
      around(enemy),
    );
  for (const [kind, words] of Object.entries(GIVES)) {
    const [first] = buildings.filter((one) => one.kind === kind);
    const body = first ? around(first) : RINGED;
    say(words(facts.tables), unowned(position, kind), body + 0.1, undefined, Math.PI, body);
  }
}
