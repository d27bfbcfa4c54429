/** What needs this person, what does the chart show, what happened? The parts of the panel beside the unit card and the yard. */
import { h, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { seatName } from 'kit/describe.js';
import { groupChips } from 'kit/groups.js';
import { chips } from 'kit/lists.js';
import { needsPart } from 'kit/needs.js';
import { button, choice, section, tools } from 'kit/parts.js';
import { statistics, story } from 'kit/story.js';
import { describeEvent } from './describe.js';
import { placeOfEvent, unitsOfEvent } from './describe_events.js';
import { handOf } from './hand.js';
import { nextIdle, toggle } from './keys.js';
import {
  cellName,
  elementName,
  kindName,
  LAYERS,
  placeName,
  sentence,
  signed,
  UNIT_KINDS,
  weatherName,
  word,
} from './names.js';
import { elementsAt, isLand, rectOf } from './position.js';
import { gunnersWords, needsWords } from './warnings.js';

/** @import { DeepBlueView, Layer, Part, Position, Session } from './types' */

/** @param {Session} session @returns {Part} */
export function createNeeds(session) {
  const { state } = session;
  const hand = handOf(session);
  const again = t('Give last round’s orders again');
  const repeat = button({
    text: t('Repeat last round'),
    key: 'Q',
    title: again,
    act: () => void session.repeat(),
  });
  /** What is said of units that can fire at one target, by the key of their line. @type {Map<string, import('./types').Warned[]>} */
  let gunners = new Map();
  let shownStep = -1;
  const part = needsPart({
    go(id, key) {
      const lines = gunners.get(key);
      if (!lines) {
        // What was lost is only named.
        if (!state.position?.elements.has(id)) return;
        const dry = key.startsWith('needs ') && session.needs().find((need) => need.id === id && need.near);
        if (dry && session.canOrder()) hand.fill(dry);
        session.showUnit(id);
        return session.needs().some((need) => need.id === id && need.code === 'idle_yard') && session.ask('yard');
      }
      const aimed = state.position?.elements.get(lines[0].target);
      session.select(lines.map((line) => line.id));
      if (aimed) session.look(rectOf(aimed));
    },
    next: () => nextIdle(session, 1) || session.say(t('Every unit has orders.')),
    acts: [repeat.element],
  });
  return {
    element: part.element,
    show() {
      const { position, locked } = state;
      const shown = session.hasDraft() && position !== null;
      // Who is only without orders is counted beside the heading, and gone through by one button.
      const told = shown ? session.needs().filter(({ code }) => code !== 'idle') : [];
      gunners = new Map();
      for (const line of told) {
        if (line.code !== 'in_reach') continue;
        const key = `fire ${line.target}`;
        gunners.set(key, [...(gunners.get(key) ?? []), line]);
      }
      const guns = [...gunners].map(([key, lines]) => ({
        key,
        id: lines[0].id,
        text: gunnersWords(lines, /** @type {Position} */ (position)),
      }));
      // One line for each, with all that it needs.
      const rest = told.filter(({ code }) => code !== 'in_reach');
      const others = [...new Set(rest.map(({ id }) => id))].map((id) => ({
        key: `needs ${id}`,
        id,
        text: needsWords(
          rest.filter((line) => line.id === id),
          /** @type {Position} */ (position),
        ),
      }));
      const left = shown
        ? state.leftOut.map(({ id, text }) => ({
            ...{ key: `left ${id}`, id },
            text: t('Not repeated: {what}', { what: text }),
          }))
        : [];
      part.show({
        shown,
        needs: [...left, ...guns, ...others],
        waiting: shown ? session.idle().length : 0,
        locked,
      });
      // A round begins with who needs somebody, wherever the panel was left.
      const step = state.frame?.step ?? -1;
      const pane = part.element.closest('.pane');
      if (pane && step !== shownStep && guns.length + others.length) pane.scrollTop = 0;
      shownStep = step;
      repeat.show({ disabled: locked, shown: shown && session.canRepeat() });
      // Who is in hand has room for what it can be ordered.
      part.element.classList.toggle('db-short', session.canOrder() && session.chosen().length > 0);
    },
  };
}

/** How far each kind sees in this weather. @param {DeepBlueView} view */
const sights = ({ tables, weather }) =>
  UNIT_KINDS.map((kind) => {
    const ranges = tables.kinds[kind].sight.map((range) => Math.max(0, range + weather));
    return t('{name}: {text}', { name: sentence(kindName(kind)), text: ranges.join(t(', ')) });
  });

/** The cell under pointer or cursor, and what is there. @param {Session} session */
function placeLine({ state, position }) {
  const at = state.hover ?? state.focus;
  if (!at) return t('Point at a cell to read its name.');
  const ground = isLand(position(), ...at) ? t('land') : t('sea');
  const [cell, waters] = [cellName(at), placeName(at)];
  const where = cell === waters ? [cell] : [cell, waters];
  return [...where, ground, ...elementsAt(position(), ...at).map(elementName)].join(t(', '));
}

/** @param {Session} session @returns {Part} */
export function createLens(session) {
  const { state, host } = session;
  const layers = choice({
    label: t('Layer'),
    onchoose: (/** @type {number} */ layer) => session.change({ layer: /** @type {Layer} */ (layer) }),
  });
  const shows = chips({
    label: t('Shown'),
    onchoose: (what) => (what === 'adds' ? session.change({ adds: !state.adds }) : toggle(session, what)),
  });
  const groups = groupChips(session);
  const eyes = choice({
    label: t('Seen by'),
    visible: true,
    onchoose: (/** @type {number} */ seat) => session.lookAs(seat < 0 ? null : seat),
  });
  const place = h('p', { class: 'db-place' });
  const weather = h('span', { class: 'db-weather', tabindex: '0' });
  const part = section(t('Chart'), {}, place, layers.element, shows.element, groups.element, eyes.element);
  return {
    element: part.element,
    show() {
      const view = state.position?.view;
      if (!view) return;
      const change = t('{weather}, sight {change}', {
        weather: sentence(weatherName(view.weather)),
        change: signed(view.weather),
      });
      setText(weather, change);
      weather.title = [t('How far each kind sees: underwater, surface, air'), ...sights(view)].join('\n');
      part.show({ aside: weather });
      setText(place, placeLine(session));
      layers.show({ value: state.layer, options: LAYERS.map((name, value) => ({ value, text: sentence(name()) })) });
      shows.show([
        {
          key: 'zones',
          text: t('Reach and danger'),
          pressed: state.shown.zones,
          title: t('Where the selected units can go now, and where they can be shot at next round'),
        },
        {
          key: 'wings',
          text: t('Planes’ reach'),
          pressed: state.shown.wings,
          title: t(
            'Where enemy planes in sight can fire at the selected units next round; the dashed line is that of ships and buildings',
          ),
        },
        {
          key: 'fire',
          text: t('Fire range'),
          pressed: state.shown.fire,
          title: t('How far the selected units fire; with none selected, where the whole fleet does'),
        },
        { key: 'sight', text: t('Sight'), pressed: state.shown.sight },
        { key: 'labels', text: t('Names'), pressed: state.shown.labels },
        // Whoever gives no orders has no use for a selection of many.
        ...(host.readonly
          ? []
          : [
              {
                key: 'adds',
                text: t('Choose several'),
                pressed: state.adds,
                title: t('Every tap adds to the selection'),
              },
            ]),
      ]);
      groups.show();
      const isReferee = view.seat === null && view.vision !== null;
      eyes.element.hidden = !isReferee;
      const seats = host.info.seats.map(({ seat }) => ({ value: seat, text: seatName(seat, host.info) }));
      eyes.show({ value: state.eyes ?? -1, options: [{ value: -1, text: t('Everybody') }, ...seats] });
    },
  };
}

const PHASES = ['queue', 'attacks', 'move', 'services', 'production'];

/** @param {Session} session */
export const createStory = (session) =>
  story(session, {
    phases: PHASES.map((phase) => [phase === 'attacks' ? 'attack' : phase, word(phase)]),
    tell: (event) =>
      session.state.frame && describeEvent(event, session.state.frame, session.host.info, session.state.before),
    about: unitsOfEvent,
    go(event) {
      const at = placeOfEvent(event);
      const known = unitsOfEvent(event).find((id) => session.state.position?.elements.has(id));
      if (at) session.look(at);
      if (known !== undefined) session.change({ inspected: known });
      session.ask('replay', [event]);
    },
  });

/** @param {Session} session */
export const createStatistics = (session) =>
  statistics(session, {
    books: () => session.state.position?.view.statistics,
    tables: [
      ['built', t('Built')],
      ['lost', t('Lost')],
      ['damage', t('Damage done')],
    ],
    names: [...UNIT_KINDS, 'base', 'island'].map((kind) => [kind, sentence(kindName(kind))]),
  });

/** @param {Session} session */
export const createTools = (session) => tools(session, { again: t('Play the last round again'), key: 'T' });
