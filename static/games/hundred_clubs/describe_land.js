/**
 * Whose is which land? Pieces of every club's land, what is cut off, what is remembered, and the rows of the map that are in sight, in
 * words. Cells are told as runs, so that a row never makes more than one line.
 */
import { t, tn } from 'app/i18n.js';
import { seatLetter } from 'board/marks.js';
import { cellName, clubName, terrainName } from './names.js';
import { about, counted, inTurn } from './phrases.js';
import { placesOf, spotName } from './places.js';
import { chartOf, piecesOf, placeOfCell, positionOf, startsOfOthers } from './position.js';

/** @import { MatchInfo } from '../../types' */
/** @import { ClubView as View, Cell } from './types' */
/** @typedef {import('kit/describe.js').About<import('./position.js').Position>} About */

/** Pieces of a club's land that are told one by one. */
const PIECES = 6;

/** A row as runs of equal letters. @param {string} row @returns {{letter: string, from: number, to: number}[]} */
export function runsOf(row) {
  /** @type {{letter: string, from: number, to: number}[]} */
  const runs = [];
  [...row].forEach((letter, at) => {
    const last = runs.at(-1);
    if (last?.letter === letter) last.to = at;
    else runs.push({ letter, from: at, to: at });
  });
  return runs;
}

/** “3” or “3–7”. @param {{from: number, to: number}} run */
const span = ({ from, to }) => (from === to ? String(from) : `${from}–${to}`);

/** All cells with a letter, by rows: “row 3: 4–7, 9; row 4: 5”. @param {string[]} rows @param {string} letter */
export function placesText(rows, letter) {
  return inTurn(
    rows.flatMap((row, y) => {
      const found = runsOf(row).filter((run) => run.letter === letter);
      return found.length ? [t('row {y}: {columns}', { y, columns: counted(found.map(span)) })] : [];
    }),
  );
}

/** A list of cells, by rows. @param {Cell[]} cells @param {number} width @param {number} height */
export function cellsText(cells, width, height) {
  const rows = Array.from({ length: height }, () => Array(width).fill(' '));
  for (const [x, y] of cells) rows[y][x] = '#';
  return placesText(
    rows.map((row) => row.join('')),
    '#',
  );
}

/** @param {View} view @param {MatchInfo} info */
function pieceLines(view, info) {
  const { chart, owner } = positionOf(view);
  const pieces = piecesOf(chart, owner);
  const seats = [...new Set(pieces.map(({ seat }) => seat))].sort(
    (a, b) => Number(b === view.you) - Number(a === view.you) || a - b,
  );
  return seats.flatMap((seat) => {
    const own = pieces.filter((piece) => piece.seat === seat);
    const lines = own.slice(0, PIECES).map(({ cells }) =>
      t('{club}: {cells} in {place}, {members}', {
        club: clubName(seat, info),
        cells: tn('{n} cell', '{n} cells', cells.length),
        place: extentOf(
          view,
          cells.map((cell) => placeOfCell(chart, cell)),
        ),
        members: tn(
          '{n} member a round',
          '{n} members a round',
          cells.reduce((sum, cell) => sum + chart.members[cell], 0),
        ),
      }),
    );
    const rest = own.length - PIECES;
    return rest > 0
      ? [...lines, tn('{club}: {n} smaller piece', '{club}: {n} smaller pieces', rest, { club: clubName(seat, info) })]
      : lines;
  });
}

/** Places, and the columns and rows between which they lie, of a piece of land. @param {View} view @param {Cell[]} cells */
function extentOf(view, cells) {
  const [names, extent] = [placesOf(view, cells), extentText(cells)];
  return names ? t('{place} ({cell})', { place: names, cell: extent }) : extent;
}

/** Columns and rows between which cells lie: “x 3–7, y 2–5”. @param {Cell[]} cells */
export function extentText(cells) {
  const [xs, ys] = [cells.map(([x]) => x), cells.map(([, y]) => y)];
  return t('x {columns}, y {rows}', {
    columns: span({ from: Math.min(...xs), to: Math.max(...xs) }),
    rows: span({ from: Math.min(...ys), to: Math.max(...ys) }),
  });
}

/** @param {View} view @param {MatchInfo} info */
function cutLines(view, info) {
  const { width, height } = view.map;
  const letters = [...new Set(view.cut_off.map(([x, y]) => view.owners[y][x]))].sort();
  return letters.map((letter) => {
    const cells = view.cut_off.filter(([x, y]) => view.owners[y][x] === letter);
    return t('{club}: {cells} without defence: {places}', {
      club: clubName(Number(letter), info),
      cells: tn('{n} cell', '{n} cells', cells.length),
      places: cellsText(cells, width, height),
    });
  });
}

/** @param {View} view @param {MatchInfo} info */
function capitalLines(view, info) {
  const position = positionOf(view);
  const { capitals, chart } = position;
  const spot = (/** @type {number} */ cell) => spotName(view, placeOfCell(chart, cell));
  return [
    ...capitals.map(({ seat, cell }) => about(clubName(seat, info), spot(cell))),
    ...startsOfOthers(position).map((cell) => about(t('Here another club may have begun'), spot(cell))),
  ];
}

/** What was seen once and is not seen now. @param {View} view @param {MatchInfo} info */
function memoryLines({ memory, map }, info) {
  if (!memory) return [];
  const letters = [...new Set(memory.owners.join(''))].filter((letter) => letter !== '?' && letter !== '.').sort();
  return letters.map((letter) => {
    const rounds = memory.owners.flatMap((row, y) =>
      [...row].flatMap((found, x) => (found === letter ? [memory.rounds[y][x]] : [])),
    );
    return t('{club}: {cells}, seen in round {rounds}: {places}', {
      club: clubName(Number(letter), info),
      cells: tn('{n} cell', '{n} cells', rounds.length),
      rounds: span({ from: Math.min(...rounds), to: Math.max(...rounds) }),
      places: placesText(
        memory.owners.map((row) => row.slice(0, map.width)),
        letter,
      ),
    });
  });
}

/** A line per row in which something is seen. @param {View} view */
function ownerRows({ owners }) {
  return owners.flatMap((row, y) => {
    if (/^\?*$/.test(row)) return [];
    const runs = runsOf(row).map((run) => `${span(run)} ${holderText(run.letter)}`);
    return [t('Row {y}: {columns}', { y, columns: counted(runs) })];
  });
}

/** @param {string} letter of `owners` */
function holderText(letter) {
  if (letter === '?') return t('unseen');
  return letter === '.' ? t('unowned') : seatLetter(Number(letter));
}

/** The ground, row by row: where something is seen, or all of it before the first round. @param {View} view */
function groundLines(view) {
  const { letters, width } = chartOf(view);
  const { owners, map, terrain } = view;
  const isSeen = owners.some((row) => /[^?]/.test(row));
  const lines = map.rows.flatMap((_, y) => {
    if (isSeen && /^\?*$/.test(owners[y])) return [];
    const runs = runsOf(letters.slice(y * width, (y + 1) * width)).map(
      (run) => `${span(run)} ${terrainName(terrain[run.letter].key)}`,
    );
    return [t('Row {y}: {columns}', { y, columns: counted(runs) })];
  });
  return [...lines, ...overrideLines(view)];
}

/** Cells that are not as their ground says. @param {View} view */
function overrideLines({ map }) {
  return (map.overrides ?? []).map(({ at, ...values }) => {
    const words = Object.entries(values).map(([name, value]) => `${valueName(name)} ${value}`);
    return about(cellName(at), counted(words));
  });
}

/** @param {string} name of a terrain's number */
function valueName(name) {
  if (name === 'atk') return t('attack factor');
  return name === 'def' ? t('defence factor') : t('members');
}

/** Whether land has owners yet. @param {View} view */
export const hasBegun = ({ phase }) => phase === 'rounds' || phase === 'over';

/** @param {(view: View, info: MatchInfo) => string[]} lines @returns {(about: About) => string[]} */
const once = (lines) => (about) => (hasBegun(about.view) ? lines(about.view, about.info) : []);

/** Sections of the text view about land. @type {[() => string, (about: About) => string[]][]} */
export const LAND = [
  [() => t('Land'), once(pieceLines)],
  [() => t('Cut off'), once(cutLines)],
  [() => t('Capitals'), once(capitalLines)],
  [() => t('Remembered'), once(memoryLines)],
  [() => t('Map of owners'), once(ownerRows)],
  [() => t('Ground'), ({ view }) => groundLines(view)],
];
