/**
 * What is known of the thing that was pointed at? The card of a planet, a fleet or a battle, in the words of the view.
 */
import { h } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';
import { count, signed } from 'kit/describe.js';
import { card } from 'kit/inspect.js';
import { table } from 'kit/parts.js';
import { lossOf } from './battles.js';
import { holderName, planetSigns } from './describe.js';
import { fleetLine } from './fleets.js';
import { battleWords, comingBattles, leftOn, planetForecast } from './forecast.js';
import { iconPath, kindName, seatName } from './names.js';
import { threatLine, threatsTo } from './outlook.js';

/** @import { BattleSide, Planet, Position, Session } from './types' */
/** @typedef {import('kit/inspect.js').Inspected} Inspected */

/** What counted for a side of a battle, beside its units. @param {BattleSide} side */
function countedFor(side) {
  return [
    side.def !== null && side.garrison > 0 && t('defence ×{n}', { n: side.def }),
    side.defended && t('defended ×2'),
    side.attack && t('attack ×1.5'),
    side.god && t('invincible'),
    side.teleported > 0 && t('{n} teleported', { n: side.teleported }),
  ]
    .filter(Boolean)
    .join(t(', '));
}

/** @param {Session} session */
export function createCard(session) {
  const { state, host } = session;
  const part = card({
    empty: t('Point at a planet, a fleet or a battle to read about it.'),
    label: t('Routes'),
    class: 'pc-card',
    act: (id) => session.inspect({ kind: 'planet', id }),
  });

  /** Growth in words, or why there is none: of one's own with all that the draft and standing routes send away. @param {Planet} planet @param {import('./types').PlanetConquerView} view */
  function growth(planet, view) {
    const left = leftOn(state.forecast, view, planet.id);
    if (left?.isLost) return t('none: lost');
    const units = left?.stay ?? planet.units ?? 0;
    const after = left ? left.next : planet.next;
    const change = left?.grows ?? (after === null ? 0 : after - units);
    if (change && after !== null) return t('{change} → {next}', { change: signed(change), next: after });
    if (after === null || planet.owner === null) return t('none');
    if (planet.effects.some(({ type }) => type === 'halt')) return t('none: halted');
    return units >= planet.max ? t('none: full') : t('none');
  }

  /** @param {Planet} planet @param {import('./types').PlanetConquerView} view */
  function units(planet, view) {
    const rest = planet.owner === view.seat ? session.stays(planet.id) : planet.units;
    return rest === planet.units
      ? count(planet.units)
      : t('{units}, {rest} stay', { units: count(planet.units), rest: rest ?? 0 });
  }

  /** @param {Position} position @param {Planet} planet @returns {[string, string][]} */
  function facts(position, planet) {
    const { round, seat } = position.view;
    const isKnown = planet.seen !== 'never';
    const age = round - (planet.as_of ?? 0);
    /** @type {([string, string] | false)[]} */
    const rows = [
      [t('Owner'), holderName(planet, seat, host.info, t('you'))],
      isKnown && [t('Units'), units(planet, position.view)],
      planet.seen === 'before' && [
        t('Last seen'),
        tn('round {round}, {n} round ago', 'round {round}, {n} rounds ago', age, { round: count(planet.as_of) }),
      ],
      [t('⊙ Defence'), `×${planet.def}`],
      [t('★ Growth'), `×${planet.res} ${signed(planet.cos)}`],
      [t('≥ Grows up to'), count(planet.max)],
      isKnown && !!planet.units && [t('Power'), String(Math.round(planet.units * planet.def * 1000) / 1000)],
      planet.seen === 'now' && planet.owner !== null && [t('Next production'), growth(planet, position.view)],
    ];
    return rows.filter((row) => row !== false);
  }

  /** @param {Position} position @param {Planet} planet @returns {Inspected} */
  function planetCard(position, planet) {
    const { fleets, seat } = position.view;
    const forecast = planetForecast(state.forecast, planet.id, seat);
    const head = [t('Round'), ...forecast.map(({ round }) => String(round))];
    const body = [[t('Units'), ...forecast.map(({ words }) => words)]];
    return {
      icon: iconPath(planet.kind),
      title: planet.name,
      kind: planet.name === planet.key ? kindName(planet.kind) : `${kindName(planet.kind)} · ${planet.key}`,
      facts: facts(position, planet),
      signs: planetSigns(planet, position, host.info),
      body: [forecast.length > 0 && table({ caption: t('If nothing changes'), head, body })],
      lines: [
        ...fleets.filter(({ to }) => to === planet.id).map((fleet) => fleetLine(fleet, position, host.info)),
        ...comingBattles(state.forecast, position.view)
          .filter((battle) => battle.planet === planet.id)
          .map((battle) => battleWords(battle, position.view))
          .map(({ end, when }) => t('Battle under way, {when}: {end}', { when, end })),
        ...threatsTo(state.forecast, planet.id).map((threat) => threatLine(threat, position.planets, host.info)),
      ],
      actions: position.graph.ways[planet.id].map(({ to, length }) => ({
        key: to,
        text: position.planets[to].name,
        small: tn('{n} round', '{n} rounds', length),
      })),
    };
  }

  /** @param {any} event @param {Position} position @returns {Inspected} */
  function battleCard(event, position) {
    const nobody =
      event.outcome === 'mutual' ? t('Equal power: nobody is left.') : t('The winner is used up: nobody is left.');
    const left = { winner: seatName(event.winner, host.info), units: event.survivors };
    const sides = event.sides.map((/** @type {BattleSide} */ side) => {
      const marks = countedFor(side);
      const name = h('span', null, seatName(side.seat, host.info), marks && h('small', null, marks));
      return [name, String(side.heads), String(side.power), String(lossOf(event, side.seat))];
    });
    return {
      icon: iconPath('battle'),
      title: t('Battle at {planet}', { planet: position.planets[event.planet].name }),
      body: [table({ head: [t('Side'), t('Units'), t('Power'), t('Lost')], body: sides })],
      lines: [event.survivors ? t('{winner} is left with {units} units.', left) : nobody],
    };
  }

  /** @param {Position} position @returns {Inspected | null} */
  function shown(position) {
    const { hover, inspected, frame } = state;
    if (hover !== null) return planetCard(position, position.planets[hover]);
    if (inspected?.kind === 'planet') return planetCard(position, position.planets[inspected.id]);
    if (inspected?.kind === 'fleet') {
      const fleet = position.view.fleets.find(({ id }) => id === inspected.id);
      return fleet ? { title: t('Fleet'), lines: [fleetLine(fleet, position, host.info)] } : null;
    }
    const isHere = (/** @type {any} */ event) => event.type === 'battle' && event.planet === inspected?.planet;
    const battle = inspected && frame?.events.find(isHere);
    return battle ? battleCard(battle, position) : null;
  }

  /** What was to go on from a planet where it has arrived. @param {Position} position */
  function reminders({ view, planets }) {
    return state.reminders
      .filter(({ round }) => round <= view.round)
      .map(({ at, to }) =>
        t('Units at {planet} were to go on to {target}.', { planet: planets[at].name, target: planets[to].name }),
      );
  }

  return {
    element: part.element,
    show() {
      const { position } = state;
      if (position) part.show(shown(position), reminders(position));
    },
  };
}
