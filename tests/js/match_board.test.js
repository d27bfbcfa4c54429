// Which frame is on the board? One that the board cannot show takes none of the later ones with it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Window } from 'happy-dom';

const window = new Window({ url: 'http://fogbound.test/matches/m/' });
const { document } = window;
document.body.innerHTML = '<div id="board"></div><div id="context"></div><p id="board-wait"></p><p id="say"></p>';
for (const [name, value] of Object.entries({ window, document, matchMedia: () => ({ matches: false }) }))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

const { mountGame } = await import('match/board.js');

/** A game whose board cannot show some steps. @param {number[]} broken @param {any} [facts] */
function mounted(broken, facts = {}) {
  const shown = [];
  const before = [];
  const nothing = () => {};
  const game = {
    mountBoard: () => ({
      skip: nothing,
      async show(frame, { previous, animate }) {
        before.push([previous?.step ?? null, animate]);
        if (broken.includes(frame.step)) throw new Error(`step ${frame.step}`);
        shown.push(frame.step);
      },
    }),
    mountPanel: () => ({ show: nothing }),
  };
  const board = mountGame(/** @type {any} */ (game), /** @type {any} */ ({ info: { seats: [] }, seat: 0, ...facts }));
  return { board, shown, before };
}

test('a board that fails at a step says so once and shows the next', async () => {
  const { board, shown } = mounted([1]);
  await board.show({ step: 0 }, true);
  await assert.rejects(board.show({ step: 1 }, true), /step 1/);
  // The card of an end waits for what was told last, and comes all the same.
  await board.told();
  await board.show({ step: 2 }, true);
  assert.deepEqual(shown, [0, 2]);
});

test('frames that wait behind one that fails are shown', async () => {
  const { board, shown } = mounted([0]);
  const [first, second] = [board.show({ step: 0 }, false), board.show({ step: 1 }, false)];
  await Promise.all([assert.rejects(first, /step 0/), second]);
  assert.deepEqual(shown, [1]);
});

test('a step that is jumped to can be told as well: the board gets the frame before it, and does not play it by itself', async () => {
  const frames = new Map([4, 5].map((step) => [step, { step }]));
  const { board, before } = mounted([], { loaded: (step) => frames.get(step) });
  await board.show({ step: 0 }, true);
  await board.show({ step: 5 }, true);
  await board.show({ step: 6 }, true);
  await board.show({ step: 9 }, true);
  assert.deepEqual(before, [
    [null, false],
    [4, false],
    [5, true],
    [null, false],
  ]);
});
