/**
 * How did it end? The card over the board: result, reason, ranking, turning points, and where to go from here.
 *
 * @typedef {import("../types").Frame} Frame
 * @typedef {import("../types").GameModule} Game
 * @typedef {import("../types").MatchInfo} Info
 * @typedef {import("../types").StatusMessage} Status
 */
import { get, post } from 'app/api.js';
import { byId, h, icon, replace } from 'app/dom.js';
import { join, t } from 'app/i18n.js';
import { siteUrl } from 'app/site_url.js';
import { trying } from 'app/trouble.js';
import { turningPoints } from 'match/curves.js';
import { isLost, keepFocus, land } from 'match/focus.js';
import { showChanges } from 'match/rated.js';
import { seatMark, seatName, stepName } from 'match/seats.js';

/**
 * Why it ended, in words.
 * @param {Info} info @param {Status} status
 */
export function reasonText({ reasons }, status) {
  if (status.status === 'aborted') return t('It counts for nobody.');
  const reason = status.outcome?.reason ?? '';
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
 * One line for each turning point. @param {Info} info @param {import("match/curves.js").Turn[]} turns @param {string | null} series
 * @param {(step: number) => import("app/dom.js").Child} link
 */
export function turnLines(info, turns, series, link) {
  return turns.map(({ step, seat, change }) => {
    const percent = Math.round(Math.abs(change) * 100);
    const params = { name: seatName(info, seat), percent, series: series ?? t('score') };
    const text =
      change > 0 ? t('{name} gains {percent} % ({series})', params) : t('{name} loses {percent} % ({series})', params);
    return h('li', null, link(step), seatMark(seat), h('span', null, text));
  });
}

/** @param {{ game: Game, match: string, announce: (text: string) => void, onShown: () => void }} config */
export function createEnd({ game, match, announce, onShown }) {
  const box = byId('end');
  const problem = h('p', { class: 'problem', role: 'alert', hidden: true });
  let isShown = false;
  let wasOn = false;

  /** Shows how it ended, once it has and its last position is there. @param {Info} info @param {Status} status @param {Frame | null} newest */
  async function show(info, status, newest) {
    const isAborted = status.status === 'aborted';
    if (!isAborted && status.status !== 'finished') wasOn = true;
    else if (isShown) showRematch(info, status);
    else if (isAborted || newest?.final) await reveal(info, status);
  }

  /** @param {Info} info @param {Status} status */
  async function reveal(info, status) {
    isShown = true;
    const places = status.outcome?.places ?? [];
    const ranking = [...info.seats].sort((a, b) => (places[a.seat] ?? 0) - (places[b.seat] ?? 0));
    const turns = h('div', { class: 'end-turns' });
    replace(
      box,
      h(
        'button',
        {
          type: 'button',
          class: 'tool end-close',
          'aria-label': t('Close the result'),
          title: t('Close'),
          onclick: close,
        },
        icon('x'),
      ),
      h('h2', { id: 'end-title' }, resultText(info, status)),
      h('p', { class: 'muted reason' }, reasonText(info, status)),
      places.length > 0 &&
        h(
          'ol',
          { class: 'bare ranking' },
          ranking.map((seat) =>
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
        ),
      turns,
      problem,
      h(
        'div',
        { class: 'row end-links' },
        h('a', { class: 'button primary', href: siteUrl(`/matches/${match}/replay/`) }, icon('play'), t('Replay')),
        h('span', { class: 'end-rematch' }),
        h('a', { class: 'button', href: siteUrl('/lobby/') }, t('Lobby')),
      ),
    );
    box.hidden = false;
    onShown();
    // Whoever comes to a match that is over begins at the top of the page, as everywhere.
    if (wasOn && isLost()) land();
    announce(t('{result}. {reason}', { result: resultText(info, status), reason: reasonText(info, status) }));
    showRematch(info, status);
    if (info.rated && status.status === 'finished') showChanges(match, box);
    try {
      // One frame is enough: the scores come with it, for the whole match.
      const { scores } = await get(siteUrl(`/matches/${match}/frames/?as=referee&first=0&last=0`), {
        wants: ['scores'],
      });
      const found = turningPoints(scores, info.you ?? 0);
      if (!found.length) return;
      const series = game.describeSeries?.(Object.keys(scores)[0]) ?? null;
      const lines = turnLines(info, found, series, (step) =>
        h('a', { href: siteUrl(`/matches/${match}/replay/?step=${step}`) }, stepName(info, step - 1)),
      );
      replace(turns, h('h3', null, t('Turning points')), h('ul', { class: 'bare turning' }, lines));
    } catch {
      // Without scores the card is shorter, nothing else.
      turns.remove();
    }
  }

  /** @param {Info} info @param {Status} status */
  function showRematch(info, status) {
    const place = box.querySelector('.end-rematch');
    if (!place) return;
    if (status.rematch)
      replace(place, h('a', { class: 'button', href: siteUrl(`/tables/${status.rematch}/`) }, t('To the next table')));
    else if (info.you !== null && !place.firstChild)
      replace(
        place,
        h('button', { type: 'button', class: 'button', onclick: rematch }, icon('rotate-ccw'), t('Rematch')),
      );
  }

  async function rematch() {
    try {
      const url = siteUrl(`/tables/${match}/rematch/`);
      location.assign((await trying('rematch', () => post(url, undefined, { wants: ['url'] }), rematch)).url);
    } catch (error) {
      if (/** @type {any} */ (error).isTold) return;
      problem.textContent = /** @type {Error} */ (error).message;
      problem.hidden = false;
    }
  }

  function open() {
    box.hidden = false;
    onShown();
    land();
  }

  function close() {
    keepFocus(() => {
      box.hidden = true;
    });
  }

  return { show, open };
}
