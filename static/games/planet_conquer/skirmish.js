/**
 * How does a battle look while it is fought? Craft of each side come in from where they flew, fire, fall where they are hit, one after the other,
 * and the plates beside them count what that cost; then it is seen who holds the planet. Tracks of a timeline; their last moment is the aftermath.
 */
import { easeOut, even } from 'board/animate.js';
import { seatMark } from 'board/marks.js';
import { faded, mixed } from 'board/palette.js';
import { hash } from 'kit/noise.js';
import { burst, pulse } from 'kit/tracks.js';
import { lossOf } from './battles.js';
import { paintPlate } from './pill.js';
import { radiusOf } from './planets.js';

/** @import { BattleSide, Ctx, Palette, Planet, Point, Track, View } from './types' */
/** @typedef {{at: number, lasts: number}} When */

const TURN = Math.PI * 2;
/** Parts of a battle: everybody is there, the last has fallen, the others have landed. */
const PARTS = { there: 0.2, fallen: 0.66, landed: 0.9 };
/** Milliseconds for which the end of a battle is still seen. */
const LINGERS = 420;
/** Craft that stand for a side: few for few units, never a crowd. */
const CRAFT = { least: 3, most: 12 };

/** @param {Palette} palette @param {number | null} seat */
const colourOf = ({ seats, nobody }, seat) => (seat === null ? nobody : seats[seat]);

/** @param {number} units */
export const craftFor = (units) => Math.max(CRAFT.least, Math.min(CRAFT.most, Math.round(Math.sqrt(units) * 0.9)));

/** How many of so many craft fall: none only where nobody does, all only where everybody does. @param {number} craft @param {number} lost @param {number} heads */
export function fallenOf(craft, lost, heads) {
  if (!lost) return 0;
  return lost >= heads ? craft : Math.max(1, Math.min(craft - 1, Math.round((craft * lost) / heads)));
}

/** Middle and radius. @param {View} view @param {Planet} planet @returns {[x: number, y: number, radius: number]} */
const placeOf = (view, planet) => [...view.at(planet.x, planet.y), radiusOf(planet, view.camera.scale)];

/** A small arrowhead. @param {Ctx} ctx @param {number} x @param {number} y @param {number} angle @param {number} size @param {string} fill @param {string} edge */
export function dart(ctx, x, y, angle, size, fill, edge) {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const at = (/** @type {number} */ along, /** @type {number} */ aside) =>
    /** @type {Point} */ ([x + (cos * along - sin * aside) * size, y + (sin * along + cos * aside) * size]);
  ctx.beginPath();
  ctx.moveTo(...at(1, 0));
  ctx.lineTo(...at(-0.65, 0.62));
  ctx.lineTo(...at(-0.25, 0));
  ctx.lineTo(...at(-0.65, -0.62));
  ctx.closePath();
  ctx.strokeStyle = edge;
  ctx.lineWidth = 1.2;
  ctx.stroke();
  ctx.fillStyle = fill;
  ctx.fill();
}

/** Where what has fallen lies: a small cross. @param {Ctx} ctx @param {number} x @param {number} y @param {string} colour */
function wreck(ctx, x, y, colour) {
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  for (const by of [-1, 1]) {
    ctx.moveTo(x - 3, y - 3 * by);
    ctx.lineTo(x + 3, y + 3 * by);
  }
  ctx.stroke();
}

/**
 * The craft of one side of a battle.
 * @param {any} event @param {BattleSide} side @param {Planet} planet @param {When} when @param {readonly number[]} angles from which it comes; none: it stands there
 * @returns {Track}
 */
function craftOf(event, side, planet, when, angles) {
  const lost = lossOf(event, side.seat);
  const count = craftFor(side.heads);
  const falls = fallenOf(count, lost, side.heads);
  const isHome = !angles.length;
  return {
    ...when,
    ease: even,
    paint(ctx, view, k) {
      const [x, y, radius] = placeOf(view, planet);
      const { palette } = view;
      const colour = mixed(colourOf(palette, side.seat), '#FFFFFF', palette.dark ? 0.12 : 0);
      const size = Math.max(3.5, Math.min(6, radius * 0.2));
      for (let i = 0; i < count; i += 1) {
        const [where, far, nerve] = [hash(i, 11, planet.id), hash(i, 12, planet.id), hash(i, 13, planet.id)];
        const base = isHome ? (i / count) * TURN : angles[i % angles.length] + (where - 0.5) * 1.3;
        const reach = radius * (1.25 + 0.6 * far) + 4;
        const from = isHome ? radius * 0.5 : radius * 3.4 + 20;
        const come = Math.min(1, k / PARTS.there);
        const angle = base + (isHome ? 0.9 : 0.5) * (nerve - 0.3) * Math.min(k, PARTS.fallen);
        // Who falls falls in its turn, from first to last.
        const end = PARTS.there + ((i + 1) / (falls + 1)) * (PARTS.fallen - PARTS.there);
        const isFallen = i < falls && k >= end;
        const land = i < falls ? 0 : Math.max(0, Math.min(1, (k - PARTS.fallen) / (PARTS.landed - PARTS.fallen)));
        if (land === 1) continue;
        const away = (from + (reach - from) * come) * (1 - land) + radius * 0.4 * land;
        const at = isFallen ? angleAt(base, isHome, nerve, end) : angle;
        const [px, py] = [x + Math.cos(at) * (isFallen ? reach : away), y + Math.sin(at) * (isFallen ? reach : away)];
        if (isFallen) {
          const age = k - end;
          if (age < 0.12) {
            ctx.fillStyle = faded('#FFD9B8', 0.9 * (1 - age / 0.12));
            ctx.beginPath();
            ctx.arc(px, py, 3 + 60 * age, 0, TURN);
            ctx.fill();
          }
          wreck(ctx, px, py, faded(colour, 0.85));
          continue;
        }
        // Shots, in bursts of its own.
        if (k > PARTS.there && k < PARTS.fallen && hash(i, Math.floor(k * 24), planet.id) > 0.55) {
          const aim = at + Math.PI + (nerve - 0.5) * 0.7;
          ctx.strokeStyle = faded(colour, 0.9);
          ctx.lineWidth = 1.4;
          ctx.beginPath();
          ctx.moveTo(px + Math.cos(aim) * size * 1.5, py + Math.sin(aim) * size * 1.5);
          ctx.lineTo(px + Math.cos(aim) * (size * 1.5 + 11), py + Math.sin(aim) * (size * 1.5 + 11));
          ctx.stroke();
        }
        const heading = isHome && !land ? at : at + Math.PI;
        dart(ctx, px, py, heading, size, colour, faded(palette.ink, 0.8));
      }
    },
  };
}

/** Light of where they meet: at night a white heat, by day a dark one. @param {Palette} palette */
const heatOf = ({ dark }) => (dark ? ['#FFFFFF', '#FFD59A', '#FF8A3C'] : ['#FFF6E0', '#F08A1E', '#B23A00']);
/** Sparks of one place, and how often each flies in a battle. */
const SPARKS = { count: 18, flights: 3.5 };

/** Where attackers meet the planet it burns, and sparks fly back at them, until the last has fallen. @param {Planet} planet @param {When} when @param {readonly number[]} angles from which they come @returns {Track} */
function clash(planet, when, angles) {
  return {
    ...when,
    ease: even,
    paint(ctx, view, k) {
      const part = (k - PARTS.there * 0.7) / (PARTS.fallen - PARTS.there * 0.7);
      if (part <= 0 || part >= 1) return;
      const [x, y, radius] = placeOf(view, planet);
      const [white, warm, hot] = heatOf(view.palette);
      const strength = Math.min(1, part * 5, (1 - part) * 3);
      ctx.save();
      if (view.palette.dark) ctx.globalCompositeOperation = 'lighter';
      angles.forEach((angle, i) => {
        const [px, py] = [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius];
        const reach = radius * (0.75 + 0.35 * hash(i, Math.floor(k * 30), planet.id)) * strength;
        const light = ctx.createRadialGradient(px, py, 0, px, py, Math.max(1, reach));
        light.addColorStop(0, faded(white, 0.95));
        light.addColorStop(0.22, faded(warm, 0.75));
        light.addColorStop(0.55, faded(hot, 0.3));
        light.addColorStop(1, faded(hot, 0));
        ctx.fillStyle = light;
        ctx.fillRect(px - reach, py - reach, reach * 2, reach * 2);
        for (const [ink, odd] of /** @type {[string, number][]} */ ([
          [white, 0],
          [warm, 1],
        ])) {
          ctx.strokeStyle = faded(ink, 0.9 * strength);
          ctx.lineWidth = 1.3;
          ctx.beginPath();
          for (let spark = odd; spark < SPARKS.count; spark += 2) {
            const [aside, far] = [hash(spark, 31 + i, planet.id) - 0.5, hash(spark, 32 + i, planet.id)];
            const flown = (part * SPARKS.flights + far * 7) % 1;
            const [near, length] = [radius * (0.15 + (0.5 + far) * flown), radius * 0.28 * (1 - flown)];
            const towards = angle + aside * 2.6;
            ctx.moveTo(px + Math.cos(towards) * near, py + Math.sin(towards) * near);
            ctx.lineTo(px + Math.cos(towards) * (near + length), py + Math.sin(towards) * (near + length));
          }
          ctx.stroke();
        }
      });
      ctx.restore();
    },
  };
}

/** Where around the planet one is at a time. @param {number} base @param {boolean} isHome @param {number} nerve @param {number} k */
const angleAt = (base, isHome, nerve, k) => base + (isHome ? 0.9 : 0.5) * (nerve - 0.3) * k;

/** Pixels from a disc up to its plates of losses, and from one to the next. */
const [ABOVE, ROW] = [24, 20];

/** What each side lost, counted as they fall, in plates: attackers to the right, who was there, or the first, to the left. @param {When} when @param {any} event @param {Planet} planet @returns {Track} */
function losses(when, event, planet) {
  const shown = event.sides
    .map((/** @type {BattleSide} */ side) => ({ side, lost: lossOf(event, side.seat) }))
    .filter((/** @type {{lost: number}} */ { lost }) => lost > 0);
  const isEmpty = shown.every((/** @type {{side: BattleSide}} */ { side }) => !side.garrison);
  return {
    ...when,
    ease: even,
    paint(ctx, view, k) {
      const part = Math.max(0, Math.min(1, (k - PARTS.there) / (PARTS.fallen - PARTS.there)));
      if (!part) return;
      const [x, y, radius] = placeOf(view, planet);
      let [left, right] = [0, 0];
      for (const { side, lost } of shown) {
        const isHolder = side.garrison > 0 || (isEmpty && side === shown[0].side);
        const row = isHolder ? left++ : right++;
        const words = `−${Math.round(lost * part)}`;
        // At the upper rim of the board there is no room above the planet: they stand beside it.
        const isCut = y - radius - ABOVE < ROW;
        const [aside, at] = isCut ? [radius + 44, y - 4 + row * ROW] : [52, y - radius - ABOVE - row * ROW];
        paintPlate(ctx, view.palette, x + (isHolder ? -1 : 1) * aside, at, 18, { seat: side.seat, words });
      }
    },
  };
}

/** Rays of the new owner burst out of the planet, with its mark: it is taken. @param {When} when @param {Planet} planet @param {number} seat @returns {Track} */
function rays(when, planet, seat) {
  return {
    ...when,
    paint(ctx, view, k) {
      const [x, y, radius] = placeOf(view, planet);
      ctx.strokeStyle = faded(colourOf(view.palette, seat), 0.9 * (1 - k * 0.7));
      ctx.lineWidth = 2.5;
      ctx.beginPath();
      for (let i = 0; i < 12; i += 1) {
        const angle = (i / 12) * TURN;
        const [near, far] = [radius + 8 + 10 * k, radius + 10 + 22 * k];
        ctx.moveTo(x + Math.cos(angle) * near, y + Math.sin(angle) * near);
        ctx.lineTo(x + Math.cos(angle) * far, y + Math.sin(angle) * far);
      }
      ctx.stroke();
      seatMark(ctx, view.palette, seat, x, y, radius * 0.55 * Math.min(1, k * 2));
    },
  };
}

/** It breaks: cracks run over the disc, and it darkens. @param {When} when @param {Planet} planet @returns {Track} */
function cracks(when, planet) {
  return {
    ...when,
    paint(ctx, view, k) {
      const [x, y, radius] = placeOf(view, planet);
      ctx.beginPath();
      ctx.arc(x, y, radius, 0, TURN);
      ctx.fillStyle = faded('#050B14', 0.5 * Math.min(1, k * 2));
      ctx.fill();
      ctx.lineWidth = 1.6;
      ctx.strokeStyle = faded(view.palette.bad, 0.95);
      ctx.beginPath();
      for (let i = 0; i < 6; i += 1) {
        let angle = (i / 6) * TURN + hash(i, 21, planet.id);
        ctx.moveTo(x, y);
        for (let step = 1; step <= 3 * Math.min(1, k * 1.6); step += 1) {
          angle += (hash(i, step, planet.id) - 0.5) * 0.8;
          ctx.lineTo(x + (Math.cos(angle) * radius * step) / 3, y + (Math.sin(angle) * radius * step) / 3);
        }
      }
      ctx.stroke();
    },
  };
}

/** Arcs stand around it: it was held. @param {When} when @param {Planet} planet @param {number | null} seat @returns {Track} */
function shield(when, planet, seat) {
  return {
    ...when,
    paint(ctx, view, k) {
      const [x, y, radius] = placeOf(view, planet);
      ctx.strokeStyle = faded(colourOf(view.palette, seat), 0.9);
      ctx.lineWidth = 3;
      ctx.lineCap = 'round';
      for (let i = 0; i < 3; i += 1) {
        const middle = -Math.PI / 2 + (i * TURN) / 3;
        const half = 0.75 * Math.min(1, k * 2.5);
        ctx.beginPath();
        ctx.arc(x, y, radius + 12, middle - half, middle + half);
        ctx.stroke();
      }
    },
  };
}

/** The end of it stays for a while, to be read. @param {Track} track @returns {Track} */
function lingering({ paint, ease = easeOut, ...track }) {
  const lasts = track.lasts + LINGERS;
  return {
    ...track,
    lasts,
    ease: even,
    paint: (ctx, view, k) => paint?.(ctx, view, ease(Math.min(1, (k * lasts) / Math.max(1, track.lasts)))),
  };
}

/**
 * A whole battle.
 * @param {any} event @param {Planet} planet @param {{at: number, decided: number, end: number}} times @param {number | null} you who looks on
 * @param {(seat: number | null) => number[]} from angles at the planet from which a side comes @returns {Track[]}
 */
export function battleTracks(event, planet, { at, decided, end }, you, from) {
  const when = { at, lasts: end - at };
  const after = { at: decided, lasts: end - decided };
  const { winner, owner_before: before, survivors } = event;
  const isHeld = winner === before && survivors > 0;
  const isLoss = you !== null && before === you && !isHeld;
  const attackers = event.sides.filter((/** @type {BattleSide} */ side) => !side.garrison);
  const angles = attackers.flatMap((/** @type {BattleSide} */ side) => from(side.seat)).slice(0, 3);
  return [
    clash(planet, when, angles),
    ...event.sides.map((/** @type {BattleSide} */ side) =>
      craftOf(event, side, planet, when, side.garrison ? [] : from(side.seat)),
    ),
    ...(isLoss ? [cracks(after, planet)] : []),
    ...(isHeld ? [shield(after, planet, winner)] : []),
    ...(!isHeld && !isLoss && survivors && winner !== null ? [rays(after, planet, winner)] : []),
    losses(when, event, planet),
  ].map(lingering);
}

/** Whoever loses the last planet goes out in all colours of the seat. @param {When} when @param {Planet} planet @param {number} seat @returns {Track[]} */
export function lastLight(when, planet, seat) {
  const place = (/** @type {View} */ view) => view.at(planet.x, planet.y);
  const colour = (/** @type {Palette} */ palette) => colourOf(palette, seat);
  return [pulse(when, place, 260, colour, 3, 1), burst(when, place, 150, ['#FFF2E4', '#FF6B6B', '#FFFFFF'], 60)];
}
