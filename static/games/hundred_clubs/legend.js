/**
 * What do the signs on the map mean? A legend of those that are there now, and of no others.
 */
import { h, replace } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { NOBODY, startsOfOthers, UNSEEN } from './position.js';
import { isRich } from './worth.js';

/** @import { Session, Heat } from './session.js' */
/** @typedef {[sign: string, words: string]} Entry sign: the class that draws it */

/** Pixels that a legend needs beside the map. */
const ROOM = 220;

export const HEAT_NAMES = /** @type {Record<Heat, () => string>} */ ({
  members: () => t('What each cell gives a round'),
  own: () => t('Influence of your campaigns'),
  attack: () => t('How nearly land falls to you'),
  defence: () => t('How well your land holds'),
  allies: () => t('Influence with allies’ capitals'),
  off: () => t('Nothing laid over the land'),
});

/** @param {Pick<import('./session.js').Shared, 'position' | 'plan' | 'heat' | 'club'>} shared @returns {Entry[]} */
export function legendOf({ position, plan, heat, club }) {
  if (!position) return [];
  const { owner, cut, lastOwner, view } = position;
  const isSeen = owner.some((whose) => whose !== UNSEEN);
  /** @type {[boolean, string, () => string][]} */
  const signs = [
    [plan !== null && heat !== 'off', `hcb-${heat}`, HEAT_NAMES[heat]],
    [!!plan?.sure.length, 'hcb-taken', () => t('surely won, if no club out of sight answers')],
    [!!plan?.likely.length, 'hcb-likely', () => t('likely won')],
    [!!plan?.broken.length, 'hcb-broken', () => t('broken, not connected')],
    [club !== null && view.last_round?.campaigns[club] !== undefined, 'hcb-past', () => t('influence in this round')],
    [view.phase === 'rounds' && isRich(position), 'hcb-rich', () => t('three points: 8 members a cell; two: 5')],
    [cut.includes(1), 'hcb-cut', () => t('cut off: no defence')],
    [isSeen && owner.includes(UNSEEN), 'hcb-unseen', () => t('not seen now')],
    [
      (view.phase === 'auction' || view.phase === 'birthplaces') && view.me !== null,
      'hcb-worth',
      () => t('the brighter, the more a birthplace there gives'),
    ],
    [startsOfOthers(position).length > 0, 'hcb-origin', () => t('here another club may have begun')],
    [
      lastOwner.some((whose, cell) => whose > NOBODY && owner[cell] === UNSEEN),
      'hcb-memory',
      () => t('owner last seen, with the round'),
    ],
  ];
  return signs.filter(([is]) => is).map(([, sign, words]) => [sign, words()]);
}

/** @param {Session} session @param {() => number} room pixels beside the map */
export function createLegend(session, room) {
  const { state } = session;
  const element = h('ul', { class: 'hcb-legend', 'aria-label': t('Legend'), hidden: true });
  let told = '';
  return {
    element,
    show() {
      const entries = legendOf(state);
      // Where it would lie over the map it shows with the letters only.
      element.hidden = entries.length === 0 || (!state.letters && room() < ROOM);
      const text = JSON.stringify(entries);
      if (text === told) return;
      told = text;
      replace(
        element,
        ...entries.map(([sign, words]) => h('li', null, h('span', { class: `hcb-key ${sign}` }), words)),
      );
    },
  };
}
