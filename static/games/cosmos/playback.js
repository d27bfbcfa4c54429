/**
 * How does a step play? Its events as tracks, round after round: ships glide, bursts light up, what is built or taken appears when its time
 * has come. What moves is the scene's list of what it draws; nothing is worked out that no event says.
 */
import { burst, flash, placeAt, pulse, rise } from 'kit/tracks.js';
import { tileOf } from './position.js';

/** @import { Drawn, Hit, Pos, Position, Track } from './types' */

/** Milliseconds of a round, and at most of a step. */
const ROUND = 380;
const LONGEST = 2600;
const LIGHT = ['#FFFFFF', '#FFE7A8', '#FFB84D', '#FF7A4D'];

/**
 * @param {Map<number, Drawn>} stage what is drawn, by id; changed as time goes by
 * @param {Position} after the position it ends in
 * @param {readonly any[]} events of the step
 * @param {{draw: (id: number) => Drawn | null, changed: () => void, palette: import('board/palette.js').Palette}} how `draw` gives what is drawn of an entity in the end
 * @returns {Track[]}
 */
export function tracksOf(stage, after, events, { draw, changed, palette }) {
  const rounds = [...new Set(events.map(({ round }) => round))].sort((a, b) => a - b);
  const lasts = Math.min(ROUND, LONGEST / Math.max(1, rounds.length));
  const at = (/** @type {number} */ round) => rounds.indexOf(round) * lasts;
  const middle = (/** @type {Pos} */ pos) => {
    const [x, y] = tileOf(after.chart, pos);
    return /** @type {[number, number]} */ ([x + 0.5, y + 0.5]);
  };
  const colour = (/** @type {number | null} */ seat) => (seat === null ? palette.nobody : palette.seats[seat]);

  /** @type {Record<string, (event: any, start: number) => Track[]>} */
  const plays = {
    moved({ id, from, pos }, start) {
      if (!from || !pos) return [];
      const [a, b] = [middle(from), middle(pos)];
      return [
        {
          at: start,
          lasts: lasts * 0.9,
          begin: () => set(id, { x: b[0], y: b[1], heading: Math.atan2(b[1] - a[1], b[0] - a[0]) }),
          paint(_ctx, _view, k) {
            const drawn = stage.get(id);
            if (!drawn) return;
            drawn.x = a[0] + (b[0] - a[0]) * k;
            drawn.y = a[1] + (b[1] - a[1]) * k;
            changed();
          },
        },
      ];
    },
    built({ id, pos, seat }, start) {
      const [x, y] = middle(pos);
      const appear = { at: start, lasts: 1, begin: () => set(id, { x, y }) };
      return [appear, pulse({ at: start, lasts: lasts * 1.2 }, placeAt(x, y), 1.4, colour(seat))];
    },
    overloaded({ id, pos, radius, hits }, start) {
      const [x, y] = middle(pos);
      const reach = Math.sqrt(radius) + 0.6;
      const vanish = { at: start + lasts * 0.3, lasts: 1, begin: () => set(id, null) };
      return [
        vanish,
        flash({ at: start, lasts: lasts * 1.6 }, placeAt(x, y), reach * 1.1, '#FFF3D0'),
        pulse({ at: start, lasts: lasts * 2 }, placeAt(x, y), reach, '#FFFFFF', 2),
        burst({ at: start + 40, lasts: lasts * 2.2 }, placeAt(x, y), reach, LIGHT, 40),
        ...hits.flatMap((/** @type {Hit} */ hit) => {
          const there = stage.get(hit.id);
          const change = hit.after - hit.before;
          return there && change
            ? [
                rise(
                  { at: start + lasts * 0.5, lasts: lasts * 3 },
                  placeAt(there.x, there.y),
                  change > 0 ? `+${change}` : `−${-change}`,
                  hit.result === 'healed' ? palette.good : palette.bad,
                ),
              ]
            : [];
        }),
      ];
    },
    captured({ id, new_seat: seat }, start) {
      const there = stage.get(id);
      const turn = { at: start + lasts * 0.4, lasts: 1, begin: () => set(id, { seat }) };
      return there
        ? [turn, pulse({ at: start + lasts * 0.4, lasts: lasts * 2 }, placeAt(there.x, there.y), 2.2, colour(seat), 2)]
        : [turn];
    },
    destroyed({ id }, start) {
      const there = stage.get(id);
      const vanish = { at: start + lasts * 0.4, lasts: 1, begin: () => set(id, null) };
      return there
        ? [
            vanish,
            burst(
              { at: start + lasts * 0.4, lasts: lasts * 1.8 },
              placeAt(there.x, there.y),
              1.2,
              [colour(there.seat), '#FFFFFF'],
              18,
            ),
          ]
        : [vanish];
    },
    evolved({ id }, start) {
      const there = stage.get(id);
      const turn = { at: start, lasts: 1, begin: () => set(id, { kind: 'battleship', age: null }) };
      return there
        ? [turn, pulse({ at: start, lasts: lasts * 1.6 }, placeAt(there.x, there.y), 1.6, '#FFFFFF', 2)]
        : [turn];
    },
    bid_result({ planet, result }, start) {
      const there = stage.get(planet);
      // Resonance: rings that meet each other run over the planet that won.
      return there && result === 'won'
        ? [
            pulse({ at: start + lasts * 0.5, lasts: lasts * 1.4 }, placeAt(there.x - 0.25, there.y), 1.9, '#BFE9FF', 3),
            pulse({ at: start + lasts * 0.5, lasts: lasts * 1.4 }, placeAt(there.x + 0.25, there.y), 1.9, '#BFE9FF', 3),
          ]
        : [];
    },
  };

  /** What is drawn of an entity from now on; null: nothing. @param {number} id @param {Partial<Drawn> | null} part */
  function set(id, part) {
    const drawn = stage.get(id) ?? draw(id);
    if (drawn && part) stage.set(id, { ...drawn, ...part });
    else stage.delete(id);
    changed();
  }

  return events.flatMap((event) => plays[event.type]?.(event, at(event.round)) ?? []);
}
