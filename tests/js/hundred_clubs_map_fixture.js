// A small table of Hundred Clubs for tests of the board: a view made from rows of terrain and owners, and a host that remembers.

export const KERNEL20 = [
  [20, 18, 16, 14, 8],
  [18, 16, 10, 6, 4],
  [16, 10, 6, 4, 2],
  [14, 6, 4, 2, 2],
  [8, 4, 2, 2, 1],
];

export const TERRAIN = {
  D: { key: 'dormitory', atk: 20, def: 20, members: 8 },
  T: { key: 'teaching', atk: 20, def: 30, members: 5 },
  '+': { key: 'road', atk: 30, def: 10, members: 2 },
  '~': { key: 'water', atk: 0, def: 20, members: 0 },
  '=': { key: 'bridge', atk: 10, def: 15, members: 2 },
  '.': { key: 'grass', atk: 10, def: 10, members: 1 },
};

export const OPTIONS = {
  rounds: 50,
  initial_saving: 50,
  min_birth_distance: 3,
  campaign_limit: 4,
  campaign_price: 1,
  threshold: 400,
  capital_influence_pct: 30,
  justify_rounds: 3,
  justify_price: 1,
  truce_rounds: 3,
  meeting_truce: 0,
  alliance_tax: { basis: 'area', milli: 400 },
  corruption: { basis: 'area', ppm: 1000 },
  capital_wage: { base: 5, per_round: 0 },
  sight: 2,
};

/** The view of seat 0 in round 7; `me`, `players`, `options` and other keys are put over the usual ones. */
export function viewOf(rows, owners, { me = {}, options = {}, map = {}, ...rest } = {}) {
  return {
    game: 'hundred_clubs',
    phase: 'rounds',
    round: 7,
    rounds: 50,
    you: 0,
    clubs: 3,
    options: { ...OPTIONS, ...options },
    map: { width: rows[0].length, height: rows.length, rows, overrides: [], starts: [], landmarks: [], ...map },
    terrain: TERRAIN,
    kernel20: KERNEL20,
    pending: [0, 1, 2],
    auction: null,
    owners,
    cut_off: [],
    memory: null,
    me: {
      saving: 100,
      income: 8,
      area: 1,
      peak: 8,
      capital: null,
      alive: true,
      backstab_used: false,
      justify: {},
      capital_influence: 0,
      corruption_rate_ppm: 1000,
      ...me,
    },
    players: [
      { seat: 1, relation: 'undiscovered' },
      { seat: 2, relation: 'undiscovered' },
    ],
    outcome: null,
    ...rest,
  };
}

/** A frame that asks for orders of its phase; access as the engine says it for own land only. */
export function frameOf(view, choices = {}) {
  const access = view.owners.map((row) =>
    row.replace(/./g, (letter) => (letter === '0' ? 'o' : letter === '?' ? '?' : '-')),
  );
  return {
    step: 9,
    view,
    events: [],
    choices: {
      phase: view.phase,
      access,
      campaign_limit: view.options.campaign_limit,
      campaign_price: view.options.campaign_price,
      saving: view.me?.saving,
      ...choices,
    },
    final: false,
  };
}

/** What the server foresees of a round in which nothing happens; parts are put over it, layers each by itself. */
export function forecastOf(view, { money, layers, ...part } = {}) {
  const grid = (value) => view.owners.map((row) => [...row].map(() => value));
  const { saving } = view.me;
  return {
    money: { saving, diplomacy: [], campaigns: 0, left: saving, next: { least: saving, about: saving }, ...money },
    campaigns: [],
    cells: { least: part.sure?.length ?? 0, about: (part.sure?.length ?? 0) + (part.likely?.length ?? 0) },
    sure: [],
    likely: [],
    broken: [],
    wars: [],
    capital: null,
    easiest: grid(0),
    spend: { campaigns: [], alone: [], gain: { least: 0, about: 0, members: 0 }, left: 0 },
    guard: null,
    layers: { influence: grid(0), allied: grid(0), missing: grid(null), defence: grid(0), ...layers },
    ...part,
  };
}

/** What becomes of a campaign that is paid in full and wins nothing in particular. */
export const fateOf = (index, part = {}) => ({
  index,
  funded: 1,
  reason: null,
  gain: { least: 0, about: 0, members: 0 },
  growth: [],
  notes: [],
  ...part,
});

/** A page that keeps the draft and what was said. */
export function hostOf() {
  const host = {
    info: {
      you: 0,
      seats: [0, 1, 2].map((seat) => ({ seat, name: ['Ada', 'Ben', 'Cy'][seat], kind: 'person', bot: '' })),
    },
    seat: 0,
    readonly: false,
    said: [],
    told: [],
    orders: {},
    getOrders: () => host.orders,
    setOrders(orders) {
      host.orders = orders;
    },
    announce: (text) => host.said.push(text),
    select: (what) => host.told.push(what),
    reducedMotion: () => false,
  };
  return host;
}
