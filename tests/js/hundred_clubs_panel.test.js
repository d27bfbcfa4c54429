// What do the panels say of money, campaigns, clubs, birthplaces and relations?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  barredBy,
  capitalText,
  elsewhereFor,
  guardText,
  nextText,
  openText,
  priceText,
  remarkOf,
  spendText,
  wonText,
} from 'games/hundred_clubs/foreseen.js';
import { headline } from 'games/hundred_clubs/panel.js';
import { itemsOf } from 'games/hundred_clubs/panel_campaigns.js';
import { relationForecast } from 'games/hundred_clubs/panel_clubs.js';
import { sharesOf } from 'games/hundred_clubs/panel_money.js';
import { spotsOf } from 'games/hundred_clubs/panel_start.js';
import { GIFTS } from 'games/hundred_clubs/places.js';
import { knownSeats, knownTies, warRefusal } from 'games/hundred_clubs/relations.js';
import { sessionOf } from 'games/hundred_clubs/session.js';
import { boardPage, moments } from './board_page.js';
import { fateOf } from './hundred_clubs_map_fixture.js';
import { INFO, makeFrame, makeStart, makeTruth } from './hundred_clubs_words_fixture.js';

const FRAME = makeFrame();
const player = (seat, part = {}) => ({ ...FRAME.view.players.find((other) => other.seat === seat), ...part });

/** A page that takes every draft at once, as the match page does. */
function makeHost(frame = FRAME) {
  const host = {
    info: INFO,
    seat: 0,
    readonly: false,
    orders: {},
    said: [],
    getOrders: () => host.orders,
    setOrders(orders) {
      host.orders = orders;
      host.session.setDrafts(orders, null);
    },
    announce: (text) => host.said.push(text),
  };
  host.session = sessionOf(host);
  host.session.show(frame);
  return host;
}

test('what the money left would win stands on the button that spends it', () => {
  const spend = (about) => ({
    campaigns: [{ at: [1, 1], size: 40 }],
    gain: { least: 0, about, members: 4 * about },
    left: 0,
  });
  assert.equal(spendText(40, spend(6)), 'Spend 40 well: +6 cells, +24 a round');
  assert.equal(spendText(40, spend(1)), 'Spend 40 well: +1 cell, +4 a round');
  const guard = (about, by = [1]) => ({ ...spend(about), open: 34, by, cells: 30, members: 120 });
  assert.equal(
    guardText(40, guard(6)),
    'Attack and defend with 40: +6 cells, +24 a round; 34 of your cells are open to club B, 30 of these held',
  );
  assert.equal(
    guardText(40, guard(0, [1, 2])),
    'Defend with 40: 34 of your cells are open to club B and club C, 30 of these held',
  );
  assert.equal(openText(guard(0)), '', 'the button says it');
  assert.equal(openText({ ...guard(0), campaigns: [] }), '34 of your cells are open to club B.');
  assert.equal(openText({ ...guard(0), campaigns: [], open: 0 }), '');
  assert.equal(openText(null), '', 'in peace nobody takes any');
});

test('the money bar adds up to the saving', () => {
  const diplomacy = [
    { target: 1, command: 'justify_war', price: 1 },
    { target: 2, command: 'form_alliance', price: 4 },
  ];
  const money = { saving: 100, diplomacy, campaigns: 50, left: 45 };
  const shares = sharesOf(money);
  assert.deepEqual(
    shares.map(({ text }) => text),
    ['alliance tax 4', 'for war 1', 'campaigns 50', 'left 45'],
  );
  assert.equal(
    shares.reduce((sum, { amount }) => sum + amount, 0),
    money.saving,
  );
  assert.deepEqual(
    sharesOf({ ...money, diplomacy: [], campaigns: 0, left: 0 }).map(({ text }) => text),
    ['left 0'],
  );
});

test('what is certain and what is likely are told apart', () => {
  assert.equal(wonText({ least: 12, about: 30 }), 'At least 12 cells, about 30');
  assert.equal(wonText({ least: 1, about: 2 }), 'At least 1 cell, about 2');
  assert.equal(wonText({ least: 3, about: 3 }), '3 cells, surely');
  assert.equal(wonText({ least: 0, about: 5 }), 'About 5 cells');
  assert.equal(wonText({ least: 0, about: 0 }), 'No cell is won');
  assert.equal(nextText({ least: 90, about: 97 }), 'Next round: at least 90, about 97 if your land holds');
  assert.equal(nextText({ least: 90, about: 90 }), 'Next round: 90 if your land holds');
});

test('a campaign says what it is cut to, what it is not good for, and what war would take', () => {
  const note = (code, part = {}, about = 0) => ({
    funded: 9,
    reason: null,
    gain: { least: 0, about },
    notes: [{ code, ...part }],
  });
  const peace = { seat: 1, cells: 4, at: [4, 1], backstab: true };
  assert.equal(remarkOf({ funded: 9, reason: null, notes: [] }), '');
  assert.equal(remarkOf({ funded: 5, reason: 'cut', notes: [] }), 'cut to 5: the money does not suffice for all of it');
  assert.equal(remarkOf(note('only_defends')), 'wins no cell; it only defends');
  assert.match(remarkOf(note('gains_nothing')), /^wins nothing/);
  assert.match(
    remarkOf(note('at_peace', { ...peace, rounds: 1 })),
    /peace with club B; war with club B can begin this round/,
  );
  assert.match(
    remarkOf(note('at_peace', { ...peace, rounds: 4 })),
    /peace with club B; war with club B takes 4 rounds/,
  );
  assert.equal(
    remarkOf(note('at_peace', { ...peace, rounds: 4 }, 7)),
    'cannot touch the land of club B: there is peace',
  );
  assert.equal(remarkOf(undefined), '');
  const barred = note('at_peace', { ...peace, rounds: 4 });
  assert.equal(barredBy(barred, {}), 1);
  assert.equal(barredBy(barred, { diplomacy: { 1: 'keep_neutral' } }), 1, 'as it comes back from the server');
  assert.equal(barredBy(barred, { diplomacy: { 1: 'justify_war' } }), null);
  assert.equal(barredBy(note('only_defends'), {}), null);
});

test('one forecast says what a campaign costs, whether that wins, and what else would', () => {
  const choices = { campaign_price: 2, saving: 90 };
  const [vain, wins] = [0, 1].map((about) => fateOf(0, { gain: { least: 0, about } }));
  const campaign = { at: [1, 1], size: 10 };
  assert.match(priceText(campaign, choices, { isLeast: true }), /20 of your 90 money: the least that wins land here/);
  assert.match(priceText(campaign, choices, { fate: wins, isLeast: true }), /the least that wins/);
  assert.match(
    priceText(campaign, choices, { fate: vain, more: 5, isLeast: true }),
    /wins nothing yet: 30 wins a cell/,
  );
  assert.equal(priceText(campaign, choices, { fate: vain, isLeast: true }), 'Costs 20 of your 90 money.');
  const atHome = priceText(campaign, choices, { fate: wins, free: 200 });
  assert.equal(atHome, 'Costs 20 of your 90 money. Your capital adds 200 here for free.');
  const elsewhere = { at: [3, 0], size: 7 };
  const sent = fateOf(0, { notes: [{ code: 'only_defends', elsewhere }] });
  assert.deepEqual(elsewhereFor(sent, campaign), elsewhere);
  assert.equal(elsewhereFor(sent, { at: [3, 0], size: 1 }), null, 'it stands there');
  assert.equal(elsewhereFor(vain, campaign), null);
  assert.equal(elsewhereFor(undefined, campaign), null);
});

test('rows of the list keep their key when the order of payment changes', () => {
  const a = { at: [1, 1], size: 5 };
  const b = { at: [2, 1], size: 6 };
  const keys = (list) => itemsOf(list).map(({ key }) => key);
  assert.deepEqual(keys([a, b, a]), ['1,1', '2,1', '1,1 1']);
  assert.deepEqual(keys([b, a]), ['2,1', '1,1']);
});

test('what a command leads to is said before it is given', () => {
  const view = FRAME.view;
  assert.match(
    relationForecast(view, player(1), 'justify_war', false),
    /^Truce: nobody can begin a war. From round \d+ on/,
  );
  assert.equal(
    relationForecast(view, player(1, { truce: 0 }), 'justify_war', false),
    'War begins if you press it in the next round, too.',
  );
  assert.equal(
    relationForecast(view, player(1, { truce: 0 }), 'justify_war', true),
    'War this round, before the campaigns.',
  );
  assert.equal(relationForecast(view, player(1), 'keep_neutral', false), '');
  assert.match(relationForecast(view, player(1), 'form_alliance', false), /^Allied this round if/);
  assert.equal(relationForecast(view, player(2), 'form_alliance', false), '');
  assert.match(relationForecast(view, player(2), 'keep_neutral', false), /^The alliance ends/);
  assert.equal(relationForecast(view, player(2), 'backstab', true), 'War this round, before the campaigns.');
  const enemy = player(3, { relation: 'at_war' });
  assert.equal(relationForecast(view, enemy, 'justify_war', true), 'The war goes on.');
  assert.match(relationForecast(view, enemy, 'keep_neutral', true), /truce for 3 rounds/);
});

test('War is offered where it leads to war, else the round in which it opens is said', () => {
  const view = { ...FRAME.view, round: 11 };
  assert.equal(warRefusal(view, player(1, { truce: 0 })), null);
  assert.match(
    warRefusal(view, player(1, { truce: 3 })),
    /From round 14 on/,
    'as the engine’s example of chapter 5.2 counts',
  );
  assert.match(warRefusal(view, player(2)), /^With an ally no war can be prepared/);
  assert.equal(warRefusal({ ...view, options: { ...view.options, truce_rounds: 0 } }, player(2, { truce: 0 })), null);
  assert.equal(warRefusal(view, player(3, { relation: 'at_war' })), null);
  const barred = fateOf(0, { notes: [{ code: 'at_peace', seat: 1, cells: 4, at: [4, 1], rounds: 4, backstab: true }] });
  assert.equal(barredBy(barred, {}, { ...view, players: [player(1, { truce: 2 })] }), null);
  assert.equal(barredBy(barred, {}, { ...view, players: [player(1, { truce: 0 })] }), 1);
});

test('ties: own ones, those that neutral and allied clubs show, each once', () => {
  assert.deepEqual(knownTies(FRAME.view), [
    { a: 0, b: 1, tie: 'truce' },
    { a: 0, b: 2, tie: 'allied' },
    { a: 1, b: 2, tie: 'at_war' },
    { a: 1, b: 3, tie: 'at_war' },
  ]);
  assert.deepEqual(knownSeats(FRAME.view), [0, 1, 2]);
  assert.deepEqual(knownTies(makeTruth().view), knownTies(FRAME.view));
  assert.deepEqual(knownSeats(makeTruth().view), [0, 1, 2, 3]);
});

test('birthplaces worth a thought: legal ones, richest first', () => {
  const start = makeStart({ order: [0], chosen: [], my_bid: 0, next: 0 });
  const spots = (legal) => spotsOf(start.view, legal).map(({ name, given }) => `${name} ${given}`);
  assert.deepEqual(spots(undefined), ['Hall 43', 'Start 1 39', 'Gate 17']);
  assert.deepEqual(spots(['00000000', '00000000', '00000010', '00000000', '00000000']), ['Gate 17']);
});

test('places are compared by what they give, and told with it', () => {
  const { view } = makeStart({ order: null, chosen: [], my_bid: null, next: null });
  for (const [gift, words] of [
    ['members', /^\d+ members near$/],
    ['atk', /^attack ×[\d.]+ around$/],
    ['def', /^defence ×[\d.]+ around$/],
  ]) {
    const given = spotsOf(view, undefined, gift).map((spot) => spot.given);
    assert.deepEqual(
      given,
      given.toSorted((a, b) => b - a),
      gift,
    );
    assert.match(GIFTS[gift].tell(given[0]), words);
  }
});

test('a capital that would be lost is warned of', () => {
  assert.equal(capitalText({ capital: null }), '');
  assert.match(capitalText({ capital: 'on_allied_land' }), /^An ally’s land/);
  assert.match(capitalText({ capital: 'if_taken' }), /^Only if the cell is taken/);
  assert.match(capitalText({ capital: 'if_likely_taken' }), /likely and not sure/);
  assert.match(capitalText({ capital: 'lost' }), /would be lost/);
});

test('headings name phase and round', () => {
  assert.equal(headline(FRAME.view), 'Round 7 of 50');
  assert.equal(headline(makeStart({ order: null, chosen: [], my_bid: null, next: null }).view), 'Auction');
  assert.equal(headline(makeFrame({ phase: 'over' }).view), 'The end, after round 7');
});

test('a draft belongs to the newest step only', () => {
  const host = makeHost();
  const { session } = host;
  const drafted = { campaigns: [{ at: [1, 1], size: 5 }] };
  session.draft(drafted);
  session.setDrafts(drafted, { money: { left: 3 } });
  assert.ok(session.canOrder('rounds') && session.state.plan);
  session.show(makeFrame({ round: 6 }, { step: 11 }));
  assert.equal(session.canOrder('rounds'), false);
  assert.deepEqual([session.state.orders, session.state.plan], [{}, null]);
  session.show(FRAME);
  assert.equal(session.state.orders.campaigns.length, 1);
  session.setLocked(true);
  assert.equal(session.canOrder('rounds'), false);
  assert.ok(session.hasDraft());
});

test('a campaign stays selected when it is paid earlier', () => {
  const host = makeHost();
  const { session } = host;
  session.draft({
    campaigns: [
      { at: [1, 1], size: 5 },
      { at: [2, 1], size: 6 },
    ],
  });
  session.select(1);
  session.reorder(1, 0);
  assert.deepEqual(
    host.orders.campaigns.map(({ size }) => size),
    [6, 5],
  );
  assert.equal(session.state.selected, 0);
  assert.deepEqual(host.said, ['Paid as number 1']);
  host.setOrders({});
  assert.equal(session.state.selected, -1);
});

test('refusals are found by their path', () => {
  const { session } = makeHost();
  session.setError({ path: 'campaigns[1].size', message: 'no' });
  assert.equal(session.refusal('campaigns[1]'), 'no');
  assert.equal(session.refusal('campaigns[0]'), '');
});

test('money is suggested without its gain, but in the first rounds of a first match; Escape in the panel lets a campaign go, and those that win nothing are taken back', async (context) => {
  const duel = {
    game: 'hundred_clubs',
    options: { starts: 'drawn', map: 'generated', rounds: 12, initial_saving: 100 },
  };
  const { bare } = await moments({ bare: { ...duel, step: 0, orders: { campaigns: [] } } });
  const page = await boardPage(context, 'hundred_clubs', bare);
  assert.equal(page.button('Spend'), null);
  assert.ok(!/round/.test(page.button('Suggest').textContent));
  page.button('Suggest').click();
  assert.deepEqual(page.orders().campaigns, bare.forecast.spend.campaigns);

  const [x, y] = bare.frames.at(-1).view.me.capital;
  const orders = { campaigns: [...bare.forecast.spend.campaigns.slice(0, 1), { at: [x, y], size: 1 }] };
  const { vain } = await moments({ vain: { ...duel, step: 0, orders } });
  const other = await boardPage(context, 'hundred_clubs', vain);
  const back = () => other.button('Take back 1 campaign that wins nothing');
  const row = other.panel.querySelector('.hc-campaign .hc-place');
  assert.match(row.textContent, /^\+\d+ cells? · /);
  row.click();
  await other.press('Shift');
  assert.equal(row.getAttribute('aria-pressed'), 'true');
  row.dispatchEvent(new other.window.KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  await other.press('Shift');
  assert.equal(row.getAttribute('aria-pressed'), 'false');
  back().click();
  assert.deepEqual(other.orders().campaigns, orders.campaigns.slice(0, 1));
});

test('in the first rounds of a first match the proposal says what it wins', async (context) => {
  const duel = {
    game: 'hundred_clubs',
    options: { starts: 'drawn', map: 'generated', rounds: 12, initial_saving: 100 },
  };
  for (const [memory, step, isTold] of /** @type {const} */ ([
    [{ match: 'one', away: [] }, 0, true],
    [{ match: 'one', away: [] }, 2, false],
    [{ match: 'one', second: 'two', away: [] }, 0, false],
  ])) {
    const { bare } = await moments({ bare: { ...duel, step, orders: { campaigns: [] } } });
    const page = await boardPage(context, 'hundred_clubs', bare);
    page.window.localStorage.setItem('fogbound.of..first-match.hundred_clubs', JSON.stringify(memory));
    await page.press('t');
    assert.deepEqual([page.button('Spend') !== null, page.button('Suggest') !== null], [isTold, !isTold]);
  }
});
