/**
 * What does the chart of the aether show now? Turns position, draft, forecast and selection into layers and pieces of the toolkit. Reads
 * the session and changes nothing in it.
 */
import { createBoard } from 'board/board.js';
import { lasso } from 'board/marks.js';
import { createBakery } from 'kit/bake.js';
import { addCameraButtons } from 'kit/camera_buttons.js';
import { cellAt } from 'kit/cells.js';
import { createPlacer } from 'kit/labels.js';
import { createMinimap } from 'kit/minimap.js';
import { createPace } from 'kit/pace.js';
import { createPlates } from 'kit/plates.js';
import { colourOf, paintBlip, paintEntity, radiusOf } from './glyphs.js';
import * as hints from './hints.js';
import { tracksOf } from './playback.js';
import { ageOf, positionOf, tileOf } from './position.js';
import { dimOf, paintUnknown, veilOf } from './veil.js';

/** @import { Ctx, Drawn, Frame, Piece, Position, Session, Shown, View } from './types' */

/** CSS pixels of a tile at the closest look. */
const CLOSEST = 64;

/** @param {HTMLElement} el @param {Session} session */
export function createScene(el, session) {
  const { state } = session;
  /** What is drawn while a step is played, by id; null: the position. @type {Map<number, Drawn> | null} */
  let stage = null;
  /** Where ships head, as they last moved. @type {Map<number, number>} */
  const headings = new Map();
  /** @type {Map<number, Piece>} */
  const tiles = new Map();
  let march = 0;
  let hasBegun = false;

  const bakery = createBakery({
    ready(_name, done) {
      board.redraw(['ground']);
      minimap.refresh();
      if (done) performance.mark('board:baked');
    },
  });
  const board = createBoard(el, {
    still: session.host.reducedMotion(),
    closest: CLOSEST,
    insets: { top: 8, right: 8, bottom: 8, left: 8 },
    layers: [
      { name: 'ground', cached: true, paint: paintGround },
      { name: 'entities', paint: paintEntities },
      { name: 'effects', paint: (ctx, view) => board.timeline.paint(ctx, view) },
      { name: 'hints', paint: paintHints },
    ],
  });
  const minimap = createMinimap(el, board, { side: () => 132, paint: paintSmall });
  const removeButtons = addCameraButtons(el, board);
  const pace = createPace(board, {
    playing: () => stage !== null,
    drift(time) {
      march = time * 12;
      if (state.orders.direct.length + state.orders.standing.length) board.redraw(['hints']);
    },
  });
  const unwatch = board.watch({ camera: () => bakery.hold(board.moving()) });

  /** The veil and what dims it, as far as they are baked. @param {Position} position */
  function baked({ chart, sensed }) {
    const { dark, ink } = board.state.palette;
    const veil = bakery.get('veil', [chart, dark], () => veilOf(chart, dark));
    const dim = sensed && bakery.get('dim', [sensed, ink], () => dimOf(chart, sensed, ink));
    return { veil, dim };
  }

  /** @param {Ctx} ctx @param {View} view */
  function paintGround(ctx, view) {
    const { position } = state;
    ctx.fillStyle = view.palette.ink;
    ctx.fillRect(0, 0, view.width, view.height);
    if (!position) return;
    const { chart } = position;
    paintUnknown(ctx, view, chart);
    const [left, top] = view.at(0, 0);
    const [wide, high] = [chart.width * view.camera.scale, chart.height * view.camera.scale];
    const { veil, dim } = baked(position);
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
    ctx.restore();
    hints.paintGrid(ctx, view, position);
    if (hasBegun) return;
    hasBegun = true;
    performance.mark('board:first');
  }

  /** How an entity looks at rest. @param {Shown} entity @param {Position} position @returns {Drawn} */
  function drawnOf(entity, position) {
    const { all, seen } = entity;
    const { view } = position;
    const { seat } = view;
    const age = ageOf(entity, view);
    return {
      id: entity.id,
      kind: entity.kind,
      seat: entity.seat,
      x: entity.x + 0.5,
      y: entity.y + 0.5,
      energy: entity.energy,
      own: seat !== null && entity.seat === seat,
      sure: entity.sure,
      heading: headings.get(entity.id) ?? (entity.seat === seat ? -Math.PI / 4 : Math.PI * 0.75),
      alpha: seen === 'remembered' ? 0.85 : 1,
      wait: all ? Math.max(0, Math.ceil(all.cooldown) - 1) : null,
      age: age === null ? null : age / view.tables.evolution_age,
      pays: age !== null && age >= view.tables.mining_delay,
      wounds: all?.initial_defence ? entity.defence / all.initial_defence : null,
      round: seen === 'remembered' ? entity.round : null,
    };
  }

  /** @param {Ctx} ctx @param {View} view */
  function paintEntities(ctx, view) {
    const { position } = state;
    if (!position) return;
    for (const tile of position.blips) paintBlip(ctx, view, tile);
    if (stage) {
      for (const drawn of stage.values()) paintEntity(ctx, view, drawn);
      return;
    }
    // What is remembered lies below what is there.
    for (const entity of position.shown)
      if (entity.seen === 'remembered') paintEntity(ctx, view, drawnOf(entity, position));
    for (const entity of position.shown)
      if (entity.seen !== 'remembered') paintEntity(ctx, view, drawnOf(entity, position));
  }

  /** @param {Ctx} ctx @param {View} view */
  function paintHints(ctx, view) {
    const { position } = state;
    if (!position || stage) return;
    const placer = createPlacer(view);
    for (const { x, y, kind } of position.shown) {
      const [sx, sy] = view.at(x + 0.5, y + 0.5);
      placer.disc(sx, sy, radiusOf(kind, view.camera.scale));
    }
    const plates = createPlates(ctx, view, placer, board.state.still ? 0 : march);
    const selected = state.selected.flatMap((id) => position.byId.get(id) ?? []);
    if (state.radii && selected.length === 1) hints.paintRadii(view, position, selected[0], plates);
    hints.paintDrafts(view, session, plates);
    hints.paintBurst(view, session, plates);
    for (const entity of selected) hints.paintSelection(ctx, view, entity);
    if (view.camera.scale > 9) for (const entity of position.shown) hints.paintAge(view, position, entity, plates);
    if (state.hover) hints.paintTile(ctx, view, session, state.hover, plates);
    if (state.cursor && el.matches(':focus-visible')) hints.paintCursor(ctx, view, state.cursor);
    if (board.state.lasso) lasso(ctx, view.palette, board.state.lasso);
  }

  /** The whole map, small. @param {Ctx} ctx @param {number} scale */
  function paintSmall(ctx, scale) {
    const { position } = state;
    if (!position) return;
    const { palette } = board.state;
    const { chart, shown } = position;
    const { veil, dim } = baked(position);
    ctx.fillStyle = palette.fog;
    ctx.fillRect(0, 0, chart.width, chart.height);
    if (veil) ctx.drawImage(veil, 0, 0, chart.width, chart.height);
    if (dim) ctx.drawImage(dim, 0, 0, chart.width, chart.height);
    for (const { x, y, kind, seat } of shown) {
      const side = (kind === 'planet' ? 7 : 3.5) / scale;
      ctx.fillStyle = palette.ink;
      ctx.fillRect(x + 0.5 - side / 2 - 1 / scale, y + 0.5 - side / 2 - 1 / scale, side + 2 / scale, side + 2 / scale);
      ctx.fillStyle = colourOf(palette, seat);
      ctx.fillRect(x + 0.5 - side / 2, y + 0.5 - side / 2, side, side);
    }
  }

  /** Ships head where they last moved. @param {Position} position @param {readonly any[]} events */
  function steer(position, events) {
    for (const { type, id, from, pos } of events) {
      if (type !== 'moved' || !from || !pos) continue;
      const [a, b] = [tileOf(position.chart, from), tileOf(position.chart, pos)];
      headings.set(id, Math.atan2(b[1] - a[1], b[0] - a[0]));
    }
  }

  /** @returns {Piece[]} */
  function pieces() {
    return (state.position?.shown ?? []).map(({ id, x, y, kind }) => ({
      id: `entity:${id}`,
      kind: 'entity',
      x: x + 0.5,
      y: y + 0.5,
      radius: (scale) => radiusOf(kind, scale) + 3,
      data: id,
    }));
  }

  /** @param {number} x @param {number} y @returns {Piece | null} */
  function tilePiece(x, y) {
    const { position } = state;
    const tile = position && cellAt(position.chart, x, y);
    if (!position || !tile) return null;
    const number = tile[1] * position.chart.width + tile[0];
    let piece = tiles.get(number);
    if (!piece) tiles.set(number, (piece = { id: `tile:${number}`, kind: 'tile', data: tile }));
    return piece;
  }

  return {
    board,
    playing: () => stage !== null,

    /** Takes over a new position. @param {Position} position */
    settle(position) {
      stage = null;
      steer(position, state.frame?.events ?? []);
      const { width, height } = position.chart;
      const { world } = board.state;
      if (world.width !== width || world.height !== height) tiles.clear();
      board.set({
        world: { x: 0, y: 0, width, height },
        pieces: pieces(),
        ground: { at: tilePiece, size: 1 },
        still: session.host.reducedMotion(),
      });
      minimap.refresh();
    },

    /** The session changed. @param {string[]} layers */
    refresh(layers) {
      board.redraw(layers);
    },

    /** Plays the step between two frames. @param {Frame} previous @param {Frame} frame @param {{speed: number, instant: boolean}} how */
    async play(previous, frame, how) {
      const [before, after] = [positionOf(previous.view), positionOf(frame.view)];
      const mine = new Map(before.shown.map((entity) => [entity.id, drawnOf(entity, before)]));
      stage = mine;
      const draw = (/** @type {number} */ id) => {
        const entity = after.byId.get(id);
        return entity ? drawnOf(entity, after) : null;
      };
      board.redraw();
      await board.timeline.play(
        tracksOf(mine, after, frame.events, {
          draw,
          changed: () => board.redraw(['entities']),
          palette: board.state.palette,
        }),
        how,
      );
      if (stage !== mine) return;
      stage = null;
      board.redraw();
    },

    destroy() {
      unwatch();
      pace.destroy();
      minimap.destroy();
      removeButtons();
      bakery.destroy();
    },
  };
}
