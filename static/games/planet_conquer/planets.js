/**
 * How does a planet look? Disc in its owner's colour with shape, letter and outline pattern, units, kind, growth ring, effects; paler
 * the longer ago it was seen. Painters only: they take the stage and change nothing.
 */
import { t } from 'app/i18n.js';
import { remembered } from 'board/fog.js';
import {
  badge,
  circle,
  crosshair,
  edgeOf,
  gauge,
  glyph,
  hatch,
  seatMark,
  seatOutline,
  sign,
  text,
} from 'board/marks.js';
import { faded, inkOn, mixed } from 'board/palette.js';
import { iconPath } from './names.js';

/** @import { Ctx, Name, Palette, Planet, View } from './types' */

/** Radius on the screen: by `max` as the rules say, never too small for a finger's eye, never into its neighbour. @param {{max: number, room: number}} planet @param {number} scale */
export function radiusOf(planet, scale) {
  const wished = (16 + 10 * Math.sqrt(planet.max / 1000)) * scale;
  return Math.max(5, Math.min(Math.max(12, wished), planet.room * scale * 0.37, 42));
}

/** Middle and radius on the canvas. @param {View} view @param {Planet} planet @returns {[x: number, y: number, radius: number]} */
export const discOf = (view, planet) => [...view.at(planet.x, planet.y), radiusOf(planet, view.camera.scale)];

/** @param {Planet} planet @param {Palette} palette @param {number} round */
function fillOf(planet, palette, round) {
  if (planet.seen === 'never') return mixed(palette.ink, palette.fog, 0.5);
  const base = planet.owner !== null ? palette.seats[planet.owner] : planet.units ? palette.nobody : palette.panel;
  return planet.seen === 'before' ? remembered(base, palette.ink, round - (planet.as_of ?? round)) : base;
}

/**
 * @param {Ctx} ctx @param {View} view @param {Planet} planet
 * @param {{round: number, seat: number | null, units: number | null}} facts units: what the number says
 */
export function paintPlanet(ctx, view, planet, { round, seat, units }) {
  const { palette, camera } = view;
  const [x, y] = view.at(planet.x, planet.y);
  const radius = radiusOf(planet, camera.scale);
  const fill = fillOf(planet, palette, round);
  const own = seat !== null && planet.owner === seat && planet.seen === 'now';
  circle(ctx, x, y, radius + (radius > 10 ? 5 : 2));
  ctx.fillStyle = palette.ink;
  ctx.fill();
  circle(ctx, x, y, radius);
  ctx.fillStyle = fill;
  ctx.fill();
  if (planet.owner === null && planet.units && planet.seen !== 'never')
    hatch(ctx, x, y, radius, faded(palette.text, planet.seen === 'now' ? 0.28 : 0.14));
  paintRim(ctx, view, planet, x, y, radius, own);
  if (radius < 9) return;
  const size = Math.round(Math.max(10, Math.min(17, radius * 0.64)));
  if (planet.seen === 'never') {
    text(ctx, '?', x, y + 0.5, { font: `500 ${size}px ${palette.font}`, fill: palette.muted });
  } else if (units || (own && planet.units)) {
    const tight = String(units).length > 3 && radius < 17;
    const font = `${planet.seen === 'before' ? 'italic 500' : '700'} ${tight ? Math.max(9, size - 1) : size}px ${palette.font}`;
    text(ctx, String(units), x, y + 0.5, { font, fill: inkOn(fill) });
  }
  if (planet.owner !== null)
    seatMark(ctx, palette, planet.owner, x + radius * 0.78, y + radius * 0.78, radius > 16 ? 7 : 4.5);
  if (planet.seen === 'before' && radius > 11) {
    const age = t('{n}r', { n: round - (planet.as_of ?? round) });
    const [ax, ay] = radius > 17 ? [x - radius * 0.9, y - radius * 0.85] : [x, y - radius - 4];
    badge(ctx, age, ax, ay, { font: `italic 10px ${palette.font}`, height: 14, fill: palette.ink, ink: palette.muted });
  }
}

/** @param {Ctx} ctx @param {View} view @param {Planet} planet @param {number} x @param {number} y @param {number} radius @param {boolean} own */
function paintRim(ctx, { palette }, planet, x, y, radius, own) {
  if (planet.seen === 'never' || (planet.owner === null && !planet.units)) {
    ctx.save();
    ctx.lineWidth = 1.25;
    ctx.strokeStyle = planet.seen === 'now' ? palette.muted : mixed(palette.line, palette.muted, 0.35);
    if (planet.seen === 'never') ctx.setLineDash([3, 4]);
    circle(ctx, x, y, radius);
    ctx.stroke();
    ctx.restore();
    return;
  }
  const colour = planet.owner === null ? palette.nobody : palette.seats[planet.owner];
  const edge = edgeOf(palette, colour);
  if (planet.owner === null) {
    ctx.lineWidth = 1.25;
    ctx.strokeStyle = faded(edge, planet.seen === 'now' ? 1 : 0.5);
    circle(ctx, x, y, radius);
    ctx.stroke();
  } else seatOutline(ctx, planet.owner, x, y, radius - 0.5, planet.seen === 'now' ? edge : faded(edge, 0.45));
  if (planet.seen !== 'now' || planet.owner === null) return;
  // One's own stands out by a broader rim in its own colour.
  gauge(ctx, x, y, radius + (own ? 5 : 4), planet.max ? (planet.units ?? 0) / planet.max : 1, {
    colour: own ? colour : faded(colour, 0.9),
    track: faded(colour, own ? 0.35 : 0.22),
    width: own ? 4 : 2,
  });
}

/**
 * Signs around the disc: effects, own attacks, announced strikes, and a marker where there was a battle.
 * @param {Ctx} ctx @param {View} view @param {Planet} planet
 * @param {{types: string[], notice: string | null}} signs notice: words over an announced strike
 */
export function paintSigns(ctx, view, planet, { types, notice }) {
  const { palette, camera } = view;
  const [x, y] = view.at(planet.x, planet.y);
  const radius = radiusOf(planet, camera.scale);
  if (notice) {
    crosshair(ctx, x, y, radius + 9, palette.bad);
    badge(ctx, notice, x, y - radius - 20, {
      font: `600 11px ${palette.font}`,
      height: 16,
      fill: palette.ink,
      ink: palette.bad,
      edge: palette.bad,
    });
  }
  types.forEach((type, i) => {
    const angle = -Math.PI / 2 + (i - (types.length - 1) / 2) * 0.75;
    const [sx, sy] = [x + Math.cos(angle) * (radius + 9), y + Math.sin(angle) * (radius + 9)];
    sign(ctx, palette, iconPath(type), sx, sy);
  });
}

/** A name with the drawing of its kind, or the growth in its place, and the facts below. @param {Ctx} ctx @param {View} view @param {Name} name */
export function paintName(ctx, { palette }, { planet, words, change, size, box, facts }) {
  const isSeen = planet.seen === 'now';
  const width = box.width - size - 6;
  const left = facts ? box.x + box.width / 2 - (size + 6) : box.x;
  const middle = box.y + (size + 2) / 2;
  const plain = isSeen ? palette.text : palette.muted;
  const fill = change === null ? plain : change < 0 ? palette.bad : palette.good;
  const faint = isSeen ? palette.muted : faded(palette.muted, 0.7);
  const font = `${change === null ? 500 : 700} ${size}px ${palette.font}`;
  glyph(ctx, iconPath(planet.kind), left + size / 2, middle, size, faint, palette.ink);
  text(ctx, words, left + size + 4, middle + 0.5, { font, fill, halo: palette.ink, align: 'left' });
  const small = { font: `10px ${palette.font}`, fill: palette.muted, halo: palette.ink };
  if (facts) text(ctx, facts, box.x + (width + size + 6) / 2, middle + size / 2 + 7, small);
}
