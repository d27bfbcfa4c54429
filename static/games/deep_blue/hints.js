/**
 * How do orders, ranges and memories look on the sea chart? Drafts are dashed, march and carry bubbles; ghosts are outlines with their age.
 * Draws what it is given and computes no rule; every line, disc and plate registers with the one label placer.
 */
import { t, tn } from 'app/i18n.js';
import { faded, mixed } from 'board/palette.js';
import { centreOf, middleOf } from 'kit/cells.js';
import { ago } from 'kit/describe.js';
import { around, createPlacer, freest } from 'kit/labels.js';
import { frameCell, label, markChosen } from 'kit/plates.js';
import { spotOf, sprites, unitSize } from './fleet.js';
import { elementName, properName, sentence } from './names.js';
import { ghostsAt, levelOf, rectOf, sees } from './position.js';
import { paintBands, paintRangeRing, paintReach, paintRegion, paintWay } from './ranges.js';
import { placeRuler, roomOf } from './ruler.js';
import { lookOf } from './ships.js';
import { warningWords } from './warnings.js';
import { endsOf, paintZones } from './zones.js';

/** @import { Cell, ChartState, Ctx, Drawn, DrawnPath, DrawnShot, Layer, Placer, Position, View } from './types' */

/** More ways than this at once are drawn without round marks and words: the ends of this round tell the picture, the list of orders the rest. */
const MANY_WAYS = 12;

/** Pixels of a cell below which names give way to ships. */
const SMALL = 18;

/** Pixels across that are kept free below a building. */
const STOCK = 36;

/** A placer that keeps off units, ghosts, buildings and the ruler. @param {View} view @param {Position} position @param {readonly Drawn[]} units @param {Layer} layer */
function placerFor(view, position, units, layer) {
  const placer = createPlacer({ ...view, room: roomOf(view, position.chart) });
  const { scale } = view.camera;
  for (const { x, y, level } of units) placer.disc(...spotOf(view, x, y, level, layer), unitSize(scale) * 0.5, 3);
  for (const { rect } of position.buildings) {
    const [left, top] = view.at(rect[0], rect[1]);
    const [width, height] = [(rect[2] - rect[0] + 1) * scale, (rect[3] - rect[1] + 1) * scale];
    placer.plate({ x: left, y: top, width, height }, 3);
    // Its bars, and the number of an island's health below them.
    placer.plate({ x: left + width / 2 - STOCK / 2, y: top + height, width: STOCK, height: STOCK / 2 }, 3);
  }
  for (const { pos } of position.ghosts) placer.disc(...view.at(...middleOf(pos)), scale * 0.45, 0.8);
  placeRuler(view, position.chart, placer);
  return placer;
}

/**
 * Everything over the fleet that belongs to orders and memory.
 * @param {Ctx} ctx @param {View} view @param {Position} position @param {ChartState} state
 * @param {{fleet: readonly Drawn[], written: readonly import('kit/labels.js').Box[], march: number, paintFleet: () => void}} how march: how far dashes have marched, pixels
 * @returns {import('kit/labels.js').Box[]} where words of orders and aims lie, in pixels
 */
export function paintPlan(
  ctx,
  view,
  position,
  { layer, drawn, shown, zones, spelled, selected },
  { fleet, written, march, paintFleet },
) {
  const { palette } = view;
  const placer = placerFor(view, position, fleet, layer);
  const { scale } = view.camera;
  for (const { x, y, width, height } of written) {
    const [left, top] = view.at(x, y);
    placer.plate({ x: left, y: top, width: width * scale, height: height * scale }, 4);
  }
  const byId = new Map(fleet.map((unit) => [unit.id, unit]));
  if (shown.zones && zones)
    paintZones(ctx, view, position.chart, zones, {
      ends: endsOf(drawn.paths, position.chart),
      wings: !!shown.wings,
      isAll: spelled,
    });
  if (shown.sight && position.sight) {
    const colour = faded(palette.dark ? '#CFE9F5' : '#1B4A66', 0.75);
    paintRegion(ctx, view, position.chart, (x, y) => sees(position, x, y, layer), colour);
  }
  const { covered } = drawn;
  if (covered) {
    const colour = mixed(palette.bad, palette.text, 0.2);
    paintRegion(ctx, view, position.chart, (x, y) => covered[y * position.chart.width + x] === 1, colour);
  }
  for (const fire of drawn.fire) paintBands(ctx, view, fire, mixed(palette.bad, palette.text, 0.2), placer);
  for (const ring of drawn.rings) {
    const how =
      ring.kind === 'fuel'
        ? { colour: mixed(palette.good, palette.text, 0.35), dash: [1.5, 5] }
        : { colour: palette.muted, dash: [7, 4] };
    paintRangeRing(ctx, view, ring, how, placer);
  }
  paintFleet();
  const isCrowd = drawn.paths.length > MANY_WAYS;
  for (const path of drawn.paths) {
    paintPath(ctx, view, path, layer, placer, byId.get(path.unit), { march, isCrowd });
  }
  for (const shot of drawn.shots) paintShot(ctx, view, shot, layer, placer, { march, seat: position.seat });
  // Words come last, when all that they keep off has its place; warnings before what is only told.
  const said = [
    ...drawn.warnings.map(({ at, note }) => {
      const spot = spotOf(view, at[0] + 0.5, at[1] + 0.5, at[2], layer);
      return label(ctx, view, placer, `! ${note}`, spot, {
        colour: palette.bad,
        away: view.camera.scale * 0.5,
        body: view.camera.scale * 0.5,
      });
    }),
    ...drawn.shots.map((shot) => tellShot(ctx, view, shot, layer, placer, position.seat)),
    ...(isCrowd ? [] : drawn.paths).map((path) => tellPath(ctx, view, path, layer, placer, byId.get(path.unit))),
  ];
  if (shown.labels) paintAges(ctx, view, position, layer, placer);
  const inHand = selected.length === 1 ? fleet.filter(({ id }) => id === selected[0]) : [];
  // Where cells are small its name stands in the strip alone.
  said.push(...paintNames(ctx, view, position, spelled ? fleet : inHand, layer, placer, spelled || scale < SMALL));
  return said.filter((box) => box !== null);
}

/** What units are called, with what is left of them. @param {Ctx} ctx @param {View} view @param {Position} position @param {readonly Drawn[]} fleet @param {Layer} layer @param {Placer} placer @param {boolean} optional only where there is room */
const paintNames = (ctx, view, { elements }, fleet, layer, placer, optional) =>
  fleet.map(({ id, x, y, level, seat, health }) => {
    const unit = elements.get(id);
    if (!unit) return null;
    const words = t('{unit} {n}%', { unit: properName(unit) || elementName(unit), n: Math.round(health * 100) });
    const colour = mixed(view.palette.seats[seat], view.palette.text, 0.35);
    const spot = spotOf(view, x, y, level, layer);
    const half = view.camera.scale * 0.5;
    return label(ctx, view, placer, words, spot, { colour, away: half, body: half, optional });
  });

/** What the red badges at a unit say. @param {number} id @param {readonly import('./types').Warned[]} told @param {Position} position */
export const alarmWords = (id, told, position) =>
  told
    .filter((line) => line.id === id && WARNS[line.code])
    .map((line) => warningWords(line, position))
    .join(t(', '));

/** @typedef {{x: number, y: number, level: number, seat: number, words: string}} Pointed */

/**
 * What is pointed at, in words: a ship by kind and name with what its red badge says, one that was seen before with how long ago, the number of a
 * crowd. Several units of a cell are shown as pictures.
 * @param {Position} position @param {readonly Drawn[]} fleet @param {Cell} cell @param {{told: readonly import('./types').Warned[], crowd: import('./crowds.js').Crowd | null, selected: readonly number[]}} about
 * @returns {Pointed[]}
 */
export function pointedAt(position, fleet, [x, y], { told, crowd, selected }) {
  const here = fleet.filter((one) => Math.floor(one.x) === x && Math.floor(one.y) === y);
  const [one, ...others] = here.filter(({ id }) => !selected.includes(id));
  const unit = one && position.elements.get(one.id);
  const many = crowd
    ? [
        tn(
          '{n} unit lies close together: press the number',
          '{n} units lie close together: press the number',
          crowd.pieces.length,
        ),
      ]
    : [];
  if (unit && !others.length) {
    const alarms = alarmWords(unit.id, told, position);
    const words = [sentence(elementName(unit)), ...(alarms ? [alarms] : []), ...many];
    return [{ ...one, words: words.join('\n') }];
  }
  if (crowd && !others.length) return [{ x: x + 0.5, y: y + 0.5, level: 1, seat: crowd.seat, words: many[0] }];
  return ghostsAt(position, x, y).map(({ kind, id, seat, pos, age }) => ({
    x: x + 0.5,
    y: y + 0.5,
    level: pos[2],
    seat,
    words: tn('{unit}, seen {n} round ago', '{unit}, seen {n} rounds ago', age, {
      unit: sentence(elementName(/** @type {any} */ ({ kind, id }))),
    }),
  }));
}

/** @param {Ctx} ctx @param {View} view @param {Position} position @param {readonly Pointed[]} pointed @param {{layer: Layer, fleet: readonly Drawn[], said: readonly import('kit/labels.js').Box[]}} among said: where words lie already */
export function paintPointed(ctx, view, position, pointed, { layer, fleet, said }) {
  const placer = placerFor(view, position, fleet, layer);
  for (const box of said) placer.plate(box, 4);
  const half = view.camera.scale * 0.5;
  for (const { x, y, level, seat, words } of pointed) {
    const how = { colour: mixed(view.palette.seats[seat], view.palette.text, 0.35), away: half, body: half };
    label(ctx, view, placer, words, spotOf(view, x, y, level, layer), how);
  }
}

/** Outlines of what was seen before. @param {Ctx} ctx @param {View} view @param {Position} position @param {Layer} layer @param {(id: number) => number} heading */
export function paintGhosts(ctx, view, { ghosts }, layer, heading) {
  const { palette } = view;
  for (const ghost of ghosts) {
    const spot = spotOf(view, ghost.pos[0] + 0.5, ghost.pos[1] + 0.5, ghost.pos[2], layer);
    const isAside = layer !== 3 && layer !== ghost.pos[2];
    ctx.globalAlpha = isAside ? 0.5 : Math.max(0.55, 1 - ghost.age / 40);
    const look = {
      kind: lookOf(ghost.kind),
      colour: mixed(palette.seats[ghost.seat], palette.dark ? '#FFFFFF' : '#1B2430', 0.15),
      heading: heading(ghost.id),
      state: 'ghost',
      size: unitSize(view.camera.scale) * (isAside ? 0.5 : 1),
    };
    sprites.draw(ctx, look, ...spot);
  }
  ctx.globalAlpha = 1;
}

/** How long ago ghosts and owned buildings out of sight were seen. @param {Ctx} ctx @param {View} view @param {Position} position @param {Layer} layer @param {Placer} placer */
function paintAges(ctx, view, { ghosts, buildings, view: { round } }, layer, placer) {
  const { palette, camera } = view;
  const colour = (/** @type {number} */ seat) => mixed(palette.seats[seat], palette.text, 0.35);
  for (const { pos, seat, age } of ghosts) {
    if (layer !== 3 && layer !== pos[2]) continue;
    const spot = spotOf(view, pos[0] + 0.5, pos[1] + 0.5, pos[2], layer);
    const how = { colour: colour(seat), away: camera.scale * 0.45, dashed: true, optional: true };
    label(ctx, view, placer, ago(age), spot, how);
  }
  for (const { visible, seen_round: seen, seat, rect } of buildings) {
    if (visible || !seen || seen === round || seat === null) continue;
    const how = { colour: colour(seat), away: 3, dashed: true, optional: true };
    label(ctx, view, placer, ago(round - seen), view.at(rect[2] + 1, rect[1]), how);
  }
}

/** The way of a move with a ghost where this round ends. @param {Ctx} ctx @param {View} view @param {DrawnPath} path @param {Layer} layer @param {Placer} placer @param {Drawn | undefined} unit @param {{march: number, isCrowd: boolean}} how */
function paintPath(ctx, view, { cells, level, marks, fuel, form, isQuiet }, layer, placer, unit, { march, isCrowd }) {
  if (cells.length < 2) return;
  const { palette, camera } = view;
  const points = cells.map(([x, y]) => spotOf(view, x + 0.5, y + 0.5, level, layer));
  const isDraft = isDrafted(form);
  const colour = colourOf(view, form, unit);
  const end = Math.min(marks[0] ?? points.length - 1, points.length - 1);
  if (unit && end > 0 && isDraft) {
    const [[x, y], before] = [points[end], points[end - 1]];
    const heading = Math.atan2(y - before[1], x - before[0]);
    const look = {
      kind: lookOf(unit.kind),
      colour: orderColour(palette, unit.seat),
      heading,
      state: 'ghost',
      size: unitSize(camera.scale),
    };
    sprites.draw(ctx, look, x, y);
    placer.disc(x, y, unitSize(camera.scale) * 0.5);
  }
  const dash = { draft: [7, 6], aim: [3, 5], standing: [4, 7], repeat: [1, 6] }[form];
  const how = {
    marks: isCrowd || isQuiet ? [] : marks,
    dry: fuel,
    colour: isCrowd ? faded(colour, 0.6) : colour,
    beyond: palette.bad,
    width: isDraft && !isCrowd ? 2.2 : 1.5,
    dash,
    offset: isDraft ? march : 0,
    aside: isDraft && !isCrowd,
  };
  paintWay(ctx, view, points, how, placer);
}

/** How long a way takes and what is left then. @param {Ctx} ctx @param {View} view @param {DrawnPath} path @param {Layer} layer @param {Placer} placer @param {Drawn | undefined} unit */
function tellPath(ctx, view, { cells, level, form, note }, layer, placer, unit) {
  const [x, y] = cells[cells.length - 1];
  const isDraft = isDrafted(form);
  // A draft that finds no room for it says it in the list of orders.
  const how = { colour: colourOf(view, form, unit), away: 10, body: 6, dashed: isDraft, optional: form === 'draft' };
  return note ? label(ctx, view, placer, note, spotOf(view, x + 0.5, y + 0.5, level, layer), how) : null;
}

/** @param {DrawnPath['form']} form */
const isDrafted = (form) => form === 'draft' || form === 'aim';

/** Orders are lamplight, but not for whose enemy has just that colour: they have the own one. @param {View['palette']} palette @param {number | null | undefined} seat */
const orderColour = (palette, seat) => (seat ? mixed(palette.seats[seat], palette.text, 0.12) : palette.lamp);

/** @param {View} view @param {DrawnPath['form']} form @param {Drawn | undefined} unit */
const colourOf = ({ palette }, form, unit) =>
  isDrafted(form) ? orderColour(palette, unit?.seat) : mixed(palette.seats[unit?.seat ?? 0], palette.text, 0.3);

/** Arrow of a strike, hose of a service. @param {Ctx} ctx @param {View} view @param {DrawnShot} shot @param {Layer} layer @param {Placer} placer @param {{march: number, seat: number | null}} how */
function paintShot(ctx, view, { from, to, kind, form }, layer, placer, { march: offset, seat }) {
  const [a, b] = [from, to].map(([x, y, level]) => spotOf(view, x + 0.5, y + 0.5, level, layer));
  const isStrike = kind === 'fire' || kind === 'torpedo';
  const isDraft = form !== 'standing';
  const colour = isDraft ? orderColour(view.palette, seat) : view.palette.muted;
  const dash = form === 'aim' ? [3, 4] : kind === 'torpedo' ? [2, 4] : [7, 5];
  const end = isStrike ? /** @type {const} */ ('crosshair') : /** @type {const} */ ('drop');
  paintReach(
    ctx,
    view,
    a,
    b,
    // What would be ordered lies still and thin; what is ordered runs.
    {
      colour,
      width: form === 'aim' ? 1 : isStrike ? 2 : 3,
      dash,
      offset: form === 'draft' ? offset : 0,
      arc: kind === 'fire',
      end,
    },
    placer,
  );
}

/** With what chance a strike hits, or what flows. @param {Ctx} ctx @param {View} view @param {DrawnShot} shot @param {Layer} layer @param {Placer} placer @param {number | null} seat */
function tellShot(ctx, view, { to: [x, y, level], form, note }, layer, placer, seat) {
  const isDraft = form !== 'standing';
  const { palette, camera } = view;
  const how = {
    colour: isDraft ? orderColour(palette, seat) : palette.muted,
    away: Math.max(10, camera.scale * 0.5),
    body: Math.max(8, camera.scale * 0.42),
    dashed: isDraft,
  };
  return note ? label(ctx, view, placer, note, spotOf(view, x + 0.5, y + 0.5, level, layer), how) : null;
}

/** Rings around what is chosen, a frame on the cell under pointer and cursor. @param {Ctx} ctx @param {View} view @param {Position} position @param {ChartState} state @param {boolean} hasFocus */
export function paintMarks(ctx, view, position, { selected, hover, focus, layer }, hasFocus) {
  for (const id of selected) {
    const element = position.elements.get(id);
    if (!element) continue;
    const rect = rectOf(element);
    const reach = (Math.max(rect[2] - rect[0], rect[3] - rect[1]) + 1) / 2 + 0.14;
    markChosen(
      ctx,
      view,
      spotOf(view, ...centreOf(rect), levelOf(element), layer),
      Math.max(11, reach * view.camera.scale),
    );
  }
  if (hover) frameCell(ctx, view, hover, 1.25);
  if (focus && hasFocus) frameCell(ctx, view, focus, 2.5);
}

/** Shapes of alarms in a box of 24, so that they are told apart without colour: a drop, a shell struck through, and whole while there are some left. @type {Record<string, string>} */
export const SIGNS = {
  fuel: 'M12 3C8 9 6 12 6 15a6 6 0 0 0 12 0c0-3-2-6-6-12Z',
  ammo: 'M9 21V10c0-3 1-5 3-7 2 2 3 4 3 7v11ZM3 5 21 20',
  shots: 'M9 21V10c0-3 1-5 3-7 2 2 3 4 3 7v11Z',
};

/** What a ship itself says of what it needs. @type {Record<string, string>} */
const WARNS = { no_ammo: 'ammo', low_ammo: 'shots', low_fuel: 'fuel', adrift: 'fuel' };

/** Magazines that are empty or nearly so, and fuel below the way home: a sign at the ship itself. @param {Ctx} ctx @param {View} view @param {readonly Drawn[]} fleet @param {readonly import('./types').Warned[]} needs @param {Layer} layer */
export function paintAlarms(ctx, view, fleet, needs, layer) {
  const { palette, camera } = view;
  const size = Math.max(13, Math.min(20, camera.scale * 0.5));
  const worn = new Map();
  for (const { id, code } of needs) {
    const what = WARNS[code];
    const one = what && fleet.find((unit) => unit.id === id);
    if (!one) continue;
    const count = worn.get(id) ?? 0;
    worn.set(id, count + 1);
    const [x, y] = spotOf(view, one.x, one.y, one.level, layer);
    const [left, top] = [x + unitSize(camera.scale) * 0.42 + count * (size + 1), y - unitSize(camera.scale) * 0.42];
    ctx.save();
    ctx.translate(left, top);
    ctx.beginPath();
    ctx.arc(0, 0, size / 2, 0, Math.PI * 2);
    ctx.fillStyle = palette.bad;
    ctx.fill();
    ctx.lineWidth = 1.5;
    ctx.strokeStyle = palette.ink;
    ctx.stroke();
    ctx.scale(size / 34, size / 34);
    ctx.translate(-12, -12);
    ctx.lineWidth = 2.6;
    ctx.fillStyle = palette.ink;
    ctx.strokeStyle = palette.ink;
    const sign = new Path2D(SIGNS[what]);
    if (what === 'fuel') ctx.fill(sign);
    else ctx.stroke(sign);
    ctx.restore();
  }
}

/** All units at a cell, fanned out beside it, where the fewest other units are. @param {Ctx} ctx @param {View} view @param {readonly Drawn[]} units @param {readonly number[]} cell @param {readonly Drawn[]} others */
export function paintFan(ctx, view, units, cell, others) {
  const [x, y] = view.at(...middleOf(cell));
  const size = Math.max(24, unitSize(view.camera.scale));
  const wide = size * 1.9;
  const about = { x: x - size, y: y - size, width: 2 * size, height: 2 * size };
  const places = around(about, { width: wide * units.length, height: size * 1.7 }, view, size / 2);
  const { x: left, y: top } = freest(
    places,
    others.map((one) => view.at(one.x, one.y)),
  );
  ctx.fillStyle = faded(view.palette.panel, 0.92);
  ctx.strokeStyle = view.palette.muted;
  ctx.lineWidth = 1;
  ctx.beginPath();
  ctx.roundRect(left, top, wide * units.length, size * 1.7, 8);
  ctx.fill();
  ctx.stroke();
  units.forEach(({ kind, planes, seat }, i) => {
    const look = {
      kind: lookOf(kind, planes),
      colour: view.palette.seats[seat],
      heading: 0,
      state: 'own',
      size: size * 0.8,
    };
    sprites.draw(ctx, look, left + wide * (i + 0.5), top + size * 0.85);
  });
}
