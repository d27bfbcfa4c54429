/**
 * How did a match end, in words and numbers? Result, reason, the one fact that decided, and what made the score.
 *
 * @typedef {import("../types").GameModule} Game
 * @typedef {import("../types").MatchInfo} Info
 * @typedef {import("../types").StatusMessage} Status
 * @typedef {Record<string, number[][]>} Scores series → step → one number per seat, the main series first
 */
import { h } from 'app/dom.js';
import { join, number, t } from 'app/i18n.js';
import { siteUrl } from 'app/site_url.js';
import { seatMark, seatName } from 'match/seats.js';

/**
 * Why it ended, in words.
 * @param {Info} info @param {Pick<Status, 'status' | 'outcome'> & Partial<Pick<Status, 'seats'>>} status
 */
export function reasonText(info, status) {
  if (status.status === 'aborted') return t('It counts for nobody.');
  const { reason = '', places = [] } = status.outcome ?? {};
  const { reasons, you, yours } = info;
  if (reason === 'gave_up' && you !== null && yours?.length === 1)
    return places[you] === 1 ? t('The other side has given up.') : t('You have given up.');
  // Who resigns in a match of two ends it.
  const gone = status.seats?.length === 2 ? status.seats.filter(({ resigned }) => resigned) : [];
  if (gone.length === 1)
    return gone[0].seat === you
      ? t('You have given up.')
      : t('{name} has given up.', { name: seatName(info, gone[0].seat) });
  // A match of older rules may have ended for what these do not know.
  return reasons?.[reason] ?? reason.replaceAll('_', ' ');
}

/** Who won, in words. @param {Info} info @param {Status} status */
export function resultText(info, status) {
  const places = status.outcome?.places;
  if (status.status === 'aborted' || !places) return t('The match was aborted');
  const winners = info.seats.map((seat) => seat.seat).filter((seat) => places[seat] === 1);
  if (winners.length === places.length) return t('Draw');
  if (winners.length === 1 && winners[0] === info.you) return t('You won');
  const names = join(winners.map((seat) => seatName(info, seat)));
  return winners.length === 1 ? t('{name} won', { name: names }) : t('{names} share the first place', { names });
}

/**
 * The same in one word for somebody who played alone, as large as it gets; else who won.
 * @param {Info} info @param {Status} status
 */
export function headline(info, status) {
  const places = status.outcome?.places;
  const isMine = info.you !== null && info.yours.length < 2;
  if (status.status === 'aborted' || !places || !isMine) return resultText(info, status);
  const [mine, firsts] = [places[info.you ?? 0], places.filter((place) => place === 1).length];
  if (mine !== 1) return t('Defeat');
  return firsts === 1 ? t('Victory') : resultText(info, status);
}

/**
 * What the score was made of at the end: a line for each series, one number per seat. The first decides, unless the game names what did; what brought
 * it follows, from the last frame.
 * Of what nobody had anything nothing is said.
 * @param {{ scores: Scores, info?: Info, frames?: import("../types").Frame[] }} found as the referee has it
 * @param {Game} game @param {Info} info @returns {{ name: string, values: number[], fact?: string }[]}
 */
export function madeOf({ scores, info: told, frames = [] }, game, info) {
  const [first, ...others] = Object.entries(scores).flatMap(([key, series]) => {
    const [name, values] = [game.describeSeries?.(key), series.at(-1)];
    return name && values ? [{ name, values: values.map(Math.round) }] : [];
  });
  if (!first) return [];
  const [last] = frames;
  const view = last && { ...told?.static, ...last.view };
  const rest = [...((view && game.sources?.({ ...last, view }, info)) ?? []), ...others];
  const lines = [first, ...rest.filter(({ values }) => values.some(Boolean))];
  const deciding = view && game.deciding?.({ ...last, view }, info);
  if (!deciding) return lines;
  const { name, values, fact } = deciding;
  return name && values ? [{ name, values, fact }, ...lines] : [{ ...lines[0], fact }, ...lines.slice(1)];
}

/**
 * The fact behind the result, in one line: the main number of both sides, or the reader's place among several. Empty: there is none.
 * @param {Info} info @param {Status} status @param {ReturnType<typeof madeOf>} lines
 */
export function factText(info, status, lines) {
  const places = status.outcome?.places;
  if (info.you === null || !places || status.status === 'aborted') return '';
  if (places.length > 2) return t('Place {place} of {seats}', { place: places[info.you], seats: places.length });
  if (!lines.length) return '';
  const { name, values, fact } = lines[0];
  if (fact) return fact;
  const [mine, other] = [values[info.you], values[1 - info.you]].map(number);
  return t('{series}: {mine} to {other}', { series: name, mine, other });
}

/** All seats by their place. @param {string} match @param {Info} info @param {number[]} places */
export function ranking(match, info, places) {
  const order = [...info.seats].sort((a, b) => (places[a.seat] ?? 0) - (places[b.seat] ?? 0));
  return h(
    'ol',
    { class: `bare ranking${places.length === 2 ? ' pair' : ''}` },
    order.map((seat) =>
      h(
        'li',
        { class: seat.seat === info.you ? 'mine' : '', dataset: { seat: String(seat.seat) } },
        h('b', null, String(places[seat.seat])),
        seatMark(seat.seat),
        seat.kind === 'person' && seat.name
          ? h('a', { href: siteUrl(`/matches/${match}/seats/${seat.seat}/`) }, seat.name)
          : h('span', null, seatName(info, seat.seat)),
      ),
    ),
  );
}

/**
 * The series of the score as a table: both seats beside each other, one's own first, with bars between them. It takes over what stands in the ranking.
 * @param {Info} info @param {ReturnType<typeof madeOf>} lines @param {Element | null} ranked the ranking that it takes the place of
 */
export function scoreTable(info, lines, ranked) {
  const order = [...info.seats].sort((a, b) => Number(b.seat === info.you) - Number(a.seat === info.you));
  return h(
    'table',
    { class: 'pair' },
    h('caption', { class: 'visually-hidden' }, t('What made the score')),
    h(
      'thead',
      null,
      h(
        'tr',
        null,
        h('td'),
        order.map(({ seat }) => {
          const [, ...name] = ranked?.querySelector(`[data-seat="${seat}"]`)?.childNodes ?? [];
          return h(
            'th',
            { scope: 'col', class: seat === info.you ? 'mine' : '', dataset: { seat: String(seat) } },
            name.length ? name : [seatMark(seat), seatName(info, seat)],
          );
        }),
      ),
    ),
    h(
      'tbody',
      null,
      lines.map(({ name, values }) =>
        h(
          'tr',
          null,
          h('th', { scope: 'row' }, name),
          order.map(({ seat }) => h('td', null, number(values[seat]), bar(values, seat))),
        ),
      ),
    ),
  );
}

/** @param {number[]} values @param {number} seat */
function bar(values, seat) {
  const width = `${Math.round((Math.max(0, values[seat]) / Math.max(1, ...values)) * 100)}%`;
  return h('span', { class: `end-bar seat-${seat}`, style: { 'inline-size': width }, 'aria-hidden': 'true' });
}

/**
 * The same of several seats, a line for each by its place, which takes over what stands in the ranking.
 * @param {Info} info @param {ReturnType<typeof madeOf>} lines @param {Element} ranked the ranking that it takes the place of
 */
export function placesTable(info, lines, ranked) {
  return h(
    'table',
    { class: 'end-places' },
    h('caption', { class: 'visually-hidden' }, t('What made the score')),
    h(
      'thead',
      null,
      h(
        'tr',
        null,
        h('td'),
        h('td'),
        lines.map(({ name }) => h('th', { scope: 'col' }, name)),
      ),
    ),
    h(
      'tbody',
      null,
      [...ranked.children].map((one) => {
        const { seat } = /** @type {HTMLElement} */ (one).dataset;
        const [place, ...name] = one.childNodes;
        return h(
          'tr',
          { class: Number(seat) === info.you ? 'mine' : '' },
          h('td', null, place),
          h('th', { scope: 'row', dataset: { seat: String(seat) } }, name),
          lines.map(({ values }) => h('td', null, number(values[Number(seat)]))),
        );
      }),
    ),
  );
}
