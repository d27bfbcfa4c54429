/**
 * What lies over the chart? Selection, radii, the ways and results that the server foresees for drafts, the burst that is tried out,
 * the tile under the pointer. Drafts wear the lamp colour and dashes; everything with words asks the label placer for room.
 */
import { t } from 'app/i18n.js';
import { arrow, focusRing } from 'board/marks.js';
import { faded, mixed } from 'board/palette.js';
import { ago } from 'kit/describe.js';
import { markChosen } from 'kit/plates.js';
import { rimsOf } from 'kit/rims.js';
import { fleetsOf, fleetWords } from './fleets.js';
import { colourOf, radiusOf } from './glyphs.js';
import { aetherText, DIRECTIONS, entityName, KINDS, ownerName, properName } from './names.js';
import { layTags, nextOf, proposedBy } from './next.js';
import { actionsOf } from './orders.js';
import { densityAt, entityAt, homeOf, posOf, tileOf } from './position.js';
import { attackWords, sendingOf } from './taking.js';
import { paintLand } from './worlds.js';

/** @import { Ctx, Forecast, Hit, Plates, Position, Session, Shown, CosmosView, View } from './types' */

/** Steps in which the chart says in words what is whose. */
const NEW = 2;

/** @param {View} view @param {{x: number, y: number}} tile @returns {[number, number]} the middle of a tile on the canvas */
const middle = (view, { x, y }) => view.at(x + 0.5, y + 0.5);

/** @param {Ctx} ctx @param {View} view @param {Shown} entity */
export function paintSelection(ctx, view, entity) {
  markChosen(ctx, view, middle(view, entity), radiusOf(entity, view.camera.scale) * 1.42 + 3);
}

/** What one's own sense, as discs in tiles, and the outer rim of it. @type {WeakMap<Position, {discs: [number, number, number][], arcs: import('kit/rims.js').Arc[]}>} */
const lands = new WeakMap();

/** How far one's own senses reach. @param {Ctx} ctx @param {View} view @param {Position} position */
export function paintRim(ctx, view, position) {
  const { view: told, shown } = position;
  if (told.seat === null) return;
  let land = lands.get(position);
  if (!land) {
    const discs = shown
      .filter(({ seen }) => seen === 'own')
      .map(
        ({ x, y, kind }) =>
          /** @type {[number, number, number]} */ ([x + 0.5, y + 0.5, Math.sqrt(told.tables.kinds[kind].sense)]),
      );
    lands.set(position, (land = { discs, arcs: rimsOf(discs) }));
  }
  paintLand(ctx, view, land.discs, land.arcs, colourOf(view.palette, told.seat));
}

/** @param {CosmosView} view */
const isNew = ({ round, stride }) => round <= NEW * stride;

/** Where something is to be done next: rings of the lamp, and a few words. @param {View} view @param {Session} session @param {Plates} plates */
export function paintNext(view, session, plates) {
  const { selected, eyed } = session.state;
  /** @type {import('./next.js').Tag[]} */
  const laid = [];
  for (const { id, words } of nextOf(session)) {
    const entity = session.position().byId.get(id);
    // Who is chosen has it said at its place.
    if (!entity || selected.includes(id)) continue;
    const radius = radiusOf(entity, view.camera.scale) * 1.3 + 6;
    const isEyed = eyed === id;
    plates.ring(middle(view, entity), radius, view.palette.lamp, {
      width: isEyed ? 4 : 2.5,
      fill: isEyed ? faded(view.palette.lamp, 0.2) : undefined,
    });
    const box = plates.label(words, middle(view, entity), { away: radius, towards: -Math.PI / 2, draft: true });
    if (box) laid.push({ id, box });
  }
  layTags(session.state, laid);
}

/** The way to go on that is open, from who would go: dashed, before it is ordered. @param {View} view @param {Session} session @param {Plates} plates */
export function paintProposed(view, session, plates) {
  const found =
    session.hasDraft() && session.canOrder() && !session.state.selected.length && proposedBy(session.state.open);
  if (!found) return;
  const position = session.position();
  const [by, goal] = [found.by, found.id].map((id) => position.byId.get(id));
  const [x, y] = found.to ? tileOf(position.chart, found.to) : [goal?.x, goal?.y];
  if (!by || x === undefined || y === undefined) return;
  const [from, to] = [middle(view, by), middle(view, { x, y })];
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const short = Math.min(length, found.to || !goal ? 0 : radiusOf(goal, view.camera.scale) * 1.3 + 8);
  const end = /** @type {[number, number]} */ ([0, 1].map((i) => to[i] - ((to[i] - from[i]) * short) / length));
  plates.line([from, end], view.palette.lamp, { width: 2.5, dash: [8, 6] });
  if (found.to) plates.ring(to, Math.max(5, view.camera.scale * 0.4), view.palette.lamp, { width: 2.5 });
}

/** How far it senses, acts and detects. @param {View} view @param {Position} position @param {Shown} entity @param {Plates} plates */
export function paintRadii(view, { view: told }, entity, plates) {
  if (entity.seen === 'remembered') return;
  const [x, y] = middle(view, entity);
  const { action, sense, detect } = told.tables.kinds[entity.kind];
  const isOwn = entity.seen === 'own';
  // Where one's own senses end the land shows; a planet acts beside itself.
  const rings = [
    { squared: isOwn ? 0 : sense, word: t('senses'), dash: [2, 4] },
    { squared: entity.kind === 'planet' ? 0 : action, word: t('acts'), dash: [7, 5] },
    { squared: detect > sense ? detect : 0, word: t('detects'), dash: [1, 7] },
  ];
  const drawn = rings
    .filter(({ squared }) => squared)
    .map((ring) => ({ ...ring, reach: Math.sqrt(ring.squared) * view.camera.scale }));
  for (const { reach, dash } of drawn)
    plates.ring([x, y], reach, faded(view.palette.text, 0.85), { width: 1.5, dash, still: true });
  // A word keeps off all rings, so that none is struck through.
  for (const { word, reach } of drawn) plates.label(word, [x, y - reach], { away: 4, towards: -Math.PI / 2 });
}

/** In the first steps: how far one's own planet senses, in words. @param {View} view @param {Position} position @param {Plates} plates */
export function paintReachOfSenses(view, position, plates) {
  const home = isNew(position.view) && homeOf(position);
  if (!home) return;
  const [x, y] = middle(view, home);
  const reach = Math.sqrt(position.view.tables.kinds.planet.sense) * view.camera.scale;
  plates.label(t('your senses reach here'), [x, y - reach], { away: 4, towards: -Math.PI / 2 });
}

/** What a planet is called, and in the first steps whose it is. @param {View} view @param {Session} session @param {Shown} entity @param {Plates} plates */
export function paintName(view, session, entity, plates) {
  if (entity.kind !== 'planet') return;
  const away = radiusOf(entity, view.camera.scale) + 2;
  const { view: told } = session.position();
  const owner = isNew(told) && told.seat !== null && ownerName(entity.seat, told.seat, session.host.info);
  // Lighter than what it names.
  plates.label([properName(entity.id), owner].filter(Boolean).join(' · '), middle(view, entity), {
    away,
    towards: Math.PI / 2,
    bare: true,
  });
}

/** Pixels within which ships are told of together. */
const TOGETHER = 26;

/** How many ships stand there, and how strong battleships are. @param {View} view @param {Position} position @param {Plates} plates */
export function paintFleets(view, position, plates) {
  const { palette, camera } = view;
  for (const fleet of fleetsOf(position.shown, TOGETHER / camera.scale))
    plates.label(fleetWords(fleet), middle(view, fleet.lead), {
      away: radiusOf(fleet.lead, camera.scale) + 1,
      towards: Math.PI / 2,
      ink: mixed(colourOf(palette, fleet.lead.seat), palette.text, 0.35),
    });
}

/** What it is called, and what it has in it as far as that is known. @param {View} view @param {Shown} entity @param {Plates} plates */
export function spell(view, entity, plates) {
  const away = radiusOf(entity, view.camera.scale) + 2;
  const energy = entity.all ? ` · ${Math.floor(entity.all.energy)}` : '';
  plates.label(`${properName(entity.id)}${energy}`, middle(view, entity), { away, towards: Math.PI / 2 });
}

/** How long ago something was seen. @param {View} view @param {Position} position @param {Shown} entity @param {Plates} plates */
export function paintAge(view, position, entity, plates) {
  if (entity.round === null) return;
  const away = radiusOf(entity, view.camera.scale) + 2;
  plates.label(ago(position.view.round - entity.round), middle(view, entity), { away, ink: view.palette.muted });
}

/** More ships than this have no course each. */
const MOST_COURSES = 12;

/** Where ships are under way by what they have been told before: in their colour, and still. @param {Ctx} ctx @param {View} view @param {Session} session @param {Plates} plates */
export function paintCourses(ctx, view, session, plates) {
  const { told, orders } = session.state;
  const position = session.position();
  const fresh = new Set([...orders.direct, ...orders.standing].map(({ id }) => id));
  const courses = Object.entries(/** @type {Forecast | null} */ (told)?.tracks ?? {}).filter(
    ([id]) => !fresh.has(Number(id)),
  );
  if (courses.length > MOST_COURSES) return;
  const own = mixed(colourOf(view.palette, position.view.seat), view.palette.text, 0.35);
  const proposed = session.canOrder() ? proposedBy(session.state.open) : null;
  for (const [id, track] of courses) {
    // What the open way would end is grey beside it.
    const colour = proposed?.moves && proposed.by === Number(id) ? faded(view.palette.muted, 0.7) : own;
    const points = track.map((pos) => {
      const [x, y] = tileOf(position.chart, pos);
      return middle(view, { x, y });
    });
    plates.line(points, colour, { width: 2, dash: [6, 5], still: true });
    arrow(ctx, points.slice(-2), { colour, width: 2 });
  }
}

/** Tiles that a way keeps off the straight one before it says why. */
const ASIDE = 2;

/** Does a way go round? @param {readonly (readonly [number, number])[]} track */
export function bends(track) {
  const [[x, y], [u, v]] = [track[0], track[track.length - 1]];
  const [dx, dy] = [u - x, v - y];
  const long = Math.hypot(dx, dy) || 1;
  return track.some(([a, b]) => Math.abs((a - x) * dy - (b - y) * dx) / long > ASIDE);
}

/** The drafts: where ships will be, what is built, who bursts, what is bid. @param {View} view @param {Session} session @param {Plates} plates */
export function paintDrafts(view, session, plates) {
  const { state } = session;
  const { palette, camera } = view;
  const position = session.position();
  const forecast = /** @type {Forecast | null} */ (state.forecast);
  const fresh = new Set([...state.orders.direct, ...state.orders.standing].map(({ id }) => id));
  for (const [key, track] of Object.entries(forecast?.tracks ?? {})) {
    const isDraft = fresh.has(Number(key));
    if (!isDraft && !state.selected.includes(Number(key))) continue;
    const points = track.map((pos) => {
      const [x, y] = tileOf(position.chart, pos);
      return middle(view, { x, y });
    });
    const colour = isDraft ? palette.lamp : palette.text;
    const end = points[points.length - 1];
    plates.line(points, colour, { still: !isDraft });
    plates.ring(end, Math.max(3, camera.scale * 0.2), colour, { dash: [], fill: palette.panel });
    if (isDraft) {
      const round = t('round {round}', { round: forecast?.rounds[track.length - 2] ?? '' });
      const why = bends(track) ? t('the way round through bright aether is quicker') : '';
      plates.label([round, why].filter(Boolean).join(' · '), end, { draft: true });
    }
  }
  for (const { id } of state.orders.direct) {
    const entity = position.byId.get(id);
    if (!entity) continue;
    const at = middle(view, entity);
    for (const action of actionsOf(state.orders, id)) {
      if (action.do === 'build' || action.do === 'move') {
        const [dx, dy] = DIRECTIONS[action.dir].step;
        const there = middle(view, { x: entity.x + dx, y: entity.y + dy });
        plates.ring(there, Math.max(6, camera.scale * 0.42), palette.lamp, {
          dash: [4, 3],
          fill: faded(palette.ink, 0.65),
        });
        if (action.do === 'build')
          plates.label(`${KINDS[action.kind].name()} ${action.energy}`, there, {
            away: camera.scale * 0.5,
            draft: true,
          });
      } else if (action.do === 'overload') paintReach(view, at, action.radius, plates);
      else if (action.do === 'charge')
        plates.label(t('bids {n}', { n: action.energy }), at, {
          away: radiusOf(entity, camera.scale) * 1.3,
          towards: Math.PI / 2,
          draft: true,
        });
      else if (action.do === 'analyse') {
        const target = position.byId.get(action.id);
        if (target) plates.line([at, middle(view, target)], palette.lamp, { width: 2.5 });
      }
    }
  }
}

/** The disc of a burst. @param {View} view @param {[number, number]} at @param {number} squared @param {Plates} plates */
function paintReach({ palette, camera }, at, squared, plates) {
  plates.ring(at, (Math.sqrt(squared) + 0.5) * camera.scale, palette.lamp, {
    width: 2.5,
    fill: faded(palette.lamp, 0.14),
  });
}

/** A burst that is tried out or drafted, with what the server says of each target. @param {View} view @param {Session} session @param {Plates} plates */
export function paintBurst(view, session, plates) {
  const { state } = session;
  const { palette, camera } = view;
  const position = session.position();
  const answer = /** @type {Forecast | null} */ (state.radius ? state.ahead : state.forecast);
  const [ship] = session.chosen().filter(({ kind }) => kind === 'battleship');
  if (state.radius && ship) paintReach(view, middle(view, ship), state.radius, plates);
  const hits = (answer?.events ?? []).flatMap(
    ({ type, hits: found }) => /** @type {Hit[]} */ (type === 'overloaded' ? found : []),
  );
  for (const { id, result, before, after } of hits) {
    const target = position.byId.get(id);
    if (!target) continue;
    const isGood = (result === 'healed') === (target.seat === position.view.seat);
    const words =
      result === 'captured'
        ? t('captured, {n} left', { n: after })
        : result === 'destroyed'
          ? t('destroyed')
          : `${before} → ${after}`;
    plates.label(words, middle(view, target), {
      away: radiusOf(target, camera.scale) + 3,
      ink: isGood ? palette.good : palette.bad,
      draft: true,
    });
  }
}

/** Whether the draft sends all ships in hand to a tile already. @param {Session} session @param {[number, number]} tile */
function isSent(session, tile) {
  const goal = String(posOf(session.position().chart, tile));
  const goals = new Map(session.state.orders.standing.map(({ id, movement }) => [id, String(movement?.to)]));
  return session.ships().every(({ id }) => goals.get(id) === goal);
}

/** Whether a press on a tile would send the ships in hand there. @param {Session} session @param {[number, number]} tile */
const isAimed = (session, tile) =>
  session.sends() && entityAt(session.position(), tile)?.seen !== 'own' && !isSent(session, tile);

/** More ships than this at once have no line each to the place where they would go. */
const MOST_AIMS = 12;

/** Where a press would send the ships in hand: thin lines from each. @param {View} view @param {Session} session @param {[number, number]} tile @param {Plates} plates */
export function paintAim(view, session, [x, y], plates) {
  if (!isAimed(session, [x, y])) return;
  const goal = middle(view, { x, y });
  for (const ship of session.ships().slice(0, MOST_AIMS))
    plates.line([middle(view, ship), goal], view.palette.lamp, { width: 1.5, dash: [3, 5], still: true });
}

/** A drag from one of one's own: a line, and at its end what would come of it. @param {View} view @param {Session} session @param {readonly [number, number]} at @param {Plates} plates */
export function paintPull(view, session, at, plates) {
  const { pull, ahead } = session.state;
  const { byId } = session.position();
  const [one, goal] = [pull?.from, pull?.to].map((id) => byId.get(id ?? -1));
  if (!one) return;
  const end = /** @type {[number, number]} */ (goal ? middle(view, goal) : [...at]);
  plates.line([middle(view, one), end], view.palette.lamp, { width: 2.5 });
  if (!goal) return;
  const sending = one.kind === 'planet' ? sendingOf(session, one, goal) : null;
  if (one.kind !== 'planet' && !(goal.kind === 'planet' && goal.seen !== 'own')) return;
  const words =
    typeof sending === 'string'
      ? sending
      : [
          t('{n} energy', { n: sending?.price ?? one.energy }),
          ahead?.about === goal.id ? attackWords(ahead.attack ?? null) : '',
        ]
          .filter(Boolean)
          .join(' · ');
  plates.label(words, end, { away: radiusOf(goal, view.camera.scale) + 8, towards: -Math.PI / 2, draft: true });
}

/** When the ships in hand would be there, once the server has said so. @param {Session} session */
function arrivalWords({ state: { ahead, told } }) {
  if (ahead?.arrival === undefined) return '';
  const last = told?.rounds.at(-1);
  if (ahead.arrival !== null) return t('arrives round {round}', { round: ahead.arrival });
  return last ? t('arrives after round {round}', { round: last }) : '';
}

/** The tile under the pointer: its place, its density, and who would go there. @param {Ctx} ctx @param {View} view @param {Session} session @param {[number, number]} tile @param {Plates} plates */
export function paintTile(ctx, view, session, [x, y], plates) {
  const {
    chart,
    view: { map, tables },
  } = session.position();
  if (!map) return;
  const { palette, camera } = view;
  const sends = isAimed(session, [x, y]);
  ctx.lineWidth = 1.5;
  ctx.strokeStyle = sends || session.state.aim ? palette.lamp : faded(palette.text, 0.6);
  ctx.strokeRect(...view.at(x, y), camera.scale, camera.scale);
  // Who is chosen is told of beside it.
  const there = entityAt(session.position(), [x, y]);
  if (there && session.state.selected.includes(there.id)) return;
  const place = there ? entityName(there) : '';
  const density = densityAt(chart, x, y);
  // How quick it is matters to those who would go there.
  const [ship] = session.ships();
  const aether = !density ? t('not seen yet') : ship ? aetherText(density, tables.kinds[ship.kind].base_cooldown) : '';
  const raids = sends && there && session.raidOn(there);
  const press = raids ? t('press to take it') : t('press to go there');
  const ahead = raids ? attackWords(session.state.ahead?.attack ?? null) : arrivalWords(session);
  const words = [place, there ? '' : aether, ...(sends ? [press, ahead] : [])].filter(Boolean).join(' · ');
  if (words) plates.label(words, middle(view, { x, y }), { away: camera.scale * 0.8, towards: Math.PI / 3 });
}

/** @param {Ctx} ctx @param {View} view @param {[number, number]} tile */
export function paintCursor(ctx, view, [x, y]) {
  focusRing(ctx, view.palette, ...middle(view, { x, y }), Math.max(9, view.camera.scale * 0.7));
}
