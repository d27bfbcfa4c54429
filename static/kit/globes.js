/**
 * How does a world look from space? Seas, deserts, ice, rock, lava and gas on a ball in the light of one sun, worked out pixel by pixel once per kind
 * and seed, and copied from then on; paler where it is only remembered. And the glow and the ring around it.
 */
import { faded } from 'board/palette.js';
import { sheet } from './bake.js';
import { fractal3, hash, noise3, smoothstep } from './noise.js';
import { dulled } from './tone.js';

/** @typedef {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} Ctx */
/** @typedef {'ocean' | 'gas' | 'ringed' | 'lava' | 'rock' | 'desert' | 'ice'} Ground */
/** @typedef {[number, number, number]} Three a colour, or a direction */
/** @typedef {{seen: ImageBitmap, remembered: ImageBitmap}} Globe */

/** Pixels from the middle to the rim of a picture of a ball, as fine as the screen shows it; the picture reaches farther, for air and rings. */
const RADIUS = (globalThis.devicePixelRatio ?? 1) > 1.4 ? 56 : 38;
/** What a small one begins with: a ninth of the work. */
export const QUICK_RADIUS = 13;
export const REACH = 1.85;
/** What is left of a world that is only remembered. */
const REMEMBERED = { saturation: 0.25, brightness: 0.62 };
/** Where the light comes from: over the left shoulder. */
const SUN = /** @type {Three} */ ([-0.43, -0.53, 0.73]);
/** How the ball leans, as cosine and sine. */
const LEAN = [Math.cos(0.35), Math.sin(0.35)];
/** Colour of the air, and how much of it there is. @type {Record<Ground, [Three, number]>} */
const AIR = {
  ocean: [[120, 190, 255], 1],
  gas: [[170, 226, 240], 0.9],
  ringed: [[255, 214, 170], 0.9],
  lava: [[255, 110, 70], 0.8],
  rock: [[150, 160, 176], 0.25],
  desert: [[244, 190, 150], 0.8],
  ice: [[200, 232, 255], 1],
};
/** Dark and bright of grounds that are one thing. @type {Record<string, [Three, Three]>} */
const PLAIN = {
  rock: [
    [84, 82, 90],
    [186, 178, 170],
  ],
  desert: [
    [142, 88, 58],
    [230, 190, 142],
  ],
  ice: [
    [124, 166, 192],
    [238, 247, 252],
  ],
  lava: [
    [40, 32, 34],
    [104, 84, 80],
  ],
};
/** @type {Record<string, [Three, Three, Three]>} */
const BANDS = {
  gas: [
    [54, 84, 128],
    [96, 146, 176],
    [204, 228, 230],
  ],
  ringed: [
    [146, 92, 66],
    [206, 160, 118],
    [242, 224, 196],
  ],
};

/** @param {Three} a @param {Three} b @param {number} k @returns {Three} */
const between = (a, b, k) => [a[0] + (b[0] - a[0]) * k, a[1] + (b[1] - a[1]) * k, a[2] + (b[2] - a[2]) * k];
/** @param {Three} colour @param {number} by @returns {Three} */
const times = ([r, g, b], by) => [r * by, g * by, b * by];

/** Land, sea, cloud and caps. @param {Three} at @param {number} seed @returns {{colour: Three, glow: number}} `glow`: lights of the night */
function ocean([x, y, z], seed) {
  const height = fractal3(x * 1.9 + seed, y * 1.9, z * 1.9, 5);
  const cap = Math.abs(y) + 0.2 * (height - 0.5);
  let colour =
    height < 0.53
      ? between([9, 38, 84], [38, 122, 158], smoothstep(0.34, 0.53, height))
      : height < 0.6
        ? between([92, 134, 82], [126, 128, 78], smoothstep(0.53, 0.6, height))
        : between([126, 112, 82], [214, 208, 196], smoothstep(0.6, 0.74, height));
  colour = between(colour, [232, 242, 248], smoothstep(0.8, 0.88, cap));
  const cloud = fractal3(x * 2.6 + seed + fractal3(x * 3, y * 3, z * 3 + seed, 3) * 1.6, y * 4.4, z * 2.6 + 4, 4);
  return {
    colour: between(colour, [246, 250, 255], smoothstep(0.52, 0.68, cloud) * 0.85),
    glow: height > 0.53 && noise3(x * 21 + seed, y * 21, z * 21) > 0.8 ? 0.7 : 0,
  };
}

/** Bands, and a storm. @param {Three} at @param {number} seed @param {[Three, Three, Three]} bands @returns {{colour: Three, glow: number}} */
function clouds([x, y, z], seed, [dark, middle, bright]) {
  const swirl = fractal3(x * 2.2 + seed, y * 5, z * 2.2, 4);
  const k = smoothstep(0.28, 0.72, fractal3(seed, y * 6.5 + swirl * 0.9, 1.3, 4));
  const colour = k < 0.5 ? between(dark, middle, k * 2) : between(middle, bright, k * 2 - 1);
  const storm = Math.hypot(x - 0.25, (y - 0.3) * 2.1);
  const fine = times(colour, 0.86 + 0.28 * fractal3(x * 5 + swirl * 3, y * 30 + swirl * 5, z * 5, 3));
  return {
    colour: storm < 0.3 && z > 0 ? between(fine, times(bright, 0.9), smoothstep(0.3, 0.1, storm) * 0.7) : fine,
    glow: 0,
  };
}

/** Rock in one colour, with what its kind has. @param {Ground} kind @param {Three} at @param {number} seed @returns {{colour: Three, glow: number}} below 0: it glows by itself */
function rock(kind, [x, y, z], seed) {
  const [dark, bright] = PLAIN[kind];
  let colour = between(dark, bright, smoothstep(0.3, 0.7, fractal3(x * 2.2 + seed, y * 2.2, z * 2.2, 5)));
  const crack = 1 - Math.abs(2 * fractal3(x * 2.6 + seed, y * 2.6 + 3, z * 2.6, 4) - 1);
  if (kind === 'lava') return { colour, glow: -smoothstep(0.9, 0.985, crack) };
  if (kind === 'desert') {
    colour = times(colour, 1 + 0.07 * Math.sin(y * 34 + fractal3(x * 3 + seed, y * 3, z * 3, 3) * 12));
    if (Math.abs(y) > 0.86) colour = between(colour, [240, 232, 226], 0.8);
  }
  if (kind === 'ice') colour = between(colour, [74, 120, 150], smoothstep(0.93, 0.99, crack) * 0.8);
  return { colour, glow: 0 };
}

/** Craters as middle and size on the ball. @param {Ground} kind @param {number} seed */
function cratersOf(kind, seed) {
  const count = kind === 'rock' ? 30 : kind === 'ice' || kind === 'desert' ? 8 : 0;
  return Array.from({ length: count }, (_, i) => {
    const [turn, z] = [hash(i, 1, seed) * Math.PI * 2, hash(i, 2, seed) * 2 - 1];
    const wide = Math.sqrt(1 - z * z);
    return { at: [wide * Math.cos(turn), z, wide * Math.sin(turn)], size: 0.06 + 0.28 * hash(i, 3, seed) ** 3 };
  });
}

/** How much brighter craters make a place: the wall that faces the sun is bright. @param {Three} at @param {ReturnType<typeof cratersOf>} craters @param {Three} sun */
function relief([x, y, z], craters, sun) {
  let light = 1;
  for (const { at, size } of craters) {
    const [dx, dy, dz] = [(x - at[0]) / size, (y - at[1]) / size, (z - at[2]) / size];
    const far = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (far > 1.25) continue;
    const slope = dx * sun[0] + dy * sun[1] + dz * sun[2];
    light *= far < 1 ? 1 - 0.16 * (1 - far * far) - slope * 0.42 * far : 1 + (1.25 - far) * (slope * 0.7 + 0.1);
  }
  return light;
}

/** @param {Ground} kind @param {Three} at @param {number} seed */
function groundAt(kind, at, seed) {
  if (kind === 'ocean') return ocean(at, seed);
  return BANDS[kind] ? clouds(at, seed, BANDS[kind]) : rock(kind, at, seed);
}

/** Rings of a ringed world: the far half behind it, the near one before. @param {Ctx} ctx @param {boolean} isNear @param {number} seed @param {number} radius of the ball */
function paintRings(ctx, isNear, seed, radius) {
  ctx.save();
  ctx.translate(radius * REACH, radius * REACH);
  ctx.rotate(-0.42);
  ctx.globalCompositeOperation = isNear ? 'source-over' : 'destination-over';
  for (let i = 0; i < 18; i += 1) {
    const far = radius * (1.26 + (0.5 * i) / 17);
    const strength = (0.14 + 0.5 * hash(i, 5, seed)) * (i === 11 ? 0.1 : 1);
    const shade = ctx.createLinearGradient(-far, 0, far, 0);
    shade.addColorStop(0, `rgba(236,214,184,${strength})`);
    shade.addColorStop(0.55, `rgba(214,188,160,${strength * 0.75})`);
    shade.addColorStop(1, `rgba(120,110,120,${strength * 0.25})`);
    ctx.strokeStyle = shade;
    ctx.lineWidth = radius * 0.032;
    ctx.beginPath();
    ctx.ellipse(0, 0, far, far * 0.27, 0, isNear ? 0.02 : Math.PI, isNear ? Math.PI - 0.02 : Math.PI * 2);
    ctx.stroke();
  }
  ctx.restore();
}

/**
 * Makes the pictures of a world; yields wherever it may be interrupted.
 * @param {Ground} kind @param {number} number worlds of one kind differ by it @param {number} [radius] of the ball, pixels @returns {Generator<unknown, Globe, unknown>}
 */
export function* globeOf(kind, number, radius = RADIUS) {
  const seed = number * 9.7 + 3;
  const side = Math.ceil(2 * radius * REACH);
  const [canvas, ctx] = sheet(side);
  const image = ctx.createImageData(side, side);
  const craters = cratersOf(kind, number + 11);
  const [air, thick] = AIR[kind];
  const [cos, sin] = LEAN;
  const sun = /** @type {Three} */ ([SUN[0] * cos - SUN[1] * sin, SUN[0] * sin + SUN[1] * cos, SUN[2]]);
  for (let j = 0; j < side; j += 1) {
    for (let i = 0; i < side; i += 1) {
      const [x, y] = [(i + 0.5 - side / 2) / radius, (j + 0.5 - side / 2) / radius];
      const far = Math.hypot(x, y);
      if (far > 1.3) continue;
      let colour = /** @type {Three} */ ([0, 0, 0]);
      let cover = 0;
      if (far < 1.02) {
        const z = Math.sqrt(Math.max(0, 1 - far * far));
        const facing = x * SUN[0] + y * SUN[1] + z * SUN[2];
        const lit = smoothstep(-0.1, 0.75, facing);
        const at = /** @type {Three} */ ([x * cos - y * sin, x * sin + y * cos, z]);
        const { colour: plain, glow } = groundAt(kind, at, seed);
        const ground = craters.length ? times(plain, relief(at, craters, sun)) : plain;
        const rim = (1 - z) ** 2.6 * thick * (0.1 + 0.95 * smoothstep(-0.25, 0.5, facing)) * 0.8;
        colour = /** @type {Three} */ (
          ground.map((value, c) => value * (0.06 * [0.7, 0.95, 1.5][c] + 1.08 * lit) + air[c] * rim)
        );
        if (glow > 0) colour = between(colour, [255, 226, 170], glow * smoothstep(0.1, -0.12, facing) * 0.8);
        if (glow < 0) colour = [colour[0] - 255 * glow, colour[1] - 92 * glow, colour[2] - 40 * glow];
        cover = smoothstep(1.02, 0.985, far);
      }
      if (far > 0.985) {
        const facing = (x * SUN[0] + y * SUN[1]) / far;
        const haze = Math.exp((0.985 - far) * 15) * (0.08 + 0.72 * smoothstep(-0.35, 0.8, facing)) * thick;
        const added = haze * smoothstep(1.3, 1.1, far) * (1 - cover);
        colour = between(air, colour, cover / (cover + added || 1));
        cover += added;
      }
      image.data.set([...colour, cover * 255], (j * side + i) * 4);
    }
    if (j % 4 === 3) yield;
  }
  ctx.putImageData(image, 0, 0);
  if (kind === 'ringed') for (const isNear of [false, true]) paintRings(ctx, isNear, number, radius);
  const [grey] = dulled(canvas, REMEMBERED);
  return { seen: canvas.transferToImageBitmap(), remembered: grey.transferToImageBitmap() };
}

/** @param {Ctx} ctx @param {ImageBitmap} picture @param {number} x @param {number} y @param {number} radius of the ball */
export function paintGlobe(ctx, picture, x, y, radius) {
  const reach = radius * REACH;
  ctx.drawImage(picture, x - reach, y - reach, reach * 2, reach * 2);
}

/** @type {Map<string, OffscreenCanvas>} */
const glows = new Map();

/** Light in the colour of a seat around a ball. @param {Ctx} ctx @param {string} colour @param {number} x @param {number} y @param {number} radius of the ball @param {number} strength 0 to 1 */
export function paintGlow(ctx, colour, x, y, radius, strength) {
  let glow = glows.get(colour);
  if (!glow) {
    const [canvas, small] = sheet(128);
    const shade = small.createRadialGradient(64, 64, 22, 64, 64, 64);
    shade.addColorStop(0, faded(colour, 0.6));
    shade.addColorStop(0.35, faded(colour, 0.22));
    shade.addColorStop(1, faded(colour, 0));
    small.fillStyle = shade;
    small.fillRect(0, 0, 128, 128);
    glows.set(colour, (glow = canvas));
  }
  const reach = radius * 2.4;
  ctx.save();
  for (let left = strength; left > 0; left -= 1) {
    ctx.globalAlpha = Math.min(1, left);
    ctx.drawImage(glow, x - reach, y - reach, reach * 2, reach * 2);
  }
  ctx.restore();
}

/**
 * A ring of pieces, as many lit as there is of the whole.
 * @param {Ctx} ctx @param {number} x @param {number} y @param {number} radius @param {number} part 0 to 1
 * @param {{colour: string, track: string, width: number, pieces?: number}} how
 */
export function pieceRing(ctx, x, y, radius, part, { colour, track, width, pieces = 12 }) {
  const [step, gap] = [(Math.PI * 2) / pieces, 1.6 / radius];
  const lit = part > 0 ? Math.max(1, Math.round(part * pieces)) : 0;
  ctx.save();
  for (const [from, to, style, wide] of /** @type {[number, number, string, number][]} */ ([
    [lit, pieces, track, Math.min(width, 1.3)],
    [0, Math.min(lit, pieces), colour, width],
  ])) {
    ctx.strokeStyle = style;
    ctx.lineWidth = wide;
    ctx.beginPath();
    for (let i = from; i < to; i += 1) {
      const start = -Math.PI / 2 + i * step + gap;
      ctx.moveTo(x + Math.cos(start) * radius, y + Math.sin(start) * radius);
      ctx.arc(x, y, radius, start, start + step - 2 * gap);
    }
    ctx.stroke();
  }
  ctx.restore();
}
