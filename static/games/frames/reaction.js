/**
 * What do I answer to this blow? A band over the hand while a reaction window is open: the attack in a sentence, the time left, a large
 * Pass, the offers by digit, and when to be asked at all. Whoever is not asked sees that an answer is awaited and nothing else.
 */
import { assign, h, list, replace, s, setText } from 'app/dom.js';
import { sentences, t, tn } from 'app/i18n.js';
import { seatName } from 'kit/describe.js';
import { rove } from 'kit/roving.js';
import { cardElement } from './card.js';
import { whenNew } from './drawn.js';
import { price } from './foresee.js';
import { hintOf } from './goal.js';
import { areaOf, seatOf } from './position.js';
import { isEmpty } from './session.js';
import { letters } from './spread.js';
import { areaWords, cardLines, cardName, say, sentence, unitName } from './words.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./position.js').Position} Position */

const TICK = 250;
/** Rules of more letters need the room of the picture. */
const WORDY = 96;
/** So exactly does a page know the server's clock, in milliseconds. */
const NEAR = 500;

/** What happened, and what is coming. @param {Position} position @param {any} window */
export function attackWords(position, { kind, attack, unit }) {
  if (kind === 'enemy_gather') return t('The enemy gathers energy. Will you stop it?');
  if (kind === 'enemy_deploy') {
    const area = areaOf(position, unit);
    return t('{unit} is being deployed to {area}. Will you answer?', {
      unit: sentence(unitName(position, unit)),
      area: area ? areaWords(position, area) : '',
    });
  }
  const hits = attack.targets
    .filter((/** @type {any} */ { landed }) => landed)
    .map((/** @type {any} */ { unit: target, landed, packet }) =>
      tn('{unit}: {n} shot landed, {packet} damage', '{unit}: {n} shots landed, {packet} damage', landed, {
        unit: unitName(position, target),
        packet,
      }),
    );
  return t('{by} strikes with {weapon}. {hits}.', {
    by: sentence(unitName(position, attack.by)),
    weapon: cardName(position, attack.weapon),
    hits: sentence(hits.join(t('; '))),
  });
}

/** What comes of it for who passes, on the button itself; '': nothing that is known. @param {Position} position @param {any} window */
function passedWords(position, { attack }) {
  const taken = (attack?.targets ?? [])
    .filter((/** @type {any} */ { unit, landed }) => landed && seatOf(unit) === position.you)
    .reduce((/** @type {number} */ sum, /** @type {any} */ { packet }) => sum + packet, 0);
  return taken ? t('take {n} damage', { n: taken }) : '';
}

/** What is surely lost by it, sentence by sentence. @param {any} choice the pass, as the server offers it */
const lossesOf = (choice) => (choice?.leads ?? []).map(say);

/** That the clock was quicker than the hand. */
const lateWords = () => t('Your time to react was over: you passed, and keep what you hold.');

/** What an offer is called, and why it cannot be taken or what its card does. @param {Position} position @param {any} choice */
function offerWords(position, choice) {
  const lines = choice.reason ? [say(choice.reason)] : cardLines(position, choice.card);
  const cost = choice.reason ? '' : price(choice);
  return h(
    'span',
    null,
    say(choice),
    cost && h('em', null, cost),
    lines.map((line) => h('small', null, line)),
  );
}

/** The card itself, where there is room for it. @param {Position} position @param {any} choice */
function offerCard(position, { card }) {
  if (!position.cards[card]) return null;
  const isWordy = letters(cardLines(position, card).join(' ')) > WORDY;
  const element = cardElement(position, card, { size: 'hand' });
  return h('span', { class: `fr-hold fr-offer-card${isWordy ? ' wordy' : ''}`, 'aria-hidden': 'true' }, element);
}

/** Who is asked between the acts of a turn: for a reaction, or for a choice of cards; null: nobody. @param {import('../../types').Frame} frame @returns {number | null} */
export const askedSeat = ({ view: { phase, window, active } }) =>
  phase === 'window' ? window.seat : phase === 'choose' ? active : null;

/** @param {Session} session */
export function createReaction(session) {
  const { state, host } = session;
  const front = s('circle', { class: 'ring-front', cx: 18, cy: 18, r: 15, pathLength: 100 });
  const seconds = s('text', { x: 18, y: 22 });
  const ring = s(
    'svg',
    { class: 'fr-ring', viewBox: '0 0 36 36', 'aria-hidden': 'true' },
    s('circle', { class: 'ring-back', cx: 18, cy: 18, r: 15 }),
    s('g', { transform: 'rotate(-90 18 18)' }, front),
    seconds,
  );
  const title = h('h2');
  const says = h('p');
  const taken = h('small');
  const pass = h(
    'button',
    { type: 'button', class: 'fr-pass primary', onclick: () => answer(0) },
    h('span', null, t('Pass'), taken),
    h('kbd', { 'aria-hidden': 'true' }, t('Space')),
  );
  const offers = h('div', { class: 'fr-offers' });
  const roving = rove(offers, '.fr-offer');
  const wishes = h('select', {
    'aria-label': t('Reactions'),
    onchange: () => host.preferences?.set('reactions', wishes.value),
  });
  wishes.append(
    ...[
      ['ask_if_able', t('Ask if I can do something')],
      ['always_ask', t('Always ask')],
      ['auto_pass', t('Always pass')],
    ].map(([value, text]) => h('option', { value }, text)),
  );
  const turn = h('button', { type: 'button', class: 'plain link', onclick: passTurn }, t('Pass until this turn ends'));
  const settings = h('div', { class: 'fr-wishes' }, wishes, turn);
  const element = h(
    'section',
    { class: 'fr-reaction', 'aria-labelledby': 'fr-reaction-title' },
    h('div', { class: 'fr-call' }, ring, h('div', null, title, says)),
    pass,
    offers,
    settings,
  );
  title.id = 'fr-reaction-title';
  const timer = setInterval(tick, TICK);
  /** The step in which a person was asked here and has not answered yet. */
  let asked = -1;
  /** When its clock runs out. */
  let until = 0;
  /** The frame that came before the answer did. */
  let late = -1;

  function tick() {
    const time = element.hidden ? null : host.remaining?.();
    ring.toggleAttribute('hidden', !time);
    if (!time) return;
    assign(front, { 'stroke-dasharray': `${Math.round(time.part * 100)} 100` });
    setText(seconds, String(Math.ceil(time.left / 1000)));
  }

  const choices = () => (Array.isArray(state.frame?.choices) ? state.frame.choices : []);

  /** Gives the answer with this number among those that can be given. @param {number} at */
  function answer(at) {
    const choice = choices().filter(({ orders }) => orders)[at];
    if (!choice || !session.canOrder()) return false;
    session.draft(choice.orders);
    session.submit();
    return true;
  }

  function passTurn() {
    host.preferences?.set('pass_this_turn', true);
    answer(0);
  }

  /** @param {Position} position */
  function showOffers(position) {
    const legal = choices().filter(({ orders }) => orders);
    const isChoice = position.view.phase === 'choose';
    const shown = [...(isChoice ? legal : legal.slice(1)), ...choices().filter(({ reason }) => reason)];
    list(
      offers,
      shown,
      ({ label, orders }) => JSON.stringify(orders ?? label),
      () => h('button', { type: 'button', class: 'fr-offer' }),
      (button, choice) => {
        const one = /** @type {HTMLButtonElement} */ (button);
        const at = legal.indexOf(choice);
        one.classList.toggle('primary', !!choice.advice);
        one.setAttribute('aria-disabled', String(!choice.orders));
        one.onclick = () => (choice.orders ? answer(at) : session.say(say(choice.reason)));
        one.onpointerenter = one.onfocus = () => session.change({ read: { card: choice.card } });
        const digit = isChoice ? at + 1 : at;
        whenNew(one, [choice.label, choice.reason, digit], () =>
          replace(
            one,
            choice.orders && digit < 10 && h('kbd', { 'aria-hidden': 'true' }, String(digit)),
            isChoice ? cardElement(position, choice.card, { size: 'hand' }) : offerWords(position, choice),
            !isChoice && choice.orders && offerCard(position, choice),
          ),
        );
      },
    );
    roving.show();
  }

  /** Is it one's own shot that has landed? */
  function isOwnShot() {
    const by = state.position?.view.window?.attack?.by;
    return !!by && seatOf(by) === state.position?.you;
  }

  return {
    element,
    answer,
    /** @returns {import('../../types').Due | null} */
    due: () =>
      element.hidden || !element.classList.contains('mine')
        ? null
        : {
            act: 'board',
            hint: pass.hidden ? null : hintOf(isOwnShot() ? 'own_window' : 'window', t('Pass'), 'window'),
          },
    show() {
      const { position, frame } = state;
      const phase = frame?.view.phase;
      if (asked >= 0 && frame && frame.step > asked) {
        asked = -1;
        if (performance.now() > until - NEAR) {
          late = frame.step;
          session.say(lateWords());
        }
      }
      const seat = frame ? askedSeat(frame) : null;
      element.hidden = !position || !!frame?.final || seat === null;
      if (element.hidden || !position || !frame || seat === null) return;
      const { window } = position.view;
      const mine = seat === position.you && session.hasDraft() && !host.readonly;
      element.classList.toggle('mine', mine && !state.locked);
      element.classList.toggle('choice', phase === 'choose');
      pass.hidden = !mine || phase === 'choose';
      offers.hidden = !mine;
      settings.hidden = !mine || phase === 'choose' || !host.preferences;
      title.textContent = !mine
        ? t('{seat} may react', { seat: seatName(seat, host.info) })
        : phase === 'choose'
          ? t('Take one of these cards')
          : state.locked
            ? t('Your answer is on its way')
            : t('Your reaction?');
      says.textContent = mine && phase === 'window' ? attackWords(position, window) : '';
      // Gold is what is worth most, never what loses a warship or a mech.
      const [none, ...answers] = choices().filter(({ orders }) => orders);
      const losses = mine && phase === 'window' ? lossesOf(none) : [];
      pass.classList.toggle('primary', !losses.length && (!answers.length || !!none.advice));
      const words = mine && phase === 'window' ? passedWords(position, window) : '';
      setText(taken, losses.length ? sentences(losses) : words);
      if (mine) showOffers(position);
      const wish = host.preferences?.get()?.reactions;
      if (wish) wishes.value = wish;
      if (mine && !state.locked) {
        if (asked !== frame.step) {
          session.say(sentences([title.textContent, says.textContent, ...losses]));
          until = performance.now() + (host.remaining?.()?.left ?? Number.POSITIVE_INFINITY);
        }
        asked = frame.step;
      } else if (!isEmpty(state.orders)) asked = -1;
      tick();
    },
    /** What is to be said of the window before, until something else happens; empty: nothing. */
    told: () => (state.frame?.step === late ? lateWords() : ''),
    destroy: () => clearInterval(timer),
  };
}
