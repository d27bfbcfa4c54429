// How is a planet of others taken with one press, who does it, and where does the chart say so?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextOf } from 'games/cosmos/next.js';
import { whole } from 'games/cosmos/orders.js';
import { sessionOf } from 'games/cosmos/session.js';
import { attackText, attackWords, ordersTo, sendingOf, takingOf, takingText } from 'games/cosmos/taking.js';
import { boardPage, moments } from './board_page.js';

const planet = (id, x, more = {}) => ({
  id,
  kind: 'planet',
  x,
  y: 5,
  pos: [x, 5],
  energy: 100,
  seat: 0,
  seen: 'own',
  all: { standing: {} },
  ...more,
});
const FREE = planet(3, 12, { energy: 31, seat: null, seen: 'seen', all: null });

/** A hand in a position with those, where the server says that 42 are needed. */
function handOf(shown, orders = whole()) {
  const position = {
    shown,
    byId: new Map(shown.map((one) => [one.id, one])),
    chart: { width: 20, height: 20 },
    view: {},
  };
  return /** @type {any} */ ({ state: { waits: {}, told: { takes: { 3: 42 } }, orders }, position: () => position });
}

test('the nearest planet that can pays for a ship on its free side towards there, which bursts only to take something', () => {
  const taking = takingOf(handOf([planet(1, 5), planet(2, 2), FREE]), FREE);
  assert.deepEqual([taking.by.id, taking.dir, taking.isUnderWay], [1, 'east', false]);
  const orders = ordersTo(whole(), FREE, taking);
  assert.deepEqual(orders.direct, [{ id: 1, actions: [{ do: 'build', kind: 'battleship', energy: 42, dir: 'east' }] }]);
  const { movement, reflexes } = orders.defaults.battleship;
  assert.deepEqual(movement, { type: 'pursue', id: 3 });
  assert.equal(reflexes[0].only_capture, true);
  assert.equal(takingOf(handOf([planet(1, 5), FREE], orders), FREE).isUnderWay, true, 'once is enough');
  const taken = planet(4, 6, { seen: 'seen', kind: 'scout' });
  assert.notEqual(takingOf(handOf([planet(1, 5), taken, FREE]), FREE).dir, 'east', 'a taken side is none');
});

test('a ship that is strong enough goes instead, and where nobody has so much it says what is missing', () => {
  const ship = planet(7, 9, { kind: 'battleship', energy: 42 });
  const taking = takingOf(handOf([planet(1, 5), ship, FREE]), FREE);
  assert.equal(taking.by, ship);
  assert.equal(ordersTo(whole(), FREE, taking).standing[0].movement.id, 3);
  assert.match(takingText(FREE, taking, 'nobody’s'), /is strong enough to take it/);
  assert.match(
    takingText(FREE, taking, 'nobody’s', true),
    /can go there\.$/,
    'nothing is promised that is not foreseen',
  );
  const none = takingOf(handOf([planet(1, 5, { energy: 42 }), FREE]), FREE);
  assert.equal(none.by, null, 'a planet keeps something');
  assert.match(takingText(FREE, none, 'nobody’s'), /42 energy takes it: no planet of yours has more yet/);
  assert.deepEqual(ordersTo(whole(), FREE, none), whole());
  assert.equal(takingOf(handOf([planet(1, 5)]), planet(1, 5)), null, 'one’s own is not taken');
});

test('what a draft has spent or sends elsewhere is not offered once more', () => {
  const [home, other] = [planet(1, 5, { energy: 60 }), planet(2, 14, { energy: 60 })];
  const rival = planet(6, 12, { seen: 'seen', seat: 1 });
  const first = takingOf(handOf([home, other, FREE]), FREE);
  const drafted = ordersTo(whole(), FREE, first);
  const told = (/** @type {any} */ orders) => {
    const hand = handOf([home, other, FREE, rival], orders);
    hand.state.told.takes[6] = 30;
    return hand;
  };
  const again = takingOf(told(drafted), rival);
  assert.deepEqual([again.by, again.elsewhere], [null, 3], 'new ships of a step all go for the same');
  assert.match(takingText(rival, again, 'B'), /The battleships of this step go for/);
  const miner = { ...whole(), direct: [{ id: 1, actions: [{ do: 'build', kind: 'miner', energy: 41, dir: 'west' }] }] };
  assert.equal(takingOf(told(miner), rival).by?.id, 2, 'who builds a miner builds no battleship');
  assert.equal(
    takingOf(told({ ...whole(), direct: [{ id: 1, actions: [{ do: 'charge', energy: 40 }] }] }), rival).by?.id,
    2,
  );
});

test('a planet sends what takes a free one, against a rival what it can spare, and says why not', () => {
  const home = planet(1, 5, { energy: 100 });
  const rival = planet(6, 12, { seen: 'seen', seat: 1 });
  const hand = handOf([home, FREE, rival]);
  hand.state.told = { ...hand.state.told, takes: { 3: 42, 6: 30 }, least_burst: 20, keep: 30 };
  assert.equal(/** @type {any} */ (sendingOf(hand, home, FREE)).price, 42);
  assert.equal(/** @type {any} */ (sendingOf(hand, home, rival)).price, 70);
  const poor = planet(1, 5, { energy: 30 });
  assert.equal(
    /** @type {any} */ (sendingOf(hand, poor, FREE)).price,
    29,
    'what it has, and the forecast says how that ends',
  );
  assert.match(
    String(sendingOf(hand, planet(1, 5, { energy: 9 }), FREE)),
    /has 8 energy left: a ship that bursts takes 20/,
  );
  assert.match(String(sendingOf(hand, home, planet(2, 14))), /is yours: energy does not go from planet to planet/);
});

test('an attack says how it is expected to end, by how much, what it costs, and by what that is told', () => {
  const line = {
    ...{ target: 3, round: 14, before: 31, after: 9, result: /** @type {any} */ ('captured') },
    ...{ energy: 50, shared: 1, burst: 40 },
  };
  const free = /** @type {any} */ ({ ...FREE, round: null });
  assert.match(
    attackText(line, free),
    /round 14: it has 31 energy, a burst of 40 takes it, and 9 are left .* ship is spent/,
  );
  assert.match(
    attackText({ ...line, result: 'hurt' }, free),
    /a burst of 40 leaves 9, and it is not taken. The ship is spent/,
  );
  const thirds = { ...line, energy: 41, shared: 3, burst: 10, after: 21, result: /** @type {any} */ ('hurt') };
  assert.match(attackText(thirds, free), /leaves of its 41 energy is shared by the 3 in reach: 10 each/);
  const missed = { ...line, round: null, before: 60, after: 60, result: null };
  assert.doesNotMatch(attackText(missed, free), /spent/);
  assert.match(attackText(missed, free), /too much by then \(60 energy\)/);
  assert.match(attackText(line, { ...free, seat: 1, round: 7 }), /seen in round 7. Unless its owner adds to it/);
  assert.equal(attackText(null, free), '');
  assert.equal(attackWords(line), 'yours about round 14, 9 left');
});

test('one thing is next: harm before what is advised, and that before who does nothing', () => {
  const rests = planet(1, 5);
  const said = { text: 'x', data: {} };
  const take = {
    way: 'grow',
    kind: 'take',
    id: 3,
    by: 1,
    says: said,
    price: said,
    gives: said,
    risk: said,
    orders: {},
  };
  const bid = { ...take, way: 'weapon', kind: 'bid' };
  const bare = [{ planet: 1, left: 5, foe: 9, burst: 20 }];
  const next = (more, idle) => {
    const one = {
      ...handOf([rests, FREE]),
      host: { info: {} },
      hasDraft: () => true,
      canOrder: () => true,
      idle: () => idle,
    };
    one.state.told = {
      takes: { 3: 42 },
      planets: {},
      events: [],
      vain: [],
      bare: [],
      advice: [],
      least_burst: 20,
      ...more,
    };
    return nextOf(/** @type {any} */ (one));
  };
  assert.deepEqual(next({ advice: [take], bare }, [rests]), [{ id: 1, words: 'in danger' }]);
  assert.deepEqual(next({ advice: [take, bid] }, [rests]), [{ id: 3, words: 'Grow · Bid' }]);
  assert.deepEqual(next({}, [rests]), [{ id: 1, words: 'tell it what to do' }]);
  assert.deepEqual(next({}, []), []);
});

test('beside a free planet the chart says what takes it, and one press orders that', async (context) => {
  const options = { scout_under_way: true, neutral_income: false, neutral_energy: [20, 40] };
  const { start } = await moments({ start: { game: 'cosmos', options, last: 1, orders: whole() } });
  const { id, energy } = start.frames[0].view.foreign.find(({ kind }) => kind === 'planet');
  const asked = [];
  const attacks = [{ target: id, round: 21, before: energy, after: 5, result: 'captured' }];
  const forecast = async (orders) => {
    asked.push(orders);
    return { ...start.forecast, attacks };
  };
  const page = await boardPage(context, 'cosmos', start, { offers: { forecast } });
  assert.equal(start.forecast.takes[id], energy + 11);
  const number = page.words().find(({ text }) => text === String(energy));
  for (const kind of ['pointerdown', 'pointerup']) page.pointer(kind, number.x, number.y);
  await page.rest();
  const strip = page.board.querySelector('[aria-label="What can be done here"]');
  assert.equal(strip.hidden, false);
  assert.match(page.read(strip), /Expected about round 21/, 'before it is ordered');
  assert.deepEqual(asked.at(-1).defaults.battleship.movement, { type: 'pursue', id });
  page.button('Take it').click();
  await page.rest();
  assert.match(page.drafts().join(), new RegExp(`builds a Battleship of ${energy + 11}.*pursues`));
});

test('a forecast that comes before the first frame is kept', () => {
  const host = /** @type {any} */ ({ info: {}, seat: 0, readonly: false, getOrders: () => null, announce: () => {} });
  const session = sessionOf(host);
  session.listen(() => session.askArrival(session.state.hover), ['told']);
  assert.doesNotThrow(() => session.setDrafts(null, { takes: {}, attacks: [] }));
});
