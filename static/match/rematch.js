/**
 * Once more: who wants it, how long the seats are kept for those who have just played, and the way there as soon as all have asked. One press
 * asks and agrees alike; it can be taken back until then.
 *
 * @typedef {import("../types").MatchInfo} Info
 * @typedef {import("../types").StatusMessage} Status
 * @typedef {'none' | 'mine' | 'theirs' | 'set' | 'taken' | 'begun'} Stage nobody has asked, I wait for others, others wait for me, I sit at its full table, it is
 *   full without me, it has begun
 */
import { post } from 'app/api.js';
import { h } from 'app/dom.js';
import { join, t, tn } from 'app/i18n.js';
import { siteUrl } from 'app/site_url.js';
import { trying } from 'app/trouble.js';
import { seatName } from 'match/seats.js';

/** How it stands for the reader. @param {Info} info @param {Pick<Status, 'rematch_offer'>} status @returns {Stage} */
export function stageOf(info, { rematch_offer: offer }) {
  if (!offer || (!offer.seats.length && !offer.begun)) return 'none';
  if (offer.begun) return 'begun';
  const isThere = info.yours.some((seat) => offer.seats.includes(seat));
  if (offer.full) return isThere ? 'set' : 'taken';
  return isThere ? 'mine' : 'theirs';
}

/**
 * @param {{
 *   match: string, now: () => number, announce: (text: string) => void, call: { wanted: (text: string) => void },
 *   fail: (message: string) => void, go?: (url: string) => void,
 * }} config
 */
export function createRematch({ match, now, announce, call, fail, go = (url) => location.assign(url) }) {
  /** What was told last, so that it is said once. */
  let said = '';
  let hasWaited = false;
  let isLeaving = false;
  /** @type {any} */
  let clock = null;
  const left = h('span', { class: 'end-left', 'aria-hidden': 'true' });

  /** Names of the seats that have asked, or of the people who have not. @param {Info} info @param {Status} status @param {boolean} asked */
  const names = (info, { rematch_offer: offer }, asked) =>
    join(
      info.seats
        .filter(({ seat, kind }) => kind === 'person' && !info.yours.includes(seat))
        .filter(({ seat }) => offer?.seats.includes(seat) === asked)
        .map(({ seat }) => seatName(info, seat)),
    );

  /** @param {Info} info @param {Status} status */
  function show(info, status) {
    const stage = stageOf(info, status);
    const words = sentence(info, status, stage);
    call.wanted(stage === 'theirs' ? words : '');
    if (words && words !== said) announce(words);
    said = words;
    if (stage === 'mine' || stage === 'set') hasWaited = true;
    const isInIt = info.yours.some((seat) => status.rematch_offer?.seats.includes(seat));
    if (stage === 'begun' && hasWaited && isInIt) leave(siteUrl(`/matches/${status.rematch}/`));
    clearInterval(clock);
    if (stage === 'mine') {
      const tick = () => count(status.rematch_offer?.until ?? 0);
      clock = setInterval(tick, 1000);
      tick();
    }
    return { stage, words, left };
  }

  /** Once: both the answer to the press and the websocket may name the match, and the second would break off the first. @param {string} url */
  function leave(url) {
    if (isLeaving) return;
    isLeaving = true;
    go(url);
  }

  /** @param {Info} info @param {Status} status @param {Stage} stage */
  function sentence(info, status, stage) {
    if (stage === 'theirs') return t('{name} wants a rematch', { name: names(info, status, true) });
    if (stage === 'taken') return t('Somebody else has taken the seat in the rematch.');
    if (stage === 'set')
      return names(info, status, false)
        ? t('Somebody else has taken a seat in the rematch. It begins at its table.')
        : t('Everybody sits at the table of the rematch. It begins there.');
    if (stage !== 'mine') return '';
    const others = status.seats.filter(({ seat }) => !info.yours.includes(seat));
    const isThere = others.some(
      ({ seat, online }) =>
        online && info.seats[seat]?.kind === 'person' && !status.rematch_offer?.seats.includes(seat),
    );
    const name = names(info, status, false);
    return isThere
      ? t('You want a rematch. Waiting for {name}.', { name })
      : t('You want a rematch. {name} has left this page.', { name });
  }

  /** @param {number} until */
  function count(until) {
    const seconds = Math.ceil((until - now()) / 1000);
    if (seconds <= 0) clearInterval(clock);
    left.textContent =
      seconds > 0
        ? tn('The seats are kept for {n} second.', 'The seats are kept for {n} seconds.', seconds)
        : t('The seats are open to others now.');
  }

  async function press() {
    hasWaited = true;
    try {
      const url = siteUrl(`/tables/${match}/rematch/`);
      const answer = await trying('rematch', () => post(url, undefined, { wants: ['url'] }), press);
      // At an open table there is nothing to do but wait, which this page does as well.
      if (!answer.url.startsWith(siteUrl('/tables/'))) leave(answer.url);
    } catch (error) {
      tell(error);
    }
  }

  /** @param {Status} status @returns {Promise<void>} */
  async function withdraw(status) {
    hasWaited = false;
    try {
      const url = siteUrl(`/tables/${status.rematch}/leave/`);
      await trying(
        'rematch',
        () => post(url, undefined, { wants: ['url'] }),
        () => withdraw(status),
      );
    } catch (error) {
      tell(error);
    }
  }

  /** @param {unknown} error */
  function tell(error) {
    if (!(/** @type {any} */ (error).isTold)) fail(/** @type {Error} */ (error).message);
  }

  return { show, press, withdraw };
}
