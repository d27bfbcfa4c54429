/**
 * What is on of a game: the page asks every few seconds while somebody looks at it, and shows the next step, or the next match when this one has ended.
 * The picture that is shown stays until the next one is there.
 */
import { get } from 'app/api.js';
import { onWaking } from 'app/waking.js';

/**
 * @param {HTMLElement} place with `data-url`, `data-every` in seconds and `data-mark`
 * @param {{ ask?: (url: string, how: import('app/api.js').How) => Promise<{ mark: string, html: string }>, isHidden?: () => boolean }} [config] replaced in tests
 */
export function createChannel(place, config = {}) {
  const ask = config.ask ?? get;
  const isHidden = config.isHidden ?? (() => document.hidden);

  async function look() {
    if (isHidden()) return;
    try {
      const { mark, html } = await ask(place.dataset.url ?? '', { wants: ['mark', 'html'], isForAnybody: true });
      if (mark === place.dataset.mark) return;
      place.dataset.mark = mark;
      const fresh = document.createElement('template');
      fresh.innerHTML = html;
      const isThere = place.contains(document.activeElement);
      place.replaceChildren(fresh.content);
      // Whoever is at the link to the match stays there.
      if (isThere) /** @type {HTMLElement | null} */ (place.querySelector('a'))?.focus();
    } catch {
      // What was on stays; it is asked for again.
    }
  }

  return { look };
}

const place = typeof document === 'undefined' ? null : document.getElementById('tv');
if (place) {
  const { look } = createChannel(place);
  setInterval(look, Number(place.dataset.every) * 1000);
  onWaking(look);
}
