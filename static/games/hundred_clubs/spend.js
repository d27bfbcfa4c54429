/**
 * What would the money that is left win, and how is it spent so? A button with the server's proposal: pointing at it shows what comes of it on the
 * map, pressing it orders the campaigns, and undo takes them back. It stands in the panel, and at the foot of the map on a phone.
 */
import { button } from 'kit/parts.js';
import { spendText } from './foreseen.js';
import { spendMore } from './orders.js';

/** @param {import('./session.js').Session} session @param {string} [kind] of the button @returns {import('kit/parts.js').Part<{shown: boolean}>} */
export function createSpend(session, kind = '') {
  const { state } = session;
  const part = button({ text: '', class: `hc-spend ${kind}`.trim(), act: spend });
  for (const event of ['pointerenter', 'focus']) part.element.addEventListener(event, () => session.aim(wise()));
  for (const event of ['pointerleave', 'blur']) part.element.addEventListener(event, () => session.aim(null));

  /** Null: nothing is worth the money, or it is being asked. */
  function proposed() {
    const spending = state.forecast?.spend;
    return session.canOrder('rounds') && spending?.campaigns.length ? spending : null;
  }
  function wise() {
    const spending = proposed();
    return spending && spendMore(state.orders, spending.campaigns);
  }
  function spend() {
    const orders = wise();
    if (!orders) return;
    session.aim(null);
    session.draft(orders, { selected: -1 });
  }
  return {
    element: part.element,
    show({ shown }) {
      const spending = proposed();
      const money = spending ? Math.max(0, (state.forecast?.money?.left ?? 0) - spending.left) : 0;
      part.show({ text: spending ? spendText(money, spending) : '', shown: shown && spending !== null });
    },
  };
}
