// A board of Hundred Clubs without a screen, for tests of hand and keys.
import { handOf } from 'games/hundred_clubs/hand.js';
import { KEYS } from 'games/hundred_clubs/keys.js';
import { sessionOf } from 'games/hundred_clubs/session.js';
import { keyHandler } from 'kit/keys.js';
import { forecastOf, frameOf, hostOf } from './hundred_clubs_map_fixture.js';

/** Session, hand and keys over one frame, and the server's first forecast. */
export function boardOf(view, choices, foreseen) {
  const host = hostOf();
  const session = sessionOf(host);
  const hand = handOf(session);
  const revealed = [];
  const press = keyHandler(KEYS, session, {
    board: { reveal: (x, y) => revealed.push(Math.floor(y) * view.map.width + Math.floor(x)) },
    replay: () => revealed.push('again'),
  });
  session.show(frameOf(view, choices));
  /** The server's answer to the draft there is. */
  const foresee = (part) => session.setDrafts(host.orders, forecastOf(view, part));
  if (view.phase === 'rounds' && view.me) foresee(foreseen);
  let clock = 0;
  const key = (name, more = {}) =>
    press({ key: name, shiftKey: false, timeStamp: (clock += more.after ?? 100), ...more });
  return { host, session, state: session.state, hand, key, revealed, foresee };
}

export const LAND = ['DDDDD', 'DDDDD', '++~++'];
export const OWN = ['00...', '00...', '.....'];
