/** What is that? The panel beside the table: the card or unit that is pointed at, in reading size; the crew; the last shots. */
import { h, replace } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';
import { seatName } from 'kit/describe.js';
import { button, tools } from 'kit/parts.js';
import { cardElement } from './card.js';
import { shotList, volleys } from './dice.js';
import { drawing } from './drawings.js';
import { whenNew } from './drawn.js';
import { held } from './hand.js';
import { areaOf, isShip, seatOf, seesHands, statesOf } from './position.js';
import {
  areaWords,
  cardName,
  cardOf,
  conditionHelp,
  conditionName,
  countedWords,
  sentence,
  stateName,
  unitName,
} from './words.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./position.js').Position} Position */

/** What is known of a unit, line by line. @param {Position} position @param {string} unit */
function unitFacts(position, unit) {
  const side = position.sides[seatOf(unit)];
  const mech = position.mechs.get(unit);
  const facts = mech ? mech.facts : side.ship;
  const at = areaOf(position, unit);
  const arms = facts.weapons.map((/** @type {any} */ { id, ammo }) => {
    const most = cardOf(position, id)?.weapon?.ammo ?? ammo;
    return ammo === null ? cardName(position, id) : `${cardName(position, id)} ${ammo}/${most}`;
  });
  const rows = /** @type {[string, string][]} */ ([
    [t('HP'), `${facts.hp} / ${facts.max_hp}`],
    [t('Hit'), t('{n}: its shots are on target with that or less on a die of 20', { n: countedWords(facts, 'hit') })],
    [t('Evade'), t('{n}: shots at it go past with that or less', { n: countedWords(facts, 'evade') })],
    [t('Stands at'), at ? areaWords(position, at) : t('in the hangar')],
    [t('Weapons'), arms.join(t(', '))],
  ]);
  if (mech?.pilot) rows.push([t('Pilot'), cardName(position, mech.pilot.card)]);
  if (mech?.gear.length) rows.push([t('Cards'), mech.gear.map(({ card }) => cardName(position, card)).join(t(', '))]);
  const states = statesOf(facts).map(stateName);
  if (states.length) rows.push([t('State'), states.join(t(', '))]);
  return h(
    'dl',
    { class: 'fr-facts' },
    rows.map(([name, value]) => h('div', null, h('dt', null, name), h('dd', null, value))),
  );
}

/** The card that is read. @param {Session} session */
function createReader(session) {
  const { state } = session;
  const element = h('section', { class: 'fr-reader', 'aria-label': t('What is pointed at') });
  return {
    element,
    show() {
      const { position, read } = state;
      if (!position?.sides.length) return;
      const { card, unit } = read ?? { unit: position.sides[position.near].ship.id, card: undefined };
      const known =
        unit && !isShip(unit) ? position.mechs.get(unit)?.model : unit ? position.sides[seatOf(unit)].ship.card : card;
      const facts = unit ? (position.mechs.get(unit)?.facts ?? position.sides[seatOf(unit)].ship) : null;
      const skills =
        known === position.sides[position.near].captain.card ? position.sides[position.near].captain.skills : undefined;
      whenNew(element, [known, facts, skills], () =>
        replace(
          element,
          unit && h('h3', null, sentence(unitName(position, unit))),
          unit && unitFacts(position, unit),
          known && cardElement(position, known, { size: 'reading', skills }),
        ),
      );
    },
  };
}

/** A card by its name, which shows it in reading size. @param {Session} session @param {string | null} id @param {string} name @param {string} words @param {string} [kind] */
function chip(session, id, name, words, kind) {
  const act = () => id && session.change({ read: { card: id } });
  return h(
    'li',
    null,
    h(
      'button',
      { type: 'button', class: 'fr-pilot', onclick: act, onpointerenter: act },
      kind && drawing(id, kind),
      h('span', null, name, words && h('small', null, words)),
    ),
  );
}

/** What both hold, for who sees everything: it is what the fog hides. @param {Session} session */
function createHands(session) {
  const { state } = session;
  const element = h('section', { class: 'fr-hands' });
  return {
    element,
    show() {
      const { position } = state;
      element.hidden = !position || !seesHands(position);
      if (element.hidden || !position) return;
      const hands = position.sides.map((side) => ({ seat: side.seat, cards: held(position, side) }));
      whenNew(element, hands, () =>
        replace(
          element,
          ...hands.flatMap(({ seat, cards }) => [
            h('h3', null, t('Hand of {seat}', { seat: seatName(seat, session.host.info) })),
            h(
              'ul',
              { class: 'fr-pilots fr-held' },
              cards.map(({ card, title, note }) => chip(session, card, title, note ?? '')),
            ),
          ]),
        ),
      );
    },
  };
}

/** Pilots, the way to win, what the seats have. @param {Session} session */
function createCrew(session) {
  const { state } = session;
  const element = h('section', { class: 'fr-crew' });

  /** @param {Position} position @param {any} side */
  function pilots(position, { pilots: crew, seat }) {
    /** @param {string | null} id @param {string} words */
    const pilot = (id, words) => chip(session, id, id ? cardName(position, id) : t('a pilot'), words, 'pilot');
    const ready = (crew.ready ?? []).map((/** @type {string} */ id) => pilot(id, t('ready')));
    const wounded = crew.wounded.map((/** @type {any} */ { card, turns }) =>
      pilot(card, tn('wounded, {n} turn', 'wounded, {n} turns', turns)),
    );
    const lost = crew.lost.map((/** @type {string} */ id) => pilot(id, t('lost')));
    const hidden =
      crew.ready === null && crew.ready_count
        ? h('li', null, tn('{n} pilot ready', '{n} pilots ready', crew.ready_count))
        : null;
    return [
      h(
        'h3',
        null,
        position.reader === null ? t('Pilots') : seat === position.reader ? t('Your pilots') : t('Enemy pilots'),
      ),
      h('ul', { class: 'fr-pilots' }, hidden, ready, wounded, lost),
    ];
  }

  return {
    element,
    show() {
      const { position } = state;
      element.hidden = !position?.sides.length;
      if (!position?.sides.length) return;
      const { victory } = position.view;
      whenNew(element, [position.sides.map(({ pilots }) => pilots), victory], () =>
        replace(
          element,
          h('h3', null, t('Ways to win')),
          h(
            'ul',
            { class: 'fr-aims' },
            victory.map((/** @type {string} */ id) =>
              h('li', null, h('b', null, conditionName(id)), ` ${conditionHelp(id, position.view)}`),
            ),
          ),
          ...[...position.sides]
            .sort((a) => (a.seat === position.near ? -1 : 1))
            .flatMap((side) => pilots(position, side)),
        ),
      );
    },
  };
}

/** The shots of the step that led here. @param {Session} session */
function createShots(session) {
  const { state } = session;
  const element = h('section', { class: 'fr-last' });
  return {
    element,
    show() {
      const { position, frame } = state;
      const found = frame && position?.sides.length ? volleys(frame.events) : [];
      element.hidden = !found.length;
      if (!position) return;
      whenNew(element, frame?.step, () =>
        replace(
          element,
          h('h3', null, t('Last shots')),
          ...found.flatMap(({ attack, shots }) => [
            attack.by &&
              h(
                'p',
                null,
                t('{by} with {weapon}', {
                  by: unitName(position, attack.by),
                  weapon: cardName(position, attack.weapon),
                }),
              ),
            shotList(shots),
          ]),
        ),
      );
    },
  };
}

/** @param {Session} session */
export function panelParts(session) {
  return [
    createShots(session),
    createHands(session),
    createReader(session),
    createCrew(session),
    tools(session, { again: t('Play the last step again'), key: 'P' }, [
      // The table has no buttons of a view beside which it could stand.
      button({ text: t('Legend'), key: '.', act: () => session.ask('legend') }),
    ]),
  ];
}
