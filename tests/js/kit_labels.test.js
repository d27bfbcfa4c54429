import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPlacer, keptLayout } from 'kit/labels.js';

const SIZE = { width: 400, height: 300 };
const LABEL = { x: 200, y: 150, width: 40, height: 16, away: 8 };

const overlap = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

test('a label stands where it likes best when there is room', () => {
  const box = createPlacer(SIZE).place({ ...LABEL, towards: 0 });
  assert.ok(box && box.x >= 208 && Math.abs(box.y + 8 - 150) < 0.01);
});

test('many labels of one place do not cover each other, nor what has registered', () => {
  const placer = createPlacer(SIZE);
  const plate = { x: 205, y: 120, width: 60, height: 40 };
  placer.plate(plate);
  const boxes = Array.from({ length: 6 }, () => placer.place({ ...LABEL, rings: 5 }));
  boxes.forEach((box, i) => {
    assert.ok(box && !overlap(box, plate));
    for (const other of boxes.slice(i + 1)) assert.ok(!overlap(box, other));
  });
});

test('a label turns away from a line and from a disc', () => {
  const placer = createPlacer(SIZE);
  placer.line([
    [200, 150],
    [390, 150],
  ]);
  placer.disc(170, 150, 20);
  const box = placer.place({ ...LABEL, towards: 0 });
  assert.ok(box && (box.y > 150 || box.y + box.height < 150));
});

test('words would rather lie over anything on the board than under what lies over it', () => {
  const over = [{ x: 0, y: 0, width: 400, height: 48 }];
  const placer = createPlacer({ ...SIZE, state: { over } });
  for (let x = 20; x < 400; x += 40) for (let y = 70; y < 300; y += 40) placer.disc(x, y, 18, 4);
  for (const one of [placer, placer.copy()]) {
    const box = one.place({ x: 200, y: 60, width: 170, height: 60, away: 20, rings: 10 });
    assert.ok(box && !overlap(box, over[0]));
  }
});

test('labels stay on the canvas; one that may be left out is, rather than covering', () => {
  const placer = createPlacer(SIZE);
  const corner = placer.place({ ...LABEL, x: 398, y: 2 });
  assert.ok(corner && corner.x + corner.width <= 400 && corner.y >= 0);
  placer.plate({ x: 0, y: 0, width: 400, height: 300 }, 3);
  assert.equal(placer.place({ ...LABEL, optional: true }), null);
  assert.notEqual(placer.place(LABEL), null);
});

test('words stay in the part of the canvas where they belong; what must be said and has no room there stands beside it', () => {
  const room = { x: 100, y: 0, width: 200, height: 300 };
  const placer = createPlacer({ ...SIZE, room });
  const edge = placer.place({ ...LABEL, x: 298, y: 150 });
  assert.ok(edge && edge.x >= 100 && edge.x + edge.width <= 300, JSON.stringify(edge));
  const wide = { ...LABEL, x: 298, y: 250, width: 220 };
  assert.equal(placer.copy().place({ ...wide, optional: true }), null);
  assert.notEqual(placer.copy().place(wide), null);
  assert.notEqual(placer.copy().place({ ...wide, optional: true, beyond: true }), null);
});

test('words about a line stand on it, beside it where something else does, and a copy moves nothing', () => {
  const line = [
    [20, 100],
    [380, 100],
  ];
  const size = { width: 40, height: 18 };
  const placer = createPlacer({ width: 400, height: 200 });
  const first = placer.copy().along(line, size);
  assert.ok(Math.abs(first.y + first.height / 2 - 100) < 2);
  for (let x = 0; x < 400; x += 20) placer.plate({ x, y: 90, width: 20, height: 20 });
  const { y, height } = placer.along(line, size);
  assert.ok(y > 110 || y + height < 90, `${y} covers the line's plates`);
});

test('a layout is made once for a camera, and again when something that is written changes', () => {
  let made = 0;
  const layout = keptLayout((_, position) => {
    made += 1;
    return [made, position];
  });
  const view = (scale) => ({ camera: { x: 0, y: 0, scale }, width: 100, height: 100 });
  layout.of(view(1), 'a');
  assert.deepEqual(layout.of(view(1), 'a'), [1, 'a']);
  assert.deepEqual(layout.of(view(2), 'a'), [2, 'a']);
  layout.forget();
  assert.deepEqual(layout.of(view(2), 'b'), [3, 'b']);
});

test('a label with a spot stays where it was until something that matters lies there', () => {
  const spot = {};
  const room = { ...LABEL, towards: 0, spot };
  const first = createPlacer(SIZE).place(room);
  const blocked = createPlacer(SIZE);
  blocked.plate(first);
  const second = blocked.place(room);
  assert.ok(!overlap(first, second));
  assert.deepEqual(createPlacer(SIZE).place(room), second, 'what went away does not call it back');
  const again = createPlacer(SIZE);
  again.plate(second);
  assert.deepEqual(again.place(room), first);
});
