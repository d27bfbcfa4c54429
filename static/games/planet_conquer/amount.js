/**
 * How many units are sent? A slider with marks and a field for an exact number; of the arrow that is being edited, or of what is sent
 * next. Shows what the server says will come of it.
 */
import { h, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { button, refusal, SIGNS, section, signButton, slider } from 'kit/parts.js';
import { moveLine } from './describe.js';
import { foreseen, moveForecast } from './forecast.js';
import { removeMove } from './orders.js';

/** @import { Session } from './types' */

/** @param {Session} session */
export function createAmount(session) {
  const { state } = session;
  const slide = slider({
    label: t('Part of the units to send'),
    exactly: t('Exact number of units'),
    marks: [25, 50, 75, 100].map((mark) => [mark, `${mark}%`]),
    onslide: (percent) => session.setAmount({ fraction: percent / 100 }),
    onexact: (exact) => session.setAmount({ exact }),
    onclear: () => session.setAmount({}),
  });
  const words = h('p');
  const forecast = h('p', { class: 'kit-hint' });
  const refused = refusal();
  const remove = signButton(SIGNS.close, t('Delete this order'), () =>
    session.draft(removeMove(state.orders, state.edited ?? -1), { edited: null }),
  );
  const noWay = h('p');
  const along = button({ text: t('Send along the way'), act: () => session.sendAlong() });
  const detour = h('div', { class: 'kit-actions' }, noWay, along.element);
  const what = h('div', { class: 'pc-what' }, words, refused.element, forecast, remove, detour);
  const part = section(t('Send'), { class: 'pc-amount' }, slide.element, what);

  /** The arrow that is being edited. @param {number} index */
  function showMove(index) {
    const { orders, position } = state;
    const move = orders.moves[index];
    if (!move || !position) return false;
    const most = session.rest(move.from) + move.units;
    const percent = Math.max(1, Math.min(100, Math.round((100 * move.units) / Math.max(1, most))));
    part.show({ shown: true, aside: t('{units} of {most}', { units: move.units, most }) });
    slide.show({ value: percent, min: 1, text: `${percent}%`, exact: move.units, exactMax: most });
    const wrong = session.refusal(`moves[${index}]`);
    setText(words, moveLine(move, position));
    const empty = t('leaves {planet} empty', { planet: position.planets[move.from].name });
    const ends = moveForecast(foreseen(state.forecast, move, index), position.view, session.host.info);
    setText(forecast, wrong ? '' : [ends, session.rest(move.from) === 0 && empty].filter(Boolean).join(' · '));
    refused.show(wrong);
    return true;
  }

  /** What is sent next. */
  function showNext() {
    const { sources, position, fraction, exact } = state;
    const units = sources.reduce((sum, id) => sum + session.portion(session.rest(id)), 0);
    const percent = Math.round(fraction * 100);
    const aside = exact === null ? t('{percent}%', { percent }) : t('exactly {n}', { n: exact });
    part.show({ shown: session.canOrder(), aside });
    // What the part comes to stands where an exact number may be written instead.
    slide.show({ value: percent, min: 1, text: aside, exact, exactMax: undefined, hint: units ? String(units) : '' });
    const planets = sources.map((id) => position?.planets[id].name).join(t(', '));
    setText(
      words,
      sources.length
        ? t('{units} units from {planets}: choose a target.', { units, planets })
        : t('Choose one of your planets, then a target.'),
    );
    setText(forecast, '');
    refused.show(session.refusal('moves'));
  }

  return {
    element: part.element,
    show() {
      const { edited, detour: way, position } = state;
      const isEdited = edited !== null && session.canOrder() && showMove(edited);
      if (!isEdited) showNext();
      part.element.classList.toggle('pc-editing', isEdited);
      words.classList.toggle('kit-hint', !isEdited);
      remove.hidden = !isEdited;
      detour.hidden = !way || !position || isEdited;
      if (!way || !position) return;
      const [from, to] = [position.planets[way.from].name, position.planets[way.to].name];
      setText(noWay, t('No route leads from {from} to {to}.', { from, to }));
    },
  };
}
