// Can every seat, letter and word be told from its ground? WCAG 2.2: 3:1 for what is drawn, 4.5:1 for text, in both themes.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { edgeOf } from 'board/marks.js';
import { contrast, inkOn, LEAST_CONTRAST, luminance, mixed, standingOut } from 'board/palette.js';

const READABLE = 4.5;
const css = (/** @type {string} */ name) => readFileSync(new URL(`../../static/css/${name}`, import.meta.url), 'utf8');
const tokens = css('tokens.css');

/** The colours of one rule by name. @param {string} selector @returns {Record<string, string>} */
function coloursOf(selector) {
  const rule = tokens.slice(tokens.indexOf(`${selector} {`));
  const found = [...rule.slice(0, rule.indexOf('}')).matchAll(/--([\w-]+): (#[0-9a-f]{3,6});/g)];
  return Object.fromEntries(found.map(([, name, colour]) => [name, colour]));
}

const dark = coloursOf(':root');
const themes = { dark, light: { ...dark, ...coloursOf(':root[data-theme="light"]') } };
const GROUNDS = ['ink', 'panel', 'raised'];

/** Everything that looks too much like what it lies on. @param {[string, string, string][]} pairs what, colour, ground @param {number} least */
const poor = (pairs, least) =>
  pairs
    .filter(([, colour, ground]) => contrast(colour, ground) < least)
    .map(([what, colour, ground]) => `${what} ${contrast(colour, ground).toFixed(2)}`);

/** @param {(seat: { name: string, theme: Record<string, string>, palette: any, colour: string, letter: string | undefined }) => [string, string, string][]} pairsOf */
function ofSeats(pairsOf) {
  return Object.entries(themes).flatMap(([themeName, theme]) =>
    ['standard', 'muted', 'steps'].flatMap((paletteName) => {
      const seats = coloursOf(`[data-palette="${paletteName}"]`);
      return [0, 1, 2, 3, 4, 5, 6, 7].flatMap((seat) =>
        pairsOf({
          name: `${themeName} ${paletteName} ${seat}`,
          theme,
          palette: { ...theme, dark: luminance(theme.ink) < 0.2 },
          colour: seats[`seat-${seat}`],
          letter: seats[`on-seat-${seat}`],
        }),
      );
    }),
  );
}

test('the themes and palettes are what the page begins with', () => {
  assert.equal(contrast('#000', '#ffffff'), 21);
  assert.match(tokens, /:root,\n\[data-palette="standard"\] \{/);
});

test('the light theme is the same whether the system or the person wishes it', () => {
  const rule = (/** @type {string} */ selector) => {
    const [, body] = tokens.slice(tokens.indexOf(`${selector} {`)).split(/[{}]/);
    return body.split(';').map((line) => line.trim());
  };
  assert.deepEqual(rule(':root:not([data-theme="dark"])'), rule(':root[data-theme="light"]'));
});

test('words can be read on every ground', () => {
  const pairs = Object.entries(themes).flatMap(([name, theme]) =>
    ['text', 'muted', 'lamp', 'good', 'bad'].flatMap((word) =>
      GROUNDS.map((ground) => [`${name} ${word} on ${ground}`, theme[word], theme[ground]]),
    ),
  );
  assert.deepEqual(poor(pairs, READABLE), []);
});

test('what has the focus is told from every ground, and from what is due', () => {
  const pairs = Object.entries(themes).flatMap(([name, theme]) =>
    [...GROUNDS, 'fog-unseen'].map((ground) => [`${name} on ${ground}`, theme.focus, theme[ground]]),
  );
  assert.deepEqual(poor(pairs, LEAST_CONTRAST), []);
  for (const theme of Object.values(themes)) assert.notEqual(theme.focus, theme.lamp);
});

test('the shape of a seat stands out from every ground by its outline', () => {
  const page = ofSeats(({ name, theme }) =>
    GROUNDS.map((ground) => [`${name} on ${ground}`, theme['seat-outline'], theme[ground]]),
  );
  const board = ofSeats(({ name, palette, colour, theme }) =>
    ['ink', 'panel', 'fog-unseen'].map((ground) => [`${name} on ${ground}`, edgeOf(palette, colour), theme[ground]]),
  );
  assert.deepEqual(poor([...page, ...board], LEAST_CONTRAST), []);
});

test('a bare line in the colour of a seat stands out by itself', () => {
  const bare = 'stroke: color-mix(in srgb, var(--seat), var(--text));';
  assert.ok(css('parts.css').includes(bare));
  assert.ok(css('match_course.css').includes(bare));
  const page = ofSeats(({ name, theme, colour }) =>
    GROUNDS.map((ground) => [`${name} on ${ground}`, mixed(colour, theme.text, 0.5), theme[ground]]),
  );
  const board = ofSeats(({ name, palette, colour, theme }) => [[name, standingOut(palette, colour), theme.ink]]);
  assert.deepEqual(poor([...page, ...board], LEAST_CONTRAST), []);
});

test('the letter of a seat can be read on its colour', () => {
  const page = ofSeats(({ name, colour, letter }) => (letter ? [[name, letter, colour]] : []));
  const board = ofSeats(({ name, colour }) => [[name, inkOn(colour), colour]]);
  assert.equal(page.length, 2 * 3 * 7, 'the letter of the last seat stands on the ground');
  assert.deepEqual(poor([...page, ...board], READABLE), []);
});

test('letters in the colour of the ground are left as they are where the system chooses colours', () => {
  const folder = new URL('../../static/', import.meta.url);
  const rules = ['css', 'games', 'kit']
    .flatMap((part) => readdirSync(new URL(part, folder), { recursive: true }).map((name) => `${part}/${name}`))
    .filter((name) => name.endsWith('.css'))
    .flatMap((name) =>
      [...readFileSync(new URL(name, folder), 'utf8').matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, who, what]) => ({
        who: who.replace(/\/\*.*?\*\//gs, ''),
        what,
      })),
    );
  // The browser lays the colour of the ground behind letters whose colours it has chosen.
  const left = rules.filter(({ what }) => what.includes('forced-color-adjust: none')).map(({ who }) => who);
  const inverted = rules
    .filter(({ what }) => /(?<![-\w])color: var\(--(?:on-lamp|ink|panel)\)/.test(what))
    .flatMap(({ who }) => who.split(',').map((one) => one.trim().split(' ').at(-1) ?? ''));
  assert.ok(inverted.length > 5);
  assert.deepEqual(
    inverted.filter((one) => !left.some((who) => who.includes(one))),
    [],
  );
});
