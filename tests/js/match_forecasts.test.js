import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createForecasts } from 'match/forecasts.js';

function setUp() {
  let time = 0;
  let timer = null;
  const state = { drafts: { step: 2, orders: { a: 1 } } };
  const asked = [];
  const shown = [];
  const refused = [];
  const forecasts = createForecasts({
    drafts: () => state.drafts,
    ask: (step, orders) => new Promise((resolve, reject) => asked.push({ step, orders, resolve, reject })),
    show: (orders, forecast) => shown.push({ orders, forecast }),
    refuse: (problem) => refused.push(problem),
    now: () => time,
    setTimer: (run, delay) => {
      timer = { run, at: time + delay };
      return timer;
    },
    clearTimer: (old) => {
      if (timer === old) timer = null;
    },
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    state,
    asked,
    shown,
    refused,
    forecasts,
    settle,
    pass(milliseconds) {
      time += milliseconds;
      if (timer && timer.at <= time) {
        const { run } = timer;
        timer = null;
        run();
      }
    },
  };
}

test('the changes of one gesture are one question', () => {
  const { forecasts, asked, pass } = setUp();
  forecasts.want();
  forecasts.want();
  pass(60);
  assert.deepEqual(
    asked.map(({ step, orders }) => ({ step, orders })),
    [{ step: 2, orders: { a: 1 } }],
  );
});

test('questions keep their distance', () => {
  const { forecasts, asked, pass } = setUp();
  forecasts.want();
  pass(60);
  forecasts.want();
  pass(200);
  assert.equal(asked.length, 1);
  pass(50);
  assert.equal(asked.length, 2);
});

test('an answer to drafts that have changed since is dropped', async () => {
  const { forecasts, asked, shown, state, pass, settle } = setUp();
  forecasts.want();
  pass(60);
  state.drafts = { step: 2, orders: { a: 2 } };
  asked[0].resolve({ units: 1 });
  await settle();
  assert.deepEqual(shown, []);
  forecasts.want();
  pass(300);
  asked[1].resolve({ units: 2 });
  await settle();
  assert.deepEqual(shown, [{ orders: { a: 2 }, forecast: { units: 2 } }]);
});

test('a refusal of the orders marks their place, any other is not worth a word', async () => {
  const { forecasts, asked, refused, pass, settle } = setUp();
  forecasts.want();
  pass(60);
  asked[0].reject({
    code: 'no_route',
    path: 'orders.moves[0].to',
    message: 'No route.',
  });
  await settle();
  assert.deepEqual(refused, [{ path: 'moves[0].to', message: 'No route.' }]);
  forecasts.want();
  pass(300);
  asked[1].reject({ code: 'too_many', path: '', message: 'Too many.' });
  await settle();
  assert.equal(refused.length, 1);
});

test('nothing is asked while nothing is due', () => {
  const { forecasts, asked, state, pass } = setUp();
  state.drafts = null;
  forecasts.want();
  pass(300);
  assert.equal(asked.length, 0);
});

test('what was refused for the moment is asked once more, unless the drafts have changed since', async () => {
  const { forecasts, asked, shown, state, pass, settle } = setUp();
  const busy = { code: 'too_many', path: '', message: 'Too many.' };
  forecasts.want();
  pass(60);
  asked[0].reject(busy);
  await settle();
  pass(600);
  assert.equal(asked.length, 2);
  asked[1].resolve({ units: 1 });
  await settle();
  assert.equal(shown.length, 1);

  forecasts.want();
  pass(600);
  asked[2].reject(busy);
  await settle();
  pass(600);
  asked[3].reject(busy);
  await settle();
  pass(600);
  assert.equal(asked.length, 4);

  forecasts.want();
  pass(600);
  state.drafts = { step: 2, orders: { a: 2 } };
  asked[4].reject(busy);
  await settle();
  pass(600);
  assert.equal(asked.length, 5);
});
