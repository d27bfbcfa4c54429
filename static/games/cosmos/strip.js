/**
 * How does a finger give the second half of an order? The routines of who is chosen at the foot of the chart, where the finger is; mouse and
 * keys have the panel beside it.
 */
import { h, setText } from 'app/dom.js';
import { sentences, t } from 'app/i18n.js';
import { chips } from 'kit/lists.js';
import { keepPresses } from 'kit/over.js';
import { SIGNS, signButton } from 'kit/parts.js';
import { radiusOf } from './glyphs.js';
import { routinesOf } from './panel_orders.js';

/** @import { Session } from './types' */

/** Pixels between the strip and the edge of the board, or what is chosen. */
const AWAY = 12;

/** @param {HTMLElement} el the board's element @param {Session} session @param {import('board/board.js').Board | null} board */
export function createStrip(el, session, board) {
  const { state } = session;
  const routines = chips({ label: t('Routines'), onchoose: (name) => session.routine(name) });
  const says = h('span', { class: 'kit-strip-says' });
  const element = h(
    'div',
    { class: 'kit-panel kit-strip', role: 'group', 'aria-label': t('Routines here'), hidden: true },
    says,
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
    const offered = routinesOf(session);
    routines.show(offered);
    const given = offered.filter(({ pressed }) => pressed);
    setText(
      says,
      given.length
        ? sentences(given.map(({ text, meaning }) => t('{name}: {text}', { name: text, text: meaning })))
        : t('Routine: what is it to do by itself?'),
    );
    place();
  }

  /** At the foot of the chart, unless it would cover who is chosen there: then above it. */
  function place() {
    const [first] = session.state.position ? session.chosen() : [];
    if (!first || !board || element.hidden) return;
    const [x, y] = board.screen(first.x + 0.5, first.y + 0.5);
    const room = radiusOf(first.kind, board.state.camera.scale) * 1.5 + 2 * AWAY;
    const isUnder = x < element.offsetWidth + room && y > el.clientHeight - element.offsetHeight - room;
    element.classList.toggle('above', isUnder);
  }
  const stop = board?.watch({ camera: place });

  return {
    refresh,
    destroy() {
      stop?.();
      element.remove();
    },
  };
}
