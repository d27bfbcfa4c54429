/** Who and what goes along with a mech that comes out? Pilots and cards in hand, chosen by one press and left behind by another; none costs anything. */
import { h, list, replace } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { sayBeyond } from 'kit/beyond.js';
import { hover } from 'kit/hover.js';
import { rove } from 'kit/roving.js';
import { whenNew } from './drawn.js';
import { cardLines, cardName } from './words.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./position.js').Position} Position */
/** @typedef {{key: string, card: string, isIn: boolean, act: () => void}} Entry */

/** @param {Session} session @param {(words: string) => void} explain says what is pointed at */
export function createAlong(session, explain) {
  const label = h('b', { class: 'fr-with-what' });
  const row = h('div', { class: 'fr-withs' });
  const element = h('div', { class: 'fr-along', role: 'group', hidden: true }, label, row);
  const roving = rove(row, '.fr-with');
  const beyond = sayBeyond(element, [{ element: row }], '.fr-with');
  /** What stood first when the mech was taken in hand stays there while it is asked. */
  let first = { mech: '', keys: /** @type {string[]} */ ([]) };

  /** @param {NonNullable<ReturnType<Session['crew']>>} crew @returns {Entry[]} */
  function entries({ mech, pilot, pilots, gear, cards }) {
    const isDrafted = !session.state.picked.length;
    const all = [
      ...pilots.map((id) => ({
        key: `pilot:${id}`,
        card: id,
        isIn: id === pilot,
        act: () => (id === pilot ? session.say(t('A mech needs a pilot.')) : session.man(id)),
      })),
      ...cards.map(({ id, card }) => {
        const isIn = gear.includes(id);
        return { key: `card:${id}`, card, isIn, act: () => session.toggleGear(id, isDrafted && !isIn ? mech : '') };
      }),
    ];
    if (first.mech !== mech) first = { mech, keys: all.flatMap(({ key, isIn }) => (isIn ? [key] : [])) };
    const isFirst = (/** @type {Entry} */ { key }) => first.keys.includes(key);
    return [...all.filter(isFirst), ...all.filter((one) => !isFirst(one))];
  }

  /**
   * Is this one more copy of a card that goes along already and counts once?
   * @param {Position} position @param {NonNullable<ReturnType<Session['crew']>>} crew @param {string} key
   */
  function isSecond(position, { gear, cards }, key) {
    const own = cards.find(({ id }) => key === `card:${id}`);
    if (!own) return false;
    const { use, charges } = position.cards[own.card] ?? {};
    if (use !== 'passive' || charges) return false;
    const copies = gear.filter((id) => cards.some((one) => one.id === id && one.card === own.card));
    return copies.length > 0 && copies[0] !== own.id;
  }

  return {
    element,
    /** @param {Position | null} position @returns {boolean} whether a mech comes out */
    show(position) {
      const crew = position && session.crew();
      element.hidden = !crew;
      if (!crew || !position) {
        first.mech = '';
        return false;
      }
      const words = t('Goes along, free:');
      replace(label, words);
      element.setAttribute('aria-label', words);
      list(
        row,
        entries(crew),
        ({ key }) => key,
        () => h('button', { type: 'button', class: 'fr-with' }),
        (button, { key, card, isIn, act }) => {
          const one = /** @type {HTMLButtonElement} */ (button);
          const gives = isSecond(position, crew, key)
            ? t('A second one adds nothing: the same card counts once on a mech.')
            : cardLines(position, card).join(' ');
          one.classList.toggle('in', isIn);
          one.classList.toggle('gear', key.startsWith('card:'));
          one.dataset.card = card;
          one.setAttribute('aria-pressed', String(isIn));
          one.title = gives;
          one.onclick = act;
          hover(one, (is) => {
            if (is) session.change({ read: { card } });
            explain(is ? gives : '');
          });
          whenNew(one, [key, card, isIn, gives], () =>
            replace(
              one,
              h('i', { 'aria-hidden': 'true' }, isIn ? '✓' : '+'),
              h('span', null, cardName(position, card), h('small', null, gives)),
            ),
          );
        },
      );
      roving.show();
      beyond.show();
      return true;
    },
    destroy: beyond.destroy,
  };
}
