import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { join, t, tn, use } from 'app/i18n.js';
import { reasonText } from 'match/end_words.js';

afterEach(() => use({}));

test('without a catalog the page speaks English', () => {
  assert.equal(t('Waiting for {names}', { names: 'Bob' }), 'Waiting for Bob');
  assert.equal(t('%(n)s of %(all)s', { n: 1, all: 2 }), '1 of 2');
  assert.equal(tn('{n} step', '{n} steps', 1), '1 step');
  assert.equal(tn('{n} step', '{n} steps', 5), '5 steps');
});

test('the catalog has the words of the language, with as many forms as it needs', () => {
  use({ Ready: '就绪', '{n} step': ['{n} 步'], Empty: '' });
  assert.equal(t('Ready'), '就绪');
  assert.equal(tn('{n} step', '{n} steps', 1), '1 步');
  assert.equal(tn('{n} step', '{n} steps', 5), '5 步');
  assert.equal(t('Empty'), 'Empty', 'what is not translated yet stays English');
});

test('a parameter that is missing stays visible, and values are not read as patterns', () => {
  assert.equal(t('{a} {b}', { a: '{b}' }), '{b} {b}');
});

test('a name from right to left takes nothing along that stands beside it', () => {
  assert.equal(t('{a}: {b}', { a: 'אבג', b: 'Bob' }), '\u2068אבג\u2069: Bob');
  assert.equal(tn('{n} of {a}', '', 1, { a: 'علي 2' }), '1 of \u2068علي 2\u2069');
  assert.equal(join(['Bob', 'אבג']), 'Bob and \u2068אבג\u2069');
  for (const other of ['Боб', '鲍勃', 'Ζωή', 'बॉब', '밥', '👑']) assert.equal(t('{a}!', { a: other }), `${other}!`);
});

test('why a match ended is said in the sentence that the page has for it', () => {
  const info = { reasons: { draw: '各方都相同。' } };
  assert.equal(reasonText(info, { status: 'finished', outcome: { reason: 'draw', places: [1, 1] } }), '各方都相同。');
  assert.equal(reasonText(info, { status: 'finished', outcome: { reason: 'sunk_moon', places: [1, 2] } }), 'sunk moon');
  assert.equal(reasonText(info, { status: 'aborted', outcome: null }), 'It counts for nobody.');
});

test('whoever resigned in a match of two is named', () => {
  const seats = [0, 1].map((seat) => ({ seat, name: ['Ada', 'Bob'][seat], kind: 'person' }));
  const status = {
    status: 'finished',
    outcome: { reason: 'resignation', places: [2, 1] },
    seats: seats.map(({ seat }) => ({ seat, resigned: seat === 0 })),
  };
  const info = { reasons: { resignation: 'The match ended by resignation.' }, seats };
  assert.equal(reasonText({ ...info, you: 1 }, status), 'Ada has given up.');
  assert.equal(reasonText({ ...info, you: null }, status), 'Ada has given up.');
  assert.equal(reasonText({ ...info, you: 0 }, status), 'You have given up.');
  const others = { ...status, seats: [...status.seats, { seat: 2, resigned: false }] };
  assert.equal(reasonText({ ...info, you: 1 }, others), 'The match ended by resignation.');
});
