/**
 * What is in a build, and what becomes of it when a card is put in or taken out? Builds are made of parts, parts of cards; what there is
 * the workshop's description says, what is right the server. Pure.
 *
 * @typedef {object} Part
 * @property {string} key the field of a build that holds it
 * @property {string} kind of its cards
 * @property {number | {of: string, under: string}} most how many cards; or: as many as the card in the part `of` says in its field `under`
 * @property {number} copies of one card
 * @property {'one' | 'list' | 'counts'} form an id; ids; numbers by id
 * @property {string} [each] a list holds records, and the id is this field of them
 * @property {Fits} [fits] every record carries cards of its own
 *
 * @typedef {object} Fits
 * @property {string} key the field of a record that lists what it carries; without it the printed ones
 * @property {string} kind of the cards that it may carry
 * @property {string} own the field of the record's card that lists the printed ones; it carries as many
 * @property {number} copies of one card
 *
 * @typedef {Record<string, any>} Build
 * @typedef {{path: string, message: string}} Fault `path`: of the wrong field in a build
 * @typedef {{part: string | null, card: string | null, text: string}} Placed a fault of a part, of one card in it, or of the whole build
 */

/** The cards of a part, each as often as it is there; whatever else a build may hold in that place counts as nothing. @param {Build} build @param {Part} part @returns {string[]} */
export function idsIn(build, { key, form, each }) {
  const held = build[key];
  if (form === 'one') return held ? [held] : [];
  if (form === 'list') return Array.isArray(held) ? held.map((one) => (each ? one?.[each] : one)).filter(Boolean) : [];
  return Object.entries(held ?? {}).flatMap(([id, n]) =>
    Array.from({ length: Math.min(Number(n) || 0, 99) }, () => id),
  );
}

/** How often a card is in its part. @param {Build} build @param {Part} part @param {string} id */
export const countOf = (build, part, id) => idsIn(build, part).filter((other) => other === id).length;

/** Different cards of a part, in the order of the build. @param {Build} build @param {Part} part */
export const cardsIn = (build, part) => [...new Set(idsIn(build, part))];

/** How many cards a part holds; null as long as the card is not chosen that would say it. @param {Part} part @param {Build} build @param {Record<string, any>} cards */
export function mostOf({ key, most }, build, cards) {
  return typeof most === 'number' ? most : (cards[build[most.of]]?.[most.under]?.[key] ?? null);
}

/** A build with one more of a card, or one less. @param {Build} build @param {Part} part @param {string} id @param {1 | -1} by @returns {Build} */
export function changed(build, part, id, by) {
  const { key, form, each } = part;
  if (form === 'one') return { ...build, [key]: by > 0 ? id : null };
  if (form === 'counts') {
    const { [id]: n = 0, ...others } = build[key] ?? {};
    return { ...build, [key]: n + by > 0 ? { ...build[key], [id]: n + by } : others };
  }
  const held = Array.isArray(build[key]) ? build[key] : [];
  if (by > 0) return { ...build, [key]: [...held, each ? { [each]: id } : id] };
  const at = idsIn(build, part).lastIndexOf(id);
  return { ...build, [key]: held.filter((/** @type {any} */ _, /** @type {number} */ i) => i !== at) };
}

/** @param {any[]} ids */
const sorted = (ids) => JSON.stringify([...ids].sort());

/**
 * The records of a part that is fitted: where each stands in the build, its card, what it carries (a place with nothing in it is ""), and
 * whether that is what is printed.
 * @param {Build} build @param {Part} part @param {Record<string, any>} cards
 * @returns {{at: number, id: string, carries: string[], isPrinted: boolean}[]}
 */
export function fittedIn(build, { key, each, fits }, cards) {
  if (!fits || !each || !Array.isArray(build[key])) return [];
  return build[key].flatMap((/** @type {any} */ row, /** @type {number} */ at) => {
    const id = row?.[each];
    /** @type {string[]} */
    const own = cards[id]?.[fits.own] ?? [];
    const chosen = Array.isArray(row?.[fits.key]) ? row[fits.key] : own;
    const carries = own.map((_, place) => String(chosen[place] ?? ''));
    return id ? [{ at, id, carries, isPrinted: sorted(chosen) === sorted(own) }] : [];
  });
}

/**
 * A build in which one record carries another card in one of its places.
 * @param {Build} build @param {Part} part @param {{at: number, place: number, card: string}} what @param {Record<string, any>} cards @returns {Build}
 */
export function fitted(build, part, { at, place, card }, cards) {
  const row = fittedIn(build, part, cards).find((one) => one.at === at);
  if (!row || !part.fits) return build;
  const carries = row.carries.map((id, i) => (i === place ? card : id));
  return { ...build, [part.key]: build[part.key].with(at, { ...build[part.key][at], [part.fits.key]: carries }) };
}

/** The same text for builds with the same cards, in whatever order they came in. @param {Build} build @param {Part[]} parts @param {Record<string, any>} cards */
const spelled = (build, parts, cards) =>
  JSON.stringify(
    parts.map((part) => [
      idsIn(build, part).sort(),
      fittedIn(build, part, cards)
        .map(({ id, carries }) => sorted(carries) + id)
        .sort(),
    ]),
  );

/** Do two builds hold the same cards? @param {Build} one @param {Build} other @param {Part[]} parts @param {Record<string, any>} cards */
export const isSame = (one, other, parts, cards) => spelled(one, parts, cards) === spelled(other, parts, cards);

/** @param {Build} build @param {Part[]} parts */
export const isEmpty = (build, parts) => parts.every((part) => !idsIn(build, part).length);

/**
 * Of which part and card a fault is, by its path: `weapons[1]`, `gear.radar`, `pilots`; a fault of the whole build has no part.
 * @param {string} path @param {Build} build @param {Part[]} parts
 * @returns {{part: string | null, card: string | null}}
 */
export function placeOf(path, build, parts) {
  const [key, ...rest] = path.split(/[.[\]]+/).filter(Boolean);
  const part = parts.find((one) => one.key === key);
  if (!part) return { part: key === 'name' ? 'name' : null, card: null };
  if (!rest.length || part.form === 'one') return { part: key, card: null };
  return { part: key, card: part.form === 'counts' ? rest[0] : (idsIn(build, part)[Number(rest[0])] ?? null) };
}

/**
 * Faults at their places, those that would read the same once.
 * @param {Fault[]} faults @param {Build} build @param {Part[]} parts @param {(fault: string, card: string) => string} say a fault of one card
 * @returns {Placed[]}
 */
export function placed(faults, build, parts, say) {
  const found = faults.map(({ path, message }) => {
    const { part, card } = placeOf(path, build, parts);
    return { part, card, text: card ? say(message, card) : message };
  });
  return found.filter((one, i) => found.findIndex(({ part, text }) => part === one.part && text === one.text) === i);
}
