/**
 * What can be done now, what will it do, and how do I stand? The panel beside the board: bid and birthplace, money, campaigns, own club,
 * the others, and the tables of the end.
 */
import { h, loadStyle, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { createDesk } from './desk.js';
import { createCampaigns } from './panel_campaigns.js';
import { createClubs } from './panel_clubs.js';
import { createMoney } from './panel_money.js';
import { createOwn } from './panel_own.js';
import { createRelations } from './panel_relations.js';
import { createResign } from './panel_resign.js';
import { createBid, createBirth, createQueue } from './panel_start.js';
import { createResult, createTruth } from './panel_tables.js';

/** @typedef {import('../../types').Host} Host */
/** @typedef {import('./types').ClubView} View */

/** Which round or phase is shown. @param {View} view */
export function headline(view) {
  if (view.phase === 'auction') return t('Auction');
  if (view.phase === 'birthplaces') return t('Choice of birthplaces');
  if (view.phase === 'over') return t('The end, after round {round}', { round: view.round });
  return t('Round {round} of {rounds}', { round: view.round, rounds: view.rounds });
}

/** Why there is nothing to order. @param {View} view */
function sidelines(view) {
  if (view.phase === 'over') return '';
  if (view.me && !view.me.alive) return t('Your club is out. You learn no more before the end.');
  if (view.you === null && !view.players.some((player) => 'income' in player))
    return t('The public sees no land and no orders; both are shown after the end.');
  return '';
}

const STYLES = ['games/hundred_clubs/panel.css', 'games/hundred_clubs/panel_start.css'];

/** @param {HTMLElement} el @param {Host} host @returns {import('../../types').Panel} */
export function mountPanel(el, host) {
  for (const name of STYLES) loadStyle(name);
  let waiting = 0;
  // Many changes come in one gesture; the panel is written once for all of them.
  const desk = createDesk(host, () => {
    waiting ||= requestAnimationFrame(write);
  });
  const title = h('h2', { class: 'hc-title' });
  const aside = h('p', { class: 'hc-note' });
  const parts = [
    createResult,
    createResign,
    createBid,
    createBirth,
    createQueue,
    createMoney,
    createCampaigns,
    createOwn,
    createClubs,
    createTruth,
    createRelations,
  ].map((create) => create(desk));
  const root = h(
    'div',
    { class: 'hc-panel' },
    title,
    aside,
    parts.map(({ element }) => element),
  );
  el.append(root);

  function write() {
    waiting = 0;
    /** @type {View | undefined} */
    const view = desk.state.frame?.view;
    root.hidden = !view;
    if (!view) return;
    setText(title, headline(view));
    const words = sidelines(view);
    aside.hidden = !words;
    setText(aside, words);
    for (const part of parts) part.show(view);
  }

  return {
    show: (frame) => desk.show(frame),
    setDrafts: (orders) => desk.setDrafts(orders),
    setLocked: (locked) => locked === desk.state.locked || desk.change({ locked }),
    setError: (error) => desk.change({ error }),
    destroy() {
      cancelAnimationFrame(waiting);
      desk.destroy();
      root.remove();
    },
  };
}
