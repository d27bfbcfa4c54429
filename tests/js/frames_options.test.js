// What can be picked up, where can it be aimed, and when is an order whole? The engine's choices as rows of things to point at.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actionOf, ends, narrowed, nexts, only, optionsOf, same, subjects, targets } from 'games/frames/options.js';
import { positionOf } from 'games/frames/position.js';
import { asked, viewOf } from './frames_fixture.js';

const act = (unit, part) => ({ type: 'operate_one', act: { unit, ...part } });
const legal = (group, orders, part = {}) => ({ group, kind: null, orders, text: group, ...part });
const WHY = { text: 'It does not reach distance 3.' };
const CHOICES = [
  legal('operate_one', act('m0_0', { do: 'move', path: [[0, 2]], boost: null })),
  legal('operate_one', act('m0_0', { do: 'attack', weapon: 'assault_rifle', target: 'm1_0' })),
  { group: 'operate_one', source: 'm0_0', part: 'heat_dagger', reason: WHY },
  legal('fire', { type: 'fire', weapon: 'heavy_vulcan', target: 'm1_0' }),
  legal('fire', { type: 'fire', weapon: 'heavy_vulcan', target: 's1' }),
  legal('captain', { type: 'captain', skill: 'eye_for_an_eye', target: 'm1_0' }),
  legal('captain', { type: 'captain', skill: 'eye_for_an_eye', target: 'm1_1' }),
  legal('end_turn', { type: 'end_turn' }),
];
const options = optionsOf(CHOICES, 0);

test('every legal choice begins with something that can be picked up', () => {
  assert.deepEqual([...subjects(options)].sort(), ['captain:', 'do:end_turn', 'unit:m0_0', 'unit:s0']);
});

test('picking narrows down until an order is whole, and what cannot be done keeps its reason', () => {
  const [move, rifle, dagger] = nexts(options, ['unit:m0_0']);
  assert.deepEqual([move.token, rifle.token, dagger.token], ['act:move', 'weapon:assault_rifle', 'weapon:heat_dagger']);
  assert.deepEqual([move.why, rifle.why, dagger.why], [null, null, WHY]);
  assert.equal(only(options, ['unit:m0_0']), null, 'more has to be said');
  assert.equal(only(options, ['unit:m0_0', 'act:move']), options[0]);
  assert.equal(only(options, ['do:end_turn']), options.at(-1));
});

test('aims are where an order ends, be it a shot or a skill of the captain', () => {
  assert.deepEqual([...targets(options, ['unit:s0', 'weapon:heavy_vulcan']).keys()], ['unit:m1_0', 'unit:s1']);
  assert.deepEqual([...targets(options, ['captain:', 'skill:eye_for_an_eye']).keys()], ['unit:m1_0', 'unit:m1_1']);
  assert.deepEqual([...targets(options, ['unit:m0_0']).keys()], ['area:0,2', 'unit:m1_0']);
  assert.equal(targets(options, []).size, 0);
});

test('a mech is what acts, not what is aimed at', () => {
  assert.equal(narrowed(options, ['unit:m1_0']).length, 0);
  assert.equal(narrowed(options, ['do:fire']).length, 2);
  assert.equal(actionOf({ group: 'actions', kind: 'deploy' }), 'deploy');
});

test('in a plan the plain act is meant unless an operation, or the end of the round, is said', () => {
  const move = { unit: 'm0_0', do: 'move', path: [[0, 2]], boost: null };
  const plan = optionsOf(
    [
      { group: 'actions', kind: 'operate_one', adds: true, orders: { actions: [{ type: 'operate_one', act: move }] } },
      {
        group: 'actions',
        kind: 'operate_all',
        adds: true,
        orders: { actions: [{ type: 'operate_all', acts: [move] }] },
      },
      { group: 'end_acts', kind: null, adds: true, orders: { end_acts: [move] } },
    ],
    0,
  );
  const picked = ['unit:m0_0', 'act:move', 'area:0,2'];
  assert.equal(only(plan, picked), plan[0]);
  assert.equal(only(plan, ['do:operate_all', ...picked]), plan[1]);
  assert.equal(only(plan, ['do:end_acts', ...picked]), plan[2]);
});

test('an order is drawn from where it begins to where it ends', () => {
  const position = positionOf(viewOf());
  assert.deepEqual(ends(CHOICES[0].orders, position), { from: '0,3', to: '0,2' });
  assert.deepEqual(ends(CHOICES[3].orders, position), { from: '1,4', to: '0,2' });
  assert.deepEqual(ends({ type: 'play', card: 'c0_1', area: [1, 2] }, position), { from: null, to: '1,2' });
});

test('two orders say the same if they differ in what says nothing', () => {
  assert.ok(same({ type: 'deploy', gear: [], at: [0, 4] }, { type: 'deploy', at: [0, 4], boost: null }));
  assert.ok(!same({ at: [0, 4] }, { at: [2, 4] }));
});

test('every choice that the engine made can be given by pointing', () => {
  for (const phase of ['main', 'end_step', 'plan']) {
    const frame = asked(phase);
    const all = optionsOf(frame.choices, frame.view.you);
    for (const option of all.filter(({ order }) => order)) {
      const picked = option.parts;
      const found = narrowed(all, picked).filter(({ order }) => order);
      assert.ok(found.includes(option), JSON.stringify(option.parts));
      assert.ok(
        picked.every((token) => /^[a-z]+:/.test(token)),
        picked.join(),
      );
    }
  }
});
