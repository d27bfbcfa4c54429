/**
 * Which orders does a line of text mean? The command line gives every order; it is the keyboard's and the screen reader's way.
 * Knows words and shapes only; what is legal the server says.
 */
import { t } from 'app/i18n.js';
import { seatLetter } from 'board/marks.js';
import { tacticName } from './names.js';
import { addMove, emptyOrders, leaving, PARAMETERS, removeLast, setTactic, setUnits, share, whole } from './orders.js';
import { findPlanet, positionOf } from './position.js';

/** @typedef {import('./orders.js').Orders} Orders */
/** @typedef {import('./position.js').Position} Position */
/** @typedef {{orders: Orders, position: Position, words: string[], info: import('../../types').MatchInfo}} Line */

/** @param {Position} position @param {string | undefined} word */
function planet(position, word) {
  if (!word) throw new Error(t('A planet is missing.'));
  const found = findPlanet(position, word);
  if (!found) throw new Error(t('There is no planet “{word}”.', { word }));
  return found;
}

/**
 * A number of units: `40`, `50%`, `all`; half if nothing is said.
 * @param {string | undefined} word @param {number} rest what is left on the planet
 */
function units(word, rest) {
  const percent = /^(\d{1,3})%$/.exec(word ?? '50%');
  if (word === 'all' || percent) {
    const part = percent ? Number(percent[1]) / 100 : 1;
    if (part <= 0 || part > 1) throw new Error(t('A part is 1% to 100%.'));
    if (rest < 1) throw new Error(t('No units are left there.'));
    return share(rest, part);
  }
  if (!/^\d{1,9}$/.test(word ?? '') || Number(word) < 1)
    throw new Error(t('“{word}” is not a number of units.', { word: word ?? '' }));
  return Number(word);
}

/** @param {Line} line */
function rest({ orders, position }, /** @type {number} */ id) {
  return Math.max(0, (position.planets[id].units ?? 0) - leaving(orders, id));
}

/** @param {Line} line @returns {Orders} */
function move(line) {
  const [from, to] = [planet(line.position, line.words[0]), planet(line.position, line.words[1])];
  return addMove(line.orders, { from: from.id, to: to.id, units: units(line.words[2], rest(line, from.id)) });
}

/** @param {Line} line @returns {Orders} */
function set(line) {
  const [from, to] = [planet(line.position, line.words[0]), planet(line.position, line.words[1])];
  const at = line.orders.moves.findIndex((other) => other.from === from.id && other.to === to.id);
  if (at < 0) throw new Error(t('No order goes from {from} to {to}.', { from: from.key, to: to.key }));
  const without = setUnits(line.orders, at, 0);
  return setUnits(line.orders, at, units(line.words[2], rest({ ...line, orders: without }, from.id)));
}

/** @param {Line} line @returns {Orders} */
function cancel({ orders, position, words }) {
  if (words[0] === 'tactic') return setTactic(orders, null);
  const from = planet(position, words[0]);
  const to = words[1] ? planet(position, words[1]) : null;
  const moves = orders.moves.filter((other) => other.from !== from.id || (to !== null && other.to !== to.id));
  if (moves.length === orders.moves.length) throw new Error(t('No order goes from there.'));
  return { ...orders, moves };
}

/** @param {Line} line @returns {number} */
function seat({ info, words: [word] }) {
  const wanted = word?.toLowerCase();
  const found = info.seats.find(
    (other) =>
      seatLetter(other.seat).toLowerCase() === wanted ||
      other.name.toLowerCase() === wanted ||
      String(other.seat) === wanted,
  );
  if (!found) throw new Error(t('There is no seat “{word}”.', { word: word ?? '' }));
  return found.seat;
}

/** @param {Line} line @param {string} type @returns {Orders} */
function tactic(line, type) {
  const { orders, position, words } = line;
  const asks = PARAMETERS[type];
  if (asks.includes('seat')) return setTactic(orders, { type, seat: seat(line) });
  if (asks.includes('planet')) return setTactic(orders, { type, planet: planet(position, words[0]).id });
  if (!asks.length) return setTactic(orders, { type });
  const without = { ...line, orders: setTactic(orders, null) };
  const [from, to] = [planet(position, words[0]), planet(position, words[1])];
  return setTactic(orders, { type, from: from.id, to: to.id, units: units(words[2], rest(without, from.id)) });
}

const ALIASES = /** @type {Record<string, string>} */ ({
  eliminate: 'eleminate',
  m: 'move',
  send: 'move',
  delete: 'cancel',
  remove: 'cancel',
});

const COMMANDS = /** @type {Record<string, (line: Line) => Orders>} */ ({
  move,
  set,
  cancel,
  undo: ({ orders }) => removeLast(orders),
  clear: () => emptyOrders(),
  resign: ({ orders }) => ({ ...orders, resign: true }),
  stay: ({ orders }) => ({ ...orders, resign: false }),
});

/**
 * @param {string} text @param {any} orders @param {import('../../types').Frame} frame @param {import('../../types').MatchInfo} info
 * @returns {Orders}
 */
export function parseCommand(text, orders, frame, info) {
  const words = text
    .trim()
    .split(/[\s,]+|->|→/)
    .filter(Boolean);
  if (words[0]?.toLowerCase() === 'tactic') words.shift();
  const said = (words.shift() ?? '').toLowerCase();
  const verb = ALIASES[said] ?? said;
  const line = { orders: whole(orders), position: positionOf(frame.view), words, info };
  if (verb === 'none') return setTactic(line.orders, null);
  if (PARAMETERS[verb]) return tactic(line, verb);
  const command = COMMANDS[verb];
  if (!command) throw new Error(t('Unknown command “{word}”. Try: move A0 B1 50%', { word: said }));
  return command(line);
}

/** @returns {{command: string, meaning: string}[]} */
export function commandHelp() {
  return [
    { command: 'move A0 B1 40', meaning: t('Send 40 units from A0 to B1. Also 50% or all; without a number, half.') },
    { command: 'set A0 B1 25%', meaning: t('Change how many go from A0 to B1.') },
    { command: 'cancel A0 B1', meaning: t('Take the order from A0 to B1 back; without B1, all orders from A0.') },
    { command: 'tactic terminator B1', meaning: t('Play a tactic on a planet: {names}.', { names: listOf('planet') }) },
    { command: 'teleport A0 D3 60', meaning: t('Teleport 60 units from A0 to D3.') },
    { command: 'swap B', meaning: t('Exchange everything with seat B.') },
    { command: 'eleminate', meaning: t('Strike all enemies in your sight.') },
    { command: 'cancel tactic', meaning: t('Take the tactic back.') },
    { command: 'undo', meaning: t('Take the last order back.') },
    { command: 'clear', meaning: t('Take all orders back.') },
    { command: 'resign', meaning: t('Give up with these orders; “stay” takes it back.') },
  ];
}

/** @param {'planet'} parameter */
function listOf(parameter) {
  return Object.keys(PARAMETERS)
    .filter((type) => PARAMETERS[type].includes(parameter))
    .map((type) => `${type} (${tacticName(type)})`)
    .join(', ');
}
