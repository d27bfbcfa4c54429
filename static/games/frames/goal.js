/** What wins a match of Frames, how far is it, and what should somebody know in the first steps? */
import { join, number, t, tn } from 'app/i18n.js';
import { conditionName, seatWords, sentence } from './words.js';

/** Ways to win that compare totals. */
const COMPARES = ['arms_race', 'lingering'];

/** @param {import('../../types').Frame} frame */
export function goal({ view }) {
  if (!view.victory.length) return t('Each seat chooses a way to win, and both count for both');
  const course = { ways: join(view.victory.map(conditionName)), round: view.round, last: view.options.max_rounds };
  const said = [t('Wins: {ways} · round {round} of {last}', course)];
  if (!view.race) return said[0];
  const { totals, shares, ahead, raid_steps: steps } = view.race;
  const near = view.you ?? 0;
  const pair = (/** @type {(number | null)[]} */ by) => ({ own: by[near] ?? '–', enemy: by[1 - near] ?? '–' });
  const isCompared = view.victory.some((/** @type {string} */ way) => COMPARES.includes(way));
  // What is compared in the end is what is told: fleets of different size are not by their hit points.
  if (isCompared && shares) said.push(shareWords(pair(shares.map(percent)), view.options.arms_race_measure));
  else said.push(t('hit points {own} to {enemy}', pair(totals)));
  if (isCompared) said.push(aheadWords(ahead, view.you));
  if (view.victory.includes('raid')) said.push(...raidWords(steps, view.you));
  return said.join(' · ');
}

/** How near the nearest mech of each side is to the other warship; a side without a mech on the table has nothing to say. @param {(number | null)[]} steps @param {number | null} you */
const raidWords = (steps, you) =>
  [you ?? 0, 1 - (you ?? 0)].flatMap((seat) => {
    const n = steps[seat];
    if (n === null) return [];
    if (you === null)
      return [tn('{seat}: {n} step to a raid', '{seat}: {n} steps to a raid', n, { seat: sentence(seatWords(seat)) })];
    if (seat === you) return [tn('{n} step to your raid', '{n} steps to your raid', n)];
    return [tn('{n} step to the enemy raid', '{n} steps to the enemy raid', n)];
  });

/** Who leads where totals are compared. @param {number | null} ahead a seat @param {number | null} you */
function aheadWords(ahead, you) {
  if (ahead === null) return t('nobody ahead');
  if (you === null) return t('{seat} ahead', { seat: seatWords(ahead) });
  return ahead === you ? t('you are ahead') : t('the enemy is ahead');
}

/** @param {{own: any, enemy: any}} shares @param {string} measure an option of the match */
const shareWords = (shares, measure) =>
  measure === 'fleet'
    ? t('left of the fleets {own} to {enemy}', shares)
    : t('left for the size of the warships {own} to {enemy}', shares);

/** @param {number} thousandths */
const percent = (thousandths) => t('{percent} %', { percent: number(thousandths / 10) });

/** What of both sides was compared, where that decided and hit points do not say it. @param {import('../../types').Frame} frame */
export function deciding({ view: { outcome, race, options } }) {
  if (!race?.shares || !['stalemate', ...COMPARES].includes(outcome?.reason)) return null;
  const name =
    options.arms_race_measure === 'fleet' ? t('Left of the fleet, in %') : t('Left for the size of the warship, in %');
  return { name, values: race.shares.map((/** @type {number} */ share) => share / 10) };
}

/** What a phase of a first match asks for. */
const HINTS = {
  fleet: () => t('One press leads to the table. Whoever wants to choose finds all fleets below it.'),
  victory: () => t('Take the way that your fleet is best at: the enemy may win by it as well.'),
  deploy: () => t('Send out a mech first: press it below, then a deck of your warship, then its pilot.'),
  advance: () => t('Press a mech, then a lit area to move or an enemy to attack. Then end the turn.'),
  turn: () => t('Spend your action points: fire the warship, send out a mech, move it, attack with it, draw cards.'),
  window: () => t('Answer when the other one acts: a window opens for a reaction, and passing is an answer too.'),
};
/** Rounds in which somebody is new to turns and answers. */
const NEW = 2;

/** By what is asked of this seat. @param {import('../../types').Frame} frame */
export function hint({ view }) {
  const key = asked(view);
  return key ? { key, text: HINTS[key]() } : null;
}

/** @param {Record<string, any>} view @returns {keyof typeof HINTS | null} */
function asked({ phase, round, active, window, you, seats }) {
  if (phase === 'fleet' || phase === 'victory') return phase;
  if (round > NEW) return null;
  if (phase === 'window') return window.seat === you ? 'window' : null;
  if (phase === 'plan') return 'turn';
  if (phase !== 'main' || active !== you) return null;
  return seats[you].mechs.some((/** @type {any} */ { where }) => where === 'board') ? 'advance' : 'deploy';
}
