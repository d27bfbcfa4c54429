/**
 * How do entities look? A dark plate, the shape of their kind, the colour of their seat; around it the cooldown, the age of a miner, the
 * defence. Own ones wear a rim and their seat's mark. Legend, board and playback use these same functions.
 */
import { circle, gauge, seatMark } from 'board/marks.js';
import { faded, mixed } from 'board/palette.js';
import { beside, leftOf, strokesOf } from 'kit/gauges.js';
import { createSprites } from 'kit/sprites.js';
import { paintNumber, paintWorld, sizeOf } from './worlds.js';

/** @import { Ctx, Drawn, Kind, Pen, View } from './types' */
/** @typedef {Exclude<Kind, 'planet'>} Ship */

const TURN = Math.PI * 2;
/** From thin to dense, out of the blue of the night over violet into embers. Lightness rises evenly in the dark theme and falls in the light one. */
export const RAMPS = {
  dark: ['#040716', '#0A1136', '#1A1B5A', '#3B2376', '#662A7F', '#953B78', '#C15A66', '#E28950', '#F3BF68'],
  light: ['#F5F4EF', '#E9EBF3', '#D9DEF0', '#C9CDEC', '#BCB9E4', '#B7A2D4', '#B88BBC', '#BC759B', '#B95F79'],
};

/** A full cooldown ring. */
const LONGEST_WAIT = 10;
/** Strokes of a miner's age. */
const EIGHTHS = 8;
/** Pixels from the middle to the rim from which on small signs can be told. */
const LARGE = 11;
/** Tiles from the middle to the rim of a glyph. */
const REACH = { battleship: 0.47, miner: 0.43, scout: 0.41 };
/** A glyph is never smaller, in pixels from the middle: its form is told from others where all of the map is seen. */
const LEAST = 8;
/** A planet has as many pixels from its middle to its rim as its number needs, unless those beside it have too few tiles for it. */
const [READ, NEXT] = [18, 0.95];

/** Pixels from the middle of a glyph to its rim. @param {{kind: Kind, energy: number}} entity @param {number} scale */
export function radiusOf({ kind, energy }, scale) {
  if (kind !== 'planet') return Math.max(LEAST, REACH[kind] * scale);
  // Its number is read at the look that holds all of a small map.
  return Math.max(9, Math.min(READ, NEXT * scale), sizeOf(energy) * scale);
}

/** @param {import('board/palette.js').Palette} palette @param {number | null} seat */
export const colourOf = (palette, seat) => (seat === null ? palette.nobody : palette.seats[seat]);

export const sprites = createSprites(paintLook, { reach: () => 1.5, spare: 4 });

/** One glyph around the origin; `size` is the distance to its rim. @param {Pen} pen @param {import('kit/sprites.js').Look} look */
function paintLook(pen, { kind, colour, heading, state, size }) {
  const ctx = /** @type {CanvasRenderingContext2D} */ (pen);
  const [stance, wait, age, text, good] = state.split(';');
  const isGhost = stance === 'ghost';
  const isOwn = stance === 'own';
  const rim = mixed(colour, '#FFFFFF', 0.35);
  if (!isGhost) {
    const glow = ctx.createRadialGradient(0, 0, size * 0.6, 0, 0, size * 1.3);
    glow.addColorStop(0, faded(colour, isOwn ? 0.55 : 0.38));
    glow.addColorStop(1, faded(colour, 0));
    ctx.fillStyle = glow;
    ctx.fillRect(-size * 1.35, -size * 1.35, size * 2.7, size * 2.7);
  }
  ctx.beginPath();
  ctx.arc(0, 0, size, 0, TURN);
  ctx.fillStyle = isGhost ? 'rgba(10,14,26,0.55)' : '#0B0F1C';
  ctx.fill();
  ctx.lineWidth = Math.max(1, size * (isOwn ? 0.13 : 0.07));
  ctx.strokeStyle = isGhost ? faded(colour, 0.8) : isOwn ? colour : faded(rim, 0.55);
  if (isGhost) ctx.setLineDash([size * 0.3, size * 0.22]);
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.save();
  ctx.rotate(kind === 'battleship' ? heading : 0);
  shapeOf(ctx, /** @type {Ship} */ (kind), size * 0.62);
  ctx.fillStyle = isGhost ? 'transparent' : colour;
  ctx.fill();
  ctx.lineWidth = Math.max(1, size * 0.09);
  ctx.strokeStyle = isGhost ? faded(colour, 0.9) : rim;
  ctx.lineJoin = 'round';
  ctx.stroke();
  paintHeart(ctx, /** @type {Ship} */ (kind), size);
  ctx.restore();
  if (age && size >= 9) strokesOf(ctx, text, 0, 0, size * 1.14, parseInt(age, 10) / EIGHTHS, age.endsWith('p'));
  if (Number(wait) > 0)
    gauge(ctx, 0, 0, size * (age ? 1.34 : 1.14), Math.min(1, Number(wait) / LONGEST_WAIT), {
      colour: rim,
      track: faded(text, 0.16),
      width: Math.max(1.5, size * 0.12),
    });
  else if (wait === '0' && size >= LARGE) {
    circle(ctx, size * 0.82, size * 0.82, Math.max(2, size * 0.16));
    ctx.fillStyle = good;
    ctx.fill();
  }
}

/** The outline of a ship's kind: arrowhead, hexagon, diamond. @param {Pen} ctx @param {Ship} kind @param {number} size */
function shapeOf(ctx, kind, size) {
  const corners = {
    battleship: [
      [1.05, 0],
      [-0.85, -0.85],
      [-0.42, 0],
      [-0.85, 0.85],
    ],
    miner: [
      [0.55, -0.92],
      [1.05, 0],
      [0.55, 0.92],
      [-0.55, 0.92],
      [-1.05, 0],
      [-0.55, -0.92],
    ],
    scout: [
      [0, -1.05],
      [1.05, 0],
      [0, 1.05],
      [-1.05, 0],
    ],
  }[kind];
  ctx.beginPath();
  corners.forEach(([x, y], i) => {
    if (i) ctx.lineTo(x * size, y * size);
    else ctx.moveTo(x * size, y * size);
  });
  ctx.closePath();
}

/** What tells miner and scout apart at a glance: a shaft, an eye. @param {Pen} ctx @param {Ship} kind @param {number} size */
function paintHeart(ctx, kind, size) {
  if (kind === 'battleship') return;
  ctx.beginPath();
  ctx.arc(0, 0, size * (kind === 'miner' ? 0.24 : 0.14), 0, TURN);
  ctx.fillStyle = '#0B0F1C';
  ctx.fill();
}

/** How many strokes are full, and a p if it pays; empty of what is no miner of one's own. @param {Drawn} drawn */
const ageOf = ({ age, pays }) => (age === null ? '' : `${Math.ceil(age * EIGHTHS)}${pays ? 'p' : ''}`);

/**
 * @param {CanvasRenderingContext2D} ctx @param {View} view @param {Drawn} drawn @param {(drawn: Drawn) => import('./worlds.js').Globe | null} globeOf the
 *   picture of a planet, if there is one yet
 * @param {{fluid: boolean, plain: boolean}} [haste] how little time there is
 */
export function paintEntity(ctx, view, drawn, globeOf, haste = { fluid: false, plain: false }) {
  const { palette, camera } = view;
  const [x, y] = view.at(drawn.x, drawn.y);
  const radius = radiusOf(drawn, camera.scale);
  if (x < -radius * 2 || y < -radius * 2 || x > view.width + radius * 2 || y > view.height + radius * 2) return;
  const colour = colourOf(palette, drawn.seat);
  if (drawn.kind === 'planet') return paintWorld(ctx, view, drawn, radius, colour, globeOf(drawn));
  const isGhost = drawn.round !== null;
  const stance = isGhost ? 'ghost' : drawn.own ? 'own' : 'other';
  ctx.globalAlpha = drawn.alpha;
  sprites.draw(
    ctx,
    {
      kind: drawn.kind,
      colour,
      heading: drawn.kind === 'battleship' ? drawn.heading : 0,
      state: [stance, drawn.wait ?? '', ageOf(drawn), palette.text, palette.good].join(';'),
      size: radius,
    },
    x,
    y,
    haste.fluid,
  );
  const isLarge = !haste.plain && radius >= LARGE;
  if (!drawn.sure && isLarge) beside(ctx, view, '?', x, y, radius);
  if (drawn.wounds !== null && drawn.wounds < 1 && isLarge) leftOf(ctx, view, x, y + radius + 3, radius, drawn.wounds);
  // One's own wear a rim.
  if (drawn.seat !== null && !drawn.own && isLarge && camera.scale >= 22 && !isGhost)
    seatMark(ctx, palette, drawn.seat, x - radius * 0.86, y - radius * 0.86, Math.max(5, radius * 0.34));
  ctx.globalAlpha = 1;
}

/** What stands over all entities: how much planets have. @param {CanvasRenderingContext2D} ctx @param {View} view @param {readonly Drawn[]} drawn */
export function paintNumbers(ctx, view, drawn) {
  for (const one of drawn) if (one.kind === 'planet') paintNumber(ctx, view, one, radiusOf(one, view.camera.scale));
}

/** Somebody is there, nobody knows who. @param {CanvasRenderingContext2D} ctx @param {View} view @param {[number, number]} tile */
export function paintBlip(ctx, view, [tx, ty]) {
  const [x, y] = view.at(tx + 0.5, ty + 0.5);
  circle(ctx, x, y, Math.max(4, view.camera.scale * 0.26));
  ctx.lineWidth = 1.5;
  ctx.strokeStyle = view.palette.ink;
  ctx.stroke();
  ctx.setLineDash([3, 3]);
  ctx.strokeStyle = view.palette.text;
  ctx.stroke();
  ctx.setLineDash([]);
}
