// What do boards and panels say about a position and a draft: warnings before harm is done, why something cannot be done, what helps next?
// Positions are the engines' own; what the server foresees of a draft comes along.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardPage, moments, WIDE } from './board_page.js';

const SEA = {
  game: 'deep_blue',
  start: {
    units: [
      [101, 'battleship', 0, 'H9', { ammo: 10 }],
      [102, 'destroyer', 0, 'J8'],
      [103, 'destroyer', 1, 'J9'],
      [104, 'formation', 0, 'G5', { fuel: 20 }, [4, 2, 1, 3]],
    ],
  },
};
const ATTACK = { units: { 101: { command: { type: 'attack', target: 103 } }, 104: { move: [17, 8] } } };
const INTO_THE_BLUE = { units: { 102: { command: { type: 'attack', cell: [10, 4, 1], strikes: ['fire'] } } } };
const WAR = { game: 'hundred_clubs', scene: 'war' };
const AUCTION = { game: 'hundred_clubs', options: { starts: 'auction', map: 'generated' } };
const told = await moments({
  sea: SEA,
  'sea, with orders': { ...SEA, orders: ATTACK },
  'sea, a shot at nobody': { ...SEA, orders: INTO_THE_BLUE },
  'beside a neighbour': { ...WAR, orders: { campaigns: [{ at: [3, 1], size: 60 }] } },
  'too little': { ...WAR, orders: { campaigns: [{ at: [0, 0], size: 1 }] } },
  bids: AUCTION,
  birthplaces: { ...AUCTION, step: 1 },
  'first round': { ...AUCTION, step: 3 },
  campus: { game: 'hundred_clubs', options: { starts: 'drawn', map: 'generated' } },
  'bare table': { game: 'frames', start: { seats: [{ ship: 'white_pegasus' }, { ship: 'fa07c_bison' }] } },
  aether: { game: 'cosmos', options: { rounds: 30, stride: 1 } },
  'aether with a free planet': { game: 'cosmos', options: { rounds: 30, stride: 1, scout_under_way: true } },
});

/** A click on a cell of the sea, whose letter and number stand along the edges of the chart. */
async function clickCell(page, cell, more) {
  const [, letters, number] = /([A-Z]+)(\d+)/.exec(cell);
  // Depths are numbers too: those of the rim stand nearest to the left, letters nearest to the top.
  const middle = (text, axis) => {
    const [{ x, y, width, height }] = page
      .words()
      .filter((word) => word.text === text)
      .sort((one, other) => one[axis] - other[axis]);
    return [x + width / 2, y + height / 2];
  };
  await page.click(middle(letters, 'y')[0], middle(number, 'x')[1], more);
}

test('at sea a weak magazine is told at the ship, splash on one’s own and a way without fuel with the order', async (context) => {
  const quiet = await boardPage(context, 'deep_blue', told.sea);
  await clickCell(quiet, 'H9');
  const said = (page) => page.read(page.panel);
  assert.match(said(quiet), /Battleship [A-Z]/);
  assert.match(said(quiet), /Ammo is below half: strikes weaken to 40 %\./);
  assert.doesNotMatch(said(quiet), /[Ss]plash takes|[Ss]plash on your own/);
  await clickCell(quiet, 'G5');
  assert.match(said(quiet), /Formation [A-Z]/);
  assert.doesNotMatch(said(quiet), /No fuel for the way home/);
  const page = await boardPage(context, 'deep_blue', told['sea, with orders']);
  await clickCell(page, 'H9');
  assert.match(said(page), /Splash takes \d+ health off your own: destroyer [A-Z]/);
  await clickCell(page, 'G5');
  assert.match(said(page), /No fuel for the way home: \d+ left, \d+ needed/);
});

test('at sea a shot at nobody is told', async (context) => {
  const page = await boardPage(context, 'deep_blue', told['sea, a shot at nobody']);
  await clickCell(page, 'J8');
  assert.match(page.read(page.panel), /Nobody is seen there/);
});

test('a campaign says whom it cannot touch and offers war, and one that reaches nothing says so', async (context) => {
  const page = await boardPage(context, 'hundred_clubs', told['beside a neighbour']);
  page.panel.querySelector('.hc-place').click();
  await page.rest();
  const handle = page.board.querySelector('.hcb-handle');
  assert.match(page.read(handle), /cannot touch the land of club B: there is peace/);
  const war = [...handle.querySelectorAll('button')].find((one) => one.textContent.includes('War on club B'));
  war.click();
  await page.rest();
  assert.equal(page.orders().diplomacy[1], 'justify_war');
  assert.doesNotMatch(page.read(handle), /War on club B/);
  const small = await boardPage(context, 'hundred_clubs', told['too little']);
  small.panel.querySelector('.hc-place').click();
  await small.rest();
  assert.match(small.read(small.panel.querySelector('.hc-remark')), /wins/);
});

test('a truce forbids the knife, and the button says so', async (context) => {
  const moment = structuredClone(told['beside a neighbour']);
  const met = moment.frames.at(-1).view.players.find(({ relation }) => relation === 'neutral').seat;
  const knife = (page) => page.beside(met).querySelector('.hc-stab');
  assert.equal(knife(await boardPage(context, 'hundred_clubs', moment)).disabled, false);
  // As the engine tells it: no price for what a truce forbids.
  const { view, choices } = moment.frames.at(-1);
  for (const player of view.players.filter(({ relation }) => relation === 'neutral')) {
    player.truce = 4;
    delete choices.diplomacy[player.seat].backstab;
  }
  const page = await boardPage(context, 'hundred_clubs', moment);
  const club = page.beside(met);
  assert.match(page.read(club), /truce 4/);
  assert.equal(knife(page).disabled, true);
  assert.match(knife(page).getAttribute('aria-label'), /^No backstab in a truce$/);
  assert.match(page.read(club), /Truce: nobody can begin a war\. From round \d+/);
});

test('diplomacy stands with the names: one press orders it with its price, a second takes it back', async (context) => {
  const page = await boardPage(context, 'hundred_clubs', told['beside a neighbour']);
  const { view, choices } = told['beside a neighbour'].frames.at(-1);
  const { seat } = view.players.find(({ relation }) => relation === 'neutral');
  const club = page.beside(seat);
  const { form_alliance: price } = choices.diplomacy[seat];
  assert.ok(page.read(club).includes(`Alliance: ${price} money a round.`), page.read(club));
  assert.equal(page.beside(view.you).hidden, true);
  const commands = () => page.orders()?.diplomacy ?? {};
  club.querySelector('[value="form_alliance"]').click();
  await page.rest();
  assert.deepEqual(commands(), { [seat]: 'form_alliance' });
  assert.match(page.read(club), /Allied this round if this club says the same/);
  const knife = club.querySelector('.hc-stab');
  const asked = () => page.document.querySelector('dialog[open]');
  knife.click();
  assert.match(page.read(asked()), /begins at once, .* It costs no money, and there is one backstab in a match/);
  asked().close('no');
  await page.rest();
  assert.deepEqual(commands(), { [seat]: 'form_alliance' }, 'asked, and not meant');
  knife.click();
  asked().close('yes');
  await page.rest();
  assert.deepEqual(commands(), { [seat]: 'backstab' });
  assert.match(page.read(club), /There is one backstab in a match/);
  knife.click();
  await page.rest();
  assert.deepEqual(commands(), {});
});

test('hints of a first match follow the phase: bids, birthplaces, then campaigns', async (context) => {
  const { module } = await boardPage(context, 'hundred_clubs', told.bids);
  const hint = (name) => module.hint(told[name].frames.at(-1)).text;
  assert.match(hint('bids'), /^Bid for the right to choose first/);
  assert.match(hint('birthplaces'), /^Choose a cell among dormitories/);
  assert.match(hint('first round'), /^The flag is your club. Press its cell/);
});

test('the map of the campus takes nearly half of the width of a board, or four fifths of its height', async (context) => {
  for (const size of [WIDE, { width: 1540, height: 840 }]) {
    const page = await boardPage(context, 'hundred_clubs', told.campus, { size });
    const cellAt = async (x) => {
      page.pointer('pointermove', x, size.height / 2);
      await page.rest();
      return Number(/(\d+),\d+/.exec(page.board.querySelector('.hcb-place').textContent)[1]);
    };
    /** Where the next cell begins to the right of x. */
    const next = async (x) => {
      const first = await cellAt(x);
      for (let at = x + 1; ; at += 1) if ((await cellAt(at)) !== first) return at;
    };
    const [left, right] = [await next(size.width * 0.4), await next(size.width * 0.6)];
    const cell = (right - left) / ((await cellAt(right)) - (await cellAt(left)));
    const { width, height } = told.campus.info.static.map;
    const [wide, high] = [(cell * width) / size.width, (cell * height) / size.height];
    assert.ok(wide >= 0.45 || high >= 0.79, `a cell of ${cell}: ${wide} of the width, ${high} of the height`);
  }
});

test('at the card table what cannot be done stays, does nothing, and says why in words and aloud', async (context) => {
  const page = await boardPage(context, 'frames', told['bare table']);
  const all =
    page.board.querySelector('.fr-do[data-key="operate_all"]') ??
    page.document.querySelector('.fr-do[data-key="operate_all"]');
  assert.equal(all.getAttribute('aria-disabled'), 'true');
  all.click();
  await page.rest();
  assert.equal(page.document.querySelector('.fr-more .why').textContent, 'Operate all: No mech of yours can act.');
  assert.deepEqual(page.said, ['Operate all: No mech of yours can act.']);
  assert.deepEqual(page.drafted, []);
});

test('in the aether what cannot be paid is among what needs one, until it is changed', async (context) => {
  const drafts = {};
  for (const energy of [999, 60]) {
    const page = await boardPage(context, 'cosmos', told.aether);
    await page.command(`planets build battleship ${energy} e`);
    drafts[energy] = { game: 'cosmos', options: { rounds: 30, stride: 1 }, orders: page.orders() };
  }
  const foreseen = await moments(drafts);
  const needs = async (energy) => {
    const page = await boardPage(context, 'cosmos', foreseen[energy]);
    return page.read(page.panel.querySelector('[aria-label="What needs you"]'));
  };
  assert.match(await needs(999), /Planet.*energy/);
  assert.doesNotMatch(await needs(60), /energy/);
});

test('the routine that was pressed is the one that shows, also where another begins in the same way', async (context) => {
  const page = await boardPage(context, 'cosmos', told['aether with a free planet']);
  // A first look is at the free planet.
  const { energy } = told['aether with a free planet'].frames[0].view.own.find(({ kind }) => kind === 'planet');
  const number = page.words().find(({ text }) => text === String(energy));
  for (const kind of ['pointerdown', 'pointerup']) page.pointer(kind, number.x, number.y);
  await page.rest();
  const routines = [...page.board.querySelectorAll('[aria-label="Routines for the chosen"] button')];
  assert.deepEqual(
    routines.map(({ textContent }) => textContent),
    ['Economy', 'War'],
  );
  for (const routine of routines) {
    routine.click();
    await page.rest();
    const pressed = routines.filter((one) => one.getAttribute('aria-pressed') === 'true');
    assert.deepEqual(
      pressed.map(({ textContent }) => textContent),
      [routine.textContent],
    );
  }
});

test('the strip of routines on the board goes away with who is chosen', async (context) => {
  const page = await boardPage(context, 'cosmos', told.aether, { touch: true });
  const strip = page.board.querySelector('[aria-label="What can be done here"]');
  page.button('Next without orders').click();
  await page.rest();
  assert.equal(strip.hidden, false);
  strip.querySelector('[aria-label="Choose nobody"]').click();
  await page.rest();
  assert.equal(strip.hidden, true);
  assert.doesNotMatch(page.read(page.panel), /Routines/);
});
