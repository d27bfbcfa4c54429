// Out of a match that goes on: is one told by whom and how, who plays on, and what can be done now?
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Window } from 'happy-dom';

const window = new Window({ url: 'http://fogbound.test/', settings: { disableCSSFileLoading: true } });
const { document } = window;
Object.assign(globalThis, { window, document, Node: window.Node });
const { isKnockedOut, knockedOut } = await import('match/knocked_out.js');
after(() => window.happyDOM.close());

const NAMES = ['Ann', 'Bob', 'Cara', 'Dan', 'Eve'];
const infoOf = (count, kind) => ({
  game: 'toy',
  you: 0,
  yours: [0],
  seats: NAMES.slice(0, count).map((name, seat) => ({ seat, name, kind: seat ? kind : 'person', bot: '' })),
});
const loss = (seat) => [{ seat, kind: 'land', amount: -3 }];
const OUT = { text: 'You are out of the match.', weight: 99, at: null, by: 0, moment: 'You are out' };
const NEWS = [
  OUT,
  { text: 'You lose your capital.', weight: 98, at: [1, 1], by: 0 },
  { text: 'Cara takes your land.', weight: 90, at: [1, 1], by: 2, sides: loss(0) },
  { text: 'Bob beats Cara.', weight: 89, at: [2, 2], by: 1, sides: loss(2) },
  { text: 'Bob takes your island.', weight: 70, at: [3, 3], by: 1, sides: loss(0) },
  { text: 'Bob takes your rock.', weight: 60, at: [3, 3], by: 1, sides: loss(0) },
];

function shown({ news = NEWS, count = 3, kind = 'person', frame = {}, out = [0], watch = () => {} } = {}) {
  const info = infoOf(count, kind);
  const status = { out, seats: info.seats };
  const page = { match: 'm', game: 'toy', play: '/play/' };
  const game = { news: () => news };
  const card = knockedOut({ ...{ game, page, info, status, frame, before: null, where: 'Toy · Round 4', watch } });
  const texts = [...card.element.querySelectorAll('p')].map(({ textContent }) => textContent);
  return { ...card, texts };
}

test('whoever is out reads who did it, by which deeds, and who plays on, each once', () => {
  const { element, texts, spoken } = shown();
  assert.equal(element.querySelector('h2').textContent, 'You are out');
  assert.deepEqual(texts, [
    'Toy · Round 4',
    'Cara has knocked you out.',
    'Cara takes your land.',
    'Bob takes your island.',
    'Bob and Cara play on.',
  ]);
  for (const text of texts.slice(1)) assert.ok(spoken.includes(text), text);
});

test('where nobody else did it what happened is told, and where that is not known nothing is', () => {
  assert.deepEqual(shown({ news: [OUT] }).texts, ['Toy · Round 4', OUT.text, 'Bob and Cara play on.']);
  // That one is out says the card itself.
  const struck = { text: 'Terminator at Risar: 360 die.', weight: 95, at: [1, 1], by: null, sides: loss(0) };
  assert.deepEqual(shown({ news: [OUT, struck] }).texts, ['Toy · Round 4', struck.text, 'Bob and Cara play on.']);
  assert.deepEqual(shown({ frame: null }).texts, ['Toy · Round 4', 'Bob and Cara play on.']);
});

test('of many who play on there is a number, and one is one', () => {
  assert.equal(shown({ count: 5 }).texts.at(-1), '4 seats play on.');
  assert.equal(shown({ out: [0, 1] }).texts.at(-1), 'Cara plays on.');
});

test('to watch comes first; the next match is one press against bots alone, else a look for people', () => {
  let watched = 0;
  const { element } = shown({ watch: () => (watched += 1) });
  const [first, ...others] = element.querySelectorAll('.button');
  first.click();
  assert.equal(watched, 1);
  assert.deepEqual(
    others.map((one) => [one.textContent, one.getAttribute('href')]),
    [
      ['Next match', '/quick/?game=toy'],
      ['Leave', '/lobby/'],
    ],
  );
  assert.equal(shown({ kind: 'bot' }).element.querySelector('form').getAttribute('action'), '/play/');
});

test('only a seat of one’s own that others put out has the card', () => {
  const info = infoOf(3, 'person');
  const seats = (resigned) => info.seats.map((one) => ({ ...one, resigned: one.seat === 0 && resigned }));
  assert.ok(isKnockedOut(info, { out: [0], seats: seats(false) }));
  assert.ok(!isKnockedOut(info, { out: [0], seats: seats(true) }), 'who resigned knows why');
  assert.ok(!isKnockedOut(info, { out: [1], seats: seats(false) }));
  assert.ok(!isKnockedOut({ ...info, you: null, yours: [] }, { out: [0], seats: seats(false) }));
});
