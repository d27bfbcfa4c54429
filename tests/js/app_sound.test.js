/** Which sound comes when, and how it is made: one at a time, what matters waits, nothing before the page was touched. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { createOrder, createSounds, lengthOf } from 'app/sound.js';
import { choiceOf, textOf } from 'app/sound_switch.js';

/** @param {number} rank @param {number} lasts */
const sound = (rank, lasts) => ({ rank, notes: [{ pitch: 440, lasts }] });

function setUp() {
  let time = 0;
  /** @type {import('app/sound.js').Sound[]} */
  const heard = [];
  /** @type {{act: () => void, when: number}[]} */
  let timers = [];
  const add = createOrder({
    now: () => time,
    start: (one) => heard.push(one),
    later: (act, seconds) => timers.push({ act, when: time + seconds }),
  });
  /** @param {number} to */
  function goTo(to) {
    time = to;
    const due = timers.filter(({ when }) => when <= time);
    timers = timers.filter(({ when }) => when > time);
    for (const { act } of due) act();
  }
  return { add, heard, goTo };
}

test('while one sounds a hit is left out, and the next one is heard', () => {
  const { add, heard, goTo } = setUp();
  const hits = [sound(0, 0.2), sound(0, 0.2), sound(0, 0.2)];
  add(hits[0]);
  add(hits[1]);
  goTo(0.5);
  add(hits[2]);
  assert.deepEqual(heard, [hits[0], hits[2]]);
});

test('what matters waits for its turn; of two that wait the higher one is heard', () => {
  const { add, heard, goTo } = setUp();
  const [hit, due, end] = [sound(0, 0.4), sound(1, 0.3), sound(3, 1)];
  add(hit);
  add(due);
  add(end);
  add(due);
  assert.deepEqual(heard, [hit]);
  goTo(0.5);
  assert.deepEqual(heard, [hit, end]);
});

test('a sound that waited so long that it means nothing any more is not heard', () => {
  const { add, heard, goTo } = setUp();
  add(sound(0, 4));
  add(sound(1, 0.3));
  goTo(5);
  assert.equal(heard.length, 1);
  add(sound(0, 0.1));
  assert.equal(heard.length, 2);
});

test('the length of a sound is the end of its last note', () => {
  assert.equal(
    lengthOf([
      { pitch: 1, lasts: 0.5 },
      { pitch: 1, lasts: 0.2, at: 0.4 },
    ]),
    0.6000000000000001,
  );
});

/** A context that writes down what is asked of it. */
function paperContext() {
  /** @type {string[]} */
  const made = [];
  const param = () => ({
    value: 0,
    setValueAtTime() {},
    linearRampToValueAtTime() {},
    exponentialRampToValueAtTime() {},
  });
  const node = (/** @type {string} */ name) => () => {
    made.push(name);
    const self = {
      gain: param(),
      frequency: param(),
      Q: param(),
      connect: (/** @type {any} */ to) => to,
      start() {},
      stop() {},
    };
    return self;
  };
  return {
    made,
    context: /** @type {any} */ ({
      state: 'running',
      currentTime: 0,
      sampleRate: 100,
      createGain: node('gain'),
      createOscillator: node('tone'),
      createBufferSource: node('hiss'),
      createBiquadFilter: node('filter'),
      createBuffer: (/** @type {number} */ _, /** @type {number} */ size) => ({
        getChannelData: () => new Float32Array(size),
      }),
      suspend() {},
    }),
  };
}

test('nothing is made before the page was touched, nor while sounds are off', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  let [isAwake, volume, contexts] = [false, 0.5, 0];
  const paper = paperContext();
  const { play } = createSounds({
    volume: () => volume,
    isAwake: () => isAwake,
    makeContext: () => {
      contexts += 1;
      return paper.context;
    },
  });
  play(sound(1, 0.1));
  isAwake = true;
  volume = 0;
  play(sound(1, 0.1));
  assert.equal(contexts, 0);
  volume = 0.5;
  play({
    rank: 1,
    notes: [
      { pitch: 440, lasts: 0.1 },
      { pitch: 900, lasts: 0.1, wave: 'noise' },
    ],
  });
  assert.equal(contexts, 1);
  assert.deepEqual(
    ['tone', 'hiss'].map((name) => paper.made.filter((one) => one === name).length),
    [1, 1],
  );
});

test('a choice is read as it was written; what is no choice is the low volume of everybody', () => {
  for (const choice of [
    { isOn: false, volume: 65 },
    { isOn: true, volume: 5 },
  ])
    assert.deepEqual(choiceOf(textOf(choice)), choice);
  for (const other of [null, '', 'off', 'loud 20', undefined])
    assert.deepEqual(choiceOf(other), { isOn: true, volume: 30 });
});
