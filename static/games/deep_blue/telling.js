/** How is a round of Deep Blue told on the board? Where a blow was from muzzle to hit, how near the camera comes, and a sentence for many blows. */
import { t, tn } from 'app/i18n.js';
import { middleOf } from 'kit/cells.js';
import { placeOfEvent } from './describe_events.js';
import { cellName } from './names.js';

/** @type {import('kit/beats.js').Telling} */
export const TELLING = {
  close: 40,
  small: 30,
  near: 1.5,
  places(event) {
    const found = event.type === 'strike' ? [event.cell, event.from] : [placeOfEvent(event)];
    return found.filter(Array.isArray).map((cell) => middleOf(/** @type {any} */ (cell)));
  },
  /** Who was lost at one place, by side. */
  caption({ events, before }) {
    const sunk = events.filter(({ type }) => type === 'destroyed');
    if (sunk.length < 2) return null;
    const own = sunk.filter(({ seat }) => seat === before.view.seat).length;
    const facts = { cell: cellName(sunk[0].pos), own };
    if (own === sunk.length) return tn('You lose {n} unit at {cell}', 'You lose {n} units at {cell}', own, facts);
    const all = tn('{n} unit destroyed at {cell}', '{n} units destroyed at {cell}', sunk.length, facts);
    return own ? t('{all}, you lose {own}', { all, own }) : all;
  },
};
