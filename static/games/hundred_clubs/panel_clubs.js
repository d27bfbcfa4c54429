/**
 * Who are the others, and what do I say to them? Below each name in the strip of seats: relation and land, the commands with their prices,
 * the backstab, and what a command leads to where that is not plain. One press orders, and undoing takes it back. What more is known of
 * the others stands in the panel.
 */
import { assign, h, icon, replace, setText } from 'app/dom.js';
import { sentences, t, tn } from 'app/i18n.js';
import { each } from 'kit/lists.js';
import { button, choice, drawing, refusal, section } from 'kit/parts.js';
import { isReader } from 'kit/reader.js';
import { areaText, clubFacts, relationText } from './describe.js';
import { badge, clubName, commandMeaning, commandName, iconPath } from './names.js';
import { commandTo, setCommand } from './orders.js';
import { positionOf } from './position.js';
import { stakesOf, statusQuo, truceText, warRefusal } from './relations.js';
import { askStab } from './stab.js';

/** @import { Session } from './session.js' */
/** @import { ClubView as View, Command, PlayerView } from './types' */

/** Commands of the row of choices, in short; the backstab stands apart. @type {[Command, () => string][]} */
const CHOICES = [
  ['keep_neutral', () => t('Peace')],
  ['form_alliance', () => t('Ally')],
  ['justify_war', () => t('War')],
];

/** @param {PlayerView} player */
const isOut = ({ eliminated_in: out }) => Number.isInteger(out);

/** What the chosen command leads to, if that is not plain; '' otherwise. @param {View} view @param {PlayerView} player @param {Command} command @param {boolean} isWar whether a war is foreseen */
export function relationForecast(view, player, command, isWar) {
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
    return relation === 'allied'
      ? ''
      : t(
          'Allied this round if this club says the same; paid in any case. Allies see what each other sees, and their campaigns count on each other’s land.',
        );
  if (command !== 'justify_war') return '';
  if (truce > 0) return truceText(view, player);
  return againText(needed - (view.me?.justify[seat] ?? 0) - 1);
}

/** In how many rounds more War has to be pressed. @param {number} n */
const againText = (n) =>
  n > 0
    ? tn(
        'War begins if you press it in the next round, too.',
        'War begins if you press it in the next {n} rounds, too, without a break.',
        n,
      )
    : t('War this round, before the campaigns.');

/** As many clubs may have their prices in words below their names; of more the buttons tell them. */
const FEW = 2;

/**
 * What can be said to a club, what it gives and what it costs, before anything is chosen; '' where nothing can be said.
 * @param {View} view @param {Record<string, number | null>} prices @param {PlayerView} player
 */
export function pricesInWords(view, { form_alliance: ally = null, justify_war: war }, { relation, truce }) {
  const rounds = view.options.justify_rounds;
  const isOffered = ally !== null && relation !== 'allied';
  return sentences([
    isOffered ? t('If both choose Ally, each sees what the other sees, and campaigns count on both lands.') : '',
    ally ? t('Alliance: {n} money a round.', { n: ally }) : '',
    war && !truce
      ? tn('Declare war: {n} money this round.', 'Declare war: {n} money in each of {rounds} rounds.', rounds, {
          n: war,
          rounds,
        })
      : '',
  ]);
}

/** Whether a club was met in the round that has just been played. @param {import('../../types').Frame | null | undefined} frame @param {number} seat */
const isNewTo = (frame, seat) =>
  frame?.events?.some(({ type, was, a, b }) => {
    return type === 'relation' && was === 'undiscovered' && [a, b].includes(seat) && [a, b].includes(frame.view.you);
  }) ?? false;

/** @param {PlayerView} player */
const isMet = (player) => !isOut(player) && player.relation !== 'undiscovered';

/** @param {View} view */
const hasClubs = (view) => view.you !== null && view.auction === null && !!view.me?.alive;

/** Relation as a word and its drawing; a truce is one of its own. @param {PlayerView} player */
function standing(player) {
  const isTruce = player.relation === 'neutral' && !!player.truce;
  if (isOut(player)) return { sign: 'out', text: t('out in round {round}', { round: player.eliminated_in ?? '?' }) };
  if (isTruce) return { sign: 'truce', text: t('truce {n}', { n: player.truce ?? 0 }) };
  return { sign: player.relation, text: relationText(player) };
}

/** A club's land as a number with its sign, and in words for those who listen. @param {number | undefined} area */
function landOf(area) {
  if (area === undefined) return [];
  const words = h('span', { class: 'visually-hidden' }, areaText(area));
  return [icon('layout-grid'), h('span', { 'aria-hidden': 'true', title: areaText(area) }, String(area)), words];
}

/** What a war with a club would be about; nothing of allies, and where neither reaches the other. @param {View} view @param {PlayerView} player */
export function stakesText(view, { seat, relation }) {
  if (relation === 'allied') return [];
  const { theirs, yours } = stakesOf(positionOf(view), seat);
  if (!theirs && !yours) return [];
  const facts = { theirs, yours };
  return [
    relation === 'at_war'
      ? t('in reach of this war: {theirs} of their members, {yours} of yours', facts)
      : t('in a war you could reach {theirs} of their members, they {yours} of yours', facts),
  ];
}

/** What is known of the others beside what stands with their names. @param {Session} session @returns {import('./panel.js').Part} */
export function createFacts({ host }) {
  const lines = each(
    h('ul', { class: 'hc-facts' }),
    (/** @type {{seat: number, text: string}} */ { seat }) => seat,
    ({ seat }) => {
      const words = h('span');
      const element = h('li', null, badge(seat), words);
      return { element, show: ({ text }) => setText(words, text) };
    },
  );
  const part = section(t('What is known of others'), {}, lines.element);
  return {
    element: part.element,
    show(view) {
      const known = hasClubs(view) ? /** @type {PlayerView[]} */ (view.players).filter(isMet) : [];
      const told = known.flatMap((player) => {
        // Who looks through another's eyes weighs no war of its own.
        const stakes = isReader(view.you, host.info) ? stakesText(view, player) : [];
        const facts = [...clubFacts({ ...player, area: undefined }, view, host.info), ...stakes];
        return facts.length ? [{ seat: player.seat, text: facts.join(' · ') }] : [];
      });
      part.show({ shown: told.length > 0 });
      lines.show(told);
    },
  };
}

/** What stands below a club's name. @param {Session} session @param {number} seat @returns {import('kit/mount.js').Part} */
export function createBeside(session, seat) {
  const { state, host } = session;
  const name = clubName(seat, host.info);
  const relation = h('span', { class: 'hc-relation' });
  const says = choice({ label: t('Command to {club}', { club: name }), onchoose: say });
  const stab = button({ text: t('Backstab'), sign: iconPath('knife'), class: 'hc-stab', act: stabOrNot });
  const note = h('p', { class: 'hc-relation-forecast' });
  const refused = refusal();
  const cells = h('span', { class: 'hc-cells' });
  const line = h('div', { class: 'hc-line' }, relation, cells, says.element, stab.element);
  const element = h('div', { class: 'hc-club' }, line, note, refused.element);

  /** @param {Command} command the one that is given already: back to what goes on by itself */
  function say(command) {
    const isUsual = command === statusQuo(state.frame?.view, seat) || command === commandTo(state.orders, seat);
    session.draft(setCommand(state.orders, seat, isUsual ? null : command));
  }

  /** The backstab is asked about; taking it back is not. */
  function stabOrNot() {
    const player = state.frame?.view.players.find((/** @type {PlayerView} */ other) => other.seat === seat);
    if (commandTo(state.orders, seat) === 'backstab') say('backstab');
    else if (player) askStab(seat, player, () => session.canOrder('rounds') && say('backstab'));
  }

  /** @param {Record<string, number | null>} prices @param {string | null} noWar why there is none to be had @param {Command} given */
  const options = (prices, noWar, given) =>
    CHOICES.map(([value, text]) => {
      const price = prices[value];
      const refused = value === 'justify_war' ? noWar : null;
      const meaning = t('{name}: {text}', { name: commandName(value), text: commandMeaning(value) });
      const cost =
        price === null
          ? t('The price hangs on an area that is not known')
          : price
            ? t('{n} money a round', { n: price })
            : '';
      return {
        value,
        text: text(),
        // What is ordered already can be seen, and taken back.
        disabled: refused !== null && given !== value,
        title: refused ?? [meaning, cost].filter(Boolean).join('\n'),
      };
    });

  /** @param {boolean} isOffered @param {Record<string, number | null> | null} prices @param {boolean} isOrdered */
  function showStab(isOffered, prices, isOrdered) {
    const isUsed = state.frame?.view.me?.backstab_used ?? true;
    const isBound = !isUsed && prices !== null && !('backstab' in prices);
    const reason = isBound ? t('No backstab in a truce') : t('Backstab used');
    const text = isUsed || isBound ? reason : isOrdered ? t('Backstab ordered: take it back') : t('Backstab');
    stab.show({
      text: isUsed ? reason : t('Backstab'),
      pressed: isOrdered,
      disabled: isUsed || isBound || !session.canOrder('rounds'),
      shown: isOffered,
    });
    assign(stab.element, {
      title: isUsed || isBound ? text : `${text}: ${commandMeaning('backstab')}`,
      'aria-label': text,
    });
  }

  return {
    element,
    show() {
      /** @type {View} */
      const view = state.frame?.view;
      const player = /** @type {PlayerView | undefined} */ (view.players.find((other) => other.seat === seat));
      element.hidden = !player || !hasClubs(view) || !isMet(player);
      if (element.hidden || !player) return;
      const { sign, text } = standing(player);
      element.dataset.relation = player.relation;
      replace(relation, sign !== 'neutral' && drawing(iconPath(sign)), h('span', null, text));
      replace(cells, ...landOf(player.area));
      assign(relation, { title: relationText(player) });
      const prices = session.hasDraft() ? (state.frame?.choices?.diplomacy?.[seat] ?? null) : null;
      const given = prices ? commandTo(state.orders, seat) : null;
      const command = given ?? statusQuo(view, seat);
      says.element.hidden = !prices;
      const others = /** @type {PlayerView[]} */ (view.players).filter(isMet).length;
      if (prices)
        says.show({
          value: command,
          options: options(prices, warRefusal(view, player), command),
          disabled: !session.canOrder('rounds'),
        });
      // In a war there is nothing left to betray.
      showStab(prices !== null && player.relation !== 'at_war', prices, given === 'backstab');
      const isWar = (session.hasDraft() && state.plan?.wars.includes(seat)) ?? false;
      const count = view.me?.justify[seat] ?? 0;
      const isUsual = command === statusQuo(view, seat);
      const needed = view.options.justify_rounds;
      const justified = count
        ? t('War is prepared in {count} of {needed} rounds: press War again, or it begins anew.', { count, needed })
        : '';
      const words =
        given === 'backstab'
          ? t('War with {club} at once. There is one backstab in a match.', { club: name })
          : isUsual
            ? truceText(view, player) || justified
            : relationForecast(view, player, command, isWar);
      const isNew = isNewTo(state.frame, seat) && given === null;
      element.classList.toggle('hc-new', isNew);
      const hasRoom = player.relation !== 'at_war' && (others <= FEW || isNew);
      const price =
        hasRoom && (!words || (isUsual && player.truce)) && prices ? pricesInWords(view, prices, player) : '';
      const choices = player.truce
        ? t('You have just met: choose here between peace and an alliance.')
        : t('You have just met: choose here between peace, an alliance and war.');
      const met = isNew ? choices : '';
      setText(note, prices ? sentences([met, words, price]) : '');
      refused.show(session.refusal(`diplomacy.${seat}`));
    },
  };
}
