/**
 * How does an event look while it happens? Animations that all boards share, as tracks of the toolkit's timeline: something travels, a
 * flash, a pulse, a beam, a burst, a number that rises. They are skippable because the timeline is, and under reduced motion it plays
 * none of them.
 */
import { even } from 'board/animate.js';
import { lengthOf, pointAlong } from 'board/lines.js';
import { faded } from 'board/palette.js';
import { hash } from './noise.js';

/** @typedef {import('board/animate.js').Track} Track */
/** @typedef {import('board/layers.js').View} View */
/** @typedef {import('board/lines.js').Point} Point */
/** @typedef {(view: View) => Point} Place where on the canvas; asked anew for every frame, since the camera may move */
/** @typedef {{at: number, lasts: number}} When milliseconds */

/** @typedef {string | ((palette: import('board/palette.js').Palette) => string)} Colour of the theme that is worn when it is painted */

const TURN = Math.PI * 2;

/** @param {Colour} colour @param {View} view */
const inked = (colour, { palette }) => (typeof colour === 'function' ? colour(palette) : colour);

/** A place of the map that stays where it is. @param {number} x @param {number} y @returns {Place} */
export function placeAt(x, y) {
  return (view) => view.at(x, y);
}

/**
 * Something runs along a line at even speed; `lift` bends its way up, as shells fly.
 * @param {When} when @param {Place[]} way
 * @param {(ctx: CanvasRenderingContext2D, view: View, spot: {x: number, y: number, angle: number, k: number}) => void} paint
 * @param {number} [lift] height of the arc in parts of its length
 * @returns {Track}
 */
export function travel(when, way, paint, lift = 0) {
  return {
    ...when,
    ease: even,
    paint(ctx, view, k) {
      const line = way.map((place) => place(view));
      const length = lengthOf(line);
      const { x, y, angle } = pointAlong(line, length * k);
      const up = lift * length * 4;
      paint(ctx, view, {
        x,
        y: y - up * k * (1 - k),
        angle: Math.atan2(Math.sin(angle) - lift * 4 * (1 - 2 * k), Math.cos(angle)),
        k,
      });
    },
  };
}

/** A disc lights up and fades. @param {When} when @param {Place} place @param {number} radius map units @param {Colour} ink @returns {Track} */
export function flash(when, place, radius, ink) {
  return {
    ...when,
    paint(ctx, view, k) {
      const colour = inked(ink, view);
      const [x, y] = place(view);
      const reach = Math.max(6, radius * view.camera.scale) * (0.7 + 0.6 * k);
      const glow = ctx.createRadialGradient(x, y, 0, x, y, reach);
      glow.addColorStop(0, faded(colour, 0.95 * (1 - k)));
      glow.addColorStop(0.5, faded(colour, 0.5 * (1 - k)));
      glow.addColorStop(1, faded(colour, 0));
      ctx.fillStyle = glow;
      ctx.fillRect(x - reach, y - reach, reach * 2, reach * 2);
    },
  };
}

/** Rings run outwards. @param {When} when @param {Place} place @param {number} radius map units @param {Colour} ink @param {number} [rings] @param {number} [flat] height in parts of the width @returns {Track} */
export function pulse(when, place, radius, ink, rings = 1, flat = 0.8) {
  return {
    ...when,
    ease: even,
    paint(ctx, view, k) {
      const [x, y] = place(view);
      const colour = inked(ink, view);
      const reach = Math.max(8, radius * view.camera.scale);
      for (let i = 0; i < rings; i += 1) {
        const part = k * (1 + (rings - 1) * 0.3) - i * 0.3;
        if (part <= 0 || part >= 1) continue;
        ctx.lineWidth = 2.5 * (1 - part) + 0.5;
        ctx.strokeStyle = faded(colour, 0.85 * (1 - part));
        ctx.beginPath();
        ctx.ellipse(x, y, reach * part, reach * part * flat, 0, 0, TURN);
        ctx.stroke();
      }
    },
  };
}

/** A line with dashes that run from one place to the other. @param {When} when @param {Place} from @param {Place} to @param {string} colour @param {number} [width] @returns {Track} */
export function beam(when, from, to, colour, width = 2.5) {
  return {
    ...when,
    ease: even,
    paint(ctx, view, k) {
      const [a, b] = [from(view), to(view)];
      const seen = Math.min(1, k * 6, (1 - k) * 6);
      ctx.lineCap = 'round';
      ctx.beginPath();
      ctx.moveTo(...a);
      ctx.lineTo(...b);
      ctx.lineWidth = width + 3;
      ctx.strokeStyle = faded(colour, 0.25 * seen);
      ctx.stroke();
      ctx.lineWidth = width;
      ctx.strokeStyle = faded(colour, 0.95 * seen);
      ctx.setLineDash([width * 1.5, width * 2.5]);
      ctx.lineDashOffset = -k * when.lasts * 0.05;
      ctx.stroke();
    },
  };
}

/** Pieces fly apart and fall. @param {When} when @param {Place} place @param {number} radius map units @param {readonly string[]} colours @param {number} [pieces] @returns {Track} */
export function burst(when, place, radius, colours, pieces = 24) {
  return {
    ...when,
    paint(ctx, view, k) {
      const [x, y] = place(view);
      const reach = Math.max(10, radius * view.camera.scale);
      for (let i = 0; i < pieces; i += 1) {
        const [angle, far, size] = [hash(i, 1, when.at) * TURN, 0.35 + 0.65 * hash(i, 2, when.at), hash(i, 3, when.at)];
        const fall = reach * 0.5 * k * k;
        ctx.fillStyle = faded(colours[i % colours.length], 0.95 * (1 - k));
        ctx.beginPath();
        ctx.arc(
          x + Math.cos(angle) * reach * far * k,
          y + Math.sin(angle) * reach * far * k * 0.8 - reach * 0.35 * k + fall,
          Math.max(0.6, reach * (0.04 + 0.09 * size) * (1 - 0.6 * k)),
          0,
          TURN,
        );
        ctx.fill();
      }
    },
  };
}

/** Anything that only comes or goes. @param {When} when @param {(ctx: CanvasRenderingContext2D, view: View, strength: number) => void} paint @param {'in' | 'out'} [which] @returns {Track} */
export function fade(when, paint, which = 'out') {
  return { ...when, ease: even, paint: (ctx, view, k) => paint(ctx, view, which === 'out' ? 1 - k : k) };
}

/** A number or word rises over a place and fades. @param {When} when @param {Place} place @param {string} words @param {Colour} ink @returns {Track} */
export function rise(when, place, words, ink) {
  return {
    ...when,
    paint(ctx, view, k) {
      const [x, y] = place(view);
      const size = Math.max(12, Math.min(20, view.camera.scale * 0.6));
      ctx.font = `800 ${size}px ${view.palette.font}`;
      ctx.textAlign = 'center';
      ctx.textBaseline = 'middle';
      ctx.globalAlpha = Math.min(1, (1 - k) * 2);
      ctx.lineJoin = 'round';
      ctx.lineWidth = 4;
      ctx.strokeStyle = view.palette.ink;
      ctx.strokeText(words, x, y - size - k * 22);
      ctx.fillStyle = inked(ink, view);
      ctx.fillText(words, x, y - size - k * 22);
    },
  };
}

/** What is suddenly faster leaves a streak behind. @param {When} when @param {(view: View) => Point[]} way up to where it is @param {Colour} ink @returns {Track} */
export function streak(when, way, ink) {
  return {
    ...when,
    paint(ctx, view, k) {
      const line = way(view);
      const end = lengthOf(line);
      const [a, b] = [pointAlong(line, end * (0.4 + 0.6 * k)), pointAlong(line, end)];
      ctx.lineCap = 'round';
      ctx.lineWidth = 5;
      ctx.strokeStyle = faded(inked(ink, view), 0.7 * (1 - k));
      ctx.beginPath();
      ctx.moveTo(a.x, a.y);
      ctx.lineTo(b.x, b.y);
      ctx.stroke();
    },
  };
}
