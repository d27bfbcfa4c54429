/**
 * What do base, island, mine and oil field look like? One piece each over all its cells: a dark plate with its works, a ring in the
 * owner's colour, bars for health and stock; what is not seen now is a dashed outline as it was last known.
 */
import { seatShape } from 'board/marks.js';
import { faded, mixed } from 'board/palette.js';
import { centreOf } from 'kit/cells.js';
import { createSprites } from 'kit/sprites.js';
import { inHundredths } from './silhouettes.js';

/** @import { AnyCtx, Building, Look, Position, View } from './types' */

/** Pictures of buildings: their kind is like `base:3x3`. */
const sprites = createSprites(paintBuildingLook, {
  reach: (kind) => Math.max(...kind.split(':')[1].split('x').map(Number)) / 2 + 0.4,
});

const INK = '#0A111E';
const NOBODY = { night: '#A9A48F', day: '#8D8870' };
const STOCK = { fuel: '#86C4B0', metal: '#D9C08A' };

/** A circle in SVG's path language without arcs, in hundredths. @param {number} x @param {number} y @param {number} r */
function round(x, y, r) {
  const c = r * 0.55;
  const curve = (/** @type {number[]} */ ...to) => `C${to.join(' ')}`;
  return `M${x + r} ${y}${curve(x + r, y + c, x + c, y + r, x, y + r)}${curve(x - c, y + r, x - r, y + c, x - r, y)}${curve(x - r, y - c, x - c, y - r, x, y - r)}${curve(x + c, y - r, x + r, y - c, x + r, y)}Z`;
}
const tank = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ r) =>
  /** @type {[string, string][]} */ ([
    [round(x, y, r), 'dull'],
    [round(x - r * 0.1, y - r * 0.1, r * 0.5), 'pale'],
  ]);

/** What stands on the plate, in hundredths of its sides: shape and tone, or a colour of its own. @type {Record<string, [string, string][]>} */
const WORKS = {
  base: [
    ['M52 7H94V68H52Z', '#0E3550'],
    ['M50 11H86V16H50ZM50 30H86V35H50ZM50 49H86V54H50Z', '#CDB98E'],
    ['M8 9H38V40H8Z', 'dull'],
    ['M11 12H35V15H11ZM11 19H35V22H11ZM11 26H35V29H11ZM11 33H35V36H11Z', 'pale'],
    ['M8 47H30V64H8Z', 'dull'],
    ...tank(16, 83, 7),
    ...tank(33, 83, 7),
    ...tank(50, 83, 7),
    ['M64 73H94V92H64Z', 'dull'],
    ['M70 89 79 58 88 89 84 89 79 70 74 89Z', 'pale'],
  ],
  island: [
    ['M83 50 78 64 66 64 66 78 50 74 34 78 34 64 22 64 17 50 22 36 34 36 34 22 50 26 66 22 66 36 78 36Z', 'dull'],
    [round(50, 50, 17), 'pale'],
    ['M47 43 78 20 84 27 53 55Z', 'light'],
  ],
  mine: [
    [round(42, 52, 33), '#7A6750'],
    [round(43, 52, 25), '#5E4F40'],
    [round(44, 53, 17), '#443A32'],
    [round(45, 53, 9), '#2A2524'],
    ['M66 88 78 20 90 88 84 88 78 48 72 88Z', 'pale'],
    [round(78, 22, 9), '#E8D6A4'],
  ],
  oilfield: [
    ...tank(26, 28, 15),
    ...tank(26, 68, 15),
    ...tank(58, 77, 14),
    ['M49 62 68 14 88 62 81 62 69 31 57 62ZM58 44H80V49H58Z', 'pale'],
    [round(68, 14, 8), '#FFB24A'],
    [round(68, 12, 4), '#FFF1CC'],
  ],
};

/** A building around the origin, as a sprite. Its kind is like `base:3x3`; states: `own`, `whole`, `stale`. @param {AnyCtx} ctx @param {Look} look */
export function paintBuildingLook(ctx, { kind, colour, state, size }) {
  const [name, sides] = kind.split(':');
  const [wide, high] = sides.split('x').map(Number);
  ctx.scale(size, size);
  ctx.translate(-wide / 2, -high / 2);
  const plate = new Path2D();
  plate.roundRect(0.07, 0.07, wide - 0.14, high - 0.14, 0.16);
  const isStale = state === 'stale';
  ctx.save();
  if (!isStale) {
    ctx.shadowColor = 'rgba(0,0,0,0.7)';
    ctx.shadowBlur = size * 0.3;
    [ctx.shadowOffsetX, ctx.shadowOffsetY] = [size * 0.1, size * 0.16];
  }
  ctx.fillStyle = isStale ? faded(INK, 0.35) : mixed(colour, INK, 0.74);
  ctx.fill(plate);
  ctx.restore();
  ctx.save();
  ctx.clip(plate);
  if (isStale) ctx.globalAlpha = 0.4;
  paintWorks(ctx, WORKS[name], wide, high, isStale ? mixed(colour, '#8A94A3', 0.6) : colour);
  ctx.restore();
  if (isStale) {
    ctx.setLineDash([0.16, 0.1]);
    ctx.lineWidth = Math.max(0.05, 1.2 / size);
    ctx.strokeStyle = colour;
    ctx.stroke(plate);
    return;
  }
  ctx.lineWidth = Math.max(state === 'own' ? 0.11 : 0.06, 1.4 / size);
  ctx.strokeStyle = INK;
  ctx.stroke(plate);
  ctx.lineWidth *= 0.66;
  ctx.strokeStyle = colour;
  ctx.stroke(plate);
  ctx.strokeStyle = 'rgba(255,240,210,0.35)';
  ctx.lineWidth = 0.03;
  ctx.stroke(new Path2D(`M0.14 ${high - 0.2}V0.14H${wide - 0.2}`));
}

/** @param {AnyCtx} ctx @param {[string, string][]} works @param {number} wide @param {number} high @param {string} colour */
function paintWorks(ctx, works, wide, high, colour) {
  const tones = /** @type {Record<string, string>} */ ({
    dull: mixed(colour, INK, 0.42),
    pale: mixed(colour, '#FFFFFF', 0.35),
    light: mixed(colour, '#FFFFFF', 0.66),
  });
  for (const [text, tone] of works) {
    const path = new Path2D();
    path.addPath(inHundredths(text), new DOMMatrix([wide, 0, 0, high, 0, 0]));
    ctx.save();
    ctx.translate(0.05, 0.07);
    ctx.fillStyle = 'rgba(0,0,0,0.5)';
    ctx.fill(path);
    ctx.restore();
    ctx.fillStyle = tones[tone] ?? tone;
    ctx.fill(path);
    ctx.lineWidth = 0.035;
    ctx.strokeStyle = faded(INK, 0.85);
    ctx.stroke(path);
  }
}

/** Draws a building where it stands. @param {CanvasRenderingContext2D} ctx @param {View} view @param {Position} position @param {Building} one @param {boolean} isStale not seen now */
export function paintBuilding(ctx, view, position, { kind, rect, seat }, isStale) {
  const whole = seat !== null && seat === position.seat ? 'own' : 'whole';
  const look = {
    kind: `${kind}:${rect[2] - rect[0] + 1}x${rect[3] - rect[1] + 1}`,
    colour: ownerColour(view.palette, seat),
    heading: 0,
    state: isStale ? 'stale' : whole,
    size: view.camera.scale,
  };
  sprites.draw(ctx, look, ...view.at(...centreOf(rect)));
}

/** The light of a building in its owner's colour on the water around. @param {CanvasRenderingContext2D} ctx @param {View} view @param {Building} one */
export function paintGlow(ctx, view, { rect, seat }) {
  const [x, y] = view.at(...centreOf(rect));
  const reach = ((Math.max(rect[2] - rect[0], rect[3] - rect[1]) + 1) / 2 + 2.6) * view.camera.scale;
  const glow = ctx.createRadialGradient(x, y, reach * 0.2, x, y, reach);
  glow.addColorStop(0, faded(ownerColour(view.palette, seat), 0.26));
  glow.addColorStop(1, faded(ownerColour(view.palette, seat), 0));
  ctx.fillStyle = glow;
  ctx.fillRect(x - reach, y - reach, reach * 2, reach * 2);
}

/** A building on the small map. @param {CanvasRenderingContext2D} ctx @param {View['palette']} palette @param {Building} one @param {number} least cells */
export function paintSmallBuilding(ctx, palette, { rect: [x0, y0, x1, y1], seat, kind }, least) {
  ctx.fillStyle = seat === null && kind === 'island' ? '#F2EFE2' : ownerColour(palette, seat);
  ctx.fillRect(x0, y0, Math.max(least, x1 - x0 + 1), Math.max(least, y1 - y0 + 1));
}

/** The colour in which a building is drawn. @param {View['palette']} palette @param {number | null} seat */
function ownerColour(palette, seat) {
  return seat === null ? (palette.dark ? NOBODY.night : NOBODY.day) : palette.seats[seat];
}

/** Bars of a building, part from 0 to 1 and colour, most important first. A full stock of a mine or oil field is the largest of its kind and size. @param {Position} position @param {Building} one @param {View['palette']} palette */
function barsOf({ buildings, view }, one, palette) {
  const table = view.tables.kinds[one.kind];
  const area = (/** @type {Building} */ { rect: [x0, y0, x1, y1] }) => (x1 - x0 + 1) * (y1 - y0 + 1);
  const isResource = one.kind === 'mine' || one.kind === 'oilfield';
  const alike = isResource
    ? buildings.filter(({ kind }) => kind === one.kind).filter((other) => area(other) === area(one))
    : [];
  const bar = (/** @type {'health' | 'fuel' | 'metal'} */ what, /** @type {string} */ colour) => {
    const full = isResource ? Math.max(1, ...alike.map((other) => other[what] ?? 0)) : table[what];
    return one[what] === null ? [] : [{ part: one[what] / full, colour }];
  };
  if (one.kind === 'mine') return bar('metal', STOCK.metal);
  if (one.kind === 'oilfield') return bar('fuel', STOCK.fuel);
  return [...bar('health', ownerColour(palette, one.seat)), ...bar('fuel', STOCK.fuel), ...bar('metal', STOCK.metal)];
}

/** Pixels of a cell from which on an island's health is written. */
const TOLD = 14;

/** How much of an island has to be shot away, in a number. @param {CanvasRenderingContext2D} ctx @param {View} view @param {Building} one @param {number} x @param {number} y */
function paintWorth(ctx, { palette, camera }, { health }, x, y) {
  const size = Math.max(10, Math.min(13, camera.scale * 0.45));
  ctx.font = `700 ${size}px ${palette.font}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'top';
  ctx.lineJoin = 'round';
  ctx.lineWidth = 3;
  ctx.strokeStyle = faded(palette.ink, 0.85);
  ctx.strokeText(String(health), x, y + 1);
  ctx.fillStyle = palette.text;
  ctx.fillText(String(health), x, y + 1);
}

/** Bars below a building and the owner's mark at its corner. @param {CanvasRenderingContext2D} ctx @param {View} view @param {Position} position @param {Building} one */
export function paintStock(ctx, view, position, one) {
  const { palette, camera } = view;
  const [x0, y0, x1, y1] = one.rect;
  const [left, bottom] = view.at(x0, y1 + 1);
  const [wide, high] = [(x1 - x0 + 1) * camera.scale - 4, Math.round(Math.max(2, Math.min(4, camera.scale * 0.13)))];
  let y = Math.round(bottom) + 1;
  ctx.save();
  if (!one.visible) ctx.globalAlpha = 0.7;
  for (const { part, colour } of barsOf(position, one, palette)) {
    ctx.fillStyle = faded(INK, 0.88);
    ctx.fillRect(left + 1, y - 1, wide + 2, high + 2);
    ctx.fillStyle = colour;
    ctx.fillRect(left + 2, y, wide * Math.max(0, Math.min(1, part)), high);
    y += high + 1;
  }
  if (one.kind === 'island' && one.health !== null && camera.scale >= TOLD)
    paintWorth(ctx, view, one, left + wide / 2 + 2, y);
  if (one.seat !== null) {
    const mark = Math.max(3, Math.min(7, camera.scale * 0.24));
    const [x, top] = view.at(x1 + 1, y0);
    ctx.lineWidth = 3;
    ctx.strokeStyle = INK;
    seatShape(ctx, one.seat, x - mark * 0.4, top + mark * 0.4, mark);
    ctx.stroke();
    ctx.fillStyle = mixed(palette.seats[one.seat], '#FFFFFF', 0.25);
    ctx.fill();
  }
  ctx.restore();
}
