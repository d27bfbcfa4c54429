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
/** @typedef {{canvas: OffscreenCanvas, side: number}} Sprite side in CSS pixels */

/** Headings are rounded to this many. */
const HEADINGS = 16;
/** Sizes are rounded up to the next of these steps, so that zooming does not paint everything anew. */
const STEP = 1.12;

/** @param {number} size */
function bucket(size) {
  return STEP ** Math.ceil(Math.log(Math.max(4, size)) / Math.log(STEP));
}

/**
 * @param {(ctx: Ctx, look: Look) => void} paint draws a look around the origin, one unit = one pixel times `look.size`, unturned canvas
 * @param {{reach: (kind: string) => number, most?: number}} how reach: units from the middle to the rim of the picture; most: looks that are kept
 */
export function createSprites(paint, { reach, most = 900 }) {
  /** @type {Map<string, Sprite>} */
  const kept = new Map();
  const ratio = () => Math.min(2, globalThis.devicePixelRatio || 1);

  /** @param {Look} look */
  function spriteOf(look) {
    const turn = Math.round((look.heading / (2 * Math.PI)) * HEADINGS);
    const steps = ((turn % HEADINGS) + HEADINGS) % HEADINGS;
    const size = bucket(look.size);
    const key = `${look.kind}|${look.colour}|${steps}|${look.state}|${size.toFixed(1)}|${ratio()}`;
    let sprite = kept.get(key);
    if (sprite) return { sprite, size };
    const side = Math.ceil(2 * reach(look.kind) * size);
    const [canvas, ctx] = sheet(side * ratio());
    ctx.scale(ratio(), ratio());
    ctx.translate(side / 2, side / 2);
    paint(ctx, { ...look, heading: (steps / HEADINGS) * 2 * Math.PI, size });
    sprite = { canvas, side };
    if (kept.size >= most) kept.delete(/** @type {string} */ (kept.keys().next().value));
    kept.set(key, sprite);
    return { sprite, size };
  }

  return {
    /** Draws a look with its middle at a point. @param {Ctx} ctx @param {Look} look @param {number} x @param {number} y */
    draw(ctx, look, x, y) {
      const { sprite, size } = spriteOf(look);
      const side = (sprite.side * look.size) / size;
      ctx.drawImage(sprite.canvas, x - side / 2, y - side / 2, side, side);
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
