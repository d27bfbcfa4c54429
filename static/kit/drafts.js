/**
 * How does an order look that is not given yet? Dashed and marching towards its end, in the colour kept for drafts, with a bubble that
 * says how much, when, and what stays behind. What is being aimed looks the same, and thinner.
 */
import { lengthOf, pointAlong } from 'board/lines.js';
import { arrow, circle, glyph, path, seatMark, text, widthOf } from 'board/marks.js';
import { faded, inkOn } from 'board/palette.js';
import { createPace } from './pace.js';

/** @typedef {CanvasRenderingContext2D} Ctx */
/** @typedef {import('board/palette.js').Palette} Palette */
/** @typedef {import('./labels.js').Box} Box */
/** @typedef {'draft' | 'edited' | 'wrong' | 'locked' | 'aim'} Look locked: given, or it cannot be changed now */

const DASH = [9, 6];
const STRIDE = DASH[0] + DASH[1];
/** Dashes of the frame of a bubble. */
const FRAME = [5, 3];
/** Pixels a second. */
const SPEED = 22;
const SIZES = [12, 10.5];

/** @param {Palette} palette @param {Look} look */
export function draftColour(palette, look) {
  if (look === 'wrong') return palette.bad;
  return look === 'locked' ? palette.muted : palette.lamp;
}

/**
 * @param {Ctx} ctx @param {Palette} palette @param {import('board/lines.js').Point[]} line @param {Look} look
 * @param {number} march pixels that the dashes have gone @param {number | null} [seat] whose it is: its edges have that colour
 */
export function paintDraft(ctx, palette, line, look, march, seat = null) {
  const width = look === 'edited' ? 3.5 : look === 'aim' ? 2 : 2.5;
  if (seat !== null) {
    ctx.save();
    ctx.strokeStyle = palette.seats[seat];
    ctx.lineWidth = width + 6;
    path(ctx, line);
    ctx.stroke();
    ctx.restore();
  }
  arrow(ctx, line, { colour: draftColour(palette, look), width, dash: DASH, march, halo: palette.ink });
}

/**
 * A draft that concerns a place: a marching ring with its drawing.
 * @param {Ctx} ctx @param {Palette} palette @param {[x: number, y: number, radius: number]} disc @param {string} icon @param {Look} look @param {number} march
 */
export function paintDraftAt(ctx, palette, [x, y, radius], icon, look, march) {
  const colour = draftColour(palette, look);
  const reach = radius + 9;
  ctx.save();
  circle(ctx, x, y, reach);
  ctx.setLineDash(DASH);
  ctx.lineDashOffset = -march;
  ctx.lineWidth = 2;
  ctx.strokeStyle = colour;
  ctx.stroke();
  ctx.restore();
  const [left, top] = [x - reach * 0.72, y - reach * 0.72];
  circle(ctx, left, top, 11);
  ctx.fillStyle = colour;
  ctx.fill();
  glyph(ctx, icon, left, top, 14, inkOn(colour));
}

/** An aim that is being dragged and has no target yet. @param {Ctx} ctx @param {Palette} palette @param {readonly import('board/lines.js').Point[]} line */
export function paintReach(ctx, palette, line) {
  ctx.save();
  ctx.strokeStyle = faded(palette.lamp, 0.7);
  ctx.lineWidth = 2;
  ctx.setLineDash(DASH);
  path(ctx, line);
  ctx.stroke();
  ctx.restore();
}

/** @param {Palette} palette @param {number} i line of a bubble */
const fontOf = (palette, i) => `${i ? 500 : 700} ${SIZES[i ? 1 : 0]}px ${palette.font}`;

/** @param {Palette} palette @param {readonly string[]} lines @returns {{width: number, height: number}} */
export function bubbleSize(palette, lines) {
  const width = Math.max(...lines.map((line, i) => widthOf(line, fontOf(palette, i)))) + 14;
  return { width: Math.max(19, width), height: 6 + lines.length * 13 };
}

/**
 * Words in a frame; the first line counts most.
 * @param {Ctx} ctx @param {Palette} palette @param {Box} box @param {readonly string[]} lines @param {Look} look
 * @param {{edge?: string, isTold?: boolean, isDashed?: boolean, seat?: number | null, line?: import('board/lines.js').Point[]}} [how] `edge` where it is not the colour of the draft, and `isTold` the first line has it too; `isDashed`: as its arrow is; `seat`: whose mark it bears; `line` it is about
 */
export function paintBubble(ctx, palette, box, lines, look, { edge, isTold, isDashed, seat, line } = {}) {
  const colour = draftColour(palette, look);
  const isFilled = look === 'edited' || look === 'wrong';
  ctx.save();
  ctx.strokeStyle = edge ?? colour;
  ctx.lineWidth = 1.25;
  if (isDashed) ctx.setLineDash(FRAME);
  if (line) tie(ctx, box, line);
  ctx.beginPath();
  ctx.roundRect(box.x, box.y, box.width, box.height, Math.min(9, box.height / 2));
  ctx.fillStyle = isFilled ? colour : faded(palette.ink, 0.94);
  ctx.fill();
  ctx.stroke();
  ctx.restore();
  const inks = isFilled ? [inkOn(colour), inkOn(colour)] : [(isTold && edge) || colour, palette.text];
  lines.forEach((line, i) => {
    const y = box.y + 10 + i * 13;
    text(ctx, line, box.x + box.width / 2, y, { font: fontOf(palette, i), fill: inks[i ? 1 : 0] });
  });
  if (seat !== undefined && seat !== null) seatMark(ctx, palette, seat, box.x, box.y + 10, 5);
}

/** Places of a line at which words about it may be tied to it. */
const TIED = [0.3, 0.4, 0.5, 0.6, 0.7];

/** A bubble that found no room on its line is tied to where that is nearest. @param {Ctx} ctx @param {Box} box @param {import('board/lines.js').Point[]} line */
function tie(ctx, box, line) {
  const [from, to] = [box.x + box.width / 2, box.y + box.height / 2];
  const total = lengthOf(line);
  const { x, y } = TIED.map((part) => pointAlong(line, total * part)).reduce((best, one) =>
    Math.hypot(one.x - from, one.y - to) < Math.hypot(best.x - from, best.y - to) ? one : best,
  );
  if (Math.abs(x - from) < box.width / 2 && Math.abs(y - to) < box.height / 2) return;
  ctx.beginPath();
  ctx.moveTo(from, to);
  ctx.lineTo(x, y);
  ctx.stroke();
}

/**
 * What a click would order: thin arrows with numbers, and a note at their end.
 * @param {Ctx} ctx @param {import('board/layers.js').View} view @param {ReturnType<typeof import('./labels.js').createPlacer>} placer
 * @param {{line: import('board/lines.js').Point[], words: string}[]} arrows
 * @param {{disc: [x: number, y: number, radius: number], lines: string[]}} note
 */
export function paintAims(ctx, { palette }, placer, arrows, { disc: [x, y, radius], lines }) {
  for (const { line, words } of arrows) {
    paintDraft(ctx, palette, line, 'aim', 0);
    paintBubble(ctx, palette, placer.along(line, bubbleSize(palette, [words])), [words], 'aim');
  }
  const size = bubbleSize(palette, lines);
  const away = radius + 12;
  const box = placer.place({ x, y, ...size, away, towards: Math.PI / 2, rings: 7 });
  paintBubble(ctx, palette, box ?? { x: x - size.width / 2, y: y + away, ...size }, lines, 'aim');
}

/**
 * Lets drafts march as long as there are any, the machine keeps up and motion is wanted.
 * @param {import('board/board.js').Board} board @param {string[]} layers that show them
 * @param {{playing: () => boolean, has: () => boolean}} when
 */
export function marching(board, layers, { playing, has }) {
  let gone = 0;
  const pace = createPace(board, {
    playing,
    drift(seconds) {
      if (!has()) return;
      gone = (seconds * SPEED) % STRIDE;
      board.redraw(layers);
    },
  });
  return { gone: () => gone, destroy: pace.destroy };
}
