/** What is the one next thing to do, and where on the chart? What needs somebody comes first, then what the server advises. */
import { t } from 'app/i18n.js';
import { adviceOf, deedOf } from './advice.js';
import { needsOf } from './warnings.js';

/** @import { Session } from './types' */

/** @param {Session} session @returns {{id: number, words: string} | null} who it is about, and what to do there in few words; null: nothing waits */
export function nextOf(session) {
  if (!session.hasDraft() || !session.canOrder()) return null;
  const needs = needsOf(session);
  const harm = needs.find(({ rests }) => !rests);
  if (harm) return { id: harm.id, words: harm.key.startsWith('bids end') ? t('bid on') : t('look here') };
  const [best] = adviceOf(session);
  if (best) return { id: best.id, words: deedOf(best) };
  const [idle] = needs;
  return idle ? { id: idle.id, words: t('tell it what to do') } : null;
}
