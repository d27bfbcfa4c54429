/** What is worth most now? The orders that the engine advises, side by side: what each gives and what it risks, the best one in gold. */
import { h, list, replace } from 'app/dom.js';
import { sentences, t } from 'app/i18n.js';
import { keptAt } from 'app/kept.js';
import { shownKeys } from 'board/keyboard.js';
import { rove } from 'kit/roving.js';
import { whenNew } from './drawn.js';
import { chanceWords, foreseen, price } from './foresee.js';
import { heldCard, keyOf, seatOf } from './position.js';
import { letters } from './spread.js';
import { areaWords, cardName, modelName, say, sentence, unitName } from './words.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./position.js').Position} Position */
/** @typedef {import('./options.js').Option} Option */

/** What gives the turn away. */
export const ENDS = new Set(['end_turn', 'finish']);

/** Has this person put advice away? "off"; in every match, until it is asked for again. */
const ADVICE = keptAt('frames.advice', { isTakenAlong: true });

/** Does this person want to be advised? */
export const isWanted = () => ADVICE.read() !== 'off';

/** @param {boolean} is */
export const wantAdvice = (is) => void ADVICE.write(is ? null : 'off');

/** Those that the engine advises, whether or not they are shown. @param {Option[]} options */
const all = (options) => options.filter(({ order, choice }) => order && choice.advice);

/** The options that are advised, the best first; none for who has put advice away. @param {Option[]} options */
export const advised = (options) =>
  isWanted() ? all(options).sort((a, b) => a.choice.advice.rank - b.choice.advice.rank) : [];

/** Is there advice to show or to put away? @param {Option[]} options */
export const isAny = (options) => all(options).length > 0;

/** An order in a few words. @param {Position} position @param {Option} option */
export function orderTitle(position, { order, choice }) {
  const act = order.act ?? order;
  if (act.do === 'move')
    return t('{mech} to {area}', {
      mech: modelName(position, act.unit),
      area: areaWords(position, keyOf(act.path.at(-1))),
    });
  if (ENDS.has(order.type)) return t('Hold until your next turn');
  if (order.type === 'deploy') return t('Deploy {mech}', { mech: modelName(position, order.mech) });
  if (act.weapon && act.target && act.do !== 'support')
    return t('{weapon} at {target}', {
      weapon: cardName(position, act.weapon),
      target: seatOf(act.target) === position.reader ? unitName(position, act.target) : modelName(position, act.target),
    });
  return say(choice);
}

/** Letters of a line of an order at a desk, by how many stand side by side. */
const LINE = [0, 124, 57, 37];

/** What an order gives, in whole sentences that have room beside what it risks: one at least. @param {Position} position @param {Option} option @param {number} count how many orders stand side by side @returns {string[]} */
export function gains(position, option, count) {
  const { risks } = option.choice.advice;
  let room = (risks.length ? 1 : 2) * LINE[Math.min(count, LINE.length - 1)];
  return allGains(position, option).filter((text, i) => {
    room -= letters(text) + 1;
    return !i || room >= 0;
  });
}

/** @param {Position} position @param {Option} option @returns {string[]} */
function allGains(position, { order, choice }) {
  const { gives } = choice.advice;
  const act = order.act ?? order;
  const odds = chanceWords(choice, act.target);
  if (odds || gives.length) return [...(odds ? [odds] : []), ...gives.map(say)].slice(0, 2);
  const card = act.skill ?? heldCard(position, act.card);
  return (position.cards[card ?? '']?.text ?? []).slice(-1).map(say);
}

/** The row of them; what one leads to in full is its title. @param {Session} session */
export function createWays(session) {
  const element = h('div', { class: 'fr-ways', role: 'group', 'aria-label': t('What is worth most now') });
  const roving = rove(element, '.fr-way');
  let shown = '';
  return {
    element,
    /** @param {Position | null} position @param {Option[]} options @returns {boolean} whether there are any */
    show(position, options) {
      const found = position ? advised(options) : [];
      const keys = found.map(({ choice }) => choice.label).join();
      const isNew = element.hidden || keys !== shown;
      shown = keys;
      element.hidden = !found.length;
      list(
        element,
        found,
        ({ choice }) => `way:${choice.label}`,
        () => h('button', { type: 'button', class: 'fr-do fr-way' }),
        (button, option) => {
          const one = /** @type {HTMLButtonElement} */ (button);
          const { choice } = option;
          one.classList.toggle('primary', option === found[0]);
          one.onclick = () => session.take(option, true);
          whenNew(one, [choice, found.indexOf(option), found.length], () => {
            if (!position) return;
            const cost = price(choice);
            const risks = choice.advice.risks.map(say);
            one.title = sentences([t('{text}.', { text: say(choice) }), ...foreseen(position, choice), ...risks]);
            replace(
              one,
              h('kbd', { 'aria-hidden': 'true' }, shownKeys(String(found.indexOf(option) + 1))),
              h(
                'span',
                null,
                h('b', null, h('span', null, sentence(orderTitle(position, option))), cost && h('em', null, cost)),
                h('small', null, gains(position, option, found.length).join(' ')),
                risks.length > 0 && h('small', { class: risks.length > 1 ? 'harm several' : 'harm' }, sentences(risks)),
              ),
            );
          });
        },
      );
      // On a phone it may have been scrolled: the best comes first again.
      if (isNew) element.scrollLeft = 0;
      roving.show();
      return found.length > 0;
    },
  };
}
