// While a step is told on the board, does what stands beside it keep to what was before, and does the sheet of a phone make room?
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Window } from 'happy-dom';

const window = new Window({ url: 'http://fogbound.test/matches/m/', settings: { disableCSSFileLoading: true } });
const { document } = window;
document.getAnimations = () => [];
document.body.innerHTML = `<div id="match" data-sheet="low"><div id="board"></div><p id="board-wait"></p><p id="say"></p>
  <ul id="seats"></ul><div id="context"></div><div id="pane-log"></div><div id="news"></div><div id="beads"></div>
  <button id="sheet"></button><div id="tabs"></div></div>`;
const given = {
  window,
  document,
  Node: window.Node,
  history: window.history,
  location: window.location,
  localStorage: window.localStorage,
  matchMedia: () => ({ matches: false, addEventListener() {} }),
  requestAnimationFrame: (work) => setImmediate(work),
  cancelAnimationFrame: clearImmediate,
};
for (const [name, value] of Object.entries(given))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
after(() => window.happyDOM.close());

const { defineGame } = await import('kit/mount.js');
const { createSession, shared } = await import('kit/session.js');
const { mountGame } = await import('match/board.js');
const { createSheet, showLog, showSeats } = await import('match/panel.js');
const { showNews } = await import('match/news.js');
const { isTelling } = await import('app/untold.js');

const INFO = { you: 0, seats: [{ seat: 0, kind: 'person', name: 'Ada' }], static: {} };
const frameOf = (step) => ({
  step,
  view: { you: 0, points: step * 10 },
  events: [{ type: 'gain' }],
  choices: {},
  final: false,
});
/** Whatever waits for the next moment has had it. */
async function rest() {
  for (let i = 0; i < 5; i += 1) await new Promise((go) => setImmediate(go));
}

/** A game whose steps are told until the test ends them. @param {{join?: () => void, asks?: () => boolean}} [more] of its scene */
function mounted(more = {}) {
  let finish = () => {};
  let isPlaying = false;
  const scene = {
    settle() {},
    playing: () => isPlaying,
    refresh() {},
    play(_, __, how) {
      how.direct({ tracks: [], phases: [{ name: '', at: 0 }], length: 0 });
      isPlaying = true;
      return new Promise((done) => {
        finish = () => {
          isPlaying = false;
          done(null);
        };
      });
    },
    skip: () => finish(),
    player: { progress: () => (isPlaying ? { time: 0, end: 1, held: false } : null), hold() {}, pace() {} },
    ...more,
  };
  const sessionOf = shared((host) =>
    createSession(host, { whole: () => ({}), positionOf: (view) => view, own: () => ({}) }),
  );
  const points = (session) => {
    const element = document.createElement('p');
    return { element, show: () => (element.textContent = `${session.state.position.points} points`) };
  };
  const game = defineGame({
    sessionOf,
    createScene: () => scene,
    label: () => '',
    keys: [],
    panel: (session) => [points(session)],
    panelClass: 'toy',
    emptyOrders: () => ({}),
    words: {
      news: (frame) => [{ text: `News of ${frame.step}.`, weight: 50, at: null, event: frame.events[0] }],
      describeEvent: (_, frame) => `Line of ${frame.step}.`,
      score: (frame) => [{ seat: 0, text: `${frame.view.points}` }],
      goal: (frame) => `${frame.view.points} of 100`,
    },
  });
  const frames = new Map([0, 1, 2].map((step) => [step, frameOf(step)]));
  const facts = {
    info: INFO,
    seat: 0,
    readonly: false,
    getOrders: () => ({}),
    setOrders() {},
    submit() {},
    onShown: draw,
  };
  const board = mountGame(game, facts);
  function draw() {
    const frame = board.shown;
    showSeats({ match: 'm', game, info: INFO, status: null, frame });
    showLog({ game, info: INFO, frames, open: frame.step });
    showNews({ game, info: INFO, audience: 0, frame, frames, point() {}, tell: () => false });
  }
  const text = (id) => document.getElementById(id).textContent;
  return {
    board,
    show: (step) => board.show(frames.get(step), true),
    end: () => finish(),
    /** Points in the column and in the strip, the goal, the newest line of the log, the news. */
    beside: () => [
      /\d+ points/.exec(text('context'))?.[0],
      document.querySelector('.seat-score').textContent,
      game.goal(board.shown, INFO),
      /Line of \d/.exec(text('pane-log'))?.[0] ?? '',
      /News of \d/.exec(text('news'))?.[0] ?? '',
    ],
  };
}

const BEFORE = ['0 points', '0', '0 of 100', '', ''];
const AFTER = ['10 points', '10', '10 of 100', 'Line of 1', 'News of 1'];

test('what a step brought stands beside the board when it has been told', async (context) => {
  const one = mounted();
  context.after(one.board.destroy);
  await one.show(0);
  await rest();
  const told = one.show(1);
  await rest();
  assert.deepEqual(one.beside(), BEFORE);
  one.end();
  await told;
  assert.deepEqual(one.beside(), AFTER);
});

test('whoever acts in the column goes on from what is now', async (context) => {
  const one = mounted();
  context.after(one.board.destroy);
  await one.show(0);
  await rest();
  const told = one.show(1);
  await rest();
  const panel = document.querySelector('.toy');
  panel.dispatchEvent(new window.KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
  await rest();
  assert.deepEqual(one.beside(), BEFORE);
  panel.dispatchEvent(new window.Event('pointerdown', { bubbles: true }));
  await told;
  assert.deepEqual(one.beside(), AFTER);
});

test('a step that joins what is told keeps back with it what was before both', async (context) => {
  const one = mounted({ join() {} });
  context.after(one.board.destroy);
  await one.show(0);
  await rest();
  const told = one.show(1);
  await rest();
  void one.show(2);
  await rest();
  assert.deepEqual(one.beside(), BEFORE);
  one.end();
  await told;
  await rest();
  assert.ok(!isTelling());
  assert.deepEqual(one.beside(), ['20 points', '20', '20 of 100', 'Line of 1', 'News of 2']);
});

test('whoever is to answer a step while it is told sees what it brought', async (context) => {
  const one = mounted({ join() {}, asks: () => true });
  context.after(one.board.destroy);
  await one.show(0);
  await rest();
  const told = one.show(1);
  await rest();
  assert.ok(isTelling());
  assert.deepEqual(one.beside(), AFTER);
  one.end();
  await told;
});

test('a board that goes while it tells leaves nothing untold', async () => {
  const one = mounted();
  await one.show(0);
  void one.show(1);
  await rest();
  one.board.destroy();
  assert.ok(!isTelling());
});

test('the sheet of a phone is folded while a step is told, and as it was afterwards, unless a hand has set it', async (context) => {
  const page = document.getElementById('match');
  const sheet = createSheet();
  const one = mounted();
  context.after(one.board.destroy);
  await one.show(0);
  sheet.set(1);
  let told = one.show(1);
  await rest();
  assert.equal(page.dataset.sheet, 'low');
  one.end();
  await told;
  assert.equal(page.dataset.sheet, 'half');
  told = one.show(2);
  await rest();
  sheet.set(2);
  one.end();
  await told;
  assert.equal(page.dataset.sheet, 'full');
});
