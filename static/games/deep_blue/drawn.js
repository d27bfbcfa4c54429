/**
 * What do orders, aims and ranges look like on the chart? The draft, standing orders and the server's forecast, put into the scene's
 * terms: paths with marks, shots with their chances, fire diamonds, rings, warnings. Everything of the future is the server's.
 */
import { t, tn } from 'app/i18n.js';
import { apart } from 'kit/cells.js';
import { approach } from './formation.js';
import { beyond, ordered, ordersOf, placeOf } from './orders.js';
import { capacity, elementAt, elementsAt, isUnit, levelOf, rectOf } from './position.js';
import { closingWords, flowWords, volleysWords, volleyWords, warningWords, wayWords } from './warnings.js';

/** @import { Abilities, Cell, DrawnPath, Element, Level, Offer, Plan, Spot, Unit, UnitAhead, Volley, Way } from './types' */

/** @type {Plan} */
export const NOTHING_DRAWN = { paths: [], shots: [], fire: [], rings: [], warnings: [], covered: null };
/** Ways and shots of so many units are drawn ahead of an order. */
const MOST_AIMS = 12;
/** Ways that end at most so many cells from each other are those of one group. */
const TOGETHER = 6;
/** What is said of a warning where it stands: up to its reason, which the panel has. */
const FIRST_PART = /^.*?(?=: |：|$)/;

/** @param {any} state the session's @returns {Plan} */
export function drawnOf(state) {
  const { position, told, orders, error } = state;
  /** @type {Plan} */
  const drawn = { paths: [], shots: [], fire: [], rings: [], warnings: [], covered: covered(state) };
  if (position.seat === null || !told?.units) {
    standing(state, drawn);
    return drawn;
  }
  for (const [id, ahead] of Object.entries(/** @type {Record<string, UnitAhead>} */ (told.units))) {
    const unit = position.elements.get(Number(id));
    if (unit) drawUnit(unit, ahead, state, drawn);
  }
  for (const id of ordered(orders))
    if (ordersOf(orders, id).standing && !told.units[id]) drawOldWay(position.elements.get(id), drawn);
  const wrong = error && position.elements.get(placeOf(error.path).id ?? -1);
  if (wrong) drawn.warnings.push({ at: spotOf(wrong), note: inShort(error.message) });
  ranges(state, drawn);
  aims(state, drawn);
  together(state, drawn);
  again(state, drawn);
  unordered(state, drawn);
  groups(state, drawn);
  return drawn;
}

/** @param {string} words */
const inShort = (words) => FIRST_PART.exec(words)?.[0] ?? words;

/** Ways of a form that end side by side, each with those that it goes along with. @param {DrawnPath[]} paths @returns {DrawnPath[][]} */
function alongside(paths) {
  /** @type {DrawnPath[][]} */
  const found = [];
  for (const path of paths) {
    const [x, y] = path.cells[path.cells.length - 1];
    const isNear = (/** @type {DrawnPath} */ { cells }) =>
      apart([x, y, x, y], [...cells[cells.length - 1], ...cells[cells.length - 1]]) <= TOGETHER;
    const group = found.find((one) => one.some(isNear));
    if (group) group.push(path);
    else found.push([path]);
  }
  return found;
}

/**
 * Several that go to one place have the numbers of rounds once, at the slowest, and one line for all of them. Who is selected alone, and who runs
 * dry on the way, keeps its own.
 * @param {any} state @param {Plan} drawn
 */
function groups({ selected }, { paths }) {
  const isAlone = (/** @type {DrawnPath} */ { unit }) => selected.length === 1 && selected[0] === unit;
  for (const form of ['draft', 'aim', 'repeat', 'standing']) {
    const sailing = paths.filter((path) => path.form === form && path.fuel === null && !isAlone(path));
    for (const group of alongside(sailing)) {
      if (group.length < 2) continue;
      const rounds = Math.max(1, ...group.map(({ marks }) => marks.length));
      const slowest = group.find(({ marks }) => marks.length === rounds) ?? group[0];
      for (const path of group) {
        path.isQuiet = path !== slowest;
        path.note = '';
      }
      if (form === 'draft' || form === 'aim')
        slowest.note = tn('{units} units: {n} round', '{units} units: {n} rounds', rounds, { units: group.length });
    }
  }
}

/** The first cell of an element and its layer. @param {Element} element @returns {Spot} */
export function spotOf(element) {
  const [x, y] = rectOf(element);
  return [x, y, levelOf(element)];
}

/** Where units were going before, as far as the view says. @param {any} state @param {Plan} drawn */
function standing({ position }, drawn) {
  for (const unit of position.own) if (isUnit(unit)) drawOldWay(unit, drawn);
}

/** @param {Unit | undefined} unit @param {Plan} drawn */
function drawOldWay(unit, drawn) {
  if (!unit?.destination) return;
  const { id, pos, destination } = unit;
  const level = /** @type {Level} */ (pos[2]);
  const cells = /** @type {Cell[]} */ ([[pos[0], pos[1]], destination]);
  drawn.paths.push({ unit: id, cells, level, marks: [1], fuel: null, form: 'standing' });
}

/** @param {Unit} unit @param {Way} way @param {DrawnPath['form']} form @param {string} [note] @returns {DrawnPath} */
const pathOf = (unit, way, form, note) => ({
  unit: unit.id,
  cells: way.path,
  level: /** @type {Level} */ (unit.pos[2]),
  marks: way.stops,
  fuel: way.fuel_ends,
  form,
  note,
});

/** What flows, and which way. @param {NonNullable<UnitAhead['service']>} service */
function serviceWords(service) {
  const what = flowWords(service);
  if (!what) return '';
  return service.type === 'collect' ? t('takes {what}', { what }) : t('gives {what}', { what });
}

/** @param {Unit} unit @param {UnitAhead} ahead @param {any} state @param {Plan} drawn */
function drawUnit(unit, { by, way, attack, service, warnings }, { orders, position, selected }, drawn) {
  const given = ordersOf(orders, unit.id);
  const form = by === 'orders' && given.move ? 'draft' : by === 'standing' ? 'repeat' : 'standing';
  const shot = by === 'standing' ? 'standing' : 'draft';
  if (way && way.path.length > 1) drawn.paths.push(pathOf(unit, way, form, form === 'draft' ? wayWords([way]) : ''));
  const from = spotOf(unit);
  if (attack) {
    const kind = attack.strikes[0]?.kind ?? 'fire';
    drawn.shots.push({
      from,
      to: attack.cell,
      kind,
      form: shot,
      note: volleyWords(attack, position),
      volley: attack,
      unit: unit.id,
    });
  }
  const target = service?.target === undefined ? null : position.elements.get(service.target);
  if (service && target)
    drawn.shots.push({
      from,
      to: spotOf(target),
      kind: /** @type {'supply'} */ (service.type),
      form: shot,
      note: service.failed ? '' : serviceWords(service),
    });
  // Of what goes on as before the list "What needs you" tells; the chart warns of what is being ordered or looked at.
  const isAsked = Object.keys(given).length > 0 || selected.includes(unit.id);
  // What splash costs stands with the shot.
  const others = warnings.filter(({ code }) => code !== 'own_in_splash');
  const words = isAsked ? others.map((warning) => warningWords(warning, position)).filter(Boolean) : [];
  if (words.length) drawn.warnings.push({ at: from, note: inShort(words[0]) });
}

/**
 * Several that fire at one target, or would, have one line for all of them, ships, planes and base alike. While the server has not said what they
 * do together, it says only how many they are.
 * @param {any} state @param {Plan} drawn
 */
function together(state, { shots }) {
  const { position, told, ahead } = state;
  /** By whom they meet: an island is one target, whichever of its cells is nearest. @type {Map<string, import('./types').DrawnShot[]>} */
  const targets = new Map();
  for (const shot of shots) {
    if (!shot.volley) continue;
    const [x, y, level] = shot.to;
    const target = `${elementAt(position, x, y, level)?.id ?? shot.to}`;
    targets.set(target, [...(targets.get(target) ?? []), shot]);
  }
  for (const group of targets.values()) {
    const all = group.length + staying(state, group);
    if (all < 2) continue;
    const sum = joined(group, told, ahead);
    const volleys = group.flatMap(({ volley }) => volley ?? []);
    const isTold = sum || group.length === 1;
    const note = isTold ? volleysWords(sum, volleys, position, all) : tn('{n} attack', '{n} attacks', group.length);
    for (const shot of group) shot.note = shot === group[0] ? note : '';
  }
}

/** How many of those in hand whose guns reach a target have no part in these shots at it, nor another order. @param {any} state @param {readonly import('./types').DrawnShot[]} shots */
function staying({ position, selected, orders }, shots) {
  const [x, y, level] = shots[0].to;
  const target = elementAt(position, x, y, level);
  const isBusy = (/** @type {number} */ id) =>
    shots.some(({ unit }) => unit === id) || Object.keys(ordersOf(orders, id)).length > 0;
  const reaches = (/** @type {Element} */ one) =>
    !!target && position.view.tables.kinds[one.kind]?.reach[level] >= apart(rectOf(one), rectOf(target));
  return selected.filter((/** @type {number} */ id) => {
    const one = position.elements.get(id);
    return one?.seat === position.seat && !isBusy(id) && one.ammo !== 0 && reaches(one);
  }).length;
}

/** Where a line or a key led to a target, nothing is ordered yet, though its odds are shown. @param {any} state @param {Plan} drawn */
function unordered({ hover }, { shots }) {
  const shot = shots.find(({ form, note }) => form === 'aim' && note);
  if (!hover && shot) shot.note = [t('not ordered yet: press it'), shot.note].join('\n');
}

/** With orders at a target that is pointed at: how many of the selected stay free, and that one more press orders them too. @param {any} state @param {Plan} drawn */
function again({ position, hover, focus, ahead, orders }, { shots }) {
  const at = hover ?? focus;
  if (!at) return;
  for (const { target } of ahead?.ask?.together ?? []) {
    const { free, isDone } = beyond(ahead.ask.together, orders, target);
    const isAt = elementsAt(position, at[0], at[1]).some(({ id }) => id === target);
    const shot = shots.find(({ note, to }) => note && elementAt(position, to[0], to[1], to[2])?.id === target);
    if (!isAt || !isDone || !free.length || !shot) continue;
    const words = tn(
      '{n} stays free: press again, and it fires too',
      '{n} stay free: press again, and they fire too',
      free.length,
    );
    shot.note = [shot.note, words].join('\n');
  }
}

/** What the server says of those who fire together: of drafts, or of those whom a press would order. @param {import('./types').DrawnShot[]} shots @param {any} told @param {any} ahead @returns {import('./types').Together | undefined} */
function joined(shots, told, ahead) {
  const units = String(shots.map(({ unit }) => unit).sort((a, b) => Number(a) - Number(b)));
  /** @type {import('./types').Together[]} */
  const asked = [...(ahead?.ask?.together ?? []), ...(ahead?.ask?.joint ?? [])];
  const all = [...(told?.together ?? []), ...asked].flatMap((one) => [one, one.enough ?? one]);
  return all.find((one) => String(one.units) === units);
}

/** Cells that guns of one's own reach on a layer, while nobody is selected whose own reach would be shown; null: not asked for. @param {any} state @returns {Uint8Array | null} */
function covered({ position, selected, shown, layer }) {
  if (!shown.fire || selected.length || position.seat === null) return null;
  const { width, height } = position.chart;
  const cells = new Uint8Array(width * height);
  const level = layer < 3 ? layer : 1;
  for (const { kind, seat, pos } of position.units) {
    const reach = seat === position.seat ? (position.view.tables.kinds[kind]?.reach[level] ?? 0) : 0;
    if (!reach) continue;
    for (let y = Math.max(0, pos[1] - reach); y <= Math.min(height - 1, pos[1] + reach); y += 1) {
      const wide = reach - Math.abs(y - pos[1]);
      cells.fill(1, y * width + Math.max(0, pos[0] - wide), y * width + Math.min(width - 1, pos[0] + wide) + 1);
    }
  }
  return cells;
}

/** Fuel, sight and fire of what is selected. @param {any} state @param {Plan} drawn */
function ranges({ position, selected, abilities, shown, layer, told, ahead }, drawn) {
  const [only] = selected.length === 1 ? selected : [];
  const one = position.elements.get(only);
  if (shown.fire && one && isUnit(one) && one.seat === position.seat && one.fuel !== null) {
    const left = told?.units?.[only]?.after?.fuel ?? one.fuel;
    const note = t('{fuel} of {most} fuel', { fuel: left, most: capacity(position, one, 'fuel') ?? left });
    drawn.rings.push({ rect: rectOf(one), range: one.fuel, kind: 'fuel', note });
  }
  const level = layer < 3 ? layer : 1;
  const others = shown.sight ? Object.entries(ahead?.ask?.targets ?? {}) : [];
  for (const [id, { sight }] of others) {
    const other = position.elements.get(Number(id));
    if (other && other.seat !== position.seat)
      drawn.rings.push({ rect: rectOf(other), range: sight[level], kind: 'sight', note: t('its sight') });
  }
  for (const id of selected) {
    const [element, able] = [position.elements.get(id), abilities[id]];
    if (!element || !able) continue;
    if (shown.sight)
      drawn.rings.push({ rect: rectOf(element), range: able.sight[level], kind: 'sight', note: t('sight') });
    if (!shown.fire) continue;
    able.fire.forEach((/** @type {Abilities['fire'][0]} */ fire, /** @type {number} */ at) => {
      // One layer at a time: three hatchings over each other cannot be read.
      if (!fire || at !== level) return;
      const bands = fire.bands.flatMap(([chance, range]) => (range === null ? [] : { range, note: `${chance} %` }));
      drawn.fire.push({
        rect: rectOf(element),
        layer: /** @type {Level} */ (at),
        bands: [...bands, { range: fire.radius, note: '' }],
      });
    });
  }
}

/** An attack that is not possible from here. @param {Offer} offer */
const isOutOfReach = ({ type, refused }) => type === 'attack' && !!refused;

/** What a click would order. @param {any} state @param {Plan} drawn */
function aims({ position, selected, ahead, hover, focus, aim, layer, orders }, drawn) {
  const at = hover ?? focus;
  const answers = ahead?.ask?.units;
  if (!answers || !at || aim?.kind === 'rally') return;
  for (const id of selected.slice(0, MOST_AIMS)) {
    const [unit, able] = [position.elements.get(id), answers[id]];
    if (!unit || !able) continue;
    const offer = able.commands.find((/** @type {Offer} */ one) => one.volley && !one.refused);
    // Whom a press leaves free is not drawn as if it fired, nor after the press, while the pointer is still there.
    if (offer && beyond(ahead.ask.together, orders, offer.target).free.includes(id)) continue;
    const volley = offer?.volley ?? (aim?.kind === 'attack' ? able.cell?.volley : null);
    const isOrdered =
      volley && drawn.shots.some(({ from, to }) => `${from}>${to}` === `${spotOf(unit)}>${volley.cell}`);
    if (isOrdered) continue;
    if (volley)
      drawn.shots.push({
        from: spotOf(unit),
        to: volley.cell,
        kind: volley.strikes[0]?.kind ?? 'fire',
        form: 'aim',
        note: volleyWords(volley, position),
        volley,
        unit: id,
      });
    else if (isUnit(unit) && (!aim || aim.kind === 'move')) {
      // Of a group each goes to its own place in the formation.
      const foe = position.elements.get(able.commands.find(isOutOfReach)?.target);
      const near = foe && approach(able, foe);
      const way = near ?? (selected.length > 1 ? ahead.units?.[id]?.way : able.cell?.way);
      const note = near ? closingWords(near) : selected.length > 1 ? '' : wayWords([way]);
      const end = `${way?.path.at(-1)}`;
      const isOrderedWay = (/** @type {DrawnPath} */ { unit: whose, form, cells }) =>
        whose === id && form === 'draft' && `${cells.at(-1)}` === end;
      if (drawn.paths.some(isOrderedWay)) continue;
      if (way?.path.length > 1) drawn.paths.push(pathOf(unit, way, 'aim', note));
    }
  }
  if (aim?.kind === 'attack' && !drawn.shots.length)
    drawn.rings.push({
      rect: [at[0], at[1], at[0], at[1]],
      range: 0,
      kind: 'sight',
      note: layer < 3 ? '' : t('surface'),
    });
}
