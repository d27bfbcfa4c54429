/** What does the match page get of Deep Blue? Session, scene, keys, pointer, panel and words, put together. */
import { h, setText } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';
import { cellAt, centreOf } from 'kit/cells.js';
import { createMenu } from 'kit/menu.js';
import { defineGame } from 'kit/mount.js';
import { keepPresses } from 'kit/over.js';
import { SIGNS, signButton } from 'kit/parts.js';
import { commandHelp, parseCommand } from './command.js';
import {
  commandWords,
  describe,
  describeEvent,
  describeOrders,
  describeSeries,
  milestone,
  news,
  score,
  sources,
} from './describe.js';
import { doubt } from './doubt.js';
import { goal, hint } from './goal.js';
import { handOf } from './hand.js';
import { alarmWords } from './hints.js';
import { aimAt, KEYS, sameKind } from './keys.js';
import { legend } from './legend.js';
import { cellName, elementName, placeName, properName, sentence } from './names.js';
import { emptyOrders, ordersOf, removeOrder } from './orders.js';
import { createLens, createNeeds, createStatistics, createStory, createTools } from './panel.js';
import { createFleet } from './panel_fleet.js';
import { createShipyard } from './panel_shipyard.js';
import { createCommand, createUnitCard } from './panel_unit.js';
import { elementsAt, isUnit, ownAt, rectOf } from './position.js';
import { createScene } from './scene.js';
import { sessionOf } from './session.js';
import { openStack } from './stack.js';
import { TELLING } from './telling.js';

/** @import { Callbacks, Cell, How, Piece, Session, Stage } from './types' */

/** The cell of a piece of the chart. @param {Session} session @param {Piece | null} piece @returns {Cell | null} */
function cellOf(session, piece) {
  if (!piece || !session.state.position) return null;
  if (piece.kind === 'cell') return piece.data;
  const { elements, ghosts } = session.position();
  if (piece.kind === 'crowd') return [piece.data.x, piece.data.y];
  const found = elements.get(piece.data) ?? ghosts.find(({ id }) => id === piece.data);
  return found ? /** @type {Cell} */ (rectOf(found).slice(0, 2)) : null;
}

/** A finger reaches beyond the cell it is on: where cells are as wide as it, the cell under its middle is meant. */
const FINGER = 36;

/** Are they planes? Their picture hangs above its cell. @param {Session} session @param {Piece} piece */
const isPlane = (session, { kind, data }) =>
  kind === 'unit' && session.position().elements.get(data)?.kind === 'formation';

/** The cell of the chart at a point of the board. @param {Session} session @param {Stage} stage @param {number[]} at @param {number} [least] pixels a cell @returns {Cell | null} null: off the map, or cells too small to tell */
function cellUnder(session, { board }, [x, y], least = FINGER) {
  const [left, top] = board.screen(0, 0);
  const size = board.screen(1, 0)[0] - left;
  const { chart } = session.position();
  return size < least ? null : cellAt(chart, (x - left) / size, (y - top) / size);
}

/** What a hand on the chart does. @param {Session} session @param {Stage} stage */
function pointer(session, stage) {
  const { state } = session;
  const hand = handOf(session);

  /** The cell of a building that is pointed at: a ship may lie there. @param {Piece} piece @param {How} how @returns {Cell | null} */
  function insideOf({ data }, { at }) {
    const cell = cellUnder(session, stage, at, 0);
    return cell && elementsAt(session.position(), ...cell).some(({ id }) => id === data) ? cell : null;
  }

  /** @param {Piece | null} pointed @param {How} how */
  function tap(pointed, how) {
    if (pointed?.kind === 'crowd') return openStack(session, stage, pointed.data);
    const isBuilding = pointed?.kind === 'building';
    const under = how.touch && pointed && !isPlane(session, pointed) ? cellUnder(session, stage, how.at) : null;
    const cell = under ?? (isBuilding ? insideOf(pointed, how) : null) ?? cellOf(session, pointed);
    const piece = isBuilding || (under && String(under) !== String(cellOf(session, pointed))) ? null : pointed;
    session.change({ menu: null });
    if (!cell) return session.select([]);
    if (state.aim && state.aim.kind !== 'self_destruct') return aimAt(session, cell);
    const here = elementsAt(session.position(), ...cell);
    const own = ownAt(session.position(), ...cell).filter(
      ({ id }) => !piece || piece.kind === 'cell' || id === piece.data,
    );
    // An enemy in range that lies among own ships: the menu has both, to fire and to choose.
    const isAmong = own.length && !how.shift && !state.adds && session.canOrder() && hand.targetsAt(cell).length;
    if (isAmong) return void hand.open(cell, how.at, how.touch);
    const first = own.find((one) => isUnit(one) && one.pos[2] === state.layer) ?? own[0];
    if (first) {
      const adds = how.shift || state.adds;
      const isHome = first.kind === 'base' && !adds && session.canOrder() && hand.wantsHome();
      if (isHome) return void hand.act(cell, null);
      // Once more on the same place means the next one there.
      const chosen = adds || how.again ? -1 : own.findIndex(({ id }) => String(state.selected) === String(id));
      session.change({ inspected: null });
      // The last one there, pressed once more, is let go.
      if (chosen >= 0 && chosen === own.length - 1) return session.letGo();
      session.select([(chosen < 0 ? first : own[chosen + 1]).id], adds);
      if (how.again) sameKind(session, stage);
    } else if (session.chosen().length && session.hasDraft() && !how.shift) order(cell, here, how);
    else {
      session.change({ inspected: here[0]?.id ?? null, focus: null });
      if (!here.length && !how.shift) session.select([]);
    }
  }

  /** Gives the order that the pointer has shown; a finger, which shows nothing before it presses, first reads the odds where there are some. @param {Cell} cell @param {readonly unknown[]} here @param {How} how */
  function order(cell, here, how) {
    if (state.locked) return session.deny(t('You are ready. Take it back to change orders.'));
    if (!session.canOrder()) return;
    if (here.length && how.touch) void hand.open(cell, how.at, true);
    else void hand.act(cell, null);
  }

  /** @type {Callbacks} */
  const on = {
    hover(piece) {
      const hover = cellOf(session, piece);
      if (String(hover) !== String(state.hover)) session.change({ hover });
    },
    tap,
    press(piece, how) {
      if (piece.kind === 'crowd') return openStack(session, stage, piece.data);
      const isUnder = how.touch && !isPlane(session, piece);
      const cell = (isUnder ? cellUnder(session, stage, how.at) : null) ?? cellOf(session, piece);
      if (!cell) return;
      if (how.touch || how.ctrl || !session.chosen().length) void hand.open(cell, how.at, how.touch);
      else if (state.aim) aimAt(session, cell);
      else void hand.act(cell, null);
    },
    lasso(_, holds) {
      const own = session.position().own.filter((one) => isUnit(one) && holds(one.pos[0] + 0.5, one.pos[1] + 0.5));
      // A box adds; the same box once more takes nothing away.
      if (own.length) session.select([...new Set([...state.selected, ...own.map(({ id }) => id)])]);
    },
  };
  return { on };
}

/** What is at a cell, and where it is. @param {Session} session @param {Cell} cell */
function whereWords(session, cell) {
  const [name, place] = [cellName(cell), placeName(cell)];
  const there = elementsAt(session.position(), ...cell).map((one) => sentence(elementName(one)));
  return [...(there.length ? there : place === name ? [] : [place]), name].join(t(', '));
}

/** Pixels that the strip takes of the corner of the board, down and across. */
const [FOOT, WIDE] = [64, 190];

/** Who is in hand, and the way to let go: fingers have no panel in sight and no Escape. No longer than a name, so that it covers little. @param {Session} session @param {Stage} stage */
function handStrip(session, { el, board }) {
  const [name, rest] = [h('span'), h('span', { class: 'visually-hidden' })];
  const out = signButton(SIGNS.close, t('Let go'), session.letGo);
  const strip = h(
    'div',
    { class: 'kit-panel kit-strip', role: 'group', 'aria-label': t('Selection') },
    name,
    rest,
    out,
  );
  keepPresses(strip);
  el.append(strip);
  return {
    show() {
      const chosen = session.chosen();
      strip.hidden = !chosen.length;
      if (!chosen.length) return;
      const [one, ...others] = chosen;
      const alarms = others.length ? '' : alarmWords(one.id, session.needs(), session.position());
      const called = properName(one) || elementName(one);
      const single = alarms ? t('{unit}: {what}', { unit: called, what: alarms }) : called;
      setText(name, others.length ? tn('{n} unit', '{n} units', chosen.length) : single);
      setText(rest, handWords(session, chosen));
      const isThere = chosen.some((each) => {
        const [x, y] = board.screen(...centreOf(rectOf(each)));
        return y > el.clientHeight - FOOT && x < WIDE;
      });
      strip.classList.toggle('above', isThere);
    },
    destroy: () => strip.remove(),
  };
}

/** What those in hand are about to do, or wait for. @param {Session} session @param {import('./types').Element[]} chosen */
function handWords(session, [one, ...others]) {
  const given = others.length ? {} : ordersOf(session.state.orders, one.id);
  const does = [
    given.command && commandWords(given.command, session.position()),
    given.move && t('sails to {cell}', { cell: placeName(given.move) }),
  ].filter(Boolean);
  const waits = [one, ...others].some(isUnit) ? t('press a place or a target') : t('press a target');
  return does.join(t(', ')) || (session.canOrder() ? waits : t('selected'));
}

/** The menu beside the hand. @param {Session} session @param {Stage} stage */
function overlay(session, stage) {
  const { state } = session;
  const menu = createMenu(stage.el, () => session.change({ menu: null }));
  const editor = createCommand(session, () => state.menu?.editing ?? null);
  const strip = handStrip(session, stage);
  /** What is at a cell, and who is in hand: that stays free. @param {Cell} cell @returns {import('kit/menu.js').Clear} */
  function clearOf(cell) {
    const boxOf = (/** @type {readonly number[]} */ [x0, y0, x1, y1]) => {
      const [[x, y], [right, bottom]] = [stage.board.screen(x0, y0), stage.board.screen(x1 + 1, y1 + 1)];
      return { x, y, width: right - x, height: bottom - y };
    };
    const building = elementsAt(session.position(), ...cell).find((one) => !isUnit(one));
    return {
      about: boxOf(building ? rectOf(building) : [...cell, ...cell]),
      others: session.chosen().map((one) => stage.board.screen(...centreOf(rectOf(one)))),
    };
  }
  const stop = session.offer('reveal', ([x, y]) => stage.board.reveal(x + 0.5, y + 0.5));
  return {
    /** @param {string[]} changed */
    refresh(changed) {
      if (['selected', 'orders', 'frame', 'locked', 'told'].some((part) => changed.includes(part))) strip.show();
      if (!['menu', 'orders', 'told', 'frame'].some((part) => changed.includes(part))) return;
      const { menu: open } = state;
      if (open?.editing) editor.show();
      menu.show(
        open && {
          ...open,
          title: open.title ?? whereWords(session, open.cell),
          clear: open.clear ?? clearOf(open.cell),
          body: open.editing ? editor.element : null,
        },
      );
    },
    destroy() {
      stop();
      strip.destroy();
      menu.destroy();
    },
  };
}

export default defineGame({
  sessionOf,
  createScene,
  kept: ['selected'],
  shows: {
    layer: ['ground', 'sea', 'fleet'],
    drawn: ['fleet'],
    selected: ['fleet'],
    shown: ['fleet'],
    spelled: ['fleet'],
    zones: ['fleet'],
    told: ['fleet'],
    locked: ['fleet'],
    position: ['ground', 'sea', 'names', 'fleet'],
  },
  label: () =>
    t('Sea chart. Arrow keys move the cursor, Enter selects and orders, Tab goes to the next unit without orders.'),
  pointer,
  keys: KEYS,
  overlay,
  doubt,
  legend,
  panel: (session) =>
    [
      createNeeds,
      createUnitCard,
      createFleet,
      createShipyard,
      createLens,
      createStory,
      createStatistics,
      createTools,
    ].map((part) => part(session)),
  panelClass: 'db-panel',
  styles: ['games/deep_blue/deep_blue.css'],
  // A sounding, and its echo.
  sounds: {
    own: [
      { pitch: 1180, to: 1150, lasts: 0.8, loud: 0.4 },
      { pitch: 1160, to: 1140, lasts: 0.5, at: 0.42, loud: 0.12 },
    ],
    events: { move: 'own', strike: ({ damage }) => (damage ? 'hit' : null), air_combat: 'hit', destroyed: 'hit' },
  },
  emptyOrders,
  telling: TELLING,
  words: {
    goal,
    hint,
    describe,
    describeEvent,
    describeOrders,
    describeSeries,
    sources,
    news,
    milestone,
    score,
    removeOrder,
    parseCommand,
    commandHelp,
  },
});
