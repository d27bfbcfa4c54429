// Is every cell of a kind built on exactly once, and do names stay on the map?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxesOf } from 'games/hundred_clubs/campus.js';
import { memberLens, paintConquests } from 'games/hundred_clubs/heat.js';
import { chartOf, piecesOf, positionOf } from 'games/hundred_clubs/position.js';
import { paintLandmarks, paintTerrain } from 'games/hundred_clubs/terrain.js';
import { paintBadges } from 'games/hundred_clubs/territory.js';
import { richesOf } from 'games/hundred_clubs/worth.js';
import { viewOf } from './hundred_clubs_map_fixture.js';
import { RecordingCanvas, wordsOn } from './recording_canvas.js';

test('boxes cover the cells of their kind once, and no others', () => {
  const rows = ['aab..', 'aabb.', 'a.bbb', '..bbb'];
  const kinds = [...rows.join('')];
  const chart = /** @type {any} */ ({ width: 5, height: 4 });
  for (const kind of ['a', 'b']) {
    const covered = boxesOf(kinds, chart, kind).flatMap(({ x, y, width, height }) =>
      Array.from({ length: width * height }, (_, i) => (y + Math.floor(i / width)) * 5 + x + (i % width)),
    );
    assert.equal(new Set(covered).size, covered.length);
    assert.deepEqual(
      covered.toSorted((a, b) => a - b),
      [...kinds.keys()].filter((cell) => kinds[cell] === kind),
    );
  }
});

test('what is built as one has an end', () => {
  const boxes = boxesOf(Array(20).fill('a'), /** @type {any} */ ({ width: 20, height: 1 }), 'a');
  assert.ok(boxes.length > 1);
});

test('names of places stay on the campus, also of those at its edges', () => {
  const [cell, from] = [20, 100];
  const shown = viewOf(
    ['DDDDDDDDDDDD', 'DDDDDDDDDDDD', 'DDDDDDDDDDDD'],
    ['............', '............', '............'],
    {
      map: {
        landmarks: [0, 11].map((x) => ({
          at: [x, 1],
          name: `Library at the edge ${x}`,
          name_zh: '',
          note: '',
          note_zh: '',
        })),
      },
    },
  );
  const canvas = new RecordingCanvas(600, 200);
  const view = /** @type {any} */ ({
    width: 600,
    height: 200,
    palette: { panel: '#101010', text: '#fff', font: 'sans-serif' },
    camera: { scale: cell },
    at: (x, y) => [from + x * cell, 40 + y * cell],
  });
  paintLandmarks(canvas.getContext(), view, chartOf(shown), shown, { standing: [], gift: null, areas: false });
  const words = wordsOn(canvas);
  assert.equal(words.length, 2);
  for (const { text, x, width } of words) assert.ok(x >= from && x + width <= from + 12 * cell, text);
});

test('what is about to be won has the other tone below its lines, so that a rival’s land in the same colour hides none', () => {
  const canvas = new RecordingCanvas(600, 200);
  const palette = {
    ...{ ink: '#0B1220', lamp: '#FFB84D', text: '#fff', panel: '#101010', font: 'sans-serif' },
    seats: ['#0072B2', '#E69F00'],
  };
  const view = /** @type {any} */ ({
    width: 600,
    height: 200,
    palette,
    camera: { scale: 30 },
    at: (x, y) => [x * 30, y * 30],
  });
  const position = positionOf(viewOf(['DDDD'], ['011.']));
  const strokes = () => canvas.getContext().strokes.map(({ colour }) => colour);
  for (const part of [{ likely: [[1, 0]] }, { sure: [[1, 0]] }]) {
    canvas.getContext().forget();
    const plan = /** @type {any} */ ({ sure: [], likely: [], broken: [], ...part });
    paintConquests(canvas.getContext(), view, position, plan, 0);
    const found = strokes();
    assert.ok(found.includes(palette.lamp));
    assert.ok(found.indexOf(palette.ink) < found.indexOf(palette.lamp) && found.includes(palette.ink));
    // And the own colour around both: the lamp's is near a seat's.
    assert.ok(!part.likely || found.lastIndexOf(palette.seats[0]) < found.lastIndexOf(palette.ink));
    assert.ok(!part.likely || found.includes(palette.seats[0]));
  }
});

test('beside a narrow map the town goes on, dimmed and mirrored; a map that fills the board is painted once', () => {
  const shown = viewOf(['DDDD', 'DDDD'], ['....', '....']);
  const pictures = (/** @type {number} */ left, /** @type {number} */ scale) => {
    /** @type {[picture: string, mirrored: number][]} */
    const drawn = [];
    let across = 1;
    const known = /** @type {any} */ ({
      transform: (/** @type {number} */ a) => (across = a),
      restore: () => (across = 1),
      drawImage: (/** @type {string} */ picture) => drawn.push([picture, across]),
      createLinearGradient: () => ({ addColorStop() {} }),
    });
    const ctx = /** @type {any} */ (new Proxy(known, { get: (all, name) => all[name] ?? (() => {}), set: () => true }));
    const view = /** @type {any} */ ({
      ...{ width: 300, height: 100, camera: { scale } },
      at: (/** @type {number} */ x, /** @type {number} */ y) => [left + x * scale, y * scale],
      palette: { ink: '#0B1220', text: '#ffffff', line: '#333333', dark: true },
    });
    paintTerrain(ctx, view, chartOf(shown), shown, /** @type {any} */ ({ seen: 'seen', unseen: 'unseen' }));
    return drawn;
  };
  const last = ['seen', 1];
  assert.deepEqual(pictures(50, 50), [['unseen', -1], ['unseen', -1], last]);
  assert.deepEqual(pictures(0, 75), [last]);
});

test('land that gives much has points of light where campaigns could win it, and a lens has a number for each cell', () => {
  const position = positionOf(viewOf(['DDT.+DDDDDDD'], ['00.....1....']));
  assert.deepEqual(richesOf(position), [
    { cell: 2, points: 2 },
    { cell: 5, points: 3 },
  ]);
  const { influence, strength } = memberLens(position);
  assert.deepEqual(influence.slice(0, 5), [160, 160, 100, 20, 40]);
  assert.equal(strength[0], 2);
});

test('a badge stays where it lies while its land grows, and there is none where the flag of its club flies', () => {
  const canvas = new RecordingCanvas(600, 100);
  const palette = { ink: '#0B1220', text: '#fff', panel: '#101010', font: 'sans-serif', seats: ['#0072B2', '#E69F00'] };
  const view = /** @type {any} */ ({
    ...{ width: 600, height: 100, palette, camera: { scale: 30 } },
    at: (/** @type {number} */ x, /** @type {number} */ y) => [x * 30, y * 30],
  });
  const { chart } = positionOf(viewOf(['DDDDDDDDD'], ['.........']));
  const badges = (/** @type {string} */ owners, /** @type {number[]} */ flags = []) => {
    canvas.getContext().forget();
    const { owner } = positionOf(viewOf(['DDDDDDDDD'], [owners]));
    paintBadges(canvas.getContext(), view, chart, piecesOf(chart, owner), new Set(flags), new Set(flags));
    return wordsOn(canvas).map(({ text, x, width }) => `${text}${Math.floor((x + width / 2) / 30)}`);
  };
  assert.deepEqual(badges('.111.....'), ['B2']);
  assert.deepEqual(badges('.1111111.'), ['B2'], 'its middle is elsewhere now');
  assert.deepEqual(badges('....111..'), ['B5']);
  assert.deepEqual(badges('....111..', [4]), []);
});
