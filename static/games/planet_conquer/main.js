/**
 * What does the match page get of Planet Conquer? The game's module as static/types.d.ts asks for it, put together by the kit; and what a
 * hand on the chart does.
 */
import { t } from 'app/i18n.js';
import { addCameraButtons } from 'kit/camera_buttons.js';
import { defineGame } from 'kit/mount.js';
import { amountStrip } from 'kit/strip.js';
import { commandHelp, parseCommand } from './command.js';
import { describe, describeEvent, describeOrders, describeSeries, news, score } from './describe.js';
import { doubt } from './doubt.js';
import { goal, hint } from './goal.js';
import { KEYS } from './keys.js';
import { emptyOrders, removeMove, removeOrder, setUnits } from './orders.js';
import { createPanel } from './panel.js';
import { isOwn } from './position.js';
import { createScene } from './scene.js';
import { sessionOf } from './session.js';
import { createTacticMenu } from './tactic_menu.js';

/** @import { Piece, Session, Stage } from './types' */

/** Which layers show which part of the session. */
const SHOWS = {
  orders: ['planets', 'drafts', 'traffic'],
  forecast: ['traffic'],
  locked: ['planets', 'drafts', 'traffic'],
  error: ['drafts', 'traffic'],
  edited: ['drafts', 'traffic'],
  inspected: ['traffic'],
  overlay: ['planets', 'traffic'],
};

/** @param {Session} session @param {number} id @param {boolean} add */
function tapPlanet(session, id, add) {
  const { position, sources, aim, detour } = session.state;
  if (!position) return;
  session.change({ focus: id });
  const own = isOwn(position, id);
  if (aim) session.aimAt(id);
  else if (!session.canOrder()) session.inspect({ kind: 'planet', id });
  else if (add && own && !sources.includes(id)) session.choose([id], true);
  else if (add && own) session.change({ sources: sources.filter((other) => other !== id) });
  else if (sources.includes(id)) session.change({ sources: [] });
  else if (sources.length && (session.send(sources, id) || session.state.detour !== detour))
    session.inspect({ kind: 'planet', id });
  else if (own) session.choose([id]);
  else session.inspect({ kind: 'planet', id });
}

/** @param {Session} session @param {Piece | null} piece @param {{shift: boolean}} how */
function tap(session, piece, { shift }) {
  const { state } = session;
  if (piece?.kind === 'planet') tapPlanet(session, piece.data, shift);
  else if (piece?.kind === 'move')
    session.change({ edited: state.edited === piece.data ? null : piece.data, sources: [] });
  else if (piece?.kind === 'fleet') session.inspect({ kind: 'fleet', id: piece.data });
  else if (piece?.kind === 'battle') session.inspect({ kind: 'battle', planet: piece.data });
  else {
    session.change({ sources: [], edited: null, aim: null, detour: null });
    session.inspect(null);
  }
}

/** The wheel over an arrow: more or less. @param {Session} session @param {Piece} piece @param {number} steps */
function wheel(session, piece, steps) {
  if (piece.kind !== 'move' || !session.canOrder()) return false;
  const { orders } = session.state;
  const move = orders.moves[piece.data];
  const most = session.rest(move.from) + move.units;
  const units = Math.max(1, Math.min(most, move.units + steps * Math.max(1, Math.round(most / 20))));
  if (units !== move.units) session.draft(setUnits(orders, piece.data, units), { edited: piece.data });
  return true;
}

/** @param {Session} session */
function pointer(session) {
  const { state } = session;
  const isMine = (/** @type {Piece} */ { kind, data }) =>
    kind === 'planet' && !!state.position && isOwn(state.position, data);
  return {
    draggable: (/** @type {Piece} */ piece) => session.canOrder() && !state.aim && isMine(piece),
    on: /** @type {import('board/state.js').Callbacks} */ ({
      hover(piece) {
        const hover = piece?.kind === 'planet' ? piece.data : null;
        if (hover !== state.hover) session.change({ hover });
      },
      tap: (piece, how) => tap(session, piece, how),
      press(piece) {
        if (piece.kind === 'planet') session.inspect({ kind: 'planet', id: piece.data });
        else tap(session, piece, { shift: false });
      },
      drop(from, to) {
        if (to?.kind !== 'planet') return;
        // A drag from one of several chosen planets sends from all of them.
        session.send(state.sources.includes(from.data) ? state.sources : [from.data], to.data);
      },
      lasso(pieces) {
        const own = pieces.filter(isMine).map(({ data }) => data);
        session.choose(own, true);
        session.say(t('{n} planets chosen', { n: own.length }));
      },
      wheel: (piece, steps) => wheel(session, piece, steps),
    }),
  };
}

/** What would an aim lead to? @param {Session} session @param {Stage} stage */
function ask(session, { el, board }) {
  const { hover, focus, sources } = session.state;
  const from = board.state.drag?.from.data;
  const keyboard = el.matches(':focus-visible') ? focus : null;
  session.askAhead(from === undefined ? sources : [from], hover ?? keyboard);
}

/** Where one's own planets are: the first of them, as for the key. @param {Session} session @returns {import('kit/camera_buttons.js').Home} */
const homeOf = ({ state }) => ({
  label: () => t('Show my planets'),
  around: 150,
  place() {
    const home = state.position?.planets[state.position.home];
    return home ? [home.x, home.y] : null;
  },
});

/** What lies over the chart: the camera's buttons; for a finger, how much the newest order sends, and the tactics. @param {Session} session @param {Stage} stage */
function overlay(session, { el, board }) {
  const { state } = session;
  const stop = addCameraButtons(el, board, { clear: 'strip', home: homeOf(session) });
  const tactics = createTacticMenu(el, session, board);
  const strip = amountStrip(el, {
    label: t('Part of the units to send'),
    parts: [25, 50, 75, 100],
    onpart: (percent) => session.setAmount({ fraction: percent / 100 }),
    onremove: () => session.draft(removeMove(state.orders, state.edited ?? -1), { edited: null }),
    more: tactics.opener,
  });
  return {
    refresh() {
      tactics.refresh();
      const move = state.edited === null || !session.canOrder() ? null : state.orders.moves[state.edited];
      strip.show(move && Math.round((100 * move.units) / (session.rest(move.from) + move.units)));
    },
    destroy() {
      stop();
      tactics.destroy();
      strip.destroy();
    },
  };
}

export default defineGame({
  sessionOf,
  createScene,
  shows: SHOWS,
  label: () => t('Star chart. Tab: your planets, arrow keys: neighbours, Enter: send.'),
  pointer,
  kept: ['sources', 'inspected'],
  keys: KEYS,
  ahead: { parts: ['hover', 'focus', 'sources', 'fraction', 'exact', 'orders'], ask },
  overlay,
  doubt,
  panel: createPanel,
  panelClass: 'pc-panel',
  styles: ['games/planet_conquer/planet_conquer.css'],
  // Engines of a fleet that sets out.
  sounds: {
    own: [
      { pitch: 260, to: 1500, lasts: 0.55, wave: 'noise', loud: 0.5 },
      { pitch: 110, to: 220, lasts: 0.5, loud: 0.35 },
    ],
    events: { fleet_launched: 'own', battle: 'hit', strike: 'hit' },
  },
  emptyOrders,
  telling: { close: 1.1, small: 0.5 },
  words: {
    goal,
    hint,
    describe,
    describeEvent,
    describeOrders,
    removeOrder,
    parseCommand,
    commandHelp,
    score,
    describeSeries,
    news,
  },
});
