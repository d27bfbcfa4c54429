/** What does an event make of the table? A view is changed by the events of a step, one after the other, as far as it shows there; pure. */
import { asWatched, isWatched } from './position.js';

/** @typedef {Record<string, any>} Event */

/** Who is meant, in a view that may be changed. @param {any} view @param {string} id */
function find(view, id) {
  for (const side of view.seats) {
    const mech = side.mechs.find((/** @type {any} */ one) => one.id === id);
    if (mech) return mech;
    if (side.ship.id === id) return side.ship;
  }
  return null;
}

/** What is turned up or befalls a unit without a number. */
const SHOWN_BY = new Set(['reveal', 'status', 'status_end', 'gear', 'manned']);

/** In which hand a card is held. @param {any} view @param {string} card */
const handOf = ({ cards }, card) => (cards?.[card]?.kind === 'mech_card' ? 'mech' : 'ship');

/** Cards leave a seat's hand, as far as the reader sees it. @param {any} hand @param {(held: {id: string, card: string}) => boolean} leaves */
function letGo(hand, leaves) {
  for (const kind of ['ship', 'mech'])
    hand[kind] = hand[kind]?.filter((/** @type {any} */ held) => !leaves(held)) ?? null;
}

/** A card that is played or thrown away: of several alike one that is not there in the end. @param {any} view @param {number} seat @param {string} card @param {any} after */
function layDown(view, seat, card, after) {
  const { hand } = view.seats[seat];
  const left = new Set(
    Object.values(after.seats[seat].hand)
      .flatMap((held) => (Array.isArray(held) ? held : []))
      .map(({ id }) => id),
  );
  const gone = hand[handOf(view, card)]?.find((/** @type {any} */ held) => held.card === card && !left.has(held.id));
  if (gone) letGo(hand, ({ id }) => id === gone.id);
}

/** A view that acts change, without the catalogue. @param {any} view @returns {any} */
export const copyOf = (view) => asWatched(structuredClone({ ...view, cards: null }), isWatched(view));

/** What an event makes of the hands. @param {any} view @param {Event} event @param {any} after */
function deal(view, event, after) {
  const { type, seat, card, kind } = event;
  if (type === 'draw') view.seats[seat].hand[`${kind}_count`] += event.count;
  else if (type === 'drawn' && view.you !== null)
    for (const held of event.cards) view.seats[view.you].hand[handOf(view, held.card)]?.push(held);
  else if (type === 'chosen') view.seats[seat].hand[kind] = after.seats[seat].hand[kind];
  else if (card && (type === 'play' || type === 'react' || type === 'discard')) layDown(view, seat, card, after);
  else if (type === 'deploy' || type === 'gear') {
    const worn = new Set((find(after, event.unit)?.gear ?? []).map((/** @type {any} */ { id }) => id));
    for (const { hand } of view.seats) letGo(hand, ({ id }) => worn.has(id));
  }
}

/** Changes a view by one event, as far as it shows on the table. @param {any} view @param {Event} event @param {any} after the view in the end */
export function patch(view, event, after) {
  const unit = event.unit ? find(view, event.unit) : null;
  deal(view, event, after);
  if (event.type === 'move' && unit) unit.at = event.to_area;
  else if ((event.type === 'damage' || event.type === 'heal') && unit) unit.hp = event.hp;
  else if (event.type === 'deploy' && unit)
    Object.assign(unit, structuredClone(find(after, event.unit)), { where: 'board', at: event.at, hp: unit.max_hp });
  else if (SHOWN_BY.has(event.type) && unit) {
    const { at, hp, where } = unit;
    Object.assign(unit, structuredClone(find(after, event.unit)), { at, hp, where });
  } else if (event.type === 'recall' && unit) unit.where = 'hangar';
  else if (event.type === 'destroyed' && unit) unit.where = 'hangar';
  else if (event.type === 'ship_wrecked') view.seats[event.seat].ship.state = 'wreck';
  else if (event.type === 'energy') view.seats[event.seat].energy = event.total;
  else if (event.type === 'ammo' && unit) {
    const arm = unit.weapons.find((/** @type {any} */ one) => one.id === event.weapon);
    if (arm) arm.ammo = event.ammo;
  } else if (event.type === 'weather') view.event_area.weather = after.event_area.weather ?? view.event_area.weather;
  else if (event.type === 'weather_end') view.event_area.weather = null;
}
