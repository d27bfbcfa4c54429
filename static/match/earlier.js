/**
 * How does the page come by frames that it was not sent? One at a time for the timeline, and once many for the log.
 *
 * @typedef {ReturnType<typeof import("match/store.js").createStore>} Store
 */
import { get } from 'app/api.js';
import { siteUrl } from 'app/site_url.js';
import { trying } from 'app/trouble.js';
import { LOG_STEPS } from 'match/panel.js';

/**
 * @param {{
 *   match: string, store: Store, watched: () => string, ask: (step: number) => Promise<unknown>, show: (step: number) => void | Promise<void>,
 *   onRead: () => void, fail: (error: Error) => void,
 * }} config `watched`: for whom frames are shown; `onRead`: there are more frames now
 */
export function createEarlier({ match, store, watched, ask, show, onRead, fail }) {
  const { state } = store;
  /** For whom the log's earlier frames have been fetched. */
  let readFor = '';
  /** Frames that were asked for because something compares with them, by whom they are shown to. @type {Set<string>} */
  const asked = new Set();
  /** @type {number | null} a step the timeline wants and the server has been asked for */
  let wanted = null;

  /** The timeline wants a step: from the store, else from the server. @param {number} step */
  async function goTo(step) {
    if (state.frames.has(step)) return show(step);
    wanted = step;
    try {
      await ask(step);
    } catch (error) {
      fail(/** @type {Error} */ (error));
    }
  }

  /** An earlier frame has come: shown if it is the one that was asked for last. */
  function arrived() {
    if (wanted !== null && state.frames.has(wanted)) show(wanted);
  }

  /** What is shown now was chosen later than what the server was asked for. */
  function forget() {
    wanted = null;
  }

  /** A page that was opened late knows only the newest frame; the log wants those before it, once. */
  async function read() {
    const { audience, newest, frames } = state;
    const reader = watched();
    if (newest === null || readFor === reader || Math.min(...frames.keys()) === 0) return;
    readFor = reader;
    const first = Math.max(0, newest - LOG_STEPS);
    try {
      const url = siteUrl(`/matches/${match}/frames/?as=${audience}&first=${first}&last=${newest - 1}`);
      const found = await trying('earlier', () => get(url, { wants: ['frames'] }), read);
      if (readFor !== watched()) return;
      for (const frame of found.frames)
        if (!frames.has(frame.step)) store.apply({ ...frame, type: 'frame', match, audience });
      onRead();
    } catch (error) {
      readFor = '';
      fail(/** @type {Error} */ (error));
    }
  }

  /** What changed is told from two frames: one that is missing is asked for, once. @param {number} step */
  async function need(step) {
    const key = `${watched()} ${step}`;
    if (asked.has(key)) return;
    asked.add(key);
    try {
      await ask(step);
    } catch {
      // Events alone tell of the step then; its own place in the timeline asks again.
    }
  }

  return { goTo, arrived, forget, read, need };
}
