// How is a bid of every round given beside a planet, what goes on beside it, and where does the chart say that nobody bids?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bidsText, latelyText } from 'games/cosmos/bidding.js';
import { whole } from 'games/cosmos/orders.js';
import { courseOf } from 'games/cosmos/playback.js';
import { boardPage, moments } from './board_page.js';

const options = { scout_under_way: true, neutral_income: false, stride: 5, rounds: 200 };
const told = await moments({ start: { game: 'cosmos', options, last: 1, orders: whole() } });

/** Presses the planet of one's own on the chart. */
async function choosesHome(page, { frames: [{ view }] }) {
  const { energy } = view.own.find(({ kind }) => kind === 'planet');
  const number = page.words().find(({ text }) => text === String(energy));
  for (const kind of ['pointerdown', 'pointerup']) page.pointer(kind, number.x, number.y);
  await page.rest();
}

test('a bid stands beside the planet that is chosen, and a routine goes on beside it', async (context) => {
  const page = await boardPage(context, 'cosmos', told.start);
  await choosesHome(page, told.start);
  const press = async (name) => {
    page.button(name).click();
    await page.rest();
  };
  const reflexes = () => page.orders().standing[0].reflexes.map(({ type, energy }) => energy ?? type);
  const beside = page.board.querySelector('.cosmos-bids').title;
  assert.match(beside, /The highest alone wins a point; equal ones give nobody a point/);
  assert.match(page.read(page.panel), /equal ones give nobody a point. Half of every other one comes back/);
  await press('More: Bid a round');
  await press('More: Bid a round');
  assert.deepEqual(reflexes(), [2]);
  await press('Economy');
  assert.deepEqual(reflexes(), ['auto_build', 2], 'the bid is kept');
  const pressed = () => page.button('Economy').getAttribute('aria-pressed');
  assert.equal(pressed(), 'true', 'a bid besides is no other routine');
  await press('Less: Bid a round');
  await press('Less: Bid a round');
  assert.deepEqual(reflexes(), ['auto_build']);
  await press('More: Bid a round');
  await press('War');
  assert.deepEqual(reflexes(), ['auto_build', 1]);
});

test('the step that plays says at its planet which bids won and lost, and names what is born', () => {
  const home = { id: 1, kind: 'planet', x: 5, y: 5, pos: [5, 5], energy: 100, seat: 0, seen: 'own', round: null };
  const chart = { width: 20, height: 20, origin: [0, 0], values: new Float32Array(400) };
  const position = /** @type {any} */ ({
    shown: [home],
    byId: new Map([[1, home]]),
    chart,
    blips: [],
    view: { seat: 0 },
  });
  const events = [
    { type: 'built', round: 1, id: 1, seat: 0, kind: 'miner' },
    { type: 'bid_result', round: 1, planet: 1, bid: 3, result: 'won' },
    { type: 'bid_result', round: 2, planet: 1, bid: 4, result: 'lost' },
  ];
  const palette = /** @type {any} */ ({ seats: ['#123456'], nobody: '#777777', good: '#00ff00', muted: '#888888' });
  const drawnOf = (entity) => ({ ...entity, heading: 0, alpha: 1, wake: 0, health: 1 });
  const { tracks } = courseOf(position, position, events, { drawnOf: /** @type {any} */ (drawnOf), palette });
  /** @type {string[]} */
  const words = [];
  const ctx = new Proxy(
    {},
    { get: (_, name) => (name === 'fillText' ? (text) => words.push(text) : () => ctx), set: () => true },
  );
  const view = { at: (x, y) => [x, y], camera: { scale: 30 }, palette: { ...palette, font: 'x', ink: '#000000' } };
  for (const { paint } of tracks) paint?.(/** @type {any} */ (ctx), /** @type {any} */ (view), 0.2);
  for (const wanted of ['Miner', '+1 point', 'bid 4 lost']) assert.ok(words.includes(wanted), `${wanted} of ${words}`);
});

test('at a routine stands what it bids in the next step, or why it bids nothing', async (context) => {
  const planet = { id: 1, energy: 45 };
  const raises = { type: 'auto_charge', mode: 'escalate', start: 1, keep: 60 };
  const charged = [2, 3].map((bid) => ({ type: 'charged', planet: 1, bid }));
  assert.match(bidsText(planet, raises, { events: [] }), /bids nothing. It has 45 energy, and 60 stay; from 61 on/);
  assert.match(bidsText({ ...planet, energy: 90 }, raises, { events: charged }), /begins with a bid of 2/);
  const fixed = { ...raises, mode: 'fixed', energy: 2 };
  assert.match(bidsText({ ...planet, energy: 90 }, fixed, { events: [charged[0], charged[0]] }), /2 bids of 2/);
  assert.deepEqual([bidsText(planet, undefined, { events: [] }), bidsText(planet, raises, null)], ['', '']);

  const { frames } = told.start;
  const { id, energy } = frames[0].view.own.find(({ kind }) => kind === 'planet');
  const { reflexes } = frames[0].view.tables.routines.planet.weapon;
  const orders = { ...whole(), standing: [{ id, reflexes: [{ ...reflexes[0], keep: energy }] }] };
  const page = await boardPage(context, 'cosmos', { ...told.start, orders });
  await choosesHome(page, told.start);
  const strip = page.board.querySelector('[aria-label="What can be done here"]');
  assert.match(page.read(strip), new RegExp(`bids nothing. It has ${energy} energy, and ${energy} stay`));
  assert.match(page.read(page.panel), /bids nothing. It has/);
});

test('the last bids tell how high one has to bid', () => {
  assert.equal(latelyText([]), '');
  assert.equal(latelyText([[1, 1, 3, 'won', 0]]), 'Last bids: 3 won.');
  assert.equal(
    latelyText([
      [1, 1, 1, 'lost', 0],
      [2, 1, 2, 'lost', 1],
    ]),
    'Last bids: 1–2 lost.',
  );
  const bids = /** @type {[number, number, number, string, number][]} */ ([
    [1, 1, 1, 'lost', 0],
    [2, 1, 3, 'won', 0],
    [3, 1, 5, 'won', 0],
  ]);
  assert.equal(latelyText(bids), 'Last bids: 3–5 won, 1 lost.');
  // What another planet of one's own has won is no loss.
  assert.equal(latelyText([...bids.slice(1), [3, 2, 4, 'lost', 2]]), 'Last bids: 3–5 won.');
});
