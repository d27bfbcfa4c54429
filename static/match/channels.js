/**
 * Which chat channels do I have, which lines are in each, and how many are unread? Pure: no DOM, no socket.
 *
 * The key of a channel lists its members, as in "0+3". The key "" is the channel for all, with lines of every room.
 *
 * @typedef {import("../types").ChatLine} ChatLine
 * @typedef {import("../types").MatchInfo} Info
 * @typedef {{ key: string, members: number[] }} Channel `members`: seats in order, my own among them; none: everybody
 */
import { keptJson } from 'app/kept.js';

export const ALL = '';

/** The key of a line, unique in its match. @param {ChatLine} line */
export const lineKey = (line) => `${line.room}/${line.to.join('+')}/${line.number}`;

/** @param {ChatLine} line */
export const channelOf = (line) => line.to.join('+');

/** The channel of these seats, in any order. @param {number[]} seats @returns {Channel} */
export function channelOfSeats(seats) {
  const members = [...new Set(seats)].sort((a, b) => a - b);
  return { key: members.join('+'), members };
}

/** Lines in the order in which they were sent. @param {ChatLine[]} lines */
export const inOrder = (lines) =>
  [...lines].sort((a, b) => a.at - b.at || a.room.localeCompare(b.room) || a.number - b.number);

/**
 * The channels to choose from: for all, with each other seat, groups. If nobody can write any more, only those that have lines.
 * @param {{ info: Info, lines: ChatLine[], opened: Channel[], canWrite: boolean }} known `opened`: groups in which nobody has spoken yet
 * @returns {Channel[]}
 */
export function channels({ info, lines, opened, canWrite }) {
  const { you } = info;
  /** @type {Map<string, Channel>} */
  const found = new Map();
  /** @param {Channel} channel */
  const add = (channel) => found.set(channel.key, found.get(channel.key) ?? channel);
  if (canWrite && info.press === 'full' && you !== null) {
    for (const { seat } of info.seats) if (seat !== you) add(channelOfSeats([you, seat]));
    for (const group of opened) add(group);
  }
  for (const line of lines) if (line.to.length) add({ key: channelOf(line), members: line.to });
  const sorted = [...found.values()].sort((a, b) => a.members.length - b.members.length || (a.key < b.key ? -1 : 1));
  return [{ key: ALL, members: [] }, ...sorted];
}

/** Counts unread lines by channel as lines arrive. */
export function createUnread() {
  /** @type {Map<string, number>} room and members → number of the last line that has been counted */
  const counted = new Map();
  /** @type {Map<string, number>} channel → unread lines */
  const unread = new Map();
  let isFirst = true;

  return {
    /**
     * Adds lines. Lines from before the reader came, and the reader's own, do not count as unread. Returns the channels with new lines.
     * @param {ChatLine[]} lines @param {{ you: number | null, open: string | null }} reader `open`: the channel that is being read
     */
    take(lines, { you, open }) {
      const fresh = new Set();
      for (const line of lines) {
        const place = `${line.room}/${line.to.join('+')}`;
        if (line.number <= (counted.get(place) ?? 0)) continue;
        counted.set(place, line.number);
        const key = channelOf(line);
        fresh.add(key);
        const isMine = you !== null && line.seat === you;
        if (!isFirst && !isMine && key !== open) unread.set(key, (unread.get(key) ?? 0) + 1);
      }
      isFirst = false;
      return fresh;
    },
    /** @param {string} key */
    read: (key) => unread.delete(key),
    /** @param {string} key */
    of: (key) => unread.get(key) ?? 0,
    /** Number of unread lines, without those of muted channels. @param {Set<string>} muted */
    total: (muted) => [...unread].reduce((sum, [key, n]) => sum + (muted.has(key) ? 0 : n), 0),
  };
}

/** Which channels of a match are muted, kept in the browser. @param {string} match */
export function createMuted(match) {
  const place = keptJson(`muted.${match}`);
  const stored = place.read();
  /** @type {Set<string>} */
  const muted = new Set(Array.isArray(stored) ? stored.map(String) : []);
  return {
    all: muted,
    /** @param {string} key @param {boolean} isMuted */
    set(key, isMuted) {
      if (isMuted) muted.add(key);
      else muted.delete(key);
      place.write([...muted]);
    },
  };
}
