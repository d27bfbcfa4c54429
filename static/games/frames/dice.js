/** How did the dice fall? Shots of a volley, each with its two dice, rolled once and then still; read from the events of a step. */
import { h, replace, s } from 'app/dom.js';
import { t } from 'app/i18n.js';

/** @typedef {Record<string, any>} Event */
/** @typedef {{rolls: Event[], landed: boolean, target: string}} Shot */
/** @typedef {ReturnType<typeof createDice>} Dice */

/** How long a volley rolls, in milliseconds at ordinary speed. */
const ROLLING = 600;
const TURNS = 8;
const MANY = 8;

/** The shots of a step, attack by attack. @param {Event[]} events @returns {{attack: Event, shots: Shot[]}[]} */
export function volleys(events) {
  /** @type {{attack: Event, shots: Shot[]}[]} */
  const found = [];
  /** @type {Event[]} */
  let rolls = [];
  for (const event of events) {
    if (event.type === 'attack') found.push({ attack: event, shots: [] });
    else if (event.type === 'roll' && event.die === 20) rolls.push(event);
    else if (event.type === 'judged') {
      // A window that was answered in a later step may bring shots whose attack was told of before.
      if (!found.length) found.push({ attack: { by: null, weapon: null, targets: [event.target] }, shots: [] });
      found.at(-1)?.shots.push({ rolls, landed: event.landed, target: event.target });
      rolls = [];
    }
  }
  return found.filter(({ shots }) => shots.length);
}

/** More than this a die does not show. */
const FACES = 20;

/** A die in words, with the number up to which it would do: "10, hits up to 15: hit". @param {Event} roll */
export function rollWords({ why, value, total, success }) {
  const numbers = { value, total: Math.min(total, FACES) };
  if (why === 'hit')
    return success ? t('{value}, hits up to {total}: hit', numbers) : t('{value}, hits up to {total}: missed', numbers);
  if (why === 'evade')
    return success
      ? t('{value}, evades up to {total}: evaded', numbers)
      : t('{value}, evades up to {total}: not evaded', numbers);
  return `${value} ${success ? '≤' : '>'} ${total}`;
}

/** A die of twenty faces with its number. @param {Event} roll */
function die({ value, seat }) {
  return s(
    'svg',
    { class: `fr-die seat-${seat}`, viewBox: '0 0 100 100', 'aria-hidden': 'true' },
    s('path', { class: 'rim', d: 'M50 4 92 28V72L50 96 8 72V28Z' }),
    s('path', {
      class: 'face',
      d: 'M50 22 78 66H22ZM50 22V4M78 66l14 6M22 66 8 72M50 22 8 28M50 22l42 6M22 66 8 28M78 66l14-38M22 66l28 30 28-30',
    }),
    s('text', { x: 50, y: 60 }, String(value)),
  );
}

/** @param {Shot} shot */
function shotElement({ rolls, landed }) {
  const words = rolls.length ? rolls.map(rollWords).join(t(', ')) : t('lands without rolls');
  return h(
    'li',
    { class: landed ? 'landed' : '' },
    h('span', { class: 'fr-pair' }, rolls.map(die)),
    h(
      'span',
      { class: 'fr-shot-words' },
      rolls.length ? rolls.map((roll) => h('span', null, rollWords(roll))) : words,
      h('b', null, landed ? t('lands') : t('no effect')),
    ),
  );
}

/** The shots of a volley, still. @param {Shot[]} shots */
export const shotList = (shots) => h('ul', { class: 'fr-shots' }, shots.slice(0, MANY).map(shotElement));

/** The place where dice roll over the table. */
export function createDice() {
  const element = h('div', { class: 'fr-dice', 'aria-hidden': 'true', hidden: true });
  return {
    element,
    /** Rolls a volley's dice: numbers change, then stand. @param {Shot[]} shots @param {(milliseconds: number) => Promise<void>} wait */
    async roll(shots, wait) {
      if (!shots.some(({ rolls }) => rolls.length)) return;
      const list = shotList(shots);
      element.hidden = false;
      replace(element, list);
      const numbers = [...list.querySelectorAll('text')];
      const final = numbers.map((text) => text.textContent);
      list.classList.add('rolling');
      for (let turn = 0; turn < TURNS; turn += 1) {
        for (const text of numbers) text.textContent = String(1 + Math.floor(Math.random() * 20));
        await wait(ROLLING / TURNS);
      }
      numbers.forEach((text, i) => {
        text.textContent = final[i];
      });
      list.classList.remove('rolling');
      await wait(ROLLING);
    },
    clear() {
      element.hidden = true;
      replace(element);
    },
  };
}
