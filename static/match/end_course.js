/**
 * How did the match go? The main number of the reader's seat as one line over all steps, with a mark for each turning point, and a card for
 * each: the place as the board draws it, the step, one sentence. A card leads to the replay at that step.
 *
 * @typedef {import("../types").GameModule} Game
 * @typedef {import("../types").MatchInfo} Info
 * @typedef {import("match/turns.js").Turn} Turn
 * @typedef {Record<string, number[][]>} Scores series → step → one number per seat, the main series first
 */
import { h, s } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { during } from 'app/rest.js';
import { siteUrl } from 'app/site_url.js';
import { seatMark, seatName, stepName } from 'match/seats.js';
import { stillHost } from 'match/truth.js';

/** Units of the drawing of the line; the page stretches it. */
const [WIDTH, HEIGHT] = [1000, 56];
/** Pixels of a picture, at twice the size at which it is shown. */
const PICTURE = 208;

/**
 * @param {{ match: string, game: Game, info: Info, scores: Scores, turns: Turn[], seat: number }} told `seat`: whose line is drawn
 * @returns {HTMLElement | null} null: there is nothing to draw
 */
export function course({ match, game, info, scores, turns, seat }) {
  const [key, series] = Object.entries(scores)[0] ?? [];
  const name = key === undefined ? null : (game.describeSeries?.(key) ?? null);
  const drawn = name && series && series.length > 1 ? line(info, series, turns, seat, name) : null;
  if (!drawn && !turns.length) return null;
  const whose = seat === info.you ? t('you') : seatName(info, seat);
  return h(
    'div',
    { class: 'end-course' },
    drawn && h('h3', null, t('{series} round by round: {name}', { series: name ?? '', name: whose })),
    drawn,
    turns.length > 0 &&
      h(
        'ol',
        { class: 'bare turning' },
        turns.map((turn) => card(match, game, info, turn)),
      ),
  );
}

/** @param {Info} info @param {number[][]} series @param {Turn[]} turns @param {number} seat @param {string} name */
function line(info, series, turns, seat, name) {
  const steps = series.length - 1;
  const most = Math.max(1, ...series.map((values) => Math.max(...values)));
  const x = (/** @type {number} */ step) => (step / steps) * WIDTH;
  const y = (/** @type {number} */ value) => HEIGHT - (Math.max(0, value) / most) * (HEIGHT - 6);
  const path = (/** @type {number} */ one) =>
    series.map((values, step) => `${step ? `H${x(step).toFixed(1)}V` : 'M0 '}${y(values[one]).toFixed(1)}`).join('');
  const mine = path(seat);
  // Of a duel the other side too; of several only one's own, which alone can be followed.
  const others = info.seats.length === 2 ? [1 - seat] : [];
  const ends = Math.round(series[steps][seat]);
  const label = `${name}: ${Math.round(series[0][seat])} → ${ends}`;
  return h(
    'div',
    { class: 'end-line' },
    s(
      'svg',
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': label },
      s('path', { class: `course-area seat-${seat}`, d: `${mine}V${HEIGHT}H0Z` }),
      ...others.map((one) => s('path', { class: `course other seat-${one}`, d: path(one) })),
      s('path', { class: `course seat-${seat}`, d: mine }),
    ),
    turns.map(({ step }) => {
      const isGood = gainedOn(series, step, seat) >= 0;
      const part = step / steps;
      const name = stepName(info, step - 1).match(/\d+/)?.[0] ?? '';
      return h(
        'span',
        {
          class: `course-mark ${isGood ? 'good' : 'bad'}${part > 0.85 ? ' late' : ''}`,
          style: { left: `${part * 100}%`, top: `${(y(series[step][seat]) / HEIGHT) * 100}%` },
          'aria-hidden': 'true',
        },
        `${isGood ? '▲' : '▼'} ${name}`,
      );
    }),
  );
}

/** What a step brought a seat, beside what it brought all on average. @param {number[][]} series @param {number} step @param {number} seat */
function gainedOn(series, step, seat) {
  const gains = series[step].map((value, one) => value - series[step - 1][one]);
  return gains[seat] - gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
}

/** @param {string} match @param {Game} game @param {Info} info @param {Turn} turn */
function card(match, game, info, turn) {
  const { step, seat, text, at } = turn;
  const picture =
    game.still && Array.isArray(at)
      ? h('canvas', { class: 'turning-picture', width: PICTURE, height: PICTURE, 'aria-hidden': 'true' })
      : null;
  if (picture) void during('turning point', paint(picture, game, info, turn));
  const as = info.you === null ? '' : `&as=${info.you}`;
  return h(
    'li',
    null,
    h(
      'a',
      { href: siteUrl(`/matches/${match}/replay/?step=${step}${as}`) },
      picture,
      h('span', { class: 'turning-step' }, seatMark(seat), stepName(info, step - 1)),
      h('span', { class: 'turning-text' }, text),
    ),
  );
}

/** One after the other: a board costs a page more than its picture. @type {Promise<unknown>} */
let painting = Promise.resolve();

/** The place of a turning point as the board draws it. @param {HTMLCanvasElement} picture @param {Game} game @param {Info} info @param {Turn} turn */
function paint(picture, game, info, { frame, at }) {
  painting = painting.then(async () => {
    const stage = h('div', { class: 'end-stage' });
    const aside = h('div', { class: 'turning-stage', inert: true, 'aria-hidden': 'true' }, stage);
    document.body.append(aside);
    const still = game.still?.(stage, stillHost(game, info, info.you), frame);
    try {
      if (!still) return picture.remove();
      await still.near(/** @type {[number, number]} */ (at));
      const ctx = /** @type {CanvasRenderingContext2D} */ (picture.getContext('2d'));
      for (const canvas of stage.querySelectorAll('canvas'))
        if (canvas.width && canvas.style.visibility !== 'hidden') ctx.drawImage(canvas, 0, 0, PICTURE, PICTURE);
    } finally {
      still?.destroy();
      aside.remove();
    }
  });
  // A picture that cannot be drawn takes nothing else along.
  painting = painting.catch(() => picture.remove());
  return painting;
}
