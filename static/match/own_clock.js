/**
 * The clock of a running match: whose time does it show, and what do a person who plays hear and read of it?
 *
 * @typedef {import("match/store.js").State} State
 */
import { byId } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { createClock, remaining } from 'match/clock.js';
import { announce } from 'match/cues.js';

/** @param {{ state: State, now: () => number, isAwaited: () => boolean, sound: (name: 'near' | 'tick') => void }} config `now`: the server's time */
export function createOwnClock({ state, now, isAwaited, sound }) {
  const { update } = createClock({
    elements: { box: byId('clock'), ring: byId('ring'), text: byId('clock-text'), what: byId('clock-what') },
    now,
    read: () => ({
      status: state.status,
      info: state.info,
      seat: state.info?.you ?? null,
      due: isAwaited(),
    }),
    warn(seconds) {
      announce(t('{n} seconds left for your orders', { n: seconds }));
      sound('near');
    },
    count: () => sound('tick'),
  });

  /** For a clock on the board. */
  function timeLeft() {
    const { info, status } = state;
    if (!info || !status) return null;
    const { kind, left, part } = remaining(status, info, info.you, now());
    return kind === 'none' ? null : { left, part };
  }

  return { update, timeLeft };
}
