import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amount, createCommands, share } from 'kit/verbs.js';

const info = {
  seats: [
    { seat: 0, name: 'Lena' },
    { seat: 1, name: 'Ole' },
  ],
};
const frame = { step: 1, view: { phase: 'play' }, events: [], choices: {}, final: false };
const { parseCommand, commandHelp } = createCommands({
  whole: (orders) => ({ acts: orders?.acts ?? [] }),
  positionOf: (view) => view,
  example: 'move A1 5',
  lead: 'please',
  kinds: {
    cell(word) {
      if (!/^[a-h]\d$/i.test(word ?? '')) throw new Error(`no cell ${word}`);
      return word.toUpperCase();
    },
  },
  verbs: [
    {
      says: ['move', 'm'],
      takes: ['cell', 'number?'],
      help: [['move A1 5', () => 'Move']],
      act: ({ orders }, ...given) => ({ acts: [...orders.acts, given] }),
    },
    { says: ['group'], takes: ['cell*'], act: (_, cells) => ({ acts: cells }) },
    { says: ['ally'], takes: ['seat'], act: (_, seat) => ({ acts: [seat] }) },
    { says: ['bid'], takes: ['number'], when: ({ view }) => view.phase === 'auction', act: (_, n) => ({ acts: [n] }) },
  ],
});
const parse = (text, orders = null) => parseCommand(text, orders, frame, info).acts;

test('a verb may read what the server foresees of the draft', () => {
  const { parseCommand: say } = createCommands({
    whole: (orders) => orders,
    positionOf: (view) => view,
    example: 'rest',
    kinds: {},
    verbs: [{ says: ['rest'], act: ({ forecast }) => ({ left: forecast?.left ?? null }) }],
  });
  assert.deepEqual(say('rest', {}, frame, info, { left: 4 }), { left: 4 });
  assert.deepEqual(say('rest', {}, frame, info), { left: null });
});

test('a verb gets its arguments by kind, and the draft that it adds to', () => {
  assert.deepEqual(parse('move a1 5'), [['A1', 5]]);
  assert.deepEqual(parse('M a1', { acts: ['before'] }), ['before', ['A1', undefined]]);
  assert.deepEqual(parse('please move a1'), [['A1', undefined]]);
  assert.deepEqual(parse('group a1, b2 → c3'), ['A1', 'B2', 'C3']);
});

test('a seat is known by letter, name and number', () => {
  for (const word of ['B', 'ole', '1']) assert.deepEqual(parse(`ally ${word}`), [1]);
  assert.throws(() => parse('ally Zed'), /There is no seat “Zed”/);
});

test('what is unknown, missing, too much or of another phase is told in a sentence', () => {
  assert.throws(() => parse('fly a1'), /Unknown command “fly”. Try: move A1 5/);
  assert.throws(() => parse(''), /Unknown command/);
  assert.throws(() => parse('move'), /no cell undefined/);
  assert.throws(() => parse('group'), /no cell undefined/);
  assert.throws(() => parse('move a1 five'), /“five” is not a number/);
  assert.throws(() => parse('move a1 5 6'), /“6” is too much here/);
  assert.throws(() => parse('bid 5'), /“bid” means nothing in this part of the match/);
});

test('the help lists what the table shows', () => {
  assert.deepEqual(commandHelp(), [{ command: 'move A1 5', meaning: 'Move' }]);
});

test('examples have the names of the match that is played', () => {
  const { parseCommand: say, commandHelp: help } = createCommands({
    whole: (orders) => orders,
    positionOf: (view) => view,
    example: 'send A1 B2',
    samples: ({ first }) => ({ A1: first, B2: 'Orun Deep' }),
    kinds: {},
    verbs: [{ says: ['send'], help: [['send A1 B2 A12', () => '从 A1 到 B2，A12']], act: () => null }],
  });
  const shown = { ...frame, view: { first: '勇敢苍鹭' } };
  assert.deepEqual(help(shown), [{ command: 'send 勇敢苍鹭 Orun Deep A12', meaning: '从勇敢苍鹭到 Orun Deep，A12' }]);
  assert.throws(() => say('fly', {}, shown, info), /Try: send 勇敢苍鹭 Orun Deep$/);
});

test('an amount is a number, a part or all of what there is; a half where nothing is said', () => {
  assert.deepEqual(
    ['40', '25%', 'all', undefined].map((word) => amount(word)(80)),
    [40, 20, 80, 40],
  );
  for (const word of ['0', '-3', '1.5', 'few', '0%', '101%']) assert.throws(() => amount(word), Error, word);
  assert.throws(() => amount('all')(0), /Nothing is left/);
  assert.deepEqual([share(1, 0.1), share(0, 1), share(50, 0.58)], [1, 0, 29]);
});
