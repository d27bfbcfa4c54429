/** What wins a match of Deep Blue, how far is it, and what should somebody know in the first rounds? */
import { sentences, t, tn } from 'app/i18n.js';
import { apart } from 'kit/cells.js';
import { elementName, placeName, properName, sentence, word } from './names.js';
import { ordered, ordersOf } from './orders.js';
import { capacity, isUnit, positionOf, rectOf } from './position.js';
import { foeName, isLikely, standingWords } from './warnings.js';

/** @import { Element, Position, Unit } from './types' */

/** @param {import('../../types').Frame} frame */
export function goal({ view }) {
  const [a, b] = view.scores;
  const params = { a, b, round: view.round, last: view.round_limit };
  if (view.seat === null) return t('Destroy the enemy base, or lead: {a} to {b} · round {round} of {last}', params);
  const [own, enemy] = view.seat === 0 ? [a, b] : [b, a];
  return t('Destroy the enemy base, or lead: you {own}, enemy {enemy} · round {round} of {last}', {
    ...params,
    own,
    enemy,
  });
}

const SENT = () =>
  t('Give the others their courses too, singly or together. Then press Ready: both fleets sail at the same time.');

/** @typedef {{position: Position, orders: import('./types').Orders, told: import('./types').Warned[]}} Known `told`: what needs the person, by the forecast */
/** @typedef {{key: string, text: string, about?: number[]}} Hint `about`: whom to press, then what, where the chart has both */

/** The nearest to an element. @template {Element} One @param {Element} from @param {readonly One[]} all @returns {One | undefined} */
const nearest = (from, all) => {
  const away = (/** @type {One} */ one) => apart(rectOf(from), rectOf(one));
  return all.toSorted((a, b) => away(a) - away(b))[0];
};

/** Does no round come after this one? @param {Position} position */
const isLast = ({ view }) => view.round >= view.round_limit;

/** Own units of which something is told, those that see to themselves aside. @param {Known} known @param {string} code @returns {Unit[]} */
const needy = ({ position, told }, code) =>
  told.flatMap((line) => {
    const one = line.code === code ? position.elements.get(line.id) : undefined;
    return one && isUnit(one) ? one : [];
  });

/** Who has nothing to do, by the forecast, or until it comes by the drafts. @param {Known} known */
function idle({ position, orders, told }) {
  const rests = (/** @type {Unit} */ one) =>
    !one.destination && !one.standing && !Object.keys(ordersOf(orders, one.id)).length;
  // In the last round nothing to do is no need.
  const isUntold = !told.length && !isLast(position);
  return position.own
    .filter(isUnit)
    .filter((one) => rests(one) && (isUntold || needy({ position, orders, told }, 'idle').includes(one)));
}

/** @param {Position} position @param {Unit} one whether it has guns or torpedoes */
const isArmed = ({ view }, { kind }) => view.tables.kinds[kind].reach.some((/** @type {number} */ reach) => reach > 0);

/** @param {Position} position @param {Unit} one whether it has shells: torpedoes do an island no harm */
const isGun = ({ view }, { kind, attack }) => (attack ?? view.tables.kinds[kind].attack)[0] > 0;

/** Health of an island above which one ship alone fires at it in vain. */
const FIRM = 100;

/** Whoever can fire, at whom: at an island that falls now before the enemy has it, then at enemies. @param {Known} known @returns {Hint | null} */
function fire({ position, told }) {
  const lines = told.filter(({ code }) => code === 'in_reach');
  const line =
    lines.find(isLikely) ?? lines.find(({ target }) => position.elements.get(target)?.seat !== null) ?? lines[0];
  const [gun, target] = [position.elements.get(line?.id ?? -1), position.elements.get(line?.target ?? -1)];
  if (!gun || !target) return null;
  const all = lines.filter((other) => other.target === target.id).length;
  const facts = {
    unit: elementName(gun),
    target: foeName(position, target.id),
  };
  const what =
    all > 1
      ? tn(
          '{n} of yours have {target} in reach. Press {unit}, then the target.',
          '{n} of yours have {target} in reach. Press {unit}, then the target; then the others.',
          all,
          facts,
        )
      : t('Your {unit} has {target} in reach. Press it, then the target.', facts);
  return {
    key: target.seat === null ? 'take' : 'fire',
    text: sentences([what, ...stakes(line, target, position)]),
    about: [gun.id, target.id],
  };
}

/** @param {Position} position */
const givesWords = ({ view }) =>
  t('An island that you take brings {n} points a round.', { n: view.tables.island_score });

/** What firing brings, and what may go wrong. @param {import('./types').Warned} line @param {Element} target @param {Position} position */
function stakes(line, target, position) {
  const gives = givesWords(position);
  // The enemy's is whole again when it is taken: what counts is the damage, until little is left.
  if (target.kind !== 'island' || (target.seat !== null && (target.health ?? 0) > FIRM))
    return [t('Damage brings points.')];
  if (line.takes === undefined) return [gives];
  if (isLikely(line)) return [t('{chance} % chance to take it together now.', { chance: line.takes }), gives];
  const rival = line.rival === null ? '' : sentence(foeName(position, line.rival));
  return [
    t('It hardly falls this round, and whoever fires the last shot has it.'),
    ...(rival ? [t('{rival} could be quicker.', { rival })] : []),
    t('Fire and sail closer in the same round, so that you finish it.'),
  ];
}

/** Fuel and ammunition come from whoever carries them and is near. @param {Known} known @returns {Hint | null} */
function supply({ position, told }) {
  const line = told.find(({ near }) => near);
  const [dry, giver] = [position.elements.get(line?.id ?? -1), position.elements.get(line?.near?.id ?? -1)];
  if (!line?.near || !dry || !giver) return null;
  const what = line.code.endsWith('ammo') ? word('ammo') : word('fuel');
  const facts = { unit: elementName(dry), giver: elementName(giver), what, gives: line.near.gives };
  if (line.near.runs || giver.kind === 'base')
    return {
      key: 'supply',
      // Nothing on the chart is pressed for it.
      text:
        giver.kind === 'base'
          ? t(
              'Your {unit} runs out of {what} beside your base. Press its line under “What needs you”: it is filled.',
              facts,
            )
          : t(
              'Your {unit} runs out of {what}. Press its line under “What needs you”: {giver} brings it {gives}.',
              facts,
            ),
    };
  return {
    key: 'supply',
    about: [giver.id, dry.id],
    text: tn(
      'Your {unit} runs out of {what}, and {giver} has some, {n} cell away. Press {giver}, then {unit}: it is supplied at sea.',
      'Your {unit} runs out of {what}, and {giver} has some, {n} cells away. Press {giver}, then {unit}: it is supplied at sea.',
      line.near.apart,
      facts,
    ),
  };
}

/** Fuel and ammunition come from the base. @param {Known} known @returns {Hint | null} */
function refuel(known) {
  const { base } = known.position;
  const empty = [...needy(known, 'no_ammo'), ...needy(known, 'low_ammo')];
  const [dry] = [...needy(known, 'low_fuel'), ...empty].filter((one) => !ordersOf(known.orders, one.id).move);
  if (!dry || !base) return null;
  const what = empty.includes(dry) ? word('ammo') : word('fuel');
  const facts = { unit: elementName(dry), what, base: properName(base) };
  return {
    key: 'refuel',
    about: [dry.id, base.id],
    text: t('Your {unit} runs out of {what}. Press it, then your base {base}: it sails home to be filled.', facts),
  };
}

/** Metal that lies idle. @param {Known} known @returns {Hint | null} */
function build({ position, told }) {
  const line = told.find(({ code }) => code === 'idle_yard');
  if (!line || !position.base) return null;
  const facts = { metal: line.metal, base: properName(position.base) };
  return {
    key: 'build',
    about: [position.base.id],
    text: line.full
      ? t(
          'Your base is full of metal, and what a cargo ship brings finds no room. Press {base}, then a ship under Yard.',
          facts,
        )
      : t(
          '{metal} metal lie idle. Press your base {base}, then a ship under Yard: it is built in a few rounds.',
          facts,
        ),
  };
}

/** The button of orders that go on round after round, as it is called in the panel. */
const RUN = () => t('Patrol, escort, run');

/** A cargo ship that waits. @param {Known} known @returns {Hint | null} */
function haul(known) {
  const { position } = known;
  const { base, buildings } = position;
  const cargo = idle(known).find(({ kind }) => kind === 'cargo');
  // With room in its hold a press on the mine fetches once.
  const isFull = cargo && (cargo.metal ?? 0) >= (capacity(position, cargo, 'metal') ?? 0);
  const hasRoom = base && (base.metal ?? 0) < (capacity(position, base, 'metal') ?? 0);
  if (!cargo || !(hasRoom || isLast(position))) return null;
  const source = isFull && isLast(position) ? 'oilfield' : 'mine';
  const mine = nearest(
    cargo,
    buildings.filter((one) => one.kind === source && one.metal !== 0),
  );
  if (!mine) return null;
  const facts = { unit: elementName(cargo), mine: elementName(mine) };
  // A finger's press opens the menu, and the panel with its buttons is folded.
  if (!isLast(position) && matchMedia('(pointer: coarse)').matches)
    return {
      key: 'haul',
      about: [cargo.id, mine.id],
      text: t('Press {unit}, then {mine}, and choose “{run}”: it brings metal home, for ships and for points.', {
        ...facts,
        run: sentence(standingWords({ type: 'collect_run', target: mine.id }, position)),
      }),
    };
  if (isLast(position))
    return {
      key: 'haul',
      about: [cargo.id, mine.id],
      text: t('Press {unit}, then {mine}: what it fetches in the last round still brings points.', facts),
    };
  return {
    key: 'haul',
    about: isFull ? [cargo.id, mine.id] : [cargo.id],
    text: isFull
      ? t('Press {unit}, then {mine}: it brings metal home round after round, for ships and for points.', facts)
      : t('Press {unit}, then “{run}” and {mine}: it brings metal home round after round, for ships and for points.', {
          ...facts,
          run: RUN(),
        }),
  };
}

/** Enemies in sight, out of reach. @param {Known} known @returns {Hint | null} */
function closeIn(known) {
  const foes = known.position.enemies;
  const ready = idle(known).filter((one) => isArmed(known.position, one));
  const foe = foes.length ? nearest(foes[0], foes) : undefined;
  const gun = foe && nearest(foe, ready);
  const target = gun && nearest(gun, foes);
  if (!gun || !target) return null;
  const facts = { unit: elementName(gun), target: foeName(known.position, target.id), place: placeName(target.pos) };
  return {
    key: 'close in',
    about: [gun.id, target.id],
    text: sentence(t('{target} is at {place}. Press {unit}, then the enemy: it sails until it can fire.', facts)),
  };
}

/** Islands that are not one's own. @param {Known} known @returns {Hint | null} */
function take(known) {
  const { position } = known;
  const gun = idle(known).find((one) => isGun(position, one));
  const free = position.buildings.filter((one) => one.kind === 'island' && one.seat !== position.seat);
  const island = gun && nearest(gun, free);
  if (!gun || !island) return null;
  const health = island.health ?? 0;
  const facts = { unit: elementName(gun), island: elementName(island) };
  return {
    key: 'sail to take',
    about: [gun.id, island.id],
    text: sentences([
      t('Press {unit}, then {island}: it sails until it can fire.', facts),
      givesWords(position),
      ...(health > FIRM
        ? [t('It has {n} health: bring several guns together, best a battleship.', { n: health })]
        : []),
    ]),
  };
}

/** Nobody is seen. @param {Known} known @returns {Hint | null} */
function scout(known) {
  const { position } = known;
  const [one] = idle(known).filter((unit) => isArmed(position, unit));
  const home = position.buildings.find(({ kind, seat }) => kind === 'base' && seat === 1 - Number(position.seat));
  if (!one || !home || position.enemies.length) return null;
  const facts = { unit: elementName(one), base: properName(home) };
  return {
    key: 'scout',
    text: t('Nobody is in sight. Press {unit}, then the sea towards {base}: the enemy comes from there.', facts),
  };
}

/** A base without room for metal. @param {Known} known */
const full = (known) => (known.told.some((line) => line.full) ? build(known) : null);

/** What pays in a later round only. @param {Known} known */
const later = (known) =>
  isLast(known.position) ? null : (closeIn(known) ?? build(known) ?? take(known) ?? scout(known));

/** How a newcomer is led through a match: what wins, with whom, and what to press next. @param {import('../../types').Frame} frame @param {import('./types').Orders} [orders] @param {import('./types').Forecast | null} [forecast] */
export function hint({ view }, orders = {}, forecast = null) {
  if (view.seat === null || view.outcome) return null;
  const position = positionOf(view);
  const known = { position, orders, told: forecast?.attention ?? [] };
  const hasOrders = ordered(orders).length > 0;
  if (view.round === 1 && !hasOrders) {
    // What is in reach says the server.
    if (!forecast) return null;
    const first = known.told.length > 0 ? (fire(known) ?? haul(known)) : null;
    if (first) return first;
    const island =
      position.base &&
      nearest(
        position.base,
        position.buildings.filter(({ kind, seat }) => kind === 'island' && seat === null),
      );
    const guns = position.own.filter(isUnit).filter((one) => isGun(position, one) && one.kind !== 'formation');
    const gun = island && nearest(island, guns);
    const facts = island && gun ? { unit: elementName(gun), island: elementName(island) } : null;
    return {
      key: 'begin',
      ...(island && gun && { about: [gun.id, island.id] }),
      text: facts
        ? t(
            'An island brings {n} points a round to whoever fires the last shot at it; damage to the enemy brings points, too. Press {unit}, then {island}.',
            { ...facts, n: view.tables.island_score },
          )
        : t('Choose a ship, then where it goes: it keeps its course until you change it. Then press Ready.'),
    };
  }
  const next = fire(known) ?? supply(known) ?? refuel(known) ?? full(known) ?? haul(known) ?? later(known);
  if (view.round === 1 && next && !['fire', 'take', 'haul', 'build'].includes(next.key))
    return { key: 'round 1 ordered', text: SENT() };
  return (
    next ?? {
      key: 'ready',
      text: isLast(position)
        ? t('The last round: nothing else brings points any more. Press Ready.')
        : t('All your ships have something to do. Press Ready: both fleets act at the same time.'),
    }
  );
}
