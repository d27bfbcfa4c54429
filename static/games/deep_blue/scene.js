/**
 * What does the sea chart show now? Turns a position, a draft and a forecast into layers and pieces of the toolkit. Reads the session and
 * changes nothing in it; computes no rule.
 *
 * `createScene(el, session)` gives `{board, settle(position), play(previous, frame, how), playing(), refresh(layers), skip(), destroy()}`.
 * It reads of `session.state`: position, frame, speed, hover, focus, selected, layer, aim, shown, drawn (`ChartState` in types.d.ts). `drawn`
 * holds paths, shots, fire, rings and warnings as plain shapes, made by the logic from draft and forecast.
 * Layers, bottom to top: `ground` (chart, fog, buildings: changes with the position, `layer` and theme), `sea` (swell and surf), `names` (which no
 * surf washes over), `fleet` (units, ghosts, orders, plates: changes with selected, drawn, layer, shown), `effects` (a round that is played), `hints` (hover, focus).
 * Pieces: kind `unit`, `building`, `ghost` with `data` the id, `draft` with `data` the id of the unit; the ground gives cells as `data`.
 */
import { t } from 'app/i18n.js';
import { toScreen } from 'board/camera.js';
import { lasso } from 'board/marks.js';
import { actorsTrack } from 'kit/actors.js';
import { createBakedBoard } from 'kit/baked_board.js';
import { cellPieces, centreOf } from 'kit/cells.js';
import { paintBuilding, paintGlow, paintSmallBuilding, paintStock } from './buildings.js';
import { APART, crowdsOf, paintCrowds, platesOf } from './crowds.js';
import { needsRoom, paintFirstWords } from './first_words.js';
import { paintFleet, spotOf, sprites } from './fleet.js';
import { fogPicture } from './fog_picture.js';
import { createHeadings } from './headings.js';
import * as hints from './hints.js';
import { paintLettering } from './lettering.js';
import { columnName, rowName } from './names.js';
import { buildingsAt, roundOf } from './playback.js';
import { capacity, elementsAt, planesOf, positionOf, rectOf, sees } from './position.js';
import { drawingOf, keepingOf, paintChart, paintPlain, roughOf } from './relief.js';
import { paintRuler } from './ruler.js';
import { themeOf } from './sea.js';
import { paintOpenSea, paintWater, waterTiles } from './water.js';

/** @import { Building, ChartState, Ctx, Drawn, Frame, Host, Layer, Piece, Position, Unit, View } from './types' */

/** @typedef {{state: ChartState & {frame: Frame | null, speed: number, orders: import('./types').Orders}, host: Host, setSpeed: (speed: number) => void, hasDraft: () => boolean}} Session what the scene needs of one */

/** Cells beyond the map that belong to the picture. */
const RIM = 0.7;
/** CSS pixels of a cell at the closest look. */
const CLOSEST = 48;

/** @param {HTMLElement} el @param {Session} session */
export function createScene(el, session) {
  const { state } = session;
  /** Units as they are drawn at rest. @type {Drawn[]} */
  let fleet = [];
  const headings = createHeadings({ seat: session.host.seat, isKept: !session.host.readonly });
  /** Who has moved in the round that is shown. @type {Set<number>} */
  let sailed = new Set();
  const cellOf = cellPieces('cell');

  const table = createBakedBoard(el, {
    home: {
      label: () => t('Show my base'),
      around: 6,
      least: 14,
      place: () => (state.position?.base ? centreOf(rectOf(state.position.base)) : null),
    },
    config: {
      still: session.host.reducedMotion(),
      closest: CLOSEST,
      insets: { top: 6, right: 6, bottom: 6, left: 6 },
    },
    layers: ({ drifts, playing }) => [
      { name: 'ground', cached: true, paint: withPosition(paintGround, true) },
      { name: 'sea', fine: 0.5, idle: () => !drifts() || state.layer === 0, paint: withPosition(paintMotion, true) },
      { name: 'names', paint: withPosition(paintNames, true) },
      { name: 'fleet', idle: playing, paint: withPosition(paintUnits) },
      { name: 'effects', idle: () => !playing(), paint: (ctx, view) => board.timeline.paint(ctx, view) },
      { name: 'hints', paint: withPosition(paintHints) },
    ],
    bakes: {
      // With the chart come its depths, and words keep clear of them.
      chart: ['ground', 'sea', 'names', 'fleet', 'hints'],
      'chart coarse': ['ground', 'sea', 'names', 'fleet', 'hints'],
      fog: ['ground', 'sea'],
      'fog coarse': ['ground', 'sea'],
      swell: ['sea'],
    },
    moves: () => (state.drawn.paths.length + state.drawn.shots.length ? ['sea', 'fleet'] : ['sea']),
    small: paintSmall,
  });
  const { board, bakery, playing } = table;
  /** The position before the one that is shown, and this. @type {Position[]} */
  let settled = [];
  /** What the chart shows while a round is played: the position before it with what has become of buildings by now. */
  let staged = {
    position: /** @type {Position | null} */ (null),
    works: /** @type {import('./playback.js').WorkTrack[]} */ ([]),
    past: 0,
  };
  /** Units too close together to be told apart. @type {import('./crowds.js').Crowd[]} */
  let crowds = [];
  /** Where the chart has words, in cells. @type {import('kit/labels.js').Box[]} */
  let written = [];
  /** Where words of orders and aims lie, in pixels: what is said to somebody new keeps off. @type {import('kit/labels.js').Box[]} */
  let said = [];
  const theme = () => themeOf(board.state.palette.dark);

  /** @param {(ctx: Ctx, view: View, position: Position) => void} paint @param {boolean} [isStill] what a round changes shows only when it has been played @returns {(ctx: Ctx, view: View) => void} */
  function withPosition(paint, isStill = false) {
    return (ctx, view) => {
      const position = isStill ? chartNow() : state.position;
      if (position) paint(ctx, view, position);
    };
  }

  /** The position that the ground of the chart shows: at rest the one that is shown. */
  const chartNow = () => (playing() ? (staged.position ?? settled[0]) : state.position);

  /** Something becomes of a building: the ground and the small map show it. @param {Position} before */
  function workOn(before) {
    const { time = 0 } = board.timeline.progress() ?? {};
    const past = staged.works.filter(({ at }) => at <= time).length;
    if (staged.position && past === staged.past) return;
    staged = { ...staged, past, position: { ...before, buildings: buildingsAt(before.buildings, staged.works, time) } };
    board.redraw(['ground']);
    table.minimap.refresh();
  }

  /** What is baked of a position: relief, paint and fog, as far as they are ready. @param {Position} position */
  function baked(position) {
    const { chart, sight, eyes } = position;
    const [colours, { layer }] = [theme(), state];
    const { relief = null, paint = null } =
      bakery.get(
        'chart',
        [chart, colours],
        () => drawingOf(chart, colours),
        () => roughOf(chart, colours),
        keepingOf(chart, colours),
      ) ?? {};
    const cause = [sight, layer, colours];
    /** @param {boolean} isRough */
    const veil = (isRough) => () => fogOf(position, layer, colours.dark, isRough);
    const fog = eyes === 'seat' ? bakery.get('fog', cause, veil(false), veil(true)) : null;
    return { relief, paint, fog };
  }

  /** Tiles of the swell, once they are made. */
  function swellOf() {
    const colours = theme();
    return bakery.get('swell', [colours], () => waterTiles(colours));
  }

  /** @param {Ctx} ctx @param {View} view @param {Position} position */
  function paintGround(ctx, view, position) {
    const { chart, buildings } = position;
    const { relief, paint, fog } = baked(position);
    el.style.setProperty('background-color', theme().beneath ?? '');
    ctx.fillStyle = view.palette.ink;
    ctx.fillRect(0, 0, view.width, view.height);
    paintOpenSea(ctx, view, chart, theme());
    if (relief && paint) paintChart(ctx, view, chart, relief, paint, theme());
    else paintPlain(ctx, view, chart, theme());
    const { scale } = view.camera;
    const box = /** @type {const} */ ([...view.at(0, 0), chart.width * scale, chart.height * scale]);
    const isStale = (/** @type {Building} */ one) => !one.visible && position.eyes !== 'nothing';
    for (const one of buildings) {
      if (isStale(one)) continue;
      if (one.seat !== null && view.palette.dark) paintGlow(ctx, view, one);
      paintBuilding(ctx, view, position, one, false);
    }
    if (state.layer === 0) {
      ctx.fillStyle = view.palette.dark ? 'rgba(6,34,58,0.36)' : 'rgba(60,130,165,0.3)';
      ctx.fillRect(...box);
    }
    if (fog) ctx.drawImage(fog, ...box);
    for (const one of buildings) if (isStale(one)) paintBuilding(ctx, view, position, one, true);
    for (const one of buildings) paintStock(ctx, view, position, one);
    ctx.strokeStyle = view.palette.muted;
    ctx.lineWidth = 1;
    ctx.strokeRect(...box);
    table.shown();
  }

  /** @param {Ctx} ctx @param {View} view @param {Position} position */
  function paintNames(ctx, view, position) {
    const { scale } = view.camera;
    const [x0, y0] = view.at(0, 0);
    const isBare = needsRoom(position, session, view);
    const { soundings = [] } = baked(position).relief ?? {};
    written = paintLettering(ctx, view, position, soundings, isBare).map(({ x, y, width, height }) => {
      return { x: (x - x0) / scale, y: (y - y0) / scale, width: width / scale, height: height / scale };
    });
  }

  /** @param {Ctx} ctx @param {View} view @param {Position} position */
  function paintMotion(ctx, view, position) {
    const { relief, paint, fog } = baked(position);
    const colours = theme();
    const swell = swellOf();
    if (!relief || !paint || !swell) return;
    paintWater(ctx, view, position.chart, paint, swell, relief, colours, table.drift());
    const { scale } = view.camera;
    for (const { rect } of position.buildings)
      ctx.clearRect(...view.at(rect[0], rect[1]), (rect[2] - rect[0] + 1) * scale, (rect[3] - rect[1] + 1) * scale + 8);
    if (!fog) return;
    ctx.globalCompositeOperation = 'destination-out';
    ctx.drawImage(fog, ...view.at(0, 0), position.chart.width * scale, position.chart.height * scale);
    ctx.globalCompositeOperation = 'source-over';
  }

  /** @param {Ctx} ctx @param {View} view @param {Position} position */
  function paintUnits(ctx, view, position) {
    sprites.begin();
    paintEdges(ctx, view, position);
    hints.paintGhosts(ctx, view, position, state.layer, headings.of);
    said = hints.paintPlan(ctx, view, position, state, {
      fleet,
      written,
      march: board.state.still ? 0 : table.drift() * 14,
      paintFleet: () => paintFleet(ctx, view, fleet, looks(position)),
    });
    if (state.told && position.seat !== null) hints.paintAlarms(ctx, view, fleet, state.told.attention, state.layer);
    paintCrowds(ctx, view, crowds);
    if (sprites.isBehind()) setTimeout(board.redraw, 0, ['fleet']);
  }

  /** @param {Ctx} ctx @param {View} view @param {Position} position */
  function paintHints(ctx, view, position) {
    if (!playing()) {
      if (!board.state.lasso)
        paintFirstWords(ctx, view, session, { written, over: [...(board.state.over ?? []), ...said] });
      hints.paintMarks(ctx, view, position, state, el.matches(':focus-visible'));
      // While an order is aimed its odds and the ships around the place are what matters.
      if (state.hover && state.layer === 3 && !state.selected.length) {
        const here = new Set(elementsAt(position, ...state.hover).map(({ id }) => id));
        const stack = fleet.filter(({ id }) => here.has(id));
        const others = fleet.filter(({ id }) => !here.has(id));
        if (stack.length > 1) hints.paintFan(ctx, view, stack, state.hover, others);
      }
      const at = state.hover ?? (el.matches(':focus-visible') ? state.focus : null);
      if (at && !state.spelled) {
        const isPlate = view.camera.scale < APART;
        const crowd = (isPlate && crowds.find(({ x, y }) => x === at[0] && y === at[1])) || null;
        const { attention: told = [] } = position.seat === null ? {} : (state.told ?? {});
        const pointed = hints.pointedAt(position, fleet, at, { told, crowd, selected: state.selected });
        hints.paintPointed(ctx, view, position, pointed, { layer: state.layer, fleet, said });
      }
    }
    // At rest it lies below the words of orders.
    if (playing()) paintEdges(ctx, view, position);
    if (board.state.lasso) lasso(ctx, view.palette, board.state.lasso);
  }

  /** @param {Ctx} ctx @param {View} view @param {Position} position */
  const paintEdges = (ctx, view, { chart }) => paintRuler(ctx, view, chart, { column: columnName, row: rowName });

  /** @param {Position} position */
  const looks = ({ seat }) => ({
    layer: state.layer,
    seat,
    selected: new Set(playing() ? [] : state.selected),
    ...table.haste(),
  });

  /** The whole map, small. @param {Ctx} ctx @param {number} scale */
  function paintSmall(ctx, scale) {
    const position = chartNow();
    if (!position) return;
    const { palette } = board.state;
    const { chart, buildings, units, ghosts } = position;
    const { paint, fog } = baked(position);
    ctx.fillStyle = theme().sea[3];
    ctx.fillRect(0, 0, chart.width, chart.height);
    if (paint) ctx.drawImage(paint.water, 0, 0, chart.width, chart.height);
    ctx.fillStyle = theme().land[2];
    for (let y = 0; y < chart.height; y += 1)
      for (let x = 0; x < chart.width; x += 1) if (chart.land[y * chart.width + x]) ctx.fillRect(x, y, 1.02, 1.02);
    if (fog) ctx.drawImage(fog, 0, 0, chart.width, chart.height);
    const dot = Math.max(0.9, 3 / scale);
    for (const one of buildings) paintSmallBuilding(ctx, palette, one, dot);
    for (const { pos, seat } of [...ghosts, ...units]) {
      ctx.fillStyle = palette.seats[seat];
      ctx.fillRect(pos[0], pos[1], dot, dot);
    }
  }

  /** How a unit looks at rest; of another's formation only the number of planes tells how hurt it is. @param {Unit} unit @param {Position} position @returns {Drawn} */
  function draw(unit, position) {
    const { id, kind, seat, pos } = unit;
    const planes = planesOf(unit);
    const isForeignWing = kind === 'formation' && !unit.limits;
    const [has, most] = isForeignWing
      ? [planes, position.view.tables.planes.size]
      : [unit.health, capacity(position, unit, 'health') ?? 1];
    const [x, y] = [pos[0] + 0.5, pos[1] + 0.5];
    const wake = sailed.has(id) ? 0.75 : 0;
    return {
      id,
      kind,
      seat,
      x,
      y,
      level: pos[2],
      heading: headings.of(id),
      health: Math.min(1, has / most),
      planes,
      wake,
      alpha: 1,
    };
  }

  /** @returns {Piece[]} */
  function pieces() {
    const { position, layer, drawn } = state;
    if (!position) return [];
    const reach = (/** @type {number} */ wide) => (/** @type {number} */ scale) => Math.max(7, (wide / 2) * scale);
    /** @param {'unit' | 'ghost'} kind @param {{id: number, pos: number[]}} one @returns {Piece} */
    const afloat = (kind, { id, pos: [x, y, level] }) => ({
      id: `${kind}:${id}`,
      kind,
      place: (camera, size) =>
        spotOf({ camera, at: (a, b) => toScreen(camera, size, a, b) }, x + 0.5, y + 0.5, level, layer),
      radius: reach(0.9),
      data: id,
    });
    const drafts = drawn.paths.filter(({ form }) => form === 'draft');
    return [
      ...platesOf(crowds),
      ...position.units.map((unit) => afloat('unit', unit)),
      ...position.ghosts.map((ghost) => afloat('ghost', ghost)),
      ...position.buildings.map(({ id, rect }) => {
        const [x, y] = centreOf(rect);
        const wide = Math.max(rect[2] - rect[0], rect[3] - rect[1]) + 1;
        return { id: `building:${id}`, kind: 'building', x, y, radius: reach(wide), below: true, data: id };
      }),
      ...drafts.map(({ unit, cells: way, marks }) => {
        const [x, y] = way[Math.min(marks[0] ?? way.length - 1, way.length - 1)];
        return { id: `draft:${unit}`, kind: 'draft', x: x + 0.5, y: y + 0.5, radius: reach(0.8), data: unit };
      }),
    ];
  }

  return {
    board,
    playing,
    skip: table.stop,
    destroy: table.destroy,

    /** Takes over a new frame. @param {Position} position */
    settle(position) {
      table.stop();
      settled = [settled[1] ?? position, position];
      const { events = [], step = 0 } = state.frame ?? {};
      headings.steer(position, events, step);
      sailed = new Set(events.filter(({ type }) => type === 'move').map(({ id }) => id));
      fleet = position.units.map((unit) => draw(unit, position));
      crowds = crowdsOf(position.units);
      const [width, height] = [position.chart.width + 2 * RIM, position.chart.height + 2 * RIM];
      const isNew = board.state.world.width !== width || board.state.world.height !== height;
      board.set({
        ground: { size: 1, at: (x, y) => /** @type {Piece | null} */ (cellOf(state.position?.chart, x, y)) },
        pieces: pieces(),
        still: session.host.reducedMotion(),
        ...(isNew ? { world: { x: -RIM, y: -RIM, width, height } } : {}),
      });
      table.minimap.refresh();
    },

    /** The draft, the selection or what is shown changed. @param {string[]} layers */
    refresh(layers) {
      board.set({ pieces: pieces(), boxes: state.adds }, layers);
    },

    /**
     * Plays the round between two frames; the promise is kept when it has ended.
     * @param {Frame} previous @param {Frame} frame @param {import('kit/playback.js').How} how
     */
    async play(previous, frame, how) {
      const [before, after] = [positionOf(previous.view), positionOf(frame.view)];
      const round = roundOf(before, after, frame.events, {
        draw: (unit) => draw(unit, before.elements.has(unit.id) ? before : after),
        place: (x, y, level) => (view) => spotOf(view, x, y, level, state.layer),
        colours: board.state.palette.seats,
      });
      const { actors = [], tracks, length } = how.direct?.(round) ?? round;
      const units = actorsTrack(actors, length, (ctx, view, drawn) => {
        sprites.begin();
        paintFleet(ctx, view, drawn, looks(after));
      });
      const works = /** @type {import('./playback.js').WorkTrack[]} */ (tracks).filter(({ work }) => work);
      staged = { position: null, works, past: 0 };
      const stop = board.watch({ painted: () => playing() && workOn(before) });
      await table.play([units, ...tracks], how);
      stop();
      table.minimap.refresh();
    },
  };
}

/** The veil over what a seat does not see on a layer; of all layers the surface counts most. @param {Position} position @param {Layer} layer @param {boolean} dark @param {boolean} isRough */
function fogOf(position, layer, dark, isRough) {
  const { chart, ghosts, buildings, view } = position;
  const [main, half] = layer === 3 ? [1, 0.5] : [layer, 0.35];
  const stale = buildings.filter(({ visible, seen_round: seen }) => !visible && seen);
  const remembered = [
    ...ghosts.map((ghost) => ({ rect: rectOf(ghost), age: ghost.age })),
    ...stale.map(({ rect, seen_round: seen }) => ({ rect, age: view.round - (seen ?? 0) })),
  ];
  return fogPicture(
    chart,
    (x, y) => (sees(position, x, y, /** @type {0 | 1 | 2} */ (main)) ? 1 : sees(position, x, y, 3) ? half : 0),
    remembered.map(({ rect, age }) => ({ rect, strength: 0.5 / (1 + age / 12) })),
    dark,
    isRough,
  );
}
