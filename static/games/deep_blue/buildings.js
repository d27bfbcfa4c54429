/**
 * What do base, island, mine and oil field look like? One piece each over all its cells: a dark plate with its works, a ring in the
 * owner's colour, bars for health and stock; what is not seen now is a dashed outline as it was last known.
 */
import { seatShape } from 'board/marks.js';
import { faded, mixed } from 'board/palette.js';
import { hash } from 'kit/noise.js';

/** @typedef {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} Ctx */
/** @typedef {import('board/layers.js').View} View */
/** @typedef {import('./types').Building} Building */
/** @typedef {import('./position.js').Position} Position */

const INK = '#0A111E';
const NOBODY = '#A9A48F';

/** @param {Ctx} ctx @param {(path: Path2D) => void} draw @param {string} colour */
function part(ctx, draw, colour) {
  const path = new Path2D();
  draw(path);
  ctx.save();
  ctx.translate(0.05, 0.07);
  ctx.fillStyle = 'rgba(0,0,0,0.5)';
  ctx.fill(path);
  ctx.restore();
  ctx.fillStyle = colour;
  ctx.fill(path);
  ctx.lineWidth = 0.035;
  ctx.strokeStyle = faded(INK, 0.85);
  ctx.stroke(path);
}

/** A round tank seen from above. @param {Ctx} ctx @param {number} x @param {number} y @param {number} r @param {string} colour */
function tank(ctx, x, y, r, colour) {
  part(ctx, (path) => path.arc(x, y, r, 0, Math.PI * 2), mixed(colour, INK, 0.45));
  part(ctx, (path) => path.arc(x - r * 0.1, y - r * 0.1, r * 0.5, 0, Math.PI * 2), mixed(colour, '#FFFFFF', 0.2));
}

/** @type {Record<string, (ctx: Ctx, w: number, h: number, colour: string) => void>} */
const WORKS = {
  base(ctx, w, h, colour) {
    const [pale, dull] = [mixed(colour, '#FFFFFF', 0.35), mixed(colour, INK, 0.42)];
    // Basin with three quays, halls, tanks, a crane.
    ctx.fillStyle = '#0E3550';
    ctx.fillRect(w * 0.55, 0.16, w * 0.45 - 0.14, h * 0.6);
    for (let i = 0; i < 3; i += 1)
      part(ctx, (path) => path.rect(w * 0.52, 0.26 + i * h * 0.2, w * 0.36, 0.15), '#CDB98E');
    part(ctx, (path) => path.roundRect(0.22, 0.24, w * 0.29, h * 0.3, 0.05), dull);
    part(
      ctx,
      (path) => {
        for (let i = 0; i < 4; i += 1) path.rect(0.28, 0.31 + i * h * 0.067, w * 0.29 - 0.12, 0.07);
      },
      pale,
    );
    part(ctx, (path) => path.roundRect(0.22, h * 0.48, w * 0.2, h * 0.17, 0.04), dull);
    for (let i = 0; i < 3; i += 1) tank(ctx, 0.4 + i * w * 0.17, h - 0.44, 0.19, colour);
    part(ctx, (path) => path.roundRect(w * 0.64, h - 0.72, w * 0.27, 0.5, 0.04), dull);
    part(
      ctx,
      (path) => {
        path.moveTo(w * 0.7, h - 0.34);
        path.lineTo(w * 0.78, h - 1.06);
        path.lineTo(w * 0.86, h - 0.34);
        path.lineTo(w * 0.82, h - 0.34);
        path.lineTo(w * 0.78, h - 0.76);
        path.lineTo(w * 0.74, h - 0.34);
        path.closePath();
      },
      pale,
    );
  },
  island(ctx, w, h, colour) {
    const r = Math.min(w, h) * 0.3;
    const [x, y] = [w / 2, h / 2];
    // A star fort with its gun, huts where there is room.
    part(
      ctx,
      (path) => {
        for (let i = 0; i < 12; i += 1) {
          const [angle, reach] = [(i / 12) * Math.PI * 2, i % 2 ? r * 1.28 : r * 0.98];
          path.lineTo(x + Math.cos(angle) * reach, y + Math.sin(angle) * reach);
        }
        path.closePath();
      },
      mixed(colour, INK, 0.4),
    );
    part(ctx, (path) => path.arc(x, y, r * 0.55, 0, Math.PI * 2), mixed(colour, '#FFFFFF', 0.3));
    part(
      ctx,
      (path) => {
        path.moveTo(x - r * 0.1, y - r * 0.22);
        path.lineTo(x + r * 1.15, y - r * 0.9);
        path.lineTo(x + r * 1.28, y - r * 0.7);
        path.lineTo(x + r * 0.12, y + r * 0.12);
        path.closePath();
      },
      mixed(colour, '#FFFFFF', 0.65),
    );
    const huts = Math.round((w * h - 1) * 2);
    for (let i = 0; i < huts; i += 1) {
      const [a, b] = [0.18 + hash(i, 1, 5) * (w - 0.5), 0.18 + hash(i, 2, 5) * (h - 0.5)];
      if (Math.hypot(a - x, b - y) > r * 1.5)
        part(ctx, (path) => path.rect(a, b, 0.2, 0.14), mixed(colour, '#FFFFFF', 0.1));
    }
  },
  mine(ctx, w, h, colour) {
    const [x, y] = [w * 0.44, h * 0.5];
    ['#7A6750', '#5E4F40', '#443A32', '#2A2524'].forEach((tone, i) => {
      part(
        ctx,
        (path) => path.ellipse(x, y, w * (0.33 - i * 0.075), h * (0.3 - i * 0.068), -0.3, 0, Math.PI * 2),
        tone,
      );
    });
    part(
      ctx,
      (path) => {
        path.moveTo(w * 0.66, h * 0.86);
        path.lineTo(w * 0.78, h * 0.2);
        path.lineTo(w * 0.9, h * 0.86);
        path.lineTo(w * 0.84, h * 0.86);
        path.lineTo(w * 0.78, h * 0.46);
        path.lineTo(w * 0.72, h * 0.86);
        path.closePath();
      },
      mixed(colour, '#FFFFFF', 0.35),
    );
    part(ctx, (path) => path.arc(w * 0.78, h * 0.22, Math.min(w, h) * 0.09, 0, Math.PI * 2), '#E8D6A4');
  },
  oilfield(ctx, w, h, colour) {
    const r = Math.min(w, h) * 0.15;
    for (const [x, y] of [[0.25, 0.28], [0.25, 0.7], [0.56, 0.76]]) tank(ctx, w * x, h * y, r, '#7E8C86'); // biome-ignore format: pairs
    part(
      ctx,
      (path) => {
        path.moveTo(w * 0.5, h * 0.62);
        path.lineTo(w * 0.68, h * 0.14);
        path.lineTo(w * 0.88, h * 0.62);
        path.lineTo(w * 0.81, h * 0.62);
        path.lineTo(w * 0.69, h * 0.3);
        path.lineTo(w * 0.57, h * 0.62);
        path.closePath();
        path.rect(w * 0.58, h * 0.44, w * 0.23, 0.05);
      },
      mixed(colour, '#FFFFFF', 0.35),
    );
    const glow = ctx.createRadialGradient(w * 0.68, h * 0.12, 0, w * 0.68, h * 0.12, 0.42);
    glow.addColorStop(0, '#FFF1CC');
    glow.addColorStop(0.2, 'rgba(255,176,70,0.75)');
    glow.addColorStop(1, 'rgba(255,150,50,0)');
    ctx.fillStyle = glow;
    ctx.fillRect(0, -0.35, w, 1);
  },
};

/** A whole building around the origin, as a sprite. `kind` is like `base:3x3`; states: `own`, `whole`, `stale`. @param {Ctx} ctx @param {import('kit/sprites.js').Look} look */
export function paintBuilding(ctx, { kind, colour, state, size }) {
  const [name, w, h] = [kind.split(':')[0], ...kind.split(':')[1].split('x').map(Number)];
  ctx.scale(size, size);
  ctx.translate(-Number(w) / 2, -Number(h) / 2);
  const [wide, high] = [Number(w), Number(h)];
  const plate = new Path2D();
  plate.roundRect(0.06, 0.06, wide - 0.12, high - 0.12, 0.16);
  if (state === 'stale') {
    ctx.fillStyle = faded(INK, 0.35);
    ctx.fill(plate);
    ctx.save();
    ctx.globalAlpha = 0.4;
    WORKS[name](ctx, wide, high, mixed(colour, '#8A94A3', 0.6));
    ctx.restore();
    ctx.setLineDash([0.16, 0.1]);
    ctx.lineWidth = Math.max(0.05, 1.2 / size);
    ctx.strokeStyle = colour;
    ctx.stroke(plate);
    return;
  }
  ctx.save();
  ctx.shadowColor = 'rgba(0,0,0,0.7)';
  ctx.shadowBlur = size * 0.3;
  [ctx.shadowOffsetX, ctx.shadowOffsetY] = [size * 0.1, size * 0.16];
  ctx.fillStyle = mixed(colour, INK, 0.74);
  ctx.fill(plate);
  ctx.restore();
  ctx.save();
  ctx.clip(plate);
  WORKS[name](ctx, wide, high, colour);
  ctx.restore();
  ctx.lineWidth = Math.max(state === 'own' ? 0.1 : 0.06, 1.4 / size);
  ctx.strokeStyle = INK;
  ctx.stroke(plate);
  ctx.lineWidth *= 0.66;
  ctx.strokeStyle = colour;
  ctx.stroke(plate);
  ctx.strokeStyle = 'rgba(255,240,210,0.35)';
  ctx.lineWidth = 0.03;
  ctx.beginPath();
  ctx.moveTo(0.14, high - 0.2);
  ctx.lineTo(0.14, 0.14);
  ctx.lineTo(wide - 0.2, 0.14);
  ctx.stroke();
}

/** The colour in which a building is drawn. @param {View['palette']} palette @param {number | null} seat */
export function ownerColour(palette, seat) {
  return seat === null ? (palette.dark ? NOBODY : '#8D8870') : palette.seats[seat];
}

/** The largest stock of the same kind and size: what a full bar means. @param {Position} position @param {Building} one @param {'fuel' | 'metal'} what */
function fullStock({ buildings }, one, what) {
  const area = (/** @type {Building} */ { rect: [x0, y0, x1, y1] }) => (x1 - x0 + 1) * (y1 - y0 + 1);
  const alike = buildings.filter((other) => other.kind === one.kind && area(other) === area(one));
  return Math.max(1, ...alike.map((other) => other[what] ?? 0));
}

/** Bars of a building: part from 0 to 1 and colour, most important first. @param {Position} position @param {Building} one @param {View['palette']} palette */
function barsOf(position, one, palette) {
  const table = position.view.tables.kinds[one.kind];
  const colour = ownerColour(palette, one.seat);
  if (one.kind === 'mine')
    return one.metal === null ? [] : [{ part: one.metal / fullStock(position, one, 'metal'), colour: '#D9C08A' }];
  if (one.kind === 'oilfield')
    return one.fuel === null ? [] : [{ part: one.fuel / fullStock(position, one, 'fuel'), colour: '#86C4B0' }];
  return [
    ...(one.health === null ? [] : [{ part: one.health / table.health, colour }]),
    ...(one.fuel === null ? [] : [{ part: one.fuel / table.fuel, colour: '#86C4B0' }]),
    ...(one.metal === null ? [] : [{ part: one.metal / table.metal, colour: '#D9C08A' }]),
  ];
}

/** Bars and the owner's mark below a building. @param {CanvasRenderingContext2D} ctx @param {View} view @param {Position} position @param {Building} one */
export function paintStock(ctx, view, position, one) {
  const { scale } = view.camera;
  const [x0, y0, x1, y1] = one.rect;
  const [left, bottom] = view.at(x0, y1 + 1);
  const wide = (x1 - x0 + 1) * scale;
  const high = Math.max(2, Math.min(4, scale * 0.13));
  const { palette } = view;
  const mark = one.seat === null ? 0 : Math.max(3, Math.min(7, scale * 0.24));
  ctx.save();
  if (!one.visible) ctx.globalAlpha = 0.7;
  let y = bottom + 1;
  for (const { part: share, colour } of barsOf(position, one, palette)) {
    const [from, length] = [left + 2, wide - 4];
    ctx.fillStyle = faded(INK, 0.88);
    ctx.fillRect(from - 1, y - 1, length + 2, high + 2);
    ctx.fillStyle = colour;
    ctx.fillRect(from, y, length * Math.max(0, Math.min(1, share)), high);
    y += high + 2;
  }
  if (mark) {
    const [x, top] = view.at(x1 + 1, y0);
    ctx.lineWidth = 3;
    ctx.strokeStyle = INK;
    seatShape(ctx, one.seat ?? 0, x - mark * 0.4, top + mark * 0.4, mark);
    ctx.stroke();
    ctx.fillStyle = mixed(palette.seats[one.seat ?? 0], '#FFFFFF', 0.25);
    ctx.fill();
  }
  ctx.restore();
}
