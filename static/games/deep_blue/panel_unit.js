/** What is selected, what can it do, and what is it ordered? Card, buttons for every order, and the amounts of a command. */
import { h, setText } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';
import { actButtons } from 'kit/acts.js';
import { seatName } from 'kit/describe.js';
import { card } from 'kit/inspect.js';
import { chips } from 'kit/lists.js';
import { button, folded, refusal, rows, section, slider } from 'kit/parts.js';
import { sharesOf } from 'kit/shares.js';
import { byKind, commandWords, placeOf, stocksOf } from './describe.js';
import { spare } from './hand.js';
import { ACTS, aim } from './keys.js';
import { elementName, kindName, LAYERS, PLANES, placeName, sentence, word } from './names.js';
import { adjust, ordersOf, placeOf as pathPlace } from './orders.js';
import { capacity, elementsAt, isUnit, strikesOf } from './position.js';
import { answerWords, flowWords, nameOf, standingWords, volleyInFull, warningWords } from './warnings.js';

/** @import { Element, Inspected, Offer, Part, Session, Unit, UnitAhead } from './types' */

/** Triples by layer, those that are nothing aside. @param {readonly number[]} triple */
const byLayer = (triple) =>
  triple.flatMap((n, level) => (n ? t('{layer} {n}', { layer: LAYERS[level](), n }) : [])).join(t(', '));

/** What the tables say of a kind, and a formation of itself. @param {Session} session @param {Element} one @returns {[string, string | false | undefined][]} */
function tableFacts(session, one) {
  const { view } = session.position();
  const table = view.tables.kinds[one.kind];
  if (!table.health && one.kind !== 'formation') return [];
  const { attack, sight = table.sight } = /** @type {Unit} */ (one);
  const powers = attack ?? [...table.attack, table.anti_air];
  const guns = [
    t('fire {n}', { n: powers[0] }),
    t('torpedo {n}', { n: powers[1] }),
    t('against air {n}', { n: powers[2] }),
  ];
  const shield = table.defence.map((n, i) => `${word(i ? 'torpedo' : 'fire')} ${n === null ? t('immune') : n}`);
  const isKnown = one.kind !== 'formation' || attack;
  return [
    [t('Attack'), isKnown && guns.filter((_, i) => powers[i]).join(t(', '))],
    [t('Defence'), shield.join(t(', '))],
    [t('Fire reach'), byLayer(table.reach)],
    [t('Sight'), byLayer(sight.map((range) => Math.max(0, range + view.weather)))],
    [t('Speed'), table.speed > 0 && String(table.speed)],
  ];
}

/** @param {Session} session @param {Element} one @returns {Inspected} */
function inspected(session, one) {
  const { state, host } = session;
  const position = session.position();
  const given = ordersOf(state.orders, one.id);
  const ahead = /** @type {UnitAhead | undefined} */ (state.told?.units?.[one.id]);
  const most = one.ammo === null ? 0 : (capacity(position, one, 'ammo') ?? 0);
  const weak = Math.floor((200 * Number(one.ammo)) / most);
  const { destination = null, standing = null } = isUnit(one) ? one : {};
  /** @type {[string, string | null | undefined | false][]} */
  const facts = [
    [t('Place'), placeOf(one)],
    [t('State'), stocksOf(one, position)],
    [t('Bound for'), destination && placeName(destination)],
    [t('Standing order'), standingWords(standing, position)],
    [t('Ordered'), given.command && sentence(commandWords(given.command, position))],
    [t('Answer'), ahead?.attack && sentence(answerWords(ahead.attack.back, position))],
  ];
  const weakness = t('Ammo is below half: strikes weaken to {n} %.', { n: weak });
  return {
    title: sentence(elementName(one)),
    kind: one.seat === null ? '' : seatName(one.seat, host.info),
    facts: /** @type {[term: string, what: string][]} */ (facts.filter(([, what]) => what)),
    signs: [
      ...(most && weak < 100 ? [weakness] : []),
      ...(ahead?.warnings ?? []).map((warned) => sentence(warningWords(warned, position))),
    ],
    lines: targetLines(session, one),
  };
}

/** What a unit would do to whoever is pointed at. @param {Session} session @param {Element} one */
function targetLines({ state, position }, one) {
  const at = state.hover ?? state.focus;
  const there = at ? elementsAt(position(), ...at).map(({ id }) => id) : [];
  const offers = /** @type {Offer[]} */ (state.ahead?.ask?.units?.[one.id]?.commands ?? []);
  return offers.flatMap(({ target, volley, back }) =>
    volley && there.includes(target)
      ? sentence(
          t('{name}: {text}', {
            name: nameOf(position(), target),
            text: [volleyInFull(volley, position(), one), answerWords(back, position())].join(t('; ')),
          }),
        )
      : [],
  );
}

/** @param {Session} session @returns {Part} */
export function createUnitCard(session) {
  const { state } = session;
  const empty = () =>
    session.host.readonly || state.frame?.final
      ? t('Point at a ship, an island or a cell.')
      : t('Point at a ship, an island or a cell; select your own to give orders.');
  const shown = card({ empty, label: t('Selection') });
  const fleet = chips({
    label: t('Selected units'),
    onchoose(kind) {
      const alike = session.chosen().filter((one) => one.kind === kind);
      session.select(alike.map(({ id }) => id));
    },
  });
  const many = section('', {}, fleet.element);
  const wrong = refusal();
  const hint = t('Choose a place: click it, or move the cursor there and press Enter.');
  const acts = actButtons(session, ACTS, { label: t('Orders'), hint, aimAt: aim });
  const yard = button({ text: t('Yard'), act: () => session.ask('yard') });
  const orders = h('div', { class: 'db-acts' }, yard.element, acts.element);
  const editor = createCommand(session, () => (session.chosen().length === 1 ? session.chosen()[0].id : null));
  const powers = rows();
  const more = folded(t('Guns, armour, sight'), powers.element);
  const parts = [many, shown, wrong, { element: orders }, editor, more].map(({ element }) => element);
  return {
    element: h('div', { class: 'db-unit' }, parts),
    show() {
      const chosen = session.chosen();
      const one = chosen[0] ?? state.position?.elements.get(state.inspected ?? -1);
      const name = tn('{n} unit selected', '{n} units selected', chosen.length);
      many.show({ shown: chosen.length > 1, name });
      fleet.show(
        byKind(chosen).map(({ kind, units }) => ({
          key: kind,
          text: sentence(kindName(kind)),
          small: String(units.length),
        })),
      );
      shown.element.hidden = chosen.length > 1;
      shown.show(one ? inspected(session, one) : null);
      const known = one ? tableFacts(session, one) : [];
      more.show({ shown: chosen.length <= 1 && known.length > 0 });
      powers.show(/** @type {[string, string][]} */ (known.filter(([, what]) => what)));
      const at = state.error && pathPlace(state.error.path).id;
      wrong.show(state.error && state.selected.includes(at ?? -1) ? state.error.message : '');
      acts.show(session.canOrder() && chosen.length > 0);
      yard.show({ shown: session.canOrder() && chosen.length === 1 && one?.kind === 'base' });
      editor.show();
    },
  };
}

/**
 * The amounts of an element's command: which strikes and in which order, how much is given, which planes a refit makes.
 * @param {Session} session @param {() => number | null} idOf
 */
export function createCommand(session, idOf) {
  const { state } = session;
  const giver = () => session.position().elements.get(idOf() ?? -1);
  const given = () => /** @type {any} */ (ordersOf(state.orders, idOf() ?? -1).command);
  const change = (/** @type {object} */ part) => {
    if (session.canOrder()) session.draft(adjust(state.orders, idOf() ?? -1, part));
  };
  const strikes = chips({
    label: t('Strikes, in this order'),
    onchoose(kind) {
      const now = /** @type {string[]} */ (given().strikes ?? []);
      if (kind === 'swap') change({ strikes: [...now].reverse() });
      else change({ strikes: now.includes(kind) ? now.filter((one) => one !== kind) : [...now, kind] });
    },
  });
  const amounts = /** @type {const} */ (['fuel', 'ammo', 'metal']).map((what) => {
    const label = sentence(word(what));
    const text = h('span');
    const part = slider({ label, exactly: label, onslide: (n) => change({ [what]: n }) });
    return { what, text, part, element: h('div', { class: 'db-amount' }, text, part.element) };
  });
  const all = button({ text: t('Everything'), act: () => change({ fuel: null, ammo: null, metal: null }) });
  const home = button({
    text: t('Keep for the way home'),
    act: () => change({ fuel: spare(/** @type {Element} */ (giver()), state.abilities[idOf() ?? -1]) }),
  });
  const names = PLANES.map((name) => sentence(name()));
  const planes = sharesOf({
    label: t('Planes after the repair'),
    names,
    onset: (shares) => change({ planes: shares }),
  });
  const buttons = h('div', { class: 'kit-acts' }, all.element, home.element);
  const supply = h(
    'div',
    null,
    amounts.map(({ element }) => element),
    buttons,
  );
  const flow = h('p', { class: 'kit-hint' });
  const part = section(t('Command'), {}, strikes.element, supply, planes.element, flow);

  /** @param {any} command @param {Element} one */
  function showStrikes(command, one) {
    const kinds = strikesOf(session.position(), one, command);
    const order = [...command.strikes, ...kinds.filter((kind) => !command.strikes.includes(kind))];
    const swap = command.strikes.length > 1 ? [{ key: 'swap', text: t('Other order') }] : [];
    const chosen = (/** @type {string} */ kind) => command.strikes.includes(kind);
    strikes.show([...order.map((kind) => ({ key: kind, text: word(kind), pressed: chosen(kind) })), ...swap]);
  }

  /** @param {any} command @param {Element} one @param {Element | undefined} taker */
  function showSupply(command, one, taker) {
    for (const { what, text, part: bar, element } of amounts) {
      const room = taker ? (capacity(session.position(), taker, what) ?? 0) : 0;
      const most = Math.min(one[what] ?? room, room);
      element.hidden = !most;
      setText(text, t('{what}: {n}', { what: sentence(word(what)), n: command[what] ?? t('all') }));
      bar.show({ value: Math.min(most, command[what] ?? most), max: most });
    }
  }

  return {
    element: part.element,
    show() {
      const [command, one] = [given(), giver()];
      const kind = one && session.canOrder() ? command?.type : null;
      part.element.hidden = true;
      if (!one || !['attack', 'supply', 'repair'].includes(kind)) return;
      part.show({ name: sentence(`${elementName(one)} ${commandWords(command, session.position())}`) });
      const other = session.position().elements.get(command.target ?? -1);
      strikes.element.hidden = kind !== 'attack' || !command.strikes;
      supply.hidden = kind !== 'supply';
      planes.element.hidden = kind !== 'repair' || other?.kind !== 'formation';
      if (!strikes.element.hidden) showStrikes(command, one);
      if (kind === 'supply') showSupply(command, one, other);
      if (!planes.element.hidden && other && isUnit(other))
        planes.show({ shares: command.planes ?? other.planes_max ?? [] });
      const ahead = /** @type {UnitAhead | undefined} */ (state.told?.units?.[one.id]);
      setText(
        flow,
        ahead?.attack ? sentence(volleyInFull(ahead.attack, session.position(), one)) : flowWords(ahead?.service),
      );
    },
  };
}
