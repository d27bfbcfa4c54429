/**
 * How does fog look? A veil over the ground with clearings where something is seen, and faded colours for what is only
 * remembered. It draws only what the caller's view contains.
 */
import { faded, mixed } from './palette.js';

/** @typedef {{x: number, y: number, radius: number, strength: number}} Clearing world units; strength 1: seen, less: remembered */

/** @type {Map<string, HTMLCanvasElement>} */
const grains = new Map();

/** A small tile of fine grain, the same on every visit. @param {string} colour */
function grainOf(colour) {
  const known = grains.get(colour);
  if (known) return known;
  const tile = document.createElement('canvas');
  tile.width = 96;
  tile.height = 96;
  const ctx = /** @type {CanvasRenderingContext2D} */ (tile.getContext('2d'));
  let seed = 20120;
  /** A small xorshift: its low bits show no pattern. @param {number} below */
  const draw = (below) => {
    seed ^= seed << 13;
    seed ^= seed >>> 17;
    seed ^= seed << 5;
    return (seed >>> 0) % below;
  };
  for (let i = 0; i < 1100; i += 1) {
    ctx.fillStyle = faded(colour, (3 + draw(8)) / 100);
    ctx.fillRect(draw(96), draw(96), 1, 1);
  }
  grains.set(colour, tile);
  return tile;
}

/** Fine hatching for what is out of sight. @param {string} colour */
function hatchingOf(colour) {
  const known = grains.get(`hatch ${colour}`);
  if (known) return known;
  const tile = document.createElement('canvas');
  tile.width = 5;
  tile.height = 5;
  const ctx = /** @type {CanvasRenderingContext2D} */ (tile.getContext('2d'));
  ctx.fillStyle = colour;
  for (let i = 0; i < 5; i += 1) ctx.fillRect(i, i, 1, 1);
  grains.set(`hatch ${colour}`, tile);
  return tile;
}

/** @type {HTMLCanvasElement | null} */
let sheet = null;

/**
 * Covers the canvas with fog, leaving soft clearings.
 * @param {CanvasRenderingContext2D} ctx @param {import('./layers.js').View} view @param {Clearing[]} clearings
 * @param {string} [colour] of the veil, where it is not that of the palette
 */
export function paintFog(ctx, view, clearings, colour = view.palette.fog) {
  const { palette, camera } = view;
  sheet ??= document.createElement('canvas');
  // Fog is soft: half the resolution costs a quarter and looks the same.
  const coarse = 0.5;
  sheet.width = Math.ceil(view.width * coarse);
  sheet.height = Math.ceil(view.height * coarse);
  const veil = /** @type {CanvasRenderingContext2D} */ (sheet.getContext('2d'));
  veil.scale(coarse, coarse);
  veil.fillStyle = faded(colour, palette.dark ? 0.72 : 0.6);
  veil.fillRect(0, 0, view.width, view.height);
  veil.fillStyle = /** @type {CanvasPattern} */ (
    veil.createPattern(grainOf(palette.dark ? '#93A7C4' : '#6D7683'), 'repeat')
  );
  veil.fillRect(0, 0, view.width, view.height);
  const hatching = hatchingOf(palette.dark ? 'rgba(120,150,190,0.09)' : 'rgba(70,84,104,0.09)');
  veil.fillStyle = /** @type {CanvasPattern} */ (veil.createPattern(hatching, 'repeat'));
  veil.fillRect(0, 0, view.width, view.height);
  veil.globalCompositeOperation = 'destination-out';
  for (const clearing of clearings) {
    const [x, y] = view.at(clearing.x, clearing.y);
    const radius = clearing.radius * camera.scale;
    const hole = veil.createRadialGradient(x, y, radius * 0.25, x, y, radius);
    hole.addColorStop(0, `rgba(0,0,0,${clearing.strength})`);
    hole.addColorStop(0.6, `rgba(0,0,0,${clearing.strength * 0.8})`);
    hole.addColorStop(1, 'rgba(0,0,0,0)');
    veil.fillStyle = hole;
    veil.fillRect(x - radius, y - radius, radius * 2, radius * 2);
  }
  ctx.drawImage(sheet, 0, 0, view.width, view.height);
}

/**
 * The colour of something last seen `age` steps ago: it pales towards the ground, quickly at first, never wholly.
 * @param {string} colour @param {string} ground @param {number} age
 */
export function remembered(colour, ground, age) {
  return mixed(colour, ground, 0.5 + 0.22 * (1 - 1 / (1 + age / 6)));
}
