// What becomes of drafts and of lines of text?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandHelp, parseCommand } from 'games/planet_conquer/command.js';
import * as orders from 'games/planet_conquer/orders.js';
import { share } from 'kit/verbs.js';
import { INFO, makeFrame } from './planet_conquer_fixture.js';

const FRAME = makeFrame();
const EMPTY = orders.emptyOrders();
const say = (text, draft = EMPTY) => parseCommand(text, draft, FRAME, INFO);

/** Runs a change on frozen orders, so that a module that writes into them fails. */
function freeze(value) {
  if (value && typeof value === 'object') Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}

test('moves are added, merged along one way, changed and removed; the old draft stays', () => {
  const first = freeze(orders.addMove(freeze(EMPTY), { from: 0, to: 2, units: 10 }));
  const second = freeze(orders.addMove(first, { from: 0, to: 4, units: 5 }));
  const merged = freeze(orders.addMove(second, { from: 0, to: 2, units: 7 }));
  assert.deepEqual(merged.moves, [
    { from: 0, to: 2, units: 17 },
    { from: 0, to: 4, units: 5 },
  ]);
  assert.equal(orders.leaving(merged, 0), 22);
  assert.deepEqual(orders.setUnits(merged, 1, 9).moves[1], { from: 0, to: 4, units: 9 });
  assert.deepEqual(orders.setUnits(merged, 0, 0).moves, [{ from: 0, to: 4, units: 5 }]);
  assert.deepEqual(first.moves, [{ from: 0, to: 2, units: 10 }]);
});

test('back and forth are two ways', () => {
  const draft = orders.addMove(orders.addMove(EMPTY, { from: 0, to: 2, units: 3 }), { from: 2, to: 0, units: 1 });
  assert.equal(draft.moves.length, 2);
});

test('a part is taken of what is left, at least one of one, never more than there is', () => {
  for (const [units, part, expected] of [
    [100, 0.5, 50],
    [99, 0.5, 49],
    [1, 0.1, 1],
    [0, 1, 0],
    [3, 0.01, 1],
    [50, 0.58, 29],
    [7, 1, 7],
  ]) {
    assert.equal(share(units, part), expected, `${part} of ${units}`);
  }
});

test('several planets send at once, each from what it has left', () => {
  const draft = orders.addMove(EMPTY, { from: 0, to: 2, units: 60 });
  const sources = [
    { id: 0, units: 100 },
    { id: 3, units: 9 },
    { id: 5, units: 0 },
  ];
  const sent = orders.sendFrom(draft, sources, 4, { fraction: 0.5, exact: null });
  assert.deepEqual(sent.moves.slice(1), [
    { from: 0, to: 4, units: 20 },
    { from: 3, to: 4, units: 4 },
  ]);
  const exact = orders.sendFrom(draft, sources, 4, { fraction: 0.5, exact: 25 });
  assert.deepEqual(
    exact.moves.slice(1).map(({ units }) => units),
    [25, 9],
  );
  assert.equal(orders.sendFrom(EMPTY, [{ id: 5, units: 0 }], 4, { fraction: 1, exact: null }), EMPTY);
});

test('a teleport counts as leaving', () => {
  const draft = orders.setTactic(EMPTY, { type: 'teleport', from: 0, to: 3, units: 40 });
  assert.equal(orders.leaving(draft, 0), 40);
  assert.equal(orders.leaving(draft, 3), 0);
});

test('the last thing is taken back first', () => {
  let draft = say('move A0 B0 10');
  draft = say('move A0 O 5', draft);
  draft = say('tactic defend A0', draft);
  draft = say('resign', draft);
  assert.equal((draft = orders.removeLast(draft)).resign, false);
  assert.equal((draft = orders.removeLast(draft)).tactic, null);
  assert.equal((draft = orders.removeLast(draft)).moves.length, 1);
  assert.deepEqual(orders.removeLast(draft), EMPTY);
  assert.deepEqual(orders.removeLast(EMPTY), EMPTY);
});

test('paths of the server name parts, with and without the prefix', () => {
  assert.deepEqual(orders.placeOf('orders.moves[3].units'), { move: 3, tactic: false });
  assert.deepEqual(orders.placeOf('moves[0]'), { move: 0, tactic: false });
  assert.deepEqual(orders.placeOf('tactic.planet'), { move: null, tactic: true });
  assert.deepEqual(orders.placeOf('orders.tactic'), { move: null, tactic: true });
  assert.deepEqual(orders.placeOf(''), { move: null, tactic: false });
  const draft = say('move A0 O 5', say('tactic defend A0'));
  assert.equal(orders.removeOrder(draft, 'moves[0]').moves.length, 0);
  assert.equal(orders.removeOrder(draft, 'tactic').tactic, null);
  assert.equal(orders.removeOrder(draft, 'nothing'), draft);
});

test('planets go by key, name and number, in any case', () => {
  const expected = [{ from: 0, to: 2, units: 40 }];
  for (const text of [
    'move A0 B0 40',
    'MOVE a0 b0 40',
    'move harbour B0 40',
    'move 0 2 40',
    'move A0 -> B0 40',
    'move A0→B0 40',
    'send A0 B0 40',
  ]) {
    assert.deepEqual(say(text).moves, expected, text);
  }
});

test('numbers, parts, all, and half when nothing is said', () => {
  assert.equal(say('move A0 B0').moves[0].units, 50);
  assert.equal(say('move A0 B0 25%').moves[0].units, 25);
  assert.equal(say('move A0 B0 all').moves[0].units, 100);
  assert.equal(say('move A0 O all', say('move A0 B0 30')).moves[1].units, 70);
  assert.equal(say('set A0 B0 10%', say('move A0 B0 30')).moves[0].units, 10);
});

test('all ten tactics can be said', () => {
  for (const type of ['terminator', 'defend', 'attack', 'fast', 'halt', 'boost', 'god']) {
    assert.deepEqual(say(`tactic ${type} B0`).tactic, { type, planet: 2 });
    assert.deepEqual(say(`${type} B0`).tactic, { type, planet: 2 });
  }
  assert.deepEqual(say('teleport A0 B1 60').tactic, { type: 'teleport', from: 0, to: 3, units: 60 });
  assert.deepEqual(say('teleport A0 B1', say('move A0 B0 60')).tactic?.units, 20);
  assert.deepEqual(say('eleminate').tactic, { type: 'eleminate' });
  assert.deepEqual(say('eliminate').tactic, { type: 'eleminate' });
  for (const who of ['B', 'bob', '1']) assert.deepEqual(say(`swap ${who}`).tactic, { type: 'swap', seat: 1 });
});

test('a second teleport does not count the first one', () => {
  assert.equal(say('teleport A0 B1 all', say('teleport A0 O all')).tactic?.units, 100);
});

test('orders are taken back', () => {
  const draft = say('defend A0', say('move A0 O 5', say('move A0 B0 10')));
  assert.deepEqual(say('cancel A0 B0', draft).moves, [{ from: 0, to: 4, units: 5 }]);
  assert.deepEqual(say('cancel A0', draft).moves, []);
  assert.equal(say('cancel tactic', draft).tactic, null);
  assert.equal(say('undo', draft).tactic, null);
  assert.deepEqual(say('clear', draft), EMPTY);
  assert.equal(say('stay', say('resign')).resign, false);
});

test('what cannot be understood is refused in words', () => {
  for (const text of [
    '',
    'dance',
    'move',
    'move A0',
    'move A0 Q9',
    'move A0 B0 -3',
    'move A0 B0 1.5',
    'move A0 B0 0',
    'move A0 B0 0%',
    'move A0 B0 101%',
    'set A0 B0 3',
    'cancel B0',
    'swap Z',
    'teleport A0',
    'move B0 A0 all'.replace('B0', 'B1'),
  ]) {
    assert.throws(
      () => say(text),
      (error) => error instanceof Error && error.message.length > 8,
      text,
    );
  }
});

test('every command of the help is understood', () => {
  const planets = { B1: 'B0', D3: 'O' };
  const say = (text, draft) => parseCommand(text, draft, makeFrame({ standing: [] }), INFO);
  const draft = say('tactic defend A0', say('move A0 B0 10'));
  for (const { command, meaning } of commandHelp()) {
    const line = command.replace(/B1|D3/g, (key) => planets[key]);
    assert.doesNotThrow(() => say(line, draft), line);
    assert.ok(meaning.length > 10);
  }
});
