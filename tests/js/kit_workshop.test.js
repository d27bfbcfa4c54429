// What is in a build, what becomes of it, which cards are found? The pure files of the room in which builds are made.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idsOf } from 'games/frames/fleet.js';
import { costOf } from 'games/frames/workshop.js';
import { found } from 'kit/workshop/catalogue.js';
import {
  cardsIn,
  changed,
  countOf,
  fitted,
  fittedIn,
  idsIn,
  isEmpty,
  isSame,
  mostOf,
  placed,
  placeOf,
} from 'kit/workshop/contents.js';
import { historyOf, redone, stepped, undone } from 'kit/workshop/history.js';

const SLOTS = { of: 'ship', under: 'slots' };
const part = (key, kind, form, most = SLOTS, copies = 1) => ({ key, kind, form, most, copies });
const SHIP = part('ship', 'ship', 'one', 1);
const WEAPONS = part('weapons', 'ship_weapon', 'list');
const FITS = { key: 'weapons', kind: 'mech_weapon', own: 'weapons', copies: 1 };
const MECHS = { ...part('mechs', 'mech', 'list', SLOTS, 2), each: 'model', fits: FITS };
const CARDS = { sword: { weapons: ['rifle'] }, hammer: { weapons: ['saber', 'pistol'] } };
const PILE = part('ship_cards', 'ship_card', 'counts', 10, 2);
const PARTS = [SHIP, WEAPONS, MECHS, PILE];
const EMPTY = { name: '', ship: null, weapons: [], mechs: [], ship_cards: {} };
const FLEET = {
  name: 'x',
  ship: 'bison',
  weapons: ['laser', 'flak'],
  mechs: [{ model: 'sword', weapons: ['rifle'] }, { model: 'hammer' }, { model: 'sword' }],
  ship_cards: { drone: 2, bomb: 1 },
};

test('a card is put into each form of part and taken out again, and the fleet before stays as it was', () => {
  for (const [one, id] of [
    [SHIP, 'bison'],
    [WEAPONS, 'laser'],
    [MECHS, 'sword'],
    [PILE, 'drone'],
  ]) {
    const more = changed(EMPTY, one, id, 1);
    assert.deepEqual(idsIn(more, one), [id]);
    assert.ok(isEmpty(EMPTY, PARTS));
    assert.ok(!isEmpty(more, PARTS));
    assert.deepEqual(changed(more, one, id, -1), EMPTY);
  }
});

test('cards are counted, and the last of several goes first', () => {
  assert.equal(countOf(FLEET, MECHS, 'sword'), 2);
  assert.equal(countOf(FLEET, PILE, 'drone'), 2);
  assert.deepEqual(cardsIn(FLEET, MECHS), ['sword', 'hammer']);
  assert.deepEqual(changed(FLEET, MECHS, 'sword', -1).mechs, FLEET.mechs.slice(0, 2));
  assert.deepEqual(changed(FLEET, PILE, 'drone', -1).ship_cards, { drone: 1, bomb: 1 });
  assert.deepEqual(changed(FLEET, PILE, 'bomb', -1).ship_cards, { drone: 2 });
});

test('the order in which cards were put in makes no other fleet, a card more does', () => {
  const other = { ...FLEET, ship_cards: { bomb: 1, drone: 2 }, weapons: ['flak', 'laser'] };
  assert.ok(isSame(FLEET, other, PARTS, CARDS));
  assert.ok(!isSame(FLEET, changed(FLEET, PILE, 'bomb', 1), PARTS, CARDS));
});

test('a record carries what is printed until a card is chosen for one of its places', () => {
  const rows = (build) => fittedIn(build, MECHS, CARDS);
  const carried = (build) => rows(build).map(({ carries, isPrinted }) => [carries.join(), isPrinted]);
  assert.deepEqual(carried(FLEET), [
    ['rifle', true],
    ['saber,pistol', true],
    ['rifle', true],
  ]);
  const other = fitted(FLEET, MECHS, { at: 1, place: 0, card: 'gun' }, CARDS);
  assert.deepEqual(other.mechs[1], { model: 'hammer', weapons: ['gun', 'pistol'] });
  assert.deepEqual([other.mechs[0], other.mechs[2]], [FLEET.mechs[0], FLEET.mechs[2]]);
  assert.equal(FLEET.mechs[1].weapons, undefined);
  assert.ok(!isSame(FLEET, other, PARTS, CARDS));
  assert.deepEqual(carried(changed(other, MECHS, 'sword', -1)), [
    ['rifle', true],
    ['gun,pistol', false],
  ]);
  const back = fitted(other, MECHS, { at: 1, place: 0, card: 'saber' }, CARDS);
  assert.deepEqual(carried(back), carried(FLEET));
  assert.ok(isSame(FLEET, back, PARTS, CARDS), 'what is printed may be named or not');
  const history = stepped(historyOf(FLEET), other);
  assert.deepEqual(carried(undone(history).now), carried(FLEET));
  assert.deepEqual(redone(undone(history)).now, other);
  assert.deepEqual(fittedIn(FLEET, WEAPONS, CARDS), []);
});

test('two records of the same card carry each their own', () => {
  const one = fitted(FLEET, MECHS, { at: 0, place: 0, card: 'gun' }, CARDS);
  const other = fitted(FLEET, MECHS, { at: 2, place: 0, card: 'gun' }, CARDS);
  assert.ok(isSame(one, other, PARTS, CARDS));
  assert.ok(!isSame(one, fitted(one, MECHS, { at: 2, place: 0, card: 'gun' }, CARDS), PARTS, CARDS));
});

test('how much room there is the warship says, and nobody while there is none', () => {
  const cards = { bison: { slots: { weapons: 3, mechs: 4 } } };
  assert.equal(mostOf(WEAPONS, FLEET, cards), 3);
  assert.equal(mostOf(WEAPONS, EMPTY, cards), null);
  assert.equal(mostOf(PILE, EMPTY, cards), 10);
});

test('a fault has its place: part, card, name or the whole fleet', () => {
  const place = (path) => placeOf(path, FLEET, PARTS);
  assert.deepEqual(place('weapons'), { part: 'weapons', card: null });
  assert.deepEqual(place('weapons[1]'), { part: 'weapons', card: 'flak' });
  assert.deepEqual(place('mechs[1].weapons'), { part: 'mechs', card: 'hammer' });
  assert.deepEqual(place('ship_cards.drone'), { part: 'ship_cards', card: 'drone' });
  assert.deepEqual(place('ship'), { part: 'ship', card: null });
  assert.deepEqual(place('name'), { part: 'name', card: null });
  assert.deepEqual(place(''), { part: null, card: null });
});

test('steps are undone and done again; a new one forgets what was undone; the letters of a name are one step', () => {
  const fleet = (name) => ({ id: null, name, build: EMPTY });
  let history = stepped(stepped(historyOf(fleet('a')), fleet('b')), fleet('c'));
  history = undone(history);
  assert.equal(history.now.name, 'b');
  assert.equal(redone(history).now.name, 'c');
  assert.deepEqual(redone(redone(history)), redone(redone(redone(history))));
  history = stepped(stepped(stepped(history, fleet('bx'), true), fleet('bxy'), true), fleet('z'));
  assert.deepEqual(history.future, []);
  assert.deepEqual(
    history.past.map(({ name }) => name),
    ['a', 'b', 'bxy'],
  );
  assert.equal(undone(undone(undone(undone(history)))).now.name, 'a');
});

test('a fault of a card is told with its name, and what reads the same once', () => {
  const fault = (path) => ({ path, message: 'No.' });
  const faults = placed(
    [fault('mechs[0]'), fault('mechs[2]'), fault('mechs'), fault('')],
    FLEET,
    PARTS,
    (text, card) => `${card}: ${text}`,
  );
  assert.deepEqual(faults, [
    { part: 'mechs', card: 'sword', text: 'sword: No.' },
    { part: 'mechs', card: null, text: 'No.' },
    { part: null, card: null, text: 'No.' },
  ]);
});

test('whatever an account keeps, the room can show it', () => {
  for (const wrong of [null, 7, 'x', {}, [null, {}, 3]]) {
    const build = { ship: null, weapons: wrong, mechs: wrong, ship_cards: wrong };
    for (const one of PARTS) assert.ok(Array.isArray(idsIn(build, one)));
    assert.deepEqual(fittedIn(build, MECHS, CARDS), []);
    const [{ carries }] = fittedIn({ mechs: [{ model: 'hammer', weapons: wrong }] }, MECHS, CARDS);
    assert.equal(carries.length, 2);
    assert.ok(Array.isArray(idsOf(wrong)));
    assert.deepEqual(idsIn(changed(build, WEAPONS, 'laser', 1), WEAPONS).at(-1), 'laser');
  }
  assert.deepEqual(idsOf(FLEET.mechs), ['sword', 'hammer', 'sword']);
  assert.deepEqual(idsOf(FLEET.ship_cards), ['drone', 'drone', 'bomb']);
});

test('cards are found by what they answer and by every word of a text', () => {
  const cards = [
    { id: 'laser', kind: 'ship_weapon', weapon: { energy: 1 }, says: 'thermal beam' },
    { id: 'flak', kind: 'ship_weapon', weapon: { energy: 0 }, says: 'flak pushes' },
    { id: 'drone', kind: 'ship_card', cost: { ap: 1 }, says: 'spy drone' },
    { id: 'bomb', kind: 'ship_card', cost: {}, says: 'deck bomb' },
    { id: 'sword', kind: 'mech', says: 'sword' },
  ];
  const by = (kind, cost, text) =>
    found(
      cards,
      [
        { of: (card) => [card.kind], answer: kind },
        { of: costOf, answer: cost },
      ],
      text,
      ({ says }) => says,
    ).map(({ id }) => id);
  assert.equal(by('', '', '').length, 5);
  assert.deepEqual(by('mech', '', ''), ['sword']);
  assert.deepEqual(by('', 'free', ''), ['flak', 'bomb']);
  assert.deepEqual(by('', 'energy 1', ''), ['laser']);
  assert.deepEqual(by('ship_card', 'ap 1', ''), ['drone']);
  assert.deepEqual(by('', '', 'beam THERMAL '), ['laser']);
  assert.deepEqual(by('', '', 'beam drone'), []);
});
