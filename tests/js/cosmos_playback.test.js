// Does a step of Cosmos keep what it began with until its events change it?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { courseOf } from 'games/cosmos/playback.js';
import { positionOf } from 'games/cosmos/position.js';
import { sessionOf } from 'games/cosmos/session.js';
import { moment } from 'kit/actors.js';

const kinds = { planet: { sense: 4, action: 2, detect: 4 }, scout: { sense: 9, action: 1, detect: 9 } };
const planet = (/** @type {number} */ id, /** @type {number | null} */ seat) => ({
  id,
  kind: 'planet',
  seat,
  pos: [id, 1],
  energy: 9,
});
/** @param {any[]} own @param {any[]} [foreign] */
const viewOf = (own, foreign = []) => ({
  seat: 0,
  round: 7,
  tables: { kinds },
  map: { origin: [0, 0], size: [9, 3], aether: Array.from({ length: 3 }, () => Array(9).fill(500)), tiles: null },
  own,
  foreign,
});
const drawnOf = (/** @type {any} */ { id, x, y, seat }) => /** @type {any} */ ({ id, x, y, seat, own: seat === 0 });
/** Who owns what at the beginning and at the end of a step, by id. @param {any} before @param {any} after @param {any[]} events */
function owners(before, after, events) {
  const palette = /** @type {any} */ ({ seats: ['#fff', '#000'] });
  const { actors, length } = courseOf(positionOf(before), positionOf(after), events, { drawnOf, palette });
  return [0.01, 1].map((part) =>
    Object.fromEntries(actors.flatMap((actor) => moment(actor, part * length) ?? []).map(({ id, seat }) => [id, seat])),
  );
}
const captured = (/** @type {number} */ id) => ({
  type: 'captured',
  round: 6,
  id,
  kind: 'planet',
  old_seat: 1,
  new_seat: 0,
});
const seen = (/** @type {number} */ id) => ({ type: 'resonance', round: 5, planet: id });

test("a planet that is taken is its old owner's until then, also one that came into sight only now", () => {
  const home = planet(1, 0);
  const both = [home, planet(2, 0)];
  assert.deepEqual(owners(viewOf([home], [planet(2, 1)]), viewOf(both), [seen(1), captured(2)]), [
    { 1: 0, 2: 1 },
    { 1: 0, 2: 0 },
  ]);
  const [, end] = owners(viewOf([home]), viewOf(both), [seen(2), captured(2)]);
  assert.deepEqual(end, { 1: 0, 2: 0 });
  const early = owners(viewOf([home]), viewOf(both), [seen(2), { ...seen(2), round: 5 }, captured(2)])[0];
  assert.notEqual(early[2], 0);
});

test('fog and aether are those of the position before while a step plays, and a newer step is not let go by an older one', () => {
  const views = [[planet(1, 0)], [planet(1, 0), planet(4, 0)], [planet(4, 0)]].map((own) => viewOf(own));
  const host = /** @type {any} */ ({
    info: {},
    seat: 0,
    readonly: false,
    getOrders: () => ({}),
    setOrders() {},
    announce() {},
    select() {},
  });
  const session = sessionOf(host);
  session.show(/** @type {any} */ ({ step: 1, view: views[2], events: [], choices: [], final: false }));
  const [first, second, now] = views.map((view) => positionOf(/** @type {any} */ (view)));
  assert.equal(session.seen(), now);
  const older = session.holdBack(first);
  assert.equal(session.seen(), first);
  assert.equal(session.position(), now);
  const newer = session.holdBack(second);
  older();
  assert.equal(session.seen(), second);
  newer();
  assert.equal(session.seen(), now);
});
