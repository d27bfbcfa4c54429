// Is it said what an order takes the place of, where it is given, with the way back?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { words } from 'games/cosmos/describe.js';
import { callAsIn } from 'games/cosmos/names.js';
import { addAction, setDefault, setReflex, setStanding, whole } from 'games/cosmos/orders.js';
import { replacedBy, replacedText } from 'games/cosmos/replaced.js';
import { boardPage, moments } from './board_page.js';

const ECONOMY = { reflexes: [{ type: 'auto_build', pattern: [{ kind: 'miner', energy: 41 }], loop: true, keep: 30 }] };
const one = (id, kind, standing = {}) => ({
  id,
  kind,
  seat: 0,
  seen: 'own',
  pos: [id, 0],
  all: { standing: { movement: { type: 'hold' }, reflexes: [], ...standing } },
});
const shown = [one(1, 'planet', ECONOMY), one(2, 'scout', { movement: { type: 'explore' } }), one(3, 'planet')];
const position = /** @type {any} */ ({
  shown,
  byId: new Map(shown.map((entity) => [entity.id, entity])),
  view: {
    tables: { routines: { planet: { economy: ECONOMY }, battleship: {}, miner: {}, scout: {} } },
    defaults: { battleship: { movement: { type: 'pursue', id: 3 }, reflexes: [] } },
  },
});
/** A board of another file may have given names. */
function gone(after, before = whole()) {
  callAsIn(/** @type {any} */ (position.view));
  return replacedBy(before, after, position);
}
const build = (orders, id, kind, energy) =>
  addAction(orders, id, /** @type {any} */ ({ do: 'build', kind, energy, dir: 'north' }));

test('an order that pushes out another one says which, one beside another or another amount does not', () => {
  const miner = build(whole(), 1, 'miner', 41);
  assert.deepEqual(gone(miner), []);
  assert.deepEqual(gone(build(miner, 1, 'scout', 1), miner), ['Planet 1: builds a Miner of 41 to the north']);
  assert.deepEqual(gone(build(miner, 3, 'scout', 1), miner), []);
  const bid = addAction(miner, 1, { do: 'charge', energy: 2 });
  assert.deepEqual([gone(bid, miner), gone(addAction(bid, 1, { do: 'charge', energy: 3 }), bid)], [[], []]);
});

test('what goes on by itself is named by its routine, or by what of it ends', () => {
  const bids = { mode: 'fixed', energy: 2 };
  assert.deepEqual(gone(setReflex(whole(), shown[0], 'auto_charge', bids)), [], 'a bid stands beside a routine');
  assert.deepEqual(gone(setStanding(whole(), 1, { movement: { type: 'hold' }, reflexes: [] })), ['Planet 1: Economy']);
  const sent = setStanding(whole(), 2, { movement: { type: 'move_to', to: [9, 9] } });
  assert.deepEqual(gone(sent), ['Scout 2: explores']);
  const first = setReflex(whole(), shown[2], 'auto_charge', bids);
  const second = setReflex(first, shown[2], 'auto_charge', { ...bids, energy: 3 });
  assert.deepEqual(gone(second, first), [], 'another amount is the same bid');
});

test('what ships to come were told is an order too, unless it is done', () => {
  const take = (id) => setDefault(whole(), 'battleship', { movement: { type: 'pursue', id }, reflexes: [] });
  assert.deepEqual(gone(take(9)), [], 'the planet is one’s own by now');
  assert.deepEqual(gone(take(8), take(9)), ['New ones, Battleship: pursues 9']);
  assert.match(replacedText(['a', 'b', 'c']), /In place of 3 orders/);
});

test('beside the planet stands what the press took the place of, until it is undone', async (context) => {
  const options = { scout_under_way: true, neutral_income: false, stride: 5, rounds: 200 };
  const { start } = await moments({ start: { game: 'cosmos', options, last: 1, orders: whole() } });
  let undone = 0;
  const page = await boardPage(context, 'cosmos', start, { offers: { undo: () => (undone += 1) } });
  const { energy } = start.frames[0].view.own.find(({ kind }) => kind === 'planet');
  const number = page.words().find(({ text }) => text === String(energy));
  for (const kind of ['pointerdown', 'pointerup']) page.pointer(kind, number.x, number.y);
  await page.rest();
  const strip = page.board.querySelector('[aria-label="What can be done here"]');
  const press = async (name) => {
    page.button(name).click();
    await page.rest();
  };
  await press('Economy');
  assert.doesNotMatch(page.read(strip), /In place of/);
  await press('War');
  assert.match(page.read(strip), /In place of: Planet \S+: Economy/);
  assert.match(page.said.at(-1), /In place of/, 'it is spoken as well');
  strip.querySelector('.cosmos-replaced button').click();
  assert.equal(undone, 1);
  await press('More: Bid a round');
  assert.doesNotMatch(page.read(strip), /In place of/, 'the next order says what is its own');
});

test('the list of orders tells what is bid beside a routine', async () => {
  const { start } = await moments({ start: { game: 'cosmos', options: {}, last: 1, orders: whole() } });
  const [frame] = start.frames;
  const { id } = frame.view.own.find(({ kind }) => kind === 'planet');
  const { reflexes } = frame.view.tables.routines.planet.economy;
  const bids = { type: 'auto_charge', mode: 'fixed', energy: 4, keep: 0 };
  const text = (list) =>
    words.describeOrders({ ...whole(), standing: [{ id, reflexes: list }] }, frame, start.info)[0].text;
  assert.match(text([...reflexes, bids]), /from now on: Economy, bids 4 each round$/);
  assert.match(text(reflexes), /from now on: Economy$/);
});
