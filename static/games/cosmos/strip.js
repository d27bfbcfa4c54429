/**
 * How does a finger give the second half of an order? The routines of who is chosen at the foot of the chart, where the finger is; mouse and
 * keys have the panel beside it.
 */
import { h } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { chips } from 'kit/lists.js';
import { keepPresses } from 'kit/over.js';
import { SIGNS, signButton } from 'kit/parts.js';
import { routinesOf } from './panel_orders.js';

/** @import { Session } from './types' */

/** @param {HTMLElement} el the board's element @param {Session} session */
export function createStrip(el, session) {
  const { state } = session;
  const routines = chips({ label: t('Routines'), onchoose: (name) => session.routine(name) });
  const element = h(
    'div',
    { class: 'kit-panel kit-strip', role: 'group', 'aria-label': t('Routines here'), hidden: true },
    routines.element,
    signButton(SIGNS.close, t('Choose nobody'), () => session.select([])),
  );
  keepPresses(element);
  el.append(element);

  function refresh() {
    const [first, ...others] = state.position ? session.chosen() : [];
    const isOne = first && others.every(({ kind }) => kind === first.kind);
    element.hidden = !isOne || !session.canOrder();
    if (element.hidden) return;
    routines.show(routinesOf(session));
  }
  return { refresh, destroy: () => element.remove() };
}
