/** Does the page on which a contest is steered stay up to date without losing what somebody types there? */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Window } from 'happy-dom';

const window = new Window({ url: 'https://site.example/contests/3/steer/' });
Object.assign(globalThis, {
  window,
  document: window.document,
  location: window.location,
  HTMLElement: window.HTMLElement,
  HTMLSelectElement: window.HTMLSelectElement,
  CSS: window.CSS,
});
const { createSteering } = await import('app/steer.js');

const message = '<form data-card="message"><textarea name="text" id="message-text"></textarea></form>';
const pause = '<form data-card="pause"><input name="text" id="pause-text"></form>';
const tables = (...names) =>
  `<form data-card="table"><select name="table">${names.map((name) => `<option>${name}</option>`).join('')}</select></form>`;
const cards = (...each) => `<section><div data-cards>${each.join('')}</div></section>`;

beforeEach(() => {
  document.body.innerHTML = `<div id="steer" data-url="/contests/3/steer/now/"><p id="steer-head">about to start</p>
    <div id="steer-progress">It has not begun.</div><div id="steer-acts">${cards(pause, message, tables('1', '2'))}</div><div id="steer-log"></div></div>`;
});

function open(parts, { isOver = false, isHidden = false } = {}) {
  const asked = [];
  const ask = async (url) => {
    asked.push(url);
    return { parts, is_over: isOver };
  };
  const page = document.getElementById('steer');
  return { page, asked, look: createSteering(page, { ask, isHidden: () => isHidden }).look };
}

test('a contest that has begun meanwhile shows stage and tables, and what was typed and not sent stays', async () => {
  const typed = document.getElementById('message-text');
  typed.value = 'The hall is op';
  typed.focus();
  const { page, look } = open({
    head: 'running',
    progress: 'Stage 1',
    acts: cards('<form data-card="resume"><button>Let it go on</button></form>', message, tables('3')),
    log: 'paused',
  });
  await look();
  assert.equal(page.querySelector('#steer-head').textContent, 'running');
  assert.equal(page.querySelector('#steer-progress').textContent, 'Stage 1');
  assert.equal(page.querySelector('#steer-log').textContent, 'paused');
  assert.equal(page.querySelector('#message-text').value, 'The hall is op');
  assert.equal(document.activeElement, page.querySelector('#message-text'));
  assert.deepEqual(
    [...page.querySelectorAll('[data-card]')].map((card) => card.dataset.card),
    ['message', 'table', 'resume'],
  );
  assert.deepEqual(
    [...page.querySelectorAll('option')].map((option) => option.textContent),
    ['3'],
  );
});

test('a form that was refused, or that asks whether it is meant, stays', async () => {
  document.querySelector('[data-card=table]').setAttribute('data-kept', '');
  const { page, look } = open({ acts: cards(pause, message, tables('9')) });
  await look();
  assert.equal(page.querySelectorAll('option').length, 2);
});

test('nobody is asked while nobody looks, nor once it is over', async () => {
  const away = open({}, { isHidden: true });
  await away.look();
  assert.deepEqual(away.asked, []);
  const { page, asked, look } = open({ acts: '', progress: 'over' }, { isOver: true });
  await look();
  await look();
  assert.equal(asked.length, 1);
  assert.equal(page.querySelector('[data-card]'), null);
});
