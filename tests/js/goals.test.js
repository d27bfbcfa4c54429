// Does a match say how far everybody is, of what the view tells and of nothing else?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hint } from 'games/cosmos/goal.js';
import { deciding, goal as frames, shareWords, turnHint } from 'games/frames/goal.js';
import { nameStep } from 'games/frames/steps.js';
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
  const own = makeFrame().view.me.area;
  const known = `Largest income wins: yours 44 from ${own} cells; club B has 37 cells · round 7 of 50`;
  assert.equal(clubs(makeFrame()), known);
  // At war nobody tells its area.
  const players = view.players.map((one) => (one.seat === 1 ? { seat: 1, relation: 'at_war' } : one));
  const seen = `Largest income wins: yours 44; of club B you see ${members('1')}, the rest is unknown · round 7 of 50`;
  assert.equal(clubs(makeFrame({ players })), seen);
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

test('Frames says what wins in a sentence, who leads by what is compared, and of a raid once it is near', () => {
  const { view } = FRAMES[FRAMES.length - 1];
  const race = { totals: [14, 15], shares: null, ahead: 1, raid_steps: [1, 4], last_round: 20 };
  const options = { ...view.options, arms_race_round: 20 };
  const words = (/** @type {any} */ part) =>
    frames(/** @type {any} */ ({ view: { ...view, options, victory: ['raid'], race, you: 0, ...part } }));
  assert.equal(words({}), 'Win: reach the enemy warship · 1 step to your raid');
  assert.equal(words({ you: 1 }), 'Win: reach the enemy warship · 1 step to the enemy raid');
  assert.equal(words({ race: { ...race, raid_steps: [null, 4] } }), 'Win: reach the enemy warship');
  assert.match(words({ you: null }), / · Seat A: 1 step to a raid$/);
  assert.match(words({ race: { ...race, raid_steps: [2, 2] } }), / · both raids in 2 steps$/);
  const both = words({ victory: ['annihilation', 'arms_race'] });
  assert.equal(
    both,
    'Win: destroy the enemy warship and its mechs, or have more hit points after round 20 · enemy leads',
  );
  assert.match(words({ victory: ['arms_race'], you: 1 }), / · you lead$/);
  assert.match(words({ victory: ['arms_race'], you: null }), / · seat B leads$/);
  assert.match(
    words({ victory: ['lingering'], race: { ...race, ahead: null } }),
    /have fewer hit points .* · nobody leads$/,
  );
  assert.doesNotMatch(words({ race: null }), / · /);
  // Fleets of different size are compared by what is left of them, and that is what is told.
  const small = { ...race, totals: [24, 53], shares: [562, 531], ahead: 0 };
  assert.match(words({ victory: ['arms_race'], race: small }), /be stronger after round 20 · you lead$/);
  // Where they would look alike, a decimal tells them apart.
  const near = { ...small, shares: [562, 558] };
  assert.equal(shareWords({ race: near, victory: ['arms_race'] }, 1), 'Strength in play: 55.8 %');
  assert.equal(shareWords({ race, victory: ['arms_race'] }, 1), '15 hit points count');
  assert.equal(shareWords({ race: small, victory: ['arms_race'] }, 1), 'Strength in play: 53 %');
  assert.equal(shareWords({ race: small, victory: ['raid'] }, 1), '');
});

test('the title of a step in Frames says of how many rounds it is, and whose turn', () => {
  const view = /** @type {any} */ ({ turn: 3, round: 2, mode: 'turns', active: 1, you: 1, race: { last_round: 7 } });
  const info = /** @type {any} */ ({ seats: [{ name: 'Ada' }, { name: 'Ben' }] });
  assert.equal(nameStep(14, info, view), 'Round 2 of 7 · your turn');
  assert.match(nameStep(14, info, { ...view, you: 0 }) ?? '', /^Round 2 of 7 · .+’s turn$/);
  assert.match(nameStep(14, info, { ...view, you: null }) ?? '', /^Round 2 of 7 · .+’s turn$/);
  assert.equal(nameStep(0, info, { ...view, turn: 0, phase: 'fleet' }), 'Choosing fleets');
  // The end asks for steps whose views it does not have at hand.
  assert.equal(nameStep(20, info, null), null);
  nameStep(20, info, view);
  assert.equal(nameStep(20, info, null), 'Round 2 of 7 · your turn');
  assert.equal(nameStep(14, info, { ...view, mode: 'blitz' }), 'Round 2 of 7');
  assert.equal(nameStep(14, info, { ...view, turn: 0 }), null);
});

test('Frames names what decided where totals were compared by the size of the fleets', () => {
  const { view } = FRAMES[FRAMES.length - 1];
  const race = { totals: [24, 53], shares: [562, 531], ahead: 0, raid_steps: [1, 4] };
  const told = (/** @type {any} */ part) =>
    deciding(/** @type {any} */ ({ view: { ...view, race, outcome: { reason: 'arms_race' }, ...part } }));
  const options = { ...view.options, arms_race_measure: 'fleet' };
  assert.deepEqual(told({ options }), { name: 'Strength in play, in %', values: [56.2, 53.1] });
  assert.match(told({ options: { ...options, arms_race_measure: 'share' } })?.name ?? '', /size of the warship/);
  // Of a raid hit points say nothing: who has fewer may have won by it.
  const there = (/** @type {number[] | null} */ at) => ({ at, where: at ? 'board' : 'hangar' });
  const seats = [
    { seat: 0, mechs: [there([1, 0]), there([1, 0]), there([1, 4]), there(null)] },
    { seat: 1, mechs: [there([1, 0])] },
  ];
  const fact = 'The warship is boarded';
  const raid = { options, outcome: { reason: 'raid' } };
  assert.deepEqual(told({ ...raid, seats }), { fact, name: 'Mechs aboard', values: [2, 0] });
  assert.deepEqual(told({ ...raid, seats: [] }), { fact });
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

test('a hint of Frames names the button that is due, in the first rounds of turns and not later', () => {
  assert.match(turnHint({ round: 1 }, 'deploy', 'Deploy')?.text ?? '', /^Press Deploy, or a lit deck/);
  assert.match(
    turnHint({ round: 3 }, 'drafted', 'Do it')?.text ?? '',
    /^The order is noted\. It happens once you press Do it\.$/,
  );
  assert.equal(turnHint({ round: 4 }, 'drafted', 'Do it'), null);
  // Nothing is proposed: any action may be taken. What belongs to turns is put away at once.
  assert.deepEqual([turnHint({ round: 1 }, null)?.key, turnHint({ round: 1 }, 'fire', 'Fire')?.key], ['turn', 'turn']);
});

test('in the first round hints go on once something is ordered, and not later', () => {
  const frame = (/** @type {number} */ round) => /** @type {any} */ ({ view: { round } });
  const sent = /** @type {any} */ ({ moves: [{ from: 1, to: 2, units: 5 }] });
  assert.deepEqual(
    [planetsHint(frame(1)), planetsHint(frame(1), sent), planetsHint(frame(2), sent)].map((one) => one?.key),
    ['round 1', 'round 1 sent', 'round 2'],
  );
});
