import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepApart } from 'kit/words_apart.js';

/** Where words of 80 pixels stand, in the middle at 200, beside a caption there. */
function topOf(head, height, hidden = false) {
  const style = new Map([['top', '5px']]);
  const words = {
    hidden: false,
    offsetTop: 200,
    offsetHeight: 80,
    style: { setProperty: (name, value) => style.set(name, value), removeProperty: (name) => style.delete(name) },
  };
  keepApart(words, { hidden, offsetTop: head, offsetHeight: height });
  return style.get('top');
}

test('large words stand in the middle of the board while nothing else does', () => {
  assert.equal(topOf(10, 60), undefined);
  assert.equal(topOf(300, 60), undefined);
  assert.equal(topOf(170, 60, true), undefined);
});

test('a sentence that reaches there sends them below itself, or above where it stands low', () => {
  assert.equal(topOf(60, 120), '228px', 'below its foot at 180');
  assert.equal(topOf(210, 60), '162px', 'above its head at 210');
});
