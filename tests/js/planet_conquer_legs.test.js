// Is it told truly what became of those on their way, and shown where they are?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { legsOf, legTracks } from 'games/planet_conquer/legs.js';

const progress = ({ gone }) => gone;
const group = (id, gone, to = 'x') => ({ id, gone, to });

test('groups go on, set out, arrive, die, vanish and appear, by what is told of them', () => {
  const before = [group('on', 0.25), group('home', 0.75, 'port'), group('dead', 0.5), group('lost', 0.5)];
  const after = [group('on', 0.5), group('new', 0.25), group('seen', 0.75)];
  const legs = legsOf(before, after, {
    launched: [group('new', 0), group('short', 0, 'port')],
    destroyed: ['dead'],
    hasArrived: ({ to }) => to === 'port',
    progress,
  });
  assert.deepEqual(
    legs.map(({ group: { id }, from, to, fate }) => [id, fate, from, to]),
    [
      ['on', 'goes', 0.25, 0.5],
      ['new', 'goes', 0, 0.25],
      ['seen', 'appears', 0.75, 0.75],
      ['short', 'arrives', 0, 1],
      ['home', 'arrives', 0.75, 1],
      ['dead', 'dies', 0.5, 0.5],
      ['lost', 'vanishes', 0.5, 0.5],
    ],
  );
});

test('a leg is painted along its way; who dies fades, who jumps is at either end', () => {
  const beats = { at: 0, arrive: 100, end: 200 };
  const spots = [];
  const how = {
    line: () => [
      [0, 0],
      [100, 0],
    ],
    paint: (_, __, { x }) => spots.push(x),
  };
  const ctx = { globalAlpha: 1 };
  const [, goes, stands] = legTracks({ group: {}, from: 0, to: 0.5, fate: 'goes' }, beats, how);
  const event = { type: 'battle' };
  const [, arrives, waits] = legTracks(
    { group: {}, from: 0.5, to: 1, fate: 'arrives' },
    { ...beats, until: event },
    how,
  );
  assert.deepEqual([goes.lasts, arrives.lasts, stands.at, stands.stays], [100, 100, 100, 0]);
  goes.paint(ctx, null, 1);
  stands.paint(ctx, null, 0.1);
  arrives.paint(ctx, null, 0.5);
  waits.paint(ctx, null, 0);
  assert.equal(waits.until, event, 'who arrives is there until it is received');
  legTracks({ group: {}, from: 0, to: 1, fate: 'goes' }, beats, { ...how, jumps: true })[1].paint(ctx, null, 0.1);
  assert.deepEqual(spots, [50, 50, 75, 100, 0]);
  const later = legTracks({ group: {}, from: 0, to: 0, fate: 'dies' }, { ...beats, at: 50 }, how);
  assert.deepEqual(
    later.map(({ at }) => at),
    [-1, 50],
    'who sets out later stands there until then',
  );
  later[1].paint(ctx, null, 1);
  assert.equal(ctx.globalAlpha, 0);
});
