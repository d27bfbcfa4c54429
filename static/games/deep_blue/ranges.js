/** How do ranges and orders look on a map of cells? Hatched bands, dotted borders, ways with numbered rounds, arrows; all register with the label placer. */
import { pointAlong } from 'board/lines.js';
import { crosshair } from 'board/marks.js';
import { faded } from 'board/palette.js';
import { diamondShape, outline } from 'kit/cells.js';
import { label, numberDisc, strokeTwice } from 'kit/plates.js';

/** @typedef {import('board/layers.js').View} View */
/** @typedef {import('board/lines.js').Point} Point */
/** @typedef {import('kit/cells.js').Rect} Rect */
/** @typedef {import('kit/plates.js').Placer} Placer */
/** @typedef {CanvasRenderingContext2D} Ctx */

/** Pixels between hatching lines and how strongly the band is washed, dense to sparse. */
const HATCHING = [
  { gap: 6, wash: 0.11, line: 0.44 },
  { gap: 10, wash: 0.06, line: 0.4 },
  { gap: 16, wash: 0.03, line: 0.34 },
];

/** @param {readonly Point[]} points */
function closed(points) {
  const path = new Path2D();
  for (const point of points) path.lineTo(...point);
  path.closePath();
  return path;
}

/**
 * Bands around a rectangle of cells, the innermost first and densest, each with its words.
 * @param {Ctx} ctx @param {View} view @param {{rect: Rect, bands: {range: number, note: string}[], cut?: [number, number][]}} area cut: cells that are left open
 * @param {string} colour @param {Placer} placer
 */
export function paintBands(ctx, view, { rect, bands, cut = [] }, colour, placer) {
  const { width, height, camera } = view;
  const shapes = bands.map(({ range }) => diamondShape(rect, range + 0.5).map(([x, y]) => view.at(x, y)));
  ctx.save();
  if (cut.length) {
    const open = new Path2D();
    open.rect(0, 0, width, height);
    for (const [x, y] of cut) open.rect(...view.at(x, y), camera.scale, camera.scale);
    ctx.clip(open, 'evenodd');
  }
  shapes.forEach((shape, i) => {
    const { gap, wash, line } = HATCHING[Math.min(HATCHING.length - 1, i)];
    const ring = closed(shape);
    if (i > 0) ring.addPath(closed(shapes[i - 1]));
    ctx.save();
    ctx.clip(ring, 'evenodd');
    ctx.fillStyle = faded(colour, wash);
    ctx.fillRect(0, 0, width, height);
    ctx.strokeStyle = faded(colour, line);
    ctx.lineWidth = 1;
    const [xs, ys] = [shape.map(([x]) => x), shape.map(([, y]) => y)];
    const [top, bottom] = [Math.max(0, Math.min(...ys)), Math.min(height, Math.max(...ys))];
    const [left, right] = [Math.max(0, Math.min(...xs)), Math.min(width, Math.max(...xs))];
    ctx.beginPath();
    // Lines lie on x + y = a multiple of the gap, so that hatchings of neighbours join.
    for (let sum = Math.ceil((left + top) / gap) * gap; sum < right + bottom; sum += gap) {
      ctx.moveTo(sum - top, top);
      ctx.lineTo(sum - bottom, bottom);
    }
    ctx.stroke();
    ctx.restore();
  });
  ctx.restore();
  shapes.forEach((shape, i) => {
    ctx.strokeStyle = faded(colour, 0.85 - 0.2 * Math.min(2, i));
    ctx.lineWidth = 1.6 - 0.25 * Math.min(2, i);
    ctx.stroke(closed(shape));
    placer.line([...shape, shape[0]], 0.4);
  });
  bands.forEach(({ note }, i) => {
    label(ctx, view, placer, note, shapes[i][0], { colour, away: 2, towards: -Math.PI / 2 });
  });
}

/** A border of dots or dashes at a range, with words at its lower left. @param {Ctx} ctx @param {View} view @param {{rect: Rect, range: number, note: string}} ring @param {{colour: string, dash: number[]}} how @param {Placer} placer */
export function paintRangeRing(ctx, view, { rect, range, note }, { colour, dash }, placer) {
  const shape = diamondShape(rect, range + 0.5).map(([x, y]) => view.at(x, y));
  const ring = [...shape, shape[0]];
  strokeTwice(ctx, view, ring, { colour, width: 1.5, dash });
  placer.line(ring, 0.5);
  label(ctx, view, placer, note, shape[5], { colour, away: 2, towards: Math.PI * 0.75 });
}

/** The border of a set of cells, dashed. @param {Ctx} ctx @param {View} view @param {{width: number, height: number}} grid @param {(x: number, y: number) => boolean} isIn @param {string} colour */
export function paintRegion(ctx, view, grid, isIn, colour) {
  ctx.beginPath();
  for (const loop of outline(grid, isIn)) {
    const [first, ...rest] = loop.map(([x, y]) => view.at(x, y));
    ctx.moveTo(...first);
    for (const corner of rest) ctx.lineTo(...corner);
    ctx.closePath();
  }
  ctx.lineWidth = 1.25;
  ctx.strokeStyle = colour;
  ctx.setLineDash([6, 4]);
  ctx.stroke();
  ctx.setLineDash([]);
}

/** Where the number of a round may stand: at its point or around it, in parts of its size. */
const BESIDE_POINT = /** @type {const} */ ([
  ...[[0, 0], [1, -1], [-1, -1], [1, 1], [-1, 1]],
  ...[[0, -2], [0, 2], [2, 0], [-2, 0]],
]); // biome-ignore format: a ring a line

/**
 * A way: dashes that may march, a numbered disc where each round ends, another colour from where it cannot be gone on.
 * @param {Ctx} ctx @param {View} view @param {readonly Point[]} points screen points, the start first
 * @param {object} how
 * @param {readonly number[]} how.marks indices of points where rounds end
 * @param {number | null} how.dry index of the last point within reach; null: all are
 * @param {string} how.colour @param {string} how.beyond colour of what is out of reach
 * @param {number} how.width @param {number[]} how.dash @param {number} how.offset
 * @param {boolean} how.aside the first number stands beside its point
 * @param {Placer} placer
 */
export function paintWay(ctx, view, points, { marks, dry, colour, beyond, width, dash, offset, aside }, placer) {
  const last = dry === null ? points.length - 1 : Math.min(points.length - 1, dry);
  if (last > 0) strokeTwice(ctx, view, points.slice(0, last + 1), { colour, width, dash, offset });
  if (last < points.length - 1) strokeTwice(ctx, view, points.slice(last), { colour: beyond, width, dash: [2, 6] });
  const radius = view.camera.scale < 14 ? 6 : 7.5;
  marks.forEach((at, round) => {
    const point = points[Math.min(at, points.length - 1)];
    if (at < 1) return;
    // A number gives way to words and pieces that stand where it would.
    const spots = BESIDE_POINT.slice(round === 0 && aside ? 1 : 0).map(([x, y]) => ({
      ...{ x: point[0] + (x * 1.4 - 1) * radius, y: point[1] + (y * 1.4 - 1) * radius },
      ...{ width: 2 * radius, height: 2 * radius },
    }));
    const { x, y } = placer.choose(spots, 1.5);
    const place = /** @type {Point} */ ([x + radius, y + radius]);
    numberDisc(ctx, view, String(round + 1), place, radius, dry !== null && at > dry ? beyond : colour);
  });
  placer.line(points, 0.8);
}

/**
 * An order that reaches from one place to another: an arc or a straight line of dashes, a crosshair or a drop at its end.
 * @param {Ctx} ctx @param {View} view @param {Point} from @param {Point} to
 * @param {{colour: string, width: number, dash: number[], offset: number, arc: boolean, end: 'crosshair' | 'drop'}} how
 * @param {Placer} placer
 */
export function paintReach(ctx, view, from, to, { arc, end, colour, ...line }, placer) {
  const long = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const bend = arc ? Math.min(0.18 * long, 46) : 0;
  const points = Array.from({ length: 17 }, (_, i) => {
    const k = i / 16;
    const y = from[1] + (to[1] - from[1]) * k - bend * 4 * k * (1 - k);
    return /** @type {Point} */ ([from[0] + (to[0] - from[0]) * k, y]);
  });
  strokeTwice(ctx, view, points, { colour, ...line });
  placer.line(points, 0.8);
  if (end === 'crosshair') {
    crosshair(ctx, to[0], to[1], Math.max(8, view.camera.scale * 0.42), colour, 1.8);
    return;
  }
  const { x, y } = pointAlong(points, long * 0.92);
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.arc(x, y, 4, 0, Math.PI * 2);
  ctx.fill();
}
