// Whoever looks through another's eyes, a spectator or somebody who replays a rival's side, is not "you": words, board and column speak of that seat by name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newsOf } from 'match/news.js';
import { boardPage, moments, PHONE, WIDE } from './board_page.js';

const STEPS = {
  planet_conquer: { bots: ['medium', 'hard', 'medium'], step: 24 },
  hundred_clubs: { bots: ['hard', 'medium', 'hard', 'easy'], step: 14 },
  frames: { bots: ['medium', 'hard'], step: 60 },
  deep_blue: { bots: ['medium', 'medium'], step: 24, options: { map: 'pocket_sound' } },
  cosmos: { bots: ['medium', 'hard'], step: 24, options: { rounds: 300, stride: 3 } },
};
const PLAYED = await moments(
  Object.fromEntries(Object.entries(STEPS).map(([game, one]) => [game, { game, seat: 0, last: 1000, ...one }])),
);
const YOU = /.{0,60}\b(?:you|your|yours)\b.{0,60}/i;
/** What is said to whoever touches the board, whomever they watch. */
const TO_ANYBODY = ['under your finger', 'You watch.'];
/** @param {string[]} rules @param {string} text */
const without = (rules, text) => [...TO_ANYBODY, ...rules].reduce((all, one) => all.replaceAll(one, ''), text);

/** The same position for two readers: a spectator, and whoever played the other seat. @param {any} info */
const readers = (info) => [
  { ...info, you: null, yours: [] },
  { ...info, you: 1, yours: [1] },
];

/** Texts of the cards of a match, sentence by sentence. @param {string} game @param {any[]} frames @returns {Promise<string[]>} */
async function printed(game, frames) {
  if (game !== 'frames') return [];
  const { say } = await import('games/frames/words.js');
  return Object.values(frames.at(-1).view.cards).flatMap(({ text = [] }) => text.map(say));
}

for (const game of Object.keys(STEPS)) {
  test(`${game}: what is told of a step and a position names the seat that is looked through`, async () => {
    const { default: module } = await import(`games/${game}/main.js`);
    const { info, frames } = PLAYED[game];
    const rules = await printed(game, frames);
    const own = { you: 0, told: 0 };
    for (const [i, frame] of frames.slice(1).entries()) {
      const before = frames[i];
      const said = (/** @type {any} */ reader) => [
        ...newsOf(module, reader, frame, before).flatMap(({ text, moment }) => [text, moment ?? '']),
        ...frame.events.flatMap((/** @type {any} */ event) => [
          module.describeEvent(event, frame, reader) ?? '',
          module.milestone?.(event, frame, reader)?.text ?? '',
        ]),
        module.goal?.(frame, reader) ?? '',
        ...module.describe({ ...frame, choices: null }, reader).flatMap(({ heading, lines }) => [heading, ...lines]),
      ];
      for (const reader of readers(info))
        for (const text of said(reader)) assert.doesNotMatch(without(rules, text), YOU);
      own.you += said(info).filter((text) => YOU.test(text)).length;
      own.told += newsOf(module, info, frame, before).length;
      // Nothing is kept from them but what only one's own moves are worth.
      assert.ok(
        newsOf(module, readers(info)[0], frame, before).length >= newsOf(module, info, frame, before).length / 2,
      );
    }
    assert.ok(own.you > 20 && own.told > 20, `${own.you} of the reader's own`);
  });

  for (const [screen, how] of Object.entries({ desk: { size: WIDE }, phone: { size: PHONE, touch: true } }))
    test(`${game}: board and column name the seat that is looked through, ${screen}`, async (context) => {
      const { info, frames } = PLAYED[game];
      const [watcher] = readers(info);
      const watched = { info: watcher, seat: null, orders: null, forecast: null, frames: frames.slice(-2) };
      const shown = watched.frames.map((/** @type {any} */ frame) => ({ ...frame, choices: null }));
      const page = await boardPage(context, game, { ...watched, frames: shown }, how);
      // What is printed on a card speaks to whoever holds it.
      const rules = await printed(game, frames);
      const look = () => {
        const seen = [...page.document.querySelectorAll('[aria-label], [title]')].filter(
          (one) => !one.closest('[hidden]'),
        );
        const labels = seen.flatMap((one) => [one.getAttribute('aria-label') ?? '', one.getAttribute('title') ?? '']);
        const words = page.words().map(({ text }) => text);
        for (const text of [page.read(page.panel), page.read(page.board), ...labels, ...words, ...page.said])
          assert.equal(YOU.exec(without(rules, text))?.[0], undefined);
      };
      look();
      for (let x = 60; x < how.size.width; x += 160)
        for (let y = 60; y < how.size.height; y += 160) {
          await page.click(x, y);
          look();
        }
    });
}
