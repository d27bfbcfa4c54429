/**
 * How much does the next order send? A slider with marks, a field for an exact number, and a switch for what goes on every round. Orders
 * that are given keep their numbers: those are changed in their list.
 */
import { h, setText } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';
import { button, refusal, section, slider } from 'kit/parts.js';
import { EVERY } from './grip.js';
import { ownPlanets } from './position.js';

/** @import { Session } from './types' */

/** Which of the chosen planets have fewer units than the exact number, or that none has so many. @param {Session} session */
function tooMany({ rest, state: { exact, sources, position } }) {
  if (exact === null || !position) return '';
  const short = sources.filter((id) => rest(id) < exact);
  if (!sources.length && ownPlanets(position).every(({ id }) => rest(id) < exact))
    return t('None of your planets has {n} units: each sends all that it has.', { n: exact });
  return short
    .map((id) => {
      const facts = { planet: position.planets[id].name };
      return tn(
        '{planet} has only {n} unit, and sends it.',
        '{planet} has only {n} units, and sends them all.',
        rest(id),
        facts,
      );
    })
    .join(' ');
}

/** @param {Session} session */
export function createAmount(session) {
  const { state } = session;
  const slide = slider({
    label: t('Part of the units that the next order sends'),
    exactly: t('Exact number of units'),
    marks: [25, 50, 75, 100].map((mark) => [mark, `${mark}%`]),
    onslide: (percent) => session.setAmount({ fraction: percent / 100 }),
    onexact: (exact) => session.setAmount({ exact }),
    onclear: () => session.setAmount({}),
  });
  const every = button({
    text: t('Every round'),
    key: EVERY.key,
    title: t('The next order goes on every round with all that grows: a standing route.'),
    act: () => session.setAmount({ repeat: !state.repeat }),
  });
  const refused = refusal();
  const noWay = h('p');
  const along = button({ text: t('Send along the way'), act: () => session.sendAlong() });
  const detour = h('div', { class: 'kit-actions' }, noWay, along.element);
  const what = h('div', { class: 'pc-what' }, refused.element, detour);
  const part = section(t('Next order'), { class: 'pc-amount' }, slide.element, what);
  // At the end of the row, so that it stays where it was pressed, whatever is said before it.
  part.aside.after(every.element);

  return {
    element: part.element,
    show() {
      const { sources, position, fraction, exact, repeat, isOnceOnly, detour: way } = state;
      const onceWords = t('A part of the units goes once. Every round goes all that grows.');
      const units = sources.reduce((sum, id) => sum + session.portion(session.rest(id)), 0);
      const percent = Math.round(fraction * 100);
      const amount = exact === null ? t('{percent}%', { percent }) : t('exactly {n}', { n: exact });
      const aside = repeat ? t('all growth') : amount;
      part.show({ shown: session.canOrder(), aside });
      // What the part comes to stands where an exact number may be written instead.
      slide.show({
        value: percent,
        min: 1,
        text: aside,
        exact,
        exactMax: Number.MAX_SAFE_INTEGER,
        hint: units ? String(units) : '',
      });
      every.show({ pressed: repeat, shown: session.mayRepeat() });
      refused.show(session.refusal('moves') || tooMany(session) || (isOnceOnly && exact === null ? onceWords : ''));
      detour.hidden = !way || !position;
      if (!way || !position) return;
      const [from, to] = [position.planets[way.from].name, position.planets[way.to].name];
      setText(noWay, t('No route leads from {from} to {to}.', { from, to }));
    },
  };
}
