// What does the end of a match say of the stars of the path? Which one has, and what each that is open asks for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { starLine } from 'match/earned.js';
import { openPaperPage } from './paper_page.js';

test('a star that is still open says what it asks for, one that is had does not', () => {
  const page = openPaperPage();
  const stars = [
    { name: 'Victory', text: 'Win.', is_had: true },
    { name: 'Hull intact', text: 'Win with three quarters of the hull.', is_had: false },
  ];
  const read = (some) => {
    const place = page.createElement('div');
    place.append(...starLine({ key: 'cadet', stars: some }).filter(Boolean));
    return place;
  };
  const told = read(stars).all('li');
  assert.deepEqual(
    told.map(({ textContent }) => textContent),
    ['Hull intact, still open: Win with three quarters of the hull.'],
  );
  assert.equal(read([stars[0]]).all('li').length, 0);
});
