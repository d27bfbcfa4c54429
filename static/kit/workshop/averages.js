/** What does the build do on average? Facts and a table against a target that one chooses; every number is the server's. */
import { h, replace } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { rows, table } from 'kit/parts.js';

/** @typedef {import('app/dom.js').Child} Child */
/** @typedef {import('./store.js').Store} Store */

/**
 * How a game tells what `measure` has found.
 * @typedef {object} Averages
 * @property {string} about what is measured, in a sentence
 * @property {string} none what is said when there is nothing to measure
 * @property {string[]} head
 * @property {(measured: any) => [term: string, what: Child][]} facts
 * @property {(measured: any) => Child[][]} rows
 */

/** @param {Store} store @param {import('./builder.js').Craft} craft */
export function createAverages({ description, state, onChange, measureAgainst }, { name, averages }) {
  const against = h(
    'select',
    { id: 'build-against', onchange: () => measureAgainst(against.value) },
    description.targets.map((/** @type {string} */ id) => h('option', { value: id }, name(id))),
  );
  const facts = rows();
  const none = h('p', { class: 'muted' }, averages.none);
  const scroll = h('div', { class: 'build-scroll', tabindex: '0', role: 'group', 'aria-labelledby': 'build-averages' });
  onChange(() => {
    const { measured } = state;
    const body = measured ? averages.rows(measured) : [];
    facts.show(measured ? averages.facts(measured) : []);
    replace(scroll, table({ head: averages.head, body }));
    scroll.hidden = !body.length;
    none.hidden = !measured || body.length > 0;
  });
  return h(
    'section',
    { class: 'build-averages', 'aria-labelledby': 'build-averages' },
    h(
      'header',
      { class: 'row apart' },
      h('h2', { id: 'build-averages', tabindex: '-1' }, t('On average')),
      h('p', { class: 'row' }, h('label', { for: 'build-against' }, t('Against')), against),
    ),
    h('p', { class: 'small muted' }, averages.about),
    facts.element,
    none,
    scroll,
  );
}
