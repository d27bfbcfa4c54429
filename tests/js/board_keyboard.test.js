// Is every short cut where people look for it, on keyboards of many countries, and never in the way of anything else?
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isWriting, labelOf, meanings, press, readLayout, shownKeys } from 'board/keyboard.js';
import { keys as cosmos } from 'games/cosmos/keys.js';
import { KEYS as deepBlue } from 'games/deep_blue/keys.js';
import { KEYS as frames } from 'games/frames/keys.js';
import { KEYS as hundredClubs } from 'games/hundred_clubs/keys.js';
import { KEYS as planetConquer } from 'games/planet_conquer/keys.js';
import { TACTICS } from 'games/planet_conquer/names.js';
import { keyHandler } from 'kit/keys.js';
import { listenToKeys } from 'match/keys.js';

const ROWS = [
  'Backquote Digit1 Digit2 Digit3 Digit4 Digit5 Digit6 Digit7 Digit8 Digit9 Digit0 Minus Equal',
  'KeyQ KeyW KeyE KeyR KeyT KeyY KeyU KeyI KeyO KeyP BracketLeft BracketRight',
  'KeyA KeyS KeyD KeyF KeyG KeyH KeyJ KeyK KeyL Semicolon Quote Backslash',
  'KeyZ KeyX KeyC KeyV KeyB KeyN KeyM Comma Period Slash',
];
const CODES = ROWS.flatMap((row) => row.split(' '));

/** What the keys write plain, with Shift and with AltGr; † is a dead key. */
const LAYOUTS = {
  QWERTY: ["`1234567890-=qwertyuiop[]asdfghjkl;'\\zxcvbnm,./", '~!@#$%^&*()_+QWERTYUIOP{}ASDFGHJKL:"|ZXCVBNM<>?'],
  QWERTZ: [
    '†1234567890ß†qwertzuiopü+asdfghjklöä#yxcvbnm,.-',
    '°!"§$%&/()=?†QWERTZUIOPÜ*ASDFGHJKLÖÄ\'YXCVBNM;:_',
    { Digit8: '[', Digit9: ']' },
  ],
  AZERTY: [
    '²&é"\'(-è_çà)=azertyuiop†$qsdfghjklmù*wxcvbn,;:!',
    '~1234567890°+AZERTYUIOP†£QSDFGHJKLM%µWXCVBN?./§',
    { Digit5: '[', Minus: ']' },
  ],
  Cyrillic: ['ё1234567890-=йцукенгшщзхъфывапролджэ\\ячсмитьбю.', 'Ё!"№;%:?*()_+ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭ/ЯЧСМИТЬБЮ,'],
  Greek: ["`1234567890-=;ςερτυθιοπ[]ασδφγηξκλ†'\\ζχψωβνμ,./", '~!@#$%^&*()_+:†ΕΡΤΥΘΙΟΠ{}ΑΣΔΦΓΗΞΚΛ†"|ΖΧΨΩΒΝΜ<>?'],
  // An input method that is on, while nothing is composed: signs are full.
  pinyin: [
    '·1234567890-=qwertyuiop【】asdfghjkl；‘、zxcvbnm，。、',
    '～！@#￥%…&*（）—+QWERTYUIOP『』ASDFGHJKL：“|ZXCVBNM《》？',
  ],
};

/** @param {string} name */
function keysOf(name) {
  const [plain, shifted, altGraph = {}] = LAYOUTS[name];
  return [
    ...CODES.flatMap((code, i) => [press_({ code, key: plain[i] }), press_({ code, key: shifted[i], shiftKey: true })]),
    ...Object.entries(altGraph).map(([code, key]) =>
      press_({ code, key, ctrlKey: true, altKey: true, altGraph: true }),
    ),
  ];
}

const press_ = ({ key, altGraph = false, ...more }) => ({
  key: key === '†' ? 'Dead' : key,
  code: '',
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  timeStamp: 0,
  getModifierState: (name) => name === 'AltGraph' && altGraph,
  ...more,
});

/** The key that somebody presses for a sign of ours: the one that writes it, else the one where it is on an American keyboard. */
function find(layout, sign) {
  if (sign.length > 1 || sign === ' ') return press_({ key: sign, code: sign === ' ' ? 'Space' : sign });
  const all = keysOf(layout);
  const isDigitRow = ({ code }) => code.startsWith('Digit');
  if (/\d/.test(sign)) return all.find(({ code, shiftKey }) => code === `Digit${sign}` && !shiftKey);
  const written = all.find((one) => one.key === sign.toLowerCase() && (!isDigitRow(one) || '/?[]'.includes(sign)));
  return written ?? all[placeOf(sign.toLowerCase())];
}

/** Where a sign is on an American keyboard, by its number among all keys. @param {string} sign */
function placeOf(sign) {
  const { code, shiftKey } = keysOf('QWERTY').find(({ key }) => key === sign);
  return 2 * CODES.indexOf(code) + Number(shiftKey);
}

/** As somebody who has typed on that keyboard before. @param {string} layout */
function sitDown(layout) {
  meanings(keysOf(layout).find(({ code }) => code === 'KeyA'));
}

beforeEach(() => sitDown('QWERTY'));

const TABLES = { cosmos, deepBlue, frames, hundredClubs, planetConquer };

/** The lines of a table that are asked about a key, in turn, when none takes it. */
function asked(table, event) {
  const found = [];
  const lines = table.map((line, i) => ({ ...line, act: (_, { key }) => found.push(`${i} ${key}`) < 0 }));
  keyHandler(lines, null, null)(event);
  return found;
}

for (const layout of Object.keys(LAYOUTS))
  test(`every key of the five boards means the same with ${layout}`, () => {
    sitDown(layout);
    for (const [game, table] of Object.entries(TABLES))
      for (const sign of new Set(table.flatMap((line) => (line.with ? [] : line.on)))) {
        const event = find(layout, sign);
        const wanted = table.flatMap((line, i) => (!line.with && line.on.includes(sign) ? [`${i} ${sign}`] : []));
        assert.deepEqual(asked(table, event).slice(0, wanted.length), wanted, `${game}: ${sign} with ${event.code}`);
      }
  });

for (const layout of Object.keys(LAYOUTS))
  test(`the keys of the page and of the timeline mean the same with ${layout}`, () => {
    sitDown(layout);
    const done = [];
    const document = { querySelector: () => null, addEventListener: (_, listener) => (document.hear = listener) };
    globalThis.document = document;
    const timeline = (event) =>
      press(event, Object.fromEntries([...'[],.'].map((sign) => [sign, () => void done.push(sign)])));
    listenToKeys({
      edit: (how) => void done.push(how),
      ready: () => void done.push('ready'),
      help: () => void done.push('?'),
      command: () => void done.push('/'),
      timeline,
    });
    const target = { matches: () => false };
    const hear = (event) => {
      done.length = 0;
      let isTaken = false;
      document.hear({ ...event, target, preventDefault: () => (isTaken = true) });
      assert.equal(isTaken, done.length > 0, 'what is not ours stays with the browser');
      return done.join();
    };
    for (const sign of ['?', '/', '[', ']', ',', '.']) {
      const event = keysOf(layout).find(({ key }) => key === sign) ?? keysOf(layout)[placeOf(sign)];
      assert.equal(hear(event), sign, `${sign} with ${event.code}`);
    }
    assert.equal(hear(press_({ key: ' ', code: 'Space' })), 'ready');
    const [z, y] = [find(layout, 'Z'), find(layout, 'Y')];
    assert.equal(hear({ ...z, ctrlKey: true }), 'undo');
    assert.equal(hear({ ...z, metaKey: true, shiftKey: true }), 'redo');
    assert.equal(hear({ ...y, ctrlKey: true }), 'redo');
    assert.equal(hear({ ...y, ctrlKey: true, shiftKey: true }), '', 'that is the browser’s');
    delete globalThis.document;
  });

test('a full space of an input method is a space', () => {
  assert.deepEqual(meanings(press_({ key: '　', code: 'Space' })), [{ key: ' ', held: undefined }]);
});

test('letters of tactics are found in their bar on any keyboard', () => {
  for (const layout of Object.keys(LAYOUTS)) {
    sitDown(layout);
    for (const { key } of Object.values(TACTICS)) {
      const found = [];
      press(find(layout, key), { [key]: () => void found.push(key) });
      assert.deepEqual(found, [key], layout);
    }
  }
});

test('nothing is a short cut while a character is composed', () => {
  for (const composing of [{ isComposing: true }, { keyCode: 229 }, { key: 'Process' }])
    for (const event of keysOf('pinyin')) assert.deepEqual(meanings({ ...event, ...composing }), []);
  for (const key of ['Enter', 'Escape', 'ArrowUp', ' '])
    assert.deepEqual(meanings(press_({ key, isComposing: true })), []);
});

/** The boards with groups of pieces: they ask for Ctrl or the command key and a digit to make one, and for Alt and a digit to select it. */
const WITH_GROUPS = new Set(['cosmos', 'deepBlue']);

/** The lines that a board has for a digit with one key held; none for anything else. */
function groupLines(game, table, { code, shiftKey, ctrlKey, metaKey, altKey }) {
  const held = [ctrlKey, metaKey, altKey].filter(Boolean).length;
  if (!WITH_GROUPS.has(game) || shiftKey || held !== 1 || !/^Digit[1-9]$/.test(code)) return [];
  return [`${table.findIndex((line) => line.with === (altKey ? 'alt' : 'ctrl'))} ${code.at(-1)}`];
}

test('no board takes what belongs to the browser or the system', () => {
  const held = [
    { ctrlKey: true },
    { metaKey: true },
    { altKey: true },
    { ctrlKey: true, altKey: true },
    { ctrlKey: true, metaKey: true },
    { ctrlKey: true, shiftKey: true },
  ];
  for (const [game, table] of Object.entries(TABLES))
    for (const layout of Object.keys(LAYOUTS)) {
      sitDown(layout);
      const plain = keysOf(layout).filter((one) => !one.getModifierState('AltGraph'));
      for (const event of plain)
        for (const more of held) {
          const pressed = { ...event, ...more };
          assert.deepEqual(
            asked(table, pressed),
            groupLines(game, table, pressed),
            `${game}, ${layout}: ${event.code}`,
          );
        }
      for (let n = 1; n <= 12; n++) assert.deepEqual(asked(table, press_({ key: `F${n}`, code: `F${n}` })), []);
    }
});

test('what is typed into a field is text', () => {
  const field = { matches: (selector) => selector.includes('textarea') };
  const table = [{ on: ['A', '/', ' '], act: () => true }];
  for (const key of ['a', '/', ' '])
    assert.equal(keyHandler(table, null, null)({ ...press_({ key }), target: field }), false);
  assert.ok(isWriting({ matches: () => false, isContentEditable: true }), 'an editor of programs too');
});

test('a Latin keyboard has no second letter on a key of another sign', () => {
  sitDown('AZERTY');
  const comma = keysOf('AZERTY').find(({ key }) => key === ',');
  assert.equal(comma.code, 'KeyM');
  assert.deepEqual(
    meanings(comma).map(({ key }) => key),
    [','],
  );
});

test('a sign of the page is found where the layout has it on a digit', () => {
  const slash = keysOf('QWERTZ').find(({ key }) => key === '/');
  assert.equal(slash.code, 'Digit7');
  assert.deepEqual(
    meanings(slash).map(({ key }) => key),
    ['/'],
  );
});

/** As Chromium tells what keys write. */
async function withLayout(name, test) {
  const [plain] = LAYOUTS[name];
  const map = new Map(CODES.map((code, i) => [code, plain[i]]).filter(([, sign]) => sign !== '†'));
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  Object.defineProperty(globalThis, 'navigator', {
    value: { keyboard: { getLayoutMap: async () => map } },
    configurable: true,
  });
  try {
    await readLayout();
    await test();
  } finally {
    Object.defineProperty(globalThis, 'navigator', before ?? { value: undefined, configurable: true });
  }
}

test('the sheet shows what is written on the keys of the person', async () => {
  await withLayout('Cyrillic', () => {
    assert.equal(labelOf('G'), 'П');
    assert.equal(shownKeys('N / Shift+N'), 'Т / Shift+Т');
    assert.equal(shownKeys('[ / ]'), 'Х / Ъ');
    assert.equal(shownKeys('Ctrl+Z / Ctrl+Y'), 'Ctrl+Я / Ctrl+Н');
    for (const text of ['Enter', 'Tab / Shift+Tab', '← ↑ → ↓', '1 … 9, 0', 'Space', 'Esc'])
      assert.equal(shownKeys(text), text);
    assert.deepEqual(
      meanings(press_({ key: ';', code: 'KeyQ' })).map(({ key }) => key),
      [';', 'Q'],
      'which letters a keyboard has is known before the first is typed',
    );
  });
  await withLayout('QWERTZ', () => {
    assert.equal(shownKeys('Ctrl+Z / Ctrl+Y'), 'Ctrl+Z / Ctrl+Y');
    assert.equal(labelOf('['), 'Ü');
    assert.equal(labelOf('/'), '/', 'the key in its place is another sign of ours');
  });
  await withLayout('QWERTY', () => assert.equal(shownKeys('[ / ]'), '[ / ]'));
});

test('every sign on a sheet is one that the person’s keyboard gives', async () => {
  for (const layout of Object.keys(LAYOUTS))
    await withLayout(layout, () => {
      for (const sign of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') {
        const label = labelOf(sign).toLowerCase();
        const event = keysOf(layout).find(({ key, shiftKey }) => key === label && !shiftKey);
        assert.ok(event, `${layout}: ${sign} is shown as ${label}`);
        assert.ok(
          meanings(event).some(({ key }) => key === sign),
          `${layout}: ${label} means ${sign}`,
        );
      }
    });
});

test('no module compares a letter or a sign by itself', () => {
  const folder = fileURLToPath(new URL('../../static/', import.meta.url));
  const own = /\.key(?:\.to(?:Upper|Lower)Case\(\))? ?(?:===|!==) ?['"`][^'"`]['"`]/;
  const found = readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.js') && !name.startsWith('vendor'))
    .filter((name) => own.test(readFileSync(folder + name, 'utf8')));
  assert.deepEqual(found, []);
});
