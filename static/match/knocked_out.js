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
import { sentences, t, tn } from 'app/i18n.js';
import { siteUrl } from 'app/site_url.js';
import { newsOf } from 'match/news.js';

/** Sentences that tell how it came about. */
const MOST = 2;

/** Is the reader's only seat out of a match that goes on? Whoever resigned knows why. @param {Info} info @param {Status} status */
export function isKnockedOut(info, { out, seats }) {
  if (info.you === null || info.yours.length !== 1 || !out?.includes(info.you)) return false;
  return !seats.some(({ seat, resigned }) => seat === info.you && resigned);
}

/**
 * What the step brought that ended it for the seat, the weightiest first.
 * @param {Game} game @param {Info} info @param {Frame} frame @param {Frame | null} before
 */
export function howItCame(game, info, frame, before) {
  return newsOf(game, info, frame, before)
    .filter(({ onlyHere }) => !onlyHere)
    .slice(0, MOST)
    .map(({ text }) => text);
}

/**
 * @param {{ game: Game, page: Page, info: Info, status: Status, frame: Frame | null, before: Frame | null, watch: () => void }} told
 *   `frame`: the position in which the seat was out, null if that was before this page came
 */
export function knockedOut({ game, page, info, status, frame, before, watch }) {
  const title = t('You are out');
  const lines = frame ? howItCame(game, info, frame, before) : [];
  const left = info.seats.length - status.out.length;
  const rest = tn('{n} seat plays on.', '{n} seats play on.', left);
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
    h('h2', { id: 'end-title' }, title),
    lines.map((text, i) => h('p', { class: i ? 'reason' : 'end-fact' }, text)),
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
  return { element, spoken: sentences([t('{text}.', { text: title }), ...lines, rest]) };
}
