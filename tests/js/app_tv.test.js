/** Does a page of what is on show the next match without losing the reader's place, and stay as it is while the site is away? */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Window } from 'happy-dom';

const window = new Window({ url: 'https://site.example/tv/toy/' });
Object.assign(globalThis, {
  window,
  document: window.document,
  location: window.location,
  HTMLElement: window.HTMLElement,
});
const { createChannel } = await import('app/tv.js');

const FIRST = '<a href="/matches/a/">A</a>';

beforeEach(() => {
  document.body.innerHTML = `<div id="place" data-url="/tv/toy/now/" data-mark="a:1:True">${FIRST}</div>`;
});

/** @param {() => any} answer */
function open(answer, isHidden = false) {
  const place = document.getElementById('place');
  const asked = [];
  const ask = async (url) => {
    asked.push(url);
    return answer();
  };
  return { place, asked, look: createChannel(place, { ask, isHidden: () => isHidden }).look };
}

test('the next step or match takes the place of the last, and the focus stays at the link', async () => {
  const { place, look } = open(() => ({ mark: 'b:4:True', html: '<a href="/matches/b/">B</a>' }));
  place.querySelector('a').focus();
  await look();
  assert.equal(place.querySelector('a').getAttribute('href'), '/matches/b/');
  assert.equal(document.activeElement, place.querySelector('a'));
});

test('what is the same is not drawn anew, and nobody is asked while nobody looks', async () => {
  const same = open(() => ({ mark: 'a:1:True', html: 'other' }));
  await same.look();
  assert.equal(same.place.innerHTML, FIRST);
  const away = open(() => ({ mark: 'b', html: 'other' }), true);
  await away.look();
  assert.deepEqual(away.asked, []);
});

test('while the site is away what was on stays', async () => {
  const { place, look } = open(() => {
    throw new Error('away');
  });
  await look();
  assert.equal(place.innerHTML, FIRST);
});
