// A small position for tests of Planet Conquer's browser modules: a square of four planets and one in the middle.

/** @param {object} [part] of the view */
export function makeFrame(part = {}) {
  const planet = (key, x, y, more = {}) => ({
    key,
    kind: 'normal',
    at: [x, y],
    def: 1.2,
    res: 1,
    cos: 5,
    max: 600,
    natives: 0,
    name: key,
    ...more,
  });
  const map = {
    id: 'square',
    name: 'Square',
    name_zh: '方块',
    seats: { min: 2, max: 2 },
    planets: [
      planet('A0', 0, 0, { kind: 'base', name: 'Harbour' }),
      planet('A1', 900, 900, { kind: 'base' }),
      planet('B0', 900, 0),
      planet('B1', 0, 900),
      planet('O', 450, 450, { kind: 'core', natives: 60 }),
    ],
    routes: [
      ['A0', 'B0', 2],
      ['A0', 'O', 3],
      ['A1', 'O', 3],
      ['A1', 'B0', 5, 0.3],
      ['B1', 'O', 2],
    ],
    starts: ['A0', 'A1'],
  };
  const seen = (id, owner, units, more = {}) => ({
    id,
    seen: 'now',
    owner,
    units,
    as_of: 12,
    next: units,
    effects: [],
    ...more,
  });
  const called = ['Harbour Harbour', 'Lomel 洛梅尔', 'Zagor 扎戈尔', 'Kalis 卡丽斯', 'Coran 科然'];
  const view = {
    game: 'planet_conquer',
    names: { planets: { named: Object.fromEntries(called.map((pair, id) => [id, pair.split(' ')])) } },
    version: 1,
    round: 12,
    max_round: 60,
    phase: 'orders',
    fog: true,
    seat: 0,
    you: {
      points: 4,
      planets: 2,
      units: 180,
      lost_turns: 0,
      lost_turn_limit: 3,
      fee: { on: false, base_line: null, quarters: 4, next_step_at: null },
    },
    seats: [
      { seat: 0, status: 'in', out_round: null, planets: 2, units: 180, points: 4, lot: 2 },
      { seat: 1, status: 'in', out_round: null, planets: null, units: null, points: null, lot: 1 },
    ],
    planets: [
      seen(0, 0, 100, { next: 120, effects: [{ type: 'defend', seat: 0, until: 13 }] }),
      { id: 1, seen: 'before', owner: 1, units: 70, as_of: 3, next: null, effects: [] },
      seen(2, 0, 1, { next: 6 }),
      { id: 3, seen: 'never', owner: null, units: null, as_of: null, next: null, effects: [] },
      seen(4, null, 60, { next: null }),
    ],
    fleets: [{ id: 'f1', seat: 1, from: 4, to: 0, units: 30, length: 3, left: 2, kind: 'route' }],
    announcements: [{ type: 'terminator', planet: 0, seat: null, round: 13 }],
    attacks: [],
    tactics: [{ type: 'terminator', cost: 3, allowed: true, why_not: null }],
    map,
    result: null,
    ...part,
  };
  return { step: 11, view, events: [], choices: null, final: false };
}

export const INFO = /** @type {any} */ ({
  game: 'planet_conquer',
  options: { points_per_round: 1 },
  you: 0,
  seats: [
    { seat: 0, name: 'Alice', kind: 'person', bot: '' },
    { seat: 1, name: 'Bob', kind: 'person', bot: '' },
  ],
});
