// What does the coach say of a step, and what does a study of the match look like while it is wanted, played, over, failed?
import assert from 'node:assert/strict';
import { afterEach, mock, test } from 'node:test';
import { createCoach } from 'match/coach.js';
import { openPaperPage } from './paper_page.js';

const INFO = {
  turns: 'round',
  first_step: 0,
  seats: [0, 1].map((seat) => ({ seat, name: `P${seat}` })),
  yours: [0],
  you: 0,
};
const ADVICE = {
  seat: 0,
  step: 4,
  bot: 'hard',
  name: 'Admiral',
  orders: { moves: [1] },
  forecast: { lost: 2 },
  choices: ['x'],
};
const VALUE = { value: 0.8, low: 0.61, high: 0.93, plays: 12 };
const TURN = { step: 3, to: 4, before: VALUE, after: { value: 0.25, low: 0.1, high: 0.5, plays: 9 }, sure: 'sure' };
const DONE = {
  status: 'done', wanted: 200, played: 40, seconds: 60, elapsed: 9, ahead: 15, looked_at: 9, bot: 'hard', turns: [], refusal: null,
}; // biome-ignore format: one study
const frame = (step, more = {}) => ({ step, view: {}, events: [], choices: null, final: false, ...more });
const real = globalThis.fetch;

afterEach(() => {
  mock.timers.reset();
  globalThis.fetch = real;
});

const settled = async () => {
  for (let i = 0; i < 80; i += 1) await Promise.resolve();
};

/** @param {{ advice?: any, study?: any }} answers */
function opened(answers) {
  mock.timers.enable({ apis: ['setTimeout'] });
  const page = Object.assign(openPaperPage(), { cookie: '', querySelector: () => null });
  const site = { asked: [], drawn: [], moved: [], played: [], said: [], answers };
  globalThis.fetch = async (url, { method = 'GET' } = {}) => {
    site.asked.push(`${method} ${String(url).replace(/^.*\/api/, '')}`);
    const [status, body] = String(url).includes('/coach/') ? site.answers.advice : site.answers.study;
    return new Response(method === 'DELETE' ? null : JSON.stringify(body), {
      status: method === 'DELETE' ? 204 : status,
      headers: { 'Content-Type': 'application/json' },
    });
  };
  const pane = page.createElement('div');
  const coach = createCoach({
    match: 'm',
    pane,
    game: {
      emptyOrders: () => ({ moves: [] }),
      describeOrders: (orders, { choices }) => orders.moves.map((to) => ({ text: `To ${to} of ${choices}`, path: '' })),
    },
    bots: { hard: 'Admiral' },
    announce: (text) => site.said.push(text),
    draw: (orders, forecast) => site.drawn.push([orders, forecast]),
    move: (step) => site.moved.push(step),
    playOn: (step) => site.played.push(step),
  });
  const button = (words) => pane.all('button').find((one) => one.textContent.includes(words));
  return { site, coach, pane, button };
}

async function at(step, answers, more = {}) {
  const here = opened({ advice: [200, { ...ADVICE, step }], study: [200, { status: 'none' }], ...answers });
  here.coach.show(frame(step, more), INFO, 0);
  mock.timers.tick(250);
  await settled();
  await settled();
  return here;
}

test('the coach says each order in the words of the board, and its orders are on the board', async () => {
  const { site, coach, pane, button } = await at(4);
  assert.ok(pane.textContent.includes('Round 5: what Admiral would do'));
  assert.ok(pane.textContent.includes('To 1 of x'), 'what could be ordered is known to the words');
  assert.deepEqual(site.drawn.at(-1), [ADVICE.orders, ADVICE.forecast]);
  assert.deepEqual([coach.advisedStep(), coach.orders()], [4, ADVICE.orders]);
  button('Play on from here').click();
  assert.deepEqual(site.played, [4]);
  coach.hide();
  assert.deepEqual(site.drawn.at(-1), [{ moves: [] }, null]);
  assert.equal(coach.advisedStep(), null);
});

test('who only asks for the coach is led on to a step of which there is something to say, and stays there', async () => {
  const silent = [200, { ...ADVICE, orders: null }];
  const { site, coach } = await at(4, { advice: silent });
  const arrive = async (step, answer) => {
    site.answers.advice = answer;
    coach.show(frame(step), INFO, 0);
    mock.timers.tick(250);
    await settled();
    await settled();
  };
  assert.deepEqual(site.moved, [], 'a step that somebody chose stays');
  coach.lead(6);
  await arrive(6, silent);
  await arrive(7, [200, { ...ADVICE, step: 7, orders: { moves: [] } }]);
  assert.deepEqual(site.moved, [6, 7, 8]);
  await arrive(8, [200, { ...ADVICE, step: 8 }]);
  await arrive(9, silent);
  assert.deepEqual(site.moved, [6, 7, 8], 'it has led to where it speaks');
  coach.lead(11);
  await arrive(12, silent);
  assert.deepEqual(site.moved, [6, 7, 8, 11], 'who goes elsewhere is left there');
});

test('whoever scrubs asks about the step at which they stay, and a step is asked about once', async () => {
  const { site, coach } = opened({ advice: [200, ADVICE], study: [200, { status: 'none' }] });
  for (const step of [1, 2, 3, 4]) coach.show(frame(step), INFO, 0);
  mock.timers.tick(250);
  await settled();
  coach.show(frame(5), INFO, 0);
  coach.show(frame(4), INFO, 0);
  mock.timers.tick(250);
  await settled();
  assert.deepEqual(
    site.asked.filter((one) => one.includes('/coach/')),
    ['GET /matches/m/coach/?seat=0&step=4'],
  );
});

test('where nothing is asked of the seat, and at the end, it says so', async () => {
  const advice = [200, { ...ADVICE, orders: null }];
  const asked = await at(4, { advice });
  assert.ok(asked.pane.textContent.includes('This step asks nothing of you.'));
  mock.timers.reset();
  const over = await at(9, { advice }, { final: true });
  assert.ok(over.pane.textContent.includes('The match is over here.'));
});

test('a refusal is told with a way to ask again, and what is too much is asked for later', async () => {
  const { pane, button } = await at(4, {
    advice: [400, { code: 'not_allowed', message: 'No coach here.', path: '', data: {} }],
  });
  assert.ok(pane.textContent.includes('No coach here.') && button('Try again'));
  mock.timers.reset();
  const busy = await at(4, { advice: [429, { code: 'too_many', message: 'Wait.', path: '', data: { seconds: 3 } }] });
  assert.ok(busy.pane.textContent.includes('The coach answers in 3 seconds…'));
  busy.site.answers.advice = [200, ADVICE];
  mock.timers.tick(3000);
  await settled();
  assert.ok(busy.pane.textContent.includes('what Admiral would do'));
});

test('a study is asked for, followed, and can be cancelled', async () => {
  const { site, pane, button } = await at(4);
  site.answers.study = [200, { ...DONE, status: 'waiting', played: 0 }];
  button('Find the turning points').click();
  await settled();
  await settled();
  assert.ok(pane.textContent.includes('Waiting for its turn…'));
  site.answers.study = [200, { ...DONE, status: 'running', played: 7 }];
  mock.timers.tick(1000);
  await settled();
  assert.ok(pane.textContent.includes('7 play-outs so far'));
  const cancel = button('Cancel');
  site.answers.study = [200, { ...DONE, status: 'running', played: 8 }];
  mock.timers.tick(1000);
  await settled();
  assert.ok(pane.textContent.includes('8 play-outs so far'));
  assert.equal(button('Cancel'), cancel, 'the button stays under the finger');
  site.answers.study = [200, { ...DONE, status: 'cancelled', played: 8 }];
  cancel.click();
  await settled();
  await settled();
  assert.ok(site.asked.includes('DELETE /matches/m/study/?seat=0'));
  assert.ok(pane.textContent.includes('The study was cancelled.') && button('Look again'));
});

test('what a study has found says how sure it is, and leads to its step and to another try', async () => {
  const { site, pane, button } = await at(4, {
    study: [200, { ...DONE, turns: [TURN, { ...TURN, step: 6, to: 9, sure: 'hint' }] }],
  });
  const text = pane.textContent;
  for (const words of [
    'Your prospects fell from 80 to 25 of 100.',
    'Hardly by chance. Before: 61 to 93, by 12 play-outs. After: 10 to 50, by 9 play-outs.',
    'Round 7 to Round 9',
    'Perhaps by chance',
    'Based on 40 play-outs from 9 steps, each at most 15 steps long, in which Admiral plays all seats.',
  ])
    assert.ok(text.includes(words), `${words}: ${text}`);
  button('Round 4').click();
  button('Try it again').click();
  assert.deepEqual([site.moved, site.played], [[3], [3]]);
});

test('where the own orders raised the prospects the coach does not speak against them', async () => {
  const rose = { ...TURN, step: 4, to: 5, before: TURN.after, after: VALUE };
  for (const [turn, isSaid] of /** @type {const} */ ([
    [rose, true],
    [{ ...rose, step: 2, to: 3 }, false],
    [{ ...TURN, step: 4, to: 5 }, false],
  ])) {
    const { coach, pane } = await at(4, { study: [200, { ...DONE, turns: [turn] }] });
    coach.lead(4);
    assert.equal(pane.textContent.includes('Your own orders here raised your prospects'), isSaid);
    mock.timers.reset();
  }
});

test('that nothing was found is told, and why a study failed', async () => {
  const nothing = await at(4, { study: [200, DONE] });
  assert.ok(nothing.pane.textContent.includes('No step stands out'));
  mock.timers.reset();
  const hurried = await at(4, { study: [200, { ...DONE, played: 4, looked_at: 2 }] });
  assert.ok(hurried.pane.textContent.includes('they cannot tell where it turned'));
  assert.ok(!hurried.pane.textContent.includes('No step stands out'), 'too little is not nothing');
  mock.timers.reset();
  const refusal = { code: 'no_runner', message: 'No process plays.', path: '', data: {} };
  const failed = await at(4, { study: [200, { ...DONE, status: 'failed', played: 0, refusal }] });
  assert.ok(failed.pane.textContent.includes('No process plays.') && failed.button('Look again'));
});
