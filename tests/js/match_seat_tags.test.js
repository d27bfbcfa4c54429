// What stands beside a name in the strip of seats: who you are, and which program was yours.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Window } from 'happy-dom';

const window = new Window({ url: 'https://fogbound.test/' });
Object.assign(globalThis, { document: window.document, Node: window.Node, location: window.location });
window.document.body.innerHTML = '<ol id="seats"></ol>';
const { showSeats } = await import('match/panel.js');

const seat = (number, more) => ({ seat: number, name: `N${number}`, kind: 'person', bot: '', program: '', ...more });
const INFO = {
  turns: 'round',
  first_step: 0,
  anonymous: false,
  kind: 'ordinary',
  rated: false,
  you: null,
  yours: [],
  seats: [seat(0, { kind: 'bot', program: 'Searcher' }), seat(1, { kind: 'bot', program: 'Digger' }), seat(2, {})],
};

function tagsOf(info, theirs) {
  showSeats({ match: 'm', game: { score: () => [] }, info, status: null, frame: null, theirs });
  return [...window.document.querySelectorAll('.seat')].map((row) =>
    [...row.querySelectorAll('.tag')].map((tag) => tag.textContent),
  );
}

test('a replay says which program was yours, and gives you no seat by that', () => {
  assert.deepEqual(tagsOf(INFO, [1]), [['bot'], ['your program', 'bot'], []]);
  assert.equal(window.document.querySelector('.seat.mine'), null);
  const sealed = { ...INFO, seats: [seat(0), seat(1)] };
  assert.deepEqual(tagsOf(sealed, [1]), [[], ['your program']], 'where names are secret, too');
  const alone = { ...INFO, you: 0, yours: [0, 1] };
  assert.deepEqual(tagsOf(alone, [0, 1])[1], ['bot'], 'a person at several seats is no program');
  assert.deepEqual(tagsOf(INFO, []), [['bot'], ['bot'], []]);
  assert.deepEqual(tagsOf(INFO), [['bot'], ['bot'], []], 'a match that is played says nothing of it');
});

test('your own seat is yours, with a program in it or not', () => {
  const info = { ...INFO, you: 2, yours: [2] };
  assert.deepEqual(tagsOf(info, [2]), [['bot'], ['bot'], ['you']]);
  const programmed = { ...info, seats: [INFO.seats[0], INFO.seats[1], seat(2, { program: 'Mine' })] };
  assert.deepEqual(tagsOf(programmed, [2])[2], ['you', 'program Mine']);
});
