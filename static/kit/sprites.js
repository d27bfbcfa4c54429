/**
 * How are pieces drawn that come often and look alike? Each look is painted once per kind, seat, heading, state and size, and copied
 * from then on. Light falls from the top left whichever way a piece heads: it is laid on after the turning.
 */
import { sheet } from './bake.js';

/** @typedef {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} Ctx */
/**
 * @typedef {object} Look
 * @property {string} kind
 * @property {string} colour of the seat
 * @property {number} heading radians, 0: to the right
 * @property {string} state the game's word: 'whole', 'ghost', …
 * @property {number} size pixels per unit of the drawing
 */
/** @typedef {{picture: ImageBitmap, side: number}} Sprite side in CSS pixels */

/** Headings are rounded to this many. */
const HEADINGS = 16;
/** While the scale changes from frame to frame, sizes are rounded up to the next of these steps and the picture is scaled. */
const STEP = 1.12;
/** At rest sizes are rounded to this, in pixels, and pictures are copied pixel by pixel, which is crisp and costs least. */
const EXACT = 0.25;

/**
 * @param {(ctx: Ctx, look: Look) => void} paint draws a look around the origin, one unit = one pixel times `look.size`, unturned canvas
 * @param {{reach: (kind: string) => number, most?: number}} how reach: units from the middle to the rim of the picture; most: looks that are kept
 */
export function createSprites(paint, { reach, most = 1200 }) {
  /** @type {Map<string, Sprite>} */
  const kept = new Map();
  const ratio = () => Math.min(2, globalThis.devicePixelRatio || 1);

  /** @param {Look} look @param {number} size @returns {Sprite} */
  function spriteOf(look, size) {
    const turn = Math.round((look.heading / (2 * Math.PI)) * HEADINGS);
    const steps = ((turn % HEADINGS) + HEADINGS) % HEADINGS;
    const fine = ratio();
    const key = `${look.kind}|${look.colour}|${steps}|${look.state}|${size.toFixed(2)}|${fine}`;
    const known = kept.get(key);
    if (known) return known;
    const side = Math.ceil(2 * reach(look.kind) * size);
    const [canvas, ctx] = sheet(side * fine);
    ctx.scale(fine, fine);
    ctx.translate(side / 2, side / 2);
    paint(ctx, { ...look, heading: (steps / HEADINGS) * 2 * Math.PI, size });
    const sprite = { picture: canvas.transferToImageBitmap(), side };
    if (kept.size >= most) kept.delete(/** @type {string} */ (kept.keys().next().value));
    kept.set(key, sprite);
    return sprite;
  }

  return {
    /** Draws a look with its middle at a point. @param {Ctx} ctx @param {Look} look @param {number} x @param {number} y @param {boolean} [fluid] the scale changes from frame to frame */
    draw(ctx, look, x, y, fluid = false) {
      if (!fluid) {
        const { picture, side } = spriteOf(look, Math.max(1, Math.round(look.size / EXACT) * EXACT));
        const fine = ratio();
        ctx.drawImage(
          picture,
          Math.round((x - side / 2) * fine) / fine,
          Math.round((y - side / 2) * fine) / fine,
          side,
          side,
        );
        return;
      }
      const size = STEP ** Math.ceil(Math.log(Math.max(1, look.size)) / Math.log(STEP));
      const sprite = spriteOf(look, size);
      const side = (sprite.side * look.size) / size;
      ctx.drawImage(sprite.picture, x - side / 2, y - side / 2, side, side);
    },

    /** All looks are painted anew when they are next asked for. */
    clear: () => kept.clear(),
  };
}

/**
 * Light from the top left over everything painted so far.
 * @param {Ctx} ctx @param {number} reach pixels from the middle to where light and shade are full @param {number} strength 0 to 1
 */
export function light(ctx, reach, strength) {
  ctx.save();
  ctx.globalCompositeOperation = 'source-atop';
  const ramp = ctx.createLinearGradient(-reach, -reach, reach, reach);
  ramp.addColorStop(0, `rgba(255,246,220,${0.5 * strength})`);
  ramp.addColorStop(0.5, 'rgba(255,255,255,0)');
  ramp.addColorStop(1, `rgba(4,10,22,${0.6 * strength})`);
  ctx.fillStyle = ramp;
  ctx.fillRect(-4 * reach, -4 * reach, 8 * reach, 8 * reach);
  ctx.restore();
}
