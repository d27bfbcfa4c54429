/** What needs this person, what is shown, what happened? The parts of the panel beside the unit card and the yard. */
import { h } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';
import { seatName } from 'kit/describe.js';
import { chips, each } from 'kit/lists.js';
import { button, choice, section, table, tools } from 'kit/parts.js';
import { describeEvent } from './describe.js';
import { placeOfEvent, unitsOfEvent } from './describe_events.js';
import { handOf, nextIdle, recall, toggle } from './keys.js';
import { kindName, LAYERS, sentence, UNIT_KINDS, weatherName, word } from './names.js';
import { rectOf } from './position.js';
import { attentionWords } from './warnings.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('kit/mount.js').Part} Part */

const FIRST_ROUNDS = 3;

/** A list of lines that lead somewhere. @param {string} label @param {(item: any) => void} go */
function lines(label, go) {
  return each(
    h('ul', { class: 'db-lines', 'aria-label': label }),
    (/** @type {{key: string, text: string}} */ { key }) => key,
    (first) => {
      let now = first;
      const act = h('button', { type: 'button', class: 'db-line', onclick: () => go(now) });
      return {
        element: h('li', null, act),
        show(item) {
          now = item;
          act.textContent = item.text;
        },
      };
    },
  );
}

/** @param {Session} session @returns {Part} */
export function createNeeds(session) {
  const { state } = session;
  const hint = h('p', { class: 'db-hint' });
  const list = lines(t('What needs you'), ({ id }) => {
    const one = state.position?.elements.get(id);
    session.select([id]);
    if (one) session.look(rectOf(one));
  });
  const idle = button({
    text: t('Next without orders'),
    key: 'Tab',
    act: () => nextIdle(session, 1) || session.say(t('Every unit has orders.')),
  });
  const repeat = button({
    text: t('Repeat last round'),
    key: 'Q',
    title: t('Give last round’s orders again'),
    act: () => void session.repeat(),
  });
  const part = section(
    t('What needs you'),
    {},
    hint,
    list.element,
    h('div', { class: 'db-row' }, idle.element, repeat.element),
  );
  return {
    element: part.element,
    show() {
      const mine = session.hasDraft() && state.position;
      part.show({
        shown: !!mine,
        aside: mine ? tn('{n} without orders', '{n} without orders', session.idle().length) : '',
      });
      if (!mine || !state.position) return;
      const { view } = state.position;
      hint.hidden = view.round > FIRST_ROUNDS;
      hint.textContent = HINTS[Math.min(view.round, FIRST_ROUNDS) - 1]?.() ?? HINTS[0]();
      const position = state.position;
      // Who is only without orders is counted beside the heading, and gone through by one button.
      const lines = (state.forecast?.attention ?? []).filter(
        (/** @type {import('./forecast').Warned} */ { code }) => code !== 'idle',
      );
      list.show(
        lines.map((/** @type {import('./forecast').Warned} */ line) => ({
          key: `${line.code} ${line.id}`,
          id: line.id,
          text: attentionWords(line, position),
        })),
      );
      idle.show({ disabled: state.locked });
      repeat.show({ disabled: state.locked });
    },
  };
}

/** What can be done, while a match is young. */
const HINTS = [
  () =>
    t(
      'Click a ship, then right-click the sea to sail or an enemy to fire; on a phone tap a ship, then a place. Islands give 10 points a round, the enemy base wins.',
    ),
  () =>
    t(
      'Drag with Shift to select many. Cargo ships bring metal and fuel: right-click a mine or oilfield, and the base to deliver.',
    ),
  () =>
    t(
      'P gives standing orders: patrol, escort, supply, collect. They go on round after round, so that a turn stays short.',
    ),
];

/** @param {Session} session @returns {Part} */
export function createLens(session) {
  const { state } = session;
  const layers = choice({
    label: t('Layer'),
    onchoose: (/** @type {number} */ layer) =>
      session.change({ layer: /** @type {import('./types').Layer} */ (layer) }),
  });
  const shows = chips({
    label: t('Shown'),
    onchoose: (what) => (what === 'adds' ? session.change({ adds: !state.adds }) : toggle(session, what)),
  });
  const groups = chips({ label: t('Groups'), onchoose: (digit) => recall(session, digit) });
  const eyes = choice({
    label: t('Seen by'),
    visible: true,
    onchoose: (/** @type {number} */ seat) => session.lookAs(seat < 0 ? null : seat),
  });
  const weather = h('p', { class: 'db-weather' });
  const part = section(t('Chart'), {}, layers.element, shows.element, groups.element, eyes.element);
  part.aside.append(weather);
  return {
    element: part.element,
    show() {
      const view = state.position?.view;
      if (!view) return;
      layers.show({ value: state.layer, options: LAYERS.map((name, value) => ({ value, text: sentence(name()) })) });
      const { sight, fire, labels } = state.shown;
      shows.show([
        { key: 'fire', text: t('Fire range'), pressed: fire },
        { key: 'sight', text: t('Sight'), pressed: sight },
        { key: 'labels', text: t('Names'), pressed: labels },
        { key: 'adds', text: t('Choose several'), pressed: state.adds, title: t('Every tap adds to the selection') },
      ]);
      groups.show(
        Object.entries(state.groups)
          .filter(([, ids]) => ids.length)
          .map(([digit, ids]) => ({ key: digit, text: t('Group {n}', { n: digit }), small: String(ids.length) })),
      );
      const isReferee = view.seat === null && view.vision !== null;
      eyes.element.hidden = !isReferee;
      if (isReferee)
        eyes.show({
          value: state.eyes ?? -1,
          options: [
            { value: -1, text: t('Everybody') },
            ...session.host.info.seats.map(({ seat }) => ({ value: seat, text: seatName(seat, session.host.info) })),
          ],
        });
      weather.textContent = t('{weather}, sight {change}', {
        weather: sentence(weatherName(view.weather)),
        change: view.weather > 0 ? `+${view.weather}` : String(view.weather),
      });
      weather.title = [
        t('How far each kind sees: underwater, surface, air'),
        ...UNIT_KINDS.map(
          (kind) =>
            `${kindName(kind)}: ${view.tables.kinds[kind].sight.map((range) => Math.max(0, range + view.weather)).join(', ')}`,
        ),
      ].join('\n');
    },
  };
}

const PHASES = ['queue', 'attack', 'move', 'services', 'production'];

/** @param {Session} session @returns {Part} */
export function createStory(session) {
  const { state, host } = session;
  let phase = '';
  let isMine = false;
  const filter = chips({
    label: t('Only'),
    onchoose: (key) => {
      if (key === 'mine') isMine = !isMine;
      else phase = phase === key ? '' : key;
      show();
    },
  });
  const list = lines(t('What happened'), ({ at, ids }) => {
    if (at) session.look(at);
    if (ids.some((/** @type {number} */ id) => state.position?.elements.has(id))) session.change({ inspected: ids[0] });
  });
  const none = h('p', { class: 'kit-hint' }, t('Nothing that you could see.'));
  const part = section(t('What happened'), {}, filter.element, list.element, none);
  function show() {
    const { frame } = state;
    part.show({ shown: !!frame && frame.step > 0 });
    if (!frame) return;
    filter.show([
      ...PHASES.map((key) => ({ key, text: word(key === 'attack' ? 'attacks' : key), pressed: phase === key })),
      { key: 'mine', text: t('Selected units'), pressed: isMine },
    ]);
    const found = frame.events.flatMap((event, i) => {
      const ids = unitsOfEvent(event);
      if ((phase && event.phase !== phase) || (isMine && !ids.some((id) => state.selected.includes(id)))) return [];
      const text = describeEvent(event, frame, host.info);
      return text ? { key: `${frame.step} ${i}`, text, at: placeOfEvent(event), ids } : [];
    });
    list.show(found);
    none.hidden = found.length > 0;
  }
  return { element: part.element, show };
}

/** What each side built, lost and did; after the end. @param {Session} session @returns {Part} */
export function createStatistics(session) {
  const { state, host } = session;
  const body = h('div');
  const part = section(t('Statistics'), {}, body);
  return {
    element: part.element,
    show() {
      const books = state.position?.view.statistics;
      part.show({ shown: !!books });
      if (!books) return;
      const seats = host.info.seats.map(({ seat }) => seatName(seat, host.info));
      const tables = /** @type {const} */ ([
        ['built', t('Built')],
        ['lost', t('Lost')],
        ['damage', t('Damage done')],
      ]);
      body.replaceChildren(
        ...tables.map(([key, caption]) =>
          table({
            caption,
            head: ['', ...seats],
            body: UNIT_KINDS.filter((kind) => books.some((/** @type {any} */ book) => book[key]?.[kind])).map(
              (kind) => [
                sentence(kindName(kind)),
                ...books.map((/** @type {any} */ book) => String(book[key]?.[kind] ?? 0)),
              ],
            ),
          }),
        ),
      );
    },
  };
}

/** @param {Session} session */
export const createTools = (session) => tools(session, { again: t('Play the last round again'), key: 'T' });
export { handOf };
