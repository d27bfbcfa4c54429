// When does the column of a phone unfold?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPaperPage } from './paper_page.js';

const page = openPaperPage();
Object.assign(globalThis, { location: { href: '' }, history: { state: null, replaceState: () => undefined } });
const { createSheet } = await import('match/panel.js');

test('a tap on a seat unfolds the sheet where the game has something to say below its name', () => {
  const [match, handle] = [page.getElementById('match'), page.getElementById('sheet')];
  createSheet();
  /** The height after a tap on a folded sheet. */
  const tap = (/** @type {{hidden: boolean} | null} */ own, { isLink = false, isPhone = true } = {}) => {
    match.dataset.sheet = 'low';
    handle.offsetHeight = isPhone ? 24 : 0;
    const seat = { querySelector: () => own };
    page.getElementById('seats').click({
      target: { closest: (/** @type {string} */ what) => (what === '.seat' ? seat : isLink ? {} : null) },
    });
    return match.dataset.sheet;
  };
  assert.equal(tap({ hidden: false }), 'half');
  assert.equal(tap({ hidden: true }), 'low', 'a club that is not met yet');
  assert.equal(tap(null), 'low');
  assert.equal(tap({ hidden: false }, { isLink: true }), 'low', 'a name that leads to a page does that');
  assert.equal(tap({ hidden: false }, { isPhone: false }), 'low', 'beside the board nothing is folded');
});
