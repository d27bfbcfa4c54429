/** What is selected, what can it do, and what is it ordered? Card, order buttons, and the amounts of a command. */
import { h } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';
import { seatName } from 'kit/describe.js';
import { card } from 'kit/inspect.js';
import { chips } from 'kit/lists.js';
import { button, refusal, section, slider } from 'kit/parts.js';
import { sharesOf } from 'kit/shares.js';
import { byKind, commandWords, placeOf, stocksOf } from './describe.js';
import { aim, halt, handOf, selfDestruct, takeBack } from './keys.js';
import { cellName, elementName, kindName, LAYERS, PLANES, sentence, word } from './names.js';
import { adjust, ordersOf, placeOf as pathPlace } from './orders.js';
import { capacity, elementsAt, isUnit, planesOf } from './position.js';
import { answerWords, nameOf, standingWords, volleyWords, warningWords } from './warnings.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./types').Element} Element */
/** @typedef {import('kit/mount.js').Part} Part */

/** Triples by layer, those that are nothing aside. @param {readonly number[]} triple */
const byLayer = (triple) =>
  triple.flatMap((n, level) => (n ? t('{layer} {n}', { layer: LAYERS[level](), n }) : [])).join(', ') || '–';

/** What the tables say of a kind. @param {Session} session @param {Element} one @returns {[string, string][]} */
function tableFacts(session, one) {
  const { view } = session.position();
  const table = view.tables.kinds[one.kind];
  const [fire, torpedo, air] = 'attack' in one && one.attack ? one.attack : [...table.attack, table.anti_air];
  const sight = 'sight' in one && one.sight ? one.sight : table.sight;
  const guns = [
    fire && t('fire {n}', { n: fire }),
    torpedo && t('torpedo {n}', { n: torpedo }),
    air && t('against air {n}', { n: air }),
  ];
  const shield = table.defence.map((n, i) => `${word(i ? 'torpedo' : 'fire')} ${n === null ? t('immune') : n}`);
  return [
    [t('Attack'), guns.filter(Boolean).join(', ') || '–'],
    [t('Defence'), shield.join(', ')],
    [t('Fire reach'), byLayer(table.reach)],
    [t('Sight'), byLayer(sight.map((range) => Math.max(0, range + view.weather)))],
    [t('Speed'), String(table.speed)],
  ];
}

/** @param {Session} session @param {Element} one @returns {import('kit/inspect.js').Inspected} */
function inspected(session, one) {
  const { state, host } = session;
  const position = session.position();
  const given = ordersOf(state.orders, one.id);
  const ahead = state.forecast?.units?.[one.id];
  const ammo = isUnit(one) && one.ammo !== null ? (capacity(position, one, 'ammo') ?? 0) : 0;
  const weak = one.ammo !== null && ammo > 0 && 2 * one.ammo < ammo;
  const isFighting = one.kind !== 'mine' && one.kind !== 'oilfield';
  return {
    title: sentence(elementName(one)),
    kind: one.seat === null ? '' : seatName(one.seat, host.info),
    facts: [
      [t('Place'), placeOf(one)],
      [t('State'), stocksOf(one, position)],
      ...(isUnit(one) && one.destination
        ? [/** @type {[string, string]} */ ([t('Bound for'), cellName(one.destination)])]
        : []),
      ...(isUnit(one) && one.standing
        ? [/** @type {[string, string]} */ ([t('Standing order'), standingWords(one.standing, position)])]
        : []),
      ...(given.command
        ? [/** @type {[string, string]} */ ([t('Ordered'), sentence(commandWords(given.command, position))])]
        : []),
      ...(ahead?.attack
        ? [/** @type {[string, string]} */ ([t('Answer'), sentence(answerWords(ahead.attack.back))])]
        : []),
      ...(isFighting ? tableFacts(session, one) : []),
    ],
    signs: [
      ...(weak
        ? [t('Ammo is below half: strikes weaken to {n} %.', { n: Math.floor((200 * Number(one.ammo)) / ammo) })]
        : []),
      ...(ahead?.warnings ?? []).map((/** @type {import('./forecast').Warned} */ warned) =>
        sentence(warningWords(warned, position)),
      ),
    ],
    lines: targetLines(session, one),
  };
}

/** What a unit would do to whoever is pointed at. @param {Session} session @param {Element} one */
function targetLines({ state, position }, one) {
  const at = state.hover ?? state.focus;
  if (!at) return [];
  const targets = new Set(elementsAt(position(), ...at).map(({ id }) => id));
  const offers = state.ahead?.ask?.units?.[one.id]?.commands ?? [];
  return offers
    .filter((/** @type {import('./forecast').Offer} */ { target, volley }) => volley && targets.has(target))
    .map((/** @type {import('./forecast').Offer} */ { target, volley, back }) =>
      sentence(`${nameOf(position(), target)}: ${volleyWords(/** @type {any} */ (volley))}; ${answerWords(back)}`),
    );
}

/** @param {Session} session @returns {Part} */
export function createUnitCard(session) {
  const { state } = session;
  const shown = card({
    empty: t('Point at a ship, an island or a cell; select your own to give orders.'),
    label: t('Selection'),
  });
  const fleet = chips({
    label: t('Selected units'),
    onchoose: (kind) =>
      session.select(
        session
          .chosen()
          .filter((one) => one.kind === kind)
          .map(({ id }) => id),
      ),
  });
  const wrong = refusal();
  const name = h('h3');
  const many = h('section', { class: 'kit-section' }, h('header', null, name), fleet.element);
  const editor = createCommand(session, () => state.selected[0] ?? null);
  const element = h(
    'div',
    { class: 'db-unit' },
    many,
    shown.element,
    wrong.element,
    createOrders(session).element,
    editor.element,
  );
  return {
    element,
    show() {
      if (!state.position) return;
      const chosen = session.chosen();
      const other = state.position.elements.get(state.inspected ?? -1);
      many.hidden = chosen.length < 2;
      shown.element.hidden = chosen.length > 1;
      if (chosen.length > 1) {
        name.textContent = tn('{n} unit selected', '{n} units selected', chosen.length);
        fleet.show(
          byKind(chosen).map(({ kind, units }) => ({
            key: kind,
            text: sentence(kindName(kind)),
            small: String(units.length),
          })),
        );
      } else shown.show(chosen[0] ? inspected(session, chosen[0]) : other ? inspected(session, other) : null);
      const at = state.error ? pathPlace(state.error.path).id : null;
      wrong.show(at !== null && state.selected.includes(at) ? (state.error?.message ?? '') : '');
      editor.show();
    },
  };
}

/** Buttons for every order. @param {Session} session */
function createOrders(session) {
  const { state } = session;
  const ids = () => session.chosen().map(({ id }) => id);
  const buttons = [
    button({ text: t('Sail'), key: 'M', act: () => aim(session, 'move') }),
    button({ text: t('Attack'), key: 'A', act: () => aim(session, 'attack') }),
    button({ text: t('Supply'), key: 'S', act: () => aim(session, 'supply') }),
    button({ text: t('Collect'), key: 'C', act: () => aim(session, 'collect') }),
    button({ text: t('Repair'), key: 'R', act: () => aim(session, 'repair') }),
    button({ text: t('Patrol, escort, run'), key: 'P', act: () => aim(session, 'run') }),
    button({
      text: t('At will'),
      key: 'W',
      title: t('Attack at will, round after round'),
      act: () => handOf(session).stand(ids(), { type: 'attack_at_will' }),
    }),
    button({
      text: t('End standing'),
      key: 'O',
      title: t('End the standing order'),
      act: () => handOf(session).stand(ids(), null),
    }),
    button({ text: t('Stop'), key: 'H', act: () => halt(session) }),
    button({ text: t('Self-destruct'), key: 'X', act: () => selfDestruct(session) }),
    button({ text: t('Take back'), key: 'Del', act: () => takeBack(session) }),
  ];
  const [move, attack, supply, collect, repair, run, , , , explode] = buttons;
  const aims = /** @type {[typeof move, string][]} */ ([
    [move, 'move'],
    [attack, 'attack'],
    [supply, 'supply'],
    [collect, 'collect'],
    [repair, 'repair'],
    [run, 'run'],
  ]);
  const hint = h('p', { class: 'kit-hint', role: 'status' });
  const element = h(
    'div',
    { class: 'db-orders', role: 'group', 'aria-label': t('Orders') },
    buttons.map((one) => one.element),
    hint,
  );
  session.listen(() => {
    element.hidden = !session.canOrder() || !session.chosen().length;
    for (const [one, kind] of aims) one.show({ pressed: state.aim?.kind === kind });
    const asks = state.aim?.kind === 'self_destruct';
    explode.show({ text: asks ? t('Really destroy?') : t('Self-destruct') });
    hint.hidden = !state.aim || asks;
    hint.textContent = t('Choose a place: click it, or move the cursor there and press Enter.');
  }, ['aim', 'selected', 'locked', 'frame', 'orders']);
  return { element };
}

/**
 * The amounts of an element's command: which strikes and in which order, how much is given, which planes a refit makes.
 * @param {Session} session @param {() => number | null} idOf
 */
export function createCommand(session, idOf) {
  const { state } = session;
  const change = (/** @type {object} */ part) => {
    const id = idOf();
    if (id !== null && session.canOrder()) session.draft(adjust(state.orders, id, part));
  };
  const given = () => /** @type {any} */ (ordersOf(state.orders, idOf() ?? -1).command);
  const strikes = chips({
    label: t('Strikes, in this order'),
    onchoose(kind) {
      const now = /** @type {string[]} */ (given().strikes ?? []);
      change({
        strikes:
          kind === 'swap'
            ? [...now].reverse()
            : now.includes(kind)
              ? now.filter((one) => one !== kind)
              : [...now, kind],
      });
    },
  });
  const amounts = /** @type {const} */ (['fuel', 'ammo', 'metal']).map((what) => ({
    what,
    part: slider({ label: sentence(word(what)), exactly: sentence(word(what)), onslide: (n) => change({ [what]: n }) }),
    text: h('span'),
  }));
  const all = button({ text: t('Everything'), act: () => change({ fuel: null, ammo: null, metal: null }) });
  const home = button({ text: t('Keep for the way home'), act: () => void keepHome() });
  const planes = sharesOf({
    label: t('Planes after the repair'),
    names: PLANES.map((name) => sentence(name())),
    onset: (shares) => change({ planes: shares }),
  });
  const supply = h(
    'div',
    null,
    amounts.map(({ part, text }) => h('div', { class: 'db-amount' }, text, part.element)),
    h('div', { class: 'db-row' }, all.element, home.element),
  );
  const flow = h('p', { class: 'kit-hint' });
  const part = section(t('Command'), { class: 'db-command' }, strikes.element, supply, planes.element, flow);

  /** Gives no more fuel than the giver can spare: what the forecast says it needs to come home. */
  async function keepHome() {
    const id = idOf();
    const giver = session.position().elements.get(id ?? -1);
    if (giver) change({ fuel: handOf(session).spare(giver) });
  }

  /** @param {any} command @param {Element} giver */
  function showSupply(command, giver) {
    for (const { what, part: one, text } of amounts) {
      const most = Math.min(
        giver[what] ?? 1000,
        capacity(session.position(), session.position().elements.get(command.target) ?? giver, what) ?? 0,
      );
      text.textContent = t('{what}: {n}', { what: sentence(word(what)), n: command[what] ?? t('all') });
      one.show({ value: Math.min(most, command[what] ?? most), max: most });
    }
  }

  return {
    element: part.element,
    show() {
      const command = given();
      const giver = session.position().elements.get(idOf() ?? -1);
      const isOpen =
        !!command && !!giver && session.canOrder() && ['attack', 'supply', 'repair'].includes(command.type);
      part.show({
        shown: isOpen,
        name: isOpen && giver ? sentence(`${elementName(giver)} ${commandWords(command, session.position())}`) : '',
      });
      if (!isOpen || !giver) return;
      strikes.element.hidden = command.type !== 'attack';
      supply.hidden = command.type !== 'supply';
      const patient = session.position().elements.get(command.target ?? -1);
      planes.element.hidden = command.type !== 'repair' || patient?.kind !== 'formation';
      if (command.type === 'attack') showStrikes(command, giver);
      if (command.type === 'supply') showSupply(command, giver);
      if (!planes.element.hidden && patient && isUnit(patient))
        planes.show({ shares: command.planes ?? patient.planes_max ?? [planesOf(patient), 0, 0, 0] });
      const ahead = state.forecast?.units?.[giver.id];
      flow.textContent = ahead?.attack ? sentence(volleyWords(ahead.attack)) : flowWords(ahead?.service);
    },
  };

  /** @param {any} command @param {Element} giver */
  function showStrikes(command, giver) {
    const table = session.position().view.tables.kinds[giver.kind];
    const power = 'attack' in giver && giver.attack ? giver.attack : table.attack;
    const target = session.position().elements.get(command.target ?? -1);
    const isBuilding = !!target && !isUnit(target);
    const level = command.cell?.[2] ?? 1;
    const kinds =
      level === 2
        ? ['fire']
        : ['fire', 'torpedo'].filter((kind, i) => power[i] && !(kind === 'torpedo' ? isBuilding : level === 0));
    const order = [...command.strikes, ...kinds.filter((kind) => !command.strikes.includes(kind))];
    strikes.show([
      ...order.map((kind) => ({ key: kind, text: word(kind), pressed: command.strikes.includes(kind) })),
      ...(command.strikes.length > 1 ? [{ key: 'swap', text: t('Other order') }] : []),
    ]);
  }
}

/** What flows in a supply, repair or collection. @param {any} service */
function flowWords(service) {
  if (!service) return '';
  if (service.failed) return sentence(t('comes to nothing: {reason}', { reason: word(service.failed) }));
  const flows = ['health', 'fuel', 'ammo', 'metal'].filter((what) => service.flows?.[what]);
  return flows.map((what) => t('{n} {what}', { n: service.flows[what], what: word(what) })).join(', ');
}
