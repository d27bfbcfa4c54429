import assert from 'node:assert/strict';
import { test } from 'node:test';

/** Opens the page of a game with that chapter in its address; where it goes on to. */
async function opened(hash, { exactRules = '/rules/reef/engine/', chapters = [] } = {}) {
  const went = [];
  globalThis.document = {
    querySelector: () => (exactRules ? { dataset: { exactRules } } : null),
    getElementById: (id) => (chapters.includes(id) ? {} : null),
  };
  globalThis.location = { hash, replace: (url) => went.push(url) };
  // A module runs once for each address.
  await import(
    `${import.meta.resolve('app/game_page.js')}?${encodeURIComponent(JSON.stringify([hash, exactRules, chapters]))}`
  );
  return went;
}

test('a chapter in the address of a game leads to that chapter of the full rules', async () => {
  assert.deepEqual(await opened('#7-round-order'), ['/rules/reef/engine/#7-round-order']);
});

test('what is on the page itself, no chapter at all, and a game without rules lead nowhere', async () => {
  assert.deepEqual(await opened('#rules', { chapters: ['rules'] }), []);
  assert.deepEqual(await opened(''), []);
  assert.deepEqual(await opened('#7-round-order', { exactRules: '' }), []);
});
