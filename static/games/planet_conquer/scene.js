/**
 * What does the board show now? Turns frame, draft and selection into layers and pieces of the toolkit. Reads the session and
 * changes nothing in it.
 */
import { t, tn } from 'app/i18n.js';
import { createBoard } from 'board/board.js';
import { toScreen } from 'board/camera.js';
import { paintVeil } from 'board/fog.js';
import { circle, glyph, lasso, note, text } from 'board/marks.js';
import { faded, mixed } from 'board/palette.js';
import { foreseen, outcomeMark } from './forecast.js';
import { placeOf } from './orders.js';
import { discRect, icon, noticeRect, paintLabels, paintPlanet, paintRing, paintSigns, radiusOf } from './planets.js';
import { stageOf, tracksOf } from './playback.js';
import { isOwn, positionOf } from './position.js';
import {
  boxOf,
  draftSpot,
  laneOf,
  layOut,
  paintDraft,
  paintFleet,
  paintRouteHint,
  paintRoutes,
  paintTacticDraft,
} from './traffic.js';

/** @typedef {import('board/layers.js').View} View */
/** @typedef {import('board/pieces.js').Piece} Piece */
/** @typedef {import('../../types').Frame} Frame */
/** @typedef {import('./position.js').Position} Position */
/** @typedef {import('./session.js').Session} Session */
/** @typedef {CanvasRenderingContext2D} Ctx */

/** The part of the world that holds all planets, with room for rims and names. @param {Position} position */
function worldOf({ planets, routes }) {
  const points = [
    ...planets.flatMap(({ x, y }) => [
      [x - 62, y - 62],
      [x + 62, y + 62],
    ]),
    ...routes.flatMap(({ line }) =>
      line.flatMap(([x, y]) => [
        [x - 30, y - 30],
        [x + 30, y + 30],
      ]),
    ),
  ];
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** @param {HTMLElement} el @param {Session} session */
export function createScene(el, session) {
  const { state } = session;
  /** What is painted: the position, or the stage of a round that is played. @type {import('./playback.js').Stage | null} */
  let stage = null;
  const planets = () => stage?.planets ?? state.position?.planets ?? [];
  const fleets = () => stage?.fleets ?? state.position?.view.fleets ?? [];

  const board = createBoard(el, {
    still: session.host.reducedMotion(),
    layers: [
      { name: 'ground', cached: true, paint: paintGround },
      { name: 'planets', paint: paintPlanets },
      { name: 'traffic', paint: paintTraffic },
      { name: 'effects', paint: (ctx, view) => board.timeline.paint(ctx, view) },
      { name: 'hints', paint: paintHints },
    ],
  });

  /** @param {Ctx} ctx @param {View} view */
  function paintGround(ctx, view) {
    const { position } = state;
    const { palette, width, height } = view;
    const { fog = false, round = 0 } = position?.view ?? {};
    // An audience that sees nothing at all (a stranger under fog) gets the bare chart: the veil would only hide the map.
    const veiled = fog && position?.planets.some(({ seen }) => seen !== 'never');
    ctx.fillStyle = veiled && palette.dark ? mixed(palette.panel, palette.line, 0.12) : palette.ink;
    ctx.fillRect(0, 0, width, height);
    if (!position) return;
    paintGraticule(ctx, view);
    if (veiled) {
      const clearings = position.planets
        .filter(({ seen }) => seen !== 'never')
        .map(({ x, y, seen, as_of: asOf }) => ({
          x,
          y,
          radius: seen === 'now' ? 150 : 95,
          strength: seen === 'now' ? 1 : 0.45 + 0.2 / (1 + round - (asOf ?? 0)),
        }));
      paintVeil(ctx, view, clearings);
    }
    paintRoutes(ctx, view, position, { fog });
  }

  /** @param {Ctx} ctx @param {View} view */
  function paintPlanets(ctx, view) {
    const { position } = state;
    if (!position) return;
    const { round, seat } = position.view;
    const drafting = !stage && session.canOrder();
    for (const planet of planets()) {
      const units = drafting && isOwn(position, planet.id) ? session.rest(planet.id) : planet.units;
      paintPlanet(ctx, view, planet, { round, seat, units });
    }
    const pills = pillBoxes(view, position);
    const numbers = numberBoxes(view, position, pills);
    const signs = planets().flatMap((planet) => {
      const { x, y, width } = discRect(view, planet, 10);
      const announced = position.view.announcements.some((entry) => entry.planet === planet.id);
      if (announced) return [discRect(view, planet, 16), noticeRect(view, planet)];
      return signsOf(planet).length ? [{ x, y: y - 10, width, height: 22 }] : [];
    });
    paintLabels(ctx, view, planets(), [...pills, ...numbers, ...signs], {
      growth: state.overlay && !stage,
      facts: view.camera.scale > 1.15,
    });
  }

  /** @param {View} view @param {Position} position */
  function pillBoxes(view, position) {
    return layOut(view, position, fleets()).map(boxOf);
  }

  /** Where the numbers of the draft arrows stand. @param {View} view @param {Position} position @param {import('./planets.js').Rect[]} pills */
  function numberBoxes(view, position, pills) {
    return state.orders.moves.flatMap((move, i) => {
      if (!position.planets[move.from] || !position.planets[move.to]) return [];
      const mark = outcomeMark(foreseen(state.forecast, move, i), position.view.seat);
      const width = 14 + 7.5 * `${move.units}${mark ? ` ${mark.text}` : ''}`.length;
      return [boxOf({ ...draftSpot(laneOf(view, position, move.from, move.to), pills), width, height: 20 })];
    });
  }

  /** @param {import('./position.js').Planet} planet */
  function signsOf(planet) {
    const { position } = state;
    if (!position || stage) return [];
    const types = planet.effects.map(({ type }) => type);
    if (position.view.attacks.some((attack) => attack.planet === planet.id) && !types.includes('attack'))
      types.push('attack');
    return types;
  }

  /** @param {Ctx} ctx @param {View} view */
  function paintTraffic(ctx, view) {
    const { position, orders } = state;
    if (!position) return;
    const { seat, announcements, round } = position.view;
    for (const planet of planets()) {
      const strike = stage ? undefined : announcements.find((entry) => entry.planet === planet.id);
      const notice = strike ? (strike.round > round ? t('next round') : t('this round')) : null;
      paintSigns(ctx, view, planet, { types: signsOf(planet), notice });
    }
    const lit = state.inspected?.kind === 'fleet' ? state.inspected.id : null;
    for (const pill of layOut(view, position, fleets())) {
      paintFleet(ctx, view, pill, { own: pill.seat === seat, lit: pill.fleets.some(({ id }) => id === lit) });
    }
    if (stage) return;
    for (const event of battles()) {
      const [x, y] = battleSpot(position.planets[event.planet])(view.camera, view);
      circle(ctx, x, y, 9);
      ctx.fillStyle = view.palette.panel;
      ctx.fill();
      ctx.lineWidth = 1.25;
      ctx.strokeStyle = view.palette.muted;
      ctx.stroke();
      glyph(ctx, icon('battle'), x, y, 12, view.palette.text);
    }
    paintOrders(ctx, view, position, orders);
  }

  /** @param {Ctx} ctx @param {View} view @param {Position} position @param {import('./orders.js').Orders} orders */
  function paintOrders(ctx, view, position, { moves, tactic }) {
    const taken = pillBoxes(view, position);
    const wrong = state.error ? placeOf(state.error.path) : { move: null, tactic: false };
    moves.forEach((move, i) => {
      if (!position.planets[move.from] || !position.planets[move.to]) return;
      const look = wrong.move === i ? 'wrong' : state.edited === i ? 'edited' : state.locked ? 'locked' : 'draft';
      paintDraft(ctx, view, position, move, {
        state: look,
        taken,
        outcome: outcomeMark(foreseen(state.forecast, move, i), position.view.seat),
      });
    });
    if (tactic?.type === 'teleport' && tactic.from !== undefined && tactic.to !== undefined) {
      const jump = { from: tactic.from, to: tactic.to, units: tactic.units ?? 0 };
      const outcome = outcomeMark(foreseen(state.forecast, jump, -1), position.view.seat);
      paintDraft(ctx, view, position, jump, { state: wrong.tactic ? 'wrong' : 'draft', dashed: true, taken, outcome });
    }
    const target = tactic?.planet ?? tactic?.to;
    if (tactic && target !== undefined)
      paintTacticDraft(ctx, view, position.planets[target], tactic.type, wrong.tactic);
  }

  /** @param {Ctx} ctx @param {View} view */
  function paintHints(ctx, view) {
    const { position } = state;
    if (!position || stage) return;
    const { hover, drag } = board.state;
    const pills = pillBoxes(view, position);
    const taken = [...pills, ...numberBoxes(view, position, pills)];
    const pointed = state.hover;
    const lit = pointed ?? (state.sources.length === 1 ? state.sources[0] : null);
    const aiming = state.sources.length > 0 && session.canOrder();
    if (lit !== null && !drag && (!aiming || state.sources.includes(lit))) {
      for (const way of position.graph.ways[lit]) {
        paintRouteHint(ctx, view, position, way.fact, { strong: false, taken });
      }
    }
    if (hover?.kind === 'route') paintRouteHint(ctx, view, position, hover.data, { strong: false, taken });
    const targets = state.aim ? session.targets(state.aim) : null;
    for (const id of targets ?? []) paintRing(ctx, view, position.planets[id], 'target');
    if (state.inspected?.kind === 'planet' && state.inspected.id !== state.focus)
      paintRing(ctx, view, position.planets[state.inspected.id], 'shown');
    for (const id of state.sources) paintRing(ctx, view, position.planets[id], 'source');
    if (pointed !== null) paintRing(ctx, view, position.planets[pointed], 'hover');
    if (state.focus !== null && el.matches(':focus-visible'))
      paintRing(ctx, view, position.planets[state.focus], 'focus');
    if (drag) {
      const over = drag.over?.kind === 'planet' ? drag.over.data : null;
      if (over === null) paintReach(ctx, view, position.planets[drag.from.data], drag.at);
      else paintAim(ctx, view, position, [drag.from.data], over);
    } else if (session.canOrder() && !state.aim) {
      const target = pointed ?? (el.matches(':focus-visible') ? state.focus : null);
      if (target !== null && !state.sources.includes(target)) paintAim(ctx, view, position, state.sources, target);
    }
    if (board.state.lasso) lasso(ctx, view.palette, board.state.lasso);
  }

  /** What a click would send: dashed arrows with numbers, rounds and the round of arrival. @param {Ctx} ctx @param {View} view @param {Position} position @param {number[]} sources @param {number} target */
  function paintAim(ctx, view, position, sources, target) {
    let latest = 0;
    for (const from of sources) {
      const way = position.graph.between(from, target);
      if (!way) continue;
      const rest = session.rest(from);
      const units =
        state.exact === null
          ? Math.max(Math.min(1, rest), Math.floor(rest * state.fraction + 1e-9))
          : Math.min(state.exact, rest);
      const taken = pillBoxes(view, position);
      paintRouteHint(ctx, view, position, way.fact, { strong: true, taken });
      paintDraft(ctx, view, position, { from, to: target, units }, { state: 'aim', taken });
      latest = Math.max(latest, way.length);
    }
    if (!latest) return;
    const planet = position.planets[target];
    const [x, y] = view.at(planet.x, planet.y);
    const words =
      state.ahead ||
      tn('{n} round · arrives round {round}', '{n} rounds · arrives round {round}', latest, {
        round: position.view.round + latest - 1,
      });
    note(ctx, view.palette, words.split(' · '), {
      x,
      y,
      away: radiusOf(planet, view.camera.scale) + 12,
      width: view.width,
      height: view.height,
    });
  }

  /** @param {Ctx} ctx @param {View} view @param {import('./position.js').Planet} from @param {import('board/lines.js').Point} to */
  function paintReach(ctx, view, from, to) {
    const [x, y] = view.at(from.x, from.y);
    ctx.strokeStyle = faded(view.palette.lamp, 0.7);
    ctx.lineWidth = 2;
    ctx.setLineDash([6, 5]);
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.lineTo(...to);
    ctx.stroke();
    ctx.setLineDash([]);
  }

  const battles = () => (state.frame?.events ?? []).filter(({ type }) => type === 'battle');

  /** A marker stands at the upper right of its disc. @param {import('./position.js').Planet} planet @returns {NonNullable<Piece['place']>} */
  const battleSpot = (planet) => (camera, size) => {
    const [x, y] = toScreen(camera, size, planet.x, planet.y);
    const reach = radiusOf(planet, camera.scale) + 8;
    return [x + reach * 0.72, y - reach * 0.72];
  };

  /** @param {import('board/camera.js').Camera} camera @param {import('board/camera.js').Size} size @returns {View} */
  const viewOf = (camera, size) => ({
    ...size,
    camera,
    palette: board.state.palette,
    state: board.state,
    at: (x, y) => toScreen(camera, size, x, y),
  });

  /** @returns {Piece[]} */
  function pieces() {
    const { position } = state;
    if (!position) return [];
    return [
      ...position.planets.map((planet) => ({
        id: `planet:${planet.id}`,
        kind: 'planet',
        x: planet.x,
        y: planet.y,
        radius: (/** @type {number} */ scale) => radiusOf(planet, scale) + 5,
        data: planet.id,
      })),
      ...battles().map((event) => ({
        id: `battle:${event.planet}`,
        kind: 'battle',
        place: battleSpot(position.planets[event.planet]),
        radius: () => 10,
        data: event.planet,
      })),
      ...position.view.fleets
        .filter(({ kind }) => kind === 'route')
        .map((fleet) => ({
          id: `fleet:${fleet.id}`,
          kind: 'fleet',
          place: (
            /** @type {import('board/camera.js').Camera} */ camera,
            /** @type {import('board/camera.js').Size} */ size,
          ) => {
            const pill = layOut(viewOf(camera, size), position, position.view.fleets).find((other) =>
              other.fleets.includes(fleet),
            );
            return /** @type {import('board/lines.js').Point} */ (pill ? [pill.x, pill.y] : [-99, -99]);
          },
          radius: () => 12,
          data: fleet.id,
        })),
      ...state.orders.moves.map((move, i) => ({
        id: `move:${i}`,
        kind: 'move',
        track: (
          /** @type {import('board/camera.js').Camera} */ camera,
          /** @type {import('board/camera.js').Size} */ size,
        ) => laneOf(viewOf(camera, size), position, move.from, move.to),
        data: i,
      })),
      ...position.routes.map((route) => ({
        id: `route:${route.index}`,
        kind: 'route',
        line: route.line,
        faint: true,
        data: route,
      })),
    ];
  }

  return {
    board,
    /** Whether a round is being played. */
    playing: () => stage !== null,

    /** Takes over a new frame. @param {Position} position */
    settle(position) {
      stage = null;
      board.set({ world: worldOf(position), pieces: pieces(), still: session.host.reducedMotion() });
    },

    /** The draft or the selection changed. @param {string[]} layers */
    refresh(layers) {
      board.set({ pieces: pieces() }, layers);
    },

    /**
     * Plays the round between two frames; the promise is kept when it has ended.
     * @param {Frame} previous @param {Frame} frame @param {{speed: number, instant: boolean}} how
     */
    async play(previous, frame, how) {
      const [before, after] = [positionOf(previous.view), positionOf(frame.view)];
      stage = stageOf(before);
      const mine = stage;
      board.redraw();
      await board.timeline.play(
        tracksOf(mine, before, after, frame.events, () => board.redraw(['planets'])),
        how,
      );
      if (stage !== mine) return;
      stage = null;
      board.redraw();
    },
  };
}

/** Fine lines of a chart, with small crosses where they meet. @param {Ctx} ctx @param {View} view */
function paintGraticule(ctx, view) {
  const { palette, camera, width, height } = view;
  const step = 125;
  const [left, top] = [camera.x - width / 2 / camera.scale, camera.y - height / 2 / camera.scale];
  const [right, bottom] = [camera.x + width / 2 / camera.scale, camera.y + height / 2 / camera.scale];
  ctx.lineWidth = 1;
  ctx.strokeStyle = faded(palette.line, palette.dark ? 0.5 : 0.55);
  ctx.beginPath();
  for (let x = Math.ceil(left / step) * step; x <= right; x += step) {
    const [sx] = view.at(x, 0);
    ctx.moveTo(Math.round(sx) + 0.5, 0);
    ctx.lineTo(Math.round(sx) + 0.5, height);
  }
  for (let y = Math.ceil(top / step) * step; y <= bottom; y += step) {
    const [, sy] = view.at(0, y);
    ctx.moveTo(0, Math.round(sy) + 0.5);
    ctx.lineTo(width, Math.round(sy) + 0.5);
  }
  ctx.stroke();
  // Range rings around the middle of the chart, as on a table where distances matter.
  ctx.strokeStyle = faded(mixed(palette.line, palette.muted, 0.3), palette.dark ? 0.4 : 0.45);
  for (const ring of [250, 500]) {
    const [x, y] = view.at(500, 500);
    ctx.setLineDash([1, 6]);
    circle(ctx, x, y, ring * camera.scale);
    ctx.stroke();
  }
  ctx.setLineDash([]);
  const [nx, ny] = view.at(500, 500 - 500);
  if (camera.scale > 0.5)
    text(ctx, 'N', nx, ny - 12, { font: `600 11px ${palette.font}`, fill: faded(palette.muted, 0.6) });
}
