/**
 * What does the match page get of Planet Conquer? The game's module as static/types.d.ts asks for it, put together by the kit; and what a
 * hand on the chart does.
 */
import { t } from 'app/i18n.js';
import { viewOf } from 'board/layers.js';
import { distance } from 'board/lines.js';
import { addCameraButtons } from 'kit/camera_buttons.js';
import { defineGame } from 'kit/mount.js';
import { amountStrip } from 'kit/strip.js';
import { share } from 'kit/verbs.js';
import { commandHelp, parseCommand } from './command.js';
import { describe, describeEvent, describeOrders, describeSeries, news, score } from './describe.js';
import { doubt } from './doubt.js';
import { goal, hint } from './goal.js';
import { chipUnder, EVERY, hasBeen, isOnTheWay, PARTS } from './grip.js';
import { KEYS } from './keys.js';
import { legend } from './legend.js';
import { grouped } from './news.js';
import { emptyOrders, removeMove, removeOrder } from './orders.js';
import { createPanel } from './panel.js';
import { radiusOf } from './planets.js';
import { isOwn } from './position.js';
import { routeAmount } from './route_amount.js';
import { createScene } from './scene.js';
import { sessionOf } from './session.js';
import { createTacticMenu } from './tactic_menu.js';

/** @import { Piece, Session, Share, Stage } from './types' */

/** One of the largest discs. */
const BASE = { max: 1000, room: 1000 };

/** What stands at a planet while a round is told: above it the losses of a battle, below it its units. @type {Pick<import('kit/beats.js').Telling, 'over' | 'under'>} */
const ROOM = {
  over: (scale, events) => radiusOf(BASE, scale) + (events.some(({ type }) => type === 'battle') ? 38 : 14),
  under: (scale) => radiusOf(BASE, scale) + 24,
};

/** Which layers show which part of the session. */
const SHOWS = {
  // Names move aside for arrows.
  orders: ['planets', 'drafts', 'traffic', 'numbers'],
  forecast: ['traffic'],
  locked: ['drafts', 'traffic', 'numbers'],
  route: ['drafts'],
  error: ['drafts', 'traffic'],
  edited: ['drafts', 'traffic'],
  inspected: ['traffic'],
  overlay: ['planets', 'traffic'],
  spelled: ['planets', 'traffic'],
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
    session.change({ edited: state.edited === piece.data ? null : piece.data, route: null, sources: [] });
  else if (piece?.kind === 'standing')
    session.change({ route: isSame(state.route, piece.data) ? null : piece.data, edited: null, sources: [] });
  else if (piece?.kind === 'fleet') session.inspect({ kind: 'fleet', id: piece.data });
  else if (piece?.kind === 'battle') session.inspect({ kind: 'battle', planet: piece.data });
  else {
    session.change({ sources: [], edited: null, route: null, aim: null, detour: null });
    session.inspect(null);
  }
}

/** The wheel while dragging: more or less of this drag; over an arrow: of that order. @param {Session} session @param {Stage} stage @param {Piece} piece @param {number} steps */
function wheel(session, { board }, piece, steps) {
  if (!session.canOrder()) return false;
  if (board.state.drag) {
    const fraction = Math.round(100 * session.share().fraction + 5 * steps) / 100;
    session.setGrip({ fraction: Math.max(0.05, Math.min(1, fraction)), exact: null, repeat: false });
    return true;
  }
  if (piece.kind !== 'move') return false;
  const most = session.mostOf(piece.data);
  session.setMove(
    piece.data,
    session.state.orders.moves[piece.data].units + steps * Math.max(1, Math.round(most / 20)),
  );
  return true;
}

/** @param {{from: number, to: number} | null} a @param {{from: number, to: number}} b */
const isSame = (a, b) => a?.from === b.from && a?.to === b.to;

/**
 * What a drag is held over: from a target it may slide on to a chip that says how much, and is held over the target all the same.
 * @param {Session} session @param {Stage} stage
 */
function gripping(session, { el, board }) {
  /** `nearest`: pixels to its middle; `before`: what a key or the wheel had chosen for this drag, as long as it is on a chip. @type {{target: number, nearest: number, onChip: boolean, before: Partial<Share> | null} | null} */
  let reached = null;
  const hold = (/** @type {Partial<Share> | null} */ grip) => {
    if (JSON.stringify(grip) !== JSON.stringify(session.state.grip)) session.change({ grip });
  };
  return (/** @type {Parameters<NonNullable<import('board/state.js').Callbacks['drag']>>[0]} */ drag) => {
    const { position, grip } = session.state;
    if (!drag || !position) {
      reached = null;
      hold(null);
      return null;
    }
    const from = drag.from.data;
    if (!board.state.drag) {
      reached = null;
      hold(null);
      if (!session.rest(from)) session.deny(t('No units are left there.'));
    }
    const over = drag.over?.kind === 'planet' ? drag.over.data : null;
    const view = viewOf(board.state, board.state.camera, { width: el.clientWidth, height: el.clientHeight });
    const placeOf = (/** @type {number} */ id) => view.at(position.planets[id].x, position.planets[id].y);
    const isNear = over !== null && position.graph.between(from, over);
    if (reached) {
      const target = position.planets[reached.target];
      const held = board.state.pieces.find(({ id }) => id === `planet:${target.id}`) ?? null;
      const middle = placeOf(target.id);
      const away = distance(middle, drag.at);
      reached.nearest = Math.min(reached.nearest, away);
      const chips = /** @type {any} */ (session.ask('chips', view, position, target, position.planets[from]));
      if (hasBeen(reached.nearest, away, radiusOf(target, view.camera.scale))) {
        const chip = chipUnder(chips, drag.at);
        if (chip) {
          if (!reached.onChip) Object.assign(reached, { before: grip, onChip: true });
          hold(chip.share);
          return held;
        }
      }
      // A chip counts while the finger is on it.
      if (reached.onChip) hold(reached.before);
      reached.onChip = false;
      if (over === reached.target) return null;
      // Another planet has to be meant: a finger is near to one almost everywhere.
      const isMeant = isNear && distance(placeOf(over), drag.at) <= radiusOf(position.planets[over], view.camera.scale);
      if (!isMeant && isOnTheWay(chips, middle, drag.at)) return held;
    }
    reached = isNear ? { target: over, nearest: distance(placeOf(over), drag.at), before: null, onChip: false } : null;
    return null;
  };
}

/** Why no units leave from there. @param {Session} session @param {number} id */
function whyNotFrom({ state: { position }, host, hasDraft }, id) {
  const planet = position?.planets[id];
  if (!planet || host.readonly || !hasDraft()) return null;
  if (isOwn(position, id)) return t('Your orders are given. Press Ready again to change them.');
  return t('{planet} is not yours: only your own planets send units.', { planet: planet.name });
}

/** @param {Session} session @param {Stage} stage */
function pointer(session, stage) {
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
        if (to?.kind === 'planet' && session.rest(from.data))
          // A drag from one of several chosen planets sends from all of them.
          session.send(state.sources.includes(from.data) ? state.sources : [from.data], to.data);
        if (state.grip) session.change({ grip: null });
      },
      lasso(pieces) {
        const own = pieces.filter(isMine).map(({ data }) => data);
        session.choose(own, true);
        session.say(t('{n} planets chosen', { n: own.length }));
      },
      drag: gripping(session, stage),
      pull(piece) {
        const words = piece.kind === 'planet' ? whyNotFrom(session, piece.data) : null;
        if (words) session.deny(words);
        // Whoever has given the orders looks around.
        return words !== null && !session.state.locked;
      },
      wheel: (piece, steps) => wheel(session, stage, piece, steps),
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

/** What lies over the chart: the camera's buttons; for a finger, how much the next order sends or the one that was pressed, and the tactics. @param {Session} session @param {Stage} stage */
function overlay(session, { el, board }) {
  const { state } = session;
  const stop = addCameraButtons(el, board, { clear: 'strip', home: homeOf(session) });
  const tactics = createTacticMenu(el, session, board);
  const amount = routeAmount(session, () => state.route);
  const strip = amountStrip(el, {
    label: t('Part of the units to send'),
    parts: PARTS,
    onpart(percent) {
      const { edited } = state;
      if (edited === null) session.setAmount({ fraction: percent / 100 });
      else session.setMove(edited, share(session.mostOf(edited), percent / 100));
    },
    every: {
      label: t('Every round'),
      sign: EVERY.sign,
      act: () =>
        state.edited === null ? session.setAmount({ repeat: !state.repeat }) : session.repeatMove(state.edited),
    },
    onclose() {
      if (state.edited !== null) session.draft(removeMove(state.orders, state.edited), { edited: null });
      else if (state.route) session.endRoute(state.route);
      else {
        session.change({ sources: [] });
        session.inspect(null);
      }
    },
    more: [...amount.elements, tactics.opener],
  });
  return {
    refresh() {
      tactics.refresh();
      amount.show(standingOf(session));
      strip.show(stripFacts(session));
    },
    destroy() {
      stop();
      tactics.destroy();
      strip.destroy();
    },
  };
}

/** The standing route that was pressed, while it can be changed. @param {Session} session */
const standingOf = (session) =>
  (session.canOrder() && session.state.route && session.routeOf(session.state.route)) || null;

/** What the strip for a finger is about: the order or the route that was pressed, else the next order. @param {Session} session @returns {Parameters<ReturnType<typeof amountStrip>['show']>[0]} */
function stripFacts(session) {
  const { edited, sources, aim, orders, fraction, exact, repeat } = session.state;
  if (!session.canOrder() || aim) return null;
  const every = session.mayRepeat() ? false : null;
  const move = edited === null ? undefined : orders.moves[edited];
  if (edited !== null && move) {
    const percent = Math.round((100 * move.units) / session.mostOf(edited));
    return { words: t('This order'), percent, every, close: t('Delete this order') };
  }
  if (standingOf(session))
    return {
      words: t('Every round'),
      percent: null,
      hasParts: false,
      close: t('End this standing route'),
    };
  if (!sources.length) return null;
  const percent = exact === null && !repeat ? Math.round(fraction * 100) : null;
  return { words: t('Next order'), percent, every: every === null ? null : repeat, close: t('Cancel') };
}

export default defineGame({
  sessionOf,
  createScene,
  shows: SHOWS,
  label: ({ readonly }) =>
    readonly
      ? t('Star chart. Arrow keys: neighbours.')
      : t('Star chart. Tab: your planets, arrow keys: neighbours, Enter: send.'),
  pointer,
  kept: ['sources', 'inspected'],
  keys: KEYS,
  ahead: { parts: ['hover', 'focus', 'sources', 'fraction', 'exact', 'repeat', 'grip', 'orders'], ask },
  overlay,
  doubt,
  legend,
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
  // Swords, bars and losses of a battle stand above the disc.
  telling: { close: 1.1, small: 0.5, group: grouped, ...ROOM },
  words: {
    draftsInPanel: true,
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
