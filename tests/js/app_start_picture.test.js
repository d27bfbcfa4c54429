/** Does the installed site begin with a picture on iOS, whichever way the screen is held and whichever theme it has? */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Window } from 'happy-dom';

const window = new Window({ url: 'https://site.example/fog/' });
Object.assign(globalThis, { window, document: window.document, location: window.location, Node: window.Node });
document.documentElement.dataset.root = '/fog/';
document.documentElement.dataset.release = 'r7';
const { startPictures } = await import('app/start_picture.js');

/** @param {{ width: number, height: number }} size */
const named = (size) =>
  Object.fromEntries(
    startPictures(size, 3, document.documentElement).map((link) => {
      assert.equal(link.getAttribute('rel'), 'apple-touch-startup-image');
      return [link.getAttribute('media'), link.getAttribute('href')];
    }),
  );

test('both ways round and both themes have a picture of the size of this screen in pixels', () => {
  const held = named({ width: 390, height: 844 });
  assert.deepEqual(held, {
    '(orientation: portrait) and (prefers-color-scheme: dark)': '/fog/icons/start-1170x2532-dark.png?r7',
    '(orientation: portrait) and (prefers-color-scheme: light)': '/fog/icons/start-1170x2532-light.png?r7',
    '(orientation: landscape) and (prefers-color-scheme: dark)': '/fog/icons/start-2532x1170-dark.png?r7',
    '(orientation: landscape) and (prefers-color-scheme: light)': '/fog/icons/start-2532x1170-light.png?r7',
  });
  assert.deepEqual(named({ width: 844, height: 390 }), held, 'however it is held now');
});

test('whoever has chosen a theme sees it from the beginning', () => {
  document.documentElement.dataset.theme = 'light';
  for (const href of Object.values(named({ width: 390, height: 844 }))) assert.match(href ?? '', /-light\.png/);
});
