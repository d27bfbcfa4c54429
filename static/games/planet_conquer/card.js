/**
 * What is known of the thing that was pointed at? The card of a planet, a fleet or a battle, in the words of the view.
 */

import { h, replace } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { battleSide, fleetLine, planetSigns } from './describe.js';
import { planetForecast } from './forecast.js';
import { count, kindName, planetName, seatName, signed } from './names.js';
import { leaving } from './orders.js';
import { drawing } from './tactic_bar.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./position.js').Position} Position */
/** @typedef {import('./position.js').Planet} Planet */

/** @param {Session} session */
export function createCard(session) {
  const { state, host } = session;
  const element = h('section', { class: 'pc-card', 'aria-live': 'off' });

  /** @param {Position} position @param {Planet} planet */
  function owner({ view }, planet) {
    if (planet.seen === 'never') return t('never seen');
    if (planet.owner === null) return planet.units ? t('natives') : t('nobody');
    return planet.owner === view.seat ? t('you') : seatName(planet.owner, host.info);
  }

  /** Growth in words, or why there is none. @param {Planet} planet */
  function growth(planet) {
    if (planet.next === null || planet.owner === null) return t('none');
    const change = planet.next - (planet.units ?? 0);
    if (change) return t('{change} → {next}', { change: signed(change), next: planet.next });
    if (planet.effects.some(({ type }) => type === 'halt')) return t('none: halted');
    return (planet.units ?? 0) >= planet.max ? t('none: full') : t('none');
  }

  /** @param {Position} position @param {Planet} planet @returns {[string, string][]} */
  function facts(position, planet) {
    const { view } = position;
    const sent = leaving(state.orders, planet.id);
    /** @type {[string, string][]} */
    const rows = [[t('Owner'), owner(position, planet)]];
    if (planet.seen !== 'never')
      rows.push([
        t('Units'),
        sent && planet.owner === view.seat
          ? t('{units}, {rest} stay', { units: count(planet.units), rest: session.rest(planet.id) })
          : count(planet.units),
      ]);
    if (planet.seen === 'before')
      rows.push([
        t('Last seen'),
        t('round {round}, {age} rounds ago', { round: count(planet.as_of), age: view.round - (planet.as_of ?? 0) }),
      ]);
    rows.push(
      [t('Defence (def)'), `×${planet.def}`],
      [t('Growth (res, cos)'), `×${planet.res} ${signed(planet.cos)}`],
      [t('Most (max)'), count(planet.max)],
    );
    if (planet.units && planet.seen !== 'never')
      rows.push([t('Power'), String(Math.round(planet.units * planet.def * 1000) / 1000)]);
    if (planet.seen === 'now' && planet.owner !== null) rows.push([t('Next production'), growth(planet)]);
    return rows;
  }

  /** @param {Position} position @param {Planet} planet */
  function planetCard(position, planet) {
    const ways = position.ways[planet.id].map((way) =>
      h(
        'button',
        { type: 'button', class: 'pc-way', onclick: () => session.inspect({ kind: 'planet', id: way.to }) },
        position.planets[way.to].key,
        h('span', null, t('{n} r', { n: way.rounds })),
      ),
    );
    const coming = position.view.fleets.filter((fleet) => fleet.to === planet.id);
    const forecast = planetForecast(state.forecast, planet.id, position.view.seat);
    return [
      h(
        'header',
        null,
        drawing(planet.kind),
        h('h3', null, planetName(planet)),
        h('span', { class: 'pc-kind' }, kindName(planet.kind)),
      ),
      h(
        'dl',
        null,
        facts(position, planet).map(([term, value]) => h('div', null, h('dt', null, term), h('dd', null, value))),
      ),
      planetSigns(planet, position, host.info).map((sign) => h('p', { class: 'pc-sign' }, sign)),
      forecast.length > 0 &&
        h(
          'table',
          { class: 'pc-rounds' },
          h('caption', null, t('If nothing changes')),
          h(
            'tbody',
            null,
            h(
              'tr',
              null,
              forecast.map(({ round }) => h('th', { scope: 'col' }, String(round))),
            ),
            h(
              'tr',
              null,
              forecast.map(({ words }) => h('td', null, words)),
            ),
          ),
        ),
      coming.length > 0 &&
        h(
          'ul',
          { class: 'pc-coming' },
          coming.map((fleet) => h('li', null, fleetLine(fleet, position, host.info))),
        ),
      h('div', { class: 'pc-ways' }, h('span', null, t('Routes')), ways),
    ];
  }

  /** @param {any} event @param {Position} position */
  function battleCard(event, position) {
    const sides = event.sides.map((/** @type {import('./types').BattleSide} */ side) => battleSide(side, host.info));
    const nobody =
      event.outcome === 'mutual' ? t('Equal power: nobody is left.') : t('The winner is used up: nobody is left.');
    return [
      h(
        'header',
        null,
        drawing('battle'),
        h('h3', null, t('Battle at {planet}', { planet: planetName(position.planets[event.planet]) })),
      ),
      h(
        'table',
        { class: 'pc-sum' },
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            [t('Side'), t('Units'), t('Power'), t('Costs the winner')].map((name) => h('th', { scope: 'col' }, name)),
          ),
        ),
        h(
          'tbody',
          null,
          sides.map((/** @type {ReturnType<typeof battleSide>} */ side) =>
            h(
              'tr',
              null,
              h('th', { scope: 'row' }, side.name, side.marks && h('small', null, side.marks)),
              h('td', null, String(side.heads)),
              h('td', null, String(side.power)),
              h('td', null, side.loss ? String(side.loss) : '–'),
            ),
          ),
        ),
      ),
      h(
        'p',
        null,
        event.survivors
          ? t('{winner} is left with {units} units.', {
              winner: seatName(event.winner, host.info),
              units: event.survivors,
            })
          : nobody,
      ),
    ];
  }

  return {
    element,
    show() {
      const { position, inspected, frame } = state;
      if (!position || !frame) return;
      const shown = state.hover !== null ? { kind: 'planet', id: state.hover } : inspected;
      const fleet = shown?.kind === 'fleet' ? position.view.fleets.find(({ id }) => id === shown.id) : null;
      const battle =
        inspected?.kind === 'battle'
          ? frame.events.find((event) => event.type === 'battle' && event.planet === inspected.planet)
          : null;
      const reminders = state.reminders
        .filter((reminder) => reminder.round <= position.view.round)
        .map((reminder) =>
          h(
            'p',
            { class: 'pc-sign' },
            t('Units at {planet} were to go on to {target}.', {
              planet: position.planets[reminder.at].key,
              target: position.planets[reminder.to].key,
            }),
          ),
        );
      const content =
        shown?.kind === 'planet'
          ? planetCard(position, position.planets[Number(shown.id)])
          : fleet
            ? [h('header', null, h('h3', null, t('Fleet'))), h('p', null, fleetLine(fleet, position, host.info))]
            : battle
              ? battleCard(battle, position)
              : [h('p', { class: 'pc-hint' }, t('Point at a planet, a fleet or a battle to read about it.'))];
      replace(element, ...reminders, ...content.flat());
    },
  };
}
