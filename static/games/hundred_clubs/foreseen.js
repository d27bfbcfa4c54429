/**
 * What does the server foresee, in words? Cells won at least and about, the next saving, what becomes of a campaign, what threatens
 * the capital. Works nothing out itself.
 */
import { join, sentences, t, tn } from 'app/i18n.js';
import { clubMark, refusalName } from './names.js';
import { campaignsOf, commandTo, sameCell } from './orders.js';
import { about, inTurn } from './phrases.js';
import { warRefusal } from './relations.js';

/** @import { Amount, Campaign, Fate, Gain, Guard, Note, RoundForecast, ClubChoices as Choices, ClubOrders as Orders, ClubView as View } from './types' */

/** How many cells are won: “At least 12 cells, about 30”. @param {Amount} cells */
export function wonText({ least, about: mean }) {
  if (!mean) return t('No cell is won');
  if (!least) return tn('About {n} cell', 'About {n} cells', mean);
  if (least === mean) return tn('{n} cell, surely', '{n} cells, surely', mean);
  return tn('At least {n} cell, about {about}', 'At least {n} cells, about {about}', least, { about: mean });
}

/** What it comes to, in cells and in what they bring each round: income wins the match. @param {Gain} gain */
export const bringsText = ({ about: mean, members }) =>
  tn('+{n} cell, +{members} a round', '+{n} cells, +{members} a round', mean, { members });

/** Only what counts, where there is little room. @param {Gain} gain */
export const incomeText = ({ members }) => t('+{n} a round', { n: members });

/**
 * Whether what was foreseen may stand beside this draft: while sizes slide the answer before does for a moment, but not one to other campaigns, and none that
 * they win nothing, before the server has said so of these.
 * @param {Partial<RoundForecast> | null | undefined} forecast @param {Orders} orders
 */
export function isOfThese(forecast, orders) {
  const given = campaignsOf(orders);
  const fates = forecast?.campaigns;
  if (!fates || fates.length !== given.length) return false;
  return !!forecast.cells?.about || fates.every(({ funded, reason }, i) => !!reason || funded === given[i].size);
}

/** What a draft leads to, beside Ready, where there is little room: what it brings, and the money that stays. @param {Partial<RoundForecast>} forecast the newest @param {Orders} orders */
export function foretell(forecast, orders) {
  const { cells, money } = forecast;
  if (!cells || !money || !isOfThese(forecast, orders)) return '';
  const isSure = cells.least === cells.about;
  const facts = { gain: incomeText(cells), n: money.left };
  if (!cells.about) return t('No cell is won · {n} left', facts);
  return isSure ? t('{gain} · {n} left', facts) : t('about {gain} · {n} left', facts);
}

/** Saving of the next round. @param {Amount} next */
export function nextText({ least, about: mean }) {
  return least === mean
    ? t('Next round: {n} if your land holds', { n: least })
    : t('Next round: at least {least}, about {about} if your land holds', { least, about: mean });
}

/** What becomes of a campaign that is not funded as asked; '' if it is. @param {Pick<Fate, 'funded' | 'reason'>} fate */
function fateText({ funded, reason }) {
  if (!reason) return '';
  return reason === 'cut'
    ? t('cut to {funded}: {reason}', { funded, reason: refusalName(reason) })
    : refusalName(reason);
}

/** What the owner of a campaign should know before it is paid: what it is not good for, and what war would take. @param {Note[]} notes the club of which most could be won comes first @param {Amount} gain */
function adviceText(notes, gain) {
  const [first] = notes;
  if (!first) return '';
  if (first.code === 'gains_nothing') return t('wins nothing, and nobody is known who could attack here');
  if (first.code !== 'at_peace') return t('wins no cell; it only defends');
  const letters = join(notes.flatMap((note) => (note.code === 'at_peace' ? [clubMark(note.seat)] : [])));
  const facts = { letters, letter: clubMark(first.seat) };
  if (gain.about) return t('cannot touch the land of {letters}: there is peace', facts);
  return first.rounds === 1
    ? t('wins nothing while there is peace with {letters}; war with {letter} can begin this round', facts)
    : tn(
        'wins nothing while there is peace with {letters}; war with {letter} takes {n} round',
        'wins nothing while there is peace with {letters}; war with {letter} takes {n} rounds',
        first.rounds,
        facts,
      );
}

/** The club at peace that keeps a campaign from winning anything, if nothing is said to it yet and war on it can be pressed; null if there is none. @param {Fate | undefined} fate @param {Orders} orders @param {View | undefined} view */
export function barredBy(fate, orders, view) {
  for (const note of fate?.notes ?? []) {
    if (note.code !== 'at_peace') continue;
    const player = view?.players.find(({ seat }) => seat === note.seat);
    if (view && player && 'relation' in player && warRefusal(view, player) !== null) continue;
    // A draft that comes back from the server says what goes on by itself, too.
    if ((commandTo(orders, note.seat) ?? 'keep_neutral') === 'keep_neutral') return note.seat;
  }
  return null;
}

/** All that is to be said of a campaign: what it is cut to, or what it is not good for; '' if nothing. @param {Pick<Fate, 'funded' | 'reason' | 'notes' | 'gain'> | undefined} fate */
export const remarkOf = (fate) => (fate ? fateText(fate) || adviceText(fate.notes, fate.gain) : '');

/** What a campaign wins by itself. @param {number} index @param {Fate | undefined} fate */
export function gainText(index, fate) {
  const campaign = t('Campaign {n}', { n: index + 1 });
  return fate?.gain.about ? `${campaign}: ${bringsText(fate.gain)}` : campaign;
}

/** What a campaign wins, and what it is not good for: neither hides the other. @param {number} index @param {Fate | undefined} fate */
export function saidOf(index, fate) {
  const remark = remarkOf(fate);
  if (!remark) return gainText(index, fate);
  return fate?.gain.about ? inTurn([gainText(index, fate), remark]) : about(gainText(index, fate), remark);
}

/** A campaign by number and size, with its remark. @param {number} index @param {RoundForecast | null} plan @param {Orders} orders */
export function campaignLine(index, plan, orders) {
  const line = t('Campaign {n} of size {size}', { n: index + 1, size: campaignsOf(orders)[index].size });
  const remark = remarkOf(plan?.campaigns[index]);
  return remark ? about(line, remark) : line;
}

/** Campaigns that neither win nor hold anything, or that no money is left for. @param {Partial<RoundForecast> | null | undefined} forecast */
export const uselessOf = (forecast) =>
  (forecast?.campaigns ?? []).flatMap(({ index, funded, gain, notes }) =>
    !gain.about && (!funded || notes[0]?.code === 'gains_nothing') ? [index] : [],
  );

const DANGERS = /** @type {Record<string, () => string>} */ ({
  on_allied_land: () => t('An ally’s land: the capital is lost when the alliance ends.'),
  if_taken: () => t('Only if the cell is taken this round; else the capital is lost.'),
  if_likely_taken: () =>
    t('Only if the cell is taken this round, which is likely and not sure; else the capital is lost.'),
  lost: () => t('Neither your land nor an ally’s: the capital would be lost.'),
});

/** What threatens the capital where it is ordered; '' if nothing is known. @param {RoundForecast | null} plan */
export const capitalText = (plan) => (plan?.capital ? DANGERS[plan.capital]() : '');

/** What the money that is left would win where it wins most. @param {number} money @param {RoundForecast['spend']} spend */
export const spendText = (money, { gain }) => t('Spend {money} well: {gain}', { money, gain: bringsText(gain) });

/** Why not all of it is: where land is too dear, it serves later. @param {number} left */
export const keptText = (left) =>
  t('{n} are kept: what land is left costs too much for its members now, and a larger sum takes more of it.', {
    n: left,
  });

/** What of one's own stays open at war where no money that is left is proposed for it; '' if nothing. @param {Guard | null} guard */
export const openText = (guard) =>
  guard?.open && !guard.campaigns.length
    ? tn('{n} of your cells is open to {clubs}.', '{n} of your cells are open to {clubs}.', guard.open, {
        clubs: join(guard.by.map(clubMark)),
      })
    : '';

/** How it is shared at war: what it wins, and how much it holds of what is open to whom. @param {number} money @param {Guard} guard */
export function guardText(money, { gain, open, by, cells }) {
  const facts = { money, gain: bringsText(gain), clubs: join(by.map(clubMark)), held: cells };
  return gain.about
    ? tn(
        'Attack and defend with {money}: {gain}; {n} of your cells is open to {clubs}, {held} of these held',
        'Attack and defend with {money}: {gain}; {n} of your cells are open to {clubs}, {held} of these held',
        open,
        facts,
      )
    : tn(
        'Defend with {money}: {n} of your cells is open to {clubs}, {held} of these held',
        'Defend with {money}: {n} of your cells are open to {clubs}, {held} of these held',
        open,
        facts,
      );
}

/**
 * What a campaign costs, and whether that is enough: by the newest forecast of this very draft, without which nothing is said of it.
 * @param {Campaign} campaign @param {Pick<Choices, 'campaign_price' | 'saving'>} choices @param {{fate?: Fate, more?: number, isLeast?: boolean, free?: number}} known
 *   `fate`: what the server says of it; `more`: what it asks for one cell more; `isLeast`: it has the size that was proposed as the least; `free`: size of
 *   the campaign that the capital below it is for nothing
 * @returns {string}
 */
export function priceText(campaign, choices, known) {
  const { free: n = 0 } = known;
  return sentences([costText(campaign, choices, known), n ? t('Your capital adds {n} here for free.', { n }) : '']);
}

/** @type {typeof priceText} */
function costText({ size }, { campaign_price: unit = 1, saving = 0 }, { fate, more = 0, isLeast = false }) {
  const facts = { n: size * unit, all: saving };
  const isVain = fate && !fate.gain.about && !fate.reason;
  if (isVain && more)
    return t('Costs {n} of your {all} money and wins nothing yet: {more} wins a cell here.', {
      ...facts,
      more: (size + more) * unit,
    });
  return isLeast && !isVain
    ? t('Costs {n} of your {all} money: the least that wins land here.', facts)
    : t('Costs {n} of your {all} money.', facts);
}

/** Where a campaign that wins nothing would win a cell, as the server says; null: nowhere else for the money there is. @param {Fate | undefined} fate @param {Campaign} campaign */
export function elsewhereFor(fate, { at }) {
  const [first] = fate?.notes ?? [];
  const place = first && first.code !== 'at_peace' ? first.elsewhere : null;
  return place && !sameCell(place.at, at) ? place : null;
}
