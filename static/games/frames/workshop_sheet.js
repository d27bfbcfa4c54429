/** What is in the fleet, and what is wrong with it? Part by part, with the server's sentences at the part and card that they are about. */
import { h, list, replace, setText } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';
import { cardElement } from './card.js';
import { cardName } from './words.js';
import { counter } from './workshop_catalogue.js';
import { cardsIn, changed, idsIn, mostOf, placeOfFault } from './workshop_fleet.js';

/** @typedef {import('./workshop_store.js').Store} Store */
/** @typedef {import('./workshop_fleet.js').Part} Part */

const NAMES = /** @type {Record<string, () => string>} */ ({
  ship: () => t('Warship'),
  captain: () => t('Captain'),
  weapons: () => t('Main weapons'),
  mechs: () => t('Mechs'),
  pilots: () => t('Pilots'),
  ship_cards: () => t('Ship cards'),
  mech_cards: () => t('Mech cards'),
});

/** @param {string} key */
export const partName = (key) => NAMES[key]?.() ?? t('Fleet');

/** The faults of a part, or of what has none, in words and each once. @param {Store} store @param {string | null} key */
function faultsOf({ state, now, parts, position }, key) {
  const found = (state.faults ?? []).map(({ path, message }) => {
    const { part, card } = placeOfFault(path, now().build, parts);
    return {
      part,
      card,
      text: card ? t('{card}: {fault}', { card: cardName(position, card), fault: message }) : message,
    };
  });
  const here = found.filter(({ part }) => part === key);
  return here.filter((one, i) => here.findIndex(({ text }) => text === one.text) === i);
}

/** @param {Element} element @param {{text: string}[]} faults */
const write = (element, faults) =>
  list(
    element,
    faults,
    ({ text }) => text,
    ({ text }) => h('li', null, text),
  );

/** A part of the fleet: heading with how full it is, its cards, what is wrong. @param {Store} store @param {Part} part @param {{read: (id: string) => void, add: (kind: string) => void}} ways */
function partOf(store, part, { read, add }) {
  const full = h('span', { class: 'fr-full' });
  const faults = h('ul', { class: 'fr-faults', id: `fleet-faults-${part.key}` });
  const chips = h('ul', { class: 'fr-rows' });
  const name = partName(part.key);
  const more = h(
    'button',
    {
      type: 'button',
      class: 'button slim',
      'aria-label': t('Find cards: {part}', { part: name }),
      onclick: () => add(part.kind),
    },
    t('Find cards'),
  );
  /** @type {Map<string, ReturnType<typeof counter>>} */
  const counters = new Map();

  /** @param {string} id */
  function chip(id) {
    const face = h(
      'button',
      { type: 'button', class: 'fr-face', title: t('Read this card'), onclick: () => read(id) },
      cardElement(store.position, id, { size: 'chip' }),
    );
    if (part.copies === 1) {
      const label = t('Take out {card}', { card: cardName(store.position, id) });
      const act = () => store.build(changed(store.now().build, part, id, -1));
      const out = h(
        'button',
        { type: 'button', class: 'fr-turn', 'aria-label': label, title: label, onclick: act },
        '×',
      );
      return h('li', null, face, h('div', { class: 'fr-counter' }, out));
    }
    const count = counter(store, part, id);
    counters.set(id, count);
    return h('li', null, face, count.element);
  }
  return {
    element: h(
      'section',
      { class: 'fr-part', dataset: { part: part.key } },
      h('header', null, h('h3', null, name), full, more),
      faults,
      chips,
    ),
    show() {
      const { build } = store.now();
      const n = idsIn(build, part).length;
      const most = mostOf(part, build, store.description.cards);
      const wrong = faultsOf(store, part.key);
      setText(full, most === null ? String(n) : t('{n} of {most}', { n, most }));
      full.classList.toggle('bad', wrong.length > 0);
      write(faults, wrong);
      list(
        chips,
        cardsIn(build, part),
        (id) => id,
        chip,
        (item, id) => {
          counters.get(id)?.show();
          item.classList.toggle(
            'bad',
            wrong.some(({ card }) => card === id),
          );
        },
      );
    },
  };
}

/** Whether the fleet may be played, in one sentence. @param {Store} store */
function verdict({ state }) {
  if (state.failure) return state.failure;
  if (!state.faults) return t('Checking …');
  if (!state.faults.length) return t('This fleet is legal.');
  return tn('{n} thing to mend.', '{n} things to mend.', state.faults.length);
}

/** @param {Store} store @param {{read: (id: string) => void, add: (kind: string) => void, print: () => void}} ways */
export function createSheet(store, ways) {
  const { page, description } = store;
  const parts = store.parts.map((part) => partOf(store, part, ways));
  const name = h('input', {
    type: 'text',
    id: 'fleet-name',
    maxlength: description.name_length,
    autocomplete: 'off',
    placeholder: t('My fleet'),
    'aria-describedby': 'fleet-name-faults',
    oninput: () => store.rename(name.value),
  });
  const nameFaults = h('ul', { class: 'fr-faults', id: 'fleet-name-faults' });
  const other = h('ul', { class: 'fr-faults' });
  const judged = h('p', { class: 'fr-verdict', role: 'status' });
  const said = h('p', { class: 'small', role: 'status' });
  const link = h('input', { type: 'text', id: 'fleet-link', readonly: true, onfocus: () => link.select() });
  const shared = h(
    'p',
    { class: 'fr-link' },
    h('label', { class: 'small', for: 'fleet-link' }, t('Whoever opens this address sees it.')),
    link,
  );
  /** @param {string} text @param {() => void} act @param {string} [more] */
  const button = (text, act, more = '') =>
    h('button', { type: 'button', class: `button slim ${more}`.trim(), onclick: act }, text);
  const save = button(t('Save'), store.save, 'primary');
  const undo = button(t('Undo'), store.undo);
  const redo = button(t('Redo'), store.redo);
  const share = button('', () => {
    const one = store.keptNow();
    if (one && !share.matches('[aria-disabled=true]')) store.share(one, !one.code);
  });
  const guest = h(
    'p',
    { class: 'notice' },
    t('What you build stays in this browser. It is kept on your account once you play as a guest or with an account.'),
    ' ',
    h('a', { href: `/guest/?next=${encodeURIComponent(location.pathname)}` }, t('Go on as a guest')),
  );
  const heading = h('h2', { id: 'fleet-built', tabindex: '-1' }, t('This fleet'));
  const element = h(
    'section',
    { class: 'fr-built', 'aria-labelledby': 'fleet-built' },
    h('header', null, heading, h('div', { class: 'row' }, undo, redo)),
    h('p', { class: 'fr-named' }, h('label', { for: 'fleet-name' }, t('Name of the fleet')), name),
    nameFaults,
    judged,
    other,
    h('div', { class: 'row' }, save, share, button(t('Print'), ways.print)),
    said,
    shared,
    page.is_known ? null : guest,
    h(
      'div',
      { class: 'fr-parts' },
      parts.map((part) => part.element),
    ),
  );

  function show() {
    const { state } = store;
    const { history } = state;
    const one = store.keptNow();
    if (document.activeElement !== name || name.value !== history.now.name) name.value = history.now.name;
    setText(judged, verdict(store));
    judged.className = `fr-verdict ${state.faults && !state.faults.length ? 'good' : state.faults || state.failure ? 'bad' : ''}`;
    const nameWrong = faultsOf(store, 'name');
    write(nameFaults, state.said.path === 'name' ? [...nameWrong, state.said] : nameWrong);
    write(other, faultsOf(store, null));
    setText(
      said,
      state.said.path === 'name'
        ? ''
        : state.said.text || (state.isBack && !history.typing ? t('What you were building is here again.') : ''),
    );
    said.classList.toggle('bad', state.said.isBad);
    save.disabled = !page.is_known || state.isBusy;
    setText(save, store.isUnsaved() || !one ? t('Save') : t('Saved'));
    undo.setAttribute('aria-disabled', String(!history.past.length));
    redo.setAttribute('aria-disabled', String(!history.future.length));
    const why = !one
      ? t('Save it first; then it can be shared.')
      : store.isUnsaved()
        ? t('Save what you have changed; then it can be shared.')
        : !one.code && state.faults?.length
          ? t('Only a fleet that is legal can be shared.')
          : '';
    setText(share, one?.code ? t('Stop sharing') : t('Share by a link'));
    share.setAttribute('aria-disabled', String(!one?.code && why !== ''));
    share.title = one?.code ? '' : why;
    share.hidden = !page.is_known;
    shared.hidden = !one?.code;
    if (one?.code) link.value = new URL(`/games/${page.game}/${page.word}/${one.code}/`, location.href).href;
    for (const part of parts) part.show();
  }
  store.onChange(show);
  return {
    element,
    show,
    verdict: () => verdict(store),
    /** To the fleet; `naming`: to its name. @param {boolean} [naming] */
    go(naming = false) {
      element.scrollIntoView({ block: 'start' });
      (naming ? name : heading).focus({ preventScroll: true });
    },
  };
}

/** The fleet on paper: every card with its text, by part. @param {Store} store */
export function createPrint(store) {
  const element = h('div', { class: 'fr-print', 'aria-hidden': 'true' });
  function fill() {
    const { name, build } = store.now();
    replace(
      element,
      h('h2', null, name.trim() || t('My fleet')),
      store.parts.map((part) =>
        h(
          'section',
          null,
          h('h3', null, partName(part.key)),
          h(
            'ul',
            null,
            cardsIn(build, part).map((id) => {
              const n = idsIn(build, part).filter((one) => one === id).length;
              return h(
                'li',
                null,
                cardElement(store.position, id, { size: 'reading', note: part.copies > 1 ? `× ${n}` : null }),
              );
            }),
          ),
        ),
      ),
    );
  }
  addEventListener('beforeprint', fill);
  return { element };
}
