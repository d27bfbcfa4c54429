/**
 * When did a match turn, and by what? The steps in which the game's own estimate of who wins changed most, each with the sentence that says how. Games
 * without an estimate have the main series of their scores for it.
 *
 * @typedef {import("../types").GameModule} Game
 * @typedef {import("../types").MatchInfo} Info
 * @typedef {import("../types").News} News
 * @typedef {Record<string, number[][]>} Scores series → step → one number per seat, the main series first
 * @typedef {number[][]} Chances step → thousandths for each seat; empty: the game has no estimate
 * @typedef {{ step: number, seat: number, change: number }} Swing `change`: of the seat's chances, as a part of 1; without an estimate what the seat
 *   gained on the others, as a part of the most that there ever was of the series
 * @typedef {{ step: number, seat: number, text: string, gain: string, isUp: boolean, at: any, frame: import("../types").Frame, as: number | null }} Turn
 *   `gain`: what the step changed for the seat, in words; `at`: the place on the board, null if there is none; `frame`: the position after the step,
 *   `as`: whose view of it that is, null: everything
 */
import { get } from 'app/api.js';
import { t } from 'app/i18n.js';
import { siteUrl } from 'app/site_url.js';
import { inTurn } from 'match/in_turn.js';
import { newsOf } from 'match/news.js';

/** Least distance between two turning points, in steps; of closer ones only the larger counts. */
const APART = 3;
/** Least change that is worth a sentence: of chances, and of a series. */
const LEAST_CHANCE = 0.04;
const LEAST = 0.003;
/** Part of a change of chances that is left of it soon after, below which nothing has turned. */
const LASTING = 0.5;
/** Least weight of a sentence that can explain a change: of a game's own news, and of others, of which only milestones weigh so much. */
const [LEAST_WEIGHT, MILESTONE] = [20, 2];
/** Least weight of a line that says nothing of what it cost or brought, and of one that explains how the end came. */
const [NEUTRAL, LAST] = [50, 70];
/** Greatest number of turning points, and of steps that are looked at for them: not every change has a sentence. */
const MOST = 3;
const MOST_LOOKED_AT = 8;

/**
 * The largest swings, largest first, none near a larger one.
 * @param {Scores} scores @param {number | null} [mine] the reader's seat @param {Chances} [chances] @returns {Swing[]}
 */
export function swings(scores, mine = null, chances = []) {
  const all = chances.length ? ofChances(chances, mine) : ofSeries(Object.values(scores)[0] ?? [], mine ?? 0);
  all.sort((a, b) => Math.abs(b.change) - Math.abs(a.change) || a.step - b.step);
  /** @type {Swing[]} */
  const found = [];
  for (const swing of all) if (found.every((other) => Math.abs(other.step - swing.step) >= APART)) found.push(swing);
  return found;
}

/**
 * Where the chances changed and stayed changed: what is taken back before the next step that could be told, as an act that an answer cancels, has turned
 * nothing. Those of the reader's seat, for others of the seat whose changed most. @param {Chances} chances @param {number | null} mine */
function ofChances(chances, mine) {
  /** @type {Swing[]} */
  const all = [];
  for (let step = 1; step < chances.length; step += 1) {
    const changes = chances[step].map((now, seat) => (now - chances[step - 1][seat]) / 1000);
    const seat = mine ?? largest(changes, 0);
    const change = changes[seat] ?? 0;
    const left = (chances[Math.min(step + APART, chances.length) - 1][seat] - chances[step - 1][seat]) / 1000;
    if (Math.abs(change) >= LEAST_CHANCE && left / change >= LASTING) all.push({ step, seat, change });
  }
  return all;
}

/** @param {number[][]} series @param {number} mine the seat to tell of where several changed as much */
function ofSeries(series, mine) {
  /** @type {Swing[]} */
  const all = [];
  const whole = Math.max(0, ...series.map((values) => sum(values.map((value) => Math.max(0, value)))));
  for (let step = 1; whole && step < series.length; step += 1) {
    const gains = series[step].map((value, seat) => value - series[step - 1][seat]);
    const mean = sum(gains) / gains.length;
    // Who stood still while others gained is not whom it happened to.
    const changes = gains.map((gain) => (gain ? (gain - mean) / whole : 0));
    const seat = largest(changes, mine);
    if (Math.abs(changes[seat] ?? 0) >= LEAST) all.push({ step, seat, change: changes[seat] });
  }
  return all;
}

/** @param {number[]} changes @param {number} first the seat that counts of several whose changes are as large */
const largest = (changes, first) =>
  changes.reduce((best, change, at) => (Math.abs(change) > Math.abs(changes[best]) + 1e-9 ? at : best), first);

/**
 * The turning points of a finished match, in order of time, each as the reader's seat saw it. A change that no sentence about a place
 * explains is none, nor one that the game calls usual: neither is the end itself. What lay in the fog and decided more than anything else that is left is told as it really was.
 * @param {{ match: string, game: Game, info: Info, scores: Scores, chances: Chances }} told
 * @returns {Promise<Turn[]>} rejected if the frames cannot be had
 */
export async function turningPoints(told) {
  const candidates = swings(told.scores, told.info.you, told.chances).slice(0, MOST_LOOKED_AT);
  if (!candidates.length) return [];
  const seen = await explained(candidates, told, MOST);
  if (seen.length === MOST || told.info.you === null) return seen;
  const left = candidates.filter(({ step }) => seen.every((turn) => turn.step !== step));
  if (!left.length) return seen;
  // What the seat itself did, or what befell it, is nothing that it did not see.
  const isHidden = (/** @type {News} */ { by = null }) => by !== told.info.you;
  const real = await explained(left, { ...told, info: { ...told.info, you: null } }, MOST - seen.length, isHidden);
  const unseen = real.map((turn) => ({ ...turn, gain: t('{gain}, unseen by you', { gain: turn.gain }) }));
  return [...seen, ...unseen].sort((a, b) => a.step - b.step);
}

/**
 * @param {Swing[]} candidates largest first
 * @param {Parameters<typeof turningPoints>[0]} told as its `info` sees it
 * @param {number} most how many at most
 * @param {(line: News) => boolean} counts may a line explain anything?
 * @returns {Promise<Turn[]>}
 */
async function explained(candidates, { match, game, info, scores, chances }, most, counts = () => true) {
  /** @type {Turn[]} */
  const found = [];
  const frames = await framesOf(
    match,
    info,
    candidates.flatMap(({ step }) => [step - 1, step]),
  );
  for (const { step, seat, change } of candidates) {
    const frame = frames.get(step);
    if (found.length === most) break;
    if (!frame) continue;
    const told = newsOf(game, info, frame, frames.get(step - 1) ?? null).filter(
      (line) =>
        !line.onlyHere &&
        !line.isUsual &&
        (line.at !== null || !game.news) &&
        line.weight >= (game.news ? LEAST_WEIGHT : MILESTONE) &&
        counts(line),
    );
    const isUp = change > 0;
    const isLast = chances.length > 0 && step === chances.length - 1;
    const line = causeOf(told, seat, isUp, isLast ? 'last' : game.news ? 'event' : 'any');
    if (!line) continue;
    const gain = gained(scores, chances, game, step, seat);
    found.push({ ...{ step, seat, isUp, gain, frame }, text: line.text, at: line.at, as: info.you });
  }
  return found.sort((a, b) => a.step - b.step);
}

/**
 * What of a step explains that a seat's chances rose or fell: the weightiest line that brought the seat more than it cost, or cost it more than it
 * brought; else one that says nothing of that and is no trifle. Never one that speaks for the opposite. In the last step the rules decide by
 * themselves what was open before, so there only a great event that speaks for it counts.
 * @param {News[]} lines weightiest first @param {number} seat @param {boolean} isUp @param {'event' | 'last' | 'any'} [kind] `any`: lines have no weights
 * @returns {News | undefined}
 */
export function causeOf(lines, seat, isUp, kind = 'event') {
  const speaks = (/** @type {News} */ line) => voteOf(line, seat) * (isUp ? 1 : -1);
  if (kind === 'last') return lines.find((line) => speaks(line) > 0 && line.weight >= LAST);
  const isNews = (/** @type {News} */ line) => kind === 'any' || line.weight >= NEUTRAL;
  return lines.find((line) => speaks(line) > 0) ?? lines.find((line) => speaks(line) === 0 && isNews(line));
}

/** Was it good for a seat (above 0), or bad? Kind by kind, what it has of it against what the others have. @param {News} line @param {number} seat */
function voteOf({ sides = [] }, seat) {
  /** @type {Map<string, number>} */
  const nets = new Map();
  for (const one of sides) {
    const sign = one.seat === seat ? 1 : one.seat === null ? 0 : -1;
    nets.set(one.kind, (nets.get(one.kind) ?? 0) + sign * one.amount);
  }
  return sum([...nets.values()].map(Math.sign));
}

/** The estimates of a match that is over. @param {string} match @param {Info} info @returns {Promise<Chances>} */
export async function chancesOf(match, info) {
  const as = info.you ?? 'referee';
  const url = siteUrl(`/matches/${match}/frames/?as=${as}&first=0&last=0&chances`);
  return (await inTurn(() => get(url, { wants: ['chances'] }))).chances;
}

/** The frames of these steps as that reader sees them, in one answer. @param {string} match @param {Info} info @param {number[]} steps */
async function framesOf(match, info, steps) {
  const url = siteUrl(`/matches/${match}/frames/?as=${info.you ?? 'referee'}&steps=${[...new Set(steps)].join()}`);
  const { frames } = await inTurn(() => get(url, { wants: ['frames'] }));
  /** @type {[number, import("../types").Frame][]} */
  const found = frames.map((/** @type {any} */ one) => [one.step, { ...one, view: { ...info.static, ...one.view } }]);
  return new Map(found);
}

/** @param {Scores} scores @param {Chances} chances @param {Game} game @param {number} step @param {number} seat */
function gained(scores, chances, game, step, seat) {
  if (chances.length) {
    const [before, after] = [step - 1, step].map((at) => Math.round(chances[at][seat] / 10));
    return t('chances {before} → {after} %', { before, after });
  }
  const [key, series] = Object.entries(scores)[0];
  const name = game.describeSeries?.(key) ?? t('score');
  const gain = Math.round(series[step][seat] - series[step - 1][seat]);
  return `${name} ${gain < 0 ? `−${-gain}` : `+${gain}`}`;
}

/** @param {number[]} values */
function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}
