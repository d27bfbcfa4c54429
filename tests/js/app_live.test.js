import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectLobby } from 'app/live.js';

/** A page of the lobby on a line of paper; time is in the test's hand. @param {import('node:test').TestContext} context */
function setUp(context) {
  const lines = [];
  const messages = [];
  const states = [];
  const window = new EventTarget();
  const document = Object.assign(new EventTarget(), { hidden: false, documentElement: { lang: 'en' } });
  globalThis.location = /** @type {any} */ ({ href: 'http://site/lobby/' });
  globalThis.document = /** @type {any} */ (document);
  globalThis.addEventListener = window.addEventListener.bind(window);
  globalThis.WebSocket = /** @type {any} */ (
    class {
      constructor(url) {
        this.url = url;
        lines.push(this);
      }
      send(text) {
        this.asked = [...(this.asked ?? []), text];
      }
      close() {
        this.isClosed = true;
      }
    }
  );
  context.after(() => {
    delete globalThis.location;
    delete globalThis.document;
    delete globalThis.addEventListener;
    delete globalThis.WebSocket;
  });
  context.mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
  let slept = 0;
  // The clock that nobody sets stands still while the machine sleeps.
  context.mock.method(performance, 'now', () => Date.now() - slept);
  const page = connectLobby({
    onMessage: (message) => messages.push(message),
    onState: (online) => states.push(online),
  });
  /** @param {any} message on the newest line */
  const say = (message) => lines.at(-1).onmessage({ data: JSON.stringify(message) });
  return {
    page,
    lines,
    messages,
    states,
    say,
    /** As the server begins. */
    begin() {
      say({ type: 'alive', within: 20 });
      say({ type: 'lists' });
    },
    show(isShown) {
      document.hidden = !isShown;
      document.dispatchEvent(new Event('visibilitychange'));
    },
    comeOnline: () => window.dispatchEvent(new Event('online')),
    pass: (milliseconds) => context.mock.timers.tick(milliseconds),
    /** The machine sleeps: its clock goes on, its timers do not. */
    sleep(milliseconds) {
      slept += milliseconds;
      context.mock.timers.setTime(Date.now() + milliseconds);
    },
  };
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
  assert.ok(states.length && !states.includes(true));
  const before = states.length;
  lines.at(-1).onmessage({ data: '{"type": "lists"}' });
  lines.at(-1).onmessage({ data: '{"type": "card"}' });
  assert.deepEqual(states.slice(before), [true]);
});

test('a line that is silent for longer than the server said is given up', (context) => {
  const { lines, messages, states, begin, say, pass } = setUp(context);
  begin();
  for (const _ of [1, 2, 3]) {
    pass(29_000);
    say({ type: 'alive', within: 20 });
  }
  pass(29_000);
  say({ type: 'card' });
  pass(29_999);
  assert.equal(lines.length, 1, 'whatever is said is a sign of life');
  pass(1);
  assert.ok(lines[0].isClosed);
  pass(500);
  assert.equal(lines.length, 2);
  begin();
  lines[0].onmessage({ data: '{"type": "card"}' });
  lines[0].onclose({ code: 1006 });
  pass(10_000);
  assert.equal(lines.length, 2, 'a line that was given up is not listened to');
  assert.deepEqual(
    messages.map(({ type }) => type),
    ['lists', 'card', 'lists'],
  );
  assert.deepEqual(states, [true, true], 'what was mended at once is no news');
});

test('how long a line may be silent is the say of its server', (context) => {
  const { lines, say, pass } = setUp(context);
  say({ type: 'alive', within: 100 });
  pass(109_999);
  assert.equal(lines.length, 1);
  pass(1);
  pass(500);
  assert.equal(lines.length, 2);
  // Of a release that gives no signs of life.
  say({ type: 'lists' });
  pass(3_600_000);
  assert.equal(lines.length, 2);
});

test('a new line that brings nothing is given up, and the page says so before', (context) => {
  const { lines, states, begin, pass } = setUp(context);
  begin();
  pass(30_000);
  pass(500);
  assert.equal(lines.length, 2);
  pass(2500);
  assert.deepEqual(states, [true, false]);
  lines[1].onopen();
  pass(29_999);
  assert.equal(lines.length, 2, 'once it is open it may take as long again');
  pass(1);
  assert.ok(lines[1].isClosed);
  pass(1000);
  assert.equal(lines.length, 3);
  begin();
  assert.equal(states.at(-1), true);
});

test('a sign of life is not the lobby: whoever hears only that waits longer each time', (context) => {
  const { lines, states, say, pass } = setUp(context);
  for (const delay of [500, 1000, 2000]) {
    say({ type: 'alive', within: 20 });
    lines.at(-1).onclose({ code: 1013 });
    const before = lines.length;
    pass(delay / 2 - 1);
    assert.equal(lines.length, before);
    pass(delay);
  }
  assert.ok(!states.includes(true));
});

test('whoever wakes up after a long sleep has a new line at once', (context) => {
  const { lines, begin, sleep, show } = setUp(context);
  begin();
  show(false);
  sleep(20_000);
  show(true);
  assert.equal(lines.length, 1, 'this one may well be good');
  show(false);
  sleep(20_000);
  assert.equal(lines.length, 1);
  show(true);
  assert.equal(lines.length, 2);
  assert.ok(lines[0].isClosed);
});

test('a page that is looked at again is right within two seconds, or says that it is not and connects anew', (context) => {
  const { lines, states, begin, say, sleep, show, pass } = setUp(context);
  begin();
  for (const isAnswered of [true, false]) {
    states.length = 0;
    show(false);
    sleep(5_000);
    show(true);
    show(true);
    assert.deepEqual(lines.at(-1).asked.splice(0), ['{"type":"alive"}'], 'one question, however often it is looked at');
    pass(1_000);
    if (isAnswered) say({ type: 'alive', within: 20 });
    pass(1_000);
    assert.deepEqual(states, isAnswered ? [] : [false]);
  }
  assert.equal(lines.length, 2);
  begin();
  assert.deepEqual(states, [false, true]);
});

test('a page that has no line when it is looked at again says so within two seconds', (context) => {
  const { lines, states, begin, show, pass } = setUp(context);
  begin();
  show(false);
  lines[0].onclose({ code: 1006 });
  states.length = 0;
  show(true);
  pass(2_000);
  assert.deepEqual(states, [false]);
});

test('whoever has a network again, or comes back, does not wait for the next attempt', (context) => {
  const { page, lines, begin, comeOnline, show, pass } = setUp(context);
  begin();
  comeOnline();
  assert.equal(lines.length, 2);
  assert.ok(lines[0].isClosed);
  for (const _ of [1, 2, 3, 4, 5]) {
    lines.at(-1).onclose({ code: 1006 });
    pass(8000);
  }
  lines.at(-1).onclose({ code: 1006 });
  const before = lines.length;
  show(false);
  assert.equal(lines.length, before);
  show(true);
  assert.equal(lines.length, before + 1);
  begin();
  pass(20_000);
  assert.equal(lines.length, before + 1, 'the attempt that was due is not made as well');
  page.close();
  comeOnline();
  show(true);
  pass(60_000);
  assert.equal(lines.length, before + 1, 'a page that leaves stays away');
});
