// Can somebody who wants to think alone put proposed tactics away, for this match and the next? And does a tactic say what it does before it is in hand?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sessionOf } from 'games/planet_conquer/session.js';
import { Window } from 'happy-dom';
import { INFO, makeFrame } from './planet_conquer_fixture.js';

test('proposed tactics are put away in one press, are still away in the next match, and come back', async (context) => {
  const window = new Window({ settings: { disableCSSFileLoading: true } });
  Object.assign(globalThis, { document: window.document, Node: window.Node, localStorage: window.localStorage });
  context.after(() => {
    Object.assign(globalThis, { document: undefined, Node: undefined, localStorage: undefined });
    return window.happyDOM.close();
  });
  const { createTacticBar } = await import('games/planet_conquer/tactic_bar.js');
  const advice = { type: 'boost', planet: 0, planets: 0, units: 60, rounds: 5, cost: 2 };
  const forecast = { round: 12, moves: [], left: [], planets: [], totals: [], battles: [], advice };
  function sitDown() {
    const host = {
      ...{ info: INFO, seat: 0, readonly: false, reducedMotion: () => true, getOrders: () => ({}) },
      setOrders() {},
      announce() {},
      select() {},
    };
    const session = sessionOf(/** @type {any} */ (host));
    const frame = { ...makeFrame(), choices: { sources: [], tactics: [] } };
    session.show(frame);
    session.change({ forecast });
    const bar = createTacticBar(session);
    bar.show();
    bars.push(bar);
    const button = (/** @type {string} */ name) =>
      [...bar.element.querySelectorAll('button')].find((one) => !one.hidden && one.textContent.includes(name));
    return button;
  }
  const bars = [];
  const first = sitDown();
  const told = () => bars[0].element.querySelector('.pc-told').textContent;
  assert.match(told(), /Point at a tactic/);
  for (const [come, go] of [
    ['pointerenter', 'pointerleave'],
    ['focus', 'blur'],
  ]) {
    first('Terminator').dispatchEvent(new window.Event(come));
    assert.match(told(), /^Terminator, 3 points: Next round all units on the planet die/);
    first('Terminator').dispatchEvent(new window.Event(go));
    assert.match(told(), /Point at a tactic/);
  }
  // A finger that rests on one reads, and arms nothing.
  first('Terminator').dispatchEvent(new window.PointerEvent('pointerdown', { pointerType: 'touch' }));
  const rested = new window.PointerEvent('click', { pointerType: 'touch' });
  Object.defineProperty(rested, 'timeStamp', { value: rested.timeStamp + 2000 });
  first('Terminator').dispatchEvent(rested);
  assert.equal(first('Terminator').getAttribute('aria-pressed'), 'false');
  assert.ok(first('60 units more'));
  first('Propose no tactics').click();
  assert.ok(!first('60 units more'));
  const next = sitDown();
  assert.ok(!next('60 units more'));
  next('Propose tactics').click();
  assert.ok(next('60 units more') && sitDown()('60 units more'));
});
