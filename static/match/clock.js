/**
 * How much time is left? The calculation from deadline and time bank (pure), the ring in the top bar, and the reserves beside the seats.
 *
 * @typedef {import("../types").StatusMessage} Status
 * @typedef {import("../types").MatchInfo} MatchInfo
 * @typedef {{ kind: "none" | "step" | "bank" | "late", left: number, part: number }} Remaining
 */
import { assign, byId, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { onWaking } from 'app/waking.js';
import { isAlone } from 'match/seats.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * What the clock shows to a seat (null: a watcher) at the server's time `now`: the step's own time first, then the seat's
 * bank; "late" when the step may end at any moment. `left` in milliseconds, `part` of the whole in 0..1.
 * @param {Status} status @param {MatchInfo} info @param {number | null} seat @param {number} now @returns {Remaining}
 */
export function remaining(status, info, seat, now) {
  if (status.status !== 'running' || status.deadline === null) return { kind: 'none', left: 0, part: 0 };
  const left = status.deadline - now;
  if (left > 0) return { kind: 'step', left, part: Math.min(1, left / Math.max(1, info.step_seconds * SECOND)) };
  const awaited = seat !== null && status.waiting.includes(seat) ? [seat] : status.waiting;
  const banks = status.seats.filter((entry) => awaited.includes(entry.seat)).map((entry) => entry.bank ?? 0);
  const bank = Math.max(0, ...banks);
  if (bank + left > 0) return { kind: 'bank', left: bank + left, part: (bank + left) / bank };
  return { kind: 'late', left: 0, part: 0 };
}

/** What is left of a seat's reserve at the server's time `now`, in milliseconds: less and less while only it keeps the step open. @param {Status} status @param {Status["seats"][number]} seat @param {number} now */
export function bankLeft({ status, deadline, waiting }, { seat, bank }, now) {
  const isRunning = status === 'running' && deadline !== null && waiting.includes(seat);
  return Math.max(0, (bank ?? 0) - (isRunning ? Math.max(0, now - deadline) : 0));
}

/** 95_000 → "1:35"; hours and days in words. @param {number} milliseconds */
export function formatTime(milliseconds) {
  // Rounded up: "0:00" is shown only when nothing is left.
  const whole = Math.max(0, Math.ceil(milliseconds / SECOND) * SECOND);
  if (whole >= DAY) return t('{d} d {h} h', { d: Math.floor(whole / DAY), h: Math.floor((whole % DAY) / HOUR) });
  if (whole >= HOUR) return t('{h} h {m} min', { h: Math.floor(whole / HOUR), m: Math.floor((whole % HOUR) / MINUTE) });
  const seconds = String(Math.floor((whole % MINUTE) / SECOND)).padStart(2, '0');
  return `${Math.floor(whole / MINUTE)}:${seconds}`;
}

/** Seconds before the time is up at which a pending seat is warned. */
const WARN_AT = [30, 10];
/** In this many last seconds each second has a sound. */
const COUNTED = 5;

/**
 * The ring. Call `update()` when the status changes; it ticks by itself.
 * @param {{
 *   elements: { box: HTMLElement, ring: Element, text: HTMLElement, what: HTMLElement },
 *   now: () => number,
 *   read: () => { status: Status | null, info: MatchInfo | null, seat: number | null, due: boolean },
 *   warn: (seconds: number) => void,
 *   count: () => void,
 * }} config
 */
export function createClock({ elements, now, read, warn, count }) {
  let warned = Infinity;
  let warnedStep = -1;
  let counted = 0;

  function update() {
    const { status, info, seat, due } = read();
    if (!status || !info) return;
    showBanks(status, now());
    const time = remaining(status, info, seat, now());
    // There is no hurry for a person who plays alone.
    elements.box.hidden = time.kind === 'none' || isAlone(info);
    if (elements.box.hidden) return;
    const urgent = due && (time.kind !== 'step' || time.left < Math.min(15 * SECOND, info.step_seconds * 250));
    elements.box.dataset.kind = time.kind;
    elements.box.toggleAttribute('data-urgent', urgent);
    assign(elements.ring, { 'stroke-dasharray': `${Math.round(time.part * 100)} 100` });
    setText(elements.text, words(time));
    setText(elements.what, meaning(time, info, status));
    if (why) setText(why, explained(time, info, status));
    if (warnedStep !== status.step) {
      warnedStep = status.step;
      warned = Infinity;
    }
    const seconds = WARN_AT.filter(
      (mark) => mark < warned && time.left <= mark * SECOND && time.left > (mark - 5) * SECOND,
    )[0];
    const last = Math.ceil(time.left / SECOND);
    if (due && time.kind === 'step' && info.clock === 'live' && last <= COUNTED && last !== counted) count();
    counted = last;
    if (due && time.kind === 'step' && info.clock === 'live' && seconds !== undefined) {
      warned = seconds;
      warn(seconds);
    }
  }

  const why = elements.box.querySelector('.clock-why');
  // What it explains lies over the board, so it goes as soon as something else is pressed.
  const close = (/** @type {Event} */ event) => {
    const { box } = elements;
    const isDone =
      event instanceof KeyboardEvent ? event.key === 'Escape' : !box.contains(/** @type {Node} */ (event.target));
    if (isDone) box.removeAttribute('open');
  };
  elements.box.addEventListener('keydown', close);
  document.addEventListener('pointerdown', close, true);

  const timer = setInterval(update, 250);
  const sleepOn = onWaking(update);
  function destroy() {
    clearInterval(timer);
    sleepOn();
    document.removeEventListener('pointerdown', close, true);
  }
  return { update, destroy };
}

/** The reserves in the seat strip as they are at the server's time `now`: they run while their seat is late. @param {Status} status @param {number} now */
function showBanks(status, now) {
  for (const line of status.seats) {
    const shown = byId('seats').querySelector(`[data-key="${line.seat}"] .bank`);
    if (!shown) continue;
    const bank = formatTime(bankLeft(status, line, now));
    setText(/** @type {Element} */ (shown.querySelector('.bank-short')), bank);
    setText(/** @type {Element} */ (shown.querySelector('.bank-words')), t('{time} in reserve', { time: bank }));
  }
}

/** @param {Remaining} time */
const words = (time) => (time.kind === 'late' ? t('ending…') : formatTime(time.left));

/**
 * Which time the clock shows: that of the step (longer in the first step) or the rest of the bank; "" if other words say so already.
 * @param {Remaining} time @param {MatchInfo} info @param {Status} status
 */
export function meaning(time, info, status) {
  if (time.kind === 'bank') return t('in reserve');
  if (time.kind !== 'step') return '';
  if (!isLong(time, info)) return t('this step');
  return status.step === 0 ? t('first step, longer') : t('this step, longer');
}

/** Does the clock still show more than an ordinary step has? @param {Remaining} time @param {MatchInfo} info */
const isLong = (time, info) => time.kind === 'step' && time.left > info.step_seconds * SECOND;

/** The full explanation of the clock, which a press on it shows. @param {Remaining} time @param {MatchInfo} info @param {Status} status */
export function explained(time, info, status) {
  const said = [t('{time} a step', { time: formatTime(info.step_seconds * SECOND) })];
  if (isLong(time, info))
    said.push(
      status.step === 0
        ? t('The first has more, so that everybody can look around.')
        : t('This one has more: for what is decided in it, or because time was added.'),
    );
  if (info.rest_days?.length) said.push(t('Days of rest do not count.'));
  if (info.bank_seconds)
    said.push(
      t('Whoever needs longer lives on a reserve of {time} for the whole match.', {
        time: formatTime(info.bank_seconds * SECOND),
      }),
    );
  return said.join(' · ');
}
