/**
 * How do words and marks stay readable on a busy ground? Plates with a rim, lines drawn twice (dark below, bright above), frames around
 * cells, rings around what is chosen.
 */
import { faded, mixed } from 'board/palette.js';

/** @typedef {import('board/layers.js').View} View */
/** @typedef {import('board/lines.js').Point} Point */
/** @typedef {ReturnType<typeof import('./labels.js').createPlacer>} Placer */
/** @typedef {CanvasRenderingContext2D} Ctx */

const INK = '#0A111E';
const TURN = Math.PI * 2;
/** Pixels of a plate of one line, and of each line more. */
const [HEIGHT, LINE] = [16, 14];
/** Pixels of what is dark around words without a plate. */
const HALO = 4;

/** The ground of plates and numbers. @param {View} view */
export function plateFill({ palette }) {
  return faded(palette.dark ? INK : '#FFFFFF', 0.92);
}

/** Pixels beyond its thing from which words are tied to it. */
const LOOSE = 12;

/** A thin line from words to what they are about, if they stand apart from it. @param {Ctx} ctx @param {View} view @param {Point} at @param {import('./labels.js').Box} box @param {{colour: string, body: number}} how body: pixels from the place to the edge of the thing */
function tie(ctx, view, [x, y], box, { colour, body }) {
  const [near, level] = [
    Math.max(box.x, Math.min(x, box.x + box.width)),
    Math.max(box.y, Math.min(y, box.y + box.height)),
  ];
  const gap = Math.hypot(near - x, level - y);
  if (gap < body + LOOSE) return;
  const from = /** @type {Point} */ ([x + ((near - x) * body) / gap, y + ((level - y) * body) / gap]);
  strokeTwice(ctx, view, [from, [near, level]], { colour, width: 1, dash: [] });
}

/**
 * Finds room for a plate with words, of one line or more, and draws it; outside of the canvas there is none. Returns where it lies; null: nowhere.
 * @param {Ctx} ctx @param {View} view @param {Placer} placer @param {string} words @param {Point} at
 * @param {{colour: string, away: number, towards?: number, optional?: boolean, dashed?: boolean, body?: number, beyond?: boolean, bare?: boolean}} how `beyond` as of a label; bare: without a plate, in a halo; body: pixels from the place to the edge of what it is about; with it words that stand apart are tied to it
 */
export function label(
  ctx,
  view,
  placer,
  words,
  [x, y],
  { colour, away, towards, optional, dashed, body, beyond, bare },
) {
  if (!words || x < -20 || y < -20 || x > view.width + 20 || y > view.height + 20) return null;
  ctx.font = `700 11px ${view.palette.font}`;
  const lines = words.split('\n');
  const width = Math.max(...lines.map((line) => ctx.measureText(line).width)) + 11;
  const box = placer.place({
    x,
    y,
    width,
    height: HEIGHT + (lines.length - 1) * LINE,
    away,
    towards,
    optional,
    beyond,
  });
  if (!box) return null;
  if (body !== undefined) tie(ctx, view, [x, y], box, { colour, body });
  if (!bare) paintPlate(ctx, view, box, colour, dashed);
  // On a light plate many a seat's colour is too pale to be read; the rim has it.
  ctx.fillStyle = view.palette.dark ? colour : mixed(colour, view.palette.text, 0.6);
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.lineJoin = 'round';
  ctx.lineWidth = HALO;
  ctx.strokeStyle = plateFill(view);
  lines.forEach((line, i) => {
    const at = /** @type {const} */ ([box.x + box.width / 2, box.y + HEIGHT / 2 + i * LINE + 0.5]);
    if (bare) ctx.strokeText(line, ...at);
    ctx.fillText(line, ...at);
  });
  return box;
}

/** @param {Ctx} ctx @param {View} view @param {import('./labels.js').Box} box @param {string} colour of its rim @param {boolean} [dashed] */
function paintPlate(ctx, view, box, colour, dashed) {
  ctx.beginPath();
  ctx.roundRect(box.x, box.y, box.width, box.height, HEIGHT / 2);
  ctx.fillStyle = plateFill(view);
  ctx.fill();
  ctx.setLineDash(dashed ? [3, 2] : []);
  ctx.lineWidth = 1.25;
  ctx.strokeStyle = colour;
  ctx.stroke();
  ctx.setLineDash([]);
}

/** A number in a disc. @param {Ctx} ctx @param {View} view @param {string} words @param {Point} at @param {number} radius @param {string} colour */
export function numberDisc(ctx, view, words, [x, y], radius, colour) {
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, TURN);
  ctx.fillStyle = plateFill(view);
  ctx.fill();
  ctx.lineWidth = 1.6;
  ctx.strokeStyle = colour;
  ctx.stroke();
  ctx.font = `700 ${Math.round(radius * 1.4)}px ${view.palette.font}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillStyle = colour;
  ctx.fillText(words, x, y + 0.5);
}

/** A line drawn twice: the ground's tone below, the colour above. @param {Ctx} ctx @param {Pick<View, 'palette'>} view @param {readonly Point[]} points @param {{colour: string, width: number, dash: number[], offset?: number}} how offset: how far the dashes have marched, pixels */
export function strokeTwice(ctx, { palette }, points, { colour, width, dash, offset = 0 }) {
  ctx.lineJoin = 'round';
  ctx.lineCap = 'round';
  ctx.beginPath();
  for (const point of points) ctx.lineTo(...point);
  ctx.setLineDash([]);
  ctx.strokeStyle = faded(palette.dark ? INK : '#FFFFFF', 0.75);
  ctx.lineWidth = width + 2.8;
  ctx.stroke();
  ctx.setLineDash(dash);
  ctx.lineDashOffset = -offset;
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.stroke();
  ctx.setLineDash([]);
}

/** A frame around a cell. @param {Ctx} ctx @param {View} view @param {readonly number[]} cell @param {number} width */
export function frameCell(ctx, view, cell, width) {
  const [x, y] = view.at(cell[0], cell[1]);
  const { scale } = view.camera;
  const { dark } = view.palette;
  for (const [tone, wide] of /** @type {[string, number][]} */ ([
    [faded(dark ? INK : '#FFFFFF', 0.7), width + 2],
    [dark ? '#FFFFFF' : INK, width],
  ])) {
    ctx.lineWidth = wide;
    ctx.strokeStyle = tone;
    ctx.strokeRect(x + 1, y + 1, scale - 2, scale - 2);
  }
}

/** Four arcs around what is chosen: a ring that is no range. @param {Ctx} ctx @param {View} view @param {Point} at @param {number} radius */
export function markChosen(ctx, view, [x, y], radius) {
  for (const [colour, width] of /** @type {[string, number][]} */ ([
    [faded(view.palette.dark ? INK : '#FFFFFF', 0.9), 4.5],
    [view.palette.text, 2],
  ])) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = width;
    ctx.beginPath();
    for (let i = 0; i < 4; i += 1) {
      const [from, to] = [(i / 4) * TURN + 0.35, ((i + 1) / 4) * TURN - 0.35];
      ctx.moveTo(x + Math.cos(from) * radius, y + Math.sin(from) * radius);
      ctx.arc(x, y, radius, from, to);
    }
    ctx.stroke();
  }
}

/** @typedef {ReturnType<typeof createPlates>} Plates */

/**
 * Plates, lines and rings of one painting, for boards that lay many over their ground. What is drafted has a form of its own: the lamp
 * colour, and dashes that march.
 * @param {Ctx} ctx @param {View} view @param {Placer} placer @param {number} [march] pixels by which drafts have marched
 */
export function createPlates(ctx, view, placer, march = 0) {
  const { palette } = view;
  const look = (/** @type {string} */ colour, { width = 2, dash = [6, 5], still = false } = {}) => ({
    colour,
    width,
    dash,
    offset: still ? 0 : march,
  });
  return {
    /** Words where there is room, else none; where they lie. @param {string} words @param {Point} at @param {{away?: number, towards?: number, ink?: string, draft?: boolean, body?: number, beyond?: boolean, bare?: boolean}} [how] */
    label: (words, at, { away = 8, towards, ink = palette.text, draft = false, body, beyond, bare } = {}) =>
      label(ctx, view, placer, words, at, {
        colour: draft && ink === palette.text ? palette.lamp : ink,
        away,
        towards,
        optional: true,
        dashed: draft,
        body,
        beyond,
        bare,
      }),
    /** @param {readonly Point[]} points @param {string} colour @param {Parameters<typeof look>[1]} [how] still: does not march */
    line(points, colour, how) {
      strokeTwice(ctx, view, points, look(colour, how));
      placer.line(points, 0.5);
    },
    /** @param {Point} at @param {number} radius pixels @param {string} colour @param {Parameters<typeof look>[1] & {fill?: string}} [how] */
    ring([x, y], radius, colour, how) {
      const points = Array.from(
        { length: 49 },
        (_, i) =>
          /** @type {Point} */ ([x + Math.cos((i / 48) * TURN) * radius, y + Math.sin((i / 48) * TURN) * radius]),
      );
      if (how?.fill) {
        ctx.beginPath();
        ctx.arc(x, y, radius, 0, TURN);
        ctx.fillStyle = how.fill;
        ctx.fill();
      }
      strokeTwice(ctx, view, points, look(colour, how));
    },
  };
}
