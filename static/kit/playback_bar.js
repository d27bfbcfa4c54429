/** How is a step that is played held, sought, slowed and skipped? A bar over the board, there only while something plays. */
import { h, icon, loadStyle, replace } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { keepPresses } from 'kit/over.js';

/** @typedef {import('board/board.js').Board} Board */
/** @typedef {{state: {speed: number}, setSpeed: (speed: number) => void}} Session */

const SPEEDS = [0.5, 1, 2, 4, 8];

/** @param {HTMLElement} el the board's element @param {Board} board @param {Session} session */
export function createPlaybackBar(el, board, session) {
  loadStyle('kit/overlay.css');
  const { timeline } = board;
  const hold = h('button', {
    type: 'button',
    class: 'board-button',
    onClick: () => timeline.hold(!timeline.progress()?.held),
  });
  const scrubber = h('input', {
    type: 'range',
    min: '0',
    step: '10',
    'aria-label': t('Time of the step'),
    onPointerdown: () => timeline.hold(true),
    onInput: () => timeline.seek(Number(scrubber.value)),
  });
  const phase = h('span', { class: 'board-phase', 'aria-live': 'off' });
  const speed = h(
    'select',
    {
      'aria-label': t('Speed of playback'),
      onChange() {
        session.setSpeed(Number(speed.value));
        timeline.pace(Number(speed.value));
      },
    },
    SPEEDS.map((value) => h('option', { value: String(value) }, `${value}×`)),
  );
  const skip = h(
    'button',
    {
      type: 'button',
      class: 'board-button',
      'aria-label': t('Skip'),
      title: t('Skip'),
      onClick: () => timeline.skip(),
    },
    icon('skip-forward'),
  );
  const bar = h(
    'div',
    { class: 'board-playback', role: 'group', 'aria-label': t('Playback') },
    hold,
    scrubber,
    phase,
    speed,
    skip,
  );
  bar.hidden = true;
  keepPresses(bar);
  el.append(bar);
  /** @type {{name: string, at: number}[]} */
  let phases = [];
  /** @type {boolean | null} */
  let shownHeld = null;

  function follow() {
    const now = timeline.progress();
    if (bar.hidden || !now) return;
    scrubber.max = String(Math.round(now.end));
    scrubber.value = String(now.time);
    phase.textContent = phases.findLast(({ at }) => at <= now.time)?.name ?? '';
    if (now.held === shownHeld) return;
    shownHeld = now.held;
    const words = now.held ? t('Play on') : t('Pause');
    hold.setAttribute('aria-label', words);
    hold.title = words;
    replace(hold, icon(now.held ? 'play' : 'pause'));
  }
  const stop = board.watch({ painted: follow });

  return {
    /** Shows the bar for a step with these phases; null: nothing plays any more. @param {{name: string, at: number}[] | null} list */
    show(list) {
      const hadFocus = bar.contains(document.activeElement);
      bar.hidden = !list;
      if (!list) {
        if (hadFocus) el.focus({ preventScroll: true });
        return;
      }
      phases = list;
      speed.value = String(SPEEDS.includes(session.state.speed) ? session.state.speed : 1);
      follow();
    },
    destroy() {
      stop();
      bar.remove();
    },
  };
}
