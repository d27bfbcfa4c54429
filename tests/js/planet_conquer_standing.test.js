// Do standing routes begin, change and end by pointer, key and text alike, and does a draft say only what it changes?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCard } from 'games/planet_conquer/card.js';
import { parseCommand } from 'games/planet_conquer/command.js';
import { describe, describeEvent, describeOrders } from 'games/planet_conquer/describe.js';
import { leftOn } from 'games/planet_conquer/forecast.js';
import { chipsAt, chipUnder, discBox, hasBeen, isOnTheWay, paintChips } from 'games/planet_conquer/grip.js';
import { KEYS } from 'games/planet_conquer/keys.js';
import { emptyOrders, removeLast, removeOrder, whole } from 'games/planet_conquer/orders.js';
import { sessionOf } from 'games/planet_conquer/session.js';
import { amountWords, fates, nextWords } from 'games/planet_conquer/standing.js';
import { Window } from 'happy-dom';
import { keyHandler } from 'kit/keys.js';
import { INFO, makeFrame } from './planet_conquer_fixture.js';
import { RecordingCanvas } from './recording_canvas.js';

// Words are measured on a canvas.
globalThis.document = { documentElement: { lang: 'en' }, createElement: () => new RecordingCanvas() };

const RUNNING = { seat: 0, from: 0, to: 2, units: 5, above: null };
const frameWith = (...standing) => ({ ...makeFrame({ standing }), choices: { sources: [], tactics: [] } });

function begin(frame = frameWith()) {
  const orders = [];
  const host = {
    info: INFO,
    seat: 0,
    readonly: false,
    reducedMotion: () => true,
    getOrders: () => orders.at(-1) ?? emptyOrders(),
    setOrders: (next) => orders.push(next),
    announce() {},
    select() {},
  };
  const session = sessionOf(host);
  session.show(frame);
  const stage = { board: { state: { drag: null }, reveal() {}, centre() {} }, replay() {} };
  const handle = keyHandler(KEYS, session, stage);
  return { session, orders, press: (key, more = {}) => handle({ key, shiftKey: false, ...more }) };
}

test('the next order can be one of every round, and only that one', () => {
  const { session, orders } = begin();
  session.setAmount({ repeat: true });
  session.send([0], 4);
  assert.deepEqual(orders.at(-1), { ...emptyOrders(), standing: [{ from: 0, to: 4, units: null, above: null }] });
  assert.equal(session.state.repeat, false);
  session.send([0], 4);
  assert.equal(orders.at(-1).moves.length, 1);
});

test('several planets have one place to gather, over planets of one’s own; where others pass through, what arrives goes on', () => {
  const { session, orders } = begin();
  session.setAmount({ repeat: true });
  session.send([0, 2], 4);
  assert.deepEqual(orders.at(-1).standing, [
    { from: 0, to: 4, units: null, above: 100 },
    { from: 2, to: 0, units: null, above: null },
  ]);
  // Nothing leads there but over a planet of nobody.
  session.setAmount({ repeat: true });
  assert.equal(session.send([0, 2], 3), false);
});

test('an order that is given can go on every round', () => {
  const { session, orders } = begin();
  session.send([0], 4);
  session.repeatMove(0);
  assert.deepEqual(orders.at(-1), { ...emptyOrders(), standing: [{ from: 0, to: 4, units: 50, above: null }] });
});

test('one press ends a route, and a draft that changes nothing says nothing', () => {
  const { session, orders } = begin(frameWith(RUNNING));
  session.endRoute(RUNNING);
  assert.deepEqual(orders.at(-1).standing, []);
  assert.deepEqual(
    fates(session.state.orders, session.state.position.view).map(({ fate }) => fate),
    ['ends'],
  );
  session.keepRoute(RUNNING);
  assert.equal('standing' in orders.at(-1), false);
  session.setRoute({ from: 0, to: 2, units: null, above: 30 });
  assert.deepEqual(
    fates(session.state.orders, session.state.position.view).map(({ fate }) => fate),
    ['changes'],
  );
});

test('a key begins a route to the focused planet and ends it again', () => {
  const { session, orders, press } = begin();
  press('Tab');
  press('ArrowRight');
  press('s');
  assert.deepEqual(orders.at(-1).standing, [{ from: 0, to: 2, units: null, above: null }]);
  press('ArrowRight');
  assert.equal(session.state.focus, 2);
  press('s');
  assert.equal('standing' in orders.at(-1), false);
});

test('text does the same', () => {
  const frame = frameWith(RUNNING);
  const say = (text, draft = emptyOrders()) => parseCommand(text, draft, frame, INFO);
  const first = { from: 0, to: 2, units: 5, above: null };
  assert.deepEqual(say('route A0 O').standing, [first, { from: 0, to: 4, units: null, above: null }]);
  assert.deepEqual(say('every A0 -> O 7').standing, [first, { from: 0, to: 4, units: 7, above: null }]);
  assert.deepEqual(say('route A0 B0 above 80').standing, [{ from: 0, to: 2, units: null, above: 80 }]);
  for (const line of ['end A0 B0', 'end A0', 'end all']) assert.deepEqual(say(line).standing, [], line);
  for (const line of ['route A0 O above', 'route A0 O many', 'route A0 O 0'])
    assert.throws(() => say(line), Error, line);
  assert.throws(() => parseCommand('route A0 O', emptyOrders(), makeFrame(), INFO), /no standing routes/);
});

test('all growth says above how many it sends once the engine has written that down, and stays as it is beside other changes', () => {
  const growing = { seat: 0, from: 0, to: 2, units: null, above: 120, growth: true };
  const frame = frameWith(growing);
  assert.match(JSON.stringify(describe(frame, INFO)), /Harbour → Zagor: all above 120/);
  const { session, orders } = begin(frame);
  session.setRoute({ from: 0, to: 4, units: 3, above: null });
  const { seat: _, ...kept } = growing;
  assert.deepEqual(orders.at(-1).standing[0], kept);
  // Named as it runs, it is no change.
  session.setRoute({ from: 0, to: 2, units: null, above: 30 });
  session.setRoute(kept);
  assert.deepEqual(
    fates(orders.at(-1), frame.view).map(({ fate }) => fate),
    ['runs', 'begins'],
  );
});

test('a route says how many stay, and when it sends next', () => {
  const route = { from: 0, to: 2, units: null, above: null };
  // What is there when it begins stays; what grows goes.
  assert.equal(amountWords(route, 75), 'all above 75');
  assert.equal(nextWords(route, 75, 95), 'sends 20 next round');
  const runs = { ...route, above: 75, growth: true };
  assert.equal(nextWords(runs, 29, 49), 'sends once more than 75 are there');
  assert.equal(nextWords(runs, 69, 89), 'sends 14 next round');
  assert.equal(nextWords(runs, 89, 95), 'sends 14 this round');
  assert.equal(nextWords(runs, 60, null), 'sends once more than 75 are there');
  assert.equal(nextWords({ ...route, units: 5 }, 89, 109), '');
});

test('panel, chart and list have one number of what stays, grows and is there next, with what a route sends', (context) => {
  const { document } = globalThis;
  const window = new Window({ settings: { disableCSSFileLoading: true } });
  Object.assign(globalThis, { document: window.document, Node: window.Node });
  context.after(() => {
    Object.assign(globalThis, { document, Node: undefined });
    return window.happyDOM.close();
  });
  const { session, orders } = begin(frameWith({ ...RUNNING, units: null, above: 75, growth: true }));
  const harbour = session.state.position.planets[0];
  assert.equal(session.stays(0), 100, 'nothing is foreseen yet');
  assert.equal(session.nextOn(0), 120);
  const foresee = (stay, grows, next) => ({
    ...{ round: 12, moves: [], totals: [], battles: [], reach: [], threats: [] },
    left: [{ planet: 0, units: stay, grows }],
    planets: [{ planet: 0, next }],
  });
  const forecast = foresee(75, 16, [{ owner: 0, units: 91 }]);
  session.change({ forecast });
  assert.deepEqual([session.stays(0), session.nextOn(0)], [75, 91]);
  const card = createCard(session);
  session.inspect({ kind: 'planet', id: 0 });
  card.show();
  const words = card.element.textContent;
  for (const part of ['100, 75 stay', '+16 → 91']) assert.ok(words.includes(part), words);
  assert.ok(!words.includes('→ 120'), words);
  const inWords = (/** @type {any} */ told) =>
    describe(session.state.frame, INFO, told).find(({ heading }) => heading === 'Your planets').lines[0];
  assert.match(
    inWords(forecast),
    /yours, 100 units, 75 stay, next production \+16 → 91/,
    'the text view has the same numbers',
  );
  assert.match(inWords(null), /yours, 100 units, next production \+20/, 'nothing is foreseen yet');
  assert.match(inWords(foresee(75, null, [{ owner: 1, units: 9 }])), /lost by the next round/);
  assert.deepEqual(leftOn(forecast, session.state.position.view, harbour.id), {
    stay: 75,
    grows: 16,
    next: 91,
    isLost: false,
  });
  session.change({ forecast: foresee(75, null, [{ owner: 1, units: 9 }]) });
  card.show();
  assert.ok(card.element.textContent.includes('none: lost'));
  session.change({ forecast: foresee(75, null, []) });
  card.show();
  assert.ok(/Next productionnone(?!:)/.test(card.element.textContent), 'the match ends');
  assert.equal(orders.length, 0);
});

test('lists, the text view and the news tell of routes', () => {
  const frame = frameWith(RUNNING);
  assert.match(JSON.stringify(describe(frame, INFO)), /Harbour → Zagor: 5 each round/);
  const draft = { ...emptyOrders(), standing: [{ from: 0, to: 4, units: null, above: 9 }] };
  const lines = describeOrders(draft, frame, INFO);
  assert.deepEqual(
    lines.map(({ text }) => text),
    ['Every round, Harbour → Coran: all above 9', 'Ended: Harbour → Zagor'],
  );
  assert.deepEqual(removeOrder(draft, lines[0].path), emptyOrders());
  assert.deepEqual(removeLast(draft), emptyOrders());
  const ended = { type: 'standing_ended', seat: 0, planet: 0, target: 2, cause: 'target_lost' };
  assert.match(describeEvent(ended, frame, INFO), /Harbour → Zagor ends: Zagor is lost/);
});

test('a table without them is sent no such field', () => {
  assert.equal('standing' in whole({ moves: [], standing: null }), false);
  const { session, orders, press } = begin(makeFrame());
  assert.equal(session.mayRepeat(), false);
  assert.equal(press('5'), false);
  session.send([0], 4);
  assert.equal('standing' in orders.at(-1), false);
});

/** A board whose planets stand where their numbers say, in pixels. */
const chart = (width, height, top, over = []) => ({
  ...{ width, height, camera: { scale: 0.4 }, palette: { font: 'sans-serif' } },
  state: { insets: { top, bottom: 0 }, over },
  at: (x, y) => [x, y],
});
const planetAt = (x, y) => ({ x, y, max: 600, room: 400 });

test('chips stand beyond their target and inside the board, and a point finds them', () => {
  const chips = chipsAt(chart(390, 600, 60), planetAt(380, 90), planetAt(200, 90), true);
  assert.deepEqual(
    chips.map(({ words }) => words),
    ['25%', '50%', '75%', '100%', '↻ Every round'],
  );
  assert.ok(chips.every(({ box }) => box.x >= 0 && box.x + box.width <= 390 && box.y > 90));
  const { box } = chips[2];
  assert.equal(chipUnder(chips, [box.x + 5, box.y + 5])?.share.fraction, 0.75);
  assert.equal(chipUnder(chips, [380, 90]), undefined);
  const [up, down] = [500, 100].map((y) => chipsAt(chart(390, 600, 0), planetAt(200, 300), planetAt(200, y), true));
  assert.ok(up.every(({ box: { y } }) => y < 300) && down.every(({ box: { y } }) => y > 300));
});

test('where a row has room in a finger’s way only, the chips stand in a column beside it', () => {
  const [planet, from] = [planetAt(300, 105), planetAt(245, 160)];
  const chips = chipsAt(chart(390, 440, 60), planet, from, true);
  assert.equal(new Set(chips.map(({ box }) => box.x)).size, 1);
  assert.ok(chips.every(({ box }) => box.x > 310 && box.x + box.width <= 390 && box.y >= 60));
  chips.forEach((chip, i) => {
    assert.equal(chipUnder(chips, [chip.box.x + 20, chip.box.y + 15]), chips[i]);
  });
  // Nor below what lies over the board.
  const buttons = [{ x: 310, y: 60, width: 80, height: 40 }];
  assert.ok(chipsAt(chart(390, 440, 60, buttons), planet, from, true).every(({ box }) => box.x < 300));
});

test('of places alike chips take the one that covers no planet, and say what each part comes to', () => {
  const [planet, from, below] = [planetAt(300, 90), planetAt(560, 90), planetAt(380, 150)];
  const wide = /** @type {any} */ (chart(940, 500, 60));
  const free = chipsAt(wide, planet, from, true);
  assert.ok(free.every(({ box }) => box.y > 90));
  const chips = chipsAt(
    wide,
    planet,
    from,
    true,
    [planet, from, below].map((one) => discBox(wide, one)),
  );
  assert.ok(chips.every(({ box }) => box.x + box.width < 300));
  const words = [];
  const ctx = new Proxy(
    {},
    { get: (_, name) => (name === 'fillText' ? (text) => words.push(text) : () => ({ width: 0 })), set: () => true },
  );
  const { session } = begin(makeFrame());
  const view = /** @type {any} */ ({
    palette: { font: 'sans-serif', ink: '#000000', lamp: '#FFB84D', text: '#FFFFFF' },
  });
  paintChips(/** @type {any} */ (ctx), view, chips, session.share(), (part) => session.portion(90, part));
  assert.deepEqual(
    words.filter((word) => /^\d+$/.test(word)),
    ['22', '45', '67', '90'],
  );
});

test('a finger that still comes nearer to a target means no chip', () => {
  assert.ok(!hasBeen(40, 40, 20));
  assert.ok(hasBeen(15, 60, 20), 'it was there');
  assert.ok(hasBeen(30, 45, 20), 'it has turned away near it');
});

test('whoever slides aslant from a target to a chip has not left it', () => {
  const at = [500, 300];
  const chips = chipsAt(chart(1000, 600, 0), planetAt(...at), planetAt(500, 500), true);
  const { box } = chips[4];
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  for (const part of [0.2, 0.5, 0.8])
    assert.ok(isOnTheWay(chips, at, [at[0] + part * (x - at[0]), at[1] + part * (y - at[1])]));
  for (const point of [
    [500, 330],
    [500, box.y - 20],
    [box.x + box.width + 5, 290],
  ])
    assert.equal(isOnTheWay(chips, at, point), false);
});
