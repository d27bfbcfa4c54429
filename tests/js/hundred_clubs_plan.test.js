// Does the plan on the map count as the rules do? The worked examples and every line of funding, war and taxes by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auctionPlan, birthPlan, commandsOf, easiestSize, planOf, priceOf } from 'games/hundred_clubs/plan.js';
import { viewOf } from './hundred_clubs_map_fixture.js';

const campaigns = (...list) => ({ campaigns: list.map(([x, y, size]) => ({ at: [x, y], size })) });
const neutral = (more = {}) => ({ seat: 1, relation: 'neutral', truce: 0, area: 37, ...more });

test('a bridge beside a campaign takes 45, and 44 is not enough (11.1)', () => {
  const view = viewOf(['+='], ['0.']);
  assert.deepEqual(planOf(view, campaigns([0, 0, 44])).taken, []);
  assert.deepEqual(planOf(view, campaigns([0, 0, 45])).taken, [[1, 0]]);
  assert.equal(easiestSize(view, planOf(view, {}), 0), 45);
});

test('an attack equal to the threshold breaks nothing (11.2)', () => {
  const view = viewOf(['D~D'], ['0..']);
  assert.deepEqual(planOf(view, campaigns([0, 0, 25])).broken, []);
  const plan = planOf(view, campaigns([0, 0, 26]));
  assert.deepEqual([plan.taken, plan.broken], [[], [[2, 0]]], 'broken beyond the water, and not connected');
});

test('influence of campaigns and capital adds up, cell by cell', () => {
  const view = viewOf(['DDDDDD'], ['0.....'], { me: { capital: [0, 0], capital_influence: 2 } });
  const { influence } = planOf(view, campaigns([0, 0, 10], [0, 0, 3])).grids;
  assert.deepEqual([...influence], [300, 270, 240, 210, 120, 0]);
});

test('unseen land and land of clubs at peace is never predicted; land of an enemy is', () => {
  const owners = ['?0.1'];
  const plan = (relation) =>
    planOf(viewOf(['DDDD'], owners, { players: [neutral({ relation })] }), campaigns([1, 0, 90]));
  assert.deepEqual(plan('neutral').taken, [[2, 0]]);
  assert.deepEqual(plan('at_war').taken, [
    [2, 0],
    [3, 0],
  ]);
  assert.deepEqual(plan('at_war').wars, [1]);
});

test('money is spent in the order of the list: cut, then nothing', () => {
  const view = viewOf(['DDDD'], ['000.'], { me: { saving: 30 } });
  const { campaigns: fates, money } = planOf(view, campaigns([0, 0, 20], [3, 0, 5], [1, 0, 20], [2, 0, 1]));
  assert.deepEqual(
    fates.map(({ funded, reason }) => [funded, reason]),
    [
      [20, null],
      [0, 'no_access'],
      [10, 'cut'],
      [0, 'no_money'],
    ],
  );
  assert.deepEqual([money.campaigns, money.left], [30, 0]);
});

test('beyond the limit and off the board nothing is paid', () => {
  const view = viewOf(['D.'], ['0.']);
  const many = [...Array(5)].map(() => [0, 0, 1]);
  const fates = planOf(view, campaigns([7, 0, 1], ...many)).campaigns.map(({ reason }) => reason);
  assert.deepEqual(fates, ['off_board', null, null, null, null, 'over_limit']);
});

test('a price that does not go into the money evenly leaves the rest', () => {
  const view = viewOf(['D.'], ['0.'], { me: { saving: 20 }, options: { campaign_price: 3 } });
  const plan = planOf(view, campaigns([0, 0, 9]));
  assert.deepEqual([plan.campaigns[0], plan.money.left], [{ index: 0, funded: 6, reason: 'cut' }, 2]);
});

test('an alliance costs by the area of the other, and is only sure where it stands', () => {
  const said = { diplomacy: { 1: 'form_alliance' }, ...campaigns([1, 0, 5]) };
  const asked = planOf(viewOf(['DD'], ['01'], { players: [neutral()] }), said);
  assert.deepEqual(asked.money.diplomacy, [{ target: 1, command: 'form_alliance', price: 14 }]);
  assert.equal(asked.campaigns[0].reason, 'alliance_needed');
  const allied = { seat: 1, relation: 'allied', area: 37, relations: {}, capital: null };
  const kept = planOf(viewOf(['DD'], ['01'], { players: [allied] }), campaigns([1, 0, 5]));
  assert.deepEqual([kept.money.left, kept.campaigns[0].funded], [100 - 14 - 5, 5]);
  const poor = planOf(viewOf(['DD'], ['01'], { players: [allied], me: { saving: 13 } }), campaigns([1, 0, 5]));
  assert.deepEqual([poor.money.diplomacy, poor.campaigns[0].reason], [[], 'no_access'], 'unpaid, it ends');
});

test('an unknown price counts as nothing and says so', () => {
  const view = viewOf(['DD'], ['01'], { players: [{ seat: 1, relation: 'at_war' }] });
  const { money } = planOf(view, { diplomacy: { 1: 'form_alliance' } });
  assert.deepEqual([money.uncertain, money.left], [true, 100]);
  assert.equal(priceOf(view, view.players[0], 'form_alliance'), null);
});

test('the last justification makes war, unless a truce holds or an alliance just ended', () => {
  const said = { diplomacy: { 1: 'justify_war' } };
  const wars = (player, me = { justify: { 1: 2 } }) =>
    planOf(viewOf(['DD'], ['01'], { players: [player], me }), said).wars;
  assert.deepEqual(wars(neutral()), [1]);
  assert.deepEqual(wars(neutral(), { justify: { 1: 1 } }), []);
  assert.deepEqual(wars(neutral({ truce: 1 })), []);
  assert.deepEqual(wars(neutral({ relation: 'allied' })), []);
  assert.deepEqual(wars(neutral(), { justify: { 1: 2 }, saving: 0 }), [], 'who cannot pay justifies nothing');
});

test('a backstab is war at once, once in a match, towards one club', () => {
  const players = [neutral(), neutral({ seat: 2 })];
  const said = { diplomacy: { 1: 'backstab', 2: 'backstab' } };
  const fresh = viewOf(['DDD'], ['012'], { players });
  assert.deepEqual(planOf(fresh, said).wars, [1]);
  assert.deepEqual(
    commandsOf(viewOf(['DDD'], ['012'], { players, me: { backstab_used: true } }), said).map(({ command }) => command),
    ['keep_neutral', 'keep_neutral'],
  );
});

test('the next saving: corruption, the dole where a capital stands, income', () => {
  const rows = ['D'.repeat(40)];
  const owners = ['0'.repeat(40)];
  const capital = { me: { saving: 200, capital: [0, 0] } };
  assert.equal(planOf(viewOf(rows, owners, capital), {}).money.next_low, Math.floor(200 * 0.96) + 5 + 320);
  assert.equal(planOf(viewOf(rows, owners, { me: { saving: 200 } }), {}).money.next_low, 192 + 320);
  const wage = { capital_wage: { base: 3, per_round: 2 } };
  assert.equal(planOf(viewOf(rows, owners, { ...capital, options: wage }), {}).money.next_low, 192 + 320 + 3 + 2 * 7);
});

test('a capital ordered onto land that is still to be taken pays only if it is', () => {
  const view = viewOf(['D+'], ['0.'], { me: { saving: 20, capital: [0, 0] } });
  const { money } = planOf(view, { ...campaigns([0, 0, 15]), capital: [1, 0] });
  assert.deepEqual([money.next_low, money.next_high], [4 + 8, 4 + 5 + 10]);
});

test('a birthplace on water is gone after the first round', () => {
  const view = viewOf(['~D'], ['0.'], { me: { saving: 50, capital: [0, 0], income: 0 } });
  assert.equal(planOf(view, {}).money.next_low, 50);
});

test('what a map changes about a cell counts', () => {
  const view = viewOf(['D.'], ['0.'], { map: { overrides: [{ at: [1, 0], atk: 40, members: 30 }] } });
  const plan = planOf(view, campaigns([0, 0, 12]));
  assert.deepEqual([plan.taken, plan.money.next_high - plan.money.next_low], [[[1, 0]], 30]);
});

test('bid and birthplace', () => {
  const view = viewOf(['DT~', '+.D'], ['???', '???'], { me: { saving: 50 } });
  assert.deepEqual(auctionPlan(view, { bid: 7 }), { left: 43 });
  assert.deepEqual(auctionPlan(view, {}), { left: 50 });
  assert.deepEqual(birthPlan(view, { birthplace: [0, 0] }), { members: 8, around: 16, water: false });
  assert.equal(birthPlan(view, { birthplace: [2, 0] }).water, true);
  assert.equal(birthPlan(view, {}), null);
});

test('an edit of sixty campaigns on the whole campus is planned far within a frame', () => {
  const rows = Array.from({ length: 35 }, () => 'DT+.D'.repeat(5));
  const owners = rows.map((_, y) => (y < 20 ? '0'.repeat(25) : '.'.repeat(25)));
  const view = viewOf(rows, owners, { me: { saving: 9000 }, options: { campaign_limit: 64 } });
  const sixty = campaigns(...Array.from({ length: 60 }, (_, i) => [i % 25, 10 + (i % 10), 20 + i]));
  const times = [];
  for (let i = 0; i < 60; i += 1) {
    const start = performance.now();
    planOf(view, sixty);
    times.push(performance.now() - start);
  }
  // The median, because a busy machine may stop any single run.
  assert.ok(times.sort((a, b) => a - b)[30] < 8, `${times[30]} ms`);
});
