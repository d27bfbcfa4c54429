/** How is a planet of others taken with one press? Who goes there, what that costs, and what it waits for; how much is needed the server has said. */
import { sentences, t } from 'app/i18n.js';
import { DIRECTIONS, entityName, properName } from './names.js';
import { actionsOf, addAction, setDefault, setStanding } from './orders.js';
import { d2, entityAt, ownOf } from './position.js';

/** @import { Attack, Direction, Forecast, Orders, Position, Rules, Shown } from './types' */
/** @typedef {{price: number, by: Shown | null, dir: Direction | null, isUnderWay: boolean, elsewhere: number | null}} Taking `by`: a ship of one's own that is strong enough, or the planet that builds one to the side `dir`; null: nobody can yet; `elsewhere`: whom the battleships go for that are built in this step */
/** @typedef {{state: {told: any, orders: Orders}, position: () => Position}} Hand */

/** What a ship does that is to take a planet: it goes there, and bursts only if that takes something. @param {number} id @returns {Rules} */
export const rulesToTake = (id) => ({
  movement: { type: 'pursue', id },
  reflexes: [{ type: 'auto_overload', only_capture: true, min_planets: 1 }],
});

/** What a scout does that is to take a miner apart: it goes there. @param {number} id @returns {Rules} */
export const rulesToHunt = (id) => ({
  movement: { type: 'pursue', id },
  reflexes: [{ type: 'auto_analyse', chase: true }],
});

/** @param {Rules | null | undefined} rules @param {number} id */
const isAfter = (rules, id) => rules?.movement?.type === 'pursue' && rules.movement.id === id;

/** The free side of a planet that lies nearest to a place. @param {Position} position @param {Shown} planet @param {Shown} goal @returns {Direction | null} */
function sideTowards(position, planet, goal) {
  const { width, height } = position.chart;
  const sides = Object.entries(DIRECTIONS).flatMap(([dir, { step }]) => {
    const [x, y] = [planet.x + step[0], planet.y + step[1]];
    const isFree = x >= 0 && y >= 0 && x < width && y < height && !entityAt(position, [x, y]);
    return isFree ? [{ dir: /** @type {Direction} */ (dir), away: (x - goal.x) ** 2 + (y - goal.y) ** 2 }] : [];
  });
  return sides.sort((a, b) => a.away - b.away)[0]?.dir ?? null;
}

/** Has a planet a side on which a ship can be built? @param {Position} position @param {Shown} planet */
export const hasFreeSide = (position, planet) => sideTowards(position, planet, planet) !== null;

/** What a draft leaves of a planet's energy: without the ships that it builds and the bid of this step. @param {Orders} orders @param {Shown} planet */
export const unspent = (orders, { id, energy }) =>
  actionsOf(orders, id).reduce(
    (left, action) => left - (action.do === 'build' || action.do === 'charge' ? action.energy : 0),
    energy,
  );

/** Whom the battleships go for that a draft builds, if it is somebody else: all that are new in a step are told the same. @param {Orders} orders @param {number} id */
function othersGoal({ direct, defaults }, id) {
  const builds = direct.some(({ actions }) => actions.some((one) => one.do === 'build' && one.kind === 'battleship'));
  const movement = defaults.battleship?.movement;
  return builds && movement?.type === 'pursue' && movement.id !== id ? movement.id : null;
}

/** Does a planet build in this draft already? @param {Orders} orders @param {Shown} planet */
const isBuilding = (orders, { id }) => actionsOf(orders, id).some((one) => one.do === 'build');

/**
 * The ship that a planet sends against another one: of nobody's planet what takes it, against a rival what it can spare. Or why it sends none.
 * @param {Hand} hand @param {Shown} from @param {Shown} to @returns {Taking | string}
 */
export function sendingOf({ state: { told, orders }, position: now }, from, to) {
  const planet = properName(to.id);
  const home = properName(from.id);
  const { takes, least_burst: least = 0, keep = 0 } = /** @type {Partial<Forecast>} */ (told ?? {});
  const price = takes?.[to.id];
  if (to.kind !== 'planet') return t('A planet sends ships against planets: go on to one that is not yours.');
  if (to.seen === 'own') return t('{planet} is yours: energy does not go from planet to planet.', { planet });
  if (price === undefined) return t('Asking …');
  const other = othersGoal(orders, to.id);
  if (other !== null)
    return t('The battleships of this step go for {other}: send one to {planet} in the next.', {
      other: properName(other),
      planet,
    });
  if (isBuilding(orders, from)) return t('{home} builds something in this step already.', { home });
  const left = unspent(orders, from) - 1;
  const dir = sideTowards(now(), from, to);
  if (left < least) return t('{home} has {left} energy left: a ship that bursts takes {least}.', { home, left, least });
  if (!dir) return t('All sides of {home} are taken.', { home });
  const wanted = to.seat === null ? price : Math.max(price, left + 1 - keep);
  return { price: Math.min(left, wanted), by: from, dir, isUnderWay: false, elsewhere: null };
}

/** Could this planet of others be taken, and by whom? null: it is none, or nobody knows yet. @param {Hand} hand @param {Shown} planet @returns {Taking | null} */
export function takingOf({ state, position: now }, planet) {
  const price = /** @type {Forecast | null} */ (state.told)?.takes?.[planet.id];
  if (price === undefined || planet.kind !== 'planet' || planet.seen === 'own') return null;
  const position = now();
  const { orders } = state;
  const nearest = (/** @type {Shown[]} */ some) =>
    some.toSorted((a, b) => d2(a.pos, planet.pos) - d2(b.pos, planet.pos))[0] ?? null;
  const own = ownOf(position);
  const ships = own.filter(({ kind }) => kind === 'battleship');
  const drafted = new Map(orders.standing.map((entry) => [entry.id, entry]));
  const isUnderWay =
    isAfter(orders.defaults.battleship, planet.id) ||
    ships.some(({ id, all }) => isAfter(drafted.get(id) ?? all?.standing, planet.id));
  const ship = nearest(ships.filter(({ energy }) => energy >= price));
  const elsewhere = othersGoal(orders, planet.id);
  if (ship) return { price, by: ship, dir: null, isUnderWay, elsewhere };
  // What a draft has spent is not offered once more.
  const homes = own.filter((one) => one.kind === 'planet' && !isBuilding(orders, one) && unspent(orders, one) > price);
  const home = elsewhere === null ? nearest(homes.filter((one) => sideTowards(position, one, planet))) : null;
  return { price, by: home, dir: home && sideTowards(position, home, planet), isUnderWay, elsewhere };
}

/** Orders with those that take a planet. @param {Orders} orders @param {Shown} planet @param {Taking} taking @returns {Orders} */
export function ordersTo(orders, planet, { price, by, dir }) {
  if (!by) return orders;
  if (!dir) return setStanding(orders, by.id, rulesToTake(planet.id));
  const built = addAction(orders, by.id, { do: 'build', kind: 'battleship', energy: price, dir });
  // It is nobody yet: what it does is told to those that come.
  return setDefault(built, 'battleship', rulesToTake(planet.id));
}

/** In words: whose it is, what takes it, and what a press does. @param {Shown} planet @param {Taking} taking @param {string} owner @param {boolean} [isVain] it is foreseen not to be taken */
export function takingText(planet, { price, by, dir, isUnderWay, elsewhere }, owner, isVain = false) {
  const name = properName(planet.id);
  if (isUnderWay) return t('{planet}: a battleship is told to take it.', { planet: name });
  if (!by && elsewhere !== null)
    return t('The battleships of this step go for {other}: send one to {planet} in the next.', {
      other: properName(elsewhere),
      planet: name,
    });
  if (!by)
    return t('{planet} is {owner}. A battleship of {price} energy takes it: no planet of yours has more yet.', {
      planet: name,
      owner,
      price,
    });
  if (dir) {
    const facts = { planet: name, owner, price, home: properName(by.id) };
    return isVain
      ? t('{planet} is {owner}. {home} can build a battleship of {price}, which goes there.', facts)
      : t('{planet} is {owner}. {home} can build a battleship of {price}, which goes there and takes it.', facts);
  }
  const facts = { planet: name, owner, ship: entityName(by) };
  return isVain
    ? t('{planet} is {owner}. {ship} can go there.', facts)
    : t('{planet} is {owner}. {ship} is strong enough to take it.', facts);
}

/** What is foreseen of the attack on somebody. @param {Attack[] | undefined} attacks @param {number} id */
export const attackOn = (attacks, id) => attacks?.find(({ target }) => target === id) ?? null;

/** In few words, for the pointer. @param {Attack | null} attack */
export function attackWords(attack) {
  if (!attack) return '';
  const { result, round, after } = attack;
  if (result === 'captured') return t('yours about round {round}, {left} left', { round: round ?? 0, left: after });
  return result ? t('not enough: {left} left there', { left: after }) : t('not taken as far as is foreseen');
}

/** Why a burst is no stronger. @param {{energy: number, shared: number, each: number}} burst */
export const shareText = (burst) =>
  t('What bursting leaves of its {energy} energy is shared by the {shared} in reach: {each} each.', burst);

/** How an attack is expected to end, what it costs, and by what that is told. @param {Attack | null} attack @param {Shown} planet */
export function attackText(attack, planet) {
  if (!attack) return '';
  const { result, round, before, after, energy, shared, burst } = attack;
  const facts = { round: round ?? 0, before, left: after, burst: burst ?? 0 };
  return sentences([
    result === 'captured'
      ? t(
          'Expected about round {round}: it has {before} energy, a burst of {burst} takes it, and {left} are left to you.',
          facts,
        )
      : result
        ? t(
            'Expected about round {round}: it has {before} energy, a burst of {burst} leaves {left}, and it is not taken.',
            facts,
          )
        : t('Expected: not taken as far as is foreseen; it is far, or has too much by then ({left} energy).', facts),
    shared && shared > 1 ? shareText({ energy: energy ?? 0, shared, each: facts.burst }) : '',
    result ? t('The ship is spent.') : '',
    planet.round === null ? '' : t('As it was seen in round {round}.', { round: planet.round }),
    planet.seat === null ? '' : t('Unless its owner adds to it.'),
  ]);
}
