/**
 * What happened in the step that is shown? Its events in sentences, by phase and for what is selected; a line leads to its place. And
 * after the end: what each seat has built, lost and done, as tables.
 */
import { h } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { seatName } from 'kit/describe.js';
import { chips, links } from 'kit/lists.js';
import { section, table } from 'kit/parts.js';

/** @typedef {import('../types').GameEvent} GameEvent */
/** @typedef {ReturnType<typeof import('kit/session.js').createSession<any, any, any>>} Session */

/**
 * @param {Session} session
 * @param {{
 *   phases: [key: string, name: string][], tell: (event: GameEvent) => string | null, about: (event: GameEvent) => number[],
 *   go: (event: GameEvent) => void,
 * }} how `about`: ids that an event is about, `go`: shows its place
 * @returns {import('kit/mount.js').Part}
 */
export function story(session, { phases, tell, about, go }) {
  const { state } = session;
  let phase = '';
  let isMine = false;
  const filter = chips({
    label: t('Only'),
    onchoose(key) {
      if (key === '') isMine = !isMine;
      else phase = phase === key ? '' : key;
      show();
    },
  });
  const lines = links({
    label: t('What happened'),
    go: (/** @type {{key: string, text: string, event: GameEvent}} */ { event }) => go(event),
  });
  const none = h('p', { class: 'kit-hint' }, t('Nothing that you could see.'));
  const part = section(t('What happened'), {}, filter.element, lines.element, none);

  function show() {
    const { frame } = state;
    part.show({ shown: !!frame && frame.step > 0 });
    if (!frame) return;
    const kinds = phases.map(([key, text]) => ({ key, text, pressed: phase === key }));
    filter.show([...kinds, { key: '', text: t('Selected units'), pressed: isMine }]);
    const found = frame.events.flatMap((/** @type {GameEvent} */ event, /** @type {number} */ i) => {
      if (phase && event.phase !== phase) return [];
      if (isMine && !about(event).some((id) => state.selected.includes(id))) return [];
      const text = tell(event);
      return text ? { key: `${frame.step} ${i}`, text, event } : [];
    });
    lines.show(found);
    none.hidden = found.length > 0;
  }
  return { element: part.element, show };
}

/**
 * @param {Session} session
 * @param {{books: () => Record<string, Record<string, number>>[] | undefined, tables: [key: string, caption: string][], names: [key: string, name: string][]}} how
 *   `books`: per seat, by table and line; none before the end
 * @returns {import('kit/mount.js').Part}
 */
export function statistics({ host }, { books, tables, names }) {
  const body = h('div');
  const part = section(t('Statistics'), {}, body);
  return {
    element: part.element,
    show() {
      const known = books();
      part.show({ shown: !!known });
      if (!known) return;
      const head = ['', ...host.info.seats.map(({ seat }) => seatName(seat, host.info))];
      const bodies = tables.map(([key, caption]) => ({
        caption,
        head,
        body: names
          .filter(([name]) => known.some((book) => book[key]?.[name]))
          .map(([name, text]) => [text, ...known.map((book) => String(book[key]?.[name] ?? 0))]),
      }));
      body.replaceChildren(...bodies.filter((one) => one.body.length).map(table));
    },
  };
}
