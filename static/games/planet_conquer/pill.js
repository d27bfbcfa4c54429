/** How does a group on its way look? Its craft in formation, with their wakes, and beside them a plate: the shape of the seat and a number. */
import { lengthOf, pointAlong } from 'board/lines.js';
import { circle, edgeOf, seatMark, text, widthOf } from 'board/marks.js';
import { faded, mixed } from 'board/palette.js';
import { boxesAlong } from 'kit/labels.js';

/** @typedef {CanvasRenderingContext2D} Ctx */
/** @typedef {import('board/palette.js').Palette} Palette */

/**
 * @typedef {object} Pill
 * @property {number} x middle of the plate, pixels; without `at` of the craft
 * @property {number} y
 * @property {{x: number, y: number}} [at] where the craft are
 * @property {number} angle of travel, radians
 * @property {number} seat
 * @property {number} units
 * @property {number} [left] steps to go
 * @property {boolean} [isPile] several groups in one
 * @property {boolean} [isBuried] its plate would cover something: it is left out unless the group is looked at
 */

/** Where a plate may stand: along its way in parts of a step, on which side of it, and how much farther off; dearer ones later. */
const SPOTS = /** @type {[number, number, number][]} */ ([
  [0, 1, 0],
  [0, -1, 0],
  [0.25, 1, 0],
  [-0.25, 1, 0],
  [0.25, -1, 0],
  [-0.25, -1, 0],
  [0.45, 1, 0],
  [-0.45, 1, 0],
  [0.45, -1, 0],
  [-0.45, -1, 0],
  [0, 1, 12],
  [0, -1, 12],
  [0.3, 1, 12],
  [-0.3, 1, 12],
  [0, 1, 26],
  [0, -1, 26],
  // Where many meet.
  ...[12, 26, 42].flatMap((more) =>
    [0.45, -0.45, 0].flatMap((by) => [1, -1].map((side) => /** @type {[number, number, number]} */ ([by, side, more]))),
  ),
]);
/** Pixels from the middle of a formation to its plate. */
const CLEAR = 10;

/** How far off the plate is, so that it covers no craft. @param {number} angle of travel @param {{width: number, height: number}} size */
const asideOf = (angle, { width, height }) =>
  CLEAR + (Math.abs(Math.sin(angle)) * width + Math.abs(Math.cos(angle)) * height) / 2;

/**
 * Room for a plate beside its group: one that would cover another gives way, less than half a step along the way or aside.
 * @param {ReturnType<typeof import('kit/labels.js').createPlacer>} placer @param {import('board/lines.js').Point[]} line on the canvas
 * @param {number} part of the way that it has come, 0 to 1 @param {number} steps in the whole way @param {{width: number, height: number}} size
 * @returns {{isBuried: boolean, x: number, y: number, angle: number, at: {x: number, y: number}, box: import('kit/labels.js').Box}} its middle
 */
export function placePill(placer, line, part, steps, size) {
  const total = lengthOf(line);
  const { x, y, angle } = pointAlong(line, total * part);
  placer.disc(x, y, 9, 2);
  const aside = asideOf(angle, size);
  const spots = SPOTS.map(
    ([by, side, more]) => /** @type {[number, number]} */ ([total * (part + by / steps), side * (aside + more)]),
  );
  const { box, isBuried } = placer.chosen(boxesAlong(line, spots, size));
  return { isBuried, x: box.x + box.width / 2, y: box.y + box.height / 2, angle, at: { x, y }, box };
}

/** @param {number} units @param {number} size of the letters @returns {{width: number, height: number}} */
export function pillSize(units, size) {
  return { width: String(units).length * size * 0.66 + size + 12, height: size + 7 };
}

/** Craft in rows behind their leader. @param {Ctx} ctx @param {Palette} palette @param {{x: number, y: number}} at @param {number} angle @param {number} seat @param {number} units @param {number} size of a craft, pixels */
function paintSwarm(ctx, palette, { x, y }, angle, seat, units, size) {
  const count = Math.max(3, Math.min(10, Math.round(Math.sqrt(units) * 0.8)));
  const colour = palette.seats[seat];
  const wake = ctx.createLinearGradient(-size * 0.5, 0, -size * 4.4, 0);
  wake.addColorStop(0, faded(colour, 0.65));
  wake.addColorStop(1, faded(colour, 0));
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(angle);
  ctx.translate(size * Math.sqrt(count) * 0.7, 0);
  ctx.lineJoin = 'round';
  const places = Array.from({ length: count }, (_, i) => {
    const row = Math.floor((Math.sqrt(8 * i + 1) - 1) / 2);
    return [-row * size * 1.6, (i - (row * (row + 1)) / 2 - row / 2) * size * 1.55];
  });
  ctx.strokeStyle = wake;
  ctx.lineWidth = 1.3;
  for (const [along, aside] of places) {
    ctx.save();
    ctx.translate(along, aside);
    ctx.beginPath();
    ctx.moveTo(-size * 0.4, 0);
    ctx.lineTo(-size * 4.4, 0);
    ctx.stroke();
    ctx.restore();
  }
  ctx.beginPath();
  for (const [along, aside] of places) {
    ctx.moveTo(along + size, aside);
    ctx.lineTo(along - size * 0.65, aside + size * 0.62);
    ctx.lineTo(along - size * 0.25, aside);
    ctx.lineTo(along - size * 0.65, aside - size * 0.62);
    ctx.closePath();
  }
  ctx.lineWidth = palette.dark ? 1.4 : 1;
  ctx.strokeStyle = palette.dark ? palette.ink : faded(palette.text, 0.75);
  ctx.stroke();
  ctx.fillStyle = palette.dark ? mixed(colour, '#FFFFFF', 0.12) : colour;
  ctx.fill();
  ctx.restore();
}

/** Letters and widths of a plate. @param {Palette} palette @param {number} height @param {{seat: number | null, words: string, age?: string}} what */
function lettering(palette, height, { seat, words, age = '' }) {
  const size = Math.round(height * 0.66 * 2) / 2;
  const font = `${age ? 500 : 700} ${size}px ${palette.font}`;
  const small = `${Math.max(9, size - 2)}px ${palette.font}`;
  const [wide, late] = [widthOf(words, font), age ? widthOf(age, small) + 5 : 0];
  const mark = seat === null ? 0 : height * 0.74;
  return { font, small, wide, late, mark, width: Math.max(height, wide + late + mark + height * 0.62) };
}

/** How wide a plate is. @param {Palette} palette @param {number} height @param {{seat: number | null, words: string, age?: string}} what */
export const plateWidth = (palette, height, what) => lettering(palette, height, what).width;

/**
 * A plate with a seat's mark and words; what is only remembered is faint and says its age.
 * @param {Ctx} ctx @param {Palette} palette @param {number} x middle @param {number} y @param {number} height
 * @param {{seat: number | null, words: string, age?: string, lit?: boolean, pile?: boolean, own?: boolean}} what
 */
export function paintPlate(
  ctx,
  palette,
  x,
  y,
  height,
  { seat, words, age = '', lit = false, pile = false, own = false },
) {
  const { font, small, wide, late, mark, width } = lettering(palette, height, { seat, words, age });
  const colour = seat === null ? palette.muted : palette.seats[seat];
  const edge = seat === null ? palette.muted : edgeOf(palette, colour);
  ctx.save();
  for (const offset of pile ? [3, 0] : [0]) {
    ctx.beginPath();
    ctx.roundRect(x - width / 2 + offset, y - height / 2 - offset, width, height, height / 2);
    ctx.fillStyle = faded(palette.dark ? '#050B14' : palette.panel, 0.93);
    ctx.fill();
    ctx.lineWidth = lit ? 2.5 : own ? 1.8 : 1.1;
    ctx.strokeStyle = lit ? palette.text : faded(own ? colour : edge, age || seat === null ? 0.5 : 0.9);
    ctx.stroke();
  }
  ctx.restore();
  const left = x - (wide + late + mark) / 2;
  if (seat !== null) {
    ctx.save();
    if (age) ctx.globalAlpha = 0.65;
    seatMark(ctx, palette, seat, left + mark * 0.42, y, height * 0.34);
    ctx.restore();
  }
  text(ctx, words, left + mark, y + 0.5, { font, fill: age ? palette.muted : palette.text, align: 'left' });
  if (age) text(ctx, age, left + mark + wide + 5, y + 0.5, { font: small, fill: palette.muted, align: 'left' });
}

/** The craft of a group; the plates of all groups lie over the craft of all. @param {Ctx} ctx @param {Palette} palette @param {Pill} pill @param {number} size of the letters */
export function paintCraft(ctx, palette, { x, y, at, angle, seat, units }, size) {
  paintSwarm(ctx, palette, at ?? { x, y }, angle, seat, units, size * 0.46);
}

/** The plate of a group. @param {Ctx} ctx @param {Palette} palette @param {Pill} pill @param {number} size of the letters @param {boolean} [lit] */
export function paintPill(
  ctx,
  palette,
  { x, y, at, angle, seat, units, left = 0, isPile = false, isBuried = false },
  size,
  lit = false,
) {
  const box = pillSize(units, size);
  const aside = at ? 0 : asideOf(angle, box);
  const [px, py] = [x - Math.sin(angle) * aside, y + Math.cos(angle) * aside];
  if (isBuried && !lit) return;
  paintPlate(ctx, palette, px, py, box.height, { seat, words: String(units), lit, pile: isPile });
  if (left) paintLeft(ctx, palette, px, py + box.height / 2 + 4.5, left);
}

/** Steps left as dots under it, as a number from seven on. @param {Ctx} ctx @param {Palette} palette @param {number} x @param {number} y @param {number} left */
function paintLeft(ctx, palette, x, y, left) {
  if (left > 6)
    return text(ctx, `${left}•`, x, y + 2, { font: `10px ${palette.font}`, fill: palette.text, halo: palette.ink });
  for (const [radius, fill] of /** @type {[number, string][]} */ ([
    [2.6, palette.ink],
    [1.6, palette.text],
  ]))
    for (let i = 0; i < left; i += 1) {
      circle(ctx, x + (i - (left - 1) / 2) * 5, y, radius);
      ctx.fillStyle = fill;
      ctx.fill();
    }
}
