// Do cards of Frames come to the hand one by one, and does a card that is turned over say all that it does?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardPage, moments } from './board_page.js';

const told = await moments({ own: { game: 'frames', step: 12, seat: 0 } });

/** A board with what is seen on the way at each wait. @param {import('node:test').TestContext} context @param {boolean} [isStill] */
async function setUp(context, isStill = false) {
  const page = await boardPage(context, 'frames', told.own);
  const { createFlights } = await import('games/frames/flight.js');
  const root = page.board.querySelector('.fr-scene');
  const seen = [];
  const element = Object.getPrototypeOf(Object.getPrototypeOf(root));
  element.animate ??= () => ({});
  const flights = createFlights({
    root,
    felt: root.querySelector('.fr-felt'),
    speed: () => 1,
    isStill: () => isStill,
    async wait() {
      const waits = [...root.querySelectorAll('.fr-hold.comes')].map((one) => one.dataset.token);
      seen.push([root.querySelector('.fr-flight')?.textContent ?? '', waits]);
    },
  });
  const { view } = told.own.frames.at(-1);
  const held = [...view.seats[0].hand.ship, ...view.seats[0].hand.mech].slice(0, 2);
  return { root, flights, seen, held, position: { cards: view.cards, view } };
}

test('drawn cards are shown one by one, and each is in the hand only then', async (context) => {
  const { root, flights, seen, held, position } = await setUp(context);
  assert.equal(held.length, 2);
  // On a phone the hand is scrolled to each of them.
  const strip = root.querySelector('.fr-strip');
  for (const one of root.querySelectorAll('.fr-hold')) one.scrollIntoView = () => void (strip.scrollLeft = 300);
  await flights.draw(position, held, null);
  assert.equal(strip.scrollLeft, 0);
  const tokens = held.map(({ id }) => `card:${id}`);
  const first = seen.slice(0, seen.length / 2);
  assert.ok(first.every(([text, waits]) => text && waits.join() === tokens.join()));
  assert.ok(seen.slice(first.length).every(([, waits]) => waits.join() === tokens[1]));
  assert.equal(root.querySelectorAll('.fr-flight, .comes').length, 0);
});

test('an event is turned over with its rules and by whom, and nothing of it is left', async (context) => {
  const { root, flights, seen, position } = await setUp(context);
  await flights.show(position, 'supply_pod', { from: null, to: null, isBack: true, note: 'Quasar turns it over' });
  assert.match(seen[1][0], /gains 1 energy token.*refilled.*Quasar turns it over/);
  assert.equal(root.querySelectorAll('.fr-flight').length, 0);
  assert.ok(!root.classList.contains('turns-over'));
});

test('where nothing moves the cards are in the hand at once', async (context) => {
  const { flights, seen, held, position } = await setUp(context, true);
  await flights.draw(position, held, null);
  assert.deepEqual(seen, []);
});

test('a card begins and ends as large as the place that it comes from and goes to', async () => {
  const { atBox } = await import('games/frames/flight.js');
  const base = { left: 10, top: 20, width: 900, height: 600 };
  assert.equal(
    atBox({ left: 110, top: 120, width: 100, height: 150 }, 200, base),
    'translate(100px, 100px) scale(0.500)',
  );
  // Never larger than it is read.
  assert.equal(atBox({ left: 10, top: 20, width: 400, height: 50 }, 200, base), 'translate(100px, 0px) scale(1.000)');
});
