/**
 * Why did campaigns win less than was foreseen? By what a club itself laid out: land that its influence would have broken, and that another
 * club has after the round, because it attacked or defended more strongly there. Equal attacks and land that is not joined have events of their own.
 */
import { tn } from 'app/i18n.js';
import { clubName } from './names.js';
import { cellOf, placeOfCell } from './position.js';

/** @import { Cell } from './types' */
/** @typedef {import('kit/describe.js').About<import('./position.js').Position>} About */
/** @typedef {{seat: number, cells: Cell[]}} Lost */

/** Fewer cells are no news, and from so many on it is as heavy as what the own campaigns won. */
const [LEAST, MANY] = [2, 8];
const WEIGHTS = { few: 40, many: 69 };
/** Events that say themselves why a cell was not won. */
const TOLD = new Set(['contested', 'not_connected']);

/** The influence of a club's campaigns of a round, its capital's among them, in the parts of the kernel. @param {About} about @returns {number[]} */
function influenceOf({ view, frame, position }) {
  const { chart } = position;
  const influence = /** @type {number[]} */ (Array(chart.letters.length).fill(0));
  for (const { type, seat, at, size } of /** @type {any[]} */ (frame.events)) {
    if (type !== 'campaign' || seat !== view.you) continue;
    for (const cell of influence.keys()) {
      const [x, y] = placeOfCell(chart, cell);
      influence[cell] += (view.kernel20[Math.abs(y - at[1])]?.[Math.abs(x - at[0])] ?? 0) * size;
    }
  }
  return influence;
}

/** Land of which another club kept or took what the own influence sufficed for, by club; the most first. @param {About} about @param {readonly string[]} before whose was what before the round @returns {Lost[]} */
export function strongerThere(about, before) {
  const { view, frame, position } = about;
  const { you } = view;
  if (you === null || !frame.events.some(({ type }) => type === 'campaign')) return [];
  const { chart, owner } = position;
  const told = new Set(frame.events.flatMap(({ type, at }) => (TOLD.has(type) ? [cellOf(chart, at)] : [])));
  /** @type {import('./types').PlayerView[]} */
  const players = view.players;
  const enemies = new Set(players.flatMap(({ seat, relation }) => (relation === 'at_war' ? [seat] : [])));
  const enough = view.kernel20[0][0] * view.options.threshold;
  /** @type {Map<number, Cell[]>} */
  const found = new Map();
  for (const [cell, influence] of influenceOf(about).entries()) {
    const [seat, [x, y]] = [owner[cell], placeOfCell(chart, cell)];
    const was = before[y][x];
    const wasOpen = was === '.' || enemies.has(Number(was));
    if (seat < 0 || seat === you || !wasOpen || told.has(cell) || chart.atk[cell] * influence <= enough) continue;
    found.set(seat, [...(found.get(seat) ?? []), [x, y]]);
  }
  return [...found].map(([seat, cells]) => ({ seat, cells })).sort((a, b) => b.cells.length - a.cells.length);
}

/** As lines of news. @param {About} about @param {import('../../types').Frame} before @returns {import('../../types').News[]} */
export const strongerLines = (about, before) =>
  strongerThere(about, before.view.owners)
    .filter(({ cells }) => cells.length >= LEAST)
    .map(({ seat, cells }) => {
      const [x, y] = cells[Math.floor(cells.length / 2)];
      const facts = { club: clubName(seat, about.info), seat: about.through?.name ?? '' };
      const text = about.through
        ? tn(
            '{club} was stronger on {n} cell that the campaigns of {seat} sufficed for.',
            '{club} was stronger on {n} cells that the campaigns of {seat} sufficed for.',
            cells.length,
            facts,
          )
        : tn(
            '{club} was stronger on {n} cell that your campaigns sufficed for.',
            '{club} was stronger on {n} cells that your campaigns sufficed for.',
            cells.length,
            facts,
          );
      return {
        text,
        weight: cells.length >= MANY ? WEIGHTS.many : WEIGHTS.few,
        at: /** @type {[number, number]} */ ([x + 0.5, y + 0.5]),
        by: seat,
      };
    });
