// Who is led through a match of Deep Blue, and by what? The hint of each position names what to press; "What needs you" takes one there; Ready asks once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doubt } from 'games/deep_blue/doubt.js';
import { hint } from 'games/deep_blue/goal.js';
import { needsWords } from 'games/deep_blue/warnings.js';
import { boardPage, moments, PHONE } from './board_page.js';

const QUICK = { map: 'pocket_sound', start_units: 'task_force', deployment: 'spread', island_health: 90 };
const NEAR = [
  [101, 'destroyer', 0, 'J6'],
  [102, 'cruiser', 0, 'H7'],
  [201, 'cruiser', 1, 'F5'],
];
const told = await moments({
  begin: { game: 'deep_blue', options: QUICK },
  dry: {
    game: 'deep_blue',
    bots: ['easy', 'easy'],
    step: 0,
    start: {
      units: [
        [101, 'destroyer', 0, 'J8', { ammo: 0 }],
        [102, 'destroyer', 0, 'E14'],
        [103, 'cargo', 0, 'L8', { metal: 0 }],
      ],
    },
    orders: { units: {} },
  },
  late: { game: 'deep_blue', bots: ['easy', 'easy'], step: 7, options: { round_limit: 10 }, orders: { units: {} } },
  near: { game: 'deep_blue', bots: ['easy', 'easy'], step: 0, start: { units: NEAR }, orders: { units: {} } },
});

/** The hint of a position, with lines of what needs the person. */
const hintOf = (/** @type {any} */ { view, orders = {}, attention = [] }) => hint({ view }, orders, { attention });
const later = (/** @type {any} */ view, more = {}) => ({ ...view, round: 4, ...more });

test('in the first round the hint names an island that can be pressed, then the others, then Ready', async (context) => {
  await boardPage(context, 'deep_blue', told.begin);
  const { view } = told.begin.frames.at(-1);
  assert.match(hintOf({ view }).text, /Press (destroyer|cruiser|battleship) [\w ]+, then island \w+\.$/);
  const [ship, other] = view.elements.filter(({ seat, kind }) => seat === view.seat && kind === 'destroyer');
  const cargo = view.elements.find(({ seat, kind }) => seat === view.seat && kind === 'cargo');
  const idle = (/** @type {any} */ { id }) => ({ code: 'idle', id });
  const orders = { units: { [ship.id]: { move: [3, 4] } } };
  assert.equal(hintOf({ view, orders, attention: [idle(other)] }).key, 'round 1 ordered');
  // Where no island is in reach, ships that fetch metal come first, in the first round and after it.
  assert.equal(hintOf({ view, attention: [idle(other), idle(cargo)] }).key, 'haul');
  assert.equal(hintOf({ view, orders, attention: [idle(cargo)] }).key, 'haul');
  const full = {
    ...view,
    elements: view.elements.map((/** @type {any} */ one) => (one.id === cargo.id ? { ...one, metal: 50 } : one)),
  };
  assert.match(
    hintOf({ view: full, attention: [idle(cargo)] }).text,
    /^Press cargo ship .*, then mine \w+: it brings metal/,
  );
  assert.equal(hint({ view }, {}), null, 'nobody knows yet what is in reach');
  // What is in reach comes with its risk, from the first round on.
  const island = view.elements.find(({ kind, seat }) => kind === 'island' && seat === null);
  const near = [ship, other].map(({ id }) => ({ code: 'in_reach', id, target: island.id, takes: 0, rival: null }));
  assert.match(
    hintOf({ view, attention: near }).text,
    /^2 of yours have the free island .* whoever fires the last shot/,
  );
});

test('later it follows the state: fire, take, fill up, fetch, close in, scout, and Ready when nothing is left', async (context) => {
  await boardPage(context, 'deep_blue', told.near);
  const { view } = told.near.frames.at(-1);
  const foe = { code: 'in_reach', id: 101, target: 201 };
  const fire = hintOf({ view: later(view), attention: [foe] });
  assert.equal(fire.key, 'fire');
  assert.match(
    fire.text,
    /^Your destroyer .* has the enemy cruiser .* in reach\. Press it, then the target\. Damage brings points\.$/,
  );
  const both = hintOf({ view: later(view), attention: [foe, { ...foe, id: 102 }] });
  assert.match(
    both.text,
    /^2 of yours have the enemy cruiser .* Press destroyer .*, then the target; then the others\./,
  );
  const island = view.elements.find(({ kind, seat }) => kind === 'island' && seat === null);
  const free = { code: 'in_reach', id: 101, target: island.id };
  assert.equal(hintOf({ view: later(view), attention: [free] }).key, 'take');
  assert.equal(hintOf({ view: later(view), attention: [free, foe] }).key, 'fire', 'an enemy comes before an island');
  const held = view.elements.map((one) => (one === island ? { ...one, seat: 1 - view.seat, health: 300 } : one));
  assert.match(hintOf({ view: later(view, { elements: held }), attention: [free] }).text, /\. Damage brings points\.$/);
  const falls = { ...free, takes: 84, likely: true, rival: 201 };
  const sure = hintOf({ view: later(view), attention: [foe, falls] });
  assert.equal(sure.key, 'take', 'not before one that falls now');
  assert.match(sure.text, /84 % chance to take it together now\. An island that you take brings 10 points a round\.$/);
  const risky = hintOf({
    view: later(view),
    attention: [{ ...falls, takes: 3, likely: false }],
  }).text;
  assert.match(
    risky,
    /hardly falls this round, and whoever fires the last shot has it\. The enemy cruiser .* could be/,
  );
  assert.equal(hintOf({ view: later(view), attention: [{ code: 'no_ammo', id: 102 }] }).key, 'refuel');
  const idle = [101, 102].map((id) => ({ code: 'idle', id }));
  assert.match(hintOf({ view: later(view), attention: idle }).text, /Press .*, then the enemy: it sails until/);
  const alone = later(view, { elements: view.elements.filter(({ id }) => id !== 201) });
  assert.match(
    hintOf({ view: alone, attention: idle }).text,
    /then island \w+: it sails until it can fire\. .*It has 300 health: bring several guns together/,
  );
  const cargo = { ...view.elements.find(({ id }) => id === 102), id: 103, kind: 'cargo', pos: [9, 14, 1] };
  const withCargo = { ...alone, elements: [...alone.elements, cargo] };
  const haul = hintOf({ view: withCargo, attention: [{ code: 'idle', id: 103 }] });
  assert.match(haul.text, /^Press cargo ship .*, then “Patrol, escort, run” and mine \w+: it brings metal home/);
  const usual = globalThis.matchMedia;
  globalThis.matchMedia = /** @type {any} */ ((query) => ({ matches: /coarse/.test(query) }));
  const byFinger = hintOf({ view: withCargo, attention: [{ code: 'idle', id: 103 }] });
  globalThis.matchMedia = usual;
  assert.match(byFinger.text, /then mine \w+, and choose “Keeps collecting from mine \w+”/);
  const own = alone.elements.map((one) => (one.kind === 'island' ? { ...one, seat: view.seat } : one));
  assert.match(hintOf({ view: { ...alone, elements: own }, attention: idle }).text, /^Nobody is in sight\. Press/);
  const orders = { units: Object.fromEntries([101, 102].map((id) => [id, { move: [5, 5] }])) };
  assert.match(hintOf({ view: later(view), orders, attention: [] }).text, /Press Ready/);
  assert.equal(hint({ view: { ...view, seat: null } }), null);
});

test('who is dry is led to whoever can supply it at sea; nothing is proposed that no round or room is left for', async (context) => {
  await boardPage(context, 'deep_blue', told.dry);
  const frame = told.dry.frames.at(-1);
  const { attention } = told.dry.forecast;
  const { positionOf } = await import('games/deep_blue/position.js');
  const lines = attention.filter(({ id }) => id === 101);
  const supplied = hintOf({ view: later(frame.view), attention: lines });
  assert.match(
    supplied.text,
    /^Your destroyer .* runs out of ammo, and cargo ship .* has some, 2 cells away\. Press cargo/,
  );
  assert.deepEqual(supplied.about, [103, 101]);
  assert.match(
    needsWords(lines, positionOf(frame.view)),
    /: No ammo.*; press here: cargo ship .* brings \d+, 2 cells away$/i,
  );
  // Who comes from far, and the base, are ordered by the line itself.
  const [line] = lines;
  const far = { ...line, near: { ...line.near, runs: true } };
  assert.match(
    hintOf({ view: later(frame.view), attention: [far] }).text,
    /Press its line under .*: cargo ship .* brings it/,
  );
  const base = frame.view.elements.find(({ kind, seat }) => kind === 'base' && seat === 0);
  const home = { ...line, near: { id: base.id, apart: 1, gives: 40 } };
  assert.match(hintOf({ view: later(frame.view), attention: [home] }).text, /beside your base\. Press its line/);
  assert.match(needsWords([home], positionOf(frame.view)), /; press here, and base .* fills it$/i);
  // A base that is full comes before a ship that brings more; in the last round only what still brings points.
  const { view } = frame;
  const yard = { code: 'idle_yard', id: view.elements.find(({ kind, seat }) => kind === 'base' && seat === 0).id };
  const idle = [102, 103].map((id) => ({ code: 'idle', id }));
  assert.equal(hintOf({ view: later(view), attention: [...idle, { ...yard, metal: 40 }] }).key, 'haul');
  assert.match(
    hintOf({ view: later(view), attention: [...idle, { ...yard, metal: 200, full: true }] }).text,
    /^Your base is full of metal/,
  );
  const last = later(view, { round: view.round_limit });
  assert.match(
    hintOf({ view: last, attention: [idle[1]] }).text,
    /what it fetches in the last round still brings points/,
  );
  assert.match(hintOf({ view: last }).text, /^The last round: nothing else/);
});

test('the yard says at each choice what keeps it from being any use', async (context) => {
  const page = await boardPage(context, 'deep_blue', told.late);
  assert.match(page.read(page.button('Battleship')), /ready after the end of the match/);
  assert.doesNotMatch(page.read(page.button('Submarine')), /after the end/);
});

test('“What needs you” says who can fire at whom; a press chooses all of them, the base among them', async (context) => {
  const page = await boardPage(context, 'deep_blue', told.near);
  const line = page.button('3 of yours can fire at the enemy cruiser');
  assert.ok(line, page.read(page.panel));
  assert.equal(page.doubt()?.kind, 'fire');
  line.click();
  await page.rest();
  assert.match(page.said.at(-1), /^3 units selected/);
});

test('what would be repeated can be repeated, and in the first round there is nothing', async (context) => {
  const page = await boardPage(context, 'deep_blue', told.begin);
  assert.equal(page.button('Repeat last round'), null);
});

test('a finger sees who is in hand, and lets go at the strip or by one more press on the ship', async (context) => {
  const page = await boardPage(context, 'deep_blue', told.near, { size: PHONE, touch: true });
  const strip = page.board.querySelector('.kit-strip');
  assert.equal(strip.hidden, true);
  await page.press('Tab');
  assert.equal(strip.hidden, false);
  assert.match(page.read(strip), /^[A-Z]\w+ [A-Z]\w+ press a place or a target/);
  strip.querySelector('button').click();
  await page.rest();
  assert.deepEqual([strip.hidden, page.said.at(-1)], [true, 'Nothing selected']);
  const { find } = await shipAt(page);
  // Two presses in the same moment would be one that means all of the kind.
  const { now } = performance;
  let later = 0;
  performance.now = () => now.call(performance) + later;
  context.after(() => {
    performance.now = now;
  });
  for (const isChosen of [true, false]) {
    later += 5000;
    await page.click(...find);
    assert.equal(strip.hidden, !isChosen);
  }
});

/** Where on the board a press finds an own ship that lies alone. */
async function shipAt(page) {
  for (let y = 20; y < PHONE.height; y += 8)
    for (let x = 8; x < PHONE.width; x += 8) {
      await page.click(x, y);
      const isShip = !page.board.querySelector('.kit-strip').hidden;
      if (!isShip) continue;
      page.board.querySelector('.kit-strip button').click();
      await page.rest();
      return { find: [x, y] };
    }
  throw new Error('no ship is found');
}

test('Ready asks where the own fire would hit the own side, and names whom with the health it costs', async (context) => {
  await boardPage(context, 'deep_blue', told.near);
  const { view } = told.near.frames.at(-1);
  const elements = new Map(view.elements.map((/** @type {any} */ one) => [one.id, one]));
  const warnings = [
    { code: 'own_in_line', id: 102, cell: [1, 1], kind: 'torpedo', damage: 20 },
    { code: 'own_in_splash', ids: [[102, 5]], kind: 'fire' },
  ];
  const state = {
    aim: null,
    orders: { units: { 101: {} } },
    position: { elements, view },
    told: { units: { 101: { warnings } } },
  };
  const asked = doubt(/** @type {any} */ ({ state, idle: () => [], needs: () => [] }));
  assert.equal(asked?.kind, 'own');
  assert.match(asked?.text ?? '', /^Your own fire is expected to hit your own side: cruiser .* −25\.$/);
  // A scratch is told on the chart and asks nothing.
  state.told.units[101].warnings = [warnings[1]];
  assert.equal(doubt(/** @type {any} */ ({ state, idle: () => [], needs: () => [] })), null);
  state.told.units[101].warnings = [];
  assert.equal(doubt(/** @type {any} */ ({ state, idle: () => [], needs: () => [] })), null);
});
