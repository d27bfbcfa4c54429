// Does the map of Hundred Clubs read a view rightly, and does a hand make the drafts that it should?
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { groundsOf } from 'games/hundred_clubs/chapters.js';
import { handOf } from 'games/hundred_clubs/hand.js';
import { paintNumbers, pastLens, planLens } from 'games/hundred_clubs/heat.js';
import { birthRefusal, cellLines } from 'games/hundred_clubs/inspect.js';
import { legendOf } from 'games/hundred_clubs/legend.js';
import { stakesText } from 'games/hundred_clubs/panel_clubs.js';
import { courseOf, flipsOf } from 'games/hundred_clubs/playback.js';
import {
  around,
  distanceOf,
  membersAround,
  piecesOf,
  positionOf,
  sightOf,
  startsOfOthers,
  UNSEEN,
} from 'games/hundred_clubs/position.js';
import { sessionOf } from 'games/hundred_clubs/session.js';
import { boardOf, LAND, OWN } from './hundred_clubs_hand_fixture.js';
import { fateOf, forecastOf, frameOf, hostOf, viewOf } from './hundred_clubs_map_fixture.js';
import { RecordingCanvas, wordsOn } from './recording_canvas.js';

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
  const easiest = [
    [0, 17, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
  ];
  const { host, state, hand, foresee } = boardOf(viewOf(LAND, OWN), {}, { easiest });
  hand.act(1, true);
  assert.deepEqual(host.orders, { campaigns: [{ at: [1, 0], size: 17 }] });
  assert.equal(state.selected, 0);
  assert.equal(host.said.at(-1), 'Campaign 1 of size 17 at 1,0 (dormitory)');
  foresee({ cells: { least: 1, about: 3 }, money: { left: 83 } });
  assert.equal(host.said.at(-1), 'At least 1 cell, about 3, money left 83.');
  hand.act(1, true);
  assert.equal(state.selected, -1);
  assert.equal(host.orders.campaigns.length, 1);
});

test('a press on land of a club on which war is ordered puts the campaign beside it, on one’s own', () => {
  const players = [{ seat: 1, relation: 'neutral', truce: 0, area: 3 }];
  const view = viewOf(['DDDDD'], ['0011.'], { players });
  const { host, hand, foresee } = boardOf(view, { access: ['oonn-'] });
  hand.act(2, true);
  assert.match(host.said.at(-1), /war takes it/);
  foresee({ wars: [1] });
  hand.act(2, true);
  assert.deepEqual(host.orders.campaigns[0].at, [1, 0]);
});

test('a press on land that a campaign works on tells of that land, and lets the campaign be', () => {
  const { host, state, hand } = boardOf(viewOf(LAND, OWN));
  hand.act(1, true);
  hand.act(2, true);
  assert.deepEqual([state.cursor, state.asked, state.selected, host.orders.campaigns.length], [2, true, 0, 1]);
  hand.act(1, true);
  assert.deepEqual([state.asked, state.selected], [false, -1]);
});

test('a first campaign where money is spent well has the size that wins most for its price, any other the least', () => {
  const easiest = LAND.map((row) => [...row].map(() => 7));
  const spend = { campaigns: [], alone: [{ at: [1, 0], size: 33 }], gain: { least: 2, about: 4 }, left: 7 };
  const { host, hand } = boardOf(viewOf(LAND, OWN), {}, { easiest, spend });
  hand.act(1, true);
  hand.act(0, true);
  assert.deepEqual(host.orders.campaigns, [
    { at: [1, 0], size: 33 },
    { at: [0, 0], size: 7 },
  ]);
});

test('where no money that there is wins a cell, not all of it is put; and a campaign is sent where it wins with the size that does', () => {
  const easiest = LAND.map((row) => [...row].map(() => 9000));
  const { host, hand } = boardOf(viewOf(LAND, OWN), {}, { easiest });
  hand.act(1, true);
  assert.deepEqual(host.orders.campaigns, [{ at: [1, 0], size: 10 }]);
  hand.move(0, 0, 33);
  assert.deepEqual(host.orders.campaigns, [{ at: [0, 0], size: 33 }]);
  assert.ok(hand.isLeast(host.orders.campaigns[0]));
});

test('what a war is about: members of either in reach of the other, by what is seen', () => {
  const players = (relation) => [{ seat: 1, relation, truce: 0, area: 9 }];
  // A row of 8, 5, 2, … members; a campaign reaches four columns.
  const view = (relation) => viewOf(['DTDDDD+TD'], ['00.....11'], { players: players(relation) });
  assert.deepEqual(stakesText(view('neutral'), players('neutral')[0]), []);
  const near = (relation) => viewOf(['DTDDDDD'], ['00..11?'], { players: players(relation) });
  assert.deepEqual(stakesText(near('neutral'), players('neutral')[0]), [
    'in a war you could reach 16 of their members, they 13 of yours',
  ]);
  assert.match(stakesText(near('at_war'), players('at_war')[0])[0], /^in reach of this war: 16/);
  assert.deepEqual(stakesText(near('allied'), players('allied')[0]), []);
});

test('nothing is put where it surely cannot stand, and the reason is said', () => {
  const players = [{ seat: 1, relation: 'neutral', truce: 0, area: 3 }];
  const view = viewOf(['DDDDDDDDD'], ['0.1?.....'], { players });
  const { host, state, hand, session } = boardOf(view, { access: ['o-n?---??'] });
  const shown = [];
  session.offer('why', (text) => shown.push(text));
  hand.act(6);
  assert.match(host.said.at(-1), /your own land or an ally/);
  assert.deepEqual(shown, [host.said.at(-1)], 'not to screen readers only');
  hand.act(2);
  assert.match(host.said.at(-1), /land of club B: war takes it. Press War at its name/);
  hand.act(8);
  assert.match(host.said.at(-1), /^You do not see this cell/);
  assert.deepEqual([host.orders, state.cursor], [{}, 8]);
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

test('land that is wanted is pressed: the campaign stands where it works most there', () => {
  const { host, state, hand } = boardOf(viewOf(LAND, OWN));
  hand.act(3);
  assert.deepEqual(host.orders, {}, 'keys are at one cell');
  hand.act(3, true);
  assert.deepEqual([host.orders.campaigns.map(({ at }) => at), state.cursor], [[[1, 0]], 1]);
  hand.act(2, true);
  assert.equal(host.orders.campaigns.length, 1, 'chosen again, and not put away');
  assert.equal(state.selected, 0);
  hand.act(7, true);
  assert.deepEqual(
    host.orders.campaigns.map(({ at }) => at),
    [
      [1, 0],
      [1, 1],
    ],
  );
});

test('sizes stay within the saving, also beside campaigns that are not paid', () => {
  const { host, hand, session } = boardOf(viewOf(LAND, OWN, { me: { saving: 30 } }));
  hand.act(0);
  hand.resize(0, 500);
  assert.equal(host.orders.campaigns[0].size, 30);
  hand.act(1);
  assert.equal(host.orders.campaigns.length, 1);
  assert.match(host.said.at(-1), /No money is left/);
  session.select(-1);
  hand.resize(0, 500);
  assert.deepEqual(
    [session.state.selected, host.orders.campaigns[0].size],
    [0, 30],
    'a size that it has chooses it too',
  );
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
  assert.deepEqual([host.orders.campaigns, state.selected], [[{ at: [1, 1], size: 22 }], 0]);
  hand.undo(6);
  assert.deepEqual([host.orders, state.selected], [{}, -1]);
});

test('the capital moves by a mode of its own, never onto water, and stays when its own cell is chosen', () => {
  const { host, state, hand } = boardOf(viewOf(LAND, OWN, { me: { capital: [0, 0] } }));
  hand.toggleCapital();
  assert.equal(state.placing, true);
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
  assert.match(birthRefusal(positionOf(view), 6), /too close to 0,0 \([a-z ]+\): at least 3 steps/);
  hand.act(6);
  assert.deepEqual(host.orders, {});
  hand.act(7);
  assert.deepEqual(host.orders, { birthplace: [2, 1] });
  hand.undo(7);
  assert.deepEqual(host.orders, {});
});

test('whoever only watches changes nothing', () => {
  const { host, session, hand } = boardOf(viewOf(LAND, OWN));
  session.setLocked(true);
  for (const act of [() => hand.act(0), () => hand.undo(0), () => hand.toggleCapital(), () => hand.remove(0)]) act();
  assert.deepEqual([host.orders, session.state.placing, session.state.cursor], [{}, false, 0]);
});

test('a draft belongs to the frame that asks for it', () => {
  const { host, session, state, hand } = boardOf(viewOf(LAND, OWN));
  hand.act(0);
  session.show({ ...frameOf(viewOf(LAND, OWN)), step: 10, choices: null });
  assert.deepEqual([state.orders, state.plan], [{}, null]);
  assert.equal(host.orders.campaigns.length, 1);
});

test('the panel and the map have one session, so that they agree on what is chosen', () => {
  const { host, session, state, hand } = boardOf(viewOf(LAND, OWN));
  hand.act(0);
  hand.act(6);
  assert.equal(sessionOf(host), session);
  assert.equal(handOf(session), hand);
  session.select(0);
  assert.deepEqual([state.selected, state.cursor], [0, 0]);
  hand.toggleCapital();
  assert.deepEqual([state.placing, state.selected], [true, -1]);
});

test('a step that is looked at again finds the forecast of its draft again', () => {
  const { session, state } = boardOf(viewOf(LAND, OWN), {}, { sure: [[2, 0]] });
  const now = state.frame;
  session.show({ ...frameOf(viewOf(LAND, OWN)), step: 8 });
  assert.equal(state.plan, null);
  session.show(now);
  assert.deepEqual(state.plan.sure, [[2, 0]]);
});

// ---------------------------------------------------------------- words of a cell

test('names of places are on the map from the beginning where a question names one', () => {
  const lettersOf = (more) => sessionOf({ ...hostOf(), ...more }).state.letters;
  assert.deepEqual([lettersOf({}), lettersOf({ isNamed: false }), lettersOf({ isNamed: true })], [false, false, true]);
});

test('a cell tells what it lacks, and how much more of the chosen campaign that is', () => {
  const view = viewOf(LAND, OWN);
  const { state, hand, host, foresee } = boardOf(view);
  hand.act(1);
  hand.resize(0, 10);
  const [influence, missing] = [LAND.map(() => [0, 0, 180, 160, 140]), LAND.map(() => [null, null, 221, 0, 5])];
  const likely = [[3, 0]];
  foresee({ campaigns: [fateOf(0, { growth: [[2, 0, 13]] })], sure: [[4, 0]], likely, layers: { influence, missing } });
  const lines = (cell) => cellLines(cell, { ...state, info: host.info });
  assert.ok(lines(2).includes('Unowned'));
  assert.ok(lines(2).includes('Influence 9: 11.05 more needed'), lines(2).join('|'));
  assert.ok(lines(2).includes('= 13 more in the chosen campaign'));
  assert.ok(lines(3).includes('Influence 8: likely taken'));
  assert.ok(lines(4).includes('Influence 7: surely taken, if no club out of sight answers'));
});

test('a campaign that cannot touch a club at peace says so', () => {
  const view = viewOf(LAND, OWN);
  const { state, hand, host, foresee } = boardOf(view);
  hand.act(1);
  const note = { code: 'at_peace', seat: 1, cells: 3, at: [2, 0], rounds: 3, backstab: true };
  foresee({ campaigns: [fateOf(0, { notes: [note] })] });
  const lines = cellLines(1, { ...state, info: host.info });
  assert.ok(
    lines.includes(
      'Campaign 1 of size 10: wins nothing while there is peace with club B; war with club B takes 3 rounds',
    ),
    lines.join('|'),
  );
});

test('what is not seen says when it was, and nothing of now', () => {
  const memory = { owners: ['???1'], rounds: [[0, 0, 0, 4]] };
  const view = viewOf(['DDDD'], ['0.??'], { memory });
  const { state, host } = boardOf(view);
  const said = (cell) => cellLines(cell, { ...state, info: host.info });
  assert.ok(said(2).includes('Not seen yet'));
  assert.ok(said(3).includes('Not seen; in round 4: Ben (B)'));
});

// ---------------------------------------------------------------- lenses and playback

test('the lenses: attack only where something may be taken, defence only where it counts', () => {
  const view = viewOf(['DDD'], ['00.'], { cut_off: [[1, 0]] });
  const layers = { influence: [[200, 180, 160]], missing: [[null, null, 240]], defence: [[50, 0, 0]] };
  const { state } = boardOf(view, { access: ['oo-'] }, { layers });
  const strength = (heat) => planLens(state.position, state.plan, heat).strength;
  assert.deepEqual(strength('attack'), [0, 0, 160 / 400]);
  assert.deepEqual(strength('defence'), [0.5, 0, 0]);
  assert.deepEqual(strength('own'), [0.5, 0.45, 0.4]);
  assert.equal(planLens(state.position, state.plan, 'off'), null);
});

test('allies’ capitals are laid over the own influence', () => {
  const layers = { influence: [[20, 18, 16]], allied: [[192, 216, 240]] };
  const { state } = boardOf(viewOf(['DDD'], ['0.1']), {}, { layers });
  assert.deepEqual(planLens(state.position, state.plan, 'allies').influence, [212, 234, 256]);
  assert.deepEqual(planLens(state.position, state.plan, 'own').influence, [20, 18, 16]);
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
  const { state, foresee } = boardOf(viewOf(LAND, OWN));
  const signs = () => legendOf(state).map(([sign]) => sign);
  assert.deepEqual(signs(), ['hcb-rich'], 'no numbers lie on cells before somebody asks for them');
  state.heat = 'own';
  assert.deepEqual(signs(), ['hcb-own', 'hcb-rich']);
  foresee({ sure: [[2, 0]], likely: [[3, 0]], broken: [[4, 1]] });
  assert.deepEqual(signs(), ['hcb-own', 'hcb-taken', 'hcb-likely', 'hcb-broken', 'hcb-rich']);
  const memory = { owners: ['???1'], rounds: [[0, 0, 0, 4]] };
  const foggy = boardOf(viewOf(['DDDD'], ['00??'], { memory, cut_off: [[1, 0]] })).state;
  assert.deepEqual(
    legendOf({ ...foggy, heat: 'off' }).map(([sign]) => sign),
    ['hcb-rich', 'hcb-cut', 'hcb-unseen', 'hcb-memory'],
  );
  const drawn = { options: { starts: 'drawn', sight: 2 }, players: [{ seat: 1, relation: 'undiscovered' }] };
  const unmet = viewOf(['DDDD'], ['00??'], {
    ...drawn,
    map: {
      ...viewOf(['DDDD'], ['00??']).map,
      starts: [
        [0, 0],
        [3, 0],
      ],
    },
  });
  assert.deepEqual(startsOfOthers(positionOf(unmet)), [3]);
  assert.ok(legendOf({ ...foggy, position: positionOf(unmet), heat: 'off' }).some(([sign]) => sign === 'hcb-origin'));
});

test('numbers of influence are whole, and can be read or are not there', () => {
  const position = positionOf(viewOf(['DDD'], ['0..']));
  const lens = /** @type {any} */ ({ strength: [1, 1, 1], influence: [273, 20, 0], tone: 'own' });
  const numbersAt = (/** @type {number} */ scale) => {
    const canvas = new RecordingCanvas(400, 100);
    const view = /** @type {any} */ ({
      ...{ width: 400, height: 100, camera: { scale } },
      at: (/** @type {number} */ x, /** @type {number} */ y) => [x * scale, y * scale],
      palette: { text: '#ffffff', ink: '#000000', font: 'sans-serif', dark: true },
    });
    paintNumbers(/** @type {any} */ (canvas.getContext('2d')), view, position, lens, new Set());
    return wordsOn(canvas).map(({ text, height }) => [text, height >= 10]);
  };
  assert.deepEqual(numbersAt(30), []);
  assert.deepEqual(numbersAt(36), [
    ['14', true],
    ['1', true],
  ]);
});

test('a legend has the grounds of the map alone, with what they give and how they are taken', () => {
  const words = groundsOf(positionOf(viewOf(['DD~+'], ['0...']))).map(([, text]) => text);
  assert.deepEqual(words, [
    'dormitory: 8 members a cell, take ×2, hold ×2',
    'road: 2 members a cell, take ×3, hold ×1',
    'water: cannot be taken',
  ]);
});

test('a drag asks what the campaign would do there, shows the answer before until it comes, and leaves the draft alone', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const view = viewOf(['DDDDDDD'], ['0000...']);
  const { host, state, hand, foresee } = boardOf(view);
  const asked = [];
  host.forecast = async (orders) => {
    asked.push(orders.campaigns[0].at);
    return forecastOf(view, {
      sure: [
        [4, 0],
        [5, 0],
      ],
    });
  };
  hand.act(0);
  foresee({ likely: [[4, 0]] });
  hand.aim(0, 2);
  hand.aim(0, 3);
  mock.timers.tick(200);
  assert.deepEqual(state.plan.likely, [[4, 0]], 'the newest answer stays until the next');
  await new Promise((go) => setImmediate(go));
  assert.deepEqual(asked, [[3, 0]]);
  assert.deepEqual([state.plan.sure.length, host.orders.campaigns[0].at], [2, [0, 0]]);
  hand.aim(0, 5);
  assert.deepEqual(state.plan.likely, [[4, 0]], 'where it cannot stand it stays where it is');
  hand.move(0, 3);
  assert.deepEqual(host.orders.campaigns[0].at, [3, 0]);
  mock.timers.reset();
});

test('money that is left follows the draft until the server has reckoned it', () => {
  const view = viewOf(LAND, OWN, { me: { saving: 100 } });
  const { session, hand, foresee } = boardOf(view, {}, { money: { left: 96 } });
  assert.equal(session.affordable(), 96);
  hand.act(0);
  assert.equal(session.affordable(), 86);
  foresee({ money: { left: 80, campaigns: 10 } });
  assert.equal(session.affordable(), 80);
});

test('conquests run in waves from the front', () => {
  const position = positionOf(viewOf(['DDDDD'], ['0..1.']));
  const events = [
    { type: 'taken', at: [2, 0], seat: 0, was: null },
    { type: 'taken', at: [1, 0], seat: 0, was: null },
    { type: 'contested', at: [4, 0], was: null, seats: null },
  ];
  assert.deepEqual(flipsOf(position, events), [
    { cell: 4, seat: null, wave: 1, event: events[2] },
    { cell: 1, seat: 0, wave: 1, event: events[1] },
    { cell: 2, seat: 0, wave: 2, event: events[0] },
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
  const { tracks } = courseOf(wide, events);
  const end = Math.max(...tracks.map(({ at, lasts }) => at + lasts));
  assert.ok(end <= 1500, `${end} ms`);
  assert.equal(courseOf(wide, []).length > 0, true, 'a quiet round takes its time as well');
});
