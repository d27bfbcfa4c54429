// What the engine really says (tests/games/frames/record.py), as the page has it; and a table that is put together by hand.
import { readFileSync } from 'node:fs';

const recorded = JSON.parse(readFileSync(new URL('../games/frames/recorded_frames.json', import.meta.url), 'utf8'));
let view = recorded.frames[0].view;

/** Frames as the page has them: with everything that never changes. */
export const FRAMES = recorded.frames.map((frame, step) => {
  view = frame.view ?? view;
  return { ...frame, step, view: { ...recorded.static, ...view } };
});

/** The first frame in which a seat is asked in this phase. @param {string} phase */
export const asked = (phase) => FRAMES.find((frame) => frame.choices && frame.view.phase === phase);

export const INFO = {
  options: { mode: 'turns' },
  you: 0,
  seats: [
    { seat: 0, name: 'Ada' },
    { seat: 1, name: 'Ben' },
  ],
  reasons: { raid: 'A mech raided the enemy ship area.', arms_race: 'The totals were compared.' },
};

/** A mech of a seat. @param {string} id @param {any} [part] */
export const mech = (id, part = {}) => ({
  id,
  model: 'ura01a_sword',
  where: 'board',
  at: [0, 3],
  hp: 4,
  max_hp: 4,
  hit: 15,
  evade: 5,
  now: { hit: 15, evade: 5 },
  weapons: [{ id: 'assault_rifle', ammo: null }],
  pilot: null,
  gear: [],
  ...part,
});

/** A side with its mechs. @param {number} seat @param {any[]} mechs @param {any} [part] */
export const side = (seat, mechs, part = {}) => ({
  seat,
  mechs,
  ship: {
    id: `s${seat}`,
    card: 'fa07a_hummingbird',
    state: 'intact',
    hp: 15,
    max_hp: 15,
    hit: 15,
    evade: 5,
    now: { hit: 15, evade: 5 },
    weapons: [],
    installations: [],
  },
  hand: { ship: [], mech: [], ship_count: 0, mech_count: 0 },
  status: [],
  energy: 0,
  ...part,
});

/** A view of seat 0 in its main phase. @param {any} [part] */
export const viewOf = (part = {}) => ({
  ...recorded.static,
  you: 0,
  phase: 'main',
  active: 0,
  ap: 2,
  turn: 3,
  round: 2,
  options: { mech_gear_slots: 2 },
  victory: ['raid'],
  event_area: { weather: null, discard: [], deck_count: 20 },
  seats: [
    side(0, [mech('m0_0'), mech('m0_1', { where: 'hangar', at: null })]),
    side(1, [mech('m1_0', { at: [0, 2] })]),
  ],
  ...part,
});
