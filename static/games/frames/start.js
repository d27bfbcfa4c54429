/** With what do I play, and for what? Fleets to take, and the ways to win: large cards over the table before the first turn. */
import { get } from 'app/api.js';
import { h, list, replace } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { drawing, sign } from './drawings.js';
import { whenNew } from './drawn.js';
import { same } from './options.js';
import { cardName, conditionHelp, conditionName, say, shortName } from './words.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./position.js').Position} Position */

/** A fleet at a glance: ship, mechs, how it plays. @param {Position} position @param {any} fleet */
export function fleetCard(position, fleet) {
  return [
    h('h3', null, fleet.id ? say(fleet.name) : fleet.name, h('small', null, shortName(position, fleet.ship))),
    h('span', { class: 'fr-fleet-ship' }, drawing(fleet.ship, 'ship')),
    h(
      'span',
      { class: 'fr-fleet-mechs' },
      fleet.mechs.map((/** @type {string} */ id) => h('span', { title: shortName(position, id) }, drawing(id, 'mech'))),
    ),
    h(
      'span',
      { class: 'fr-fleet-words' },
      (fleet.plays ?? []).map((/** @type {any} */ line) => `${say(line)} `),
    ),
    fleet.advice && h('span', { class: 'fr-advice' }, sign(fleet.advice), conditionName(fleet.advice)),
  ];
}

/** What a seat brings, as everybody sees it. @param {Position} position @param {any} side */
function publicFleet(position, { ship, mechs, seat }) {
  const names = mechs.map((/** @type {any} */ { model }) => shortName(position, model));
  const arms = ship.weapons.map((/** @type {any} */ { id }) => cardName(position, id));
  return h(
    'p',
    { class: 'fr-brings' },
    drawing(ship.card, 'ship'),
    h(
      'span',
      null,
      h('b', null, seat === position.you ? t('You bring') : t('The enemy brings')),
      ` ${[shortName(position, ship.card), ...arms].join(', ')}; ${names.join(', ')}.`,
    ),
  );
}

/** @param {Session} session */
export function createStart(session) {
  const { state } = session;
  const title = h('h2');
  const says = h('p');
  const cards = h('div', { class: 'fr-picks' });
  const more = h('div', { class: 'fr-brought' });
  const element = h('section', { class: 'fr-start' }, title, says, more, cards);

  /** @type {any[] | null} fleets kept on the account; null: not asked for yet */
  let kept = null;
  async function fetchKept() {
    kept = [];
    kept = await get('/api/builds/?game=frames').catch(() => []);
    api.show();
  }

  /** Fleets of one's own, as choices like the others. @returns {any[]} */
  const ownFleets = () =>
    (kept ?? []).map(({ content }) => ({
      orders: { type: 'fleet', starter: null, fleet: content },
      fleet: { ...content, mechs: content.mechs.map((/** @type {any} */ { model }) => model) },
    }));

  /** @param {any} orders */
  function take(orders) {
    if (!session.canOrder()) return;
    session.draft(orders);
    session.submit();
  }

  const api = {
    element,
    show() {
      const { position, frame } = state;
      const phase = frame?.view.phase;
      element.hidden = !position || (phase !== 'fleet' && phase !== 'victory');
      if (element.hidden || !position || !frame) return;
      const isFleet = phase === 'fleet';
      const mine = session.hasDraft();
      title.textContent = isFleet ? t('Choose your fleet') : t('Choose a way to win');
      says.textContent = !mine
        ? t('The seats are choosing; nobody sees what.')
        : state.locked && Object.keys(state.orders).length
          ? t('Chosen. Waiting for the other seat.')
          : isFleet
            ? t(
                'The other seat chooses too, and sees your warship and mechs once both have chosen. Captain, pilots and cards stay hidden.',
              )
            : t('Both choices count for both seats, and are turned up together.');
      replace(more, ...position.sides.map((side) => publicFleet(position, side)));
      const isFree = isFleet && mine && position.view.options?.fleets !== 'starter_only';
      if (isFree && kept === null) fetchKept();
      const given = mine && Array.isArray(frame.choices) ? frame.choices.filter(({ orders }) => orders) : [];
      const offered = isFree ? [...ownFleets(), ...given] : given;
      if (isFree)
        more.append(
          h(
            'a',
            { class: 'button slim', href: '/games/frames/fleets/', target: '_blank' },
            t('Build a fleet of your own'),
          ),
        );
      list(
        cards,
        offered,
        ({ orders }) => orders.starter ?? orders.choice ?? `own ${orders.fleet.name}`,
        ({ orders }) =>
          h('button', { type: 'button', class: `fr-pick ${isFleet ? 'fleet' : 'way'}`, onclick: () => take(orders) }),
        (button, { orders, fleet }) => {
          button.setAttribute('aria-pressed', String(same(state.orders, orders)));
          whenNew(button, orders, () =>
            replace(
              button,
              ...(isFleet
                ? fleetCard(position, fleet ?? position.cards[orders.starter])
                : [
                    sign(orders.choice),
                    h('h3', null, conditionName(orders.choice)),
                    h('span', null, conditionHelp(orders.choice, position.view.options)),
                  ]),
            ),
          );
        },
      );
    },
  };
  return api;
}
