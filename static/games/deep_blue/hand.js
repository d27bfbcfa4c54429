/**
 * What does a hand on the chart mean? Clicks select, a right click or Enter orders what fits the place: sea is a move, an enemy an
 * attack, an own needy unit a supply, a resource a collection, the own base a repair. What is possible the server is asked.
 */
import { t, tn } from 'app/i18n.js';
import { cellName, elementName, LAYERS, sentence, word } from './names.js';
import { command, give, send } from './orders.js';
import { capacity, elementsAt, isLand, isOnMap, isUnit, levelOf, rectOf } from './position.js';
import { nameOf, refusalWords, standingWords, volleyWords } from './warnings.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./types').Cell} Cell */
/** @typedef {import('./types').Element} Element */
/** @typedef {import('./types').Unit} Unit */
/** @typedef {import('./types').Command} Command */
/** @typedef {import('./forecast').Offer} Offer */
/** @typedef {import('./forecast').Abilities} Abilities */
/** @typedef {ReturnType<typeof createHand>} Hand */
/** @typedef {{key: string, text: string, small: string, disabled?: boolean, act: () => void}} Choice */
/** @typedef {{cell: Cell, at: number[], choices: Choice[] | null, editing: number | null}} Menu `editing`: the unit whose command is being set */

/** What is ordered first where several things can be. */
const PREFERENCE = ['attack', 'supply', 'collect', 'repair'];

/** Planar distance of two elements. @param {import('./types').Rect} a @param {import('./types').Rect} b */
export const apart = (a, b) => Math.max(a[0] - b[2], b[0] - a[2], 0) + Math.max(a[1] - b[3], b[1] - a[3], 0);

/** @param {Session} session */
export function createHand(session) {
  const { state, say } = session;
  const element = (/** @type {number} */ id) => /** @type {Element} */ (session.position().elements.get(id));
  const level = () => (state.layer < 3 ? state.layer : 1);

  /** An offer as a command in the server's form; a giver keeps the fuel for its way home. @param {Element} one @param {Offer} offer @returns {Command} */
  function commandOf(one, { type, target, strikes, volley }) {
    if (type === 'attack') return { type, target, cell: volley?.cell, strikes };
    if (type === 'supply') return { type, target, fuel: spare(one), ammo: null, metal: null };
    if (type === 'repair') return { type, target, planes: /** @type {any} */ (null) };
    return /** @type {Command} */ ({ type, target });
  }

  /** Fuel that a giver has beyond its way home; null: buildings keep none. @param {Element} giver */
  function spare(giver) {
    const { base } = session.position();
    return isUnit(giver) && base ? Math.max(0, (giver.fuel ?? 0) - apart(rectOf(giver), base.rect)) : null;
  }

  /** Whether an own element has room for what can be given. @param {Element} one */
  const isNeedy = (one) =>
    /** @type {const} */ (['fuel', 'ammo', 'metal']).some(
      (what) => one[what] !== null && Number(one[what]) < (capacity(session.position(), one, what) ?? 0),
    );

  /** Cells around a rectangle at a planar distance, within the map and fit for a level. @param {import('./types').Rect} rect @param {number} ring @param {number} at */
  function ringAround(rect, ring, at) {
    const position = session.position();
    /** @type {Cell[]} */
    const cells = [];
    for (let y = rect[1] - ring; y <= rect[3] + ring; y += 1)
      for (let x = rect[0] - ring; x <= rect[2] + ring; x += 1)
        if (apart([x, y, x, y], rect) === ring && isOnMap(position, x, y) && (at === 2 || !isLand(position, x, y)))
          cells.push([x, y]);
    return cells;
  }

  /** A free cell beside an element, the nearest to a unit; above or below it where that is meant. @param {Element} target @param {Unit} unit @returns {Cell} */
  function beside(target, unit) {
    const rect = rectOf(target);
    const isFree = (/** @type {Cell} */ [x, y]) =>
      !elementsAt(session.position(), x, y).some((one) => one !== unit && levelOf(one) === levelOf(unit));
    const far = (/** @type {Cell} */ [x, y]) => apart([x, y, x, y], rectOf(unit));
    const free = levelOf(unit) === 2 ? [] : ringAround(rect, 1, levelOf(unit)).filter(isFree);
    return free.sort((a, b) => far(a) - far(b))[0] ?? [rect[0], rect[1]];
  }

  /** Cells for several units around the one that was meant, so that none stands in another's way. @param {Cell} cell @param {Unit[]} crew @returns {Cell[]} */
  function spread(cell, crew) {
    /** @type {Set<string>} */
    const taken = new Set();
    return crew.map(({ pos }) => {
      for (let ring = 0; ring < 9; ring += 1) {
        const free = ringAround([...cell, ...cell], ring, pos[2]).find((one) => !taken.has(`${one},${pos[2]}`));
        if (free) {
          taken.add(`${free},${pos[2]}`);
          return free;
        }
      }
      return cell;
    });
  }

  /** @param {Cell} cell */
  function sail(cell) {
    const crew = session.crew();
    if (!crew.length) return say(t('Select a unit that can move first.'));
    const cells = crew.length > 1 ? spread(cell, crew) : [cell];
    const orders = crew.reduce((draft, { id }, i) => send(draft, [id], cells[i]), state.orders);
    session.order(
      orders,
      tn('{n} unit sails to {cell}.', '{n} units sail to {cell}.', crew.length, { cell: cellName(cell) }),
    );
  }

  /** What the server offers the selected units at a cell, and the base for them. @param {Cell} cell @param {number} [at] level of a shot */
  async function offersAt(cell, at = level()) {
    const { base } = session.position();
    const units = session.chosen().map(({ id }) => id);
    const ask = { ...session.about(units, cell), cell: [...cell, at] };
    if (base && ask.targets?.includes(base.id)) {
      ask.units = [...units.filter((id) => id !== base.id).slice(0, 30), base.id];
      ask.targets = [...ask.targets, ...units.slice(0, 30)];
    }
    return (await session.question(ask))?.ask?.units ?? null;
  }

  /** The best offer at a place. @param {Abilities | undefined} able @param {number[]} there @param {string | null} kind only this */
  function best(able, there, kind) {
    const fits = (able?.commands ?? []).filter(
      ({ type, target }) =>
        there.includes(target) && (kind ? type === kind : type !== 'supply' || isNeedy(element(target))),
    );
    const rank = (/** @type {Offer} */ { type, target, refused }) =>
      100 * Number(!!refused) + 10 * PREFERENCE.indexOf(type) + Number(levelOf(element(target)) !== level());
    return fits.sort((a, b) => rank(a) - rank(b))[0];
  }

  /** Orders what fits a place, or one kind of command there. @param {Cell} cell @param {string | null} kind */
  async function act(cell, kind) {
    if (!session.canOrder()) return;
    const there = elementsAt(session.position(), ...cell)
      .map(({ id }) => id)
      .filter((id) => !state.selected.includes(id));
    if (kind === 'move' || (!kind && !there.length)) return sail(cell);
    const answers = await offersAt(cell);
    if (!answers) return say(t('The server does not answer just now. Try again.'));
    carryOut(kind, there, answers);
  }

  /** @param {string | null} kind @param {number[]} there @param {Record<string, Abilities>} answers */
  function carryOut(kind, there, answers) {
    /** @type {[number, Command][]} */
    const commands = [];
    /** @type {[number, Cell][]} */
    const moves = [];
    /** @type {[number, string][]} */
    const refused = [];
    for (const one of session.chosen()) {
      const offer = best(answers[one.id], there, kind);
      const shot = answers[one.id]?.cell;
      const target = offer && element(offer.target);
      if (offer && !offer.refused) commands.push([one.id, commandOf(one, offer)]);
      else if (kind === 'attack' && shot?.volley)
        commands.push([
          one.id,
          { type: 'attack', cell: shot.volley.cell, strikes: shot.volley.strikes.map((s) => s.kind) },
        ]);
      else if (offer?.refused || kind)
        refused.push([
          one.id,
          refusalWords(offer?.refused ?? shot?.refused ?? { code: 'bad_command' }, session.position()),
        ]);
      const reaches = target && (offer.type === 'attack' ? !offer.refused : apart(rectOf(one), rectOf(target)) <= 1);
      const goal = target ?? (there.length ? element(there[0]) : null);
      if (isUnit(one) && !reaches && goal && !(kind === 'attack' && !offer)) moves.push([one.id, beside(goal, one)]);
    }
    repairAt(there, answers, commands);
    let orders = command(state.orders, commands);
    for (const [id, to] of moves) orders = send(orders, [id], to);
    const words = [
      ...commands.slice(0, 3).map(([id, { type }]) => `${nameOf(session.position(), id)}: ${word(type)}`),
      moves.length > 0 && tn('{n} unit goes there.', '{n} units go there.', moves.length),
      ...refused.slice(0, 3).map(([id, why]) => `${nameOf(session.position(), id)}: ${why}`),
    ].filter(Boolean);
    if (commands.length || moves.length) session.order(orders, words.join(', '));
    else say(words.join(', ') || t('Nothing can be done there.'));
    if (refused.length) session.setError({ path: `units.${refused[0][0]}.command`, message: refused[0][1] });
  }

  /** The base takes in hand the first of the selected units that it may. @param {number[]} there @param {Record<string, Abilities>} answers @param {[number, Command][]} commands */
  function repairAt(there, answers, commands) {
    const { base } = session.position();
    if (!base || !there.includes(base.id)) return;
    const patients = session.crew().filter(({ id }) => !commands.some(([busy]) => busy === id));
    const offer = answers[base.id]?.commands.find(
      ({ type, target, refused }) => type === 'repair' && !refused && patients.some(({ id }) => id === target),
    );
    if (offer) commands.push([base.id, commandOf(base, offer)]);
  }

  /** Everything that can be ordered at a place, each with its chances, beside the hand. @param {Cell} cell @param {number[]} at on the screen */
  async function open(cell, at) {
    const position = session.position();
    const here = elementsAt(position, ...cell);
    /** @type {Choice[]} */
    const choices = here
      .filter((one) => one.seat === position.seat && !state.selected.includes(one.id))
      .map((one) => ({
        key: `select ${one.id}`,
        text: t('Select {unit}', { unit: elementName(one) }),
        small: '',
        act: () => session.select([one.id], state.adds),
      }));
    if (!session.canOrder() || !session.chosen().length) {
      session.change({ menu: choices.length ? { cell, at, choices, editing: null } : null });
      return;
    }
    const mine = { cell, at, choices: null, editing: null };
    session.change({ menu: mine, hover: null });
    const answers = await Promise.all([0, 1, 2].map((layer) => offersAt(cell, layer)));
    if (state.menu !== mine) return;
    if (session.crew().length)
      choices.unshift({
        key: 'move',
        text: t('Sail to {cell}', { cell: cellName(cell) }),
        small: wayWords(answers[0]),
        act: () => sail(cell),
      });
    for (const { id } of here) for (const kind of PREFERENCE) choices.push(...choiceOf(cell, at, kind, id, answers[1]));
    choices.push(...standingChoices(cell, here, answers[1]));
    for (const layer of [0, 1, 2]) choices.push(...blindChoice(cell, layer, answers[layer]));
    session.change({ menu: { ...mine, choices } });
  }

  /** @param {Record<string, Abilities> | null} answers */
  function wayWords(answers) {
    const ways = Object.values(answers ?? {}).flatMap((able) => able.cell?.way ?? []);
    if (ways.length !== 1) return '';
    const { rounds, fuel } = ways[0];
    return rounds === null
      ? t('fuel ends on the way')
      : tn('{n} round, {fuel} fuel left', '{n} rounds, {fuel} fuel left', rounds, { fuel });
  }

  /** A command on an element, if anybody selected has it. @param {Cell} cell @param {number[]} at @param {string} kind @param {number} id @param {Record<string, Abilities> | null} answers @returns {Choice[]} */
  function choiceOf(cell, at, kind, id, answers) {
    const offers = state.selected.flatMap((unit) => best(answers?.[unit], [id], kind) ?? []);
    if (!answers || !offers.length) return [];
    const open = offers.filter(({ refused }) => !refused);
    const [first] = open;
    const damage = Math.round(open.reduce((sum, { volley }) => sum + (volley?.expected ?? 0), 0));
    const small = !first
      ? refusalWords(/** @type {any} */ (offers[0].refused), session.position())
      : open.length === 1 && first.volley
        ? volleyWords(first.volley)
        : t('{n} of {all} units', { n: open.length, all: offers.length }) +
          (damage ? t(', about {damage} damage', { damage }) : '');
    const text = sentence(t('{command}: {unit}', { command: word(kind), unit: nameOf(session.position(), id) }));
    const act = () => {
      carryOut(kind, [id], answers);
      const [editing] = kind === 'supply' || kind === 'attack' ? state.selected : [];
      // The amount is set where the hand is.
      if (editing !== undefined && state.orders.units?.[editing]?.command)
        session.change({ menu: { cell, at, choices: [], editing } });
    };
    return [{ key: `${kind} ${id}`, text, small, disabled: !first && kind === 'attack', act }];
  }

  /** Firing at a cell where nobody is seen. @param {Cell} cell @param {number} layer @param {Record<string, Abilities> | null} answers @returns {Choice[]} */
  function blindChoice(cell, layer, answers) {
    const able = Object.values(answers ?? {}).filter((one) => one.cell?.volley);
    const isSeen = elementsAt(session.position(), ...cell).some((one) => levelOf(one) === layer);
    if (!answers || !able.length || isSeen) return [];
    const text = t('Fire at {cell}, {layer}', { cell: cellName(cell), layer: LAYERS[layer]() });
    return [
      {
        key: `fire ${layer}`,
        text,
        small: t('nobody is seen there'),
        act: () => carryOut('attack', [], answers),
      },
    ];
  }

  /** Tells units what to do round after round; null: nothing any more. @param {number[]} ids @param {import('./types').Standing | null} standing */
  function stand(ids, standing) {
    if (!ids.length) return say(t('Select a unit that can move first.'));
    const orders = give(state.orders, ids, { standing, move: undefined, command: undefined });
    const words = standingWords(standing, session.position()) || t('standing order ended');
    session.order(
      orders,
      `${ids.length === 1 ? nameOf(session.position(), ids[0]) : t('{n} units', { n: ids.length })}: ${words}`,
    );
  }

  /** From where each selected unit is to a cell and back. @param {Cell} cell */
  function patrol(cell) {
    const crew = session.crew().filter(({ pos }) => pos[0] !== cell[0] || pos[1] !== cell[1]);
    const orders = crew.reduce((draft, { id, pos }) => {
      const cells = /** @type {Cell[]} */ ([[pos[0], pos[1]], cell]);
      return give(draft, [id], { standing: { type: 'patrol', cells }, move: undefined });
    }, state.orders);
    if (crew.length) session.order(orders, t('Patrol to {cell}.', { cell: cellName(cell) }));
  }

  /** What fits an element round after round: a resource is collected from, an own unit supplied or escorted. @param {Element[]} here @param {Record<string, Abilities> | null} answers */
  function runs(here, answers) {
    const does = (/** @type {string} */ kind, /** @type {number} */ target) =>
      session
        .crew()
        .filter(({ id }) => answers?.[id]?.commands.some((one) => one.type === kind && one.target === target))
        .map(({ id }) => id);
    const others = session.crew().map(({ id }) => id);
    return here.flatMap((one) => {
      /** @type {[number[], import('./types').Standing][]} */
      const found = [];
      const isOwn = one.seat === session.position().seat && !state.selected.includes(one.id);
      if (one.kind === 'mine' || one.kind === 'oilfield')
        found.push([does('collect', one.id), { type: 'collect_run', target: one.id }]);
      if (isOwn && one.kind !== 'base') found.push([does('supply', one.id), { type: 'supply_run', unit: one.id }]);
      if (isOwn && isUnit(one)) found.push([others, { type: 'escort', unit: one.id }]);
      return found.filter(([ids]) => ids.length);
    });
  }

  /** @param {Cell} cell @param {Element[]} here @param {Record<string, Abilities> | null} answers @returns {Choice[]} */
  function standingChoices(cell, here, answers) {
    const found = runs(here, answers).map(([ids, standing]) => ({
      key: standing.type + JSON.stringify(standing),
      text: sentence(standingWords(standing, session.position())),
      small: t('round after round'),
      act: () => stand(ids, standing),
    }));
    if (session.crew().length && !here.length)
      found.push({
        key: 'patrol',
        text: t('Patrol to {cell}', { cell: cellName(cell) }),
        small: t('round after round'),
        act: () => patrol(cell),
      });
    return found;
  }

  /** The first of the standing orders that fit a cell: run, escort, patrol. @param {Cell} cell */
  async function run(cell) {
    const here = elementsAt(session.position(), ...cell);
    if (!here.length) return patrol(cell);
    const [first] = runs(here, await offersAt(cell));
    if (first) stand(...first);
    else say(t('Nothing can be done there.'));
  }

  return { act, sail, open, stand, run, spare };
}
