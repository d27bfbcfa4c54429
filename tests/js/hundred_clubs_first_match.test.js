// What is a newcomer told after the first rounds, before Ready, and where is it good to be born?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doubt } from 'games/hundred_clubs/doubt.js';
import { foretell, saidOf } from 'games/hundred_clubs/foreseen.js';
import { hint } from 'games/hundred_clubs/goal.js';
import { handOf } from 'games/hundred_clubs/hand.js';
import { cellLines } from 'games/hundred_clubs/inspect.js';
import { legendOf } from 'games/hundred_clubs/legend.js';
import { pricesInWords } from 'games/hundred_clubs/panel_clubs.js';
import { positionOf } from 'games/hundred_clubs/position.js';
import { sessionOf } from 'games/hundred_clubs/session.js';
import { worthOf } from 'games/hundred_clubs/worth.js';
import { frameOf, hostOf, viewOf } from './hundred_clubs_map_fixture.js';

const LAND = ['DDDDD', 'DDDDD', '++~++'];
const FREE = ['00.11', '00.11', '??~??'];
const FULL = ['00011', '00011', '00?11'];
const met = (more = {}) => [{ seat: 1, relation: 'neutral', area: 4, ...more }];
const meeting = [{ type: 'relation_changed', was: 'undiscovered', now: 'neutral' }];
const told = (owners, more, events = meeting) =>
  hint({ ...frameOf(viewOf(LAND, owners, more)), events }, {})?.text ?? '';

test('each turn of the first match has one sentence, the most pressing first', () => {
  assert.match(told(FREE), /^Nobody is in sight to fight/, 'nobody is met, and there is land to win');
  assert.match(told(FREE, { players: met() }), /^You have met club B/);
  assert.match(told(FULL, { players: met({ truce: 2 }) }), /^Little free land is left to win, and club B has a truce/);
  assert.match(told(FULL, { players: met() }), /Press War at the name of club B, in 3 rounds one after the other/);
  const half = { players: met(), me: { justify: { 1: 2 } } };
  assert.match(told(FULL, half), /^War on club B is prepared in 2 of 3 rounds. Press War at its name again/);
  const enemy = { players: met({ relation: 'at_war' }) };
  assert.match(told(FULL, enemy), /^War with club B/);
  assert.match(told(FULL, { ...enemy, cut_off: [[0, 0]] }), /^Your hatched land is cut off/);
  assert.match(told(FULL, { ...enemy, cut_off: [[4, 0]] }), /^War with club B/, 'land of others is theirs to mind');
  const last = { ...enemy, round: 50 };
  assert.match(told(FULL, last), /^The last round/);
  assert.match(told(FULL, { ...last, options: { end_jitter: 3 } }), /^War/, 'nobody knows which round is the last');
  assert.match(told(FREE, { round: 2, players: met() }), /press land beside yours/, 'first how one grows');
});

test('in peace each step towards Ready has its hint', () => {
  const frame = frameOf(viewOf(LAND, FREE, { players: met() }));
  const peace = (/** @type {any} */ orders, /** @type {any} */ forecast = null) =>
    hint({ ...frame, events: [], choices: { saving: 20, campaign_price: 1 } }, orders, forecast)?.text ?? '';
  assert.match(peace({}), /^There is peace with club B, .* Whoever is first has the free land/);
  const campaigns = [{ at: [1, 0], size: 5 }];
  const vain = (/** @type {number} */ funded) => ({
    cells: { least: 0, about: 0 },
    campaigns: [{ funded, reason: null }],
  });
  assert.match(peace({ campaigns }, vain(5)), /^These orders win no land/);
  assert.doesNotMatch(peace({ campaigns }, vain(2)), /win no land/, 'said of a smaller one, before the answer');
  assert.match(peace({ campaigns }, { cells: { least: 1, about: 2 } }), /^A larger campaign wins more/);
  const left = { cells: { least: 1, about: 2 }, spend: { campaigns: [], gain: { least: 0, about: 0 }, left: 1 } };
  assert.match(peace({ campaigns }, left), /press Ready/, 'what is left wins nothing more');
  assert.match(peace({ campaigns: [{ at: [1, 0], size: 20 }] }), /^All clubs move at once, so press Ready/);
});

test('where free land is in sight and none is worth its price, war is what is left', () => {
  const view = (/** @type {any} */ more) => viewOf(LAND, FREE, { players: met(more) });
  const vain = { spend: { campaigns: [], gain: { least: 0, about: 0 }, left: 20 } };
  const at = (/** @type {any} */ more, /** @type {any} */ orders = {}) =>
    hint({ ...frameOf(view(more)), events: [] }, orders, /** @type {any} */ (vain))?.text ?? '';
  assert.match(at({}), /war wins more. Press War at the name of club B/);
  assert.match(at({ truce: 2 }), /club B has a truce with you/);
  const quick = viewOf(LAND, FREE, { players: met(), options: { justify_rounds: 1 } });
  const soon = hint({ ...frameOf(quick), events: [] }, {}, /** @type {any} */ (vain))?.text ?? '';
  assert.match(soon, /Press War at the name of club B: it begins at once/);
  assert.match(at({}, { diplomacy: { 1: 'justify_war' } }), /^War on club B is being prepared. Press Ready/);
  const second = frameOf(viewOf(LAND, FREE, { players: met(), me: { justify: { 1: 2 } } }));
  const begins = hint({ ...second, events: [] }, /** @type {any} */ ({ diplomacy: { 1: 'justify_war' } }))?.text ?? '';
  assert.match(begins, /^War on club B begins with these orders/);
  const stab = /** @type {any} */ ({ diplomacy: { 1: 'backstab' } });
  assert.match(at({}, stab), /^War on club B begins with these orders/, 'a backstab is war at once');
});

test('Ready is doubted while most of the money is left that would win land', () => {
  const doubted = (/** @type {number} */ size, /** @type {number} */ about, /** @type {any} */ guard = null) => {
    const session = sessionOf(hostOf());
    session.show({
      ...frameOf(viewOf(LAND, FREE)),
      choices: /** @type {any} */ ({ phase: 'rounds', saving: 40, campaign_price: 1 }),
    });
    session.setDrafts(
      { campaigns: [{ at: [1, 0], size }] },
      /** @type {any} */ ({
        money: { left: 40 - size },
        spend: { campaigns: [], gain: { least: 0, about, members: about }, left: 0 },
        guard,
      }),
    );
    return doubt(session)?.text ?? null;
  };
  assert.equal(doubted(10, 12), '30 of your 40 money is left: spent well, it would win about 12 cells more.');
  assert.equal(doubted(30, 12), null, 'most of it is spent');
  assert.equal(doubted(10, 2), null, 'it would win hardly anything');
  const guard = { campaigns: [], cells: 3, members: 12, left: 0 };
  const held = '30 of your 40 money is left, and there is war: in defence it would hold about 3 cells more.';
  assert.equal(doubted(10, 0, guard), held);
  assert.equal(doubted(30, 0, guard), null);
});

test('what a campaign wins and what it cannot touch are told together', () => {
  const peace = (/** @type {number} */ about) =>
    /** @type {any} */ ({
      funded: 9,
      reason: null,
      gain: { least: 0, about, members: 4 * about },
      notes: [{ code: 'at_peace', seat: 0, rounds: 2 }],
    });
  assert.equal(
    saidOf(0, peace(20)),
    'Campaign 1: +20 cells, +80 a round; cannot touch the land of club A: there is peace',
  );
  assert.match(saidOf(0, peace(0)), /^Campaign 1: wins nothing while there is peace/);
});

test('the campaign that is proposed says that it is the least, and no other', () => {
  const session = sessionOf(hostOf());
  const hand = handOf(session);
  const easiest = LAND.map((row) => [...row].map(() => 7));
  const frame = frameOf(viewOf(LAND, FREE));
  session.show({
    ...frame,
    choices: { phase: 'rounds', saving: 40, campaign_price: 1, campaign_limit: 9, access: ['oo---', 'oo---', '-----'] },
  });
  session.setDrafts({}, null);
  session.change({ plan: /** @type {any} */ ({ easiest, campaigns: [], money: { left: 40 } }) });
  hand.act(0);
  const [first] = session.state.orders.campaigns;
  assert.deepEqual([first.size, hand.isLeast(first)], [7, true]);
  assert.equal(hand.isLeast({ ...first, size: 8 }), false);
  assert.equal(hand.isLeast({ ...first, at: [1, 1] }), false);
});

test('prices at a club are told in words', () => {
  const view = viewOf(LAND, FREE, { players: met() });
  const prices = { keep_neutral: 0, form_alliance: 11, justify_war: 1 };
  const neutral = { relation: 'neutral' };
  const gives = 'If both choose Ally, each sees what the other sees, and campaigns count on both lands.';
  assert.equal(
    pricesInWords(view, prices, neutral),
    `${gives} Alliance: 11 money a round. Declare war: 1 money in each of 3 rounds.`,
  );
  assert.equal(
    pricesInWords(view, prices, { ...neutral, truce: 2 }),
    `${gives} Alliance: 11 money a round.`,
    'in a truce there is no war to declare',
  );
  assert.equal(
    pricesInWords(view, { ...prices, justify_war: null }, { relation: 'allied' }),
    'Alliance: 11 money a round.',
    'allies know what they have',
  );
  const quick = viewOf(LAND, FREE, { options: { justify_rounds: 1 } });
  assert.equal(pricesInWords(quick, { ...prices, form_alliance: null }, neutral), 'Declare war: 1 money this round.');
});

test('a war half justified is doubted when it is not ordered again', () => {
  const doubted = (orders, more) => {
    const host = hostOf();
    const session = sessionOf(host);
    session.show(frameOf(viewOf(LAND, FREE, { players: met(), me: { justify: { 1: 2 } }, ...more })));
    session.setDrafts(orders, null);
    return doubt(session);
  };
  const campaigns = [{ at: [1, 0], size: 5 }];
  const said = doubted({ campaigns });
  assert.equal(said.kind, 'justify');
  assert.equal(said.text, 'Your war on club B is prepared 2 of 3 rounds. Without War at its name it begins anew.');
  assert.equal(doubted({ campaigns, diplomacy: { 1: 'justify_war' } }), null);
  assert.equal(doubted({ campaigns, diplomacy: { 1: 'keep_neutral' } }), null, 'peace that is ordered is meant');
  assert.equal(doubted({ campaigns }, { me: { justify: { 1: 0 } } }), null);
  assert.equal(doubted({ campaigns }, { players: met({ relation: 'at_war' }) }), null, 'a war goes on by itself');
});

test('what a draft leads to is said in a few words', () => {
  const money = { left: 40 };
  const of = (/** @type {any} */ cells, /** @type {any[]} */ fates = [{ funded: 5, reason: null }]) =>
    foretell(/** @type {any} */ ({ cells, money, campaigns: fates }), { campaigns: [{ at: [1, 0], size: 5 }] });
  assert.equal(of({ least: 3, about: 12, members: 61 }), 'about +61 a round · 40 left');
  assert.equal(of({ least: 3, about: 3, members: 24 }), '+24 a round · 40 left');
  const none = { least: 0, about: 0, members: 0 };
  assert.equal(of(none), 'No cell is won · 40 left');
  assert.equal(of(none, [{ funded: 2, reason: 'cut' }]), 'No cell is won · 40 left', 'there is no money for more');
  assert.equal(foretell(/** @type {any} */ ({ left: 7 }), {}), '', 'of a bid the panel speaks');
  assert.equal(of(none, []), '', 'that nothing wins nothing is no word on the first campaign');
  assert.equal(of(none, [{ funded: 2, reason: null }]), '', 'nor that a smaller one wins nothing');
  assert.match(of({ least: 3, about: 12, members: 61 }, [{ funded: 2, reason: null }]), /61/, 'sizes slide');
});

test('the card of a cell has words; the numbers of the ground are asked for', () => {
  const position = positionOf(viewOf(['DT+~.'], ['0....']));
  const worth = (cell, letters) =>
    cellLines(cell, { position, plan: null, orders: {}, selected: -1, info: { you: 0 }, letters })[1];
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((cell) => worth(cell)),
    [
      '8 members a round',
      '5 members a round · easy to hold',
      '2 members a round · easy to take · hard to hold',
      '0 members a round · nobody can take it',
      '1 member a round · hard to take · hard to hold',
    ],
  );
  assert.equal(worth(1, true), '5 members a round · attack ×20, defence ×30');
});

test('the richest ground shines where a birthplace may stand, and nowhere else', () => {
  const rows = ['DDD++++++', 'DDD++++++', 'DDD++++++'];
  const blank = rows.map(() => '?'.repeat(9));
  const start = (chosen) =>
    viewOf(rows, blank, { phase: 'birthplaces', round: 0, auction: { order: [0, 1], chosen, my_bid: 0, next: 0 } });
  const free = positionOf(start([]));
  const [best, , fair] = worthOf(free, 'members');
  assert.ok(best.includes(10), 'among dormitories');
  assert.ok(!best.includes(8) && !fair.includes(8), 'not on the road at the far end');
  const taken = positionOf(start([[0, 0]]));
  const lit = worthOf(taken, 'members').flat();
  assert.ok(![0, 1, 2, 9, 10, 18].some((cell) => lit.includes(cell)), 'not beside a club');
  assert.equal(new Set(lit).size, lit.length, 'each cell once');
  const signs = legendOf({ position: free, plan: null, heat: 'off', club: null }).map(([sign]) => sign);
  assert.ok(signs.includes('hcb-worth'));
});
