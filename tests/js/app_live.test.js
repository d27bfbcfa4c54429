import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectLobby } from 'app/live.js';

/** A page of the lobby on a line of paper; time is in the test's hand. @param {import('node:test').TestContext} context */
function setUp(context) {
  const lines = [];
  const messages = [];
  const states = [];
  globalThis.location = /** @type {any} */ ({ href: 'http://site/lobby/' });
  globalThis.WebSocket = /** @type {any} */ (
    class {
      constructor(url) {
        this.url = url;
        lines.push(this);
      }
      close() {
        this.isClosed = true;
      }
    }
  );
  context.after(() => {
    delete globalThis.location;
    delete globalThis.WebSocket;
  });
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const page = connectLobby({
    onMessage: (message) => messages.push(message),
    onState: (online) => states.push(online),
  });
  return { page, lines, messages, states, pass: (milliseconds) => context.mock.timers.tick(milliseconds) };
}

for (const [code, within] of [
  [1006, 500],
  [4009, 6500],
]) {
  test(`a page whose line is closed with ${code} connects again and hears what is told anew`, (context) => {
    const { page, lines, messages, pass } = setUp(context);
    lines[0].onmessage({ data: '{"type": "lists"}' });
    lines[0].onclose({ code });
    pass(within / 4);
    assert.equal(lines.length, 1, 'not at once');
    pass(within);
    assert.equal(lines.length, 2);
    assert.equal(lines[1].url, lines[0].url);
    lines[1].onmessage({ data: '{"type": "lists"}' });
    assert.deepEqual(messages, [{ type: 'lists' }, { type: 'lists' }]);
    page.close();
    lines[1].onclose({ code: 1000 });
    pass(60_000);
    assert.equal(lines.length, 2, 'a page that leaves stays away');
  });
}

test('a page that is let in and shown nothing waits longer each time, and says so', (context) => {
  const { lines, states, pass } = setUp(context);
  for (const delay of [500, 1000, 2000, 4000]) {
    lines.at(-1).onopen?.();
    lines.at(-1).onclose({ code: 1013 });
    const before = lines.length;
    pass(delay / 2 - 1);
    assert.equal(lines.length, before, `not before ${delay / 2} ms`);
    pass(delay);
    assert.equal(lines.length, before + 1);
  }
  assert.deepEqual(states, [false, false, false]);
  lines.at(-1).onmessage({ data: '{"type": "lists"}' });
  lines.at(-1).onmessage({ data: '{"type": "card"}' });
  assert.deepEqual(states.slice(3), [true]);
});
