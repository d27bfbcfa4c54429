/** How much does a standing route send every round, and how is that changed? One choice of a kind with its number, in the list of orders and under a finger. */
import { h } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { numberField } from 'kit/parts.js';
import { sendsGrowth } from './standing.js';

/** @import { Session, Standing } from './types' */

/** Kinds of amounts, as a select offers them. */
const KINDS = [
  ['growth', () => t('all growth')],
  ['units', () => t('a number')],
  ['above', () => t('all above')],
];

/**
 * @param {Session} session
 * @param {() => {from: number, to: number} | null} wayOf whose amount is changed
 * @returns {{elements: HTMLElement[], show: (route: Standing | null) => void}} null: nothing can be changed
 */
export function routeAmount(session, wayOf) {
  const kind = h(
    'select',
    { 'aria-label': t('How much every round'), onchange: () => choose(null) },
    KINDS.map(([value, name]) => h('option', { value }, /** @type {() => string} */ (name)())),
  );
  const field = numberField({ label: t('Units each round'), onset: choose });

  /** @param {number | null} number null: as many as before, or as there are */
  function choose(number) {
    const way = wayOf();
    if (!way) return;
    const before = session.routeOf(way);
    const amount = number ?? before?.units ?? before?.above ?? Math.max(1, session.rest(way.from));
    session.setRoute({
      ...way,
      units: kind.value === 'units' ? Math.max(1, amount) : null,
      above: kind.value === 'above' ? amount : null,
    });
  }

  return {
    elements: [kind, field.element],
    show(route) {
      kind.hidden = !route;
      kind.value = !route || sendsGrowth(route) ? 'growth' : route.units !== null ? 'units' : 'above';
      field.element.hidden = !route || kind.value === 'growth';
      field.show({ value: route?.units ?? route?.above ?? null, min: kind.value === 'units' ? 1 : 0, max: 1_000_000 });
    },
  };
}
