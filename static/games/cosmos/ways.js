/** What are the ways to choose between, in words? Which there are is the engine's advice. */
import { t } from 'app/i18n.js';
import { KINDS } from './names.js';

/** @import { Advice, Forecast, Session } from './types' */

/** What each way is called, and its sign. @type {Record<Advice['way'], {name: () => string, sign: string}>} */
export const WAYS = {
  grow: { name: () => t('Grow'), sign: 'M12 21V9M12 13c-5 0-7-3-7-7 5 0 7 3 7 7zm0-3c0-4 2-6 7-6 0 4-2 6-7 6z' },
  wait: { name: () => t('Wait'), sign: 'M9 5v14M15 5v14' },
  strike: { name: () => t('Strike'), sign: KINDS.battleship.icon },
  weapon: { name: () => t('Bid'), sign: 'M12 3l2.5 6.5L21 12l-6.5 2.5L12 21l-2.5-6.5L3 12l6.5-2.5z' },
  scout: { name: () => t('Scout out'), sign: KINDS.scout.icon },
  defend: { name: () => t('Defend'), sign: 'M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6z' },
};

/** In few words, for the button. @type {Record<Advice['kind'], () => string>} */
const DEEDS = {
  hold: () => t('Spend nothing'),
  keep: () => t('Keep it'),
  take: () => t('Take it'),
  storm: () => t('Attack it'),
  save: () => t('Save for it'),
  bid: () => t('Bid so'),
  pause: () => t('Bid nothing'),
  mine: () => t('Build the miner'),
  stop: () => t('Build no more'),
  hunt: () => t('Hunt it'),
  strike: () => t('Burst there'),
  guard: () => t('Guard'),
  trace: () => t('Look there'),
  seek: () => t('Look there'),
  look: () => t('Build the scout'),
};

/** @param {Pick<Advice, 'kind'>} entry */
export const deedOf = ({ kind }) => DEEDS[kind]();
/** @param {Pick<Advice, 'way'>} entry */
export const wayOf = ({ way }) => WAYS[way].name();

/** Energy that it takes at once, or each round for a bid. @param {Advice} entry @returns {number} */
export const costOf = ({ price: { data } }) => Number(data?.price ?? data?.bid ?? data?.energy ?? 0);

/** Whether there are ways for somebody in this step: not for who only reads, nor for who is to find them. @param {Session} session */
export const isDue = (session) => !session.host.readonly && session.hasDraft() && session.host.info.kind !== 'lesson';

/** Whether somebody is to be told what is worth doing now. @param {Session} session */
export const isTold = (session) => isDue(session) && session.canOrder() && !!session.state.told;

/** The ways to go on from the draft, without a wait that is chosen. @param {Session} session @returns {Advice[]} */
export function adviceOf(session) {
  const told = /** @type {Forecast | null} */ (session.state.told);
  if (!isTold(session)) return [];
  const { waits, frame } = session.state;
  const waiting = Object.entries(waits).filter(([, { goal, step }]) => goal !== null || step === frame?.step);
  const chosen = new Set(waiting.map(([by, { goal }]) => `${by} ${goal ?? by}`));
  const isWait = (/** @type {Advice} */ { kind }) => kind === 'save' || kind === 'keep';
  return (told?.advice ?? []).filter((entry) => !isWait(entry) || !chosen.has(`${entry.by} ${entry.id}`));
}
