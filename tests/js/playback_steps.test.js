// Does a step that is played end as the position that it led to, and is every piece there all the way? Steps of matches between bots, told as the
// director tells them: piece by piece at the end, at every beat between, and in the order of the rules.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { courseOf as cosmosCourse } from 'games/cosmos/playback.js';
import { positionOf as aether } from 'games/cosmos/position.js';
import { roundOf } from 'games/deep_blue/playback.js';
import { capacity, planesOf, positionOf as sea } from 'games/deep_blue/position.js';
import { patch } from 'games/frames/patch.js';
import { actsOf } from 'games/frames/playback.js';
import { courseOf as campusCourse, flipsOf } from 'games/hundred_clubs/playback.js';
import { positionOf as campus } from 'games/hundred_clubs/position.js';
import { courseOf as chartCourse, stageOf } from 'games/planet_conquer/playback.js';
import { positionOf as chart } from 'games/planet_conquer/position.js';
import { moment } from 'kit/actors.js';
import { beatsOf, chosen, laidOut, paused } from 'kit/beats.js';
import { moments } from './board_page.js';

const IS_LONG = process.env.FOGBOUND_LONG === '1';
/** Steps of each game: a match of so many, by so many bots. */
const WANTED = IS_LONG ? 200 : 12;
const MATCHES = {
  planet_conquer: { bots: ['medium', 'medium', 'easy', 'easy'], options: {} },
  deep_blue: { bots: ['medium', 'easy'], options: {} },
  hundred_clubs: { bots: ['easy', 'easy', 'easy'], options: {} },
  cosmos: { bots: ['medium', 'easy'], options: {} },
  frames: { bots: ['easy', 'easy'], options: {} },
};
/** The owner of land that is not seen. */
const OUT_OF_SIGHT = -2;
/** Who looks on, match by match. */
const VIEWS = [0, 'referee', 1];
const SEATS = ['#fff', '#000', '#f00', '#0f0', '#00f', '#ff0'];

const approx = (value) => Math.round(value * 100) / 100;
/** Times at which it is looked at whether all are there: at and beside whatever begins or ends. */
function timesOf({ tracks, actors = [], length }) {
  const ends = [
    ...tracks.flatMap(({ at, lasts }) => [at, at + lasts]),
    ...actors.flatMap(({ legs, turns }) => [
      ...legs.flatMap(({ start, end }) => [start, end]),
      ...turns.map(({ at }) => at),
    ]),
  ];
  return [...new Set(ends.flatMap((time) => [time - 1, time, time + 1]))].filter((time) => time >= 0 && time <= length);
}

/** @param {any[]} actors @param {number} length @param {any} after @param {(one: any) => any} told */
function actorsEnd(actors, length, after, told) {
  const shown = actors.flatMap((one) => moment(one, length) ?? []).filter(({ alpha }) => alpha > 0);
  const end = Object.fromEntries(shown.map((one) => [one.id, told(one)]));
  assert.deepEqual(end, Object.fromEntries(after.map((one) => [one.id, told(one)])));
}

/** @param {any[]} actors @param {any} course */
function nobodyBlinks(actors, course) {
  const times = timesOf(course).sort((a, b) => a - b);
  for (const actor of actors) {
    const seen = times.map((time) => (moment(actor, time)?.alpha ?? 0) > 0);
    const [first, last] = [seen.indexOf(true), seen.lastIndexOf(true)];
    if (first < 0) continue;
    assert.equal(seen.slice(first, last + 1).includes(false), false, `${actor.first.id} vanishes and comes back`);
  }
}

const drawSea = (position) => (unit) => {
  const planes = planesOf(unit);
  const isWing = unit.kind === 'formation' && !unit.limits;
  return {
    id: unit.id,
    seat: unit.seat,
    x: unit.pos[0] + 0.5,
    y: unit.pos[1] + 0.5,
    level: unit.pos[2],
    heading: 0,
    health: Math.min(
      1,
      isWing ? planes / position.view.tables.planes.size : unit.health / (capacity(position, unit, 'health') ?? 1),
    ),
    planes,
    wake: 0,
    alpha: 1,
  };
};
const drawAether = (entity) => ({ ...entity, x: entity.x + 0.5, y: entity.y + 0.5, health: 1, wake: 0, alpha: 1 });

/** How each game plays a step: its course, and what is asked of its end. */
const GAMES = {
  planet_conquer: {
    course(previous, frame) {
      const [before, after] = [chart(previous.view), chart(frame.view)];
      const stage = stageOf(before);
      return { course: chartCourse(stage, before, after, frame.events, () => {}), stage, before, after };
    },
    ends({ stage, before, after }, { tracks, length }) {
      for (const track of [...tracks].sort((a, b) => a.at - b.at)) track.begin?.();
      for (const planet of after.planets) {
        const shown = stage.planets[planet.id];
        // What no event tells has come into sight or gone out of it.
        if (before.planets[planet.id].seen !== 'now' || planet.seen !== 'now') continue;
        assert.deepEqual([shown.owner, shown.units], [planet.owner, planet.units], `planet ${planet.key}`);
      }
      const known = new Set(before.view.fleets.map(({ id }) => id));
      for (const { id } of after.view.fleets.filter((fleet) => known.has(fleet.id))) {
        const shown = tracks.filter(({ piece }) => piece === id).sort((a, b) => a.at - b.at);
        assert.equal(shown[0]?.at, 0, `fleet ${id} is there from the start`);
        for (const [i, { at, lasts }] of shown.entries())
          assert.ok(at + lasts >= (shown[i + 1]?.at ?? length) - 1e-6, `fleet ${id} blinks`);
      }
    },
  },
  deep_blue: {
    course(previous, frame) {
      const [before, after] = [sea(previous.view), sea(frame.view)];
      const draw = drawSea(before);
      const course = roundOf(before, after, frame.events, { draw, place: (x, y) => () => [x, y], colours: SEATS });
      return { course, before, after, draw };
    },
    ends({ after, draw }, course) {
      nobodyBlinks(course.actors, course);
      actorsEnd(course.actors, course.length, after.units.map(draw), ({ seat, x, y, health }) => [
        seat,
        x,
        y,
        approx(health),
      ]);
    },
  },
  hundred_clubs: {
    course(previous, frame) {
      const [before, after] = [campus(previous.view), campus(frame.view)];
      return { course: campusCourse(before, frame.events), before, after, frame };
    },
    ends({ before, after, frame }, { tracks, length }) {
      const owner = before.owner.slice();
      for (const { cell, seat } of flipsOf(before, frame.events)) owner[cell] = seat ?? -1;
      const told = new Set(flipsOf(before, frame.events).map(({ cell }) => cell));
      // What was seen while it was taken may lie out of sight afterwards.
      for (const cell of told)
        if (after.owner[cell] !== OUT_OF_SIGHT) assert.equal(owner[cell], after.owner[cell], `cell ${cell}`);
      for (const track of tracks.filter(({ stays }) => stays !== undefined))
        assert.ok(track.at + track.lasts >= length - 1e-6, 'land that was won stays until the end');
    },
  },
  cosmos: {
    course(previous, frame) {
      const [before, after] = [aether(previous.view), aether(frame.view)];
      const course = cosmosCourse(before, after, frame.events, {
        drawnOf: (entity) => drawAether(entity),
        palette: { seats: SEATS },
      });
      return { course, after };
    },
    ends({ after }, course) {
      nobodyBlinks(course.actors, course);
      actorsEnd(course.actors, course.length, after.shown.map(drawAether), ({ seat, x, y, kind }) => [
        seat,
        x,
        y,
        kind,
      ]);
    },
  },
  frames: {
    course(previous, frame) {
      const acts = actsOf(frame.events);
      const course = {
        tracks: acts.flatMap((events, at) => events.map((event) => ({ at, lasts: 0, event }))),
        phases: acts.map((_, at) => ({ name: '', at })),
        length: acts.length,
      };
      return { course, previous, frame };
    },
    ends({ previous, frame }) {
      if (!previous.view.seats?.length || !frame.view.seats?.length) return;
      const view = structuredClone({ ...previous.view, cards: frame.view.cards, you: frame.view.you });
      for (const event of frame.events) patch(view, event, frame.view);
      const units = ({ seats }) =>
        Object.fromEntries(
          seats.flatMap(({ ship, mechs }) => [
            [ship.id, [ship.hp, ship.state]],
            ...mechs.map(({ id, where, at, hp }) => [id, where === 'board' ? [at, hp] : where]),
          ]),
        );
      assert.deepEqual(units(view), units(frame.view));
    },
  },
};

for (const [game, { course: play, ends }] of Object.entries(GAMES))
  test(`a step of ${game} ends as its position, and nothing vanishes and comes back`, async (context) => {
    const { default: module } = await import(`games/${game}/main.js`).catch(() => ({ default: null }));
    let left = WANTED;
    for (let seed = 0; left > 0; seed += 1) {
      const wanted = { game, ...MATCHES[game], step: left, last: left + 1, seat: VIEWS[seed % VIEWS.length] };
      const { one } = await moments({ one: wanted });
      const { frames, info } = one;
      assert.ok(frames.length > 1, 'a match has steps');
      for (let i = 1; i < frames.length; i += 1) {
        const [previous, frame] = [frames[i - 1], frames[i]];
        const { course, ...rest } = play(previous, frame);
        const news = module?.news?.(frame, previous, info) ?? [];
        const found = beatsOf(news, frame.events, course, module?.telling);
        const { beats, limit } = chosen(found, { length: course.length });
        const worded = beats.map((beat) => ({ ...beat, text: beat.lines[0].text }));
        const laid = (game === 'frames' ? paused : laidOut)(course, worded, limit);
        await context.test(`step ${frame.step}`, () => ends(rest, laid.course));
      }
      left -= frames.length - 1;
    }
  });
