/**
 * How does a page follow a trial that the site plays? The account socket calls when there is more, and the page asks for it; it also asks
 * at intervals, in case a call was lost.
 */
import { ApiError, get, request } from 'app/api.js';
import { connectLobby } from 'app/live.js';
import { siteUrl } from 'app/site_url.js';
import { trying } from 'app/trouble.js';

/** @typedef {import('./trial.js').Told} Told */

const ASK_EVERY = 3_000;

/** @param {string} id */
const address = (id) => siteUrl(`/api/programs/trials/${encodeURIComponent(id)}/`);

/** @param {Told} told */
export const goesOn = (told) => told.status === 'waiting' || told.status === 'running';

/** @param {string} id */
export const cancelTrial = (id) => request('DELETE', address(id), undefined, { wants: 'nothing' });

/**
 * @param {string} id
 * @param {{ onTold: (told: Told) => void, onGone: (error: ApiError) => void }} how onTold: with the positions that it has not been told yet;
 *   for the last time when the trial is over. onGone: the trial cannot be read any more
 * @returns {{ ask: () => void, close: () => void }}
 */
export function followTrial(id, { onTold, onGone }) {
  let frames = 0;
  let isClosed = false;
  let isAsking = false;
  let again = false;
  const timer = setInterval(ask, ASK_EVERY);
  const line = connectLobby({
    path: siteUrl('/ws/account/'),
    onMessage: (message) => {
      if (message.type === 'account' || message.trial === id) ask();
    },
  });
  ask();

  function ask() {
    if (isAsking) again = true;
    else void read();
  }

  async function read() {
    isAsking = true;
    do {
      again = false;
      try {
        const told = await trying(
          'trial',
          () => get(`${address(id)}?since=${frames}`, { wants: ['status', 'frames'] }),
          ask,
        );
        if (isClosed) return;
        frames += told.frames.length;
        if (!goesOn(told)) close();
        onTold(told);
      } catch (error) {
        if (isClosed) return;
        // After any other failure the next call or the next interval asks again.
        if (error instanceof ApiError && error.status === 404) {
          close();
          onGone(error);
        }
      }
    } while (again && !isClosed);
    isAsking = false;
  }

  function close() {
    isClosed = true;
    clearInterval(timer);
    line.close();
  }

  return { ask, close };
}
