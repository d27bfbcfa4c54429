// Which clicks are a thing's own that lies over the board?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepPresses } from 'kit/over.js';

/** A thing over the board: what it hears of a press in it, of one elsewhere, and of a click. @param {import('node:test').TestContext} context */
function setUp(context) {
  globalThis.window = /** @type {any} */ (new EventTarget());
  context.after(() => {
    delete globalThis.window;
  });
  const element = new EventTarget();
  keepPresses(/** @type {any} */ (element));
  const pressElsewhere = () => window.dispatchEvent(new Event('pointerdown'));
  return {
    pressElsewhere,
    // The window hears of it before the element does.
    press() {
      pressElsewhere();
      element.dispatchEvent(new Event('pointerdown'));
    },
    /** Is the click let through? @param {number} [detail] 0: by the keyboard */
    clicks(detail = 1) {
      const event = Object.assign(new Event('click'), { detail });
      element.dispatchEvent(event);
      return !event.cancelBubble;
    },
  };
}

test('what is pressed in the element counts, and the click of a tap that made it appear does not', (context) => {
  const { press, clicks } = setUp(context);
  assert.ok(!clicks());
  press();
  assert.ok(clicks());
  assert.ok(!clicks());
  assert.ok(clicks(0));
});

test('a press that slides off does not let the click of the next tap through', (context) => {
  const { press, pressElsewhere, clicks } = setUp(context);
  press();
  pressElsewhere();
  assert.ok(!clicks());
  press();
  press();
  assert.ok(clicks());
});
