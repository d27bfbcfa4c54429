/**
 * When did a match turn, and by what? The steps in which a seat gained or lost most, each with the sentence that says how.
 *
 * @typedef {import("../types").GameModule} Game
 * @typedef {import("../types").MatchInfo} Info
 * @typedef {Record<string, number[][]>} Scores series → step → one number per seat, the main series first
 * @typedef {{ step: number, seat: number, change: number }} Swing `change`: what the seat gained on the others, as a part of the most that there
 *   ever was of the series
 * @typedef {{ step: number, seat: number, text: string, gain: string, at: any, frame: import("../types").Frame }} Turn `gain`: what the step changed
 *   for the seat, with its sign; `at`: the place on the board, null if there is none; `frame`: the position after the step
 */
import { get } from 'app/api.js';
import { t } from 'app/i18n.js';
import { siteUrl } from 'app/site_url.js';
import { newsOf } from 'match/news.js';

/** Least distance between two turning points, in steps; of closer ones only the larger counts. */
const APART = 3;
/** Least change that is worth a sentence. */
const LEAST = 0.003;
/** Least weight of a sentence that can explain a change: of a game's own news, and of others, of which only milestones weigh so much. */
const [LEAST_WEIGHT, MILESTONE] = [20, 2];
/** Greatest number of turning points, and of steps that are looked at for them: not every change has a sentence. */
const MOST = 3;
const MOST_LOOKED_AT = 8;

/**
 * The largest swings of the main series, largest first, none near a larger one.
 * @param {Scores} scores @param {number} [mine] the seat to tell of where several changed as much @returns {Swing[]}
 */
export function swings(scores, mine = 0) {
  const series = Object.values(scores)[0] ?? [];
  const whole = Math.max(0, ...series.map((values) => sum(values.map((value) => Math.max(0, value)))));
  if (!whole) return [];
  /** @type {Swing[]} */
  const all = [];
  for (let step = 1; step < series.length; step += 1) {
    const gains = series[step].map((value, seat) => value - series[step - 1][seat]);
    const mean = sum(gains) / gains.length;
    // Who stood still while others gained is not whom it happened to.
    const changes = gains.map((gain) => (gain ? (gain - mean) / whole : 0));
    const seat = changes.reduce(
      (best, change, at) => (Math.abs(change) > Math.abs(changes[best]) + 1e-9 ? at : best),
      mine,
    );
    if (Math.abs(changes[seat] ?? 0) >= LEAST) all.push({ step, seat, change: changes[seat] });
  }
  all.sort((a, b) => Math.abs(b.change) - Math.abs(a.change) || a.step - b.step);
  /** @type {Swing[]} */
  const found = [];
  for (const swing of all) if (found.every((other) => Math.abs(other.step - swing.step) >= APART)) found.push(swing);
  return found;
}

/**
 * The turning points of a finished match, in order of time, each as the reader's seat saw it. A change that no sentence about a place
 * explains is none: neither is the end itself.
 * @param {{ match: string, game: Game, info: Info, scores: Scores }} told
 * @returns {Promise<Turn[]>} rejected if the frames cannot be had
 */
export async function turningPoints({ match, game, info, scores }) {
  /** @type {Turn[]} */
  const found = [];
  const candidates = swings(scores, info.you ?? 0).slice(0, MOST_LOOKED_AT);
  if (!candidates.length) return found;
  const frames = await framesOf(
    match,
    info,
    candidates.flatMap(({ step }) => [step - 1, step]),
  );
  for (const { step, seat } of candidates) {
    const frame = frames.get(step);
    if (found.length === MOST) break;
    if (!frame) continue;
    const line = newsOf(game, info, frame, frames.get(step - 1) ?? null).find(
      ({ onlyHere, at }) => !onlyHere && (at !== null || !game.news),
    );
    if (line && line.weight >= (game.news ? LEAST_WEIGHT : MILESTONE))
      found.push({ step, seat, text: line.text, gain: gained(scores, game, step, seat), at: line.at, frame });
  }
  return found.sort((a, b) => a.step - b.step);
}

/** The frames of these steps as the reader's seat saw them, in one answer. @param {string} match @param {Info} info @param {number[]} steps */
async function framesOf(match, info, steps) {
  const url = siteUrl(`/matches/${match}/frames/?as=${info.you ?? 'referee'}&steps=${[...new Set(steps)].join()}`);
  const { frames } = await get(url, { wants: ['frames'] });
  /** @type {[number, import("../types").Frame][]} */
  const found = frames.map((/** @type {any} */ one) => [one.step, { ...one, view: { ...info.static, ...one.view } }]);
  return new Map(found);
}

/** @param {Scores} scores @param {Game} game @param {number} step @param {number} seat */
function gained(scores, game, step, seat) {
  const [key, series] = Object.entries(scores)[0];
  const name = game.describeSeries?.(key) ?? t('score');
  const gain = Math.round(series[step][seat] - series[step - 1][seat]);
  return `${name} ${gain < 0 ? `−${-gain}` : `+${gain}`}`;
}

/** @param {number[]} values */
function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}
