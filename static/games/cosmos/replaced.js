/** What did an order take the place of? Whoever gave that one is told so where he gave the other, with the way back. */
import { h, setText } from 'app/dom.js';
import { join, t } from 'app/i18n.js';
import { button } from 'kit/parts.js';
import { actionName, entityName, KINDS, properName, ROUTINES, routineOf, rulesText } from './names.js';
import { actionsOf, standingOf } from './orders.js';

/** @import { Kind, Orders, Part, Position, Rules, Session, Shown } from './types' */

/** @param {any} one */
const same = (one) => JSON.stringify(one);

/** Actions for one at once that another has pushed out; of bids the last counts. @param {Orders} before @param {Orders} after @param {Shown} entity @param {Position} position */
function actionsGone(before, after, entity, { byId }) {
  const [old, now] = [before, after].map((orders) => actionsOf(orders, entity.id));
  if (now.every((one) => old.some((other) => same(one) === same(other)))) return [];
  const nameOf = (/** @type {number} */ id) => {
    const one = byId.get(id);
    return one ? entityName(one) : properName(id);
  };
  const gone = old.filter((one) => one.do !== 'charge' && !now.some((other) => same(one) === same(other)));
  return gone.map((action) => actionName(action, nameOf));
}

/** Is what a ship was to do by itself done? @param {Rules} rules @param {Shown | undefined} entity @param {Position} position */
function isDone({ movement }, entity, { byId }) {
  if (movement?.type === 'pursue') return !movement.kind && byId.get(movement.id)?.seen === 'own';
  return movement?.type === 'move_to' && same(movement.to) === same(entity?.pos);
}

/** What is done by itself no more. @param {Rules | null | undefined} old @param {Rules | null | undefined} now @param {Kind} kind @param {Position} position @param {Shown} [entity] */
function rulesGone(old, now, kind, position, entity) {
  if (!old || !now || same(old) === same(now)) return [];
  const bids = (/** @type {Rules} */ rules) =>
    rules.reflexes?.some(({ type, mode }) => type === 'auto_charge' && mode === 'fixed');
  const kept = new Set(rulesText({ ...old, ...now }));
  const told = rulesText({
    ...old,
    movement: isDone(old, entity, position) ? null : old.movement,
    // Another amount is the same bid.
    reflexes: old.reflexes?.filter(({ type }) => type !== 'auto_charge' || !bids(old) || !bids(now)),
  });
  const gone = told.filter((text) => !kept.has(text));
  const routine = gone.length === told.length && routineOf(position.view.tables.routines[kind], old);
  return gone.length && routine ? [ROUTINES[routine].name()] : gone;
}

/** What orders lack that was given before, as phrases with whom it was for. @param {Orders} before @param {Orders} after @param {Position} position @returns {string[]} */
export function replacedBy(before, after, position) {
  const own = position.shown.filter(({ seen }) => seen === 'own');
  const gone = own.flatMap((one) => {
    const now = standingOf(after, one.id);
    const old = standingOf(before, one.id);
    const rules =
      now && same(now) !== same(old) ? rulesGone({ ...one.all?.standing, ...old }, now, one.kind, position, one) : [];
    const texts = [...actionsGone(before, after, one, position), ...rules];
    return texts.map((text) => t('{name}: {text}', { name: entityName(one), text }));
  });
  const given = /** @type {Partial<Record<Kind, Rules>>} */ (position.view.defaults ?? {});
  const later = /** @type {Kind[]} */ (Object.keys(after.defaults)).flatMap((kind) =>
    rulesGone(before.defaults[kind] ?? given[kind], after.defaults[kind], kind, position).map((rules) =>
      t('New ones, {kind}: {rules}', { kind: KINDS[kind].name(), rules }),
    ),
  );
  return [...gone, ...later];
}

/** More than so many are a number. */
const MOST = 2;

/** The phrases as one sentence. @param {string[]} gone */
export const replacedText = (gone) =>
  gone.length > MOST
    ? t('In place of {n} orders given before.', { n: gone.length })
    : t('In place of: {orders}.', { orders: join(gone) });

/** What the newest order took the place of, and its undo; gone once the draft is another one. @param {Session} session @returns {Part} */
export function createReplaced(session) {
  const words = h('span');
  const undo = button({ text: t('Undo'), act: () => session.undo() });
  const element = h('div', { class: 'cosmos-replaced', hidden: true }, words, undo.element);
  return {
    element,
    show() {
      const { replaced, orders, selected } = session.state;
      // At another one it would seem to be told of that.
      const isElsewhere =
        selected.length > 0 && !!replaced?.ids.length && !selected.some((id) => replaced.ids.includes(id));
      element.hidden = !replaced || isElsewhere || !session.canOrder() || replaced.draft !== same(orders);
      undo.show({ shown: !element.hidden });
      if (!element.hidden && replaced) setText(words, replaced.text);
    },
  };
}
