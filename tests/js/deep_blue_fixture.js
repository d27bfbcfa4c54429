// A small position for tests of Deep Blue's browser modules: twelve by eight cells, a bay with two bases, seen by seat 0.

const TABLE = {
  level: 1,
  health: 70,
  fuel: 150,
  ammo: 40,
  ammo_once: 4,
  metal: 0,
  sight: [5, 9, 8],
  reach: [5, 7, 7],
  attack: [22, 26],
  anti_air: 10,
  defence: [9, 9],
  speed: 8,
  population: 2,
  cost: 12,
  rounds: 3,
};

const building = (id, kind, seat, rect, more = {}) => ({
  id,
  kind,
  seat,
  rect,
  level: 1,
  health: null,
  fuel: null,
  ammo: null,
  metal: null,
  visible: true,
  seen_round: 9,
  ...more,
});
export const unit = (id, kind, seat, pos, more = {}) => ({
  id,
  kind,
  seat,
  pos,
  health: 60,
  fuel: null,
  ammo: null,
  metal: null,
  visible: true,
  ...more,
});

/** @param {object} [part] of the view */
export function makeView(part = {}) {
  const kinds = Object.fromEntries(
    ['base', 'island', 'mine', 'oilfield', 'submarine', 'destroyer', 'cruiser', 'battleship', 'carrier', 'cargo'].map(
      (key) => [key, { key, ...TABLE }],
    ),
  );
  kinds.formation = { key: 'formation', ...TABLE, level: 2, health: 0, fuel: 0, ammo: 0 };
  return {
    game: 'deep_blue',
    ruleset: 'full',
    seat: 0,
    round: 9,
    round_limit: 30,
    size: [12, 8],
    weather: 0,
    terrain: [
      '............',
      '.###........',
      '.###........',
      '.###...##...',
      '.......##...',
      '........###.',
      '........###.',
      '........###.',
    ],
    map: { name: 'bay', title: 'Bay', symmetry: 'none' },
    options: {},
    tables: { kinds, planes: { types: ['fighter', 'torpedoer', 'bomber', 'scout'] }, queue_max: 10 },
    scores: [10, 4],
    score_parts: [{ damage: 10, islands: 0, fuel: 0, metal: 0 }, null],
    pending: [0, 1],
    outcome: null,
    population: [6, 60],
    queue: [],
    // The western half, on the surface also two cells more; underwater only the first column.
    vision: [Array(8).fill('800'), Array(8).fill('ff0'), Array(8).fill('fc0')],
    elements: [
      building(100, 'base', 0, [1, 1, 3, 3], { health: 1000, fuel: 1500, metal: 120 }),
      building(101, 'base', 1, [8, 5, 10, 7], { health: 900, visible: false, seen_round: null }),
      building(102, 'island', null, [7, 3, 8, 4], { health: 300, seen_round: 4, visible: false }),
      unit(201, 'destroyer', 0, [5, 2, 1], { fuel: 80, ammo: 40, metal: 0, destination: [6, 6] }),
      unit(202, 'formation', 0, [5, 2, 2], {
        fuel: 60,
        ammo: 20,
        metal: 0,
        destination: null,
        planes: [4, 0, 2, 1],
        planes_max: [4, 2, 3, 1],
        limits: { health: 49, fuel: 75, ammo: 30 },
      }),
      unit(203, 'submarine', 0, [4, 6, 0], { fuel: 100, ammo: 24, metal: 0, destination: null }),
      unit(301, 'formation', 1, [2, 5, 2], { planes: null, planes_total: 7 }),
    ],
    memory: [{ id: 302, kind: 'battleship', seat: 1, pos: [10, 2, 1], health: 120, round: 5 }],
    ...part,
  };
}
