/**
 * What does a hand on the chart order? What fits the place: sea is a move, an enemy an attack, an own needy unit a supply, a resource a
 * collection, the own base a repair. What is possible, and with what chance, the server is asked.
 */
import { t, tn } from 'app/i18n.js';
import { apart } from 'kit/cells.js';
import { shared } from 'kit/session.js';
import { berth, firingPlace } from './berths.js';
import { approach, sailTo } from './formation.js';
import { elementName, LAYERS, placeName, sentence, word } from './names.js';
import { command, give, send, spared } from './orders.js';
import { capacity, elementsAt, isUnit, levelOf, rectOf } from './position.js';
import { MOST_ASKED } from './session.js';
import { nameOf, refusalWords, standingWords, volleysWords, volleyWords, wayWords } from './warnings.js';

/** @import { Abilities, Answers, Asked, Cell, Choice, Command, Element, Menu, Offer, Orders, Position, Session, Standing, Together, Unit } from './types' */

/** What is ordered first where several things can be. */
const PREFERENCE = ['attack', 'supply', 'collect', 'repair'];
/** Why the server refuses what cannot come together in this round. */
const TOO_FAR = 'too_far';
/** Needs that the base meets. */
const HOME_NEEDS = ['low_fuel', 'no_ammo', 'low_ammo'];
/** The hand of a session: pointer, keys and panel share it. */
export const handOf = shared(createHand);

/** Fuel that a giver has beyond its way home; null: buildings keep none. @param {Element} giver @param {Abilities | undefined} able */
export const spare = (giver, able) => (able && able.home !== null ? Math.max(0, (giver.fuel ?? 0) - able.home) : null);

/** @param {Session} session */
function createHand(session) {
  const { state, say } = session;
  const element = (/** @type {number} */ id) => /** @type {Element} */ (session.position().elements.get(id));
  const name = (/** @type {number} */ id) => nameOf(session.position(), id);
  const level = () => (state.layer < 3 ? state.layer : 1);

  /** An offer as a command in the server's form; a giver keeps the fuel for its way home. @param {Element} one @param {Offer} offer @param {Answers} answers @returns {Command} */
  function commandOf(one, { type, target, strikes, volley }, answers) {
    if (type === 'attack') return { type, target, cell: volley?.cell, strikes };
    if (type === 'supply') return { type, target, fuel: spare(one, answers[one.id]), ammo: null, metal: null };
    if (type === 'repair') return { type, target, planes: /** @type {any} */ (null) };
    return /** @type {Command} */ ({ type, target });
  }

  /** Whether an own element has room for what can be given. @param {Element} one */
  const isNeedy = (one) =>
    /** @type {const} */ (['fuel', 'ammo', 'metal']).some(
      (what) => one[what] !== null && Number(one[what]) < (capacity(session.position(), one, what) ?? 0),
    );

  const nothing = t('Nothing can be done there.');
  const isFoe = (/** @type {number} */ id) => element(id).seat !== session.position().seat;

  /** Whom the guns in hand reach at a cell, own ships there or not; whether they may fire, the server says. @param {readonly number[]} cell */
  function targetsAt([x, y]) {
    const { kinds } = session.position().view.tables;
    const reaches = (/** @type {Element} */ one, /** @type {Element} */ foe) =>
      kinds[one.kind].reach[levelOf(foe)] >= Math.max(1, apart(rectOf(one), rectOf(foe)));
    return elementsAt(session.position(), x, y).filter(
      (foe) => isFoe(foe.id) && isUnit(foe) && session.chosen().some((one) => reaches(one, foe)),
    );
  }

  /** Whether a press on the base sends somebody in hand there: it needs what the base has, and that is not ordered yet. */
  function wantsHome() {
    const { base } = session.position();
    const helped = state.orders.units?.[base?.id ?? -1]?.command;
    const needs = session.needs().filter(({ code }) => HOME_NEEDS.includes(code));
    return session
      .crew()
      .some(
        ({ id }) =>
          needs.some((need) => need.id === id) &&
          !state.orders.units?.[id]?.move &&
          !(helped && 'target' in helped && helped.target === id),
      );
  }

  /** Why nobody in hand fires, and who could; null: somebody has guns. */
  function unarmedWords() {
    const { own, view } = session.position();
    const isArmed = (/** @type {Element} */ { kind }) =>
      view.tables.kinds[kind].reach.some((/** @type {number} */ reach) => reach > 0);
    const [one, ...others] = session.chosen();
    if (!one || [one, ...others].some(isArmed)) return null;
    const unit = sentence(others.length ? t('{n} units', { n: others.length + 1 }) : elementName(one));
    const other = own.filter(isUnit).find(isArmed);
    return other
      ? t('No guns: {unit}. {other} could fire.', { unit, other: sentence(elementName(other)) })
      : t('No guns: {unit}.', { unit });
  }

  /** @param {Cell} cell */
  function sail(cell) {
    const crew = session.crew();
    if (!crew.length) return session.deny(t('Select a unit that can move first.'));
    const orders = sailTo(state.orders, session.position(), crew, cell);
    const words = tn('{n} unit sails to {cell}.', '{n} units sail to {cell}.', crew.length, { cell: placeName(cell) });
    const end = crew.length === 1 ? orders.units?.[crew[0].id]?.move : null;
    const isAside = !!end && (end[0] !== cell[0] || end[1] !== cell[1]);
    session.order(orders, isAside ? t('One of your own goes there: it sails beside it.') : words);
  }

  /** What the server offers the selected units at a cell, and the base for them. @param {Cell} cell @param {number} [at] level of a shot @returns {Promise<Asked | null>} */
  async function offersAt(cell, at = level()) {
    const { base } = session.position();
    const units = session.chosen().map(({ id }) => id);
    const ask = { ...session.about(units, cell), cell: [...cell, at] };
    if (base && ask.targets?.includes(base.id)) {
      ask.units = [...units.filter((id) => id !== base.id).slice(0, 30), base.id];
      ask.targets = [...ask.targets, ...units.slice(0, 30)];
    }
    return (await session.question(ask))?.ask ?? null;
  }

  /** The best offer at a place. @param {Answers | null} answers @param {number} id whose @param {number[]} there @param {string | null} kind only this */
  function best(answers, id, there, kind) {
    const fits = (answers?.[id]?.commands ?? []).filter(
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
    const here = elementsAt(session.position(), ...cell).map(({ id }) => id);
    const there = here.filter((id) => !state.selected.includes(id));
    if (kind === 'move' || (!kind && !there.length)) return sail(cell);
    const asked = await offersAt(cell);
    if (asked) carryOut(kind, there, asked, { cell });
    else session.deny(t('The server does not answer just now. Try again.'));
  }

  /** @param {string | null} kind @param {number[]} there @param {Asked} asked @param {{cell?: Cell, isAll?: boolean}} [how] `cell`: where it was pressed; `isAll`: all fire, however many it takes */
  function carryOut(kind, there, { units: answers, together }, { cell, isAll = false } = {}) {
    /** @type {[number, Command][]} */
    const commands = [];
    /** @type {[number, string][]} */
    const refused = [];
    /** @type {string[]} */
    const running = [];
    /** Beside whom there is no room. @type {string[]} */
    const crowded = [];
    let orders = state.orders;
    let going = 0;
    let closing = 0;
    let free = 0;
    for (const one of session.chosen()) {
      const offer = best(answers, one.id, there, kind);
      // Others are expected to do it.
      if (!isAll && offer?.type === 'attack' && spared(together, state.orders, offer.target).includes(one.id)) {
        free += 1;
        continue;
      }
      if (!kind && offer && brings(one, offer, answers)) {
        const standing = { type: /** @type {const} */ ('collect_run'), target: offer.target };
        orders = give(orders, [one.id], { standing, move: undefined, command: undefined });
        const facts = { name: name(one.id), text: standingWords(standing, session.position()) };
        const rounds = isVain(offer) ? null : answers[one.id]?.cell?.way?.rounds;
        running.push(
          rounds
            ? tn('{name}: {text}, there in {n} round', '{name}: {text}, there in {n} rounds', rounds, facts)
            : t('{name}: {text}', facts),
        );
        continue;
      }
      const shot = answers[one.id]?.cell;
      const goal = offer ? element(offer.target) : there.length ? element(there[0]) : null;
      // What is done beside its target would fail this round where the way is longer: whoever only presses the place sends the unit there first.
      const isLate = !kind && !!offer && offer.type !== 'attack' && comesLate(one, offer, answers);
      if (offer && !offer.refused) {
        if (!isLate) commands.push([one.id, commandOf(one, offer, answers)]);
      } else if (kind === 'attack' && shot?.volley) {
        const strikes = shot.volley.strikes.map((strike) => strike.kind);
        commands.push([one.id, { type: 'attack', cell: shot.volley.cell, strikes }]);
        continue;
      } else if (offer || kind) {
        const why = offer?.refused ?? shot?.refused;
        refused.push([one.id, why ? refusalWords(why) : t('this unit cannot do that')]);
      }
      const near = goal && offer?.type === 'attack' ? approach(answers[one.id], goal) : null;
      const isThere = goal && (offer?.type === 'attack' ? !near : apart(rectOf(one), rectOf(goal)) <= 1);
      if (!isUnit(one) || !goal || isThere || (kind && !offer)) continue;
      const reach = near ? (answers[one.id]?.fire[levelOf(goal)]?.radius ?? 1) : 1;
      const inReach = answers[one.id]?.cell?.way?.path.slice((near?.path.length ?? 1) - 1) ?? [];
      const place = near
        ? firingPlace(session.position(), orders, one, goal, reach, inReach)
        : berth(session.position(), orders, one, goal);
      if (!place.isBeside) crowded.push(name(goal.id));
      orders = send(orders, [one.id], place.cell);
      // It is on its way to where it may: that is no fault of the order.
      if (near || offer?.refused?.code === TOO_FAR) refused.pop();
      if (near) closing += 1;
      else going += 1;
    }
    repairAt(there, answers, commands);
    const closer = closing
      ? tn('Out of reach: {n} unit goes closer first.', 'Out of reach: {n} units go closer first.', closing)
      : '';
    const full = crowded.length
      ? t('Your own ships lie all around {unit}: it waits nearby.', { unit: crowded[0] })
      : '';
    const words = [
      ...(closer ? [closer] : []),
      ...running.slice(0, 3),
      ...commands.slice(0, 3).map(([id, { type }]) => t('{name}: {text}', { name: name(id), text: word(type) })),
      ...(going ? [tn('{n} unit goes there.', '{n} units go there.', going)] : []),
      ...(crowded.length ? [full] : []),
      ...refused.slice(0, 3).map(([id, why]) => t('{name}: {text}', { name: name(id), text: why })),
      ...(free
        ? [tn('{n} unit stays free: the others are enough.', '{n} units stay free: the others are enough.', free)]
        : []),
    ].join(t(', '));
    const isOrdered = commands.length > 0 || going + closing + running.length > 0;
    if (isOrdered) session.order(command(orders, commands), words);
    // A shot that becomes a way says so at the place.
    if (isOrdered && (full || closer) && cell) session.ask('why', full || closer);
    else if (!isOrdered && cell)
      session.deny(words || (kind === 'attack' || there.some(isFoe) ? unarmedWords() : null) || nothing);
    else if (!isOrdered) say(words || nothing);
    if (refused.length && (isOrdered || !cell))
      session.setError({ path: `units.${refused[0][0]}.command`, message: refused[0][1] });
  }

  /** Does the way to a target take more than this round? @param {Element} one @param {Offer} offer @param {Answers} answers */
  const comesLate = (one, { target, refused }, answers) =>
    isUnit(one) &&
    apart(rectOf(one), rectOf(element(target))) > 1 &&
    (refused?.code === TOO_FAR || (answers[one.id]?.cell?.way?.rounds ?? 1) > 1);

  /** Would nothing flow, since the hold is full or the source empty? @param {Offer} offer */
  const isVain = ({ type, refused, most }) =>
    type === 'collect' && !refused && Object.values(most ?? {}).every((amount) => !amount);

  /** Whether somebody is sent to a resource who is full, or comes there in a later round only: what is meant is to bring home and to fetch, round after round. @param {Element} one @param {Offer} offer @param {Answers} answers */
  const brings = (one, offer, answers) =>
    offer.type === 'collect' &&
    element(offer.target).kind !== 'island' &&
    (isVain(offer) || comesLate(one, offer, answers)) &&
    !!answers[one.id]?.standing.includes('collect_run');

  /** The base takes in hand the first of the selected units that it may. @param {number[]} there @param {Answers} answers @param {[number, Command][]} commands */
  function repairAt(there, answers, commands) {
    const { base } = session.position();
    if (!base || !there.includes(base.id)) return;
    const patients = session.crew().filter(({ id }) => !commands.some(([busy]) => busy === id));
    const offer = answers[base.id]?.commands.find(
      ({ type, target, refused }) => type === 'repair' && !refused && patients.some(({ id }) => id === target),
    );
    if (offer) commands.push([base.id, commandOf(base, offer, answers)]);
  }

  /** Tells units what to do round after round; null: nothing any more. @param {number[]} ids @param {Standing | null} standing */
  function stand(ids, standing) {
    if (!ids.length) return session.deny(t('Only ships, submarines and planes have standing orders.'));
    const orders = give(state.orders, ids, { standing, move: undefined, command: undefined });
    const words = standingWords(standing, session.position()) || t('standing order ended');
    session.order(
      orders,
      t('{name}: {text}', { name: ids.length === 1 ? name(ids[0]) : t('{n} units', { n: ids.length }), text: words }),
    );
  }

  /** Those that have guns fire at will. @param {number[]} ids */
  async function fireAtWill(ids) {
    const answers = (await session.question({ units: ids.slice(0, MOST_ASKED) }))?.ask?.units;
    const able = ids.filter((id) => answers?.[id]?.standing.includes('attack_at_will'));
    if (able.length) stand(able, { type: 'attack_at_will' });
    else session.deny(unarmedWords() ?? t('The server does not answer just now. Try again.'));
  }

  /** Lets somebody be filled: by the base or an island beside it in this round, else by a ship that runs to it. @param {import('./types').Warned} line */
  function fill({ id, near }) {
    if (!near) return;
    const giver = element(near.id);
    if (isUnit(giver)) return stand([giver.id], { type: 'supply_run', unit: id });
    /** @type {Command} */
    const given =
      giver.kind === 'base'
        ? { type: 'repair', target: id, planes: /** @type {any} */ (null) }
        : { type: 'supply', target: id, fuel: null, ammo: null, metal: null };
    session.order(
      command(state.orders, [[giver.id, given]]),
      t('{name}: {text}', { name: name(giver.id), text: word(given.type) }),
    );
  }

  /** From where each selected unit is to a cell and back. @param {Cell} cell */
  function patrol(cell) {
    const crew = session.crew().filter(({ pos }) => pos[0] !== cell[0] || pos[1] !== cell[1]);
    const orders = crew.reduce((draft, { id, pos }) => {
      const cells = /** @type {Cell[]} */ ([[pos[0], pos[1]], cell]);
      return give(draft, [id], { standing: { type: 'patrol', cells }, move: undefined });
    }, state.orders);
    if (crew.length) session.order(orders, t('Patrol to {cell}.', { cell: placeName(cell) }));
  }

  /** What fits elements round after round: a resource is collected from, an own unit supplied or escorted. @param {Element[]} here @param {Answers | null} answers */
  function runs(here, answers) {
    const crew = session.crew().map(({ id }) => id);
    const found = here.flatMap((one) => {
      const isOwn = one.seat === session.position().seat && !state.selected.includes(one.id);
      /** @type {Standing[]} */
      const fits = [];
      if (one.kind === 'mine' || one.kind === 'oilfield') fits.push({ type: 'collect_run', target: one.id });
      if (isOwn && one.kind !== 'base') fits.push({ type: 'supply_run', unit: one.id });
      if (isOwn && isUnit(one)) fits.push({ type: 'escort', unit: one.id });
      return fits;
    });
    const able = (/** @type {Standing} */ { type }) => crew.filter((id) => answers?.[id]?.standing.includes(type));
    return found
      .map((standing) => /** @type {[number[], Standing]} */ ([able(standing), standing]))
      .filter(([ids]) => ids.length);
  }

  /** The first of the standing orders that fit a cell: run, escort, patrol. @param {Cell} cell */
  async function run(cell) {
    const here = elementsAt(session.position(), ...cell);
    if (!here.length) return patrol(cell);
    const [first] = runs(here, (await offersAt(cell))?.units ?? null);
    if (first) stand(...first);
    else session.deny(t('Nothing can be done there.'));
  }

  /** Everything that can be ordered at a place, each with its chances, beside the hand. @param {Cell} cell @param {number[]} at on the screen @param {boolean} [isTouch] the board is small: it is seen again once something is ordered */
  async function open(cell, at, isTouch = false) {
    const position = session.position();
    const here = elementsAt(position, ...cell);
    const own = here.filter((one) => one.seat === position.seat && !state.selected.includes(one.id));
    /** @type {Choice[]} */
    const choices = own.map((one) => ({
      key: `select ${one.id}`,
      text: t('Select {unit}', { unit: elementName(one) }),
      act: () => session.select([one.id], state.adds),
    }));
    if (!session.canOrder() || !session.chosen().length) {
      session.change({ menu: choices.length ? { cell, at, choices, editing: null } : null });
      return;
    }
    /** @type {Menu} */
    let mine = { cell, at, choices: null, editing: null, isTouch };
    const show = () => {
      mine = { ...mine, choices: [...choices] };
      session.change({ menu: mine });
    };
    session.change({ menu: mine, hover: null });
    const asked = await offersAt(cell);
    const answers = asked?.units ?? null;
    if (state.menu !== mine) return;
    const small = wayWords(Object.values(answers ?? {}).flatMap((able) => able.cell?.way ?? []));
    const text = t('Sail to {cell}', { cell: placeName(cell) });
    for (const { id } of here) for (const kind of PREFERENCE) choices.push(...choicesOf(mine, kind, id, asked));
    // Whoever presses an enemy with guns in hand means to fire; who else lies there comes after.
    const isShot = (/** @type {Choice} */ { key, disabled }) => key.startsWith('attack ') && !disabled;
    choices.sort((a, b) => Number(isShot(b)) - Number(isShot(a)));
    // Whoever presses an enemy or an island means it, not the water there.
    const isWater = here.every((one) => one.seat === position.seat);
    const sailing = { key: 'move', text, small, act: () => sail(cell) };
    if (session.crew().length) choices.splice(isWater ? 0 : choices.length, 0, sailing);
    for (const [ids, standing] of runs(here, answers)) {
      const choice = standingChoice(standingWords(standing, position), () => stand(ids, standing));
      // Whoever presses a mine means to bring home from it.
      choices.splice(standing.type === 'collect_run' ? 0 : choices.length, 0, choice);
    }
    if (session.crew().length && !here.length)
      choices.push(standingChoice(t('Patrol to {cell}', { cell: placeName(cell) }), () => patrol(cell)));
    choices.push(...blindChoice(cell, level(), asked));
    choices.sort((a, b) => Number(!!a.disabled) - Number(!!b.disabled));
    const late = t('The server does not answer just now.');
    if (!answers)
      choices.push({ key: 'again', text: t('Ask again'), small: late, act: () => void open(cell, at, isTouch) });
    show();
    // Whoever fires blind waits a moment longer: the server has only so much time for questions.
    for (const layer of [1, 0, 2]) {
      if (layer === level() || state.menu !== mine || !canFire(answers, layer)) continue;
      choices.push(...blindChoice(cell, layer, await offersAt(cell, layer)));
      if (state.menu === mine) show();
    }
  }

  /** Whether anybody asked about fires at a layer at all. @param {Answers | null} answers @param {number} layer */
  const canFire = (answers, layer) => Object.values(answers ?? {}).some(({ fire }) => fire[layer]);

  /** @param {string} text @param {() => void} act @returns {Choice} */
  const standingChoice = (text, act) => ({ key: text, text: sentence(text), small: t('round after round'), act });

  /** A command on an element, if anybody selected has it; of several guns those that are enough come first, then all. @param {Menu} menu @param {string} kind @param {number} id @param {Asked | null} asked @returns {Choice[]} */
  function choicesOf(menu, kind, id, asked) {
    const offers = state.selected.flatMap((unit) => {
      const offer = best(asked?.units ?? null, unit, [id], kind);
      return offer ? { ...offer, unit } : [];
    });
    if (!asked || !offers.length) return [];
    const open = offers.filter(({ refused }) => !refused);
    const line = kind === 'attack' ? asked.together?.find(({ target }) => target === id) : undefined;
    const free = kind === 'attack' ? spared(asked.together, state.orders, id) : [];
    /** @param {typeof offers} those @param {Together | undefined} told */
    const countWords = (those, told) => {
      const volleys = those.flatMap(({ volley }) => volley ?? []);
      const does = volleys.length ? [volleysWords(told, volleys, session.position())] : [];
      return [t('{n} of {all} units', { n: those.length, all: offers.length }), ...does].join(t(', '));
    };
    const few = open.filter(({ unit }) => !free.includes(unit));
    let small = countWords(few, free.length ? line?.enough : line);
    if (offers.length === 1) small = open[0]?.volley ? volleyWords(open[0].volley, session.position()) : '';
    const isFull = open.length > 0 && open.every(isVain);
    if (isFull) small = element(id).metal === 0 ? t('nothing is left there') : t('no room for more on board');
    if (!open.length) small = refusalWords(/** @type {any} */ (offers[0].refused));
    // Where going there round after round is offered, the reason stands here and no order fails.
    const isRun = kind === 'collect' && element(id).kind !== 'island';
    const act = () => {
      carryOut(kind, [id], asked);
      // An amount is set where the hand is; for several there is nothing to set, and below a finger the chart is free again at once.
      const editing = state.selected.find((one) => state.orders.units?.[one]?.command);
      const isOne = session.chosen().length === 1;
      const isAsked = kind === 'supply' || (kind !== 'collect' && !menu.isTouch);
      if (isOne && isAsked && editing !== undefined) session.change({ menu: { ...menu, choices: [], editing } });
    };
    const text = sentence(t('{command}: {unit}', { command: word(kind), unit: name(id) }));
    const usual = {
      key: `${kind} ${id}`,
      text,
      small,
      disabled: isFull || (!open.length && (kind === 'attack' || isRun)),
      act,
    };
    if (!free.length) return [usual];
    const whole = sentence(t('{command} with all: {unit}', { command: word(kind), unit: name(id) }));
    const actAll = () => carryOut(kind, [id], asked, { isAll: true });
    return [usual, { key: `${kind} ${id} all`, text: whole, small: countWords(open, line), act: actAll }];
  }

  /** Firing at a cell where nobody is seen. @param {Cell} cell @param {number} layer @param {Asked | null} asked @returns {Choice[]} */
  function blindChoice(cell, layer, asked) {
    const isSeen = elementsAt(session.position(), ...cell).some((one) => levelOf(one) === layer);
    if (!asked || isSeen || !Object.values(asked.units).some((able) => able.cell?.volley)) return [];
    const text = t('Fire at {cell}, {layer}', { cell: placeName(cell), layer: LAYERS[layer]() });
    const act = () => carryOut('attack', [], asked);
    return [{ key: `fire ${layer}`, text, small: t('nobody is seen there'), act }];
  }

  return { act, open, stand, run, fill, fireAtWill, targetsAt, wantsHome };
}
