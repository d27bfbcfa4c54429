/** How does a world look from afar? A lit globe with bands of cloud, in the colour of whoever owns it. */
import { faded, mixed } from 'board/palette.js';

const TURN = Math.PI * 2;

/**
 * A globe around the origin, lit from the top left; a ghost is its outline.
 * @param {import('./sprites.js').Ctx} ctx @param {string} colour @param {number} size from the middle of its plate to the rim @param {boolean} isGhost
 */
export function paintGlobe(ctx, colour, size, isGhost) {
  ctx.beginPath();
  ctx.arc(0, 0, size * 0.78, 0, TURN);
  if (isGhost) {
    ctx.strokeStyle = faded(colour, 0.7);
    ctx.lineWidth = Math.max(1, size * 0.06);
    ctx.stroke();
    return;
  }
  const light = ctx.createRadialGradient(-size * 0.3, -size * 0.34, size * 0.08, 0, 0, size * 0.82);
  light.addColorStop(0, mixed(colour, '#FFFFFF', 0.55));
  light.addColorStop(0.45, colour);
  light.addColorStop(1, mixed(colour, '#05070F', 0.72));
  ctx.fillStyle = light;
  ctx.fill();
  ctx.save();
  ctx.clip();
  ctx.lineWidth = size * 0.09;
  ctx.strokeStyle = faded('#05070F', 0.22);
  for (const [at, bend] of [
    [-0.36, 0.2],
    [0.02, 0.26],
    [0.4, 0.2],
  ]) {
    ctx.beginPath();
    ctx.ellipse(0, size * at, size * 0.95, size * bend, -0.25, 0.15, Math.PI - 0.15);
    ctx.stroke();
  }
  ctx.restore();
}
