// Does a step that is played again change the stage as its events say?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStage, tracksFrom } from 'kit/playback.js';

test('each event changes its piece when its time comes; one without a piece, or without a line in the table, is passed over', () => {
  const stage = { ships: [{ id: 0, hull: 9 }] };
  let painted = 0;
  const flash = { at: 40, lasts: 100 };
  const table = {
    hit: { at: 50, change: ({ left }) => ({ hull: left }), tracks: () => [flash] },
    storm: {
      at: 10,
      change(_, ship, { ships }) {
        assert.equal(ship, ships[0]);
        ship.wet = true;
      },
    },
  };
  const events = [
    { type: 'hit', ship: 0, left: 4 },
    { type: 'hit', ship: 7, left: 1 },
    { type: 'storm', ship: 0 },
    { type: 'new' },
  ];
  const tracks = tracksFrom(events, {
    stage,
    table,
    pieceOf: ({ ship }) => stage.ships[ship],
    changed: () => {
      painted += 1;
    },
  });
  assert.deepEqual(
    tracks.map(({ at }) => at),
    [50, 40, 10],
  );
  assert.deepEqual(stage.ships, [{ id: 0, hull: 9 }], 'nothing happens before its time');
  for (const { begin } of tracks) begin?.();
  assert.deepEqual(stage.ships, [{ id: 0, hull: 4, wet: true }]);
  assert.equal(painted, 2);
});

test('a stage is there while a step is played, and a newer one ends it', async () => {
  const ends = [];
  let turns = 0;
  const board = {
    redraw() {},
    timeline: { play: (tracks) => new Promise((end) => ends.push(() => end(tracks))) },
  };
  const stage = createStage({
    board,
    stageOf: (before) => ({ ...before }),
    courseOf: (mine, before, after) => ({ tracks: [mine, before, after], phases: [{ name: '', at: 0 }], length: 0 }),
    positionOf: (view) => ({ round: view.round }),
    layers: ['ships'],
    turned: () => {
      turns += 1;
    },
  });
  const frame = (round) => ({ view: { round }, events: [] });
  const how = { speed: 1, instant: false };
  const first = stage.play(frame(1), frame(2), how);
  assert.deepEqual(stage.now(), { round: 1 });
  const second = stage.play(frame(2), frame(3), how);
  ends[0]();
  await first;
  assert.deepEqual(stage.now(), { round: 2 }, 'the end of the older one takes nothing away');
  ends[1]();
  await second;
  assert.deepEqual([stage.isPlayed(), turns], [false, 3]);
});
