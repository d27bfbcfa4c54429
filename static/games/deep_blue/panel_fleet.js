/**
 * What do I have, and how is it? The fleet by kind, a line for each unit: its group, its name, how whole, fuelled and armed it is. A press chooses
 * and shows it, on the heading all of the kind. Below, what is seen of the enemy.
 */
import { assign, h, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { seatName, throughOf } from 'kit/describe.js';
import { each } from 'kit/lists.js';
import { section } from 'kit/parts.js';
import { byKind, stocksOf } from './describe.js';
import { elementName, kindName, properName, sentence } from './names.js';
import { capacity, isUnit, planesOf } from './position.js';
import { attentionWords } from './warnings.js';

/** @import { Element, Position, Session, Unit } from './types' */
/** @template Facts @typedef {import('kit/parts.js').Part<Facts>} Part */

/** What is shown as bars, the first one large. */
const BARS = /** @type {const} */ (['health', 'fuel', 'ammo']);
/** What needs somebody at once: the line and the ship itself say so. */
export const ALARMS = new Set(['low_fuel', 'no_ammo', 'low_ammo', 'adrift']);

/** What part of something an element has; of somebody else's planes only their number tells. @param {Position} position @param {Unit} one @param {typeof BARS[number]} what @returns {number | null} */
function partOf(position, one, what) {
  if (what === 'health' && one.kind === 'formation' && !one.limits)
    return planesOf(one) / position.view.tables.planes.size;
  const most = capacity(position, one, what);
  return one[what] === null || !most ? null : Number(one[what]) / most;
}

/** @typedef {{one: Unit, group: string, chosen: boolean, alarm: string, seat: number, position: Position}} Line */

/** A line of a unit. @param {(id: number) => void} press @returns {(line: Line) => Part<Line>} */
const lineOf =
  (press) =>
  ({ one: { id } }) => {
    const group = h('kbd');
    const name = h('span', { class: 'db-name' });
    const bars = BARS.map((what) => ({ what, fill: h('i') }));
    const figure = h('b');
    const spoken = h('span', { class: 'visually-hidden' });
    const act = h(
      'button',
      { type: 'button', onclick: () => press(id) },
      group,
      name,
      h(
        'span',
        { class: 'db-bars', 'aria-hidden': 'true' },
        bars.map(({ what, fill }) => h('span', { class: `db-bar ${what}` }, fill)),
      ),
      figure,
      spoken,
    );
    return {
      element: h('li', null, act),
      show({ one, group: digit, chosen, alarm, seat, position }) {
        setText(group, digit);
        setText(name, properName(one) || elementName(one));
        for (const { what, fill } of bars) {
          const part = partOf(position, one, what);
          assign(/** @type {HTMLElement} */ (fill.parentElement), { hidden: part === null });
          fill.style.setProperty('width', `${Math.round(100 * Math.min(1, part ?? 0))}%`);
        }
        setText(figure, alarm ? `! ${one.health}` : String(one.health));
        const words = [digit, elementName(one), stocksOf(one, position), alarm];
        setText(spoken, `, ${words.slice(1).filter(Boolean).join(', ')}`);
        assign(act, {
          class: `db-line seat-${seat}${alarm ? ' alarm' : ''}`,
          title: sentence(words.filter(Boolean).join(', ')),
          'aria-pressed': String(chosen),
        });
      },
    };
  };

/** Units by kind under headings. @param {string} label @param {(ids: number[]) => void} press @returns {Part<{kind: string, lines: Line[]}[]>} */
function byKinds(label, press) {
  return each(
    h('div', { class: 'db-fleet', role: 'group', 'aria-label': label }),
    (/** @type {{kind: string, lines: Line[]}} */ { kind }) => kind,
    ({ kind }) => {
      /** @type {Line[]} */
      let now = [];
      const head = h('button', {
        type: 'button',
        class: 'db-kind',
        onclick: () => press(now.map(({ one }) => one.id)),
      });
      const lines = each(
        h('ul', { class: 'bare' }),
        (/** @type {Line} */ { one }) => one.id,
        lineOf((id) => press([id])),
      );
      return {
        element: h('section', null, head, lines.element),
        show(shown) {
          now = shown.lines;
          const count = h('small', null, String(now.length));
          head.replaceChildren(sentence(kindName(kind)), ' ', count);
          lines.show(now);
        },
      };
    },
  );
}

/** @param {Session} session @returns {import('./types').Part} */
export function createFleet(session) {
  const { state } = session;
  const own = byKinds(t('Your fleet'), (ids) => {
    session.select(ids, state.adds);
    const one = state.position?.elements.get(ids[0]);
    if (one && isUnit(one)) session.look(one.pos);
  });
  const enemy = byKinds(t('Enemy in sight'), ([id]) => {
    const one = state.position?.elements.get(id);
    session.change({ inspected: id });
    if (one && isUnit(one)) session.look(one.pos);
  });
  const mine = section(t('Your fleet'), {}, own.element);
  const his = section(t('Enemy in sight'), {}, enemy.element);
  /** Digits of groups by unit. */
  const groups = () => new Map(Object.entries(state.groups).flatMap(([digit, ids]) => ids.map((id) => [id, digit])));
  return {
    element: h('div', null, mine.element, his.element),
    show() {
      const { position } = state;
      if (!position) return;
      const digits = groups();
      const alarms = new Map(
        session
          .needs()
          .filter(({ code }) => ALARMS.has(code))
          .map((need) => [need.id, attentionWords(need, position)]),
      );
      const kinds = (/** @type {Element[]} */ units) =>
        byKind(units).map(({ kind, units: alike }) => ({
          kind,
          lines: alike.filter(isUnit).map((one) => ({
            one,
            position,
            group: digits.get(one.id) ?? '',
            chosen: state.selected.includes(one.id),
            alarm: alarms.get(one.id) ?? '',
            seat: one.seat,
          })),
        }));
      const units = position.own.filter(isUnit);
      const through = throughOf(position.view, session.host.info);
      const other = through && seatName(1 - through.seat, session.host.info);
      const name = through ? t('Fleet of {seat}', { seat: through.name }) : t('Your fleet');
      own.element.setAttribute('aria-label', name);
      mine.show({ shown: units.length > 0, aside: String(units.length), name });
      own.show(kinds(units));
      his.show({
        shown: position.enemies.length > 0 && position.seat !== null,
        aside: String(position.enemies.length),
        name: other ? t('In sight: {seat}', { seat: other }) : t('Enemy in sight'),
      });
      enemy.show(kinds(position.enemies));
    },
  };
}
