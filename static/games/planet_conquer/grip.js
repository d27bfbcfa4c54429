/**
 * How much does this drag send? Chips beyond the target once a drag has reached it: whoever slides on to one from there and lets go on it sends
 * that part, or every round from now on. Whoever only passes over one has chosen nothing.
 */
import { t } from 'app/i18n.js';
import { boxAround } from 'board/camera.js';
import { text, widthOf } from 'board/marks.js';
import { inkOn } from 'board/palette.js';
import { crosses, overlap } from 'kit/labels.js';
import { radiusOf } from './planets.js';

/** @import { Box, Ctx, Planet, Share, View } from './types' */
/** @typedef {{box: Box, words: string, key: string, share: Partial<Share>}} Chip */

/** Parts that can be chosen, in percent; their keys are 1 to 4. */
export const PARTS = [25, 50, 75, 100];
/** The key, and the sign, of what goes on every round. */
export const EVERY = { key: '5', sign: '↻' };

const SIZE = { width: 47, height: 36 };
const GAP = 4;
/** Pixels between a disc and its chips. */
const AWAY = 14;

/** Which part does a key mean? @param {string} key @returns {Partial<Share> | null} */
export function shareOf(key) {
  if (key === EVERY.key) return { repeat: true };
  const part = PARTS[Number(key) - 1];
  return part ? { fraction: part / 100, exact: null, repeat: false } : null;
}

/** Pixels of a finger's way to a target, before it, in which nothing may lie; and how far it goes astray. */
const [LAST, ASTRAY] = [70, 10];

/** @param {readonly Box[]} boxes @returns {Box} */
const around = (boxes) =>
  boxAround(
    boxes.flatMap(({ x, y, width, height }) => [
      [x, y, 0],
      [x + width, y + height, 0],
    ]),
  );

/** So many things that chips cover are as bad as any more. */
const MOST = 8;

/** The disc of a planet with its number. @param {View} view @param {Planet} planet @returns {Box} */
export function discBox(view, planet) {
  const [x, y] = view.at(planet.x, planet.y);
  const radius = radiusOf(planet, view.camera.scale);
  return { x: x - radius, y: y - radius, width: radius * 2, height: radius * 2 + 8 };
}

/**
 * Where the chips of a target stand: a row beyond it as the finger comes, else where they lie neither in its way nor below buttons, in a column where no row has room;
 * of places alike where they cover the fewest planets and orders.
 * @param {View} view @param {Planet} planet @param {Planet} from that the finger comes from @param {boolean} mayRepeat @param {readonly Box[]} [taken] where something stands that is to be seen @returns {Chip[]}
 */
export function chipsAt(view, planet, from, mayRepeat, taken = []) {
  const {
    at,
    camera,
    palette,
    width,
    height,
    state: { insets, over },
  } = view;
  const [[x, y], start] = [at(planet.x, planet.y), at(from.x, from.y)];
  const reach = radiusOf(planet, camera.scale) + AWAY;
  /** @type {{words?: string, key: string}[]} */
  const chips = [...PARTS.map((part, i) => ({ words: `${part}%`, key: String(i + 1) })), ...(mayRepeat ? [EVERY] : [])];
  /** @param {number} first @param {number} length @param {number} least @param {number} most */
  const within = (first, length, least, most) => Math.max(least, Math.min(most - length, first));
  /** @param {number} top */
  function row(top) {
    const all = chips.map(({ words = `${EVERY.sign} ${t('Every round')}`, ...chip }) => {
      return { ...chip, words, wide: Math.max(SIZE.width, widthOf(words, `700 13px ${palette.font}`) + 14) };
    });
    const long = all.reduce((sum, { wide }) => sum + wide + GAP, -GAP);
    let left = within(x - long / 2, long, 4, width - 4);
    return all.map(({ wide, ...chip }) => {
      const box = { x: left, y: top, width: wide, height: SIZE.height };
      left += wide + GAP;
      return { ...chip, box };
    });
  }
  /** @param {number} left */
  function column(left) {
    const step = SIZE.height + GAP;
    const top = within(y - (chips.length * step) / 2, chips.length * step, insets.top, height - insets.bottom);
    return chips.map(({ words = EVERY.sign, key }, i) => ({
      words,
      key,
      box: { x: left, y: top + i * step, ...SIZE },
    }));
  }
  const [above, below] = [row(y - reach - SIZE.height), row(y + reach + 12)];
  const sides = [column(x + reach), column(x - reach - SIZE.width)];
  const places = [...(start[1] < y ? [below, above] : [above, below]), ...(start[0] < x ? sides : sides.reverse())];
  const part = Math.min(1, LAST / Math.max(1, Math.hypot(start[0] - x, start[1] - y)));
  /** @type {[[number, number], [number, number]]} */
  const way = [
    [x, y],
    [x + (start[0] - x) * part, y + (start[1] - y) * part],
  ];
  const faults = places.map((all) => {
    const { x: left, y: top, width: wide, height: high } = around(all.map(({ box }) => box));
    const isOut = left < 2 || left + wide > width - 2 || top < insets.top || top + high > height - insets.bottom;
    const isInWay = crosses(
      { x: left - ASTRAY, y: top - ASTRAY, width: wide + 2 * ASTRAY, height: high + 2 * ASTRAY },
      way,
    );
    const isBuried = all.some(({ box }) => over.some((other) => overlap(box, other)));
    const covered = taken.filter((other) => all.some(({ box }) => overlap(box, other))).length;
    return 4 * Number(isOut) + 2 * Number(isBuried) + Number(isInWay) + Math.min(covered, MOST) / (MOST + 1);
  });
  return places[faults.indexOf(Math.min(...faults))].map((chip) => ({ ...chip, share: shareOf(chip.key) ?? {} }));
}

/** Is a point on its way from a target to one of its chips? Whoever slides there aslant has not left the target. @param {Chip[]} chips @param {readonly [number, number]} target its place on the screen @param {readonly [number, number]} at */
export function isOnTheWay(chips, [tx, ty], [x, y]) {
  const all = around([{ x: tx, y: ty, width: 0, height: 0 }, ...chips.map(({ box }) => box)]);
  return x >= all.x && x <= all.x + all.width && y >= all.y && y <= all.y + all.height;
}

/** Pixels that a finger goes back before it has turned away from where it was nearest. */
const TURNED = 8;

/**
 * Has a finger been at its target, so that it means the chip that it lies on now? Not while it still comes nearer: it goes over what lies there.
 * @param {number} nearest pixels to the middle of the target, the least of this drag @param {number} now @param {number} radius of the target
 */
export const hasBeen = (nearest, now, radius) => nearest <= radius || now > nearest + TURNED;

/** The chip at a point. A finger may be a little off, beside their row or column more than along it. @param {Chip[]} chips @param {readonly [number, number]} at */
export function chipUnder(chips, [x, y]) {
  const [dx, dy] = chips[0].box.y === chips[1].box.y ? [2, 6] : [6, 2];
  return chips.find(
    ({ box }) => x >= box.x - dx && x <= box.x + box.width + dx && y >= box.y - dy && y <= box.y + box.height + dy,
  );
}

/**
 * A part is one of what is still there: how many units that comes to stands below it.
 * @param {Ctx} ctx @param {View} view @param {Chip[]} chips @param {Share} share what would be sent @param {(fraction: number) => number} unitsOf a part
 */
export function paintChips(ctx, { palette }, chips, { fraction, exact, repeat }, unitsOf) {
  for (const { box, words, share } of chips) {
    const isChosen = repeat ? !!share.repeat : exact === null && !share.repeat && share.fraction === fraction;
    ctx.beginPath();
    ctx.roundRect(box.x, box.y, box.width, box.height, 9);
    ctx.fillStyle = isChosen ? palette.lamp : palette.ink;
    ctx.fill();
    ctx.lineWidth = isChosen ? 2.5 : 1.25;
    ctx.strokeStyle = isChosen ? palette.text : palette.muted;
    ctx.stroke();
    const font = `${isChosen ? 700 : 600} 13px ${palette.font}`;
    const fill = isChosen ? inkOn(palette.lamp) : palette.text;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2 + 0.5];
    text(ctx, words, x, y - (share.repeat ? 0 : 7), { font, fill });
    if (!share.repeat)
      text(ctx, String(unitsOf(share.fraction ?? 1)), x, y + 9, { font: `600 11px ${palette.font}`, fill });
  }
}
