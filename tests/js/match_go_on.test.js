import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPaperPage } from './paper_page.js';

const page = openPaperPage();
const elements = new Map();
page.getElementById = (id) => {
  if (!elements.has(id)) elements.set(id, page.createElement('div'));
  return elements.get(id);
};
const { createGoOn } = await import('match/go_on.js');

const DECLARED = [
  { key: 'enemy', label: 'an enemy comes', amount: null, usual: true },
  { key: 'energy', label: 'so much energy', amount: [1, 900, 100], usual: false },
  { key: 'bids_end', label: 'bids are about to end', amount: null, usual: false },
];

function open() {
  elements.clear();
  const said = [];
  const goOn = createGoOn({
    game: 'toy',
    declared: DECLARED,
    send: async (type, fields) => said.push([type, fields]),
    submit: async () => said.push(['ready']),
    fail: (error) => said.push(['fail', error.message]),
  });
  return { said, ...goOn };
}

test('words go on for so many steps until what they name, and are ready with the step that is due', async () => {
  const { said, commands } = open();
  await commands['go on']('30 until enemy, energy 250');
  await commands['go on']('until enemy or energy 5');
  await commands['go on']('until bids end, energy 7');
  await commands['go on']('');
  assert.deepEqual(said, [
    ['go_on', { steps: 30, until: { enemy: true, energy: 250 } }],
    ['ready'],
    ['go_on', { steps: 20, until: { enemy: true, energy: 5 } }],
    ['ready'],
    ['go_on', { steps: 20, until: { bids_end: true, energy: 7 } }],
    ['ready'],
    ['go_on', { steps: 20, until: {} }],
    ['ready'],
  ]);
});

test('words that name no condition, or a number where there is none, are refused with the list', async () => {
  const { said, commands } = open();
  for (const words of ['9 until moon', '9 until energy', '9 until enemy 4'])
    await assert.rejects(commands['go on'](words), /Conditions are: enemy, energy 100, bids end$/);
  await assert.rejects(commands['go on']('for ever'), /go on 20 until enemy, energy 100/);
  assert.deepEqual(said, []);
});

test('one press stops', async () => {
  const { said, commands } = open();
  await commands.stop('');
  assert.deepEqual(said, [['go_on', { steps: 0 }]]);
});

const state = (left, stopped = null) => ({
  type: 'going_on',
  match: 'm',
  left,
  until: { enemy: true, energy: 250 },
  stopped,
});
const words = () => elements.get('going-on').textContent;

test('while a seat goes on it says for how long and until what; when it has stopped, why, at that step only', () => {
  const { show } = open();
  show(state(3), { due: true, step: 4 });
  assert.match(words(), /Going on: 3 steps left, or until an enemy comes or so much energy \(250\)\..*Stop/);
  const stopped = { step: 5, key: 'enemy', text: 'A ship of %(who)s came.', data: { who: 'Ada' } };
  show(state(0, stopped), { due: true, step: 5 });
  assert.equal(words(), 'Stopped: A ship of Ada came.');
  show(state(0, stopped), { due: true, step: 6 });
  assert.equal(words(), '');
  show(state(0, { step: 6, key: 'steps', text: null, data: {} }), { due: true, step: 6 });
  assert.match(words(), /steps are over/);
});
