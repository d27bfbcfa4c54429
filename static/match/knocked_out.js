/**
 * Out of the match while others play on: by whom, and what now? To watch as far as the rules let that seat see, to play another match, or to
 * leave.
 *
 * @typedef {import("../types").Frame} Frame
 * @typedef {import("../types").GameModule} Game
 * @typedef {import("../types").MatchInfo} Info
 * @typedef {import("../types").MatchPage} Page
 * @typedef {import("../types").StatusMessage} Status
 */
import { csrfToken } from 'app/csrf.js';
import { h, icon } from 'app/dom.js';
import { join, sentences, t, tn } from 'app/i18n.js';
import { siteUrl } from 'app/site_url.js';
import { newsOf } from 'match/news.js';
import { seatName } from 'match/seats.js';

/** Sentences that tell how it came about, and names of those who play on. */
const [MOST, NAMES] = [2, 3];

/** Is the reader's only seat out of a match that goes on? Whoever resigned knows why. @param {Info} info @param {Status} status */
export function isKnockedOut(info, { out, seats }) {
  if (info.you === null || info.yours.length !== 1 || !out?.includes(info.you)) return false;
  return !seats.some(({ seat, resigned }) => seat === info.you && resigned);
}

/**
 * Who ended it for the seat, and what the step brought that did, the weightiest first: deeds of others that cost the seat something. That one is
 * out says the card itself. Where nobody else did it, `by` is null and the lines are what happened.
 * @param {Game} game @param {Info} info @param {Frame} frame @param {Frame | null} before @returns {{ by: number | null, lines: string[] }}
 */
export function howItCame(game, info, frame, before) {
  const news = newsOf(game, info, frame, before).filter(({ onlyHere }) => !onlyHere);
  const blows = news.filter(
    ({ by, sides = [] }) =>
      typeof by === 'number' && by !== info.you && sides.some(({ seat, amount }) => seat === info.you && amount < 0),
  );
  const others = news.filter(({ moment }) => moment !== t('You are out'));
  const told = [blows, others, news].find((lines) => lines.length) ?? [];
  return { by: blows[0]?.by ?? null, lines: told.slice(0, MOST).map(({ text }) => text) };
}

/** Who plays on, by name where there are few. @param {Info} info @param {Status} status */
function restOf(info, { out }) {
  const left = info.seats.filter(({ seat }) => !out.includes(seat));
  if (left.length > NAMES) return tn('{n} seat plays on.', '{n} seats play on.', left.length);
  const names = join(left.map(({ seat }) => seatName(info, seat)));
  return left.length === 1 ? t('{names} plays on.', { names }) : t('{names} play on.', { names });
}

/**
 * @param {{ game: Game, page: Page, info: Info, status: Status, frame: Frame | null, before: Frame | null, where: string, watch: () => void }} told
 *   `frame`: the position in which the seat was out, null if that was before this page came; `where`: the match and its step
 */
export function knockedOut({ game, page, info, status, frame, before, where, watch }) {
  const title = t('You are out');
  const { by, lines } = frame ? howItCame(game, info, frame, before) : { by: null, lines: [] };
  const rest = restOf(info, status);
  const [fact, ...how] =
    by === null ? lines : [t('{name} has knocked you out.', { name: seatName(info, by) }), ...lines];
  const isAlone = info.seats.every(({ seat, kind }) => seat === info.you || kind === 'bot');
  const weakest = info.seats.find(({ bot }) => bot)?.bot ?? '';
  const next = isAlone
    ? h(
        'form',
        { action: page.play, method: 'post' },
        Object.entries({ csrfmiddlewaretoken: csrfToken(), game: page.game, bot: weakest }).map(([name, value]) =>
          h('input', { type: 'hidden', name, value }),
        ),
        h('button', { class: 'button' }, icon('chevron-right'), t('Next match')),
      )
    : h('a', { class: 'button', href: siteUrl(`/quick/?game=${info.game}`) }, icon('chevron-right'), t('Next match'));
  const element = h(
    'div',
    { class: 'end-out' },
    h('p', { class: 'muted end-where' }, where),
    h('h2', { id: 'end-title' }, title),
    fact && h('p', { class: 'end-fact' }, fact),
    how.map((text) => h('p', { class: 'reason' }, text)),
    h('p', { class: 'reason muted' }, rest),
    h(
      'div',
      { class: 'end-acts' },
      h('button', { type: 'button', class: 'button primary end-on', onclick: watch }, icon('eye'), t('Watch')),
      h(
        'div',
        { class: 'end-quiet' },
        next,
        h('a', { class: 'button', href: siteUrl('/lobby/') }, icon('door-open'), t('Leave')),
      ),
    ),
  );
  return { element, spoken: sentences([t('{text}.', { text: title }), fact ?? '', ...how, rest]) };
}
