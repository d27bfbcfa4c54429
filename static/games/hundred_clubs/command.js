/**
 * Which orders does a line of text mean? The command line gives every order; it is the keyboard's and the screen reader's way.
 * Knows words and shapes only; what is legal the server says.
 */
import { t } from 'app/i18n.js';
import { seatLetter } from 'board/marks.js';
import { cellName } from './names.js';
import {
  addCampaign,
  campaignAt,
  campaignsOf,
  emptyOrders,
  moveCampaign,
  removeCampaign,
  reorderCampaign,
  resizeCampaign,
  setBid,
  setBirthplace,
  setCapital,
  setCommand,
  setResign,
} from './orders.js';
import { chartOf, isOnBoard } from './position.js';

/** @typedef {import('../../types').MatchInfo} MatchInfo */
/** @typedef {import('./types').ClubView} View */
/** @typedef {import('./types').ClubOrders} Orders */
/** @typedef {import('./types').Command} Command */
/** @typedef {import('./types').Cell} Cell */
/** @typedef {import('./types').Phase} Phase */
/** @typedef {{orders: Orders, view: View, info: MatchInfo, words: string[], forecast: any}} Line */

/** @param {Line} line @param {string | undefined} word @returns {Cell} */
function cell({ view }, word) {
  if (!word) throw new Error(t('A cell is missing; write it as 15,8.'));
  const found = /^\[?(\d{1,3})[,;](\d{1,3})\]?$/.exec(word);
  if (!found) throw new Error(t('“{word}” is not a cell; write it as 15,8.', { word }));
  const [x, y] = [Number(found[1]), Number(found[2])];
  const chart = chartOf(view);
  if (!isOnBoard(chart, x, y))
    throw new Error(
      t('{cell} is not on the campus: columns 0–{right}, rows 0–{bottom}.', {
        cell: cellName([x, y]),
        right: chart.width - 1,
        bottom: chart.height - 1,
      }),
    );
  return [x, y];
}

/** @param {string | undefined} word @param {number} least @returns {number} */
function whole(word, least) {
  if (!/^\d{1,6}$/.test(word ?? '') || Number(word) < least)
    throw new Error(t('“{word}” is not a whole number from {least} on.', { word: word ?? '', least }));
  return Number(word);
}

/** A size: a number, or `rest` for what it is and all the money that the draft leaves, which the server says. @param {Line} line @param {string | undefined} word @param {number} [present] */
function size({ view, forecast }, word, present = 0) {
  if (word?.toLowerCase() !== 'rest') return whole(word, 1);
  if (!forecast) throw new Error(t('What is left is being reckoned; say it again in a moment.'));
  const most = present + Math.floor(forecast.money.left / view.options.campaign_price);
  if (most < 1) throw new Error(t('No money is left.'));
  return most;
}

/** Place in the list of a campaign: its number from 1 on, or its cell. @param {Line} line @param {string | undefined} word */
function campaign(line, word) {
  const list = campaignsOf(line.orders);
  if (!list.length) throw new Error(t('There is no campaign yet. Try: campaign 15,8 26'));
  const index = /^\d{1,3}$/.test(word ?? '') ? Number(word) - 1 : campaignAt(line.orders, cell(line, word));
  if (!list[index])
    throw new Error(
      t('There is no campaign “{word}”; they are numbered 1 to {last}.', { word: word ?? '', last: list.length }),
    );
  return index;
}

/** @param {Line} line @param {string | undefined} word letter, number or name @returns {number} */
function club({ view, info }, word) {
  const wanted = word?.toLowerCase() ?? '';
  const found = info.seats.find(
    ({ seat, name }) =>
      seatLetter(seat).toLowerCase() === wanted || String(seat) === wanted || (name && name.toLowerCase() === wanted),
  );
  if (!found) throw new Error(t('There is no club “{word}”.', { word: word ?? '' }));
  if (found.seat === view.you) throw new Error(t('That is your own club.'));
  return found.seat;
}

/** @param {Command | null} command @returns {(line: Line) => Orders} */
const say = (command) => (line) => setCommand(line.orders, club(line, line.words.join(' ')), command);

/** @param {Line} line @returns {Orders} */
function place(line) {
  const at = cell(line, line.words[0]);
  const index = campaignAt(line.orders, at);
  if (index >= 0 && line.words[1]?.toLowerCase() !== 'rest')
    return resizeCampaign(line.orders, index, campaignsOf(line.orders)[index].size + whole(line.words[1], 1));
  return addCampaign(line.orders, at, size(line, line.words[1]));
}

/** @param {Line} line @returns {Orders} */
function resize(line) {
  const index = campaign(line, line.words[0]);
  return resizeCampaign(line.orders, index, size(line, line.words[1], campaignsOf(line.orders)[index].size));
}

/** @param {(index: number, last: number) => number} where @returns {(line: Line) => Orders} */
const shift = (where) => (line) => {
  const index = campaign(line, line.words[0]);
  return reorderCampaign(line.orders, index, where(index, campaignsOf(line.orders).length - 1));
};

/** @type {Record<string, {phase: Phase | null, give: (line: Line) => Orders}>} phase null: in all of them */
const COMMANDS = {
  bid: { phase: 'auction', give: (line) => setBid(line.orders, whole(line.words[0], 0)) },
  birth: { phase: 'birthplaces', give: (line) => setBirthplace(line.orders, cell(line, line.words[0])) },
  campaign: { phase: 'rounds', give: place },
  resize: { phase: 'rounds', give: resize },
  move: {
    phase: 'rounds',
    give: (line) => moveCampaign(line.orders, campaign(line, line.words[0]), cell(line, line.words[1])),
  },
  remove: { phase: 'rounds', give: (line) => removeCampaign(line.orders, campaign(line, line.words[0])) },
  first: { phase: 'rounds', give: shift(() => 0) },
  last: { phase: 'rounds', give: shift((_, last) => last) },
  earlier: { phase: 'rounds', give: shift((index) => index - 1) },
  later: { phase: 'rounds', give: shift((index) => index + 1) },
  ally: { phase: 'rounds', give: say('form_alliance') },
  war: { phase: 'rounds', give: say('justify_war') },
  neutral: { phase: 'rounds', give: say('keep_neutral') },
  backstab: { phase: 'rounds', give: say('backstab') },
  keep: { phase: 'rounds', give: say(null) },
  capital: {
    phase: 'rounds',
    give: (line) => setCapital(line.orders, line.words[0]?.toLowerCase() === 'stay' ? null : cell(line, line.words[0])),
  },
  clear: { phase: null, give: () => emptyOrders() },
  resign: { phase: null, give: (line) => setResign(line.orders, true) },
  stay: { phase: null, give: (line) => setResign(line.orders, false) },
};

const ALIASES = /** @type {Record<string, string>} */ ({
  birthplace: 'birth',
  place: 'campaign',
  size: 'resize',
  delete: 'remove',
  cancel: 'remove',
  alliance: 'ally',
  justify: 'war',
  stab: 'backstab',
});

/** What a command belongs to, for whoever gives it at another time. @param {Phase} phase */
function phaseName(phase) {
  if (phase === 'auction') return t('the auction');
  return phase === 'birthplaces' ? t('the choice of birthplaces') : t('the rounds');
}

/**
 * @param {string} text @param {any} orders @param {import('../../types').Frame} frame @param {MatchInfo} info @param {any} [forecast] the server's answer to `orders`
 * @returns {Orders}
 */
export function parseCommand(text, orders, frame, info, forecast = null) {
  // “15, 8” is one cell.
  const words = text
    .trim()
    .replace(/\s*([,;])\s*/g, '$1')
    .split(/\s+/);
  const said = (words.shift() ?? '').toLowerCase();
  const command = COMMANDS[ALIASES[said] ?? said];
  if (!command) throw new Error(t('Unknown command “{word}”. Try: campaign 15,8 26', { word: said }));
  if (command.phase && command.phase !== frame.view.phase)
    throw new Error(t('“{word}” belongs to {phase}.', { word: said, phase: phaseName(command.phase) }));
  return command.give({ orders: orders ?? emptyOrders(), view: frame.view, info, words, forecast });
}

/** @returns {{command: string, meaning: string}[]} */
export function commandHelp() {
  return [
    {
      command: 'campaign 15,8 26',
      meaning: t('Put a campaign of 26 on column 15, row 8; “rest” spends all the money left.'),
    },
    { command: 'resize 2 30', meaning: t('Make the second campaign 30 strong. A cell works instead of the number.') },
    { command: 'move 2 16,8', meaning: t('Move the second campaign to another cell.') },
    { command: 'remove 2', meaning: t('Take the second campaign back.') },
    { command: 'first 3', meaning: t('Pay the third campaign first; also last, earlier, later.') },
    { command: 'ally C', meaning: t('Offer club C an alliance, or keep the one there is.') },
    { command: 'war C', meaning: t('Justify war on club C, or keep the war going.') },
    { command: 'neutral C', meaning: t('Ask nothing of club C; ends an alliance.') },
    { command: 'backstab C', meaning: t('War with club C at once; once in a match.') },
    { command: 'keep C', meaning: t('Leave things with club C as they are.') },
    { command: 'capital 15,9', meaning: t('Move the capital; “capital stay” takes it back.') },
    { command: 'bid 5', meaning: t('Bid 5 in the auction.') },
    { command: 'birth 15,8', meaning: t('Choose a birthplace.') },
    { command: 'clear', meaning: t('Take all orders back.') },
    { command: 'resign', meaning: t('Give up with these orders; “stay” takes it back.') },
  ];
}
