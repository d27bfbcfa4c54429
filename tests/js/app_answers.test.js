/**
 * What does each part of a page make of what is no answer? Always the same: one card says why and how to go on, what was typed is still
 * there, and trying again does what was wanted.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { OTHER_ANSWERS } from './other_answers.js';
import { openPaperPage } from './paper_page.js';

const LANDED = { url: '/matches/next/' };
const SCENE = {
  scene: 'first', lesson: 'l', is_puzzle: false, number: 1, count: 2, title: 'T', text: 'W', hint: 'H', goal: 'G', learned: '',
  verdict: 'open', steps: 0, limit: 0, following: 'second', after: null, enter: '/enter/', state: '/state/', leave: '/', play: '/', game: 'g',
}; // biome-ignore format: one scene

const button = (element, words) => element.all('button').find((one) => one.textContent.includes(words));

/** A place for what is kept, as a browser has two. */
function storage() {
  const kept = new Map();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, String(value)),
    removeItem: (key) => kept.delete(key),
    key: (index) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size;
    },
  };
}

/** By name: begins it, and says what the site answers when it is well and what must be there after a failure. */
const PARTS = {
  'opening the notes': async () => {
    const { createNotes } = await import('match/notes.js');
    const notes = createNotes({ match: 'm', canWrite: true });
    return {
      act: () => notes.open(),
      good: { text: 'stored' },
      done: (page) => page.ids['pane-notes'].all('textarea')[0].value === 'stored',
    };
  },
  'saving the notes': async (page, site) => {
    const { createNotes } = await import('match/notes.js');
    const notes = createNotes({ match: 'm', canWrite: true });
    site.say({ text: '' });
    await notes.open();
    const field = page.ids['pane-notes'].all('textarea')[0];
    field.value = 'what I typed';
    field.happen('input');
    return {
      act: () => field.happen('blur'),
      good: { text: 'what I typed' },
      done: () => page.ids['pane-notes'].textContent.includes('saved ✓'),
      kept: () => {
        assert.equal(field.value, 'what I typed');
        assert.ok(!page.ids['pane-notes'].textContent.includes('saved ✓'));
        assert.equal(sessionStorage.getItem('fogbound.of.7.notes.m'), 'what I typed');
      },
    };
  },
  'a rematch': async (page, site) => {
    const { createEnd } = await import('match/end.js');
    const end = createEnd({
      ...{ game: {}, page: { match: 'm', bots: {} }, board: () => null },
      ...{ announce: () => undefined, onShown: () => undefined, now: () => 0, frames: () => new Map() },
      told: () => undefined,
      call: { wanted: () => undefined },
    });
    const seats = ['Ada', 'Bob'].map((name, seat) => ({ seat, name, kind: 'person' }));
    site.say({ scores: {} });
    const status = { status: 'finished', outcome: { places: [1, 2], reason: 'x' } };
    await end.show({ seats, you: 0, yours: [0], reasons: {} }, status, { final: true });
    return {
      act: () => button(page.ids.end, 'Rematch').click(),
      good: LANDED,
      done: () => site.went === LANDED.url,
      kept: () => {
        const lead = page.ids.end.all('div').find((one) => one.getAttribute('class') === 'end-lead');
        assert.ok(
          lead.all('p').some((one) => one.getAttribute('class') === 'problem'),
          'beside the button, which alone is sure to be seen on a phone',
        );
      },
    };
  },
  'a fork': async (_, site) => {
    const { createFork } = await import('match/fork.js');
    const fork = createFork({ match: 'm', step: () => 3, fail: site.fail });
    return { act: () => fork.click(), good: LANDED, done: () => site.went === LANDED.url };
  },
  'a seat that is free to take': async (_, site) => {
    const { createAbsences } = await import('match/absences.js');
    const absences = createAbsences({ canTake: true, act: async () => undefined, fail: site.fail, now: () => 0 });
    const info = { you: null, public: true, anonymous: false, seats: [{ seat: 0, name: 'Ada' }] };
    absences.show('m', info, { status: 'running', seats: [{ seat: 0, autopilot: true, watchable: false }] });
    return { act: () => absences.element.all('button')[0].click(), good: LANDED, done: () => site.went === '/here/' };
  },
  'the next scene of a lesson': async (page, site) => {
    const { createLesson } = await import('match/lesson.js');
    createLesson({ scene: { ...SCENE, verdict: 'passed' }, announce: () => undefined, fail: site.fail });
    return {
      act: () => button(page.ids.lesson, 'Next scene').click(),
      good: LANDED,
      done: () => site.went === LANDED.url,
    };
  },
  'the verdict on a scene': async (page, site) => {
    const { createLesson } = await import('match/lesson.js');
    const lesson = createLesson({ scene: SCENE, announce: () => undefined, fail: site.fail });
    return {
      act: () => lesson.show(1),
      good: { verdict: 'passed', steps: 1, learned: 'that is how' },
      done: () => page.ids.lesson.textContent.includes('that is how'),
    };
  },
  'what the programs said': async (page) => {
    const { createSaid } = await import('match/program_output.js');
    const said = createSaid({ match: 'm', nameStep: String });
    return {
      act: () => said.show(1),
      good: { lines: [{ step: 1, seat: 0, entity: '', void: '', line: 0, text: 'hello' }] },
      done: () => page.ids['pane-program'].textContent.includes('hello'),
    };
  },
  'earlier frames': async (_, site) => {
    const { createEarlier } = await import('match/earlier.js');
    let isRead = false;
    const store = { state: { audience: 0, newest: 5, frames: new Map([[5, {}]]) }, apply: () => undefined };
    const onRead = () => {
      isRead = true;
    };
    const earlier = createEarlier({
      match: 'm',
      store,
      watched: () => 'me',
      ask: async () => undefined,
      show: () => undefined,
      onRead,
      fail: site.fail,
    });
    return { act: () => earlier.read(), good: { frames: [] }, done: () => isRead };
  },
  'the theme': async () => {
    const { choose } = await import('app/theme.js');
    return { act: () => choose('dark'), isWithoutAnswer: true, done: (_, sent) => sent === 1 };
  },
  'the sounds': async (_, site) => {
    const { createSoundSwitch } = await import('app/sound_switch.js');
    const sounds = createSoundSwitch(() => undefined);
    return {
      act: () => {
        button(sounds.element, '').click();
        site.pass(400);
      },
      isWithoutAnswer: true,
      done: (_, sent) => sent === 1,
    };
  },
  'a build': async (_, site) => {
    const { createStore } = await import('kit/workshop/store.js');
    const room = { game: 'g', word: 'fleets', is_known: true, longest_name: 20, shared: null };
    const description = { parts: [], empty: {}, targets: ['a'], cards: {} };
    const store = createStore(room, description, [], { untitled: 'New' });
    site.say({ measured: {}, faults: [] });
    site.pass(300);
    await settle();
    return {
      act: () => store.save(),
      good: { id: 1, name: 'New', content: {}, updated_at: '2026-01-01T00:00:00Z' },
      done: () => store.state.said.text === 'Saved.',
      words: () => store.state.said.text,
      site,
    };
  },
};

/** @param {import('node:test').TestContext} context */
function setUp(context) {
  const page = openPaperPage();
  Object.assign(page.documentElement.dataset, { account: '7', login: '/accounts/login/' });
  Object.assign(page, { cookie: '', querySelector: () => null, hidden: false, body: page.createElement('body') });
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const before = globalThis.fetch;
  const site = {
    failed: /** @type {Error[]} */ ([]),
    went: '',
    sent: 0,
    answer: null,
    fail: (error) => site.failed.push(error),
    say(body) {
      site.answer = () => new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } });
    },
    pass: (milliseconds) => context.mock.timers.tick(milliseconds),
  };
  globalThis.fetch = async (url, how) => {
    site.sent += 1;
    return site.answer(url, how);
  };
  Object.assign(globalThis, {
    location: {
      pathname: '/here/',
      search: '?as=1',
      hash: '',
      href: 'http://site/here/',
      assign: (url) => (site.went = url),
      reload: () => undefined,
    },
    addEventListener: () => undefined,
    localStorage: storage(),
    sessionStorage: storage(),
  });
  const lost = [];
  const onLost = (error) => lost.push(error);
  process.on('unhandledRejection', onLost);
  context.after(() => {
    process.off('unhandledRejection', onLost);
    globalThis.fetch = before;
    for (const name of ['location', 'addEventListener', 'localStorage', 'sessionStorage', 'document'])
      delete globalThis[name];
  });
  return { page, site, lost };
}

async function settle() {
  for (let n = 0; n < 30; n += 1) await turn();
}

for (const [part, begin] of Object.entries(PARTS))
  for (const [name, { answer, code, way, isSilent }] of Object.entries(OTHER_ANSWERS))
    test(`${part} and ${name}`, async (context) => {
      const { page, site, lost } = setUp(context);
      const { act, good, done, kept, words, isWithoutAnswer } = await begin(page, site);
      if (
        isWithoutAnswer &&
        ['cut', 'elsewhere'].includes(code) &&
        !['a page', 'a redirect', 'a redirect that was followed'].includes(name)
      )
        return;
      site.answer = answer;
      site.sent = 0;
      act();
      await settle();
      if (isSilent) {
        site.pass(30_000);
        await settle();
      }
      assert.equal(site.sent, 1);
      const card = page.getElementById('trouble');
      if (way === null) {
        // What is wrong is what was sent: it is told where it was sent.
        const told = [
          card.textContent,
          ...site.failed.map(({ message }) => message),
          words?.() ?? '',
          page.ids['pane-notes']?.textContent,
          page.ids.end?.textContent,
        ].join();
        if (!isWithoutAnswer && part !== 'what the programs said') assert.match(told, /larger than the site takes/);
      } else {
        assert.equal(card.hidden, false);
        assert.ok(card.all('p')[0].textContent.length > 10);
        const on = [...card.all('button'), ...card.all('a')].find((one) => one.textContent === way);
        assert.ok(on, `${way} in ${card.textContent}`);
        if (way === 'Log in again') assert.equal(on.getAttribute('href'), '/accounts/login/?next=%2Fhere%2F%3Fas%3D1');
        assert.ok(
          site.failed.every((error) => error.isTold),
          'told in one place',
        );
      }
      kept?.();
      assert.deepEqual(lost, []);
      if (way !== 'Try again') return;
      site.sent = 0;
      if (isWithoutAnswer) site.answer = () => new Response(null, { status: 204 });
      else site.say(good);
      button(card, way).click();
      await settle();
      assert.ok(done(page, site.sent), 'trying again does it');
      assert.equal(card.hidden, true);
      assert.deepEqual(lost, []);
    });
