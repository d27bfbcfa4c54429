/** Where on the chart is something to do next? What needs somebody comes first, then the ways that the server offers. */
import { t } from 'app/i18n.js';
import { needsOf } from './warnings.js';
import { adviceOf, wayOf } from './ways.js';

/** @import { Session } from './types' */
/** @typedef {{id: number, box: import('kit/labels.js').Box}} Tag */

/** What a need is, by the first word of its key: only who can fall to somebody is in danger. @type {Record<string, () => string>} */
const HARMS = {
  bare: () => t('in danger'),
  void: () => t('bursts in vain'),
  shared: () => t('hits your own'),
  fails: () => t('cannot do it'),
  bid: () => t('bids in vain'),
  ends: () => t('bids end'),
};

/**
 * Who would go where by the way that is open: a ship, or one that a planet builds. null: nobody goes anywhere, or no way is open.
 * @param {import('./types').Advice | null | undefined} open the way @returns {{by: number, id: number, to: [number, number] | null, moves: boolean} | null} `to`: a place; null: to whom it is about; `moves`: it leaves the way on which it is
 */
export function proposedBy(open) {
  const { by, id, orders } = open ?? {};
  const rules = orders?.standing?.find((one) => one.id === by);
  const later = Object.values(orders?.defaults ?? {}).find((one) => one.movement?.type === 'pursue');
  const movement = rules?.movement ?? later?.movement;
  if (by === undefined || id === undefined || !movement) return null;
  if (movement.type === 'move_to') return { by, id, to: movement.to ?? null, moves: true };
  return movement.type === 'pursue' && id !== by ? { by, id, to: null, moves: !!rules?.movement } : null;
}

/** Where the words of what is to be done lie over the chart, as they were painted last. @type {WeakMap<object, Tag[]>} */
const tags = new WeakMap();

/** @param {object} state of the session @param {Tag[]} laid */
export const layTags = (state, laid) => tags.set(state, laid);

/** Whom the words are about at a point of the board; null: no words lie there. @param {object} state @param {readonly [number, number]} at */
export function taggedAt(state, [x, y]) {
  const isIn = (/** @type {Tag} */ { box }) =>
    x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height;
  return tags.get(state)?.find(isIn)?.id ?? null;
}

/** @param {Session} session @returns {{id: number, words: string}[]} who each is about, nobody twice, and what to do there in few words */
export function nextOf(session) {
  if (!session.hasDraft() || !session.canOrder()) return [];
  const needs = needsOf(session);
  const harm = needs.find(({ rests }) => !rests);
  if (harm) return [{ id: harm.id, words: HARMS[harm.key.split(' ')[0]]() }];
  /** @type {Map<number, string[]>} */
  const places = new Map();
  for (const entry of adviceOf(session)) places.set(entry.id, [...(places.get(entry.id) ?? []), wayOf(entry)]);
  const ways = [...places].map(([id, words]) => ({ id, words: words.join(' · ') }));
  const [idle] = needs;
  return ways.length || !idle
    ? ways
    : [{ id: idle.id, words: (HARMS[idle.key.split(' ')[0]] ?? (() => t('tell it what to do')))() }];
}
