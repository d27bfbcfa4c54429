/**
 * What can be done now, what will it do, and how do I stand? The parts of the panel beside the board: phase, bid and birthplace, money,
 * campaigns, own club, what is known of the others, and the tables of the end. Diplomacy stands with the names (`panel_clubs.js`).
 */
import { h, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { throughOf } from 'kit/describe.js';
import { button, tools } from 'kit/parts.js';
import { setResign } from './orders.js';
import { createCampaigns } from './panel_campaigns.js';
import { createFacts } from './panel_clubs.js';
import { createMoney } from './panel_money.js';
import { createOwn } from './panel_own.js';
import { createRelations } from './panel_relations.js';
import { createBid, createBirth, createQueue, createSpots } from './panel_start.js';
import { createResult, createTruth } from './panel_tables.js';

/** @import { Session } from './session.js' */
/** @import { ClubView as View } from './types' */
/** A part of the panel: its element, and how it is brought up to date. @typedef {{element: HTMLElement, show: (view: View) => void}} Part */

/** Which round or phase is shown. @param {View} view */
export function headline(view) {
  if (view.phase === 'auction') return t('Auction');
  if (view.phase === 'birthplaces') return t('Choice of birthplaces');
  if (view.phase === 'over') return t('The end, after round {round}', { round: view.round });
  return t('Round {round} of {rounds}', { round: view.round, rounds: view.rounds });
}

/** Why there is nothing to order. @param {View} view @param {import('../../types').MatchInfo} info */
function sidelines(view, info) {
  if (view.phase === 'over') return '';
  const through = throughOf(view, info);
  if (view.me && !view.me.alive && through) return t('{club} is out.', { club: through.name });
  if (view.me && !view.me.alive) return t('Your club is out. You learn no more before the end.');
  if (view.you === null && !view.players.some((player) => 'income' in player))
    return t('The public sees no land and no orders; both are shown after the end.');
  return '';
}

/** @param {Session} session @returns {Part} */
function createHeading({ host }) {
  const title = h('h2', { class: 'hc-title' });
  const aside = h('p', { class: 'kit-hint' });
  return {
    element: h('div', null, title, aside),
    show(view) {
      setText(title, headline(view));
      // While rounds are played their number stands at the head of the page.
      title.classList.toggle('visually-hidden', view.phase === 'rounds');
      setText(aside, sidelines(view, host.info));
    },
  };
}

/** Giving up must not be overlooked: said aloud, with the way back. @param {Session} session @returns {Part} */
function createResign({ state, draft }) {
  const stay = button({ text: t('Stay in the match'), act: () => draft(setResign(state.orders, false)) });
  const words = h('p', { class: 'kit-refused' }, t('You give up with these orders: your land will belong to nobody.'));
  const element = h('section', { class: 'kit-section', role: 'alert' }, words, stay.element);
  return {
    element,
    show() {
      element.hidden = !state.orders.resign;
      stay.show({ shown: !state.locked });
    },
  };
}

/** How the last round is played again. @param {Session} session @returns {Part} */
const createTools = (session) => tools(session, { again: t('Play the last round again'), key: 'R' });

const PARTS = [
  createHeading,
  createResult,
  createResign,
  createBid,
  createBirth,
  createSpots,
  createQueue,
  createMoney,
  createCampaigns,
  createOwn,
  createFacts,
  createTruth,
  createRelations,
  createTools,
];

/** The parts of the panel from top to bottom. @param {Session} session @returns {import('kit/mount.js').Part[]} */
export function panelParts(session) {
  return PARTS.map((create) => {
    const { element, show } = create(session);
    return { element, show: () => show(/** @type {import('../../types').Frame} */ (session.state.frame).view) };
  });
}
