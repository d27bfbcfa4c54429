/**
 * Who is away, and what can be done about it? Call a bot, claim the win, take a seat that a bot plays for an absent person; and for one's own
 * seat, before one goes, ask for a substitute.
 *
 * @typedef {import("../types").MatchInfo} Info
 * @typedef {import("../types").StatusMessage} Status
 */
import { post } from 'app/api.js';
import { h, icon, list } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { siteUrl } from 'app/site_url.js';
import { trying } from 'app/trouble.js';
import { ask } from 'match/dialogs.js';
import { isAgainstBots, seatName } from 'match/seats.js';

/**
 * @param {{
 *   canTake: boolean,
 *   act: (type: string, fields?: Record<string, unknown>) => Promise<void>,
 *   fail: (error: Error) => void,
 *   now: () => number,
 * }} config
 */
export function createAbsences({ canTake, act, fail, now }) {
  const element = h('div', { class: 'votes' });

  /** Notices of the seats whose persons have been absent long enough for others to act. @param {Info} info @param {Status} status */
  function notices(info, status) {
    const isPast = (/** @type {number | null} */ moment) => moment !== null && moment <= now();
    const gone = status.seats
      .filter((seat) => isPast(seat.gone_at))
      .map(({ seat }) => ({
        key: `gone ${seat}`,
        text: t('{name} has been gone for a while.', { name: seatName(info, seat) }),
        button: t('Call a bot'),
        press: () => act('claim', { kind: 'bot', seat }),
      }));
    if (!isPast(status.claim_at)) return gone;
    return [
      ...gone,
      { key: 'claim', text: t('All the others have been gone for a while.'), button: t('Claim the win'), press: claim },
    ];
  }

  async function claim() {
    const isSure = await ask(
      t('Claim the win?'),
      t('The match ends now, and you have won it. Call a bot instead if you would rather play on.'),
      t('Claim the win'),
    );
    if (isSure) await act('claim', { kind: 'win' });
  }

  /** Seats that a spectator may take: a bot plays for a person who is away. @param {string} match @param {Info} info @param {Status} status */
  function show(match, info, status) {
    const isOn = status.status === 'running' || status.status === 'paused';
    const isPossible = canTake && isOn && info.you === null && info.public && !info.anonymous;
    const seats = isPossible ? status.seats.filter((seat) => seat.autopilot && !seat.watchable) : [];
    list(
      element,
      seats,
      ({ seat }) => seat,
      ({ seat }) =>
        h(
          'button',
          { type: 'button', class: 'button slim', onclick: () => take(match, seat) },
          icon('user-plus'),
          t('Take the seat of {name}', { name: seatName(info, seat) }),
        ),
    );
  }

  /** @param {string} match @param {number} seat */
  async function take(match, seat) {
    const form = new FormData();
    form.append('number', String(seat));
    try {
      const url = siteUrl(`/tables/${match}/take/`);
      await trying(
        'take',
        () => post(url, form, { wants: ['url'] }),
        () => take(match, seat),
      );
      // Reload the page, now as the page of this seat.
      location.assign(location.pathname);
    } catch (error) {
      fail(/** @type {Error} */ (error));
    }
  }

  async function askSubstitute() {
    const isSure = await ask(
      t('Ask for a substitute?'),
      t(
        'A bot plays your seat from now on, and it is offered to others: somebody may take it over for good while you are away from this match. Until then you can take it back.',
      ),
      t('Ask for a substitute'),
    );
    if (isSure) await act('substitute');
  }

  return { element, notices, show, askSubstitute };
}

/** Can somebody take over a seat of this match, as far as a page knows? The server knows of more that forbids it, and says so. @param {Info} info @param {Status} status */
export function isReplaceable(info, status) {
  const isOpen = info.kind === 'ordinary' && info.public && !info.rated && !info.anonymous;
  // Who watches may know secrets of the seats.
  const isWatched = (info.truth_delay ?? null) !== null || status.seats.some((seat) => seat.watchable);
  return isOpen && !isWatched && !isAgainstBots(info);
}

/** May the reader's seat go to a substitute on their own wish? @param {Info} info @param {Status} status */
export function isOnOffer(info, status) {
  const isIn = status.seats.some(({ seat, resigned }) => seat === info.you && !resigned && !status.out.includes(seat));
  return isIn && info.clock === 'slow' && status.status === 'running' && isReplaceable(info, status);
}
