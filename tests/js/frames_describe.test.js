// What the engine really says, put into words: every event, every position, every choice, turn by turn.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { milestone, nameChapter, nameReady, words } from 'games/frames/describe.js';
import { foreseen } from 'games/frames/foresee.js';
import { positionOf } from 'games/frames/position.js';
import { nameStep } from 'games/frames/steps.js';
import { say, stateName } from 'games/frames/words.js';
import { asked, FRAMES, INFO } from './frames_fixture.js';

const RAW = /[a-z]_[a-z]|\bundefined\b|\bnull\b|\bNaN\b|\{|\}|\[object|%\(/;
/** Told by what follows or goes before them. */
const SILENT = new Set([
  'ammo',
  'judged',
  'manned',
  'packet',
  'roll',
  'round_end',
  'status',
  'status_end',
  'turn_end',
  'weather',
  'window_closed',
]);

const assertWords = (text, about = text) => {
  assert.equal(typeof text, 'string', about);
  assert.ok(text.length > 2, about);
  assert.doesNotMatch(text, RAW, about);
};

test('every event has a sentence, except those that another one tells', () => {
  const said = new Set();
  for (const frame of FRAMES)
    for (const event of frame.events) {
      const line = words.describeEvent(event, frame, INFO);
      if (!line) assert.ok(SILENT.has(event.type), JSON.stringify(event));
      else {
        said.add(event.type);
        assertWords(line, `${line} ${JSON.stringify(event)}`);
      }
      const told = milestone(event, frame, INFO);
      if (told) assertWords(told.text);
    }
  assert.ok(said.size >= 30, [...said].join());
});

test('a state says what its number counts where that is turns', () => {
  // As its card has it: "during its owner's next 5 turns".
  assert.equal(stateName({ id: 'deploy_lock', n: 6 }), 'stays in the hangar for 5 turns');
  assert.equal(stateName({ id: 'deploy_lock', n: 1 }), 'can be deployed from the next turn on');
  assert.equal(stateName({ id: 'disabled', n: 1 }), 'disabled for 1 turn');
  assert.equal(stateName({ id: 'tracer', n: 2 }), 'marked by tracers (2)');
  assert.equal(stateName({ id: 'acted', n: null }), 'has acted');
});

test('positions and standings read in words', () => {
  for (const frame of FRAMES) {
    for (const { heading, lines } of words.describe(frame, INFO))
      for (const line of [heading, ...lines]) assertWords(line);
    for (const { text } of words.score(frame, INFO)) assertWords(text);
  }
});

test('every choice has its words, what it will do or why it cannot be done', () => {
  for (const frame of FRAMES)
    for (const one of frame.choices ?? []) {
      assertWords(say(one));
      if (one.reason) assertWords(say(one.reason));
      else for (const line of foreseen(positionOf(frame.view), one)) assertWords(line);
    }
});

test('a window that is closed without an answer says so, one with an answer does not', () => {
  const frame = asked('window');
  const closed = { type: 'window_closed', seat: 1 };
  const react = { type: 'react', seat: 1, card: 'warp_shield' };
  assert.equal(words.describeEvent(closed, { ...frame, events: [closed] }, INFO), 'Ben (B) does not react.');
  assert.equal(words.describeEvent(closed, { ...frame, events: [react, closed] }, INFO), null);
});

test('what the reader does is told to the reader', () => {
  const frame = asked('window');
  const you = frame.view.you;
  const told = (/** @type {object} */ event) => words.describeEvent({ seat: you, ...event }, frame, INFO);
  assert.equal(told({ type: 'window' }), 'You may react.');
  assert.equal(told({ type: 'window_closed' }), 'You do not react.');
  assert.equal(told({ type: 'discard', card: 'warp_shield' }), 'Your Warp Shield is used up.');
  assert.equal(told({ type: 'roll', why: 'initiative', value: 13 }), 'You roll 13 for the first turn.');
  assert.equal(told({ type: 'fizzle' }), 'An action of yours comes to nothing.');
  assert.match(told({ type: 'window', seat: 1 - you }) ?? '', / \([AB]\) may react\.$/);
});

test('steps are called by rounds, chapters by turns, in Blitz both by rounds', () => {
  assert.equal(
    nameStep(11, INFO, { turn: 7, round: 4, mode: 'turns', active: 0, you: 0, race: { last_round: 20 } }),
    'Round 4 of 20 · your turn',
  );
  assert.equal(nameStep(4, INFO, { turn: 3, round: 3, mode: 'blitz' }), 'Round 3');
  assert.equal(nameStep(0, INFO, { turn: 0 }), null);
  assert.equal(nameChapter({ turn: 7, acting: 1 }, INFO), 'Turn 7: Ben (B)');
  assert.equal(nameChapter({ turn: 7, acting: 1 }, { ...INFO, options: { mode: 'blitz' } }), 'Round 7');
  assert.equal(nameChapter({ turn: 0, acting: null }, INFO), null);
});

test('Ready says what silence means in each phase, and with a draft what it does', () => {
  const meant = Object.fromEntries(
    ['main', 'window', 'end_step', 'plan', 'fleet'].map((phase) => [phase, nameReady({}, asked(phase))]),
  );
  assert.deepEqual(meant, {
    main: 'End turn',
    window: 'Pass',
    end_step: 'Finish',
    plan: 'Plan nothing',
    fleet: 'Choose for me',
  });
  assert.equal(nameReady({ type: 'gather' }, asked('main')), 'Do it');
  assert.equal(nameReady({ type: 'end_turn' }, asked('main')), 'End turn');
  assert.equal(nameReady({ type: 'resign' }, asked('main')), null);
});
