// Does a bubble leave the names of planets to be read where routes are short, and are losses at the rim of the board seen whole?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLayout } from 'games/planet_conquer/layout.js';
import { emptyOrders } from 'games/planet_conquer/orders.js';
import { positionOf } from 'games/planet_conquer/position.js';
import { battleTracks } from 'games/planet_conquer/skirmish.js';
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

test('what a battle costs is read whole at the upper rim of the board too', () => {
  const sides = [0, 1].map((seat) => ({ seat, heads: 60, garrison: seat ? 0 : 60 }));
  const event = { sides, winner: 1, survivors: 20, owner_before: 0, outcome: 'taken' };
  const planet = { id: 3, x: 300, y: 0, max: 600, room: 400 };
  for (const y of [40, 200]) {
    const plates = [];
    const ctx = new Proxy(new RecordingCanvas().getContext('2d'), {
      get: (target, name) =>
        name === 'roundRect' ? (x, top, width, height) => plates.push({ x, top, width, height }) : target[name],
      set: (target, name, value) => Reflect.set(target, name, value),
    });
    const view = {
      ...{ width: 940, height: 500, camera: { scale: 0.45 }, at: () => [300, y] },
      palette: { font: 'sans-serif', seats: ['#E69F00', '#56B4E9'], text: '#FFFFFF', ink: '#000000', dark: true },
    };
    const tracks = battleTracks(event, /** @type {any} */ (planet), { at: 0, decided: 700, end: 1000 }, 0, () => [0]);
    tracks.at(-1).paint(/** @type {any} */ (ctx), /** @type {any} */ (view), 1);
    assert.equal(plates.length, 2, 'one for each side');
    assert.ok(
      plates.every(({ top }) => top >= 0),
      JSON.stringify(plates),
    );
    assert.ok(plates[0].x + plates[0].width <= plates[1].x || plates[1].x + plates[1].width <= plates[0].x);
  }
});
