/** What wins a match of Hundred Clubs, how far is it, and what should somebody know in the first rounds? */
import { t } from 'app/i18n.js';

/** @param {import('../../types').Frame} frame */
export function goal({ view }) {
  const course = { round: view.round, last: view.rounds };
  if (!view.round) return t('The largest income after round {last} wins', course);
  if (!view.me) return t('Largest income wins · round {round} of {last}', course);
  return t('Largest income wins: yours {n} · round {round} of {last}', { ...course, n: view.me.income });
}

export const hints = [
  () =>
    t('Choose a cell at the edge of your land and put a campaign on it: what is hatched would be yours. Then Ready.'),
  () => t('Members are your income: a dormitory cell has 8, a road 2. Money that is left at the end wins nothing.'),
  () => t('Keep your land joined to your capital. What is cut off does not defend itself.'),
];
