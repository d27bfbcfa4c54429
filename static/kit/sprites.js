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
/** @typedef {{picture: ImageBitmap, side: number, size: number}} Sprite side in CSS pixels; pixels of a unit */

/** Headings are rounded to this many. */
const HEADINGS = 16;
/** Sizes are rounded to this, in pixels: pictures are then copied pixel by pixel, which is crisp and costs least. */
const EXACT = 0.25;

/**
 * @param {(ctx: Ctx, look: Look) => void} paint draws a look around the origin, one unit = one pixel times `look.size`, unturned canvas
 * @param {{reach: (kind: string) => number, most?: number, spare?: number}} how reach: units from the middle to the rim of the picture; most: looks that are
 *   kept; spare: milliseconds of a frame in which new pictures may be painted, what is missing then is shown by one of another size
 */
export function createSprites(paint, { reach, most = 1200, spare = Infinity }) {
  /** @type {Map<string, Sprite>} */
  const kept = new Map();
  /** The picture of each look that was painted last, whatever its size. @type {Map<string, Sprite>} */
  const latest = new Map();
  let spent = 0;
  let isBehind = false;
  const ratio = () => Math.min(2, globalThis.devicePixelRatio || 1);

  /** @param {string} name @param {Look} look @param {number} heading @param {number} size @returns {Sprite} */
  function paintSprite(name, look, heading, size) {
    const start = performance.now();
    const side = Math.ceil(2 * reach(look.kind) * size);
    const [canvas, ctx] = sheet(side * ratio());
    ctx.scale(ratio(), ratio());
    ctx.translate(side / 2, side / 2);
    paint(ctx, { ...look, heading, size });
    const sprite = { picture: canvas.transferToImageBitmap(), side, size };
    if (kept.size >= most) kept.delete(/** @type {string} */ (kept.keys().next().value));
    kept.set(`${name}|${size}`, sprite);
    latest.set(name, sprite);
    spent += performance.now() - start;
    return sprite;
  }

  return {
    /** A new frame begins: there is time for new pictures again. */
    begin() {
      spent = 0;
      isBehind = false;
    },

    /** Whether pictures of another size were shown since `begin`: paint again soon. */
    isBehind: () => isBehind,

    /** Draws a look with its middle at a point. @param {Ctx} ctx @param {Look} look @param {number} x @param {number} y @param {boolean} [fluid] the scale changes from frame to frame: pictures that are there are scaled */
    draw(ctx, look, x, y, fluid = false) {
      const fine = ratio();
      const turn = Math.round((look.heading / (2 * Math.PI)) * HEADINGS);
      const steps = ((turn % HEADINGS) + HEADINGS) % HEADINGS;
      const name = `${look.kind}|${look.colour}|${steps}|${look.state}|${fine}`;
      const size = Math.max(1, Math.round(look.size / EXACT) * EXACT);
      let sprite = kept.get(`${name}|${size}`);
      if (!sprite) {
        const other = latest.get(name);
        if (other && (fluid || spent > spare)) sprite = other;
        else sprite = paintSprite(name, look, (steps / HEADINGS) * 2 * Math.PI, size);
      }
      if (sprite.size === size) {
        const { picture, side } = sprite;
        const [left, top] = [Math.round((x - side / 2) * fine) / fine, Math.round((y - side / 2) * fine) / fine];
        ctx.drawImage(picture, left, top, side, side);
        return;
      }
      isBehind ||= !fluid;
      const side = (sprite.side * look.size) / sprite.size;
      ctx.drawImage(sprite.picture, x - side / 2, y - side / 2, side, side);
    },
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
