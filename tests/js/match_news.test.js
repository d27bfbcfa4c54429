/** What changed: the weightiest lines first, whether events tell of it or it has only come into sight. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { change, changeOf, sums } from 'app/changes.js';
import { NEWS as CLUBS } from 'games/hundred_clubs/news.js';
import { news } from 'games/planet_conquer/describe.js';
import { newsOf, showNews, sinceAsked, sinceTurn } from 'match/news.js';
import { inTime } from 'match/report.js';
import { openPaperPage } from './paper_page.js';

const INFO = /** @type {any} */ ({
  you: 0,
  seats: [0, 1].map((seat) => ({ seat, name: `P${seat}` })),
  options: {},
  static: {},
});
const PLANETS = ['A', 'B', 'C'].map((key, i) => ({ key, kind: 'normal', at: [100 * i, 50], max: 100 }));
const MAP = {
  id: 'x',
  name: 'X',
  planets: PLANETS,
  routes: [
    [0, 1],
    [1, 2],
  ].map(([a, b]) => ['ABC'[a], 'ABC'[b], 3, 0]),
};

/** @param {any[]} events @param {any[]} [fleets] @param {number} [step] */
const frame = (events, fleets = [], step = 4) =>
  /** @type {any} */ ({
    step,
    events,
    final: false,
    choices: null,
    view: {
      seat: 0,
      round: 5,
      map: MAP,
      fleets,
      planets: PLANETS.map((_, i) => ({ id: i, owner: i === 2 ? 1 : 0, seen: 'now', units: 9, effects: [] })),
    },
  });

const fleet = (/** @type {string} */ id, /** @type {number} */ to) => ({
  id,
  kind: 'route',
  seat: 1,
  from: 2,
  to,
  units: 30,
  length: 3,
  left: 2,
});
const battle = (/** @type {number} */ winner) => ({
  type: 'battle',
  planet: 0,
  sides: [
    { seat: 0, heads: 4 },
    { seat: 1, heads: 9 },
  ],
  winner,
  survivors: 5,
  owner_before: 0,
});

test('an enemy fleet that has come into sight is told, with the planet that it threatens as its place', () => {
  const lines = news(frame([], [fleet('f', 1)]), frame([], [], 3), INFO);
  assert.equal(lines.length, 1);
  assert.equal(lines[0].text, 'P1 (B) sends 30 units against your B, there in round 6.');
  assert.deepEqual(lines[0].at, [100, 50]);
  assert.deepEqual(news(frame([], [fleet('f', 1)]), frame([], [fleet('f', 1)], 3), INFO), []);
});

test('a planet lost comes before a threat, a threat before what others do', () => {
  const game = /** @type {any} */ ({ news });
  const joined = { type: 'joined', planet: 2, seat: 1, units: 12, arrived: 3 };
  const shown = newsOf(game, INFO, frame([joined, battle(1)], [fleet('f', 1)]), frame([], [], 3));
  assert.deepEqual(
    shown.map(({ at }) => at),
    [
      [0, 50],
      [100, 50],
      [200, 50],
    ],
  );
});

test('a game that says nothing of it has its milestones first', () => {
  const game = /** @type {any} */ ({
    describeEvent: (/** @type {any} */ { type }) => (type === 'silent' ? null : type),
    milestone: (/** @type {any} */ { type }) => (type === 'great' ? { seat: 0, text: '' } : null),
  });
  const events = ['small', 'silent', 'great'].map((type) => ({ type }));
  assert.deepEqual(
    newsOf(game, INFO, frame(events), null).map(({ text }) => text),
    ['great', 'small'],
  );
});

test('land lost weighs more than land won, and that more than what others win; each has its cell', () => {
  const weigh = (/** @type {any} */ event) =>
    CLUBS.weigh(event, /** @type {any} */ ({ frame: { events: [] }, view: { you: 0 } }));
  const [lost, won, other] = [
    { type: 'taken', seat: 1, was: 0, at: [3, 4] },
    { type: 'taken', seat: 0, was: 1, at: [1, 1] },
    { type: 'taken', seat: 1, was: 2, at: [2, 2] },
  ];
  assert.ok(weigh(lost) > weigh(won) && weigh(won) > weigh(other));
  const about = /** @type {any} */ ({ frame: { events: [lost, won, other] }, view: { you: 0 } });
  assert.deepEqual(CLUBS.at(lost, about), [3.5, 4.5]);
  assert.equal(CLUBS.at({ type: 'relation', a: 0, b: 1 }, about), null);
});

test('who is asked again is told what others did meanwhile; who is not, or never was, the last step', () => {
  const steps = [['x'], null, null, ['y'], null].map((choices, step) => ({
    ...frame([{ type: `e${step}` }], [], step),
    choices,
  }));
  const frames = new Map(steps.map((one) => [one.step, one]));
  const told = (/** @type {number} */ step, known = frames) => {
    const { told: shown, before } = sinceAsked(known, steps[step]);
    return [shown.events.map(({ type }) => type), before?.step];
  };
  assert.deepEqual(told(3), [['e1', 'e2', 'e3'], 0]);
  assert.deepEqual(told(4), [['e4'], 3]);
  assert.deepEqual(told(2), [['e2'], 1]);
  const holed = new Map([...frames].filter(([step]) => step !== 1));
  assert.deepEqual(told(3, holed), [['e3'], 2]);
});

test('where seats move in turn the report has the own turn and what the other side did before it', () => {
  const turns = [3, 3, 4, 4, 5, 5, 5];
  const steps = turns.map((turn, step) => ({
    ...frame([{ type: `e${step}` }], [], step),
    view: { turn },
    choices: turn % 2 ? [] : null,
  }));
  const game = { turnOf: ({ view }) => view.turn };
  const frames = new Map(steps.map((one) => [one.step, one]));
  const told = (step, known = frames) => {
    const found = sinceTurn(game, known, steps[step]);
    return found && [found.told.events.map(({ type }) => type), found.before.step];
  };
  assert.deepEqual(told(6), [['e3', 'e4', 'e5', 'e6'], 2]);
  assert.deepEqual(told(4), [['e3', 'e4'], 2]);
  assert.equal(told(3), null, 'it is the turn of another');
  assert.equal(told(6, new Map([[6, steps[6]]])), null);
  assert.equal(sinceTurn({}, frames, steps[6]), null, 'a game without turns');
});

test('such a report is read in order of time, what no event tells last', () => {
  const order = [{ type: 'attack' }, { type: 'roll' }, { type: 'damage' }];
  const lines = [
    { text: 'hit', event: order[2], by: 0 },
    { text: 'over' },
    { text: 'shot', event: order[0], by: 1 },
    { text: 'dice', event: order[1], by: 1 },
  ];
  assert.deepEqual(
    inTime(/** @type {any} */ (lines), order).map(({ text }) => text),
    ['shot', 'dice', 'hit', 'over'],
  );
});

/** A page with the strip of a step that brought these lines. @param {any[]} lines */
function strip(lines) {
  const page = openPaperPage();
  const box = page.createElement('div');
  const beads = page.createElement('div');
  page.getElementById = (id) => (id === 'news' ? box : beads);
  const [was, here] = [frame([], [], 3), frame([], [], 4)];
  const told = [];
  showNews({
    game: /** @type {any} */ ({ news: () => lines }),
    info: INFO,
    frame: here,
    audience: 0,
    frames: new Map([was, here].map((one) => [one.step, one])),
    point: () => told.push('a place'),
    tell: ({ text }) => told.push(text) > 0,
  });
  return { box, told, beads };
}

const units = (/** @type {number} */ amount) => change('units', 'rocket', amount, (n) => (n === 1 ? 'unit' : 'units'));

test('the strip says one sentence and sums of what was lost and gained, each a way to what it tells', () => {
  const lines = [
    { text: 'small', weight: 2, at: [9, 9], changes: [units(-1), units(4)] },
    { text: 'great', weight: 9, at: [3, 4], changes: [units(-2)] },
    { text: 'nowhere', weight: 1, at: null, changes: [change('points', 'star', 1, () => 'point')] },
  ];
  const { box, told, beads } = strip(lines);
  assert.ok(box.children.includes(beads), 'the beads of the step stand beside them');
  const [sentence, ...buttons] = box.all('button');
  assert.match(sentence.textContent, /great$/);
  assert.deepEqual(
    buttons.map((one) => one.getAttribute('aria-label') ?? one.textContent),
    ['Lost: −3 units', 'Gained: +4 units', 'Gained: +1 point', 'See all'],
  );
  for (const one of buttons.slice(0, 3)) assert.ok(one.getAttribute('aria-label')?.endsWith(one.textContent.trim()));
  assert.deepEqual(
    buttons.slice(0, 3).map((one) => one.all('b')[0].textContent),
    ['−3', '+4', '+1'],
  );
  assert.deepEqual(
    buttons.slice(0, 3).map((one) => one.getAttribute('class')),
    ['news-sum lost', 'news-sum gained', 'news-sum gained'],
  );
  for (const one of [sentence, buttons[0], buttons[1]]) one.click();
  assert.deepEqual(told, ['great', 'great', 'small']);
});

test('where nothing was seen the strip says so, and still has the report', () => {
  const { box } = strip([]);
  assert.match(box.textContent, /Nothing that you could see/);
  assert.deepEqual(
    box.all('button').map(({ textContent }) => textContent),
    ['See all'],
  );
});

test('sums keep lost and gained apart, sides apart, and say the kind for that many', () => {
  const one = (/** @type {number} */ seat, /** @type {number} */ amount) => changeOf(seat, units(amount));
  const told = sums([one(0, 1), one(1, 2), one(0, -1), one(0, -1), one(1, 0)]);
  assert.deepEqual(
    told.map(({ seat, amount, name }) => [seat, amount, name]),
    [
      [0, 1, 'unit'],
      [1, 2, 'units'],
      [0, -2, 'units'],
    ],
  );
});
