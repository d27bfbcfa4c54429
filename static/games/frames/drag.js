/** How is a card or a mech carried over the table? A press that moves takes it along; where it is let go it is aimed. A long press reads it. */
import { h } from 'app/dom.js';
import { drawing } from './drawings.js';
import { narrowed } from './options.js';
import { heldCard, seatOf } from './position.js';
import { cardName, modelName, noWay } from './words.js';

/** @typedef {import('./session.js').Session} Session */

/** Pixels from which a press is a drag, and milliseconds from which it is a long one. */
const FAR = 8;
const LONG = 480;

/** What an element stands for, as a token; null: nothing. @param {Element | null} element */
function tokenOf(element) {
  const found = /** @type {HTMLElement | null} */ (element?.closest('[data-unit], [data-token], [data-area]') ?? null);
  if (!found) return null;
  const { unit, token, area } = found.dataset;
  return unit ? `unit:${unit}` : (token ?? `area:${area}`);
}

/** Makes everything on the table that can be picked up draggable; returns the way to stop. @param {HTMLElement} root @param {Session} session */
export function drag(root, session) {
  /** @type {{x: number, y: number, element: HTMLElement, token: string, ghost: HTMLElement | null} | null} */
  let held = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let long;
  /** The press that is under way has opened a card to read. */
  let isRead = false;

  /** The card of a token that goes along with a mech; null: it is no such card, or no mech can take it now. @param {string} token */
  function gearOf(token) {
    const id = token.startsWith('card:') ? token.slice('card:'.length) : '';
    const card = session.own()?.hand.mech?.find((/** @type {any} */ one) => one.id === id);
    return card && session.canEquip() ? id : null;
  }

  /** @param {PointerEvent} event */
  function down(event) {
    if (event.button) return;
    const element = /** @type {HTMLElement | null} */ (
      /** @type {Element} */ (event.target).closest('[data-unit], [data-token], [data-card]')
    );
    if (!element) return;
    const token = tokenOf(element) ?? '';
    held = { x: event.clientX, y: event.clientY, element, token, ghost: null };
    clearTimeout(long);
    if (event.pointerType !== 'mouse')
      long = setTimeout(() => {
        const { unit } = element.dataset;
        const card =
          element.dataset.card ?? element.querySelector('[data-card]')?.getAttribute('data-card') ?? undefined;
        session.change({ read: { card, unit, zoom: true } });
        held = null;
        isRead = true;
      }, LONG);
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (!held) return;
    const far = Math.hypot(event.clientX - held.x, event.clientY - held.y) > FAR;
    if (far) clearTimeout(long);
    if (far && !held.ghost && held.token && session.isAiming()) take(event);
    if (!held?.ghost) return;
    held.ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
    const over = tokenOf(under(event));
    const hover = over && session.targets().has(over) ? over : null;
    if (hover !== session.state.hover) session.change({ hover });
  }

  /** What is carried, as a picture with its name: small enough to see where it goes. @param {string} token */
  function picture(token) {
    const { position } = session.state;
    if (!position) return null;
    const [kind, name] = token.split(':');
    if (kind === 'unit') {
      const seat = seatOf(name);
      const mech = position.mechs.get(name);
      const [id, what] = mech ? [mech.model, 'mech'] : [position.sides[seat]?.ship.card ?? '', 'ship'];
      return [drawing(id, what, `fr-figure seat-${seat}`), h('b', null, modelName(position, name))];
    }
    const card = kind === 'captain' ? (session.own()?.captain.card ?? null) : heldCard(position, name);
    return [card && drawing(card, position.cards[card]?.kind ?? ''), h('b', null, cardName(position, card))];
  }

  /** @param {PointerEvent} event */
  function take(event) {
    if (!held) return;
    session.hold([]);
    if (!gearOf(held.token) && !session.pick(held.token)) {
      const why = narrowed(session.options(), [held.token])[0]?.why;
      held = null;
      if (why) session.refuse(why);
      return;
    }
    const ghost = h('div', { class: 'fr-ghost', 'aria-hidden': 'true' }, picture(held.token));
    document.body.append(ghost);
    held.ghost = ghost;
    root.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  const under = (event) => document.elementFromPoint(event.clientX, event.clientY);

  /** @param {PointerEvent} event */
  function up(event) {
    clearTimeout(long);
    const was = held;
    held = null;
    if (isRead) ignoreClick();
    isRead = false;
    if (!was?.ghost) return;
    was.ghost.remove();
    const element = under(event);
    const at = tokenOf(element);
    const area = element?.closest('.fr-area')?.getAttribute('data-area');
    const gear = gearOf(was.token);
    const give = (/** @type {string} */ token) => (gear ? session.equipAt(gear, token) : session.pick(token));
    const is = at && at !== was.token && give(at);
    const done = is || (area && give(`area:${area}`));
    if (!done) letGo(at, area);
    ignoreClick();
  }

  /** What was carried means nothing where it was let go: why, if it was let go over the table. @param {string | null} at @param {string | null | undefined} area */
  function letGo(at, area) {
    const { position, picked } = session.state;
    const aims = session.targets();
    const why = (at && aims.get(at)?.why) || (area && aims.get(`area:${area}`)?.why);
    if (why) session.refuse(why);
    else if (area && position && picked.length) session.refuse(noWay(position, picked, area));
    else session.hold([]);
  }

  /** The press that ends a drag is no click, and the one that opens a card to read does not close it; the next press counts again. */
  function ignoreClick() {
    document.addEventListener('click', swallow, { capture: true, once: true });
    const end = () => document.removeEventListener('click', swallow, { capture: true });
    document.addEventListener('pointerdown', end, { capture: true, once: true });
  }

  /** @param {MouseEvent} event */
  function swallow(event) {
    // A key that presses a button has no pointer behind it.
    if (event.detail === 0) return;
    event.stopPropagation();
    event.preventDefault();
  }

  function cancel() {
    clearTimeout(long);
    held?.ghost?.remove();
    held = null;
    isRead = false;
  }

  const listeners = /** @type {[string, (event: any) => void][]} */ ([
    ['pointerdown', down],
    ['pointermove', move],
    ['pointerup', up],
    ['pointercancel', cancel],
  ]);
  for (const [name, act] of listeners) root.addEventListener(name, act);
  return () => {
    cancel();
    for (const [name, act] of listeners) root.removeEventListener(name, act);
  };
}
