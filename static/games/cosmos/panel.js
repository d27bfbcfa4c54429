/**
 * What stands beside the chart? How the match stands, who is chosen and what is known of it, the radio, the duel for the final weapon, the
 * legend. What can be ordered is in panel_orders.js.
 */
import { h, replace, setText } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';
import { card } from 'kit/inspect.js';
import { chips } from 'kit/lists.js';
import { button, meter, section, table, tools } from 'kit/parts.js';
import { factsOf, stepSummary } from './describe.js';
import { entityName, KINDS, placeName } from './names.js';
import { createOrders } from './panel_orders.js';
import { ownOf } from './position.js';
import { rampColours } from './veil.js';

/** @import { Kind, Part, Pos, Session } from './types' */

const ALL = /** @type {Kind[]} */ (Object.keys(KINDS));
/** Bids that the duel shows. */
const BIDS = 50;

/** Points, what happened last, who waits for orders. @param {Session} session @returns {Part} */
function createStanding(session) {
  const { state } = session;
  const box = section(t('Final weapon'), { class: 'cosmos-standing' });
  const points = meter(t('Points of the final weapon'));
  const last = h('p', { class: 'kit-hint' });
  const idle = button({ text: '', key: 'Tab', act: () => void session.nextIdle(1) });
  const kinds = chips({ label: t('Choose all of a kind'), onchoose: (kind) => session.selectKind(kind) });
  box.element.append(points.element, last, idle.element, kinds.element);
  return {
    element: box.element,
    show() {
      const { frame } = state;
      if (!frame) return;
      const { view } = session.position();
      const safe = Math.floor(view.rounds / 2) + 1;
      box.show({
        aside: t('round {round} of {rounds}', { round: Math.min(view.round, view.rounds), rounds: view.rounds }),
      });
      points.element.hidden = !view.weapon;
      if (view.weapon)
        points.show({
          value: view.weapon.own,
          max: safe,
          text: t('{points} of {safe} points', { points: view.weapon.own, safe }),
        });
      const summary = stepSummary(frame);
      last.hidden = !summary;
      setText(last, t('Last step: {summary}', { summary }));
      const own = ownOf(session.position());
      const waiting = own.filter((entity) => session.isIdle(entity)).length;
      idle.show({
        text: tn('{n} without orders', '{n} without orders', waiting),
        shown: session.canOrder() && waiting > 0,
      });
      kinds.show(
        ALL.flatMap((kind) => {
          const n = own.filter((entity) => entity.kind === kind).length;
          return n ? [{ key: kind, text: KINDS[kind].many(n), sign: KINDS[kind].icon }] : [];
        }),
      );
      kinds.element.hidden = !own.length;
    },
  };
}

/** What is known of who is chosen, or lies under the pointer. @param {Session} session @returns {Part} */
function createCard(session) {
  const { state, host } = session;
  const shown = card({
    empty: t('Choose a planet or a ship: click it, or Tab.'),
    label: t('Chosen'),
    act: (id) => session.select([id]),
  });
  return {
    element: shown.element,
    show() {
      const position = session.position();
      const chosen = state.selected.flatMap((id) => position.byId.get(id) ?? []);
      const [entity] = chosen;
      const about = {
        frame: /** @type {any} */ (state.frame),
        view: position.view,
        position,
        info: host.info,
        forecast: state.forecast,
      };
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
      const [owner, energy, ...facts] = factsOf(entity, about);
      const gone = state.forecast?.gone.includes(entity.id) && entity.seen === 'own';
      shown.show({
        title: entityName(entity),
        icon: KINDS[entity.kind].icon,
        kind: placeName(entity.pos),
        facts: [
          [t('Owner'), owner],
          [t('Energy'), energy],
        ],
        lines: facts,
        signs: gone ? [t('It will be gone after this step.')] : [],
      });
    },
  };
}

/** Bids and what came of them. @param {Session} session @returns {Part} */
function createDuel(session) {
  const box = section(t('Bids'), {});
  const bars = h('div', { class: 'cosmos-duel', role: 'img' });
  const words = h('p', { class: 'kit-hint' });
  box.element.append(bars, words);
  return {
    element: box.element,
    show() {
      const history = session.position().view.weapon?.history.slice(-BIDS) ?? [];
      box.show({ shown: history.length > 0, aside: t('the last {n}', { n: history.length }) });
      const most = Math.max(1, ...history.map(([, , bid]) => bid));
      replace(
        bars,
        ...history.map(([, , bid, result]) => {
          const bar = h('i', { class: result });
          bar.style.height = `${Math.max(6, (bid / most) * 100)}%`;
          return bar;
        }),
      );
      const won = history.filter(([, , , result]) => result === 'won').length;
      const latest = history.at(-1)?.[2] ?? 0;
      const summary = t('{won} won, {lost} lost; the last was {bid}, the highest {most}', {
        won,
        lost: history.length - won,
        bid: latest,
        most,
      });
      setText(words, summary);
      bars.setAttribute('aria-label', summary);
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
      replace(
        list,
        talking.length
          ? table({
              head: [t('Who'), t('Value'), t('As a report')],
              body: talking.map(({ id, kind, sure, seat, pos, radio }) => [
                entityName({ id, kind, sure, seat, pos }),
                String(radio)
                  .padStart(8, '0')
                  .replace(/(\d{4})(\d{4})/, '$1 $2'),
                reportText(radio, pos),
              ]),
            })
          : h('p', { class: 'kit-hint' }, t('Nobody in sight radios anything.')),
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
  const row = tools(session, { again: t('Play the last step again'), key: 'R' }, [heat, radii, radio]);
  return {
    element: row.element,
    show() {
      heat.show({ pressed: state.heat });
      radii.show({ pressed: state.radii });
      radio.show({ pressed: state.radio });
      row.show();
    },
  };
}

/** What the colours and signs of the chart mean. @param {Session} session @returns {Part} */
function createLegend(session) {
  const ramp = h('div', { class: 'cosmos-ramp', 'aria-hidden': 'true' });
  const element = h(
    'details',
    { class: 'kit-section cosmos-legend' },
    h('summary', null, t('Legend')),
    ramp,
    h('p', { class: 'cosmos-scale' }, h('span', null, t('thin aether: slow')), h('span', null, t('dense: quick'))),
    h(
      'ul',
      { class: 'kit-lines' },
      [
        t('Disc with a number: planet and its energy'),
        t('Arrowhead: battleship; with “?” it may be a miner'),
        t('Hexagon: miner; its eight strokes fill until it becomes a battleship, thick once it pays'),
        t('Diamond: scout'),
        t('White arc: rounds until it can act; green dot: ready'),
        t('Dashed rim: remembered, with its age; dashed ring: somebody unknown'),
        t('Hatched: never sensed; dim: out of sight'),
      ].map((line) => h('li', null, line)),
    ),
  );
  let drawn = '';
  return {
    element,
    show() {
      const theme = session.host.theme();
      if (theme === drawn) return;
      drawn = theme;
      ramp.style.backgroundImage = `linear-gradient(90deg, ${rampColours(theme === 'dark', 12).join(', ')})`;
    },
  };
}

/** The panel from top to bottom. @param {Session} session @returns {Part[]} */
export function createPanel(session) {
  return [
    createStanding(session),
    createCard(session),
    ...createOrders(session),
    createDuel(session),
    createRadio(session),
    createTools(session),
    createLegend(session),
  ];
}
