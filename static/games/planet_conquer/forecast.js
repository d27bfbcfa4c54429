/**
 * What did the server foresee for these drafts? Puts its forecast into words; works nothing out itself. A forecast that belongs to
 * other drafts says nothing.
 */
import { t } from 'app/i18n.js';
import { seatLetter } from 'board/marks.js';
import { seatName, tacticName } from './names.js';

/** @import { Advice, Foreseen, ForeseenBattle, ForeseenMove, MatchInfo, Move, PlanetConquerView } from './types' */

/** What the forecast says of one move of the draft, or of its teleport. @param {Foreseen | null} forecast @param {Move} wanted @param {number} index -1: the teleport @returns {ForeseenMove | null} */
export function foreseen(forecast, wanted, index) {
  const move = index < 0 ? forecast?.teleport : forecast?.moves[index];
  const isSame = move?.from === wanted.from && move.to === wanted.to && move.units === wanted.units;
  return move && isSame ? move : null;
}

/** How it ends for the seat, for the number on the arrow: a tick where nobody dies, what is left, or a cross; of a planet that was never seen nobody can say. What it needs, the words of `moveForecast` say. @param {ForeseenMove | null} move @param {number | null} seat @param {string} [seen] how the planet is seen @returns {{text: string, good: boolean | null} | null} */
export function outcomeMark(move, seat, seen = 'now') {
  if (!move) return null;
  if (seen === 'never' && move.battle) return { text: '?', good: null };
  const { battle, units } = move;
  if (battle?.winner !== seat) return { text: '✕', good: false };
  if (battle.owner === seat) return null;
  return { text: battle.survivors >= units ? '✓' : `▸${battle.survivors}`, good: true };
}

/** @param {ForeseenMove | null} move @param {PlanetConquerView} view @param {MatchInfo} info @returns {string} */
export function moveForecast(move, view, info) {
  if (!move) return '';
  const arrival =
    move.arrives !== null && move.battle ? [t('arrives at the end of round {round}', { round: move.arrives })] : [];
  return [...arrival, fateForecast(move, view, info)].join(' · ');
}

/** The same without the round, for lines that say it already. @param {ForeseenMove | null} move @param {PlanetConquerView} view @param {MatchInfo} info @returns {string} */
export function fateForecast(move, view, info) {
  if (!move) return '';
  if (move.arrives === null || !move.battle) return t('if nothing changes: does not arrive');
  const { winner, survivors, needs, owner } = move.battle;
  const facts = { needs, left: survivors, seat: winner === null ? '' : seatName(winner, info) };
  if (winner === view.seat && owner === view.seat) return t('if nothing changes: {left} there then', facts);
  if (winner === view.seat) return t('if nothing changes: {left} left', facts);
  if (winner === null) return t('if nothing changes: nobody left, needs {needs}', facts);
  return t('if nothing changes: lost to {seat}, needs {needs}', facts);
}

/** A planet in the next rounds. @param {Foreseen | null} forecast @param {number} id @param {number | null} seat @returns {{round: number, words: string}[]} */
export function planetForecast(forecast, id, seat) {
  const found = forecast?.planets.find(({ planet }) => planet === id);
  if (!forecast || !found) return [];
  return found.next.map(({ owner, units }, i) => ({
    round: forecast.round + 1 + i,
    words: owner === null || owner === seat ? String(units) : `${seatLetter(owner)} ${units}`,
  }));
}

/**
 * An own planet when the draft and standing routes have left: what stays, what grows there next and what is there then, if it is still one's own.
 * @param {Foreseen | null} forecast @param {PlanetConquerView} view @param {number} id @returns {{stay: number, grows: number | null, next: number | null, isLost: boolean} | null} null: nobody foresees it
 */
export function leftOn(forecast, { round, seat }, id) {
  const row = forecast?.round === round ? forecast.left.find(({ planet }) => planet === id) : undefined;
  if (!row) return null;
  const [next] = forecast?.planets.find(({ planet }) => planet === id)?.next ?? [];
  const isLost = !!next && next.owner !== seat;
  return { stay: row.units, grows: row.grows, next: !next || isLost ? null : next.units, isLost };
}

/** What becomes of a planet that all units leave: it is nobody's then, unless others arrive. @param {Foreseen | null} forecast @param {PlanetConquerView} view @param {{id: number, name: string}} planet */
export function emptiedWords(forecast, view, { id, name }) {
  const isHeld = (leftOn(forecast, view, id)?.next ?? null) !== null;
  return isHeld
    ? t('leaves {planet} empty', { planet: name })
    : t('⚠ leaves {planet} empty: you lose it', { planet: name });
}

/**
 * The battles to which fleets are under way, one a planet: the first that loses one's own, else the last.
 * @param {Foreseen | null} forecast @param {PlanetConquerView} view @returns {ForeseenBattle[]}
 */
export function comingBattles(forecast, { seat, round }) {
  if (forecast?.round !== round) return [];
  const battles = forecast.battles ?? [];
  return [...new Set(battles.map(({ planet }) => planet))].map((id) => {
    const here = battles.filter(({ planet }) => planet === id);
    return here.find(({ owner, winner }) => owner === seat && winner !== seat) ?? here[here.length - 1];
  });
}

/**
 * How such a battle ends, in few words, what is not in sight with a question mark and how old it is; `brief`: for a
 * small map.
 * @param {ForeseenBattle} battle @param {PlanetConquerView} view @returns {{end: string, brief: string, when: string, isGood: boolean, isKnown: boolean}}
 */
export function battleWords({ planet, round, owner, winner, survivors }, { seat, planets }) {
  const { seen, as_of: asOf } = planets[planet];
  const isGood = winner === seat && survivors > 0;
  const held = isGood ? t('holds with {n}', { n: survivors }) : t('would fall');
  const taken = isGood ? t('yours with {n}', { n: survivors }) : t('not taken');
  const isKnown = seen === 'now';
  const age = seen === 'never' ? t('never seen') : t('as of round {round}', { round: asOf ?? 0 });
  const sign = isKnown ? (isGood ? '✓' : '✕') : '?';
  return {
    end: `${sign} ${owner === seat ? held : taken}`,
    brief: isGood ? `${sign} ${survivors}` : sign,
    when: [t('round {round}', { round }), ...(isKnown ? [] : [age])].join(' · '),
    isGood,
    isKnown,
  };
}

/** The seat's units now and in the next rounds. @param {Foreseen | null} forecast @param {PlanetConquerView | undefined} view @returns {{round: number, units: number}[]} */
export function totalsForecast(forecast, view) {
  if (!forecast || !view?.you) return [];
  return [{ round: view.round, units: view.you.units }, ...forecast.totals];
}

/** What the tactic would do that the server says would pay: “Boost on Erlen: 60 units more in 5 rounds”. @param {Advice} advice @param {readonly {name: string}[]} planets */
export function adviceText({ type, planet, planets: won, units, rounds }, planets) {
  const facts = { tactic: tacticName(type), planet: planets[planet].name };
  if (won > 0 && type === 'defend') return t('{tactic} on {planet}: it would stay yours', facts);
  if (won > 0) return t('{tactic} on {planet}: it would be yours', facts);
  return t('{tactic} on {planet}: {units} units more in {rounds} rounds', { ...facts, units, rounds });
}
