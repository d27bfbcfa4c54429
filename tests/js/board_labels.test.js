// Do labels never bury a board? Fifty crowded positions of each game on three sizes, as matches of many bots bring them about: with nothing
// pointed at or chosen, no word lies on another, stands twice, leaves the board or lies under its buttons.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardPage, moments, PHONE, WIDE } from './board_page.js';
import { collisions } from './recording_canvas.js';

const SIDE = { width: 557, height: 290 };
const SIZES = /** @type {const} */ ([
  ['desk', { size: WIDE }],
  ['phone', { size: PHONE, touch: true }],
  ['phone on its side', { size: SIDE, touch: true }],
]);
/** Whoever sees everything has most to read; a seat remembers, and may be shown a part of the map, which its edges cut. */
const EYES = /** @type {const} */ ({
  planet_conquer: ['referee', 0],
  hundred_clubs: ['referee', 0],
  deep_blue: ['referee', 0],
  cosmos: ['referee', 0],
});
/** All fifty where there is time, else three of the middle of a match. */
const IS_LONG = Boolean(process.env.FOGBOUND_LONG);
const SHORT = { step: 22, last: 12 };
const EVERY = IS_LONG ? 1 : 4;
/** Words may touch by so many pixels: boxes are of whole glyphs. */
const TOUCH_BY = 2;
/** Pixels within which the same words are about the same thing. */
const NEAR = 80;
/** Pixels of the three buttons that everybody has. */
const BUTTONS = 3 * 36 + 2 * 4;
/** The "?" of a pin and the round in which land was seen go with the land below the buttons, as a part of the map is shown. */
const goesWithLand = (text) => /^(\?|\d+)$/.test(text);
/** Figures along the edges of the aether lie under everything else. */
const isFigure = ({ text, x, y }, { height }) => /^[-−]?\d+$/.test(text) && (x < 36 || y > height - 32);

const CROWDED = {
  planet_conquer: { bots: Array(8).fill('easy'), options: { map: 'great_wheel' }, step: 60 },
  hundred_clubs: { bots: Array(6).fill('easy'), options: { starts: 'drawn', map: 'generated' }, step: 49 },
  deep_blue: { bots: ['easy', 'easy'], options: { map: 'mirror_cove', start_units: 'fleet' }, step: 52 },
  cosmos: { bots: Array(4).fill('easy'), options: { rounds: 120, stride: 2 }, step: 55 },
};
const told = await moments(
  Object.fromEntries(
    Object.entries(CROWDED).flatMap(([game, facts]) =>
      EYES[game].map((seat) => [`${game} ${seat}`, { game, seat, last: 50, ...facts, ...(IS_LONG ? {} : SHORT) }]),
    ),
  ),
);

/** What is wrong with words on a board. @param {import('./recording_canvas.js').Word[]} words @param {{width: number, height: number}} size @param {{isTall: boolean, isWhole: boolean}} how isTall: the buttons are in a row at the top; isWhole: the whole map is shown */
function faults(words, { width, height }, { isTall, isWhole }) {
  const found = collisions(words, TOUCH_BY).map(([a, b]) => `${a} on ${b}`);
  for (const [i, one] of words.entries())
    for (const other of words.slice(i + 1)) {
      const apart = Math.hypot(one.x - other.x, one.y - other.y);
      // A text that is painted twice in its place is one.
      if (one.text === other.text && /\p{L}{3}/u.test(one.text) && apart > 1 && apart < NEAR)
        found.push(`${one.text} stands twice`);
    }
  const buttons = isTall
    ? { left: width - 12 - BUTTONS, right: width - 12, top: 12, bottom: 48 }
    : { left: width - 48, right: width - 12, top: height - 12 - BUTTONS, bottom: height - 12 };
  for (const { text, x, y, width: w, height: h } of words) {
    if (isWhole && (x < -1 || y < -1 || x + w > width + 1 || y + h > height + 1))
      found.push(`${text} leaves the board`);
    if (!isWhole && goesWithLand(text)) continue;
    if (x + w > buttons.left + 2 && x < buttons.right - 2 && y + h > buttons.top + 2 && y < buttons.bottom - 2)
      found.push(`${text} lies under the buttons`);
  }
  return found;
}

/** Words that reach under or on to the plate of something else. @param {import('./recording_canvas.js').Word[]} words @param {{x: number, y: number, width: number, height: number}[]} plates */
function onPlates(words, plates) {
  const shares = (from, long, other, most) => Math.min(from + long, other + most) - Math.max(from, other);
  return words.flatMap((word) => {
    const [x, y] = [word.x + word.width / 2, word.y + word.height / 2];
    return plates
      .filter((plate) => {
        const isIts = x > plate.x && x < plate.x + plate.width && y > plate.y && y < plate.y + plate.height;
        const wide = shares(word.x, word.width, plate.x, plate.width);
        const high = shares(word.y, word.height, plate.y, plate.height);
        return !isIts && wide > TOUCH_BY && high > TOUCH_BY;
      })
      .map(
        (plate) =>
          `${word.text} on the plate of ${words.filter((one) => one.x >= plate.x && one.x + one.width <= plate.x + plate.width && one.y + one.height > plate.y && one.y < plate.y + plate.height).map(({ text }) => text)}`,
      );
  });
}

for (const [game, name, seat, screen] of Object.keys(CROWDED).flatMap((game) =>
  SIZES.flatMap(([name, screen]) => EYES[game].map((seat) => /** @type {const} */ ([game, name, seat, screen]))),
))
  test(`no label buries the board at rest: ${game}, ${name}, seen by ${seat}`, async (context) => {
    const moment = told[`${game} ${seat}`];
    const page = await boardPage(context, game, moment, { ...screen, first: 1 });
    const all = [];
    for (const frame of moment.frames.filter((_, i) => i % EVERY === EVERY - 1)) {
      await page.show(frame);
      const { width, height } = screen.size;
      const words = game === 'cosmos' ? page.words().filter((word) => !isFigure(word, screen.size)) : page.words();
      all.push(
        ...onPlates(words, page.plates()).map((fault) => `${frame.step}: ${fault}`),
        ...faults(words, screen.size, { isTall: height > width, isWhole: seat === 'referee' }).map(
          (fault) => `${frame.step}: ${fault}`,
        ),
      );
    }
    assert.deepEqual(all, []);
  });
