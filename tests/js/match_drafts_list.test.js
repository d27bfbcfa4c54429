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
