/** How is a step that is played held, sought, slowed, gone through and skipped? A bar over the board, there only while something plays. */
import { h, icon, loadStyle, replace } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { boardButton, keepPresses } from 'kit/over.js';

/** @typedef {{state: {speed: number, telling: string}, setSpeed: (speed: number) => void, setTelling: (how: import('./session.js').Telling) => void}} Session */
/**
 * What plays: a board's timeline, or something like it. Without `seek` there is no time to go to.
 * @typedef {object} Player
 * @property {() => {time: number, end: number, held: boolean} | null} progress null: nothing plays
 * @property {(still: boolean) => void} hold
 * @property {(speed: number) => void} pace
 * @property {(time: number) => void} [seek]
 * @property {() => void} [hurry] ends what is being waited for
 * @property {(act: number) => void} [jump] without `seek`: plays on from this act, if it is still to come
 */

const SPEEDS = [0.5, 1, 2, 4, 8];

/** How much is told of a step, in words. @returns {[import('./session.js').Telling, string][]} */
export const tellings = () => [
  ['full', t('All events')],
  ['brief', t('Brief')],
  ['none', t('No playback')],
];

/** @param {Session} session @param {string} [kind] the choice how much is told of a step */
export function tellingSelect(session, kind) {
  const select = h(
    'select',
    {
      class: kind,
      'aria-label': t('How steps are shown'),
      onChange: () => session.setTelling(/** @type {any} */ (select.value)),
    },
    tellings().map(([value, text]) => h('option', { value }, text)),
  );
  return select;
}

/**
 * @param {HTMLElement} el the board's element
 * @param {{player: Player, session: Session, next: () => void, skip: () => void, hold: () => void, beads: ReturnType<typeof import('./beads.js').createBeads>, place?: HTMLElement | null, hasPlace?: boolean, strip?: HTMLElement | null}} how
 *   `place`: where it stands while something moves, beside the board, so that it covers none of it; `hasPlace`: stills, too; `strip`: where the beads stand while it does not
 */
export function createPlaybackBar(el, { player, session, next, skip, hold, beads, place, hasPlace, strip }) {
  loadStyle('kit/overlay.css');
  const pause = boardButton(icon('pause'), t('Pause'), hold);
  const onward = boardButton(icon('chevron-right'), t('Next event'), next);
  const leave = boardButton(icon('skip-forward'), t('Skip'), skip);
  const scrubber = h('input', {
    type: 'range',
    min: '0',
    step: '10',
    'aria-label': t('Time of the step'),
    onPointerdown: () => player.hold(true),
    onInput: () => player.seek?.(Number(scrubber.value)),
  });
  const phase = h('span', { class: 'board-phase', 'aria-live': 'off' });
  const speed = h(
    'select',
    {
      class: 'board-speed',
      'aria-label': t('Speed of playback'),
      onChange() {
        session.setSpeed(Number(speed.value));
        player.pace(Number(speed.value));
      },
    },
    SPEEDS.map((value) => h('option', { value: String(value) }, `${value}×`)),
  );
  const telling = tellingSelect(session, 'board-telling');
  telling.addEventListener('change', () => telling.value === 'none' && skip());
  const bar = h(
    'div',
    { class: 'board-playback', role: 'group', 'aria-label': t('Playback') },
    pause,
    player.seek ? scrubber : null,
    phase,
    speed,
    telling,
    onward,
    leave,
  );
  bar.hidden = true;
  /** Beads are in the row under the board: in the bar while it takes that row. @param {boolean} isBar */
  function seatBeads(isBar) {
    const hadFocus = beads.element.contains(document.activeElement) ? document.activeElement : null;
    if (isBar) pause.after(beads.element);
    else strip?.append(beads.element);
    /** @type {HTMLElement | null} */ (hadFocus)?.focus({ preventScroll: true });
  }
  keepPresses(bar);
  el.append(bar);
  seatBeads(!strip);
  /** @type {{name: string, at: number}[]} */
  let phases = [];
  /** @type {boolean | null} */
  let shownHeld = null;

  function follow() {
    const now = player.progress();
    if (bar.hidden || !now) return;
    scrubber.max = String(Math.round(now.end));
    scrubber.value = String(now.time);
    phase.textContent = phases.findLast(({ at }) => at <= now.time)?.name ?? '';
    if (now.held === shownHeld) return;
    shownHeld = now.held;
    const words = now.held ? t('Play on') : t('Pause');
    pause.setAttribute('aria-label', words);
    pause.title = words;
    replace(pause, icon(now.held ? 'play' : 'pause'));
  }

  return {
    /** Another moment is shown. */
    follow,
    /**
     * Shows the bar for a step; null: nothing plays any more.
     * @param {{phases: {name: string, at: number}[], hasBeats: boolean, isStill: boolean} | null} step isStill: stills are gone through, nothing moves
     */
    show(step) {
      // A bead that has the focus takes it along: neither place is hidden then.
      if (step) bar.hidden = false;
      seatBeads(!strip || (!!step && !step.isStill));
      const hadFocus = bar.contains(document.activeElement);
      bar.hidden = !step;
      // Where beads stand nobody needs the time besides.
      scrubber.hidden = beads.shows();
      if (!step) {
        if (hadFocus) el.focus({ preventScroll: true });
        return;
      }
      ({ phases } = step);
      bar.classList.toggle('still', step.isStill);
      // Stills are gone through by two buttons beside what is said of them, on the board where that says it itself.
      const parent = ((hasPlace || !step.isStill) && place) || el;
      if (bar.parentElement !== parent) parent.append(bar);
      onward.hidden = !step.hasBeats;
      speed.value = String(SPEEDS.includes(session.state.speed) ? session.state.speed : 1);
      telling.value = session.state.telling;
      follow();
    },
    destroy() {
      bar.remove();
      beads.element.remove();
    },
  };
}

/** What the help says of the keys while a step is told. */
export const keysOfTelling = () => [
  { key: 'N', meaning: t('While a step plays: its next event') },
  { key: ['Esc', t('Space')].join(', '), meaning: t('While a step plays: to its end') },
];
