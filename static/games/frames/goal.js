/** What wins a match of Frames, how far is it, and what should somebody know in the first steps? */
import { number, t, tn } from 'app/i18n.js';
import { keyOf, shipArea } from './position.js';
import { seatWords, sentence } from './words.js';

/** Ways to win that compare totals. */
const COMPARES = ['arms_race', 'lingering'];
/** So many steps from a raid a mech is told of. */
const NEAR = 3;

/** What somebody has to do for each way. @type {Record<string, (view: any) => string>} */
const AIMS = {
  raid: () => t('reach the enemy warship'),
  annihilation: ({ victory }) =>
    victory[0] === 'raid' ? t('destroy it and its mechs') : t('destroy the enemy warship and its mechs'),
  arms_race: ({ race, options: { arms_race_round: n } }) =>
    race?.shares ? t('be stronger after round {n}', { n }) : t('have more hit points after round {n}', { n }),
  lingering: ({ race, options: { arms_race_round: n } }) =>
    race?.shares ? t('be weaker after round {n}', { n }) : t('have fewer hit points after round {n}', { n }),
};

/** What wins, in one clause. @param {any} view */
const waysOf = (view) =>
  view.victory
    .map((/** @type {string} */ way) => AIMS[way]?.(view) ?? '')
    .reduce((/** @type {string} */ first, /** @type {string} */ last) => t('{first}, or {last}', { first, last }));

/** @param {import('../../types').Frame} frame */
export function goal({ view }) {
  if (!view.victory.length) return t('Each seat chooses a way to win, and both count for both');
  const said = [t('Win: {ways}', { ways: waysOf(view) })];
  if (!view.race) return said[0];
  // Who is about to raid ends the match before who is ahead does: one of both is told, on one line.
  const raids = view.victory.includes('raid') ? raidWords(view.race.raid_steps, view.you) : [];
  if (raids.length) said.push(...raids);
  else if (view.victory.some((/** @type {string} */ way) => COMPARES.includes(way))) said.push(aheadWords(view));
  return said.join(' · ');
}

/** How near a mech is to the other warship, once it is: of the side that is nearer, or of both. @param {(number | null)[]} steps @param {number | null} you */
const raidWords = ([first, second], you) => {
  if (first === second && first !== null && first <= NEAR)
    return [tn('both raids in {n} step', 'both raids in {n} steps', first)];
  return [you ?? 0, 1 - (you ?? 0)].flatMap((seat) => {
    const [n, other] = seat ? [second, first] : [first, second];
    if (n === null || n > NEAR || n > (other ?? n)) return [];
    if (you === null)
      return [tn('{seat}: {n} step to a raid', '{seat}: {n} steps to a raid', n, { seat: sentence(seatWords(seat)) })];
    if (seat === you) return [tn('{n} step to your raid', '{n} steps to your raid', n)];
    return [tn('{n} step to the enemy raid', '{n} steps to the enemy raid', n)];
  });
};

/** Who leads in what is compared; how much is left of each stands with the seats. @param {any} view */
function aheadWords({ race: { ahead }, you }) {
  if (ahead === null) return t('nobody leads');
  if (you === null) return t('{seat} leads', { seat: seatWords(ahead) });
  return ahead === you ? t('you lead') : t('enemy leads');
}

/** Shares in whole percent, or with a decimal where they would look alike. @param {number[]} thousandths */
function percents(thousandths) {
  const whole = thousandths.map((share) => Math.round(share / 10));
  return (whole[0] === whole[1] ? thousandths.map((share) => share / 10) : whole).map((n) =>
    t('{percent} %', { percent: number(n) }),
  );
}

/** What one side has in play, as sides are compared: its warship and its mechs on the board. @param {any} view @param {number} seat */
export function shareWords({ race, victory }, seat) {
  if (!race || !victory.some((/** @type {string} */ way) => COMPARES.includes(way))) return '';
  return race.shares
    ? t('Strength in play: {percent}', { percent: percents(race.shares)[seat] })
    : tn('{n} hit point counts', '{n} hit points count', race.totals[seat]);
}

/** What ended a match in which nothing was compared. @type {Record<string, () => string>} */
const FACTS = {
  raid: () => t('The warship is boarded'),
  annihilation: () => t('A whole fleet is destroyed'),
};

/** How many mechs of a side stand in the ship area of the other. @param {any} side */
const raiders = ({ seat, mechs }) =>
  mechs.filter((/** @type {any} */ { at, where }) => where === 'board' && keyOf(at) === shipArea(1 - seat)).length;

/** The turn that a frame belongs to; in Blitz both seats act at once. @param {import('../../types').Frame} frame */
export const turnOf = ({ view }) => (view.mode === 'turns' ? view.turn : null);

/** What of both sides was compared, where that decided and hit points do not say it. @param {import('../../types').Frame} frame */
export function deciding({ view: { outcome, race, options, seats } }) {
  const fact = FACTS[outcome?.reason]?.();
  // Hit points say nothing of a raid: who has fewer may well have won by it.
  const aboard = outcome?.reason === 'raid' ? seats.map(raiders) : [];
  if (aboard.some(Boolean)) return { fact, name: t('Mechs aboard'), values: aboard };
  if (fact) return { fact };
  if (!race?.shares || !['stalemate', ...COMPARES].includes(outcome?.reason)) return null;
  const name =
    options.arms_race_measure === 'fleet' ? t('Strength in play, in %') : t('Left for the size of the warship, in %');
  return { name, values: race.shares.map((/** @type {number} */ share) => share / 10) };
}

/** What to press, by what is proposed or in hand; buttons by the names that stand on them. @type {Record<string, (button: string) => string>} */
const HINTS = {
  fleet: (button) => t('Press {button}: it chooses this fleet for you. Others stand below it.', { button }),
  shown: (button) => t('Press {button} to play with this fleet, or look at another.', { button }),
  victory: () => t('Press the way that your fleet is best at: the enemy may win by it as well.'),
  deploy: (button) => t('Press {button}, or a lit deck of your warship: a mech comes out with a pilot.', { button }),
  operate_all: (button) => t('Press {button}: each of your mechs moves or attacks once.', { button }),
  operate_one: (button) => t('Press {button}, or one of your mechs: it moves or attacks.', { button }),
  advised: () => t('The filled order is worth most now. Press it, or do as you like.'),
  extra: () =>
    t('Before your turn ends, what glows may act once more. Press where it goes, or leave it and press Finish.'),
  mech: () => t('Press one of your mechs, on the table or in the row of buttons: each acts once.'),
  fire: (button) => t('Press {button}, or your warship: it shoots at an enemy.', { button }),
  end_turn: (button) => t('There is nothing left to do: press {button}.', { button }),
  finish: (button) => t('There is nothing left to do: press {button}.', { button }),
  other: () => t('Press an action, one of your mechs or a card. What glows can be used now.'),
  picked: () => t('Press what you want, on the table or in the row of buttons. Nothing is given yet.'),
  drafted: (button) => t('The order is noted. It happens once you press {button}.', { button }),
  own_window: (button) =>
    t('Your shot has landed, and a card may add to it. Press one, or press {button}.', { button }),
  window: (button) =>
    t('The other side has acted, and you may answer it with a card. Press it, or press {button}.', { button }),
};
/** Rounds in which somebody is new to turns. */
const NEW = 3;

/** What a newcomer is told. @param {string} key @param {string} [button] @param {string} [group] what is put away together */
export const hintOf = (key, button = '', group = key) => ({ key: group, text: (HINTS[key] ?? HINTS.other)(button) });

/** The same in the turns of the first rounds; null: later. @param {any} view @param {string | null} key @param {string} [button] */
export function turnHint(view, key, button) {
  if (view.round > NEW) return null;
  const hint = hintOf(key ?? 'other', button, 'turn');
  return view.round === 1 && key === 'advised' && view.victory.length ? { ...hint, text: firstWords(view) } : hint;
}

/** What somebody is told who has never had a turn: whose it is, what wins, what the filled order is. @param {any} view */
const firstWords = (view) =>
  t('Your turn. To win, {ways}. The filled order is the best one now: a press puts it up, the next one gives it.', {
    ways: waysOf(view),
  });
