// Does a ship itself say that its magazines are empty or that its fuel does not bring it home? By the engine's own list of what needs a person.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardPage, moments, PHONE } from './board_page.js';

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

test('what a red badge means is said where it is pointed at, in the legend, and at the strip of who is in hand', async (context) => {
  const page = await boardPage(context, 'deep_blue', sea, { size: PHONE, touch: true });
  const { pointedAt } = await import('games/deep_blue/hints.js');
  const { legend } = await import('games/deep_blue/legend.js');
  const { positionOf } = await import('games/deep_blue/position.js');
  const position = positionOf(sea.frames.at(-1).view);
  const told = sea.forecast.attention;
  const fleet = position.units.map(({ id, kind, seat, pos: [x, y, level] }) => ({
    ...{ id, kind, seat, level },
    ...{ x: x + 0.5, y: y + 0.5 },
  }));
  const wordsAt = (id, more = {}) => {
    const { pos } = position.elements.get(id);
    const about = { told, crowd: null, selected: [], ...more };
    return pointedAt(position, fleet, [pos[0], pos[1]], about).map(({ words }) => words);
  };
  assert.match(wordsAt(101)[0], /^Destroyer \w+ \w+\nno ammo$/);
  assert.match(wordsAt(103)[0], /^Cruiser \w+ \w+$/);
  assert.match(
    wordsAt(103, { crowd: { pieces: [1, 2, 3], seat: 0 } })[0],
    /\n3 units lie close together: press the number$/,
  );
  assert.deepEqual(wordsAt(101, { selected: [101] }), []);
  const ghost = { id: 901, kind: 'cruiser', seat: 1, pos: [0, 0, 1], age: 2 };
  const seen = pointedAt({ ...position, ghosts: [ghost] }, fleet, [0, 0], { told, crowd: null, selected: [] });
  assert.match(seen[0].words, /^Cruiser .*, seen 2 rounds ago$/);
  const entries = legend().flatMap((chapter) => chapter.entries);
  assert.equal(entries.filter(([, words]) => /^red, /.test(words)).length, 3);
  assert.ok(entries.some(([sign]) => sign === '×3') && entries.some(([sign]) => sign === '↺ 2'));
  const strip = page.board.querySelector('.kit-strip');
  for (let i = 0; i < 4 && !/no ammo/.test(page.read(strip)); i += 1) await page.press('Tab');
  assert.match(page.read(strip), /: no ammo/);
});

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
