// Do a hand and a key lead to the same drafts, and does playback end where the next frame stands?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastOf } from 'games/planet_conquer/battles.js';
import {
  battleWords,
  comingBattles,
  fateForecast,
  foreseen,
  moveForecast,
  outcomeMark,
  planetForecast,
  totalsForecast,
} from 'games/planet_conquer/forecast.js';
import { KEYS } from 'games/planet_conquer/keys.js';
import { iconPath } from 'games/planet_conquer/names.js';
import { emptyOrders } from 'games/planet_conquer/orders.js';
import { opened, outlookOf, threatLine } from 'games/planet_conquer/outlook.js';
import { courseOf, stageOf } from 'games/planet_conquer/playback.js';
import { positionOf } from 'games/planet_conquer/position.js';
import { sessionOf } from 'games/planet_conquer/session.js';
import { craftFor, fallenOf } from 'games/planet_conquer/skirmish.js';
import { beatsOf } from 'kit/beats.js';
import { keyHandler } from 'kit/keys.js';
import { INFO, makeFrame } from './planet_conquer_fixture.js';

const CHOICES = {
  sources: [],
  tactics: [
    { type: 'terminator', cost: 3, targets: { planet: [0, 1, 2, 3, 4] } },
    { type: 'defend', cost: 2, targets: { planet: [0, 2] } },
    { type: 'teleport', cost: 4, targets: { from: [0, 2], to: [0, 1, 2, 3, 4] } },
    { type: 'swap', cost: 40, targets: { seat: [1] } },
    { type: 'eleminate', cost: 20, targets: {} },
  ],
};
const TACTICS = [
  ...CHOICES.tactics.map(({ type, cost }) => ({ type, cost, allowed: true, why_not: null })),
  { type: 'god', cost: 8, allowed: false, why_not: 'not_enough_points' },
];

/** A session on the fixture's frame, with what its host heard. */
function begin(part = {}) {
  const heard = {
    orders: /** @type {any[]} */ ([]),
    said: /** @type {string[]} */ ([]),
    selected: /** @type {any[]} */ ([]),
  };
  let orders = emptyOrders();
  const host = /** @type {any} */ ({
    info: INFO,
    seat: 0,
    readonly: false,
    reducedMotion: () => true,
    getOrders: () => orders,
    setOrders(next) {
      orders = next;
      heard.orders.push(next);
    },
    announce: (text) => heard.said.push(text),
    select: (what) => heard.selected.push(what),
    ...part,
  });
  const session = sessionOf(host);
  session.show({ ...makeFrame({ tactics: TACTICS }), choices: CHOICES });
  return { session, heard, host };
}

test('board and panel of one host share one session', () => {
  const { session, host } = begin();
  assert.equal(sessionOf(host), session);
  assert.notEqual(begin().session, session);
});

test('what a finger has pressed is told until the round is played, what a mouse has shown stays in the panel', (context) => {
  context.after(() => delete globalThis.matchMedia);
  const next = { ...makeFrame({ round: 14 }), step: makeFrame().step + 1, choices: CHOICES };
  for (const isFinger of [true, false]) {
    globalThis.matchMedia = /** @type {any} */ (() => ({ matches: isFinger }));
    const { session } = begin();
    session.inspect({ kind: 'planet', id: 4 });
    session.show({ ...makeFrame({ tactics: TACTICS }), choices: CHOICES });
    assert.equal(session.state.inspected?.id, 4, 'the same round, shown again');
    session.show(next);
    assert.equal(session.state.inspected?.id, isFinger ? undefined : 4);
  }
});

test('sending drafts a part of what is left; what is set afterwards is for the next order', () => {
  const { session, heard } = begin();
  session.choose([0]);
  assert.equal(session.send(session.state.sources, 4), true);
  assert.deepEqual(heard.orders.at(-1).moves, [{ from: 0, to: 4, units: 50 }]);
  assert.equal(session.state.edited, null);
  assert.deepEqual(session.state.sources, []);
  assert.match(heard.said.at(-1) ?? '', /50 units to Coran, arriving at the end of round 14/);
  session.change({ edited: 0 });
  session.setAmount({ fraction: 0.25 });
  assert.equal(heard.orders.at(-1).moves[0].units, 50, 'pressed or not: an order keeps what it has');
  session.send([0], 2);
  assert.deepEqual(
    heard.orders.at(-1).moves.map(({ units }) => units),
    [50, 12],
  );
  session.setMove(0, 7);
  assert.equal(heard.orders.at(-1).moves[0].units, 7);
  session.setMove(0, 5000);
  assert.equal(heard.orders.at(-1).moves[0].units, 88);
});

test('what is chosen while dragging counts for this drag only', () => {
  const { session, heard } = begin();
  session.setGrip({ fraction: 0.75, exact: null, repeat: false });
  session.send([0], 4);
  assert.deepEqual(heard.orders.at(-1).moves, [{ from: 0, to: 4, units: 75 }]);
  assert.deepEqual([session.state.grip, session.state.fraction], [null, 0.5]);
});

test('a share stays for the next order, all too; an exact number was meant for one', () => {
  const { session } = begin();
  for (const fraction of [0.25, 1]) {
    session.draft(emptyOrders(), { edited: null });
    session.setAmount({ fraction });
    session.send([0], 4);
    assert.equal(session.state.fraction, fraction);
  }
  session.draft(emptyOrders(), { edited: null });
  session.setAmount({ fraction: 0.75 });
  session.setAmount({ exact: 3 });
  session.send([0], 4);
  assert.deepEqual([session.state.fraction, session.state.exact], [0.75, null]);
});

test('a part that is chosen after "every round" says that the order goes once', () => {
  const { session } = begin();
  session.setAmount({ repeat: true });
  session.setAmount({ repeat: false });
  assert.ok(!session.state.isOnceOnly, 'switched off by its own button');
  session.setAmount({ repeat: true });
  session.setAmount({ fraction: 0.75 });
  assert.deepEqual([session.state.repeat, session.state.isOnceOnly], [false, true]);
  session.send([0], 4);
  assert.ok(!session.state.isOnceOnly);
});

test('without a route nothing is sent, and the way along is offered', () => {
  const { session, heard } = begin();
  const shown = [];
  session.offer('why', (text) => shown.push(text));
  assert.equal(session.send([0], 1), false);
  assert.deepEqual(heard.orders, []);
  assert.deepEqual(shown, [heard.said.at(-1)], 'not to screen readers only');
  assert.deepEqual(session.state.detour, { from: 0, to: 1 });
  session.sendAlong();
  assert.deepEqual(heard.orders.at(-1).moves, [{ from: 0, to: 4, units: 50 }]);
  assert.deepEqual(session.state.reminders, [{ at: 4, to: 1, round: 15 }]);
});

test('who only watches, is locked or has no units left orders nothing', () => {
  for (const part of [{ readonly: true }, { seat: null }]) {
    const { session, heard } = begin(part);
    session.send([0], 4);
    session.aimTactic('eleminate');
    assert.deepEqual(heard.orders, []);
  }
  const { session, heard } = begin();
  session.change({ locked: true });
  session.send([0], 4);
  assert.deepEqual(heard.orders, []);
  session.change({ locked: false, fraction: 1 });
  session.send([0], 4);
  session.send([0], 2);
  assert.equal(heard.orders.length, 1);
  assert.match(heard.said.at(-1) ?? '', /No units are left/);
});

test('a tactic takes only the targets the server offers', () => {
  const { session, heard } = begin();
  session.aimTactic('defend');
  session.aimAt(4);
  assert.deepEqual(heard.orders, []);
  assert.match(heard.said.at(-1) ?? '', /Coran is no target/);
  session.aimAt(2);
  assert.deepEqual(heard.orders.at(-1).tactic, { type: 'defend', planet: 2 });
  assert.equal(session.state.aim, null);
  session.aimTactic('god');
  assert.equal(session.state.aim, null);
  assert.equal(session.state.denied, 'god');
});

test('how a battle ends to which fleets are under way: one a planet, and what is not in sight as a question', () => {
  const { view } = makeFrame();
  const battle = (planet, round, owner, winner, survivors) => ({ planet, round, owner, winner, survivors });
  const battles = [
    ...[battle(0, 12, 0, 0, 90), battle(0, 14, 0, 0, 70), battle(2, 13, 0, 1, 20), battle(2, 15, 1, 0, 3)],
    ...[battle(1, 13, 1, 0, 10), battle(3, 14, null, 0, 8), battle(4, 12, null, null, 0)],
  ];
  const words = comingBattles(/** @type {any} */ ({ round: 12, battles }), view).map((one) => battleWords(one, view));
  assert.deepEqual(
    words.map(({ end, when }) => `${end}, ${when}`),
    [
      '✓ holds with 70, round 14',
      '✕ would fall, round 13',
      '? yours with 10, round 13 · as of round 3',
      '? yours with 8, round 14 · never seen',
      '✕ not taken, round 12',
    ],
  );
  assert.deepEqual(comingBattles(/** @type {any} */ ({ round: 11, battles }), view), [], 'it is of another round');
});

test('a battle that was has another sign than the tactic at a planet', () => {
  assert.ok(iconPath('battle'));
  assert.notEqual(iconPath('battle'), iconPath('attack'));
});

test('a teleport begun where it leads asks for the planet to leave, and says so to any other', () => {
  const { session, heard } = begin();
  session.aimTactic('teleport', 4);
  assert.deepEqual([...(session.targets(session.state.aim) ?? [])], [0, 2]);
  session.aimAt(1);
  assert.match(heard.said.at(-1), /^Lomel is not yours: choose your planet to leave first/);
  assert.equal(heard.orders.length, 0);
  session.aimAt(0);
  assert.deepEqual(heard.orders.at(-1).tactic, { type: 'teleport', from: 0, to: 4, units: 50 });
  assert.equal(session.state.aim, null);
  assert.ok(session.leadsTo('teleport', 4) && !session.leadsTo('defend', 0));
});

test('teleport asks from, then to, and never offers the planet it leaves', () => {
  const { session, heard } = begin();
  session.aimTactic('teleport');
  session.aimAt(0);
  assert.deepEqual(session.state.aim, { type: 'teleport', from: 0 });
  assert.equal(session.targets({ type: 'teleport', from: 0 })?.has(0), false);
  session.aimAt(3);
  assert.deepEqual(heard.orders.at(-1).tactic, { type: 'teleport', from: 0, to: 3, units: 50 });
});

test('swap asks for a seat, eleminate for nothing', () => {
  const { session, heard } = begin();
  session.aimTactic('swap');
  assert.deepEqual(session.seatTargets('swap'), [1]);
  session.aimAtSeat(1);
  assert.deepEqual(heard.orders.at(-1).tactic, { type: 'swap', seat: 1 });
  session.aimTactic('eleminate');
  assert.deepEqual(heard.orders.at(-1).tactic, { type: 'eleminate' });
});

test('the next step drops aims and edits, another look at the same one does not', () => {
  const { session } = begin();
  session.send([0], 4);
  const frame = makeFrame({ tactics: TACTICS });
  session.show({ ...frame, step: 12 });
  assert.equal(session.state.edited, null);
  assert.equal(session.state.forecast, null);
});

test('an aim is forecast once the pointer rests, and only the newest answer counts', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  /** @type {any[]} */
  const asked = [];
  const answer = (orders) => ({
    round: 12,
    moves: orders.moves.map((move) => ({
      ...move,
      arrives: 14,
      battle: { owner: null, garrison: 60, winner: 0, survivors: 20, needs: 31 },
    })),
    teleport: null,
    planets: [],
    totals: [],
    points: 0,
    left: [],
    fee: null,
  });
  const { session } = begin({
    forecast: async (orders) => {
      asked.push(orders);
      return answer(orders);
    },
  });
  session.askAhead([0], 2);
  session.askAhead([0], 4);
  context.mock.timers.tick(200);
  await Promise.resolve().then(() => Promise.resolve());
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(
    asked.map(({ moves }) => moves[0].to),
    [4],
  );
  assert.equal(session.state.ahead, 'arrives at the end of round 14 · if nothing changes: 20 left');
  session.askAhead([0], null);
  assert.equal(session.state.ahead, null);
});

test('what a neighbour needs and could do stands at it; a draft that opens a planet says so', () => {
  const { session } = begin();
  const { planets } = session.state.position;
  const threat = { planet: 0, from: 2, seat: 1, units: 90, arrives: 13, left: 12 };
  const now = /** @type {any} */ ({
    reach: [
      { from: 0, to: 4, arrives: 14, needs: 61 },
      { from: 0, to: 2, arrives: 13, needs: 99 },
    ],
    threats: [threat],
  });
  assert.deepEqual(outlookOf(now, 0, 61, planets), [
    { planet: 4, isGood: true, lines: ['✓ needs 61'] },
    { planet: 2, isGood: false, lines: ['✕ needs 99'] },
  ]);
  const wanted = /** @type {any} */ ({ reach: [], threats: [{ ...threat, left: 0 }] });
  assert.deepEqual(outlookOf(wanted, 0, null, planets), [{ planet: 2, isGood: false, lines: ['could take Harbour'] }]);
  assert.deepEqual(opened(wanted, now, [0], planets), ['then Zagor could take Harbour']);
  assert.deepEqual(opened(wanted, wanted, [0], planets), []);
  assert.match(
    threatLine(threat, planets, INFO),
    /could send 90 units from Zagor, there in round 13: it holds with 12$/,
  );
});

test('keys: Tab goes through own planets and out again, Enter sends, digits and Backspace change', () => {
  const { session, heard } = begin();
  const handle = keyHandler(
    KEYS,
    session,
    /** @type {any} */ ({ board: { state: { drag: null }, reveal() {}, centre() {} }, replay() {} }),
  );
  const press = (key, more = {}) => handle(/** @type {any} */ ({ key, shiftKey: false, ...more }));
  assert.equal(press('Tab'), true);
  assert.deepEqual(session.state.sources, [0]);
  press('ArrowRight');
  assert.equal(session.state.focus, 2);
  press('3');
  press('Enter');
  assert.deepEqual(heard.orders.at(-1).moves, [{ from: 0, to: 2, units: 75 }]);
  assert.equal(session.state.focus, 0, 'the focus returns to the sender');
  press('1');
  assert.equal(heard.orders.at(-1).moves[0].units, 75);
  press('Backspace');
  assert.deepEqual(heard.orders.at(-1).moves, []);
  press('d');
  assert.deepEqual(session.state.aim, { type: 'defend', from: null });
  assert.equal(press('Escape'), true);
  assert.equal(session.state.aim, null);
  assert.equal(press('Tab'), true);
  assert.deepEqual(session.state.sources, [2]);
  assert.equal(press('Tab'), false, 'past the last own planet the key leaves the board');
  assert.equal(press('Q'), false);
  assert.equal(press(' '), false);
});

test('keys: N comes to every planet that a route leads to, and back to the first', () => {
  const { session } = begin();
  const handle = keyHandler(
    KEYS,
    session,
    /** @type {any} */ ({ board: { state: { drag: null }, reveal() {}, centre() {} }, replay() {} }),
  );
  const press = (key, shiftKey = false) => handle(/** @type {any} */ ({ key, shiftKey }));
  press('Tab');
  const ways = session.state.position.graph.ways[0].map(({ to }) => to);
  const seen = [...ways, ways[0]].map(() => {
    press('n');
    return session.state.focus;
  });
  assert.deepEqual(seen, [...ways, ways[0]]);
  press('n', true);
  assert.equal(session.state.focus, ways.at(-1));
});

test('forecasts are words only for the draft they belong to', () => {
  const { view } = makeFrame();
  const move = { from: 0, to: 4, units: 40 };
  const battle = { owner: null, garrison: 60, winner: null, survivors: 60, needs: 58 };
  const forecast = /** @type {any} */ ({
    round: 12,
    moves: [{ ...move, arrives: 14, battle }],
    teleport: null,
    planets: [
      {
        planet: 0,
        next: [
          { owner: 0, units: 120 },
          { owner: 1, units: 3 },
        ],
      },
    ],
    totals: [{ round: 13, planets: 2, units: 205 }],
  });
  const found = foreseen(forecast, move, 0);
  assert.match(moveForecast(found, view, INFO), /arrives at the end of round 14 .* needs 58/);
  assert.deepEqual(outcomeMark(found, 0), { text: '✕', good: false });
  assert.equal(foreseen(forecast, { ...move, units: 41 }, 0), null);
  assert.equal(moveForecast(null, view, INFO), '');
  const won = { ...move, arrives: 14, battle: { ...battle, winner: 0, survivors: 34 } };
  assert.deepEqual(outcomeMark(won, 0), { text: '▸34', good: true });
  assert.match(moveForecast(won, view, INFO), /^arrives at the end of round \d+ · .*34 left/);
  assert.match(fateForecast(won, view, INFO), /^if nothing changes: 34 left$/);
  assert.deepEqual(planetForecast(forecast, 0, 0), [
    { round: 13, words: '120' },
    { round: 14, words: 'B 3' },
  ]);
  assert.deepEqual(
    totalsForecast(forecast, view).map(({ round, units }) => [round, units]),
    [
      [12, 180],
      [13, 205],
    ],
  );
  assert.deepEqual(totalsForecast(null, view), []);
});

test('playback leads the stage from one frame to the next', () => {
  const before = positionOf(makeFrame().view);
  const stage = stageOf(before);
  const fleet = { id: 'n', seat: 0, from: 0, to: 4, units: 40, length: 3, left: 3, kind: 'route' };
  const events = [
    { type: 'fleet_launched', fleet },
    { type: 'strike', planet: 0, lost: 60, left: 0, defended: false, shielded: false, kind: 'terminator', seat: null },
    {
      type: 'battle',
      planet: 2,
      owner_before: 0,
      winner: 1,
      survivors: 9,
      outcome: 'taken',
      sides: [
        { seat: 0, heads: 1 },
        { seat: 1, heads: 10 },
      ],
    },
    { type: 'production', planet: 2, before: 9, after: 14 },
    { type: 'something_new', planet: 3 },
  ];
  const { tracks, length } = courseOf(stage, before, before, events, () => {});
  for (const track of [...tracks].sort((a, b) => a.at - b.at)) track.begin?.();
  assert.deepEqual([stage.planets[0].owner, stage.planets[0].units], [null, 0]);
  assert.deepEqual([stage.planets[2].owner, stage.planets[2].units], [1, 14]);
  assert.equal(stage.planets[3].seen, 'never');
  assert.equal(before.planets[2].units, 1, 'the earlier position is not touched');
  assert.ok(length <= 2200);
  // The end of the battle is still seen for a while.
  const [fought, grown] = [events[2], events[3]].map((event) => tracks.filter((track) => track.of === event));
  const endOf = (some) => Math.max(...some.map(({ at, lasts }) => at + lasts));
  assert.ok(endOf(fought) > endOf(grown));
});

test('craft of a battle fall as its units do, and who goes out does so where the last planet fell', () => {
  assert.deepEqual([craftFor(1), craftFor(100), craftFor(5000)], [3, 9, 12]);
  assert.deepEqual(
    [fallenOf(9, 0, 100), fallenOf(9, 1, 100), fallenOf(9, 99, 100), fallenOf(9, 100, 100)],
    [0, 1, 8, 9],
  );
  const battle = (planet, held, winner) => ({ type: 'battle', planet, owner_before: held, winner });
  const events = [battle(1, 1, 0), battle(2, 0, 1), battle(4, 1, 0)];
  assert.deepEqual([lastOf(events, 1), lastOf(events, 0), lastOf(events, 3)], [4, 2, null]);
  const before = positionOf(makeFrame().view);
  const out = { type: 'seat_out', seat: 1, reason: 'eliminated' };
  const { tracks } = courseOf(
    stageOf(before),
    before,
    before,
    [...events.map((one) => ({ ...one, sides: [] })), out],
    () => {},
  );
  assert.ok(tracks.some((track) => track.of === out && track.paint));
  // Who goes out is told after the battles that did it, whatever weighs more.
  const lines = [out, events[2]].map((event, i) => ({ text: 'told', weight: 94 - i, at: [0, 0], event, by: 1 }));
  const told = [...events.map((one) => ({ ...one, sides: [] })), out];
  const course = courseOf(stageOf(before), before, before, told, () => {});
  const beats = beatsOf([lines[0], { ...lines[1], event: told[2] }], told, course);
  assert.deepEqual(
    beats.map(({ events: [event] }) => event.type),
    ['battle', 'seat_out'],
  );
});
