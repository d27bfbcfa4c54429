/** Do announcements come, stay away once put away, and come back when they change? */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepAnnounced } from 'app/maintenance.js';

class Element {
  constructor() {
    this.children = [];
    this.dataset = { url: '/maintenance.json' };
    this.listeners = {};
    this.attributes = {};
  }
  append(child) {
    this.children.push(child);
    if (child instanceof Element) child.parent = this;
  }
  remove() {
    this.parent.children = this.parent.children.filter((child) => child !== this);
  }
  replaceChildren() {
    this.children = [];
  }
  addEventListener(name, run) {
    this.listeners[name] = run;
  }
  setAttribute(name, value) {
    this.attributes[name] = value;
  }
  removeAttribute() {}
  get text() {
    return this.children.map((child) => (typeof child === 'string' ? child : (child.text ?? ''))).join('');
  }
}

function page(answers) {
  globalThis.document = {
    createElement: () => new Element(),
    createElementNS: () => new Element(),
    documentElement: { lang: 'en' },
  };
  globalThis.Node = Element;
  const box = new Element();
  const kept = {};
  const storage = { getItem: (key) => kept[key] ?? null, setItem: (key, value) => (kept[key] = value) };
  const state = { hidden: false };
  const { look } = keepAnnounced(box, {
    ask: async () => {
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return Array.isArray(answer) ? { maintenance: null, announcements: answer } : { maintenance: answer };
    },
    storage,
    isHidden: () => state.hidden,
  });
  return { box, look, state, press: () => box.children[0].children.at(-1).listeners.click() };
}

const soon = { mark: '1', at: null, text: 'Away soon.' };

test('it comes, stays while the site does not answer, and goes', async () => {
  const { box, look } = page([null, soon, new Error('away'), null]);
  await look();
  assert.equal(box.children.length, 0);
  await look();
  assert.match(box.text, /Away soon\./);
  await look();
  assert.match(box.text, /Away soon\./);
  await look();
  assert.equal(box.children.length, 0);
});

test('whoever has put it away sees it again when it changes', async () => {
  const { box, look, press } = page([soon, soon, { ...soon, mark: '2', text: 'Away later.' }]);
  await look();
  press();
  assert.equal(box.children.length, 0);
  await look();
  assert.equal(box.children.length, 0);
  await look();
  assert.match(box.text, /Away later\./);
});

test('the same announcement is not written twice: a live region would speak again', async () => {
  const { box, look } = page([soon, soon]);
  await look();
  const [first] = box.children;
  await look();
  assert.equal(box.children[0], first);
});

test('a time that is past goes, and what was put away stays away', async () => {
  const later = { ...soon, at: Date.UTC(2030, 11, 1, 12) };
  const { box, look, press } = page([later, soon, later, soon]);
  await look();
  assert.match(box.children[0].children.map((child) => child.text ?? child).join(' '), /2030/);
  await look();
  assert.doesNotMatch(box.children[0].children.map((child) => child.text ?? child).join(' '), /2030/);
  await look();
  press();
  await look();
  assert.equal(box.children.length, 0);
});

test('a hidden page does not ask', async () => {
  const { box, look, state } = page([soon]);
  state.hidden = true;
  await look();
  assert.equal(box.children.length, 0);
});

test('of several announcements each is put away alone, and the others stay', async () => {
  const one = { mark: 'a1', text: 'A cup begins.', language: 'en' };
  const other = { mark: 'a2', text: '新规则', language: 'zh-hans' };
  const { box, look, press } = page([[one, other], [one, other], [other], []]);
  await look();
  assert.match(box.text, /A cup begins\..*新规则/);
  assert.doesNotMatch(box.text, /Maintenance/);
  press();
  assert.doesNotMatch(box.text, /A cup/);
  assert.match(box.text, /新规则/);
  await look();
  await look();
  assert.equal(box.children.length, 1);
  await look();
  assert.equal(box.children.length, 0);
});
