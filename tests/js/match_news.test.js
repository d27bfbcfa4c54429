/** What changed: the weightiest lines first, whether events tell of it or it has only come into sight. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { NEWS as CLUBS } from 'games/hundred_clubs/news.js';
import { news } from 'games/planet_conquer/describe.js';
import { newsOf, showNews, sinceAsked } from 'match/news.js';
import { openPaperPage } from './paper_page.js';

const INFO = /** @type {any} */ ({
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
  assert.match(lines[0].text, /30 units of P1 \(B\), C to B/);
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
  const weigh = (/** @type {any} */ event) => CLUBS.weigh(event, /** @type {any} */ ({ view: { you: 0 } }));
  const [lost, won, other] = [
    { type: 'taken', seat: 1, was: 0, at: [3, 4] },
    { type: 'taken', seat: 0, was: 1, at: [1, 1] },
    { type: 'taken', seat: 1, was: 2, at: [2, 2] },
  ];
  assert.ok(weigh(lost) > weigh(won) && weigh(won) > weigh(other));
  assert.deepEqual(CLUBS.at(lost), [3.5, 4.5]);
  assert.equal(CLUBS.at({ type: 'relation', a: 0, b: 1 }), null);
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

test('lines beyond the limit are in the log alone, which one button opens; what the log never has stays, and a line leads to its place', () => {
  const page = openPaperPage();
  const box = page.createElement('div');
  page.getElementById = () => box;
  const lines = Array.from({ length: 9 }, (_, i) => ({
    text: `line ${i}`,
    weight: 9 - i,
    at: i ? null : [3, 4],
    onlyHere: i === 8,
  }));
  const told = [];
  const game = /** @type {any} */ ({ news: () => lines });
  const here = frame([], [], 4);
  const shown = {
    game,
    info: INFO,
    frame: here,
    frames: new Map([[4, here]]),
    point: (at) => told.push(at),
    openLog: () => told.push('log'),
  };
  showNews(shown);
  assert.deepEqual(
    box.all('li').map(({ textContent }) => textContent),
    ['line 0', 'line 1', 'line 2', 'line 3', 'line 4', 'line 5', 'line 8'],
  );
  const [line, more] = box.all('button');
  assert.equal(more.textContent, '2 more in the log');
  line.click();
  more.click();
  assert.deepEqual(told, [[3, 4], 'log']);
});
