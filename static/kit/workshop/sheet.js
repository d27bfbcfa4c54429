/** What is on the bench, and what is wrong with it? Part by part, with the server's sentences at the part and card that they are about. */
import { h, list, setText } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';
import { siteUrl } from 'app/site_url.js';
import { SIGNS, signButton } from 'kit/parts.js';
import { counter } from './catalogue.js';
import { cardsIn, changed, idsIn, mostOf, placed } from './contents.js';
import { createFittings } from './fittings.js';

/** @typedef {import('./store.js').Store} Store */
/** @typedef {import('./contents.js').Part} Part */
/** @typedef {import('./builder.js').Craft} Craft */
/** @typedef {{read: (id: string) => void, add: (kind: string) => void}} Ways */

/** A fault of a card in words. @param {Craft} craft @returns {(fault: string, card: string) => string} */
export const faultOf = (craft) => (fault, card) => t('{card}: {fault}', { card: craft.name(card), fault });

/** @param {Store} store @param {Craft} craft @param {string | null} key of a part; null: the whole build */
const faultsAt = ({ state, now, parts }, craft, key) =>
  placed(state.faults ?? [], now().build, parts, faultOf(craft)).filter(({ part }) => part === key);

/** @param {Element} element @param {{text: string}[]} faults */
const write = (element, faults) =>
  list(
    element,
    faults,
    ({ text }) => text,
    ({ text }) => h('li', null, text),
  );

/** @param {string} [id] */
const faultList = (id) => h('ul', { class: 'build-faults', id });

/** A button of the bench. @param {string} text @param {() => void} act @param {string} [label] */
const button = (text, act, label) =>
  h('button', { type: 'button', class: 'button slim', 'aria-label': label, onclick: act }, text);

/** A part of the build: heading with how full it is, its cards, what is wrong. @param {Store} store @param {Craft} craft @param {Part} part @param {Ways} ways */
function partOf(store, craft, part, { read, add }) {
  const full = h('span', { class: 'build-full' });
  const faults = faultList();
  const chips = h('ul', { class: 'build-rows' });
  const name = craft.parts[part.key];
  /** @type {Map<string, ReturnType<typeof counter>>} */
  const counters = new Map();
  /** @type {Map<string, ReturnType<typeof createFittings>>} */
  const fittings = new Map();

  /** @param {string} id */
  function chip(id) {
    const label = t('Read {card}', { card: craft.name(id) });
    const face = h('button', { type: 'button', class: 'build-face', 'aria-label': label, onclick: () => read(id) });
    const card = h('div', null, craft.card(id, 'chip'), face);
    const fits = part.fits && createFittings(store, craft, part, id);
    if (fits) fittings.set(id, fits);
    if (part.copies === 1) {
      const out = t('Take out {card}', { card: craft.name(id) });
      return h(
        'li',
        null,
        card,
        signButton(SIGNS.close, out, () => store.build(changed(store.now().build, part, id, -1))),
        fits?.element,
      );
    }
    const count = counter(store, craft, part, id);
    counters.set(id, count);
    return h('li', null, card, count.element, fits?.element);
  }
  return {
    element: h(
      'section',
      { class: 'build-part', dataset: { part: part.key }, 'aria-label': name },
      h(
        'header',
        null,
        h('h3', null, name),
        full,
        button(t('Find cards'), () => add(part.kind), t('Find cards: {part}', { part: name })),
      ),
      faults,
      chips,
    ),
    show() {
      const { build } = store.now();
      const n = idsIn(build, part).length;
      const most = mostOf(part, build, store.description.cards);
      const wrong = faultsAt(store, craft, part.key);
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
          fittings.get(id)?.show();
          item.classList.toggle(
            'bad',
            wrong.some(({ card }) => card === id),
          );
        },
      );
    },
  };
}

/** Whether the build may be played, in one sentence. @param {Store} store @param {Craft} craft */
export function verdict({ state }, { words }) {
  if (state.failure) return state.failure;
  if (!state.faults) return t('Checking …');
  if (!state.faults.length) return words.legal;
  return tn('{n} thing to mend.', '{n} things to mend.', state.faults.length);
}

/** For which tables it is built, and whether others would take it where these do not, or the other way round. @param {Store} store @param {Craft} craft */
function createVariants(store, { say }) {
  const { variants, state } = store;
  const field = h(
    'select',
    { id: 'build-variant', onchange: () => store.buildFor(Number(field.value)) },
    variants.map(({ name }, i) => h('option', { value: String(i) }, say(name))),
  );
  const elsewhere = h('ul', { class: 'build-elsewhere' });
  return {
    choice:
      variants.length > 1 &&
      h('p', { class: 'build-variant' }, h('label', { for: 'build-variant' }, t('For tables with')), field),
    elsewhere,
    show() {
      field.value = String(state.variant);
      const { faults, judged } = state;
      const others = variants.flatMap(({ name }, i) => {
        if (!faults || !judged || !faults.length === !judged[i].length) return [];
        const what = say(name);
        const isLegal = !judged[i].length;
        return [
          isLegal ? t('It is legal at tables with {what}.', { what }) : t('Not for tables with {what}.', { what }),
        ];
      });
      list(
        elsewhere,
        others,
        (text) => text,
        (text) => h('li', null, text),
      );
    },
  };
}

/** A code or an address that others may have, to be copied. @param {string} label @param {string} id @param {string} copies what the button does */
function forOthers(label, id, copies) {
  const field = h('input', { type: 'text', id, readonly: true, onfocus: () => field.select() });
  const copy = button(t('Copy'), copied, copies);
  async function copied() {
    field.select();
    const isDone = await navigator.clipboard?.writeText(field.value).then(
      () => true,
      () => false,
    );
    setText(copy, isDone ? t('Copied.') : t('Selected'));
  }
  const element = h('p', { class: 'build-link' }, h('label', { class: 'small', for: id }, label), field, copy);
  return {
    element,
    /** @param {string} value */
    show(value) {
      if (field.value !== value) setText(copy, t('Copy'));
      field.value = value;
    },
  };
}

/** What others need to see it, once it is shared; why it cannot be shared now. @param {Store} store */
function createSharing(store) {
  const { page } = store;
  const address = forOthers(t('Whoever opens this address sees it.'), 'build-link', t('Copy the address'));
  const code = forOthers(t('The same as a code'), 'build-code', t('Copy the code'));
  const share = button('', () => {
    const one = store.keptNow();
    if (one && share.getAttribute('aria-disabled') !== 'true') store.share(one, !one.code);
  });
  const given = h('div', { class: 'build-given' }, address.element, code.element);
  const show = button('', () => {
    const one = store.keptNow();
    if (one && show.getAttribute('aria-disabled') !== 'true') store.show(one, !one.is_shown);
  });

  /** @param {ReturnType<Store['keptNow']>} one */
  function whyNot(one) {
    if (one?.code) return '';
    if (!one) return t('Save it first; then it can be shared.');
    if (store.isUnsaved()) return t('Save what you have changed; then it can be shared.');
    return store.state.judged?.every((faults) => faults.length) ? t('Only what has no faults can be shared.') : '';
  }
  return {
    buttons: page.has_gallery && page.has_account ? [share, show] : [share],
    given,
    show() {
      const one = store.keptNow();
      const why = whyNot(one);
      setText(share, one?.code ? t('Stop sharing') : t('Share'));
      share.setAttribute('aria-disabled', String(why !== ''));
      share.title = why;
      share.hidden = !page.is_known;
      setText(show, one?.is_shown ? t('Take it off the gallery') : t('Show it to everybody'));
      show.setAttribute('aria-disabled', String(why !== ''));
      show.title = why || (one?.is_shown ? '' : t('In the gallery of maps, where everybody can play on it.'));
      given.hidden = !one?.code;
      address.show(
        one?.code ? new URL(siteUrl(`/games/${page.game}/${page.word}/${one.code}/`), location.href).href : '',
      );
      code.show(one?.code ?? '');
    },
  };
}

/** Why nothing is kept of what a stranger builds, and the way to have it kept. */
const forStrangers = () =>
  h(
    'p',
    { class: 'notice' },
    t('What you build stays in this browser. It is kept on your account once you play as a guest or with an account.'),
    ' ',
    h('a', { href: siteUrl(`/guest/?next=${encodeURIComponent(location.pathname)}`) }, t('Go on as a guest')),
  );

/**
 * @param {Store} store @param {Craft} craft @param {Ways} ways
 * @param {{faults: HTMLElement, tools: HTMLElement[], more: HTMLElement[]}} [own] of what is not made of cards: its list of faults, buttons beside that of saving, what stands below
 */
export function createSheet(store, craft, ways, own) {
  const { page, state } = store;
  const { words } = craft;
  const parts = store.parts.map((part) => partOf(store, craft, part, ways));
  const name = h('input', {
    type: 'text',
    id: 'build-name',
    maxlength: page.longest_name,
    autocomplete: 'off',
    placeholder: words.untitled,
    'aria-describedby': 'build-name-faults',
    oninput: () => store.rename(name.value),
  });
  const nameFaults = faultList('build-name-faults');
  const other = faultList();
  const judged = h('p', { class: 'build-verdict', role: 'status' });
  const said = h('p', { class: 'small', role: 'status' });
  const save = button(t('Save'), store.save);
  const undo = button(t('Undo'), store.undo);
  const redo = button(t('Redo'), store.redo);
  const sharing = createSharing(store);
  const meant = createVariants(store, craft);
  const heading = h('h2', { id: 'build-sheet', tabindex: '-1' }, words.now);
  const element = h(
    'section',
    { class: 'build-sheet', 'aria-labelledby': 'build-sheet' },
    h('header', null, heading, h('div', { class: 'row' }, undo, redo)),
    h('p', null, h('label', { for: 'build-name' }, words.named), name),
    nameFaults,
    meant.choice,
    judged,
    meant.elsewhere,
    own?.faults ?? other,
    h('div', { class: 'row' }, save, ...sharing.buttons, own?.tools ?? button(t('Print'), () => window.print())),
    said,
    sharing.given,
    page.is_known ? null : forStrangers(),
    parts.map((part) => part.element),
    own?.more ?? [],
  );

  store.onChange(() => {
    const { history } = state;
    if (document.activeElement !== name || name.value !== history.now.name) name.value = history.now.name;
    setText(judged, verdict(store, craft));
    judged.className = `build-verdict ${state.faults && !state.faults.length ? 'good' : state.faults || state.failure ? 'bad' : ''}`;
    const isOfName = state.said.path === 'name';
    write(nameFaults, [...faultsAt(store, craft, 'name'), ...(isOfName ? [state.said] : [])]);
    write(other, faultsAt(store, craft, null));
    const isBack = state.isBack && !history.typing;
    setText(said, isOfName ? '' : state.said.text || (isBack ? t('What you were building is here again.') : ''));
    said.classList.toggle('bad', state.said.isBad);
    save.disabled = !page.is_known || state.isBusy;
    const isSaved = !store.isUnsaved() && store.keptNow() !== null;
    setText(save, isSaved ? t('Saved') : t('Save'));
    save.classList.toggle('primary', !isSaved);
    undo.setAttribute('aria-disabled', String(!history.past.length));
    redo.setAttribute('aria-disabled', String(!history.future.length));
    sharing.show();
    meant.show();
    for (const part of parts) part.show();
  });
  return {
    element,
    /** To the build; `naming`: to its name. @param {boolean} [naming] */
    go(naming = false) {
      element.scrollIntoView({ block: 'start' });
      (naming ? name : heading).focus({ preventScroll: true });
    },
  };
}
