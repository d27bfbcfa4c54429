// What are steps and seats called on a match page?
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { nameStepsBy, personPage, seatName, shownName, stepName } from 'match/seats.js';

const INFO = { turns: 'round', first_step: 0, seats: [{ seat: 0, name: 'Alice', kind: 'person', bot: '' }] };

afterEach(() => nameStepsBy({}));

test('steps are counted from 1, as rounds or as steps', () => {
  assert.equal(stepName(INFO, 0), 'Round 1');
  assert.equal(stepName({ ...INFO, turns: 'step' }, 4), 'Step 5');
  assert.equal(
    stepName({ ...INFO, first_step: 58 }, 0),
    'Round 59',
    'where a match begins later, they are called as they are',
  );
  assert.equal(shownName(INFO, 4, { step: 4, view: {}, final: false }), 'Round 5');
  assert.equal(shownName(INFO, 4, { step: 4, view: {}, final: true }), 'After Round 4');
  assert.equal(shownName(INFO, 0, { step: 0, view: {}, final: true }), 'Round 1');
});

test('a game may call its steps by names of its own, from the position if it is at hand', () => {
  nameStepsBy({ nameStep: (step, _, view) => (view ? `Day ${view.day}` : step ? `Day ${step} or so` : null) });
  assert.equal(stepName(INFO, 0), 'Round 1', 'it need not name them all');
  assert.equal(stepName(INFO, 3), 'Day 3 or so');
  assert.equal(stepName(INFO, 3, { day: 2 }), 'Day 2');
  assert.equal(shownName(INFO, 3, { step: 3, view: { day: 2 }, final: false }), 'Day 2');
  assert.equal(shownName(INFO, 3, { step: 3, view: { day: 2 }, final: true }), 'After Day 2 or so');
});

test('a name leads to the page of the person, but never where it is a secret who sits where', () => {
  const info = {
    anonymous: false,
    kind: 'ordinary',
    seats: [
      { seat: 0, name: 'Alice', kind: 'person', bot: '' },
      { seat: 1, name: 'Easy', kind: 'bot', bot: 'easy' },
      { seat: 2, name: '', kind: 'person', bot: '' },
    ],
  };
  assert.equal(personPage('k7m2p9qx4t', info, 0), '/matches/k7m2p9qx4t/seats/0/');
  assert.equal(personPage('k7m2p9qx4t', info, 1), null);
  assert.equal(personPage('k7m2p9qx4t', info, 2), null);
  assert.equal(personPage('k7m2p9qx4t', { ...info, anonymous: true }, 0), null);
  assert.equal(personPage('k7m2p9qx4t', { ...info, kind: 'hot_seat' }, 0), null);
});

test('a seat without a name is called by its letter', () => {
  assert.equal(seatName(INFO, 0), 'Alice');
  assert.equal(seatName(INFO, 1), 'Seat B');
});
