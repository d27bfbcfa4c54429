// What the engine really says, as seats heard it (tests/games/deep_blue/record.py), put into words.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { commandHelp, parseCommand } from 'games/deep_blue/command.js';
import {
  commandWords,
  describe,
  describeEvent,
  describeOrders,
  milestone,
  score,
  sources,
} from 'games/deep_blue/describe.js';
import { drawnOf } from 'games/deep_blue/drawn.js';
import { goal } from 'games/deep_blue/goal.js';
import { paintLettering } from 'games/deep_blue/lettering.js';
import { cellName, cellOfName, columnName, elementName } from 'games/deep_blue/names.js';
import { removeOrder } from 'games/deep_blue/orders.js';
import { elementsAt, positionOf, strikesOf } from 'games/deep_blue/position.js';
import {
  answerWords,
  attentionWords,
  volleyInFull,
  volleysWords,
  volleyWords,
  warningWords,
} from 'games/deep_blue/warnings.js';
import { RecordingCanvas, RecordingContext } from './recording_canvas.js';

const recorded = JSON.parse(readFileSync(new URL('../games/deep_blue/recorded_frames.json', import.meta.url), 'utf8'));
const frames = recorded.frames.map((frame, step) => ({ ...frame, step, view: { ...recorded.static, ...frame.view } }));
const info = {
  seats: [
    { seat: 0, name: 'Ada' },
    { seat: 1, name: 'Ben' },
  ],
  reasons: { base_destroyed: 'A base was destroyed.', round_limit: 'The last round is over.' },
};
const RAW = /[a-z]_[a-z]|\bundefined\b|\bnull\b|\bNaN\b|\{|\}|\[object|\bunknown\b/;
const SILENT = new Set(['hover', 'score']);

/** @param {string} text */
const assertWords = (text, about) => {
  assert.equal(typeof text, 'string', about);
  assert.ok(text.length > 3, about);
  assert.doesNotMatch(text, RAW, about);
};

test('what brought the points is told in points, which add up to the score', () => {
  const parts = { damage: 785, islands: 280, fuel: 400, metal: 201 };
  const tables = { per_point: { fuel: 10, metal: 2 } };
  const values = sources({ view: { score_parts: [parts, null], tables } }).map((one) => one.values);
  assert.deepEqual(
    values.map(([mine]) => mine),
    [785, 280, 40, 100],
  );
  assert.ok(values.every(([, other]) => other === 0));
});

test('the standing says who leads by how much, what brought the points and what goes on bringing some', () => {
  const { view } = frames.find((one) => one.view.seat === 0);
  const parts = [{ damage: 151, islands: 20, fuel: 0, metal: 0 }, null];
  const elements = view.elements.map((one) => (one.kind === 'island' ? { ...one, seat: 0 } : one));
  const held = elements.filter(({ kind }) => kind === 'island').length;
  const now = { view: { ...view, elements, scores: [171, 125], score_parts: parts, outcome: null } };
  const [own, enemy] = score(now, info).map(({ text }) => text);
  assert.match(
    own,
    new RegExp(`^171 points, 46 ahead · damage 151 and islands 20 · ${held} islands: \\+${10 * held} a round`),
  );
  assert.match(enemy, /^125 points($| · base)/);
});

test('of a limit of nothing it is said that nothing is given', () => {
  const position = { units: new Map(), byId: new Map() };
  const told = commandWords({ type: 'supply', fuel: 20, ammo: 0 }, position);
  assert.match(told, /at most 20 fuel/);
  assert.match(told, /no ammo/);
});

test('how far one is from winning is told from the own side', () => {
  const view = { scores: [40, 7], round: 3, round_limit: 15 };
  const words = (seat) => goal({ view: { ...view, seat } });
  assert.match(words(0), /you 40, enemy 7 /);
  assert.match(words(1), /you 7, enemy 40 /);
  assert.match(words(null), /40 to 7 /);
});

test('every event that a seat heard of has a sentence, except those that are worth none', () => {
  const said = new Set();
  for (const frame of frames)
    for (const event of frame.events) {
      const words = describeEvent(event, frame, info);
      if (words === null) {
        assert.ok(SILENT.has(event.type) || event.type === 'move', JSON.stringify(event));
        continue;
      }
      said.add(event.type);
      assertWords(words, `${words} ${JSON.stringify(event)}`);
      const told = milestone(event, frame, info);
      if (told) assertWords(told.text, told.text);
    }
  assert.ok(said.size >= 17, [...said].join());
});

test('position, standings and orders read in words, and every line of orders can be taken back', () => {
  for (const frame of frames) {
    const sections = describe(frame, info);
    assert.ok(sections.length >= 2);
    for (const { heading, lines } of sections) for (const line of [heading, ...lines]) assertWords(line, line);
    for (const { text } of score(frame, info)) assertWords(text, text);
    const lines = describeOrders(frame.orders, frame, info);
    for (const { text } of lines) assertWords(text, text);
    const rest = lines.reduceRight((draft, { path }) => removeOrder(draft, path), frame.orders);
    assert.deepEqual(describeOrders(rest, frame, info), []);
  }
});

test('a way that ends near an island says which, so that ways to one water are told apart', () => {
  const frame = frames.find(({ view }) => view.seat === 0);
  const position = positionOf(frame.view);
  const [ship] = position.own.filter(({ pos }) => pos);
  const island = position.buildings.find(({ kind }) => kind === 'island');
  const said = (view, move) => describeOrders({ units: { [ship.id]: { move } } }, { ...frame, view }, info)[0].text;
  const [x, y] = island.rect;
  assert.match(said(frame.view, [x - 1, y]), new RegExp(`, by ${elementName(island)}$`));
  const elements = frame.view.elements.filter((one) => one.id === ship.id || one.id === island.id);
  assert.match(said({ ...frame.view, elements }, [x - 7, y]), /, by island/);
  assert.doesNotMatch(said({ ...frame.view, elements }, [x - 8, y]), /, by/);
});

test('warnings, chances and what needs the person read in words', () => {
  let told = 0;
  for (const { view, forecast } of frames) {
    if (!forecast) continue;
    const position = positionOf(view);
    const units = Object.values(forecast.units);
    for (const warned of units.flatMap(({ warnings }) => warnings))
      assertWords(warningWords(warned, position), warned.code);
    for (const { attack } of units)
      if (attack) {
        assertWords(volleyWords(attack, position), 'volley');
        assertWords(volleyInFull(attack, position, position.own[0]), 'volley in full');
      }
    for (const line of forecast.attention) assertWords(attentionWords(line, position), line.code);
    told += forecast.attention.length + units.length;
  }
  assert.ok(told > 10);
});

test('odds say in words what happens: how often of a hundred, how much, from what health to what, and what it costs', () => {
  const foe = { id: 7, kind: 'cruiser', seat: 1, pos: [3, 3, 1], health: 60 };
  const gun = { id: 8, kind: 'destroyer', seat: 0, pos: [1, 3, 1], health: 70, ammo: 40 };
  const position = {
    elements: new Map([foe, gun].map((one) => [one.id, one])),
    view: { tables: { kinds: { destroyer: { ammo_once: 4 } } } },
  };
  const strike = { kind: 'fire', chance: 51, damage: 34, ammo: 40, meets: 7 };
  const volley = { strikes: [strike], combat: null, expected: 17.4, sinks: 0 };
  assert.equal(volleyWords(volley, position), 'hits 51 %, health 60 → about 43');
  assert.equal(volleyInFull(volley, position, gun), 'fire hits 51 %: 34 damage; health 60 → about 43; ammo 40 → 36');
  // One of several is told as all of them are.
  assert.equal(volleysWords(undefined, [volley], position), '1 attack: health 60 → about 43');
  const sure = { ...volley, strikes: [{ ...strike, chance: 100 }], expected: 34 };
  assert.equal(volleyWords(sure, position), 'hits for sure, health 60 → 26');
  assert.equal(
    volleyWords({ ...volley, sinks: 51 }, position),
    'hits 51 %, health 60 → about 43, 51 % chance to destroy it',
  );
  const both = {
    ...volley,
    strikes: [strike, { ...strike, kind: 'torpedo', chance: 100, damage: 26 }],
    sinks: 51,
    expected: 43,
  };
  assert.equal(volleyWords(both, position), 'health 60 → about 17, 51 % chance to destroy it');
  assert.match(
    volleyInFull(both, position, gun),
    /^fire hits 51 %: 34 damage; torpedo hits for sure: 26 damage; .*ammo 40 → 32$/,
  );
  assert.match(answerWords(volley, position), /^it may answer: hits 51 %/);
  assert.equal(answerWords(null, position), 'it cannot answer');
  const island = { ...volley, gives: 10, sinks: 12 };
  assert.equal(volleyWords(island, position), 'hits 51 %, health 60 → about 43, 12 % chance to take it');
  assert.match(volleyInFull(island, position, gun), /; 12 % chance to take it; once taken, 10 points a round; ammo/);
  assert.match(volleyWords({ ...island, sinks: 0 }, position), /, not taken this round$/);
  // Where nobody is known there is no health to tell.
  const blind = { ...volley, strikes: [{ ...strike, meets: null }] };
  assert.equal(volleyWords(blind, position), 'hits 51 %, about 17 damage');
});

const targetsOf = (forecast) =>
  Object.values(forecast?.units ?? {}).flatMap(({ attack }) => (attack ? `${attack.cell}` : []));

test('the chart is given every way and shot of the forecast', () => {
  for (const { view, orders, forecast } of frames) {
    if (!forecast) continue;
    const position = positionOf(view);
    const state = {
      position,
      orders,
      told: forecast,
      selected: [],
      abilities: {},
      shown: {},
      layer: 3,
      ahead: null,
      error: null,
    };
    const drawn = drawnOf({ ...state, hover: null, focus: null, aim: null });
    const units = Object.values(forecast.units);
    assert.equal(drawn.paths.length, units.filter(({ way }) => way && way.path.length > 1).length);
    assert.equal(
      drawn.shots.filter(({ kind }) => kind === 'fire' || kind === 'torpedo').length,
      units.filter(({ attack }) => attack).length,
    );
  }
});

test('several that fire at one target say together what they do, whoever is selected, and nothing before the server has said it', () => {
  const found = frames.find(({ forecast }) => new Set(targetsOf(forecast)).size < targetsOf(forecast).length);
  const { view, orders, forecast } = found;
  const rest = { orders, told: forecast, abilities: {}, shown: {}, layer: 3, ahead: null, error: null };
  const state = { ...rest, position: positionOf(view), hover: null, focus: null, aim: null };
  const notesOf = (selected, together) => {
    const { shots } = drawnOf({ ...state, told: { ...forecast, together }, selected });
    return shots.filter(({ kind }) => kind === 'fire' || kind === 'torpedo').map(({ to, note }) => [`${to}`, note]);
  };
  const all = targetsOf(forecast);
  const common = all.find((target, at) => all.indexOf(target) !== at);
  const units = Object.entries(forecast.units).flatMap(([id, { attack }]) =>
    `${attack?.cell}` === common ? [Number(id)] : [],
  );
  const target = elementsAt(state.position, ...common.split(',').map(Number).slice(0, 2))[0]?.id;
  const sum = [{ target, units, expected: 12, sinks: 20 }];
  for (const selected of [[], units.slice(0, 1)]) {
    const said = notesOf(selected, sum).filter(([to, note]) => to === common && note);
    assert.equal(said.length, 1);
    assert.match(said[0][1], new RegExp(`^${units.length} attacks: (health \\d+ → )?about \\d+`));
    const unsaid = notesOf(selected, []).filter(([to, note]) => to === common && note);
    assert.deepEqual(unsaid, [[common, `${units.length} attacks`]]);
  }
});

test('several in hand that would fire at one target have one line for all of them, in sight of whom they aim at', () => {
  const found = frames.find(({ forecast }) => targetsOf(forecast).length > 1);
  const { view, forecast } = found;
  const attackers = Object.entries(forecast.units).filter(([, { attack }]) => attack);
  const [{ attack: volley }] = attackers.map(([, unit]) => unit);
  const position = positionOf(view);
  const selected = position.own
    .filter((one) => one.pos)
    .slice(0, 3)
    .map(({ id }) => id);
  const offer = { type: 'attack', target: volley.target, volley };
  const units = Object.fromEntries(selected.map((id) => [id, { commands: [offer], cell: null }]));
  const state = {
    ...{
      position,
      orders: {},
      told: { units: {} },
      abilities: {},
      shown: {},
      layer: 3,
      error: null,
      aim: null,
    },
    ...{ selected, hover: volley.cell, focus: null },
    ahead: { ask: { units, joint: [{ target: volley.target, units: selected, expected: 9, sinks: 0 }] } },
  };
  const { shots } = drawnOf(state);
  assert.deepEqual([shots.length, shots.filter(({ note }) => note).length], [selected.length, 1]);
  assert.match(shots[0].note, /^3 attacks: /);
});

test('several that go to one place tell their rounds once, and who runs dry or is selected alone its own', () => {
  const position = positionOf(frames[0].view);
  const [slow, quick, dry, far] = position.own.filter(({ pos }) => pos).map(({ id }) => id);
  const way = (end, stops, fuel_ends = null) => ({
    ...{ path: Array.from({ length: 7 }, (_, i) => [end - 6 + i, 4]), stops },
    ...{ fuel_ends, rounds: fuel_ends === null ? stops.length : null },
  });
  const ahead = (its) => ({ by: 'orders', way: its, attack: null, service: undefined, warnings: [] });
  const told = {
    units: {
      [slow]: ahead(way(8, [2, 4, 6])),
      [quick]: ahead(way(9, [3, 6])),
      [dry]: ahead(way(10, [3], 3)),
      [far]: ahead(way(19, [4, 6])),
    },
    attention: [],
  };
  const orders = { units: Object.fromEntries(Object.keys(told.units).map((id) => [id, { move: [9, 4] }])) };
  const drawn = (selected) => {
    const state = { position, orders, told, selected, abilities: {}, shown: {}, layer: 3, ahead: null, error: null };
    const { paths } = drawnOf({ ...state, hover: null, focus: null, aim: null });
    return Object.fromEntries(paths.map(({ unit, isQuiet = false, note }) => [unit, [isQuiet, note]]));
  };
  const all = drawn([]);
  assert.deepEqual(all[slow], [false, '2 units: 3 rounds']);
  assert.deepEqual(all[quick], [true, '']);
  assert.equal(all[dry][0], false);
  assert.match(all[dry][1], /fuel ends/);
  assert.match(all[far][1], /^2 rounds, /);
  const alone = drawn([quick]);
  assert.deepEqual([alone[slow][0], alone[quick][0]], [false, false]);
  assert.match(alone[quick][1], /^2 rounds, /);
});

test('a warning stands on the chart without its reason, which the panel tells', () => {
  const position = positionOf(frames[0].view);
  const [{ id }] = position.own.filter(({ pos }) => pos);
  const warnings = [{ code: 'no_return', fuel: 12, needs: 20 }];
  const told = { units: { [id]: { by: null, way: null, attack: null, warnings } }, attention: [] };
  const state = { position, orders: {}, told, selected: [id], abilities: {}, shown: {}, layer: 3, ahead: null };
  const { warnings: shown } = drawnOf({ ...state, error: null, hover: null, focus: null, aim: null });
  assert.deepEqual(
    shown.map(({ note }) => note),
    ['no fuel for the way home'],
  );
});

test('the name of a part of the sea lies on water alone', () => {
  const canvas = new RecordingCanvas();
  globalThis.document = { documentElement: { lang: 'en' }, createElement: () => canvas };
  const scale = 18;
  const { view } = frames[0];
  const { chart } = positionOf(view);
  const { land, width, height } = chart;
  // Parts of five by five cells, many of them in the middle of an island.
  const across = Math.ceil(width / 5);
  const rows = Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => Math.floor(y / 5) * across + Math.floor(x / 5)),
  );
  const named = Object.fromEntries([...new Set(rows.flat())].map((one) => [one, [`Sea ${one}`, `海${one}`]]));
  const ctx = new RecordingContext(canvas);
  const palette = { text: '#fff', ink: '#000', font: 'sans-serif' };
  const on = { palette, camera: { scale }, at: (x, y) => [x * scale, y * scale] };
  const rest = { view: { names: { seas: { named, rows } } }, chart, buildings: [], units: [], ghosts: [] };
  paintLettering(ctx, { ...on, width: width * scale, height: height * scale }, rest, []);
  assert.ok(ctx.words.length > 5 && ctx.words.length < Object.keys(named).length);
  for (const { text, x, y, ...word } of ctx.words) {
    const under = [...land.keys()].filter((at) => {
      const [left, top] = [(at % width) * scale, Math.floor(at / width) * scale];
      return land[at] && x < left + scale && x + word.width > left && y < top + scale && y + word.height > top;
    });
    assert.deepEqual(under, [], text);
  }
});

test('with fire ranges shown and nobody selected, the chart marks whatever one of one’s own guns reaches', () => {
  const { view } = frames.find(({ view: { seat } }) => seat !== null);
  const position = positionOf(view);
  const { width } = position.chart;
  const facts = { position, orders: null, told: null, selected: [], abilities: {}, shown: { fire: true }, layer: 1 };
  const rest = { ahead: null, error: null, hover: null, focus: null, aim: null };
  const { covered } = drawnOf({ ...facts, ...rest });
  const own = position.units.filter(({ seat }) => seat === view.seat);
  const reaches = ({ kind, pos: [x, y] }, at) =>
    Math.abs(x - (at % width)) + Math.abs(y - Math.floor(at / width)) <= view.tables.kinds[kind].reach[1] &&
    view.tables.kinds[kind].reach[1] > 0;
  assert.ok(covered.includes(1) && covered.includes(0));
  covered.forEach((is, at) => {
    assert.equal(
      is === 1,
      own.some((unit) => reaches(unit, at)),
    );
  });
  assert.equal(drawnOf({ ...facts, ...rest, selected: [own[0].id] }).covered, null);
  assert.equal(drawnOf({ ...facts, ...rest, shown: {} }).covered, null);
});

test('the strikes that a picker offers are those that the engine takes when nothing is said', () => {
  let compared = 0;
  for (const { view, orders } of frames) {
    const position = positionOf(view);
    for (const [id, { command }] of Object.entries(orders.units ?? {})) {
      if (command?.type !== 'attack') continue;
      const offered = strikesOf(position, position.elements.get(Number(id)), command);
      for (const strike of command.strikes) assert.ok(offered.includes(strike), JSON.stringify(command));
      compared += 1;
    }
  }
  assert.ok(compared > 3, String(compared));
});

test('the log knows who has left sight since, from the round before, and nobody who was never seen', () => {
  const { view, ...rest } = frames.find(({ view: { seat } }) => seat !== null);
  const [mine] = view.elements.filter(({ seat, pos }) => seat === view.seat && pos);
  const foe = { id: 9_001, kind: 'destroyer', seat: 1 - view.seat, pos: [3, 3, 1], health: 40 };
  const strike = { type: 'strike', attacker: mine.id, target: foe.id, owner: foe.seat, kind: 'fire', result: 'hit' };
  const now = {
    ...rest,
    view: { ...view, memory: [] },
    events: [{ ...strike, damage: 9, splash: [], cell: [3, 3, 1] }],
  };
  const said = (/** @type {any} */ before) => describeEvent(now.events[0], now, info, before);
  assert.match(said(null), /unseen unit/);
  assert.match(said({ ...rest, view: { ...view, memory: [] } }), /unseen unit/);
  const seen = [
    { ...view, elements: [...view.elements, foe], memory: [] },
    { ...view, memory: [{ ...foe, round: view.round - 1 }] },
  ];
  for (const earlier of seen) {
    const words = said({ ...rest, view: earlier });
    assert.match(words, /’s destroyer/);
    assert.doesNotMatch(words, /unseen/);
  }
});

test('cells are named by letters and numbers, and read back', () => {
  assert.deepEqual([0, 25, 26, 79].map(columnName), ['A', 'Z', 'AA', 'CB']);
  for (let x = 0; x < 80; x += 7)
    for (let y = 0; y < 80; y += 11) assert.deepEqual(cellOfName(cellName([x, y])), [x, y]);
  assert.equal(cellOfName('7C'), null);
});

const frame = frames[0];
const own = frame.view.elements.filter(({ seat, pos }) => seat === frame.view.seat && pos);
const run = (text, orders = {}) => parseCommand(text, orders, frame, info);

test('a command orders one unit, a kind of them or all; several spread around the place', () => {
  const [unit] = own;
  assert.deepEqual(run(`move ${unit.id} k10`), { units: { [unit.id]: { move: [10, 9] } } });
  const all = Object.values(run('move all k10').units).map(({ move }) => move);
  assert.equal(all.length, own.length);
  const alike = own.filter(({ pos }) => pos[2] === 1).length;
  assert.ok(new Set(all.map(String)).size >= alike, 'nobody is sent into another’s way');
  assert.deepEqual(run(`stop ${unit.id}`).units[unit.id], { move: null });
  assert.deepEqual(run(`cancel ${unit.id}`, run(`stop ${unit.id}`)), {});
});

test('commands name targets, strikes, amounts, planes and rally points', () => {
  const { id } = own[0];
  assert.deepEqual(run(`attack ${id} k10 under torpedo`).units[id].command, {
    type: 'attack',
    cell: [10, 9, 0],
    strikes: ['torpedo'],
  });
  const other = own[1].id;
  assert.deepEqual(run(`supply ${id} ${other} fuel 5`).units[id].command, {
    type: 'supply',
    target: other,
    fuel: 5,
    ammo: null,
    metal: null,
  });
  assert.deepEqual(run('build formation 2/4/4/0 k10').production, [
    { kind: 'formation', planes: [2, 4, 4, 0], rally: [10, 9] },
  ]);
  assert.deepEqual(run(`supplyrun ${id}`).units[id].standing, { type: 'supply_run', unit: null });
  assert.deepEqual(run('resign'), { resign: true });
});

test('what means nothing is answered with words', () => {
  for (const text of [
    'move 1 k10',
    `move ${own[0].id} zz9`,
    'build raft',
    'build formation 1/2',
    `supply ${own[0].id} ${own[1].id} rum 5`,
  ])
    assert.throws(() => run(text), /./, text);
  for (const { command, meaning } of commandHelp()) assertWords(`${command} ${meaning}`, command);
});

test('what splash costs one’s own ships is said with its amount: at the shot, and first in the warning', () => {
  const position = positionOf(frames.at(-1).view);
  const [mine, other] = position.own;
  const splash = [
    { id: mine.id, damage: 4, own: true },
    { id: other.id, damage: 3, own: true },
    { id: 9999, damage: 8, own: false },
  ];
  const strike = { kind: 'torpedo', chance: 50, damage: 14, meets: null, splash };
  const volley = { cell: [0, 0, 1], strikes: [strike], combat: null, expected: 7, sinks: 0 };
  for (const words of [volleyWords(volley, position), volleyInFull(volley, position, undefined)])
    assert.match(words, /splash on your own: −7/);
  const ids = splash.slice(0, 2).map(({ id, damage }) => [id, damage]);
  assert.match(
    warningWords({ code: 'own_in_splash', ids }, position),
    /^splash takes 7 health off your own: .+−4, .+−3$/,
  );
});
