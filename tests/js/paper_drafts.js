/** Drafts of a match whose timers are turned by hand and whose server answers when told. */
import assert from 'node:assert/strict';
import { createDrafts, SEND_AFTER } from 'match/drafts.js';

/** Drafts with a timer that is turned by hand and a server that answers when told. */
export function setUp({ memory, onReplaced, onLost, emptyOrders = () => ({ moves: [] }) } = {}) {
  const sent = [];
  const timers = new Map();
  let next = 1;
  const drafts = createDrafts({
    emptyOrders,
    send: (step, orders, ready) =>
      new Promise((resolve, reject) => sent.push({ step, orders, ready, resolve, reject })),
    setReady: (step, ready, clear) =>
      new Promise((resolve, reject) => sent.push({ step, only: true, ready, clear, resolve, reject })),
    onChange: () => undefined,
    onReplaced,
    onLost,
    memory,
    setTimer: (run, delay) => {
      timers.set(next, { run, delay });
      return next++;
    },
    clearTimer: (timer) => timers.delete(timer),
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    drafts,
    sent,
    settle,
    timers,
    /** Lets the waiting time pass. */
    async pass(delay = SEND_AFTER) {
      for (const [key, timer] of timers) {
        timers.delete(key);
        assert.equal(timer.delay, delay);
        timer.run();
      }
      await settle();
    },
  };
}

export const A = { moves: ['a'] };
export const B = { moves: ['a', 'b'] };

/** What outlives a page: `tab` by step, and what `waits` without a line. */
export function remembered(tab = new Map()) {
  const kept = {
    tab,
    waits: null,
    read: (step) => tab.get(step) ?? (kept.waits?.step === step ? kept.waits : null),
    write: (step, unsent) => (unsent === null ? tab.delete(step) : tab.set(step, unsent)),
    wait(step, unsent) {
      if (unsent) kept.waits = { step, ...unsent };
      else if (kept.waits?.step === step) kept.waits = null;
    },
    missed(step) {
      if (!kept.waits || kept.waits.step >= step) return null;
      const { step: missed } = kept.waits;
      kept.waits = null;
      return missed;
    },
  };
  return kept;
}
