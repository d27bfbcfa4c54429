/** With what do I play, and for what? Fleets to take, and the ways to win: large cards over the table before the first turn. */
import { get, post } from 'app/api.js';
import { h, list, replace, setText } from 'app/dom.js';
import { sentences, t, tn } from 'app/i18n.js';
import { siteUrl } from 'app/site_url.js';
import { trying } from 'app/trouble.js';
import { rove } from 'kit/roving.js';
import { cardElement } from './card.js';
import { drawing, sign } from './drawings.js';
import { whenNew } from './drawn.js';
import { armedName, fleetGlance, idsOf, partNames } from './fleet.js';
import { hintOf } from './goal.js';
import { same } from './options.js';
import { isEmpty } from './session.js';
import { cardName, conditionHelp, conditionName, say, seatWords, shortName } from './words.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./position.js').Position} Position */
/** @typedef {{path: string, message: string}} Fault */
/** @typedef {{key: string, name: string, fleet: any, orders: any, own?: number, faults: Fault[]}} Offer `own`: under which number the account keeps it */

const ROOM = siteUrl('/games/frames/fleets/');

/** What a seat brings, as everybody sees it. @param {Position} position @param {any} side */
function publicFleet(position, { ship, mechs, seat }) {
  /** @type {string[]} */
  const armed = mechs.map((/** @type {any} */ mech) => armedName(position, mech));
  // Those that are alike are named once.
  const names = [...new Set(armed)].map((name) => {
    const n = armed.filter((one) => one === name).length;
    return n > 1 ? t('{n} × {name}', { n, name }) : name;
  });
  const arms = ship.weapons.map((/** @type {any} */ { id }) => cardName(position, id));
  return h(
    'p',
    { class: 'fr-brings' },
    drawing(ship.card, 'ship'),
    h(
      'span',
      null,
      h(
        'b',
        null,
        position.reader === null
          ? t('{seat} brings', { seat: seatWords(seat) })
          : seat === position.reader
            ? t('You bring')
            : t('The enemy brings'),
      ),
      ` ${t('{text}.', {
        text: [[shortName(position, ship.card), ...arms], names].map((words) => words.join(t(', '))).join(t('; ')),
      })}`,
    ),
  );
}

/** What is wrong with a fleet, each fault with the part that it is in. @param {Position} position @param {Fault[]} faults */
function faultList(position, faults) {
  const names = partNames();
  const lines = faults.map(({ path, message }) => {
    const [part, card] = path.split('.');
    return [names[part.split('[')[0]] ?? t('Fleet'), position.cards[card] && cardName(position, card), message]
      .filter(Boolean)
      .join(t(': '));
  });
  return h(
    'ul',
    { class: 'fr-wrong' },
    [...new Set(lines)].map((line) => h('li', null, line)),
  );
}

/** All cards of a fleet by part, each to be read. @param {Position} position @param {any} fleet @param {(card: string) => void} read */
function contents(position, fleet, read) {
  return Object.entries(partNames()).map(([key, name]) => {
    const ids = idsOf(fleet[key]);
    const chips = [...new Set(ids)].map((id) => {
      const n = ids.filter((other) => other === id).length;
      const label = t('Read {card}', { card: cardName(position, id) });
      const face = h('button', { type: 'button', 'aria-label': label, onclick: () => read(id) });
      return h('li', null, cardElement(position, id, { size: 'chip' }), face, n > 1 && h('b', null, `× ${n}`));
    });
    return h('section', null, h('h4', null, name), h('ul', null, chips));
  });
}

/** @param {Session} session */
export function createStart(session) {
  const { state } = session;
  const title = h('h2');
  const says = h('p');
  const more = h('div', { class: 'fr-brought' });
  const build = h('a', { class: 'button slim', href: ROOM, target: '_blank' }, t('Build a fleet of your own'));
  const failed = h('p', { class: 'kit-refused', role: 'status' });
  const cards = h('div', { class: 'fr-picks' });
  const begin = h('div', { class: 'fr-begin' });
  const roving = rove(cards, '.fr-pick');
  const element = h(
    'section',
    { class: 'fr-start' },
    begin,
    title,
    says,
    more,
    h('p', { class: 'row' }, build, failed),
    cards,
  );

  /** Whoever begins at once is not asked for a way to win: the one that the fleet is made for is taken. @type {{way: string, isTaken: boolean} | null} */
  let begun = null;

  /** Fleets kept on the account, judged for this table. @type {Offer[]} */
  let kept = [];
  let isAsked = false;
  async function fetchKept() {
    isAsked = true;
    try {
      const options = state.frame?.view.options;
      const asked = () =>
        Promise.all([
          get(siteUrl('/api/builds/?game=frames'), { wants: 'list' }),
          post(siteUrl('/api/builds/check/'), { game: 'frames', options }, { wants: 'list' }),
        ]);
      const [builds, judged] = await trying('fleets', asked, fetchKept);
      const faults = new Map(judged.map((/** @type {any} */ one) => [one.id, one.faults]));
      kept = builds.map((/** @type {any} */ { id, name, content }) => ({
        key: `own ${id}`,
        name,
        fleet: content,
        orders: { type: 'fleet', starter: null, fleet: content },
        own: id,
        faults: faults.get(id) ?? [],
      }));
      setText(failed, '');
    } catch (error) {
      setText(failed, t('Your own fleets did not come: {why}', { why: /** @type {Error} */ (error).message }));
    }
    api.show();
  }
  // Somebody who comes back from the builder has another fleet, or has mended one.
  document.addEventListener('visibilitychange', () => {
    if (isAsked && !document.hidden && element.isConnected && !element.hidden) fetchKept();
  });

  /** The first press shows a fleet, the second takes it. @param {Offer} offer */
  function press({ orders, faults, name }) {
    if (faults.length || !session.canOrder()) return;
    if (same(state.orders, orders)) return session.submit();
    session.draft(orders);
    session.say(t('{fleet} is shown. Press again to take it.', { fleet: name }));
  }

  /** @param {Offer} offer */
  function take({ orders }) {
    if (!session.canOrder()) return;
    session.draft(orders);
    session.submit();
  }

  /** To the table with one press. @param {Offer} offer */
  function beginWith(offer) {
    if (!session.canOrder()) return;
    begun = { way: offer.fleet.advice, isTaken: false };
    take(offer);
  }

  const beginName = () => t('To the table');
  const takeName = () => t('Take this fleet');

  /** The first ready-made fleet, what it does and wins by, and the button that begins with it. @param {Position} position @param {Offer} offer */
  function beginBox(position, offer) {
    const { name, fleet } = offer;
    const way = fleet.advice && [
      h('b', null, t('Way to win: {way}.', { way: conditionName(fleet.advice) })),
      ` ${conditionHelp(fleet.advice, position.view)}`,
    ];
    return [
      h('h2', null, t('Play {fleet}', { fleet: name })),
      h('button', { type: 'button', class: 'fr-at-once fr-do primary', onclick: () => beginWith(offer) }, beginName()),
      h('p', null, sentences((fleet.plays ?? []).map(say))),
      h('p', null, way),
      h('div', { class: 'fr-begin-glance', 'aria-hidden': 'true' }, fleetGlance(position, fleet).slice(0, 2)),
    ];
  }

  /** Takes the way of who has begun at once, or the first if that is not offered; false: there is nothing to take. @param {Offer[]} offers */
  function takeWay(offers) {
    if (!begun || begun.isTaken || !offers.length || !session.canOrder()) return state.locked && begun !== null;
    const offer = offers.find(({ key }) => key === begun?.way) ?? offers[0];
    begun.isTaken = true;
    // Not while the table is being drawn.
    queueMicrotask(() => take(offer));
    return true;
  }

  /** @param {any} choice of the engine @returns {Offer} */
  function given({ orders }) {
    const { position } = state;
    const key = orders.starter ?? orders.choice;
    const card = position?.cards[orders.starter];
    return { key, name: card ? say(card.name) : conditionName(key), fleet: card, orders, faults: [] };
  }

  /** A fleet to be taken: how it looks and plays, what is wrong with it, all its cards. @param {Position} position @param {Offer} offer */
  function fleetBox(position, offer) {
    const { name, fleet, own, faults } = offer;
    const advice = fleet.advice && h('span', { class: 'fr-advice' }, sign(fleet.advice), conditionName(fleet.advice));
    const plays = sentences((fleet.plays ?? []).map(say));
    const count = faults.length > 0 && h('small', null, tn('{n} thing to mend', '{n} things to mend', faults.length));
    const read = (/** @type {string} */ card) => session.change({ read: { card, zoom: true } });
    const pick = h(
      'button',
      {
        type: 'button',
        class: 'fr-pick fleet',
        'aria-disabled': faults.length > 0 ? 'true' : undefined,
        onclick: () => press(offer),
      },
      h('h3', null, own ? h('bdi', null, name) : name, count),
      fleetGlance(position, fleet),
      plays && h('span', { class: 'fr-fleet-words' }, plays),
      advice,
    );
    return [
      pick,
      h(
        'button',
        { type: 'button', class: 'fr-take fr-do primary', hidden: true, onclick: () => take(offer) },
        takeName(),
      ),
      faults.length > 0 && faultList(position, faults),
      faults.length > 0 &&
        h('a', { class: 'button slim', href: `${ROOM}?open=${own}`, target: '_blank' }, t('Mend it in the builder')),
      h(
        'details',
        null,
        h('summary', null, t('All cards of {fleet}', { fleet: name })),
        contents(position, fleet, read),
      ),
    ];
  }

  /** @param {Position} position @param {Offer} offer */
  function wayBox(position, offer) {
    const help = conditionHelp(offer.key, position.view);
    const words = [sign(offer.key), h('h3', null, offer.name), h('span', null, help)];
    return h('button', { type: 'button', class: 'fr-pick way', onclick: () => take(offer) }, words);
  }

  /** @param {boolean} isFleet @param {boolean} mine */
  function invitation(isFleet, mine) {
    if (!mine) return t('The seats are choosing; nobody sees what.');
    if (state.locked && Object.keys(state.orders).length) return t('Chosen. Waiting for the other seat.');
    if (!isFleet) return t('Both choices count for both seats, and are turned up together.');
    return t(
      'The other seat chooses too, and sees your warship and mechs once both have chosen. Captain, pilots and cards stay hidden.',
    );
  }

  /** Marks what is chosen; a fleet that is shown lies open, with the button that takes it. @param {Element} box @param {boolean} isChosen */
  function mark(box, isChosen) {
    const [pick, details] = [box.firstElementChild, box.querySelector('details')];
    const was = pick?.getAttribute('aria-pressed') === 'true';
    pick?.setAttribute('aria-pressed', String(isChosen));
    const takes = /** @type {HTMLElement | null} */ (box.querySelector('.fr-take'));
    if (takes) takes.hidden = !isChosen || !session.canOrder();
    if (details && was !== isChosen) details.open = isChosen;
    if (takes && !takes.hidden && !was) takes.scrollIntoView({ block: 'nearest' });
  }

  /** @type {import('../../types').Due} */
  let due = { act: 'ready' };
  /** What was asked last. */
  let question = '';

  const api = {
    element,
    due: () => (element.hidden ? null : due),
    show() {
      const { position, frame } = state;
      const phase = frame?.view.phase;
      element.hidden = !position || (phase !== 'fleet' && phase !== 'victory');
      if (element.hidden || !position || !frame) return;
      const isFleet = phase === 'fleet';
      // What was scrolled to was another question.
      if (question !== phase) element.scrollTop = 0;
      question = phase;
      const mine = session.hasDraft() && !session.host.readonly;
      setText(says, invitation(isFleet, mine));
      cards.classList.toggle('ways', !isFleet);
      replace(more, ...position.sides.map((side) => publicFleet(position, side)));
      const isFree = isFleet && mine && position.view.options?.fleets !== 'starter_only';
      if (isFree && !isAsked) fetchKept();
      build.hidden = !isFree;
      const choices = mine && Array.isArray(frame.choices) ? frame.choices.filter(({ orders }) => orders) : [];
      const ready = choices.map(given);
      const offers = [...(isFree ? kept : []), ...ready];
      if (!isFleet && takeWay(ready)) {
        element.hidden = true;
        return;
      }
      const first = isFleet && session.canOrder() ? ready[0] : null;
      begin.hidden = !first;
      if (first) whenNew(begin, first.orders, () => replace(begin, ...beginBox(position, first)));
      // One act is due: to begin with the first fleet, or with the one that is shown.
      begin.querySelector('.fr-at-once')?.classList.toggle('primary', isEmpty(state.orders));
      due = !session.canOrder()
        ? { act: 'ready' }
        : !isFleet
          ? { act: 'choice', hint: hintOf('victory') }
          : isEmpty(state.orders)
            ? first
              ? { act: 'board', press: () => beginWith(first), hint: hintOf('fleet', beginName()) }
              : { act: 'choice' }
            : { act: 'board', press: session.submit, hint: hintOf('shown', takeName(), 'fleet') };
      setText(
        title,
        !isFleet ? t('Choose a way to win') : first ? t('Or choose another fleet') : t('Choose your fleet'),
      );
      list(
        cards,
        offers,
        ({ key }) => key,
        () => h('div', { class: 'fr-offered' }),
        (box, offer) => {
          whenNew(box, offer, () => replace(box, isFleet ? fleetBox(position, offer) : wayBox(position, offer)));
          mark(box, same(state.orders, offer.orders));
        },
      );
      roving.show();
    },
  };
  return api;
}
