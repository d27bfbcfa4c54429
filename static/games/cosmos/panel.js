/**
 * What stands beside the chart? What needs doing, who is chosen and what is known of it, how the match stands, the duel for the final
 * weapon, the radio, the legend. What can be ordered is in panel_orders.js and panel_planet.js.
 */
import { h, replace, setText } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';
import { bars, legend } from 'kit/figures.js';
import { groupChips } from 'kit/groups.js';
import { rampColours } from 'kit/heat.js';
import { card } from 'kit/inspect.js';
import { chips, links } from 'kit/lists.js';
import { button, meter, section, table, tools } from 'kit/parts.js';
import { factsOf, stepSummary } from './describe.js';
import { RAMPS } from './glyphs.js';
import { entityName, KINDS, placeName, roundsText } from './names.js';
import { createOrders } from './panel_orders.js';
import { createPlanet } from './panel_planet.js';
import { ageOf, ownOf } from './position.js';
import { hintOf, needsOf } from './warnings.js';

/** @import { Kind, Part, Pos, Session, Shown } from './types' */

const ALL = /** @type {Kind[]} */ (Object.keys(KINDS));
/** Bids that the duel shows. */
const BIDS = 50;

/** What needs doing first, and all of a kind at one click. @param {Session} session @returns {Part} */
function createNeeds(session) {
  const { state } = session;
  const box = section(t('What needs you'), {});
  const hint = h('p', { class: 'cosmos-hint' });
  const lines = links({ label: t('What needs you'), go: (/** @type {any} */ { id }) => session.showEntity(id) });
  const idle = button({ text: t('Next without orders'), key: 'Tab', act: () => void session.nextIdle(1) });
  const kinds = chips({ label: t('Choose all of a kind'), onchoose: (kind) => session.selectKind(kind) });
  const groups = groupChips(session);
  box.element.append(hint, lines.element, idle.element, kinds.element, groups.element);
  return {
    element: box.element,
    show() {
      const own = ownOf(session.position());
      const waiting = session.hasDraft() ? session.idle().length : 0;
      box.show({
        shown: own.length > 0,
        name: session.hasDraft() ? t('What needs you') : t('Yours'),
        aside: waiting ? tn('{n} without orders', '{n} without orders', waiting) : '',
      });
      const words = session.hasDraft() ? hintOf(state.frame?.step ?? 0) : '';
      hint.hidden = !words;
      setText(hint, words);
      lines.show(needsOf(session));
      idle.show({ shown: session.canOrder() && waiting > 0 });
      kinds.show(
        ALL.flatMap((kind) => {
          const n = own.filter((entity) => entity.kind === kind).length;
          return n ? [{ key: kind, text: KINDS[kind].many(n), sign: KINDS[kind].icon }] : [];
        }),
      );
      groups.show();
      groups.element.hidden = !state.selected.length && !Object.keys(state.groups).length;
    },
  };
}

/** Points of the final weapon, and what came of the last step. @param {Session} session @returns {Part} */
function createStanding(session) {
  const { state } = session;
  const box = section(t('Final weapon'), {});
  const points = meter(t('Points of the final weapon'));
  const last = h('p', { class: 'kit-hint' });
  box.element.append(points.element, last);
  return {
    element: box.element,
    show() {
      const { round, rounds, weapon } = session.position().view;
      const safe = Math.floor(rounds / 2) + 1;
      box.show({ aside: t('round {round} of {rounds}', { round: Math.min(round, rounds), rounds }) });
      points.element.hidden = !weapon;
      if (weapon)
        points.show({
          value: weapon.own,
          max: safe,
          text: t('{points} of {safe} points', { points: weapon.own, safe }),
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

/** What is known of who is chosen, or lies under the pointer. @param {Session} session @returns {Part} */
function createCard(session) {
  const { state } = session;
  const shown = card({
    empty: t('Choose a planet or a ship: click it, or Tab.'),
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
            text: String(id),
            small: String(energy),
            sign: KINDS[kind].icon,
          })),
        });
      const [owner, energy, ...facts] = factsOf(entity, session.about());
      const gone = state.forecast?.gone.includes(entity.id) && entity.seen === 'own';
      shown.show({
        title: entityName(entity),
        icon: KINDS[entity.kind].icon,
        kind: placeName(entity.pos),
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

/** Bids and what came of them. @param {Session} session @returns {Part} */
function createDuel(session) {
  const box = section(t('Bids'), {});
  const bids = bars();
  box.element.append(bids.element);
  return {
    element: box.element,
    show() {
      const history = session.position().view.weapon?.history.slice(-BIDS) ?? [];
      box.show({ shown: history.length > 0, aside: t('the last {n}', { n: history.length }) });
      const most = Math.max(1, ...history.map(([, , bid]) => bid));
      const won = history.filter(([, , , result]) => result === 'won').length;
      const bid = history.at(-1)?.[2] ?? 0;
      const summary = t('{won} won, {lost} lost; the last was {bid}, the highest {most}', {
        won,
        lost: history.length - won,
        bid,
        most,
      });
      bids.show({
        bars: history.map(([, , value, result]) => ({ value, isFull: result === 'won' })),
        text: summary,
      });
    },
  };
}

/** What everybody in sight radios. @param {Session} session @returns {Part} */
function createRadio(session) {
  const box = section(t('Radio'), {});
  const list = h('div');
  box.element.append(list);
  return {
    element: box.element,
    show() {
      const talking = session.position().shown.filter(({ radio }) => radio > 0);
      box.show({ shown: session.state.radio, aside: tn('{n} voice', '{n} voices', talking.length) });
      const body = talking.map((entity) => [
        entityName(entity),
        String(entity.radio)
          .padStart(8, '0')
          .replace(/(\d{4})(\d{4})/, '$1 $2'),
        reportText(entity.radio, entity.pos),
      ]);
      const head = [t('Who'), t('Value'), t('As a report')];
      replace(
        list,
        body.length ? table({ head, body }) : h('p', { class: 'kit-hint' }, t('Nobody in sight radios anything.')),
      );
    },
  };
}

/** A value read as the standing order writes it: where the nearest foe is. @param {number} radio @param {Pos} from */
function reportText(radio, from) {
  const value = radio - 1;
  const kind = ALL[(value % 100) - 1];
  const [dx, dy] = [Math.floor(value / 100000) - 128, (Math.floor(value / 100) % 1000) - 128];
  if (!kind || Math.abs(dx) > 20 || Math.abs(dy) > 20) return '–';
  return t('{kind} at {place}', { kind: KINDS[kind].name(), place: placeName([from[0] + dx, from[1] + dy]) });
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
      lens.show({ pressed: state.lens, disabled: state.selected.length !== 1 });
      row.show();
    },
  };
}

/** What the colours and signs of the chart mean. @param {Session} session @returns {Part} */
function createLegend(session) {
  const lines = [
    t('Disc with a number: planet and its energy'),
    t('Arrowhead: battleship; with “?” it may be a miner'),
    t('Hexagon: miner; its eight strokes fill until it becomes a battleship, thick once it pays'),
    t('Diamond: scout'),
    t('White arc: rounds until it can act; green dot: ready'),
    t('Dashed rim: remembered, with its age; dashed ring: somebody unknown'),
    t('Hatched: never sensed; dim: out of sight'),
  ];
  const part = legend({ ends: [t('thin aether: slow'), t('dense: quick')], lines });
  return { element: part.element, show: () => part.show(rampColours(RAMPS[session.host.theme()], 12)) };
}

/** The panel from top to bottom. @param {Session} session @returns {Part[]} */
export const createPanel = (session) => [
  createNeeds(session),
  createCard(session),
  ...createOrders(session),
  ...createPlanet(session),
  createStanding(session),
  createDuel(session),
  createRadio(session),
  createTools(session),
  createLegend(session),
];
