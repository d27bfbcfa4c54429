import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildingsAt, roundOf } from 'games/deep_blue/playback.js';
import { positionOf } from 'games/deep_blue/position.js';
import { TELLING } from 'games/deep_blue/telling.js';
import { moment } from 'kit/actors.js';
import { makeView } from './deep_blue_fixture.js';

const draw = (unit) => ({
  id: unit.id,
  kind: unit.kind,
  seat: unit.seat,
  x: unit.pos[0] + 0.5,
  y: unit.pos[1] + 0.5,
  level: unit.pos[2],
  heading: 0,
  health: unit.id === 201 ? unit.health / 60 : 1,
  planes: 10,
  wake: 0,
  alpha: 1,
});
const HOW = { draw, place: (x, y) => () => [x, y], colours: ['#E69F00', '#56B4E9'] };

/** The fixture after a round in which these units are as given. */
function played(events, change = (elements) => elements) {
  const before = makeView();
  const after = makeView({ round: 10, elements: change(makeView().elements) });
  return roundOf(positionOf(before), positionOf(after), events, HOW);
}
const actorOf = (round, id) => round.actors.find(({ first }) => first.id === id);

const STRIKE = {
  phase: 'attack',
  type: 'strike',
  attacker: 301,
  from: [2, 5, 2],
  target: 201,
  owner: 0,
  cell: [5, 2, 1],
  kind: 'fire',
  result: 'hit',
  damage: 30,
  splash: [],
};

test('phases follow each other in the order of the rules', () => {
  const path = [
    [5, 2],
    [6, 2],
    [7, 2],
  ];
  const round = played(
    [
      STRIKE,
      { phase: 'move', type: 'move', id: 201, level: 1, path, stopped: 'arrived' },
      {
        phase: 'services',
        type: 'supply',
        from: 100,
        to_id: 201,
        at: [
          [3, 2, 1],
          [7, 2, 1],
        ],
        fuel: 5,
        ammo: 0,
        metal: 0,
      },
      { phase: 'production', type: 'launched', id: 400, kind: 'cargo', seat: 0, pos: [4, 4, 1] },
    ],
    (elements) => elements.map((one) => (one.id === 201 ? { ...one, pos: [7, 2, 1] } : one)),
  );
  assert.deepEqual(
    round.phases.map(({ name }) => name),
    ['Attack', 'Movement', 'Supply', 'Launches'],
  );
  const times = round.phases.map(({ at }) => at);
  assert.deepEqual(
    times,
    [...times].sort((a, b) => a - b),
  );
  assert.ok(round.length > times[3]);
});

test('health falls when the shot arrives, and a time can be asked in any order', () => {
  const round = played([STRIKE], (elements) => elements.map((one) => (one.id === 201 ? { ...one, health: 30 } : one)));
  const ship = actorOf(round, 201);
  const hurt = ship.turns[0].at;
  assert.equal(moment(ship, hurt - 1).health, 1);
  assert.equal(moment(ship, hurt + 1).health, 0.5);
  assert.equal(moment(ship, 0).health, 1);
});

test('a ship stands at the start of its way until movement, at the end of it afterwards, and heads along it', () => {
  const path = [
    [5, 2],
    [5, 3],
    [5, 4],
  ];
  const round = played([{ phase: 'move', type: 'move', id: 201, level: 1, path, stopped: 'arrived' }], (elements) =>
    elements.map((one) => (one.id === 201 ? { ...one, pos: [5, 4, 1] } : one)),
  );
  const ship = actorOf(round, 201);
  assert.deepEqual([moment(ship, 0).x, moment(ship, 0).y], [5.5, 2.5]);
  const end = moment(ship, round.length);
  assert.deepEqual([end.x, end.y], [5.5, 4.5]);
  assert.equal(end.heading, Math.PI / 2);
});

test('what is destroyed sinks after it was hit and is gone', () => {
  const round = played(
    [
      { ...STRIKE, damage: 60 },
      { phase: 'attack', type: 'destroyed', id: 201, kind: 'destroyer', seat: 0, pos: [5, 2, 1], cause: 'strike' },
    ],
    (elements) => elements.filter(({ id }) => id !== 201),
  );
  const ship = actorOf(round, 201);
  assert.ok(moment(ship, ship.turns[0].at));
  assert.ok(moment(ship, ship.gone - 300).sunk > 0);
  assert.equal(moment(ship, ship.gone + 1), null);
});

test('an enemy is drawn only on the stretches that were seen', () => {
  const segments = [
    [
      [2, 5],
      [2, 4],
    ],
  ];
  const left = played([{ phase: 'move', type: 'move', id: 301, level: 2, segments }], (elements) =>
    elements.filter(({ id }) => id !== 301),
  );
  const plane = actorOf(left, 301);
  assert.ok(moment(plane, 0));
  assert.equal(moment(plane, left.length), null);
});

test('a shot from the dark has no way, only an end', () => {
  const seen = played([STRIKE]);
  const dark = played([{ ...STRIKE, attacker: null, from: null }]);
  assert.ok(dark.tracks.length < seen.tracks.length);
  assert.ok(dark.tracks.length > 0);
});

test('an own ship that has fired and lives is there all the time', () => {
  const round = played([{ ...STRIKE, attacker: 201, target: 301, owner: 1, from: [5, 2, 1], cell: [2, 5, 2] }]);
  for (let time = 0; time <= round.length; time += 50) assert.equal(moment(actorOf(round, 201), time)?.alpha, 1);
});

test('captions are short: who did what to whom, no weapon and no number', () => {
  const frame = { view: makeView(), events: [STRIKE] };
  const said = TELLING.short?.({
    lines: [{ event: STRIKE, text: '', weight: 1, at: null }],
    events: [STRIKE],
    frame,
    before: { view: makeView(), events: [] },
    info: { seats: [] },
  });
  assert.match(said ?? '', /^The enemy formation hits your [a-z]+ \w+/);
  assert.doesNotMatch(said ?? '', /fire|damage|\(/);
});

test('an island that is shot at and taken is what it was until its beat, then weaker, then of its new owner', () => {
  const before = positionOf(makeView()).buildings;
  const island = 102;
  const shot = { ...STRIKE, attacker: 201, from: [5, 2, 1], target: island, owner: null, cell: [7, 3, 1], damage: 300 };
  const round = played(
    [shot, { phase: 'attack', type: 'captured', id: island, seat: 0, from_seat: null }],
    (elements) => elements.map((one) => (one.id === island ? { ...one, seat: 0, health: 450, visible: true } : one)),
  );
  const at = (time) => {
    const { seat, health } = buildingsAt(before, round.tracks, time).find(({ id }) => id === island);
    return [seat, health];
  };
  const [hit, taken] = round.tracks.filter(({ work }) => work).map((track) => track.at);
  assert.ok(hit < taken && taken < round.length);
  assert.deepEqual(
    [at(hit - 1), at(hit), at(taken), at(hit - 1)],
    [
      [null, 300],
      [null, 0],
      [0, 450],
      [null, 300],
    ],
  );
});

test('a base that is destroyed stands until it bursts', () => {
  const before = positionOf(makeView()).buildings;
  const round = played(
    [{ phase: 'attack', type: 'destroyed', id: 101, kind: 'base', seat: 1, pos: [8, 5, 1], cause: 'strike' }],
    (elements) => elements.filter(({ id }) => id !== 101),
  );
  const bursts = round.tracks.find(({ work }) => work).at;
  const stands = (time) => buildingsAt(before, round.tracks, time).some(({ id }) => id === 101);
  assert.deepEqual([stands(bursts - 1), stands(bursts)], [true, false]);
});
