/** How does a person continue alone from the position on the board? With a button that opens a sandbox of it. */
import { post } from 'app/api.js';
import { h, icon } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { siteUrl } from 'app/site_url.js';
import { trying } from 'app/trouble.js';

/** @param {{ match: string, step: () => number | null, fail: (error: Error) => void }} config */
export function createFork({ match, step, fail }) {
  const button = h(
    'button',
    { type: 'button', class: 'button slim', hidden: true, onclick: open },
    icon('route'),
    t('Try it from here'),
  );
  button.title = t('Opens a sandbox that begins with the position on the board: you play all seats, nobody sees it.');

  async function open() {
    const at = step();
    if (at === null) return;
    const form = new FormData();
    form.append('step', String(at));
    button.disabled = true;
    try {
      const url = siteUrl(`/tables/${match}/fork/`);
      location.assign((await trying('fork', () => post(url, form, { wants: ['url'] }), open)).url);
    } catch (error) {
      fail(/** @type {Error} */ (error));
    } finally {
      button.disabled = false;
    }
  }

  return button;
}
