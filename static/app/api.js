/**
 * How does a page talk HTTP to its own site? JSON both ways, the CSRF token added, refusals as `ApiError`.
 *
 * @typedef {import("../types").Refusal} Refusal
 */
import { csrfToken } from 'app/csrf.js';
import { t } from 'app/i18n.js';

/** A refusal in words: `code`, `path` (the wrong field), `message`, HTTP `status` (0: not reached). */
export class ApiError extends Error {
  /** @param {Partial<Refusal>} refusal @param {number} status */
  constructor(refusal, status) {
    super(refusal.message || t('Something went wrong. Nothing was changed; please try again.'));
    this.code = refusal.code ?? 'error';
    this.path = refusal.path ?? '';
    this.data = refusal.data ?? {};
    this.status = status;
  }
}

/**
 * @param {string} method @param {string} url @param {unknown} [body] sent as JSON; a FormData as it is
 * @param {{ keepalive?: boolean, signal?: AbortSignal }} [how] `keepalive`: sent even if the page is closed meanwhile; `signal` aborts the request
 * @returns {Promise<any>} the answer's JSON, or null if it has none
 */
export async function request(method, url, body, how = {}) {
  /** @type {Record<string, string>} */
  const headers = { Accept: 'application/json' };
  if (method !== 'GET') headers['X-CSRFToken'] = csrfToken();
  const isForm = typeof FormData !== 'undefined' && body instanceof FormData;
  if (body !== undefined && !isForm) headers['Content-Type'] = 'application/json';
  let answer;
  try {
    answer = await fetch(url, {
      method,
      headers,
      credentials: 'same-origin',
      keepalive: how.keepalive ?? false,
      signal: how.signal,
      body: body === undefined ? undefined : isForm ? /** @type {FormData} */ (body) : JSON.stringify(body),
    });
  } catch {
    throw new ApiError(
      { code: 'offline', message: t('The site cannot be reached. Check your connection and try again.') },
      0,
    );
  }
  const isJson = answer.headers.get('Content-Type')?.includes('json');
  const data = isJson ? await answer.json() : null;
  if (!answer.ok) throw new ApiError(data?.error ?? data ?? {}, answer.status);
  return data;
}

/** @param {string} url @param {{ signal?: AbortSignal }} [how] */
export const get = (url, how) => request('GET', url, undefined, how);
/** @param {string} url @param {unknown} [body] @param {{ keepalive?: boolean }} [how] */
export const post = (url, body, how) => request('POST', url, body ?? {}, how);
