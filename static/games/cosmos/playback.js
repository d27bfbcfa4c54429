/**
 * How does a step play? Its events as actors and lights, round after round: ships glide, bursts light up, what is built or taken appears
 * when its time has come. Every moment follows from the events alone, so that playback can be sought back and forth.
 */
import { t } from 'app/i18n.js';
import { actorFrom, actorsTrack } from 'kit/actors.js';
import { blaze, resonance } from 'kit/light.js';
import { burst, placeAt, pulse, rise } from 'kit/tracks.js';
import { colourOf } from './glyphs.js';
import { tileOf } from './position.js';

/** @import { Ctx, Drawn, Hit, Palette, Pos, Position, Shown, Track, View } from './types' */

/** Milliseconds of a round, and at most of a step. */
const ROUND = 380;
const LONGEST = 2600;

/**
 * @param {Position} before @param {Position} after @param {readonly any[]} events of the step
 * @param {{drawnOf: (entity: Shown, position: Position) => Drawn, paint: (ctx: Ctx, view: View, looks: Drawn[]) => void, palette: Palette}} how
 * @returns {{tracks: Track[], phases: {name: string, at: number}[]}}
 */
export function tracksOf(before, after, events, { drawnOf, paint, palette }) {
  const rounds = [...new Set(events.map(({ round }) => round))].sort((a, b) => a - b);
  const lasts = Math.min(ROUND, LONGEST / Math.max(1, rounds.length));
  /** @type {Map<number, import('kit/actors.js').Actor<Drawn>>} */
  const actors = new Map();
  const join = (/** @type {Shown} */ entity, /** @type {Position} */ position, born = 0) => {
    const drawn = drawnOf(entity, position);
    // Who comes into sight and is taken afterwards belongs to its former owner until then.
    const taken = position === after && events.find(({ type, id }) => type === 'captured' && id === entity.id);
    if (taken) Object.assign(drawn, { seat: taken.old_seat, own: false });
    const actor = actorFrom(drawn, born);
    actors.set(entity.id, actor);
    return actor;
  };
  for (const entity of before.shown) join(entity, before);
  /** Who it is; whoever comes into sight only now begins here. @param {number} id @param {number} at */
  const actorOf = (id, at) => {
    const found = actors.get(id);
    const entity = !found && after.byId.get(id);
    return entity ? join(entity, after, Math.max(1, at)) : found;
  };
  /** Where somebody is who has gone so far. @param {number} id @param {number} at */
  const placeOf = (id, at) => {
    const actor = actorOf(id, at);
    const last = actor?.legs.findLast(({ start }) => start <= at)?.cells.at(-1);
    return actor && (last ? [last[0] + 0.5, last[1] + 0.5] : [actor.first.x, actor.first.y]);
  };
  const turn = (/** @type {number} */ id, /** @type {number} */ at, /** @type {Partial<Drawn>} */ part) =>
    actorOf(id, at)?.turns.push({ at, part });
  const leave = (/** @type {number} */ id, /** @type {number} */ at) => {
    const actor = actors.get(id);
    if (actor) actor.gone = Math.min(actor.gone, at);
  };
  /** Something that is seen where somebody is. @param {number} id @param {number} at @param {(x: number, y: number) => Track} make @returns {Track[]} */
  const over = (id, at, make) => {
    const place = placeOf(id, at);
    return place ? [make(place[0], place[1])] : [];
  };

  /** @type {Record<string, (event: any, at: number) => Track[] | void>} */
  const plays = {
    moved({ id, from, pos }, at) {
      const [a, b] = [from, pos].map((end) => end && tileOf(after.chart, /** @type {Pos} */ (end)));
      if (a && b) actorOf(id, at)?.legs.push({ start: at, end: at + lasts * 0.9, cells: [a, b] });
      else if (a) leave(id, at + lasts);
    },
    built: ({ id, seat }, at) =>
      over(id, at, (x, y) => pulse({ at, lasts: lasts * 1.2 }, placeAt(x, y), 1.4, colourOf(palette, seat), 1, 1)),
    overloaded({ id, pos, radius, hits }, at) {
      const [x, y] = tileOf(after.chart, pos);
      const numbers = hits.flatMap((/** @type {Hit} */ { id: target, before: was, after: is, result }) =>
        over(target, at, (tx, ty) =>
          rise(
            { at: at + lasts * 0.5, lasts: lasts * 3 },
            placeAt(tx, ty),
            is > was ? `+${is - was}` : `−${was - is}`,
            (theme) => (result === 'healed' ? theme.good : theme.bad),
          ),
        ),
      );
      for (const { id: target, kind, after: is } of hits)
        if (kind === 'planet') turn(target, at + lasts * 0.4, { energy: is });
      leave(id, at + lasts * 0.3);
      return [blaze({ at, lasts: lasts * 2.4 }, x + 0.5, y + 0.5, Math.sqrt(radius) + 0.5), ...numbers];
    },
    captured({ id, new_seat: seat }, at) {
      const when = at + lasts * 0.4;
      turn(id, when, { seat, own: seat !== null && seat === after.view.seat });
      return over(id, at, (x, y) =>
        pulse({ at: when, lasts: lasts * 2 }, placeAt(x, y), 2.2, colourOf(palette, seat), 2, 1),
      );
    },
    destroyed({ id }, at) {
      const [when, seat] = [at + lasts * 0.4, actors.get(id)?.first.seat ?? null];
      leave(id, when);
      return over(id, at, (x, y) =>
        burst({ at: when, lasts: lasts * 1.8 }, placeAt(x, y), 1.2, [colourOf(palette, seat), '#FFFFFF'], 18),
      );
    },
    evolved({ id }, at) {
      turn(id, at, { kind: 'battleship', age: null });
      return over(id, at, (x, y) => pulse({ at, lasts: lasts * 1.6 }, placeAt(x, y), 1.6, '#FFFFFF', 2, 1));
    },
    // Its owner hears of each own bid, the referee of the one that won.
    bid_result: ({ planet, result }, at) => (result === 'won' ? plays.resonance({ planet }, at) : []),
    resonance: ({ planet }, at) =>
      planet === null ? [] : over(planet, at, (x, y) => resonance({ at, lasts: lasts * 2.2 }, x, y, 4.5)),
  };

  const lights = events.flatMap((event) => {
    const at = rounds.indexOf(event.round) * lasts;
    return [{ at, lasts: 0, event }, ...(plays[event.type]?.(event, at) ?? [])];
  });
  const end = Math.max(rounds.length * lasts, ...lights.map(({ at, lasts: long }) => at + long));
  for (const [id, actor] of actors) if (!after.byId.has(id) && actor.gone === Infinity) actor.gone = end;
  const ships = rounds.length ? [actorsTrack([...actors.values()], end, paint)] : [];
  return {
    tracks: [...ships, ...lights],
    phases: rounds.map((round, i) => ({ name: t('round {round}', { round }), at: i * lasts })),
  };
}
