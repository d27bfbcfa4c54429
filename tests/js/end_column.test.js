// Once a match is over, the column beside the board has nothing of its play: no orders to look for, no hint to give any.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardPage, moments, PHONE, WIDE } from './board_page.js';

const GAMES = {
  planet_conquer: { step: 12 },
  hundred_clubs: { step: 10, options: { starts: 'drawn', map: 'generated' } },
  deep_blue: { step: 8, options: { map: 'pocket_sound' } },
  cosmos: { step: 6, options: { rounds: 60, stride: 5 } },
};
const PLAYED = await moments(
  Object.fromEntries(Object.entries(GAMES).map(([game, one]) => [game, { game, seat: 0, ...one }])),
);
const OF_PLAY = /without orders|to give orders|needs you|click it, or Tab|None yet: choose|is left over is lost/;

for (const [game, moment] of Object.entries(PLAYED))
  for (const [screen, how] of Object.entries({ desk: { size: WIDE }, phone: { size: PHONE, touch: true } }))
    test(`${game}: the column of a finished match has no leftovers of play, ${screen}`, async (context) => {
      const playing = await boardPage(context, game, moment, how);
      assert.match(playing.read(playing.panel), OF_PLAY);
      const last = moment.frames.at(-1);
      const view = game === 'hundred_clubs' ? { ...last.view, phase: 'over' } : last.view;
      const frames = [{ ...last, view, choices: null, final: true }];
      const page = await boardPage(context, game, { ...moment, frames }, how);
      assert.doesNotMatch(page.read(page.panel), OF_PLAY);
    });
