/** What has the reader achieved with this match? A card in its end, a moment after it: the site looks through the match then. */
import { get } from 'app/api.js';
import { h, icon, replace } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { siteUrl } from 'app/site_url.js';

/** Milliseconds until it is asked, again and again, whether the match has been looked through. */
const LOOKS = [500, 1_500, 4_000, 15_000, 40_000];

/**
 * @typedef {{ game: string, key: string, name: string, text: string, icon: string }} Earned
 * @typedef {{ key: string, stars: { name: string, text: string, is_had: boolean }[] }} Stop
 * @param {string} match @param {Element} place @param {(text: string) => void} announce @param {() => void} onShown
 */
export async function showEarned(match, place, announce, onShown) {
  for (const pause of LOOKS) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    try {
      const {
        is_counted: isCounted,
        earned,
        stop,
      } = await get(siteUrl(`/api/matches/${match}/achievements/`), {
        wants: ['is_counted', 'earned'],
      });
      if (!isCounted) continue;
      if (!earned.length && !stop) return;
      replace(place, stop && starLine(stop), earned.length > 0 && card(earned));
      /** @type {HTMLElement} */ (place).hidden = false;
      if (earned.length)
        announce(t('You earned: {names}', { names: earned.map((/** @type {Earned} */ one) => one.name).join(', ') }));
      onShown();
      return;
    } catch {
      // It is asked again; until then the end is shorter, nothing else.
    }
  }
}

/** Which stars of the path the reader has, and what those that are still open ask for. @param {Stop} stop */
export const starLine = ({ stars }) => [
  h(
    'p',
    { class: 'end-stars' },
    h('span', null, t('Stars of the path:')),
    stars.map((star) =>
      h(
        'span',
        { class: `star${star.is_had ? ' had' : ''}`, title: star.text },
        icon('star'),
        h('span', null, star.name),
        h('span', { class: 'visually-hidden' }, ` ${star.is_had ? t('achieved') : t('still open')}`),
      ),
    ),
  ),
  stars.some(({ is_had: isHad }) => !isHad) &&
    h(
      'ul',
      { class: 'bare end-open small muted' },
      stars
        .filter(({ is_had: isHad }) => !isHad)
        .map(({ name, text }) => h('li', null, t('{name}, still open: {text}', { name, text }))),
    ),
];

/** @param {Earned[]} earned */
const card = (earned) => [
  h('h3', { class: 'end-earned-title' }, t('You earned')),
  h(
    'ul',
    { class: 'bare' },
    earned.map((one) =>
      h(
        'li',
        null,
        icon(one.icon),
        h('a', { href: addressOf(one) }, one.name),
        h('span', { class: 'small muted' }, one.text),
      ),
    ),
  ),
];

/** Where it stands among the others of its game, or of the site. @param {Earned} one */
const addressOf = ({ game, key }) =>
  game ? siteUrl(`/games/${game}/achievements/#${key}`) : siteUrl(`/achievements/#${key}`);
