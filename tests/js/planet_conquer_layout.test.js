// Does a bubble leave the names of planets to be read where routes are short?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLayout } from 'games/planet_conquer/layout.js';
import { emptyOrders } from 'games/planet_conquer/orders.js';
import { positionOf } from 'games/planet_conquer/position.js';
import { overlap } from 'kit/labels.js';
import { makeFrame } from './planet_conquer_fixture.js';
import { RecordingCanvas } from './recording_canvas.js';

// Words are measured on a canvas.
globalThis.document = /** @type {any} */ ({
  documentElement: { lang: 'en' },
  createElement: () => new RecordingCanvas(),
});

test('a name is never under the bubble of a draft: it stands elsewhere then, or nowhere', () => {
  const frame = makeFrame();
  const position = positionOf(frame.view);
  const { planets } = position;
  const seen = { under: 0, named: 0 };
  for (const [a, b] of position.routes.map(({ a, b }) => [a, b]))
    for (const scale of [0.16, 0.2, 0.26, 0.34]) {
      const moves = [
        { from: a, to: b, units: 60 },
        { from: b, to: a, units: 40 },
      ];
      const session = {
        rest: () => 0,
        stays: () => 0,
        state: {
          orders: { ...emptyOrders(), moves },
          forecast: null,
          edited: 0,
          overlay: false,
          spelled: false,
          frame,
        },
      };
      const shown = { planets: () => planets, fleets: () => [], isPlayed: () => false, signs: () => [] };
      const view = {
        ...{ width: 390, height: 400, camera: { scale }, state: { insets: { bottom: 0 }, over: [] } },
        at: (/** @type {number} */ x, /** @type {number} */ y) => [50 + x * scale, 60 + y * scale],
        palette: { font: 'sans-serif', seats: [] },
      };
      const layout = createLayout(/** @type {any} */ (session), shown).of(/** @type {any} */ (view), position);
      seen.named += layout.names.length;
      for (const { box, planet } of layout.names)
        for (const bubble of layout.bubbles) {
          assert.ok(!overlap(box, bubble.box), `${planet.name} at scale ${scale}`);
          seen.under += 1;
        }
    }
  assert.ok(seen.named && seen.under);
});
