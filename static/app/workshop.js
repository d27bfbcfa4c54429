/** Who draws the builder of a game's workshop? The game's own module; this page provides the element and the server's data. */
import { byId, h, replace } from 'app/dom.js';
import { load, t } from 'app/i18n.js';

/** @type {{ game: string, word: string, is_known: boolean, has_builder: boolean, most: number, shared: any }} */
const page = JSON.parse(document.getElementById('page')?.textContent ?? '{}');

async function mount() {
  const element = document.getElementById('workshop');
  if (!element || !page.has_builder) return;
  await load('app/workshop.js', `games/${page.game}/workshop.js`);
  try {
    const { mountWorkshop } = await import(`games/${page.game}/workshop.js`);
    await mountWorkshop(element, page);
    // The builder shows all of this itself, so hide the plain version, unless the builder shows an error.
    const { firstElementChild: drawn } = element;
    byId('without-builder').hidden = drawn !== null && !drawn.matches('.notice.bad');
  } catch (error) {
    replace(
      element,
      h('p', { class: 'notice bad' }, t('The builder could not be drawn. Load the page again, please.')),
    );
    console.warn('no builder', error);
  }
}

mount();
