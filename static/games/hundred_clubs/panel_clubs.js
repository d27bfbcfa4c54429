/**
 * Who are the others, and what do I say to them? A row per club: relation, what is known, my justification, the commands with their
 * prices, and the backstab, which wants a second click.
 */
import { assign, h, list, replace, setText } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';
import { areaText, quarrels, relationText } from './describe.js';
import { badge, clubName, commandMeaning, commandName, drawing } from './names.js';
import { commandTo, setCommand } from './orders.js';
import { placeName } from './places.js';
import { statusQuo } from './relations.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./types').ClubView} View */
/** @typedef {import('./types').Command} Command */
/** @typedef {import('./types').PlayerView} PlayerView */

/** Commands of the row of choices; the backstab stands apart. */
const CHOICES = /** @type {Command[]} */ (['keep_neutral', 'form_alliance', 'justify_war']);

/** @param {Command} command */
function shortName(command) {
  if (command === 'form_alliance') return t('Ally');
  return command === 'justify_war' ? t('War') : t('Neutral');
}

/** What the chosen command leads to, if that is not plain; '' otherwise. @param {View} view @param {PlayerView} player @param {Command} command @param {boolean} isWar whether the plan sees a war */
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
  const rank = (/** @type {PlayerView} */ player) =>
    Number.isInteger(player.eliminated_in) ? 2 : player.relation === 'undiscovered' ? 1 : 0;
  return /** @type {PlayerView[]} */ ([...view.players]).sort((a, b) => rank(a) - rank(b) || a.seat - b.seat);
}

/** @param {Session} session @returns {import('./panel.js').Part} */
export function createClubs(session) {
  const rows = h('ul', { class: 'hc-clubs' });
  const element = h('section', { class: 'hc-diplomacy' }, h('h3', null, t('Clubs')), rows);
  /** @type {WeakMap<Element, ReturnType<typeof createRow>>} */
  const rowOf = new WeakMap();
  return {
    element,
    show(view) {
      element.hidden = view.you === null || view.auction !== null || !view.me?.alive;
      if (element.hidden) return;
      list(
        rows,
        clubsInOrder(view),
        ({ seat }) => seat,
        ({ seat }) => {
          const row = createRow(session, seat);
          rowOf.set(row.element, row);
          return row.element;
        },
        (row, player) => rowOf.get(row)?.show(player, view),
      );
    },
  };
}

/** @param {Session} session @param {number} seat */
function createRow(session, seat) {
  const name = clubName(seat, session.host.info);
  const relation = h('span', { class: 'hc-relation' });
  const facts = h('p', { class: 'hc-known' });
  const pips = createPips();
  const says = createChoices(session, seat, name);
  const stab = createStab(session, seat, name);
  const element = h(
    'li',
    { class: 'hc-club' },
    h('div', { class: 'hc-head' }, badge(seat), h('b', null, name), relation),
    h('div', { class: 'hc-beside' }, facts, stab.button),
    pips.element,
    says.element,
    stab.question,
  );

  return {
    element,
    /** @param {PlayerView} player @param {View} view */
    show(player, view) {
      const isOut = Number.isInteger(player.eliminated_in);
      const isKnown = !isOut && player.relation !== 'undiscovered';
      element.dataset.relation = isOut ? 'out' : player.relation;
      showRelation(relation, player, isOut);
      const known = isOut ? [] : knownFacts(player, view, session.host.info);
      setText(facts, known.join(' · '));
      const prices = session.hasDraft() && isKnown ? (session.state.frame?.choices?.diplomacy?.[seat] ?? null) : null;
      const given = prices ? commandTo(session.state.orders, seat) : null;
      const command = given ?? statusQuo(view, seat);
      pips.show(
        isKnown ? (view.me?.justify[seat] ?? 0) : 0,
        view.options.justify_rounds,
        command === 'justify_war' && player.relation !== 'at_war' && !player.truce,
      );
      const isWar = session.state.plan?.wars.includes(seat) ?? false;
      says.show(
        prices,
        command,
        prices ? outlook(view, player, command, isWar) : '',
        session.refusal(`diplomacy.${seat}`),
      );
      stab.show(prices !== null, view.me?.backstab_used ?? true, given === 'backstab', player.relation === 'at_war');
    },
  };
}

/** @param {HTMLElement} element @param {PlayerView} player @param {boolean} isOut */
function showRelation(element, player, isOut) {
  if (isOut) return replace(element, drawing('out'), t('out in round {round}', { round: player.eliminated_in ?? '?' }));
  const isTruce = player.relation === 'neutral' && !!player.truce;
  replace(
    element,
    drawing(isTruce ? 'truce' : player.relation),
    isTruce ? tn('truce, {n} round', 'truce, {n} rounds', player.truce ?? 0) : relationText(player),
  );
}

/** @param {PlayerView} player @param {View} view @param {import('../../types').MatchInfo} info */
function knownFacts(player, view, info) {
  return [
    player.area !== undefined && areaText(player.area),
    player.saving !== undefined && t('saving {saving}', { saving: player.saving }),
    player.capital && t('capital on {place}', { place: placeName(view, player.capital) }),
    ...quarrels(player, view, info),
  ].filter((text) => typeof text === 'string');
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
      if (element.hidden) return;
      replace(
        dots,
        Array.from({ length: needed }, (_, i) =>
          h('i', { class: i < count ? 'hc-done' : i === count && isGrowing ? 'hc-coming' : '' }),
        ),
      );
      setText(words, t('justified {count} of {needed}', { count, needed }));
    },
  };
}

/** The three commands as one choice. @param {Session} session @param {number} seat @param {string} name */
function createChoices(session, seat, name) {
  const options = CHOICES.map((command) => {
    const input = h('input', {
      type: 'radio',
      name: `hc-command-${seat}`,
      value: command,
      onchange: () => say(command),
    });
    const price = h('span', { class: 'hc-price' });
    const label = h(
      'label',
      { class: 'hc-command', title: `${commandName(command)}: ${commandMeaning(command)}` },
      input,
      h('span', null, shortName(command)),
      price,
    );
    return { command, input, price, label };
  });
  const note = h('p', { class: 'hc-note', hidden: true });
  const group = h(
    'div',
    { class: 'hc-commands', role: 'radiogroup', 'aria-label': t('Command to {club}', { club: name }) },
    options.map(({ label }) => label),
  );
  const element = h('div', { class: 'hc-says' }, group, note);

  /** @param {Command} command */
  function say(command) {
    const view = session.state.frame?.view;
    session.change({ armed: null });
    session.draft(setCommand(session.state.orders, seat, view && command === statusQuo(view, seat) ? null : command));
  }

  return {
    element,
    /** @param {Record<string, number | null> | null} prices null: nothing can be said @param {Command} chosen @param {string} words @param {string} refusal */
    show(prices, chosen, words, refusal) {
      element.hidden = !prices;
      if (!prices) return;
      for (const { command, input, price, label } of options) {
        input.checked = command === chosen;
        input.disabled = !session.canOrder('rounds');
        label.classList.toggle('hc-on', command === chosen);
        setText(price, prices[command] === null ? '?' : prices[command] ? String(prices[command]) : '');
        assign(price, { title: prices[command] === null ? t('The price hangs on an area that is not known') : null });
      }
      note.hidden = !(refusal || words);
      note.classList.toggle('hc-refused', !!refusal);
      setText(note, refusal || words);
    },
  };
}

/** The backstab: a first click asks, a second one orders it, and there is a way back from both. @param {Session} session @param {number} seat @param {string} name */
function createStab(session, seat, name) {
  const button = h(
    'button',
    { type: 'button', class: 'hc-stab', onclick: press },
    drawing('knife'),
    h('span', null, t('Backstab')),
  );
  const words = h('p');
  const sure = h('button', { type: 'button', class: 'hc-sure', onclick: order }, t('Yes, backstab'));
  const back = h('button', { type: 'button', class: 'hc-tool', onclick: disarm }, t('Rather not'));
  const question = h(
    'div',
    { class: 'hc-question', role: 'group', 'aria-label': t('Backstab'), onkeydown: leave },
    words,
    h('div', { class: 'hc-tools' }, sure, back),
  );
  function press() {
    if (commandTo(session.state.orders, seat) === 'backstab')
      session.draft(setCommand(session.state.orders, seat, null));
    else if (session.state.armed === seat) disarm();
    else {
      session.change({ armed: seat });
      session.host.announce(words.textContent ?? '');
    }
  }

  function order() {
    session.change({ armed: null });
    session.draft(setCommand(session.state.orders, seat, 'backstab'));
    button.focus();
  }

  function disarm() {
    session.change({ armed: null });
    button.focus();
  }

  /** @param {KeyboardEvent} event */
  function leave(event) {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    disarm();
  }

  return {
    button,
    question,
    /** @param {boolean} isOffered @param {boolean} isUsed @param {boolean} isOrdered @param {boolean} isEnemy */
    show(isOffered, isUsed, isOrdered, isEnemy) {
      const once = isEnemy
        ? t('You are at war with {club} already: the one backstab of the match would be spent for nothing.', {
            club: name,
          })
        : t('War with {club} at once. There is one backstab in a match.', { club: name });
      setText(words, once);
      button.hidden = !isOffered;
      const text = isUsed ? t('Backstab used') : isOrdered ? t('Backstab ordered: take it back') : t('Backstab');
      setText(/** @type {HTMLElement} */ (button.lastElementChild), text);
      assign(button, {
        disabled: isUsed || !session.canOrder('rounds'),
        'aria-pressed': String(isOrdered),
        'aria-expanded': String(session.state.armed === seat),
        class: isUsed ? 'hc-stab hc-used' : isOrdered ? 'hc-stab hc-ordered' : 'hc-stab',
      });
      question.hidden =
        !isOffered || session.state.armed !== seat || isUsed || isOrdered || !session.canOrder('rounds');
    },
  };
}
