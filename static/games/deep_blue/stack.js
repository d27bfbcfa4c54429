/**
 * Who lies in a stack? Its plate, or a key, opens the list beside it, with what each has left: whoever is pressed is chosen, of others' ships
 * looked at, or aimed at where something is in hand.
 */
import { t, tn } from 'app/i18n.js';
import { crowdAt, crowdsOf, spreadOf } from './crowds.js';
import { stocksOf } from './describe.js';
import { handOf } from './hand.js';
import { elementName, sentence, word } from './names.js';
import { rectOf } from './position.js';

/** @import { Cell, Choice, Session, Stage, Unit } from './types' */

/** Points of a ship in its cell: none of them is to lie below the list, so that it is not half covered. @type {[number, number][]} */
const SHIP = [
  [0.5, 0.5],
  [0.1, 0.1],
  [0.9, 0.1],
  [0.1, 0.9],
  [0.9, 0.9],
];

/** @param {Session} session @param {Stage} stage @param {import('./crowds.js').Crowd<Unit>} crowd */
export function openStack(session, { board }, crowd) {
  const { state } = session;
  const position = session.position();
  const { pieces } = crowd;
  const at = board.screen(crowd.x + 1, crowd.y);
  const isOwn = crowd.seat === position.seat;

  /** @param {Unit} one */
  function choose(one) {
    if (isOwn) session.select([one.id], state.adds);
    else if (session.chosen().length && session.canOrder()) void handOf(session).open([one.pos[0], one.pos[1]], at);
    else session.change({ inspected: one.id, menu: null });
  }

  /** @type {Choice[]} */
  const choices = pieces.map((one) => ({
    key: `stack ${one.id}`,
    text: elementName(one),
    small: stocksOf(one, position),
    act: () => choose(one),
  }));
  if (isOwn)
    choices.unshift({
      key: 'stack',
      text: t('Select all {n}', { n: pieces.length }),
      act: () =>
        session.select(
          pieces.map(({ id }) => id),
          state.adds,
        ),
    });
  // Who lies among them and is in range is aimed at from here, too.
  const cells = isOwn && session.canOrder() ? new Map(pieces.map(({ pos }) => [String(pos.slice(0, 2)), pos])) : [];
  for (const [, pos] of cells)
    for (const foe of handOf(session).targetsAt(pos))
      choices.unshift({
        key: `target ${foe.id}`,
        text: sentence(t('{command}: {unit}', { command: word('attack'), unit: elementName(foe) })),
        act: () => void handOf(session).open([pos[0], pos[1]], at),
      });
  const others = position.units.filter((one) => !pieces.includes(one));
  session.change({
    hover: null,
    menu: {
      cell: [crowd.x, crowd.y],
      at,
      title: tn('{n} unit here', '{n} units here', pieces.length),
      clear: {
        about: spreadOf(board.screen, crowd),
        others: others.flatMap(({ pos: [x, y] }) => SHIP.map(([dx, dy]) => board.screen(x + dx, y + dy))),
      },
      choices,
      editing: null,
    },
  });
}

/** The stack at the cursor, at what is pointed at, or of what is chosen. @param {Session} session @param {Stage} stage */
export function openStackHere(session, stage) {
  const { focus, hover } = session.state;
  const crowds = crowdsOf(session.position().units);
  const cells = [focus, hover, ...session.chosen().map((one) => /** @type {Cell} */ (rectOf(one).slice(0, 2)))];
  const found = cells.map((cell) => cell && crowdAt(crowds, cell)).find(Boolean);
  if (found) openStack(session, stage, found);
  else session.deny(t('No units lie close together here.'));
}
