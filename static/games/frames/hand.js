/**
 * What do I hold? The band under the table: captain and mechs in the hangar as small tiles, ship cards and mech cards side by side with picture,
 * price and what they do, whole, as many as there is room for; the rest is scrolled to. On the phone one strip, the raised card first.
 */
import { h, list, replace } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { sayBeyond } from 'kit/beyond.js';
import { hover } from 'kit/hover.js';
import { rove } from 'kit/roving.js';
import { brief } from './briefs.js';
import { cardElement } from './card.js';
import { whenNew } from './drawn.js';
import { narrowed, subjects } from './options.js';
import { ownSide, statesOf } from './position.js';
import { cardWidth, fits } from './spread.js';
import { cardName, modelName, say, stateName } from './words.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./position.js').Position} Position */
/** @typedef {{token: string, card: string, title: string, label: string, note: string | null, skills?: any[]}} Entry */

/** Everything that a side holds: captain, hangar, cards. @param {Position} position @param {any} own @returns {Entry[]} */
export function held(position, own) {
  /** @type {Entry[]} */
  const found = [];
  const { captain, mechs, hand } = own;
  if (captain.card)
    found.push({
      token: 'captain:',
      card: captain.card,
      title: cardName(position, captain.card),
      label: '',
      note: null,
      skills: captain.skills,
    });
  for (const mech of mechs)
    if (mech.where === 'hangar') {
      const locked = statesOf(mech).find(({ id }) => id === 'deploy_lock');
      const title = modelName(position, mech.id);
      found.push({
        token: `unit:${mech.id}`,
        card: mech.model,
        title,
        label: '',
        note: locked ? stateName(locked) : t('in the hangar'),
      });
    }
  for (const { id, card } of [...(hand.ship ?? []), ...(hand.mech ?? [])])
    found.push({ token: `card:${id}`, card, title: cardName(position, card), label: '', note: null });
  return found;
}

/** CSS pixels of the band that are no card: its edges, and the gap beside the hangar. */
const BESIDE = 36;
/** And what says how many more there are. */
const MORE = 34;

/** @param {Session} session */
export function createHand(session) {
  const { state } = session;
  const hangar = h('ul', { class: 'fr-row fr-hangar' });
  const row = h('ul', { class: 'fr-row fr-cards' });
  // On the phone it is scrolled as one; at a desk it is no box.
  const strip = h('div', { class: 'fr-strip' }, hangar, row);
  const element = h('section', { class: 'fr-hand', 'aria-label': t('Your hand') }, strip);
  const roving = rove(element, '.fr-hold');
  function spread() {
    const room = element.clientWidth - hangar.offsetWidth - BESIDE;
    const count = row.children.length;
    const isMore = !fits(room, count);
    row.classList.toggle('more', isMore);
    row.style.setProperty('--card', `${cardWidth(isMore ? room - MORE : room, count)}px`);
  }
  const beyond = sayBeyond(
    element,
    [
      { element: strip, isBeside: true },
      { element: row, isBeside: true },
    ],
    '.fr-hold',
  );
  const sized = new ResizeObserver(spread);
  sized.observe(element);
  sized.observe(hangar);

  /** A card was pressed. @param {Entry} entry */
  function press({ token, card }) {
    const isGear = state.position?.cards[card]?.kind === 'mech_card';
    session.change({ read: { card } });
    if (!session.isAiming()) return;
    const barred = narrowed(session.options(), [token]);
    if (!isGear && !state.picked.length && barred.length && barred.every(({ order }) => !order))
      return session.refuse(barred[0].why);
    if (isGear && !session.canEquip())
      return session.refuse(t('It goes along with a mech that is deployed, and none can be now.'));
    if (isGear) session.toggleGear(token.slice('card:'.length));
    else if (state.picked.includes(token)) session.hold([]);
    else {
      if (state.picked.length && session.pick(token)) return;
      session.hold([]);
      session.pick(token);
    }
  }

  /** @type {string | undefined} */
  let raised;

  return {
    element,
    /** @param {Position | null} position now, or on the way to it */
    show(position) {
      const own = position && ownSide(position);
      element.setAttribute('aria-label', position?.reader === null ? t('Hand') : t('Your hand'));
      element.hidden = !position || !own || own.hand.ship === null || !!state.frame?.final;
      if (element.hidden || !position) return;
      const options = session.isAiming() ? session.options() : [];
      const playable = subjects(options);
      const canEquip = session.isAiming() && session.canEquip();
      const entries = held(position, own);
      const cards = entries.filter(({ token }) => token.startsWith('card:'));
      const count = cards.length;
      /** @param {HTMLElement} into @param {Entry[]} some */
      const write = (into, some) => {
        list(
          into,
          some,
          ({ token }) => token,
          () => h('li', null, h('button', { type: 'button', class: 'fr-hold' })),
          (item, entry) => {
            const { token, card, title, note, skills } = entry;
            const button = /** @type {HTMLButtonElement} */ (item.firstElementChild);
            const isGear = position.cards[card]?.kind === 'mech_card';
            const carrier = isGear ? session.carrierOf(token.slice('card:'.length)) : null;
            const loaded = carrier !== null;
            const why = narrowed(options, [token]).find(({ order }) => !order)?.why;
            const can = playable.has(token) || loaded || (isGear && canEquip);
            item.classList.toggle('can', can);
            item.classList.toggle('up', state.picked.includes(token));
            item.classList.toggle('loaded', loaded);
            button.setAttribute('aria-pressed', String(state.picked.includes(token) || loaded));
            button.dataset.token = token;
            button.title = can || !why ? '' : say(why);
            button.onclick = () => press(entry);
            hover(button, (is) => is && session.change({ read: { card } }));
            const along = carrier
              ? t('goes along with {unit}', { unit: modelName(position, carrier) })
              : t('goes along');
            const reason = loaded ? along : !can && why ? say(why) : note;
            whenNew(button, [card, title, skills, reason], () =>
              replace(
                button,
                cardElement(position, card, { size: 'hand', skills, note: reason, title, text: brief(position, card) }),
              ),
            );
          },
        );
      };
      write(hangar, entries.slice(0, entries.length - count));
      write(row, cards);
      spread();
      // On the phone the raised card comes first, once it is there; and another hand is read from its beginning.
      const now = [state.picked[0], ...entries.map(({ token }) => token)].join();
      if (raised !== now) strip.scrollLeft = row.scrollLeft = 0;
      raised = now;
      roving.show();
      beyond.show();
    },
    destroy() {
      sized.disconnect();
      beyond.destroy();
    },
  };
}
