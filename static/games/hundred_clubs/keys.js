/**
 * What does a key do on the board? Arrows move the cursor, Enter places, Tab goes through the campaigns, digits set a size. Returns
 * whether a key was taken, so that the page keeps the rest.
 */
import { t } from 'app/i18n.js';
import { HEAT_NAMES } from './legend.js';
import { campaignsOf } from './orders.js';
import { cellOf, isOnBoard, placeOfCell } from './position.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./session.js').Heat} Heat */
/** @typedef {import('./hand.js').Hand} Hand */

/** The lenses in the order in which they follow each other. @type {Heat[]} */
export const HEATS = ['own', 'attack', 'defence', 'allies', 'off'];

const ARROWS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});
/** Digits typed within this time make one number. */
const TYPING = 1200;
const LEAP = 5;

/**
 * @param {Session} session @param {Hand} hand @param {{reveal: (cell: number) => void, replay: () => void}} board
 * @returns {(event: KeyboardEvent) => boolean}
 */
export function keyHandler(session, hand, board) {
  const { state } = session;
  let typed = { digits: '', at: -Infinity, index: -1 };

  /** Where the keyboard begins: the own capital, a birthplace, the middle. */
  function start() {
    const { chart, capitals, view } = /** @type {import('./position.js').Position} */ (state.position);
    const own = capitals.find(({ seat }) => seat === view.you) ?? capitals[0];
    return own?.cell ?? Math.floor(chart.height / 2) * chart.width + Math.floor(chart.width / 2);
  }

  /** @param {[number, number]} direction @param {number} steps @returns {boolean} */
  function step([dx, dy], steps) {
    const { position, cursor } = state;
    if (!position) return false;
    if (cursor === null) {
      board.reveal(start());
      hand.look(start());
      return true;
    }
    const [x, y] = placeOfCell(position.chart, cursor);
    const to = /** @type {[number, number]} */ ([x + dx * steps, y + dy * steps]);
    if (!isOnBoard(position.chart, to[0], to[1])) return steps > 1 ? step([dx, dy], 1) : true;
    const cell = cellOf(position.chart, to);
    board.reveal(cell);
    // What the cursor leaves behind is no longer what keys change.
    if (!state.placing) session.select(session.campaignOn(cell));
    hand.look(cell);
    return true;
  }

  /** Past the last campaign the key leaves the board. @param {number} by @returns {boolean} */
  function nextCampaign(by) {
    const count = campaignsOf(state.orders).length;
    const next = state.selected < 0 ? (by > 0 ? 0 : count - 1) : state.selected + by;
    if (next < 0 || next >= count) {
      session.select(-1);
      return false;
    }
    session.select(next);
    if (state.cursor !== null) board.reveal(state.cursor);
    hand.tell();
    return true;
  }

  /** The campaign that keys change: the chosen one, else the one at the cursor. */
  const edited = () =>
    state.selected >= 0 || state.cursor === null ? state.selected : session.campaignOn(state.cursor);

  /** @param {string} digit @param {number} now @returns {boolean} */
  function type(digit, now) {
    const index = edited();
    if (index < 0 || !session.canOrder('rounds')) return false;
    const goesOn = now - typed.at < TYPING && index === typed.index;
    typed = { digits: (goesOn ? typed.digits + digit : digit).slice(-4), at: now, index };
    if (Number(typed.digits) > 0) hand.resize(index, Number(typed.digits));
    hand.tell();
    return true;
  }

  /** @param {number} by @returns {boolean} */
  function grow(by) {
    const index = edited();
    if (index < 0 || !session.canOrder('rounds')) return false;
    hand.grow(index, by);
    hand.tell();
    return true;
  }

  /** @returns {boolean} */
  function remove() {
    const index = edited();
    if (index >= 0) hand.remove(index);
    else if (state.cursor !== null) hand.undo(state.cursor);
    else return false;
    return true;
  }

  /** @returns {boolean} */
  function cancel() {
    if (state.placing) session.change({ placing: false });
    else if (state.selected >= 0) session.select(-1);
    else if (state.cursor !== null) session.change({ cursor: null });
    else return false;
    return true;
  }

  /** @param {string} letter @returns {boolean} */
  function letterKey(letter) {
    if (letter === 'C') hand.toggleCapital();
    else if (letter === 'T') session.change({ letters: !state.letters });
    else if (letter === 'R') board.replay();
    else if (letter === 'H') {
      session.change({ heat: HEATS[(HEATS.indexOf(state.heat) + 1) % HEATS.length] });
      session.host.announce(HEAT_NAMES[state.heat]());
    } else return false;
    return true;
  }

  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const { key, shiftKey } = event;
    if (ARROWS[key]) return step(ARROWS[key], shiftKey ? LEAP : 1);
    if (key === 'Tab') return nextCampaign(shiftKey ? -1 : 1);
    if (key === 'Enter' && state.cursor !== null) {
      hand.act(state.cursor);
      return true;
    }
    if (key === 'Escape') return cancel();
    if (key === 'Delete' || key === 'Backspace') return remove();
    if (key === '+' || key === '=') return grow(1);
    if (key === '-') return grow(-1);
    if (/^\d$/.test(key)) return type(key, event.timeStamp);
    return letterKey(key.toUpperCase());
  };
}

/** @returns {{key: string, meaning: string}[]} */
export function keys() {
  return [
    { key: '← ↑ → ↓', meaning: t('Move the cursor; with Shift five cells') },
    { key: 'Enter', meaning: t('Put a campaign, choose one, or choose a birthplace') },
    { key: 'Tab / Shift+Tab', meaning: t('Next or previous campaign') },
    { key: '0 … 9', meaning: t('Type the size of the chosen campaign') },
    { key: '+ / −', meaning: t('Size of the chosen campaign; zoom if none is chosen') },
    { key: 'Delete', meaning: t('Take the campaign away') },
    { key: 'C', meaning: t('Move the capital: then choose a cell') },
    { key: 'H', meaning: t('Influence: own, attack, defence, with allies, off') },
    { key: 'T', meaning: t('Terrain letters and names of places') },
    { key: 'R', meaning: t('Play the last round again') },
    { key: 'Esc', meaning: t('Cancel') },
  ];
}
