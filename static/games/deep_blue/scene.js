/**
 * What does the sea chart show now? Turns a position, a draft and a forecast into layers and pieces of the toolkit. Reads the session and
 * changes nothing in it; computes no rule.
 *
 * `createScene(el, session)` gives `{board, settle(position), play(previous, frame, how), playing(), refresh(layers), rounds, destroy()}`.
 * It reads of `session.state`: position, frame, hover, focus, selected, layer, aim, shown, drawn (`ChartState` in types.d.ts). `drawn` holds
 * paths, shots, fire, rings and warnings as plain shapes, made by the logic from draft and forecast.
 * Layers, bottom to top: `ground` (chart, fog, buildings: changes with the position, `layer` and theme), `sea` (swell and surf),
 * `fleet` (units, ghosts, orders, plates: changes with selected, drawn, layer, shown), `effects` (a round that is played), `hints` (hover, focus).
 * Pieces: kind `unit`, `building`, `ghost` with `data` the id, `draft` with `data` the id of the unit; the ground gives cells as `data`.
 */
import { t } from 'app/i18n.js';
import { createBoard } from 'board/board.js';
import { toScreen } from 'board/camera.js';
import { lasso } from 'board/marks.js';
import { createBakery } from 'kit/bake.js';
import { addCameraButtons } from 'kit/camera_buttons.js';
import { cellAt, centreOf } from 'kit/cells.js';
import { createMinimap } from 'kit/minimap.js';
import { createPace } from 'kit/pace.js';
import { paintChart, paintOf, paintPlain, paintSwell, reliefOf, swellOf } from 'kit/relief.js';
import { paintRuler } from 'kit/ruler.js';
import { veilOf } from 'kit/veil.js';
import { ownerColour, paintStock } from './buildings.js';
import { paintFleet, spotOf, sprites } from './fleet.js';
import * as hints from './hints.js';
import { fleetTrack, headingOf, roundOf } from './playback.js';
import { capacity, elementsAt, planesOf, positionOf, rectOf, sees } from './position.js';
import { themeOf } from './sea.js';

/** @typedef {import('board/layers.js').View} View */
/** @typedef {import('board/pieces.js').Piece} Piece */
/** @typedef {import('../../types').Frame} Frame */
/** @typedef {import('./position.js').Position} Position */
/** @typedef {import('./fleet.js').Drawn} Drawn */
/** @typedef {CanvasRenderingContext2D} Ctx */
/** @typedef {{state: import('./types').ChartState & {frame: Frame | null}, host: import('../../types').Host}} Session what the scene needs of one */

/** Cells beyond the map that belong to the picture. */
const RIM = 0.7;
/** CSS pixels of a cell at the closest look. */
const CLOSEST = 48;

/** @param {HTMLElement} el @param {Session} session */
export function createScene(el, session) {
  const { state } = session;
  /** The round that is being played. @type {import('./playback.js').Round | null} */
  let round = null;
  /** Units as they are drawn at rest. @type {Drawn[]} */
  let fleet = [];
  /** Where units head, as they last moved. @type {Map<number, number>} */
  const headings = new Map();
  /** Who has moved in the round that is shown. @type {Set<number>} */
  let sailed = new Set();
  /** @type {Map<number, Piece>} */
  const cells = new Map();
  let drift = 0;
  let hasBegun = false;

  const bakery = createBakery({
    ready(name, done) {
      board.redraw(name === 'swell' ? ['sea'] : ['ground', 'sea']);
      if (name !== 'swell') minimap.refresh();
      if (done) performance.mark('board:baked');
    },
  });
  const board = createBoard(el, {
    still: session.host.reducedMotion(),
    closest: CLOSEST,
    insets: { top: 6, right: 6, bottom: 6, left: 6 },
    layers: [
      { name: 'ground', cached: true, paint: paintGround },
      { name: 'sea', fine: 0.5, idle: () => !pace?.mayDrift() || state.layer === 0, paint: paintMotion },
      { name: 'fleet', idle: () => round !== null, paint: paintUnits },
      { name: 'effects', idle: () => !round, paint: (ctx, view) => board.timeline.paint(ctx, view) },
      { name: 'hints', paint: paintHints },
    ],
  });
  const minimap = createMinimap(el, board, {
    side: (width) => Math.max(84, Math.min(150, width * 0.16)),
    paint: paintSmall,
  });
  const removeButtons = addCameraButtons(el, board);
  const pace = createPace(board, {
    playing: () => round !== null,
    busy: () => bakery.busy(),
    drift(time) {
      drift = time;
      board.redraw(state.drawn.paths.length + state.drawn.shots.length ? ['sea', 'fleet'] : ['sea']);
    },
  });
  /** The scale at which the camera last rested. */
  let rested = 0;
  const unwatch = board.watch({
    camera() {
      bakery.hold(board.moving());
      if (!board.moving()) rested = board.state.camera.scale;
    },
  });

  const isDark = () => board.state.palette.dark;

  /** What is baked of a position: relief, paint and fog, as far as they are ready. @param {Position} position */
  function baked(position) {
    const { chart } = position;
    const relief = bakery.get('relief', [chart], () => reliefOf(chart));
    const theme = themeOf(isDark());
    const paint = relief && bakery.get('chart', [relief, theme], () => paintOf(relief, chart, theme));
    const fog =
      position.eyes === 'seat'
        ? bakery.get('fog', [position.sight, state.layer, isDark()], () => fogOf(position, state.layer, isDark()))
        : null;
    return { relief, paint, fog };
  }

  /** @param {Ctx} ctx @param {View} view */
  function paintGround(ctx, view) {
    const { position } = state;
    ctx.fillStyle = view.palette.ink;
    ctx.fillRect(0, 0, view.width, view.height);
    if (!position) return;
    const { chart, buildings } = position;
    const { relief, paint, fog } = baked(position);
    if (relief && paint) paintChart(ctx, view, chart, relief, paint, themeOf(isDark()));
    else paintPlain(ctx, view, chart, themeOf(isDark()));
    const [left, top] = view.at(0, 0);
    const { scale } = view.camera;
    const [wide, high] = [chart.width * scale, chart.height * scale];
    const drawBuilding = (/** @type {import('./types').Building} */ one) => {
      const [x0, y0, x1, y1] = one.rect;
      const [x, y] = view.at(...centreOf(one.rect));
      const look =
        one.visible || position.eyes === 'nothing'
          ? one.seat !== null && one.seat === position.seat
            ? 'own'
            : 'whole'
          : 'stale';
      sprites.draw(
        ctx,
        {
          kind: `${one.kind}:${x1 - x0 + 1}x${y1 - y0 + 1}`,
          colour: ownerColour(view.palette, one.seat),
          heading: 0,
          state: look,
          size: scale,
        },
        x,
        y,
      );
    };
    for (const one of buildings) if (one.visible || position.eyes === 'nothing') drawBuilding(one);
    if (state.layer === 0) {
      ctx.fillStyle = view.palette.dark ? 'rgba(6,34,58,0.36)' : 'rgba(60,130,165,0.3)';
      ctx.fillRect(left, top, wide, high);
    }
    if (fog) ctx.drawImage(fog, left, top, wide, high);
    for (const one of buildings) if (!one.visible && position.eyes !== 'nothing') drawBuilding(one);
    for (const one of buildings) paintStock(ctx, view, position, one);
    ctx.strokeStyle = view.palette.muted;
    ctx.lineWidth = 1;
    ctx.strokeRect(left - 0.5, top - 0.5, wide + 1, high + 1);
    if (!hasBegun) {
      hasBegun = true;
      performance.mark('board:first');
    }
  }

  /** @param {Ctx} ctx @param {View} view */
  function paintMotion(ctx, view) {
    const { position } = state;
    if (!position) return;
    const { relief, paint, fog } = baked(position);
    const swell = bakery.get('swell', [isDark()], () => swellOf(themeOf(isDark())));
    if (!relief || !paint || !swell) return;
    paintSwell(ctx, view, position.chart, paint, swell, relief, themeOf(isDark()), drift);
    const { scale } = view.camera;
    for (const {
      rect: [x0, y0, x1, y1],
    } of position.buildings)
      ctx.clearRect(...view.at(x0, y0), (x1 - x0 + 1) * scale, (y1 - y0 + 1) * scale + 8);
    if (!fog) return;
    ctx.globalCompositeOperation = 'destination-out';
    ctx.drawImage(fog, ...view.at(0, 0), position.chart.width * scale, position.chart.height * scale);
    ctx.globalCompositeOperation = 'source-over';
  }

  /** @param {Ctx} ctx @param {View} view */
  function paintUnits(ctx, view) {
    const { position } = state;
    if (!position) return;
    hints.paintGhosts(ctx, view, position, state.layer, (id) => headings.get(id) ?? 0);
    hints.paintPlan(ctx, view, position, state, {
      fleet,
      march: board.state.still ? 0 : drift * 14,
      paintFleet: () => paintFleet(ctx, view, fleet, look(position)),
    });
  }

  /** @param {Ctx} ctx @param {View} view */
  function paintHints(ctx, view) {
    const { position } = state;
    if (!position) return;
    if (!round) {
      hints.paintMarks(ctx, view, position, state, el.matches(':focus-visible'));
      if (state.hover && state.layer === 3) {
        const here = new Set(elementsAt(position, ...state.hover).map(({ id }) => id));
        const stack = fleet.filter(({ id }) => here.has(id));
        if (stack.length > 1) hints.paintFan(ctx, view, stack, state.hover);
      }
    }
    paintRuler(ctx, view, position.chart);
    if (board.state.lasso) lasso(ctx, view.palette, board.state.lasso);
  }

  /** @param {Position} position */
  const look = ({ seat }) => ({
    layer: state.layer,
    seat,
    selected: new Set(round ? [] : state.selected),
    fluid: board.moving() && board.state.camera.scale !== rested,
    plain: board.moving() && board.state.hurried,
  });

  /** The whole map, small. @param {Ctx} ctx @param {number} scale */
  function paintSmall(ctx, scale) {
    const { position } = state;
    if (!position) return;
    const { palette } = board.state;
    const { chart, buildings, units, ghosts } = position;
    const { paint, fog } = baked(position);
    ctx.fillStyle = palette.dark ? '#123C5A' : '#8FBCCB';
    ctx.fillRect(0, 0, chart.width, chart.height);
    if (paint) ctx.drawImage(paint.water, 0, 0, chart.width, chart.height);
    ctx.fillStyle = palette.dark ? '#6F7A58' : '#C7C08E';
    for (let y = 0; y < chart.height; y += 1)
      for (let x = 0; x < chart.width; x += 1) if (chart.land[y * chart.width + x]) ctx.fillRect(x, y, 1.02, 1.02);
    if (fog) ctx.drawImage(fog, 0, 0, chart.width, chart.height);
    const dot = Math.max(0.9, 3 / scale);
    for (const {
      rect: [x0, y0, x1, y1],
      seat,
      kind,
    } of buildings) {
      ctx.fillStyle = seat === null ? (kind === 'island' ? '#F2EFE2' : '#A9A48F') : palette.seats[seat];
      ctx.fillRect(x0, y0, Math.max(dot, x1 - x0 + 1), Math.max(dot, y1 - y0 + 1));
    }
    for (const { pos, seat } of [...ghosts, ...units]) {
      ctx.fillStyle = palette.seats[seat];
      ctx.fillRect(pos[0], pos[1], dot, dot);
    }
  }

  /** How an element looks in a position. @param {import('./types').Unit} unit @param {Position} position @returns {Drawn} */
  function draw(unit, position) {
    const [x, y, level] = unit.pos;
    const planes = planesOf(unit);
    const most = unit.kind === 'formation' && !unit.limits ? planes * 7 : capacity(position, unit, 'health');
    return {
      id: unit.id,
      kind: unit.kind,
      seat: unit.seat,
      x: x + 0.5,
      y: y + 0.5,
      level,
      heading: headings.get(unit.id) ?? 0,
      health: Math.min(1, unit.health / Math.max(1, most ?? 1)),
      planes,
      wake: sailed.has(unit.id) ? 0.55 : 0,
      alpha: 1,
    };
  }

  /** Remembers where units head: the last step they made, else their destination, else the middle of the map. @param {Position} position @param {readonly any[]} events */
  function steer(position, events) {
    sailed = new Set();
    for (const event of events) {
      if (event.type !== 'move') continue;
      const way = event.path ?? event.segments.at(-1);
      if (way.length > 1) headings.set(event.id, headingOf(way[way.length - 2], way[way.length - 1]));
      sailed.add(event.id);
    }
    const { chart } = position;
    for (const { id, pos, destination } of /** @type {import('./types').Unit[]} */ ([
      ...position.units,
      ...position.ghosts,
    ])) {
      if (headings.has(id)) continue;
      const goal = destination ?? [chart.width / 2, chart.height / 2];
      const eighth = Math.PI / 4;
      headings.set(id, Math.round(headingOf(pos, goal) / eighth) * eighth);
    }
  }

  /** @returns {Piece[]} */
  function pieces() {
    const { position, layer, drawn } = state;
    if (!position) return [];
    /** @type {(x: number, y: number, level: number) => NonNullable<Piece['place']>} */
    const spot = (x, y, level) => (camera, size) =>
      spotOf(
        /** @type {View} */ ({ camera, at: (a, b) => toScreen(camera, size, a, b) }),
        x + 0.5,
        y + 0.5,
        level,
        layer,
      );
    const reach = (/** @type {number} */ cellsWide) => (/** @type {number} */ scale) =>
      Math.max(7, (cellsWide / 2) * scale);
    return [
      ...position.units.map(({ id, pos }) => ({
        id: `unit:${id}`,
        kind: 'unit',
        place: spot(pos[0], pos[1], pos[2]),
        radius: reach(0.9),
        data: id,
      })),
      ...position.ghosts.map(({ id, pos }) => ({
        id: `ghost:${id}`,
        kind: 'ghost',
        place: spot(pos[0], pos[1], pos[2]),
        radius: reach(0.9),
        data: id,
      })),
      ...position.buildings.map(({ id, rect }) => {
        const [x, y] = centreOf(rect);
        return {
          id: `building:${id}`,
          kind: 'building',
          x,
          y,
          radius: reach(Math.max(rect[2] - rect[0], rect[3] - rect[1]) + 1),
          data: id,
        };
      }),
      ...drawn.paths
        .filter(({ form }) => form === 'draft')
        .map(({ unit, cells: way, marks }) => {
          const [x, y] = way[Math.min(marks[0] ?? way.length - 1, way.length - 1)];
          return { id: `draft:${unit}`, kind: 'draft', x: x + 0.5, y: y + 0.5, radius: reach(0.8), data: unit };
        }),
    ];
  }

  /** @param {number} x @param {number} y */
  function cellPiece(x, y) {
    const { position } = state;
    const cell = position && cellAt(position.chart, x, y);
    if (!position || !cell) return null;
    const number = cell[1] * position.chart.width + cell[0];
    let piece = cells.get(number);
    if (!piece) cells.set(number, (piece = { id: `cell:${number}`, kind: 'cell', data: cell }));
    return piece;
  }

  return {
    board,
    /** Whether a round is being played. */
    playing: () => round !== null,
    /** The phases of the round that is being played, for a scrubber: name and time. */
    phases: () => round?.phases ?? [],

    /** Takes over a new frame. @param {Position} position */
    settle(position) {
      round = null;
      steer(position, state.frame?.events ?? []);
      fleet = position.units.map((unit) => draw(unit, position));
      const { width, height } = position.chart;
      const { world } = board.state;
      const isNew = world.width !== width + 2 * RIM || world.height !== height + 2 * RIM;
      if (isNew) cells.clear();
      board.set({
        ground: { size: 1, at: cellPiece },
        pieces: pieces(),
        still: session.host.reducedMotion(),
        ...(isNew ? { world: { x: -RIM, y: -RIM, width: width + 2 * RIM, height: height + 2 * RIM } } : {}),
      });
      minimap.refresh();
    },

    /** The draft, the selection or what is shown changed. @param {string[]} layers */
    refresh(layers) {
      board.set({ pieces: pieces() }, layers);
    },

    /**
     * Plays the round between two frames; the promise is kept when it has ended.
     * @param {Frame} previous @param {Frame} frame @param {{speed: number, instant: boolean}} how
     */
    async play(previous, frame, how) {
      const [before, after] = [positionOf(previous.view), positionOf(frame.view)];
      const mine = roundOf(before, after, frame.events, {
        draw,
        place: (x, y, level) => (view) => spotOf(view, x, y, level, state.layer),
        colours: board.state.palette.seats,
      });
      round = mine;
      board.redraw(['fleet', 'hints', 'sea']);
      const paint = fleetTrack(mine, (ctx, view, units) => paintFleet(ctx, view, units, look(after)));
      await board.timeline.play([paint, ...mine.tracks], how);
      if (round !== mine) return;
      round = null;
      board.redraw(['fleet', 'hints', 'sea', 'effects']);
    },

    destroy() {
      bakery.destroy();
      pace.destroy();
      unwatch();
      minimap.destroy();
      removeButtons();
    },
  };
}

/** The veil over what a seat does not see on a layer; of all layers the surface counts most. @param {Position} position @param {import('./types').Layer} layer @param {boolean} dark */
function fogOf(position, layer, dark) {
  const { chart, ghosts, buildings, view } = position;
  const main = layer === 3 ? 1 : layer;
  const half = layer === 3 ? 0.5 : 0.35;
  const stale = buildings.flatMap((one) =>
    !one.visible && one.seen_round ? [{ rect: one.rect, age: view.round - one.seen_round }] : [],
  );
  const remembered = [...ghosts.map((ghost) => ({ rect: rectOf(ghost), age: ghost.age })), ...stale];
  return veilOf(
    chart,
    (x, y) => (sees(position, x, y, main) ? 1 : sees(position, x, y, 3) ? half : 0),
    remembered.map(({ rect, age }) => ({ rect, strength: 0.5 / (1 + age / 12) })),
    dark,
  );
}

/** What the chart's layers are called, for switches and the legend. */
export function layerNames() {
  return [t('Underwater'), t('Surface'), t('Air'), t('All layers')];
}
