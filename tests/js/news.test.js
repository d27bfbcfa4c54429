// What is told of a step, in every game, over whole matches that bots have played: words, numbers that add up, and nothing kept silent.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { firstOf, newsOf, ROOM, roomOf } from 'match/news.js';
import { chaptersOf } from 'match/panel.js';
import { sidesOf } from 'match/report.js';
import { lineOf, sumsOf } from 'match/sums.js';
import { moments } from './board_page.js';

const ICONS = new Set(JSON.parse(readFileSync(new URL('../../static/icons.json', import.meta.url), 'utf8')));
const STEPS = {
  planet_conquer: { bots: ['medium', 'hard', 'medium'], step: 40 },
  hundred_clubs: { bots: ['hard', 'medium', 'hard', 'easy'], step: 30 },
  frames: { bots: ['medium', 'hard'], step: 200 },
  deep_blue: { bots: ['medium', 'medium'], step: 80, options: { map: 'pocket_sound' } },
  cosmos: { bots: ['medium', 'hard'], step: 60, options: { rounds: 300, stride: 3 } },
};
const ASKED = Object.fromEntries(
  Object.entries(STEPS).flatMap(([game, one]) => [
    [`${game} 0`, { game, seat: 0, last: 1000, ...one }],
    [`${game} referee`, { game, seat: 'referee', last: 1000, ...one, step: Math.min(one.step, 30) }],
  ]),
);
const PLAYED = await moments(/** @type {any} */ (ASKED));
/** Clocks, and what is asked of whom: they change although nothing happens. */
const CLOCKS = new Set(['round', 'pending', 'turn', 'seats.lot']);
/** Raw keys and ids, holes, and lists of cells. */
const RAW = /[a-z]_[a-z]|\bundefined\b|\bnull\b|\bNaN\b|[{}]|\[object|%\(|row \d|(?:\d+,\d+[;,] ?){2}|more in the log/;

const TOLD = new Map();

/** The steps of a recorded match: what is told, and the frames before and after. @param {string} game @param {string} who */
async function told(game, who) {
  const name = `${game} ${who}`;
  if (!TOLD.has(name)) {
    const module = await import(`games/${game}/describe.js`).then((m) => m.words ?? m);
    const { info, frames } = PLAYED[name];
    const steps = frames
      .slice(1)
      .map((frame, i) => ({ frame, before: frames[i], info, lines: newsOf(module, info, frame, frames[i]) }));
    TOLD.set(name, steps);
  }
  return TOLD.get(name);
}

for (const game of Object.keys(STEPS)) {
  test(`${game}: every line has words, a place that it may have, and numbers with a name and a sign`, async () => {
    let count = 0;
    for (const who of ['0', 'referee'])
      for (const { frame, lines } of await told(game, who))
        for (const { text, weight, moment, changes = [], sides = [] } of lines) {
          count += 1;
          const where = `step ${frame.step}: ${text}`;
          assert.ok(text.length > 5 && weight > 0 && weight <= 100, where);
          assert.doesNotMatch(text, RAW, where);
          if (moment) assert.ok(moment.length > 3 && moment.length <= 44 && !RAW.test(moment), moment);
          for (const { kind, name, icon, amount } of [...changes, ...sides]) {
            assert.ok(kind && name && Number.isInteger(amount) && amount, `${where} ${kind} ${amount}`);
            assert.doesNotMatch(name, RAW);
            assert.ok(ICONS.has(icon), icon);
          }
        }
    assert.ok(count > 100, `${count} lines`);
  });

  test(`${game}: the sentence of the strip has room in three lines of the narrowest phone`, async () => {
    for (const who of ['0', 'referee'])
      for (const { frame, lines } of await told(game, who)) {
        const [{ text } = { text: '' }] = lines;
        const said = firstOf(text);
        assert.ok(roomOf(said) <= ROOM, `step ${frame.step}: ${said}`);
        assert.ok(text.startsWith(said.slice(0, -1)), said);
      }
  });

  test(`${game}: “nothing” is only said where the two views are equal`, async () => {
    for (const { frame, before, lines } of await told(game, '0')) {
      if (lines.length) continue;
      const changed = Object.keys(frame.view).filter(
        (key) => !CLOCKS.has(key) && JSON.stringify(frame.view[key]) !== JSON.stringify(before.view[key]),
      );
      assert.deepEqual(changed, [], `step ${frame.step}`);
    }
  });

  test(`${game}: the log is silent about a step only if the report is`, async () => {
    const module = await import(`games/${game}/describe.js`).then((m) => m.words ?? m);
    const steps = await told(game, '0');
    const { info, frames } = PLAYED[`${game} 0`];
    const known = new Map(frames.map((/** @type {any} */ frame) => [frame.step, frame]));
    for (const { frame, lines } of steps) {
      if (!lines.length) continue;
      const chapters = chaptersOf(module, info, known, [frame.step]);
      assert.ok(module.nameChapter || chapters.some((one) => one.lines.length), `step ${frame.step}: ${lines[0].text}`);
    }
  });

  test(`${game}: an ordinary step has no moment, a match has some`, async () => {
    const steps = await told(game, '0');
    const great = steps.filter(({ lines }) => lines.some(({ moment }) => moment));
    assert.ok(great.length >= 2, `${great.length} of ${steps.length}`);
    // A short match at war to its end has moments in most of its rounds of war.
    assert.ok(great.length <= steps.length * 0.6, `${great.length} of ${steps.length}`);
  });

  test(`${game}: who only watches lost and won nothing, and no sentence calls them “you”`, async () => {
    for (const { lines } of await told(game, 'referee'))
      for (const { text, moment, changes } of lines) {
        assert.equal(changes, undefined, text);
        assert.doesNotMatch(`${text} ${moment ?? ''}`, /\b(?:you|your|yours)\b/i);
      }
  });

  test(`${game}: the report has every line once, the own side first, and sums lead to a place of theirs`, async () => {
    for (const { lines, info } of await told(game, '0')) {
      const sides = sidesOf(lines, 0);
      assert.equal(sides.flatMap((side) => side.lines).length, lines.length);
      assert.ok(sides.every(({ seat }) => seat === null || info.seats.some((one) => one.seat === seat)));
      if (sides.some(({ seat }) => seat === 0)) assert.equal(sides[0].seat, 0);
      for (const sum of sumsOf(lines)) {
        const at = lineOf(lines, sum)?.at ?? null;
        assert.ok(at === null || lines.some((line) => line.at === at && line.changes), sum.kind);
      }
    }
  });
}

/** The sum of the changes of a kind in a step. @param {any[]} lines @param {string} kind */
const sum = (lines, kind) =>
  sumsOf(lines)
    .filter((one) => one.kind === kind)
    .reduce((all, { amount }) => all + amount, 0);
/** @param {string} game @param {(step: any) => void} check */
async function inEachStep(game, check) {
  const steps = await told(game, '0');
  for (const step of steps) check(step);
}

test('at the end the fog lifts: what comes into sight with it is no news', async () => {
  for (const game of ['planet_conquer', 'deep_blue', 'cosmos']) {
    const module = await import(`games/${game}/describe.js`).then((m) => m.words ?? m);
    const isSight = (/** @type {any} */ { text }) => /^(?:In|Out of) sight now/.test(text);
    const steps = (await told(game, '0')).filter((/** @type {any} */ { lines }) => lines.some(isSight));
    assert.ok(steps.length > 0, game);
    for (const { frame, before, info } of steps)
      assert.ok(!newsOf(module, info, { ...frame, final: true }, before).some(isSight), `${game} ${frame.step}`);
  }
});

test('planets and units of Planet Conquer add up to what the two positions say', () =>
  inEachStep('planet_conquer', ({ frame, before, lines }) => {
    if (frame.final || frame.events.some(({ type }) => type === 'swapped')) return;
    for (const kind of ['planets', 'units'])
      assert.equal(before.view.you[kind] + sum(lines, kind), frame.view.you[kind], `${kind} in step ${frame.step}`);
  }));

/** What the report has of the own money: with that for orders, which is no loss. @param {any[]} lines */
const moneyOf = (lines) =>
  lines
    .flatMap(({ sides = [] }) => sides)
    .filter(({ seat, kind }) => seat === 0 && ['money', 'paid'].includes(kind))
    .reduce((all, { amount }) => all + amount, 0);

test('income and money of Hundred Clubs add up', () =>
  inEachStep('hundred_clubs', ({ frame, before, lines }) => {
    if (before.view.phase !== 'rounds' || !frame.view.me) return;
    assert.equal(before.view.me.income + sum(lines, 'income'), frame.view.me.income, `income in step ${frame.step}`);
    // A club that goes out in this step has no money any more.
    if (frame.view.me.alive && frame.events.some(({ type, seat }) => type === 'taxes' && seat === 0))
      assert.equal(before.view.me.saving + moneyOf(lines), frame.view.me.saving, `money in step ${frame.step}`);
  }));

test('energy of Frames and the hit points of warships add up', () =>
  inEachStep('frames', ({ frame, before, lines }) => {
    const of = (/** @type {any} */ { view }) => view.seats?.find((/** @type {any} */ { seat }) => seat === 0)?.energy;
    if (of(before) === undefined) return;
    assert.equal(of(before) + sum(lines, 'energy'), of(frame), `step ${frame.step}`);
  }));

test('units and points of Deep Blue add up', () =>
  inEachStep('deep_blue', ({ frame, before, lines }) => {
    for (const kind of ['destroyer', 'cargo', 'submarine', 'cruiser', 'formation', 'island']) {
      const of = (/** @type {any} */ { view }) =>
        view.elements.filter((/** @type {any} */ one) => one.seat === 0 && one.kind === kind).length;
      assert.equal(of(before) + sum(lines, kind), of(frame), `${kind} in step ${frame.step}`);
    }
    assert.equal(before.view.scores[0] + sum(lines, 'points'), frame.view.scores[0], `points in step ${frame.step}`);
  }));

test('ships, planets, energy and points of Cosmos add up', () =>
  inEachStep('cosmos', ({ frame, before, lines }) => {
    for (const kind of ['planet', 'battleship', 'miner', 'scout']) {
      const of = (/** @type {any} */ { view }) => view.own.filter((/** @type {any} */ one) => one.kind === kind).length;
      assert.equal(of(before) + sum(lines, kind), of(frame), `${kind} in step ${frame.step}`);
    }
    assert.equal(before.view.weapon.own + sum(lines, 'points'), frame.view.weapon.own, `points in step ${frame.step}`);
  }));

test('of a long line the strip says the first sentence, and of a long sentence its first part', () => {
  assert.equal(firstOf('The bids are in. Order of choice: Lena (A) → Ole (B)'), 'The bids are in.');
  assert.equal(firstOf('Chances are 0.5 at Orun.'), 'Chances are 0.5 at Orun.');
  assert.equal(firstOf(`Air combat at Tor Ground; ${'much '.repeat(30)}is lost.`), 'Air combat at Tor Ground.');
  assert.equal(firstOf('竞价结束。选择次序：莱娜'), '竞价结束。');
  assert.equal(
    firstOf(`The destroyers meet at Tor Ground: ${'hit 12, '.repeat(20)}hit 3.`),
    'The destroyers meet at Tor Ground.',
  );
  assert.equal(
    firstOf(`贝格锚地的双方飞机编队进行空战；${'损失很多'.repeat(20)}。`),
    '贝格锚地的双方飞机编队进行空战。',
  );
});
