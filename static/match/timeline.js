/**
 * Which step is on the board? A slider over all steps with marks, buttons for one step back and forth, playback, and a button for the newest step.
 * It has no frames: it requests a step and is told which one is shown.
 */
import { byId, h, icon, replace, s } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { press } from 'board/keyboard.js';
import { gathered } from 'match/milestones.js';

const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64];
/** Milliseconds between two steps at speed 1, animation included; a long match is played faster, so that all of it takes about `whole`. */
const PACE = { most: 1600, least: 100, whole: 160_000 };
/** Least milliseconds for which a step is shown; if the speed needs less, steps are skipped. */
const SHORTEST = 60;
/** Greatest number of marks on the track. */
const MOST_MARKS = 60;

/**
 * @param {{
 *   go: (step: number) => Promise<void> | void,
 *   name: (step: number) => string,
 *   live: boolean,
 *   reducedMotion?: () => boolean,
 *   beside: HTMLElement,
 * }} config `go` resolves when the step is on the board; `live`: the last step is "now"; `beside`: an element placed at the end of the bar
 */
export function createTimeline({ go, name, live, beside }) {
  let first = 0;
  let last = 0;
  let at = 0;
  let speed = 1;
  let isPlaying = false;
  /** Number of the present playback; a new one ends the one before. */
  let run = 0;

  const slider = h('input', {
    type: 'range',
    min: '0',
    max: '0',
    step: '1',
    class: 'timeline-slider',
    'aria-label': t('Step on the board'),
    oninput: () => {
      stop();
      move(Number(slider.value));
    },
  });
  const marks = s('svg', {
    class: 'timeline-marks',
    'aria-hidden': 'true',
    preserveAspectRatio: 'none',
    viewBox: '0 0 1000 10',
  });
  const label = h('output', { class: 'timeline-label' });
  const play = button('play', t('Play'), () => (isPlaying ? stop() : start()));
  const now = h(
    'button',
    { type: 'button', class: 'button primary slim timeline-now', hidden: true, onclick: () => toEnd() },
    icon('skip-forward'),
    t('Back to now'),
  );
  const speeds = h(
    'select',
    { class: 'timeline-speed', 'aria-label': t('Speed'), onchange: () => (speed = Number(speeds.value)) },
    SPEEDS.map((value) => h('option', { value: String(value), selected: value === 1 }, `${value}×`)),
  );
  replace(
    byId('timeline'),
    button('chevron-first', t('First step'), () => move(first), 'timeline-end'),
    button('chevron-left', t('Step back'), () => move(at - 1)),
    play,
    button('chevron-right', t('Step forward'), () => move(at + 1)),
    live ? null : button('chevron-last', t('Last step'), () => move(last), 'timeline-end'),
    h('div', { class: 'timeline-track' }, marks, slider),
    label,
    live ? now : speeds,
    beside,
  );

  /** @param {string} name @param {string} text @param {() => void} act @param {string} [kind] */
  function button(name, text, act, kind = '') {
    const element = h('button', { type: 'button', class: `tool ${kind}`, 'aria-label': text, title: text }, icon(name));
    element.addEventListener('click', () => {
      if (element !== play) stop();
      act();
    });
    return element;
  }

  /** @param {number} step */
  function move(step) {
    const to = Math.max(first, Math.min(last, step));
    at = to;
    draw();
    return go(to);
  }

  function toEnd() {
    stop();
    return move(last);
  }

  async function start() {
    if (at >= last) move(first);
    isPlaying = true;
    run += 1;
    const mine = run;
    draw();
    while (mine === run && at < last) {
      const began = performance.now();
      const lasts = Math.max(PACE.least, Math.min(PACE.most, PACE.whole / Math.max(1, last - first))) / speed;
      const steps = Math.max(1, Math.round(SHORTEST / lasts));
      await move(at + steps);
      const rest = lasts * steps - (performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, Math.max(steps > 1 ? 0 : SHORTEST, rest)));
    }
    if (mine === run) stop();
  }

  function stop() {
    if (!isPlaying) return;
    isPlaying = false;
    run += 1;
    draw();
  }

  function draw() {
    slider.min = String(first);
    slider.max = String(last);
    slider.value = String(at);
    slider.setAttribute('aria-valuetext', name(at));
    label.textContent = name(at);
    now.hidden = at >= last;
    const text = isPlaying ? t('Pause') : t('Play');
    play.setAttribute('aria-label', text);
    play.title = text;
    replace(play, icon(isPlaying ? 'pause' : 'play'));
  }

  return {
    /** Sets the range of steps; `follow`: move the slider to the last one. @param {number} from @param {number} to @param {boolean} follow */
    range(from, to, follow) {
      first = from;
      last = to;
      if (follow) at = to;
      draw();
    },
    /** Call when the board shows this step. @param {number} step */
    shown(step) {
      at = step;
      draw();
    },
    /** Sets the marks on the track. @param {import('match/milestones.js').Mark[]} points */
    mark(points) {
      const span = Math.max(1, last - first);
      replace(
        marks,
        ...gathered(points, span, MOST_MARKS).map(({ step, seat, text }) =>
          s(
            'rect',
            {
              class: seat === null ? '' : `seat-${seat}`,
              x: String((1000 * (step - first)) / span - 2),
              y: '0',
              width: '4',
              height: '10',
              rx: '2',
            },
            text ? s('title', null, text) : null,
          ),
        ),
      );
    },
    /** @param {KeyboardEvent} event @returns {boolean} whether it was one of ours */
    key(event) {
      const back = () => move(at - 1);
      const on = () => move(at + 1);
      const isTaken = press(event, { '[': back, ',': back, ']': on, '.': on });
      if (isTaken) stop();
      return isTaken;
    },
    move,
    toEnd,
    stop,
    toggle: () => (isPlaying ? stop() : start()),
    get at() {
      return at;
    },
    get speed() {
      return speed;
    },
    get isPlaying() {
      return isPlaying;
    },
    get isAtEnd() {
      return at >= last;
    },
  };
}
