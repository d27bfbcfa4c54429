// What does the page say of who is away, or has missed deadlines? What the next one costs, the ways out, a substitute where one can come.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openMatchPage } from './drawn_page.js';

const page = await openMatchPage({ now: 1_767_225_600_000, reasons: {} });
await page.open();
page.document.getElementById('tab-table').click();

const NAMES = ['Ada', 'Bob'];
const PERSON = { kind: 'person', bot: '', program: '', staff: false, bot_account: false };
const INFO = {
  ...{ game: 'toy', name: 'Toy', turns: 'round', first_step: 0, rules_version: '1', options: {}, kind: 'ordinary' },
  ...{ clock: 'slow', rated: false, step_seconds: 86_400, bank_seconds: 0, fixed_hour: null, time_zone: 'UTC' },
  ...{
    rest_days: [],
    vacation_days: 0,
    draws: false,
    spectator_delay: 0,
    truth_delay: null,
    started_at: 1_767_225_000_000,
  },
  ...{ has_fog: true, press: 'public', anonymous: false, host: 'Ada', public: true, static: {}, seed_hash: '' },
  ...{ seats: NAMES.map((name, seat) => ({ seat, name, ...PERSON })), you: 0, yours: [0], seat_seed: '' },
};
const SEAT = {
  ...{ ready: false, bank: 0, online: true, autopilot: '', missed: 0, resigned: false, watchable: false },
  ...{ vacation: 0, gone_at: null, place: null },
};
let revision = 0;

/** @param {Record<string, any>} [info] @param {Record<string, any>} [mine] @param {Record<string, any>} [fields] @param {Record<string, any>} [others] */
async function tell(info = {}, mine = {}, fields = {}, others = {}) {
  revision += 1;
  await page.say(
    { type: 'match', audience: 0, info: { ...INFO, ...info } },
    {
      ...{ type: 'status', revision, now: Date.now(), status: 'running', step: 3, deadline: Date.now() + 80_000_000 },
      ...{ waiting: [0, 1], out: [], votes: {}, claim_at: null, outcome: null, rematch: null, rematch_offer: null },
      ...{ held: false, goes_on: null, ...fields },
      seats: NAMES.map((_, seat) => ({ seat, ...SEAT, ...(seat === 0 ? mine : others) })),
    },
  );
}

const ASK = 'Ask for a substitute';
const isInMenu = () => Boolean(page.button('#pane-table', ASK));
const strip = () => page.read('#notices').join();

test('it is beside resigning, and in the strip after a missed deadline, and asks before it acts', async () => {
  await tell();
  assert.deepEqual([isInMenu(), strip()], [true, '']);
  await tell({}, { missed: 1 });
  assert.match(strip(), / More time Ask for a substitute$/);
  page.button('#notices', ASK).click();
  const dialog = page.document.querySelector('dialog[open]');
  assert.match(dialog.textContent, /Until then you can take it back\./);
  [...dialog.querySelectorAll('button')].find((one) => one.textContent === ASK).click();
  await page.settle();
  assert.equal(page.sent('substitute').length, 1);
});

test('whoever has asked reads what is so now, and may take the seat back', async () => {
  await tell({}, { autopilot: 'easy', missed: 1 });
  assert.equal(isInMenu(), false);
  assert.equal(
    strip(),
    'A bot plays your seat. Somebody else may take it over while you are away from this match. Take my seat back',
  );
  await tell({ rated: true }, { autopilot: 'easy', missed: 1 });
  assert.equal(strip(), 'A bot plays your seat until you take it back. Take my seat back');
});

test('it is not offered where nobody could come', async () => {
  const bot = { seat: 1, name: 'Easy', ...PERSON, kind: 'bot', bot: 'easy' };
  const closed = [
    { clock: 'live' },
    { rated: true },
    { public: false },
    { anonymous: true },
    { truth_delay: 10 },
    { seats: [INFO.seats[0], bot] },
  ];
  for (const info of closed) {
    await tell(info, { missed: 1 });
    assert.deepEqual([isInMenu(), strip().includes(ASK)], [false, false], JSON.stringify(info));
  }
  for (const mine of [{ resigned: true }, { watchable: true }]) {
    await tell({}, mine);
    assert.equal(isInMenu(), false, JSON.stringify(mine));
  }
  await tell({}, {}, { out: [0] });
  assert.equal(isInMenu(), false);
});

test('a missed deadline is said with what the next one costs and the ways out', async () => {
  const warned =
    'You missed the last deadline. If you miss the next one, a bot plays your seat, and somebody else may take it over.';
  await tell({ clock: 'live' }, { missed: 2 });
  assert.equal(strip(), 'You missed the last 2 deadlines.');
  await tell({ clock: 'live' }, { missed: 1, vacation: 3 });
  assert.equal(strip(), warned);
  await tell({}, { missed: 1 });
  assert.equal(strip(), `${warned} More time ${ASK}`);
  page.document.getElementById('tab-chat').click();
  await tell({}, { missed: 1, vacation: 3 });
  assert.equal(strip(), `${warned} More time, or vacation ${ASK}`);
  page.button('#notices', 'More time, or vacation').click();
  assert.equal(page.document.getElementById('tab-table').getAttribute('aria-selected'), 'true');
  await tell({}, { missed: 1, vacation: 3 }, { waiting: [1] });
  assert.equal(strip(), `${warned} More time ${ASK}`, 'vacation is for a step that waits for me');
  for (const closed of [{ rated: true }, { truth_delay: 10 }]) {
    await tell(closed, { missed: 1 });
    assert.match(strip(), /a bot plays your seat\. More time$/, 'nobody takes over a seat there');
  }
});

test('somebody who is away may be replaced from that moment on, without another word of the server', async () => {
  await tell({}, {}, { claim_at: Date.now() + 9_000 }, { online: false, gone_at: Date.now() + 5_000 });
  assert.equal(strip(), '');
  assert.match(page.read('#seats')[1], /^Bob away awaited/);
  await page.pass(5_200);
  assert.deepEqual(page.read('#notices'), ['Bob has been gone for a while. Call a bot']);
  await page.pass(4_000);
  assert.deepEqual(page.read('#notices'), [
    'Bob has been gone for a while. Call a bot',
    'All the others have been gone for a while. Claim the win',
  ]);
});
