/**
 * What does a key do on the board? Every action of the hand has one: Tab and arrows move the focus, Enter sends, digits set how much,
 * letters play tactics. Returns whether a key was taken, so that the page keeps the rest.
 */

import { t, tn } from 'app/i18n.js';
import { towards } from 'board/pieces.js';
import { planetState } from './describe.js';
import { planetName, TACTICS } from './names.js';
import { removeLast } from './orders.js';
import { isOwn, ownPlanets, wayBetween } from './position.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {{reveal: (id: number) => void, centre: (id: number) => void, replay: () => void, bar: () => void}} Moves what keys need of the board */

const ARROWS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});

/** @param {Session} session @param {Moves} moves @returns {(event: KeyboardEvent) => boolean} */
export function keyHandler(session, moves) {
  const { state, host } = session;

  /** @param {number} id */
  function focus(id) {
    const position = state.position;
    if (!position) return;
    session.change({ focus: id });
    session.inspect({ kind: 'planet', id });
    moves.reveal(id);
    const planet = position.planets[id];
    const way = state.sources.map((from) => wayBetween(position, from, id)).find(Boolean);
    const words = [`${planetName(planet)}: ${planetState(planet, position, host.info)}`];
    if (way) words.push(tn('{n} round away', '{n} rounds away', way.rounds));
    host.announce(words.join('. '));
  }

  /** The next own planet; past the last one the key leaves the board. @param {number} by @returns {boolean} */
  function nextOwn(by) {
    const position = state.position;
    if (!position || state.aim) return false;
    const own = ownPlanets(position);
    const last = state.sources.at(-1) ?? state.focus;
    const at = own.findIndex(({ id }) => id === last);
    const next = at < 0 ? (by > 0 ? 0 : own.length - 1) : at + by;
    if (!own[next]) {
      session.change({ focus: null, sources: [] });
      return false;
    }
    session.choose([own[next].id]);
    focus(own[next].id);
    return true;
  }

  /** @param {[number, number]} direction @returns {boolean} */
  function step([dx, dy]) {
    const position = state.position;
    if (!position) return false;
    const at = state.focus ?? state.sources[0] ?? (position.home >= 0 ? position.home : 0);
    if (state.focus === null) {
      focus(at);
      return true;
    }
    const near = position.ways[at].map(({ to }) => position.planets[to]);
    const next = towards(position.planets[at], near, dx, dy) ?? towards(position.planets[at], position.planets, dx, dy);
    if (next) focus(next.id);
    return true;
  }

  /** @param {boolean} add @returns {boolean} */
  function enter(add) {
    const { position, focus: at } = state;
    if (!position || at === null) return false;
    if (state.aim) session.aimAt(at);
    else if (add && isOwn(position, at)) session.choose([at], true);
    else if (state.sources.length && !state.sources.includes(at)) {
      const sources = state.sources;
      // With keys one goes on sending from the same planets, so the focus returns there; a hand begins anew.
      if (session.send(sources, at)) session.change({ sources, focus: sources[sources.length - 1] });
    } else if (isOwn(position, at)) session.choose([at]);
    return true;
  }

  /** @returns {boolean} */
  function cancel() {
    if (state.aim) session.change({ aim: null });
    else if (state.detour) session.change({ detour: null });
    else if (state.edited !== null) session.change({ edited: null });
    else if (state.sources.length) session.change({ sources: [] });
    else if (state.inspected) session.inspect(null);
    else return false;
    return true;
  }

  /** @returns {boolean} */
  function takeBack() {
    if (!session.canOrder()) return true;
    session.draft(removeLast(state.orders), { edited: null });
    host.announce(t('The last order is taken back.'));
    return true;
  }

  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const { key } = event;
    if (key === 'Tab') return nextOwn(event.shiftKey ? -1 : 1);
    if (ARROWS[key]) return step(ARROWS[key]);
    if (key === 'Enter') return enter(event.shiftKey);
    if (key === 'Escape') return cancel();
    if (key === 'Backspace' || key === 'Delete') return takeBack();
    if (/^\d$/.test(key)) {
      const fraction = key === '0' ? 1 : Number(key) / 10;
      session.setAmount({ fraction });
      host.announce(t('{percent} percent', { percent: fraction * 100 }));
      return true;
    }
    const letter = key.toUpperCase();
    if (letter === 'V') session.change({ overlay: !state.overlay });
    else if (letter === 'R') moves.replay();
    else if (letter === 'T') moves.bar();
    else if (letter === 'C') {
      if (state.position && state.position.home >= 0) moves.centre(state.position.home);
    } else return tacticKey(session, letter);
    return true;
  };
}

/** The letters of the tactic bar, on the board as well. @param {Session} session @param {string} letter @returns {boolean} */
export function tacticKey(session, letter) {
  const found = Object.entries(TACTICS).find(([, tactic]) => tactic.key === letter);
  if (found) session.aimTactic(found[0]);
  return found !== undefined;
}

/** @returns {{key: string, meaning: string}[]} */
export function keys() {
  return [
    { key: 'Tab / Shift+Tab', meaning: t('Next or previous planet of yours') },
    { key: '← ↑ → ↓', meaning: t('Neighbour in that direction') },
    { key: 'Enter', meaning: t('Send to the focused planet, or choose it') },
    { key: 'Shift+Enter', meaning: t('Add the focused planet to the senders') },
    { key: '1 … 9, 0', meaning: t('Send 10 % … 90 %, 100 %') },
    { key: 'Backspace', meaning: t('Take the last order back') },
    { key: 'T', meaning: t('Tactic bar') },
    ...Object.values(TACTICS).map((tactic) => ({ key: tactic.key, meaning: tactic.name() })),
    { key: 'V', meaning: t('Growth forecast over the planets') },
    { key: 'C', meaning: t('Centre home') },
    { key: 'R', meaning: t('Play the last round again') },
    { key: '+ / −', meaning: t('Zoom') },
    { key: 'Esc', meaning: t('Cancel') },
  ];
}
