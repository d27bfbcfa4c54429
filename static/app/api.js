/**
 * How does a page talk HTTP to its own site? JSON both ways, the CSRF token added, and only what the caller asked for counts as an
 * answer: a page of a hotel's network, an empty or cut answer, or silence is an `ApiError` like a refusal. The only place that fetches.
 *
 * @typedef {import("../types").Refusal} Refusal
 * @typedef {readonly string[] | "list" | "nothing"} Wants the keys that the answer must have, or that it is an array, or that nothing of it is read
 * @typedef {{ wants: Wants, keepalive?: boolean, signal?: AbortSignal, within?: number, isForAnybody?: boolean }} How
 *   `keepalive`: sent even if the page is closed meanwhile; `signal` aborts the request; `within`: milliseconds until the site has answered;
 *   `isForAnybody`: the answer is the same for everybody, so it does not matter who is logged in
 */
import { csrfToken } from 'app/csrf.js';
import { t, tn } from 'app/i18n.js';
import { person } from 'app/kept.js';
import { newKey } from 'app/once.js';
import { during } from 'app/rest.js';

/** Longer than the slowest answer of a site that is in order. */
const WITHIN = 30_000;
/** Of these codes it is unknown whether the site has done what was asked, or it can be asked again soon. */
const PASSING = new Set(['offline', 'no_answer', 'cut', 'elsewhere', 'too_many', 'unavailable', 'internal']);
/** Codes of a site that takes this browser for somebody else than the page was made for. */
const OTHER = new Set(['other_person', 'csrf']);

/**
 * What was sent last to an address, without an answer that says whether it was done, and its key: sent again, it is done once.
 * @type {Map<string, { sent: string, key: string }>}
 */
const unanswered = new Map();

/** A refusal in words: `code`, `path` (the wrong field), `message`, HTTP `status` (0: there was none). */
export class ApiError extends Error {
  /** @param {Partial<Refusal>} refusal @param {number} status @param {boolean} [isOfSite] the site itself has put it in words */
  constructor(refusal, status, isOfSite = false) {
    super(refusal.message || t('Something went wrong. Nothing was changed; please try again.'));
    this.code = refusal.code ?? 'error';
    this.path = refusal.path ?? '';
    this.data = refusal.data ?? {};
    this.status = status;
    this.isOfSite = isOfSite;
    /** Has the person been told of it (app/trouble.js)? */
    this.isTold = false;
  }

  /** Is the way to it to log in? */
  get needsLogin() {
    return this.status === 401 && !OTHER.has(this.code);
  }

  /** Is the way to it to load the page again? */
  get needsReload() {
    return OTHER.has(this.code);
  }

  /** Is it about the way to the site, or about who is logged in, and not about what was asked? */
  get isTrouble() {
    return this.needsLogin || this.needsReload || this.canRepeat;
  }

  /** May the same request succeed in a moment? */
  get canRepeat() {
    // Whoever has been too quick at something reads it where that is done.
    return PASSING.has(this.code) && !(this.isOfSite && this.code === 'too_many');
  }
}

/**
 * @param {string} method @param {string} url @param {unknown} body sent as JSON; a FormData as it is; undefined: none
 * @param {How} how
 * @returns {Promise<any>} the answer's JSON; null if nothing was wanted
 */
export const request = (method, url, body, how) => during('request', once(method, url, body, how));

/** @param {string} method @param {string} url @param {unknown} body @param {How} how */
async function once(method, url, body, how) {
  if (method !== 'POST') return ask(method, url, body, how);
  const sent = JSON.stringify(isForm(body) ? [...body] : (body ?? null));
  const before = unanswered.get(url);
  const key = before?.sent === sent ? before.key : newKey();
  // Whatever comes between makes it another thing.
  unanswered.delete(url);
  try {
    return await ask(method, url, body, how, key);
  } catch (error) {
    if (error instanceof ApiError && error.canRepeat) unanswered.set(url, { sent, key });
    throw error;
  }
}

/** @param {unknown} body @returns {body is FormData} */
const isForm = (body) => typeof FormData !== 'undefined' && body instanceof FormData;

/** @param {string} method @param {string} url @param {unknown} body @param {How} how @param {string} [key] */
async function ask(method, url, body, how, key) {
  const given = new AbortController();
  const stop = () => given.abort();
  how.signal?.addEventListener('abort', stop);
  if (how.signal?.aborted) stop();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    stop();
  }, how.within ?? WITHIN);
  try {
    return await asked(method, url, body, how, given.signal, key);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (isLate) throw new ApiError({ code: 'no_answer', message: t('The site did not answer in time.') }, 0);
    if (given.signal.aborted) throw new ApiError({ code: 'aborted' }, 0);
    throw new ApiError(
      { code: 'offline', message: t('The site cannot be reached. Check your connection and try again.') },
      0,
    );
  } finally {
    clearTimeout(timer);
    how.signal?.removeEventListener('abort', stop);
  }
}

/** @param {string} method @param {string} url @param {unknown} body @param {How} how @param {AbortSignal} signal @param {string} [key] */
async function asked(method, url, body, how, signal, key) {
  /** @type {Record<string, string>} */
  const headers = { Accept: 'application/json' };
  if (method !== 'GET') headers['X-CSRFToken'] = csrfToken();
  // The site refuses if somebody else is logged in meanwhile: it would be done in that person's name.
  if (person() && !how.isForAnybody) headers['X-Fogbound-Person'] = person();
  if (key) headers['Idempotency-Key'] = key;
  if (body !== undefined && !isForm(body)) headers['Content-Type'] = 'application/json';
  const answer = await fetch(url, {
    method,
    headers,
    credentials: 'same-origin',
    // The site never sends a script elsewhere; whoever does is not the site.
    redirect: 'manual',
    keepalive: how.keepalive ?? false,
    signal,
    body: body === undefined ? undefined : isForm(body) ? body : JSON.stringify(body),
  });
  const isJson = /\bjson\b/.test(answer.headers.get('Content-Type') ?? '');
  if (answer.type === 'opaqueredirect' || answer.redirected || (answer.status >= 300 && answer.status < 400))
    throw elsewhere(answer.status);
  if (answer.ok && how.wants === 'nothing') {
    if (answer.status === 204 || isJson) return null;
    throw elsewhere(answer.status);
  }
  if (!isJson) throw answer.ok ? elsewhere(answer.status) : withoutWords(answer);
  const text = await textOf(answer);
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    throw cut(answer.status);
  }
  if (!answer.ok) throw new ApiError(data?.error ?? data ?? {}, answer.status, true);
  if (!isAsWanted(data, how.wants)) throw elsewhere(answer.status);
  return data;
}

/** @param {Response} answer */
async function textOf(answer) {
  try {
    return await answer.text();
  } catch (error) {
    if (/** @type {Error} */ (error).name === 'AbortError') throw error;
    throw cut(answer.status);
  }
}

/** @param {any} data @param {Wants} wants */
function isAsWanted(data, wants) {
  if (wants === 'nothing') return true;
  if (wants === 'list') return Array.isArray(data);
  return typeof data === 'object' && data !== null && !Array.isArray(data) && wants.every((key) => key in data);
}

/** @param {number} status */
const elsewhere = (status) =>
  new ApiError(
    {
      code: 'elsewhere',
      message: t(
        'Another page answered in place of the site. A network with a log-in page of its own does that: open it, then try again.',
      ),
    },
    status,
  );

/** @param {number} status */
const cut = (status) =>
  new ApiError(
    { code: 'cut', message: t('The answer of the site was cut off. Check your connection and try again.') },
    status,
  );

/** What a proxy before the site says has no words for people. @param {Response} answer */
function withoutWords({ status, headers }) {
  const seconds = Number(headers.get('Retry-After')) || 0;
  if (status === 401)
    return new ApiError({ code: 'logged_out', message: t('You are no longer logged in here.') }, status);
  if (status === 413)
    return new ApiError(
      { code: 'too_large', message: t('This is larger than the site takes. Shorten it and try again.') },
      status,
    );
  if (status === 429)
    return new ApiError(
      {
        code: 'too_many',
        message: seconds
          ? tn('Too many requests. Try again in {n} second.', 'Too many requests. Try again in {n} seconds.', seconds)
          : t('Too many requests. Try again in a moment.'),
        data: { seconds },
      },
      status,
    );
  if (status >= 500)
    return new ApiError(
      { code: 'unavailable', message: t('The site cannot answer just now. Try again in a moment.') },
      status,
    );
  return new ApiError({}, status);
}

/** @param {string} url @param {How} how */
export const get = (url, how) => request('GET', url, undefined, how);
/** @param {string} url @param {unknown} body undefined: an empty object @param {How} how */
export const post = (url, body, how) => request('POST', url, body ?? {}, how);
