/**
 * Who are the others, and what do I say to them? War and peace in a line, then a row per club: relation, what is known, my justification,
 * the commands with their prices, and the backstab, which wants a second click.
 */
import { assign, h, replace, setText } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';
import { seatLetter } from 'board/marks.js';
import { chips, each } from 'kit/lists.js';
import { button, choice, drawing, refusal, section } from 'kit/parts.js';
import { clubFacts, relationText } from './describe.js';
import { badge, clubName, commandMeaning, commandName, iconPath } from './names.js';
import { commandTo, setCommand } from './orders.js';
import { statusQuo } from './relations.js';

/** @import { Session } from './session.js' */
/** @import { ClubView as View, Command, PlayerView } from './types' */

/** Commands of the row of choices, in short; the backstab stands apart. @type {[Command, () => string][]} */
const CHOICES = [
  ['keep_neutral', () => t('Neutral')],
  ['form_alliance', () => t('Ally')],
  ['justify_war', () => t('War')],
];

/** @param {PlayerView} player */
const isOut = ({ eliminated_in: out }) => Number.isInteger(out);

/** What the chosen command leads to, if that is not plain; '' otherwise. @param {View} view @param {PlayerView} player @param {Command} command @param {boolean} isWar whether a war is foreseen */
export function outlook(view, player, command, isWar) {
  const { relation, truce = 0, seat } = player;
  const { truce_rounds: rest, justify_rounds: needed } = view.options;
  if (relation === 'at_war')
    return command === 'justify_war'
      ? t('The war goes on.')
      : t('The war ends if this club stops, too; then truce for {n} rounds.', { n: rest });
  if (isWar) return t('War this round, before the campaigns.');
  if (relation === 'allied' && command !== 'form_alliance')
    return t('The alliance ends: your campaigns and your capital on its land are lost.');
  if (command === 'form_alliance')
    return relation === 'allied' ? '' : t('Allied this round if this club says the same; paid in any case.');
  if (command !== 'justify_war') return '';
  if (truce > 0) return t('Truce: nothing can be justified yet, and it costs all the same.');
  const count = (view.me?.justify[seat] ?? 0) + 1;
  return t('Justified {count} of {needed} rounds after this one.', { count, needed });
}

/** The clubs in the order of the list: known ones, then undiscovered, then those that are out. @param {View} view @returns {PlayerView[]} */
export function clubsInOrder(view) {
  const rank = (/** @type {PlayerView} */ player) => (isOut(player) ? 2 : player.relation === 'undiscovered' ? 1 : 0);
  return /** @type {PlayerView[]} */ ([...view.players]).sort((a, b) => rank(a) - rank(b) || a.seat - b.seat);
}

/** @param {View} view */
const hasClubs = (view) => view.you !== null && view.auction === null && !!view.me?.alive;

/** Relation as a word and its drawing; a truce is one of its own. @param {PlayerView} player */
function standing(player) {
  const isTruce = player.relation === 'neutral' && !!player.truce;
  if (isOut(player)) return { sign: 'out', text: t('out in round {round}', { round: player.eliminated_in ?? '?' }) };
  if (isTruce) return { sign: 'truce', text: tn('truce, {n} round', 'truce, {n} rounds', player.truce ?? 0) };
  return { sign: player.relation, text: relationText(player) };
}

/** War and peace in a line at the top; a chip leads to its club. @param {Session} session @returns {import('./panel.js').Part} */
export function createPeace({ state, host, ask }) {
  const row = chips({ label: t('War and peace'), onchoose: (seat) => ask('club', seat) });
  return {
    element: row.element,
    show(view) {
      const known = hasClubs(view)
        ? clubsInOrder(view).filter((one) => !isOut(one) && one.relation !== 'undiscovered')
        : [];
      row.element.hidden = !known.length;
      row.show(
        known.map((player) => {
          const said = commandTo(state.orders, player.seat);
          const { sign, text } = standing(player);
          return {
            key: player.seat,
            text: `${seatLetter(player.seat)} ${text}`,
            small: said && said !== statusQuo(view, player.seat) ? `→ ${commandName(said)}` : '',
            sign: iconPath(sign),
            title: clubName(player.seat, host.info),
          };
        }),
      );
    },
  };
}

/** @param {Session} session @returns {import('./panel.js').Part} */
export function createClubs(session) {
  const rows = each(
    h('ul', { class: 'hc-clubs' }),
    (/** @type {PlayerView} */ { seat }) => seat,
    ({ seat }) => createRow(session, seat),
  );
  const part = section(t('Clubs'), {}, rows.element);
  session.offer('club', (seat) => {
    const row = rows.element.querySelector(`[data-key="${seat}"]`);
    row?.scrollIntoView({ block: 'center' });
    /** @type {HTMLElement | null | undefined} */
    const control = row?.querySelector('input:checked') ?? row?.querySelector('button');
    control?.focus();
  });
  return {
    element: part.element,
    show(view) {
      part.show({ shown: hasClubs(view) });
      if (!part.element.hidden) rows.show(clubsInOrder(view));
    },
  };
}

/** @param {Session} session @param {number} seat @returns {import('kit/parts.js').Part<PlayerView>} */
function createRow(session, seat) {
  const { state, host } = session;
  const name = clubName(seat, host.info);
  const relation = h('span', { class: 'hc-relation' });
  const facts = h('p', { class: 'kit-hint' });
  const pips = createPips();
  const says = choice({ label: t('Command to {club}', { club: name }), onchoose: say });
  const note = h('p', { class: 'kit-hint' });
  const refused = refusal();
  const stab = createStab(session, seat, name);
  const element = h(
    'li',
    { class: 'hc-club' },
    h('div', { class: 'hc-head' }, badge(seat), h('b', null, name), relation),
    h('div', { class: 'hc-beside' }, facts, stab.button),
    pips.element,
    says.element,
    note,
    refused.element,
    stab.question,
  );

  /** @param {Command} command */
  function say(command) {
    const isUsual = command === statusQuo(state.frame?.view, seat);
    session.draft(setCommand(state.orders, seat, isUsual ? null : command), { armed: null });
  }

  /** @param {Record<string, number | null>} prices */
  const options = (prices) =>
    CHOICES.map(([value, text]) => {
      const price = prices[value];
      const unknown = price === null ? `\n${t('The price hangs on an area that is not known')}` : '';
      return {
        value,
        text: price === null ? `${text()} ?` : price ? `${text()} ${price}` : text(),
        title: `${t('{name}: {text}', { name: commandName(value), text: commandMeaning(value) })}${unknown}`,
      };
    });

  return {
    element,
    show(player) {
      /** @type {View} */
      const view = state.frame?.view;
      const isKnown = !isOut(player) && player.relation !== 'undiscovered';
      const { sign, text } = standing(player);
      element.dataset.relation = isOut(player) ? 'out' : player.relation;
      replace(relation, drawing(iconPath(sign)), text);
      setText(facts, isKnown ? clubFacts(player, view, host.info).join(' · ') : '');
      const prices = session.hasDraft() && isKnown ? (state.frame?.choices?.diplomacy?.[seat] ?? null) : null;
      const given = prices ? commandTo(state.orders, seat) : null;
      const command = given ?? statusQuo(view, seat);
      const isGrowing = command === 'justify_war' && player.relation !== 'at_war' && !player.truce;
      pips.show(isKnown ? (view.me?.justify[seat] ?? 0) : 0, view.options.justify_rounds, isGrowing);
      says.element.hidden = !prices;
      if (prices) says.show({ value: command, options: options(prices), disabled: !session.canOrder('rounds') });
      const isWar = (session.hasDraft() && state.plan?.wars.includes(seat)) ?? false;
      setText(note, prices ? outlook(view, player, command, isWar) : '');
      refused.show(session.refusal(`diplomacy.${seat}`));
      const isUsed = view.me?.backstab_used ?? true;
      const isBound = prices !== null && !isUsed && !('backstab' in prices);
      stab.show(prices !== null, { isUsed, isBound, isOrdered: given === 'backstab' }, player.relation === 'at_war');
    },
  };
}

/** Rounds of justification as pips: done, this round's, missing. */
function createPips() {
  const dots = h('span', { class: 'hc-pips', 'aria-hidden': 'true' });
  const words = h('span');
  const element = h('p', { class: 'hc-justified', hidden: true }, dots, words);
  return {
    element,
    /** @param {number} count @param {number} needed @param {boolean} isGrowing */
    show(count, needed, isGrowing) {
      element.hidden = count === 0 && !isGrowing;
      const kind = (/** @type {number} */ i) => (i < count ? 'hc-done' : i === count && isGrowing ? 'hc-coming' : '');
      replace(
        dots,
        Array.from({ length: needed }, (_, i) => h('i', { class: kind(i) })),
      );
      setText(words, t('justified {count} of {needed}', { count, needed }));
    },
  };
}

/** The backstab: a first click asks, a second one orders it, and there is a way back from both. @param {Session} session @param {number} seat @param {string} name */
function createStab(session, seat, name) {
  const { state } = session;
  const ask = button({ text: t('Backstab'), sign: iconPath('knife'), class: 'hc-stab', act: press });
  const words = h('p');
  const sure = button({ text: t('Yes, backstab'), class: 'hc-sure', act: order });
  const back = button({ text: t('Rather not'), act: disarm });
  const question = h(
    'div',
    { class: 'hc-question', role: 'group', 'aria-label': t('Backstab'), onkeydown: leave },
    words,
    h('div', { class: 'kit-actions' }, sure.element, back.element),
  );

  function press() {
    if (commandTo(state.orders, seat) === 'backstab') session.draft(setCommand(state.orders, seat, null));
    else if (state.armed === seat) disarm();
    else {
      session.change({ armed: seat });
      session.say(words.textContent ?? '');
    }
  }

  function order() {
    session.draft(setCommand(state.orders, seat, 'backstab'), { armed: null });
    ask.element.focus();
  }

  function disarm() {
    session.change({ armed: null });
    ask.element.focus();
  }

  /** @param {KeyboardEvent} event */
  function leave(event) {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    disarm();
  }

  return {
    button: ask.element,
    question,
    /** @param {boolean} isOffered @param {{isUsed: boolean, isBound: boolean, isOrdered: boolean}} how isBound: a truce forbids it @param {boolean} isEnemy */
    show(isOffered, { isUsed, isBound, isOrdered }, isEnemy) {
      const facts = { club: name };
      setText(
        words,
        isEnemy
          ? t('You are at war with {club} already: the one backstab of the match would be spent for nothing.', facts)
          : t('War with {club} at once. There is one backstab in a match.', facts),
      );
      const canOrder = session.canOrder('rounds');
      const cannot = isUsed || isBound;
      const reason = isBound ? t('No backstab in a truce') : t('Backstab used');
      const text = cannot ? reason : isOrdered ? t('Backstab ordered: take it back') : t('Backstab');
      ask.show({ text, pressed: isOrdered, disabled: cannot || !canOrder, shown: isOffered });
      assign(ask.element, { 'aria-expanded': String(state.armed === seat) });
      question.hidden = !isOffered || state.armed !== seat || cannot || isOrdered || !canOrder;
    },
  };
}
