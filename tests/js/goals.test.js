// Does a match say how far everybody is, of what the view tells and of nothing else?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hint } from 'games/cosmos/goal.js';
import { deciding, goal as frames, hint as framesHint } from 'games/frames/goal.js';
import { goal as clubs } from 'games/hundred_clubs/goal.js';
import { hint as planetsHint } from 'games/planet_conquer/goal.js';
import { FRAMES } from './frames_fixture.js';
import { makeFrame } from './hundred_clubs_words_fixture.js';

test('Hundred Clubs names the rival of whom most is seen, and no ally', () => {
  // Of B four cells of grass or teaching are in sight, of the ally C more; what is remembered may have changed hands.
  const { view } = makeFrame();
  const members = (/** @type {string} */ seat) =>
    view.owners
      .join('')
      .split('')
      .reduce((sum, letter, cell) => {
        const [x, y] = [cell % 8, Math.floor(cell / 8)];
        const own = view.map.overrides.find(({ at }) => at[0] === x && at[1] === y)?.members;
        return letter === seat ? sum + (own ?? view.terrain[view.map.rows[y][x]].members) : sum;
      }, 0);
  assert.ok(members('1') > 0 && members('2') > 0);
  assert.equal(clubs(makeFrame()), `Largest income wins: yours 44, club B at least ${members('1')} · round 7 of 50`);
});

test('Hundred Clubs says when no rival is in sight', () => {
  const owners = makeFrame().view.owners.map((row) => row.replace(/[1-7]/g, '.'));
  assert.equal(clubs(makeFrame({ owners })), 'Largest income wins: yours 44, no rival in sight · round 7 of 50');
});

test('Hundred Clubs leaves it to the map to say where a rival began that nobody has met, if only one start is left', () => {
  const { view } = makeFrame();
  const owners = view.owners.map((row, y) =>
    row.replace(/[1-7]/g, '.').replace(/.$/, (last) => (y === 0 ? '?' : last)),
  );
  const facts = {
    owners,
    phase: 'rounds',
    clubs: 2,
    options: { ...view.options, starts: 'drawn' },
    players: [{ seat: 1, relation: 'undiscovered' }],
    memory: null,
    map: {
      ...view.map,
      starts: [
        [0, 0],
        [7, 0],
      ],
    },
  };
  const told = (/** @type {any} */ more) => clubs(makeFrame({ ...facts, ...more }));
  assert.equal(told({}), 'Largest income wins: yours 44 · round 7 of 50');
  assert.match(told({ clubs: 3 }), /no rival in sight/);
  assert.match(told({ options: view.options }), /no rival in sight/);
  assert.match(told({ players: [{ seat: 1, relation: 'neutral' }] }), /no rival in sight/);
  assert.match(told({ owners: view.owners.map((row) => row.replace(/[1-7?]/g, '.')) }), /no rival in sight/);
});

test('Hundred Clubs speaks of no sight when the match is over', () => {
  assert.equal(clubs(makeFrame({ phase: 'over' })), 'Largest income wins · round 7 of 50');
});

test('Frames tells the race as the engine does, and who is ahead where totals are compared', () => {
  const { view } = FRAMES[FRAMES.length - 1];
  const race = { totals: [14, 15], ahead: 1, raid_steps: [1, 4] };
  const words = (/** @type {any} */ part) =>
    frames(/** @type {any} */ ({ view: { ...view, victory: ['raid'], race, you: 0, ...part } }));
  assert.match(words({}), /hit points 14 to 15 · 1 step to your raid · 4 steps to the enemy raid$/);
  assert.match(words({ you: 1 }), /hit points 15 to 14 · 4 steps to your raid · 1 step to the enemy raid$/);
  assert.match(words({ race: { ...race, raid_steps: [null, null] } }), /hit points 14 to 15$/);
  assert.match(words({ race: { ...race, raid_steps: [null, 4] } }), /14 to 15 · 4 steps to the enemy raid$/);
  assert.match(words({ you: null }), / · Seat A: 1 step to a raid · Seat B: 4 steps to a raid$/);
  assert.match(words({ victory: ['arms_race'] }), /hit points 14 to 15 · the enemy is ahead$/);
  assert.match(words({ victory: ['arms_race'], you: 1 }), / · you are ahead$/);
  assert.match(words({ victory: ['arms_race'], you: null }), / · seat B ahead$/);
  assert.match(words({ victory: ['lingering'], race: { ...race, ahead: null } }), / · nobody ahead$/);
  assert.doesNotMatch(words({ race: null }), /hit points/);
  // Fleets of different size are compared by what is left of them, and that is what is told; for a raid alone hit points are.
  const small = { totals: [24, 53], shares: [562, 531], ahead: 0, raid_steps: [1, 4] };
  const measured = (/** @type {string} */ by, /** @type {any} */ more = {}) =>
    words({ victory: ['arms_race'], race: small, options: { ...view.options, arms_race_measure: by }, ...more });
  assert.match(measured('fleet'), /of \d+ · left of the fleets 56\.2 % to 53\.1 % · you are ahead$/);
  assert.match(measured('fleet', { you: 1 }), /left of the fleets 53\.1 % to 56\.2 % · the enemy is ahead$/);
  assert.match(measured('share'), /left for the size of the warships 56\.2 % to 53\.1 % · you are ahead$/);
  assert.match(measured('fleet', { victory: ['raid'] }), /hit points 24 to 53 · 1 step/);
});

test('Frames names what decided where totals were compared by the size of the fleets', () => {
  const { view } = FRAMES[FRAMES.length - 1];
  const race = { totals: [24, 53], shares: [562, 531], ahead: 0, raid_steps: [1, 4] };
  const told = (/** @type {any} */ part) =>
    deciding(/** @type {any} */ ({ view: { ...view, race, outcome: { reason: 'arms_race' }, ...part } }));
  const options = { ...view.options, arms_race_measure: 'fleet' };
  assert.deepEqual(told({ options }), { name: 'Left of the fleet, in %', values: [56.2, 53.1] });
  assert.match(told({ options: { ...options, arms_race_measure: 'share' } })?.name ?? '', /size of the warship/);
  assert.equal(told({ options, outcome: { reason: 'raid' } }), null);
  assert.equal(told({ options, outcome: null }), null);
  assert.equal(told({ options, race: { ...race, shares: null } }), null);
});

test('Cosmos asks for bids after a tenth of the rounds if no planet bids by itself, and not before', () => {
  const frame = (/** @type {number} */ round, /** @type {any[]} */ reflexes) => ({
    step: round / 5,
    view: { round, rounds: 200, own: [{ kind: 'planet', standing: { reflexes } }] },
  });
  const late = (/** @type {any} */ given) => hint(given)?.key === 'bids nothing';
  assert.equal(late(frame(20, [])), false);
  assert.equal(late(frame(25, [{ type: 'auto_build' }])), true);
  assert.equal(late(frame(85, [{ type: 'auto_build' }, { type: 'auto_charge' }])), false);
  assert.equal(late({ step: 17, view: { round: 85, rounds: 200 } }), false, 'a spectator has no planets');
});

test('Frames asks somebody new for a mech first, and what it does next once one is on the table', () => {
  const key = (/** @type {object} */ facts) => {
    const side = (/** @type {string} */ where) => ({ mechs: [{ where: 'hangar' }, { where }] });
    const turn = { phase: 'main', round: 1, active: 1, you: 1, window: null, seats: [side('board'), side('hangar')] };
    return framesHint({ view: { ...turn, ...facts } })?.key;
  };
  assert.equal(key({}), 'deploy');
  assert.equal(key({ you: 0, active: 0 }), 'advance');
  assert.equal(key({ active: 0 }), undefined);
  assert.equal(key({ phase: 'plan' }), 'turn');
  assert.equal(key({ round: 3 }), undefined);
});

test('in the first round hints go on once something is ordered, and not later', () => {
  const frame = (/** @type {number} */ round) => /** @type {any} */ ({ view: { round } });
  const sent = /** @type {any} */ ({ moves: [{ from: 1, to: 2, units: 5 }] });
  assert.deepEqual(
    [planetsHint(frame(1)), planetsHint(frame(1), sent), planetsHint(frame(2), sent)].map((one) => one?.key),
    ['round 1', 'round 1 sent', 'round 2'],
  );
});
