/**
 * What does the chart of the aether show now? Turns position, draft, forecast and selection into layers and pieces of the toolkit. Reads
 * the session and changes nothing in it.
 */
import { t } from 'app/i18n.js';
import { begun, boxAround } from 'board/camera.js';
import { lasso } from 'board/marks.js';
import { actorsTrack } from 'kit/actors.js';
import { onePicture } from 'kit/bake.js';
import { createBakedBoard } from 'kit/baked_board.js';
import { cellPieces } from 'kit/cells.js';
import { globeOf, QUICK_RADIUS } from 'kit/globes.js';
import { createHeadings } from 'kit/headings.js';
import { dimOf, heatOf, paintCoordinates, paintUnknown, QUICK } from 'kit/heat.js';
import { createPlacer } from 'kit/labels.js';
import { paintDot } from 'kit/minimap.js';
import { createPlates } from 'kit/plates.js';
import { nebulaOf, paintSky } from 'kit/sky.js';
import { freeOf } from 'kit/start.js';
import { writeUnknown } from 'kit/unknown.js';
import { colourOf, paintBlip, paintEntity, paintNumbers, RAMPS, radiusOf, sprites } from './glyphs.js';
import * as hints from './hints.js';
import { nextOf } from './next.js';
import { courseOf } from './playback.js';
import { ageOf, homeOf, ownOf, positionOf, tileOf } from './position.js';
import { groundOf, paintTrail, paintWake } from './worlds.js';

/** @import { Ctx, Drawn, Frame, Piece, Position, Session, Shown, View } from './types' */

/** CSS pixels of a tile at the closest look. */
const CLOSEST = 64;
/** Which of all skies lies behind the chart. */
const NIGHT = 7;
/** How much its clouds glow, by night and by day. */
const DEEP = { dark: 1.7, light: 1 };
/** What lies over the chart beside its buttons and the small map. */
const LYING = ':is(.kit-strip, .kit-dock, .cosmos-standing):not([hidden])';
/** Tiles of a map that has a small one on a phone too. */
const LARGE = 2000;
/** Tiles around what is near and around what is one's own that the first look holds, and the most pixels of a tile there. */
const [AROUND, NEAR_HOME, FIRST_LOOK] = [1.5, 5, 22];

/** Room for the score above the chart and for what can be done below it, in pixels: as high as the latter always is (cosmos.css). */
const [SCORE, DOCK] = [44, 148];
/** As wide as the column beside the chart (cosmos.css), with what is free around it, and the buttons on the other side. */
const [COLUMN, BESIDE, BUTTONS] = ['19rem', 24, 60];
/** @param {boolean} isRead nobody gives orders there */
function insetsOf(isRead) {
  const is = (/** @type {string} */ query) =>
    !isRead && !!globalThis.matchMedia?.(`${query} and (height > 30em)`).matches;
  if (is('(width > 72em)')) {
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
    return { top: 8, right: BUTTONS, bottom: 8, left: Number.parseFloat(COLUMN) * rem + BESIDE };
  }
  const isDocked = is('(pointer: fine) and (width > 62em)');
  return { top: isDocked ? SCORE : 8, right: 8, bottom: isDocked ? DOCK : 8, left: 8 };
}

/** Charts as the ramp shows them: from the thinnest to the densest aether that a match may have. @type {WeakMap<object, import('kit/heat.js').Heat>} */
const stretched = new WeakMap();
/** The thinnest aether is not as dark as what nobody knows. */
const THINNEST = 0.14;

/** @param {Position['chart']} chart @param {[number, number] | undefined} range thousandths */
export function stretch(chart, [low, high] = [0, 1000]) {
  let shown = stretched.get(chart);
  if (!shown) {
    const [from, to] = [low / 1000, Math.max(high, low + 1) / 1000];
    const values = chart.values.map((value) => value && THINNEST + ((value - from) / (to - from)) * (1 - THINNEST));
    stretched.set(chart, (shown = { width: chart.width, height: chart.height, values }));
  }
  return shown;
}

/** What is remembered lies below what is there, planets below the ships that circle them. @param {Pick<Shown, 'kind' | 'round'>} entity */
const level = ({ kind, round }) => Number(round === null) * 2 + Number(kind !== 'planet');
/** Tiles that a trail is long. */
const TRAIL = 6;

/** What a first look is to hold: all of one's own, and whom it has found around it. @param {Position} position */
function around({ shown, view: { tables } }) {
  const own = shown.filter(({ seen }) => seen === 'own');
  if (!own.length) return null;
  const reach = Math.sqrt(Math.max(...own.map(({ kind }) => tables.kinds[kind].sense)));
  const near = shown.filter((one) => own.some(({ x, y }) => Math.hypot(x - one.x, y - one.y) <= reach + AROUND));
  const box = boxAround([
    ...near.map(({ x, y }) => /** @type {const} */ ([x + 0.5, y + 0.5, AROUND])),
    ...own.map(({ x, y }) => /** @type {const} */ ([x + 0.5, y + 0.5, NEAR_HOME])),
  ]);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, radius: Math.max(box.width, box.height) / 2 };
}

/** Pixels of a tile below which the chart does not go back to hold all: it goes along with battleships that leave it, and lets scouts go. */
const READABLE = 19;

/**
 * What the chart is to hold once ships have left it on their way; null: all whom it held are still there.
 * @param {Position} before @param {Position} after @param {(one: Shown, beyond: number) => boolean} isHeld is somebody in the free part of the chart, with so many tiles around?
 */
export function leftBehind(before, after, isHeld) {
  const own = ownOf(after).filter(({ kind }) => kind !== 'miner');
  const left = own.filter((one) => {
    const was = before.byId.get(one.id);
    return was && isHeld(was, 0) && !isHeld(one, AROUND);
  });
  return left.length ? { left, all: own.filter((one) => left.includes(one) || isHeld(one, 0)) } : null;
}

/** @param {HTMLElement} el @param {Session} session */
export function createScene(el, session) {
  const { state } = session;
  /** Lets the chart go on from the position before a step that played. */
  let release = () => {};
  const headings = createHeadings({ seat: session.host.seat, isKept: !session.host.readonly });
  /** Tiles that ships were on in the last step, the latest first. @type {Map<number, [number, number][]>} */
  const trails = new Map();
  const tileAt = cellPieces('tile');
  /** What was settled last. @type {{step: number, position: Position} | null} */
  let last = null;
  /** The positions between which ships may have left the chart. @type {[Position, Position] | null} */
  let leaving = null;
  /** Has somebody moved the camera? */
  let isSteered = false;

  const baked = createBakedBoard(el, {
    home: {
      label: () => t('Show my planet'),
      around: 8,
      least: FIRST_LOOK,
      place() {
        const home = state.position && homeOf(state.position);
        return home ? [home.x + 0.5, home.y + 0.5] : null;
      },
      first: () => (state.position ? around(state.position) : null),
    },
    config: { still: session.host.reducedMotion(), closest: CLOSEST, insets: insetsOf(session.host.readonly) },
    bakes: { veil: ['ground'], dim: ['ground'], nebula: ['ground'] },
    moves: () => (state.orders.direct.length + state.orders.standing.length || nextOf(session).length ? ['hints'] : []),
    small: paintSmall,
    layers: ({ playing }) => [
      { name: 'ground', cached: true, paint: paintGround },
      { name: 'entities', idle: playing, paint: paintEntities },
      { name: 'effects', idle: () => !playing(), paint: (ctx, view) => board.timeline.paint(ctx, view) },
      { name: 'hints', idle: playing, paint: paintHints },
    ],
  });
  const { board, bakery, minimap } = baked;
  const stop = board.watch({
    camera: goAlong,
    steered() {
      isSteered = true;
    },
  });

  /** The veil and what dims it, as far as they are made. */
  function pictures() {
    const { chart, sensed } = session.seen();
    const { dark, ink } = board.state.palette;
    const ramp = RAMPS[dark ? 'dark' : 'light'];
    const range = session.host.info.options.aether_range;
    const veil = bakery.get(
      'veil',
      [chart, dark],
      () => heatOf(stretch(chart, range), ramp, undefined, bakery.last('veil')),
      () => heatOf(stretch(chart, range), ramp, QUICK),
    );
    const dim = sensed && bakery.get('dim', [sensed, ink], () => dimOf(chart, sensed, ink));
    return { veil, dim };
  }

  /** @param {Ctx} ctx @param {View} view */
  function paintGround(ctx, view) {
    ctx.fillStyle = view.palette.ink;
    ctx.fillRect(0, 0, view.width, view.height);
    if (!state.position) return;
    const { chart, view: told } = session.seen();
    // The night is the same in every match: it tells nothing of what nobody has seen.
    const { palette } = view;
    const deep = DEEP[palette.dark ? 'dark' : 'light'];
    const nebula = bakery.get(
      'nebula',
      [palette.ink],
      () => nebulaOf(palette, NIGHT, { deep }),
      undefined,
      onePicture(`nebula ${palette.ink} ${NIGHT} ${deep}`),
    );
    const reach = Math.max(chart.width, chart.height);
    paintSky(ctx, view, nebula, { x: chart.width / 2, y: chart.height / 2, reach, seed: NIGHT });
    paintUnknown(ctx, view, chart);
    const [left, top] = view.at(0, 0);
    const [wide, high] = [chart.width * view.camera.scale, chart.height * view.camera.scale];
    const { veil, dim } = pictures();
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, top, wide, high);
    ctx.clip();
    if (veil) {
      ctx.globalAlpha = state.heat ? 1 : 0.28;
      ctx.drawImage(veil, left, top, wide, high);
      ctx.globalAlpha = 1;
    }
    if (dim) ctx.drawImage(dim, left, top, wide, high);
    hints.paintRim(ctx, view, session.seen());
    ctx.restore();
    if (told.map) paintCoordinates(ctx, view, chart, chart.origin);
    if (veil) baked.shown();
  }

  /** The picture of a planet. @param {Drawn} drawn */
  function worldOf({ id }) {
    const [ground, number] = groundOf(id);
    return bakery.get(
      `globe ${ground} ${number}`,
      [],
      () => globeOf(ground, number),
      () => globeOf(ground, number, QUICK_RADIUS),
      { key: `globe ${ground} ${number}` },
    );
  }

  /** How an entity looks at rest. @param {Shown} entity @param {Position} position @returns {Drawn} */
  function drawnOf(entity, { view }) {
    const { all, seen, seat } = entity;
    const age = ageOf(entity, view);
    const isOwn = view.seat !== null && seat === view.seat;
    return {
      ...entity,
      x: entity.x + 0.5,
      y: entity.y + 0.5,
      own: isOwn,
      heading: headings.of(entity.id) ?? (isOwn ? -Math.PI / 4 : Math.PI * 0.75),
      health: 1,
      wake: 0,
      alpha: seen === 'remembered' ? 0.85 : 1,
      wait: all ? Math.max(0, Math.ceil(all.cooldown) - 1) : null,
      age: age === null ? null : age / view.tables.evolution_age,
      pays: age !== null && age >= view.tables.mining_delay,
      wounds: all?.initial_defence ? entity.defence / all.initial_defence : null,
    };
  }

  /** @param {Ctx} ctx @param {View} view */
  function paintEntities(ctx, view) {
    if (!state.position || baked.playing()) return;
    const haste = baked.haste();
    const position = session.seen();
    sprites.begin();
    for (const tile of position.blips) paintBlip(ctx, view, tile);
    if (!haste.plain)
      for (const { id, x, y, seat, seen } of position.shown) {
        const trail = seen === 'remembered' ? undefined : trails.get(id);
        // Only of whom one has watched all the way to where it is.
        if (trail && String(trail[0]) === String([x, y])) paintTrail(ctx, view, trail, colourOf(view.palette, seat));
      }
    const drawn = position.shown.map((entity) => drawnOf(entity, position)).sort((a, b) => level(a) - level(b));
    for (const one of drawn) paintEntity(ctx, view, one, worldOf, haste);
    paintNumbers(ctx, view, drawn);
    if (sprites.isBehind()) requestAnimationFrame(() => board.redraw(['entities']));
  }

  /** What lies over the chart: buttons, the small map, the ways to go on, what stands beside who is chosen. */
  function lying() {
    const elements = /** @type {NodeListOf<HTMLElement>} */ (el.querySelectorAll(LYING));
    return [
      ...board.state.over,
      minimap.place(),
      ...[...elements].map((one) => ({
        x: one.offsetLeft,
        y: one.offsetTop,
        width: one.offsetWidth,
        height: one.offsetHeight,
      })),
    ];
  }

  /** The chart goes along with ships that were on it and have left it. @param {Position} before @param {Position} after */
  function follow(before, after) {
    const { camera, world, insets } = board.state;
    const size = { width: el.clientWidth, height: el.clientHeight };
    const boxes = lying().map(({ x, y, width, height }) => ({
      left: x,
      top: y,
      right: x + width,
      bottom: y + height,
    }));
    const free = freeOf(size, boxes);
    const found = leftBehind(before, after, ({ x, y }, beyond) => {
      const [[left, top], [right, bottom]] = [0 - beyond, 1 + beyond].map((away) => board.screen(x + away, y + away));
      return left >= free.x && top >= free.y && right <= free.x + free.width && bottom <= free.y + free.height;
    });
    if (!found) return;
    const discOf = (/** @type {Shown[]} */ list) => {
      const { x, y, width, height } = boxAround(list.map((one) => [one.x + 0.5, one.y + 0.5, AROUND]));
      return {
        x: x + width / 2,
        y: y + height / 2,
        radius: Math.max(width, height) / 2,
      };
    };
    const all = discOf(found.all);
    const fitting = Math.min(camera.scale, Math.min(free.width, free.height) / 2 / all.radius);
    const isAll = fitting >= Math.min(READABLE, camera.scale);
    if (!isAll && found.left.every(({ kind }) => kind === 'scout')) return;
    const scale = isAll ? fitting : camera.scale;
    const how = { disc: isAll ? all : discOf(found.left), free, least: 0 };
    board.visit(begun({ ...camera, scale }, world, size, insets, how));
    // As by a hand: what lies over the chart does not bring the first look back.
    const wasSteered = isSteered;
    board.shift(0, 0);
    isSteered = wasSteered;
  }

  /** @param {Ctx} ctx @param {View} view */
  function paintHints(ctx, view) {
    if (!state.position || baked.playing()) return;
    const position = session.seen();
    // What lies over the chart covers no words.
    const over = lying();
    const placer = createPlacer({ ...view, state: { over } });
    for (const entity of position.shown) {
      const [sx, sy] = view.at(entity.x + 0.5, entity.y + 0.5);
      placer.disc(sx, sy, radiusOf(entity, view.camera.scale));
    }
    const { chart } = position;
    if (position.view.map && position.sensed)
      writeUnknown(ctx, view, chart, (x, y) => !chart.values[y * chart.width + x], {
        placer,
        over,
      });
    const plates = createPlates(ctx, view, placer, board.state.still ? 0 : baked.drift() * 12);
    const selected = state.selected.flatMap((id) => position.byId.get(id) ?? []);
    // Lines come first: words keep off them.
    if (state.hover && !board.state.drag) hints.paintAim(view, session, state.hover, plates);
    if (board.state.drag) hints.paintPull(view, session, board.state.drag.at, plates);
    hints.paintCourses(ctx, view, session, plates);
    hints.paintDrafts(view, session, plates);
    // A way that crosses a planet does not strike its number through.
    const worlds = position.shown.filter(({ kind }) => kind === 'planet');
    paintNumbers(
      ctx,
      view,
      worlds.map((one) => drawnOf(one, position)),
    );
    if (!session.host.readonly) hints.paintReachOfSenses(view, position, plates);
    if (state.radii && selected.length === 1) hints.paintRadii(view, position, selected[0], plates);
    hints.paintProposed(view, session, plates);
    hints.paintNext(view, session, plates);
    hints.paintBurst(view, session, plates);
    for (const entity of selected) hints.paintSelection(ctx, view, entity);
    if (view.camera.scale > 9 && !state.spelled && !baked.haste().plain)
      for (const entity of position.shown) {
        hints.paintAge(view, position, entity, plates);
        hints.paintName(view, session, entity, plates);
      }
    if (!state.spelled && !baked.haste().plain) hints.paintFleets(view, position, plates);
    if (state.spelled) for (const entity of position.shown) hints.spell(view, entity, plates);
    if (state.hover && !board.state.drag) hints.paintTile(ctx, view, session, state.hover, plates);
    if (state.focus && el.matches(':focus-visible')) hints.paintCursor(ctx, view, state.focus);
    if (board.state.lasso) lasso(ctx, view.palette, board.state.lasso);
  }

  /** The whole map, small. @param {Ctx} ctx @param {number} scale */
  function paintSmall(ctx, scale) {
    if (!state.position) return;
    const { palette } = board.state;
    const { chart, shown } = session.seen();
    ctx.fillStyle = palette.fog;
    ctx.fillRect(0, 0, chart.width, chart.height);
    for (const picture of Object.values(pictures()))
      if (picture) ctx.drawImage(picture, 0, 0, chart.width, chart.height);
    for (const { x, y, kind, seat } of shown)
      paintDot(ctx, scale, x + 0.5, y + 0.5, kind === 'planet' ? 7 : 3.5, colourOf(palette, seat), palette.ink);
  }

  /** Ships head where they last moved. @param {Position} position @param {readonly any[]} events @param {number} step */
  function steer({ chart, shown }, events, step) {
    trails.clear();
    /** @type {[number, number][]} */
    const moved = [];
    for (const { type, id, from, pos } of events) {
      if (type !== 'moved' || !from || !pos) continue;
      const [a, b] = [tileOf(chart, from), tileOf(chart, pos)];
      moved.push([id, Math.atan2(b[1] - a[1], b[0] - a[0])]);
      const [last, ...earlier] = trails.get(id) ?? [a];
      const way = String(last) === String(a) ? [b, last, ...earlier] : [b, a];
      trails.set(id, way.slice(0, TRAIL));
    }
    headings.steer(step, moved, shown);
  }

  /** @returns {Piece[]} */
  const pieces = () =>
    session.seen().shown.map(({ id, x, y, kind, energy }) => ({
      id: `entity:${id}`,
      kind: 'entity',
      x: x + 0.5,
      y: y + 0.5,
      radius: (scale) => radiusOf({ kind, energy }, scale) + 3,
      data: id,
    }));

  /** @param {Position} position */
  function settle(position) {
    baked.stop();
    release();
    const step = state.frame?.step ?? 0;
    steer(position, state.frame?.events ?? [], step);
    if (last?.step === step - 1 && !session.host.readonly) leaving = [last.position, position];
    last = { step, position };
    const { width, height } = position.chart;
    board.set({
      world: { x: 0, y: 0, width, height },
      pieces: pieces(),
      ground: {
        at: (x, y) => /** @type {Piece | null} */ (tileAt(state.position?.chart, x, y)),
        size: 1,
        // Whoever sends a ship out means a direction; where it goes is drawn, and can be changed.
        isRough: session.sends,
      },
      still: session.host.reducedMotion(),
    });
    // A map that is soon seen whole has no small one.
    minimap.element.hidden = width * height < LARGE;
    minimap.refresh();
    goAlong();
  }

  /** Follows who has left, once the camera is back from what was told: who has moved it keeps it where it is. */
  function goAlong() {
    if (!leaving || board.moving() || board.timeline.playing()) return;
    const [before, after] = leaving;
    leaving = null;
    if (!isSteered) follow(before, after);
  }

  return {
    board,
    playing: baked.playing,
    settle,

    /** The session changed. @param {string[]} layers @param {string[]} changed */
    refresh(layers, changed) {
      if (changed.includes('lens') && state.position) settle(state.position);
      board.redraw(layers);
    },

    /** Plays the step between two frames. @param {Frame} previous @param {Frame} frame @param {import('kit/playback.js').How} how */
    async play(previous, frame, how) {
      const [before, after] = [positionOf(previous.view), positionOf(frame.view)];
      const goOn = session.holdBack(before);
      release = goOn;
      minimap.refresh();
      const course = courseOf(before, after, frame.events, { drawnOf, palette: board.state.palette });
      const { actors = [], tracks, length } = how.direct?.(course) ?? course;
      const ships = actorsTrack(actors, length, (ctx, view, looks) => {
        sprites.begin();
        for (const look of looks.sort((a, b) => level(a) - level(b))) {
          if (look.wake > 0.8) paintWake(ctx, view, look, colourOf(view.palette, look.seat));
          paintEntity(ctx, view, look, worldOf);
        }
        paintNumbers(ctx, view, looks);
      });
      await baked.play(length ? [ships, ...tracks] : [], how);
      goOn();
      board.redraw();
      minimap.refresh();
    },

    destroy() {
      stop();
      baked.destroy();
    },
  };
}
