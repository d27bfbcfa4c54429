import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL, channelOfSeats, channels, createMuted, createUnread } from 'match/channels.js';

const seats = [0, 1, 2, 3].map((seat) => ({ seat, name: 'ABCD'[seat], kind: 'person', bot: '' }));
const INFO = { press: 'full', you: 1, seats };
const line = (number, to = [], seat = 0, room = 'seats') => ({ number, to, seat, room, at: number, text: '' });
const keys = (known) => channels({ info: INFO, lines: [], opened: [], canWrite: true, ...known }).map(({ key }) => key);

test('there is a channel for all, one with each other seat, and groups', () => {
  assert.deepEqual(keys({}), ['', '0+1', '1+2', '1+3']);
  assert.deepEqual(keys({ opened: [channelOfSeats([3, 1, 0])] }), ['', '0+1', '1+2', '1+3', '0+1+3']);
  assert.deepEqual(keys({ lines: [line(1, [0, 1, 3])], opened: [channelOfSeats([1, 3, 0])] }).slice(-1), ['0+1+3']);
});

test('where nobody writes any more, or may not in private, only what was said has a channel', () => {
  assert.deepEqual(keys({ canWrite: false }), ['']);
  assert.deepEqual(keys({ canWrite: false, lines: [line(1, [1, 2])] }), ['', '1+2']);
  assert.deepEqual(keys({ info: { ...INFO, press: 'public' } }), ['']);
  assert.deepEqual(keys({ info: { ...INFO, you: null } }), ['']);
});

test('what was there before and what one says oneself is not unread', () => {
  const unread = createUnread();
  unread.take([line(1), line(1, [1, 2], 2)], { you: 1, open: null });
  assert.equal(unread.total(new Set()), 0);
  const lines = [line(1), line(1, [1, 2], 2), line(2, [1, 2], 2), line(3, [1, 2], 1), line(2)];
  assert.deepEqual([...unread.take(lines, { you: 1, open: ALL })], ['1+2', ALL]);
  assert.deepEqual([unread.of(ALL), unread.of('1+2'), unread.total(new Set())], [0, 1, 1]);
  unread.take(lines, { you: 1, open: null });
  assert.equal(unread.total(new Set()), 1, 'a line that is told twice counts once');
  assert.equal(unread.total(new Set(['1+2'])), 0, 'a muted channel keeps its own number and calls nobody');
  unread.read('1+2');
  assert.equal(unread.of('1+2'), 0);
});

test('lines of the rooms of one channel are counted apart', () => {
  const unread = createUnread();
  unread.take([line(4)], { you: 1, open: null });
  unread.take([line(4), line(1, [], null, 'table')], { you: 1, open: null });
  assert.equal(unread.of(ALL), 1);
});

test('without a storage muting holds for the page', () => {
  const muted = createMuted('m');
  muted.set('0+1', true);
  assert.deepEqual([...muted.all], ['0+1']);
  muted.set('0+1', false);
  assert.equal(muted.all.size, 0);
});
