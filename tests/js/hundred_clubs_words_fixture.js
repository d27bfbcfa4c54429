// A small campus with four clubs, as seat 0 sees it in round 7: B neutral with a truce, C allied, D undiscovered, E out.
import { KERNEL20, OPTIONS as USUAL } from './hundred_clubs_map_fixture.js';

const TERRAIN = {
  D: { key: 'dormitory', atk: 20, def: 20, members: 8 },
  T: { key: 'teaching', atk: 20, def: 30, members: 5 },
  '+': { key: 'road', atk: 30, def: 10, members: 2 },
  '~': { key: 'water', atk: 0, def: 20, members: 0 },
  '.': { key: 'grass', atk: 10, def: 10, members: 1 },
};

export const MAP = {
  name: 'Small',
  width: 8,
  height: 5,
  rows: ['DDT+....', 'DDT+....', '+++++~~~', 'TT.+DD..', 'TT.+DD..'],
  overrides: [{ at: [7, 4], members: 12 }],
  starts: [[0, 0]],
  landmarks: [
    { key: 'hall', name: 'Hall', name_zh: '大礼堂', at: [4, 3], note: 'under the clock' },
    { key: 'gate', name: 'Gate', at: [6, 2], note: '' },
  ],
};

export const OPTIONS = { ...USUAL, campaign_limit: 32 };

const shared = {
  game: 'hundred_clubs',
  rounds: 50,
  clubs: 5,
  options: OPTIONS,
  map: MAP,
  terrain: TERRAIN,
  kernel20: KERNEL20,
  outcome: null,
};

const none = (value) => Array.from({ length: 5 }, () => Array(8).fill(value));

/** A frame of round 7; `part` replaces keys of the view, `rest` of the frame. */
export function makeFrame(part = {}, rest = {}) {
  const rounds = none(0);
  rounds[0][7] = 3;
  rounds[1][7] = 5;
  const view = {
    ...shared,
    phase: 'rounds',
    round: 7,
    you: 0,
    pending: [0, 1, 2],
    auction: null,
    owners: ['0000..??', '000011??', '0....???', '02211???', '2..??.??'],
    cut_off: [[0, 3]],
    memory: { owners: ['???????1', '???????1', '????????', '????????', '????????'], rounds },
    me: {
      saving: 100,
      income: 44,
      area: 10,
      peak: 50,
      capital: [0, 0],
      alive: true,
      backstab_used: false,
      justify: { 1: 1 },
      capital_influence: 13,
      corruption_rate_ppm: 10000,
    },
    players: [
      { seat: 1, relation: 'neutral', truce: 2, area: 37, at_war_with: [3], in_truce_with: [0] },
      {
        seat: 2,
        relation: 'allied',
        area: 12,
        capital: [1, 3],
        saving: 61,
        relations: { 0: 'allied', 1: 'at_war', 3: 'undiscovered', 4: 'undiscovered' },
        at_war_with: [1],
        in_truce_with: [],
      },
      { seat: 3, relation: 'undiscovered' },
      { seat: 4, relation: 'undiscovered', eliminated_in: 5 },
    ],
    ...part,
  };
  const choices = {
    phase: 'rounds',
    access: [],
    diplomacy: {
      1: { keep_neutral: 0, form_alliance: 14, justify_war: 1, backstab: 0 },
      2: { keep_neutral: 0, form_alliance: 4, justify_war: 1, backstab: 0 },
    },
    campaign_limit: 32,
    campaign_price: 1,
    saving: 100,
  };
  return { step: 12, view, events: [], choices, final: false, ...rest };
}

/** Before round 1: an auction, or the choice of birthplaces once there is an order. */
export function makeStart(auction, rest = {}) {
  const phase = auction.order ? 'birthplaces' : 'auction';
  const me = { ...makeFrame().view.me, saving: 50, income: 0, area: 0, capital: null };
  const players = [1, 2, 3, 4].map((seat) => ({ seat, relation: 'undiscovered' }));
  const owners = MAP.rows.map(() => '????????');
  return makeFrame({ phase, round: 0, pending: [0], auction, me, players, owners, cut_off: [], memory: null }, rest);
}

/** The same position with nothing hidden, as the referee sees it. */
export function makeTruth() {
  const club = (seat, part) => ({
    seat,
    saving: 10 * seat,
    income: 20,
    area: 9,
    peak: 25,
    capital: [seat, 0],
    alive: true,
    eliminated_in: null,
    backstab_used: seat === 2,
    bid: seat,
    relations: {},
    justify: {},
    truce: {},
    ...part,
  });
  return makeFrame(
    {
      you: null,
      me: null,
      memory: null,
      owners: ['0000..11', '00001111', '0....333', '02211333', '22211333'],
      players: [
        club(0, { relations: { 1: 'neutral', 2: 'allied' }, truce: { 1: 2 } }),
        club(1, { relations: { 0: 'neutral', 2: 'at_war', 3: 'at_war' }, truce: { 0: 2 } }),
        club(2, { relations: { 0: 'allied', 1: 'at_war' } }),
        club(3, { relations: { 1: 'at_war' } }),
        club(4, { alive: false, eliminated_in: 5, capital: null }),
      ],
      last_round: {
        commands: { 0: { 1: 'keep_neutral', 2: 'form_alliance' } },
        campaigns: {
          0: [
            { at: [1, 1], size: 26, capital: false },
            { at: [0, 0], size: 13, capital: true },
          ],
          1: [],
        },
      },
    },
    { choices: null },
  );
}

export const INFO = {
  game: 'hundred_clubs',
  options: {},
  you: 0,
  seats: ['Alice', 'Bob', 'Carol', 'Dora', 'Eve'].map((name, seat) => ({ seat, name, kind: 'person', bot: '' })),
};
