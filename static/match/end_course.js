/**
 * How did the match go? The chances of the reader's seat as one line over all steps, or the main number in games without an estimate, with a mark
 * for each turning point, and a card for each: the place as the board draws it, the step, one sentence. A card leads to the replay at that step.
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
import { roomOf } from 'match/news.js';
import { seatMark, seatName, stepName } from 'match/seats.js';
import { stillHost } from 'match/truth.js';

/** Units of the drawing of the line; the page stretches it. */
const [WIDTH, HEIGHT] = [1000, 56];
/** Part of the line that a letter of a mark's words needs, where it is narrowest. */
const LETTER = 0.02;
/** Pixels of a picture, at twice the size at which it is shown. */
const PICTURE = 208;

/**
 * @param {{ match: string, game: Game, info: Info, scores: Scores, chances: import("match/turns.js").Chances, turns: Turn[], seat: number }} told
 *   `seat`: whose line is drawn
 * @returns {HTMLElement | null} null: there is nothing to draw
 */
export function course({ match, game, info, scores, chances, turns, seat }) {
  const [key, series] = Object.entries(scores)[0] ?? [];
  const whose = seat === info.you ? t('you') : seatName(info, seat);
  const name = key === undefined ? null : (game.describeSeries?.(key) ?? null);
  /** @type {Line | null} */
  const drawn = chances.length
    ? ofChances(chances, seat, seat === info.you ? t('Your chances') : t('Chances of {name}', { name: whose }))
    : name && series
      ? ofSeries(series, seat, t('{series} round by round: {name}', { series: name, name: whose }))
      : null;
  const picture = drawn && drawn.values.length > 1 ? line(info, drawn, turns, seat) : null;
  if (!picture && !turns.length) return null;
  return h(
    'div',
    { class: 'end-course' },
    picture && h('h3', null, drawn?.title, drawn?.note && h('span', { class: 'end-note' }, ' · ', drawn.note)),
    picture,
    turns.length > 0 &&
      h(
        'ol',
        { class: 'bare turning' },
        turns.map((turn) => card(match, game, info, turn)),
      ),
  );
}

/**
 * @typedef {{ values: number[], most: number, title: string, note?: string, ends: [string, string], other?: number[], even?: number }} Line
 *   `values`: from 0 to `most`, step by step; `ends`: the first and the last in words; `other`: the other side of a duel; `even`: where all are alike
 */

/** @param {number[][]} chances @param {number} seat @param {string} title @returns {Line} */
function ofChances(chances, seat, title) {
  const values = chances.map((all) => all[seat]);
  const even = 1000 / chances[0].length;
  const percent = (/** @type {number} */ value) => t('{n} %', { n: Math.round(value / 10) });
  return {
    ...{ values, title, most: Math.max(2 * even, ...values), even },
    note: t('estimated by the game from the whole position'),
    ends: [percent(values[0]), percent(values[values.length - 1])],
  };
}

/** @param {number[][]} series @param {number} seat @param {string} title @returns {Line} */
function ofSeries(series, seat, title) {
  const values = series.map((all) => all[seat]);
  return {
    ...{ values, title, most: Math.max(1, ...series.map((all) => Math.max(...all))) },
    ends: [String(Math.round(values[0])), String(Math.round(values[values.length - 1]))],
    // Of a duel the other side too; of several only one's own, which alone can be followed.
    ...(series[0].length === 2 && { other: series.map((all) => all[1 - seat]) }),
  };
}

/**
 * Which marks of a line have their words, and to which side: none lies over another or past the edge, and of marks close together it is the last.
 * @param {{part: number, text: string}[]} marks where on the line each stands, from 0 to 1 @returns {{isTold: boolean, isLate: boolean}[]}
 */
export function told(marks) {
  /** @type {[number, number][]} */
  const taken = [];
  return marks
    .map(({ part, text }) => {
      const wide = roomOf(text) * LETTER;
      const isLate = part + wide > 1;
      return { isLate, span: /** @type {[number, number]} */ (isLate ? [part - wide, part] : [part, part + wide]) };
    })
    .reverse()
    .map(({ isLate, span: [from, to] }) => {
      const isTold = from >= 0 && taken.every(([start, end]) => to < start || from > end);
      if (isTold) taken.push([from, to]);
      return { isTold, isLate };
    })
    .reverse();
}

/** @param {Info} info @param {Line} drawn @param {Turn[]} turns @param {number} seat */
function line(info, { values, most, title, ends, other, even }, turns, seat) {
  const steps = values.length - 1;
  const x = (/** @type {number} */ step) => (step / steps) * WIDTH;
  const y = (/** @type {number} */ value) => HEIGHT - (Math.max(0, value) / most) * (HEIGHT - 6);
  const path = (/** @type {number[]} */ all) =>
    all.map((value, step) => `${step ? `H${x(step).toFixed(1)}V` : 'M0 '}${y(value).toFixed(1)}`).join('');
  const mine = path(values);
  // A rise of another seat's chances is told as that seat's; on this line it is where it stands.
  const marks = turns.map((turn) => {
    const isGood = turn.seat === seat ? turn.isUp : !turn.isUp;
    const text = `${isGood ? '▲' : '▼'} ${stepName(info, turn.step - 1)}`;
    return { isGood, text, part: turn.step / steps };
  });
  const words = told(marks);
  return h(
    'div',
    { class: 'end-line' },
    s(
      'svg',
      {
        ...{ viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img' },
        'aria-label': t('{series}: {first} → {last}', { series: title, first: ends[0], last: ends[1] }),
      },
      s('path', { class: `course-area seat-${seat}`, d: `${mine}V${HEIGHT}H0Z` }),
      even !== undefined && s('path', { class: 'course-even', d: `M0 ${y(even).toFixed(1)}H${WIDTH}` }),
      other && s('path', { class: `course other seat-${1 - seat}`, d: path(other) }),
      s('path', { class: `course seat-${seat}`, d: mine }),
    ),
    turns.map((turn, at) => {
      const { isGood, text, part } = marks[at];
      const { isTold, isLate } = words[at];
      return h(
        'span',
        {
          class: `course-mark ${isGood ? 'good' : 'bad'}${isLate ? ' late' : ''}`,
          style: { left: `${part * 100}%`, top: `${(y(values[turn.step]) / HEIGHT) * 100}%` },
          'aria-hidden': 'true',
        },
        isTold ? text : '',
      );
    }),
  );
}

/** @param {string} match @param {Game} game @param {Info} info @param {Turn} turn */
function card(match, game, info, turn) {
  const { step, seat, text, gain, at, as } = turn;
  const picture =
    game.still && Array.isArray(at) ? h('canvas', { width: PICTURE, height: PICTURE, 'aria-hidden': 'true' }) : null;
  // Whose turn it was stands there until the place is drawn.
  const shown = picture && h('span', { class: 'turning-picture' }, seatMark(seat), picture);
  if (picture) void during('turning point', paint(picture, game, info, turn));
  return h(
    'li',
    null,
    h(
      'a',
      { href: siteUrl(`/matches/${match}/replay/?step=${step}&as=${as ?? 'referee'}`) },
      shown,
      h('span', { class: 'turning-step' }, seatMark(seat), stepName(info, step - 1)),
      h('span', { class: 'turning-text' }, text),
      h('span', { class: 'turning-gain muted' }, gain),
    ),
  );
}

/** One after the other: a board costs a page more than its picture. @type {Promise<unknown>} */
let painting = Promise.resolve();

/** The place of a turning point as the board draws it. @param {HTMLCanvasElement} picture @param {Game} game @param {Info} info @param {Turn} turn */
function paint(picture, game, info, { frame, at, as }) {
  painting = painting.then(async () => {
    const stage = h('div', { class: 'end-stage' });
    const aside = h('div', { class: 'turning-stage', inert: true, 'aria-hidden': 'true' }, stage);
    document.body.append(aside);
    const still = game.still?.(stage, stillHost(game, { ...info, you: as }, as), frame);
    try {
      if (!still) return picture.parentElement?.remove();
      await still.near(/** @type {[number, number]} */ (at));
      const ctx = /** @type {CanvasRenderingContext2D} */ (picture.getContext('2d'));
      for (const canvas of stage.querySelectorAll('canvas'))
        if (canvas.width && canvas.style.visibility !== 'hidden') ctx.drawImage(canvas, 0, 0, PICTURE, PICTURE);
      picture.parentElement?.setAttribute('data-drawn', '');
    } finally {
      still?.destroy();
      aside.remove();
    }
  });
  // A picture that cannot be drawn takes nothing else along.
  painting = painting.catch(() => picture.parentElement?.remove());
  return painting;
}
