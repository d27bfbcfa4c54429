/** Does this browser keep the last list of matches for when there is no line, for its own person only, and does a new release offer itself gently? */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Window } from 'happy-dom';

const window = new Window({ url: 'https://site.example/' });
Object.assign(globalThis, {
  window,
  document: window.document,
  location: window.location,
  localStorage: window.localStorage,
  sessionStorage: window.sessionStorage,
  MutationObserver: window.MutationObserver,
  Node: window.Node,
  HTMLElement: window.HTMLElement,
});
const { keepList, read } = await import('app/installed.js');
const { arrive, keptJson, keptOfLast, leave, LISTS } = await import('app/kept.js');
const { show } = await import('app/offline.js');
const { createStrip } = await import('app/new_release.js');

const CARDS = `
  <article class="mine-card due"><a class="mine-name" href="/matches/a/"><strong>Four Winds</strong>
    <span class="facts"><span>Planet Conquer</span><span>Round 7</span><span><time datetime="2026-11-29T12:00:00Z">1 day left</time></span></span></a>
    <a class="button mine-move" href="/matches/a/">Your move<span>: Planet Conquer</span></a></article>
  <article class="mine-card"><a class="mine-name" href="/matches/b/"><strong>Cosmos</strong><span class="facts"></span></a>
    <span class="tag">Waiting for: Bob</span></article>`;
const PAGE = `<p id="offline-unsent" hidden><span id="offline-unsent-number"></span></p><div id="offline-list" hidden>
  <span id="offline-at"></span><ul id="offline-matches"></ul></div><p id="offline-none"></p>`;

/** @param {string} who */
function load(who) {
  document.documentElement.dataset.account = who;
  arrive();
}

beforeEach(() => {
  localStorage.clear();
  document.body.innerHTML = `<div id="mine">${CARDS}</div>`;
});

test('a list is kept as its page shows it, and follows it', async () => {
  load('7');
  const place = document.getElementById('mine');
  keepList(place);
  assert.deepEqual(keptOfLast(LISTS.mine, LISTS.drafts).list.matches, [
    {
      url: '/matches/a/',
      name: 'Four Winds',
      facts: ['Planet Conquer', 'Round 7'],
      deadline: Date.parse('2026-11-29T12:00:00Z'),
      state: 'Your move',
      waits: true,
    },
    { url: '/matches/b/', name: 'Cosmos', facts: [], deadline: null, state: 'Waiting for', waits: false },
  ]);
  place.firstElementChild.remove();
  await window.happyDOM.waitUntilComplete();
  assert.deepEqual(
    keptOfLast(LISTS.mine, LISTS.drafts).list.matches.map(({ name }) => name),
    ['Cosmos'],
  );
});

test('nobody sees the list of another: not who logs in next, not after a logout, not while nobody is logged in', () => {
  const keepOf = (who) => {
    load(who);
    keptJson(LISTS.mine).write({ at: 1, matches: read(document.getElementById('mine')) });
  };
  keepOf('7');
  load('8');
  assert.equal(keptOfLast(LISTS.mine, LISTS.drafts).list, null);
  load('7');
  assert.equal(keptOfLast(LISTS.mine, LISTS.drafts).list, null, 'it is gone, not hidden');
  keepOf('7');
  leave();
  assert.equal(keptOfLast(LISTS.mine, LISTS.drafts).list, null);
  keepOf('7');
  load('');
  assert.equal(keptOfLast(LISTS.mine, LISTS.drafts).list, null);
});

test('without a line the page shows the list with its time, and how many steps wait with orders', () => {
  load('7');
  localStorage.setItem('fogbound.of.7.drafts.m1', '{}');
  const kept = { at: 0, matches: read(document.getElementById('mine')) };
  document.body.innerHTML = PAGE;
  show(document, kept, keptOfLast(LISTS.mine, LISTS.drafts).unsent);
  const shown = (id) => !document.getElementById(id).hidden;
  assert.deepEqual(['offline-list', 'offline-none', 'offline-unsent'].map(shown), [true, false, true]);
  assert.equal(document.getElementById('offline-unsent-number').textContent, '1');
  const links = [...document.querySelectorAll('#offline-matches a')].map((a) => a.getAttribute('href'));
  assert.deepEqual(links, ['/matches/a/', '/matches/b/']);
  assert.equal(document.querySelectorAll('#offline-matches .due').length, 2);
  show(document, null, 0);
  assert.deepEqual(['offline-list', 'offline-none', 'offline-unsent'].map(shown), [false, true, false]);
});

test('a newer release offers itself, never under a pressed pointer, and goes when it is put away', async () => {
  document.documentElement.dataset.release = 'one';
  document.body.innerHTML = '<div id="new-release" hidden></div>';
  const box = document.getElementById('new-release');
  let loaded = 0;
  const strip = createStrip({ again: () => loaded++ });
  await strip.hear('one');
  assert.equal(box.hidden, true);
  const press = (kind) => document.documentElement.dispatchEvent(new window.Event(kind));
  press('pointerdown');
  await strip.hear('two');
  assert.equal(box.hidden, true, 'something is pressed');
  press('pointerup');
  await new Promise((resolve) => setTimeout(resolve, 1));
  assert.equal(box.hidden, false);
  const [load_, later] = box.querySelectorAll('button');
  load_.click();
  assert.equal(loaded, 1);
  later.click();
  await strip.hear('two');
  assert.equal(box.hidden, true);
});
