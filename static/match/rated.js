/** What has the match done to ratings? Written beside the names of the ranking, a moment after the end: the site rates it then. */
import { get } from 'app/api.js';
import { h } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { siteUrl } from 'app/site_url.js';

/** Milliseconds until it is asked, again and again, whether the match has been rated. */
const LOOKS = [300, 1_500, 4_000, 15_000, 30_000];

/**
 * @typedef {{ seat: number, before: number, points: number, change: number, is_provisional: boolean }} Effect
 * @param {string} match @param {Element} box whose list items carry the number of their seat
 */
export async function showChanges(match, box) {
  for (const pause of LOOKS) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    try {
      const { verdict, changes } = await get(siteUrl(`/api/matches/${match}/ratings/`), {
        wants: ['verdict', 'changes'],
      });
      if (verdict === 'unrated') continue;
      for (const effect of changes) write(box, effect);
      return;
    } catch {
      // The card is shorter, nothing else.
      return;
    }
  }
}

/** @param {Element} box @param {Effect} effect */
function write(box, { seat, points, change, is_provisional: isProvisional }) {
  const line = box.querySelector(`[data-seat="${seat}"]`);
  if (!line || line.querySelector('.rating')) return;
  const signed = change > 0 ? `+${change}` : change < 0 ? `−${-change}` : '±0';
  line.append(
    h(
      'span',
      { class: 'rating' },
      h('span', { class: 'visually-hidden' }, `${t('Rating')} `),
      `${points}${isProvisional ? '?' : ''} (${signed})`,
    ),
  );
}
