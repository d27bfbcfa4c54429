// What leaves the page when somebody shares a match: of one that goes on only what strangers see.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Window } from 'happy-dom';

const window = new Window({ url: 'http://fogbound.test/matches/m/replay/?as=0&step=4' });
const { document } = window;
const asked = [];
const copied = [];
class Picture {
  naturalWidth = 40;
  naturalHeight = 30;
  set src(value) {
    asked.push(String(value));
  }
  decode() {
    return Promise.resolve();
  }
}
const drawn = [];
const ctx = new Proxy(
  {},
  {
    get:
      (_, name) =>
      (...facts) =>
        drawn.push([name, ...facts]),
    set: () => true,
  },
);
Object.defineProperty(window.HTMLCanvasElement.prototype, 'getContext', { value: () => ctx });
Object.defineProperty(window.HTMLCanvasElement.prototype, 'toBlob', {
  value: (done) => done(new Blob(['picture'], { type: 'image/png' })),
});
window.HTMLDialogElement.prototype.showModal = () => {};
document.documentElement.dataset.root = '/';
for (const [name, value] of Object.entries({
  window,
  document,
  location: window.location,
  navigator: { clipboard: { writeText: (text) => Promise.resolve(copied.push(text)) } },
  matchMedia: () => ({ matches: false }),
  getComputedStyle: window.getComputedStyle.bind(window),
  HTMLCanvasElement: window.HTMLCanvasElement,
  HTMLElement: window.HTMLElement,
  Element: window.Element,
  Node: window.Node,
  Image: Picture,
}))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

const { createShare } = await import('match/share.js');
const { formOfFilm } = await import('match/film.js');

/** @param {Record<string, unknown>} [facts] */
function opened(facts = {}) {
  const board = document.createElement('div');
  document.body.append(board);
  const share = createShare({
    match: 'm',
    board,
    isOpen: () => true,
    link: () => 'http://fogbound.test/matches/m/replay/?as=0&step=4',
    step: () => 4,
    as: () => '0',
    words: () => ({ title: 'Ada won', line: 'Round 5' }),
    moments: () => [{ step: 4, title: 'Ada won', line: '' }],
    go: async () => {},
    theme: () => 'dark',
    ...facts,
  });
  document.body.append(share.button);
  share.open();
  const button = (name) =>
    [...document.querySelectorAll('dialog button')].find((one) => one.textContent.startsWith(name));
  const settle = () => new Promise((done) => setImmediate(() => setImmediate(done)));
  return { button, settle, dialog: document.querySelector('dialog') };
}

beforeEach(() => {
  document.body.replaceChildren();
  asked.length = copied.length = drawn.length = 0;
});

test('a link is copied as the page gives it', async () => {
  const { button, settle, dialog } = opened();
  button('Copy the link').click();
  await settle();
  assert.deepEqual(copied, ['http://fogbound.test/matches/m/replay/?as=0&step=4']);
  assert.match(dialog.textContent, /Link copied/);
});

test('a board of elements is pictured by the server, as the view that is shown', async () => {
  const { button, settle, dialog } = opened();
  button('Picture of the board').click();
  await settle();
  assert.deepEqual(asked, ['/matches/m/picture.svg?step=4&as=0&theme=dark']);
  assert.ok(drawn.some(([name, text]) => name === 'fillText' && text === 'Ada won'));
  assert.equal(dialog.querySelector('a[download]').getAttribute('download'), 'fogbound-m.png');
});

test('of a match that goes on the picture is that of strangers, and there is no film', async () => {
  const board = document.createElement('div');
  board.append(document.createElement('canvas'));
  const { button, settle, dialog } = opened({ isOpen: () => false, board });
  button('Picture of the board').click();
  await settle();
  assert.deepEqual(asked, ['/matches/m/picture.png?step=4']);
  assert.equal(button('Film').disabled, true);
  assert.match(dialog.textContent, /others get only what spectators may see/);
});

test('a browser that cannot record says so', () => {
  assert.equal(formOfFilm(), null);
  const { button } = opened();
  assert.equal(button('Film').disabled, true);
  assert.match(button('Film').textContent, /cannot record/);
});

test('a browser that can record takes the first form that it knows', (context) => {
  window.HTMLCanvasElement.prototype.captureStream = () => ({});
  globalThis.MediaRecorder = { isTypeSupported: (form) => form.startsWith('video/webm') };
  context.after(() => {
    delete globalThis.MediaRecorder;
    delete window.HTMLCanvasElement.prototype.captureStream;
  });
  assert.equal(formOfFilm(), 'video/webm;codecs=vp9');
  assert.equal(opened().button('Film').disabled, false);
});
