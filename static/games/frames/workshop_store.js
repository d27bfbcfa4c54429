/** What is being built, what is kept, and what does the server say of it? The builder's one state; every change goes through here and is drawn once. */
import { ApiError, get, post, request } from 'app/api.js';
import { t } from 'app/i18n.js';
import { historyOf, isEmpty, isSame, redone, stepped, undone } from './workshop_fleet.js';

/** @typedef {import('./workshop_fleet.js').Fleet} Fleet */
/** @typedef {import('./workshop_fleet.js').Build} Build */
/** @typedef {import('./workshop_fleet.js').History} History */
/** @typedef {{id: number, name: string, content: Build, code: string | null}} Kept */
/** @typedef {{path: string, message: string}} Fault */
/** @typedef {{game: string, word: string, is_known: boolean, most: number, shared: {name: string, content: Build, code: string} | null}} Room */
/** @typedef {ReturnType<typeof createStore>} Store */

const DRAFT = 'fogbound.frames.fleet';
/** Milliseconds that a change rests before the server is asked. */
const ASK_AFTER = 300;

/** What was being built when the page was left. @returns {History | null} */
function draft() {
  try {
    const kept = JSON.parse(localStorage.getItem(DRAFT) ?? 'null');
    return kept?.now?.build ? kept : null;
  } catch {
    return null;
  }
}

/** @param {Room} page @param {any} description @param {Kept[]} kept */
export function createStore(page, description, kept) {
  const api = `/api/games/${page.game}/workshop/`;
  /** @type {import('./workshop_fleet.js').Part[]} */
  const parts = description.parts;
  const fresh = () => ({ id: null, name: '', build: description.empty });
  const left = draft();
  const state = {
    history: left ?? historyOf(fresh()),
    kept,
    /** Something from before the page was left is here, which the account does not have. */
    isBack: false,
    /** null: the server has not answered yet. @type {Fault[] | null} */
    faults: null,
    /** Why the server could not be asked. */
    failure: '',
    /** @type {any} */
    measured: null,
    /** @type {string} */
    against: description.targets[0],
    isBusy: false,
    said: { text: '', isBad: false, path: '' },
  };
  const position = /** @type {import('./position.js').Position} */ (
    /** @type {unknown} */ ({ cards: description.cards, view: { keywords: description.keywords } })
  );
  /** @type {Set<() => void>} */
  const shown = new Set();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let asking;
  let asked = 0;

  const now = () => state.history.now;
  const keptNow = () => state.kept.find(({ id }) => id === now().id) ?? null;
  const draw = () => {
    for (const show of shown) show();
  };

  /** @param {string} text @param {boolean} [isBad] @param {string} [path] the field that it is about */
  function say(text, isBad = false, path = '') {
    state.said = { text, isBad, path };
  }

  function ask() {
    clearTimeout(asking);
    asking = setTimeout(answer, ASK_AFTER);
  }

  async function answer() {
    asked += 1;
    const mine = asked;
    const content = { ...now().build, name: now().name.slice(0, description.name_length) };
    try {
      const [judged, { measured }] = await Promise.all([
        post(`${api}check/`, { content }),
        post(`${api}measure/`, { content, against: state.against }),
      ]);
      if (mine !== asked) return;
      Object.assign(state, { faults: judged.faults, measured, failure: '' });
    } catch (error) {
      if (mine !== asked) return;
      Object.assign(state, { faults: null, failure: /** @type {Error} */ (error).message });
    }
    draw();
  }

  /** @param {History} history */
  function go(history) {
    state.history = history;
    try {
      localStorage.setItem(DRAFT, JSON.stringify(history));
    } catch {
      // A full or forbidden store: the fleet is then kept by the account alone.
    }
    say('');
    ask();
    draw();
  }

  /** Does something with the server and says what came of it. @template T @param {() => Promise<T>} act @returns {Promise<T | null>} */
  async function trying(act) {
    if (state.isBusy) return null;
    state.isBusy = true;
    draw();
    try {
      return await act();
    } catch (error) {
      const refusal = error instanceof ApiError ? error : null;
      say(/** @type {Error} */ (error).message, true, refusal?.path ?? '');
      return null;
    } finally {
      state.isBusy = false;
      draw();
    }
  }

  /** @param {Kept} one */
  function keep(one) {
    state.kept = [one, ...state.kept.filter(({ id }) => id !== one.id)];
  }

  /** @param {string} name @param {Build} build */
  const sent = (name, build) => ({ game: page.game, name, content: { ...build, name } });

  /** Is there something in the builder that the account does not have? */
  function isUnsaved() {
    const one = keptNow();
    if (!one) return !isEmpty(now().build, parts);
    return one.name !== now().name || !isSame(one.content, now().build, parts);
  }

  /** Puts another fleet into the builder; what was there comes back by undoing. @param {Fleet} fleet @param {string} [text] */
  function open(fleet, text = '') {
    const aside = isUnsaved();
    go(stepped(state.history, fleet));
    say(aside ? t('What you had not saved was put aside: Undo brings it back.') : text);
    draw();
  }

  state.isBack = left !== null && isUnsaved();
  ask();
  return {
    page,
    description,
    parts,
    position,
    state,
    now,
    keptNow,
    isUnsaved,
    open,
    ask,
    /** @param {() => void} show */
    onChange: (show) => shown.add(show),
    draw,
    /** @param {Build} build */
    build: (build) => go(stepped(state.history, { ...now(), build })),
    /** @param {string} name */
    rename: (name) => go(stepped(state.history, { ...now(), name }, true)),
    undo: () => go(undone(state.history)),
    redo: () => go(redone(state.history)),
    begin: () => open(fresh()),
    /** @param {Kept} one */
    copyName: (one) => t('{name} (copy)', { name: one.name }).slice(0, description.name_length),
    save: () =>
      trying(async () => {
        const { name, build } = now();
        const title = name.trim() || t('My fleet');
        const one = keptNow();
        const body = sent(title, build);
        const saved = one ? await request('PATCH', `/api/builds/${one.id}/`, body) : await post('/api/builds/', body);
        keep(saved);
        const isNamed = now().name === name;
        go({ ...state.history, now: { ...now(), id: saved.id, name: isNamed ? saved.name : now().name } });
        say(t('Saved.'));
        return saved;
      }),
    /** A fleet on the account and in the builder. @param {string} name @param {Build} build */
    copy: (name, build) =>
      trying(async () => {
        const saved = await post('/api/builds/', sent(name, build));
        keep(saved);
        open({ id: saved.id, name: saved.name, build: saved.content }, t('Saved.'));
        return saved;
      }),
    /** @param {Kept} one */
    remove: (one) =>
      trying(async () => {
        await request('DELETE', `/api/builds/${one.id}/`);
        state.kept = state.kept.filter(({ id }) => id !== one.id);
        say(t('Deleted.'));
      }),
    /** @param {Kept} one @param {boolean} isWanted */
    share: (one, isWanted) =>
      trying(async () => {
        keep(await request(isWanted ? 'PUT' : 'DELETE', `/api/builds/${one.id}/share/`));
        say(isWanted ? t('Whoever opens this address sees it.') : t('Not shared any more.'));
      }),
    /** @param {string} against */
    measureAgainst(against) {
      state.against = against;
      ask();
    },
  };
}

/** What there is to build from, and what this person keeps. @param {Room} page @returns {Promise<Store>} */
export async function loadStore(page) {
  const [{ description }, kept] = await Promise.all([
    get(`/api/games/${page.game}/workshop/`),
    page.is_known ? get(`/api/builds/?game=${page.game}`) : [],
  ]);
  return createStore(page, description, kept);
}
