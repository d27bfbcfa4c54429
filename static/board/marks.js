/**
 * How are the small signs of a chart drawn? Arrows, badges, rings, ticks, crosshairs, hatching, and the shape and outline
 * pattern by which a seat is known without its colour. All in screen pixels; each leaves the context as it found it.
 */

import { lengthOf, pointAlong } from './lines.js';
import { faded, inkOn, mixed } from './palette.js';

/** @typedef {CanvasRenderingContext2D} Ctx */
/** @typedef {import('./lines.js').Point} Point */

const TURN = Math.PI * 2;

/** A seat's letter, for texts as well. @param {number} seat */
export function seatLetter(seat) {
  return 'ABCDEFGH'[seat] ?? '?';
}

/** Corners per seat shape: number, inner radius, first angle in turns. Seats 0 and 7 are round. */
const POLYGONS = /** @type {(null | [number, number, number])[]} */ ([
  null,
  [4, 1, 0.125],
  [3, 1, -0.25],
  [4, 1, 0],
  [6, 1, 0],
  [5, 0.46, -0.25],
  null,
  null,
]);

/**
 * The path of a seat's shape: ● ■ ▲ ◆ ⬢ ★ ✚ ○.
 * @param {Ctx} ctx @param {number} seat @param {number} x @param {number} y @param {number} radius
 */
export function seatShape(ctx, seat, x, y, radius) {
  const polygon = POLYGONS[seat];
  ctx.beginPath();
  if (polygon) {
    const [corners, inner, first] = polygon;
    const steps = inner === 1 ? corners : corners * 2;
    for (let i = 0; i < steps; i += 1) {
      const angle = (first + i / steps) * TURN;
      const reach = radius * 1.15 * (inner !== 1 && i % 2 ? inner : 1);
      ctx.lineTo(x + Math.cos(angle) * reach, y + Math.sin(angle) * reach);
    }
    ctx.closePath();
  } else if (seat === 6) {
    const arm = radius * 0.4;
    for (const [px, py] of /** @type {Point[]} */ ([
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ])) {
      const sideways = px === py;
      ctx.lineTo(x + px * (sideways ? radius : arm), y + py * (sideways ? arm : radius));
      ctx.lineTo(x + px * arm, y + py * arm);
      ctx.lineTo(x + px * (sideways ? arm : radius), y + py * (sideways ? radius : arm));
    }
    ctx.closePath();
  } else {
    ctx.arc(x, y, radius, 0, TURN);
    if (seat === 7) ctx.arc(x, y, radius * 0.5, 0, TURN, true);
  }
}

/** Outline patterns per seat: dashes in parts of the radius, and how often the line is drawn. */
const OUTLINES = /** @type {{dash: number[], width: number, double?: boolean}[]} */ ([
  { dash: [], width: 2 },
  { dash: [0.5, 0.25], width: 2 },
  { dash: [0.12, 0.2], width: 2.4 },
  { dash: [], width: 1.2, double: true },
  { dash: [0.6, 0.2, 0.12, 0.2], width: 2 },
  { dash: [], width: 3.4 },
  { dash: [0.25, 0.16], width: 2 },
  { dash: [1, 0.3], width: 2.4 },
]);

/**
 * The outline of a disc in a seat's pattern.
 * @param {Ctx} ctx @param {number} seat @param {number} x @param {number} y @param {number} radius @param {string} colour
 */
export function seatOutline(ctx, seat, x, y, radius, colour) {
  const { dash, width, double } = OUTLINES[seat] ?? OUTLINES[0];
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.setLineDash(dash.map((part) => part * radius));
  circle(ctx, x, y, radius);
  ctx.stroke();
  if (double) {
    circle(ctx, x, y, radius - 3);
    ctx.stroke();
  }
  ctx.restore();
}

/** A line that stands out from a seat's colour and still belongs to it. @param {import('./palette.js').Palette} palette @param {string} colour */
export function edgeOf(palette, colour) {
  return mixed(colour, palette.text, palette.dark ? 0.55 : 0.6);
}

/**
 * A seat's shape in its colour, with its letter if there is room.
 * @param {Ctx} ctx @param {import('./palette.js').Palette} palette @param {number} seat @param {number} x @param {number} y @param {number} radius
 */
export function seatMark(ctx, palette, seat, x, y, radius) {
  const colour = palette.seats[seat] ?? palette.muted;
  ctx.save();
  seatShape(ctx, seat, x, y, radius);
  ctx.lineWidth = 3;
  ctx.lineJoin = 'round';
  ctx.strokeStyle = palette.ink;
  ctx.stroke();
  ctx.fillStyle = colour;
  ctx.fill();
  ctx.lineWidth = 1;
  ctx.strokeStyle = edgeOf(palette, colour);
  ctx.stroke();
  ctx.restore();
  if (radius >= 7 && seat !== 7)
    text(ctx, seatLetter(seat), x, y + 0.5, {
      font: `700 ${Math.round(radius * 1.15)}px ${palette.font}`,
      fill: inkOn(colour),
    });
}

/** @param {Ctx} ctx @param {number} x @param {number} y @param {number} radius */
export function circle(ctx, x, y, radius) {
  ctx.beginPath();
  ctx.arc(x, y, Math.max(0, radius), 0, TURN);
}

/**
 * @param {Ctx} ctx @param {string} words @param {number} x @param {number} y
 * @param {{font: string, fill: string, halo?: string, align?: CanvasTextAlign}} how
 */
export function text(ctx, words, x, y, { font, fill, halo, align = 'center' }) {
  ctx.save();
  ctx.font = font;
  ctx.textAlign = align;
  ctx.textBaseline = 'middle';
  if (halo) {
    ctx.lineJoin = 'round';
    ctx.lineWidth = 3;
    ctx.strokeStyle = halo;
    ctx.strokeText(words, x, y);
  }
  ctx.fillStyle = fill;
  ctx.fillText(words, x, y);
  ctx.restore();
}

/** @type {CanvasRenderingContext2D | null} */
let ruler = null;

/** How wide words are, in pixels, before there is a canvas to write them on. @param {string} words @param {string} font */
export function widthOf(words, font) {
  ruler ??= /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d'));
  ruler.font = font;
  return ruler.measureText(words).width;
}

/**
 * A pill with words in it; returns its width.
 * @param {Ctx} ctx @param {string} words @param {number} x @param {number} y
 * @param {{font: string, height: number, fill: string, ink: string, edge?: string, dash?: number[]}} how
 */
export function badge(ctx, words, x, y, { font, height, fill, ink, edge, dash }) {
  ctx.save();
  ctx.font = font;
  const width = Math.max(height, ctx.measureText(words).width + height * 0.7);
  ctx.beginPath();
  ctx.roundRect(x - width / 2, y - height / 2, width, height, height / 2);
  ctx.fillStyle = fill;
  ctx.fill();
  if (edge) {
    ctx.setLineDash(dash ?? []);
    ctx.lineWidth = 1.25;
    ctx.strokeStyle = edge;
    ctx.stroke();
  }
  ctx.restore();
  text(ctx, words, x, y + 0.5, { font, fill: ink });
  return width;
}

/** @param {Ctx} ctx @param {readonly Point[]} line */
export function path(ctx, line) {
  ctx.beginPath();
  for (const [x, y] of line) ctx.lineTo(x, y);
}

/**
 * An arrow along a line, its head at the last point.
 * @param {Ctx} ctx @param {Point[]} line
 * @param {{colour: string, width: number, head?: number, dash?: number[], march?: number, halo?: string}} how `march`: pixels its dashes
 *   have gone towards the head
 */
export function arrow(ctx, line, { colour, width, head = 5 + width * 2, dash = [], march = 0, halo }) {
  const total = lengthOf(line);
  const tip = pointAlong(line, total);
  ctx.save();
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  for (const [style, extra] of /** @type {[string | undefined, number][]} */ ([
    [halo, 3],
    [colour, 0],
  ])) {
    if (!style) continue;
    ctx.strokeStyle = style;
    ctx.fillStyle = style;
    ctx.lineWidth = width + extra;
    ctx.setLineDash(extra ? [] : dash);
    ctx.lineDashOffset = -march;
    path(ctx, line);
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.beginPath();
    for (const [along, side] of [
      [2, 0],
      [-head, head * 0.55],
      [-head * 0.7, 0],
      [-head, -head * 0.55],
    ]) {
      const [cos, sin] = [Math.cos(tip.angle), Math.sin(tip.angle)];
      ctx.lineTo(tip.x + cos * along - sin * side, tip.y + sin * along + cos * side);
    }
    ctx.closePath();
    ctx.fill();
    if (extra) ctx.stroke();
  }
  ctx.restore();
}

/**
 * Short strokes across a line that cut it into `parts` equal pieces.
 * @param {Ctx} ctx @param {Point[]} line @param {number} parts @param {number} size
 */
export function ticks(ctx, line, parts, size) {
  const total = lengthOf(line);
  ctx.beginPath();
  for (let i = 1; i < parts; i += 1) {
    const { x, y, angle } = pointAlong(line, (total * i) / parts);
    const [dx, dy] = [-Math.sin(angle) * size, Math.cos(angle) * size];
    ctx.moveTo(x - dx, y - dy);
    ctx.lineTo(x + dx, y + dy);
  }
  ctx.stroke();
}

/**
 * A ring that is full at 1, over a faint track.
 * @param {Ctx} ctx @param {number} x @param {number} y @param {number} radius @param {number} part
 * @param {{colour: string, track: string, width: number}} how
 */
export function gauge(ctx, x, y, radius, part, { colour, track, width }) {
  ctx.save();
  ctx.lineWidth = width;
  ctx.strokeStyle = track;
  circle(ctx, x, y, radius);
  ctx.stroke();
  if (part > 0) {
    ctx.lineCap = 'round';
    ctx.strokeStyle = colour;
    ctx.beginPath();
    ctx.arc(x, y, radius, -TURN / 4, -TURN / 4 + TURN * Math.min(1, part));
    ctx.stroke();
  }
  ctx.restore();
}

/** @param {Ctx} ctx @param {number} x @param {number} y @param {number} radius @param {string} colour @param {number} [width] */
export function crosshair(ctx, x, y, radius, colour, width = 2) {
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  circle(ctx, x, y, radius);
  ctx.stroke();
  ctx.beginPath();
  for (let i = 0; i < 4; i += 1) {
    const [cos, sin] = [Math.cos((i * TURN) / 4), Math.sin((i * TURN) / 4)];
    ctx.moveTo(x + cos * (radius - 5), y + sin * (radius - 5));
    ctx.lineTo(x + cos * (radius + 6), y + sin * (radius + 6));
  }
  ctx.stroke();
  ctx.restore();
}

/** @param {Ctx} ctx @param {number} x @param {number} y @param {number} radius @param {string} colour */
export function hatch(ctx, x, y, radius, colour) {
  ctx.save();
  circle(ctx, x, y, radius);
  ctx.clip();
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1;
  ctx.beginPath();
  for (let offset = -2 * radius; offset < 2 * radius; offset += 5) {
    ctx.moveTo(x + offset - radius, y + radius);
    ctx.lineTo(x + offset + radius, y - radius);
  }
  ctx.stroke();
  ctx.restore();
}

/**
 * The focus ring: two contrasting lines, seen on any ground.
 * @param {Ctx} ctx @param {import('./palette.js').Palette} palette @param {number} x @param {number} y @param {number} radius
 */
export function focusRing(ctx, palette, x, y, radius) {
  ctx.save();
  circle(ctx, x, y, radius);
  ctx.lineWidth = 5;
  ctx.strokeStyle = palette.ink;
  ctx.stroke();
  ctx.lineWidth = 2.5;
  ctx.strokeStyle = palette.text;
  ctx.stroke();
  ctx.restore();
}

/** @type {Map<string, Path2D>} */
const shapes = new Map();

/** @param {string} icon path of a drawing */
function shapeOf(icon) {
  let shape = shapes.get(icon);
  if (!shape) shapes.set(icon, (shape = new Path2D(icon)));
  return shape;
}

/**
 * A drawing from a 24 × 24 grid, stroked.
 * @param {Ctx} ctx @param {Path2D | string} icon or its path @param {number} x @param {number} y @param {number} size @param {string} colour @param {string} [halo]
 */
export function glyph(ctx, icon, x, y, size, colour, halo) {
  const shape = typeof icon === 'string' ? shapeOf(icon) : icon;
  ctx.save();
  ctx.translate(x - size / 2, y - size / 2);
  ctx.scale(size / 24, size / 24);
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  if (halo) {
    ctx.strokeStyle = halo;
    ctx.lineWidth = 7;
    ctx.stroke(shape);
  }
  ctx.strokeStyle = colour;
  ctx.lineWidth = Math.max(2, 32 / size);
  ctx.stroke(shape);
  ctx.restore();
}

/** The shape of a lasso. @param {Ctx} ctx @param {import('./palette.js').Palette} palette @param {Point[]} shape */
export function lasso(ctx, palette, shape) {
  ctx.save();
  path(ctx, shape);
  ctx.closePath();
  ctx.fillStyle = faded(palette.focus, 0.12);
  ctx.fill();
  ctx.setLineDash([5, 4]);
  ctx.lineWidth = 1.5;
  ctx.strokeStyle = palette.focus;
  ctx.stroke();
  ctx.restore();
}

/**
 * A ring that says what is chosen to act, may be aimed at, is pointed at, shown beside the board, or under the keys.
 * @param {Ctx} ctx @param {import('./palette.js').Palette} palette @param {number} x @param {number} y @param {number} radius of the disc
 * @param {'source' | 'target' | 'hover' | 'shown' | 'focus'} what
 */
export function pointRing(ctx, palette, x, y, radius, what) {
  if (what === 'focus') return focusRing(ctx, palette, x, y, radius + 8);
  ctx.save();
  circle(ctx, x, y, radius + (what === 'source' ? 8.5 : 7.5));
  ctx.strokeStyle = faded(palette.text, what === 'shown' ? 0.45 : what === 'hover' ? 0.8 : 1);
  ctx.lineWidth = what === 'source' ? 3 : 1.5;
  if (what === 'target') ctx.setLineDash([4, 4]);
  ctx.stroke();
  ctx.restore();
}

/** A drawing on a small disc. @param {Ctx} ctx @param {import('./palette.js').Palette} palette @param {Path2D | string} icon @param {number} x @param {number} y */
export function sign(ctx, palette, icon, x, y) {
  circle(ctx, x, y, 9);
  ctx.fillStyle = palette.panel;
  ctx.fill();
  ctx.lineWidth = 1.25;
  ctx.strokeStyle = palette.muted;
  ctx.stroke();
  glyph(ctx, icon, x, y, 12, palette.text);
}
