/**
 * Where does a label find room? Everything that must stay readable registers itself (plates, discs, arrows, lines); each label is tried
 * at many angles on a few rings around what it belongs to, and takes the place that covers least. Who is placed first has the choice. Pure.
 */

import { lengthOf, pointAlong } from 'board/lines.js';

/** @typedef {import('board/lines.js').Point} Point */
/** @typedef {{x: number, y: number, width: number, height: number}} Box top left corner and size, screen pixels */

/**
 * @typedef {object} Label
 * @property {number} x what it belongs to, screen pixels
 * @property {number} y
 * @property {number} width of the plate
 * @property {number} height
 * @property {number} away from the point to the nearest edge of the plate, at least
 * @property {number} [towards] the angle it likes best, radians; none: to the upper right
 * @property {number} [rings] how many distances are tried
 * @property {boolean} [optional] left out rather than laid over something that matters
 * @property {boolean} [beyond] where the placer's room has no place for it, it may stand beside that; none: unless it is optional
 * @property {Spot} [spot] where it stood before: there it stays, unless something that matters lies there now
 */
/** Where around its place a label stands. @typedef {{ring?: number, step?: number}} Spot */

const ANGLES = 16;
const RING = 14;
/** What turning away by one angle costs. */
const STEP_FAR = (3 * 2 * Math.PI) / ANGLES;
/** Buckets in which obstacles are looked up. */
const BUCKET = 96;
/** What covering a whole label would cost; one ring farther costs RING. */
const COVERED = 160;
const CROSSED = 34;
/** How much what lies over the board weighs, more than all that words can cover: below it they are not seen. */
export const BURIED = 60;
/** What the next place of a list costs more than the one before. */
const LATER = 6;
/** Where words about a line are tried: at a part of it, and aside in pixels. */
const BESIDE = /** @type {[number, number][]} */ ([
  ...[0.45, 0.58, 0.32, 0.7, 0.22].map((part) => [part, 0]),
  ...[26, 44].flatMap((aside) => [0.45, 0.6, 0.3].flatMap((part) => [aside, -aside].map((by) => [part, by]))),
]);

/**
 * Places on and beside a line, for `choose`.
 * @param {Point[]} line @param {readonly [along: number, aside: number][]} spots pixels from its start, and to its right
 * @param {{width: number, height: number}} size @returns {Box[]}
 */
export function boxesAlong(line, spots, { width, height }) {
  return spots.map(([along, aside]) => {
    const { x, y, angle } = pointAlong(line, along);
    const [left, top] = [x - Math.sin(angle) * aside - width / 2, y + Math.cos(angle) * aside - height / 2];
    return { x: left - 1, y: top - 1, width: width + 2, height: height + 2 };
  });
}

/** @typedef {{box: Box, weight: number, line?: [Point, Point]}} Obstacle */

/**
 * @param {{width: number, height: number, state?: {over: readonly Box[]}, room?: Box}} view of the canvas: labels stay inside, and beside what lies over the board;
 *   `room`: the part of it where words belong, as a map: beyond it stands only what has no room there and must be said
 * @param {Map<number, Obstacle[]>} [buckets] what stands there already
 */
export function createPlacer({ width, height, state, room }, buckets = new Map()) {
  /** @param {Box} box @param {(key: number) => void} visit */
  function around(box, visit) {
    for (let j = Math.floor(box.y / BUCKET); j <= Math.floor((box.y + box.height) / BUCKET); j += 1)
      for (let i = Math.floor(box.x / BUCKET); i <= Math.floor((box.x + box.width) / BUCKET); i += 1)
        visit(j * 4096 + i);
  }

  /** @param {Obstacle} obstacle */
  function register(obstacle) {
    const { box } = obstacle;
    if (box.x > width || box.y > height || box.x + box.width < 0 || box.y + box.height < 0) return;
    around(box, (key) => {
      const bucket = buckets.get(key);
      if (bucket) bucket.push(obstacle);
      else buckets.set(key, [obstacle]);
    });
  }

  /** What a plate here would cover. @param {Box} box */
  function cost(box) {
    /** @type {Set<Obstacle>} */
    const met = new Set();
    around(box, (key) => {
      for (const obstacle of buckets.get(key) ?? []) met.add(obstacle);
    });
    let sum = 0;
    for (const { box: other, weight, line } of met) {
      if (line) {
        if (crosses(box, line)) sum += CROSSED * weight;
        continue;
      }
      const w = Math.min(box.x + box.width, other.x + other.width) - Math.max(box.x, other.x);
      const h = Math.min(box.y + box.height, other.y + other.height) - Math.max(box.y, other.y);
      if (w > 0 && h > 0)
        sum += weight * (24 + (COVERED * w * h) / Math.min(box.width * box.height, other.width * other.height));
    }
    return sum;
  }

  for (const box of state?.over ?? []) register({ box, weight: BURIED });

  /** @param {readonly Box[]} boxes the most wanted first @param {number} [weight] */
  function chosen(boxes, weight = 2) {
    let [best, least, covers] = [boxes[0], Infinity, 0];
    boxes.forEach((box, i) => {
      const isOut = box.x < 2 || box.y < 2 || box.x + box.width > width - 2 || box.y + box.height > height - 2;
      const covered = (isOut ? 4 * COVERED : 0) + cost(box);
      const price = i * LATER + covered;
      if (price < least) [best, least, covers] = [box, price, covered];
    });
    register({ box: best, weight });
    return { box: best, isBuried: covers > 2 * CROSSED };
  }

  return {
    /** A placer that knows what stands here now; what it places moves nothing of this one: words that come and go with the pointer. */
    copy: () => createPlacer({ width, height, room }, new Map([...buckets].map(([key, all]) => [key, [...all]]))),

    /** Something stands here. @param {Box} box @param {number} [weight] how much it matters */
    plate: (box, weight = 1) => register({ box, weight }),
    /** @param {number} x @param {number} y @param {number} radius @param {number} [weight] */
    disc: (x, y, radius, weight = 1) =>
      register({ box: { x: x - radius, y: y - radius, width: radius * 2, height: radius * 2 }, weight }),
    /** @param {readonly Point[]} points @param {number} [weight] */
    line(points, weight = 1) {
      for (let i = 1; i < points.length; i += 1) {
        const [a, b] = [points[i - 1], points[i]];
        const box = {
          x: Math.min(a[0], b[0]),
          y: Math.min(a[1], b[1]),
          width: Math.abs(a[0] - b[0]),
          height: Math.abs(a[1] - b[1]),
        };
        register({ box, weight, line: [a, b] });
      }
    },

    /**
     * Keeps one of several places: the first that covers little. Places along a way are tried like this.
     * @param {readonly Box[]} boxes the most wanted first @param {number} [weight] how much it matters once it stands there @returns {Box}
     */
    choose: (boxes, weight = 2) => chosen(boxes, weight).box,

    /** The same, and whether it covers something that matters all the same. @param {readonly Box[]} boxes @param {number} [weight] @returns {{box: Box, isBuried: boolean}} */
    chosen,

    /** Finds room for words about a line and keeps it. @param {Point[]} line @param {{width: number, height: number}} size @returns {Box} */
    along(line, size) {
      const total = lengthOf(line);
      const spots = BESIDE.map(([part, aside]) => /** @type {[number, number]} */ ([part * total, aside]));
      return this.choose(boxesAlong(line, spots, size));
    },

    /** Finds room for a label and keeps it, in its `spot` too. @param {Label} label @returns {Box | null} null: there is none, and it may be left out */
    place({ x, y, width: w, height: h, away, towards = -0.7, rings = 3, optional = false, beyond = !optional, spot }) {
      /** @param {Box} box @param {Box} around */
      const isWithin = (box, around) =>
        box.x >= around.x &&
        box.y >= around.y &&
        box.x + w <= around.x + around.width &&
        box.y + h <= around.y + around.height;
      const canvas = { x: 2, y: 2, width: width - 4, height: height - 4 };
      /** @param {number} ring @param {number} step @param {Box | undefined} [within] */
      function tried(ring, step, within = room) {
        const turn = (step % 2 ? 1 : -1) * Math.ceil(step / 2) * ((2 * Math.PI) / ANGLES);
        const [cos, sin] = [Math.cos(towards + turn), Math.sin(towards + turn)];
        const reach = away + ring * RING;
        const box = {
          x: x + cos * (reach + w / 2) - w / 2,
          y: y + sin * (reach + h / 2) - h / 2,
          width: w,
          height: h,
        };
        if (!isWithin(box, canvas) || (within && !isWithin(box, within))) return null;
        return { box, ring, step, covers: cost(box), far: ring * RING + Math.ceil(step / 2) * STEP_FAR };
      }
      const { ring: known = rings, step: turned = 0 } = spot ?? {};
      const kept = known < rings ? tried(known, turned) : null;
      let best = kept && kept.covers <= CROSSED ? kept : null;
      for (const within of best ? [] : room && beyond ? [room, canvas] : [room]) {
        if (best && best.covers <= CROSSED) break;
        for (let ring = 0; ring < rings; ring += 1) {
          for (let step = 0; step < ANGLES; step += 1) {
            // What is tried from here on is dearer even where it covers nothing.
            if (best && best.far + best.covers <= ring * RING + Math.ceil(step / 2) * STEP_FAR) break;
            const one = tried(ring, step, within);
            if (one && (!best || one.far + one.covers < best.far + best.covers)) best = one;
          }
        }
      }
      if (!best || (optional && best.far + best.covers > CROSSED + rings * RING)) return null;
      if (spot) Object.assign(spot, { ring: best.ring, step: best.step });
      register({ box: best.box, weight: 2 });
      return best.box;
    },
  };
}

/** Do two boxes share any of the plane? @param {Box} a @param {Box} b */
export const overlap = (a, b) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** The box in which the fewest of these points are, the first of those alike. @param {readonly Box[]} boxes @param {readonly (readonly number[])[]} points */
export function freest(boxes, points) {
  const covered = boxes.map(
    ({ x, y, width, height }) =>
      points.filter(([px, py]) => px > x && px < x + width && py > y && py < y + height).length,
  );
  return boxes[covered.indexOf(Math.min(...covered))];
}

/** A thing of that size right, left, below or above of another one, each inside the window. @param {Box} one @param {{width: number, height: number}} size @param {{width: number, height: number}} room @param {number} gap pixels @returns {Box[]} those that leave it free; if there are none, all */
export function around(one, { width, height }, room, gap) {
  const within = (/** @type {number} */ at, /** @type {number} */ long, /** @type {number} */ most) =>
    Math.max(4, Math.min(at, most - long - 4));
  // Flush with its near edge, in its middle, flush with its far edge.
  const flush = [0, 0.5, 1].map((part) => ({
    x: within(one.x + (one.width - width) * part, width, room.width),
    y: within(one.y + (one.height - height) * part, height, room.height),
  }));
  const places = flush
    .flatMap(({ x, y }) => [
      [one.x + one.width + gap, y],
      [one.x - gap - width, y],
      [x, one.y + one.height + gap],
      [x, one.y - gap - height],
    ])
    .map(([left, top]) => ({ x: left, y: top, width, height }));
  const inside = places.filter(
    ({ x: left, y: top }) => left >= 4 && top >= 4 && left + width <= room.width - 4 && top + height <= room.height - 4,
  );
  return inside.length
    ? inside
    : places.map((box) => ({ ...box, x: within(box.x, width, room.width), y: within(box.y, height, room.height) }));
}

/**
 * Where everything stands, laid out once for a camera: pointing and painting ask often. `forget` when something that is written changes.
 * @template Layout, Position @param {(view: import('board/layers.js').View, position: Position) => Layout} lay
 */
export function keptLayout(lay) {
  let key = '';
  /** @type {Layout} */
  let known;
  return {
    forget() {
      key = '';
    },
    /** @param {import('board/layers.js').View} view @param {Position} position @returns {Layout} */
    of(view, position) {
      const { camera, width, height } = view;
      const now = [camera.x, camera.y, camera.scale, width, height].join();
      if (now !== key) known = lay(view, position);
      key = now;
      return known;
    },
  };
}

/** Whether a stretch meets a box. @param {Box} box @param {[Point, Point]} line */
export function crosses({ x, y, width, height }, [[ax, ay], [bx, by]]) {
  // Cut the stretch at the four sides (Liang and Barsky).
  let [from, to] = [0, 1];
  for (const [step, room] of [
    [ax - bx, ax - x],
    [bx - ax, x + width - ax],
    [ay - by, ay - y],
    [by - ay, y + height - ay],
  ]) {
    if (step === 0) {
      if (room < 0) return false;
      continue;
    }
    const k = room / step;
    if (step < 0) from = Math.max(from, k);
    else to = Math.min(to, k);
    if (from > to) return false;
  }
  return true;
}
