/**
 * How does a planet look? A ball by its kind in the glow of its owner, a ring that says how full it is, a plate with the seat's shape and
 * the units, name, effects; pale where it is only remembered. Painters only: they take the stage and change nothing.
 */
import { badge, circle, crosshair, edgeOf, glyph, hatch, sign, text } from 'board/marks.js';
import { faded, mixed } from 'board/palette.js';
import { ago } from 'kit/describe.js';
import { paintGlobe, paintGlow, pieceRing } from 'kit/globes.js';
import { iconPath } from './names.js';
import { paintPlate, plateWidth } from './pill.js';

/** @import { Ctx, Name, Palette, Planet, Point, View } from './types' */

/** Radius on the screen: by `max` as the rules say, never too small for a finger's eye, never into its neighbour. @param {{max: number, room: number}} planet @param {number} scale */
export function radiusOf(planet, scale) {
  const wished = (27 + 20 * Math.sqrt(planet.max / 1000)) * scale;
  return Math.max(5, Math.min(Math.max(13, wished), planet.room * scale * 0.34, 56));
}

/** Middle and radius on the canvas. @param {View} view @param {Planet} planet @returns {[x: number, y: number, radius: number]} */
export const discOf = (view, planet) => [...view.at(planet.x, planet.y), radiusOf(planet, view.camera.scale)];

/** The point of a rim that is nearest to words about the planet: tied to it, they are not read as another one's. @param {import('./types').Box} box @param {[x: number, y: number, radius: number]} disc @returns {Point} */
export function rimTowards(box, [x, y, radius]) {
  const angle = Math.atan2(box.y + box.height / 2 - y, box.x + box.width / 2 - x);
  return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius];
}

/** What each kind looks like from space. @type {Record<string, import('kit/globes.js').Ground>} */
const GROUNDS = {
  base: 'ocean',
  normal: 'rock',
  resource: 'ice',
  fortress: 'lava',
  wasteland: 'desert',
  core: 'ringed',
  relay: 'gas',
};
/** Worlds of one kind that differ. */
const VARIANTS = 4;

/** Kind and number of the picture of a planet. @param {Planet} planet @returns {[ground: import('kit/globes.js').Ground, number: number]} */
export const globeFor = ({ id, kind }) => [GROUNDS[kind] ?? 'rock', (id * 7) % VARIANTS];

/** Below this radius a planet is a dot without a number. */
export const SMALL = 9;

/** Height of the plate with the number, which is no smaller than that of a fleet. @param {number} radius */
const plateHeight = (radius) => Math.round(Math.max(16, Math.min(20, radius * 0.76)));

/** The seat, the number, and the age of what is only remembered. @param {Planet} planet @param {number} round @param {number | null} units */
const onPlate = ({ owner, seen, as_of: asOf }, round, units) => ({
  seat: owner,
  words: String(units),
  age: seen === 'now' ? '' : ago(round - (asOf ?? round)),
});

/** Where the number may stand, the best first: on the lower rim, on the upper one, or aside where a neighbour's stands. @param {View} view @param {Planet} planet @param {number} round */
export function plateBoxes(view, planet, round) {
  const [x, y, radius] = discOf(view, planet);
  const height = plateHeight(radius);
  const width = plateWidth(view.palette, height, onPlate(planet, round, planet.units));
  const aside = width * 0.4;
  const [low, high] = [y + radius - height * 0.3, y - radius - height * 0.7];
  const places = [0, -aside, aside].flatMap((by) => [low, high].map((top) => ({ by, top })));
  return places.map(({ by, top }) => ({ x: x - width / 2 + by, y: top, width, height }));
}

/**
 * @param {Ctx} ctx @param {View} view @param {Planet} planet
 * @param {{seat: number | null, globe: import('kit/globes.js').Globe | null}} facts globe: its picture, if there is one yet
 */
export function paintPlanet(ctx, view, planet, { seat, globe }) {
  const { palette } = view;
  const [x, y, radius] = discOf(view, planet);
  const own = seat !== null && planet.owner === seat && planet.seen === 'now';
  if (planet.seen === 'never') return paintUnknown(ctx, palette, x, y, radius);
  const colour = planet.owner === null ? palette.nobody : palette.seats[planet.owner];
  const isSeen = planet.seen === 'now';
  if (planet.owner !== null) paintGlow(ctx, colour, x, y, radius, (isSeen ? 1 : 0.4) * (palette.dark ? 1 : 2));
  circle(ctx, x, y, radius * 1.04);
  ctx.fillStyle = globe ? faded('#050B14', 0.6) : mixed(palette.ink, colour, 0.5);
  ctx.fill();
  if (globe) paintGlobe(ctx, isSeen ? globe.seen : globe.remembered, x, y, radius);
  if (radius < SMALL) {
    ctx.lineWidth = 2;
    ctx.strokeStyle = colour;
    circle(ctx, x, y, radius + 1);
    ctx.stroke();
    return;
  }
  paintRim(ctx, palette, planet, x, y, radius, own);
}

/**
 * The number of units, with its seat; the age of what is only remembered.
 * @param {Ctx} ctx @param {View} view @param {Planet} planet @param {{round: number, seat: number | null, units: number | null, plate?: import('./types').Box}} facts `plate`: where it stands
 */
export function paintUnits(ctx, view, planet, { round, seat, units, plate }) {
  const radius = radiusOf(planet, view.camera.scale);
  const own = seat !== null && planet.owner === seat && planet.seen === 'now';
  if (planet.seen === 'never' || radius < SMALL || (!units && !(own && planet.units))) return;
  const { x, y, width } = plate ?? plateBoxes(view, planet, round)[0];
  const height = plateHeight(radius);
  paintPlate(ctx, view.palette, x + width / 2, y + height / 2, height, { ...onPlate(planet, round, units), own });
}

/** Never seen: an empty place. @param {Ctx} ctx @param {Palette} palette @param {number} x @param {number} y @param {number} radius */
function paintUnknown(ctx, palette, x, y, radius) {
  const small = radius * 0.8;
  circle(ctx, x, y, small);
  ctx.fillStyle = mixed(palette.ink, palette.fog, 0.5);
  ctx.fill();
  hatch(ctx, x, y, small, faded(palette.muted, 0.25));
  ctx.save();
  ctx.lineWidth = 1.25;
  ctx.strokeStyle = mixed(palette.line, palette.muted, 0.5);
  ctx.setLineDash([3, 4]);
  circle(ctx, x, y, small);
  ctx.stroke();
  ctx.restore();
  if (radius < 9) return;
  circle(ctx, x, y, small * 0.5);
  ctx.fillStyle = mixed(palette.ink, palette.fog, 0.5);
  ctx.fill();
  text(ctx, '?', x, y + 0.5, { font: `600 ${Math.round(radius * 0.62)}px ${palette.font}`, fill: palette.muted });
}

/** The ring says how full it is; one's own is broader. @param {Ctx} ctx @param {Palette} palette @param {Planet} planet @param {number} x @param {number} y @param {number} radius @param {boolean} own */
function paintRim(ctx, palette, planet, x, y, radius, own) {
  if (planet.owner === null) {
    ctx.save();
    ctx.lineWidth = 1;
    ctx.strokeStyle = faded(palette.muted, planet.units ? 0.7 : 0.4);
    ctx.setLineDash([1.5, 4]);
    circle(ctx, x, y, radius + 5);
    ctx.stroke();
    ctx.restore();
    return;
  }
  const isSeen = planet.seen === 'now';
  const colour = edgeOf(palette, palette.seats[planet.owner]);
  const full = planet.max ? (planet.units ?? 0) / planet.max : 1;
  const at = radius + (own ? 6 : 5);
  const width = own ? 4 : 2.2;
  const track = faded(palette.muted, isSeen ? 0.5 : 0.25);
  // Pale colours end on paper in a line of ink.
  if (!palette.dark && isSeen) {
    pieceRing(ctx, x, y, at, full, { colour, track, width: width + 2.6 });
    pieceRing(ctx, x, y, at, full, { colour: palette.seats[planet.owner], track, width: Math.max(2.6, width) });
    return;
  }
  const shown = own ? palette.seats[planet.owner] : faded(colour, isSeen ? 0.95 : 0.45);
  pieceRing(ctx, x, y, at, full, { colour: shown, track, width });
}

/**
 * Signs around the disc: effects, own attacks, announced strikes, and a marker where there was a battle.
 * @param {Ctx} ctx @param {View} view @param {Planet} planet
 * @param {{types: string[], notice: {words: string, box: import('./types').Box} | null}} signs notice: words at an announced strike
 */
export function paintSigns(ctx, view, planet, { types, notice }) {
  const { palette, camera } = view;
  const [x, y] = view.at(planet.x, planet.y);
  const radius = radiusOf(planet, camera.scale);
  if (notice) {
    crosshair(ctx, x, y, radius + 9, palette.bad);
    badge(ctx, notice.words, notice.box.x + notice.box.width / 2, notice.box.y + 9, {
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
