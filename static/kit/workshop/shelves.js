/** Which builds are there to begin with? One's own, those that the game has ready, and what somebody has shared. */
import { h, list, replace } from 'app/dom.js';
import { sentences, t } from 'app/i18n.js';
import { siteUrl } from 'app/site_url.js';

/** @typedef {import('./store.js').Store} Store */
/** @typedef {import('./store.js').Kept} Kept */
/** @typedef {import('./builder.js').Craft} Craft */

/** @param {string} text @param {string} label for whom a button alone says too little @param {() => void} act */
const button = (text, label, act) =>
  h(
    'button',
    {
      type: 'button',
      class: 'button slim',
      'aria-label': t('{name}: {text}', { name: text, text: label }),
      onclick: act,
    },
    text,
  );

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
    element.setAttribute('aria-label', t('{name}: {text}', { name: text, text: label }));
  }
  element.addEventListener('blur', () => {
    delete element.dataset.sure;
    element.classList.remove('danger');
    word(t('Delete'));
  });
  return element;
}

/** The field for a code that somebody has told. @param {Store} store */
function createAsking(store) {
  const wrong = h('span', { class: 'build-faults', id: 'build-wrong', role: 'alert' });
  const field = h('input', {
    type: 'text',
    id: 'build-told',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-describedby': 'build-wrong',
    required: true,
  });
  /** @param {Event} event */
  async function ask(event) {
    event.preventDefault();
    wrong.textContent = '';
    field.removeAttribute('aria-invalid');
    try {
      await store.look(field.value);
      field.value = '';
    } catch (error) {
      wrong.textContent = /** @type {Error} */ (error).message;
      field.setAttribute('aria-invalid', 'true');
      field.focus();
    }
  }
  return h(
    'form',
    { class: 'build-asking', onsubmit: ask },
    h('label', { for: 'build-told' }, t('Has somebody shared one with you? Its code or address')),
    h('div', { class: 'row' }, field, h('button', { class: 'button slim' }, t('Look at it'))),
    wrong,
  );
}

/** What this person keeps. @param {Store} store @param {Craft} craft @param {(naming?: boolean) => void} goToSheet */
export function createKept(store, { words, glance }, goToSheet) {
  const shelf = h('ul', { class: 'build-shelf' });
  const none = h(
    'div',
    { class: 'empty' },
    h('p', null, t('You have not saved any yet. Start from one of those below, or begin a new one.')),
  );
  const count = h('span', { class: 'small muted' });
  /** @param {boolean} naming @param {() => void} act */
  const then = (naming, act) => () => {
    act();
    goToSheet(naming);
  };
  const fresh = h('button', { type: 'button', class: 'button slim', onclick: then(true, store.begin) }, words.fresh);
  const element = h(
    'section',
    { 'aria-labelledby': 'builds-mine' },
    h('header', { class: 'row apart' }, h('h2', { id: 'builds-mine' }, words.mine, ' ', count), fresh),
    none,
    shelf,
    createAsking(store),
  );

  /** @param {Element} item @param {Kept} one */
  function card(item, one) {
    const key = JSON.stringify([one.name, one.content, one.code, one.is_shown]);
    if (item.getAttribute('data-shows') === key) return;
    item.setAttribute('data-shows', key);
    const open = () => store.open({ id: one.id, name: one.name, build: one.content });
    const copyName = t('{name} (copy)', { name: one.name });
    replace(
      item,
      h(
        'h3',
        null,
        h('bdi', null, one.name),
        one.code && h('span', { class: 'tag' }, one.is_shown ? t('in the gallery') : t('shared')),
      ),
      ...glance(one.content),
      h(
        'div',
        { class: 'row' },
        button(t('Open'), one.name, then(false, open)),
        button(t('Rename'), one.name, then(true, open)),
        button(t('Duplicate'), one.name, () => store.copy(copyName, one.content)),
        removal(one.name, () => store.remove(one)),
      ),
    );
  }
  store.onChange(() => {
    const { kept } = store.state;
    none.hidden = kept.length > 0;
    count.textContent = kept.length ? t('{n} of {most}', { n: kept.length, most: store.page.most }) : '';
    list(
      shelf,
      kept,
      ({ id }) => id,
      () => h('li', null),
      (item, one) => {
        card(item, one);
        item.classList.toggle('open', one.id === store.now().id);
      },
    );
  });
  return element;
}

/** A file of a ready-made one. @param {Store} store @param {any} one @param {string} kind */
function download(store, one, kind) {
  const name = kind.toUpperCase();
  const href = siteUrl(`/api/games/${store.page.game}/maps/${one.id}/?file=${kind}`);
  return h(
    'a',
    { class: 'small', href, download: '', 'aria-label': t('{name}: {text}', { name, text: t(one.name) }) },
    name,
  );
}

/** What the game has ready, each with how it plays. @param {Store} store @param {Craft} craft @param {() => void} goToSheet */
export function createReady(store, { words, say, glance }, goToSheet) {
  const { ready } = store.description;
  /** @param {any} one */
  const card = (one) =>
    h(
      'li',
      null,
      h('h3', null, say(one.name)),
      ...glance(one.build),
      h('p', null, sentences(one.text.map(say))),
      h(
        'div',
        { class: 'row' },
        button(t('Start from this one'), say(one.name), () => {
          store.openReady(one, say(one.name));
          goToSheet();
        }),
        // Files of what a table takes; a fleet is no file.
        store.description.drawing && ['json', 'yaml'].map((kind) => download(store, one, kind)),
      ),
    );
  return h(
    'details',
    { class: 'build-ready', open: store.state.kept.length === 0 && !store.state.isBack },
    h('summary', null, h('h2', null, words.ready)),
    h('ul', { class: 'build-shelf' }, ready.map(card)),
  );
}

/** What somebody has shared: to look at, and to have. @param {Store} store @param {Craft} craft @param {() => void} goToSheet */
export function createShared(store, { glance }, goToSheet) {
  const heading = h('h2', { id: 'build-shared', tabindex: '-1' }, t('Shared with you'));
  const body = h('div');
  const section = h('section', { class: 'card build-shared', 'aria-labelledby': 'build-shared' }, heading, body);
  /** @type {import('./store.js').Shared | null} */
  let known = null;
  store.onChange(() => {
    const { shared } = store.state;
    section.hidden = shared === null;
    if (!shared || shared === known) return;
    const isFirst = known === null && shared === store.page.shared;
    known = shared;
    const copy = () => store.copy(shared.name, shared.content).then((saved) => saved && goToSheet());
    const look = () => {
      store.open({ id: null, name: shared.name, build: shared.content });
      goToSheet();
    };
    replace(
      body,
      h('h3', null, h('bdi', null, shared.name)),
      ...glance(shared.content),
      h(
        'div',
        { class: 'row' },
        store.page.is_known && button(t('Keep it as mine'), shared.name, copy),
        button(t('Put it on the bench'), shared.name, look),
      ),
      store.page.is_known &&
        h('p', { class: 'small' }, h('a', { href: siteUrl(`/builds/${shared.code}/report/`) }, t('Report to staff'))),
    );
    if (!isFirst) heading.focus();
  });
  return section;
}
