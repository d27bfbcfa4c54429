/**
 * What does a key do on the map? Arrows move the cursor, Enter places, Tab goes through the campaigns, digits set a size. One table; the
 * sheet of keys comes from it, too.
 */
import { t } from 'app/i18n.js';
import { arrows, DIGITS, next, typedNumber } from 'kit/keys.js';
import { handOf } from './hand.js';
import { HEAT_NAMES } from './legend.js';
import { campaignsOf } from './orders.js';
import { GIFTS } from './places.js';
import { cellOf, isOnBoard, placeOfCell } from './position.js';

/** @import { Session, Heat } from './session.js' */
/** @import { Stage } from 'kit/mount.js' */
/** @typedef {import('kit/keys.js').Key<Session>} Key */

/** The lenses in the order in which they follow each other. @type {Heat[]} */
export const HEATS = ['own', 'attack', 'defence', 'allies', 'members', 'off'];
const LEAP = 5;

const typed = typedNumber();

/** Where the keyboard begins: the own capital, any other, the middle. @param {import('./position.js').Position} position */
function start({ chart, capitals, view }) {
  const own = capitals.find(({ seat }) => seat === view.you) ?? capitals[0];
  return own?.cell ?? Math.floor(chart.height / 2) * chart.width + Math.floor(chart.width / 2);
}

/** @param {Session} session @param {Stage} stage @param {number} cell */
function reveal({ state }, { board }, cell) {
  const { chart } = /** @type {import('./position.js').Position} */ (state.position);
  const [x, y] = placeOfCell(chart, cell);
  board.reveal(x + 0.5, y + 0.5);
}

/** @param {Session} session @param {[number, number]} direction @param {number} steps @param {Stage} stage @returns {boolean} */
function step(session, [dx, dy], steps, stage) {
  const { position, cursor, placing } = session.state;
  const hand = handOf(session);
  if (!position) return false;
  if (cursor === null) {
    reveal(session, stage, start(position));
    hand.look(start(position));
    return true;
  }
  const [x, y] = placeOfCell(position.chart, cursor);
  const to = /** @type {[number, number]} */ ([x + dx * steps, y + dy * steps]);
  if (!isOnBoard(position.chart, to[0], to[1])) return steps > 1 ? step(session, [dx, dy], 1, stage) : true;
  const cell = cellOf(position.chart, to);
  reveal(session, stage, cell);
  // What the cursor leaves behind is no longer what keys change.
  if (!placing) session.select(session.campaignOn(cell));
  hand.look(cell);
  return true;
}

/** Past the last campaign the key leaves the board. @param {Session} session @param {number} by @param {Stage} stage @returns {boolean} */
function nextCampaign(session, by, stage) {
  const { state } = session;
  const to = next([...campaignsOf(state.orders).keys()], (index) => index === state.selected, by);
  session.select(to ?? -1);
  if (to === null) return false;
  if (state.cursor !== null) reveal(session, stage, state.cursor);
  handOf(session).tell();
  return true;
}

/** The campaign that keys change: the chosen one, else the one at the cursor; -1: none. @param {Session} session */
function edited(session) {
  const { selected, cursor } = session.state;
  if (!session.canOrder('rounds')) return -1;
  return selected >= 0 || cursor === null ? selected : session.campaignOn(cursor);
}

/** @param {number} by @returns {(session: Session) => boolean} */
const grow = (by) => (session) => {
  const index = edited(session);
  if (index < 0) return false;
  handOf(session).grow(index, by);
  handOf(session).tell();
  return true;
};

/** @param {Session} session @returns {boolean} */
function remove(session) {
  const index = edited(session);
  if (index >= 0) handOf(session).remove(index);
  else if (session.state.cursor !== null) handOf(session).undo(session.state.cursor);
  else return false;
  return true;
}

/** @param {Session} session @returns {boolean} */
function cancel(session) {
  const { placing, selected, cursor } = session.state;
  if (placing) session.change({ placing: false });
  else if (selected >= 0) session.select(-1);
  else if (cursor !== null) session.change({ cursor: null });
  else return false;
  return true;
}

/** @param {Session} session */
const isBeforeRounds = ({ state }) => ['auction', 'birthplaces'].includes(state.frame?.view.phase ?? '');

/** The next lens over the places. @param {Session} session */
function nextGift({ state, change, say }) {
  const all = /** @type {import('./places.js').Gift[]} */ (Object.keys(GIFTS));
  const gift = all[(all.indexOf(state.gift) + 1) % all.length];
  change({ gift });
  say(t('What places give: {what}', { what: GIFTS[gift].name() }));
}

/** @type {Key[]} */
export const KEYS = [
  arrows(
    () => t('Move the cursor; with Shift five cells'),
    (session, direction, { shift }, stage) => step(session, direction, shift ? LEAP : 1, stage),
  ),
  {
    on: ['Enter'],
    meaning: () => t('Put a campaign, choose one, or choose a birthplace'),
    act: (session) => {
      if (session.state.cursor === null) return false;
      return handOf(session).act(session.state.cursor);
    },
  },
  {
    on: ['Tab'],
    shown: 'Tab / Shift+Tab',
    meaning: () => t('Next or previous campaign'),
    act: (session, { shift }, stage) => nextCampaign(session, shift ? -1 : 1, stage),
  },
  {
    on: DIGITS,
    shown: '0 … 9',
    meaning: () => t('Type the size of the chosen campaign'),
    act: (session, pressed) => {
      const index = edited(session);
      if (index < 0) return false;
      const size = typed(pressed, session, index);
      if (size > 0) handOf(session).resize(index, size);
      handOf(session).tell();
    },
  },
  {
    on: ['+', '='],
    shown: '+ / −',
    meaning: () => t('Size of the chosen campaign; zoom if none is chosen'),
    act: grow(1),
  },
  { on: ['-'], act: grow(-1) },
  { on: ['Delete', 'Backspace'], shown: 'Delete', meaning: () => t('Take the campaign away'), act: remove },
  {
    on: ['C'],
    meaning: () => t('Move the capital: then choose a cell'),
    act: (session) => handOf(session).toggleCapital(),
  },
  {
    on: ['H'],
    meaning: () => t('Influence: own, attack, defence, with allies, off; before the first round what places give'),
    act: (session) => {
      if (isBeforeRounds(session)) return nextGift(session);
      const heat = HEATS[(HEATS.indexOf(session.state.heat) + 1) % HEATS.length];
      session.change({ heat });
      session.say(HEAT_NAMES[heat]());
    },
  },
  {
    on: ['T'],
    meaning: () => t('Terrain letters and names of places'),
    act: (session) => session.change({ letters: !session.state.letters }),
  },
  {
    on: ['W'],
    meaning: () => t('Show my land'),
    act: (_session, _pressed, stage) => /** @type {any} */ (stage.scene).home(true),
  },
  { on: ['R'], meaning: () => t('Play the last round again'), act: (_session, _pressed, stage) => stage.replay() },
  { on: ['Escape'], shown: 'Esc', meaning: () => t('Cancel'), act: cancel },
];
