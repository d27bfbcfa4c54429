/**
 * How did it end? A scene over the whole board, with all of the map beside it: result, reason, what made the score, turning points, and where
 * to go from here. The same card for somebody who is knocked out while others play on.
 *
 * @typedef {import("../types").Cover} Cover
 * @typedef {import("../types").Frame} Frame
 * @typedef {import("../types").GameModule} Game
 * @typedef {import("../types").MatchInfo} Info
 * @typedef {import("../types").MatchPage} Page
 * @typedef {import("../types").StatusMessage} Status
 */
import { get } from 'app/api.js';
import { byId, h, icon, replace } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { siteUrl } from 'app/site_url.js';
import { theme } from 'app/theme.js';
import { showEarned } from 'match/earned.js';
import { actElement, actsOf, signUpOf, situation } from 'match/end_acts.js';
import { course } from 'match/end_course.js';
import {
  factText,
  headline,
  madeOf,
  placesTable,
  ranking,
  reasonText,
  resultText,
  scoreTable,
} from 'match/end_words.js';
import { isSpare, keepFocus, land } from 'match/focus.js';
import { isKnockedOut, knockedOut } from 'match/knocked_out.js';
import { showChanges } from 'match/rated.js';
import { createRematch } from 'match/rematch.js';
import { putInWords, stepName } from 'match/seats.js';
import { createTruth } from 'match/truth.js';
import { turningPoints } from 'match/turns.js';

/**
 * @param {{
 *   game: Game, page: Page, announce: (text: string) => void, onShown: () => void, now: () => number, told: () => Promise<unknown> | undefined,
 *   call: { wanted: (text: string) => void }, frames: () => Map<number, Frame>,
 *   board: () => { survey: (cover: Cover | null) => void, isMap: boolean } | null,
 * }} config `told`: when the last step has been told
 */
export function createEnd({ game, page, announce, onShown, board, now, call, frames, told }) {
  const { match } = page;
  const box = byId('end');
  const problem = h('p', { class: 'problem', role: 'alert', hidden: true });
  const rematch = createRematch({
    ...{ match, now, announce, call },
    fail(message) {
      problem.textContent = message;
      problem.hidden = false;
    },
  });
  let isShown = false;
  let wasOn = false;
  /** Was the reader's seat in play when this page last looked, and has it been told that it is not any more? */
  let [wasIn, isToldOut] = [false, false];
  /** What the acts at hand depend on. */
  let shownActs = '';
  /** @type {ReturnType<typeof createTruth> | null} */
  let truth = null;
  /** The fact of a duel as a picture for others tells it: the winner's number first. */
  let winnersFact = '';
  /** What of the board the words lie over. @type {Cover} */
  let covered = { left: 0, bottom: 0 };

  /** Shows how it ended, once it has and its last position is there. @param {Info} info @param {Status} status @param {Frame | null} newest */
  async function show(info, status, newest) {
    const isAborted = status.status === 'aborted';
    if (!isAborted && status.status !== 'finished') {
      wasOn = true;
      lookIfOut(info, status, newest);
    } else if (isShown) showActs(info, status);
    // A match that people end has no frame of its own for that.
    else if (isAborted || newest?.final || (newest && newest.step >= status.step)) await reveal(info, status);
  }

  /** @param {Info} info @param {Status} status @param {Frame | null} newest */
  function lookIfOut(info, status, newest) {
    if (!isKnockedOut(info, status)) {
      wasIn = true;
      return;
    }
    if (isToldOut || !newest || newest.step < status.step) return;
    isToldOut = true;
    const before = frames().get(newest.step - 1) ?? null;
    const frame = wasIn ? newest : null;
    const card = knockedOut({ game, page, info, status, frame, before, where: whereOf(info, status), watch: close });
    replace(box, h('div', { class: 'end-words' }, closing(), card.element));
    open();
    if (isSpare()) land();
    announce(card.spoken);
  }

  /** @param {Info} info @param {Status} status */
  async function reveal(info, status) {
    isShown = true;
    // What stands beside the board keeps to itself who won until the board has told it.
    document.body.toggleAttribute('data-untold', true);
    await told();
    document.body.toggleAttribute('data-untold', false);
    const places = status.outcome?.places ?? [];
    const isWon = places.filter((place) => place === 1).length === 1 && (info.you === null || places[info.you] === 1);
    const fact = h('p', { class: 'end-fact', hidden: true });
    const ranked = places.length > 0 ? ranking(match, info, places) : null;
    const made = h('div', { class: 'end-made' });
    const turns = h('section', { class: 'end-turns', 'aria-label': t('Turning points') });
    replace(
      box,
      h(
        'div',
        { class: 'end-words' },
        closing(),
        h('p', { class: 'muted end-where' }, whereOf(info, status)),
        h('h2', { id: 'end-title', class: isWon ? 'won' : '' }, headline(info, status)),
        fact,
        h('p', { class: 'reason' }, reasonText(info, status)),
        ranked,
        made,
        h('div', { class: 'end-rating', hidden: true }),
        h('div', { class: 'end-earned', hidden: true }),
        h('div', { class: 'end-acts' }),
      ),
      turns,
    );
    shownActs = '';
    open();
    // Whoever comes to a match that is over begins at the top of the page, as everywhere.
    if (wasOn && isSpare()) land();
    announce(t('{result}. {reason}', { result: resultText(info, status), reason: reasonText(info, status) }));
    showActs(info, status);
    if (info.rated && status.status === 'finished') void showChanges(match, info.you, box, look);
    const earned = box.querySelector('.end-earned');
    if (earned && info.you !== null && page.person !== null && status.status === 'finished' && info.kind === 'ordinary')
      void showEarned(match, earned, announce, look);
    try {
      // One frame is enough: the scores come with it, for the whole match.
      const url = siteUrl(`/matches/${match}/frames/?as=referee&first=${status.step}&last=${status.step}&chances`);
      const found = await get(url, { wants: ['scores', 'chances'] });
      const lines = madeOf(found, game, info);
      if (lines.length && info.seats.length === 2) {
        replace(made, scoreTable(info, lines, ranked));
        ranked?.remove();
      } else if (lines.length && ranked) ranked.replaceWith(placesTable(info, lines, ranked));
      fact.textContent = factText(info, status, lines);
      if (info.seats.length === 2)
        winnersFact = factText({ ...info, you: Math.max(0, places.indexOf(1)) }, status, lines);
      fact.hidden = !fact.textContent;
      lift(info, found);
      const winner = Math.max(0, places.indexOf(1));
      const { scores, chances } = found;
      const points = await turningPoints({ match, game, info, scores, chances });
      const shown = course({ match, game, info, scores, chances, turns: points, seat: info.you ?? winner });
      if (shown) replace(turns, shown);
      else turns.remove();
      if (!box.hidden) look();
    } catch {
      // Without scores the scene is shorter, nothing else.
      turns.remove();
    }
  }

  /** The match, and its last step. @param {Info} info @param {Status} status */
  const whereOf = (info, { step }) =>
    [byId('match-name').textContent, step > 0 ? stepName(info, step - 1) : ''].filter(Boolean).join(' · ');

  /** The fog goes, where there was any. @param {Info} info @param {import("../types").FramesAnswer} found */
  function lift(info, { info: told, frames: last }) {
    const frame = last?.[0];
    if (!frame || !told || !info.has_fog || !board()?.isMap) return;
    putInWords(told, page);
    const view = { ...told.static, ...frame.view };
    const at = game.news?.({ ...frame, view }, null, told).find((line) => Array.isArray(line.at))?.at;
    truth = createTruth(game, byId('board'), { info: told, frame: { ...frame, view }, at });
    if (!box.hidden) look();
  }

  const closing = () =>
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
    );

  /** What can be done from here. @param {Info} info @param {Status} status */
  function showActs(info, status) {
    const place = box.querySelector('.end-acts');
    if (!place) return;
    const { stage, words, left } = rematch.show(info, status);
    const at = situation(info, status, page, stage);
    const key = [stage, words, status.rematch].join('/');
    if (key === shownActs) return;
    shownActs = key;
    // What failed did so as things stood before.
    problem.hidden = true;
    const { lead, quiet } = actsOf(at);
    const press = (/** @type {import('match/end_acts.js').Press} */ what) => {
      if (what === 'share') void share(info, status);
      else void (what === 'rematch' ? rematch.press() : rematch.withdraw(status));
    };
    const signUp = signUpOf(at);
    const guest = signUp && h('a', { class: 'end-keep', href: signUp }, t('Keep this match: sign up'));
    keepFocus(() =>
      replace(
        place,
        h(
          'div',
          { class: 'end-lead' },
          words && h('p', { class: `end-wanted ${stage}` }, words, stage === 'mine' && left),
          // On a phone only this part is sure to be seen.
          problem,
          actElement(lead, at, press, stage === 'mine' ? 'end-on' : 'primary end-on'),
        ),
        guest,
        h(
          'div',
          { class: 'end-quiet' },
          quiet.map((act) => actElement(act, at, press)),
        ),
      ),
    );
  }

  /** A link to the last step, and its picture; only whoever shares loads what that needs. @param {Info} info @param {Status} status */
  async function share(info, status) {
    const { createShare } = await import('match/share.js');
    const as = info.you ?? 'public';
    const url = new URL(siteUrl(`/matches/${match}/replay/?as=${as}&step=${status.step}`), location.href).href;
    // Whoever gets the picture is not who made it: the winner has a name in it.
    const said = [resultText({ ...info, you: null }, status), winnersFact];
    const words = { title: byId('match-name').textContent ?? '', line: said.filter(Boolean).join(' · ') };
    createShare({
      ...{ match, theme, board: truth?.shown() ?? byId('board'), cover: () => covered },
      isOpen: () => true,
      link: () => url,
      step: () => status.step,
      as: () => String(as),
      words: () => words,
    }).open();
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
    covered = isBelow ? { left: 0, bottom: height } : { left: words.width, bottom: foot };
    shown.survey(covered);
    truth?.show(covered);
  }

  // The words take another place when the window changes, and more room when the turning points come.
  new ResizeObserver(() => {
    if (!box.hidden) look();
  }).observe(box);

  /** Whoever acts has seen enough of what moves. */
  function settle() {
    for (const one of document.getAnimations()) {
      const { target } = /** @type {KeyframeEffect} */ (one.effect);
      if (target && (box.contains(target) || target.matches('.end-truth'))) one.finish();
    }
  }
  for (const kind of ['keydown', 'pointerdown']) addEventListener(kind, () => !box.hidden && settle());

  function open() {
    box.hidden = false;
    onShown();
    look();
  }

  function close() {
    keepFocus(() => {
      box.hidden = true;
    });
    truth?.hide();
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
