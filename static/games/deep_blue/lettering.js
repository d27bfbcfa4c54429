/** What is written on the chart? The names of the parts of the sea and of all that is built, where there is room to read them. */
import { placesOf } from 'app/names.js';
import { text, widthOf } from 'board/marks.js';
import { faded } from 'board/palette.js';
import { overlap } from 'kit/labels.js';
import { crowdBox, crowdsOf } from './crowds.js';
import { properName } from './names.js';

/** @import { Position, View } from './types' */
/** @typedef {import('kit/labels.js').Box} Box */

/** Pixels of a cell from which on names are written. */
const WATERS = 14;

/** Pixels below a building that its bars and its number take. */
const BELOW = 24;

/** Pixels at the edges of the board that belong to the rim. */
const RIM = 20;

/** Names of buildings above them, of waters in the middle of each, where no land, no unit and no other name is. @param {CanvasRenderingContext2D} ctx @param {View} view @param {Position} position @param {readonly {x: number, y: number}[]} soundings numbers in the water @param {boolean} [isBare] without names of waters @returns {Box[]} what is written there, numbers and plates of crowds among it */
export function paintLettering(
  ctx,
  view,
  { view: { names }, chart, buildings, units, ghosts },
  soundings,
  isBare = false,
) {
  const { palette, camera } = view;
  const written = crowdsOf(units).map((crowd) => crowdBox(view, crowd));
  if (camera.scale < WATERS) return written;
  // On a very large board cells are large, too, and words between them not lost.
  const size = Math.max(9, Math.min(13 + Math.max(0, camera.scale - 36) * 0.14, camera.scale * 0.5));
  const near = camera.scale * 0.8;
  /** @type {Box[]} */
  const taken = [...units, ...ghosts].map(({ pos }) => {
    const [x, y] = view.at(pos[0] + 0.5, pos[1] + 0.5);
    return { x: x - near, y: y - near, width: near * 2, height: near * 2 };
  });
  for (const { x, y } of soundings) {
    const [left, top] = view.at(x, y);
    written.push({ x: left - 13, y: top - 11, width: 26, height: 16 });
  }
  taken.push(...written);
  /** At the place, or beside it. @param {string} words @param {number} x @param {number} y @param {string} font @param {string} fill @param {string} [halo] @param {number[][]} [tries] pixels to the right and below */
  function write(words, x, y, font, fill, halo, tries = [[0, 0]]) {
    const width = widthOf(words, font);
    for (const [aside, by] of tries) {
      const box = { x: x + aside - width / 2 - 2, y: y + by - size / 2 - 2, width: width + 4, height: size + 4 };
      const isInside = box.x > RIM && box.y > RIM && box.x + box.width < view.width - RIM && y + by < view.height - RIM;
      if (!isInside || taken.some((other) => overlap(other, box))) continue;
      taken.push(box);
      written.push(box);
      text(ctx, words, x + aside, y + by, { font, fill, halo });
      return;
    }
  }
  for (const one of buildings) {
    const [x0, y0, x1, y1] = one.rect;
    const [left, top] = view.at((x0 + x1 + 1) / 2, y0);
    const halo = faded(palette.ink, 0.8);
    const { scale } = camera;
    // Above it, beside who lies there, below its bars, at last on it.
    const below = (y1 + 1 - y0) * scale + BELOW + size * 1.3;
    const font = `600 ${size}px ${palette.font}`;
    // To its right and left, at its middle and its corners.
    const out = ((x1 - x0 + 1) * scale + widthOf(properName(one), font)) / 2 + 4;
    const high = ((y1 - y0 + 1) * scale) / 2;
    const sides = [high, 0, 2 * high].flatMap((by) => [out, -out].map((aside) => [aside, by + size * 0.65]));
    const tries = [
      ...[0, scale, -scale].map((aside) => [aside, 0]),
      [0, below],
      [0, size * 1.2 + scale * 0.4],
      ...sides,
    ];
    write(properName(one), left, top - size * 0.65, font, palette.text, halo, tries);
  }
  for (const { rect } of buildings) {
    const [left, top] = view.at(rect[0], rect[1]);
    const [across, down] = [rect[2] - rect[0] + 1, rect[3] - rect[1] + 1];
    taken.push({ x: left, y: top, width: across * camera.scale, height: down * camera.scale + BELOW });
  }
  // The name of a part of the sea lies on water alone.
  for (const [at, isLand] of chart.land.entries()) {
    if (!isLand) continue;
    const [x, y] = view.at(at % chart.width, Math.floor(at / chart.width));
    taken.push({ x, y, width: camera.scale, height: camera.scale });
  }
  for (const { name, x, y } of names?.seas && !isBare ? placesOf(names.seas) : [])
    write(name, ...view.at(x, y), `italic 500 ${size}px ${palette.font}`, faded(palette.text, 0.5), '', [
      [0, 0],
      ...[-1.5, 1.5, -3, 3].map((by) => [0, by * size]),
    ]);
  return written;
}
