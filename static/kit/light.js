/** How do the great events look? A burst as light that runs out to its radius, resonance as rings of two sources that meet. */
import { even } from 'board/animate.js';
import { faded } from 'board/palette.js';
import { sheet } from './bake.js';
import { hash } from './noise.js';

/** @typedef {import('board/animate.js').Track} Track */

const TURN = Math.PI * 2;
/** Pictures of one swing, and pixels of each from the middle. */
const [PHASES, SIDE] = [8, 72];
/** Waves from the middle to the rim; how far apart the sources are, in parts of the radius. */
const [WAVES, APART] = [7, 0.34];

/** @typedef {{at: number, lasts: number}} When milliseconds */

/** @type {(ImageBitmap | undefined)[]} */
const swings = [];

/** One moment of two sources that swing together: bright where crests meet. @param {number} phase */
function swing(phase) {
  const made = swings[phase];
  if (made) return made;
  const [canvas, ctx] = sheet(SIDE * 2);
  const image = ctx.createImageData(SIDE * 2, SIDE * 2);
  for (let i = 0; i < SIDE * SIDE * 4; i += 1) {
    const [x, y] = [(i % (SIDE * 2)) / SIDE - 1, Math.floor(i / (SIDE * 2)) / SIDE - 1];
    const far = Math.hypot(x, y);
    if (far >= 1) continue;
    const wave = (/** @type {number} */ side) =>
      Math.cos(TURN * (WAVES * Math.hypot(x + side * APART, y) - phase / PHASES));
    const height = (wave(-1) + wave(1)) / 2;
    image.data.set([186, 230, 255, 255 * Math.max(0, height) ** 1.6 * (1 - far) ** 0.7], i * 4);
  }
  ctx.putImageData(image, 0, 0);
  const picture = canvas.transferToImageBitmap();
  swings[phase] = picture;
  return picture;
}

/** Rings that interfere run over a place. @param {When} when @param {number} x @param {number} y @param {number} reach tiles @returns {Track} */
export function resonance(when, x, y, reach) {
  return {
    ...when,
    ease: even,
    paint(ctx, view, k) {
      const [sx, sy] = view.at(x, y);
      const size = reach * view.camera.scale * (0.55 + 0.45 * k);
      ctx.globalAlpha = Math.sin(Math.PI * k) ** 0.6;
      // On a light ground light adds nothing: the rings are laid on as ink there.
      ctx.globalCompositeOperation = view.palette.dark ? 'lighter' : 'difference';
      ctx.drawImage(swing(Math.floor(k * PHASES * 3) % PHASES), sx - size, sy - size, size * 2, size * 2);
    },
  };
}

/** A burst: a white rim out to its radius, rays, sparks, and a glow that fades. @param {When} when @param {number} x @param {number} y @param {number} reach tiles @returns {Track} */
export function blaze(when, x, y, reach) {
  return {
    ...when,
    paint(ctx, view, k) {
      const [sx, sy] = view.at(x, y);
      const rim = reach * view.camera.scale * Math.min(1, k * 2.2);
      const left = 1 - k;
      // Light shows on a dark ground only: by day the rim is drawn in ink, and the glow is deeper.
      const [ink, warm, deep] = view.palette.dark
        ? ['#FFF3D8', '#FFE3A6', '#FF7DB8']
        : ['#6E1442', '#FFC65C', '#D42A6E'];
      const glow = ctx.createRadialGradient(sx, sy, 0, sx, sy, Math.max(1, rim));
      glow.addColorStop(0, faded('#FFFFFF', 0.95 * left));
      glow.addColorStop(0.25, faded(warm, 0.7 * left));
      glow.addColorStop(0.85, faded(deep, 0.38 * left));
      glow.addColorStop(1, faded(deep, 0));
      ctx.fillStyle = glow;
      ctx.fillRect(sx - rim, sy - rim, rim * 2, rim * 2);
      ctx.lineCap = 'round';
      ctx.beginPath();
      for (let i = 0; i < 36; i += 1) {
        const [angle, far] = [(i / 36 + hash(i, 3, 1) / 40) * TURN, 0.35 + 0.6 * hash(i, 5, 2)];
        ctx.moveTo(sx + Math.cos(angle) * rim * 0.08, sy + Math.sin(angle) * rim * 0.08);
        ctx.lineTo(sx + Math.cos(angle) * rim * far, sy + Math.sin(angle) * rim * far);
      }
      ctx.lineWidth = 1.2;
      ctx.strokeStyle = faded(ink, 0.55 * left);
      ctx.stroke();
      for (const [wide, alpha] of [
        [9, 0.22],
        [2.5, 0.95],
      ]) {
        ctx.beginPath();
        ctx.arc(sx, sy, rim, 0, TURN);
        ctx.lineWidth = wide;
        ctx.strokeStyle = faded(ink, alpha * left);
        ctx.stroke();
      }
      ctx.fillStyle = faded(ink, left);
      for (let i = 0; i < 26; i += 1) {
        const [angle, far] = [hash(i, 7, 3) * TURN, rim * (0.9 + 0.25 * hash(i, 9, 4) * k)];
        ctx.fillRect(sx + Math.cos(angle) * far, sy + Math.sin(angle) * far, 1.8, 1.8);
      }
    },
  };
}
