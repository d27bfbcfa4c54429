/**
 * Where does everything stand that is written on the chart? Discs and numbers first, then names, which give way to fleets on their routes
 * and to bubbles of drafts; each where it covers nothing that came before. What shows only while something is aimed or pointed at is placed last and moves nobody.
 */
import { t } from 'app/i18n.js';
import { lengthOf, pointAlong } from 'board/lines.js';
import { widthOf } from 'board/marks.js';
import { signed } from 'kit/describe.js';
import { bubbleSize } from 'kit/drafts.js';
import { BURIED, createPlacer, crosses, keptLayout, overlap } from 'kit/labels.js';
import { battleWords, comingBattles, emptiedWords, foreseen, leftOn, outcomeMark } from './forecast.js';
import { kindName } from './names.js';
import { pillSize, placePill } from './pill.js';
import { discOf, plateBoxes, radiusOf, rimTowards, SMALL } from './planets.js';
import { isOwn } from './position.js';
import { laneOf, pillLetters, progress } from './traffic.js';

/** @import { Box, Fleet, Move, Planet, Point, Position, Session, View } from './types' */
/** @typedef {import('./pill.js').Pill & {fleets: Fleet[], box: Box}} Pill fleets of one seat at one place */
/** @typedef {{index: number, line: Point[], lines: string[], box: Box, isGood: boolean}} Bubble index -1: the teleport */
/** @typedef {{box: Box, lines: string[], isGood: boolean, isKnown: boolean, rim: Point}} Alarm */
/** @typedef {{planet: Planet, words: string, change: number | null, size: number, box: Box, facts: string}} Name */
/** @typedef {{placer: ReturnType<typeof createPlacer>, plates: Map<number, Box>, notices: Map<number, Box>, pills: Pill[], arrows: {index: number, line: Point[]}[], bubbles: Bubble[], alarms: Alarm[], names: Name[], taken: Box[]}} Layout */

/** Where the words over an announced strike stand: over the planet, or else around it. @param {View} view @param {Planet} planet @param {Layout['placer']} placer @returns {Box} */
function placeNotice(view, planet, placer) {
  const [x, y] = view.at(planet.x, planet.y);
  const away = radiusOf(planet, view.camera.scale) + 10;
  const size = { width: 76, height: 18 };
  const box = placer.place({ x, y, ...size, away, towards: -Math.PI / 2 });
  return box ?? { x: x - 38, y: y - away - 19, ...size };
}

/** How much names weigh for what comes and goes: it leaves them be where it can, and they give way where it cannot. */
const GIVES_WAY = 0.8;

/** A garrison whose number is as wide as most: names leave room for it before anybody is there. */
const USUAL = 100;

/** Does a line run over it? @param {Box} box @param {readonly Point[]} line */
const isCrossed = (box, line) => line.some((point, i) => i > 0 && crosses(box, [line[i - 1], point]));

/** CSS pixels of a board on which the whole map leaves no room for the numbers of fleets. */
const NARROW = 500;

/** Fleets of one seat at one place share a pill; one that would cover another gives way, less than half a round along its route or aside. @param {View} view @param {Position} position @param {readonly Fleet[]} fleets @param {Layout['placer']} placer @returns {Pill[]} */
function placePills(view, position, fleets, placer) {
  /** @type {Map<string, Fleet[]>} */
  const groups = new Map();
  for (const fleet of fleets) {
    if (fleet.kind !== 'route') continue;
    const key = `${fleet.from}>${fleet.to}:${fleet.length - fleet.left}/${fleet.length}:${fleet.seat}`;
    groups.set(key, [...(groups.get(key) ?? []), fleet]);
  }
  return [...groups.values()].map((group) => {
    const [{ seat, left, length, from, to }] = group;
    const units = group.reduce((sum, fleet) => sum + fleet.units, 0);
    const size = pillSize(units, pillLetters(view));
    const place = placePill(placer, laneOf(view, position, from, to), progress(group[0]), length, size);
    return { fleets: group, isPile: group.length > 1, seat, units, left, ...place };
  });
}

/** What the bubble of a draft says: how much and how it ends, when, and what stays behind. @param {Session} session @param {Position} position @param {Move} move @param {number} index @param {boolean} isWide there is room for more than the number */
function bubbleLines(session, { view, planets, graph }, move, index, isWide) {
  const { orders, forecast, edited } = session.state;
  const mark = outcomeMark(foreseen(forecast, move, index), view.seat, view.planets[move.to].seen);
  const rounds = index < 0 ? 1 : (graph.between(move.from, move.to)?.length ?? 1);
  const [rest, stay] = [session.rest(move.from), session.stays(move.from)];
  const isLast = !orders.moves.slice(index + 1).some(({ from }) => from === move.from);
  const emptied = rest === 0 && isLast && emptiedWords(forecast, view, planets[move.from]);
  const more = [
    t('round {round}', { round: view.round + rounds - 1 }),
    rest > 0 && edited === index && t('{rest} stay', { rest: stay }),
  ].filter(Boolean);
  // A plate with a number is a fleet of the seat that has the colour of drafts: what is only ordered has another form.
  const first = `→ ${move.units}${mark ? ` ${mark.text}` : ''}`;
  const isWhole = isWide || edited === index;
  // What leaves a planet open is said on a small map too.
  return {
    lines: [first, ...(isWhole ? [more.join(' · ')] : []), ...(emptied ? [emptied] : [])],
    isGood: mark?.good ?? true,
  };
}

/** What the draft sends, with the line of its arrow; a teleport last. @param {View} view @param {Session} session @param {Position} position */
function draftsOf(view, session, position) {
  const { moves, tactic } = session.state.orders;
  const { planets } = position;
  const drafts = moves.map((move, index) => ({ move, index }));
  if (tactic?.type === 'teleport' && tactic.from !== undefined && tactic.to !== undefined)
    drafts.push({ move: { from: tactic.from, to: tactic.to, units: tactic.units ?? 0 }, index: -1 });
  return drafts
    .filter(({ move }) => planets[move.from] && planets[move.to])
    .map((draft) => ({ ...draft, line: laneOf(view, position, draft.move.from, draft.move.to) }));
}

/** Bubbles of drafts; who has one in hand sees it. @param {View} view @param {Session} session @param {Position} position @param {ReturnType<typeof draftsOf>} drafts @param {Layout['placer']} placer @returns {Bubble[]} */
function placeBubbles(view, session, position, drafts, placer) {
  const inHand = (/** @type {{index: number}} */ { index }) => index < 0 || index === session.state.edited;
  return [...drafts.filter(inHand), ...drafts.filter((draft) => !inHand(draft))].flatMap((draft) => {
    const { move, index, line } = draft;
    const { lines, isGood } = bubbleLines(session, position, move, index, view.camera.scale > 0.45);
    const isOptional = !inHand(draft);
    for (const some of isOptional && lines.length > 1 ? [lines, lines.slice(0, 1)] : [lines]) {
      const box = placeBeside(placer, line, bubbleSize(view.palette, some), isOptional);
      if (box) return [{ index, line, lines: some, isGood, box }];
    }
    return [];
  });
}

/** Where on its arrow a bubble is tried, the best first; and how far off where there is no room. */
const PARTS = [0.5, 0.68, 0.32];
const FAR = 10;

/**
 * Beside its own arrow, or as near to it as nothing that counts is covered.
 * @param {Layout['placer']} placer @param {Point[]} line @param {{width: number, height: number}} size @param {boolean} optional @returns {Box | null} null: it is left out where there is no such place
 */
function placeBeside(placer, line, size, optional) {
  const total = lengthOf(line);
  const spots = PARTS.map((part) => pointAlong(line, total * part));
  for (const [i, { x, y, angle }] of [...spots, spots[0]].entries()) {
    const rings = i < spots.length ? 1 : FAR;
    const place = { x, y, ...size, away: 4, towards: angle + Math.PI / 2, rings };
    const box = placer.place({ ...place, optional: optional || i < spots.length });
    if (!box) continue;
    placer.plate(box, 3);
    return box;
  }
  return null;
}

/** How battles will end to which fleets are under way, beside the planets; over nothing that matters, unless one's own falls. @param {View} view @param {Session} session @param {Position} position @param {Layout['placer']} placer @returns {Alarm[]} */
function placeAlarms(view, { state: { forecast } }, position, placer) {
  const isWide = view.camera.scale > 0.45;
  return comingBattles(forecast, position.view).flatMap((battle) => {
    const { end, brief, when, isGood, isKnown } = battleWords(battle, position.view);
    const lines = isWide ? [end, when] : [brief];
    const planet = position.planets[battle.planet];
    const [x, y, radius] = discOf(view, planet);
    const optional = isGood || !isOwn(position, planet.id);
    const away = radius + 10;
    const box = placer.place({ x, y, ...bubbleSize(view.palette, lines), away, towards: -Math.PI / 2, optional });
    return box ? [{ box, lines, isGood, isKnown, rim: rimTowards(box, [x, y, radius]) }] : [];
  });
}

/** The numbers of a planet in the signs of the first game: defence, growth, most. One that grows no more says so in place of its most, which stands on its plate. @param {Planet} planet */
export function marksOf({ def, res, cos, max, owner, units, seen }) {
  const isFull = seen === 'now' && owner !== null && (units ?? 0) >= max;
  return `⊙${def}  ★${res}${cos < 0 ? '−' : '+'}${Math.abs(cos)}  ${isFull ? t('full') : `≥${max}`}`;
}

/** The same signs with what they mean, for the planet that is pointed at. @param {Planet} planet @returns {string[]} */
export function marksInWords({ name, kind, def, res, cos, max }) {
  return [
    `${name} · ${kindName(kind)}`,
    t('⊙ in defence each counts {n}', { n: def }),
    t('★ growth ×{n}, then {change}', { n: res, change: signed(cos) }),
    t('≥ grows up to {n}', { n: max }),
  ];
}

/** What a planet in sight grows by next: of one's own, what is foreseen. @param {Planet} planet @param {Session} session @param {Position} position @returns {number | null} */
function growthOf(planet, { state }, { view }) {
  if (planet.seen !== 'now' || planet.owner === null || planet.next === null) return null;
  return leftOn(state.forecast, view, planet.id)?.grows ?? planet.next - (planet.units ?? 0);
}

/**
 * Names below the discs, or wherever there is room; each stays where it is while nothing lies there.
 * @param {View} view @param {readonly Planet[]} planets @param {Layout['placer']} placer @param {Map<number, import('kit/labels.js').Spot>} spots by planet
 * @param {{grows: ((planet: Planet) => number | null) | null, isSpelled: boolean}} how `grows`: what will grow, in place of the name; `isSpelled`: on a small map too @returns {Name[]}
 */
function placeNames(view, planets, placer, spots, { grows, isSpelled }) {
  const { camera, palette } = view;
  return planets.flatMap((planet) => {
    const radius = radiusOf(planet, camera.scale);
    if (radius < SMALL && !isSpelled) return [];
    const change = grows?.(planet) ?? null;
    const size = radius > 19 ? 12 : 10.5;
    const words = change === null ? planet.name : signed(change);
    const width = widthOf(words, `700 ${size}px ${palette.font}`) + size + 6;
    const [x, y] = view.at(planet.x, planet.y);
    /** @param {string} facts */
    const placed = (facts) => {
      const wide = facts ? Math.max(width, widthOf(facts, `10px ${palette.font}`)) : width;
      const room = { width: wide, height: size + (facts ? 14 : 2), away: radius + 7 };
      const rings = isSpelled ? 3 : 1;
      const spot = facts || isSpelled ? undefined : spots.get(planet.id);
      const box = placer.place({ x, y, ...room, towards: Math.PI / 2, rings, optional: true, spot });
      return box ? [{ planet, words, change, size, box, facts }] : [];
    };
    if (!spots.has(planet.id)) spots.set(planet.id, {});
    // What a planet is worth stands with its name where that is asked for.
    const whole = isSpelled || grows ? placed(marksOf(planet)) : [];
    return whole.length ? whole : placed('');
  });
}

/**
 * @param {Session} session
 * @param {{planets: () => readonly Planet[], fleets: () => readonly Fleet[], isPlayed: () => boolean, signs: (planet: Planet) => string[]}} shown
 */
export function createLayout(session, { planets, fleets, isPlayed, signs }) {
  /** @type {Map<number, import('kit/labels.js').Spot>} */
  const spots = new Map();
  return keptLayout((/** @type {View} */ view, /** @type {Position} */ position) => {
    const placer = createPlacer(view);
    for (const planet of planets()) {
      const [x, y] = view.at(planet.x, planet.y);
      const radius = radiusOf(planet, view.camera.scale);
      placer.disc(x, y, radius + 3, 4);
      if (signs(planet).length) placer.plate({ x: x - 14, y: y - radius - 18, width: 28, height: 18 });
    }
    // Numbers move for nothing but a neighbour's number.
    const numbers = createPlacer({ width: view.width, height: view.height });
    const counted = planets().filter((one) => one.units && radiusOf(one, view.camera.scale) >= SMALL);
    const plates = new Map(
      counted.map((planet) => [planet.id, numbers.choose(plateBoxes(view, planet, position.view.round), 3)]),
    );
    for (const box of plates.values()) placer.plate(box, 3);
    const { overlay, spelled: isSpelled } = session.state;
    const grows = overlay && !isPlayed() ? (/** @type {Planet} */ one) => growthOf(one, session, position) : null;
    const asked = { grows, isSpelled };
    // Names come before all that comes and goes, clear of where arrows may run: they stay at their side from round to round.
    const still = placer.copy();
    for (const planet of planets())
      if (!plates.has(planet.id)) still.plate(plateBoxes(view, { ...planet, units: USUAL }, position.view.round)[0], 1);
    for (const route of position.routes)
      for (const [a, b] of [
        [route.a, route.b],
        [route.b, route.a],
      ])
        still.line(laneOf(view, position, a, b), 0.08);
    const named = placeNames(view, planets(), still, spots, asked);
    for (const { box } of named) placer.plate(box, GIVES_WAY);
    const struck = isPlayed() ? [] : position.view.announcements;
    const notices = new Map(
      struck.flatMap(({ planet }) =>
        planet === null ? [] : [[planet, placeNotice(view, position.planets[planet], placer)]],
      ),
    );
    for (const route of position.routes) placer.line(laneOf(view, position, route.a, route.b), 0.15);
    // Of a match that is over no fleet arrives any more: on a narrow board whose planets are counts.
    const isCrowded = session.state.frame?.final && view.width < NARROW;
    const pills = isCrowded ? [] : placePills(view, position, fleets(), placer);
    for (const { box, isBuried } of pills) if (!isBuried) placer.plate(box, 2);
    const drafts = isPlayed() ? [] : draftsOf(view, session, position);
    for (const { line } of drafts) placer.line(line, 0.4);
    // What covers the foot of the board, as the strip for a finger, would cover a bubble too.
    const foot = view.state.insets.bottom;
    placer.plate({ x: 0, y: view.height - foot, width: view.width, height: foot }, BURIED);
    const bubbles = placeBubbles(view, session, position, drafts, placer);
    // A name under what comes and goes, or run over by an arrow, stands elsewhere meanwhile, or nowhere.
    const over = [...pills.filter(({ isBuried }) => !isBuried), ...bubbles].map(({ box }) => box);
    over.push(...notices.values());
    const isUnder = (/** @type {Name} */ { box }) =>
      over.some((other) => overlap(box, other)) || drafts.some(({ line }) => isCrossed(box, line));
    const under = named.filter(isUnder).map(({ planet }) => planet);
    const names = [...named.filter((name) => !isUnder(name)), ...placeNames(view, under, placer, new Map(), asked)];
    const alarms = isPlayed() ? [] : placeAlarms(view, session, position, placer);
    return {
      placer,
      plates,
      notices,
      pills,
      arrows: drafts.map(({ index, line }) => ({ index, line })),
      bubbles,
      alarms,
      names,
      taken: [...pills, ...bubbles].map(({ box }) => box),
    };
  });
}
