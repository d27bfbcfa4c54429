// Is a step told as its person likes it: one event after the other, held, gone through by a key, left, and kept for the next time?
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Window } from 'happy-dom';

const window = new Window({ url: 'http://fogbound.test/', settings: { disableCSSFileLoading: true } });
const { document } = window;
Object.assign(globalThis, { window, document, Node: window.Node, localStorage: window.localStorage });
const { createDirector } = await import('kit/director.js');
const { numbersAt, numbersOf } = await import('kit/beats.js');
after(() => window.happyDOM.close());

const EVENTS = [{ type: 'loss' }, { type: 'gain' }];
const NEWS = [
  { text: 'You lose Orun.', weight: 95, at: [900, 10], event: EVENTS[0], moment: 'Planet lost' },
  { text: 'You take Vel.', weight: 80, at: [20, 20], event: EVENTS[1] },
];
const COURSE = {
  tracks: EVENTS.map((of, i) => ({ at: i * 400, lasts: 300, of })),
  phases: [
    { name: 'First', at: 0 },
    { name: 'Second', at: 400 },
  ],
  length: 800,
};

/** A director with a timeline that goes where it is told. @param {{telling?: string, isReduced?: boolean, height?: number}} [how] */
function stage({ telling = 'full', isReduced = false, strip = null, height = 400, own = {} } = {}) {
  const el = document.createElement('div');
  document.body.append(el);
  Object.defineProperties(el, { clientWidth: { value: 400 }, clientHeight: { value: height } });
  const said = [];
  const visits = [];
  const went = [];
  const watchers = new Set();
  const player = {
    time: 0,
    run: null,
    progress: () => player.run && { time: player.time, end: player.run.length, held: player.held },
    hold: (still) => (player.held = still),
    seek: (time) => (player.time = time),
    pace() {},
  };
  const board = {
    state: { camera: { x: 200, y: 200, scale: 1 }, follows: true },
    watch: (watcher) => watchers.add(watcher) && (() => watchers.delete(watcher)),
    screen: (x, y) => [x, y],
    limits: () => ({ widest: 0.1, closest: 4 }),
    halt: () => visits.push('halt'),
    visit(camera, how) {
      if (how?.follows === undefined) went.push(camera);
      visits.push(how?.follows === undefined ? 'goes' : 'comes back');
      const before = { camera: board.state.camera, follows: board.state.follows };
      Object.assign(board.state, { camera, follows: how?.follows ?? false });
      return before;
    },
  };
  const session = {
    host: { info: {}, beads: strip, reducedMotion: () => isReduced, stir: () => said.push('stirred') },
    state: { telling, speed: 1 },
    say: (text) => said.push(text),
    setTelling() {},
    setSpeed() {},
  };
  let finish = () => {};
  const skip = () => {
    player.run = null;
    finish();
  };
  const frames = [{}, { events: EVENTS }];
  const again = (to) => director.play(...frames, play, { isAgain: true, to });
  const director = createDirector({ el, board, session, news: () => NEWS, telling: own, player, skip, again });
  const play = (how) =>
    new Promise((end) => {
      // As a timeline does: what is begun ends what was played.
      finish();
      player.run = how.direct(COURSE);
      player.time = 0;
      finish = end;
    });
  return {
    el,
    board,
    director,
    frames,
    player,
    said,
    visits,
    went,
    /** Whether it is played at all. */
    begin(how, frame = { events: EVENTS }) {
      director.play({}, frame, play, how);
      return player.run !== null;
    },
    /** Until it has been told. */
    whole: (frame) => director.play({}, { events: EVENTS, ...frame }, play),
    at(time) {
      player.time = time;
      for (const { painted } of [...watchers]) painted?.();
    },
    caption: () =>
      el.querySelector('.board-caption').hidden ? null : el.querySelector('.board-caption b').textContent,
    words: () => (el.querySelector('.board-words').hidden ? null : el.querySelector('.board-words').textContent),
    press: (key) => director.key(new window.KeyboardEvent('keydown', { key })),
  };
}

test('one caption at a time, a moment has large words first, and the camera goes to what is out of sight and comes back', () => {
  const one = stage();
  one.begin();
  one.at(0);
  assert.deepEqual([one.caption(), one.words()], ['You lose Orun.', 'Planet lost']);
  assert.deepEqual(one.visits, ['goes']);
  assert.ok(one.said.includes('stirred'));
  one.at(1100);
  assert.deepEqual([one.caption(), one.words()], ['You lose Orun.', null]);
  one.at(one.player.run.length - 1);
  assert.equal(one.caption(), 'You take Vel.');
  one.director.stop();
  assert.deepEqual([one.caption(), one.visits.at(-1)], [null, 'comes back']);
});

test('the last step has its large words as well, and leaves who won to the page', () => {
  const end = { type: 'ended' };
  const one = stage();
  NEWS.push({ text: 'You win.', weight: 100, at: null, event: end });
  one.begin({}, { events: [...EVENTS, end], final: true });
  one.at(0);
  assert.deepEqual([one.caption(), one.words()], ['You lose Orun.', 'Planet lost']);
  one.at(one.player.run.length - 1);
  assert.equal(one.caption(), 'You take Vel.');
  NEWS.pop();
  one.director.stop();
});

test('the camera goes to what lies at an edge, under buttons or where its numbers would be cut, and not to what is well in sight', () => {
  const was = NEWS[0].at;
  for (const [at, visits] of [
    [[360, 200], ['goes']],
    [[200, 70], ['goes']],
    [[200, 200], []],
  ]) {
    const one = stage();
    NEWS[0].at = at;
    one.begin();
    one.at(0);
    assert.deepEqual(one.visits, visits, String(at));
    one.director.stop();
  }
  NEWS[0].at = was;
});

test('a row of beads has every event, the one that is told is marked, and a press goes to it', () => {
  const one = stage();
  one.begin();
  one.at(0);
  const beads = () => [...one.el.querySelectorAll('.board-beads button')];
  const now = () => beads().map((bead) => bead.getAttribute('aria-current'));
  assert.deepEqual(
    beads().map((bead) => bead.getAttribute('aria-label')),
    ['You lose Orun.', 'You take Vel.'],
  );
  assert.deepEqual(now(), ['step', null]);
  beads()[1].click();
  assert.equal(one.caption(), 'You take Vel.');
  assert.deepEqual(now(), [null, 'step']);
  one.director.stop();
});

test('at rest beads and lines stand for their beat as well: a press plays the step again, to that beat, and holds it there', () => {
  const strip = document.createElement('div');
  const one = stage({ strip });
  one.director.list(...one.frames);
  const beads = () => [...strip.querySelectorAll('.board-beads button')];
  assert.deepEqual(
    beads().map((bead) => [bead.getAttribute('aria-label'), bead.getAttribute('aria-current')]),
    [
      ['You lose Orun.', null],
      ['You take Vel.', null],
    ],
  );
  beads()[1].click();
  assert.equal(one.caption(), 'You take Vel.');
  assert.equal(beads().length, 0, 'while it moves they are in the bar, which takes the place of the strip');
  one.director.stop();
  assert.equal(beads().length, 2);
  assert.equal(one.director.tell({ ...NEWS[0], weight: 1 }), true, 'the same event in the same words');
  assert.equal(one.caption(), 'You lose Orun.');
  one.director.stop();
  assert.equal(one.director.tell({ text: 'Something else.', weight: 50, at: null }), false);
  strip.remove();
});

test('N goes to the next event and no farther, Escape and Space to the end; a key that means nothing here is left to the board', () => {
  const one = stage();
  assert.equal(one.press('n'), false, 'nothing is told');
  one.begin();
  one.at(0);
  assert.equal(one.press('n'), true);
  assert.equal(one.caption(), 'You take Vel.');
  one.at(one.player.run.length);
  assert.equal(one.player.held, true, 'it waits to be read');
  assert.equal(one.caption(), 'You take Vel.');
  assert.equal(one.press('x'), false);
  for (const key of ['Escape', ' ']) {
    one.begin();
    one.at(0);
    one.press(key);
    assert.deepEqual([one.player.run, one.caption()], [null, null], key);
  }
});

test('a hand on the board keeps the camera where it is, and nothing comes back beneath it before it is lifted', () => {
  const one = stage();
  one.begin();
  one.at(0);
  one.el.dispatchEvent(new window.Event('pointerdown'));
  assert.equal(one.visits.at(-1), 'halt');
  one.director.stop();
  assert.equal(one.visits.at(-1), 'halt');
  window.dispatchEvent(new window.Event('pointerup'));
  assert.equal(one.visits.at(-1), 'comes back');
});

test('a step that begins in the middle of a visit is told to its end, and the camera comes back to where its person had it', async () => {
  for (const isStopped of [true, false]) {
    const one = stage();
    const { camera } = one.board.state;
    one.begin();
    one.at(0);
    assert.notDeepEqual(one.board.state.camera, camera);
    if (isStopped) one.director.stop();
    one.begin();
    await new Promise(setImmediate);
    one.at(0);
    assert.equal(one.caption(), 'You lose Orun.', 'the end of the first one is not the end of the second');
    assert.notDeepEqual(one.board.state.camera, camera);
    one.director.stop();
    assert.deepEqual([one.board.state.camera, one.board.state.follows], [camera, true]);
  }
});

test('what matters most is said once in a step, and what is like the last thing is said to be another one', () => {
  const one = stage();
  const heard = () => one.said.splice(0).filter((text) => text !== 'stirred');
  one.begin();
  one.at(0);
  assert.deepEqual(heard(), ['You lose Orun.']);
  one.press('n');
  assert.deepEqual(heard(), ['You take Vel.']);
  one.director.stop();
  one.begin();
  assert.deepEqual(heard(), ['You lose Orun.']);
  one.el.querySelector('.board-beads button').click();
  assert.deepEqual([one.caption(), heard()], ['You lose Orun.', []], 'it was said when the step began');
  one.director.stop();
  one.begin();
  assert.deepEqual(heard(), ['Once more: You lose Orun.']);
  one.director.stop();
});

test('whoever wants nothing told sees the end at once, unless it is asked for; brief tells one thing and moves no camera', () => {
  const none = stage({ telling: 'none' });
  assert.equal(none.begin(), false);
  assert.equal(none.begin({ isAgain: true }), true);
  const brief = stage({ telling: 'brief' });
  brief.begin();
  brief.at(0);
  assert.deepEqual([brief.caption(), brief.visits], ['You lose Orun.', []]);
  assert.equal(brief.el.querySelector('.board-caption small').textContent, '');
});

test('without motion a still says what mattered most, and its events are gone through one by one', () => {
  const still = stage({ isReduced: true });
  assert.equal(still.begin(), false, 'nothing plays by itself');
  assert.equal(still.caption(), 'You lose Orun.');
  still.press('n');
  assert.equal(still.player.held, true);
  still.at(still.player.time);
  assert.equal(still.caption(), 'You lose Orun.');
  still.press('n');
  still.at(still.player.time);
  assert.equal(still.caption(), 'You take Vel.');
  still.press('n');
  assert.deepEqual([still.player.run, still.caption()], [null, null]);
  const other = stage({ isReduced: true });
  other.begin();
  other.el.dispatchEvent(new window.Event('pointerdown'));
  assert.equal(other.caption(), null, 'a hand on the board puts it away');
});

test('without motion the stills of the last step follow each other before the page tells the end; by hand they stay', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  globalThis.requestAnimationFrame = /** @type {any} */ (() => 0);
  context.after(() => Reflect.deleteProperty(globalThis, 'requestAnimationFrame'));
  const last = stage({ isReduced: true });
  let isTold = false;
  const whole = last.whole({ final: true }).then(() => (isTold = true));
  assert.equal(last.player.held, true);
  last.at(last.player.time);
  assert.equal(last.caption(), 'You lose Orun.');
  context.mock.timers.tick(5000);
  last.at(last.player.time);
  assert.equal(last.caption(), 'You take Vel.');
  assert.equal(isTold, false);
  context.mock.timers.tick(5000);
  await whole;
  assert.deepEqual([isTold, last.player.run, last.caption()], [true, null, null]);

  const held = stage({ isReduced: true });
  void held.whole({ final: true });
  held.at(held.player.time);
  held.press('n');
  held.at(held.player.time);
  context.mock.timers.tick(5000);
  held.at(held.player.time);
  assert.equal(held.caption(), 'You take Vel.', 'whoever goes on by hand has all the time');
  held.press('Escape');
  assert.equal(held.caption(), null);
  const none = stage({ isReduced: true, telling: 'none' });
  await none.whole({ final: true });
  assert.equal(none.player.run, null);
});

test('numbers of one kind are summed up, and what comes to nothing is none', () => {
  const change = (kind, amount) => ({ kind, name: kind, icon: 'x', amount });
  const lines = [
    { changes: [change('ships', -1), change('points', 30)] },
    { changes: [change('ships', -2), change('points', -30)] },
    {},
  ];
  assert.deepEqual(
    numbersOf({ lines }).map(({ kind, amount }) => [kind, amount]),
    [['ships', -3]],
  );
});

test('numbers of a group stand each at its own place, and are called by how many they are', () => {
  const change = (amount) => ({
    ...{ kind: 'ships', icon: 'x', amount },
    name: 'ship',
    named: (n) => (n > 1 ? 'ships' : 'ship'),
  });
  const lines = [
    { at: [1, 1], text: 'both' },
    { at: [1, 1], text: 'one', changes: [change(1)] },
    { at: [9, 9], text: 'two more there', changes: [change(1), change(1)] },
  ];
  const read = (beat) =>
    numbersAt(beat).map(({ at, numbers }) => [at, ...numbers.map((one) => `${one.amount} ${one.name}`)]);
  assert.deepEqual(read({ name: 'group', lines }), [
    [[1, 1], '1 ship'],
    [[9, 9], '2 ships'],
  ]);
  assert.deepEqual(read({ lines }), [[null, '3 ships']], 'what is one place has one sum');
});

test('a caption gives way to the foot of the board where it would lie over its place, and numbers stay below it', () => {
  const one = stage();
  const [caption, numbers] = ['.board-caption', '.board-numbers'].map((name) => one.el.querySelector(name));
  Object.defineProperties(caption, { offsetTop: { value: 12 }, offsetHeight: { value: 60 } });
  let height = 40;
  Object.defineProperty(numbers, 'offsetHeight', { get: () => height });
  const shownAt = (x, y) => {
    NEWS[0].at = [x, y];
    one.begin();
    one.at(0);
    const found = [caption.classList.contains('low'), Number.parseFloat(numbers.style.top)];
    one.director.stop();
    return found;
  };
  const was = NEWS[0].at;
  assert.deepEqual(shownAt(200, 90), [true, 218], 'nor do they lie over the rim of the board');
  assert.deepEqual(shownAt(200, 130), [true, 130]);
  assert.deepEqual(
    shownAt(900, 100),
    [false, 228],
    'where the camera can make no room under the caption they stand below their place',
  );
  // In the middle of what is left between the numbers and what is pressed at the foot.
  assert.equal(200 + 100 - one.went.at(-1).y, (164 + 400 - 76) / 2);
  assert.deepEqual(shownAt(200, 300), [false, 300]);
  height = 100;
  const [, anchor] = shownAt(200, 100);
  // The anchor lies 44 pixels below their foot.
  assert.ok(anchor - 44 - height > 100, 'many of them stand below a place that has no room above it, not on it');
  NEWS[0].at = was;
});

test('on a board that is lower than what lies over it, the camera goes to a scale that can be drawn', () => {
  const telling = {
    places: () => [
      [900, 10],
      [900, 60],
    ],
  };
  const one = stage({ height: 160, own: telling });
  one.begin();
  one.at(0);
  assert.equal(one.visits[0], 'goes');
  assert.ok(one.went[0].scale > 0.5, String(one.went[0].scale));
});

test('the camera shows what happened at several places together clear of the sentence about it', () => {
  const [upper, lower] = [100, 200];
  const telling = { close: 3, small: 2, places: () => [upper, lower].map((y) => [200, y]) };
  const one = stage({ own: telling });
  Object.defineProperties(one.el.querySelector('.board-caption'), {
    offsetTop: { value: 12 },
    offsetHeight: { value: 160 },
  });
  one.begin();
  one.at(0);
  const [{ y: middle, scale }] = one.went;
  const seenAt = (y) => 200 + (y - middle) * scale;
  assert.ok(seenAt(upper) > 172, `${seenAt(upper)} is under the sentence`);
  assert.ok(seenAt(lower) < 400 - 44, `${seenAt(lower)} is under the foot`);
});
