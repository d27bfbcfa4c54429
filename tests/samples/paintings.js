/** What does the kit paint on a canvas? Still pictures by module and name: `paint(ctx, view, placer)` on a canvas of `SIZE`. */

import { sheet } from 'kit/bake.js';
import * as drafts from 'kit/drafts.js';
import * as gauges from 'kit/gauges.js';
import { globeOf, paintGlobe, paintGlow, pieceRing } from 'kit/globes.js';
import * as heat from 'kit/heat.js';
import { boxesAlong, createPlacer } from 'kit/labels.js';
import { paintDot } from 'kit/minimap.js';
import * as plates from 'kit/plates.js';
import { nebulaOf, paintSky } from 'kit/sky.js';
import { createSprites, light } from 'kit/sprites.js';
import { drawBlurred, dulled } from 'kit/tone.js';
import { writeUnknown } from 'kit/unknown.js';

/** @typedef {import('board/layers.js').View} View */
/** @typedef {ReturnType<typeof createPlacer>} Placer */
/** @typedef {(ctx: CanvasRenderingContext2D, view: View, placer: Placer) => void} Painting */
/** @typedef {[number, number]} Point */

export const SIZE = { width: 260, height: 120 };
const [X, Y] = [130, 60];
const ICON = 'M3 20 12 4l9 16Z';
const RAMP = ['#16345c', '#3f7fd6', '#d7ecff'];
/** @type {Point[]} */
const LINE = [
  [20, 90],
  [130, 30],
  [240, 90],
];
const GRID = { width: 13, height: 6 };
const HEAT = {
  ...GRID,
  values: Float32Array.from({ length: GRID.width * GRID.height }, (_, i) => ((i * 7) % 11) / 11),
};
/** @type {drafts.Look[]} */
const LOOKS = ['draft', 'edited', 'wrong', 'locked', 'aim'];

/** What a generator leads to. @template Made @param {Generator<unknown, Made, unknown>} making @returns {Made} */
function made(making) {
  for (;;) {
    const { done, value } = making.next();
    if (done) return value;
  }
}

/** A disc to wear something. @param {CanvasRenderingContext2D} ctx @param {string} colour */
function disc(ctx, colour) {
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.arc(X, Y, 26, 0, Math.PI * 2);
  ctx.fill();
}

/** A picture that is larger than its place. @param {CanvasRenderingContext2D} ctx @param {CanvasImageSource} picture */
const whole = (ctx, picture) => ctx.drawImage(picture, 0, 0, SIZE.width, SIZE.height);

/** @type {Record<string, Record<string, Painting>>} */
export const PAINTINGS = {
  bake: {
    sheet(ctx, { palette }) {
      const [canvas, on] = sheet(40);
      on.fillStyle = palette.lamp;
      on.fillRect(8, 8, 24, 24);
      ctx.drawImage(canvas, X - 20, Y - 20);
    },
  },
  drafts: {
    paintDraft(ctx, { palette }) {
      for (const [i, look] of LOOKS.entries()) {
        const line = LINE.map(([x, y]) => /** @type {Point} */ ([x, y + 12 * i - 24]));
        drafts.paintDraft(ctx, palette, line, look, 0);
      }
    },
    paintDraftAt(ctx, { palette }) {
      for (const [i, look] of LOOKS.entries()) drafts.paintDraftAt(ctx, palette, [35 + i * 48, Y, 16], ICON, look, 0);
    },
    paintReach: (ctx, { palette }) => drafts.paintReach(ctx, palette, LINE),
    paintBubble(ctx, { palette }) {
      const lines = ['Move 12', 'arrives in 3'];
      const [box] = boxesAlong(LINE, [[100, 0]], drafts.bubbleSize(palette, lines));
      drafts.paintBubble(ctx, palette, box, lines, 'draft', { line: LINE });
    },
    paintAims: (ctx, view, placer) =>
      drafts.paintAims(ctx, view, placer, [{ line: LINE, words: '3 rounds' }], {
        disc: [20, 90, 10],
        lines: ['12 leave'],
      }),
  },
  gauges: {
    onDisc(ctx, view) {
      disc(ctx, view.palette.seats[1]);
      gauges.onDisc(ctx, view, '42', X, Y, 26, view.palette.seats[1]);
    },
    beside(ctx, view) {
      disc(ctx, view.palette.seats[2]);
      gauges.beside(ctx, view, '+3', X, Y, 26);
    },
    strokesOf(ctx, { palette }) {
      disc(ctx, palette.panel);
      gauges.strokesOf(ctx, palette.seats[0], X, Y, 30, 0.6, true);
    },
    leftOf(ctx, view) {
      disc(ctx, view.palette.seats[3]);
      gauges.leftOf(ctx, view, X, Y, 26, 0.4);
    },
  },
  globes: {
    globeOf: (ctx) => paintGlobe(ctx, made(globeOf('ringed', 2, 30)).seen, X, Y, 30),
    paintGlobe(ctx) {
      const { seen, remembered } = made(globeOf('ocean', 1, 30));
      paintGlobe(ctx, seen, X - 50, Y, 30);
      paintGlobe(ctx, remembered, X + 50, Y, 30);
    },
    paintGlow: (ctx, { palette }) => paintGlow(ctx, palette.seats[1], X, Y, 30, 1),
    pieceRing: (ctx, { palette }) =>
      pieceRing(ctx, X, Y, 34, 0.7, { colour: palette.seats[0], track: palette.line, width: 5 }),
  },
  heat: {
    heatOf: (ctx) => whole(ctx, made(heat.heatOf(HEAT, RAMP, 8))),
    dimOf(ctx, { palette }) {
      whole(ctx, made(heat.heatOf(HEAT, RAMP, 8)));
      const sensed = Uint8Array.from(HEAT.values, (_, i) => Number(i % GRID.width < 6));
      whole(ctx, made(heat.dimOf(HEAT, sensed, palette.ink)));
    },
    paintUnknown: (ctx, view) => heat.paintUnknown(ctx, view, GRID),
    paintCoordinates: (ctx, view) => heat.paintCoordinates(ctx, view, GRID, [0, 0]),
  },
  minimap: {
    paintDot: (ctx, { palette }) => paintDot(ctx, 1, X, Y, 12, palette.seats[0], palette.ink),
  },
  plates: {
    label: (ctx, view, placer) =>
      plates.label(ctx, view, placer, 'A label', [X, Y], { colour: view.palette.lamp, away: 12 }),
    numberDisc: (ctx, view) => plates.numberDisc(ctx, view, '7', [X, Y], 16, view.palette.seats[1]),
    strokeTwice: (ctx, view) =>
      plates.strokeTwice(ctx, view, LINE, { colour: view.palette.lamp, width: 3, dash: [8, 5] }),
    frameCell: (ctx, view) => plates.frameCell(ctx, view, [6, 2], 3),
    markChosen(ctx, view) {
      disc(ctx, view.palette.seats[1]);
      plates.markChosen(ctx, view, [X, Y], 34);
    },
    createPlates(ctx, view, placer) {
      const set = plates.createPlates(ctx, view, placer);
      set.ring([X, Y], 30, view.palette.lamp);
      set.label('Plates', [X, Y]);
    },
  },
  sky: {
    nebulaOf: (ctx, { palette }) => whole(ctx, made(nebulaOf(palette, 3))),
    paintSky: (ctx, view) =>
      paintSky(ctx, view, made(nebulaOf(view.palette, 3, { coarse: 4 })), { x: 6.5, y: 3, reach: 10, seed: 3 }),
  },
  sprites: {
    createSprites(ctx, { palette }) {
      const sprites = createSprites(
        (on, { colour }) => {
          on.fillStyle = colour;
          on.fillRect(-10, -5, 20, 10);
        },
        { reach: () => 14 },
      );
      sprites.begin();
      [0, 1, 2].forEach((seat) => {
        const look = { kind: 'box', colour: palette.seats[seat], heading: seat * 0.6, state: 'whole', size: 2 };
        sprites.draw(ctx, look, 60 + seat * 70, Y);
      });
    },
    light(ctx, { palette }) {
      ctx.translate(X, Y);
      ctx.fillStyle = palette.seats[2];
      ctx.fillRect(-40, -40, 80, 80);
      light(ctx, 40, 1);
    },
  },
  tone: {
    dulled(ctx) {
      const { seen } = made(globeOf('ocean', 1, 30));
      const [canvas, on] = sheet(120);
      paintGlobe(on, seen, 60, 60, 30);
      ctx.drawImage(canvas, X - 125, 0);
      ctx.drawImage(dulled(canvas, { saturation: 0.2, brightness: 0.6 })[0], X + 5, 0);
    },
    drawBlurred(ctx, { palette }) {
      drawBlurred(ctx, 6, palette.lamp);
      ctx.fillRect(X - 40, Y - 20, 80, 40);
    },
  },
  unknown: {
    writeUnknown(ctx, view, placer) {
      // Many cells: a word needs room.
      const small = {
        ...view,
        camera: { ...view.camera, scale: 5 },
        at: (/** @type {number} */ x, /** @type {number} */ y) => /** @type {Point} */ ([x * 5, y * 5]),
      };
      writeUnknown(ctx, small, { width: 52, height: 24 }, () => true, { placer, over: [], words: 'fog' });
    },
  },
};

/** Where labels find room on such a canvas. */
export const placerOf = () => createPlacer(SIZE);
