/**
 * What can be done now? The band between table and hand: the actions of a turn, then what is still to be chosen, then the order with
 * what it will do and the button that gives it. Digits and letters stand on it.
 */
import { h, list, replace, setText } from 'app/dom.js';
import { sentences, t, tn } from 'app/i18n.js';
import { shownKeys } from 'board/keyboard.js';
import { sayBeyond } from 'kit/beyond.js';
import { hover } from 'kit/hover.js';
import { rove } from 'kit/roving.js';
import { ACTIONS } from './actions.js';
import { createAlong } from './along.js';
import { isWished, setWish } from './at_once.js';
import { whenNew } from './drawn.js';
import { foreseen, price, shortOdds } from './foresee.js';
import { turnHint } from './goal.js';
import { actionOf, narrowed, nexts, targets } from './options.js';
import { heldCard, ownSide } from './position.js';
import { draftOf, giveName, isEmpty } from './session.js';
import { isLong } from './spread.js';
import { advised, createWays, ENDS, isAny, isWanted, orderTitle, wantAdvice } from './ways.js';
import { areaWords, cardLines, cardName, cardOf, modelName, numbersWords, say, sentence, unitName } from './words.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./position.js').Position} Position */
/** @typedef {import('./options.js').Option} Option */

/** Why mechs may act once more at the end of a turn, and what that costs. @param {Option[]} options */
const extras = (options) => [
  ...new Set(options.flatMap(({ order, choice }) => (order && choice.leads?.length ? [say(choice.leads[0])] : []))),
];

/** So many own mechs are brought out before anything else is proposed. */
const FIRST_OUT = 2;

/**
 * The action that is proposed to whoever does not know what to do: mechs come out, then they act, then the warship fires; the end comes last, and
 * is due once there is nothing else to do.
 * @param {Position} position @param {Option[]} options
 */
export function proposed(position, options) {
  const legal = options.filter(({ order }) => order);
  const groups = new Set(legal.map(({ choice }) => actionOf(choice)));
  const out = ownSide(position)?.mechs.filter((/** @type {any} */ { where }) => where === 'board').length ?? 0;
  const able = new Set(
    narrowed(legal, ['do:operate_one']).map(({ parts }) => parts.find((one) => one !== 'do:operate_one')),
  );
  const order = [
    out < FIRST_OUT && 'deploy',
    able.size > 1 && 'operate_all',
    'operate_one',
    'fire',
    'deploy',
    'resupply',
    'gather',
  ];
  const first = order.find((of) => of && groups.has(of));
  if (first) return first;
  const others = [...groups].some((of) => !ENDS.has(of));
  return others ? null : ([...groups].find((of) => ENDS.has(of)) ?? null);
}

/** Begins with one of the actions. @param {Session} session @param {string} of */
export function begin(session, of) {
  if (!session.isAiming()) return false;
  const all = narrowed(session.options(), [`do:${of}`]);
  const legal = all.filter(({ order }) => order);
  if (!legal.length) {
    if (all.length) session.say(say(all[0].why));
    return all.length > 0;
  }
  const ship = legal.every(({ parts }) => parts[0] === legal[0].parts[0] && parts[0].startsWith('unit:s'));
  // What cannot be told otherwise is not asked; what else there is and cannot be done stays to be read.
  if (all.length === 1 || (legal.length === 1 && legal[0].parts.length === 1)) session.take(legal[0]);
  else session.hold(ship ? [`do:${of}`, legal[0].parts[0]] : [`do:${of}`]);
  return true;
}

/** What a token is called on its button. @param {Position} position @param {string} token */
function tokenName(position, token) {
  const at = token.indexOf(':');
  const [kind, name] = [token.slice(0, at), token.slice(at + 1)];
  const arm = () => {
    const [unit, weapon] = name.split('/');
    return t('{weapon} of {unit}', { weapon: cardName(position, weapon), unit: modelName(position, unit) });
  };
  const names = /** @type {Record<string, () => string>} */ ({
    unit: () => unitName(position, name),
    area: () => areaWords(position, name),
    via: () => t('by way of {area}', { area: areaWords(position, name) }),
    weapon: () => cardName(position, name),
    card: () => cardName(position, heldCard(position, name)),
    cannon: () => cardName(position, 'autocannon'),
    pilot: () => cardName(position, name),
    skill: () => cardName(position, name),
    act: () => (name === 'move' ? t('Move') : t('Hold')),
    label: () => '',
    do: () => ACTIONS.find(({ of }) => of === name)?.name() ?? '',
    pile: () => (name === 'ship' ? t('Ship cards') : t('Mech cards')),
    free: () => (name === 'yes' ? t('for free') : t('for 1 AP')),
    second: () => (name === 'none' ? t('no second target') : unitName(position, name)),
    captain: () => t('Captain'),
    from: arm,
    to: () => (name === 'energy' ? t('for energy') : arm()),
    units: () =>
      name
        .split(',')
        .map((unit) => modelName(position, unit))
        .join(t(', ')),
  });
  return names[kind]?.() ?? '';
}

/** Whom an action asks for. */
const WHO = /** @type {Record<string, () => string>} */ ({
  'do:deploy': () => t('Which mech comes out?'),
  'do:recall': () => t('Which mech goes back?'),
  'do:operate_one': () => t('Which mech acts?'),
});

/** What has to be chosen next, in words. @param {Position} position @param {string[]} picked @param {string[]} tokens */
function prompt(position, picked, tokens) {
  const kinds = new Set(tokens.map((token) => token.split(':')[0]));
  const about = picked.filter((token) => !token.startsWith('do:')).map((token) => tokenName(position, token));
  const only = kinds.size === 1 ? [...kinds][0] : '';
  const isAimed = picked.some((token) => token.startsWith('weapon:') || token.startsWith('cannon:'));
  const what = kinds.has('pilot')
    ? t('Which pilot?')
    : kinds.has('pile')
      ? t('From which pile?')
      : only === 'unit'
        ? isAimed
          ? t('At whom?')
          : (WHO[picked.find((token) => token.startsWith('do:')) ?? '']?.() ?? t('Which one?'))
        : only === 'area'
          ? t('To which area?')
          : only === 'weapon'
            ? t('With which weapon?')
            : t('What will it do?');
  return sentence([...about, what].join(' · '));
}

/** @param {Session} session */
export function createBar(session) {
  const { state } = session;
  const says = h('p', { class: 'fr-says', 'aria-live': 'polite' });
  const more = h('ul', { class: 'fr-more' });
  const meaning = h('p', { class: 'fr-meaning' });
  const lamps = h('span', { class: 'fr-ap' });
  const buttons = h('div', { class: 'fr-buttons' });
  const roving = rove(buttons, '.fr-do');
  const ways = createWays(session);
  const along = createAlong(session, explain);
  /** @type {import('../../types').Due} */
  let due = { act: 'ready' };
  /** What was said last of the harm that a draft does. */
  let warned = '';
  const element = h(
    'section',
    { class: 'fr-bar', 'aria-label': t('What can be done') },
    h('div', { class: 'fr-told' }, lamps, says, more, meaning),
    ways.element,
    along.element,
    buttons,
  );
  const beyond = sayBeyond(element, [{ element: buttons, isBeside: true }], '.fr-do');

  /** Why something cannot be done. @param {string} name @param {any} why @param {boolean} [aloud] */
  function tell(name, why, aloud = true) {
    const words = t('{name}: {text}', { name, text: say(why) });
    replace(more, h('li', { class: 'why' }, words));
    if (aloud) session.say(words);
  }

  /** @typedef {{key: string, sign?: string, name: string, note?: string, why?: any, kind?: string, act: () => void, over?: (is: boolean) => void}} Entry */
  /** @param {Entry[]} entries */
  function showButtons(entries) {
    if (entries[0]?.key !== buttons.firstElementChild?.getAttribute('data-key')) buttons.scrollLeft = 0;
    list(
      buttons,
      entries,
      ({ key }) => key,
      () => h('button', { type: 'button', class: 'fr-do' }),
      (button, entry) => {
        const { sign, name, note, why, kind = '', act, over } = entry;
        const one = /** @type {HTMLButtonElement} */ (button);
        one.className = `fr-do ${kind}`;
        // Not disabled: whoever asks gets the reason.
        one.setAttribute('aria-disabled', String(!!why));
        one.title = why ? say(why) : '';
        one.onclick = () => (session.isBeingGiven() ? session.askAll() : why ? tell(name, why) : act());
        hover(one, (is) => (!why ? over?.(is) : is ? tell(name, why, false) : replace(more)));
        whenNew(one, [sign, name, why, note], () =>
          replace(
            one,
            sign && h('kbd', { 'aria-hidden': 'true' }, shownKeys(sign)),
            h('span', null, name, (why || note) && h('small', null, why ? say(why) : note)),
          ),
        );
      },
    );
    roving.show();
    beyond.show();
  }

  /** The actions that can be begun, as buttons. @param {Option[]} options @param {string | null} [first] the one that is proposed @returns {Entry[]} */
  function actions(options, first) {
    const groups = new Set(options.map(({ choice }) => actionOf(choice)));
    return ACTIONS.filter(({ of }) => groups.has(of)).map(({ of, key, name, ap, help }) => {
      const some = narrowed(options, [`do:${of}`]);
      const legal = some.filter(({ order }) => order);
      return {
        key: of,
        sign: key,
        name: name(),
        note: apWords(legal, !!ap),
        why: legal.length ? null : some[0].why,
        kind: of === first ? 'primary' : ENDS.has(of) ? 'quiet' : '',
        act: () => void begin(session, of),
        over: (/** @type {boolean} */ is) => explain(is && help ? help() : ''),
      };
    });
  }

  /** The action points of an action: one price, or the least and the most. @param {Option[]} legal @param {boolean} isPaid whether it costs some as a rule */
  function apWords(legal, isPaid) {
    const all = legal.map(({ choice }) => choice.costs?.ap ?? 0);
    const words = (/** @type {number} */ ap) => price({ costs: { ap } }) || (isPaid ? t('for free') : '');
    const [least, most] = [Math.min(...all), Math.max(...all)];
    if (!legal.length || least === most) return legal.length ? words(least) : '';
    return t('{least} or {most}', { least: words(least), most: words(most) });
  }

  /** What the word on a button means, while it is pointed at, in the place of what is said otherwise. @param {string} words */
  function explain(words) {
    element.classList.toggle('explains', !!words);
    setText(meaning, words);
  }

  /** @param {Position} position @param {Option[]} options @param {string} news */
  function showActions(position, options, news) {
    const { phase, operation, ap } = position.view;
    const isOut = ownSide(position)?.mechs.some((/** @type {any} */ { where }) => where === 'board');
    // What was just said of a press stands over them, in one line.
    const isAdvised = ways.show(position, options);
    element.classList.toggle('told', isAdvised && !!(state.refused || news));
    const best = proposed(position, options);
    // What is advised is gold; where that is to end the turn, its button is as well.
    const end = isAdvised ? advised(options)[0].order.type : '';
    const first = isAdvised ? (ENDS.has(end) ? end : null) : best;
    const isBare = !isOut && best === 'deploy';
    // While mechs act one after the other they are what can be chosen, here as on the table.
    const turns = options.filter(({ order }) => order?.type === 'act' && phase !== 'plan').map(({ parts }) => parts[0]);
    const able = [...new Set(turns)];
    due = {
      act: first && ENDS.has(first) ? 'ready' : 'choice',
      isTwin: true,
      hint: turnHint(
        position.view,
        phase === 'end_step' ? 'extra' : isAdvised ? 'advised' : able.length ? 'mech' : first,
        ACTIONS.find(({ of }) => of === first)?.name() ?? '',
      ),
    };
    const line =
      phase === 'end_step'
        ? sentences([t('Your turn ends.'), ...extras(options), t('Finish: nobody acts.')])
        : phase === 'plan'
          ? t('Both seats plan at once. Lay down what you will do, then give the plan.')
          : operation
            ? t('Your mechs act, one after the other. Choose one.')
            : isBare
              ? t('First send out a mech.')
              : t('Your turn. Choose a mech, a card or an action.');
    const rest = options.find(({ choice }) => choice.group === 'rest' || choice.group === 'plan');
    showLamps(ap, phase === 'main' || phase === 'plan');
    if (isAdvised && says.textContent) setText(says, t('{n} AP', { n: ap }));
    element.classList.toggle('advised', isAdvised);
    replace(more, h('li', { class: state.refused || isBare ? 'why' : '' }, state.refused ? say(state.refused) : line));
    const rests = rest ? [{ key: 'rest', name: say(rest.choice), kind: 'quiet', act: () => session.take(rest) }] : [];
    const mechs = able.map((token, i) => ({
      key: token,
      sign: isAdvised ? undefined : String(i + 1),
      name: tokenName(position, token),
      kind: i === 0 && !isAdvised ? 'primary' : '',
      act: () => void session.pick(token),
      over: (/** @type {boolean} */ is) => explain(is ? numbersWords(position, token.slice('unit:'.length)) : ''),
    }));
    const back = isWished() && phase === 'main' ? [asking()] : [];
    if (isAny(options)) back.unshift(advising());
    showButtons([...rests, ...mechs, ...actions(options, first), ...back]);
  }

  /** @param {number} ap @param {boolean} are */
  function showLamps(ap, are) {
    const most = Math.max(2, ap, session.state.position?.view.ap ?? 0);
    replace(lamps, are ? Array.from({ length: most }, (_, i) => h('i', { class: i < ap ? 'on' : '' })) : null);
    says.textContent = are ? tn('{n} action point (AP)', '{n} action points (AP)', ap) : '';
  }

  /** Not at once: a button that goes away loses the focus while the bar is being written. @param {string | null} token */
  const point = (token) => queueMicrotask(() => state.hover !== token && session.change({ hover: token }));

  /** @param {Position} position @param {Option[]} options */
  function showNext(position, options) {
    const { picked } = state;
    due = { act: 'choice', isTwin: true, hint: turnHint(position.view, 'picked') };
    const offered = nexts(options, picked);
    says.textContent = prompt(
      position,
      picked,
      offered.map(({ token }) => token),
    );
    const entries = offered.map(({ token, options: some, why }, i) => {
      const legal = some.filter(({ order }) => order);
      const unit = token.startsWith('unit:') ? token.slice(5) : undefined;
      // Of one pile nobody chooses to pay for what is free.
      const drawn = token.startsWith('pile:') && (legal.find(({ order }) => order.free) ?? legal[0]);
      const hidden = drawn
        ? price(drawn.choice) || t('for free')
        : legal.length === 1
          ? [shortOdds(legal[0].choice, unit), price(legal[0].choice)].filter(Boolean).join(' · ')
          : '';
      const talent = token.startsWith('pilot:') ? cardOf(position, token.slice(6))?.talent : null;
      return {
        key: token,
        sign: i < 9 ? String(i + 1) : undefined,
        name: token.startsWith('label:') ? say(some[0].choice) : tokenName(position, token),
        note: [talent && say(talent), hidden].filter(Boolean).join(' · '),
        why,
        act: () => void session.pick(token),
        over: (/** @type {boolean} */ is) => point(is ? token : null),
      };
    });
    // Whoever looks at a card has not given up what was advised.
    const [best] = advised(options);
    const instead =
      best && !narrowed(options, picked).includes(best)
        ? [{ key: 'best', name: orderTitle(position, best), kind: 'best', act: () => session.take(best, true) }]
        : [];
    showButtons([
      ...entries,
      ...instead,
      { key: 'back', sign: 'Esc', name: t('Back'), kind: 'quiet', act: session.back },
    ]);
    const names = picked.map((token) => token.split(':'));
    const card = names.find(([kind]) => kind === 'skill')?.[1] ?? heldCard(position, names[0]?.[1]);
    const read = position.cards[card ?? ''] && cardLines(position, card);
    const aimed = state.hover ? targets(options, picked).get(state.hover) : null;
    const left = narrowed(options, state.hover ? [...picked, state.hover] : picked).filter(({ order }) => order);
    const unit = names.length === 1 && names[0][0] === 'unit' ? names[0][1] : null;
    const told = aimed?.why
      ? [say(aimed.why)]
      : left.length === 1
        ? foreseen(position, left[0].choice)
        : (read ?? (unit ? [numbersWords(position, unit)] : []));
    const kind = aimed?.why ? 'why' : '';
    replace(more, ...told.map((/** @type {string} */ line) => h('li', { class: kind }, line)));
  }

  /** @param {Position} position */
  function showDraft(position) {
    const { orders, forecast, error } = state;
    due = {
      act: 'ready',
      isTwin: giveName(orders) !== null,
      hint: turnHint(position.view, 'drafted', giveName(orders) ?? t('Do it')),
    };
    const drafted = draftOf(state.frame?.choices, orders, forecast);
    showLamps(forecast?.left?.ap ?? 0, !!forecast?.left);
    says.textContent = drafted.map((entry) => say(entry)).join(' → ');
    const told =
      drafted.length === 1 ? foreseen(position, drafted[0]) : drafted.flatMap((entry, i) => stages(entry, i));
    const lines = error
      ? [error.message]
      : forecast?.ends_turn === true && drafted.length > 1
        ? [...told, t('Your turn ends.')]
        : told;
    // How likely it is stands out from what else it leads to.
    const odds = !error && drafted.length === 1 ? (drafted[0].odds?.targets.length ?? 0) : 0;
    const harm = error ? [] : (forecast?.orders ?? []).flatMap((/** @type {any} */ one) => (one.harm ?? []).map(say));
    replace(
      more,
      ...harm.map((/** @type {string} */ line) => h('li', { class: 'harm' }, line)),
      ...lines.map((line, i) => h('li', { class: i < odds ? 'odds' : '' }, line)),
    );
    element.classList.toggle('long', isLong(`${says.textContent} ${more.textContent}`));
    const aloud = sentences(harm);
    if (aloud && aloud !== warned) session.say(aloud);
    warned = aloud;
    const name = giveName(orders) ?? t('Do it');
    showButtons([
      { key: 'go', sign: '⏎', name, kind: 'primary', act: session.submit },
      { key: 'undo', sign: 'Esc', name: t('Not this'), kind: 'quiet', act: session.takeBack },
      ...(canBeSpared(orders)
        ? [{ key: 'at-once', name: t('Ask no more'), kind: 'quiet', act: askNoMore, over: sayAskNoMore }]
        : []),
      ...actions(session.options()).filter(({ why }) => !why),
    ]);
  }

  /** Could this be given without a question, were that wished? @param {any} orders */
  const canBeSpared = (orders) => !['plan', 'turn', 'end_turn'].includes(orders.type);

  /** From now on every order is given as soon as it is put together, and this one too. */
  function askNoMore() {
    setWish(true);
    session.submit();
  }

  /** @param {boolean} is pointed at */
  const sayAskNoMore = (is) =>
    explain(is ? t('Gives this order, and from now on each as soon as it is put together.') : '');

  /** The way back from that. */
  const asking = () => ({
    key: 'ask',
    name: t('Ask before orders'),
    kind: 'quiet',
    act: () => {
      setWish(false);
      session.change({ refused: null });
    },
  });

  /** Puts advice away where it stands, or asks for it again. */
  const advising = () => ({
    key: 'advice',
    name: isWanted() ? t('No advice') : t('Advice'),
    kind: 'quiet',
    act() {
      wantAdvice(!isWanted());
      session.change({ refused: null });
    },
  });

  /** An order of several in a few words: its odds, and where the turn may stop. @param {any} entry @param {number} i */
  function stages(entry, i) {
    const odds = shortOdds(entry);
    return [odds && `${i + 1}. ${odds}`, entry.stop && `${i + 1}. ${say(entry.stop)}`].filter(Boolean);
  }

  return {
    element,
    buttons,
    /** What a unit's numbers mean, while it is pointed at or once it is pressed and nothing is in hand; null: no more. @param {string | null} unit */
    tellNumbers(unit) {
      const { position, picked, orders } = state;
      if (element.hidden || !position || !session.isAiming() || picked.length || !isEmpty(orders)) return;
      explain(unit ? numbersWords(position, unit) : '');
    },
    due: () => (element.hidden ? null : due),
    /** @param {string} news what is to be said first */
    show(news) {
      const { position, frame } = state;
      const phase = frame?.view.phase;
      element.hidden = !position || frame?.final || !['main', 'operate', 'end_step', 'plan'].includes(phase);
      // What is given without a question never asks for a press first.
      if (element.hidden || !position || session.isBeingGiven()) return;
      const mine =
        !session.host.readonly && session.hasDraft() && (phase === 'plan' || position.view.active === position.you);
      element.classList.toggle('idle', !mine);
      element.classList.toggle('drafted', mine && !isEmpty(state.orders));
      element.classList.toggle('actions', mine && isEmpty(state.orders) && !state.picked.length);
      element.classList.remove('advised', 'told', 'long');
      if (!element.classList.contains('actions')) ways.show(null, []);
      replace(lamps);
      replace(more);
      explain('');
      element.classList.toggle('sending', along.show(mine && !state.locked ? position : null));
      due = { act: 'ready', isTwin: mine };
      if (!mine) {
        const isOwn = position.view.active === position.you;
        says.textContent =
          position.reader === null
            ? t('You watch.')
            : sentences([news, isOwn ? t('It is your turn.') : t('The other side moves.')]);
        showButtons([]);
      } else if (state.locked && !isEmpty(state.orders)) {
        says.textContent = phase === 'plan' ? t('Your plan is given. Waiting for the other seat.') : t('Given.');
        showButtons([]);
      } else if (state.picked.length) showNext(position, session.options());
      else if (!isEmpty(state.orders)) showDraft(position);
      else {
        showActions(position, session.options(), news);
        if (news) more.prepend(h('li', { class: 'why' }, news));
      }
    },
    /** Presses the button with this digit. @param {number} digit */
    digit(digit) {
      const shown = [...(ways.element.hidden ? [] : ways.element.children), ...buttons.children];
      const found = shown.find((button) => button.querySelector('kbd')?.textContent === String(digit));
      /** @type {HTMLElement | undefined} */ (found)?.click();
      return !!found;
    },
    destroy() {
      beyond.destroy();
      along.destroy();
    },
  };
}
