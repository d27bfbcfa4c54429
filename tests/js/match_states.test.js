// Does every sentence of the match page say what is so now? Each state of the protocol is told to the page of one seat, and all that it
// shows around the board is read.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { openMatchPage } from './drawn_page.js';

const BEGAN = 1_767_225_600_000;
const page = await openMatchPage({ now: BEGAN, reasons: { rounds: 'All rounds are played.' } });
await page.open();

const SEAT = {
  ready: false,
  bank: 60_000,
  online: true,
  autopilot: '',
  missed: 0,
  resigned: false,
  watchable: false,
  vacation: 0,
  gone_at: null,
  place: null,
};
const NAMES = ['Ada', 'Bob', 'Cleo'];
const PERSON = { kind: 'person', bot: '', program: '', staff: false, bot_account: false };
const INFO = {
  game: 'toy',
  name: 'Toy',
  turns: 'round',
  first_step: 0,
  rules_version: '1',
  options: {},
  clock: 'live',
  kind: 'ordinary',
  rated: false,
  step_seconds: 30,
  bank_seconds: 60,
  fixed_hour: null,
  time_zone: 'UTC',
  rest_days: [],
  vacation_days: 0,
  draws: false,
  spectator_delay: 0,
  has_fog: true,
  press: 'public',
  anonymous: false,
  host: 'Ada',
  public: true,
  static: {},
  seats: NAMES.map((name, seat) => ({ seat, name, ...PERSON })),
  you: 0,
  yours: [0],
  seed_hash: '',
  seat_seed: '',
};
const NOBODY = { asked: false, mine: false, by: null, declined: false, again: null };
const RUNNING = { pause: NOBODY, extend: NOBODY };
const PAUSED = { resume: NOBODY, abort: NOBODY };
let step = 3;
let revision = 0;

/** Tells the page the status; of each seat only what is not usual. @param {Record<string, any>} [fields] @param {Record<number, any>} [seats] */
function tell(fields = {}, seats = {}) {
  revision += 1;
  return page.say({
    type: 'status',
    revision,
    now: Date.now(),
    status: 'running',
    step,
    deadline: Date.now() + 30_000,
    waiting: [0, 1, 2],
    out: [],
    votes: RUNNING,
    claim_at: null,
    outcome: null,
    rematch: null,
    rematch_offer: null,
    held: false,
    goes_on: null,
    ...fields,
    seats: NAMES.map((_, seat) => ({ seat, ...SEAT, ...seats[seat] })),
  });
}

/** A new step of the match, as the seat of the page, or as whoever `told` says. */
async function begin(told = {}) {
  step += 1;
  const { audience = 0, ...info } = told;
  await page.say({ type: 'match', audience, info: { ...INFO, ...info } });
  await tell();
  await page.say(
    { type: 'orders', step, orders: null, ready: false },
    { type: 'chat', lines: [] },
    { type: 'frame', audience, step, view: {}, events: [], choices: [], final: false },
  );
}

/** Gives an order in words. @param {string} text */
async function command(text) {
  page.document.getElementById('tab-text').click();
  page.document.getElementById('command').value = text;
  page.document.querySelector('#pane-text form').dispatchEvent(new Event('submit', { cancelable: true }));
  await page.settle();
}

/** What stands in the bar, over the board and beside it. */
const bar = () => [...page.read('#clock'), ...page.read('#awaited'), ...page.read('#act')];
const notices = () => page.read('#notices');
const seats = () => page.read('#seats');
const all = () => [...page.read('#match'), page.document.title];

beforeEach(() => begin());

test('orders are due: mine and those of others are awaited, with time for each', async () => {
  assert.deepEqual(bar(), ['0:30 this step', 'Your orders are due. Also awaited: Bob and Cleo', 'Ready']);
  assert.deepEqual(seats(), [
    'Ada you awaited 1:00 in reserve',
    'Bob awaited 1:00 in reserve',
    'Cleo awaited 1:00 in reserve',
  ]);
  assert.deepEqual(notices(), []);
  assert.equal(page.document.title, '● Your orders are due · Toy · Fogbound');
});

test('whoever is ready is no longer awaited, in no sentence of the page', async () => {
  await tell({ waiting: [0, 2] }, { 1: { ready: true } });
  assert.deepEqual(bar().slice(1), ['Your orders are due. Also awaited: Cleo', 'Ready']);
  assert.deepEqual(seats()[1], 'Bob ready 1:00 in reserve');
  assert.deepEqual(
    all().filter((line) => line.includes('Bob')),
    ['Bob ready 1:00 in reserve'],
  );
  await tell({ waiting: [0] }, { 1: { ready: true }, 2: { ready: true } });
  assert.equal(bar()[1], 'Your orders are due. Everybody else is ready.');
});

test('ready in another window of the same seat is ready here', async () => {
  await page.say({ type: 'orders', step, orders: {}, ready: true });
  await tell({ waiting: [1, 2] }, { 0: { ready: true } });
  assert.deepEqual(bar().slice(1), ['Waiting for Bob and Cleo', 'saved ✓ Ready ✓ Change']);
  assert.equal(seats()[0], 'Ada you ready 1:00 in reserve');
  assert.equal(page.document.title, 'Toy · Fogbound');
  await tell({ waiting: [] }, { 0: { ready: true }, 1: { ready: true }, 2: { ready: true } });
  assert.equal(bar()[1], 'The step is being resolved…');
});

test('a reserve that is used runs beside its seat as in the clock', async () => {
  await tell({ waiting: [0, 1] }, { 1: { bank: 50_000 }, 2: { ready: true } });
  await page.pass(31_000);
  assert.equal(bar()[0], '0:59 in reserve');
  assert.deepEqual(seats(), [
    'Ada you awaited 0:59 in reserve',
    'Bob awaited 0:49 in reserve',
    'Cleo ready 1:00 in reserve',
  ]);
  await page.pass(55_000);
  assert.equal(bar()[0], '0:04 in reserve');
  assert.deepEqual(seats().slice(0, 2), ['Ada you awaited 0:04 in reserve', 'Bob awaited 0:00 in reserve']);
  await page.pass(5_000);
  assert.equal(bar()[0], 'ending…');
});

test('a pause stops every clock, and the way on is beside the sentence that says so', async () => {
  await tell({ status: 'paused', deadline: null, votes: PAUSED });
  assert.deepEqual(bar(), ['Paused', 'Paused']);
  assert.deepEqual(seats(), ['Ada you', 'Bob', 'Cleo']);
  assert.deepEqual(notices(), ['The match is paused. Nobody loses time. Go on']);
  page.button('#notices', 'Go on').click();
  assert.deepEqual(
    page.sent('vote').map(({ kind, value }) => [kind, value]),
    [['resume', true]],
  );
  await tell({
    status: 'paused',
    deadline: null,
    votes: { ...PAUSED, resume: { ...NOBODY, asked: true, mine: true, by: 0 } },
  });
  assert.deepEqual(notices(), [
    'The match is paused. Nobody loses time.',
    'Resuming is proposed. Waiting for the others to agree. Withdraw: go on',
  ]);
  await tell({ status: 'paused', deadline: null, votes: { ...PAUSED, resume: { ...NOBODY, asked: true, by: 2 } } });
  assert.deepEqual(notices(), ['The match is paused. Nobody loses time.', 'Cleo wants to go on. Agree Decline']);
  await tell({ status: 'paused', deadline: null, held: true, votes: {} });
  assert.deepEqual(notices(), ['The site has paused this match; staff will let it go on. Nobody loses time.']);
  await tell();
  assert.deepEqual(notices(), []);
  assert.equal(bar().at(-1), 'Ready');
});

test('what I have proposed is said until the others have answered', async () => {
  await tell({ votes: { ...RUNNING, pause: { ...NOBODY, asked: true, mine: true, by: 0 } } });
  assert.deepEqual(notices(), ['A pause is proposed. Waiting for the others to agree. Withdraw: pause']);
  page.button('#notices', 'Withdraw: pause').click();
  assert.deepEqual(
    page.sent('vote').map(({ kind, value }) => [kind, value]),
    [['pause', false]],
  );
  await tell();
  assert.deepEqual(notices(), []);
});

test('who asks is named, and can be refused by button and by command', async () => {
  const said = () => page.sent('vote').map(({ kind, value }) => [kind, value]);
  await tell({ votes: { ...RUNNING, draw: { ...NOBODY, asked: true, by: 1 } } });
  assert.deepEqual(notices(), ['Bob offers a draw. Agree Decline']);
  page.button('#notices', 'Decline').click();
  assert.deepEqual(said(), [['draw', false]]);
  await tell({ votes: { ...RUNNING, draw: { ...NOBODY, asked: true, by: 1 } } });
  await command('decline');
  assert.deepEqual(said(), [['draw', false]]);
  await tell({ votes: { ...RUNNING, draw: NOBODY } });
  await command('vote draw');
  assert.deepEqual(said(), [['draw', true]]);
  await command('agree');
  assert.deepEqual(page.read('#text-view-answer'), ['Nothing of that kind is proposed now.']);
  await tell({ votes: { ...RUNNING, pause: { ...NOBODY, asked: true } } });
  assert.deepEqual(notices(), ['Somebody asks for a pause. Agree Decline'], 'where names are hidden');
});

test('what was declined is said with who did, and is not asked again at once', async () => {
  await tell({ votes: { ...RUNNING, draw: { ...NOBODY, by: 2, declined: true, again: step + 5 } } });
  assert.deepEqual(notices(), ['Cleo declines the draw.']);
  const button = page.document.querySelector('#pane-table [data-key=draw]');
  assert.deepEqual([button.textContent, button.disabled], ['Offer a draw (again in 5 steps)', true]);
  await tell({ votes: { ...RUNNING, draw: NOBODY } });
  assert.deepEqual([button.textContent, button.disabled, notices()], ['Offer a draw', false, []]);
});

test('while a bot plays my seat nothing is due from me', async () => {
  await tell({ waiting: [1, 2] }, { 0: { autopilot: 'easy', missed: 3, ready: true } });
  assert.deepEqual(bar().slice(1), ['Waiting for Bob and Cleo', 'A bot plays']);
  assert.deepEqual(notices(), ['A bot plays your seat, because you missed several deadlines. Take my seat back']);
  assert.equal(seats()[0], 'Ada you a bot plays ready 1:00 in reserve');
});

test('after resigning nothing is asked of the seat', async () => {
  await tell({ waiting: [1, 2] }, { 0: { resigned: true } });
  assert.deepEqual(bar().slice(1), ['Waiting for Bob and Cleo']);
  assert.deepEqual(notices(), ['You have resigned. The others play on; you may watch.']);
  assert.equal(seats()[0], 'Ada you resigned');
});

test('without a line nothing claims to be stored, and it says so', async () => {
  await page.drop();
  assert.deepEqual(notices(), [
    'The connection is lost; trying again. What you change now is kept and sent when it is back.',
  ]);
  await page.pass(1_000);
  await page.open();
  assert.deepEqual(notices(), []);
});

test('whoever watches is asked for nothing', async () => {
  await begin({ audience: 'public', you: null, yours: [] });
  assert.deepEqual(bar().slice(1), ['Waiting for Ada, Bob, and Cleo']);
  assert.deepEqual(notices(), []);
  assert.equal(document.getElementById('watching').hidden, false);
  await begin({ audience: 'public', you: null, yours: [], spectator_delay: 2 });
  await tell(
    { waiting: [], votes: {} },
    { 0: { ready: null, bank: null }, 1: { ready: null, bank: null }, 2: { ready: null, bank: null } },
  );
  assert.deepEqual(bar().slice(1), ['Under way']);
  assert.deepEqual(seats(), ['Ada', 'Bob', 'Cleo']);
});

test('where names are hidden nobody is named as awaited', async () => {
  const hidden = INFO.seats.map((seat) => (seat.seat === 0 ? seat : { ...seat, name: '' }));
  await begin({ anonymous: true, seats: hidden });
  const unknown = { ready: null, bank: null };
  await tell({ waiting: [0] }, { 1: unknown, 2: unknown });
  assert.equal(bar()[1], 'Your orders are due.');
  await page.say({ type: 'orders', step, orders: {}, ready: true });
  await tell({ waiting: [] }, { 0: { ready: true }, 1: unknown, 2: unknown });
  assert.equal(bar()[1], 'Waiting for the others');
});

test('a match of days says why its first step has more time than a step', async () => {
  step = -1;
  await begin({ clock: 'slow', step_seconds: 86_400, bank_seconds: 0, rest_days: [5, 6] });
  await tell({ deadline: Date.now() + 3 * 86_400_000 - 60_000 });
  assert.equal(bar()[0], '2 d 23 h first step, longer');
  assert.match(
    page.document.getElementById('clock-why').textContent,
    /^1 d 0 h a step · The first has more.* · Days of rest do not count\.$/,
  );
  await tell({ deadline: Date.now() + 86_400_000 });
  assert.equal(bar()[0], '1 d 0 h this step');
});

test('what is said while nobody looks is told by the title, and read when somebody does', async () => {
  const hide = (hidden) => {
    Object.defineProperty(page.document, 'hidden', { value: hidden, configurable: true });
    page.document.dispatchEvent(new Event('visibilitychange'));
  };
  const line = { room: 'seats', to: [], seat: 1, name: 'Bob', staff: false, bot: false, step: 1, at: BEGAN };
  page.document.getElementById('tab-chat').click();
  hide(true);
  await page.say({ type: 'chat', lines: [{ ...line, number: 1, text: 'Shall we?' }] });
  assert.equal(page.document.title, '✉ 1 ● Your orders are due · Toy · Fogbound');
  assert.deepEqual(page.read('#tab-chat'), ['Chat 1']);
  await tell({ waiting: [1, 2] });
  await page.say({ type: 'chat', lines: [{ ...line, number: 2, text: 'Are you there?' }] });
  assert.equal(page.document.title, '✉ 2 Toy · Fogbound');
  hide(false);
  assert.equal(page.document.title, 'Toy · Fogbound');
  assert.deepEqual(page.read('#tab-chat'), ['Chat']);
  await page.say({ type: 'chat', lines: [{ ...line, number: 3, text: 'Good.' }] });
  assert.equal(page.document.title, 'Toy · Fogbound', 'it is before their eyes');
});

test('whoever is ready is led to the most urgent of the other matches that wait, and the tab counts them', async () => {
  const { hearWaiting, neighbour } = await import('app/waiting.js');
  const here = new URL(page.document.URL).pathname;
  const waiting = [here, '/matches/sea/', '/matches/campus/'].map((url) => ({
    match: url,
    name: 'Toy',
    url,
    deadline: null,
  }));
  const button = page.document.getElementById('next-match');
  hearWaiting(waiting);
  assert.equal(page.document.title, '(2) ● Your orders are due · Toy · Fogbound');
  assert.equal(button.hidden, true, 'orders are due here first');
  assert.deepEqual([neighbour(1)?.url, neighbour(-1)?.url], ['/matches/sea/', '/matches/campus/']);
  await page.say({ type: 'orders', step, orders: {}, ready: true });
  await tell({ waiting: [1, 2] }, { 0: { ready: true } });
  hearWaiting(waiting.slice(1));
  assert.deepEqual([button.hidden, button.textContent], [false, 'Next match: 2 left']);
  assert.ok(button.href.endsWith('/matches/sea/'));
  hearWaiting([]);
  assert.deepEqual([button.hidden, page.document.title], [true, 'Toy · Fogbound']);
});

test('at a hot seat that is done the next one is asked for, also after the page was loaded anew', async () => {
  const curtain = () => page.read('#curtain');
  await begin({ kind: 'hot_seat', yours: [0, 1] });
  await page.say({ type: 'orders', step, orders: {}, ready: true });
  await tell({ waiting: [1] }, { 0: { ready: true } });
  assert.equal(curtain()[0], 'Seat A');
  page.button('#curtain', 'Show the board').click();
  assert.equal(curtain()[0], 'Hand over: Seat B');
  page.button('#curtain', 'Not yet').click();
  assert.deepEqual(curtain(), []);
});

test('at the end nothing is awaited, runs or can be proposed', async () => {
  const places = { 0: { place: 1 }, 1: { place: 2 }, 2: { place: 3, online: false } };
  await tell(
    { status: 'finished', deadline: null, waiting: [], votes: {}, outcome: { reason: 'rounds', places: [1, 2, 3] } },
    places,
  );
  assert.deepEqual(seats(), ['Ada you place 1', 'Bob place 2', 'Cleo place 3']);
  assert.deepEqual(notices(), []);
  assert.deepEqual(
    all().filter((line) => /await|due|waiting|reserve|away|ready|paus/i.test(line)),
    [],
  );
  assert.match(page.read('#awaited').join(), /won|wins/i);
});

const OVER = {
  status: 'finished',
  deadline: null,
  waiting: [],
  votes: {},
  outcome: { reason: 'rounds', places: [1, 2, 3] },
};
test('at the end the command line goes with what was wrong in it, and the keyboard is at the result', async () => {
  await command('no such thing');
  const field = page.document.getElementById('command');
  // This page has no layout.
  field.getClientRects = () => (field.closest('[hidden]') ? [] : [{}]);
  field.focus();
  await tell(OVER);
  assert.ok(field.closest('section').hidden);
  assert.ok(page.document.activeElement === page.document.getElementById('end'));
});

/** The match is over, and these seats have asked for a rematch. @param {number[]} by @param {Record<number, any>} [seats] */
const asked = (by, seats) =>
  tell(
    { ...OVER, rematch: 'r', rematch_offer: { seats: by, until: Date.now() + 60_000, begun: false, full: false } },
    seats,
  );
const ways = () => [...page.document.querySelectorAll('#end .end-acts .button')].map((one) => one.textContent);

test('who wants a rematch is said in the scene and in the title of the tab, until it is taken back', async () => {
  await tell(OVER);
  assert.deepEqual(ways(), ['Rematch', 'Replay', 'Lobby']);
  await asked([1]);
  assert.deepEqual(page.read('#end .end-wanted'), ['Bob wants a rematch']);
  assert.equal(page.document.title, '● Bob wants a rematch · Toy · Fogbound');
  assert.deepEqual(ways(), ['Play the rematch', 'Replay', 'Lobby']);
  await tell(OVER);
  assert.deepEqual([page.document.title, page.read('#end .end-wanted')], ['Toy · Fogbound', []]);
});

test('who waits for a rematch is told for whom and how long, and can take it back', async () => {
  await asked([0, 1]);
  assert.deepEqual(page.read('#end .end-wanted'), ['You want a rematch. Waiting for Cleo.']);
  assert.deepEqual(ways(), ['No rematch after all', 'Replay', 'To its table', 'Lobby']);
  const left = page.document.querySelector('#end .end-left');
  assert.equal(left.textContent, 'The seats are kept for 60 seconds.');
  await page.pass(59_000);
  assert.equal(left.textContent, 'The seats are kept for 1 second.');
  await page.pass(2_000);
  assert.equal(left.textContent, 'The seats are open to others now.');
  await asked([0, 1], { 2: { online: false } });
  assert.deepEqual(page.read('#end .end-wanted'), ['You want a rematch. Cleo has left this page.']);
  assert.equal(page.document.title, 'Toy · Fogbound', 'nothing is wanted of whoever waits');
  await tell(OVER);
});

test('whoever has asked goes along when it begins, and whoever has not is shown the way', async () => {
  const begun = { ...OVER, rematch: 'r', rematch_offer: { seats: [1, 2], until: 0, begun: true, full: true } };
  await tell(begun);
  assert.deepEqual(ways(), ['To the rematch', 'Replay', 'Lobby']);
  assert.ok(!page.went.length);
  await asked([0]);
  await tell({ ...begun, rematch_offer: { ...begun.rematch_offer, seats: [0, 1, 2] } });
  assert.deepEqual(page.went, ['/matches/r/']);
});

test('whoever is out while others play on is told so once, with the ways on', async () => {
  page.document.getElementById('end').hidden = true;
  await tell({ out: [0], waiting: [1, 2] });
  assert.deepEqual(page.read('#end h2'), ['You are out']);
  assert.deepEqual(ways(), ['Watch', 'Next match', 'Leave']);
  assert.match(page.read('#end').join(), /Bob and Cleo play on\./);
  page.button('#end', 'Watch').click();
  assert.ok(page.document.getElementById('end').hidden);
  await tell({ out: [0], waiting: [1] });
  assert.ok(page.document.getElementById('end').hidden);
  page.document.getElementById('tab-table').click();
  page.button('#pane-table', 'Result').click();
  assert.deepEqual(page.read('#end h2'), ['You are out']);
});

test('whoever has resigned, or watches, is told nothing of being out', async () => {
  page.document.getElementById('end').hidden = true;
  await tell({ out: [0] }, { 0: { resigned: true } });
  await tell({ out: [1] });
  assert.ok(page.document.getElementById('end').hidden);
});

test('a match that staff have set back says where it goes on', async () => {
  await tell({ status: 'paused', deadline: null, held: true, goes_on: 'w3e5r7t9y2', votes: {} });
  assert.deepEqual(notices(), ['Staff have set this match back: it continues from an earlier step. To the match']);
  assert.deepEqual(bar(), ['Paused', 'Paused']);
});
