/**
 * Who is awaited, is what I ordered stored, and may I order now? In sentences.
 *
 * @typedef {ReturnType<typeof import("match/store.js").createStore>["state"]} State
 */
import { byId, h, replace, setText } from 'app/dom.js';
import { join, sentences, t } from 'app/i18n.js';
import { asTold } from 'app/untold.js';
import { resultText } from 'match/end_words.js';
import { seatName, shownName } from 'match/seats.js';
import { isDue, isProgrammed, isStoodIn } from 'match/store.js';

/** @param {import("../types").StatusMessage | null} status */
export const isOver = (status) => status?.status === 'finished' || status?.status === 'aborted';

/**
 * Whose answer is awaited, in one sentence.
 * @param {State} state @param {{ due: boolean, ready: boolean }} mine
 */
export function awaited({ info, status }, { due, ready }) {
  if (!info || !status) return '';
  if (isOver(status)) return resultText(info, status);
  if (status.status === 'paused') return t('Paused');
  // Who is awaited would tell people from bots.
  if (info.anonymous) return due && !ready ? t('Your orders are due.') : t('Waiting for the others');
  const others = status.waiting.filter((seat) => seat !== info.you).map((seat) => seatName(info, seat));
  const names = others.length > 3 ? t('{n} seats', { n: others.length }) : join(others);
  if (due && !ready)
    return others.length
      ? t('Your orders are due. Also awaited: {names}', { names })
      : sentences([t('Your orders are due.'), t('Everybody else is ready.')]);
  if (others.length) return t('Waiting for {names}', { names });
  // Where bots play for everybody a step takes its time all the same.
  const isUnattended = info.seats.every(({ seat, kind }) => kind === 'bot' || status.seats[seat]?.autopilot);
  return isUnattended || (info.you === null && info.spectator_delay)
    ? t('Under way')
    : t('The step is being resolved…');
}

/** Names the step on the board; while it is told how one ended, that one still. @param {State} state @param {import("../types").Frame | null} frame @param {boolean} isPast */
export function showStep({ info, status }, frame, isPast) {
  if (!info || !status) return;
  const told = asTold(frame);
  const name = shownName(info, told?.step ?? status.step, told);
  setText(byId('match-step'), [name, isPast ? t('earlier') : ''].filter(Boolean).join(' · '));
}

/**
 * Says whose answer is awaited, or that what happened comes first. What follows the first sentence goes where there is no room for both in one line: the seats say it too.
 * @param {State} state @param {{ due: boolean, ready: boolean, isBehind: boolean }} mine `isBehind`: the board still tells how the step came about
 */
export function showAwaited(state, mine) {
  const place = byId('awaited');
  const whole = mine.isBehind ? t('What happened is being shown.') : awaited(state, mine);
  const first = t('Your orders are due.');
  const isDue = mine.due && !mine.ready && !mine.isBehind;
  place.toggleAttribute('data-due', isDue);
  if (place.textContent === whole) return;
  const rest = isDue && whole.startsWith(first) ? whole.slice(first.length) : '';
  replace(place, rest ? [first, h('span', { class: 'awaited-rest' }, rest)] : whole);
}

/** What the place of Ready says while no orders are due from the seat of this page. @param {State} state */
export function idleText(state) {
  if (state.status?.status === 'paused') return t('Paused');
  return isStoodIn(state) ? t('A bot plays') : t('Waiting');
}

/** Does the server have the drafts? @param {import("match/drafts.js").SaveState} save */
export function saveText(save) {
  switch (save) {
    case 'unsent':
    case 'saving':
      return t('saving…');
    case 'saved':
      return t('saved ✓');
    case 'refused':
      return t('not saved ✕');
    case 'waiting':
      return t('not saved yet: the site cannot store it');
    case 'offline':
      return t('not saved: no connection');
    default:
      return '';
  }
}

/** Ready (true), or taken back (false), that the server has not heard; null: nothing. @param {boolean | null} value */
export function unheardText(value) {
  if (value === null) return '';
  return value ? t('Ready not sent yet: no connection') : t('Ready not taken back yet: no connection');
}

/**
 * Why no order can be given now; null: one can.
 * @param {State} state @param {{ step: number | null, ready: boolean, shown: number | undefined }} mine the drafts' step, and that on the board
 */
export function lockedText(state, { step, ready, shown }) {
  if (isOver(state.status)) return t('The match is over.');
  if (state.info?.you === null || state.audience !== state.info?.you) return t('You only watch.');
  if (isProgrammed(state)) return t('Your program plays this seat.');
  if (isStoodIn(state)) return t('A bot plays your seat; take it back first to give orders.');
  if (!isDue(state)) return t('No orders are due from you now.');
  if (shown !== step) return t('You look at an earlier step; go back to now first.');
  if (ready) return t('You are ready; take that back first to change your orders.');
  return null;
}
