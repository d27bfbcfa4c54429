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
  XMLSerializer: window.XMLSerializer,
  innerWidth: 1280,
  innerHeight: 800,
}))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

const { createShare, following } = await import('match/share.js');
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

test('a board of elements that cannot be drawn is pictured by the server, as the view that is shown', async () => {
  const { button, settle, dialog } = opened();
  button('Picture of the board').click();
  await settle();
  assert.deepEqual(asked, ['/matches/m/picture.svg?step=4&as=0&theme=dark']);
  assert.ok(drawn.some(([name, text]) => name === 'fillText' && text === 'Ada won'));
  assert.equal(dialog.querySelector('a[download]').getAttribute('download'), 'fogbound-m.png');
});

/** A board of elements that is laid out, with what is seen and what is not. */
function laidOut() {
  const board = document.createElement('div');
  board.innerHTML =
    '<b>Tower 2 &amp; "Sword"</b><svg viewBox="0 0 9 9"><path d="M0 0"></path></svg><i hidden style="display: none">a card in the hand</i>';
  Object.defineProperties(board, { offsetWidth: { value: 400 }, offsetHeight: { value: 300 } });
  document.body.append(board);
  return board;
}

test('a board of elements is drawn with the rules of the page, and stays as it is in the window', async () => {
  const sheet = document.createElement('style');
  sheet.textContent = '.tower > b { color: red }';
  document.head.append(sheet);
  const { button, settle } = opened({ board: laidOut() });
  button('Picture of the board').click();
  await settle();
  assert.equal(asked.length, 1);
  const [kind, drawing] = asked[0].split(/,(.*)/s).map(decodeURIComponent);
  assert.match(kind, /^data:image\/svg\+xml/);
  assert.match(
    drawing,
    /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="1280" height="800"[^>]* data-theme="(dark|light)"/,
  );
  assert.match(drawing, /\.tower &gt; b|\.tower > b/);
  assert.match(drawing, /<div [^>]*data-copy=""/);
  assert.match(drawing, /Tower 2 &amp; "Sword"/);
  assert.match(drawing, /<path d="M0 0"/);
  assert.match(drawing, /display: none[^>]*>a card in the hand/);
});

test('a film of a board of elements looks at it while a step is played, and once more at its end', async () => {
  const board = laidOut();
  const done = [];
  let end = () => {};
  const first = () => {};
  const scene = following(
    board,
    first,
    async () => void done.push('begun'),
    () => new Promise((played) => (end = played)),
  );
  assert.equal(scene.draw(), first);
  await scene.begin();
  assert.deepEqual([done, asked.length], [['begun'], 1]);
  const playing = scene.play();
  while (asked.length < 4) await new Promise((go) => setImmediate(go));
  board.querySelector('b').textContent = 'Tower 3';
  end();
  await playing;
  assert.match(decodeURIComponent(asked.at(-1)), /Tower 3/);
  assert.notEqual(scene.draw(), first);
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

test('on a phone the link goes to what the device offers, and so does a picture it can send', async (context) => {
  const sent = [];
  globalThis.matchMedia = () => ({ matches: true });
  Object.assign(navigator, {
    canShare: ({ files }) => files.length === 1,
    share: (what) => Promise.resolve(sent.push(what)),
  });
  context.after(() => {
    globalThis.matchMedia = () => ({ matches: false });
    delete navigator.canShare;
    delete navigator.share;
  });
  const { button, settle, dialog } = opened();
  button('Send the link').click();
  await settle();
  assert.deepEqual(sent, [{ title: 'Ada won', url: 'http://fogbound.test/matches/m/replay/?as=0&step=4' }]);
  assert.deepEqual(copied, [], 'nothing is copied behind the back');
  button('Picture of the board').click();
  await settle();
  button('Send it').click();
  await settle();
  const [{ name, type }] = sent[1].files;
  assert.deepEqual([name, type], ['fogbound-m.png', 'image/png']);
  // Who puts the choice of the device away is told nothing.
  navigator.share = () => Promise.reject(Object.assign(new Error('put away'), { name: 'AbortError' }));
  button('Send the link').click();
  await settle();
  assert.equal(dialog.querySelector('.share-said').textContent, '');
});

test('the picture of an end has the map as it lies beside the words, and nothing of what they cover', async () => {
  const board = document.createElement('div');
  const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 600 });
  board.append(canvas);
  document.body.append(board);
  for (const one of [board, canvas]) {
    one.getBoundingClientRect = () => ({ x: 10, y: 20, width: 900, height: 600 });
    Object.defineProperty(one, 'clientWidth', { value: 900 });
  }
  const { button, settle } = opened({ board, cover: () => ({ left: 300, bottom: 200 }) });
  button('Picture of the board').click();
  await settle();
  const [, x, y, width, height] = drawn.find(([name]) => name === 'rect');
  // 600 by 400 beside the words, in a picture of 1280 by 624 above its foot.
  assert.deepEqual([x, y, width, height], [172, 0, 936, 624]);
  const [, , left, top, wide, high] = drawn.find(([name]) => name === 'drawImage');
  assert.deepEqual([left, top, wide, high], [172 - 300 * 1.56, 0, 900 * 1.56, 600 * 1.56]);
  assert.ok(drawn.findIndex(([name]) => name === 'clip') < drawn.findIndex(([name]) => name === 'drawImage'));
});

test('a table of elements lies whole and smaller beside the words of an end, and as before without them', async () => {
  const { laidBeside } = await import('match/board.js');
  const [around, board] = [document.createElement('div'), document.createElement('div')];
  around.append(board);
  Object.defineProperties(around, { clientWidth: { value: 940 }, clientHeight: { value: 700 } });
  laidBeside(board, { left: 470, bottom: 210 });
  assert.equal(board.style.transform, 'translateX(470px) scale(0.700)');
  assert.equal(board.style.width, `${Math.round(470 / 0.7)}px`);
  assert.ok(board.hasAttribute('data-distant'), 'it leaves its small print out');
  laidBeside(board, { left: 0, bottom: 420 });
  assert.equal(board.style.transform, 'translateX(0px) scale(0.400)');
  // As narrow as a phone, on a page that is none.
  laidBeside(board, { left: 700, bottom: 0 });
  assert.deepEqual([board.style.transform, board.style.width], ['translateX(700px) scale(0.375)', '640px']);
  laidBeside(board, null);
  assert.deepEqual([board.style.transform, board.style.width], ['', '']);
  assert.ok(!board.hasAttribute('data-distant'));
});
