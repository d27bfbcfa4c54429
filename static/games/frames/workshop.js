/**
 * How is a fleet built at leisure? The builder on the page of the game's workshop: all cards with filters, the slots of the warship, what
 * is wrong as one builds, averages against a target, saving, sharing, printing. What is legal and what comes of it the server says.
 */
import { get, post, request } from 'app/api.js';
import { h, list, loadStyle, replace } from 'app/dom.js';
import { number, t } from 'app/i18n.js';
import { cardElement } from './card.js';
import { loadDrawings } from './drawings.js';
import { percent } from './foresee.js';
import { cardName, say, shortName } from './words.js';

/** @typedef {import('./position.js').Position} Position */
/** @typedef {{key: string, kind: string, least: number, most: number | 'slots', copies: number, form: 'one' | 'list' | 'mechs' | 'counts'}} FleetPart */

const API = '/api/games/frames/workshop/';
/** Milliseconds a change rests before the server is asked. */
const ASK_AFTER = 250;

const PARTS = /** @type {Record<string, () => string>} */ ({
  ship: () => t('Warship'),
  captain: () => t('Captain'),
  weapons: () => t('Main weapons'),
  mechs: () => t('Mechs'),
  pilots: () => t('Pilots'),
  ship_cards: () => t('Ship cards'),
  mech_cards: () => t('Mech cards'),
});

/** Ids in a part of a fleet, each as often as it is there. @param {any} build @param {FleetPart} part @returns {string[]} */
export function idsIn(build, { key, form }) {
  const held = build[key];
  if (form === 'one') return held ? [held] : [];
  if (form === 'mechs') return held.map((/** @type {any} */ { model }) => model);
  if (form === 'counts') return Object.entries(held).flatMap(([id, n]) => Array.from({ length: Number(n) }, () => id));
  return [...held];
}

/** A fleet with one more of a card, or one less. @param {any} build @param {FleetPart} part @param {string} id @param {1 | -1} by */
export function changed(build, part, id, by) {
  const { key, form } = part;
  if (form === 'one') return { ...build, [key]: by > 0 ? id : null };
  if (form === 'counts') {
    const { [id]: n = 0, ...others } = build[key];
    return { ...build, [key]: n + by > 0 ? { ...build[key], [id]: n + by } : others };
  }
  const make = form === 'mechs' ? { model: id } : id;
  if (by > 0) return { ...build, [key]: [...build[key], make] };
  const at = idsIn(build, part).lastIndexOf(id);
  return { ...build, [key]: build[key].filter((/** @type {any} */ _, /** @type {number} */ i) => i !== at) };
}

/** @param {HTMLElement} el @param {any} page */
export async function mountWorkshop(el, page) {
  loadStyle('games/frames/frames.css');
  loadStyle('games/frames/cards.css');
  loadDrawings();
  const { description } = await get(API);
  const position = /** @type {Position} */ (
    /** @type {any} */ ({ cards: description.cards, view: { keywords: description.keywords } })
  );
  /** @type {FleetPart[]} */
  const parts = description.parts;
  const state = {
    build: page.shared?.content ?? description.ready[0].build,
    name: page.shared?.name ?? '',
    id: /** @type {number | null} */ (null),
    kind: 'ship',
    text: '',
    against: description.targets[0],
  };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let asking;

  const kinds = h('div', { class: 'fr-kinds', role: 'group', 'aria-label': t('Kind of card') });
  const search = h('input', {
    type: 'search',
    'aria-label': t('Search in names and texts'),
    placeholder: t('Search in names and texts'),
    oninput: () => show({ text: search.value }),
  });
  const cards = h('ul', { class: 'fr-shelf' });
  const name = h('input', {
    type: 'text',
    id: 'fleet-name',
    maxlength: description.name_length,
    oninput: () => show({ name: name.value }),
  });
  const slots = h('div', { class: 'fr-slots' });
  const faults = h('ul', { class: 'fr-faults', 'aria-live': 'polite' });
  const against = h(
    'select',
    { id: 'fleet-against', onchange: () => show({ against: against.value }) },
    description.targets.map((/** @type {string} */ id) => h('option', { value: id }, shortName(position, id))),
  );
  const averages = h('div', { class: 'fr-averages' });
  const said = h('p', { role: 'status', class: 'small' });
  const start = h('select', { id: 'fleet-start', onchange: () => begin(start.value) });
  const save = h(
    'button',
    { type: 'button', class: 'button primary', disabled: !page.is_known, onclick: keep },
    t('Save'),
  );
  const share = h(
    'button',
    { type: 'button', class: 'button', disabled: !page.is_known, onclick: hand },
    t('Share by a link'),
  );
  replace(
    el,
    h(
      'div',
      { class: 'fr-workshop' },
      h('section', { class: 'fr-catalogue', 'aria-label': t('All cards') }, kinds, search, cards),
      h(
        'section',
        { class: 'fr-fleet', 'aria-label': t('The fleet') },
        h('label', { for: 'fleet-start' }, t('Begin with')),
        start,
        h('label', { for: 'fleet-name' }, t('Name of the fleet')),
        name,
        slots,
        h('h2', null, t('Is it legal?')),
        faults,
        h(
          'div',
          { class: 'row' },
          save,
          share,
          h('button', { type: 'button', class: 'button', onclick: () => print() }, t('Print')),
        ),
        said,
        h('h2', null, t('What it does on average')),
        h('label', { for: 'fleet-against' }, t('Against')),
        against,
        averages,
      ),
    ),
  );

  /** @type {any[]} */
  let mine = page.is_known ? await get('/api/builds/?game=frames').catch(() => []) : [];

  /** @param {string} which */
  function begin(which) {
    const own = mine.find(({ id }) => String(id) === which);
    const ready = description.ready.find((/** @type {any} */ { id }) => id === which);
    if (own) show({ build: own.content, name: own.name, id: own.id });
    else if (ready) show({ build: ready.build, name: say(ready.name), id: null });
  }

  function showStarts() {
    replace(
      start,
      h(
        'optgroup',
        { label: t('Starter fleets') },
        description.ready.map((/** @type {any} */ one) => h('option', { value: one.id }, say(one.name))),
      ),
      mine.length > 0 &&
        h(
          'optgroup',
          { label: t('Your fleets') },
          mine.map((one) => h('option', { value: String(one.id) }, one.name)),
        ),
    );
    start.value = String(state.id ?? description.ready[0].id);
  }

  /** How many a part may hold, by the warship. @param {FleetPart} part */
  const mostOf = ({ key, most }) => (most === 'slots' ? (description.cards[state.build.ship]?.slots[key] ?? 0) : most);

  /** @param {FleetPart} part @param {string} id @param {1 | -1} by */
  const put = (part, id, by) => show({ build: changed(state.build, part, id, by) });

  /** @param {Partial<typeof state>} change */
  function show(change) {
    Object.assign(state, change);
    if (document.activeElement !== name) name.value = state.name;
    showCards();
    list(
      slots,
      parts,
      ({ key }) => key,
      () => h('div'),
      (box, part) => showSlot(box, part),
    );
    clearTimeout(asking);
    asking = setTimeout(ask, ASK_AFTER);
  }

  function showCards() {
    list(
      kinds,
      parts,
      ({ kind }) => kind,
      ({ kind }) => h('button', { type: 'button', class: 'button slim', onclick: () => show({ kind }) }),
      (button, { key, kind }) => {
        button.textContent = PARTS[key]();
        button.setAttribute('aria-pressed', String(kind === state.kind));
      },
    );
    const part = /** @type {FleetPart} */ (parts.find(({ kind }) => kind === state.kind));
    const wanted = state.text.toLowerCase();
    const shown = Object.values(description.cards).filter(
      (card) => card.kind === state.kind && wordsOf(card).includes(wanted),
    );
    const held = idsIn(state.build, part);
    list(
      cards,
      shown,
      ({ id }) => id,
      ({ id }) =>
        h(
          'li',
          null,
          cardElement(position, id, { size: 'hand' }),
          h('button', { type: 'button', class: 'button slim', onclick: () => put(part, id, 1) }),
        ),
      (item, { id }) => {
        const n = held.filter((other) => other === id).length;
        const button = /** @type {HTMLButtonElement} */ (item.lastElementChild);
        button.disabled = part.form !== 'one' && (n >= part.copies || held.length >= mostOf(part));
        button.textContent =
          part.form === 'one' ? (n ? t('Chosen') : t('Choose')) : t('Add ({n} of {most})', { n, most: part.copies });
        button.setAttribute('aria-label', `${button.textContent}: ${cardName(position, id)}`);
      },
    );
  }

  /** @param {any} card */
  const wordsOf = (card) =>
    [say(card.name), ...card.text.map(say), ...(card.facts ?? []).map(say)].join(' ').toLowerCase();

  /** @param {Element} box @param {FleetPart} part */
  function showSlot(box, part) {
    const held = idsIn(state.build, part);
    const most = mostOf(part);
    replace(
      box,
      h(
        'h2',
        null,
        PARTS[part.key](),
        h(
          'span',
          {
            class: `fr-count${held.length === most || (part.least < most && held.length <= most && held.length >= part.least) ? '' : ' off'}`,
          },
          `${held.length} / ${most}`,
        ),
      ),
      h(
        'ul',
        { class: 'fr-held' },
        [...new Set(held)].map((id) => {
          const n = held.filter((other) => other === id).length;
          const label = t('Take out {card}', { card: cardName(position, id) });
          return h(
            'li',
            null,
            h('span', null, n > 1 ? `${n} × ${cardName(position, id)}` : cardName(position, id)),
            part.form !== 'one' &&
              h(
                'button',
                { type: 'button', class: 'plain', 'aria-label': label, title: label, onclick: () => put(part, id, -1) },
                '−',
              ),
          );
        }),
      ),
    );
  }

  async function ask() {
    const content = { ...state.build, name: state.name };
    try {
      const [judged, { measured }] = await Promise.all([
        post(`${API}check/`, { content }),
        post(`${API}measure/`, { content, against: state.against }),
      ]);
      replace(
        faults,
        judged.faults.length
          ? judged.faults.map((/** @type {any} */ fault) =>
              h('li', { class: 'bad' }, `${partOf(fault.path)}: ${fault.message}`),
            )
          : h('li', { class: 'good' }, t('This fleet is legal.')),
      );
      showAverages(measured);
    } catch (error) {
      replace(faults, h('li', { class: 'bad' }, /** @type {Error} */ (error).message));
    }
  }

  /** The part of the fleet that a fault is in. @param {string} path */
  const partOf = (path) => PARTS[path.split(/[.[]/)[0]]?.() ?? t('The fleet');

  /** @param {any} measured */
  function showAverages({ rows, fleet }) {
    const heads = [t('Weapon'), t('Lands'), t('Damage'), t('Per AP'), t('Destroys')];
    const two = (/** @type {number} */ value) => number(Math.round(value * 100) / 100);
    replace(
      averages,
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
        h(
          'tbody',
          null,
          rows.map((/** @type {any} */ row) => {
            const energy = row.tokens ? ` (${t('{n} energy', { n: row.tokens })})` : '';
            const who = `${cardName(position, row.weapon)}${energy}, ${shortName(position, row.by)}${row.count > 1 ? ` × ${row.count}` : ''}`;
            return h(
              'tr',
              null,
              h('th', { scope: 'row' }, who),
              [percent(row.lands), two(row.damage), two(row.per_ap), percent(row.destroys)].map((cell) =>
                h('td', null, cell),
              ),
            );
          }),
        ),
      ),
      h(
        'p',
        null,
        t('Hull {hull} HP, mechs {mechs} HP together. Best shot of the ship {shot}, all mechs at once {acts} damage.', {
          hull: fleet.ship_hp,
          mechs: fleet.mech_hp,
          shot: two(fleet.ship_shot),
          acts: two(fleet.mechs_act),
        }),
      ),
    );
  }

  async function keep() {
    const title = state.name || t('My fleet');
    const content = { ...state.build, name: title };
    try {
      const kept =
        state.id === null
          ? await post('/api/builds/', { game: 'frames', name: title, content })
          : await request('PATCH', `/api/builds/${state.id}/`, { name: title, content });
      mine = [kept, ...mine.filter(({ id }) => id !== kept.id)];
      show({ id: kept.id, name: title });
      showStarts();
      said.textContent = t('Saved.');
      return kept;
    } catch (error) {
      said.textContent = /** @type {Error} */ (error).message;
      return null;
    }
  }

  async function hand() {
    const kept = await keep();
    if (!kept) return;
    try {
      const { code } = await request('PUT', `/api/builds/${kept.id}/share/`, {});
      const link = new URL(`/games/frames/${page.word}/${code}/`, location.href).href;
      replace(said, t('Whoever opens this address sees it.'), ' ', h('a', { href: link }, link));
    } catch (error) {
      said.textContent = /** @type {Error} */ (error).message;
    }
  }

  showStarts();
  if (!page.shared) state.name = say(description.ready[0].name);
  show({});
}
