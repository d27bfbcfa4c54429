// Does a ship itself say that its magazines are empty or that its fuel does not bring it home? By the engine's own list of what needs a person.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardPage, moments } from './board_page.js';

const UNITS = [
  [101, 'destroyer', 0, 'J8', { ammo: 0 }],
  [102, 'formation', 0, 'N13', { fuel: 6 }, [4, 2, 3, 1]],
  [103, 'cruiser', 0, 'F6'],
  [104, 'battleship', 0, 'J3', { ammo: 5 }],
];
const { sea } = await moments({
  sea: { game: 'deep_blue', bots: ['easy', 'easy'], step: 0, start: { units: UNITS }, orders: { units: {} } },
});

/** Where discs are painted, and what shape lies in each. */
function recorder() {
  const discs = [];
  let at = [0, 0];
  const put = (/** @type {any} */ sign) => sign && discs.push({ at, sign: sign.form });
  const known = { translate: (x, y) => Math.abs(x) > 12 && (at = [x, y]), fill: put, stroke: put };
  const ctx = new Proxy(known, {
    get: (target, key) => target[key] ?? (() => {}),
    set: () => true,
  });
  return { ctx, discs };
}

test('empty magazines and fuel below the way home are an alarm at the piece, each of a shape of its own; who lacks nothing has none', async (context) => {
  await boardPage(context, 'deep_blue', sea);
  const { paintAlarms } = await import('games/deep_blue/hints.js');
  const { positionOf } = await import('games/deep_blue/position.js');
  const usual = globalThis.Path2D;
  context.after(() => {
    globalThis.Path2D = usual;
  });
  globalThis.Path2D = /** @type {any} */ (
    class {
      constructor(form) {
        this.form = form;
      }
    }
  );
  const { units } = positionOf(sea.frames.at(-1).view);
  const fleet = units.map(({ id, kind, pos: [x, y, level] }) => ({ id, kind, x: x + 0.5, y: y + 0.5, level }));
  const scale = 30;
  const view = { palette: { bad: '#f00', ink: '#000' }, camera: { scale }, at: (x, y) => [x * scale, y * scale] };
  const { ctx, discs } = recorder();
  paintAlarms(ctx, view, fleet, sea.forecast.attention, 3);
  const shapes = new Map();
  for (const { at, sign } of discs) {
    const near = fleet.toSorted((a, b) => {
      const away = (/** @type {any} */ one) => Math.hypot(one.x * scale - at[0], one.y * scale - at[1]);
      return away(a) - away(b);
    })[0];
    shapes.set(near.kind, [...(shapes.get(near.kind) ?? []), sign]);
  }
  assert.deepEqual([...shapes.keys()].sort(), ['battleship', 'destroyer', 'formation']);
  assert.equal(new Set([...shapes.values()].flat()).size, 3);
});
