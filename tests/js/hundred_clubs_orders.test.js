// Does a draft become what the hand wants, and does the one before stay as it was?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as drafts from 'games/hundred_clubs/orders.js';

const freeze = (value) => {
  if (value && typeof value === 'object') Object.values(value).forEach(freeze);
  return Object.freeze(value);
};
const THREE = freeze({
  campaigns: [
    { at: [1, 1], size: 5 },
    { at: [2, 1], size: 7 },
    { at: [3, 1], size: 9 },
  ],
});
const sizes = (orders) => drafts.campaignsOf(orders).map(({ size }) => size);

test('an empty draft says nothing, and a draft emptied by hand is one', () => {
  assert.deepEqual(drafts.emptyOrders(), {});
  assert.deepEqual(drafts.whole(null), {});
  let draft = drafts.addCampaign({}, [1, 2], 3);
  draft = drafts.setCommand(draft, 4, 'justify_war');
  draft = drafts.setCapital(draft, [1, 2]);
  assert.deepEqual(draft, {
    campaigns: [{ at: [1, 2], size: 3 }],
    diplomacy: { 4: 'justify_war' },
    capital: [1, 2],
  });
  draft = drafts.setCapital(drafts.setCommand(drafts.removeCampaign(draft, 0), 4, null), null);
  assert.deepEqual(draft, {});
});

test('a campaign is added at the end, or to the one on its cell', () => {
  const more = drafts.addCampaign(THREE, [4, 1], 2);
  assert.deepEqual(sizes(more), [5, 7, 9, 2]);
  assert.deepEqual(sizes(drafts.addCampaign(more, [2, 1], 10)), [5, 17, 9, 2]);
  assert.equal(drafts.addCampaign(THREE, [9, 9], 0), THREE);
  assert.equal(drafts.totalSize(more), 23);
  assert.equal(drafts.campaignAt(more, [4, 1]), 3);
  assert.equal(drafts.campaignAt(more, [4, 2]), -1);
});

test('a size below 1 takes the campaign away', () => {
  assert.deepEqual(sizes(drafts.resizeCampaign(THREE, 1, 1)), [5, 1, 9]);
  assert.deepEqual(sizes(drafts.resizeCampaign(THREE, 1, 0)), [5, 9]);
});

test('one press shares all money evenly, the rest to those paid first; what is even or too little stays', () => {
  assert.deepEqual(sizes(drafts.evenly(THREE, 32)), [11, 11, 10]);
  const even = drafts.evenly(THREE, 30);
  assert.equal(drafts.evenly(even, 30), even);
  assert.equal(drafts.evenly(THREE, 2), THREE);
  assert.deepEqual(drafts.evenly({}, 9), {});
});

test('money on top lets a campaign grow that stands already, and joins the others to the end of the list', () => {
  const more = freeze([
    { at: [2, 1], size: 3 },
    { at: [9, 9], size: 4 },
  ]);
  assert.deepEqual(drafts.spendMore(THREE, more).campaigns, [
    { at: [1, 1], size: 5 },
    { at: [2, 1], size: 10 },
    { at: [3, 1], size: 9 },
    { at: [9, 9], size: 4 },
  ]);
  assert.deepEqual(drafts.spendMore({}, more), { campaigns: more });
});

test('a campaign that is moved keeps its place, or joins the one that is there', () => {
  const moved = drafts.moveCampaign(THREE, 1, [7, 7]);
  assert.deepEqual(moved.campaigns[1], { at: [7, 7], size: 7 });
  assert.deepEqual(drafts.moveCampaign(THREE, 2, [1, 1]).campaigns, [
    { at: [1, 1], size: 14 },
    { at: [2, 1], size: 7 },
  ]);
  assert.equal(drafts.moveCampaign(THREE, 0, [1, 1]), THREE);
  assert.equal(drafts.moveCampaign(THREE, 5, [1, 1]), THREE);
});

test('the order of payment changes, and stays within the list', () => {
  assert.deepEqual(sizes(drafts.reorderCampaign(THREE, 2, 0)), [9, 5, 7]);
  assert.deepEqual(sizes(drafts.reorderCampaign(THREE, 0, 2)), [7, 9, 5]);
  assert.deepEqual(sizes(drafts.reorderCampaign(THREE, 1, 99)), [5, 9, 7]);
  assert.equal(drafts.reorderCampaign(THREE, 0, -4), THREE);
  assert.equal(drafts.reorderCampaign(THREE, 7, 0), THREE);
});

test('there is one backstab: a second one takes its place', () => {
  const first = freeze(drafts.setCommand({}, 3, 'backstab'));
  const second = drafts.setCommand(drafts.setCommand(first, 1, 'form_alliance'), 2, 'backstab');
  assert.deepEqual(second.diplomacy, { 1: 'form_alliance', 2: 'backstab' });
  assert.equal(drafts.commandTo(second, 3), null);
  assert.equal(drafts.commandTo(second, 2), 'backstab');
});

test('bid, birthplace and resignation', () => {
  assert.deepEqual(drafts.setBid({}, 0), { bid: 0 });
  assert.deepEqual(drafts.setBid({ bid: 4 }, null), {});
  assert.deepEqual(drafts.setBirthplace({}, [3, 4]), { birthplace: [3, 4] });
  assert.deepEqual(drafts.setResign(THREE, true), { resign: true });
  assert.deepEqual(drafts.setResign({ resign: true }, false), {});
});

test('what a path names can be taken out', () => {
  const draft = freeze({ ...THREE, diplomacy: { 2: 'justify_war', 3: 'form_alliance' }, capital: [1, 1] });
  assert.deepEqual(sizes(drafts.removeOrder(draft, 'campaigns[1]')), [5, 9]);
  assert.deepEqual(sizes(drafts.removeOrder(draft, 'campaigns[2].size')), [5, 7]);
  assert.deepEqual(drafts.removeOrder(draft, 'diplomacy.3').diplomacy, { 2: 'justify_war' });
  assert.equal(drafts.removeOrder(draft, 'capital').capital, undefined);
  assert.deepEqual(drafts.removeOrder({ bid: 3 }, 'bid'), {});
  assert.deepEqual(drafts.placeOf('campaigns[12].at'), { campaign: 12, club: null, field: 'campaigns' });
  assert.deepEqual(drafts.placeOf('diplomacy.5'), { campaign: null, club: 5, field: 'diplomacy' });
});
