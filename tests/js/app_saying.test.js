import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSaying, folded } from 'app/saying.js';

/** Lines that are known, and a server that answers when told. */
function setUp() {
  const lines = [];
  const sent = [];
  const saying = createSaying((place, text) => lines.filter((line) => line === `${place}: ${text}`).length);
  const say = (place, text) =>
    saying.say(place, text, () => new Promise((resolve, reject) => sent.push({ resolve, reject })));
  return { lines, sent, saying, say };
}

test('what is under way is not said twice, in one place', async () => {
  const { sent, say } = setUp();
  const first = say('all', 'Hello');
  assert.equal(await say('all', 'Hello'), false);
  say('bob', 'Hello');
  assert.equal(sent.length, 2);
  sent[0].resolve();
  assert.equal(await first, true);
  say('all', 'Hello');
  assert.equal(sent.length, 3);
});

test('what was under way as the line was lost is found among the lines, once', async () => {
  for (const code of ['offline', 'no_answer']) {
    const { lines, sent, saying, say } = setUp();
    lines.push('all: Hello');
    const said = say('all', 'Hello');
    sent[0].reject({ code });
    await assert.rejects(said);
    assert.deepEqual(saying.heard(), []);
    // Tried again before the lines are there: nothing goes out without a line.
    const again = say('all', 'Hello');
    sent[1].reject({ code });
    await assert.rejects(again);
    lines.push('all: Hello');
    assert.deepEqual(saying.heard(), [{ place: 'all', text: 'Hello' }]);
    lines.push('all: Hello');
    assert.deepEqual(saying.heard(), []);
  }
});

test('a line that came before the answer was lost is found too', async () => {
  const { lines, sent, saying, say } = setUp();
  const said = say('all', 'Hello');
  lines.push('all: Hello');
  sent[0].reject({ code: 'offline' });
  await assert.rejects(said);
  assert.deepEqual(saying.heard(), [{ place: 'all', text: 'Hello' }]);
});

test('what was refused is in no doubt, nor what was said after all', async () => {
  const { lines, sent, saying, say } = setUp();
  const refused = say('all', 'Hello');
  sent[0].reject({ code: 'press_closed' });
  await assert.rejects(refused);
  const lost = say('all', 'Anybody?');
  sent[1].reject({ code: 'offline' });
  await assert.rejects(lost);
  const said = say('all', 'Anybody?');
  sent[2].resolve();
  await said;
  lines.push('all: Hello', 'all: Anybody?');
  assert.deepEqual(saying.heard(), []);
});

test('white space is folded as the site does', () => {
  assert.equal(folded('  are \n you\t there '), 'are you there');
});
