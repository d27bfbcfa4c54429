import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeWords } from 'kit/large_words.js';

/** Where the middle of words of 80 pixels stands on a board of 500, after places at these heights, one camera after the other. @param {...number[]} cameras */
function topsOf(...cameras) {
  const style = new Map();
  const classes = new Set();
  const words = {
    hidden: false,
    offsetHeight: 80,
    style: { setProperty: (name, value) => style.set(name, value), removeProperty: (name) => style.delete(name) },
    classList: {
      contains: (name) => classes.has(name),
      remove: (name) => classes.delete(name),
      toggle: (name, is) => (is ? classes.add(name) : classes.delete(name)),
    },
  };
  return cameras.map((heights) => {
    placeWords(words, heights, { head: 12, height: 500 });
    return style.get('top');
  });
}

test('large words stand at the head of the board, and at its foot where their place lies high', () => {
  assert.deepEqual(topsOf([250]), ['52px']);
  assert.deepEqual(topsOf([100]), ['396px']);
  assert.deepEqual(topsOf([100, 120, 400]), ['52px'], 'no room anywhere: where there is more');
});

test('words of no place stand in the middle', () => {
  assert.deepEqual(topsOf([]), [undefined]);
  assert.deepEqual(topsOf([250], []), ['52px', undefined]);
});

test('while the camera moves words stay where they stand clear', () => {
  assert.deepEqual(topsOf([100], [150], [200]), ['396px', '396px', '396px']);
  assert.deepEqual(topsOf([250], [200], [100]), ['52px', '52px', '396px']);
});
