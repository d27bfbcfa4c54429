// The list of a person's orders beside the board.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Window } from 'happy-dom';

const window = new Window({ url: 'https://fogbound.test/' });
Object.assign(globalThis, { document: window.document, Node: window.Node, location: window.location });
window.document.body.innerHTML = `<div id="context"></div><button id="undo"></button><button id="clear"></button>
  <p id="problem"></p><ul id="drafts"></ul><p id="drafts-empty"></p>`;
const { showDrafts } = await import('match/panel.js');
const shownOf = (id) => !window.document.getElementById(id).hidden;

function show(lines, locked) {
  const game = { describeOrders: () => lines };
  showDrafts({ game, info: {}, frame: {}, drafts: { orders: {}, problem: null }, forecast: null, locked, remove() {} });
}

test('orders are asked for only while they can be given', () => {
  show([], false);
  assert.ok(shownOf('drafts-empty'));
  show([], true);
  assert.ok(!shownOf('drafts-empty'), 'after Ready nobody is asked for orders');
  show([{ text: 'Ten ships to Sol', path: 'moves[0]' }], false);
  assert.ok(!shownOf('drafts-empty'));
  assert.ok(shownOf('clear'));
});

test('of several orders of one ship its name stands once, and whoever listens hears each whole', () => {
  const line = (of, does, path) => ({ text: `Destroyer ${of} ${does}`, path, brief: { of, does } });
  show(
    [
      line('Brave Boar', 'attacks Karley', 'units.1.command'),
      line('Brave Boar', 'sails to Dun Reach', 'units.1.move'),
      line('Pale Trout', 'stops', 'units.2.move'),
    ],
    false,
  );
  const rows = [...window.document.querySelectorAll('#drafts > li')];
  const seen = rows.map((row) => row.querySelector('[aria-hidden]').textContent);
  assert.deepEqual(seen, ['Brave Boarattacks Karley', 'sails to Dun Reach', 'Pale Troutstops']);
  const heard = rows.map((row) => row.querySelector('.visually-hidden').textContent);
  assert.equal(heard[1], 'Destroyer Brave Boar sails to Dun Reach');
});
