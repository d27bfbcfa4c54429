/** Which event of which game is heard, and as what? Every game has one sound of its own, and none of its sounds is longer than a second. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { lengthOf } from 'app/sound.js';
import { SOUNDS, soundOf } from 'match/cues.js';

// Boards prepare drawings as they are imported.
/** @type {any} */
const anything = new Proxy(class {}, { get: () => () => anything, construct: () => anything });
Object.assign(globalThis, { Path2D: anything, DOMMatrix: anything });
const own = [{ pitch: 100, lasts: 0.3 }];
const game = {
  sounds: {
    own,
    events: {
      crash: /** @type {const} */ ('hit'),
      walk: /** @type {const} */ ('own'),
      won: (/** @type {any} */ { by }, /** @type {number | null} */ seat) =>
        by === seat ? /** @type {const} */ ('own') : null,
    },
  },
};

test('a game says by its events what is heard, and to whom', () => {
  assert.equal(soundOf(game, { type: 'crash' }, 0), SOUNDS.hit);
  assert.deepEqual(soundOf(game, { type: 'walk' }, 0), { rank: 0, notes: own });
  assert.deepEqual(soundOf(game, { type: 'won', by: 2 }, 2), { rank: 0, notes: own });
  assert.equal(soundOf(game, { type: 'won', by: 2 }, 1), null);
  assert.equal(soundOf(game, { type: 'rest' }, 0), null);
  assert.equal(soundOf({}, { type: 'crash' }, 0), null);
});

test('what calls for a person comes before what only happens, and the end before everything', () => {
  const { due, ready, near, tick, hit, end } = SOUNDS;
  assert.ok(end.rank > near.rank && near.rank > due.rank && due.rank > 0);
  assert.deepEqual(
    [ready, tick, hit].map(({ rank }) => rank),
    [0, 0, 0],
  );
});

test('every sound is short', () => {
  for (const { notes } of Object.values(SOUNDS)) assert.ok(lengthOf(notes) < 1.5);
});

for (const id of ['planet_conquer', 'hundred_clubs', 'deep_blue', 'cosmos', 'frames'])
  test(`${id} has a short sound of its own, and events that are heard`, async () => {
    const { sounds } = (await import(`games/${id}/main.js`)).default;
    assert.ok(lengthOf(sounds.own) <= 1);
    const heard = Object.values(sounds.events);
    assert.ok(heard.includes('hit'));
    assert.ok(heard.some((said) => said === 'own' || typeof said === 'function'));
  });
