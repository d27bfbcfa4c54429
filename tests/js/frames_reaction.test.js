// Does the band of a reaction say what a pass costs, and is a pass in gold only where it loses nothing; does a capped card say so?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardPage, moments } from './board_page.js';

const SHIP = { ship: 'fa07a_hummingbird', captain: 'adam_green', captain_revealed: true, hand: ['warp_shield'] };
const told = await moments({ turn: { game: 'frames', start: { seats: [SHIP, SHIP], victory: ['annihilation'] } } });

/** The same table, where the warship of the reader has been hit. @param {any[]} leads what a pass leads to */
function struck(leads) {
  const [frame] = told.turn.frames.slice(-1);
  const target = { unit: 's0', landed: 1, packet: 15 };
  const attack = { by: 's1', weapon: 'thermal_beam', targets: [target] };
  const window = { kind: 'defence', seat: 0, attack, unit: null, clock: 'window', offers: [] };
  const pass = { label: 'Pass', text: 'Pass', data: {}, group: 'react', orders: { type: 'react', use: [] }, leads };
  const asked = { ...frame, view: { ...frame.view, phase: 'window', window }, choices: [pass] };
  return { ...told.turn, frames: [asked] };
}

test('a Warp Shield says how much it sends back at a table that caps it, on its card and as an answer', async (context) => {
  const capped = /sends back 4 damage at most/;
  const at = async (limit) => {
    const moment = struck([]);
    const [frame] = moment.frames;
    const options = { ...frame.view.options, warp_limit: limit };
    const shield = {
      ...frame.choices[0],
      ...{ label: 'React with Warp Shield', text: 'React with %(what)s', data: { what: 'Warp Shield' } },
      ...{ card: 'warp_shield', orders: { type: 'react', use: [{ card: 'c0_0' }] } },
    };
    const asked = { ...frame, view: { ...frame.view, options }, choices: [...frame.choices, shield] };
    const { board } = await boardPage(context, 'frames', { ...moment, frames: [asked] });
    return [board.querySelector('.fr-offer > span'), board.querySelector('[data-card="warp_shield"]')];
  };
  for (const place of await at(4)) assert.match(place.textContent, capped);
  for (const place of await at(0)) assert.doesNotMatch(place.textContent, capped);
});

test('a pass is gold where it costs hit points, and not where it loses the warship, which it says', async (context) => {
  const passOf = async (leads) => (await boardPage(context, 'frames', struck(leads))).board.querySelector('.fr-pass');
  const cheap = await passOf([]);
  assert.ok(cheap.classList.contains('primary'));
  assert.equal(cheap.querySelector('small').textContent, 'take 15 damage');
  const dear = await passOf([{ text: 'Your warship is lost.', data: {} }]);
  assert.ok(!dear.classList.contains('primary'));
  assert.equal(dear.querySelector('small').textContent, 'Your warship is lost.');
});

test('of a pass and the answers that is gold which is advised, and a pass alone', async (context) => {
  const goldOf = async (at) => {
    const moment = struck([]);
    const [frame] = moment.frames;
    const answer = {
      ...frame.choices[0],
      ...{ label: 'React with Warp Shield', text: 'React with %(what)s', data: { what: 'Warp Shield' } },
      ...{ card: 'warp_shield', orders: { type: 'react', use: [{ card: 'c0_0' }] } },
    };
    const choices = [frame.choices[0], answer].map((one, i) =>
      i === at ? { ...one, advice: { rank: 1, gives: [], risks: [] } } : one,
    );
    const { board } = await boardPage(context, 'frames', { ...moment, frames: [{ ...frame, choices }] });
    return [...board.querySelectorAll('.fr-reaction .primary')].map(({ className }) => className.split(' ')[0]);
  };
  assert.deepEqual(await goldOf(0), ['fr-pass']);
  assert.deepEqual(await goldOf(1), ['fr-offer']);
  assert.deepEqual(await goldOf(-1), [], 'while something can be answered a pass is gold only if it is advised');
});
