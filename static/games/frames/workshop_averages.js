/** What does the fleet do on average? A table of its weapons against a target that one chooses; every number is the server's. */
import { h, replace } from 'app/dom.js';
import { number, t } from 'app/i18n.js';
import { percent } from './foresee.js';
import { cardName, shortName } from './words.js';

/** @typedef {import('./workshop_store.js').Store} Store */

/** @param {number} value */
const two = (value) => number(Math.round(value * 100) / 100);

/** @param {Store} store @param {any} row */
function rowOf({ position }, row) {
  const more = [
    shortName(position, row.by),
    row.tokens > 0 && t('{n} energy', { n: row.tokens }),
    row.count > 1 && `× ${row.count}`,
  ].filter(Boolean);
  const hits = row.hit === null ? [t('sure'), '–'] : [percent(row.hit / 20), percent(row.evade / 20)];
  const cells = [
    ...hits,
    row.shots > 1 ? `${row.shots} × ${percent(row.lands)}` : percent(row.lands),
    h('b', null, two(row.damage)),
    String(row.most),
    percent(row.destroys),
    two(row.per_ap),
    row.per_token === null ? '–' : two(row.per_token),
  ];
  return h(
    'tr',
    null,
    h('th', { scope: 'row' }, cardName(position, row.weapon), h('small', null, more.join(' · '))),
    cells.map((cell) => h('td', null, cell)),
  );
}

/** @param {Store} store */
export function createAverages(store) {
  const { description, position, state } = store;
  const against = h(
    'select',
    { id: 'fleet-against', onchange: () => store.measureAgainst(against.value) },
    description.targets.map((/** @type {string} */ id) => h('option', { value: id }, shortName(position, id))),
  );
  const sums = h('dl', { class: 'fr-sums' });
  const rows = h('tbody');
  const heads = [
    t('Weapon'),
    t('Hits'),
    t('Evaded'),
    t('A shot lands'),
    t('Damage'),
    t('At most'),
    t('Destroys'),
    t('Per AP'),
    t('Per energy'),
  ];
  const table = h(
    'div',
    { class: 'fr-scroll', tabindex: '0', role: 'group', 'aria-labelledby': 'fleet-averages' },
    h(
      'table',
      null,
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          heads.map((head) => h('th', { scope: 'col' }, head)),
        ),
      ),
      rows,
    ),
  );
  const none = h('p', { class: 'muted' }, t('The fleet has no weapon yet that could be aimed at that.'));
  const element = h(
    'section',
    { class: 'fr-averages', 'aria-labelledby': 'fleet-averages' },
    h(
      'header',
      { class: 'row apart' },
      h('h2', { id: 'fleet-averages', tabindex: '-1' }, t('On average')),
      h('p', { class: 'row' }, h('label', { for: 'fleet-against' }, t('Against')), against),
    ),
    h(
      'p',
      { class: 'small muted' },
      t('By printed numbers, if nobody reacts. Expected damage of one use, from as far as the weapon reaches.'),
    ),
    sums,
    none,
    table,
  );
  function show() {
    if (!state.measured) return void (table.hidden = true);
    const { rows: measured, fleet } = state.measured;
    const facts = [
      [t('Hull of the warship'), t('{n} HP', { n: fleet.ship_hp })],
      [t('All mechs together'), t('{n} HP', { n: fleet.mech_hp })],
      [t('Best shot of the warship'), t('{n} damage', { n: two(fleet.ship_shot) })],
      [t('Each mech acts once'), t('{n} damage', { n: two(fleet.mechs_act) })],
    ];
    replace(
      sums,
      facts.map(([term, what]) => h('div', null, h('dt', null, term), h('dd', null, what))),
    );
    replace(
      rows,
      measured.map((/** @type {any} */ row) => rowOf(store, row)),
    );
    table.hidden = !measured.length;
    none.hidden = measured.length > 0;
  }
  store.onChange(show);
  return { element, show };
}
