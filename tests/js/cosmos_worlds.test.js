// Can planets be told apart by their form where they are small?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stretch } from 'games/cosmos/scene.js';
import { paintWorld } from 'games/cosmos/worlds.js';

/** What is drawn of a planet: the widths of its lines, the dashes, how many corners. @param {any} more */
function drawnOf(more) {
  const found = { widths: [], dashes: [], calls: [] };
  const ctx = new Proxy(/** @type {any} */ ({}), {
    get:
      (_, name) =>
      (...args) => {
        if (name === 'setLineDash') found.dashes.push(String(args[0]));
        if (name === 'createRadialGradient') return { addColorStop() {} };
        found.calls.push(name);
      },
    set: (_, name, value) => name !== 'lineWidth' || found.widths.push(value) > 0,
  });
  const palette = {
    dark: true,
    ink: '#000000',
    text: '#ffffff',
    muted: '#888888',
    nobody: '#777777',
    seats: ['#e69f00', '#56b4e9'],
  };
  const view = { at: (x, y) => [x, y], camera: { scale: 10 }, palette: { ...palette, font: 'x' } };
  const drawn = { id: 1, x: 50, y: 50, energy: 20, alpha: 1, round: null, wait: 0, own: false, seat: null, ...more };
  paintWorld(ctx, /** @type {any} */ (view), /** @type {any} */ (drawn), 9, '#56b4ea', null);
  return found;
}

test('own, a rival’s and nobody’s differ in ring, dashes and mark', (context) => {
  const quiet = new Proxy(/** @type {any} */ ({}), { get: () => () => ({ addColorStop() {} }), set: () => true });
  Object.assign(globalThis, {
    OffscreenCanvas: class {
      getContext = () => quiet;
    },
  });
  context.after(() => Reflect.deleteProperty(globalThis, 'OffscreenCanvas'));
  const [own, rival, free] = [{ seat: 1, own: true }, { seat: 1 }, {}].map(drawnOf);
  assert.ok(own.widths.includes(3) && !rival.widths.slice(0, 1).includes(3), `${own.widths} ${rival.widths}`);
  assert.ok(free.dashes.includes('3,3') && !rival.dashes.includes('3,3'));
  assert.ok(rival.calls.length > free.calls.length, 'the mark of its owner stands beside it');
});

test('the aether of a match fills all of the ramp, and what nobody knows stays apart', () => {
  const chart = /** @type {any} */ ({ width: 4, height: 1, values: new Float32Array([0, 0.5, 0.75, 1]) });
  const shown = [...stretch(chart, [500, 1000]).values].map((value) => Math.round(value * 100));
  assert.deepEqual(shown, [0, 14, 57, 100]);
  assert.equal(stretch(chart, [500, 1000]), stretch(chart, [500, 1000]), 'made once');
});
