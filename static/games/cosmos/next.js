/** Where on the chart is something to do next? What needs somebody comes first, then the ways that the server offers. */
import { t } from 'app/i18n.js';
import { needsOf } from './warnings.js';
import { adviceOf, wayOf } from './ways.js';

/** @import { Session } from './types' */

/** @param {Session} session @returns {{id: number, words: string}[]} who each is about, nobody twice, and what to do there in few words */
export function nextOf(session) {
  if (!session.hasDraft() || !session.canOrder()) return [];
  const needs = needsOf(session);
  const harm = needs.find(({ rests }) => !rests);
  if (harm) return [{ id: harm.id, words: harm.key.startsWith('bids end') ? t('bid on') : t('in danger') }];
  /** @type {Map<number, string[]>} */
  const places = new Map();
  for (const entry of adviceOf(session)) places.set(entry.id, [...(places.get(entry.id) ?? []), wayOf(entry)]);
  const ways = [...places].map(([id, words]) => ({ id, words: words.join(' · ') }));
  const [idle] = needs;
  return ways.length || !idle ? ways : [{ id: idle.id, words: t('tell it what to do') }];
}
