/**
 * What stands beside the chart? What needs doing, who is chosen and what is known of it, how the match stands, the duel for the final
 * weapon, the radio. What can be ordered is in panel_orders.js and panel_planet.js.
 */
import { h, setText } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';
import { throughOf } from 'kit/describe.js';
import { bars, curves } from 'kit/figures.js';
import { groupChips } from 'kit/groups.js';
import { card } from 'kit/inspect.js';
import { chips } from 'kit/lists.js';
import { needsPart } from 'kit/needs.js';
import { button, meter, section, tools } from 'kit/parts.js';
import { createChoicesAgain } from './advice.js';
import { factsOf, stepSummary } from './describe.js';
import { ALL, cellName, entityName, KINDS, properName, roundsText } from './names.js';
import { standingOf } from './orders.js';
import { createOrders } from './panel_orders.js';
import { createPlanet } from './panel_planet.js';
import { createRadio } from './panel_radio.js';
import { ageOf, ownOf } from './position.js';
import { needsOf } from './warnings.js';

/** @import { Part, Session, Shown } from './types' */

/** Bids that are shown. */
const BIDS = 50;

/** What needs doing first, and all of a kind at one click. @param {Session} session @returns {Part} */
function createNeeds(session) {
  const { state } = session;
  const kinds = chips({ label: t('Choose all of a kind'), onchoose: (kind) => session.selectKind(kind) });
  const groups = groupChips(session);
  const part = needsPart(
    { go: session.showEntity, next: () => void session.nextIdle(1) },
    kinds.element,
    groups.element,
  );
  return {
    element: part.element,
    show() {
      const own = ownOf(session.position());
      const isMine = session.hasDraft();
      part.show({
        shown: own.length > 0 && !state.frame?.final,
        name: isMine
          ? t('What needs you')
          : (throughOf(session.position().view, session.host.info)?.name ?? t('Yours')),
        // Only those who do nothing are the ones without orders.
        needs: needsOf(session).map((line) => ({ ...line, rests: line.key.startsWith('rests') })),
        waiting: isMine ? session.idle().length : 0,
        locked: !session.canOrder(),
        readonly: session.host.readonly,
      });
      kinds.show(
        ALL.flatMap((kind) => {
          const n = own.filter((entity) => entity.kind === kind).length;
          return n ? [{ key: kind, text: KINDS[kind].many(n), sign: KINDS[kind].icon }] : [];
        }),
      );
      groups.show();
      groups.element.hidden = !session.ships().length && !Object.keys(state.groups).length;
    },
  };
}

/** The duel for the final weapon: points over the match, the last bids, and what came of the last step. @param {Session} session @returns {Part} */
function createWeapon(session) {
  const { state } = session;
  const box = section(t('Final weapon'), {});
  const points = meter(t('Points of the final weapon'));
  const course = curves();
  const bids = bars();
  const last = h('p', { class: 'kit-hint' });
  box.element.append(points.element, course.element, bids.element, last);
  return {
    element: box.element,
    show() {
      const { view } = session.position();
      const { round, rounds, weapon, safe } = view;
      const now = Math.min(round, rounds);
      box.show({ aside: t('round {round} of {rounds}', { round: now, rounds }) });
      points.element.hidden = !weapon;
      if (weapon)
        points.show({
          value: weapon.own,
          max: safe,
          text: t('{points} of {safe} points', { points: weapon.own, safe }),
        });
      const known = weapon?.courses ?? view.courses ?? [];
      const all = weapon?.all ?? view.points ?? [];
      course.show({
        lines: known.flatMap((rows, seat) => {
          const latest = all[seat] ?? (seat === view.seat ? weapon?.own : undefined);
          return rows ? [{ seat, points: latest === undefined ? rows : [...rows, [now, latest]] }] : [];
        }),
        end: [rounds, safe],
        text: t('Dashed: half of the rounds so far; who ends above it is safe.'),
      });
      const history = weapon?.history.slice(-BIDS) ?? [];
      bids.element.hidden = !history.length;
      const won = history.filter(([, , , result]) => result === 'won').length;
      bids.show({
        bars: history.map(([, , value, result]) => ({ value, isFull: result === 'won' })),
        text: t('The last {n} bids: {won} won, {lost} lost; the last was {bid}, the highest {most}', {
          n: history.length,
          won,
          lost: history.length - won,
          bid: history.at(-1)?.[2] ?? 0,
          most: Math.max(0, ...history.map(([, , bid]) => bid)),
        }),
      });
      const summary = state.frame ? stepSummary(state.frame) : '';
      last.hidden = !summary;
      setText(last, t('Last step: {summary}', { summary }));
    },
  };
}

/** A planet's miners: who pays, and when they become battleships. @param {Shown} planet @param {Session} session */
function minersOf(planet, session) {
  const { shown, view } = session.position();
  const { mining_delay: delay, evolution_age: grown } = view.tables;
  const ages = shown
    .filter(({ all }) => all?.home === planet.id)
    .flatMap((entity) => ageOf(entity, view) ?? [])
    .sort((a, b) => b - a);
  if (!ages.length) return [];
  const paying = ages.filter((age) => age >= delay).length;
  return [
    t('{all}, {paying} paying; the first becomes a battleship in {rounds}', {
      all: KINDS.miner.many(ages.length),
      paying,
      rounds: roundsText(Math.max(0, grown - ages[0])),
    }),
  ];
}

/** Somebody with what the draft tells it to do by itself from now on. @param {Shown} entity @param {Session} session @returns {Shown} */
function asTold(entity, session) {
  const { id, all } = entity;
  const told = standingOf(session.state.orders, id);
  if (!all || !told) return entity;
  const rules = { movement: all.standing.movement, reflexes: all.standing.reflexes, ...told };
  const { bids_left: left, ...rest } = all;
  const isAgain = left !== undefined && told.reflexes;
  const lasts = isAgain ? session.position().view.rules.bids_last : left;
  return {
    ...entity,
    all: { ...rest, standing: rules, ...(lasts !== undefined && { bids_left: lasts }) },
  };
}

/** What is known of who is chosen, or lies under the pointer. @param {Session} session @returns {Part} */
function createCard(session) {
  const { state } = session;
  const shown = card({
    empty: () =>
      session.state.frame?.final
        ? t('Point at a planet or a ship.')
        : matchMedia('(pointer: coarse)').matches
          ? t('Press a planet or a ship.')
          : t('Choose a planet or a ship: click it, or Tab.'),
    label: t('Chosen'),
    act: (id) => session.select([id]),
  });
  return {
    element: shown.element,
    show() {
      const { byId } = session.position();
      const chosen = state.selected.flatMap((id) => byId.get(id) ?? []);
      const [entity] = chosen;
      if (!entity) return shown.show(null);
      if (chosen.length > 1)
        return shown.show({
          title: tn('{n} chosen', '{n} chosen', chosen.length),
          actions: chosen.slice(0, 24).map(({ id, kind, energy }) => ({
            key: id,
            text: properName(id),
            small: String(energy),
            sign: KINDS[kind].icon,
          })),
        });
      const [owner, energy, ...facts] = factsOf(asTold(entity, session), session.about());
      const gone = state.told?.gone.includes(entity.id) && entity.seen === 'own';
      shown.show({
        title: entityName(entity),
        icon: KINDS[entity.kind].icon,
        kind: cellName(entity.pos),
        facts: [
          [t('Owner'), owner],
          [t('Energy'), energy],
        ],
        lines: [...facts, ...minersOf(entity, session)],
        signs: gone ? [t('It will be gone after this step.')] : [],
      });
    },
  };
}

/** Lenses and the last step again. @param {Session} session @returns {Part} */
function createTools(session) {
  const { state, change } = session;
  const heat = button({ text: t('Aether'), key: 'H', act: () => change({ heat: !state.heat }) });
  const radii = button({ text: t('Radii'), key: 'V', act: () => change({ radii: !state.radii }) });
  const radio = button({ text: t('Radio'), key: 'I', act: () => change({ radio: !state.radio }) });
  const lens = button({
    text: t('Its senses'),
    key: 'W',
    title: t('Only what the chosen one senses'),
    act: session.toggleLens,
  });
  const row = tools(session, { again: t('Play the last step again'), key: 'R' }, [heat, radii, radio, lens]);
  return {
    element: row.element,
    show() {
      heat.show({ pressed: state.heat });
      radii.show({ pressed: state.radii });
      radio.show({ pressed: state.radio });
      lens.show({ pressed: state.lens, disabled: state.selected.length !== 1, shown: !state.frame?.final });
      row.show();
    },
  };
}

/** The panel from top to bottom. @param {Session} session @returns {Part[]} */
export const createPanel = (session) => [
  createNeeds(session),
  createChoicesAgain(session),
  createCard(session),
  ...createOrders(session),
  ...createPlanet(session),
  createWeapon(session),
  createRadio(session),
  createTools(session),
];
