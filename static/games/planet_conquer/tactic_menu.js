/**
 * How does a finger play a tactic? Whoever taps a planet finds the tactics at the foot of the chart, beside the parts of an order, and
 * chooses one in a menu at that planet: no panel has to be pulled up. Mouse and keys have the bar in the panel.
 */
import { h, setText } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';
import { createMenu } from 'kit/menu.js';
import { keepPresses } from 'kit/over.js';
import { button, SIGNS, signButton } from 'kit/parts.js';
import { iconPath, isAtTable, seatName, TACTICS, tacticName, whyNot } from './names.js';
import { PARAMETERS } from './orders.js';
import { isOwn } from './position.js';

/** @import { Session, TacticState } from './types' */
/** @typedef {import('kit/menu.js').Choice} Choice */

/** A crossed pair of swords stands for all tactics. */
const SIGN = iconPath('attack');

/**
 * @param {HTMLElement} el the board's element @param {Session} session @param {import('board/board.js').Board} board
 * @returns {{refresh: () => void, destroy: () => void, opener: HTMLElement}} `opener`: the button for the strip of amounts
 */
export function createTacticMenu(el, session, board) {
  const { state, host } = session;
  /** The planet at which the menu is open, and the tactic whose seat is asked for. @type {{planet: number, type: string | null} | null} */
  let open = null;
  const menu = createMenu(el, close);
  const opener = signButton(SIGN, t('Tactics'), begin);
  const alone = button({ text: t('Tactics'), sign: SIGN, act: begin });
  const question = h('span');
  const strip = h(
    'div',
    { class: 'kit-panel kit-strip', role: 'group', 'aria-label': t('Tactics here'), hidden: true },
    question,
    alone.element,
    signButton(SIGNS.close, t('Cancel'), cancel),
  );
  keepPresses(strip);
  el.append(strip);

  const known = () => /** @type {TacticState[]} */ (state.frame?.view.tactics ?? []).filter(isAtTable);

  /** The planet that was tapped last. */
  const here = () => (state.inspected?.kind === 'planet' ? state.inspected.id : null);

  function begin() {
    const planet = here();
    if (planet === null || !session.canOrder()) return;
    open = { planet, type: null };
    show();
  }

  function close() {
    if (open?.type) session.change({ aim: null });
    open = null;
    show();
  }

  function cancel() {
    if (state.aim) session.change({ aim: null });
    else session.change({ sources: [], edited: null });
    session.inspect(null);
  }

  /** Plays a tactic on the planet, or goes on to what it still asks for. @param {string} type @param {number} planet */
  function choose(type, planet) {
    if (PARAMETERS[type].includes('seat')) {
      session.aimTactic(type);
      open = { planet, type };
      return show();
    }
    open = null;
    // What leaves a planet leaves this one, or leads here where it cannot: the chart asks for the other.
    const leaves = PARAMETERS[type].includes('from');
    const isStart = leaves && session.targets({ type, from: null })?.has(planet);
    session.change({ aim: null, sources: isStart ? [planet] : [] });
    session.aimTactic(type, leaves && !isStart ? planet : undefined);
    if (state.aim && !leaves) session.aimAt(planet);
    show();
  }

  /** Those that can be played here first, and of these what helps on an own planet, or harms another; no slip of a finger strikes one's own. @param {number} planet @returns {Choice[]} */
  function tactics(planet) {
    const have = state.frame?.view.you?.points ?? 0;
    const rate = state.frame?.view.rules?.points_per_round ?? 0;
    const isMine = !!state.position && isOwn(state.position, planet);
    const first = isMine ? ['defend', 'boost'] : ['attack', 'terminator'];
    const rank = (/** @type {string} */ type) => (first.includes(type) ? first.indexOf(type) : first.length);
    const offered = known().filter(({ type }) => !isMine || type !== 'terminator');
    const choices = offered.map(({ type, cost, allowed, why_not: why }) => {
      const asks = PARAMETERS[type];
      const isTarget = session.targets({ type, from: null })?.has(planet) || session.leadsTo(type, planet);
      const isHere = !asks.length || asks.includes('seat') || isTarget;
      const reason = allowed
        ? isHere
          ? TACTICS[type].meaning()
          : t('{planet} is no target for {tactic}.', { planet: planetAt(planet).name, tactic: tacticName(type) })
        : whyNot(String(why), { have, cost, rate });
      return {
        key: type,
        text: `${tacticName(type)} · ${tn('{n} point', '{n} points', cost)}`,
        small: reason,
        disabled: !allowed || !isHere,
        act: () => choose(type, planet),
      };
    });
    return choices.sort((a, b) => Number(a.disabled) - Number(b.disabled) || rank(a.key) - rank(b.key));
  }

  /** @param {string} type @returns {Choice[]} */
  function seats(type) {
    return session.seatTargets(type).map((seat) => ({
      key: String(seat),
      text: seatName(seat, host.info),
      act() {
        session.aimAtSeat(seat);
        close();
      },
    }));
  }

  /** @param {number} id */
  const planetAt = (id) => /** @type {import('./types').Position} */ (state.position).planets[id];

  /** @param {NonNullable<typeof state.aim>} aim */
  function asked({ type, from, to }) {
    const facts = { tactic: tacticName(type), planet: to === undefined ? '' : planetAt(to).name };
    if (!PARAMETERS[type].includes('from')) return t('{tactic}: choose a planet.', facts);
    if (to !== undefined) return t('{tactic} to {planet}: choose one of your planets to leave.', facts);
    return from === null
      ? t('{tactic}: choose one of your planets to leave.', facts)
      : t('{tactic}: choose where to.', facts);
  }

  function show() {
    if (!open || !state.position || !session.canOrder() || here() !== open.planet) {
      open = null;
      return menu.show(null);
    }
    const planet = planetAt(open.planet);
    const have = tn('{n} point', '{n} points', state.frame?.view.you?.points ?? 0);
    menu.show({
      title: open.type ? t('{tactic}: choose a seat.', { tactic: tacticName(open.type) }) : `${planet.name} · ${have}`,
      at: [...board.screen(planet.x, planet.y)],
      choices: open.type ? seats(open.type) : tactics(open.planet),
    });
  }

  return {
    opener,
    refresh() {
      const { aim, edited, route, sources } = state;
      const may = session.canOrder() && known().length > 0;
      opener.hidden = !may || here() === null;
      // An order in hand has the strip of amounts, with a button for tactics in it.
      strip.hidden = !may || (!aim && (here() === null || edited !== null || !!route || sources.length > 0));
      alone.element.hidden = !!aim;
      question.hidden = !aim;
      if (aim) setText(question, asked(aim));
      show();
    },
    destroy() {
      menu.destroy();
      strip.remove();
    },
  };
}
