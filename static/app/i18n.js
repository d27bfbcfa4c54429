/**
 * How are texts translated? English is the source; /i18n/catalog.json has the translations into the page's language.
 * Call `load()` before drawing; without a catalog everything is English. Not here: texts of the server.
 *
 * @typedef {import("../types").Params} Params
 * @typedef {Record<string, string | string[]>} Catalog
 */
import { during } from 'app/rest.js';
import { siteUrl } from 'app/site_url.js';

const FIRST_DELAY = 1_000;
const LAST_DELAY = 30_000;
const ANSWER_WITHIN = 30_000;
/** Greatest number of milliseconds that a page waits for its catalog before it starts in English. */
const MOST_HELD = 20_000;

/** Letters of scripts that run from right to left: Hebrew, Arabic and all others. */
const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** @type {Catalog} */
let catalog = {};
/** Catalogs that are loaded or being loaded, by module. @type {Map<string, Promise<void>>} */
const loading = new Map();

/** The page's language as a tag for Intl. */
export const language = () => (typeof document === 'undefined' ? 'en' : document.documentElement.lang || 'en');

/**
 * Loads translations, each catalog once. Resolves when they are loaded or the page has waited long enough; after that, loading is retried
 * until it succeeds, and texts written from then on are translated.
 * @param {string[]} modules whose texts are needed, with those of all modules that they import. None: all texts of the site
 */
export async function load(...modules) {
  if (language().startsWith('en')) return;
  await Promise.all((modules.length ? modules : ['']).map(loadOne));
}

/** @param {string} module "" for all words */
function loadOne(module) {
  const found = loading.get(module) ?? loading.get('');
  if (found) return found;
  const begun = during(
    'words',
    new Promise((/** @type {(value?: any) => void} */ goOn) => {
      setTimeout(goOn, MOST_HELD);
      attempt(module, 0, goOn);
    }),
  );
  loading.set(module, begun);
  return begun;
}

/** @param {string} module @param {number} failures so far @param {() => void} goOn the page need not wait any more */
async function attempt(module, failures, goOn) {
  const isAnswered = await fetchCatalog(module);
  // Keep waiting after one failure: starting in English would give a page in two languages.
  if (isAnswered || failures > 0) goOn();
  if (isAnswered) return;
  const delay = Math.min(LAST_DELAY, FIRST_DELAY * 2 ** failures) * (0.5 + Math.random() / 2);
  setTimeout(() => attempt(module, failures + 1, goOn), delay);
}

/** Has the server answered? If it answers that there is no such catalog, the page stays English. @param {string} module */
async function fetchCatalog(module) {
  const given = new AbortController();
  const timer = setTimeout(() => given.abort(), ANSWER_WITHIN);
  try {
    const answer = await fetch(siteUrl(`/i18n/catalog.json${module && `?module=${module}`}`), {
      credentials: 'same-origin',
      headers: { Accept: 'application/json' },
      // The site sends nobody elsewhere from here: whoever does is not the site.
      redirect: 'manual',
      signal: given.signal,
    });
    if (!answer.ok) return answer.status === 404;
    const { catalog: found } = await answer.json();
    if (typeof found !== 'object' || found === null) return false;
    // Another catalog may have been loaded meanwhile.
    use({ ...catalog, ...found });
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** Installs a catalog (for the loader and tests). @param {Catalog} entries */
export function use(entries) {
  catalog = entries;
}

/**
 * The text in the page's language; `{name}` or `%(name)s` in it is replaced by `params.name`.
 * @param {string} msgid @param {Params} [params] @returns {string}
 */
export function t(msgid, params) {
  const found = catalog[msgid];
  return fill((Array.isArray(found) ? found[0] : found) || msgid, params);
}

/**
 * A phrase of a game in the page's language: its message, with words and phrases in its places translated too, and names in that language.
 * @param {import("../types").Phrase} phrase @returns {string}
 */
export function phrase({ text, data }) {
  /** @type {Params} */
  const places = {};
  for (const [key, value] of Object.entries(data ?? {}))
    places[key] = Array.isArray(value)
      ? value[language().startsWith('zh') ? 1 : 0]
      : typeof value === 'object'
        ? phrase(value)
        : typeof value === 'string'
          ? t(value)
          : value;
  return t(text, places);
}

/**
 * The text for a number of things; `{n}` in it is the number. A language with one form has a list of one entry.
 * @param {string} one @param {string} many @param {number} n @param {Params} [params] @returns {string}
 */
export function tn(one, many, n, params) {
  const found = catalog[one];
  const forms = Array.isArray(found) ? found : [one, many];
  const form = forms.length === 1 ? forms[0] : forms[n === 1 ? 0 : 1];
  return fill(form || (n === 1 ? one : many), { n, ...params });
}

/** Names or other single things in a row, as the page's language sets them: not for clauses. @param {readonly string[]} words */
export const listed = (words) =>
  new Intl.ListFormat(language(), { type: 'conjunction', style: 'narrow' }).format(words);

/** Signs that are set without spaces between them: Chinese, and the punctuation of its width. */
const CLOSE = /[\u3000-\u303f\u3400-\u9fff\uff00-\uff60]/;

/**
 * A translation has a space beside a place where a Latin name or a number may come. Between two Chinese words there is none.
 * @param {string} text @param {Params} [params]
 */
function fill(text, params) {
  if (!params) return text;
  const parts = text.split(/(\{\w+\}|%\(\w+\)[sd])/);
  const isPlace = (/** @type {number} */ i) => i % 2 === 1;
  const filled = parts.map((part, i) => {
    if (!isPlace(i)) return part;
    const value = params[/\w+/.exec(part)?.[0] ?? ''];
    return value === undefined ? part : apart(String(value));
  });
  return filled.reduce((all, next, i) => {
    const [literal, value] = isPlace(i) ? [all, next] : [next, all];
    const isTouching = isPlace(i)
      ? literal.endsWith(' ') && CLOSE.test(literal.at(-2) ?? '') && CLOSE.test(value[0] ?? '')
      : literal.startsWith(' ') && CLOSE.test(value.at(-1) ?? '') && CLOSE.test(literal[1] ?? '');
    if (!isTouching) return all + next;
    return isPlace(i) ? all.slice(0, -1) + next : all + next.slice(1);
  });
}

/** Sentences behind each other: with a space between them, but between Chinese ones. @param {(string | null | undefined | false)[]} texts */
export const sentences = (texts) =>
  texts
    .filter((text) => typeof text === 'string' && text !== '')
    .map(String)
    .reduce((all, next) => all + (CLOSE.test(all.at(-1) ?? '') && CLOSE.test(next[0]) ? '' : ' ') + next, '')
    .trimStart();

/** Names may be written from right to left: they must not change the direction of the text beside them. @param {string} text */
const apart = (text) => (FROM_THE_RIGHT.test(text) ? `\u2068${text}\u2069` : text);

/** Languages that write small whole numbers as JavaScript does: for those no page has to wait until the browser has its formats ready. */
const PLAIN = /^(en|zh)\b/;

/** A number as the language writes it. @param {number} value */
export const number = (value) =>
  Number.isInteger(value) && Math.abs(value) < 1000 && PLAIN.test(language())
    ? String(value)
    : value.toLocaleString(language());

/** A list of names as the language joins them. @param {string[]} names */
export const join = (names) => new Intl.ListFormat(language(), { type: 'conjunction' }).format(names.map(apart));
