/** Does everybody read a moment in their own zone and language, and does "ago" go on without the clock of the device? */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agoInWords, inWords, keepTimes } from 'app/times.js';

const AT = '2026-03-01T23:30:00+00:00';

function speak(lang, context) {
  globalThis.document = { documentElement: { lang, dataset: {} } };
  context.after(() => delete globalThis.document);
}

test('a moment is told in the zone and the language of the reader', (context) => {
  speak('en', context);
  assert.match(inWords(AT, 'moment', 'America/New_York'), /Mar 1, 2026, 6:30.PM/);
  assert.match(inWords(AT, 'day', 'Asia/Shanghai'), /Mar 2, 2026/);
  assert.match(inWords(AT, 'whole', 'Asia/Kolkata'), /Mar 2, 2026, 5:00:00.AM GMT\+5:30/);
  speak('zh-hans', context);
  assert.match(inWords(AT, 'moment', 'Asia/Shanghai'), /2026年3月2日.*7:30/);
});

test('a short moment leaves out what goes without saying: the zone of the reader, and the year if it is this one', (context) => {
  speak('zh-hans', context);
  context.mock.timers.enable({ apis: ['Date'], now: new Date('2026-03-09T00:00:00Z') });
  assert.equal(inWords(AT, 'short', 'Asia/Shanghai'), '3月2日 07:30');
  assert.match(inWords('2025-12-24T10:00:00Z', 'short', 'Asia/Shanghai'), /^2025年12月24日/);
  speak('en', context);
  assert.match(inWords(AT, 'short', 'Asia/Shanghai'), /^Mar 2, 07:30.AM$/);
});

test('how long ago something was is told in the greatest unit that fits', (context) => {
  speak('en', context);
  assert.deepEqual([0, 59, 60, 3_599, 3_600, 86_400, 100 * 86_400, 800 * 86_400].map(agoInWords), [
    'this minute',
    'this minute',
    '1 minute ago',
    '59 minutes ago',
    '1 hour ago',
    'yesterday',
    '3 months ago',
    '2 years ago',
  ]);
  speak('zh-hans', context);
  assert.equal(agoInWords(300), '5分钟前');
});

for (const by of [3_600_000, -3_600_000, -63_072_000_000])
  test(`"ago" goes on while the page is open, also when its clock is set by ${by} ms`, (context) => {
    let [wall, passed] = [1e12, 0];
    context.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    context.mock.method(Date, 'now', () => wall);
    context.mock.method(performance, 'now', () => passed);
    const element = { dataset: { local: 'ago', age: '290' }, dateTime: AT, textContent: '', title: '' };
    const document = Object.assign(new EventTarget(), {
      documentElement: { lang: 'en', dataset: {} },
      hidden: false,
      querySelectorAll: () => [element],
    });
    Object.assign(globalThis, { document, addEventListener: () => undefined });
    context.after(() => {
      delete globalThis.document;
      delete globalThis.addEventListener;
    });
    keepTimes();
    assert.equal(element.textContent, '4 minutes ago');
    passed += 15_000;
    wall += 15_000;
    context.mock.timers.tick(15_000);
    assert.equal(element.textContent, '5 minutes ago');
    wall += by;
    context.mock.timers.tick(15_000);
    // A clock that is set forward looks like a sleep.
    assert.equal(element.textContent, by > 0 ? '1 hour ago' : '5 minutes ago');
    assert.match(element.title, /2026/);
  });
