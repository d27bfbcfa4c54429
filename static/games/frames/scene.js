/**
 * How does the table look? Fifteen areas with the own side at the bottom, warships behind their home rows, chips of mechs, the band of
 * what can be done and the hand, all page elements. Keeps them in step with the session and hands taps, drags and keys on to it.
 */
import { assign, h, isShown, list, replace, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { hover } from 'kit/hover.js';
import { pointAtElement } from 'kit/point.js';
import { createAimLine } from './aim_line.js';
import { isInVain } from './at_once.js';
import { createBar } from './bar.js';
import { createDice } from './dice.js';
import { drag } from './drag.js';
import { drawing, loadDrawings, sign } from './drawings.js';
import { whenNew } from './drawn.js';
import { chance, shortOdds } from './foresee.js';
import { createHand } from './hand.js';
import { ends, endTokens, narrowed, subjects } from './options.js';
import { createPlayback } from './playback.js';
import { areaOf, areasFrom, EVENT_AREA, homeOf, keyOf, neighbour, shipArea, standing } from './position.js';
import { askedSeat, createReaction } from './reaction.js';
import { draftOf, entriesOf, isEmpty } from './session.js';
import { createStart } from './start.js';
import { createChip, hull, mechWords, shipWords, showChip, showShip, weatherWords } from './units.js';
import { advised } from './ways.js';
import { areaWords, noWay, say } from './words.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./position.js').Position} Position */

/** Whose light lies on a row of the field, from the far one to the near one. @type {((near: number) => string)[]} */
const FIELD = [(near) => ` seat-${1 - near}`, () => '', (near) => ` seat-${near}`];

/** @param {HTMLElement} el @param {Session} session @returns {import('kit/mount.js').Scene & {bar: ReturnType<typeof createBar>, reaction: ReturnType<typeof createReaction>}} */
export function createScene(el, session) {
  loadDrawings();
  el.tabIndex = 0;
  const { state } = session;
  /** @type {Map<string, {cell: HTMLElement, ground: HTMLButtonElement, chips: HTMLElement, shade: HTMLElement, mark: HTMLElement}>} */
  const areas = new Map();
  const strips = [h('div', { class: 'fr-ship' }), h('div', { class: 'fr-ship' })];
  const hulls = [
    h('div', { class: 'fr-keel', 'aria-hidden': 'true' }),
    h('div', { class: 'fr-keel', 'aria-hidden': 'true' }),
  ];
  const weather = h('div', { class: 'fr-weather' });
  const table = h('div', { class: 'fr-table' });
  const over = h('div', { class: 'fr-over', 'aria-hidden': 'true' });
  const bar = createBar(session);
  const reaction = createReaction(session);
  const hand = createHand(session);
  const start = createStart(session);
  const dice = createDice();
  const felt = h('div', { class: 'fr-felt' }, table, over);
  const told = h('div', { class: 'fr-tale' });
  const root = h(
    'div',
    { class: 'fr-scene' },
    felt,
    told,
    reaction.element,
    bar.element,
    hand.element,
    dice.element,
    start.element,
  );
  el.append(root);
  const line = createAimLine(felt, (token) => elementOf({ [token.slice(0, 4)]: token.slice(5) }));
  let side = -1;
  /** What a step that is played shows. @type {Position | null} */
  let onTheWay = null;
  const playback = createPlayback({
    root,
    over,
    dice,
    cellOf: (key) => areas.get(key)?.cell ?? null,
    show(position) {
      onTheWay = position;
      showTable(position);
      hand.show(position);
    },
    refresh,
    info: () => session.host.info,
    say: (text) => session.say(text),
  });
  const stopDrag = drag(root, session);

  /** Lays the areas out as the seat at the bottom sees them. @param {number} near */
  function lay(near) {
    if (near === side) return;
    side = near;
    areas.clear();
    const far = 1 - near;
    replace(table);
    /** @param {number} seat */
    const band = (seat) => h('div', { class: `fr-home seat-${seat} ${seat === near ? 'near' : 'far'}` }, hulls[seat]);
    const homes = [band(0), band(1)];
    table.append(strips[far], homes[far]);
    const middle = h('div', { class: 'fr-field' });
    table.append(middle, homes[near], strips[near]);
    strips[far].className = `fr-ship seat-${far} far`;
    strips[near].className = `fr-ship seat-${near} near`;
    for (const [at, key] of areasFrom(near).entries()) {
      const home = homeOf(key);
      const isDeck = home !== null && key !== shipArea(home);
      const ground = h('button', { type: 'button', class: 'fr-ground', tabIndex: -1, dataset: { area: key } });
      const chips = h('div', { class: 'fr-chips' });
      const mark = h('span', { class: 'fr-aim', 'aria-hidden': 'true' });
      const shade = h('div', { class: 'fr-shades', 'aria-hidden': 'true' });
      const cell = h(
        'div',
        {
          class: `fr-area${home === null ? FIELD[Math.floor(at / 3) - 1](near) : ` home seat-${home}`}${isDeck ? ' deck' : ''}${Math.floor(at / 3) % 2 ? '' : ' turned'}${key === EVENT_AREA ? ' event' : ''}`,
          dataset: { area: key },
        },
        ground,
        h(
          'span',
          { class: 'fr-name', 'aria-hidden': 'true' },
          isDeck && sign('launch'),
          h('b'),
          isDeck && h('small', null, t('deploy here')),
        ),
        key === EVENT_AREA && weather,
        chips,
        shade,
        mark,
      );
      ground.onclick = () => tapArea(key);
      (home === null ? middle : homes[home]).append(cell);
      areas.set(key, { cell, ground, chips, shade, mark });
    }
  }

  /** Can a mech of the hangar come out there? @param {string} key */
  const opensDeck = (key) => narrowed(session.options(), ['do:deploy', `area:${key}`]).some(({ order }) => order);

  /** @param {string} key */
  function tapArea(key) {
    session.change({ cursor: key });
    const { position } = state;
    if (!position) return;
    if (session.isAiming()) {
      if (state.picked.length && session.pick(`area:${key}`)) return;
      const ship = position.sides.find(({ seat }) => shipArea(seat) === key)?.ship.id;
      if (ship) return tapUnit(ship);
      const why = state.picked.length && session.targets().get(`area:${key}`)?.why;
      if (why) session.refuse(why);
      else if (state.picked.length) session.refuse(noWay(position, state.picked, key));
      else if (opensDeck(key)) session.hold(['do:deploy', `area:${key}`]);
      else if (isEmpty(state.orders)) session.refuse(t('Choose a mech, a card or an action first.'));
    } else if (homeOf(key) !== null && key === shipArea(/** @type {number} */ (homeOf(key))))
      session.change({ read: { unit: position.sides[/** @type {number} */ (homeOf(key))].ship.id } });
    else if (key === EVENT_AREA && position.view.event_area.weather)
      session.change({ read: { card: position.view.event_area.weather.card } });
  }

  /** A mech or a warship was pressed: an aim if it can be one, else taken in hand, else read. @param {string} unit */
  function tapUnit(unit) {
    const token = `unit:${unit}`;
    session.change({ read: { unit } });
    if (!session.isAiming()) return;
    if (state.picked.length === 1 && state.picked[0] === token) return session.hold([]);
    if (state.picked.length && session.pick(token)) return;
    // A mech may cover the area that it stands in.
    const area = state.position && areaOf(state.position, unit);
    if (state.picked.length && area && session.targets().has(`area:${area}`) && session.pick(`area:${area}`)) return;
    session.hold([]);
    if (!subjects(session.options()).has(token)) {
      const why = narrowed(session.options(), [token])[0]?.why;
      if (why) session.refuse(why);
      else bar.tellNumbers(unit);
      return;
    }
    session.pick(token);
  }

  /** @param {Position} position */
  function showAreas(position) {
    const aims = session.isAiming() ? session.targets() : new Map();
    const options = session.isAiming() ? session.options() : [];
    const can = session.isAiming()
      ? subjects(state.picked.length ? narrowed(options, state.picked) : options)
      : new Set();
    const last = entriesOf(state.orders).at(-1);
    const draft = last ? ends(last, position) : { from: null, to: null };
    const isIdle = session.isAiming() && !state.picked.length && isEmpty(state.orders);
    const shades = Object.entries(state.forecast?.units ?? {});
    const cursor = state.cursor ?? shipArea(position.near);
    // A name is read where it is spoken of.
    const named = new Set(isIdle ? advised(options).map(({ order }) => ends(order, position).to) : []);
    for (const [key, { cell, ground, chips, shade, mark }] of areas) {
      const aim = aims.get(`area:${key}`);
      const home = homeOf(key);
      const ship = home !== null && key === shipArea(home) ? position.sides[home] : null;
      const shipAim = ship && ship.ship.state === 'intact' ? aims.get(`unit:${ship.ship.id}`) : null;
      const goal = aim ?? shipAim;
      const isVain = !!aim && !aim.why && isInVain(aim.option.order, aim.option.choice);
      cell.classList.toggle('aim', !!goal && !goal.why);
      cell.classList.toggle('vain', isVain);
      cell.classList.toggle('barred', !!goal?.why);
      cell.classList.toggle('can', !!ship && can.has(`unit:${ship.ship.id}`));
      cell.classList.toggle('held', !!ship && state.picked.includes(`unit:${ship.ship.id}`));
      const behind = neighbour(key, [0, -1], position.near);
      // A head may reach over the place behind if nobody is there, or one beside one: they stand at the two ends of their places in turn.
      const most = standing(position, key).length === 1 ? 1 : 0;
      cell.classList.toggle('roomy', behind !== null && standing(position, behind).length <= most);
      cell.classList.toggle('named', named.has(key));
      cell.classList.toggle('draft-from', draft.from === key);
      cell.classList.toggle('draft-to', draft.to === key);
      ground.tabIndex = key === cursor ? 0 : -1;
      const mechs = standing(position, key);
      const words = [
        areaWords(position, key),
        ship && shipWords(position, ship),
        ...mechs.map((mech) => mechWords(position, mech)),
        key === EVENT_AREA ? weatherWords(position).join(t(', ')) : '',
        goal && (goal.why ? say(goal.why) : isVain ? aim.option.choice.leads.map(say).join(' ') : t('can be chosen')),
      ];
      ground.setAttribute('aria-label', words.filter(Boolean).join('. '));
      ground.title = goal?.why ? say(goal.why) : '';
      setText(/** @type {Element} */ (cell.querySelector('.fr-name b')), areaWords(position, key));
      cell.classList.toggle('opens', isIdle && home === position.you && !ship && opensDeck(key));
      showOdds(mark, shipAim, ship?.ship.id);
      if (isVain) assign(mark, { 'data-odds': t('nobody'), 'data-chance': t('nobody') });
      const ghosts = shades
        .filter(([, at]) => keyOf(/** @type {number[]} */ (at)) === key)
        .map(([unit]) => position.mechs.get(unit));
      whenNew(shade, ghosts, () =>
        replace(shade, ...ghosts.map((mech) => mech && drawing(mech.model, 'mech', `fr-figure seat-${mech.seat}`))),
      );
      chips.dataset.count = String(mechs.length);
      list(
        chips,
        mechs,
        ({ id }) => id,
        ({ id }) => {
          const chip = createChip(id);
          chip.onclick = () => tapUnit(id);
          hover(chip, (is) => {
            if (is) session.change({ hover: aimsAt(id) ? `unit:${id}` : null, read: { unit: id } });
            bar.tellNumbers(is ? id : null);
            // Not at once: a chip that goes away loses the focus while the table is being drawn.
            if (!is) queueMicrotask(() => state.hover === `unit:${id}` && session.change({ hover: null }));
          });
          return chip;
        },
        (chip, mech) => {
          whenNew(chip, [mech, position.you], () => showChip(chip, position, mech));
          const at = aims.get(`unit:${mech.id}`);
          chip.classList.toggle('aim', !!at && !at.why);
          chip.classList.toggle('barred', !!at?.why);
          chip.classList.toggle('can', can.has(`unit:${mech.id}`));
          chip.classList.toggle('held', state.picked.includes(`unit:${mech.id}`));
          showOdds(chip, at, mech.id);
        },
      );
    }
  }

  /** What an attack may do, on its target. @param {Element} element @param {{why: any, option: any} | null | undefined} aim @param {string} [unit] */
  function showOdds(element, aim, unit) {
    const choice = aim && !aim.why ? aim.option.choice : null;
    assign(element, { 'data-odds': choice && shortOdds(choice, unit), 'data-chance': choice && chance(choice, unit) });
  }

  /** @param {string} unit */
  const aimsAt = (unit) => session.isAiming() && session.targets().has(`unit:${unit}`);

  /** @param {Position} position */
  function showWeather(position) {
    const { weather: now, discard } = position.view.event_area;
    const last = now?.card ?? discard.at(-1) ?? null;
    const [name, deck] = weatherWords(position);
    replace(weather, last && drawing(last, 'event'), h('span', null, h('b', null, name), h('small', null, deck)));
    weather.classList.toggle('over', !now);
    if (last) weather.dataset.card = last;
  }

  /** @param {Position} position now, or on the way to it */
  function showTable(position) {
    table.hidden = !position.sides.length;
    if (table.hidden) return;
    lay(position.near);
    for (const one of position.sides) {
      const { ship, seat, energy, status, captain, library, hand: held } = one;
      whenNew(strips[seat], [ship, energy, status, captain, library, held], () =>
        showShip(strips[seat], position, one),
      );
      hulls[seat].classList.toggle('wreck', ship.state === 'wreck');
      whenNew(hulls[seat], ship.card, () => replace(hulls[seat], hull(), drawing(ship.card, 'ship')));
    }
    showAreas(position);
    whenNew(weather, position.view.event_area, () => showWeather(position));
  }

  /** The order that is aimed, or that was drafted last. @param {Position} position @returns {Parameters<typeof line.show>[0]} */
  function lineOf(position) {
    if (!session.hasDraft()) return null;
    const { picked, hover } = state;
    const from = picked.find((token) => token.startsWith('unit:'));
    if (from && hover && session.targets().has(hover)) return { from, to: hover, words: '' };
    const last = picked.length ? null : entriesOf(state.orders).at(-1);
    if (!last) return null;
    const { from: start, to } = endTokens(last, position);
    const told = draftOf(state.frame?.choices, state.orders, state.forecast).at(-1);
    return { from: start, to, words: (to && shortOdds(told, to.slice(5))) || '' };
  }

  let wasDrafted = false;

  function refresh() {
    const at = el.contains(document.activeElement) ? document.activeElement : null;
    const isDrafted = session.hasDraft() && !isEmpty(state.orders);
    // Whoever drafts at a card, a chip or an area gives the order with the next Enter, which would press that again.
    if (isDrafted && !wasDrafted && at && !bar.element.contains(at)) el.focus({ preventScroll: true });
    wasDrafted = isDrafted;
    if (state.position && !playback.playing()) showTable(state.position);
    line.show(state.position && !playback.playing() ? lineOf(state.position) : null);
    reaction.show();
    bar.show(reaction.told());
    hand.show(playback.playing() ? onTheWay : state.position);
    start.show();
    const { host } = session;
    if (!host.readonly) host.due?.(start.due() ?? reaction.due() ?? bar.due() ?? { act: 'ready' });
    // What goes away under the keyboard leaves the focus at the table, where its keys are.
    if (at && !isShown(at)) el.focus({ preventScroll: true });
  }

  /** Where a line of news happened: the unit or its area; a card is held to the eyes. @param {import('./news.js').Place} place */
  function point({ unit, area, card }) {
    if (card) return session.change({ read: { card, zoom: true } });
    if (unit) session.change({ read: { unit } });
    const chip = unit && root.querySelector(`.fr-chip[data-unit="${unit}"]`);
    const key = area ?? (unit && state.position ? areaOf(state.position, unit) : null);
    const target = chip || (key ? areas.get(key)?.cell : null);
    if (target) pointAtElement(el, target);
  }

  /** What stands for a unit or an area: the figure of a mech, the area of a warship. @param {import('./news.js').Place} place */
  function elementOf({ unit, area }) {
    const chip = unit && root.querySelector(`.fr-chip[data-unit="${unit}"]`);
    if (chip) return chip.querySelector('.fr-figure') ?? chip;
    const position = onTheWay ?? state.position;
    const key = area ?? (unit && position ? areaOf(position, unit) : null);
    return (key && areas.get(key)?.cell) || null;
  }

  /** The middle of the unit or the area where something happened, in pixels of the board. @param {import('./news.js').Place} place @returns {[number, number] | null} */
  function spotOf({ unit, area }) {
    const chip = unit && root.querySelector(`.fr-chip[data-unit="${unit}"]`);
    const target = chip || elementOf({ unit, area });
    if (!target) return null;
    const [box, base] = [target.getBoundingClientRect(), el.getBoundingClientRect()];
    return [box.left + box.width / 2 - base.left, box.top + box.height / 2 - base.top];
  }

  return {
    bar,
    reaction,
    point,
    spotOf,
    told,
    player: playback.player,
    join: playback.join,
    asks: (frame) => askedSeat(frame) === session.host.seat,
    still: playback.still,
    settle: () => refresh(),
    play: playback.play,
    playing: playback.playing,
    skip() {
      playback.stop();
      playback.skip();
    },
    refresh: (_, changed) => changed.every((name) => name === 'read') || refresh(),
    destroy() {
      stopDrag();
      line.destroy();
      playback.stop();
      hand.destroy();
      bar.destroy();
      reaction.destroy();
      root.remove();
      el.removeAttribute('tabindex');
    },
  };
}
