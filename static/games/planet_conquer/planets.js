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
  focusRing,
  gauge,
  glyph,
  hatch,
  seatMark,
  seatOutline,
  text,
} from 'board/marks.js';
import { faded, inkOn, mixed } from 'board/palette.js';
import { iconPath, signed } from './names.js';

/** @typedef {CanvasRenderingContext2D} Ctx */
/** @typedef {import('board/layers.js').View} View */
/** @typedef {import('./position.js').Planet} Planet */
/** @typedef {import('./session.js').Session} Session */
/** @typedef {{x: number, y: number, width: number, height: number}} Rect on the canvas */

/** @type {Map<string, Path2D>} */
const paths = new Map();

/** @param {string} name */
export function icon(name) {
  let path = paths.get(name);
  if (!path) paths.set(name, (path = new Path2D(iconPath(name))));
  return path;
}

/** Radius on the screen: by `max` as the rules say, never too small for a finger's eye, never into its neighbour. @param {{max: number, room: number}} planet @param {number} scale */
export function radiusOf(planet, scale) {
  const wished = (16 + 10 * Math.sqrt(planet.max / 1000)) * scale;
  return Math.max(5, Math.min(Math.max(12, wished), planet.room * scale * 0.37, 42));
}

/** @param {Planet} planet @param {import('board/palette.js').Palette} palette @param {number} round */
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
  gauge(ctx, x, y, radius + 4, planet.max ? (planet.units ?? 0) / planet.max : 1, {
    colour: own ? palette.lamp : faded(colour, 0.9),
    track: own ? faded(palette.lamp, 0.28) : faded(colour, 0.22),
    width: own ? 2.5 : 2,
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
    circle(ctx, sx, sy, 8.5);
    ctx.fillStyle = palette.panel;
    ctx.fill();
    ctx.lineWidth = 1;
    ctx.strokeStyle = palette.line;
    ctx.stroke();
    glyph(ctx, icon(type), sx, sy, 12, palette.text);
  });
}

/** The growth to come, in place of the name. @param {Planet} planet */
function growthOf(planet) {
  if (planet.seen !== 'now' || planet.next === null || planet.owner === null) return null;
  return planet.next - (planet.units ?? 0);
}

/**
 * Writes names (with the drawing of the kind) or growth below, above or beside the discs, wherever nothing else stands.
 * @param {Ctx} ctx @param {View} view @param {readonly Planet[]} planets @param {Rect[]} taken @param {{growth: boolean, facts: boolean}} how
 */
export function paintLabels(ctx, view, planets, taken, { growth, facts }) {
  const { palette, camera } = view;
  const occupied = [...taken, ...planets.map((planet) => discRect(view, planet, 4))];
  for (const planet of planets) {
    const radius = radiusOf(planet, camera.scale);
    const change = growth ? growthOf(planet) : null;
    if (radius < 9) continue;
    const size = radius > 15 ? 12 : 10.5;
    const words = change !== null ? signed(change) : planet.key;
    ctx.font = `${change !== null ? 700 : 500} ${size}px ${palette.font}`;
    const width = ctx.measureText(words).width + size + 5;
    const [x, y] = view.at(planet.x, planet.y);
    const gap = radius + size / 2 + 9;
    const spot = [
      [0, gap],
      [0, -gap],
      [radius + width / 2 + 8, 0],
      [-radius - width / 2 - 8, 0],
    ]
      .map(([dx, dy]) => ({ x: x + dx - width / 2, y: y + dy - size / 2, width, height: size }))
      .find((rect) => rect.x > 2 && rect.x + width < view.width - 2 && !occupied.some((other) => overlap(rect, other)));
    if (!spot) continue;
    occupied.push(spot);
    const middle = spot.y + size / 2;
    const colour =
      change === null
        ? planet.seen === 'now'
          ? palette.text
          : palette.muted
        : change < 0
          ? palette.bad
          : palette.good;
    glyph(
      ctx,
      icon(planet.kind),
      spot.x + size / 2,
      middle,
      size,
      planet.seen === 'now' ? palette.muted : faded(palette.muted, 0.7),
      palette.ink,
    );
    text(ctx, words, spot.x + size + 4, middle + 0.5, {
      font: ctx.font,
      fill: colour,
      halo: palette.ink,
      align: 'left',
    });
    if (facts && spot.y > y) {
      const numbers = `⊙${planet.def}  ★${planet.res}+${planet.cos}  ≥${planet.max}`;
      const below = { x: x - 48, y: spot.y + size + 2, width: 96, height: 10 };
      if (occupied.some((other) => other !== spot && overlap(below, other))) continue;
      occupied.push(below);
      text(ctx, numbers, x, below.y + 6, { font: `10px ${palette.font}`, fill: palette.muted, halo: palette.ink });
    }
  }
}

/** @param {View} view @param {Planet} planet @param {number} margin @returns {Rect} */
export function discRect(view, planet, margin) {
  const [x, y] = view.at(planet.x, planet.y);
  const reach = radiusOf(planet, view.camera.scale) + margin;
  return { x: x - reach, y: y - reach, width: reach * 2, height: reach * 2 };
}

/** Where the words over an announced strike stand. @param {View} view @param {Planet} planet @returns {Rect} */
export function noticeRect(view, planet) {
  const [x, y] = view.at(planet.x, planet.y);
  return { x: x - 38, y: y - radiusOf(planet, view.camera.scale) - 29, width: 76, height: 18 };
}

/** @param {Rect} a @param {Rect} b */
export function overlap(a, b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Rings that say what is chosen, aimed at, pointed at. @param {Ctx} ctx @param {View} view @param {Planet} planet @param {'source' | 'target' | 'hover' | 'focus' | 'shown'} what */
export function paintRing(ctx, view, planet, what) {
  const { palette, camera } = view;
  const [x, y] = view.at(planet.x, planet.y);
  const radius = radiusOf(planet, camera.scale);
  if (what === 'focus') {
    focusRing(ctx, palette, x, y, radius + 8);
    return;
  }
  ctx.save();
  circle(ctx, x, y, radius + (what === 'source' ? 8.5 : 7.5));
  ctx.strokeStyle =
    what === 'hover' || what === 'shown' ? faded(palette.text, what === 'hover' ? 0.8 : 0.45) : palette.lamp;
  ctx.lineWidth = what === 'source' ? 3 : 1.5;
  if (what === 'target') ctx.setLineDash([4, 4]);
  ctx.stroke();
  ctx.restore();
}
