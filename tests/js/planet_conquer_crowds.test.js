// Fifty positions of real matches with as many orders as anybody would give: does each bubble stand clear of all others and of what is counted,
// is it tied to its own arrow, and do names stay where they are?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxAround, fit, toScreen } from 'board/camera.js';
import { createLayout } from 'games/planet_conquer/layout.js';
import { emptyOrders } from 'games/planet_conquer/orders.js';
import { positionOf } from 'games/planet_conquer/position.js';
import { overlap } from 'kit/labels.js';
import { moments } from './board_page.js';
import { RecordingCanvas } from './recording_canvas.js';

// Words are measured on a canvas.
globalThis.document = /** @type {any} */ ({
  documentElement: { lang: 'en' },
  createElement: () => new RecordingCanvas(),
});

const SIZES = {
  desk: { width: 940, height: 517 },
  tablet: { width: 760, height: 560 },
  phone: { width: 390, height: 460 },
};
const wanted = (bots, map, step) => ({
  game: 'planet_conquer',
  seat: 0,
  last: 25,
  bots: Array(bots).fill('easy'),
  options: { map },
  step,
});
const told = await moments({ wheel: wanted(8, 'great_wheel', 34), ring: wanted(2, 'lean_ring', 25) });

/** Orders from each planet of one's own to two neighbours; several lead to one target. */
function ordersFor({ view, planets, graph }) {
  const moves = planets
    .filter(({ owner, units, seen }) => owner === view.seat && seen === 'now' && units > 8)
    .flatMap(({ id, units }) =>
      graph.ways[id].slice(0, 2).map(({ to }, i) => ({ from: id, to, units: Math.ceil(units / (3 + i)) })),
    );
  return { ...emptyOrders(), moves };
}

/** A board of that size that shows the whole map. */
function viewOf(position, size) {
  const world = boxAround(position.planets.map(({ x, y }) => [x, y, 62]));
  const camera = fit(world, size, { top: 0, right: 0, bottom: 0, left: 0 });
  return {
    ...size,
    camera,
    state: { insets: { top: 0, right: 0, bottom: 0, left: 0 }, over: [] },
    at: (x, y) => toScreen(camera, size, x, y),
    palette: { font: 'sans-serif', seats: [] },
  };
}

/** Layouts of all positions of a match one after the other, as a board shows them. */
function layouts({ info, frames }, size, isOrdered) {
  const state = { orders: emptyOrders(), forecast: null, edited: null, overlay: false, spelled: false, frame: null };
  const session = { rest: () => 0, stays: () => 0, state };
  let position = /** @type {any} */ (null);
  const kept = createLayout(/** @type {any} */ (session), {
    planets: () => position.planets,
    fleets: () => position.view.fleets,
    isPlayed: () => false,
    signs: () => [],
  });
  return frames.map((frame) => {
    position = positionOf({ ...info.static, ...frame.view });
    Object.assign(state, { frame, orders: isOrdered ? ordersFor(position) : emptyOrders() });
    kept.forget();
    return { position, ...kept.of(/** @type {any} */ (viewOf(position, size)), position) };
  });
}

/** Frames may touch. */
const isOn = ({ x, y, width, height }, other) =>
  overlap({ x: x + 2, y: y + 2, width: width - 4, height: height - 4 }, other);

for (const [name, size] of Object.entries(SIZES))
  test(`no bubble of a draft lies over another, over a number, a fleet or a name, on a ${name}`, () => {
    const seen = { bubbles: 0, drafts: 0, positions: 0 };
    const faults = [];
    for (const [match, moment] of Object.entries(told))
      for (const { position, bubbles, plates, names, pills } of layouts(moment, size, true)) {
        seen.positions += 1;
        seen.bubbles += bubbles.length;
        seen.drafts += ordersFor(position).moves.length;
        for (const [i, { box, lines }] of bubbles.entries()) {
          const others = [
            ...bubbles.slice(i + 1).map((one) => [one.box, one.lines[0]]),
            ...[...plates].map(([id, plate]) => [plate, `the number of ${id}`]),
            ...names.map((one) => [one.box, one.words]),
            ...pills.filter(({ isBuried }) => !isBuried).map((one) => [one.box, `a fleet of ${one.units}`]),
          ];
          for (const [other, what] of others)
            if (isOn(box, other)) faults.push(`${match} ${position.view.round}: ${lines[0]} on ${what}`);
        }
      }
    assert.deepEqual(faults, []);
    assert.equal(seen.positions, 50);
    // Where there is no room at all an arrow has no words; its order has a row in the list.
    assert.ok(seen.bubbles > seen.drafts * 0.94, `${seen.bubbles} of ${seen.drafts}`);
  });

test('names stay at their side from round to round', () => {
  let [moved, stood] = [0, 0];
  for (const moment of Object.values(told)) {
    let before = new Map();
    for (const { names } of layouts(moment, SIZES.desk, false)) {
      const now = new Map(names.map(({ planet, box }) => [planet.id, `${Math.round(box.x)},${Math.round(box.y)}`]));
      for (const [id, at] of now)
        if (before.has(id)) {
          if (before.get(id) === at) stood += 1;
          else moved += 1;
        }
      before = now;
    }
  }
  assert.ok(moved * 50 < stood, `${moved} of ${moved + stood} moved`);
});
