/**
 * How much does this drag send? Chips above the target once a drag has reached it: whoever slides on to one and lets go there sends that part,
 * or every round from now on. They are never in the way to anything: before a target is reached there are none.
 */
import { t } from 'app/i18n.js';
import { text, widthOf } from 'board/marks.js';
import { inkOn } from 'board/palette.js';
import { radiusOf } from './planets.js';

/** @import { Box, Ctx, Planet, Share, View } from './types' */
/** @typedef {{box: Box, words: string, key: string, share: Partial<Share>}} Chip */

/** Parts that can be chosen, in percent; their keys are 1 to 4. */
export const PARTS = [25, 50, 75, 100];
/** The key, and the sign, of what goes on every round. */
export const EVERY = { key: '5', sign: '↻' };

const SIZE = { width: 47, height: 30 };
const GAP = 4;
/** Pixels between a disc and its chips. */
const AWAY = 14;

/** Which part does a key mean? @param {string} key @returns {Partial<Share> | null} */
export function shareOf(key) {
  if (key === EVERY.key) return { repeat: true };
  const part = PARTS[Number(key) - 1];
  return part ? { fraction: part / 100, exact: null, repeat: false } : null;
}

/** Where the chips of a target stand: above it, below it where there is no room, never off the board. @param {View} view @param {Planet} planet @param {boolean} mayRepeat @returns {Chip[]} */
export function chipsAt({ at, camera, palette, width, state: { insets } }, planet, mayRepeat) {
  const [x, y] = at(planet.x, planet.y);
  const reach = radiusOf(planet, camera.scale) + AWAY;
  const chips = [
    ...PARTS.map((part, i) => ({ words: `${part}%`, key: String(i + 1) })),
    ...(mayRepeat ? [{ words: `${EVERY.sign} ${t('Every round')}`, key: EVERY.key }] : []),
  ].map((chip) => ({ ...chip, wide: Math.max(SIZE.width, widthOf(chip.words, `700 13px ${palette.font}`) + 14) }));
  const all = chips.reduce((sum, { wide }) => sum + wide + GAP, -GAP);
  const left = Math.max(4, Math.min(width - all - 4, x - all / 2));
  const above = y - reach - SIZE.height;
  const top = above < insets.top ? y + reach + 12 : above;
  let x0 = left;
  return chips.map(({ wide, ...chip }) => {
    const box = { x: x0, y: top, width: wide, height: SIZE.height };
    x0 += wide + GAP;
    return { ...chip, share: shareOf(chip.key) ?? {}, box };
  });
}

/** Is a point on its way from a target to one of its chips? Whoever slides there aslant has not left the target. @param {Chip[]} chips @param {readonly [number, number]} target its place on the screen @param {readonly [number, number]} at */
export function isOnTheWay(chips, [, middle], [x, y]) {
  const [first, last] = [chips[0].box, chips[chips.length - 1].box];
  const far = first.y + first.height / 2;
  const isBetween = y >= Math.min(middle, far) && y <= Math.max(middle, far);
  return isBetween && x >= first.x && x <= last.x + last.width;
}

/** The chip at a point. A finger may be a little off. @param {Chip[]} chips @param {readonly [number, number]} at */
export const chipUnder = (chips, [x, y]) =>
  chips.find(
    ({ box }) => x >= box.x - 2 && x <= box.x + box.width + 2 && y >= box.y - 6 && y <= box.y + box.height + 6,
  );

/** @param {Ctx} ctx @param {View} view @param {Chip[]} chips @param {Share} share what would be sent */
export function paintChips(ctx, { palette }, chips, { fraction, exact, repeat }) {
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
    text(ctx, words, box.x + box.width / 2, box.y + box.height / 2 + 0.5, { font, fill });
  }
}
