/**
 * Between which ways can somebody choose now, and how is one followed? What each costs, gives and risks is the engine's; here one stands below
 * the names of all, beside the chart or at its foot. Where nothing pays, that is said, and what goes on until something happens is one press away.
 */
import { h, setText } from 'app/dom.js';
import { phrase, sentences, t, tn } from 'app/i18n.js';
import { each } from 'kit/lists.js';
import { keepPresses } from 'kit/over.js';
import { button, drawing, SIGNS, section, signButton } from 'kit/parts.js';
import { properName } from './names.js';
import { addAction, isEmpty, setDefault, setStanding } from './orders.js';
import { ownOf } from './position.js';
import { createReplaced } from './replaced.js';
import { unspent } from './taking.js';
import { hasChosen, waitText } from './waits.js';
import { needsOf } from './warnings.js';
import { adviceOf, costOf, deedOf, isDue, isTold, WAYS, wayOf } from './ways.js';

/** @import { Advice, Kind, Orders, Part, Session } from './types' */

/** The draft with what an entry orders. @param {Orders} orders @param {Pick<Advice, 'orders'>} entry */
export function followed(orders, { orders: more }) {
  let draft = orders;
  for (const { id, actions, valid_for: lasts } of more?.direct ?? [])
    for (const action of actions) draft = addAction(draft, id, action, lasts);
  for (const { id, ...rules } of more?.standing ?? []) draft = setStanding(draft, id, rules);
  for (const [kind, rules] of Object.entries(more?.defaults ?? {}))
    draft = setDefault(draft, /** @type {Kind} */ (kind), rules);
  return draft;
}

/**
 * One way: what is done, what it costs, gives and risks, and the press that orders it. Where there is little room the terms wait behind a press.
 * @param {Session} session @param {() => void} unfold
 */
function createWay(session, unfold) {
  /** @type {Advice | null} */
  let shown = null;
  const [name, says] = [h('span'), h('p')];
  const sign = h('span', { 'aria-hidden': 'true' });
  const terms = [t('Costs'), t('Gives'), t('Risks')].map((term) => ({ term, what: h('dd') }));
  const deed = button({ text: '', class: 'kit-primary', act: () => shown && session.follow(shown) });
  const more = button({
    text: t('More'),
    title: t('What it costs, gives and risks'),
    class: 'cosmos-more',
    act: unfold,
  });
  const element = h(
    'section',
    { class: 'cosmos-way' },
    h('h4', null, sign, name),
    says,
    h(
      'dl',
      null,
      terms.map(({ term, what }) => h('div', null, h('dt', null, term), what)),
    ),
    deed.element,
    more.element,
  );
  const eyes = (/** @type {number | null} */ eyed) => () => session.change({ eyed });
  element.addEventListener('pointerenter', () => session.change({ eyed: shown?.id ?? null }));
  element.addEventListener('focusin', () => session.change({ eyed: shown?.id ?? null }));
  element.addEventListener('pointerleave', eyes(null));
  element.addEventListener('focusout', eyes(null));
  return {
    element,
    /** @param {Advice} entry @param {boolean} isUnfolded */
    show(entry, isUnfolded) {
      more.show({ text: isUnfolded ? t('Less') : t('More') });
      more.element.setAttribute('aria-expanded', String(isUnfolded));
      if (shown?.way !== entry.way) sign.replaceChildren(drawing(WAYS[entry.way].sign));
      shown = entry;
      setText(name, wayOf(entry));
      setText(says, t('{text}.', { text: phrase(entry.says) }));
      for (const [i, part] of [entry.price, entry.gives, entry.risk].entries()) setText(terms[i].what, phrase(part));
      deed.show({ text: deedOf(entry) });
    },
  };
}

/** Why there is no way, and who could do something by itself all the same. @param {Session} session */
function nothingText(session) {
  const waiting = ownOf(session.position()).flatMap((one) => waitText(session.state, one) || []);
  if (waiting.length) return waiting.join(' ');
  const idle = session.idle().find(({ kind }) => kind === 'planet');
  return idle
    ? t('Nothing pays for its price now. {planet} does nothing: give it a routine, or go on and let energy gather.', {
        planet: properName(idle.id),
      })
    : t('Nothing pays for its price now: what you own works by itself, and energy gathers.');
}

/** What is left to the planets that pay for something in the draft. @param {Session} session */
const leftTexts = (session) =>
  ownOf(session.position()).flatMap((one) => {
    const left = unspent(session.state.orders, one);
    return left === one.energy ? [] : [t('{planet} has {left} energy left.', { planet: properName(one.id), left })];
  });

/**
 * The ways to go on while nobody is chosen: their names, and one of them; beside the chart, at its foot on a narrow one.
 * @param {Session} session @param {() => void} opened another one is, or its terms are @returns {Part & {about: () => number | null}} `about`: whom the open one is about
 */
export function createChoices(session, opened) {
  const { state } = session;
  /** The way that is open where there is room for one, and whether its terms are where there is little. */
  let open = '';
  let isUnfolded = false;
  /** With which draft its terms were opened: the next one begins with one line. */
  let draft = '';
  const tabs = each(
    h('div', { class: 'cosmos-way-tabs' }),
    (/** @type {Advice} */ { way }) => way,
    () => {
      let way = '';
      let about = 0;
      const tab = button({
        text: '',
        act() {
          open = way;
          session.change({ eyed: about });
          show();
          opened();
        },
      });
      return {
        element: tab.element,
        show(/** @type {Advice} */ entry) {
          way = entry.way;
          about = entry.id;
          const cost = costOf(entry);
          tab.show({
            text: cost ? t('{way} · {n}', { way: wayOf(entry), n: cost }) : wayOf(entry),
            pressed: open === way,
          });
          tab.element.classList.toggle('is-open', open === way);
        },
      };
    },
  );
  const ways = each(
    h('div', { class: 'cosmos-ways' }),
    (/** @type {Advice} */ { way }) => way,
    () => {
      const way = createWay(session, () => {
        isUnfolded = !isUnfolded;
        show();
        opened();
      });
      return {
        element: way.element,
        show(/** @type {Advice} */ entry) {
          way.element.classList.toggle('is-open', open === entry.way);
          way.show(entry, isUnfolded);
        },
      };
    },
  );
  const none = h('p');
  const goOn = button({
    text: t('Go on until something happens'),
    class: 'kit-primary',
    act: () => session.host.goOn?.(),
  });
  /** Who needs somebody, before one goes on. */
  let asks = 0;
  const look = button({ text: t('Look there'), class: 'kit-primary', act: () => session.showEntity(asks) });
  const replaced = createReplaced(session);
  const element = h(
    'div',
    { class: 'kit-panel kit-dock cosmos-choices', role: 'group', 'aria-label': t('What now?'), hidden: true },
    replaced.element,
    tabs.element,
    ways.element,
    none,
    look.element,
    goOn.element,
    signButton(SIGNS.close, t('Put this away'), () => session.putAway()),
  );
  keepPresses(element);

  /**
   * Which act is due: a choice, then Ready. Where nothing pays going on shines, and Ready, which plays one step, stays beside it.
   * @param {boolean} isReady @param {boolean} hasWays @returns {import('../../types').Due}
   */
  const dueOf = (isReady, hasWays) => ({ act: isReady || (!hasWays && !session.host.goOn) ? 'ready' : 'choice' });

  function show() {
    const found = adviceOf(session);
    element.hidden = !isDue(session) || state.selected.length > 0 || state.quiet === state.frame?.step;
    // While a step is on its way and played the room is kept: else the chart would come nearer and go back with each step.
    element.classList.toggle('is-away', !isTold(session));
    const isShown = !element.hidden && isTold(session);
    if (!isShown) state.open = null;
    const isDone = !isEmpty(state.orders) || hasChosen(state);
    if (!session.host.readonly) session.host.due?.(dueOf(!isShown || isDone, found.length > 0));
    if (!isShown) return;
    const now = `${state.frame?.step} ${JSON.stringify(state.orders)}`;
    if (now !== draft) isUnfolded = false;
    draft = now;
    replaced.show();
    element.classList.toggle('is-unfolded', isUnfolded);
    if (!found.some(({ way }) => way === open)) open = found[0]?.way ?? '';
    state.open = found.find(({ way }) => way === open) ?? null;
    // One alone is named as well: the press that orders it stands in that row.
    tabs.show(found);
    ways.show(found);
    none.hidden = found.length > 0;
    goOn.show({ shown: !found.length && !isDone && !!session.host.goOn });
    // What needs somebody comes first: going on stays, and does not shine.
    const harm = isDone ? undefined : needsOf(session).find(({ rests }) => !rests);
    goOn.element.classList.toggle('kit-primary', !harm);
    asks = harm?.id ?? 0;
    look.show({ shown: !found.length && !!harm });
    const { stride } = session.position().view;
    setText(
      none,
      isEmpty(state.orders) && hasChosen(state)
        ? sentences([nothingText(session), tn('Ready plays {n} round.', 'Ready plays {n} rounds.', stride)])
        : isDone
          ? sentences([
              t('Ordered.'),
              ...leftTexts(session),
              t('No other way pays beside it: a planet builds one ship at a time.'),
              tn('Ready plays {n} round.', 'Ready plays {n} rounds.', stride),
            ])
          : (harm?.text ?? nothingText(session)),
    );
  }
  return { element, show, about: () => adviceOf(session).find(({ way }) => way === open)?.id ?? null };
}

/** Where the ways are put away: the press that shows them again. @param {Session} session @returns {Part} */
export function createChoicesAgain(session) {
  const { state } = session;
  const box = section(t('What now?'), {});
  const again = button({ text: t('Show the ways to go on'), act: () => session.takeOut() });
  box.element.append(again.element);
  return {
    element: box.element,
    show() {
      const isAway = state.selected.length > 0 || state.quiet === state.frame?.step;
      box.show({ shown: isAway && adviceOf(session).length > 0 });
    },
  };
}
