// What does a press on a mine order? To fetch round after round, where the way takes more than this round; nothing that would only fail.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawnOf } from 'games/deep_blue/drawn.js';
import { handOf } from 'games/deep_blue/hand.js';
import { positionOf } from 'games/deep_blue/position.js';
import { overlap } from 'kit/labels.js';
import { placeOfMenu } from 'kit/menu.js';
import { makeView, unit } from './deep_blue_fixture.js';

const MINE = {
  id: 110,
  kind: 'mine',
  seat: null,
  rect: [10, 3, 10, 3],
  level: 1,
  health: null,
  metal: 90,
  visible: true,
};

/** Orders that a press on the mine gives a cargo ship at a place, to which the way takes so many rounds. */
async function pressed(pos, rounds, kind = null, metal = 50, refused = null) {
  const cargo = unit(250, 'cargo', 0, pos, { fuel: 90, ammo: 0, metal: 0, destination: null });
  const view = makeView();
  const position = positionOf({ ...view, elements: [...view.elements, MINE, cargo] });
  const offer = { type: 'collect', target: MINE.id, refused, most: refused ? undefined : { fuel: 0, ammo: 0, metal } };
  const answers = {
    250: { commands: [offer], cell: { way: { rounds, path: [] } }, fire: [], standing: ['collect_run'] },
  };
  let given = null;
  let menu = null;
  const session = {
    state: { orders: {}, selected: [250], layer: 3 },
    change(part) {
      Object.assign(session.state, part);
      menu = session.state.menu;
    },
    position: () => position,
    chosen: () => [cargo],
    crew: () => [cargo],
    canOrder: () => true,
    about: (units) => ({ units }),
    question: async () => ({ ask: { units: answers } }),
    order: (orders) => {
      given = orders.units[250];
    },
    say() {},
    deny: (/** @type {string} */ why) => assert.fail(why),
    setError: ({ message }) => assert.fail(message),
  };
  const hand = handOf(/** @type {any} */ (session));
  if (kind === 'menu') await hand.open([10, 3], [0, 0], true);
  else await hand.act([10, 3], kind);
  return kind === 'menu' ? menu.choices : given;
}

/** As the server refuses what is too far for this round. */
const TOO_FAR = {
  path: 'command.target',
  code: 'too_far',
  message: 'It is {apart} away; in this round they can come together from {most}.',
  data: { apart: 11, most: 10 },
};

test('a mine that is more than a round away is fetched from round after round, one within reach is collected from at once', async () => {
  const run = { standing: { type: 'collect_run', target: MINE.id } };
  assert.deepEqual(await pressed([5, 0, 1], 2), run);
  assert.deepEqual(await pressed([1, 0, 1], 2, null, 50, TOO_FAR), run, 'no error is set, nothing is refused');
  const told = await pressed([1, 0, 1], 2, 'collect', 50, TOO_FAR);
  assert.ok(Array.isArray(told.move), 'whoever chooses the command sends it closer, and no order fails');
  const near = await pressed([8, 2, 1], 1);
  assert.equal(near.command.type, 'collect');
  const beside = await pressed([9, 3, 1], 2);
  assert.deepEqual([beside.command.type, beside.move], ['collect', undefined], 'it is there: no way is to be sailed');
  const asked = await pressed([5, 0, 1], 2, 'collect');
  assert.equal(asked.command.type, 'collect', 'whoever chooses the command means it');
});

test('a full cargo ship that is sent to a mine brings home what it has and fetches, round after round', async () => {
  const given = await pressed([5, 0, 1], 2, null, 0);
  assert.deepEqual(given, { standing: { type: 'collect_run', target: MINE.id } });
});

test('the menu at a mine begins with what goes on round after round; what would bring nothing is last, greyed, with its reason', async () => {
  const said = async (...given) =>
    (await pressed(...given)).map(({ text, small, disabled }) => [text.split(' ')[0], small, !!disabled]);
  const [run, ...full] = await said([8, 2, 1], 1, 'menu', 0);
  assert.deepEqual(run, ['Keeps', 'round after round', false]);
  assert.deepEqual(full.at(-1), ['Collect:', 'no room for more on board', true]);
  const far = await said([1, 0, 1], 2, 'menu', 50, TOO_FAR);
  assert.equal(far[0][0], 'Keeps');
  assert.deepEqual(far.at(-1), ['Collect:', 'It is 11 away; in this round they can come together from 10.', true]);
  const near = await said([8, 2, 1], 1, 'menu', 50);
  assert.deepEqual(near.slice(0, 2), [
    ['Keeps', 'round after round', false],
    ['Collect:', '', false],
  ]);
});

/** A press on an enemy with three guns in hand, of which two are enough: whom it tells to fire, and what it says. */
async function fired(orders = {}, kind = null, { count = 3, isTouch = false } = {}) {
  const foe = unit(310, 'cargo', 1, [7, 1, 1]);
  const guns = [251, 252, 253]
    .slice(0, count)
    .map((id, i) => unit(id, 'destroyer', 0, [5, i, 1], { fuel: 90, ammo: 40 }));
  const view = makeView();
  const position = positionOf({ ...view, elements: [...view.elements, foe, ...guns] });
  const volley = { cell: [7, 1, 1], strikes: [], combat: null, expected: 20, sinks: 40 };
  const offer = { type: 'attack', target: foe.id, refused: null, strikes: ['fire'], volley };
  const units = Object.fromEntries(guns.map(({ id }) => [id, { commands: [offer], fire: [], cell: null }]));
  const line = { target: foe.id, units: [251, 252, 253], expected: 30, sinks: 99 };
  const together = count < 3 ? [] : [{ ...line, enough: { ...line, units: [251, 253], sinks: 93 } }];
  const said = [];
  const session = {
    state: { orders, selected: guns.map(({ id }) => id), layer: 3 },
    position: () => position,
    chosen: () => guns,
    crew: () => guns,
    canOrder: () => true,
    about: (asked) => ({ units: asked }),
    question: async () => ({ ask: { units, together } }),
    change(part) {
      Object.assign(session.state, part);
    },
    order(next, words) {
      Object.assign(session.state, { orders: next, menu: null });
      said.push(words);
    },
    say() {},
    deny: (/** @type {string} */ why) => assert.fail(why),
    setError() {},
  };
  const hand = handOf(/** @type {any} */ (session));
  if (kind === 'menu') await hand.open([7, 1], [0, 0], isTouch);
  else await hand.act([7, 1], kind);
  return {
    session,
    said,
    volley,
    ask: { units, together },
    guns: Object.keys(session.state.orders.units ?? {}).map(Number),
  };
}

test('a group fires with as many as are expected to do it, the rest stays free; pressed once more, all fire', async () => {
  const first = await fired();
  assert.deepEqual(first.guns, [251, 253]);
  assert.match(first.said[0], /1 unit stays free/);
  const again = await fired(first.session.state.orders);
  assert.deepEqual(again.guns, [251, 252, 253]);
});

test('the menu says what enough of a group do, by the words of the preview, and offers all of them', async () => {
  const { session } = await fired({}, 'menu');
  const [few, all] = session.state.menu.choices;
  assert.match(few.small, /^2 of 3 units, 2 attacks: .*93 % chance to destroy it/);
  assert.match(all.small, /^3 of 3 units, 3 attacks: .*99 % chance to destroy it/);
  all.act();
  assert.deepEqual(Object.keys(session.state.orders.units).map(Number), [251, 252, 253]);
});

test('once something is ordered the amount is set beside the mouse, and a finger has the chart free again', async () => {
  for (const isTouch of [false, true]) {
    const { session } = await fired({}, 'menu', { count: 1, isTouch });
    session.state.menu.choices[0].act();
    assert.equal(session.state.orders.units[251].command.type, 'attack');
    assert.equal(session.state.menu?.editing ?? null, isTouch ? null : 251);
  }
});

test('a menu leaves free what it is about: on a narrow board it takes the other half', () => {
  const size = { width: 300, height: 180 };
  const box = { width: 54, height: 54 };
  for (const room of [
    { width: 390, height: 437 },
    { width: 320, height: 400 },
    { width: 900, height: 600 },
  ])
    for (let x = 0; x + box.width <= room.width; x += 24)
      for (let y = 30; y + box.height <= room.height - 30; y += 24) {
        const about = { x, y, ...box };
        const place = placeOfMenu(room, size, { at: [x, y], clear: { about, others: [] } });
        const middle = { x: x + box.width / 2, y: y + box.height / 2, width: 1, height: 1 };
        assert.ok(!overlap({ ...place, ...size }, middle), `${x}, ${y} of ${room.width}`);
        assert.ok(place.x >= 0 && place.y >= 0 && place.y + size.height <= room.height);
      }
});

test('after the press the chart draws those that fire alone, and says that the others stay free and how they fire too', async () => {
  const { session, volley, ask } = await fired();
  const attack = { ...volley, target: 310 };
  const told = { units: Object.fromEntries([251, 253].map((id) => [id, { by: 'orders', attack, warnings: [] }])) };
  const state = {
    ...session.state,
    told,
    ahead: { ask },
    abilities: {},
    shown: {},
    error: null,
    aim: null,
    focus: null,
  };
  const { shots } = drawnOf({ ...state, position: session.position(), hover: [7, 1] });
  assert.deepEqual(
    [shots.map(({ unit: id }) => id), shots.map(({ form }) => form)],
    [
      [251, 253],
      ['draft', 'draft'],
    ],
  );
  assert.match(shots[0].note, /^2 of 3 fire: .*\n1 stays free: press again, and it fires too$/);
  const away = drawnOf({ ...state, position: session.position(), hover: [0, 0] });
  assert.doesNotMatch(away.shots[0].note, /free/);
  assert.match(away.shots[0].note, /^2 of 3 fire: /, 'as long as the group is in hand');
  const gone = drawnOf({ ...state, position: session.position(), hover: null, selected: [] });
  assert.doesNotMatch(gone.shots[0].note, / of 3/);
});

test('shots at two cells of one island have one line for all of them', () => {
  const island = { ...MINE, id: 120, kind: 'island', rect: [6, 1, 7, 2], health: 100 };
  const guns = [251, 252].map((id, i) => unit(id, 'destroyer', 0, [4, 1 + i, 1], { fuel: 90, ammo: 40 }));
  const view = makeView();
  const position = positionOf({ ...view, elements: [...view.elements, island, ...guns] });
  const shot = (/** @type {number} */ y) => ({
    by: 'orders',
    warnings: [],
    attack: { cell: [6, y, 1], strikes: [], combat: null, expected: 20, sinks: 0 },
  });
  const told = { units: { 251: shot(1), 252: shot(2) } };
  const state = {
    position,
    told,
    orders: {},
    selected: [],
    abilities: {},
    shown: {},
    layer: 3,
    ahead: null,
    error: null,
  };
  const { shots } = drawnOf({ ...state, hover: null, focus: null, aim: null });
  assert.deepEqual(
    shots.map(({ note }) => /^2 attacks/.test(note)),
    [true, false],
  );
});

test('where a line led to a target its odds say that nothing is ordered yet, and under the pointer they do not', async () => {
  const { session, ask } = await fired({}, 'menu');
  const rest = { told: { units: {} }, ahead: { ask }, abilities: {}, shown: {}, error: null, aim: null };
  const state = { ...session.state, ...rest, orders: {}, position: session.position() };
  const led = drawnOf({ ...state, hover: null, focus: [7, 1] });
  assert.match(led.shots[0].note, /^not ordered yet: press it\n2 of 3 fire: /);
  assert.match(drawnOf({ ...state, hover: [7, 1], focus: null }).shots[0].note, /^2 of 3 fire: /);
});

test('one press on who is dry sends a ship that runs to it, or lets the base fill it', () => {
  const cargo = unit(250, 'cargo', 0, [5, 6, 1], { fuel: 90, ammo: 120, metal: 0, destination: null });
  const view = makeView();
  const position = positionOf({ ...view, elements: [...view.elements, cargo] });
  const session = { state: { orders: {}, selected: [] }, position: () => position, say() {}, deny() {} };
  session.order = (/** @type {any} */ orders) => {
    session.state.orders = orders;
  };
  const { fill } = handOf(/** @type {any} */ (session));
  fill({ code: 'low_ammo', id: 201, near: { id: 250, apart: 3, gives: 40, runs: true } });
  assert.deepEqual(session.state.orders.units[250], { standing: { type: 'supply_run', unit: 201 } });
  fill({ code: 'low_ammo', id: 201, near: { id: 100, apart: 1, gives: 40 } });
  assert.deepEqual(session.state.orders.units[100].command, { type: 'repair', target: 201, planes: null });
});
