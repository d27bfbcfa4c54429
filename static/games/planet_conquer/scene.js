/**
 * What does the board show now? Turns frame, draft and selection into layers and pieces of the toolkit. Reads the session and
 * changes nothing in it.
 */
import { t, tn } from 'app/i18n.js';
import { createBoard } from 'board/board.js';
import { boxAround, toScreen } from 'board/camera.js';
import { paintFog } from 'board/fog.js';
import { viewOf } from 'board/layers.js';
import { lasso, pointRing, sign } from 'board/marks.js';
import { createBakery, onePicture } from 'kit/bake.js';
import { bubbleSize, marching, paintAims, paintBubble, paintDraft, paintDraftAt, paintReach } from 'kit/drafts.js';
import { globeOf, QUICK_RADIUS } from 'kit/globes.js';
import { BURIED } from 'kit/labels.js';
import { createStage } from 'kit/playback.js';
import { nebulaOf, paintSky } from 'kit/sky.js';
import { emptiedWords } from './forecast.js';
import { chipsAt, discBox, EVERY, paintChips } from './grip.js';
import { paintGraticule } from './ground.js';
import { createLayout, marksInWords, marksOf } from './layout.js';
import { iconPath } from './names.js';
import { placeOf } from './orders.js';
import { outlookOf } from './outlook.js';
import { discOf, globeFor, paintName, paintPlanet, paintSigns, paintUnits, radiusOf, rimTowards } from './planets.js';
import { courseOf, stageOf } from './playback.js';
import { isOwn, positionOf } from './position.js';
import { isFinger } from './session.js';
import { amountWords, fates, nextWords } from './standing.js';
import { paintStream } from './stream.js';
import { laneOf, paintFleets, routeLine } from './traffic.js';
import { lightWay, paintWay } from './ways.js';

/** @import { Box, Camera, Ctx, Frame, Layout, Piece, Planet, Point, Position, Session, Size, View } from './types' */

/** Changes of these move something that is written on the chart. */
const WRITTEN = new Set(['orders', 'forecast', 'edited', 'overlay', 'spelled']);

/** The sky: middle and half its side in units of the map, and which one of all. */
const SKY = { x: 500, y: 500, reach: 1500, seed: 23 };

/** By day what is out of sight lies in blue dusk: grey would pale the colours of the seats. */
const DUSK = '#B3C2DC';

/** The part of the world that holds all planets, with room for rims and names. @param {Position} position */
const worldOf = ({ planets, routes }) =>
  boxAround([
    ...planets.map(({ x, y }) => /** @type {const} */ ([x, y, 62])),
    ...routes.flatMap(({ line }) => line.map(([x, y]) => /** @type {const} */ ([x, y, 30]))),
  ]);

/** @param {HTMLElement} el @param {Session} session */
export function createScene(el, session) {
  const { state } = session;
  const planets = () => stage.now()?.planets ?? state.position?.planets ?? [];
  const fleets = () => stage.now()?.fleets ?? state.position?.view.fleets ?? [];
  const playing = () => stage.isPlayed();
  const layout = createLayout(session, { planets, fleets, isPlayed: playing, signs: signsOf });

  /** @param {(ctx: Ctx, view: View, position: Position) => void} paint @returns {(ctx: Ctx, view: View) => void} */
  const withPosition = (paint) => (ctx, view) => {
    if (state.position) paint(ctx, view, state.position);
  };
  const board = createBoard(el, {
    still: session.host.reducedMotion(),
    layers: [
      { name: 'ground', cached: true, paint: paintGround },
      { name: 'planets', paint: withPosition(paintPlanets) },
      { name: 'drafts', paint: withPosition(paintDrafts) },
      { name: 'traffic', paint: withPosition(paintTraffic) },
      { name: 'effects', paint: (ctx, view) => board.timeline.paint(ctx, view) },
      // Over all that flies, so that a number can be read whatever goes on around it.
      { name: 'numbers', paint: withPosition((ctx, view, position) => paintNumbers(ctx, view, position, planets())) },
      { name: 'hints', paint: withPosition(paintHints) },
    ],
  });
  const bakery = createBakery({ ready: (name) => board.redraw([name.startsWith('nebula') ? 'ground' : 'planets']) });
  const unwatch = board.watch({ camera: () => bakery.hold(board.moving()) });
  const stage = createStage({
    board,
    stageOf,
    courseOf,
    positionOf,
    layers: ['planets', 'numbers'],
    turned() {
      layout.forget();
      el.toggleAttribute('data-plays', playing());
    },
  });
  const hasDraft = () => state.orders.moves.length > 0 || state.orders.tactic !== null;
  const streams = () => (state.position && !playing() ? fates(state.orders, state.position.view) : []);
  const march = marching(board, ['drafts'], {
    playing,
    has: () => (hasDraft() && !state.locked) || streams().length > 0,
  });

  /** @param {Ctx} ctx @param {View} view */
  function paintGround(ctx, view) {
    const { position } = state;
    const { palette } = view;
    const { fog = false, round = 0 } = position?.view ?? {};
    const known = position?.planets.filter(({ seen }) => seen !== 'never') ?? [];
    // An audience that sees nothing at all (a stranger under fog) gets the bare chart: the veil would only hide the map.
    const veiled = fog && known.length > 0;
    paintSky(
      ctx,
      view,
      bakery.get(
        'nebula',
        [palette.ink],
        () => nebulaOf(palette, SKY.seed),
        () => nebulaOf(palette, SKY.seed, { coarse: 4 }),
        onePicture(`nebula ${palette.ink} ${SKY.seed}`),
      ),
      SKY,
    );
    if (!position) return;
    paintGraticule(ctx, view, { step: 125, middle: [500, 500], rings: [250, 500] });
    const clearings = known.map(({ x, y, seen, as_of: asOf }) => {
      const memory = 0.45 + 0.2 / (1 + round - (asOf ?? 0));
      return { x, y, radius: seen === 'now' ? 150 : 95, strength: seen === 'now' ? 1 : memory };
    });
    if (veiled) paintFog(ctx, view, clearings, palette.dark ? palette.fog : DUSK);
    const isSeen = (/** @type {number} */ id) => !fog || position.planets[id].seen === 'now';
    for (const route of position.routes)
      paintWay(ctx, view, routeLine(view, position, route, 0), route.length, isSeen(route.a) || isSeen(route.b));
  }

  /** @param {Ctx} ctx @param {View} view @param {Position} position */
  function paintPlanets(ctx, view, position) {
    const { seat } = position.view;
    for (const planet of planets()) {
      const [ground, number] = globeFor(planet);
      const globe =
        planet.seen === 'never'
          ? null
          : bakery.get(
              `${ground} ${number}`,
              [],
              () => globeOf(ground, number),
              () => globeOf(ground, number, QUICK_RADIUS),
              { key: `globe ${ground} ${number}` },
            );
      paintPlanet(ctx, view, planet, { seat, globe });
    }
    for (const name of layout.of(view, position).names) paintName(ctx, view, name);
  }

  /** The numbers of some planets. @param {Ctx} ctx @param {View} view @param {Position} position @param {readonly Planet[]} some */
  function paintNumbers(ctx, view, position, some) {
    const { round, seat } = position.view;
    const drafting = !playing() && session.canOrder();
    const { plates } = layout.of(view, position);
    for (const planet of some) {
      const units = drafting && isOwn(position, planet.id) ? session.rest(planet.id) : planet.units;
      paintUnits(ctx, view, planet, { round, seat, units, plate: plates.get(planet.id) });
    }
  }

  /** @param {Planet} planet */
  function signsOf(planet) {
    if (!state.position || playing()) return [];
    const types = planet.effects.map(({ type }) => type);
    const isAttacked = state.position.view.attacks.some((attack) => attack.planet === planet.id);
    return isAttacked && !types.includes('attack') ? [...types, 'attack'] : types;
  }

  /** @param {Ctx} ctx @param {View} view @param {Position} position */
  function paintTraffic(ctx, view, position) {
    const { announcements, round } = position.view;
    for (const planet of planets()) {
      const strike = playing() ? undefined : announcements.find((entry) => entry.planet === planet.id);
      const box = strike && layout.of(view, position).notices.get(planet.id);
      const words = strike && (strike.round > round ? t('next round') : t('this round'));
      paintSigns(ctx, view, planet, { types: signsOf(planet), notice: words && box ? { words, box } : null });
    }
    const lit = state.inspected?.kind === 'fleet' ? state.inspected.id : null;
    const { pills, bubbles, alarms } = layout.of(view, position);
    const isLit = (/** @type {{id: string}} */ { id }) => id === lit;
    paintFleets(ctx, view, pills, (pill) => pill.fleets.some(isLit));
    for (const event of playing() ? [] : battles()) {
      const [x, y] = battleSpot(position.planets[event.planet])(view.camera, view);
      sign(ctx, view.palette, iconPath('battle'), x, y);
    }
    const { good, bad, muted } = view.palette;
    for (const { box, lines, isGood, isKnown, rim } of playing() ? [] : alarms)
      paintBubble(ctx, view.palette, box, lines, 'locked', {
        edge: isKnown ? (isGood ? good : bad) : muted,
        isTold: true,
        line: [rim, rim],
      });
    for (const { box, lines, line, index, isGood } of playing() ? [] : bubbles)
      paintBubble(ctx, view.palette, box, lines, lookOf(index), {
        line,
        isDashed: true,
        seat: position.view.seat,
        edge: isGood ? undefined : view.palette.bad,
      });
  }

  /** How a draft looks. @param {number} index of a move; -1: the tactic @returns {import('kit/drafts.js').Look} */
  function lookOf(index) {
    const wrong = state.error && placeOf(state.error.path);
    if (wrong && (index < 0 ? wrong.tactic : wrong.move === index)) return 'wrong';
    if (state.locked) return 'locked';
    return index >= 0 && state.edited === index ? 'edited' : 'draft';
  }

  /** Arrows, under fleets and numbers. @param {Ctx} ctx @param {View} view @param {Position} position */
  function paintDrafts(ctx, view, position) {
    if (playing()) return;
    const flown = board.state.still ? 0 : performance.now() / 1000;
    for (const route of streams())
      paintStream(ctx, view, laneOf(view, position, route.from, route.to), {
        fate: route.fate,
        seat: position.view.seat ?? 0,
        lit: state.route?.from === route.from && state.route.to === route.to,
        seconds: flown,
      });
    for (const { line, index } of layout.of(view, position).arrows)
      paintDraft(ctx, view.palette, line, lookOf(index), march.gone(), position.view.seat);
    const { tactic } = state.orders;
    const target = position.planets[tactic?.planet ?? tactic?.to ?? -1];
    if (tactic && target)
      paintDraftAt(ctx, view.palette, discOf(view, target), iconPath(tactic.type), lookOf(-1), march.gone());
  }

  /** The chips of a drag: a hand finds them where they are painted. @param {View} view @param {Position} position @param {Planet} to @param {Planet} from */
  function chipsOf(view, position, to, from) {
    const bubbles = layout.of(view, position).bubbles.map(({ box }) => box);
    return chipsAt(view, to, from, session.mayRepeat(), [...planets().map((one) => discBox(view, one)), ...bubbles]);
  }

  const forgetChips = session.offer('chips', chipsOf);

  /** @param {Ctx} ctx @param {View} view @param {Position} position */
  function paintHints(ctx, view, position) {
    if (playing()) return;
    const { hover, drag } = board.state;
    const known = layout.of(view, position);
    const now = { ...known, placer: known.placer.copy() };
    const { hover: pointed, sources, inspected, aim } = state;
    const focus = el.matches(':focus-visible') ? state.focus : null;
    const lit = pointed ?? (sources.length === 1 ? sources[0] : null);
    const isAiming = sources.length > 0 && session.canOrder();
    const ways = lit !== null && !drag && (!isAiming || sources.includes(lit)) ? position.graph.ways[lit] : [];
    const routes = ways.map(({ fact }) => fact);
    if (hover?.kind === 'route') routes.push(hover.data);
    for (const route of routes) lightWay(ctx, view, routeLine(view, position, route, 7), route.length, now);
    /** @type {Set<number>} */
    const ringed = new Set();
    const ring = (/** @type {number} */ id, /** @type {Parameters<typeof pointRing>[5]} */ what) => {
      pointRing(ctx, view.palette, ...discOf(view, position.planets[id]), what);
      ringed.add(id);
    };
    for (const id of (aim && session.targets(aim)) ?? []) ring(id, 'target');
    if (inspected?.kind === 'planet' && inspected.id !== state.focus) ring(inspected.id, 'shown');
    for (const id of sources) ring(id, 'source');
    if (pointed !== null) ring(pointed, 'hover');
    if (focus !== null) ring(focus, 'focus');
    paintNumbers(
      ctx,
      view,
      position,
      [...ringed].map((id) => planets()[id]),
    );
    if (state.route) paintRoute(ctx, view, position, state.route, now.placer);
    const target = pointed ?? focus;
    const sender = drag?.from.data ?? (sources.length === 1 && !aim ? sources[0] : null);
    const senders = drag && !sources.includes(drag.from.data) ? [drag.from.data] : sources;
    const end = drag?.over?.kind === 'planet' ? drag.over.data : null;
    const isReached = drag !== null && end !== null && senders.some((from) => position.graph.between(from, end));
    const [to, from] = [end, drag?.from.data].map((id) => position.planets[id ?? 0]);
    const chips = isReached ? chipsOf(view, position, to, from) : [];
    for (const { box } of chips) now.placer.plate(box, BURIED);
    paintOutlook(ctx, view, position, now.placer, sender, end ?? target);
    if (end !== null) {
      paintAim(ctx, view, position, now.placer, senders, end);
      const unitsOf = (/** @type {number} */ part) =>
        senders.reduce((sum, id) => sum + session.portion(session.rest(id), part), 0);
      paintChips(ctx, view, chips, session.share(), unitsOf);
    } else if (drag) {
      const { x, y } = position.planets[drag.from.data];
      paintReach(ctx, view.palette, [view.at(x, y), drag.at]);
    } else {
      const isAimed = session.canOrder() && !aim && target !== null && !sources.includes(target);
      const isReached = isAimed && paintAim(ctx, view, position, now.placer, sources, target);
      // A finger points at nothing: what it has pressed, unless that was an order, which would be covered.
      const pressed = inspected?.kind === 'planet' && !sources.length ? inspected.id : null;
      const told = target ?? (isFinger() ? pressed : null);
      const isOrdered = state.orders.moves.some(({ to }) => to === told);
      // A small board has room for what the neighbours need, not for what the sender is as well.
      if (told !== null && !isReached && !(isFinger() && (isOrdered || told === sender)))
        paintMeaning(ctx, view, position.planets[told], now.placer, !isFinger());
    }
    if (board.state.lasso) lasso(ctx, view.palette, board.state.lasso);
  }

  /**
   * What the neighbours of the planet that sends would need, and could do to it; of one's own that is only looked at, what they could do.
   * @param {Ctx} ctx @param {View} view @param {Position} position @param {Layout['placer']} placer @param {number | null} sender @param {number | null} target of which more is said
   */
  function paintOutlook(ctx, view, position, placer, sender, target) {
    const id = sender ?? target;
    if (id === null || !session.canOrder() || !isOwn(position, id)) return;
    const portion = sender === null ? null : session.portion(session.rest(id));
    for (const { planet, lines, isGood } of outlookOf(state.forecast, id, portion, position.planets)) {
      if (planet === target) continue;
      const [x, y, radius] = discOf(view, position.planets[planet]);
      const box = placer.place({ x, y, ...bubbleSize(view.palette, lines), away: radius + 8, towards: -Math.PI / 2 });
      const edge = isGood ? view.palette.good : view.palette.bad;
      if (!box) continue;
      const rim = rimTowards(box, [x, y, radius]);
      paintBubble(ctx, view.palette, box, lines, 'locked', { edge, line: [rim, rim] });
    }
  }

  /** What the signs at a planet mean. @param {Ctx} ctx @param {View} view @param {Planet} planet @param {Layout['placer']} placer @param {boolean} optional only where it lies over nothing; on a narrow board it lies over routes */
  function paintMeaning(ctx, view, planet, placer, optional) {
    const lines = marksInWords(planet);
    const [x, y, radius] = discOf(view, planet);
    const size = bubbleSize(view.palette, lines);
    const room = { ...size, away: radius + 12, rings: 10, towards: Math.PI / 2, optional };
    const box = placer.place({ x, y, ...room });
    if (box) paintBubble(ctx, view.palette, box, lines, 'locked');
  }

  /**
   * What a click would send: arrows with numbers, when it arrives, what comes of it and what stays behind. False: no route leads there.
   * @param {Ctx} ctx @param {View} view @param {Position} position @param {Layout['placer']} placer @param {number[]} sources @param {number} target
   */
  function paintAim(ctx, view, position, placer, sources, target) {
    const near = sources.flatMap((from) => {
      const way = position.graph.between(from, target);
      return way ? [{ from, rounds: way.length, rest: session.rest(from) }] : [];
    });
    if (!near.length) return false;
    const latest = Math.max(...near.map(({ rounds }) => rounds));
    const isStanding = session.share().repeat;
    const emptied = near.filter(({ rest }) => session.portion(rest) === rest);
    const arrows = near.map(({ from, rest }) => {
      const words = isStanding ? EVERY.sign : String(session.portion(rest));
      return { line: laneOf(view, position, from, target), words };
    });
    const arrival = tn(
      '{n} round · arrives at the end of round {round}',
      '{n} rounds · arrives at the end of round {round}',
      latest,
      {
        round: position.view.round + latest - 1,
      },
    );
    // What grows leaves from the next round on: who expects a part of what is there sees why nothing goes.
    const kept = near.map(({ rest }) => t('{rest} stay', { rest: Math.max(1, rest) }));
    const standing = [t('all growth, every round'), ...kept, tn('{n} round', '{n} rounds', latest)];
    const lines = [
      ...(state.ahead || arrival).split(' · '),
      ...emptied.map(({ from }) => emptiedWords(null, position.view, position.planets[from])),
      marksOf(position.planets[target]),
    ];
    paintAims(ctx, view, placer, arrows, {
      disc: discOf(view, position.planets[target]),
      lines: isStanding ? standing : lines,
    });
    return true;
  }

  /** How much the route sends that was pressed. @param {Ctx} ctx @param {View} view @param {Position} position @param {{from: number, to: number}} way @param {Layout['placer']} placer */
  function paintRoute(ctx, view, position, way, placer) {
    const route = session.routeOf(way);
    if (!route) return;
    const rest = session.rest(way.from);
    const when = session.isFirst(way) ? nextWords(route, rest, session.nextOn(way.from)) : '';
    const lines = [`${EVERY.sign} ${amountWords(route, rest)}`, ...(when ? [when] : [])];
    const box = placer.along(laneOf(view, position, way.from, way.to), bubbleSize(view.palette, lines));
    paintBubble(ctx, view.palette, box, lines, 'edited');
  }

  const battles = () => (state.frame?.events ?? []).filter(({ type }) => type === 'battle');

  /** A marker stands at the upper right of its disc. @param {Planet} planet @returns {NonNullable<Piece['place']>} */
  const battleSpot = (planet) => (camera, size) => {
    const [x, y] = toScreen(camera, size, planet.x, planet.y);
    const reach = radiusOf(planet, camera.scale) + 8;
    return [x + reach * 0.72, y - reach * 0.72];
  };

  /** Where something of the layout stands. @param {Position} position @param {(layout: Layout) => {box: Box} | undefined} find @returns {NonNullable<Piece['place']>} */
  const placed = (position, find) => (camera, size) => {
    const found = find(layout.of(viewOf(board.state, camera, size), position));
    if (!found) return [-99, -99];
    const { x, y, width, height } = found.box;
    return [x + width / 2, y + height / 2];
  };

  /** @returns {Piece[]} */
  function pieces() {
    const { position, orders } = state;
    if (!position) return [];
    /** @param {string} kind @param {number | string} data @param {NonNullable<Piece['place']>} place */
    const disc = (kind, data, place) => ({ id: `${kind}:${data}`, kind, place, radius: () => 12, data });
    const routed = fleets().filter(({ kind }) => kind === 'route');
    /** @type {(from: number, to: number) => NonNullable<Piece['track']>} */
    const lane = (from, to) => (camera, size) => laneOf(viewOf(board.state, camera, size), position, from, to);
    return [
      ...position.planets.map((planet) => {
        const { id, x, y } = planet;
        const radius = (/** @type {number} */ scale) => radiusOf(planet, scale) + 5;
        return { id: `planet:${id}`, kind: 'planet', x, y, radius, data: id };
      }),
      ...battles().map(({ planet }) => disc('battle', planet, battleSpot(position.planets[planet]))),
      ...routed.map((fleet) => {
        const place = placed(position, ({ pills }) => pills.find((pill) => pill.fleets.includes(fleet)));
        return disc('fleet', fleet.id, place);
      }),
      ...orders.moves.flatMap(({ from, to }, data) => {
        const place = placed(position, ({ bubbles }) => bubbles.find(({ index }) => index === data));
        return [
          { ...disc('move', data, place), id: `bubble:${data}` },
          { id: `move:${data}`, kind: 'move', track: lane(from, to), data },
        ];
      }),
      ...streams().map(({ from, to }) => {
        return { id: `standing:${from}:${to}`, kind: 'standing', track: lane(from, to), data: { from, to } };
      }),
      ...position.routes.map((data) => {
        return { id: `route:${data.index}`, kind: 'route', line: data.line, faint: true, data };
      }),
    ];
  }

  return {
    board,
    playing,

    /** Takes over a new frame. @param {Position} position */
    settle(position) {
      stage.clear();
      board.set({ world: worldOf(position), pieces: pieces(), still: session.host.reducedMotion() });
    },

    /** The draft or the selection changed. @param {string[]} layers @param {string[]} [changed] */
    refresh(layers, changed = []) {
      if (changed.some((name) => WRITTEN.has(name))) layout.forget();
      board.set({ pieces: pieces() }, layers);
    },

    play: stage.play,
    destroy() {
      march.destroy();
      unwatch();
      forgetChips();
      bakery.destroy();
    },
  };
}
