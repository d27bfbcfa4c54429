/** Does anything that counts mind when somebody sets the clock of the device? And is the server's time known again after a sleep? */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { connect } from 'app/socket.js';
import { createForecasts } from 'match/forecasts.js';

const STATIC = new URL('../../static/', import.meta.url);
const HOUR = 3_600_000;
const YEARS = 2 * 365 * 24 * HOUR;
/** By how much the clock of the device is set in the middle. */
const JUMPS = [HOUR, -HOUR, YEARS, -YEARS];

/** A device with a clock on the wall and one that nobody sets. @param {import('node:test').TestContext} context */
function device(context) {
  context.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  let [wall, passed] = [1_700_000_000_000, 5_000];
  context.mock.method(Date, 'now', () => wall);
  context.mock.method(performance, 'now', () => passed);
  const window = new EventTarget();
  const document = Object.assign(new EventTarget(), {
    hidden: false,
    documentElement: { lang: 'en', dataset: {} },
    getElementById: () => null,
  });
  const lines = [];
  class Line {
    sent = [];
    constructor() {
      lines.push(this);
    }
    send(text) {
      this.sent.push(JSON.parse(text));
    }
    close() {
      this.isClosed = true;
    }
  }
  const given = {
    document,
    addEventListener: window.addEventListener.bind(window),
    WebSocket: Line,
    location: { href: 'http://site/', reload: () => (here.reloads += 1) },
  };
  Object.assign(globalThis, given);
  context.after(() => {
    for (const name of Object.keys(given)) delete globalThis[name];
  });
  const here = {
    lines,
    document,
    reloads: 0,
    set: (by) => (wall += by),
    /** Both clocks go on, and timers run. */
    pass(milliseconds) {
      for (let left = milliseconds; left > 0; left -= 50) {
        wall += Math.min(50, left);
        passed += Math.min(50, left);
        context.mock.timers.tick(Math.min(50, left));
      }
    },
    /** Only the clock on the wall goes on. */
    sleep: (milliseconds) => (wall += milliseconds),
    see: () => document.dispatchEvent(new Event('visibilitychange')),
    hear: (message) => lines.at(-1).onmessage({ data: JSON.stringify(message) }),
    asked: (type) => lines.at(-1).sent.filter((message) => message.type === type).length,
  };
  return here;
}

for (const by of JUMPS) {
  test(`a clock set by ${by} ms does not move the time of the server`, (context) => {
    const here = device(context);
    const socket = connect({ url: 'ws://site/', onMessage: () => undefined, hasNetwork: () => true });
    here.hear({ type: 'welcome', protocol: 1, now: 9_000_000, release: '1' });
    here.hear({ type: 'pong', now: 9_000_000 });
    here.pass(1_000);
    here.set(by);
    here.pass(1_000);
    assert.equal(socket.now(), 9_002_000);
    socket.close();
  });

  test(`a forecast is asked for after the clock was set by ${by} ms, no later than before`, (context) => {
    const here = device(context);
    const asked = [];
    const drafts = { step: 1, orders: {} };
    const forecasts = createForecasts({
      drafts: () => drafts,
      ask: async () => asked.push(1),
      show: () => undefined,
      refuse: () => undefined,
    });
    forecasts.want();
    here.pass(300);
    here.set(by);
    forecasts.want();
    here.pass(300);
    assert.equal(asked.length, 2);
  });

  test(`who waits for a quick match reads how long, though the clock was set by ${by} ms`, async (context) => {
    const here = device(context);
    const time = { textContent: '' };
    const data = { textContent: JSON.stringify({ waited: 3, bots_after: 999 }) };
    here.document.getElementById = (id) => ({ page: data, 'quick-time': time })[id] ?? null;
    await import(`app/quick.js?set=${by}`);
    here.set(by);
    here.pass(2_000);
    assert.equal(time.textContent, '0:05');
    // The server says how long it has really been.
    assert.equal(here.reloads, 1);
  });

  test(`a line of the lobby lives as long as before when the clock is set by ${by} ms`, async (context) => {
    const here = device(context);
    const { connectLobby } = await import('app/live.js');
    const states = [];
    const page = connectLobby({ onMessage: () => undefined, onState: (isUp) => states.push(isUp) });
    here.hear({ type: 'alive', within: 20 });
    here.hear({ type: 'lists' });
    here.pass(10_000);
    here.set(by);
    here.pass(1_000);
    here.hear({ type: 'alive', within: 20 });
    here.hear({ type: 'lists' });
    assert.ok(!states.includes(false));
    const { length } = here.lines;
    here.pass(29_900);
    assert.equal(here.lines.length, length);
    here.pass(1_000);
    assert.equal(here.lines.length, length + 1);
    page.close();
  });
}

test('whoever has slept knows the time of the server again with the next answer, and asks for it at once', (context) => {
  const here = device(context);
  return import('app/socket.js').then(({ wakeInTime }) => {
    const socket = connect({ url: 'ws://site/', onMessage: () => undefined, hasNetwork: () => true });
    const end = wakeInTime(socket);
    here.hear({ type: 'welcome', protocol: 1, now: 9_000_000, release: '1' });
    here.hear({ type: 'pong', now: 9_000_000 });
    const before = here.asked('ping');
    here.sleep(HOUR);
    here.pass(1_000);
    assert.equal(here.asked('ping'), before + 1, 'nobody had to look at the page');
    here.hear({ type: 'pong', now: 9_001_000 + HOUR });
    assert.equal(socket.now(), 9_001_000 + HOUR);
    end();
    socket.close();
  });
});

test('a match that is looked at again has heard from the site within two seconds, or says that it has not', (context) => {
  const here = device(context);
  return import('app/socket.js').then(({ wakeInTime }) => {
    const states = [];
    const socket = connect({
      url: 'ws://site/',
      onMessage: () => undefined,
      onState: (state) => states.push(state),
      hasNetwork: () => true,
    });
    const end = wakeInTime(socket);
    for (const kind of ['visibilitychange', 'resume']) {
      here.hear({ type: 'welcome', protocol: 1, now: 9_000_000, release: '1' });
      here.hear({ type: 'pong', now: 9_000_000 });
      here.document.dispatchEvent(new Event(kind));
      here.hear({ type: 'pong', now: 9_000_000 });
      here.pass(2_000);
      assert.equal(states.at(-1), 'online');
      here.document.dispatchEvent(new Event(kind));
      here.pass(1_500);
      assert.equal(states.at(-1), 'offline');
      here.pass(500);
    }
    end();
    socket.close();
  });
});

test('nothing but the module for waking reads the clock on the wall', () => {
  const found = readdirSync(STATIC, { recursive: true })
    .map((name) => String(name).replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.js') && !name.startsWith('vendor/'))
    .filter((name) =>
      /\bDate\.now\b|\bnew Date\(\s*\)|\bDate\(\s*\)|\btimeOrigin\b/.test(readFileSync(new URL(name, STATIC), 'utf8')),
    );
  assert.deepEqual(found.sort(), ['app/waking.js']);
});
