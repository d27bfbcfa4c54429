// Which keys make a group of pieces, and which one brings it back?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupKeys } from 'kit/groups.js';
import { keyHandler } from 'kit/keys.js';

/** What is chosen in a match, and what presses of a digit with other keys held do to it. */
function sitting() {
  const session = {
    state: { groups: {}, selected: [7, 9] },
    change: (part) => Object.assign(session.state, part),
    say() {},
    select: (ids) => (session.state.selected = ids),
    members: (ids) => ids,
  };
  const handle = keyHandler(groupKeys(), session, /** @type {any} */ (null));
  return { session, press: (digit, held) => handle({ key: digit, code: `Digit${digit}`, target: null, ...held }) };
}

test('Ctrl or Shift and a digit make a group, Alt and the digit select it', () => {
  const { session, press } = sitting();
  assert.ok(press('2', { ctrlKey: true }));
  session.state.selected = [4];
  assert.ok(press('3', { shiftKey: true }));
  assert.deepEqual(session.state.groups, { 2: [7, 9], 3: [4] });
  assert.ok(press('2', { altKey: true }));
  assert.deepEqual(session.state.selected, [7, 9]);
  assert.ok(!press('2', {}), 'a digit alone is another key');
});

test('the browser has its keys where there is nothing to group or to select', () => {
  const { session, press } = sitting();
  assert.ok(!press('2', { altKey: true }), 'there is no group 2');
  assert.ok(!press('2', { ctrlKey: true, shiftKey: true }), 'Ctrl and Shift are the system’s');
  session.state.selected = [];
  assert.ok(!press('2', { ctrlKey: true }) && !press('2', { metaKey: true }), 'nothing is chosen');
  assert.deepEqual(session.state.groups, {});
});
