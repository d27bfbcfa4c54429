/**
 * How do orders, ranges and memories look on the chart? Drafts are dashed, march and carry bubbles; ghosts are outlines with their age;
 * fire is three hatchings that grow denser with the chance. Draws what it is given and computes no rule; every line, disc and plate
 * registers with the one label placer.
 */

import { pointAlong } from 'board/lines.js';
import { crosshair } from 'board/marks.js';
import { faded, mixed } from 'board/palette.js';
import { diamondShape, middleOf, outline } from 'kit/cells.js';
import { createPlacer } from 'kit/labels.js';
import { spotOf, sprites, unitSize } from './fleet.js';
import { levelOf, rectOf, sees } from './position.js';

/** @typedef {import('board/layers.js').View} View */
/** @typedef {import('board/lines.js').Point} Point */
/** @typedef {import('./position.js').Position} Position */
/** @typedef {import('./types').Layer} Layer */
/** @typedef {import('./types').ChartState} ChartState */
/** @typedef {ReturnType<typeof createPlacer>} Placer */
/** @typedef {CanvasRenderingContext2D} Ctx */

const INK = '#0A111E';
const TURN = Math.PI * 2;
/** Pixels between hatching lines, sparse to dense, and how strongly the band is washed. */
const HATCHING = [
  { gap: 16, wash: 0.03, line: 0.34 },
  { gap: 10, wash: 0.06, line: 0.4 },
  { gap: 6, wash: 0.11, line: 0.44 },
];

/** A plate with words, its rim in a colour. @param {Ctx} ctx @param {View} view @param {string} words @param {{x: number, y: number, width: number, height: number}} box @param {string} colour @param {boolean} [isDashed] */
function plate(ctx, view, words, box, colour, isDashed = false) {
  ctx.beginPath();
  ctx.roundRect(box.x, box.y, box.width, box.height, box.height / 2);
  ctx.fillStyle = faded(view.palette.dark ? INK : '#FFFFFF', 0.92);
  ctx.fill();
  ctx.setLineDash(isDashed ? [3, 2] : []);
  ctx.lineWidth = 1.25;
  ctx.strokeStyle = colour;
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.fillStyle = colour;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(words, box.x + box.width / 2, box.y + box.height / 2 + 0.5);
}

/**
 * Finds room for a plate and draws it.
 * @param {Ctx} ctx @param {View} view @param {Placer} placer @param {string} words @param {Point} at
 * @param {{colour: string, away: number, towards?: number, optional?: boolean, dashed?: boolean}} how
 */
function label(ctx, view, placer, words, [x, y], { colour, away, towards, optional, dashed }) {
  if (x < -20 || y < -20 || x > view.width + 20 || y > view.height + 20) return;
  ctx.font = `700 11px ${view.palette.font}`;
  const width = ctx.measureText(words).width + 11;
  const box = placer.place({ x, y, width, height: 16, away, towards, optional });
  if (box) plate(ctx, view, words, box, colour, dashed);
}

/** A line drawn twice: dark below, bright above. @param {Ctx} ctx @param {readonly Point[]} points @param {string} colour @param {number} width @param {number[]} dash @param {number} [offset] */
function stroke(ctx, points, colour, width, dash, offset = 0) {
  ctx.lineJoin = 'round';
  ctx.lineCap = 'round';
  ctx.beginPath();
  for (const point of points) ctx.lineTo(...point);
  ctx.setLineDash([]);
  ctx.strokeStyle = faded(INK, 0.75);
  ctx.lineWidth = width + 2.8;
  ctx.stroke();
  ctx.setLineDash(dash);
  ctx.lineDashOffset = -offset;
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.stroke();
  ctx.setLineDash([]);
}

/** What must not be covered: units and buildings. @param {View} view @param {Position} position @param {readonly import('./fleet.js').Drawn[]} units @param {Layer} layer */
export function placerFor(view, position, units, layer) {
  const placer = createPlacer(view);
  const { scale } = view.camera;
  for (const { x, y, level } of units) placer.disc(...spotOf(view, x, y, level, layer), unitSize(scale) * 0.5, 1.2);
  for (const { rect } of position.buildings) {
    const [left, top] = view.at(rect[0], rect[1]);
    placer.plate(
      { x: left, y: top, width: (rect[2] - rect[0] + 1) * scale, height: (rect[3] - rect[1] + 1) * scale },
      0.8,
    );
  }
  for (const { pos } of position.ghosts) placer.disc(...view.at(pos[0] + 0.5, pos[1] + 0.5), scale * 0.45, 0.8);
  return placer;
}

/** Outlines of what was seen before. @param {Ctx} ctx @param {View} view @param {Position} position @param {Layer} layer @param {(id: number) => number} heading */
export function paintGhosts(ctx, view, { ghosts }, layer, heading) {
  for (const ghost of ghosts) {
    const [x, y] = spotOf(view, ghost.pos[0] + 0.5, ghost.pos[1] + 0.5, ghost.pos[2], layer);
    if (x < -40 || y < -40 || x > view.width + 40 || y > view.height + 40) continue;
    const isAside = layer !== 3 && layer !== ghost.pos[2];
    const kind = ghost.kind === 'formation' ? 'formation:3' : ghost.kind;
    ctx.globalAlpha = isAside ? 0.5 : Math.max(0.55, 1 - ghost.age / 40);
    const size = unitSize(view.camera.scale) * (isAside ? 0.5 : 1);
    sprites.draw(
      ctx,
      {
        kind,
        colour: mixed(view.palette.seats[ghost.seat], view.palette.dark ? '#FFFFFF' : '#1B2430', 0.15),
        heading: heading(ghost.id),
        state: 'ghost',
        size,
      },
      x,
      y,
    );
  }
  ctx.globalAlpha = 1;
}

/** How long ago ghosts and buildings out of sight were seen. @param {Ctx} ctx @param {View} view @param {Position} position @param {Layer} layer @param {Placer} placer */
export function paintAges(ctx, view, { ghosts, buildings, view: { round } }, layer, placer) {
  const { palette } = view;
  const { scale } = view.camera;
  for (const ghost of ghosts) {
    if (layer !== 3 && layer !== ghost.pos[2]) continue;
    const at = spotOf(view, ghost.pos[0] + 0.5, ghost.pos[1] + 0.5, ghost.pos[2], layer);
    label(ctx, view, placer, `−${ghost.age}`, at, {
      colour: mixed(palette.seats[ghost.seat], palette.text, 0.35),
      away: scale * 0.5,
      dashed: true,
      optional: scale < 12,
    });
  }
  for (const one of buildings) {
    if (one.visible || !one.seen_round || one.seat === null) continue;
    const [_x0, y0, x1] = one.rect;
    label(ctx, view, placer, `−${round - one.seen_round}`, view.at(x1 + 1, y0), {
      colour: mixed(palette.seats[one.seat], palette.text, 0.35),
      away: 3,
      dashed: true,
      optional: true,
    });
  }
}

/** Bands of fire around something, denser where the chance is better. @param {Ctx} ctx @param {View} view @param {import('./types').DrawnFire} fire @param {Placer} placer */
export function paintFire(ctx, view, { rect, bands, cut = [] }, placer) {
  const { palette, width, height } = view;
  const { scale } = view.camera;
  const shapes = bands.map(({ range }) => diamondShape(rect, range + 0.5).map(([x, y]) => view.at(x, y)));
  const pathOf = (/** @type {Point[]} */ points) => {
    const path = new Path2D();
    for (const point of points) path.lineTo(...point);
    path.closePath();
    return path;
  };
  ctx.save();
  if (cut.length) {
    // Where the own sight ends the fire does too: these cells are left open.
    const open = new Path2D();
    open.rect(0, 0, width, height);
    for (const [x, y] of cut) open.rect(...view.at(x, y), scale, scale);
    ctx.clip(open, 'evenodd');
  }
  bands.forEach((_, i) => {
    const dense = HATCHING[Math.max(0, HATCHING.length - 1 - i)];
    ctx.save();
    const ring = pathOf(shapes[i]);
    if (i > 0) ring.addPath(pathOf(shapes[i - 1]));
    ctx.clip(ring, 'evenodd');
    ctx.fillStyle = faded(palette.lamp, dense.wash);
    ctx.fillRect(0, 0, width, height);
    ctx.strokeStyle = faded(palette.lamp, dense.line);
    ctx.lineWidth = 1;
    ctx.beginPath();
    const xs = shapes[i].map(([x]) => x);
    const ys = shapes[i].map(([, y]) => y);
    const [left, right, top, bottom] = [
      Math.max(0, Math.min(...xs)),
      Math.min(width, Math.max(...xs)),
      Math.max(0, Math.min(...ys)),
      Math.min(height, Math.max(...ys)),
    ];
    const high = bottom - top;
    // Lines start at multiples of the gap, so that hatchings of neighbours join.
    for (let x = Math.floor((left - high) / dense.gap) * dense.gap; x < right + high; x += dense.gap) {
      ctx.moveTo(x + (top % dense.gap), bottom);
      ctx.lineTo(x + (top % dense.gap) + high, top);
    }
    ctx.stroke();
    ctx.restore();
  });
  ctx.restore();
  shapes.forEach((shape, i) => {
    ctx.strokeStyle = faded(palette.lamp, 0.85 - 0.2 * i);
    ctx.lineWidth = 1.6 - 0.25 * i;
    ctx.stroke(pathOf(shape));
    placer.line([...shape, shape[0]], 0.4);
  });
  bands.forEach(({ note }, i) => {
    label(ctx, view, placer, note, shapes[i][0], { colour: palette.lamp, away: 2, towards: -Math.PI / 2 });
  });
}

/** A dotted border with ticks, as dividers leave it. @param {Ctx} ctx @param {View} view @param {import('./types').DrawnRing} ring @param {Placer} placer */
export function paintRing(ctx, view, { rect, range, kind, note }, placer) {
  const shape = diamondShape(rect, range + 0.5).map(([x, y]) => /** @type {Point} */ (view.at(x, y)));
  const colour = kind === 'fuel' ? mixed(view.palette.lamp, view.palette.text, 0.35) : view.palette.muted;
  stroke(ctx, [...shape, shape[0]], colour, 1.5, kind === 'fuel' ? [1.5, 5] : [7, 4]);
  placer.line([...shape, shape[0]], 0.5);
  label(ctx, view, placer, note, shape[5], { colour, away: 2, towards: Math.PI * 0.75 });
}

/** The way of a move: dashes that march, a number at the end of every round, a ghost where this round ends, red where the fuel does. @param {Ctx} ctx @param {View} view @param {import('./types').DrawnPath} path @param {Layer} layer @param {Placer} placer @param {{unit: import('./fleet.js').Drawn | undefined, march: number}} how */
export function paintPath(ctx, view, { cells, level, marks, fuel, form, note }, layer, placer, { unit, march }) {
  if (cells.length < 2) return;
  const { palette } = view;
  const { scale } = view.camera;
  const points = cells.map(([x, y]) => spotOf(view, x + 0.5, y + 0.5, level, layer));
  const isDraft = form === 'draft' || form === 'aim';
  const colour = isDraft ? palette.lamp : mixed(palette.seats[unit?.seat ?? 0], palette.text, 0.3);
  const dry = fuel === null ? points.length - 1 : Math.min(points.length - 1, fuel);
  const width = form === 'standing' || form === 'repeat' ? 1.5 : 2.2;
  const dash = form === 'repeat' ? [1, 6] : form === 'standing' ? [4, 7] : form === 'aim' ? [3, 5] : [7, 6];
  if (dry > 0) stroke(ctx, points.slice(0, dry + 1), colour, width, dash, isDraft ? march : 0);
  if (dry < points.length - 1) stroke(ctx, points.slice(dry), palette.bad, width, [2, 6]);
  placer.line(points, 0.8);
  const first = marks[0] ?? points.length - 1;
  if (unit && first > 0 && isDraft) {
    const [x, y] = points[Math.min(first, points.length - 1)];
    const before = points[Math.max(0, Math.min(first, points.length - 1) - 1)];
    const heading = Math.atan2(y - before[1], x - before[0]);
    const kind = unit.kind === 'formation' ? 'formation:3' : unit.kind;
    sprites.draw(ctx, { kind, colour: palette.lamp, heading, state: 'ghost', size: unitSize(scale) }, x, y);
    placer.disc(x, y, unitSize(scale) * 0.5);
  }
  const r = scale < 14 ? 5.5 : 7.5;
  ctx.font = `700 ${scale < 14 ? 8 : 10}px ${palette.font}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  marks.forEach((at, round) => {
    const point = points[Math.min(at, points.length - 1)];
    if (!point || at < 1) return;
    const tone = fuel !== null && at > fuel ? palette.bad : colour;
    // The number of this round's end stands beside the ghost, the others on the line.
    const [x, y] = round === 0 && isDraft ? [point[0] + r * 1.4, point[1] - r * 1.4] : point;
    ctx.beginPath();
    ctx.arc(x, y, r, 0, TURN);
    ctx.fillStyle = palette.dark ? INK : '#FFFFFF';
    ctx.fill();
    ctx.lineWidth = 1.6;
    ctx.strokeStyle = tone;
    ctx.stroke();
    ctx.fillStyle = tone;
    ctx.fillText(String(round + 1), x, y + 0.5);
    placer.disc(x, y, r, 1.5);
  });
  if (note)
    label(ctx, view, placer, note, points[points.length - 1], {
      colour: isDraft ? palette.lamp : colour,
      away: 10,
      dashed: isDraft,
    });
}

/** Arrow of a strike, hose of a service. @param {Ctx} ctx @param {View} view @param {import('./types').DrawnShot} shot @param {Layer} layer @param {Placer} placer @param {number} march */
export function paintShot(ctx, view, { from, to, kind, form, note }, layer, placer, march) {
  const { palette } = view;
  const [a, b] = [from, to].map(([x, y, level]) => spotOf(view, x + 0.5, y + 0.5, level, layer));
  const isStrike = kind === 'fire' || kind === 'torpedo';
  const colour = isStrike ? palette.lamp : mixed(palette.good, palette.lamp, 0.3);
  const long = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  const bend = kind === 'fire' ? Math.min(0.18 * long, 46) : 0;
  /** @type {Point[]} */
  const line = Array.from({ length: 17 }, (_, i) => {
    const k = i / 16;
    return [a[0] + (b[0] - a[0]) * k, a[1] + (b[1] - a[1]) * k - bend * 4 * k * (1 - k)];
  });
  stroke(ctx, line, colour, isStrike ? 2 : 3, form === 'aim' ? [3, 4] : kind === 'torpedo' ? [2, 4] : [7, 5], march);
  placer.line(line, 0.8);
  if (isStrike) crosshair(ctx, b[0], b[1], Math.max(8, view.camera.scale * 0.42), colour, 1.8);
  else {
    const end = pointAlong(line, long * 0.92);
    ctx.fillStyle = colour;
    ctx.beginPath();
    ctx.arc(end.x, end.y, 4, 0, TURN);
    ctx.fill();
  }
  if (note) label(ctx, view, placer, note, b, { colour, away: Math.max(10, view.camera.scale * 0.5), dashed: true });
}

/** A triangle with an exclamation mark. @param {Ctx} ctx @param {View} view @param {import('./types').DrawnWarning} warning @param {Layer} layer @param {Placer} placer */
export function paintWarning(ctx, view, { at: [cx, cy, level], note }, layer, placer) {
  const [x, y] = spotOf(view, cx + 0.5, cy + 0.5, level, layer);
  label(ctx, view, placer, `! ${note}`, [x, y], { colour: view.palette.bad, away: view.camera.scale * 0.5 });
}

/** The border of what is seen now. @param {Ctx} ctx @param {View} view @param {Position} position @param {Layer} layer */
export function paintSight(ctx, view, position, layer) {
  ctx.beginPath();
  for (const loop of outline(position.chart, (x, y) => sees(position, x, y, layer))) {
    const [first, ...rest] = loop.map((corner) => view.at(...corner));
    ctx.moveTo(...first);
    for (const corner of rest) ctx.lineTo(...corner);
    ctx.closePath();
  }
  ctx.lineWidth = 1.25;
  ctx.strokeStyle = faded(view.palette.dark ? '#CFE9F5' : '#1B4A66', 0.75);
  ctx.setLineDash([6, 4]);
  ctx.stroke();
  ctx.setLineDash([]);
}

/** Rings around what is chosen, a frame on the cell under pointer and cursor. @param {Ctx} ctx @param {View} view @param {Position} position @param {ChartState} state @param {boolean} hasFocus */
export function paintMarks(ctx, view, position, { selected, hover, focus, layer }, hasFocus) {
  const { palette } = view;
  const { scale } = view.camera;
  for (const id of selected) {
    const element = position.elements.get(id);
    if (!element) continue;
    const [x0, y0, x1, y1] = rectOf(element);
    const [x, y] = spotOf(view, (x0 + x1 + 1) / 2, (y0 + y1 + 1) / 2, levelOf(element), layer);
    const r = Math.max(11, ((Math.max(x1 - x0, y1 - y0) + 1) / 2 + 0.14) * scale);
    for (const [colour, width] of /** @type {[string, number][]} */ ([
      [INK, 4.5],
      [palette.text, 2],
    ])) {
      ctx.strokeStyle = colour;
      ctx.lineWidth = width;
      ctx.beginPath();
      // Four arcs: a ring that is no range.
      for (let i = 0; i < 4; i += 1) {
        ctx.moveTo(x + Math.cos((i * TURN) / 4 + 0.35) * r, y + Math.sin((i * TURN) / 4 + 0.35) * r);
        ctx.arc(x, y, r, (i * TURN) / 4 + 0.35, ((i + 1) * TURN) / 4 - 0.35);
      }
      ctx.stroke();
    }
  }
  const frame = (/** @type {readonly number[]} */ cell, /** @type {string} */ colour, /** @type {number} */ width) => {
    const [x, y] = view.at(cell[0], cell[1]);
    for (const [tone, wide] of /** @type {[string, number][]} */ ([
      [faded(INK, 0.7), width + 2],
      [colour, width],
    ])) {
      ctx.lineWidth = wide;
      ctx.strokeStyle = tone;
      ctx.strokeRect(x + 1, y + 1, scale - 2, scale - 2);
    }
  };
  if (hover) frame(hover, faded(palette.dark ? '#FFFFFF' : '#0A111E', 0.8), 1.25);
  if (focus && hasFocus) frame(focus, palette.dark ? '#FFFFFF' : '#0A111E', 2.5);
}

/** Numbers of columns and rows along the edges, wherever the camera is. @param {Ctx} ctx @param {View} view @param {Position} position */
export function paintRuler(ctx, view, { chart }) {
  const { palette, width, height, camera } = view;
  const { scale } = camera;
  const step = scale > 26 ? 1 : scale > 13 ? 2 : scale > 7 ? 5 : 10;
  const [left, top] = view.at(0, 0);
  const band = 15;
  const [x0, y0] = [Math.max(0, left - band), Math.max(0, top - band)];
  const [right, bottom] = [Math.min(width, left + chart.width * scale), Math.min(height, top + chart.height * scale)];
  ctx.fillStyle = faded(palette.panel, 0.9);
  ctx.fillRect(x0, y0, right - x0, band);
  ctx.fillRect(x0, y0 + band, band, bottom - y0 - band);
  ctx.font = `600 10px ${palette.font}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  for (const isRow of [false, true]) {
    const [from, to, length] = isRow ? [y0 + band, bottom, chart.height] : [x0 + band, right, chart.width];
    const origin = isRow ? top : left;
    for (let i = Math.max(0, Math.floor((from - origin) / scale)); i < length && origin + i * scale < to; i += 1) {
      const at = origin + i * scale;
      const [a, b] = [Math.max(from, at), Math.min(to, at + scale)];
      ctx.fillStyle = faded(palette.muted, i % 2 ? 0 : 0.55);
      if (isRow) ctx.fillRect(x0 + band - 3, a, 3, b - a);
      else ctx.fillRect(a, y0 + band - 3, b - a, 3);
      if (i % step || b - a < scale * 0.6) continue;
      ctx.fillStyle = palette.muted;
      const [mx, my] = isRow ? [x0 + 6, at + scale / 2] : [at + scale / 2, y0 + 6];
      ctx.fillText(String(i), mx, my);
    }
  }
}

/** All units at a cell, fanned out above it. @param {Ctx} ctx @param {View} view @param {readonly import('./fleet.js').Drawn[]} units @param {readonly number[]} cell */
export function paintFan(ctx, view, units, cell) {
  const [x, y] = view.at(...middleOf(cell));
  const size = Math.max(24, unitSize(view.camera.scale));
  const wide = size * 1.9;
  const left = Math.max(4, Math.min(view.width - wide * units.length - 4, x - (wide * units.length) / 2));
  const top = y - size * 2.6 < 4 ? y + size : y - size * 2.6;
  ctx.fillStyle = faded(view.palette.panel, 0.92);
  ctx.strokeStyle = view.palette.muted;
  ctx.lineWidth = 1;
  ctx.beginPath();
  ctx.roundRect(left, top, wide * units.length, size * 1.7, 8);
  ctx.fill();
  ctx.stroke();
  units.forEach((unit, i) => {
    const kind = unit.kind === 'formation' ? 'formation:3' : unit.kind;
    sprites.draw(
      ctx,
      { kind, colour: view.palette.seats[unit.seat], heading: 0, state: 'own', size: size * 0.8 },
      left + wide * (i + 0.5),
      top + size * 0.85,
    );
  });
}
