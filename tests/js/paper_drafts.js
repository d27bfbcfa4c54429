/** Drafts of a match whose timers are turned by hand and whose server answers when told. */
import assert from 'node:assert/strict';
import { createDrafts, SEND_AFTER } from 'match/drafts.js';

/** Drafts with a timer that is turned by hand and a server that answers when told. */
export function setUp({ memory, onReplaced, emptyOrders = () => ({ moves: [] }) } = {}) {
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
