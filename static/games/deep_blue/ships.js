/**
 * What do units and buildings look like? A silhouette for every kind, in cells, bow to the right; colour of the seat, light from the top
 * left, a dark rim. Told apart by shape first, by colour second. The legend draws with the same functions.
 */
import { faded, mixed } from 'board/palette.js';
import { light } from 'kit/sprites.js';

/** @typedef {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} Ctx */
/** @typedef {import('kit/sprites.js').Look} Look */
/** @typedef {{length: number, beam: number, hull: Path2D, parts: [Path2D, 'light' | 'dark' | 'mid'][], lines?: Path2D}} Shape */

const INK = '#0A111E';
const TURN = Math.PI * 2;

/** @param {(path: Path2D) => void} draw */
function drawn(draw) {
  const path = new Path2D();
  draw(path);
  return path;
}

/**
 * A hull from stern to bow. @param {number} length @param {number} beam @param {number} shoulder where the bow begins to narrow, 0 to 1 of the
 * length from the stern @param {number} stern width of the stern in parts of the beam
 */
function hull(length, beam, shoulder, stern) {
  return drawn((path) => {
    const [back, front, half] = [-length / 2, length / 2, beam / 2];
    const wide = back + length * shoulder;
    path.moveTo(back, -half * stern);
    path.bezierCurveTo(back + length * 0.2, -half, wide - length * 0.2, -half, wide, -half);
    path.bezierCurveTo(front - length * 0.14, -half * 0.9, front - length * 0.05, -half * 0.3, front, 0);
    path.bezierCurveTo(front - length * 0.05, half * 0.3, front - length * 0.14, half * 0.9, wide, half);
    path.bezierCurveTo(wide - length * 0.2, half, back + length * 0.2, half, back, half * stern);
    path.quadraticCurveTo(back - length * 0.03, 0, back, -half * stern);
  });
}

const disc = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ r) =>
  drawn((path) => path.arc(x, y, r, 0, TURN));
const block = (
  /** @type {number} */ x,
  /** @type {number} */ y,
  /** @type {number} */ w,
  /** @type {number} */ h,
  r = 0.02,
) => drawn((path) => path.roundRect(x - w / 2, y - h / 2, w, h, r));
/** A turret with barrels to the bow (or, below 0, to the stern). */
const turret = (
  /** @type {number} */ x,
  /** @type {number} */ r,
  /** @type {number} */ barrels,
  /** @type {number} */ long,
) =>
  drawn((path) => {
    for (let i = 0; i < barrels; i += 1)
      path.rect(Math.min(x, x + long), (i - (barrels - 1) / 2) * r * 0.75 - 0.014, Math.abs(long), 0.028);
    path.moveTo(x + r, 0);
    path.arc(x, 0, r, 0, TURN);
  });

/** @type {Record<string, Shape>} */
export const SHAPES = {
  submarine: {
    length: 1.3,
    beam: 0.26,
    hull: drawn((path) => {
      path.moveTo(-0.65, 0);
      path.bezierCurveTo(-0.5, -0.13, 0.1, -0.16, 0.42, -0.13);
      path.bezierCurveTo(0.62, -0.11, 0.66, 0.11, 0.42, 0.13);
      path.bezierCurveTo(0.1, 0.16, -0.5, 0.13, -0.65, 0);
      path.rect(-0.63, -0.19, 0.1, 0.38);
      path.roundRect(0.28, -0.22, 0.08, 0.44, 0.03);
    }),
    parts: [
      [drawn((path) => path.ellipse(0.1, 0, 0.2, 0.065, 0, 0, TURN)), 'dark'],
      [disc(0.16, 0, 0.03), 'light'],
    ],
    lines: drawn((path) => {
      path.moveTo(-0.5, 0);
      path.lineTo(-0.12, 0);
      path.moveTo(0.32, 0);
      path.lineTo(0.56, 0);
    }),
  },
  destroyer: {
    length: 1.4,
    beam: 0.3,
    hull: hull(1.4, 0.3, 0.62, 0.7),
    parts: [
      [turret(0.38, 0.06, 1, 0.17), 'light'],
      [block(0.14, 0, 0.2, 0.17), 'light'],
      [block(-0.06, 0, 0.09, 0.11), 'dark'],
      [block(-0.23, 0, 0.09, 0.11), 'dark'],
      [drawn((path) => path.rect(-0.4, -0.08, 0.05, 0.16)), 'light'],
      [turret(-0.5, 0.06, 1, -0.15), 'light'],
    ],
  },
  cruiser: {
    length: 1.6,
    beam: 0.37,
    hull: hull(1.6, 0.37, 0.6, 0.72),
    parts: [
      [turret(0.46, 0.075, 2, 0.19), 'light'],
      [turret(0.27, 0.075, 2, 0.17), 'light'],
      [block(0.05, 0, 0.24, 0.22), 'light'],
      [block(0.06, 0, 0.1, 0.1), 'dark'],
      [disc(-0.16, 0, 0.065), 'dark'],
      [disc(-0.32, 0, 0.065), 'dark'],
      [turret(-0.54, 0.075, 2, -0.18), 'light'],
    ],
  },
  battleship: {
    length: 1.9,
    beam: 0.54,
    hull: hull(1.9, 0.54, 0.56, 0.66),
    parts: [
      [turret(0.56, 0.115, 3, 0.25), 'light'],
      [turret(0.28, 0.115, 3, 0.23), 'light'],
      [block(0, 0, 0.26, 0.34, 0.05), 'light'],
      [block(0.02, 0, 0.13, 0.17), 'dark'],
      [disc(-0.22, 0, 0.09), 'dark'],
      [disc(-0.04, -0.2, 0.04), 'light'],
      [disc(-0.04, 0.2, 0.04), 'light'],
      [disc(-0.28, -0.18, 0.04), 'light'],
      [disc(-0.28, 0.18, 0.04), 'light'],
      [turret(-0.56, 0.115, 3, -0.25), 'light'],
    ],
  },
  carrier: {
    length: 2,
    beam: 0.64,
    hull: drawn((path) => {
      path.moveTo(-1, -0.24);
      path.lineTo(-0.62, -0.33);
      path.lineTo(0.28, -0.33);
      path.lineTo(0.55, -0.2);
      path.lineTo(0.94, -0.18);
      path.quadraticCurveTo(1, -0.16, 1, -0.08);
      path.lineTo(1, 0.1);
      path.quadraticCurveTo(1, 0.17, 0.93, 0.19);
      path.lineTo(0.2, 0.29);
      path.lineTo(-0.92, 0.29);
      path.quadraticCurveTo(-1, 0.28, -1, 0.2);
      path.closePath();
    }),
    parts: [
      [block(-0.04, 0.21, 0.42, 0.1, 0.03), 'light'],
      [disc(0.02, 0.21, 0.04), 'dark'],
      ...[-0.82, -0.6, -0.38].map((x) => /** @type {[Path2D, 'light']} */ ([plane(x, 0.1, 0.17), 'light'])),
    ],
    lines: drawn((path) => {
      path.moveTo(-0.94, -0.02);
      path.lineTo(0.96, -0.04);
      path.moveTo(-0.9, 0.03);
      path.lineTo(0.34, -0.28);
    }),
  },
  cargo: {
    length: 1.45,
    beam: 0.4,
    hull: hull(1.45, 0.4, 0.72, 0.86),
    parts: [
      [block(-0.54, 0, 0.2, 0.3), 'light'],
      [disc(-0.66, 0, 0.045), 'dark'],
      ...[-0.27, 0.02, 0.31].flatMap(
        (x) =>
          /** @type {[Path2D, 'mid'][]} */ ([
            [block(x, -0.08, 0.23, 0.13, 0.01), 'mid'],
            [block(x, 0.08, 0.23, 0.13, 0.01), 'mid'],
          ]),
      ),
    ],
  },
};

/** An aeroplane, nose to the right. @param {number} x @param {number} y @param {number} size half its length @returns {Path2D} */
function plane(x, y, size) {
  return drawn((path) => {
    const to = (/** @type {number} */ a, /** @type {number} */ b) => path.lineTo(x + a * size, y + b * size);
    path.moveTo(x + size, y);
    for (const [a, b] of [
      [0.8, 0.13], [0.34, 0.15], [-0.06, 0.95], [-0.34, 0.95], [-0.16, 0.15], [-0.66, 0.1], [-0.84, 0.42], [-1, 0.42], [-0.94, 0],
      [-1, -0.42], [-0.84, -0.42], [-0.66, -0.1], [-0.16, -0.15], [-0.34, -0.95], [-0.06, -0.95], [0.34, -0.15], [0.8, -0.13],
    ]) to(a, b); // biome-ignore format: pairs of a silhouette
    path.closePath();
  });
}

const PLANE = plane(0, 0, 0.27);
/** Where the planes of a formation fly, the leader first. */
const WING = [[0.42, 0], [-0.02, -0.36], [-0.02, 0.36], [-0.44, -0.62], [-0.44, 0.62]]; // biome-ignore format: pairs

/** How many planes are drawn for a formation. @param {number} alive */
export function planesDrawn(alive) {
  return alive >= 9 ? 5 : alive >= 6 ? 4 : Math.max(1, Math.min(3, alive));
}

/** Half the length of a piece in cells. @param {string} kind */
export function reachOf(kind) {
  if (kind.startsWith('formation')) return 0.75;
  const sides = kind.match(/:(\d+)x(\d+)/);
  if (sides) return Math.max(Number(sides[1]), Number(sides[2])) / 2;
  return (SHAPES[kind]?.length ?? 1) / 2;
}

/** @param {Ctx} ctx @param {Look} look @param {string} rim @param {boolean} isOwn */
function paintHull(ctx, { kind, colour, heading, size }, rim, isOwn) {
  const shape = SHAPES[kind];
  const deck = kind === 'carrier' ? mixed(colour, INK, 0.4) : mixed(colour, INK, 0.2);
  const tones = {
    light: mixed(colour, '#FFFFFF', 0.55),
    mid: mixed(colour, '#FFFFFF', 0.3),
    dark: mixed(colour, INK, 0.6),
  };
  ctx.save();
  ctx.rotate(heading);
  ctx.scale(size, size);
  ctx.lineJoin = 'round';
  ctx.fillStyle = deck;
  ctx.fill(shape.hull);
  ctx.save();
  ctx.clip(shape.hull);
  ctx.strokeStyle = mixed(colour, INK, 0.55);
  ctx.lineWidth = 0.09;
  ctx.stroke(shape.hull);
  if (shape.lines) {
    ctx.strokeStyle = faded('#FFFFFF', 0.7);
    ctx.lineWidth = 0.025;
    if (kind === 'carrier') ctx.setLineDash([0.1, 0.06]);
    ctx.stroke(shape.lines);
    ctx.setLineDash([]);
  }
  ctx.restore();
  if (size > 8) {
    // Shadows of what stands on deck fall away from the light, whichever way the ship heads.
    const [dx, dy] = [0.035 * (Math.cos(heading) + Math.sin(heading)), 0.035 * (Math.cos(heading) - Math.sin(heading))];
    for (const [part, tone] of shape.parts) {
      ctx.save();
      ctx.translate(dx, dy);
      ctx.fillStyle = faded(INK, 0.5);
      ctx.fill(part);
      ctx.restore();
      ctx.strokeStyle = faded(INK, 0.85);
      ctx.lineWidth = 0.045;
      ctx.stroke(part);
      ctx.fillStyle = tones[tone];
      ctx.fill(part);
    }
  }
  ctx.restore();
  light(ctx, shape.length * size * 0.42, 0.85);
  ctx.save();
  ctx.rotate(heading);
  ctx.scale(size, size);
  ctx.lineJoin = 'round';
  ctx.strokeStyle = rim;
  ctx.lineWidth = Math.max(isOwn ? 0.055 : 0.035, 1 / size);
  ctx.stroke(shape.hull);
  ctx.restore();
}

/** A silhouette filled or blurred into shadow and glow. @param {Ctx} ctx @param {Look} look @param {{blur: number, colour: string, alpha: number, dx?: number, dy?: number}} how */
function paintShade(ctx, { kind, heading, size }, { blur, colour, alpha, dx = 0, dy = 0 }) {
  ctx.save();
  ctx.filter = `blur(${blur}px)`;
  ctx.globalAlpha = alpha;
  ctx.translate(dx, dy);
  ctx.rotate(heading);
  ctx.scale(size, size);
  ctx.fillStyle = colour;
  ctx.fill(SHAPES[kind].hull);
  ctx.restore();
}

/** @param {Ctx} ctx @param {Look} look @param {number} count @param {string} state */
function paintPlanes(ctx, { colour, heading, size }, count, state) {
  const spots =
    count === 1
      ? [[0, 0]]
      : count === 2
        ? [
            [0.2, -0.25],
            [-0.2, 0.25],
          ]
        : WING.slice(0, count);
  for (const [x, y] of spots) {
    ctx.save();
    ctx.rotate(heading);
    ctx.scale(size, size);
    ctx.translate(x, y);
    if (state === 'shadow') {
      ctx.fillStyle = faded('#02060E', 0.42);
      ctx.fill(PLANE);
    } else if (state === 'ghost') {
      ctx.setLineDash([0.08, 0.05]);
      ctx.lineWidth = Math.max(0.035, 1 / size);
      ctx.strokeStyle = colour;
      ctx.stroke(PLANE);
    } else {
      ctx.lineJoin = 'round';
      ctx.strokeStyle = INK;
      ctx.lineWidth = Math.max(0.09, 2.4 / size);
      ctx.stroke(PLANE);
      ctx.fillStyle = mixed(colour, '#FFFFFF', state === 'own' ? 0.12 : 0.3);
      ctx.fill(PLANE);
      ctx.fillStyle = faded(INK, 0.75);
      ctx.fillRect(0.06, -0.025, 0.09, 0.05);
    }
    ctx.restore();
  }
  if (state !== 'shadow' && state !== 'ghost') light(ctx, size * 0.6, 0.7);
}

/** Any look of a unit or building around the origin. @param {Ctx} ctx @param {Look} look */
export function paintLook(ctx, look) {
  const { kind, colour, state, size } = look;
  if (kind.startsWith('formation')) {
    paintPlanes(ctx, look, Number(kind.split(':')[1]), state);
    return;
  }
  const shape = SHAPES[kind];
  if (state === 'ghost') {
    ctx.rotate(look.heading);
    ctx.scale(size, size);
    ctx.fillStyle = faded(colour, 0.14);
    ctx.fill(shape.hull);
    ctx.strokeStyle = colour;
    ctx.lineWidth = Math.max(0.04, 1.2 / size);
    ctx.setLineDash([0.11, 0.07]);
    ctx.stroke(shape.hull);
    ctx.setLineDash([]);
    ctx.globalAlpha = 0.45;
    ctx.lineWidth = 0.025;
    for (const [part] of shape.parts) ctx.stroke(part);
    return;
  }
  const isOwn = state.endsWith('own');
  if (state.startsWith('deep')) {
    paintShade(ctx, look, { blur: size * 0.2, colour: '#02060F', alpha: 0.7, dx: size * 0.12, dy: size * 0.2 });
    paintShade(ctx, look, { blur: size * 0.2, colour: '#8FE4F2', alpha: 0.5 });
    ctx.filter = `blur(${Math.min(1.1, size * 0.025)}px)`;
    ctx.globalAlpha = 0.88;
    const cool = { ...look, colour: mixed(colour, '#B9F1FF', 0.32) };
    paintHull(ctx, cool, mixed(colour, '#E9FDFF', 0.55), isOwn);
    ctx.filter = 'none';
    return;
  }
  paintHull(ctx, look, isOwn ? mixed(colour, '#FFF6DC', 0.25) : mixed(colour, '#FFFFFF', 0.6), isOwn);
  // Shadow and glow go below what was painted.
  ctx.globalCompositeOperation = 'destination-over';
  paintShade(ctx, look, { blur: Math.max(1, size * 0.05), colour: '#DDF3F6', alpha: 0.4 });
  paintShade(ctx, look, {
    blur: Math.max(1.5, size * 0.13),
    colour: '#020812',
    alpha: 0.8,
    dx: size * 0.1,
    dy: size * 0.16,
  });
}

/** Foam behind a ship that has made way: two arms from the bow, a trail behind the stern. @param {Ctx} ctx @param {Look} look @param {(x: number, y: number, seed: number) => number} chance */
export function paintWake(ctx, { kind, heading, size }, chance) {
  const { length, beam } = SHAPES[kind.slice(5)];
  ctx.rotate(heading);
  ctx.scale(size, size);
  for (let i = 0; i < 190; i += 1) {
    const [along, aside] = [chance(i, 1, 7), chance(i, 2, 7) - 0.5];
    const arm = i % 3;
    const fades = 1 - along;
    const [x, y] = arm
      ? [
          length * 0.42 - along * length * 1.25,
          (arm === 1 ? 1 : -1) * (beam * 0.16 + along * length * 0.2 + Math.abs(aside) * 0.12 * along),
        ]
      : [-length * 0.46 - along * length * 0.95, aside * beam * (0.7 + along * 0.8)];
    ctx.fillStyle = `rgba(220,242,246,${(arm ? 0.5 : 0.62) * fades})`;
    ctx.beginPath();
    ctx.ellipse(
      x,
      y,
      0.03 + 0.06 * chance(i, 3, 7),
      0.014 + 0.014 * chance(i, 4, 7),
      arm === 1 ? -0.2 : arm === 2 ? 0.2 : 0,
      0,
      TURN,
    );
    ctx.fill();
  }
}
