/**
 * A guest in a match of days is known by a cookie only: where can they keep a way back? A notice, until they have one or put it away in this browser.
 * The page has its address for such guests alone.
 */
import { pageData } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { keptAt } from 'app/kept.js';

const away = keptAt('way_back');

/** The notice, if there is something to say. @param {() => void} again called when it was put away */
export function wayBackNotices(again) {
  const { match, way_back: href } = pageData('page');
  if (!href || isAway(match)) return [];
  return [
    {
      key: 'way_back',
      text: t('This match takes days, and only a cookie in this browser knows you.'),
      button: t('Not now'),
      press: () => {
        putAway(match);
        again();
      },
      link: { href, text: t('Keep a way back') },
    },
  ];
}

let isPutAway = false;

/** @param {string} match */
const isAway = (match) => isPutAway || away.read() === match;

/** @param {string} match */
function putAway(match) {
  // Where nothing can be kept it stays away while the page is open.
  isPutAway = true;
  away.write(match);
}
