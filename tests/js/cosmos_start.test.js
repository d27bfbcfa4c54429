// Does the first look at a match of Cosmos say where one is, what is one's own, and what can be done?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offOf } from 'games/cosmos/building.js';
import { hint } from 'games/cosmos/goal.js';
import { callAsIn, properName } from 'games/cosmos/names.js';
import { whole } from 'games/cosmos/orders.js';
import { leftBehind } from 'games/cosmos/scene.js';
import { sessionOf } from 'games/cosmos/session.js';
import { boardPage, moments, PHONE, WIDE } from './board_page.js';

const PEOPLES = { scout_under_way: true, neutral_income: false, neutral_energy: [20, 40], rounds: 200, stride: 5 };
const told = await moments({
  start: { game: 'cosmos', options: { scout_under_way: true }, last: 1 },
  advised: { game: 'cosmos', options: PEOPLES, last: 1, orders: whole() },
  later: { game: 'cosmos', options: { scout_under_way: true, rounds: 200, stride: 5 }, step: 6, last: 1 },
  two: { game: 'cosmos', options: { scout_under_way: true, rounds: 200, stride: 5 }, step: 1, last: 2 },
});
const [frame] = told.start.frames;
callAsIn(frame.view);
const nameOf = (list) => properName(frame.view[list].find(({ kind }) => kind === 'planet').id);
const home = nameOf('own');
const free = nameOf('foreign');

/** Presses the planet of one's own on the chart. */
async function choosesHome(page, { frames: [{ view }] }) {
  const { energy } = view.own.find(({ kind }) => kind === 'planet');
  const number = page.words().find(({ text }) => text === String(energy));
  for (const kind of ['pointerdown', 'pointerup']) page.pointer(kind, number.x, number.y);
  await page.rest();
}

for (const [name, size, least] of [
  ['desk', WIDE, 40],
  ['phone', PHONE, 24],
])
  test(`what is in sight at the start has its name and its owner, and the dark says what it is: ${name}`, async (context) => {
    const page = await boardPage(context, 'cosmos', told.start, { size, touch: name === 'phone' });
    const words = page.words();
    const find = (text) => words.find((word) => word.text === text);
    for (const wanted of [`${home} · yours`, `${free} · nobody’s`, 'unknown', 'your senses reach here'])
      assert.ok(find(wanted), `${wanted} is not among ${words.map(({ text }) => text)}`);
    // The number on a planet is as large as its disc has room: the own one is no dot.
    const { view } = frame;
    const { energy } = view.own.find(({ kind }) => kind === 'planet');
    assert.ok(find(String(energy)), 'the energy of the own planet');
    const senses = find('your senses reach here');
    const planet = find(`${home} · yours`);
    const tiles = Math.sqrt(view.tables.kinds.planet.sense);
    // Label above the rim, name below the planet: between them lies the radius of the senses.
    const scale = (planet.y - senses.y) / (tiles + 1.5);
    assert.ok(scale * 1.48 >= least * 0.8, `a planet of ${Math.round(scale * 1.48)} pixels`);
  });

test('once one knows the place nothing says whose it is or how far one senses', async (context) => {
  const page = await boardPage(context, 'cosmos', told.later);
  const texts = page.words().map(({ text }) => text);
  assert.ok(texts.includes(home), String(texts));
  assert.deepEqual(
    texts.filter((text) => / · yours|reach here/.test(text)),
    [],
  );
});

test('ways to go on stand side by side with what each costs, gives and risks, and each press leads to the next', async (context) => {
  const page = await boardPage(context, 'cosmos', told.advised);
  const dock = page.board.querySelector('.cosmos-choices');
  const ways = () => [...dock.querySelectorAll('.cosmos-way')].map((one) => page.read(one));
  assert.equal(dock.hidden, false, 'nobody is chosen at the start: the first look is at the choice');
  assert.match(ways()[0], new RegExp(`^Grow ${free} is nobody’s: a battleship of ${home} can take it`));
  assert.ok(ways().length >= 2, 'one way alone is no choice');
  for (const way of ways()) assert.match(way, /Costs .*Gives .*Risks /);
  // The planet is not told to follow a routine: that would spend what the ship needs.
  assert.match(page.read(page.panel), new RegExp(`${home}: it does nothing; on the chart stand ways to go on`));
  assert.doesNotMatch(page.read(page.panel), /give it a routine/);
  dock.querySelector('.cosmos-way button').click();
  await page.rest();
  assert.match(page.drafts().join(), /builds a Battleship/);
});

test('whoever is chosen has the place of the ways, which the panel brings back', async (context) => {
  const page = await boardPage(context, 'cosmos', told.advised);
  const dock = page.board.querySelector('.cosmos-choices');
  await choosesHome(page, told.advised);
  assert.equal(dock.hidden, true);
  page.button('Show the ways to go on').click();
  await page.rest();
  assert.equal(dock.hidden, false);
  // Beside who is chosen as well, and past the last one without orders.
  await choosesHome(page, told.advised);
  page.button('Ways to go on').click();
  await page.rest();
  assert.equal(dock.hidden, false);
  await page.press('Tab');
  assert.equal(dock.hidden, true);
  await page.press('Tab');
  assert.equal(dock.hidden, false);
});

test('where there is little room a press tells what a way costs, gives and risks', async (context) => {
  const page = await boardPage(context, 'cosmos', told.advised, { size: PHONE, touch: true });
  const dock = page.board.querySelector('.cosmos-choices');
  const more = dock.querySelector('.cosmos-way.is-open .cosmos-more');
  const isUnfolded = () => [dock.classList.contains('is-unfolded'), more.getAttribute('aria-expanded')];
  assert.deepEqual(isUnfolded(), [false, 'false']);
  more.click();
  assert.deepEqual(isUnfolded(), [true, 'true']);
});

test('while a step is on its way the ways keep their room, so that the chart stays where it is', async (context) => {
  const page = await boardPage(context, 'cosmos', told.advised);
  const dock = page.board.querySelector('.cosmos-choices');
  const isAway = () => [dock.hidden, dock.classList.contains('is-away')];
  assert.deepEqual(isAway(), [false, false]);
  await page.setLocked(true);
  assert.deepEqual(isAway(), [false, true]);
});

test('the chart goes along with a ship that has left it, and with nobody else', () => {
  const at = (/** @type {number} */ id, /** @type {number} */ x, kind = 'scout', seen = 'own') => ({
    id,
    x,
    y: 1,
    kind,
    seen,
  });
  const positionOf = (/** @type {any[]} */ ...shown) =>
    /** @type {any} */ ({
      shown,
      byId: new Map(shown.map((one) => [one.id, one])),
    });
  const isHeld = (/** @type {any} */ { x }, /** @type {number} */ beyond) => x + beyond < 10;
  const ids = (/** @type {any} */ found) => found && [found.left, found.all].map((list) => list.map(({ id }) => id));
  const home = at(1, 2, 'planet');
  assert.equal(leftBehind(positionOf(home, at(2, 5)), positionOf(home, at(2, 8)), isHeld), null);
  assert.deepEqual(ids(leftBehind(positionOf(home, at(2, 8)), positionOf(home, at(2, 11)), isHeld)), [[2], [1, 2]]);
  // Whom the chart did not hold before, miners and others are left alone.
  assert.equal(leftBehind(positionOf(at(2, 12)), positionOf(at(2, 13)), isHeld), null);
  assert.equal(leftBehind(positionOf(at(2, 8, 'miner')), positionOf(at(2, 12, 'miner')), isHeld), null);
  assert.equal(leftBehind(positionOf(at(2, 8, 'scout', 'seen')), positionOf(at(2, 12, 'scout', 'seen')), isHeld), null);
});

test('where nothing pays the chart says so, and going on until something happens is the one thing to press', async (context) => {
  const nothing = { ...told.advised, forecast: { ...told.advised.forecast, advice: [] } };
  const [opened, due] = [[], []];
  const page = await boardPage(context, 'cosmos', nothing, {
    offers: { goOn: () => opened.push(1) },
    due: (act) => due.push(act.act),
  });
  const dock = page.board.querySelector('.cosmos-choices');
  assert.match(page.read(dock), new RegExp(`^Nothing pays for its price now. ${home} does nothing: give it a routine`));
  const shown = [...dock.querySelectorAll('button')].filter(({ hidden }) => !hidden).map((one) => page.read(one));
  assert.deepEqual(shown.filter(Boolean), ['Go on until something happens']);
  [...dock.querySelectorAll('button')].find((one) => /Go on/.test(page.read(one))).click();
  assert.equal(opened.length, 1);
  assert.equal(due.at(-1), 'choice', 'Ready stays, and does not shine');
});

test('what needs somebody stands in place of going on, which does not shine then', async (context) => {
  const { id } = frame.view.own.find(({ kind }) => kind === 'planet');
  const vain = [{ planet: id, bid: 6, rival: null, most: 7, round: 8 }];
  const asked = { ...told.advised, forecast: { ...told.advised.forecast, advice: [], vain } };
  const page = await boardPage(context, 'cosmos', asked, { offers: { goOn: () => {} } });
  const dock = page.board.querySelector('.cosmos-choices');
  assert.match(page.read(dock), new RegExp(`^.*${home}.*: it bids 6; 7 lost in round 8`));
  const due = [...dock.querySelectorAll(':scope > .kit-primary')];
  assert.deepEqual(
    due.map((one) => page.read(one)),
    ['Look there'],
  );
  due[0].click();
  await page.rest();
  assert.equal(dock.hidden, true, 'the planet is chosen, and what it can be told stands there');
});

test('for a finger the routine that is given is told in a sentence', async (context) => {
  const page = await boardPage(context, 'cosmos', told.start, { size: PHONE, touch: true });
  await choosesHome(page, told.start);
  const says = () => page.read(page.board.querySelector('.kit-strip-says'));
  assert.match(says(), /^Routine: what is it to do by itself\?/);
  page.button('Economy').click();
  await page.rest();
  assert.equal(says(), 'Economy: Builds miners and scouts in turn.');
});

test('a first hint names the planet that can be taken, and goes on once something is drafted', () => {
  const nothing = { direct: [], standing: [], defaults: {}, resign: false };
  const first = hint(frame, nothing);
  assert.match(
    first?.text ?? '',
    new RegExp(`^${home} is your planet, ${free} is nobody’s. On the chart stand ways to begin`),
  );
  const drafted = hint(frame, { ...nothing, standing: [{ id: 1, reflexes: [] }] });
  assert.match(drafted?.text ?? '', /^Ordered. .* Press Ready/);
  assert.notEqual(first?.key, drafted?.key, 'one put away leaves the other');
  const alone = { ...frame, view: { ...frame.view, foreign: [], ghosts: [] } };
  assert.match(hint(alone, nothing)?.text ?? '', /^\S+ is your planet. On the chart stand/);
  assert.match(hint({ ...frame, step: 3 }, nothing)?.text ?? '', /Go on until/);
});

test('a ship is never sent along with itself', () => {
  const said = [];
  let orders = null;
  const host = {
    info: told.start.info,
    seat: 0,
    readonly: false,
    getOrders: () => orders,
    setOrders: (next) => (orders = next),
    announce: (text) => said.push(text),
    select() {},
    onSelect: () => () => {},
  };
  const session = sessionOf(/** @type {any} */ (host));
  session.show(frame);
  session.setLocked(false);
  const place = (kind) => session.position().shown.find((one) => one.seen === 'own' && one.kind === kind);
  const [scout, planet] = [place('scout'), place('planet')];
  session.select([scout.id]);
  session.target([scout.x, scout.y], 'escort');
  assert.equal(orders, null, 'nothing is ordered');
  session.target([planet.x, planet.y], 'escort');
  assert.deepEqual(
    orders.standing.map(({ id, movement }) => [id, movement]),
    [[scout.id, { type: 'escort', id: planet.id }]],
  );
});

test('a burst without a radius is not ordered, and its press says what is missing', () => {
  const denied = [];
  let orders = null;
  const host = {
    info: told.start.info,
    seat: 0,
    readonly: false,
    getOrders: () => orders,
    setOrders: (next) => (orders = next),
    announce: (text) => denied.push(text),
    select() {},
    onSelect: () => () => {},
  };
  const session = sessionOf(/** @type {any} */ (host));
  session.show(frame);
  session.setLocked(false);
  session.fire();
  assert.deepEqual([orders, denied], [null, ['Choose how far the burst reaches first.']]);
});

/** What the server offers, and of how much energy. */
const USUAL = { battleship: 60, miner: 41, scout: 1 };

test('the usual ships stand beside the planet with their prices, and one press orders or takes back', async (context) => {
  const page = await boardPage(context, 'cosmos', told.start);
  await choosesHome(page, told.start);
  const builds = () => [...page.board.querySelectorAll('[aria-label="Build a ship"] button')];
  assert.deepEqual(
    builds().map((one) => page.read(one)),
    [`Battleship ${USUAL.battleship}`, `Miner ${USUAL.miner}`, `Scout ${USUAL.scout}`],
  );
  builds()[1].click();
  await page.rest();
  assert.deepEqual(
    page.orders().direct.map(({ actions }) => actions.map(({ kind, energy }) => [kind, energy])),
    [[['miner', 41]]],
  );
  assert.equal(builds()[1].getAttribute('aria-pressed'), 'true');
  const { energy } = told.start.frames[0].view.own.find(({ kind }) => kind === 'planet');
  assert.match(
    page.read(page.board.querySelector('.cosmos-who')),
    new RegExp(`${energy} energy, ${energy - USUAL.miner} left after the order`),
  );
  builds()[1].click();
  await page.rest();
  assert.deepEqual(page.orders().direct, []);
});

test('a ship that cannot be built says from which energy or from when on it can', () => {
  const ready = /** @type {any} */ ({ ready: true, cooldown: 0 });
  assert.deepEqual(
    [
      offOf({ energy: 36, all: ready }, 'battleship', true, USUAL),
      offOf({ energy: 36, all: ready }, 'miner', true, USUAL),
    ].map(({ small }) => small),
    ['from 60', 'from 41'],
  );
  const tired = offOf({ energy: 99, all: { ...ready, ready: false, cooldown: 4 } }, 'scout', true, USUAL);
  assert.match(tired.title, /just built: the next ship in 3 rounds/);
  assert.match(offOf({ energy: 99, all: ready }, 'scout', false, USUAL).title, /sides are taken/);
  assert.equal(offOf({ energy: 99, all: ready }, 'miner', true, { battleship: 60, scout: 1 }).small, 'too late');
});

test('a step begins at the top of the panel, unless a hand is in it', async (context) => {
  const page = await boardPage(context, 'cosmos', told.two, { first: 1 });
  page.panel.scrollTop = 200;
  await page.show(told.two.frames[1]);
  assert.equal(page.panel.scrollTop, 0);
});

test('no words of the chart lie under what stands over it', async (context) => {
  const page = await boardPage(context, 'cosmos', told.advised);
  const name = page.words().find(({ text }) => text === `${home} · yours`);
  const dock = page.board.querySelector('.cosmos-choices');
  const box = { offsetLeft: name.x - 60, offsetTop: name.y - 8, offsetWidth: name.width + 120, offsetHeight: 40 };
  for (const [key, value] of Object.entries(box)) Object.defineProperty(dock, key, { value });
  // A way that is pointed at is painted anew.
  dock.querySelector('.cosmos-way').dispatchEvent(new page.window.PointerEvent('pointerenter'));
  await page.rest();
  const under = page
    .words()
    .filter(
      ({ text, x, y, width, height }) =>
        /\p{L}{3}/u.test(text) &&
        x < box.offsetLeft + box.offsetWidth &&
        x + width > box.offsetLeft &&
        y < box.offsetTop + box.offsetHeight &&
        y + height > box.offsetTop,
    );
  assert.deepEqual(
    under.map(({ text }) => text),
    [],
  );
});

test('what aether does is said under the pointer to who would go there, to nobody else', async (context) => {
  const page = await boardPage(context, 'cosmos', told.later);
  const number = page.words().find(({ text }) => text === home);
  const aether = () => page.words().filter(({ text }) => /acts every/.test(text)).length;
  const point = async () => {
    page.pointer('pointermove', number.x + 70, number.y + 50);
    await page.rest();
  };
  await point();
  assert.equal(aether(), 0);
  [...page.panel.querySelectorAll('button')].find((one) => /scout/.test(page.read(one)))?.click();
  await page.rest();
  await point();
  assert.equal(aether(), 1);
});
