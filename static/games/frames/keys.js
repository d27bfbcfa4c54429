/** What does a key do at the table? Arrows move over the areas, letters are the actions of a turn, digits what is offered. */
import { t } from 'app/i18n.js';
import { arrows, DIGITS } from 'kit/keys.js';
import { ACTIONS } from './actions.js';
import { begin } from './bar.js';
import { neighbour, shipArea } from './position.js';
import { isEmpty } from './session.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('kit/keys.js').Key<Session>} Key */

/** The parts of the scene that keys reach. @param {import('kit/mount.js').Stage} stage */
const sceneOf = ({ scene }) => /** @type {ReturnType<typeof import('./scene.js').createScene>} */ (scene);

/** @param {Session} session */
const phaseOf = ({ state }) => state.frame?.view.phase;

/** @type {Key[]} */
export const KEYS = [
  arrows(
    () => t('to the next area'),
    (session, direction, _, stage) => {
      const { position, cursor } = session.state;
      // Rows of cards and of buttons have arrows of their own.
      if (!position?.sides.length || document.activeElement?.closest('.fr-row, .fr-picks, .fr-offers, .fr-buttons'))
        return false;
      const from = cursor ?? shipArea(position.near);
      const onBoard = document.activeElement?.closest('.fr-area');
      const to = onBoard ? neighbour(from, direction, position.near) : from;
      if (!to) return false;
      session.change({ cursor: to });
      /** @type {HTMLElement | null} */ (stage.el.querySelector(`.fr-ground[data-area="${to}"]`))?.focus();
      return true;
    },
  ),
  ...ACTIONS.map(({ of, key, name }) => ({
    on: [key],
    meaning: of === 'finish' ? undefined : name,
    act: (/** @type {Session} */ session) => session.canOrder() && begin(session, of),
  })),
  {
    on: DIGITS,
    shown: '1–9',
    meaning: () => t('what the bar or a reaction offers under this number'),
    act: (session, { key }, stage) => {
      const { bar, reaction } = sceneOf(stage);
      if (phaseOf(session) === 'choose') return reaction.answer(Number(key) - 1);
      return phaseOf(session) === 'window' ? Number(key) > 0 && reaction.answer(Number(key)) : bar.digit(Number(key));
    },
  },
  {
    on: ['Enter'],
    meaning: () => t('give the order that is drafted'),
    act: (session) => {
      if (isEmpty(session.state.orders) || !session.canOrder() || document.activeElement?.matches('button'))
        return false;
      session.submit();
      return true;
    },
  },
  {
    on: [' '],
    shown: 'Space',
    meaning: () => t('pass in a reaction window'),
    act: (session, _, stage) =>
      phaseOf(session) === 'window' &&
      session.canOrder() &&
      !document.activeElement?.matches('button:not(.fr-pass, .fr-chip, .fr-ground, .fr-hold), select') &&
      sceneOf(stage).reaction.answer(0),
  },
  {
    on: ['Escape'],
    shown: 'Esc',
    meaning: () => t('let go of what is picked or drafted'),
    act: (session) => {
      const { state } = session;
      if (state.read?.zoom) session.change({ read: { ...state.read, zoom: false } });
      else if (state.picked.length) session.hold(state.picked.slice(0, -1));
      else if (!isEmpty(state.orders) && session.canOrder()) session.takeBack();
      else return false;
      return true;
    },
  },
  {
    on: ['Z'],
    meaning: () => t('read the card that is pointed at, large'),
    act: ({ state, change }) => {
      if (!state.read) return false;
      change({ read: { ...state.read, zoom: !state.read.zoom } });
      return true;
    },
  },
  { on: ['P'], meaning: () => t('play the last step again'), act: (_, __, stage) => stage.replay() },
];
