import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStore } from 'match/store.js';
import { setUp } from './paper_line.js';

test('nothing is sent before the welcome', async () => {
  const { socket, line } = setUp();
  await assert.rejects(socket.send('chat', { match: 'm' }), (error) => error.code === 'offline');
  assert.deepEqual(line().sent, []);
});

test('an answer finds its question by number', async () => {
  const { socket, welcome, sent, say } = setUp();
  welcome();
  const first = socket.send('ready', { match: 'm', step: 0, ready: true });
  const second = socket.send('orders', { match: 'm', step: 0, orders: {} });
  const [a, b] = [sent('ready')[0].ack, sent('orders')[0].ack];
  assert.notEqual(a, b);
  say({
    type: 'error',
    ack: b,
    match: 'm',
    code: 'no_route',
    path: 'orders.moves[0].to',
    message: 'No route.',
    data: { have: 1 },
  });
  say({ type: 'ack', ack: a });
  assert.equal((await first).type, 'ack');
  await assert.rejects(
    second,
    (error) =>
      error.code === 'no_route' &&
      error.path === 'orders.moves[0].to' &&
      error.message === 'No route.' &&
      error.data.have === 1,
  );
});

test('a forecast answers its question', async () => {
  const { socket, welcome, sent, say } = setUp();
  welcome();
  const answer = socket.send('forecast', { match: 'm', step: 0, orders: {} });
  say({ type: 'forecast', match: 'm', step: 0, ack: sent('forecast')[0].ack, forecast: { units: 7 } });
  assert.deepEqual((await answer).forecast, { units: 7 });
});

test('a lost line refuses what is under way and sends none of it again', async () => {
  const { socket, welcome, drop, pass, sent, lines, states } = setUp();
  welcome();
  const answer = socket.send('orders', { match: 'm', step: 0, orders: {} });
  drop();
  // It may have been heard; what is said without a line is not.
  await assert.rejects(answer, (error) => error.code === 'offline' && /before the server answered/.test(error.message));
  await assert.rejects(
    socket.send('ready', { match: 'm', step: 0, ready: true }),
    (error) => error.code === 'offline' && /nothing was sent/.test(error.message),
  );
  assert.equal(socket.state, 'offline');
  pass(500);
  assert.equal(lines.length, 2);
  welcome();
  assert.deepEqual(sent('orders'), []);
  assert.deepEqual(states, ['online', 'offline', 'online']);
});

test('whoever is asked for another line hears of it only if there is none', () => {
  const { welcome, drop, pass, lines, states } = setUp();
  welcome();
  drop(1012);
  pass(500);
  assert.equal(lines.length, 2);
  welcome();
  assert.deepEqual(states, ['online', 'connecting', 'online']);
  for (const fail of [() => drop(1006), () => pass(1_500)]) {
    drop(1012);
    pass(500);
    fail();
    assert.equal(states.at(-1), 'offline');
    pass(500);
    welcome();
  }
});

test('matches are watched again from the last frame at hand', () => {
  const { socket, welcome, drop, pass, sent } = setUp();
  let newest = null;
  socket.watch('m', null, () => newest);
  welcome();
  assert.deepEqual(
    sent('watch').map(({ match, as, since }) => ({ match, as, since })),
    [{ match: 'm', as: null, since: null }],
  );
  newest = 12;
  drop();
  pass(500);
  welcome();
  assert.equal(sent('watch')[0].since, 12);
});

test('what is no longer watched is not watched again', () => {
  const { socket, welcome, drop, pass, sent } = setUp();
  welcome();
  socket.watch('m', 'public', () => null);
  socket.unwatch('m');
  assert.equal(sent('unwatch').length, 1);
  drop();
  pass(500);
  welcome();
  assert.deepEqual(sent('watch'), []);
});

test('the client waits half as long again after each failure, up to a limit, and anew after a welcome', () => {
  const { welcome, drop, pass, lines } = setUp();
  welcome();
  const waits = [];
  for (let turn = 0; turn < 13; turn += 1) {
    drop();
    let waited = 0;
    const before = lines.length;
    while (lines.length === before) {
      pass(25);
      waited += 25;
    }
    waits.push(waited);
  }
  assert.deepEqual(waits, [300, 450, 675, 1025, 1525, 2300, 3425, 5150, 7700, 11550, 17300, 20000, 20000]);
  welcome();
  drop();
  const before = lines.length;
  pass(300);
  assert.equal(lines.length, before + 1);
});

test('a client that was thrown out waits longer', () => {
  const { welcome, drop, pass, lines } = setUp();
  welcome();
  drop(4008);
  pass(6000);
  assert.equal(lines.length, 1);
  pass(500);
  assert.equal(lines.length, 2);
});

test('a silent line is given up', () => {
  const { welcome, pass, sent, lines, line, states } = setUp();
  welcome();
  const first = line();
  assert.equal(sent('ping').length, 1);
  pass(8000);
  assert.equal(states.at(-1), 'offline');
  assert.equal(first.closed, true);
  pass(500);
  assert.equal(lines.length, 2);
  first.onmessage({ data: '{"type":"welcome","now":0,"protocol":1,"release":""}' });
  assert.equal(states.at(-1), 'offline', 'a line that was given up is not listened to');
});

test('without a network nobody waits long for an answer, and a site on the same machine goes on', () => {
  const { socket, network, welcome, pass, say, states } = setUp();
  welcome();
  say({ type: 'pong', now: 0 });
  network.isThere = false;
  socket.wake();
  pass(1000);
  say({ type: 'pong', now: 0 });
  pass(10_000);
  assert.equal(states.at(-1), 'online');
  socket.wake();
  pass(1499);
  assert.equal(states.at(-1), 'online');
  pass(1);
  assert.equal(states.at(-1), 'offline');
});

test('a line that does not answer a question is given up as well', async () => {
  const { socket, welcome, pass, say, states } = setUp();
  welcome();
  say({ type: 'pong', now: 0 });
  const answer = socket.send('orders', { match: 'm', step: 0, orders: {} });
  pass(7999);
  assert.equal(states.at(-1), 'online');
  pass(1);
  assert.equal(states.at(-1), 'offline');
  await assert.rejects(answer, (error) => error.code === 'offline');
});

test('a line that answers its pings stays', () => {
  const { welcome, pass, say, lines, sent } = setUp();
  welcome();
  for (let turn = 0; turn < 5; turn += 1) {
    say({ type: 'pong', now: 0 });
    pass(20_000);
  }
  assert.equal(lines.length, 1);
  assert.equal(sent('ping').length, 6);
});

test('the server clock comes from the welcome and gets better with a short trip', () => {
  const { socket, welcome, pass, say } = setUp();
  welcome(501_000);
  assert.equal(socket.now(), 501_000);
  pass(200);
  say({ type: 'pong', now: 501_300 });
  // The server read its clock in the middle of a trip of 200 ms: 100 ms ago.
  assert.equal(socket.now(), 501_400);
  pass(19_800);
  pass(1000);
  // Read at its beginning.
  say({ type: 'pong', now: 521_200 });
  assert.equal(socket.now(), 522_200, 'a longer trip is a worse guess');
});

test('a machine whose clock is set meanwhile knows the time of the server again after another ping', () => {
  for (const by of [3_600_000, -3_600_000]) {
    for (const isUnderWay of [false, true]) {
      const { socket, welcome, say, pass, setClock } = setUp();
      /** By the server's clock. */
      let time = 500_000;
      /** A ping, and its answer after a trip in whose middle the server read its clock. */
      const ask = (trip, jump = 0) => {
        socket.wake();
        pass(trip);
        setClock(jump);
        time += trip;
        say({ type: 'pong', now: time - trip / 2 });
      };
      welcome(time);
      ask(40);
      assert.equal(socket.now(), time);
      if (isUnderWay) ask(200, by);
      else setClock(by);
      ask(300);
      assert.equal(socket.now(), time);
    }
  }
});

test('a question without an answer is given up', async () => {
  const { socket, welcome, pass, say } = setUp();
  welcome();
  const answer = socket.send('vote', { match: 'm', kind: 'pause', value: true });
  say({ type: 'pong', now: 0 });
  pass(20_000);
  await assert.rejects(answer, (error) => error.code === 'no_answer');
});

test('waking connects at once', () => {
  const { socket, welcome, drop, lines } = setUp();
  welcome();
  drop();
  socket.wake();
  assert.equal(lines.length, 2);
});

test('a closed client stays closed', () => {
  const { socket, welcome, pass, lines } = setUp();
  welcome();
  socket.close();
  pass(60_000);
  socket.wake();
  assert.equal(lines.length, 1);
});

test('a gap between frames is healed by watching again', () => {
  const store = createStore('m');
  const { socket, welcome, say, sent } = setUp((message) => {
    if (store.apply(message).gap) socket.rewatch('m');
  });
  const frame = (step) => ({
    type: 'frame',
    match: 'm',
    audience: 0,
    step,
    view: {},
    events: [],
    choices: null,
    final: false,
  });
  const info = { type: 'match', match: 'm', audience: 0, info: { you: 0, static: {}, seats: [] } };
  socket.watch('m', null, () => store.state.newest);
  welcome();
  say(info);
  say(frame(0));
  say(frame(1));
  say(frame(4));
  say(frame(5));
  assert.deepEqual(
    sent('watch').map(({ since }) => since),
    [null, 1],
  );
  say(info);
  for (const step of [2, 3, 4, 5]) say(frame(step));
  assert.equal(store.state.newest, 5);
});

/** The last watch that was sent, refused with this code. */
async function refuseWatch({ say, sent }, code) {
  const { ack, match } = sent('watch').at(-1);
  say({ type: 'error', ack, match, code, path: '', message: '' });
  await settle();
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('a watch that meets a passing fault is sent again from the newest frame, each time later', async () => {
  const page = setUp();
  const { socket, welcome, pass, say, sent } = page;
  let newest = 4;
  socket.watch('m', 0, () => newest);
  welcome();
  say({ type: 'pong', now: 0 });
  newest = 5;
  await refuseWatch(page, 'unavailable');
  pass(2999);
  assert.equal(sent('watch').length, 1);
  pass(1);
  await refuseWatch(page, 'internal');
  pass(4499);
  assert.equal(sent('watch').length, 2);
  pass(1);
  assert.deepEqual(
    sent('watch').map(({ match, as, since }) => [match, as, since]),
    [
      ['m', 0, 4],
      ['m', 0, 5],
      ['m', 0, 5],
    ],
  );
  say({ type: 'ack', ack: sent('watch').at(-1).ack });
  await settle();
  pass(7000);
  assert.equal(sent('watch').length, 3);
});

test('a watch without an answer is sent again', async () => {
  const { socket, welcome, pass, say, sent } = setUp();
  welcome();
  socket.watch('m', null, () => null);
  say({ type: 'pong', now: 0 });
  pass(20_000);
  say({ type: 'pong', now: 0 });
  await settle();
  pass(3000);
  assert.equal(sent('watch').length, 2);
});

test('a watch that is refused for good is not sent again', async () => {
  for (const code of ['no_match', 'not_allowed', 'too_many', 'no_scope']) {
    const page = setUp();
    page.welcome();
    page.say({ type: 'pong', now: 0 });
    page.socket.watch('m', null, () => null);
    await refuseWatch(page, code);
    page.pass(19_000);
    assert.equal(page.sent('watch').length, 1, code);
  }
});

test('what is no longer wanted, or wanted otherwise, is not watched again; nor on a line that was lost', async () => {
  const page = setUp();
  const { socket, welcome, pass, say, sent, drop } = page;
  welcome();
  say({ type: 'pong', now: 0 });
  socket.watch('m', null, () => null);
  await refuseWatch(page, 'unavailable');
  socket.unwatch('m');
  pass(5000);
  assert.equal(sent('watch').length, 1);
  socket.watch('m', 0, () => null);
  await refuseWatch(page, 'unavailable');
  socket.watch('m', 'public', () => null);
  say({ type: 'ack', ack: sent('unwatch')[0].ack });
  say({ type: 'ack', ack: sent('watch').at(-1).ack });
  await settle();
  pass(5000);
  assert.deepEqual(
    sent('watch').map(({ as }) => as),
    [null, 0, 'public'],
  );
  socket.rewatch('m');
  await refuseWatch(page, 'unavailable');
  drop();
  pass(500);
  welcome();
  say({ type: 'pong', now: 0 });
  say({ type: 'ack', ack: sent('watch')[0].ack });
  await settle();
  pass(5000);
  assert.equal(sent('watch').length, 1);
});

test('whoever is shown out by a fault of the site watches again, others do not', async () => {
  const { socket, welcome, pass, say, sent } = setUp();
  welcome();
  say({ type: 'pong', now: 0 });
  socket.watch('m', null, () => 7);
  say({ type: 'ack', ack: sent('watch')[0].ack });
  await settle();
  for (const code of ['gone', 'unwatched']) say({ type: 'bye', match: 'm', code });
  say({ type: 'bye', match: 'another', code: 'internal' });
  pass(5000);
  assert.equal(sent('watch').length, 1);
  say({ type: 'bye', match: 'm', code: 'internal' });
  pass(2999);
  assert.equal(sent('watch').length, 1);
  pass(1);
  assert.deepEqual(
    sent('watch').map(({ since }) => since),
    [7, 7],
  );
});

test('as long as the site tells nothing of a match although there is a line, that is known', async () => {
  const page = setUp();
  const { socket, welcome, pass, say, sent, cuts, drop } = page;
  welcome();
  say({ type: 'pong', now: 0 });
  socket.watch('m', null, () => 7);
  say({ type: 'ack', ack: sent('watch')[0].ack });
  await settle();
  say({ type: 'bye', match: 'm', code: 'gone' });
  assert.deepEqual(cuts, []);
  say({ type: 'bye', match: 'm', code: 'internal' });
  assert.deepEqual(cuts, [['m', true]]);
  for (const code of ['unavailable', 'internal']) {
    pass(9000);
    await refuseWatch(page, code);
  }
  socket.watch('m', 'public', () => 7);
  drop();
  await settle();
  pass(500);
  welcome();
  assert.deepEqual(cuts, [['m', true]]);
  say({ type: 'ack', ack: sent('watch').at(-1).ack });
  await settle();
  assert.deepEqual(cuts, [
    ['m', true],
    ['m', false],
  ]);
  assert.equal(socket.isCut('another'), false);
});

test('a watch that is refused for good is not one that is tried again', async () => {
  const page = setUp();
  page.welcome();
  page.say({ type: 'pong', now: 0 });
  page.socket.watch('m', null, () => null);
  await refuseWatch(page, 'unavailable');
  assert.equal(page.socket.isCut('m'), true);
  page.pass(3000);
  await refuseWatch(page, 'no_match');
  assert.equal(page.socket.isCut('m'), false);
});

test('whoever comes back as another audience asks once more without the frames that do not count there', async () => {
  const store = createStore('m');
  const { socket, welcome, drop, pass, say, sent } = setUp((message) => store.apply(message));
  const match = (audience) => ({ type: 'match', match: 'm', audience, info: { you: null, static: {}, seats: [] } });
  const frame = (audience, step) => ({
    type: 'frame',
    match: 'm',
    audience,
    step,
    view: {},
    events: [],
    choices: null,
  });
  socket.watch('m', null, () => store.state.newest);
  welcome();
  say([match('public'), frame('public', 2), { type: 'ack', ack: sent('watch')[0].ack }]);
  await settle();
  drop();
  pass(500);
  welcome();
  // Step 2 is the newest one of the seat as well: the server sends no frame.
  say([match(1), { type: 'ack', ack: sent('watch')[0].ack }]);
  await settle();
  assert.deepEqual(
    sent('watch').map(({ since }) => since),
    [2, null],
  );
  say([match(1), { type: 'ack', ack: sent('watch')[1].ack }]);
  await settle();
  assert.equal(sent('watch').length, 2, 'whoever may see nothing yet does not ask for ever');
  say(frame(1, 2));
  assert.equal(store.state.newest, 2);
});

test('the address names the match of the page, with every connection', () => {
  const { addresses, drop, pass } = setUp(undefined, 'a/b');
  drop();
  pass(1000);
  assert.equal(addresses.length, 2);
  for (const address of addresses) {
    const { searchParams } = new URL(address);
    assert.equal(searchParams.get('match'), 'a/b');
    assert.equal(searchParams.get('joined'), '1');
  }
});
