/**
 * What can be done with who is chosen, at its place? One sentence and one press each: routines for one's own, the way to take a planet of others.
 * For mouse and keys it stands beside who is chosen, for fingers it is a strip at the edge of the chart. And how the match stands, in the corner.
 */
import { h, setText } from 'app/dom.js';
import { sentences, t } from 'app/i18n.js';
import { chips } from 'kit/lists.js';
import { keepPresses } from 'kit/over.js';
import { button, meter, SIGNS, signButton } from 'kit/parts.js';
import { radiusOf } from './glyphs.js';
import { KINDS, ownerName } from './names.js';
import { routinesOf } from './panel_orders.js';
import { takingOf, takingText } from './taking.js';

/** @import { Session } from './types' */

/** Pixels between the strip and the edge of the board, or what is chosen. */
const AWAY = 12;
/** Pixels at the right edge that buttons of the camera take. */
const BUTTONS = 56;

/** Fingers have a strip at the edge: beside who is chosen it would lie under the hand. */
const isFinger = () => !!globalThis.matchMedia?.('(pointer: coarse)').matches;

/** @param {HTMLElement} el the board's element @param {Session} session @param {import('board/board.js').Board | null} board */
export function createStrip(el, session, board) {
  const { state } = session;
  const routines = chips({ label: t('Routines for the chosen'), onchoose: (name) => session.routine(name) });
  const says = h('span', { class: 'kit-strip-says' });
  const take = button({
    text: t('Take it'),
    sign: KINDS.battleship.icon,
    key: 'K',
    class: 'kit-primary',
    act: () => void session.take(),
  });
  const element = h(
    'div',
    { class: 'kit-panel kit-strip', role: 'group', 'aria-label': t('What can be done here'), hidden: true },
    says,
    routines.element,
    take.element,
    signButton(SIGNS.close, t('Choose nobody'), () => session.select([])),
  );
  const standing = createStanding(session);
  keepPresses(element);
  el.append(standing.element, element);
  // Tab goes to the next of one's own while the chart has the keyboard, so there is a key of its own to get here.
  const stopOffer = session.offer('routines', () => element.querySelector('button')?.focus());

  function refresh() {
    standing.show();
    const [first, ...others] = state.position
      ? state.selected.flatMap((id) => session.position().byId.get(id) ?? [])
      : [];
    const isOne = first && others.every(({ kind, seen }) => kind === first.kind && seen === first.seen);
    const isOwn = first?.seen === 'own';
    const taking = first && !isOwn && !others.length ? takingOf(session, first) : null;
    element.hidden = !isOne || !session.canOrder() || !(isOwn || taking);
    if (element.hidden) return;
    const offered = isOwn ? routinesOf(session) : [];
    routines.show(offered);
    take.show({ shown: !!taking?.by && !taking.isUnderWay });
    setText(
      says,
      taking
        ? takingText(first, taking, ownerName(first.seat, session.position().view.seat, session.host.info))
        : ownText(offered),
    );
    place();
  }

  /** What those do by themselves who are chosen. @param {ReturnType<typeof routinesOf>} offered */
  function ownText(offered) {
    const given = offered.filter(({ pressed }) => pressed);
    if (given.length)
      return sentences(given.map(({ text, meaning }) => t('{name}: {text}', { name: text, text: meaning })));
    return session.ships().length
      ? t('Press a place to go there, or choose what it does by itself:')
      : t('Routine: what is it to do by itself?');
  }

  /** Beside who is chosen, where there is room; for fingers at the foot of the chart, unless it would cover who is chosen there: then above it. */
  function place() {
    const first = session.state.position && session.position().byId.get(state.selected[0]);
    if (!first || !board || element.hidden) return;
    element.classList.toggle('here', !isFinger());
    const [x, y] = board.screen(first.x + 0.5, first.y + 0.5);
    const room = radiusOf(first, board.state.camera.scale) * 1.5 + 2 * AWAY;
    const isUnder = x < element.offsetWidth + room && y > el.clientHeight - element.offsetHeight - room;
    element.classList.toggle('above', isUnder);
    if (isFinger()) return;
    const { offsetWidth: wide, offsetHeight: high } = element;
    const [most, lowest] = [el.clientWidth - wide - BUTTONS, el.clientHeight - high - AWAY];
    const into = (/** @type {number} */ at, /** @type {number} */ end) => Math.max(AWAY, Math.min(at, end));
    // On the side where it covers the fewest, and not who is chosen.
    const discs = session.position().shown.map((one) => {
      const [cx, cy] = board.screen(one.x + 0.5, one.y + 0.5);
      const reach = radiusOf(one, board.state.camera.scale);
      return { cx, cy, reach, worth: one === first ? 9 : one.kind === 'planet' ? 3 : 1 };
    });
    const spots = [
      [x + room, y - high / 2],
      [x - room - wide, y - high / 2],
      [x - wide / 2, y + room],
      [x - wide / 2, y - room - high],
    ].map(([left, top]) => {
      const [px, py] = [into(left, most), into(top, lowest)];
      const covered = discs.reduce((sum, { cx, cy, reach, worth }) => {
        const isIn = cx > px - reach && cx < px + wide + reach && cy > py - reach && cy < py + high + reach;
        return sum + (isIn ? worth : 0);
      }, 0);
      return { px, py, covered };
    });
    const { px, py } = spots.reduce((best, spot) => (spot.covered < best.covered ? spot : best));
    element.style.setProperty('--x', `${px}px`);
    element.style.setProperty('--y', `${py}px`);
  }
  const stop = board?.watch({ camera: place });

  return {
    refresh,
    destroy() {
      stop?.();
      stopOffer();
      standing.element.remove();
      element.remove();
    },
  };
}

/** How near the final weapon is: one's own points, and the most that anybody else can have. @param {Session} session */
function createStanding(session) {
  const { state } = session;
  const points = meter(t('Points of the final weapon'));
  const element = h('div', { class: 'kit-panel cosmos-standing', hidden: true }, points.element);
  return {
    element,
    show() {
      const weapon = state.position && session.position().view.weapon;
      element.hidden = !weapon;
      if (!weapon) return;
      const { round, safe } = session.position().view;
      const facts = { n: weapon.own, safe, others: Math.max(0, round - 1 - weapon.own) };
      points.show({
        value: weapon.own,
        max: safe,
        text: t('Final weapon: you {n} of {safe}, others at most {others}', facts),
      });
    },
  };
}
