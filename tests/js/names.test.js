// Are things called by their names, and by nothing that only programs should read? Books of names, commands, and the sentences of recorded steps.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { called, isCalled, middleOf, nameIn, placeIn, placesOf, typed } from 'app/names.js';
import { commandHelp as aetherHelp } from 'games/cosmos/command.js';
import { words as cosmos } from 'games/cosmos/describe.js';
import { parseCommand as seaCommand, commandHelp as seaHelp } from 'games/deep_blue/command.js';
import * as deepBlue from 'games/deep_blue/describe.js';
import { commandHelp as tableHelp } from 'games/frames/command.js';
import { words as frames } from 'games/frames/describe.js';
import { parseCommand as campusCommand, commandHelp as campusHelp } from 'games/hundred_clubs/command.js';
import * as hundredClubs from 'games/hundred_clubs/describe.js';
import { parseCommand as starCommand, commandHelp as starHelp } from 'games/planet_conquer/command.js';
import * as planetConquer from 'games/planet_conquer/describe.js';
import { moments } from './board_page.js';

const BOOK = {
  named: { 0: ['Midor', '米多尔'] },
  parts: [
    [
      ['Bold', '勇敢'],
      ['Grey', '灰色'],
    ],
    [
      ['Heron', '苍鹭'],
      ['Wolf', '狼'],
      ['Fox', '狐'],
    ],
  ],
  joint: [' ', ''],
  rows: [
    [0, 0, -1],
    [0, 0, -1],
  ],
};
const WORDS = { planet_conquer: planetConquer, deep_blue: deepBlue, cosmos, hundred_clubs: hundredClubs, frames };
const BOTS = {
  planet_conquer: 'medium',
  deep_blue: 'medium',
  cosmos: 'hard',
  hundred_clubs: 'medium',
  frames: 'medium',
};
const HELP = {
  planet_conquer: starHelp,
  deep_blue: seaHelp,
  cosmos: aetherHelp,
  hundred_clubs: campusHelp,
  frames: tableHelp,
};
const STEPS = [2, 7, 14];
/** In a game of many short steps little happens early. */
const at = (game, step) => (game === 'cosmos' ? { 2: 60, 7: 84, 14: 200 }[step] : step);
const told = await moments(
  Object.fromEntries(
    Object.keys(WORDS).flatMap((game) =>
      STEPS.map((step) => [`${game} ${step}`, { game, step: at(game, step), bots: [BOTS[game], BOTS[game]] }]),
    ),
  ),
);
/** Coordinates, rows of cells, ids of ships and units; a bare seat at the beginning. */
const RAW = /\b\d+,\d+\b|\b-?\d+:-?\d+\b|\b[A-Z]{1,2}\d{1,2}\b|\b[a-c][1-5]\b|\brow \d|\bm[01]_\d|^[A-H] /;

/** Ids that are no small numbers. @param {any} view */
const idsOf = ({ elements = [], own = [], foreign = [], ghosts = [], memory }) =>
  [...elements, ...own, ...foreign, ...ghosts, ...(Array.isArray(memory) ? memory : [])]
    .map(({ id }) => String(id))
    .filter((id) => id.length > 3);

/** What is read where the page has a language. @template Value @param {string} lang @param {() => Value} read */
function inLanguage(lang, read) {
  const before = globalThis.document;
  globalThis.document = { documentElement: { lang } };
  try {
    return read();
  } finally {
    globalThis.document = before;
  }
}

test('a book tells the name of a number in the language of the page', () => {
  assert.equal(called(BOOK, 0), 'Midor');
  assert.equal(called(BOOK, 4), 'Bold Wolf');
  assert.equal(called(BOOK, 'none'), '');
  assert.equal(called(undefined, 4), '');
  inLanguage('zh-hans', () => assert.deepEqual([called(BOOK, 0), called(BOOK, 4)], ['米多尔', '勇敢狼']));
});

test('a name is typed in either language, in any case, with or without its blanks', () => {
  const name = nameIn(BOOK, 4);
  for (const word of ['bold wolf', 'Bold_Wolf', 'boldwolf', '勇敢狼']) assert.ok(isCalled(name, word), word);
  assert.ok(!isCalled(name, 'bold'));
  assert.equal(typed(name), 'BOLDWOLF');
});

test('a map tells the place of a cell, its middle, and all places', () => {
  assert.equal(placeIn(BOOK, 1, 1), 'Midor');
  assert.equal(placeIn(BOOK, 2, 0), '');
  assert.deepEqual(middleOf(BOOK, '米多尔'), [0, 0]);
  assert.equal(middleOf(BOOK, 'nowhere'), null);
  assert.deepEqual(placesOf(BOOK)[0], { name: 'Midor', x: 1, y: 1 });
});

for (const game of Object.keys(WORDS))
  test(`no sentence about the steps of ${game} has coordinates, ids or a bare seat in it`, () => {
    let sentences = 0;
    for (const step of STEPS) {
      const { info, frames: shown } = told[`${game} ${step}`];
      const frame = shown.at(-1);
      for (const event of frame.events)
        for (const lang of ['en', 'zh-hans']) {
          const text = inLanguage(lang, () => WORDS[game].describeEvent(event, frame, info));
          if (!text) continue;
          sentences += 1;
          assert.doesNotMatch(text, RAW, JSON.stringify(event));
          for (const id of idsOf(frame.view)) assert.ok(!text.includes(id), text);
        }
    }
    assert.ok(sentences > 5);
  });

test('commands take the names of planets, ships, waters and places', () => {
  const [stars, sea, campus] = ['planet_conquer 2', 'deep_blue 2', 'hundred_clubs 7'].map((key) => told[key]);
  const last = ({ frames: shown }) => shown.at(-1);
  const { view } = last(stars);
  const home = view.planets.find(({ owner }) => owner === 0).id;
  const key = view.map.planets[home].key;
  const route = view.map.routes.find(([a, b]) => a === key || b === key);
  const to = view.map.planets.findIndex((planet) => route.includes(planet.key) && planet.key !== key);
  for (const side of [0, 1]) {
    const [from, target] = [home, to].map((id) => view.names.planets.named[id][side]);
    const { moves } = starCommand(`move ${from} ${target} 5`, { moves: [], tactic: null }, last(stars), stars.info);
    assert.deepEqual(moves, [{ from: home, to, units: 5 }]);
  }
  const chart = last(sea).view;
  const ship = chart.elements.find(({ seat, pos }) => seat === 0 && pos);
  const [waters] = Object.values(chart.names.seas.named);
  for (const side of [0, 1]) {
    const line = `move ${nameIn(chart.names.units, ship.id)[side]} ${waters[side]}`;
    const { units } = seaCommand(line, {}, last(sea), sea.info);
    const [x, y] = units[ship.id].move;
    assert.equal(placeIn(chart.names.seas, x, y), waters[0]);
  }
  const [place] = Object.values(last(campus).view.names.places.named);
  const { campaigns } = campusCommand(`campaign ${place[0]} 3`, {}, last(campus), campus.info);
  assert.equal(placeIn(last(campus).view.names.places, ...campaigns[0].at), place[0]);
});

for (const [game, help] of Object.entries(HELP))
  test(`${game}: examples of commands call things by the names of the match`, () => {
    for (const step of STEPS) {
      const [frame] = told[`${game} ${step}`].frames.slice(-1);
      const lines = help(frame).map(({ command, meaning }) => `${command} | ${meaning}`);
      assert.ok(lines.length > 5);
      for (const line of lines) assert.doesNotMatch(line, RAW, line);
      for (const line of lines) assert.doesNotMatch(line.replace(/\| .*/, ''), /\b\d{3,}\b/, line);
    }
  });
