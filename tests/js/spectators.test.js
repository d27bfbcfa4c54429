// Whoever has no seat gives no orders: on no board and in no column is there anything to order with, whatever is watched and touched.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardPage, moments, PHONE, WIDE } from './board_page.js';

/** Pixels between the places that are touched. */
const APART = process.env.FOGBOUND_LONG ? 110 : 170;
const CONTROLS = new Set(['BUTTON', 'INPUT', 'SELECT', 'TEXTAREA']);
const SCREENS = { desk: { size: WIDE }, phone: { size: PHONE, touch: true } };
const GAMES = {
  planet_conquer: { step: 6 },
  hundred_clubs: { step: 4, options: { starts: 'drawn', map: 'generated' } },
  deep_blue: { step: 4, options: { map: 'pocket_sound' } },
  cosmos: { step: 6, options: { rounds: 60, stride: 5 } },
  frames: { step: 20 },
};
/** What a spectator may touch, by its name on the page: the camera, layers of the chart, the last step again, and what only tells. */
const LOOKING =
  /^(Zoom|Show |Growth|Replay|Playback|Play the last|Terrain|Influence|Sight|Fire range|Names|Choose several|Aether|Radii|Radio|Its senses|Filter)/;
const GIVES_ORDERS =
  /order|rally|tactic|send|build|yard|new group|resign|^ready$|terminator|defend|boost|teleport|units to|campaign|choose a birthplace|bid|declare|propose|reinforce|deploy(?!ed this turn)|attack with|end (the )?turn/i;

const told = await moments(
  Object.fromEntries(
    Object.entries(GAMES).flatMap(([game, how]) =>
      ['public', 'referee', 0].map((seat) => [`${game} ${seat}`, { game, ...how, seat }]),
    ),
  ),
);

/** What can be pressed, slid or typed into. Asked after each touch: going through the page by hand takes a fraction of what selectors take. @param {Element} element */
function* controls(element) {
  for (const one of element.children) {
    if (one.hasAttribute('hidden')) continue;
    const role = one.getAttribute('role');
    const isDragged = one.getAttribute('draggable') === 'true';
    if (CONTROLS.has(one.tagName) || role === 'slider' || role === 'spinbutton' || isDragged) yield one;
    yield* controls(one);
  }
}

const isSlider = (one) =>
  /^(range|number)$/.test(one.getAttribute('type')) ||
  one.getAttribute('role') === 'slider' ||
  one.getAttribute('draggable') === 'true';
const nameOf = (one) => (one.getAttribute('aria-label') ?? one.textContent).trim();

for (const [name, moment] of Object.entries(told))
  for (const [screen, how] of Object.entries(SCREENS))
    test(`a spectator has nothing to order with: ${name}, ${screen}`, async (context) => {
      const [game] = name.split(' ');
      const watched = {
        ...moment,
        seat: null,
        forecast: null,
        info: { ...moment.info, you: null, yours: [] },
        frames: moment.frames.map((frame) => ({ ...frame, choices: null })),
      };
      const page = await boardPage(context, game, watched, how);
      const seen = new Set();
      const look = () => {
        for (const one of controls(page.document.body)) {
          if (isSlider(one)) seen.add(`slider ${nameOf(one)}`);
          // Sentences of the report lead to their places, and its headings fold it.
          else if (!LOOKING.test(nameOf(one)) && !/[.)]$|^Orders to the yard$/.test(nameOf(one))) seen.add(nameOf(one));
        }
      };
      look();
      for (let x = 40; x < how.size.width; x += APART)
        for (let y = 40; y < how.size.height; y += APART) {
          await page.click(x, y);
          look();
        }
      for (const one of [...controls(page.document.body)].filter(({ tagName }) => tagName === 'BUTTON')) one.click();
      await page.press('Enter', 'Escape', 'a', 'm', 'b', '1', ' ');
      look();
      assert.equal(page.drafted.length, 0);
      const orders = [...seen].filter((each) => /^slider/.test(each) || GIVES_ORDERS.test(each));
      assert.deepEqual(orders, []);
      assert.doesNotMatch(page.read(page.panel), /your own to give|give (your )?orders|one of your/i);
    });

test('a seat that is asked for nothing any more has no tactics to play', async (context) => {
  const moment = told['planet_conquer 0'];
  const tactics = async (frames) => {
    const page = await boardPage(context, 'planet_conquer', { ...moment, frames }, SCREENS.desk);
    return [...controls(page.document.body)].filter((one) => /Terminator|Defend/.test(nameOf(one))).length;
  };
  assert.ok((await tactics(moment.frames)) > 0);
  assert.equal(await tactics(moment.frames.map((frame) => ({ ...frame, choices: null }))), 0);
});
