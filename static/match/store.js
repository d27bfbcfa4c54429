/**
 * What does the page know of the match? Applies the server's messages to one state object. Pure: no DOM, no socket, no
 * clock. Returns what changed and whether frames are missing.
 *
 * @typedef {import("../types").ServerMessage} ServerMessage
 * @typedef {import("../types").Frame} Frame
 * @typedef {{ changed: ("match" | "status" | "frame" | "past" | "orders" | "preferences" | "going" | "chat" | "bye" | "closed")[], gap: boolean }} Effect
 */
import { inOrder, lineKey } from 'match/channels.js';

/** Greatest number of frames kept for the timeline; the oldest are dropped first. */
const KEPT_FRAMES = 120;

/** @param {string} match id of the match this store is of */
export function createStore(match) {
  const state = {
    match,
    /** @type {import("../types").MatchInfo | null} */
    info: null,
    /** @type {import("../types").Audience} whose view the frames show */
    audience: null,
    /** @type {import("../types").StatusMessage | null} */
    status: null,
    /** @type {Map<number, Frame>} frames at hand by step */
    frames: new Map(),
    /** @type {number | null} the step of the newest frame */
    newest: null,
    /** @type {import("../types").OrdersMessage | null} what the server has stored for my seat */
    orders: null,
    /** @type {Record<string, any> | null} what the server answers for my seat; null: nothing */
    preferences: null,
    /** @type {import("../types").GoingOn | null} for what my seat goes on by itself; null: it cannot */
    going: null,
    /** @type {import("../types").ChatLine[] | null} oldest first; null before anything is known */
    chat: null,
    /** @type {string | null} why there will be no more of this match */
    gone: null,
  };
  /** True from a `match` message to the first frame after it: the server may skip old frames, and this is no gap. */
  let catchingUp = true;
  let gapReported = false;
  /** True from a `match` message to the next status, which is applied whatever its revision is. */
  let isAnew = true;

  /** @param {ServerMessage} message @returns {Effect} */
  function apply(message) {
    if (!('match' in message) || message.match !== match) return nothing();
    switch (message.type) {
      case 'match':
        return applyMatch(message);
      case 'status':
        return applyStatus(message);
      case 'frame':
        return applyFrame(message);
      case 'orders':
        return applyOrders(message);
      case 'preferences':
        state.preferences = message.preferences;
        return { changed: ['preferences'], gap: false };
      case 'going_on':
        state.going = message;
        return { changed: ['going'], gap: false };
      case 'chat':
        return applyChat(message);
      case 'bye':
        state.gone = message.code;
        return { changed: ['bye'], gap: false };
      default:
        return nothing();
    }
  }

  /** @param {import("../types").MatchMessage} message @returns {Effect} */
  function applyMatch(message) {
    if (state.info && message.audience !== state.audience) forget();
    state.info = message.info;
    state.audience = message.audience;
    state.gone = null;
    catchingUp = true;
    gapReported = false;
    isAnew = true;
    return { changed: ['match'], gap: false };
  }

  /** Drops all frames, because those of another audience differ. */
  function forget() {
    state.frames.clear();
    state.newest = null;
    state.orders = null;
    state.preferences = null;
    state.going = null;
    state.chat = null;
    state.status = null;
  }

  /** @param {import("../types").StatusMessage} message @returns {Effect} */
  function applyStatus(message) {
    if (state.status && !isAnew && message.revision < state.status.revision) return nothing();
    isAnew = false;
    // The site was restored from a backup: later frames are no longer part of the match.
    if (state.newest !== null && message.step < state.newest) forget();
    state.status = message;
    return { changed: close() ? ['status', 'closed'] : ['status'], gap: false };
  }

  /**
   * A match that people or staff have ended has no frame of its own for that: the newest one asks for nothing any more.
   * Returns true if it did until now.
   */
  function close() {
    const { status, newest } = state;
    const frame = newest === null ? undefined : state.frames.get(newest);
    if (!frame || frame.final || !status || newest !== status.step || !/^(finished|aborted)$/.test(status.status))
      return false;
    state.frames.set(frame.step, { ...frame, choices: null, final: true });
    return true;
  }

  /** @param {import("../types").FrameMessage} message @returns {Effect} */
  function applyFrame(message) {
    if (state.info && message.audience !== state.audience) return nothing();
    const { step, events, choices, final } = message;
    const newest = state.newest;
    if (newest !== null && step > newest + 1 && !catchingUp) {
      const gap = !gapReported;
      gapReported = true;
      return { changed: [], gap };
    }
    state.frames.set(step, { step, view: { ...state.info?.static, ...message.view }, events, choices, final });
    if (newest !== null && step <= newest) return { changed: ['past'], gap: false };
    catchingUp = false;
    state.newest = step;
    while (state.frames.size > KEPT_FRAMES) state.frames.delete(Math.min(...state.frames.keys()));
    close();
    return { changed: ['frame'], gap: false };
  }

  /** @param {import("../types").OrdersMessage} message @returns {Effect} */
  function applyOrders(message) {
    if (state.orders && message.step < state.orders.step) return nothing();
    state.orders = message;
    return { changed: ['orders'], gap: false };
  }

  /** @param {import("../types").ChatMessage} message @returns {Effect} */
  function applyChat(message) {
    const before = state.chat ?? [];
    const known = new Set(before.map(lineKey));
    const fresh = message.lines.filter((line) => !known.has(lineKey(line)));
    if (!fresh.length && state.chat) return nothing();
    state.chat = inOrder([...before, ...fresh]);
    return { changed: ['chat'], gap: false };
  }

  return { state, apply };
}

/** @returns {Effect} */
const nothing = () => ({ changed: [], gap: false });

/** @typedef {ReturnType<typeof createStore>["state"]} State */

/** Status of this page's seat; null for a spectator. @param {State} state */
const mineOf = ({ info, status, audience }) =>
  (info?.you === audience && status?.seats.find(({ seat }) => seat === info?.you)) || null;

/** Does a program of its person play the seat of this page? Then the server refuses orders of the person. @param {State} state */
export const isProgrammed = ({ info }) => Boolean(info?.seats.find(({ seat }) => seat === info.you)?.program);

/** Does the person of this page's seat still play it, now or later? @param {State} state */
export function isPlaying(state) {
  const mine = mineOf(state);
  const isOn = /^(running|paused)$/.test(state.status?.status ?? '');
  return isOn && mine !== null && !mine.resigned && !state.status?.out?.includes(mine.seat) && !isProgrammed(state);
}

/** Does a bot play the seat of this page until its person comes back? @param {State} state */
export const isStoodIn = (state) => isPlaying(state) && Boolean(mineOf(state)?.autopilot);

/**
 * Does this seat owe orders now? A seat that is ready may still change its mind, so it counts.
 * @param {State} state
 */
export function isDue(state) {
  const { info, status } = state;
  if (!info || info.you === null || status?.status !== 'running' || state.newest !== status.step) return false;
  if (!isPlaying(state) || isStoodIn(state)) return false;
  return status.waiting.includes(info.you) || mineOf(state)?.ready === true;
}
