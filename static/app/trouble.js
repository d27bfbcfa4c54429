/**
 * What does a person read when the site cannot be asked, or takes them for somebody else? One card over every page, for all that was
 * tried: why, and the ways on, to log in and come back, to load the page again, to try again. What was typed stays where it is.
 */
import { ApiError } from 'app/api.js';
import { h, icon, replace } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { siteUrl } from 'app/site_url.js';

/** What failed and has not succeeded since, with the way to try it again. @type {Map<string, (() => unknown) | undefined>} */
const open = new Map();

const here = () => location.pathname + location.search + location.hash;

/** The address at which somebody logs in and comes back to this page. */
export const loginAddress = () =>
  `${document.documentElement.dataset.login ?? siteUrl('/accounts/login/')}?next=${encodeURIComponent(here())}`;

/** Loads this page again. */
export const reload = () => location.reload();

const box = () => document.getElementById('trouble');

/**
 * Does something with the site. What goes wrong on the way there is told on the card; the error comes to the caller as well, for its own
 * state. What the site itself refuses is the caller's to tell.
 * @template T @param {string} what names the thing that is tried: its next success takes the card away @param {() => Promise<T>} act
 * @param {() => unknown} [again] tries it again, as the person wishes @returns {Promise<T>}
 */
export async function trying(what, act, again) {
  try {
    const done = await act();
    over(what);
    return done;
  } catch (error) {
    if (error instanceof ApiError && error.isTrouble) {
      error.isTold = true;
      tell(what, error, again);
    } else over(what);
    throw error;
  }
}

/** @param {string} what @param {ApiError} error @param {() => unknown} [again] */
function tell(what, error, again) {
  const place = box();
  if (!place) return;
  open.set(what, again);
  const tries = [...open.values()].filter((one) => one !== undefined);
  const title = t('Close');
  replace(
    place,
    h('p', { class: 'trouble-words' }, wordsOf(error)),
    h(
      'div',
      { class: 'row trouble-ways' },
      error.needsLogin && h('a', { class: 'button slim primary', href: loginAddress() }, t('Log in again')),
      error.needsReload &&
        h('button', { type: 'button', class: 'button slim', onclick: reload }, t('Load the page anew')),
      error.canRepeat &&
        tries.length > 0 &&
        h('button', { type: 'button', class: 'button slim', onclick: repeat }, t('Try again')),
    ),
    h('button', { type: 'button', class: 'tool trouble-close', 'aria-label': title, title, onclick: close }, icon('x')),
  );
  place.hidden = false;
}

/** @param {ApiError} error */
function wordsOf(error) {
  if (error.needsLogin)
    return t('You are no longer logged in here. What you typed is kept; log in again and you come back to it.');
  return error.message;
}

/** The page is not of the one who is logged in now. @param {string} words */
export const tellOfAnother = (words) => tell('person', new ApiError({ code: 'other_person', message: words }, 401));

function repeat() {
  const tries = [...open.values()];
  close();
  for (const again of tries) again?.();
}

function close() {
  open.clear();
  const place = box();
  if (!place) return;
  place.hidden = true;
  replace(place);
}

/** It has succeeded, or is not wanted any more. @param {string} what */
export function over(what) {
  if (open.delete(what) && open.size === 0) close();
}
