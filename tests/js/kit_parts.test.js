// Do the parts of a panel show what they are told, call back what was meant, and leave the focus where it is?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { card } from 'kit/inspect.js';
import { chips, queue } from 'kit/lists.js';
import {
  button,
  choice,
  meter,
  numberField,
  refusal,
  rows,
  section,
  slider,
  stepper,
  table,
  toolbar,
  tools,
} from 'kit/parts.js';
import { amountStrip } from 'kit/strip.js';
import { openPaperPage } from './paper_page.js';

const page = openPaperPage();

test('rows keep their elements while the facts change', () => {
  const { element, show } = rows();
  show([
    ['Units', '40'],
    ['Owner', 'you'],
  ]);
  const [first] = element.children;
  show([['Units', '41']]);
  assert.equal(element.children.length, 1);
  assert.equal(element.children[0], first);
  assert.equal(first.textContent, 'Units41');
});

test('a section has a name, words beside it, and can be away', () => {
  const part = section('Send', { class: 'amount' }, 'inside');
  part.show({ aside: '50%' });
  assert.equal(part.element.textContent, 'Send50%inside');
  part.show({ shown: false });
  assert.equal(part.element.hidden, true);
});

test('a number is kept within its limits, and what is none is put back', () => {
  const set = [];
  const { element, show } = numberField({ label: 'Units', onset: (value) => set.push(value) });
  show({ value: 5, min: 1, max: 9 });
  for (const typed of ['7', '99', '-3', '4.8']) {
    element.value = typed;
    element.happen('change');
  }
  assert.deepEqual(set, [7, 9, 1, 4]);
  element.value = '';
  element.happen('change');
  assert.deepEqual([set.length, element.value], [4, '5']);
});

test('a number being typed is not written over', () => {
  const { element, show } = numberField({ label: 'Units', onset() {} });
  element.value = '12';
  element.focus();
  show({ value: 5 });
  assert.equal(element.value, '12');
  page.activeElement = null;
  show({ value: 5 });
  assert.equal(element.value, '5');
});

test('a stepper goes by one, by ten with Shift, and stops at its limits without losing the focus', () => {
  const set = [];
  const { element, show } = stepper({ label: 'Size', onset: (value) => set.push(value) });
  const [less, more] = element.all('button');
  show({ value: 3, min: 1, max: 8 });
  more.click();
  more.click({ shiftKey: true });
  less.click();
  assert.deepEqual(set, [4, 8, 2]);
  show({ value: 8, min: 1, max: 8 });
  more.click();
  assert.deepEqual([set.length, more.getAttribute('aria-disabled'), more.disabled], [3, 'true', false]);
  assert.equal(more.getAttribute('aria-label'), 'More: Size');
});

test('a slider slides one number and takes another exactly', () => {
  const heard = [];
  const { element, show } = slider({
    label: 'Part',
    exactly: 'Exact number',
    marks: [[50, '50%']],
    onslide: (value) => heard.push(['part', value]),
    onexact: (value) => heard.push(['exact', value]),
  });
  show({ value: 50, min: 1, text: '50%', exact: null, exactMax: 200, hint: '20' });
  const [range, field] = element.all('input');
  range.value = '30';
  range.happen('input');
  field.value = '150';
  field.happen('change');
  element.all('button')[0].click();
  assert.deepEqual(heard, [
    ['part', 30],
    ['exact', 150],
    ['part', 50],
  ]);
  assert.deepEqual([range.getAttribute('aria-valuetext'), field.placeholder], ['50%', '20']);
  assert.equal(element.all('button')[0].getAttribute('aria-pressed'), 'true');
});

test('one of a few is chosen by radio buttons of one group', () => {
  const chosen = [];
  const { element, show } = choice({ label: 'Tactic', onchoose: (value) => chosen.push(value) });
  const options = ['hold', 'push'].map((value) => ({ value, text: value, disabled: value === 'push' }));
  show({ value: 'hold', options });
  const [hold, push] = element.all('input');
  assert.deepEqual([hold.checked, push.checked, push.disabled], [true, false, true]);
  assert.equal(hold.getAttribute('name'), push.getAttribute('name'));
  hold.happen('change');
  assert.deepEqual(chosen, ['hold']);
});

test('chips keep the focus when others come and go, and can be taken away', () => {
  const heard = [];
  const { element, show } = chips({
    label: 'Ways',
    onchoose: (key) => heard.push(key),
    onremove: (key) => heard.push(-key),
  });
  const all = [1, 2, 3].map((key) => ({ key, text: `P${key}`, pressed: key === 2 }));
  show(all);
  const second = element.children[1].all('button')[0];
  second.focus();
  show([all[2], all[1]]);
  assert.equal(page.activeElement, second);
  assert.equal(second.getAttribute('aria-pressed'), 'true');
  second.click();
  element.children[1].all('button')[1].click();
  assert.deepEqual(heard, [2, -2]);
});

test('a queue is put in another order by the arrow keys, within its ends, and the handle keeps the focus', () => {
  let items = ['a', 'b', 'c'];
  let isOpen = true;
  const { element, show } = queue({
    label: 'Queue',
    key: (item) => item,
    name: (item) => item,
    create: () => refusal(),
    canChange: () => isOpen,
    onmove(from, to) {
      const [item] = items.splice(from, 1);
      items.splice(to, 0, item);
      show(items);
    },
    onremove: (index) => (items = items.filter((_, i) => i !== index)),
  });
  const grip = (i) => element.children[i].all('button')[0];
  show(items.map((item) => item));
  grip(0).focus();
  const held = grip(0);
  assert.equal(held.happen('keydown', { key: 'ArrowDown' }).defaultPrevented, true);
  assert.deepEqual(items, ['b', 'a', 'c']);
  assert.equal(page.activeElement, held);
  assert.match(held.getAttribute('aria-label'), /^a: place 2 of 3/);
  grip(0).happen('keydown', { key: 'ArrowUp' });
  assert.deepEqual(items, ['b', 'a', 'c'], 'the first cannot go higher');
  isOpen = false;
  grip(0).happen('keydown', { key: 'ArrowDown' });
  assert.deepEqual(items, ['b', 'a', 'c'], 'nor anything once nothing can be changed');
  isOpen = true;
  element.children[2].all('button')[1].click();
  assert.deepEqual(items, ['b', 'a']);
});

test('a toolbar is one stop of the Tab key; arrows go through it and round', () => {
  const buttons = [1, 2, 3, 4].map((n) => button({ text: `${n}`, act() {} }).element);
  const other = [];
  const bar = toolbar({ label: 'Tactics', columns: 2, key: ({ key }) => key === 'x' && other.push(key) > 0 }, buttons);
  const stops = () => buttons.map(({ tabIndex }) => tabIndex);
  assert.deepEqual(stops(), [0, -1, -1, -1]);
  bar.element.happen('keydown', { key: 'ArrowDown' });
  assert.deepEqual(stops(), [-1, -1, 0, -1]);
  bar.element.happen('keydown', { key: 'End' });
  bar.element.happen('keydown', { key: 'ArrowRight' });
  assert.equal(page.activeElement, buttons[0]);
  assert.equal(bar.element.happen('keydown', { key: 'x' }).defaultPrevented, true);
  assert.equal(bar.element.happen('keydown', { key: 'y' }).defaultPrevented, false);
});

test('a toolbar passes by what is hidden, and its stop is never there', () => {
  const buttons = [1, 2, 3, 4].map((n) => button({ text: `${n}`, act() {} }).element);
  const bar = toolbar({ label: 'Tactics' }, buttons);
  buttons[0].hidden = buttons[2].hidden = true;
  bar.refresh();
  const stops = () => buttons.map(({ tabIndex }) => tabIndex);
  assert.deepEqual(stops(), [-1, 0, -1, -1]);
  bar.element.happen('keydown', { key: 'ArrowRight' });
  assert.deepEqual(stops(), [-1, -1, -1, 0]);
  bar.element.happen('keydown', { key: 'ArrowRight' });
  assert.deepEqual(stops(), [-1, 0, -1, -1]);
});

test('a button is a switch once it is told so', () => {
  const { element, show } = button({ text: 'Growth', key: 'V', act() {} });
  assert.equal(element.getAttribute('aria-pressed'), null);
  show({ pressed: true });
  assert.equal(element.getAttribute('aria-pressed'), 'true');
});

test('a button tells its price to eye and ear, and stays reachable while it does nothing', () => {
  const { element, show } = button({ text: 'Fast', act() {} });
  show({ price: ['3', 'costs 3 points'], blocked: true, title: 'Too dear' });
  assert.equal(element.textContent, 'Fast3, costs 3 points');
  assert.deepEqual([element.getAttribute('aria-disabled'), element.disabled], ['true', false]);
  show({});
  assert.equal(element.textContent, 'Fast');
});

test('a meter tells how full in words and figures', () => {
  const { element, show } = meter('Fuel');
  show({ value: 30, max: 40, text: '30 of 40' });
  assert.equal(element.getAttribute('aria-valuetext'), '30 of 40');
  assert.equal(element.all('i')[0].style.width, '75%');
});

test('a refusal is there only while there is one', () => {
  const { element, show } = refusal();
  show('');
  assert.equal(element.hidden, true);
  show('Too many units.');
  assert.deepEqual([element.hidden, element.textContent], [false, 'Too many units.']);
});

test('a table heads its rows', () => {
  const made = table({ caption: 'Sides', head: ['Side', 'Units'], body: [['A', '3']] });
  assert.deepEqual(
    made.all('th').map((cell) => cell.getAttribute('scope')),
    ['col', 'col', 'row'],
  );
});

test('the tools play the last step again, and whoever is told less can have all of it again', () => {
  const heard = [];
  const session = {
    state: { telling: 'full', frame: { final: false } },
    ask: (what) => heard.push(what),
    setTelling: (how) => heard.push(how),
  };
  const { element, show } = tools(session, { again: 'Play the last round again', key: 'R' });
  element.all('button')[0].click();
  const [telling] = element.all('select');
  function shown() {
    show();
    return [telling.hidden, telling.value];
  }
  assert.deepEqual(shown(), [true, 'full']);
  session.state.telling = 'none';
  assert.deepEqual(shown(), [false, 'none']);
  telling.value = 'full';
  telling.happen('change');
  assert.deepEqual(heard, ['replay', 'full']);
  session.state.telling = 'full';
  assert.deepEqual(shown(), [false, 'full'], 'it stays under the hand');
  session.state.frame.final = true;
  assert.deepEqual(shown(), [true, 'full']);
});

test('a card shows what it is given, goes elsewhere by its actions, and says what can be pointed at when it is empty', () => {
  const gone = [];
  const { element, show } = card({ empty: 'Point at something.', label: 'Routes', act: (key) => gone.push(key) });
  show(null);
  assert.equal(element.children.at(-1).hidden, false);
  const planet = {
    icon: 'M0 0',
    title: 'Harbour',
    kind: 'Base',
    facts: [['Units', '40']],
    signs: ['Defended'],
    actions: [{ key: 4, text: 'O', small: '3 r' }],
  };
  show(planet);
  assert.equal(element.children.at(-1).hidden, true);
  const [way] = element.all('button');
  way.focus();
  show({ ...planet, signs: [], facts: [['Units', '41']] });
  assert.equal(page.activeElement, way);
  assert.match(element.textContent, /HarbourBase.*41/);
  assert.doesNotMatch(element.textContent, /Defended/);
  way.click();
  assert.deepEqual(gone, [4]);
});

test('the strip for fingers says what its parts are of, has a way out, and is away while there is nothing to set', () => {
  const heard = [];
  const board = document.createElement('div');
  const strip = amountStrip(board, {
    label: 'Units',
    parts: [50, 100],
    onpart: (percent) => heard.push(percent),
    every: { label: 'Every round', sign: '↻', act: () => heard.push('again') },
    onclose: () => heard.push('gone'),
  });
  const [element] = board.children;
  assert.equal(element.hidden, true);
  strip.show({ words: 'Next order', percent: 50, every: true, close: 'Cancel' });
  assert.equal(element.hidden, false);
  assert.match(element.textContent, /Next order/);
  const [half, all, every, remove] = element.all('button');
  assert.deepEqual([every.getAttribute('aria-pressed'), remove.getAttribute('aria-label')], ['true', 'Cancel']);
  assert.deepEqual([half.getAttribute('aria-pressed'), all.getAttribute('aria-pressed')], ['true', 'false']);
  all.click();
  every.click();
  remove.click();
  assert.deepEqual(heard, [100, 'again', 'gone']);
  strip.show({ words: 'Every round: all growth', percent: null, hasParts: false, close: 'End' });
  assert.deepEqual([half.hidden, every.hidden, remove.hidden], [true, true, false]);
  strip.show(null);
  assert.equal(element.hidden, true);
  strip.destroy();
  assert.deepEqual(board.children, []);
});
