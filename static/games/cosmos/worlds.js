/**
 * How does a planet of the chart look, and the land around it? A world of its own from space, larger the more energy it has, in the glow and
 * ring of whoever owns it, with its energy as a number; the land that one's own sense, and the trail of a ship.
 */
import { circle, edgeOf, gauge, seatMark } from 'board/marks.js';
import { faded, mixed } from 'board/palette.js';
import { onDisc } from 'kit/gauges.js';
import { paintGlobe, paintGlow } from 'kit/globes.js';

/** @import { Ctx, Drawn, View } from './types' */
/** @typedef {import('kit/globes.js').Globe} Globe */

/** What worlds look like, in the order of their numbers. @type {import('kit/globes.js').Ground[]} */
const GROUNDS = ['ocean', 'rock', 'ringed', 'ice', 'lava', 'gas', 'desert'];
/** Worlds of one ground that differ. */
const VARIANTS = 4;
/** Tiles from the middle to the rim: of a world with nothing left, and how much more of a rich one. */
const [LEAST, MORE] = [0.76, 0.3];
/** Energy of a rich world. */
const RICH = 200;
/** A full cooldown ring. */
const LONGEST_WAIT = 10;

/** Ground and number of the picture of a world: the same planet is the same world in every frame. @param {number} id @returns {[ground: import('kit/globes.js').Ground, number: number]} */
export const groundOf = (id) => [GROUNDS[id % GROUNDS.length], Math.floor(id / GROUNDS.length) % VARIANTS];

/** Pixels from the middle to the rim below which the pictures of worlds tell nothing: whose they are is told by ring, mark and what is seen of them. */
const SMALL = 15;

/** Tiles from the middle of a world to its rim. @param {number} energy */
export const sizeOf = (energy) => LEAST + MORE * Math.sqrt(Math.min(1, Math.max(0, energy) / RICH));

/** How a ring lies around its world: turned by so much, so many radii long and wide. */
const RING = { turn: -0.4, long: 1.85, wide: 0.5 };
/** Worlds with a ring that reaches beyond them. */
const RINGED = new Set(['gas', 'ice']);

/** Half of the ring of a world: the part behind it, or the part before it. @param {Ctx} ctx @param {Drawn} drawn @param {number} x @param {number} y @param {number} radius pixels @param {boolean} isBehind */
function paintRing(ctx, { id, alpha, round }, x, y, radius, isBehind) {
  if (!RINGED.has(groundOf(id)[0]) || radius < SMALL) return;
  const half = isBehind ? [Math.PI, 2 * Math.PI] : [0, Math.PI];
  for (const [part, width, tone] of /** @type {const} */ ([
    [1, 0.2, 'rgba(236,218,190,0.5)'],
    [0.84, 0.1, 'rgba(236,218,190,0.28)'],
  ])) {
    ctx.beginPath();
    ctx.ellipse(x, y, radius * RING.long * part, radius * RING.wide * part, RING.turn, half[0], half[1]);
    ctx.lineWidth = radius * width;
    ctx.strokeStyle = tone;
    ctx.globalAlpha = alpha * (round === null ? 1 : 0.5);
    ctx.stroke();
  }
  ctx.globalAlpha = alpha;
}

/** @param {Ctx} ctx @param {View} view @param {Drawn} drawn @param {number} radius pixels @param {string} colour of its owner @param {Globe | null} globe its picture, if there is one yet */
export function paintWorld(ctx, view, drawn, radius, colour, globe) {
  const { palette } = view;
  const [x, y] = view.at(drawn.x, drawn.y);
  const isGhost = drawn.round !== null;
  const isOwned = drawn.seat !== null;
  if (isOwned) paintGlow(ctx, colour, x, y, radius, (isGhost ? 0.4 : 1) * drawn.alpha * (palette.dark ? 1 : 1.25));
  ctx.globalAlpha = drawn.alpha;
  paintRing(ctx, drawn, x, y, radius, true);
  circle(ctx, x, y, radius * 1.03);
  ctx.fillStyle = globe ? faded('#050B14', 0.6) : mixed(palette.ink, colour, 0.5);
  ctx.fill();
  if (globe) paintGlobe(ctx, isGhost ? globe.remembered : globe.seen, x, y, radius);
  const isSmall = radius < SMALL;
  if (isSmall) {
    circle(ctx, x, y, radius);
    ctx.fillStyle = isOwned ? faded(mixed(colour, '#050B14', 0.35), 0.6) : 'rgba(58,64,78,0.7)';
    ctx.fill();
  }
  circle(ctx, x, y, radius * 1.12);
  ctx.lineWidth = isOwned ? Math.max(drawn.own ? 3 : 2, radius * (drawn.own ? 0.16 : 0.1)) : isSmall ? 2 : 1.25;
  ctx.strokeStyle = isOwned
    ? drawn.own
      ? colour
      : edgeOf(palette, colour)
    : faded(palette.text, isSmall ? 0.9 : 0.65);
  if (isGhost || !isOwned) ctx.setLineDash(isOwned ? [radius * 0.3, radius * 0.22] : isSmall ? [3, 3] : [2, 4]);
  ctx.stroke();
  ctx.setLineDash([]);
  if (drawn.wait)
    gauge(ctx, x, y, radius * 1.32, Math.min(1, drawn.wait / LONGEST_WAIT), {
      colour: edgeOf(palette, colour),
      track: faded(palette.text, 0.16),
      width: Math.max(1.5, radius * 0.09),
    });
  paintRing(ctx, drawn, x, y, radius, false);
  // Words on a picture stand on something dark.
  const shade = ctx.createRadialGradient(x, y, 0, x, y, radius * 0.8);
  shade.addColorStop(0, 'rgba(4,8,18,0.5)');
  shade.addColorStop(0.55, 'rgba(4,8,18,0.28)');
  shade.addColorStop(1, 'rgba(4,8,18,0)');
  circle(ctx, x, y, radius);
  ctx.fillStyle = shade;
  ctx.fill();
  // Where the disc is small the mark lies beside it, off its number.
  const away = radius * (isSmall ? 1.1 : 0.86);
  if (isOwned)
    seatMark(
      ctx,
      palette,
      /** @type {number} */ (drawn.seat),
      x - away,
      y - away,
      Math.max(isSmall ? 5 : 6, radius * 0.3),
    );
  ctx.globalAlpha = 1;
}

/** The energy of a world, over the ships that circle it. @param {Ctx} ctx @param {View} view @param {Drawn} drawn @param {number} radius pixels */
export function paintNumber(ctx, view, drawn, radius) {
  const [x, y] = view.at(drawn.x, drawn.y);
  ctx.globalAlpha = drawn.alpha;
  onDisc(ctx, view, String(drawn.energy), x, y, radius * 0.94, drawn.round === null ? '#FFFFFF' : '#C3CEDD');
  ctx.globalAlpha = 1;
}

/**
 * The land that one's own sense: a wash and a rim in the seat's colour, so that it is read at a glance.
 * @param {Ctx} ctx @param {View} view @param {readonly (readonly [x: number, y: number, radius: number])[]} discs in tiles
 * @param {readonly import('kit/rims.js').Arc[]} arcs its outer rim @param {string} colour
 */
export function paintLand(ctx, view, discs, arcs, colour) {
  const { scale } = view.camera;
  ctx.beginPath();
  for (const [tx, ty, radius] of discs) {
    const [x, y] = view.at(tx, ty);
    ctx.moveTo(x + radius * scale, y);
    ctx.arc(x, y, radius * scale, 0, Math.PI * 2);
  }
  ctx.fillStyle = faded(colour, view.palette.dark ? 0.09 : 0.12);
  ctx.fill();
  ctx.lineCap = 'round';
  for (const [ink, width] of /** @type {[string, number][]} */ ([
    [faded(colour, 0.16), 9],
    [faded(colour, 0.3), 4.5],
    [faded(colour, 0.95), 1.5],
  ])) {
    ctx.lineWidth = width;
    ctx.strokeStyle = ink;
    for (const { disc, from, to } of arcs) {
      const [x, y] = view.at(disc[0], disc[1]);
      ctx.beginPath();
      ctx.arc(x, y, disc[2] * scale, from, to);
      ctx.stroke();
    }
  }
  ctx.lineCap = 'butt';
}

/**
 * Where a ship has come from: light that fades behind it.
 * @param {Ctx} ctx @param {View} view @param {readonly (readonly [number, number])[]} cells tiles that it was on, the last one first @param {string} colour
 */
export function paintTrail(ctx, view, cells, colour) {
  ctx.lineCap = 'round';
  for (let i = 1; i < cells.length; i += 1) {
    const [a, b] = [cells[i - 1], cells[i]];
    const left = 1 - (i - 1) / cells.length;
    ctx.lineWidth = Math.max(1, view.camera.scale * 0.3 * left);
    ctx.strokeStyle = faded(colour, 0.6 * left);
    ctx.beginPath();
    ctx.moveTo(...view.at(a[0] + 0.5, a[1] + 0.5));
    ctx.lineTo(...view.at(b[0] + 0.5, b[1] + 0.5));
    ctx.stroke();
  }
  ctx.lineCap = 'butt';
}

/** Tiles of light behind a ship that flies. */
const WAKE = 1.6;

/** The light behind a ship while it flies. @param {Ctx} ctx @param {View} view @param {Drawn} drawn @param {string} colour */
export function paintWake(ctx, view, { x, y, heading, alpha }, colour) {
  const [ax, ay] = view.at(x, y);
  const [bx, by] = view.at(x - Math.cos(heading) * WAKE, y - Math.sin(heading) * WAKE);
  const light = ctx.createLinearGradient(ax, ay, bx, by);
  light.addColorStop(0, faded(colour, 0.75 * alpha));
  light.addColorStop(1, faded(colour, 0));
  ctx.strokeStyle = light;
  ctx.lineWidth = Math.max(1.5, view.camera.scale * 0.34);
  ctx.lineCap = 'round';
  ctx.beginPath();
  ctx.moveTo(ax, ay);
  ctx.lineTo(bx, by);
  ctx.stroke();
  ctx.lineCap = 'butt';
}
