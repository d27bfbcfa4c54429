/**
 * How does the board look as a picture, with what is to be said of it? Canvases of the board are drawn as they are; a board that is made of elements has
 * its small picture instead, which the server draws for the same view.
 */
import { siteUrl } from 'app/site_url.js';

/** Pixels of a picture and of a film. */
export const SIZE = { width: 1280, height: 720 };
const FOOT = 96;

/** Shows nothing where nothing can be drawn. @typedef {(ctx: CanvasRenderingContext2D, box: Box) => void} Draw */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

/** The canvases of a board that are shown, from the lowest. @param {HTMLElement} board @returns {HTMLCanvasElement[]} */
export const canvasesOf = (board) =>
  [...board.querySelectorAll('canvas')].filter(
    (one) => one.width > 0 && one.clientWidth > board.clientWidth / 2 && getComputedStyle(one).visibility !== 'hidden',
  );

/**
 * How the board draws itself now, from its canvases: all of it, or what lies beside what covers it, as at the end of a match.
 * @param {HTMLElement} board @param {import("../types").Cover | null} [cover] @returns {Draw}
 */
export const ofCanvases =
  (board, cover = null) =>
  (ctx, box) => {
    const { left = 0, bottom = 0 } = cover ?? {};
    const around = board.getBoundingClientRect();
    // Words lie at the left of the map whatever the language, and turning points below it.
    const seen = { width: Math.max(1, around.width - left), height: Math.max(1, around.height - bottom) };
    const scale = Math.min(box.width / seen.width, box.height / seen.height);
    const [width, height] = [seen.width * scale, seen.height * scale];
    const [x, y] = [box.x + (box.width - width) / 2, box.y + (box.height - height) / 2];
    ctx.save();
    ctx.beginPath();
    ctx.rect(x, y, width, height);
    ctx.clip();
    for (const one of canvasesOf(board)) {
      const at = one.getBoundingClientRect();
      ctx.globalAlpha = Number(getComputedStyle(one).opacity || 1);
      const [dx, dy] = [at.x - around.x - left, at.y - around.y];
      ctx.drawImage(one, x + dx * scale, y + dy * scale, at.width * scale, at.height * scale);
    }
    ctx.restore();
  };

/**
 * The small picture of a step. @param {{ match: string, step: number, as: string, theme: string }} what
 * @returns {Promise<Draw>} rejected if it cannot be had
 */
export const ofStep = ({ match, step, as, theme }) =>
  ofImage(siteUrl(`/matches/${match}/picture.svg?step=${step}&as=${encodeURIComponent(as)}&theme=${theme}`));

/** The picture that strangers get of a step, or of the newest before it that they may see. @param {string} match @param {number} step */
export const ofStrangers = (match, step) => ofImage(siteUrl(`/matches/${match}/picture.png?step=${step}`));

/** @param {string} address @returns {Promise<Draw>} */
async function ofImage(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const [width, height] = [image.naturalWidth || 300, image.naturalHeight || 150];
  return (ctx, box) => {
    const scale = Math.min(box.width / width, box.height / height);
    const size = [width * scale, height * scale];
    ctx.drawImage(image, box.x + (box.width - size[0]) / 2, box.y + (box.height - size[1]) / 2, size[0], size[1]);
  };
}

/**
 * A whole picture: the board, below it a title and a line.
 * @param {CanvasRenderingContext2D} ctx of a canvas of `SIZE` @param {Draw} draw @param {{ title: string, line: string }} words
 */
export function compose(ctx, draw, { title, line }) {
  const style = getComputedStyle(document.documentElement);
  const colour = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  ctx.fillStyle = colour('--ink');
  ctx.fillRect(0, 0, SIZE.width, SIZE.height);
  draw(ctx, { x: 0, y: 0, width: SIZE.width, height: SIZE.height - FOOT });
  ctx.fillStyle = colour('--panel');
  ctx.fillRect(0, SIZE.height - FOOT, SIZE.width, FOOT);
  const font = getComputedStyle(document.body).fontFamily;
  const isRight = document.dir === 'rtl' || getComputedStyle(document.body).direction === 'rtl';
  ctx.textAlign = isRight ? 'right' : 'left';
  const x = isRight ? SIZE.width - 32 : 32;
  ctx.fillStyle = colour('--text');
  ctx.font = `600 32px ${font}`;
  ctx.fillText(title, x, SIZE.height - FOOT + 42, SIZE.width - 260);
  ctx.fillStyle = colour('--muted');
  ctx.font = `24px ${font}`;
  ctx.fillText(line, x, SIZE.height - FOOT + 76, SIZE.width - 64);
  ctx.textAlign = isRight ? 'left' : 'right';
  ctx.fillText('Fogbound', SIZE.width - x, SIZE.height - FOOT + 42);
}

/** A canvas of that size. */
export function blank() {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, SIZE);
  return canvas;
}
