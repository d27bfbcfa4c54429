/**
 * What would a strong bot have done in my place, and where did the match turn? A tab of the replay of an own match: the coach's orders for the
 * step on the board, as drafts that nobody can change, and a study that plays on from positions that the seat could have been in.
 *
 * @typedef {import("../types").Frame} Frame
 * @typedef {import("../types").MatchInfo} Info
 * @typedef {{ seat: number, step: number, bot: string, name: string, orders: any, forecast: any, choices: any }} Advice
 * @typedef {{ value: number, low: number, high: number, plays: number }} Value
 * @typedef {{ step: number, to: number, before: Value, after: Value, sure: 'sure' | 'likely' | 'hint' }} Turn
 * @typedef {{ status: string, wanted: number, played: number, seconds: number, elapsed: number, ahead: number, looked_at: number, bot: string, turns: Turn[], refusal: import("../types").Refusal | null }} Study
 */
import { get, request } from 'app/api.js';
import { h, icon, replace, setText } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';
import { siteUrl } from 'app/site_url.js';
import { trying } from 'app/trouble.js';
import { keepFocus } from 'match/focus.js';
import { inTurn } from 'match/in_turn.js';
import { shownName, stepName } from 'match/seats.js';

/** Milliseconds for which a step stays on the board before the coach is asked about it: whoever scrubs asks about one. */
const REST = 250;
/** Milliseconds between two looks at a study that goes on. */
const ASK_EVERY = 1000;

/** So many play-outs of a step tell something of it. */
const FEW = 3;

/** @param {number} value from 0 to 1 */
const percent = (value) => Math.round(100 * value);

/**
 * @param {{
 *   match: string, pane: HTMLElement, game: import("../types").GameModule, bots: Record<string, string>, announce: (text: string) => void,
 *   draw: (orders: any, forecast: any) => void, move: (step: number) => void, playOn: (step: number) => void,
 * }} config `draw` puts drafts on the board, `move` shows a step
 */
export function createCoach({ match, pane, game, bots, announce, draw, move, playOn }) {
  const advised = h('section', { class: 'coach-advice', 'aria-live': 'polite' });
  const studied = h('section', { class: 'coach-study' });
  /** @type {Map<string, Advice>} by seat and step */
  const known = new Map();
  /** What is on the board, and may be spoken about. @type {{ frame: Frame, info: Info, seat: number } | null} */
  let here = null;
  /** The advice whose orders are on the board. @type {Advice | null} */
  let shown = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let soon;
  /** @type {Study | null} */
  let study = null;
  /** The seat that the study is about, or was asked about. @type {number | null} */
  let studiedSeat = null;
  let wasRunning = false;
  /** The step to which a link has led that only opens the coach: from there it goes on to one of which there is something to say. @type {number | null} */
  let led = null;
  /** What of a study stands on the page: while it goes on only its progress changes, so that nobody loses the button under the finger. */
  let drawn = '';
  const progressText = h('span');
  const progress = /** @type {HTMLProgressElement} */ (h('progress'));
  replace(pane, advised, studied);

  const address = (/** @type {string} */ what, /** @type {string} */ query) =>
    siteUrl(`/api/matches/${match}/${what}/?${query}`);

  /** Speaks about this frame, as this seat sees it. @param {Frame} frame @param {Info} info @param {number} seat */
  function show(frame, info, seat) {
    const isNew = here?.frame.step !== frame.step || here.seat !== seat;
    here = { frame, info, seat };
    if (studiedSeat !== seat) {
      studiedSeat = seat;
      study = null;
      void follow(seat);
    }
    if (!isNew) return;
    if (led !== null && led !== frame.step) led = null;
    clearTimeout(soon);
    const found = known.get(`${seat} ${frame.step}`);
    if (found) return put(found);
    put(null);
    soon = setTimeout(() => void ask(frame, seat), REST);
  }

  /** Takes the orders off the board: another tab is open, or another seat is shown. */
  function hide() {
    clearTimeout(soon);
    here = null;
    if (shown) {
      shown = null;
      draw(game.emptyOrders(), null);
    }
  }

  /** @param {Frame} frame @param {number} seat */
  async function ask(frame, seat) {
    const isHere = () => here?.frame.step === frame.step && here.seat === seat;
    const query = `seat=${seat}&step=${frame.step}`;
    try {
      const told = await trying(
        'coach',
        () => inTurn(() => get(address('coach', query), { wants: ['orders', 'forecast', 'choices'] })),
        () => void (isHere() && ask(frame, seat)),
      );
      known.set(`${seat} ${frame.step}`, told);
      if (isHere()) put(told);
    } catch (error) {
      if (!isHere()) return;
      const { code, data } = /** @type {import('app/api.js').ApiError} */ (error);
      if (code === 'too_many') {
        // Other requests of this page are on their way, or too many steps were looked at in a short time.
        const seconds = Math.max(1, Number(data.seconds) || 1);
        const wait = tn('The coach answers in {n} second…', 'The coach answers in {n} seconds…', seconds);
        replace(advised, title(''), h('p', { class: 'muted' }, wait));
        soon = setTimeout(() => isHere() && ask(frame, seat), 1000 * seconds);
        return;
      }
      const again = h(
        'button',
        { type: 'button', class: 'button slim', onclick: () => ask(frame, seat) },
        t('Try again'),
      );
      replace(advised, title(''), h('p', { class: 'problem' }, /** @type {Error} */ (error).message), again);
    }
  }

  /** @param {string} name of the bot; empty: not known yet */
  function title(name) {
    const step = here ? shownName(here.info, here.frame.step, here.frame) : '';
    return h('h3', null, name ? t('{step}: what {bot} would do', { step, bot: name }) : step);
  }

  /** Shows what the coach says, on the board too; null: it has not answered yet. @param {Advice | null} advice */
  function put(advice) {
    if (!here) return;
    const { frame, info } = here;
    shown = advice?.orders ? advice : null;
    if (shown) draw(shown.orders, shown.forecast);
    else draw(game.emptyOrders(), null);
    if (!advice) return replace(advised, title(''), h('p', { class: 'muted' }, t('The coach looks at the board…')));
    const lines = advice.orders
      ? game.describeOrders(advice.orders, { ...frame, choices: advice.choices }, info, advice.forecast)
      : [];
    if (led !== null && !lines.length && !frame.final) {
      led = frame.step + 1;
      return move(led);
    }
    led = null;
    if (!advice.orders) {
      const why = frame.final ? t('The match is over here.') : t('This step asks nothing of you.');
      return replace(advised, title(''), h('p', { class: 'muted' }, why));
    }
    const said = lines.length
      ? h(
          'ol',
          { class: 'coach-orders' },
          lines.map(({ text }) => h('li', null, text)),
        )
      : h('p', null, t('It orders nothing, and waits.'));
    replace(
      advised,
      title(advice.name),
      roseAt(frame.step) &&
        h('p', null, t('Your own orders here raised your prospects: this is another way, not a better one.')),
      said,
      h(
        'p',
        { class: 'muted small' },
        t(
          '{bot} decides from what you saw at this step alone, without what it would remember of earlier ones. It is a strong bot, not the best move for sure.',
          { bot: advice.name },
        ),
      ),
      h(
        'button',
        { type: 'button', class: 'button slim', onclick: () => playOn(frame.step) },
        icon('route'),
        t('Play on from here'),
      ),
    );
  }

  /** Did what the seat ordered at this step make its prospects rise, as far as its study has found? @param {number} step */
  const roseAt = (step) =>
    study?.turns?.some(({ step: from, to, before, after }) => from <= step && step < to && after.value > before.value);

  /** Reads the study of a seat until it does not go on. @param {number} seat */
  async function follow(seat) {
    try {
      const read = () => get(address('study', `seat=${seat}`), { wants: ['status'] });
      study = await trying('study', read, () => follow(seat));
    } catch (error) {
      if (studiedSeat !== seat) return;
      // Whatever failed on the way is asked for again; what the site refuses is told.
      if (/** @type {any} */ (error).isTold) setTimeout(() => studiedSeat === seat && follow(seat), 3 * ASK_EVERY);
      return drawStudy(/** @type {Error} */ (error).message);
    }
    if (studiedSeat !== seat) return;
    drawStudy();
    if (goesOn(study)) setTimeout(() => studiedSeat === seat && follow(seat), ASK_EVERY);
  }

  /** @param {'POST' | 'DELETE'} method */
  async function change(method) {
    const seat = studiedSeat;
    try {
      const wants = method === 'POST' ? ['status'] : 'nothing';
      const url = address('study', `seat=${seat}`);
      await trying(
        'study',
        () => request(method, url, undefined, { wants: /** @type {any} */ (wants) }),
        () => change(method),
      );
    } catch (error) {
      return drawStudy(/** @type {Error} */ (error).message);
    }
    if (seat !== null) await follow(seat);
  }

  /** @param {string} [problem] why something was refused */
  function drawStudy(problem = '') {
    const running = goesOn(study);
    const state = JSON.stringify([problem, study?.status, study?.turns, here?.seat]);
    if (running && state === drawn) return showProgress();
    drawn = state;
    if (wasRunning && study && !running) announce(verdict(study));
    wasRunning = running;
    keepFocus(() =>
      replace(
        studied,
        h('h3', null, t('Where it turned for you')),
        problem && h('p', { class: 'problem', role: 'alert' }, problem),
        ...(study ? stateOf(study) : [startButton()]),
      ),
    );
    showProgress();
  }

  function showProgress() {
    const played = study?.played ?? 0;
    setText(progressText, tn('{n} play-out so far', '{n} play-outs so far', played));
    // It ends with its play-outs or with its time, whichever comes first.
    progress.value =
      study && goesOn(study) ? Math.min(1, Math.max(played / study.wanted, study.elapsed / study.seconds)) : 0;
  }

  const startButton = (text = t('Find the turning points')) =>
    h('button', { type: 'button', class: 'button slim', onclick: () => change('POST') }, icon('timer'), text);

  /** @param {Study} told @returns {import("app/dom.js").Child[]} */
  function stateOf(told) {
    const { status, turns } = told;
    if (status === 'none')
      return [
        h(
          'p',
          { class: 'muted small' },
          t(
            'The site plays on from positions in which you could have been, many times, and compares how that ends. It takes up to a minute, and goes on when you leave the page.',
          ),
        ),
        startButton(),
      ];
    const cancel = h('button', { type: 'button', class: 'button slim', onclick: () => change('DELETE') }, t('Cancel'));
    if (status === 'waiting') return [h('p', { class: 'muted' }, t('Waiting for its turn…')), cancel];
    const list = turns.length > 0 && h('ol', { class: 'bare coach-turns' }, turns.map(turnLine));
    if (status === 'running') return [h('label', { class: 'coach-progress' }, progressText, progress), list, cancel];
    return [
      h('p', { class: status === 'failed' ? 'problem' : 'muted small' }, verdict(told)),
      list,
      status !== 'done' && startButton(t('Look again')),
      told.played > 0 && h('p', { class: 'muted small' }, basis(told)),
    ];
  }

  /** How a study has ended, in a sentence. @param {Study} told */
  function verdict({ status, turns, refusal, played, looked_at: steps }) {
    if (status === 'failed') return refusal?.message ?? t('The study failed.');
    if (status === 'cancelled') return t('The study was cancelled. What it had found stands here.');
    if (!turns.length && played < FEW * Math.max(2, steps))
      return t(
        'There was time for a few play-outs only: they cannot tell where it turned. What stood out by the estimate alone is at the end of the match.',
      );
    if (!turns.length)
      return t('No step stands out: your prospects changed little by little, or no more than by chance.');
    return tn('{n} step stands out.', '{n} steps stand out.', turns.length);
  }

  /** @param {Study} told */
  function basis({ played, looked_at: steps, bot, ahead }) {
    const plays = tn('Based on {n} play-out', 'Based on {n} play-outs', played);
    const looked = tn('from {n} step', 'from {n} steps', steps);
    return t(
      '{plays} {steps}, each at most {ahead} steps long, in which {bot} plays all seats. What you did not see there is guessed anew each time. 100 is won, 0 is lost; a play-out that has not ended counts by the chances that the game gives you there.',
      {
        plays,
        steps: looked,
        ahead,
        bot: bots[bot] ?? bot,
      },
    );
  }

  /** @param {Turn} turn */
  function turnLine(turn) {
    const { step, to, before, after, sure } = turn;
    if (!here) return null;
    const from = stepName(here.info, step);
    const name = to - step > 1 ? t('{from} to {to}', { from, to: stepName(here.info, to - 1) }) : from;
    const facts = { before: percent(before.value), after: percent(after.value) };
    const isUp = after.value > before.value;
    const said = isUp
      ? t('Your prospects rose from {before} to {after} of 100.', facts)
      : t('Your prospects fell from {before} to {after} of 100.', facts);
    return h(
      'li',
      { class: isUp ? 'up' : 'down' },
      h(
        'p',
        { class: 'coach-turn' },
        h('button', { type: 'button', class: 'plain link', onclick: () => move(step) }, name),
        h('span', null, said),
      ),
      h(
        'p',
        { class: 'muted small' },
        SURE[sure](),
        ' ',
        rangeText(before),
        ' ',
        after.plays ? rangeText(after, true) : t('By then you were out.'),
      ),
      h(
        'button',
        { type: 'button', class: 'button slim', onclick: () => playOn(step) },
        icon('route'),
        t('Try it again'),
      ),
    );
  }

  /** Speaks of this step, or of the first after it in which the seat was asked and there was something to order. @param {number} step */
  function lead(step) {
    led = step;
    move(step);
    // It may be there already, and have been spoken of.
    if (here?.frame.step === step) put(known.get(`${here.seat} ${step}`) ?? null);
  }

  return {
    show,
    hide,
    lead,
    advisedStep: () => shown?.step ?? null,
    orders: () => shown?.orders ?? game.emptyOrders(),
  };
}

/** @type {Record<Turn['sure'], () => string>} */
const SURE = {
  sure: () => t('Hardly by chance.'),
  likely: () => t('Probably not by chance.'),
  hint: () => t('Perhaps by chance: take it as a hint.'),
};

/** How well a value is known, in words. @param {Value} value @param {boolean} [isAfter] */
function rangeText({ low, high, plays }, isAfter = false) {
  const facts = { low: percent(low), high: percent(high) };
  return isAfter
    ? tn('After: {low} to {high}, by {n} play-out.', 'After: {low} to {high}, by {n} play-outs.', plays, facts)
    : tn('Before: {low} to {high}, by {n} play-out.', 'Before: {low} to {high}, by {n} play-outs.', plays, facts);
}

/** @param {Study | null} study */
const goesOn = (study) => study?.status === 'waiting' || study?.status === 'running';
