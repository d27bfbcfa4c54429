/**
 * Which orders go on by themselves? Standing routes of the view with what the draft changes of them. Pure, and without rules: what a route
 * sends, and when it ends, the server says.
 */
import { t } from 'app/i18n.js';
import { leaving } from './orders.js';

/** @import { Orders, PlanetConquerView, Position, Standing } from './types' */

/** Does this table have standing routes? @param {PlanetConquerView | undefined} view */
export const hasStanding = (view) => Array.isArray(view?.standing);

/** Those of the viewer that run now. @param {PlanetConquerView} view @returns {Standing[]} */
export const running = ({ standing = [], seat }) =>
  standing.filter((route) => route.seat === seat).map(({ seat: _, ...route }) => route);

/** Those that run when the draft is played. @param {Orders} orders @param {PlanetConquerView} view @returns {Standing[]} */
export const planned = ({ standing }, view) => standing ?? running(view);

/** @param {{from: number, to: number}} a @param {{from: number, to: number}} b */
const isSameWay = (a, b) => a.from === b.from && a.to === b.to;

/** Does nothing differ? @param {Standing} a @param {Standing | undefined} b */
const isAlike = (a, b) =>
  !!b && isSameWay(a, b) && a.units === b.units && a.above === b.above && !a.growth === !b.growth;

/** The draft with these routes; where they are those that run it says nothing of them. @param {Orders} orders @param {PlanetConquerView} view @param {Standing[]} routes @returns {Orders} */
function withRoutes({ standing: _, ...orders }, view, routes) {
  const now = running(view);
  const isUnchanged = routes.length === now.length && routes.every((route, i) => isAlike(route, now[i]));
  return isUnchanged ? orders : { ...orders, standing: routes };
}

/** A route begins, or sends another amount from now on. @param {Orders} orders @param {PlanetConquerView} view @param {Standing} route */
export function setRoute(orders, view, route) {
  const routes = planned(orders, view);
  const isKnown = routes.some((other) => isSameWay(other, route));
  return withRoutes(
    orders,
    view,
    isKnown ? routes.map((other) => (isSameWay(other, route) ? route : other)) : [...routes, route],
  );
}

/** A route ends; without `to` all from there. @param {Orders} orders @param {PlanetConquerView} view @param {{from: number, to?: number}} way */
export function endRoute(orders, view, { from, to }) {
  const stays = (/** @type {Standing} */ route) => route.from !== from || (to !== undefined && route.to !== to);
  return withRoutes(orders, view, planned(orders, view).filter(stays));
}

/** All routes end. @param {Orders} orders @param {PlanetConquerView} view */
export const endRoutes = (orders, view) => withRoutes(orders, view, []);

/** What the draft does to the routes: each that runs or will, and how that changes. @param {Orders} orders @param {PlanetConquerView} view @returns {(Standing & {fate: 'runs' | 'begins' | 'changes' | 'ends'})[]} */
export function fates(orders, view) {
  const [now, then] = [running(view), planned(orders, view)];
  /** @param {Standing} route @returns {'runs' | 'begins' | 'changes'} */
  const fateOf = (route) => {
    const before = now.find((other) => isSameWay(other, route));
    return before ? (isAlike(route, before) ? 'runs' : 'changes') : 'begins';
  };
  return [
    ...then.map((route) => ({ ...route, fate: fateOf(route) })),
    ...now
      .filter((route) => !then.some((other) => isSameWay(other, route)))
      .map((route) => ({ ...route, fate: /** @type {const} */ ('ends') })),
  ];
}

/** Does it send all that grows? @param {{units: number | null, above: number | null, growth?: boolean}} route */
export const sendsGrowth = ({ units, above, growth }) => units === null && (growth || above === null);

/** How many stay on the planet that a route leaves. @param {{above: number | null}} route @param {number} rest units that the draft leaves there */
export const stays = ({ above }, rest) => Math.max(1, above ?? rest);

/** How much, in words. @param {{units: number | null, above: number | null, growth?: boolean}} route @param {number} [rest] units that the draft leaves there: what stays of a route that begins */
export function amountWords(route, rest) {
  const { units, above } = route;
  if (units !== null) return t('{n} each round', { n: units });
  if (!sendsGrowth(route)) return t('all above {n}', { n: above ?? 0 });
  // What grows and what arrives goes on: once the number is known, it says exactly what is sent.
  return above === null && rest === undefined ? t('all growth') : t('all above {n}', { n: stays(route, rest ?? 1) });
}

/**
 * When does a route send next that sends what is above a number, and how much? Routes of one planet send in their order: this is of the first.
 * @param {{units: number | null, above: number | null}} route @param {number} rest units that the draft leaves on the planet @param {number | null} next units that are there next round, as far as that is known
 */
export function nextWords(route, rest, next) {
  if (route.units !== null) return '';
  const most = stays(route, rest);
  if (rest > most) return t('sends {n} this round', { n: rest - most });
  const more = (next ?? 0) - most;
  return more > 0 ? t('sends {n} next round', { n: more }) : t('sends once more than {n} are there', { n: most });
}

/** @param {{from: number, to: number}} way @param {Position} position */
export const wayWords = ({ from, to }, { planets }) => `${planets[from]?.name ?? '?'} → ${planets[to]?.name ?? '?'}`;

/** What the draft changes, a line each. @param {Orders} orders @param {Position} position */
export function standingLines(orders, position) {
  const rest = (/** @type {number} */ id) => (position.planets[id].units ?? 0) - leaving(orders, id);
  return fates(orders, position.view)
    .filter(({ fate }) => fate !== 'runs')
    .map((route) => {
      const facts = { way: wayWords(route, position), amount: amountWords(route, rest(route.from)) };
      const text = route.fate === 'ends' ? t('Ended: {way}', facts) : t('Every round, {way}: {amount}', facts);
      return { text, path: 'standing' };
    });
}
