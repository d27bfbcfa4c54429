/**
 * Which orders does a line of text mean? Hundred Clubs' verbs for the kit's command line, which gives every order. Knows words and shapes
 * only; what is legal, and how much money is left, the server says.
 */
import { t } from 'app/i18n.js';
import { called, middleOf } from 'app/names.js';
import { createCommands } from 'kit/verbs.js';
import { cellName, seatOf } from './names.js';
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
  whole,
} from './orders.js';
import { isOnBoard, positionOf } from './position.js';

/** @import { ClubOrders as Orders, Command, Cell } from './types' */
/** @import { Position } from './position.js' */
/** @typedef {import('kit/verbs.js').Line<Position, Orders>} Line */
/** @typedef {import('kit/verbs.js').Verb<Position, Orders>} Verb */
/** How large, of what a campaign is now. @typedef {(present: number) => number} Size */

/** @param {string | undefined} word @param {Line} line @returns {Cell} */
function cell(word, { position: { chart, view } }) {
  if (!word) throw new Error(t('A cell is missing; write it as 15,8.'));
  const named = middleOf(view.names?.places, word);
  if (named) return named;
  const found = /^\[?(\d{1,3})[,;](\d{1,3})\]?$/.exec(word);
  if (!found) throw new Error(t('“{word}” is not a cell; write it as 15,8.', { word }));
  const at = /** @type {Cell} */ ([Number(found[1]), Number(found[2])]);
  const facts = { cell: cellName(at), right: chart.width - 1, bottom: chart.height - 1 };
  if (!isOnBoard(chart, at[0], at[1]))
    throw new Error(t('{cell} is not on the campus: columns 0–{right}, rows 0–{bottom}.', facts));
  return at;
}

/** @param {string | undefined} word @param {number} least @returns {number} */
function from(word, least) {
  if (!/^\d{1,6}$/.test(word ?? '') || Number(word) < least)
    throw new Error(t('“{word}” is not a whole number from {least} on.', { word: word ?? '', least }));
  return Number(word);
}

/** A number, or `rest` for all the money that the draft leaves. @param {string | undefined} word @param {Line} line @returns {Size} */
function size(word, { forecast, frame }) {
  if (word?.toLowerCase() !== 'rest') {
    const given = from(word, 1);
    return () => given;
  }
  if (!forecast) throw new Error(t('What is left is being reckoned; say it again in a moment.'));
  const left = Math.floor(forecast.money.left / frame.view.options.campaign_price);
  return (present) => {
    if (present + left < 1) throw new Error(t('No money is left.'));
    return present + left;
  };
}

/** Place in the list of a campaign: its number from 1 on, or its cell. @param {string | undefined} word @param {Line} line */
function campaign(word, line) {
  const list = campaignsOf(line.orders);
  if (!list.length) throw new Error(t('There is no campaign yet. Try: campaign 15,8 26'));
  const index = /^\d{1,3}$/.test(word ?? '') ? Number(word) - 1 : campaignAt(line.orders, cell(word, line));
  const facts = { word: word ?? '', last: list.length };
  if (!list[index]) throw new Error(t('There is no campaign “{word}”; they are numbered 1 to {last}.', facts));
  return index;
}

/** A verb that says something to a club, by letter, number or name. @param {Command | null} command @param {string[]} says @param {[string, () => string]} help @returns {Verb} */
const toClub = (command, says, help) => ({
  says,
  takes: ['word*'],
  when: inRounds,
  help: [help],
  act({ orders, frame, info }, words) {
    const seat = seatOf(words.join(' '), info);
    if (seat === null) throw new Error(t('There is no club “{word}”.', { word: words.join(' ') }));
    if (seat === frame.view.you) throw new Error(t('That is your own club.'));
    return setCommand(orders, seat, command);
  },
});

/** A verb that pays a campaign earlier or later. @param {string} word @param {(index: number, last: number) => number} where @param {Verb['help']} [help] @returns {Verb} */
const inQueue = (word, where, help) => ({
  says: [word],
  takes: ['campaign'],
  when: inRounds,
  help,
  act: ({ orders }, index) => reorderCampaign(orders, index, where(index, campaignsOf(orders).length - 1)),
});

/** @param {string} phase @returns {NonNullable<Verb['when']>} */
const during = (phase) => (frame) => frame.view.phase === phase;
const inRounds = during('rounds');

/** @type {Verb[]} */
const VERBS = [
  {
    says: ['campaign', 'place'],
    takes: ['cell', 'size'],
    when: inRounds,
    help: [
      [
        'campaign 15,8 26',
        () => t('Put a campaign of 26 on 15,8, a place or a cell; “rest” spends all the money left.'),
      ],
    ],
    act: ({ orders }, at, amount) => addCampaign(orders, at, amount(0)),
  },
  {
    says: ['resize', 'size'],
    takes: ['campaign', 'size'],
    when: inRounds,
    help: [['resize 2 30', () => t('Make the second campaign 30 strong. A cell works instead of the number.')]],
    act: ({ orders }, index, amount) => resizeCampaign(orders, index, amount(campaignsOf(orders)[index].size)),
  },
  {
    says: ['move'],
    takes: ['campaign', 'cell'],
    when: inRounds,
    help: [['move 2 16,8', () => t('Move the second campaign to another cell.')]],
    act: ({ orders }, index, at) => moveCampaign(orders, index, at),
  },
  {
    says: ['remove', 'delete', 'cancel'],
    takes: ['campaign'],
    when: inRounds,
    help: [['remove 2', () => t('Take the second campaign back.')]],
    act: ({ orders }, index) => removeCampaign(orders, index),
  },
  inQueue('first', () => 0, [['first 3', () => t('Pay the third campaign first; also last, earlier, later.')]]),
  inQueue('last', (_, last) => last),
  inQueue('earlier', (index) => index - 1),
  inQueue('later', (index) => index + 1),
  toClub(
    'form_alliance',
    ['ally', 'alliance'],
    ['ally C', () => t('Offer club C an alliance, or keep the one there is.')],
  ),
  toClub('justify_war', ['war', 'justify'], ['war C', () => t('Justify war on club C, or keep the war going.')]),
  toClub('keep_neutral', ['peace', 'neutral'], ['peace C', () => t('Ask nothing of club C; ends an alliance.')]),
  toClub('backstab', ['backstab', 'stab'], ['backstab C', () => t('War with club C at once; once in a match.')]),
  toClub(null, ['keep'], ['keep C', () => t('Leave things with club C as they are.')]),
  {
    says: ['capital'],
    takes: ['seat_of_power'],
    when: inRounds,
    help: [['capital 15,9', () => t('Move the capital; “capital stay” takes it back.')]],
    act: ({ orders }, at) => setCapital(orders, at),
  },
  {
    says: ['bid'],
    takes: ['number'],
    when: during('auction'),
    help: [['bid 5', () => t('Bid 5 in the auction.')]],
    act: ({ orders }, bid) => setBid(orders, bid),
  },
  {
    says: ['birth', 'birthplace'],
    takes: ['cell'],
    when: during('birthplaces'),
    help: [['birth 15,8', () => t('Choose a birthplace.')]],
    act: ({ orders }, at) => setBirthplace(orders, at),
  },
  { says: ['clear'], help: [['clear', () => t('Take all orders back.')]], act: () => emptyOrders() },
  {
    says: ['resign'],
    help: [['resign', () => t('Give up with these orders; “stay” takes it back.')]],
    act: ({ orders }) => setResign(orders, true),
  },
  { says: ['stay'], act: ({ orders }) => setResign(orders, false) },
];

export const { parseCommand, commandHelp } = createCommands({
  verbs: VERBS,
  kinds: {
    cell,
    size,
    campaign,
    seat_of_power: (word, line) => (word?.toLowerCase() === 'stay' ? null : cell(word, line)),
  },
  whole,
  positionOf,
  namesOf: ({ view }) => Object.values(view.names?.places.named ?? {}).flat(),
  example: 'campaign 15,8 26',
  samples({ view }) {
    const [here, there, home] = Object.keys(view.names?.places.named ?? {}).map((key) =>
      called(view.names?.places, key),
    );
    return { '15,8': here ?? '', '16,8': there ?? '', '15,9': home ?? '' };
  },
  // “15, 8” is one cell.
  words: (text) =>
    text
      .trim()
      .replace(/\s*([,;])\s*/g, '$1')
      .split(/\s+/),
});
