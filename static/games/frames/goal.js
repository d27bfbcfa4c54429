/** What wins a match of Frames, how far is it, and what should somebody know in the first steps? */
import { join, t } from 'app/i18n.js';
import { conditionName } from './words.js';

/** @param {import('../../types').Frame} frame */
export function goal({ view }) {
  if (!view.victory.length) return t('Each seat chooses a way to win, and both count for both');
  const params = { ways: join(view.victory.map(conditionName)), round: view.round, last: view.options.max_rounds };
  return t('Wins: {ways} · round {round} of {last}', params);
}

export const hints = [
  () => t('Choose a fleet first: any of the ready-made ones will do. Then choose a way to win.'),
  () => t('Choose a way to win. What the other one chooses counts for you too, and yours for both.'),
  () => t('Spend your action points: fire the warship, send out a mech, move it, attack with it, draw cards.'),
  () => t('Answer when the other one acts: a window opens for a reaction, and passing is an answer too.'),
];
