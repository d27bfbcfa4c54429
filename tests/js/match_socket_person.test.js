import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setUp } from './paper_line.js';

for (const other of [null, 8])
  test(`nothing of a page goes to ${other ?? 'a stranger'} who comes in its person's place`, async () => {
    const { socket, welcome, drop, sent, states, lines, pass } = setUp(undefined, 'm', 7);
    socket.watch('m', 0, () => 3);
    welcome(undefined, 7);
    assert.equal(sent('watch').length, 1);
    drop(4401);
    pass(400);
    welcome(undefined, other);
    assert.deepEqual([lines.length, sent('watch').length, lines[1].closed], [2, 0, 1000]);
    assert.deepEqual([socket.state, socket.person], ['stranger', other]);
    await assert.rejects(socket.send('orders', { match: 'm' }), (error) => error.code === 'offline');
    // Once in a while, not as often as to a site that is away; and at once when the page is looked at.
    pass(19_000);
    assert.equal(lines.length, 2);
    pass(1000);
    assert.equal(lines.length, 3);
    welcome(undefined, other);
    socket.wake();
    assert.equal(lines.length, 4);
    welcome(undefined, 7);
    assert.deepEqual(sent('watch'), [{ type: 'watch', match: 'm', as: 0, since: 3, ack: 2 }]);
    assert.deepEqual(states, ['online', 'offline', 'stranger', 'stranger', 'online']);
  });

test('whoever is let in no more is told so, and knocks once in a while', () => {
  const { socket, welcome, drop, states, lines, pass } = setUp(undefined, 'm', 7);
  welcome(undefined, 7);
  drop(4401);
  assert.equal(socket.state, 'offline', 'first it looks whether it was only the session');
  pass(400);
  drop(4401);
  assert.equal(socket.state, 'barred');
  pass(19_000);
  assert.equal(lines.length, 2);
  pass(1000);
  assert.equal(lines.length, 3);
  drop(1006);
  pass(600);
  welcome(undefined, 7);
  assert.deepEqual(states, ['online', 'offline', 'barred', 'offline', 'online']);
});

test('who comes is of no account on a page for strangers, nor where a process of an older release does not say', () => {
  for (const [made, comes] of [
    [null, 8],
    [7, undefined],
  ]) {
    const { socket, welcome } = setUp(undefined, 'm', made);
    welcome(undefined, comes);
    assert.equal(socket.state, 'online');
  }
});
