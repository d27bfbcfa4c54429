/** Which fleets are there to begin with? One's own, those that the game has ready, and the one that somebody has shared. */
import { h, list, replace } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { drawing } from './drawings.js';
import { say, shortName } from './words.js';
import { idsIn } from './workshop_fleet.js';

/** @typedef {import('./workshop_store.js').Store} Store */
/** @typedef {import('./workshop_store.js').Kept} Kept */
/** @typedef {import('./workshop_fleet.js').Build} Build */

/** Warship and mechs of a fleet as drawings, with their names. @param {Store} store @param {Build} build */
function glance({ position, parts }, build) {
  const mechs = parts.filter(({ form }) => form === 'mechs').flatMap((part) => idsIn(build, part));
  const names = [...(build.ship ? [build.ship] : []), ...mechs].map((id) => shortName(position, id));
  return [
    h('span', { class: 'fr-fleet-ship', 'aria-hidden': 'true' }, build.ship ? drawing(build.ship, 'ship') : null),
    h(
      'span',
      { class: 'fr-fleet-mechs', 'aria-hidden': 'true' },
      mechs.map((id) => drawing(id, 'mech')),
    ),
    h('p', { class: 'small muted' }, names.join(' · ')),
  ];
}

/** @param {string} text @param {string} label for whom a button alone says too little @param {() => void} act */
const button = (text, label, act) =>
  h('button', { type: 'button', class: 'button slim', 'aria-label': `${text}: ${label}`, onclick: act }, text);

/** A button that asks once more before it acts. @param {string} label @param {() => void} act */
function removal(label, act) {
  const element = button(t('Delete'), label, () => {
    if (element.dataset.sure) return act();
    element.dataset.sure = 'yes';
    element.classList.add('danger');
    word(t('Delete for good'));
  });
  /** @param {string} text */
  function word(text) {
    element.textContent = text;
    element.setAttribute('aria-label', `${text}: ${label}`);
  }
  element.addEventListener('blur', () => {
    delete element.dataset.sure;
    element.classList.remove('danger');
    word(t('Delete'));
  });
  return element;
}

/** What this person keeps. @param {Store} store @param {(naming?: boolean) => void} goToSheet */
export function createKept(store, goToSheet) {
  const shelf = h('ul', { class: 'fr-fleets' });
  const none = h(
    'div',
    { class: 'empty' },
    h('p', null, t('You keep none yet. Start from one of those below, or put one together card by card.')),
  );
  /** @param {Kept} one */
  const fleetOf = (one) => ({ id: one.id, name: one.name, build: one.content });
  const fresh = h(
    'button',
    {
      type: 'button',
      class: 'button slim',
      onclick: () => {
        store.begin();
        goToSheet(true);
      },
    },
    t('New fleet'),
  );
  const element = h(
    'section',
    { 'aria-labelledby': 'fleets-mine' },
    h('header', { class: 'row apart' }, h('h2', { id: 'fleets-mine' }, t('Your fleets')), fresh),
    none,
    shelf,
  );

  /** @param {Element} item @param {Kept} one */
  function card(item, one) {
    const key = JSON.stringify([one.name, one.content, one.code]);
    if (item.getAttribute('data-shows') === key) return;
    item.setAttribute('data-shows', key);
    replace(
      item,
      h('h3', null, h('bdi', null, one.name), one.code && h('span', { class: 'tag' }, t('shared'))),
      ...glance(store, one.content),
      h(
        'div',
        { class: 'row' },
        button(t('Open'), one.name, () => {
          store.open(fleetOf(one));
          goToSheet();
        }),
        button(t('Rename'), one.name, () => {
          store.open(fleetOf(one));
          goToSheet(true);
        }),
        button(t('Duplicate'), one.name, () => store.copy(store.copyName(one), one.content)),
        removal(one.name, () => store.remove(one)),
      ),
    );
  }
  function show() {
    none.hidden = store.state.kept.length > 0;
    list(
      shelf,
      store.state.kept,
      ({ id }) => id,
      () => h('li', null),
      (item, one) => {
        card(item, one);
        item.classList.toggle('open', one.id === store.now().id);
      },
    );
  }
  store.onChange(show);
  return { element, show };
}

/** Fleets that the game has ready, each with how it plays. @param {Store} store @param {() => void} goToSheet */
export function createReady(store, goToSheet) {
  const { ready } = store.description;
  return h(
    'details',
    { class: 'fr-ready', open: store.state.kept.length === 0 && !store.state.isBack },
    h('summary', null, h('h2', null, t('Starter fleets'))),
    h(
      'ul',
      { class: 'fr-fleets' },
      ready.map((/** @type {any} */ one) =>
        h(
          'li',
          null,
          h('h3', null, say(one.name)),
          ...glance(store, one.build),
          h('p', null, one.text.map(say).join(' ')),
          h(
            'div',
            { class: 'row' },
            button(t('Start from this one'), say(one.name), () => {
              store.open({ id: null, name: say(one.name), build: one.build });
              goToSheet();
            }),
          ),
        ),
      ),
    ),
  );
}

/** What somebody has shared: to look at, and to have. @param {Store} store @param {() => void} goToSheet */
export function createShared(store, goToSheet) {
  const { shared, is_known: isKnown } = store.page;
  if (!shared) return null;
  return h(
    'section',
    { class: 'card fr-shared', 'aria-labelledby': 'fleet-shared' },
    h('h2', { id: 'fleet-shared' }, t('Shared with you')),
    h('h3', null, h('bdi', null, shared.name)),
    ...glance(store, shared.content),
    h(
      'div',
      { class: 'row' },
      isKnown &&
        button(
          t('Copy it into my fleets'),
          shared.name,
          () => void store.copy(shared.name, shared.content).then(goToSheet),
        ),
      button(t('Look at it in the builder'), shared.name, () => {
        store.open({ id: null, name: shared.name, build: shared.content });
        goToSheet();
      }),
    ),
  );
}
