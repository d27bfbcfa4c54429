// Is a wait that somebody has chosen kept, and neither listed nor asked about, until what it is for is there?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doubt } from 'games/cosmos/doubt.js';
import { whole } from 'games/cosmos/orders.js';
import { waitOf, waitsWith, waitsWithout, waitText } from 'games/cosmos/waits.js';
import { adviceOf } from 'games/cosmos/ways.js';
import { boardPage, moments } from './board_page.js';

const price = { text: '', data: { price: 46, has: 7, round: 76 } };
const save = /** @type {any} */ ({ way: 'wait', kind: 'save', id: 2, by: 1, price, orders: null });
const look = /** @type {any} */ ({ way: 'scout', kind: 'look', id: 1, by: 1, price, orders: {} });
const other = /** @type {any} */ ({ way: 'scout', kind: 'look', id: 3, by: 3, price, orders: {} });
const home = { id: 1, kind: 'planet', seat: 0, seen: 'own', energy: 7 };
/** @param {any} more */
const stateOf = (more = {}) => {
  const byId = new Map([home, { id: 2, kind: 'planet', seat: null }].map((one) => [one.id, one]));
  const told = { takes: { 2: 46 }, advice: [save, look] };
  return /** @type {any} */ ({ waits: {}, orders: whole(), frame: { step: 11 }, position: { byId }, told, ...more });
};
const sessionOf = (/** @type {any} */ state) =>
  /** @type {any} */ ({
    state,
    host: { info: {}, readonly: false },
    hasDraft: () => true,
    canOrder: () => true,
    position: () => state.position,
    idle: () => (waitOf(state, /** @type {any} */ (home)) ? [] : [home]),
  });

test('a wait that is chosen is offered no more, and Ready does not ask about it', () => {
  const state = stateOf();
  assert.match(doubt(sessionOf(state))?.text ?? '', /Nothing is ordered/);
  state.waits = waitsWith(state, save);
  assert.deepEqual(adviceOf(sessionOf(state)), [look]);
  assert.equal(doubt(sessionOf(state)), null);
  // By name, where a board of another test has told the names of its match.
  assert.match(waitText(state, home), /^\S+ saves for \S+: it has 7 of 46 energy\.$/);
  const next = stateOf({ waits: state.waits, frame: { step: 12 } });
  assert.equal(doubt(sessionOf(next)), null, 'nor in the next step, about the planet that saves');
  next.told.advice.push(other);
  assert.match(doubt(sessionOf(next))?.text ?? '', /Nothing is ordered. Ways to go on/, 'about others it does');
  assert.match(doubt(sessionOf({ ...state, waits: waitsWithout(state, 1) }))?.text ?? '', /1 of yours/);
});

test('it ends once the energy is there, or the planet is somebody’s', () => {
  const state = stateOf();
  state.waits = waitsWith(state, save);
  assert.ok(waitOf(state, { id: 1, energy: 46 }));
  assert.equal(waitOf(state, { id: 1, energy: 47 }), null);
  state.position.byId.get(2).seat = 1;
  assert.equal(waitOf(state, { id: 1, energy: 7 }), null);
  const kept = stateOf();
  kept.waits = waitsWith(kept, { ...save, kind: 'keep', id: 1 });
  assert.ok(waitOf(kept, home));
  assert.equal(waitOf({ ...kept, frame: { step: 12 } }, home), null, 'what is kept is kept for a step');
});

test('who chooses to wait on the chart is told what for, and is not asked at Ready', async (context) => {
  const options = { scout_under_way: true, neutral_income: false, rounds: 200, stride: 5 };
  const { start } = await moments({ start: { game: 'cosmos', options, last: 1, orders: whole() } });
  const [{ view }] = start.frames;
  const { id: by } = view.own.find(({ kind }) => kind === 'planet');
  const { id } = view.foreign.find(({ kind, seat }) => kind === 'planet' && seat === null);
  const says = { text: 'Save for it', data: {} };
  const advice = [{ ...save, by, id, says, gives: says, risk: says }];
  const forecast = { ...start.forecast, advice, takes: { [id]: 999 } };
  const page = await boardPage(context, 'cosmos', { ...start, forecast });
  assert.match(page.doubt()?.text ?? '', /Nothing is ordered/);
  page.button('Save for it').click();
  await page.rest();
  assert.equal(page.doubt(), null);
  assert.doesNotMatch(page.read(page.panel), /it does nothing/);
  assert.match(page.read(page.board), /saves for .*: it has \d+ of 999 energy. Ready plays 5 rounds/);
});
