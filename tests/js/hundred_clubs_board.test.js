// Does the map of Hundred Clubs read a view rightly, and do hand and keys make the drafts they should?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHand } from 'games/hundred_clubs/hand.js';
import { pastLens, planLens } from 'games/hundred_clubs/heat.js';
import { birthRefusal, cellLines } from 'games/hundred_clubs/inspect.js';
import { keyHandler } from 'games/hundred_clubs/keys.js';
import { legendOf } from 'games/hundred_clubs/legend.js';
import { flipsOf, tracksOf } from 'games/hundred_clubs/playback.js';
import {
  around,
  distanceOf,
  membersAround,
  piecesOf,
  positionOf,
  sightOf,
  UNSEEN,
} from 'games/hundred_clubs/position.js';
import { createSession } from 'games/hundred_clubs/session.js';
import { frameOf, hostOf, viewOf } from './hundred_clubs_map_fixture.js';

/** A board without a screen: session, hand and keys over one frame. */
function boardOf(view, choices) {
  const host = hostOf();
  const session = createSession(host);
  const hand = createHand(session);
  const revealed = [];
  const press = keyHandler(session, hand, {
    reveal: (cell) => revealed.push(cell),
    replay: () => revealed.push('again'),
  });
  session.show(frameOf(view, choices));
  let clock = 0;
  const key = (name, more = {}) =>
    press({ key: name, shiftKey: false, timeStamp: (clock += more.after ?? 100), ...more });
  return { host, session, state: session.state, hand, key, revealed };
}

const LAND = ['DDDDD', 'DDDDD', '++~++'];
const OWN = ['00...', '00...', '.....'];

// ---------------------------------------------------------------- position

test('cells within a distance, on the board only, in the order of rows', () => {
  const { chart } = positionOf(viewOf(LAND, OWN));
  assert.deepEqual(around(chart, 0, 1), [0, 1, 5]);
  assert.deepEqual(around(chart, 6, 1), [1, 5, 6, 7, 11]);
  assert.equal(distanceOf(chart, 0, 14), 6);
  assert.equal(membersAround(chart, 12), 2 * 4 + 0 + 8 * 3 + 8);
});

test('land falls into connected pieces, each with a sign in its middle', () => {
  const { chart, owner } = positionOf(viewOf(['DDDDD'], ['00.01']));
  assert.deepEqual(piecesOf(chart, owner), [
    { seat: 0, cells: [0, 1], badge: 0 },
    { seat: 0, cells: [3], badge: 3 },
    { seat: 1, cells: [4], badge: 4 },
  ]);
  const wide = positionOf(viewOf(['DDD', 'DDD', 'DDD'], ['000', '000', '000']));
  assert.equal(piecesOf(wide.chart, wide.owner)[0].badge, 4);
});

test('what was seen once is known with its round, what is seen now is not remembered', () => {
  const memory = { owners: ['??1.'], rounds: [[0, 0, 4, 5]] };
  const { owner, lastOwner, lastRound } = positionOf(viewOf(['DDDD'], ['0.??'], { memory }));
  assert.deepEqual([...owner], [0, -1, UNSEEN, UNSEEN]);
  assert.deepEqual([...lastOwner], [UNSEEN, UNSEEN, 1, -1]);
  assert.deepEqual(lastRound, [0, 0, 4, 5]);
});

test('a seat sees by its own land and its allies’', () => {
  const players = [
    { seat: 0, relations: { 1: 'allied', 2: 'at_war' }, capital: null },
    { seat: 1, relations: { 0: 'allied', 2: 'neutral' }, capital: [4, 0] },
    { seat: 2, relations: {}, capital: null },
  ];
  const view = viewOf(['DDDDDDDDDDDD'], ['0...1......2'], { you: null, me: null, players });
  const position = positionOf({ ...view, me: null });
  assert.deepEqual([...sightOf(position, 0)], [1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0]);
  assert.deepEqual([...sightOf(position, 2)], [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1]);
  assert.deepEqual(position.capitals, [{ seat: 1, cell: 4 }]);
});

// ---------------------------------------------------------------- hand

test('a click on own land puts a campaign that takes the easiest neighbour, a second one lets it go', () => {
  const { host, state, hand } = boardOf(viewOf(LAND, OWN));
  hand.act(1);
  // The road two steps below, beside own land, needs 267 twentieths, 16 per unit of size; a dormitory next to it 401, 18 per unit.
  assert.deepEqual(host.orders, { campaigns: [{ at: [1, 0], size: Math.ceil(267 / 16) }] });
  assert.deepEqual([state.selected, state.plan.taken.length > 0], [0, true]);
  assert.match(host.said.at(-1), /Campaign 1 of size 17 at 1,0/);
  hand.act(1);
  assert.equal(state.selected, -1);
  assert.equal(host.orders.campaigns.length, 1);
});

test('nothing is put where it surely cannot stand, and the reason is said', () => {
  const players = [{ seat: 1, relation: 'neutral', truce: 0, area: 3 }];
  const view = viewOf(['DDDD'], ['0.1?'], { players });
  const { host, state, hand, session } = boardOf(view, { access: ['o-n?'] });
  hand.act(1);
  assert.match(host.said.at(-1), /your own land or an ally/);
  hand.act(2);
  assert.match(host.said.at(-1), /alliance offered to B/);
  hand.act(3);
  assert.match(host.said.at(-1), /Not seen/);
  assert.deepEqual([host.orders, state.cursor], [{}, 3]);
  session.draft({ diplomacy: { 1: 'form_alliance' } });
  hand.act(2);
  hand.act(3);
  assert.deepEqual(
    host.orders.campaigns.map(({ at }) => at),
    [
      [2, 0],
      [3, 0],
    ],
  );
});

test('sizes stay within the saving, also beside campaigns that are not paid', () => {
  const { host, hand } = boardOf(viewOf(LAND, OWN, { me: { saving: 30 } }));
  hand.act(0);
  hand.resize(0, 500);
  assert.equal(host.orders.campaigns[0].size, 30);
  hand.act(1);
  assert.equal(host.orders.campaigns.length, 1);
  assert.match(host.said.at(-1), /No money is left/);
  hand.resize(0, 20);
  hand.act(1);
  assert.deepEqual(host.orders.campaigns[1], { at: [1, 0], size: 10 });
  hand.grow(1, 1);
  assert.equal(host.orders.campaigns[1].size, 10);
});

test('a dragged campaign moves, onto another one it joins; a right click takes it away', () => {
  const { host, state, hand } = boardOf(viewOf(LAND, OWN));
  hand.act(0);
  hand.resize(0, 12);
  hand.move(0, 6);
  assert.deepEqual(host.orders.campaigns, [{ at: [1, 1], size: 12 }]);
  hand.move(0, 3);
  assert.deepEqual(host.orders.campaigns[0].at, [1, 1], 'foreign land');
  hand.act(5);
  hand.move(1, 6);
  assert.deepEqual([host.orders.campaigns, state.selected], [[{ at: [1, 1], size: 24 }], 0]);
  hand.undo(6);
  assert.deepEqual([host.orders, state.selected], [{}, -1]);
});

test('the capital moves by a mode of its own, never onto water, and stays when its own cell is chosen', () => {
  const { host, state, hand } = boardOf(viewOf(LAND, OWN, { me: { capital: [0, 0] } }));
  hand.toggleCapital();
  assert.deepEqual(host.told.at(-1), { kind: 'capital' });
  hand.act(12);
  assert.deepEqual([host.orders, state.placing], [{}, true]);
  assert.match(host.said.at(-1), /water/);
  hand.act(7);
  assert.deepEqual([host.orders, state.placing], [{ capital: [2, 1] }, false]);
  hand.toggleCapital();
  hand.act(0);
  assert.deepEqual(host.orders, {});
});

test('a birthplace keeps its distance to every one that is chosen', () => {
  const auction = { order: [1, 0, 2], chosen: [[0, 0]], my_bid: 3, next: 0 };
  const view = viewOf(LAND, ['?????', '?????', '?????'], { phase: 'birthplaces', round: 0, auction });
  const { host, hand } = boardOf(view);
  assert.match(birthRefusal(positionOf(view), 6), /too close to 0,0: at least 3 steps/);
  hand.act(6);
  assert.deepEqual(host.orders, {});
  hand.act(7);
  assert.deepEqual(host.orders, { birthplace: [2, 1] });
  hand.undo(7);
  assert.deepEqual(host.orders, {});
});

test('whoever only watches changes nothing', () => {
  const { host, session, hand } = boardOf(viewOf(LAND, OWN));
  session.change({ locked: true });
  for (const act of [() => hand.act(0), () => hand.undo(0), () => hand.toggleCapital(), () => hand.remove(0)]) act();
  assert.deepEqual([host.orders, session.state.placing], [{}, false]);
  assert.deepEqual(host.told.at(-1), { kind: 'cell', at: [0, 0] });
});

test('a draft belongs to the frame that asks for it', () => {
  const { host, session, state, hand } = boardOf(viewOf(LAND, OWN));
  hand.act(0);
  session.show({ ...frameOf(viewOf(LAND, OWN)), step: 10, choices: null });
  assert.deepEqual([state.orders, state.plan?.taken ?? []], [{}, []]);
  assert.equal(host.orders.campaigns.length, 1);
});

test('the panel and the map agree on what is chosen', () => {
  const { session, state, hand } = boardOf(viewOf(LAND, OWN));
  hand.act(0);
  hand.act(6);
  session.hear({ kind: 'campaign', index: 0 });
  assert.deepEqual([state.selected, state.cursor], [0, 0]);
  session.hear({ kind: 'cell', at: [4, 1] });
  assert.equal(state.cursor, 9);
  session.hear({ kind: 'capital' });
  assert.deepEqual([state.placing, state.selected], [true, -1]);
});

// ---------------------------------------------------------------- keys

test('arrows move the cursor from the capital, stop at the edge, and say what is there', () => {
  const { host, state, key, revealed } = boardOf(viewOf(LAND, OWN, { me: { capital: [1, 0] } }));
  key('ArrowRight');
  assert.equal(state.cursor, 1);
  assert.match(host.said.at(-1), /1,0 dormitory.*Your capital/);
  key('ArrowRight');
  key('ArrowUp');
  assert.equal(state.cursor, 2);
  key('ArrowRight', { shiftKey: true });
  assert.equal(state.cursor, 3, 'a leap beyond the edge is one step');
  assert.deepEqual(revealed, [1, 2, 3]);
});

test('digits make one number for one campaign; a pause or another campaign begins anew', () => {
  const { host, key, hand } = boardOf(viewOf(LAND, OWN));
  hand.act(0);
  key('2');
  key('5');
  assert.equal(host.orders.campaigns[0].size, 25);
  key('7', { after: 2000 });
  assert.equal(host.orders.campaigns[0].size, 7);
  hand.act(6);
  key('9');
  assert.deepEqual(
    host.orders.campaigns.map(({ size }) => size),
    [7, 9],
  );
});

test('Tab goes through the campaigns and leaves the board after the last', () => {
  const { host, state, key, hand } = boardOf(viewOf(LAND, OWN));
  hand.act(0);
  hand.act(6);
  key('Escape');
  assert.deepEqual([key('Tab'), state.selected], [true, 0]);
  assert.deepEqual([key('Tab'), state.selected], [true, 1]);
  assert.deepEqual([key('Tab'), state.selected], [false, -1]);
  assert.deepEqual([key('Tab', { shiftKey: true }), state.selected], [true, 1]);
  key('+');
  key('Delete');
  assert.equal(host.orders.campaigns.length, 1);
});

test('without a campaign, size keys are left to the board’s zoom', () => {
  const { key, state } = boardOf(viewOf(LAND, OWN));
  assert.deepEqual([key('+'), key('5'), key('x')], [false, false, false]);
  assert.deepEqual([key('t'), state.letters, key('h'), state.heat], [true, true, true, 'attack']);
});

// ---------------------------------------------------------------- words of a cell

test('a cell tells what it lacks, and how much more of the chosen campaign that is', () => {
  const view = viewOf(LAND, OWN);
  const { state, hand, host } = boardOf(view);
  hand.act(1);
  hand.resize(0, 10);
  const lines = cellLines(2, { ...state, info: host.info });
  assert.ok(lines.includes('Unowned'));
  // 401 twentieths are needed, ten at one step give 180: 221 are missing, or 13 at 18 each.
  assert.ok(lines.includes('Influence 9: 11.05 more needed'), lines.join('|'));
  assert.ok(lines.includes('= 13 more in the chosen campaign'));
});

test('what is not seen says when it was, and nothing of now', () => {
  const memory = { owners: ['???1'], rounds: [[0, 0, 0, 4]] };
  const view = viewOf(['DDDD'], ['0.??'], { memory });
  const { state, host } = boardOf(view);
  const said = (cell) => cellLines(cell, { ...state, info: host.info });
  assert.ok(said(2).includes('Not seen yet'));
  assert.ok(said(3).includes('Not seen; in round 4: B Ben'));
});

// ---------------------------------------------------------------- lenses and playback

test('the lenses: attack only where something may be taken, defence only where it counts', () => {
  const view = viewOf(['DDD'], ['00.'], { cut_off: [[1, 0]] });
  const { state, hand } = boardOf(view, { access: ['oo-'] });
  hand.act(0);
  hand.resize(0, 10);
  const strength = (heat) => [...planLens(state.position, state.plan, heat, []).strength];
  assert.deepEqual(strength('attack'), [0, 0, (160 * 20) / 8000]);
  assert.deepEqual(strength('defence'), [(200 * 20) / 8000, 0, 0], 'cut-off land does not defend');
  assert.equal(planLens(state.position, state.plan, 'off', []), null);
});

test('allies’ capitals count by the income their taxes told', () => {
  const ally = { seat: 1, relation: 'allied', area: 1, capital: [2, 0], relations: {} };
  const { state } = boardOf(viewOf(['DDD'], ['0.1'], { players: [ally] }));
  const taxes = [{ type: 'taxes', seat: 1, income: 40 }];
  assert.deepEqual([...planLens(state.position, state.plan, 'allies', taxes).influence], [192, 216, 240]);
  assert.deepEqual([...planLens(state.position, state.plan, 'allies', []).influence], [0, 0, 0]);
});

test('a referee sees the influence a club laid out, capital included', () => {
  const last_round = {
    commands: {},
    campaigns: {
      1: [
        { at: [0, 0], size: 3, capital: false },
        { at: [2, 0], size: 1, capital: true },
      ],
    },
  };
  const position = positionOf({ ...viewOf(['DDD'], ['1..'], { last_round }), you: null, me: null, players: [] });
  assert.deepEqual([...pastLens(position, 1).influence], [60 + 16, 54 + 18, 48 + 20]);
  assert.equal(pastLens(position, 0), null);
});

test('the legend explains what is on the map, and nothing else', () => {
  const { state, hand } = boardOf(viewOf(LAND, OWN));
  const signs = () => legendOf(state).map(([sign]) => sign);
  assert.deepEqual(signs(), ['hcb-own']);
  hand.act(1);
  assert.deepEqual(signs(), ['hcb-own', 'hcb-taken']);
  const memory = { owners: ['???1'], rounds: [[0, 0, 0, 4]] };
  const foggy = boardOf(viewOf(['DDDD'], ['00??'], { memory, cut_off: [[1, 0]] })).state;
  assert.deepEqual(
    legendOf({ ...foggy, heat: 'off' }).map(([sign]) => sign),
    ['hcb-cut', 'hcb-unseen', 'hcb-memory'],
  );
});

test('a drag shows what the campaign would do there, and leaves the draft alone', () => {
  const { host, state, hand } = boardOf(viewOf(['DDDDDDD'], ['0000...']));
  hand.act(0);
  hand.resize(0, 26);
  assert.deepEqual(state.plan.taken, []);
  hand.aim(0, 3);
  assert.deepEqual(state.plan.taken, [
    [4, 0],
    [5, 0],
  ]);
  assert.deepEqual(host.orders.campaigns[0].at, [0, 0]);
  hand.aim(0, 5);
  assert.deepEqual(state.plan.taken, [], 'where it cannot stand it stays where it is');
  hand.aim(0, 3);
  hand.aim(0, null);
  assert.deepEqual(state.plan.taken, []);
});

test('conquests run in waves from the front', () => {
  const position = positionOf(viewOf(['DDDDD'], ['0..1.']));
  const events = [
    { type: 'taken', at: [2, 0], seat: 0, was: null },
    { type: 'taken', at: [1, 0], seat: 0, was: null },
    { type: 'contested', at: [4, 0], was: null, seats: null },
  ];
  assert.deepEqual(flipsOf(position, events), [
    { cell: 4, seat: null, wave: 1 },
    { cell: 1, seat: 0, wave: 1 },
    { cell: 2, seat: 0, wave: 2 },
  ]);
});

test('land taken far from what is seen of its taker still flips, and a round ends in time', () => {
  const wide = positionOf(viewOf(['D'.repeat(40)], [`0${'.'.repeat(39)}`]));
  const events = Array.from({ length: 39 }, (_, i) => ({
    type: 'taken',
    at: [i + 1, 0],
    seat: i > 30 ? 5 : 0,
    was: null,
  }));
  assert.equal(flipsOf(wide, events).length, 39);
  const tracks = tracksOf(wide, events);
  const end = Math.max(...tracks.map(({ at, lasts }) => at + lasts));
  assert.ok(end <= 1500, `${end} ms`);
  assert.equal(tracksOf(wide, []).at(-1).at > 0, true, 'a quiet round takes its time as well');
});
