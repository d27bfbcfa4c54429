/**
 * What does a program do in its trial? The match on the board, and beside it every run: what the entity knew, what it did, printed and cost.
 * A person can step by rounds or by runs, or play until it is an entity's turn, as far as the trial has come.
 */
import { byId, h, replace, setText } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';
import { mountGame } from 'match/board.js';
import { runnerSelect } from 'match/runners.js';

/** @typedef {import('../types').Frame} Frame */
/** @typedef {{entity: string, knew: string[], orders: any, void: string, refused: string, console: string, fault: string, line: number, units: number, budget: number, memory: string, profile: {line: number, share: number}[]}} Run */
/** @typedef {{frames: Frame[], runs: Run[][], static: Record<string, any>, options: Record<string, any>, names: string[]}} Course */
/** @typedef {Course & {id: string, game: string, status: string, wanted: number, played: number, seconds: number, ended: string | null, refusal: import('../types').Refusal | null}} Told */

/** Milliseconds between two steps while a trial is played. */
const PACE = 700;

/** @param {string} id of the game @param {Course} course @returns {import('../types').MatchInfo} what a board is told of the match */
function infoOf(id, course) {
  const seats = course.names.map((name, seat) => ({
    seat,
    name,
    kind: seat ? 'bot' : 'person',
    bot: '',
  }));
  return /** @type {any} */ ({
    game: id,
    name: '',
    turns: 'round',
    options: course.options,
    seats,
    you: 0,
    yours: [0],
    static: course.static,
    has_fog: true,
    reasons: {},
  });
}

/**
 * @param {{game: import('../types').GameModule, id: string, goTo: (line: number) => void, mark: (lines: {line: number, words: string}[]) => void}} what
 *   goTo: shows a line of the program; mark: says something at lines of it
 */
export function createTrial({ game, id, goTo, mark }) {
  /** @type {(Course & {id: string}) | null} */
  let course = null;
  /** @type {import('../types').MatchInfo | null} */
  let info = null;
  /** @type {ReturnType<typeof mountGame> | null} */
  let board = null;
  let step = 0;
  /** Index of the shown run of the step. */
  let at = 0;
  let timer = 0;
  /** More positions may come. */
  let goesOn = false;

  const play = h('button', { type: 'button', class: 'button', onclick: toggle });
  const range = h('input', {
    type: 'range',
    min: '0',
    step: '1',
    'aria-label': t('Step'),
    oninput: () => go(Number(range.value)),
  });
  const where = h('output');
  const stopAt = runnerSelect({ label: t('Stop at the turn of'), none: t('nobody') });
  const runs = h('ol', { class: 'trial-runs' });
  const detail = h('div', { class: 'trial-run' });
  const button = (/** @type {string} */ text, /** @type {() => void} */ act) =>
    h('button', { type: 'button', class: 'button slim', onclick: act }, text);
  byId('trial-course').append(
    button(t('Step back'), () => go(step - 1)),
    play,
    button(t('Next step'), () => go(step + 1)),
    button(t('Next run'), nextRun),
    range,
    where,
    stopAt.element,
  );
  byId('trial-run').append(runs, detail);

  let isLifeOpen = false;
  /** The run whose lines are marked. @type {Run | null} */
  let marked = null;
  /** @param {EventTarget | null} fold */
  const keepOpen = (fold) => {
    isLifeOpen = fold instanceof HTMLDetailsElement && fold.open;
  };

  const last = () => (course?.frames.length ?? 1) - 1;
  const here = () => course?.runs[step] ?? [];

  /** Whose run it is; a run leads from the position before its step. @param {string} entity @param {number} [of] its step */
  const runnerOf = (entity, of = step) =>
    entity ? game.nameRunner?.(entity, course?.frames[Math.max(0, of - 1)] ?? null) || entity : t('Your program');

  /** @param {number} wanted @param {number} [run] */
  function go(wanted, run = 0) {
    if (!course) return;
    step = Math.max(0, Math.min(last(), wanted));
    at = Math.max(0, Math.min(here().length - 1, run));
    void board?.show(course.frames[step], true);
    draw();
  }

  /** The next run of the step, or the first one of the next. */
  function nextRun() {
    if (at + 1 < here().length) {
      at += 1;
      draw();
    } else go(step + 1);
  }

  function toggle() {
    if (timer) stop();
    else {
      if (step === last() && !goesOn) go(0);
      timer = window.setInterval(forward, PACE);
    }
    draw();
  }

  function forward() {
    go(step + 1);
    const sought = stopAt.value();
    const wanted = here().findIndex(({ entity }) => sought && entity === sought);
    if (wanted >= 0) {
      at = wanted;
      stop();
    }
    if (step === last() && !goesOn) stop();
    draw();
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
  }

  function drawCourse() {
    setText(play, timer ? t('Pause') : t('Play'));
    range.max = String(last());
    range.value = String(step);
    setText(where, t('{step} of {last}', { step, last: last() }));
  }

  function draw() {
    drawCourse();
    replace(
      runs,
      ...here().map((run, i) =>
        h(
          'li',
          null,
          h(
            'button',
            { type: 'button', 'aria-pressed': String(i === at), onclick: () => choose(i) },
            h('span', null, runnerOf(run.entity)),
            run.void || run.refused
              ? h('span', { class: 'bad' }, run.void || t('orders refused'))
              : h('span', null, summary(run)),
          ),
        ),
      ),
    );
    showRun(here()[at]);
  }

  /** @param {number} i */
  function choose(i) {
    at = i;
    draw();
  }

  /** What a run ordered, in the game's words. @param {Run} run @param {number} [of] its step @returns {string[]} */
  function orders(run, of = step) {
    const frame = course?.frames[of];
    return frame && info ? game.describeOrders(run.orders, frame, info).map(({ text }) => text) : [];
  }

  /** @param {Run} run */
  function summary(run) {
    const count = orders(run).length;
    return count ? tn('{n} action', '{n} actions', count) : t('idle');
  }

  /** Every run of the same entity: what it did and said from its first to its last; a press leads there. @param {Run} run */
  function lifeOf({ entity }) {
    const lived = (course?.runs ?? []).flatMap((all, of) =>
      all.flatMap((one, i) => (one.entity === entity ? [{ of, i, one }] : [])),
    );
    return h(
      'details',
      { class: 'trial-life', open: isLifeOpen, ontoggle: (/** @type {Event} */ { target }) => keepOpen(target) },
      h('summary', null, tn('Its whole life: {n} run', 'Its whole life: {n} runs', lived.length)),
      h(
        'ol',
        { class: 'trial-runs' },
        lived.map(({ of, i, one }) => {
          const words = [
            one.void,
            orders(one, of).join(', '),
            one.console && t('prints: {text}', { text: one.console }),
          ];
          return h(
            'li',
            null,
            h(
              'button',
              { type: 'button', 'aria-pressed': String(of === step), onclick: () => go(of, i) },
              h('span', null, t('Step {n}', { n: of })),
              h('span', { class: one.void ? 'bad' : '' }, words.filter(Boolean).join(' · ') || t('idle')),
            ),
          );
        }),
      ),
    );
  }

  /** The lines that took most of the budget; a press leads to the line. @param {Run} run */
  function spentOf({ profile }) {
    return h(
      'ol',
      { class: 'trial-runs' },
      profile.map(({ line, share }) =>
        h(
          'li',
          null,
          h('button', { type: 'button', onclick: () => goTo(line) }, h('span', null, tookWords(line, share))),
        ),
      ),
    );
  }

  /** Marks in the program where the budget of a run went, once for each run that is shown. @param {Run | undefined} run */
  function markLines(run) {
    if (!run?.profile.length || run === marked) return;
    marked = run;
    mark(run.profile.map(({ line, share }) => ({ line, words: tookWords(line, share) })));
  }

  const whyHere = () => (goesOn ? t('The next step is being played.') : t('The trial ends here.'));

  /** @param {Run | undefined} run */
  function showRun(run) {
    markLines(run);
    if (!run) {
      replace(detail, h('p', { class: 'muted' }, step < last() ? t('No program ran in this step.') : whyHere()));
      return;
    }
    const list = (/** @type {string[]} */ lines) =>
      h(
        'ul',
        null,
        lines.map((line) => h('li', null, line)),
      );
    const block = (/** @type {string} */ name, /** @type {string} */ text) =>
      text ? [h('h4', null, name), h('pre', null, text)] : [];
    const did = orders(run);
    replace(
      detail,
      h('h3', null, runnerOf(run.entity)),
      run.void &&
        h(
          'p',
          { class: 'notice bad' },
          t('This run did not count: {why}.', { why: run.void }),
          run.fault && ` ${run.fault}`,
          run.line > 0 &&
            h(
              'button',
              { type: 'button', class: 'button slim', onclick: () => goTo(run.line) },
              t('Line {line}', { line: run.line }),
            ),
        ),
      ...(run.profile.length ? [h('h4', null, t('Where its budget went')), spentOf(run)] : []),
      run.refused &&
        h(
          'p',
          { class: 'notice bad' },
          t('The game refused its orders, and default orders were played: {why}', { why: run.refused }),
        ),
      ...(run.knew.length ? [h('h4', null, t('What it knew')), list(run.knew)] : []),
      h('h4', null, t('What it did')),
      did.length ? list(did) : h('p', { class: 'muted' }, t('Nothing.')),
      ...block(t('What it printed'), run.console),
      ...block(t('What it remembers'), run.memory === '{}' ? '' : run.memory),
      h('h4', null, t('Budget')),
      h('meter', {
        min: '0',
        max: String(run.budget || run.units || 1),
        value: String(run.units),
        'aria-label': t('Budget used'),
      }),
      h(
        'p',
        null,
        run.budget
          ? t('{units} of {budget} units', { units: run.units, budget: run.budget })
          : t('{units} units', { units: run.units }),
      ),
      run.entity && lifeOf(run),
    );
  }

  /** @param {Told} told with the first position */
  function begin(told) {
    stop();
    course = { ...told, frames: [], runs: [] };
    info = infoOf(id, course);
    byId('trial-stage').hidden = false;
    board?.destroy();
    board = mountGame(game, { info, seat: 0, readonly: true, getOrders: game.emptyOrders, setOrders: () => {} });
  }

  /** What each seat has at the end, as far as the program's seat knows. @returns {{name: string, text: string}[]} */
  function scores() {
    if (!course || !game) return [];
    const { names, frames } = course;
    return game.score(frames[last()], infoOf(id, course)).map(({ seat, text }) => ({ name: names[seat] ?? '', text }));
  }

  const stepsPlayed = () => tn('{n} step played', '{n} steps played', last());

  /** What went wrong, what was dear, which limit ended it; empty where there is nothing to say. @param {Told} told */
  function remarks(told) {
    const all = course?.runs.flat() ?? [];
    const voids = all.filter((run) => run.void).length;
    const refusals = all.filter((run) => run.refused).length;
    const [most] = all.find((run) => run.profile.length)?.profile ?? [];
    return [
      voids ? tn('{n} run did not count', '{n} runs did not count', voids) : '',
      most ? tookWords(most.line, most.share) : '',
      refusals && refusals >= last()
        ? t('The game refused the orders of every step, and default orders were played')
        : refusals
          ? tn('The game refused orders once', 'The game refused orders {n} times', refusals)
          : '',
      limit(told),
    ];
  }

  return {
    /** Adds the positions that have come; the first of a trial begins it anew. @param {Told} told @param {boolean} more may come */
    add(told, more) {
      const isNew = told.frames[0]?.step === 0;
      if (isNew) begin(told);
      // Until its first position is there, an earlier trial stays on the board.
      if (course?.id !== told.id) return;
      goesOn = more;
      const before = last();
      for (const frame of told.frames) frame.view = { ...course.static, ...frame.view };
      course.frames.push(...told.frames);
      course.runs.push(...told.runs);
      stopAt.show(
        course.runs.flat().map((run) => run.entity),
        (entity) => runnerOf(entity, course?.frames.length),
      );
      if (isNew) {
        go(0);
        // With the button that cancels it.
        byId('trial').scrollIntoView({ block: 'nearest' });
      } else if (step === before) draw();
      else drawCourse();
    },
    /** How the trial has ended, in a few words. @param {Told} told */
    verdict(told) {
      if (!course) return '';
      const standing = scores()
        .filter(({ text }) => text)
        .map(({ name, text }) => t('{name}: {text}', { name, text }))
        .join(' · ');
      return [stepsPlayed(), standing, ...remarks(told)].filter(Boolean).join('. ');
    },

    /** How it has ended, as a row of a table: steps, what each seat has, as far as the program's seat knows, and what there is to remark. @param {Told} told */
    row(told) {
      return course ? { steps: last(), scores: scores(), remarks: remarks(told).filter(Boolean).join('. ') } : null;
    },
  };
}

/** @param {number} line @param {number} share thousandths of the budget */
const tookWords = (line, share) =>
  t('Line {line} took {percent} % of the budget', { line, percent: Math.round(share / 10) });

/** The limit at which a trial has ended. @param {Told} told */
function limit({ ended, seconds }) {
  if (ended === 'seconds') return t('It has ended because it may take {n} seconds', { n: seconds });
  if (ended === 'runs') return t('It has ended because it had too many runs');
  if (ended === 'size') return t('It has ended because there was too much to show');
  return '';
}
