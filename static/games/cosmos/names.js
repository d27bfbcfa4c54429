/**
 * What are things called, and by which drawing are they known? Words for kinds, directions, routines, standing orders and refusals, and
 * line drawings on a 24 × 24 grid.
 */
import { listed, t, tn } from 'app/i18n.js';
import { called, nameIn } from 'app/names.js';
import { seatName } from 'kit/describe.js';
import { isReader } from 'kit/reader.js';

/** @import { Action, CosmosView, Direction, Frame, Kind, MatchInfo, Pos, Rules } from './types' */

/** @typedef {{id: number, kind: Kind, seat: number | null, pos: Pos, sure?: boolean}} Named */

export const KINDS = /** @type {Record<Kind, {name: () => string, many: (n: number) => string, icon: string}>} */ ({
  planet: {
    name: () => t('Planet'),
    many: (n) => tn('{n} planet', '{n} planets', n),
    icon: 'M12 4a8 8 0 1 0 .01 0M4 12c3-3 13-3 16 0',
  },
  battleship: {
    name: () => t('Battleship'),
    many: (n) => tn('{n} battleship', '{n} battleships', n),
    icon: 'M4 5 21 12 4 19l4-7z',
  },
  miner: {
    name: () => t('Miner'),
    many: (n) => tn('{n} miner', '{n} miners', n),
    icon: 'M7 4h10l5 8-5 8H7l-5-8zM12 9a3 3 0 1 0 .01 0',
  },
  scout: {
    name: () => t('Scout'),
    many: (n) => tn('{n} scout', '{n} scouts', n),
    icon: 'M12 3l9 9-9 9-9-9zM12 11a1 1 0 1 0 .01 0',
  },
});
export const ALL = /** @type {Kind[]} */ (Object.keys(KINDS));
export const SHIPS = /** @type {Kind[]} */ (['battleship', 'miner', 'scout']);

/** North first, clockwise: step on the chart, whose rows grow downwards, word, arrow. */
export const DIRECTIONS =
  /** @type {Record<Direction, {step: [number, number], name: () => string, arrow: string}>} */ ({
    north: { step: [0, -1], name: () => t('north'), arrow: '↑' },
    north_east: { step: [1, -1], name: () => t('north-east'), arrow: '↗' },
    east: { step: [1, 0], name: () => t('east'), arrow: '→' },
    south_east: { step: [1, 1], name: () => t('south-east'), arrow: '↘' },
    south: { step: [0, 1], name: () => t('south'), arrow: '↓' },
    south_west: { step: [-1, 1], name: () => t('south-west'), arrow: '↙' },
    west: { step: [-1, 0], name: () => t('west'), arrow: '←' },
    north_west: { step: [-1, -1], name: () => t('north-west'), arrow: '↖' },
  });

export const ROUTINES = /** @type {Record<string, {name: () => string, meaning: () => string}>} */ ({
  economy: { name: () => t('Economy'), meaning: () => t('Builds miners and scouts in turn.') },
  war: { name: () => t('War'), meaning: () => t('As Economy, with a large battleship in every turn.') },
  weapon: { name: () => t('Weapon'), meaning: () => t('Bids more after a loss and less after a win; builds nothing.') },
  raider: { name: () => t('Raider'), meaning: () => t('Explores; bursts where two or more others are in reach.') },
  guard: { name: () => t('Guard'), meaning: () => t('Stays near its home; bursts at whoever comes.') },
  siege: { name: () => t('Siege'), meaning: () => t('Seeks foreign planets and wears them down by bursts.') },
  shy: { name: () => t('Shy'), meaning: () => t('Stays near its home and flees from scouts.') },
  hunter: { name: () => t('Hunter'), meaning: () => t('Explores, chases and analyses foreign miners.') },
});

/** A place as coordinates, east and north, as they stand beside the pointer and in commands. @param {Pos} pos */
export const cellName = ([x, y]) => `${x}:${y}`;

/** What is shown now: a page shows one match. @type {CosmosView | null} */
let shown = null;
/** @type {WeakMap<CosmosView, {id: number, pos: Pos}[]>} */
const planets = new WeakMap();

/** From now on things and places are called as in this view. @param {CosmosView} view */
export function callAsIn(view) {
  shown = view;
}

/** The planets that a view knows. @param {CosmosView} view */
function planetsOf(view) {
  const { own, foreign, ghosts } = view;
  const found =
    planets.get(view) ?? [own, foreign, ghosts].flatMap((all) => (all ?? []).filter(({ kind }) => kind === 'planet'));
  planets.set(view, found);
  return found;
}

/** What an entity is called, in both languages; null: it has no name. @param {number} id */
export const namesOf = (id) => nameIn(shown?.names?.entities, id);

/** An entity by its name alone. @param {number} id */
export const properName = (id) => called(shown?.names?.entities, id) || String(id);

/** What the runs of a program are told by: kind and name of whom it steers there, as far as that frame has it. @param {string} said its id @param {Frame | null} frame */
export function runnerName(said, frame) {
  const id = Number(said);
  const view = /** @type {CosmosView | undefined} */ (frame?.view);
  const name = called(view?.names?.entities, id);
  const known = view?.own?.find((one) => one.id === id);
  return known && name ? t('{kind} {id}', { kind: KINDS[known.kind].name(), id: name }) : name;
}

/** A place in a sentence: how many steps from the nearest planet that is known, straight on, or along both axes. @param {Pos} pos */
export function placeName([x, y]) {
  const away = (/** @type {{pos: Pos}} */ { pos }) => (pos[0] - x) ** 2 + (pos[1] - y) ** 2;
  const [planet] = shown?.names ? planetsOf(shown).toSorted((a, b) => away(a) - away(b)) : [];
  if (!planet) return cellName([x, y]);
  const name = properName(planet.id);
  const [dx, dy] = [x - planet.pos[0], y - planet.pos[1]];
  const [wide, high] = [Math.abs(dx), Math.abs(dy)];
  if (!wide && !high) return name;
  // On the chart north is up: tiles are counted the other way round.
  const nameOf = (/** @type {number} */ u, /** @type {number} */ v) =>
    Object.values(DIRECTIONS)
      .find(({ step }) => step[0] === Math.sign(u) && step[1] === -Math.sign(v))
      ?.name() ?? '';
  const n = wide || high;
  if (!wide || !high || wide === high)
    return tn('{n} tile {direction} of {planet}', '{n} tiles {direction} of {planet}', n, {
      direction: nameOf(dx, dy),
      planet: name,
    });
  const facts = { direction: nameOf(dx, 0), high, second: nameOf(0, dy), planet: name };
  return tn(
    '{n} tile {direction} and {high} {second} of {planet}',
    '{n} tiles {direction} and {high} {second} of {planet}',
    n,
    facts,
  );
}

/** An entity: its kind and name; a battleship that may be a miner says so. @param {Named} entity */
export function entityName({ id, kind, sure = true }) {
  const name = sure ? KINDS[kind].name() : t('Battleship or miner');
  return t('{kind} {id}', { kind: name, id: properName(id) });
}

/** Whose something is. @param {number | null} seat @param {number | null} own @param {MatchInfo} info */
export function ownerName(seat, own, info) {
  if (seat === null) return t('nobody’s');
  return seat === own && isReader(seat, info) ? t('yours') : seatName(seat, info);
}

/**
 * What the aether of a tile means for whom an action there costs so much at full density.
 * @param {number} density 0 to 1 @param {number} base rounds
 */
export const aetherText = (density, base) =>
  t('aether {percent} %: acts every {rounds}', {
    percent: Math.round(density * 100),
    rounds: roundsText(Math.max(1, Math.round(base / density))),
  });

/** @param {number} n */
export const energyText = (n) => t('{n} energy', { n });
/** @param {number} n */
export const roundsText = (n) => tn('{n} round', '{n} rounds', n);

/** An action that is ordered at once. @param {Action} action @param {(id: number) => string} nameOf */
export function actionName(action, nameOf) {
  if (action.do === 'move') return t('moves {direction}', { direction: DIRECTIONS[action.dir].name() });
  if (action.do === 'build')
    return t('builds a {kind} of {energy} to the {direction}', {
      kind: KINDS[action.kind].name(),
      energy: action.energy,
      direction: DIRECTIONS[action.dir].name(),
    });
  if (action.do === 'charge') return t('bids {energy} for the final weapon', { energy: action.energy });
  if (action.do === 'overload') return t('bursts, squared radius {radius}', { radius: action.radius });
  if (action.do === 'analyse') return t('analyses {target}', { target: nameOf(action.id) });
  return t('radios {value}', { value: action.value });
}

const MOVEMENTS = /** @type {Record<string, (movement: any) => string>} */ ({
  hold: () => t('holds'),
  move_to: ({ to }) => t('goes to {place}', { place: placeName(to) }),
  patrol: ({ points }) => t('patrols {places}', { places: points.map(placeName).join(' – ') }),
  explore: () => t('explores'),
  escort: ({ id }) => t('escorts {id}', { id: properName(id) }),
  pursue: ({ id, kind }) =>
    id
      ? t('pursues {id}', { id: properName(id) })
      : t('seeks: {kind}', { kind: KINDS[/** @type {Kind} */ (kind)].name() }),
  stay_near: ({ center }) =>
    center ? t('stays near {place}', { place: placeName(center) }) : t('stays near its home'),
  seek_aether: () => t('seeks dense aether'),
});

/** What a pattern builds, one of it. @param {{kind: Kind, energy: number | null, permille?: number | null}} item */
export const shipText = ({ kind, energy, permille }) =>
  `${KINDS[kind].name()} ${energy ?? `${(permille ?? 0) / 10} %`}`;

/** What follows itself is said once, with how often. @param {string[]} texts @returns {string[]} */
function alike(texts) {
  const [first, ...others] = texts;
  if (first === undefined) return [];
  const at = others.findIndex((text) => text !== first);
  const n = 1 + (at < 0 ? others.length : at);
  return [n > 1 ? `${first} ×${n}` : first, ...alike(texts.slice(n))];
}

const REFLEXES = /** @type {Record<string, (reflex: any) => string>} */ ({
  auto_overload: ({ only_capture: captures, min_enemies: n }) =>
    captures
      ? t('bursts when that captures')
      : tn('bursts at {n} other or more', 'bursts at {n} others or more', n ?? 1),
  auto_heal: ({ min_missing: n }) => t('bursts to heal {n} or more', { n }),
  auto_analyse: ({ chase }) => (chase ? t('hunts miners') : t('analyses miners in reach')),
  flee: ({ kinds }) =>
    t('flees from: {kinds}', { kinds: listed(kinds.map((/** @type {Kind} */ kind) => KINDS[kind].name())) }),
  auto_charge: ({ mode, energy, permille }) =>
    mode === 'fixed'
      ? t('bids {n} each round', { n: energy ?? 1 })
      : mode === 'share'
        ? t('bids {percent} % each round', { percent: (permille ?? 0) / 10 })
        : t('bids more after a loss'),
  auto_build({ pattern, loop }) {
    const ships = listed(alike(pattern.map(shipText)));
    return loop ? t('builds in turn: {ships}', { ships }) : t('builds once: {ships}', { ships });
  },
  auto_radio: ({ value }) =>
    value === null || value === undefined ? t('radios the nearest foe') : t('radios {value}', { value }),
});

/** Standing orders as short phrases. @param {Rules | null | undefined} rules @returns {string[]} */
export function rulesText(rules) {
  const { movement, reflexes = [] } = rules ?? {};
  const words = reflexes.map((reflex) => REFLEXES[reflex.type]?.(reflex) ?? '');
  if (movement && movement.type !== 'hold') words.push(MOVEMENTS[movement.type]?.(movement) ?? '');
  return words.filter(Boolean);
}

/** A routine as standing orders that replace whatever there was. @param {Rules} routine @returns {Rules} */
export const standingRules = (routine) => ({ movement: { type: 'hold' }, reflexes: [], ...routine });

/** Whether orders have all that is wanted, and lists no more; the server fills in the rest. @param {any} wanted @param {any} given @returns {boolean} */
const fits = (wanted, given) =>
  typeof wanted === 'object' && wanted !== null
    ? wanted.length === given?.length && Object.entries(wanted).every(([key, value]) => fits(value, given?.[key]))
    : wanted === undefined || wanted === given;

/** The routine whose rules these are; null: none. @param {Record<string, Rules>} routines @param {Rules | null | undefined} rules */
export function routineOf(routines, rules) {
  for (const [name, routine] of Object.entries(routines)) {
    const moves =
      fits(routine.movement, rules?.movement) &&
      (routine.movement || !rules?.movement || rules.movement.type === 'hold');
    const wanted = routine.reflexes ?? [];
    // A planet may bid besides what it builds.
    const bids = wanted.some(({ type }) => type === 'auto_charge');
    const given = (rules?.reflexes ?? []).filter(({ type }) => bids || type !== 'auto_charge');
    if (moves && wanted.length === given.length && wanted.every((reflex, i) => fits(reflex, given[i])) && given.length)
      return name;
  }
  return null;
}

const CODES = /** @type {Record<string, () => string>} */ ({
  cooldown: () => t('it has to cool down'),
  blocked: () => t('the tile is taken'),
  off_map: () => t('the map ends there'),
  not_enough_energy: () => t('not enough energy'),
  not_enough_defence: () => t('not enough defence'),
  target_not_found: () => t('the target is not there'),
  not_a_foreign_miner: () => t('that is no foreign miner'),
  out_of_reach: () => t('out of reach'),
  gone: () => t('it is gone'),
});

/** Why an action failed. @param {string} code */
const failure = (code) => CODES[code]?.() ?? t('it was not possible');

/** The same with what can be done about it. @param {string} code @param {{defence: number} | undefined} who @param {CosmosView} view */
export const failureText = (code, who, { rules }) =>
  code === 'not_enough_defence' && who
    ? t('its defence of {n} is too little to take a miner apart, which needs {least}; a scout of more energy can', {
        n: who.defence,
        least: rules.analyse_min_defence,
      })
    : failure(code);
