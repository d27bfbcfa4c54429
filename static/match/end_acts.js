/**
 * Where to from the end of a match? One act leads on, the others are quiet. Each is a line of `ACTS`: whoever adds a way on adds a line.
 *
 * @typedef {import("../types").MatchInfo} Info
 * @typedef {import("../types").StatusMessage} Status
 * @typedef {import("../types").MatchPage} Page
 * @typedef {{ info: Info, status: Status, page: Page, stage: import('match/rematch.js').Stage, isAlone: boolean, won: boolean, next: Next | null }} Situation
 *   `isAlone`: nobody else but bots played; `next`: whom to play after this match
 * @typedef {{ name: string, fields: Record<string, string> }} Next an opponent in words, and what the form sends that begins the match
 * @typedef {'rematch' | 'withdraw' | 'share'} Press
 * @typedef {{
 *   key: string,
 *   icon: string,
 *   text: (at: Situation) => string,
 *   isThere: (at: Situation) => boolean,
 *   leads?: (at: Situation) => boolean,
 *   href?: (at: Situation) => string,
 *   form?: (at: Situation) => { action: string, fields: Record<string, string> },
 *   press?: Press,
 * }} Act `leads`: it is the one that leads on; the first line that says so does. Without `href` and `form` the page does `press`
 */
import { csrfToken } from 'app/csrf.js';
import { h, icon } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { siteUrl } from 'app/site_url.js';

/** Did the reader sit there? @param {Situation} at */
const isMine = ({ info }) => info.you !== null;

/** @type {Act[]} in the order in which the quiet ones stand: a long one has a line of its own, before the short ones that share the next */
export const ACTS = [
  {
    key: 'agree',
    icon: 'rotate-ccw',
    text: () => t('Play the rematch'),
    isThere: (at) => isMine(at) && at.stage === 'theirs',
    leads: () => true,
    press: 'rematch',
  },
  {
    key: 'begun',
    icon: 'chevron-right',
    text: () => t('To the rematch'),
    isThere: ({ stage }) => stage === 'begun',
    leads: isMine,
    href: ({ status }) => siteUrl(`/matches/${status.rematch}/`),
  },
  {
    key: 'set',
    icon: 'users',
    text: () => t('To its table'),
    isThere: (at) => isMine(at) && at.stage === 'set',
    leads: () => true,
    href: ({ status }) => siteUrl(`/tables/${status.rematch}/`),
  },
  {
    key: 'withdraw',
    icon: 'x',
    text: () => t('No rematch after all'),
    isThere: (at) => isMine(at) && (at.stage === 'mine' || at.stage === 'set'),
    leads: () => true,
    press: 'withdraw',
  },
  {
    key: 'next',
    icon: 'bot',
    text: ({ next }) => t('Next: {bot}', { bot: next?.name ?? '' }),
    isThere: ({ next }) => next !== null,
    leads: () => true,
    form: ({ page, next }) => ({ action: page.play, fields: { game: page.game, ...next?.fields } }),
  },
  {
    key: 'again',
    icon: 'rotate-ccw',
    text: ({ isAlone }) => (isAlone ? t('Play again') : t('Rematch')),
    isThere: (at) => isMine(at) && at.stage === 'none',
    leads: () => true,
    press: 'rematch',
  },
  {
    key: 'coach',
    icon: 'bot',
    text: ({ page }) => t('What {bot} would have done', { bot: page.bots[page.strongest] ?? '' }),
    isThere: (at) =>
      isMine(at) &&
      at.info.kind === 'ordinary' &&
      at.status.status === 'finished' &&
      Object.keys(at.page.bots).length > 0,
    href: ({ page }) => siteUrl(`/matches/${page.match}/replay/?coach=1`),
  },
  {
    key: 'replay',
    icon: 'play',
    text: () => t('Replay'),
    isThere: ({ status }) => status.step > 0,
    leads: (at) => !isMine(at),
    href: ({ page }) => siteUrl(`/matches/${page.match}/replay/`),
  },
  {
    key: 'share',
    icon: 'share-2',
    text: () => t('Share'),
    isThere: ({ page, status }) => Boolean(page.share || page.share_after) && status.status === 'finished',
    press: 'share',
  },
  {
    key: 'table',
    icon: 'users',
    text: () => t('To its table'),
    isThere: (at) => isMine(at) && at.stage === 'mine',
    href: ({ status }) => siteUrl(`/tables/${status.rematch}/`),
  },
  { key: 'lobby', icon: 'users', text: () => t('Lobby'), isThere: () => true, href: () => siteUrl('/lobby/') },
];

/**
 * The act that leads on, and the others.
 * @param {Situation} at @returns {{ lead: Act, quiet: Act[] }}
 */
export function actsOf(at) {
  const there = ACTS.filter(({ isThere }) => isThere(at));
  const lead = there.find(({ leads }) => leads?.(at)) ?? there[0];
  return { lead, quiet: there.filter((act) => act !== lead) };
}

/**
 * The bot to play after this match, which one person played against bots alone: a stronger one after a victory. Null: no such match, or
 * there is no stronger one.
 * @param {Info} info @param {Status} status @param {Page['bots']} bots weakest first @param {string} [hardest] after it come bots of another kind, which are no level
 */
export function nextBot(info, status, bots, hardest = '') {
  const others = info.seats.filter(({ seat }) => seat !== info.you);
  if (!hasWon(info, status) || !others.length || others.some(({ bot, program }) => !bot || program)) return null;
  const ids = Object.keys(bots);
  const beaten = Math.max(...others.map(({ bot }) => ids.indexOf(bot)));
  return ids[beaten] === hardest ? null : (ids[beaten + 1] ?? null);
}

/**
 * Whom to play after this match: after a victory at a stop of the path the next stop, elsewhere the next bot; null: nobody in particular.
 * @param {Info} info @param {Status} status @param {Page} page @returns {Next | null}
 */
export function nextOf(info, status, { bots, strongest, path = [], stop }) {
  const at = path.findIndex(({ key }) => key === stop);
  if (at >= 0) {
    const after = hasWon(info, status) ? path[at + 1] : undefined;
    return after ? { name: after.name, fields: { stop: after.key } } : null;
  }
  const bot = nextBot(info, status, bots, strongest);
  return bot === null ? null : { name: bots[bot], fields: { bot } };
}

/** Has the reader won, alone? A draw is no victory. @param {Info} info @param {Status} status */
function hasWon({ you }, { outcome }) {
  const places = outcome?.places ?? [];
  return you !== null && places[you] === 1 && places.filter((place) => place === 1).length === 1;
}

/** @param {Info} info @param {Status} status @param {Page} page @param {import('match/rematch.js').Stage} stage @returns {Situation} */
export function situation(info, status, page, stage) {
  const isAlone = info.seats.every(({ seat, kind }) => info.yours.includes(seat) || kind === 'bot');
  const won = hasWon(info, status);
  return { info, status, page, stage, isAlone, won, next: nextOf(info, status, page) };
}

/** Where a guest signs up to keep what they have played; null: nothing of theirs is here. @param {Situation} at */
export const signUpOf = (at) => (isMine(at) ? at.page.sign_up : null);

/**
 * An act as a button, a link or a form.
 * @param {Act} act @param {Situation} at @param {(what: Press) => void} press @param {string} look classes beside `button`
 */
export function actElement(act, at, press, look = '') {
  const words = [icon(act.icon), act.text(at)];
  const name = `button ${look}`.trim();
  if (act.href) return h('a', { class: name, href: act.href(at) }, words);
  if (!act.form) {
    const what = act.press ?? 'rematch';
    return h('button', { type: 'button', class: name, onclick: () => press(what) }, words);
  }
  const { action, fields } = act.form(at);
  return h(
    'form',
    { action, method: 'post' },
    Object.entries({ csrfmiddlewaretoken: csrfToken(), ...fields }).map(([key, value]) =>
      h('input', { type: 'hidden', name: key, value }),
    ),
    h('button', { class: name }, words),
  );
}
