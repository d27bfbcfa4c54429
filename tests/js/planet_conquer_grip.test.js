// What does a finger send that goes from planet to planet, and from there on to a part?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { share } from 'kit/verbs.js';
import { boardPage, moments, PHONE, WIDE } from './board_page.js';

const FACTS = { game: 'planet_conquer', options: { standing: true } };
const told = await moments({
  moons: { ...FACTS, bots: ['easy', 'easy'], options: { standing: true, map: 'six_moons' }, step: 22 },
  crossroads: { ...FACTS, bots: ['easy', 'easy'], options: { standing: true, map: 'crossroads' }, step: 12 },
});
const MOST = 14;

/** Where the planets are on the screen: the numbers that stand there once tell how the map lies. @param {any} page @param {any} view @returns {[number, number][]} */
function placesOn(page, { planets, map }) {
  const words = page.words();
  const known = planets.flatMap(({ id, units }) => {
    const found = words.filter(({ text }) => text === String(units));
    return units > 20 && found.length === 1 ? [{ at: map.planets[id].at, word: found[0] }] : [];
  });
  known.sort((one, other) => one.at[0] - other.at[0]);
  const [first, last] = [known[0], known.at(-1)];
  const across = ({ word }) => word.x + word.width / 2;
  const scale = (across(last) - across(first)) / (last.at[0] - first.at[0]);
  // A number hangs at the foot of its disc.
  const top = first.word.y + first.word.height / 2 - 15;
  return map.planets.map(({ at }) => [
    across(first) + (at[0] - first.at[0]) * scale,
    top + (at[1] - first.at[1]) * scale,
  ]);
}

/** The ways from the planets of a seat that have units. */
function waysFrom({ planets, map, seat }) {
  const number = (key) => map.planets.findIndex((planet) => planet.key === key);
  const both = map.routes.flatMap(([a, b]) => [
    [number(a), number(b)],
    [number(b), number(a)],
  ]);
  return both.filter(([from]) => planets[from].owner === seat && planets[from].units > MOST);
}

/** Points of a way, the last one included. */
const line = ([ax, ay], [bx, by], steps) =>
  Array.from({ length: steps }, (_, i) => [ax + ((bx - ax) * (i + 1)) / steps, ay + ((by - ay) * (i + 1)) / steps]);

/** A finger goes down and along points; it stays there. */
function hold(page, start, ...points) {
  page.pointer('pointerdown', ...start);
  for (const point of points) page.pointer('pointermove', ...point);
}

/** The middle of a chip. */
const chipOn = (page, words) => {
  const word = page.words().findLast(({ text }) => text === words);
  return [word.x + word.width / 2, word.y + word.height / 2];
};

for (const [map, how] of /** @type {const} */ ([
  ['moons', { size: PHONE, touch: true }],
  ['crossroads', { size: PHONE, touch: true }],
  ['crossroads', { size: WIDE, touch: false }],
]))
  test(`a drag sends the part that was chosen, unless it ends on another: ${map}, ${how.size.width} px`, async (context) => {
    const { view } = told[map].frames.at(-1);
    const page = await boardPage(context, 'planet_conquer', told[map], how);
    const places = placesOn(page, view);
    const ways = waysFrom(view).slice(0, 12);
    assert.ok(ways.length > 3);
    await page.press('3');
    for (const [from, to] of ways) {
      const [start, end] = [places[from], places[to]];
      const has = view.planets[from].units;
      /** What is ordered when the finger leaves the board there. @param {number[]} at */
      const sentFrom = async (at) => {
        page.pointer('pointerup', ...at);
        await page.rest();
        const moves = page.orders().moves.map(({ from: a, to: b, units }) => [a, b, units]);
        await page.press('Backspace');
        return moves;
      };
      for (const steps of [5, 12]) {
        hold(page, start, ...line(start, end, steps));
        await page.rest();
        assert.deepEqual(await sentFrom(end), [[from, to, share(has, 0.75)]], `in ${steps} steps`);
      }
      // Of thirty planets on a phone one lies on the way to a part: that is meant, then.
      if (map === 'moons') continue;
      hold(page, start, ...line(start, end, 9));
      await page.rest();
      const [quarter, all] = [chipOn(page, '25%'), chipOn(page, '100%')];
      hold(page, start, ...line(start, end, 9), ...line(end, all, 5), ...line(all, end, 5));
      assert.deepEqual(await sentFrom(end), [[from, to, share(has, 0.75)]], 'a part was only passed over');
      hold(page, start, ...line(start, end, 9), ...line(end, quarter, 5));
      assert.deepEqual(await sentFrom(quarter), [[from, to, share(has, 0.25)]], 'it ends on a part');
    }
  });

test('an exact number may be as high as a planet has, and one that none has is said at its field', async (context) => {
  const { view } = told.moons.frames.at(-1);
  const page = await boardPage(context, 'planet_conquer', told.moons, { size: WIDE });
  const own = view.planets.filter(({ owner }) => owner === view.seat).map(({ units }) => units);
  const most = Math.max(...own);
  assert.ok(most > 100);
  const field = page.panel.querySelector('[aria-label="Exact number of units"]');
  const part = field.closest('.pc-amount');
  const type = async (number) => {
    field.value = String(number);
    field.dispatchEvent(new page.window.Event('change', { bubbles: true }));
    await page.rest();
  };
  await type(most);
  assert.equal(field.value, String(most));
  assert.ok(!field.max);
  assert.doesNotMatch(page.read(part), /None of your planets/);
  await type(most + 1);
  assert.equal(field.value, String(most + 1), 'what was written stays');
  assert.match(page.read(part), new RegExp(`None of your planets has ${most + 1} units`));
  // Of a planet in hand it is said by name.
  await page.press('Tab', 'Enter');
  assert.match(page.read(part), /\S+ has only \d+ units?, and sends/);
});
