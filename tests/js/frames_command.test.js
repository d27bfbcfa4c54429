// Does a line of text mean what it says: a number, a verb, words of a choice, and a reason where it cannot be done?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandHelp, parseCommand } from 'games/frames/command.js';
import { say } from 'games/frames/words.js';
import { asked } from './frames_fixture.js';

const frame = asked('main');
const legal = frame.choices.filter(({ orders }) => orders);
const parse = (text, orders = {}) => parseCommand(text, orders, frame);

test('a number is the choice of that number, its words are the choice itself', () => {
  assert.equal(parse('1'), legal[0].orders);
  for (const choice of legal) assert.deepEqual(parse(say(choice)), choice.orders, say(choice));
});

test('short verbs stand for what a turn knows', () => {
  assert.deepEqual(parse('gather').type, 'gather');
  assert.deepEqual(parseCommand('Pass', {}, asked('window')), { type: 'react', use: [] });
  assert.deepEqual(parse('resign'), { type: 'resign' });
});

test('what is not there, or is more than one thing, is told in words', () => {
  assert.throws(() => parse('dance'), /Nothing that can be done is called “dance”/);
  assert.throws(() => parse('deploy'), /That could be: /);
});

test('what cannot be done is refused with its reason', () => {
  const choices = [
    { text: 'Gather energy', label: 'Gather energy', reason: { text: 'There is nothing to be fired at.' } },
  ];
  assert.throws(() => parseCommand('gather energy', {}, { ...frame, choices }), /There is nothing to be fired at\./);
});

test('the help names every form', () => {
  for (const { command, meaning } of commandHelp()) assert.ok(command && meaning.length > 3, command);
});
