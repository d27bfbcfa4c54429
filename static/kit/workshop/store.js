/**
 * What is being built, what is kept, and what does the server say of it? The one state of a workshop; every change goes through
 * here and is drawn once. What was being built stays in this browser until there is an account that keeps it.
 */
import { ApiError, get, post, request } from 'app/api.js';
import { t } from 'app/i18n.js';
import { keptJson } from 'app/kept.js';
import { state as busyState } from 'app/rest.js';
import { siteUrl } from 'app/site_url.js';
import { reload, trying as told } from 'app/trouble.js';
import { isSame as hasSameCards, isEmpty as isWithoutCards } from './contents.js';
import { historyOf, redone, stepped, undone } from './history.js';

/** @typedef {import('./contents.js').Build} Build */
/** @typedef {import('./contents.js').Fault} Fault */
/** @typedef {{options: Record<string, any>, name: string, fits: boolean}} Variant tables with these options; `fits`: records may carry other cards than the printed ones */
/** @typedef {{id: number | null, name: string, build: Build}} Work `id`: under which it is kept; null: not yet */
/** @typedef {import('./history.js').History<Work>} History */
/** @typedef {{id: number, name: string, content: Build, code: string | null, is_shown?: boolean, updated_at: string}} Kept */
/** @typedef {{name: string, content: Build, code: string}} Shared */
/** @typedef {{game: string, word: string, is_known: boolean, most: number, longest_name: number, has_gallery?: boolean, has_account?: boolean, shared: Shared | null}} WorkshopPage what the page says */
/** @typedef {ReturnType<typeof createStore>} Store */

/** Letters of a history that this browser keeps whole. */
const MOST_REMEMBERED = 400_000;
/** Milliseconds that a change rests before the server is asked. */
const ASK_AFTER = 300;
/** What the account answers of a build that it keeps. */
const KEPT = /** @type {const} */ ({ wants: ['id', 'name', 'content', 'updated_at'] });
/** Codes of refusals after which another window has changed or deleted what is kept. */
const ELSEWHERE = new Set(['changed_meanwhile', 'no_build']);

/**
 * @param {WorkshopPage} page @param {any} description @param {Kept[]} kept
 * @param {{untitled: string, contents?: {isEmpty: (build: Build) => boolean, isSame: (one: Build, other: Build) => boolean}}} how
 *   `contents`: of builds that are not made of cards
 */
export function createStore(page, description, kept, { untitled, contents }) {
  const api = siteUrl(`/api/games/${page.game}/workshop/`);
  // Until there is an account that keeps it; whoever signs up then finds it.
  const drafts = keptJson(`${page.game}.${page.word}`, { isTakenAlong: true });
  /** @type {import('./contents.js').Part[]} */
  const parts = description.parts ?? [];
  const { isEmpty, isSame } = contents ?? {
    isEmpty: (/** @type {Build} */ build) => isWithoutCards(build, parts),
    isSame: (/** @type {Build} */ one, /** @type {Build} */ other) =>
      hasSameCards(one, other, parts, description.cards),
  };
  /** @type {Variant[]} */
  const variants = description.variants ?? [{ options: {}, name: '', fits: true }];
  /** @returns {Work} */
  const fresh = () => ({ id: null, name: '', build: description.empty });
  const found = drafts.read();
  /** What was being built when the page was left, for which variant, and from when what it began with was. @type {History & {variant?: number, since?: string} | null} */
  const draft = found?.now?.build ? found : null;
  const state = {
    history: draft ?? historyOf(fresh()),
    kept,
    /** @type {Shared | null} */
    shared: page.shared,
    /** Something from before the page was left is here, which the account does not have. */
    isBack: false,
    /** For which tables it is built, as an index of `variants`. */
    variant: draft?.variant && variants[draft.variant] ? draft.variant : 0,
    /** By variant; null: the server has not answered yet. @type {Fault[][] | null} */
    judged: null,
    /** Those of the variant that it is built for. @type {Fault[] | null} */
    faults: null,
    /** What the game tells of what has no faults. @type {string[]} */
    facts: [],
    /** Why the server could not be asked. */
    failure: '',
    /** @type {any} */
    measured: null,
    /** None: nothing is measured. @type {string | undefined} */
    against: description.targets[0],
    isBusy: false,
    /** What came of the last act; `path`: the field that it is about. */
    said: { text: '', isBad: false, path: '' },
  };
  /** When what is kept was changed that this window knows, by its id: another window may have kept another one since then. */
  const since = Object.fromEntries(kept.map(({ id, updated_at }) => [id, updated_at]));
  if (draft?.since && draft.now.id !== null) since[draft.now.id] = draft.since;
  /** @type {Set<() => void>} */
  const shown = new Set();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let asking;
  let asked = 0;
  const isAsking = busyState('request');

  const now = () => state.history.now;
  const keptNow = () => state.kept.find(({ id }) => id === now().id) ?? null;
  const draw = () => {
    for (const show of shown) show();
  };

  /** @param {string} text @param {boolean} [isBad] @param {string} [path] */
  function say(text, isBad = false, path = '') {
    state.said = { text, isBad, path };
  }

  /** A build as the game reads it: with its name, if it is to have one. @param {string} name @param {Build} build */
  const titled = (name, build) => ('name' in description.empty ? { ...build, name } : build);

  function ask() {
    clearTimeout(asking);
    isAsking(true);
    asking = setTimeout(answer, ASK_AFTER);
  }

  async function answer() {
    asked += 1;
    const mine = asked;
    const content = titled(now().name.slice(0, page.longest_name), now().build);
    const { options } = variants[state.variant];
    try {
      const judge = () =>
        Promise.all([
          state.against === undefined
            ? { measured: null }
            : post(`${api}measure/`, { content, options, against: state.against }, { wants: ['measured'] }),
          ...variants.map((one) => post(`${api}check/`, { content, options: one.options }, { wants: ['faults'] })),
        ]);
      const [{ measured }, ...answers] = await told('build', judge, ask);
      if (mine !== asked) return;
      const judged = answers.map(({ faults }) => faults);
      const { facts = [] } = answers[state.variant];
      Object.assign(state, { judged, faults: judged[state.variant], facts, measured, failure: '' });
    } catch (error) {
      if (mine !== asked) return;
      Object.assign(state, { judged: null, faults: null, facts: [], failure: /** @type {Error} */ (error).message });
    }
    isAsking(false);
    draw();
  }

  /** What is built, and for which variant, stays in this browser. */
  function remember() {
    const { variant, history } = state;
    // A browser keeps a few megabytes for a site: of what is large only what is on the bench.
    const kept = JSON.stringify(history).length > MOST_REMEMBERED ? historyOf(history.now) : history;
    drafts.write({ ...kept, variant, since: since[history.now.id ?? 0] });
  }

  /** @param {History} history */
  function go(history) {
    state.history = history;
    remember();
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
      return await told('account', act, () => trying(act));
    } catch (error) {
      say(/** @type {Error} */ (error).message, true, error instanceof ApiError ? error.path : '');
      return null;
    } finally {
      state.isBusy = false;
      draw();
    }
  }

  /** @param {Kept} one */
  function keep(one) {
    since[one.id] = one.updated_at;
    state.kept = [one, ...state.kept.filter(({ id }) => id !== one.id)];
  }

  /** What another window has made of it goes on the shelf, and what is on the bench becomes another one. @param {Kept} one @param {string} code of the refusal */
  async function partFrom(one, code) {
    const isGone = code === 'no_build';
    if (isGone) state.kept = state.kept.filter(({ id }) => id !== one.id);
    else keep(await get(siteUrl(`/api/builds/${one.id}/`), KEPT));
    const apart = (/** @type {Work} */ work) => (work.id === one.id ? { ...work, id: null } : work);
    const { past, now: work, future } = state.history;
    go({ ...state.history, past: past.map(apart), now: apart(work), future: future.map(apart) });
    const what = isGone
      ? t('It was deleted in another window meanwhile. Save again to keep yours.')
      : t('It was changed in another window meanwhile, and so it is kept. Save again to keep yours as well.');
    say(what, true);
    return null;
  }

  /** @param {string} name @param {Build} build */
  const sent = (name, build) => ({ game: page.game, name, content: titled(name, build) });

  /** Is there something in work that the account does not have? */
  function isUnsaved() {
    const one = keptNow();
    if (!one) return !isEmpty(now().build);
    return one.name !== now().name || !isSame(one.content, now().build);
  }

  /** Puts another build on the bench; what was there comes back by undoing. @param {Work} work @param {string} [text] */
  function open(work, text = '') {
    const aside = isUnsaved();
    go(stepped(state.history, work));
    say(aside ? t('What you had not saved was put aside: Undo brings it back.') : text);
    draw();
  }

  state.isBack = draft !== null && isUnsaved();
  ask();
  return {
    page,
    description,
    parts,
    variants,
    state,
    now,
    keptNow,
    isUnsaved,
    open,
    /** Begins with one that the game has ready, for tables that take it. @param {{build: Build, variant?: number}} ready @param {string} name */
    openReady({ build, variant = 0 }, name) {
      if (variant) Object.assign(state, { variant, faults: state.judged?.[variant] ?? null });
      open({ id: null, name, build });
    },
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
    save: () =>
      trying(async () => {
        const { name, build } = now();
        const title = name.trim() || untitled;
        const one = keptNow();
        const body = sent(title, build);
        const saved = await (one
          ? request('PATCH', siteUrl(`/api/builds/${one.id}/`), { ...body, updated_at: since[one.id] }, KEPT)
          : post(siteUrl('/api/builds/'), body, KEPT)
        ).catch((error) => {
          if (!one || !ELSEWHERE.has(error.code)) throw error;
          return partFrom(one, error.code);
        });
        if (!saved) return null;
        keep(saved);
        const isNamed = now().name === name;
        // In normal form, unless somebody went on meanwhile.
        const content = now().build === build ? (saved.content ?? build) : now().build;
        go({ ...state.history, now: { id: saved.id, name: isNamed ? saved.name : now().name, build: content } });
        say(t('Saved.'));
        return saved;
      }),
    /** Keeps a build on the account and puts it on the bench. @param {string} name @param {Build} build */
    copy: (name, build) =>
      trying(async () => {
        const saved = await post(siteUrl('/api/builds/'), sent(name.slice(0, page.longest_name), build), KEPT);
        keep(saved);
        open({ id: saved.id, name: saved.name, build: saved.content }, t('Saved.'));
        return saved;
      }),
    /** @param {Kept} one */
    remove: (one) =>
      trying(async () => {
        await request('DELETE', siteUrl(`/api/builds/${one.id}/`), undefined, { wants: 'nothing' });
        state.kept = state.kept.filter(({ id }) => id !== one.id);
        say(t('Deleted.'));
      }),
    /** @param {Kept} one @param {boolean} isWanted */
    share: (one, isWanted) =>
      trying(async () => {
        keep(await request(isWanted ? 'PUT' : 'DELETE', siteUrl(`/api/builds/${one.id}/share/`), undefined, KEPT));
        say(isWanted ? t('Whoever has the code or the address sees it.') : t('Not shared any more.'));
      }),
    /** Shows it to everybody in the gallery, or not any more. @param {Kept} one @param {boolean} isWanted */
    show: (one, isWanted) =>
      trying(async () => {
        keep(await request(isWanted ? 'PUT' : 'DELETE', siteUrl(`/api/builds/${one.id}/gallery/`), undefined, KEPT));
        say(isWanted ? t('Everybody finds it in the gallery now.') : t('It is not in the gallery any more.'));
      }),
    /** What somebody shares under a code; an address that ends with one will do. Throws what to tell who has typed it. @param {string} typed */
    async look(typed) {
      const code = typed.trim().toLowerCase().split('/').filter(Boolean).pop() ?? '';
      const url = siteUrl(`/api/builds/shared/${encodeURIComponent(code || '-')}/`);
      const found = await told('shared', () => get(url, { wants: ['game', 'content'] })).catch((error) => {
        throw error.status === 404 ? new Error(t('Nothing is shared under this code.')) : error;
      });
      if (found.game !== page.game) throw new Error(t('That was built for another game.'));
      state.shared = found;
      draw();
    },
    /** For which tables it is built. @param {number} variant index of `variants` */
    buildFor(variant) {
      Object.assign(state, { variant, faults: state.judged?.[variant] ?? null });
      remember();
      ask();
      draw();
    },
    /** @param {string} against */
    measureAgainst(against) {
      state.against = against;
      ask();
    },
  };
}

/** What there is to build from, and what this person keeps. @param {WorkshopPage} page */
export async function loadWorkshop(page) {
  const ask = () =>
    Promise.all([
      get(siteUrl(`/api/games/${page.game}/workshop/`), { wants: ['description'] }),
      page.is_known ? get(siteUrl(`/api/builds/?game=${page.game}`), { wants: 'list' }) : [],
    ]);
  const [{ description }, kept] = await told('workshop', ask, reload);
  return { description, kept };
}
