/**
 * How did it end? A scene over the whole board, with all of the map beside it: result, reason, what made the score, turning points, and where
 * to go from here.
 *
 * @typedef {import("../types").Frame} Frame
 * @typedef {import("../types").GameModule} Game
 * @typedef {import("../types").MatchInfo} Info
 * @typedef {import("../types").MatchPage} Page
 * @typedef {import("../types").StatusMessage} Status
 * @typedef {Record<string, number[][]>} Scores series → step → one number per seat, the main series first
 */
import { get, post } from 'app/api.js';
import { csrfToken } from 'app/csrf.js';
import { byId, h, icon, replace } from 'app/dom.js';
import { join, t } from 'app/i18n.js';
import { siteUrl } from 'app/site_url.js';
import { trying } from 'app/trouble.js';
import { isLost, keepFocus, land } from 'match/focus.js';
import { showChanges } from 'match/rated.js';
import { seatMark, seatName, stepName } from 'match/seats.js';
import { turningPoints } from 'match/turns.js';

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
 * What the score was made of at the end: a line for each series, one number per seat. The first decides.
 * @param {Scores} scores @param {Game} game @returns {{ name: string, values: number[] }[]}
 */
export function madeOf(scores, game) {
  return Object.entries(scores).flatMap(([key, series]) => {
    const [name, values] = [game.describeSeries?.(key), series.at(-1)];
    return name && values ? [{ name, values: values.map(Math.round) }] : [];
  });
}

/**
 * The bot to play after this match, which one person played against bots alone: a stronger one after a victory. Null: no such match, or
 * there is no stronger one.
 * @param {Info} info @param {Status} status @param {Page['bots']} bots weakest first
 */
export function nextBot(info, status, bots) {
  const others = info.seats.filter(({ seat }) => seat !== info.you);
  const won = info.you !== null && status.outcome?.places?.[info.you] === 1;
  if (!won || !others.length || others.some(({ bot, program }) => !bot || program)) return null;
  const ids = Object.keys(bots);
  const strongest = Math.max(...others.map(({ bot }) => ids.indexOf(bot)));
  return ids[strongest + 1] ?? null;
}

/**
 * @param {{
 *   game: Game, page: Page, announce: (text: string) => void, onShown: () => void,
 *   board: () => { survey: (cover: Cover | null) => void } | null,
 * }} config
 * @typedef {import("../types").Cover} Cover
 */
export function createEnd({ game, page, announce, onShown, board }) {
  const { match } = page;
  const box = byId('end');
  const problem = h('p', { class: 'problem', role: 'alert', hidden: true });
  let isShown = false;
  let wasOn = false;
  let isAsked = false;

  /** Shows how it ended, once it has and its last position is there. @param {Info} info @param {Status} status @param {Frame | null} newest */
  async function show(info, status, newest) {
    const isAborted = status.status === 'aborted';
    if (!isAborted && status.status !== 'finished') wasOn = true;
    else if (isShown) showActs(info, status);
    else if (isAborted || newest?.final) await reveal(info, status);
  }

  /** @param {Info} info @param {Status} status */
  async function reveal(info, status) {
    isShown = true;
    const places = status.outcome?.places ?? [];
    const made = h('div', { class: 'end-made' });
    const turns = h('section', { class: 'end-turns', 'aria-label': t('Turning points') });
    replace(
      box,
      h(
        'div',
        { class: 'end-words' },
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
        h('h2', { id: 'end-title', class: outcomeOf(info, status) }, headline(info, status)),
        h('p', { class: 'muted reason' }, reasonText(info, status)),
        places.length > 0 && ranking(info, places),
        made,
        problem,
        h('div', { class: 'end-acts' }),
      ),
      turns,
    );
    open();
    // Whoever comes to a match that is over begins at the top of the page, as everywhere.
    if (wasOn && isLost()) land();
    announce(t('{result}. {reason}', { result: resultText(info, status), reason: reasonText(info, status) }));
    showActs(info, status);
    if (info.rated && status.status === 'finished') showChanges(match, box);
    try {
      // One frame is enough: the scores come with it, for the whole match.
      const { scores } = await get(siteUrl(`/matches/${match}/frames/?as=referee&first=0&last=0`), {
        wants: ['scores'],
      });
      replace(made, table(info, madeOf(scores, game)));
      const found = await turningPoints({ match, game, info, scores });
      if (found.length) replace(turns, cards(info, found));
      else turns.remove();
      if (!box.hidden) look();
    } catch {
      // Without scores the scene is shorter, nothing else.
      turns.remove();
    }
  }

  /** @param {Info} info @param {number[]} places */
  function ranking(info, places) {
    const order = [...info.seats].sort((a, b) => (places[a.seat] ?? 0) - (places[b.seat] ?? 0));
    return h(
      'ol',
      { class: 'bare ranking' },
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

  /** @param {Info} info @param {import("match/turns.js").Turn[]} found */
  const cards = (info, found) =>
    h(
      'ol',
      { class: 'bare turning' },
      found.map(({ step, seat, text, gain }) =>
        h(
          'li',
          null,
          h(
            'a',
            { href: siteUrl(`/matches/${match}/replay/?step=${step}`) },
            h('span', { class: 'turning-step' }, seatMark(seat), stepName(info, step - 1)),
            h('span', null, text),
            h('b', { class: 'turning-gain' }, gain),
          ),
        ),
      ),
    );

  /** What can be done from here, the likeliest first. @param {Info} info @param {Status} status */
  function showActs(info, status) {
    const place = box.querySelector('.end-acts');
    if (!place) return;
    const replay = link(siteUrl(`/matches/${match}/replay/`), 'play', t('Replay'));
    const lobby = link(siteUrl('/lobby/'), 'users', t('Lobby'));
    const following = nextBot(info, status, page.bots);
    const others = info.seats.filter(({ seat }) => !info.yours.includes(seat));
    const isAlone = others.every(({ kind }) => kind === 'bot');
    const again = info.you !== null && button('rotate-ccw', isAlone ? t('Play again') : t('Rematch'), rematch);
    const asked = status.rematch && info.you !== null && !isAsked;
    const acts = asked
      ? [button('rotate-ccw', t('A rematch is offered: play it'), rematch), replay, lobby]
      : following
        ? [playBot(following), again, replay, lobby]
        : again
          ? [again, replay, lobby]
          : [replay, lobby];
    if (asked) {
      if (place.getAttribute('data-asked') !== status.rematch) {
        place.setAttribute('data-asked', status.rematch ?? '');
        announce(t('A rematch is offered.'));
      }
    } else if (place.firstChild) return;
    const guest = page.sign_up && h('a', { class: 'end-keep', href: page.sign_up }, t('Keep this match: sign up'));
    keepFocus(() => replace(place, mark(acts[0]), guest, h('div', { class: 'end-quiet' }, acts.slice(1))));
  }

  /** A match against the next bot, at once. @param {string} bot */
  const playBot = (bot) =>
    h(
      'form',
      { action: page.play, method: 'post' },
      Object.entries({ csrfmiddlewaretoken: csrfToken(), game: page.game, bot }).map(([name, value]) =>
        h('input', { type: 'hidden', name, value }),
      ),
      h('button', { class: 'button' }, icon('bot'), t('Next: {bot}', { bot: page.bots[bot] })),
    );

  async function rematch() {
    isAsked = true;
    try {
      const url = siteUrl(`/tables/${match}/rematch/`);
      location.assign((await trying('rematch', () => post(url, undefined, { wants: ['url'] }), rematch)).url);
    } catch (error) {
      if (/** @type {any} */ (error).isTold) return;
      problem.textContent = /** @type {Error} */ (error).message;
      problem.hidden = false;
    }
  }

  function look() {
    const shown = board();
    if (!shown) return;
    const { width, height } = box.getBoundingClientRect();
    const words = /** @type {Element} */ (box.querySelector('.end-words')).getBoundingClientRect();
    const turns = box.querySelector('.end-turns')?.getBoundingClientRect();
    // On a narrow page the words lie below the map.
    const isBelow = words.width > width * 0.7;
    // In a low window the turning points stand below the words, in their column.
    const foot = turns && turns.left !== words.left ? turns.height : 0;
    const cover = isBelow ? { left: 0, bottom: height } : { left: words.width, bottom: foot };
    shown.survey(cover);
  }

  // The words take another place when the window changes, and more room when the turning points come.
  new ResizeObserver(() => {
    if (isShown && !box.hidden) look();
  }).observe(box);

  function open() {
    box.hidden = false;
    onShown();
    look();
  }

  function close() {
    keepFocus(() => {
      box.hidden = true;
    });
    board()?.survey(null);
  }

  return {
    show,
    open() {
      open();
      land();
    },
  };
}

/** @param {Info} info @param {Status} status @returns {string} how it ended for me, for its light */
function outcomeOf(info, status) {
  const place = info.you === null ? 0 : status.outcome?.places?.[info.you];
  return place === 1 ? 'won' : '';
}

/** The act that leads on is the one lamp of the scene. @param {import("app/dom.js").Child} act */
function mark(act) {
  const element = /** @type {HTMLElement} */ (act);
  const shown = element.matches('form') ? element.querySelector('button') : element;
  shown?.classList.add('primary', 'end-on');
  return act;
}

/** @param {string} href @param {string} sign @param {string} text */
const link = (href, sign, text) => h('a', { class: 'button', href }, icon(sign), text);

/** @param {string} sign @param {string} text @param {() => void} onclick */
const button = (sign, text, onclick) => h('button', { type: 'button', class: 'button', onclick }, icon(sign), text);

/**
 * The series of the score as a table: of two seats with a bar between them, of more with their numbers.
 * @param {Info} info @param {ReturnType<typeof madeOf>} lines
 */
function table(info, lines) {
  if (!lines.length) return null;
  const order =
    info.you === null
      ? info.seats
      : [...info.seats].sort((a, b) => Number(b.seat === info.you) - Number(a.seat === info.you));
  const isPair = order.length === 2;
  return h(
    'table',
    { class: isPair ? 'pair' : '' },
    h('caption', { class: 'visually-hidden' }, t('What made the score')),
    h(
      'thead',
      null,
      h(
        'tr',
        null,
        h('td'),
        order.map(({ seat }) =>
          h('th', { scope: 'col' }, seatMark(seat), h('span', { class: 'visually-hidden' }, seatName(info, seat))),
        ),
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
          order.map(({ seat }) => {
            const most = Math.max(1, ...values);
            return h(
              'td',
              null,
              String(values[seat]),
              isPair &&
                h('span', {
                  class: `end-bar seat-${seat}`,
                  style: { 'inline-size': `${Math.round((Math.max(0, values[seat]) / most) * 100)}%` },
                  'aria-hidden': 'true',
                }),
            );
          }),
        ),
      ),
    ),
  );
}
