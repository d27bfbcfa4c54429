/** What can a planet be told? What it builds and on which side, once or in turn, and what it bids for the final weapon. */
import { h, setText } from 'app/dom.js';
import { sentences, t } from 'app/i18n.js';
import { compass } from 'kit/compass.js';
import { chips } from 'kit/lists.js';
import { button, choice, folded, section, slider, stepper } from 'kit/parts.js';
import { bidRuleOf, bidsText, leftOf, stopOf } from './bidding.js';
import { DIRECTIONS, KINDS, roundsText, SHIPS, shipText } from './names.js';
import { actionsOf, reflexesOf, removeAction, setReflex, standingOf } from './orders.js';

/** @import { Kind, Part, Reflex, Session, Shown } from './types' */

const MOST_BUILT = 600;
/** Ships that a pattern has at most. */
const MOST_TURNS = 16;

/** @param {Session} session @returns {Part[]} */
export const createPlanet = (session) => [createBuild(session), createTurns(session), createBids(session)];

/** @param {Session} session */
const planetsOf = (session) => session.chosen().filter(({ kind }) => kind === 'planet');

/** A reflex of the first planet that is chosen. @param {Session} session @param {Shown} planet @param {string} type @returns {Reflex | undefined} */
const reflexOf = ({ state }, planet, type) => reflexesOf(state.orders, planet).find((reflex) => reflex.type === type);

/** Changes a reflex of all planets that are chosen. @param {Session} session @param {string} type @param {Record<string, any> | null} fields */
const change = (session, type, fields) =>
  session.draft(
    planetsOf(session).reduce((orders, planet) => setReflex(orders, planet, type, fields), session.state.orders),
  );

/** What planets build once, and on which side. @param {Session} session @returns {Part} */
function createBuild(session) {
  const { state } = session;
  const box = section(t('Build'), {});
  const set = (/** @type {Partial<typeof state.build>} */ part) =>
    session.change({ build: { ...state.build, ...part } });
  const kind = choice({ label: t('Kind of ship'), onchoose: (/** @type {Kind} */ value) => set({ kind: value }) });
  const energy = slider({
    label: t('Energy of the ship'),
    exactly: t('Energy of the ship'),
    marks: [1, 21, 41, 63, 85].map((value) => [value, String(value)]),
    onslide: (value) => set({ energy: value }),
  });
  const words = h('p', { class: 'kit-hint' });
  const rose = compass({
    label: t('Side on which it is built'),
    ways: Object.entries(DIRECTIONS).map(([key, { step, arrow, name }]) => {
      return { key, step, text: arrow, label: t('Build to the {direction}', { direction: name() }) };
    }),
    onchoose: (dir) =>
      void session.act(({ kind: who }) => (who === 'planet' ? { do: 'build', ...state.build, dir } : null)),
  });
  box.element.append(kind.element, energy.element, words, rose);
  return {
    element: box.element,
    show() {
      const planets = planetsOf(session);
      box.show({
        shown: session.canOrder() && planets.length > 0,
        aside: planets.length === 1 ? t('{n} energy there', { n: planets[0].energy }) : '',
      });
      if (!planets.length) return;
      const { build } = state;
      const { tables } = session.position().view;
      const most = Math.max(1, Math.min(MOST_BUILT, ...planets.map((planet) => planet.energy)));
      kind.show({
        value: build.kind,
        options: SHIPS.map((value) => ({ value, text: KINDS[value].name(), sign: KINDS[value].icon })),
      });
      energy.show({
        value: Math.min(build.energy, most),
        min: 1,
        max: most,
        exact: build.energy,
        exactMax: MOST_BUILT,
      });
      const pays = tables.mining_steps.filter((step) => step <= build.energy).length;
      const paying = t('Pays {n} a round from its {delay}th round on.', { n: pays, delay: tables.mining_delay });
      const short = build.energy > most ? t('More than there is.') : '';
      setText(words, sentences([short, build.kind === 'miner' ? paying : '']));
    },
  };
}

/** What planets build in turn, by themselves. @param {Session} session @returns {Part} */
function createTurns(session) {
  const { state } = session;
  const box = folded(t('Builds in turn'));
  /** @returns {Record<string, any>} */
  const now = () => {
    const { type: _, ...fields } = (planetsOf(session)[0] &&
      reflexOf(session, planetsOf(session)[0], 'auto_build')) ?? { type: '', pattern: [], loop: true, keep: 10 };
    return fields;
  };
  const set = (/** @type {Record<string, any>} */ part) => {
    const fields = { ...now(), ...part };
    change(session, 'auto_build', fields.pattern.length ? fields : null);
  };
  const remove = (/** @type {number} */ at) =>
    set({ pattern: now().pattern.filter((/** @type {any} */ _, /** @type {number} */ i) => i !== at) });
  const turns = chips({ label: t('Ships in turn'), onchoose: remove, onremove: remove });
  const add = button({
    text: t('Add the ship above'),
    act: () => set({ pattern: [...now().pattern, { kind: state.build.kind, energy: state.build.energy }] }),
  });
  const loop = button({ text: t('Again from the first'), act: () => set({ loop: !now().loop }) });
  const keep = stepper({ label: t('Energy that stays'), onset: (value) => set({ keep: value }) });
  box.element.append(
    turns.element,
    h('div', { class: 'kit-acts' }, add.element, loop.element),
    h('div', { class: 'cosmos-pair' }, h('span', null, t('Energy that stays')), keep.element),
  );
  return {
    element: box.element,
    show() {
      box.show({ shown: session.canOrder() && planetsOf(session).length > 0 });
      const { pattern, loop: isLoop, keep: kept } = now();
      turns.show(pattern.map((/** @type {any} */ item, /** @type {number} */ key) => ({ key, text: shipText(item) })));
      add.show({ disabled: pattern.length >= MOST_TURNS });
      loop.show({ pressed: !!isLoop, disabled: !pattern.length });
      keep.show({ value: kept ?? 0, disabled: !pattern.length });
    },
  };
}

/** How planets bid for the final weapon: once, and by a rule from now on. @param {Session} session @returns {Part} */
function createBids(session) {
  const { state } = session;
  const box = section(t('Bid'), {});
  const once = stepper({
    label: t('Bid in the next round'),
    onset: (energy) =>
      energy
        ? void session.act(({ kind }) => (kind === 'planet' ? { do: 'charge', energy } : null))
        : session.draft(
            planetsOf(session).reduce((orders, { id }) => removeAction(orders, id, 'charge'), state.orders),
          ),
  });
  const RULES =
    /** @type {Record<string, {text: string, label: string, field: string, first: number, factor: number}>} */ ({
      fixed: { text: t('the same'), label: t('Bid in every round'), field: 'energy', first: 1, factor: 1 },
      share: { text: t('a share'), label: t('Percent of what is above'), field: 'permille', first: 100, factor: 10 },
      escalate: { text: t('more after a loss'), label: t('First bid'), field: 'start', first: 1, factor: 1 },
    });
  const first = () => planetsOf(session)[0];
  const rule = () => first() && bidRuleOf(session, first());
  const set = (/** @type {Record<string, any>} */ part) => {
    const { type: _, ...before } = rule() ?? { type: '' };
    change(session, 'auto_charge', { ...before, ...part });
  };
  const mode = choice({
    label: t('Bids in every round'),
    visible: true,
    onchoose: (/** @type {string} */ value) =>
      value === 'none'
        ? change(session, 'auto_charge', null)
        : change(session, 'auto_charge', {
            mode: value,
            [RULES[value].field]: RULES[value].first,
            keep: rule()?.keep ?? 0,
          }),
  });
  const called = h('span');
  const amount = stepper({
    label: t('Bid in every round'),
    onset: (value) => {
      const { field, factor } = RULES[rule()?.mode ?? 'fixed'];
      set({ [field]: value * factor });
    },
  });
  const keep = stepper({ label: t('Energy that stays'), onset: (value) => set({ keep: value }) });
  const pair = (/** @type {import('app/dom.js').Child} */ words, /** @type {HTMLElement} */ field) =>
    h('div', { class: 'cosmos-pair' }, words, field);
  const amounts = pair(called, amount.element);
  const keeps = pair(h('span', null, t('Energy that stays')), keep.element);
  const next = h('p');
  const ends = h('span');
  const on = button({ text: t('Bid on'), act: () => session.bidOn() });
  const lasts = pair(ends, on.element);
  const hint = t(
    'The highest bid of a round alone wins a point and is lost; equal ones give nobody a point. Half of every other one comes back.',
  );
  box.element.append(
    pair(h('span', null, t('Next round')), once.element),
    mode.element,
    amounts,
    keeps,
    next,
    lasts,
    h('p', { class: 'kit-hint' }, hint),
  );
  const stop = session.offer('bid', () => once.element.querySelector('input')?.focus());
  return {
    element: box.element,
    show() {
      const planet = first();
      box.show({ shown: session.canOrder() && !!planet });
      if (!planet) return;
      const bid = actionsOf(state.orders, planet.id).find((action) => action.do === 'charge');
      once.show({ value: bid?.do === 'charge' ? bid.energy : 0, max: planet.energy });
      const set = rule();
      mode.show({
        value: set?.mode ?? 'none',
        options: [
          { value: 'none', text: t('none') },
          ...Object.entries(RULES).map(([value, { text }]) => ({ value, text })),
        ],
      });
      amounts.hidden = keeps.hidden = !set;
      const bids =
        planetsOf(session).length > 1
          ? ''
          : bidsText({ ...planet, energy: leftOf(state.orders, planet) }, set, state.forecast);
      next.hidden = !bids;
      setText(next, bids);
      const left = planet.all?.bids_left;
      const isToldAgain = Boolean(standingOf(state.orders, planet.id)?.reflexes);
      const isKept = stopOf(state.orders, planet, session.position().view.stride) === 'kept';
      lasts.hidden = !set || (left === undefined && !isKept);
      on.show({ disabled: isToldAgain && !isKept });
      if (isKept) setText(ends, t('Bids nothing: too much is kept back'));
      else if (left !== undefined)
        setText(
          ends,
          isToldAgain
            ? t('Its bids end in {rounds}', { rounds: roundsText(session.position().view.rules.bids_last) })
            : left
              ? t('Its bids end in {rounds}', { rounds: roundsText(left) })
              : t('Its bids have ended'),
        );
      if (!set) return;
      const { label, field, factor, first: usual } = RULES[set.mode];
      setText(called, label);
      amount.show({
        value: Math.round((set[field] ?? usual) / factor),
        min: 1,
        max: factor > 1 ? 100 : undefined,
        label,
      });
      keep.show({ value: set.keep ?? 0 });
    },
    destroy: stop,
  };
}
