/**
 * What does the match page get of Planet Conquer? The game's module as static/types.d.ts asks for it: board, panel, words, commands.
 */

import { t } from 'app/i18n.js';
import { commandHelp, parseCommand } from './command.js';
import { describe, describeEvent, describeOrders, describeSeries, score } from './describe.js';
import { keyHandler, keys } from './keys.js';
import { emptyOrders, removeOrder, setUnits } from './orders.js';
import { mountPanel } from './panel.js';
import { isOwn } from './position.js';
import { createScene } from './scene.js';
import { sessionOf } from './session.js';

/** @typedef {import('../../types').Host} Host */
/** @typedef {import('../../types').Frame} Frame */
/** @typedef {import('board/pieces.js').Piece} Piece */

/** Which layers show which part of the session. */
const SHOWS = /** @type {Record<string, string[]>} */ ({
  orders: ['planets', 'traffic', 'hints'],
  locked: ['traffic'],
  error: ['traffic'],
  edited: ['traffic'],
  inspected: ['traffic', 'hints'],
  overlay: ['planets'],
});

/** Parts of the session that change what an aim would lead to. */
const AIMED = new Set(['hover', 'focus', 'sources', 'fraction', 'exact', 'orders']);

/** @param {HTMLElement} el @param {Host} host @returns {import('../../types').Board} */
function mountBoard(el, host) {
  const session = sessionOf(host);
  const { state } = session;
  const scene = createScene(el, session);
  const { board } = scene;
  /** @type {Frame | null} */
  let earlier = null;

  const place = (/** @type {number} */ id) =>
    /** @type {import('./position.js').Position} */ (state.position).planets[id];
  const handleKey = keyHandler(session, {
    reveal: (id) => board.reveal(place(id).x, place(id).y),
    centre: (id) => board.centre(place(id).x, place(id).y),
    replay: () => void replay(),
    bar: () => session.ask('bar'),
  });

  async function replay() {
    if (!earlier || !state.frame || scene.playing()) return;
    await scene.play(earlier, state.frame, { speed: state.speed, instant: host.reducedMotion() });
  }

  /** @param {Piece | null} piece @param {{shift: boolean}} how */
  function tap(piece, { shift }) {
    const { position } = state;
    if (scene.playing()) board.timeline.skip();
    if (!position) return;
    if (piece?.kind === 'planet') tapPlanet(piece.data, shift);
    else if (piece?.kind === 'move')
      session.change({ edited: state.edited === piece.data ? null : piece.data, sources: [] });
    else if (piece?.kind === 'fleet') session.inspect({ kind: 'fleet', id: piece.data });
    else if (piece?.kind === 'battle') session.inspect({ kind: 'battle', planet: piece.data });
    else {
      session.change({ sources: [], edited: null, aim: null, detour: null });
      session.inspect(null);
    }
  }

  /** @param {number} id @param {boolean} shift */
  function tapPlanet(id, shift) {
    const { position, sources } = state;
    if (!position) return;
    session.change({ focus: id });
    const own = isOwn(position, id);
    if (state.aim) session.aimAt(id);
    else if (!session.canOrder()) session.inspect({ kind: 'planet', id });
    else if (shift && own) {
      if (sources.includes(id)) session.change({ sources: sources.filter((other) => other !== id) });
      else session.choose([id], true);
    } else if (sources.includes(id)) session.change({ sources: [] });
    else if (sources.length && (session.send(sources, id) || state.detour)) session.inspect({ kind: 'planet', id });
    else if (own) session.choose([id]);
    else session.inspect({ kind: 'planet', id });
  }

  board.set({
    draggable: (piece) =>
      piece.kind === 'planet' &&
      session.canOrder() &&
      !state.aim &&
      !!state.position &&
      isOwn(state.position, piece.data),
    on: {
      hover(piece) {
        const hover = piece?.kind === 'planet' ? piece.data : null;
        if (hover !== state.hover) session.change({ hover });
      },
      tap,
      press(piece) {
        if (piece.kind === 'planet') session.inspect({ kind: 'planet', id: piece.data });
        else tap(piece, { shift: false });
      },
      drop(from, to) {
        if (to?.kind !== 'planet') return;
        // A drag from one of several chosen planets sends from all of them.
        const sources = state.sources.includes(from.data) ? state.sources : [from.data];
        session.send(sources, to.data);
      },
      lasso(pieces) {
        const own = pieces.filter(
          (piece) => piece.kind === 'planet' && state.position && isOwn(state.position, piece.data),
        );
        session.choose(
          own.map((piece) => piece.data),
          true,
        );
        host.announce(t('{n} planets chosen', { n: own.length }));
      },
      wheel(piece, steps) {
        if (piece.kind !== 'move' || !session.canOrder() || !state.position) return false;
        const move = state.orders.moves[piece.data];
        const most = session.rest(move.from) + move.units;
        const step = Math.max(1, Math.round(most / 20));
        const units = Math.max(1, Math.min(most, move.units + steps * step));
        if (units !== move.units) session.draft(setUnits(state.orders, piece.data, units), { edited: piece.data });
        return true;
      },
      key: handleKey,
      focus() {
        board.redraw(['hints']);
      },
    },
  });
  el.setAttribute('role', 'application');
  el.setAttribute('aria-label', t('Star chart. Tab: your planets, arrow keys: neighbours, Enter: send.'));

  const stopListening = session.listen((changed) => {
    const layers = new Set(['hints']);
    for (const name of changed) for (const layer of SHOWS[name] ?? []) layers.add(layer);
    if (changed.some((name) => AIMED.has(name))) {
      const from = board.state.drag?.from.data;
      const focus = el.matches(':focus-visible') ? state.focus : null;
      session.askAhead(from === undefined ? state.sources : [from], state.hover ?? focus);
    }
    if (!changed.includes('frame')) scene.refresh([...layers]);
  });
  const stopReplay = session.offer('replay', () => void replay());

  return {
    async show(frame, { previous, animate }) {
      earlier = previous;
      session.show(frame);
      if (!state.position) return;
      scene.settle(state.position);
      if (previous && animate) await scene.play(previous, frame, { speed: state.speed, instant: host.reducedMotion() });
    },
    setDrafts: (orders, forecast) => session.setDrafts(orders, forecast),
    setLocked: (locked) => session.change({ locked, ...(locked ? { aim: null, sources: [], edited: null } : {}) }),
    setError: (error) => session.change({ error }),
    skip: () => board.timeline.skip(),
    focus: () => el.focus(),
    destroy() {
      stopListening();
      stopReplay();
      board.destroy();
    },
  };
}

/** @type {import('../../types').GameModule} */
export default {
  mountBoard,
  mountPanel,
  emptyOrders,
  describe,
  describeEvent,
  describeOrders,
  removeOrder,
  parseCommand,
  commandHelp,
  score,
  keys,
  describeSeries,
};
