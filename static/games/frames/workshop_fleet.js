/**
 * What is in a fleet, what becomes of it when a card is put in or taken out, and which cards are looked for? Pure functions of what the
 * workshop's description says; what is legal the server says.
 *
 * @typedef {{key: string, kind: string, least: number, most: number | 'slots', copies: number, form: 'one' | 'list' | 'mechs' | 'counts'}} Part
 * @typedef {Record<string, any>} Build
 * @typedef {{id: number | null, name: string, build: Build}} Fleet `id`: under which it is kept; null: not yet
 * @typedef {{past: Fleet[], now: Fleet, future: Fleet[], typing: boolean}} History
 * @typedef {{kind: string, attribute: string, cost: string, keyword: string, text: string}} Filter
 */

const MOST_STEPS = 50;

/** The cards of a part, each as often as it is there. @param {Build} build @param {Part} part @returns {string[]} */
export function idsIn(build, { key, form }) {
  const held = build[key];
  if (form === 'one') return held ? [held] : [];
  if (form === 'mechs') return (held ?? []).map((/** @type {any} */ { model }) => model);
  if (form === 'counts')
    return Object.entries(held ?? {}).flatMap(([id, n]) => Array.from({ length: Number(n) }, () => id));
  return [...(held ?? [])];
}

/** How often a card is in its part. @param {Build} build @param {Part} part @param {string} id */
export const countOf = (build, part, id) => idsIn(build, part).filter((other) => other === id).length;

/** Different cards of a part, in the order of the fleet. @param {Build} build @param {Part} part */
export const cardsIn = (build, part) => [...new Set(idsIn(build, part))];

/** How many cards a part holds; null as long as there is no warship that would say it. @param {Part} part @param {Build} build @param {Record<string, any>} cards */
export function mostOf({ key, most }, build, cards) {
  return most === 'slots' ? (cards[build.ship]?.slots?.[key] ?? null) : most;
}

/** A fleet with one more of a card, or one less. @param {Build} build @param {Part} part @param {string} id @param {1 | -1} by @returns {Build} */
export function changed(build, part, id, by) {
  const { key, form } = part;
  if (form === 'one') return { ...build, [key]: by > 0 ? id : null };
  if (form === 'counts') {
    const { [id]: n = 0, ...others } = build[key] ?? {};
    return { ...build, [key]: n + by > 0 ? { ...build[key], [id]: n + by } : others };
  }
  const held = build[key] ?? [];
  if (by > 0) return { ...build, [key]: [...held, form === 'mechs' ? { model: id } : id] };
  const at = idsIn(build, part).lastIndexOf(id);
  return { ...build, [key]: held.filter((/** @type {any} */ _, /** @type {number} */ i) => i !== at) };
}

/** The same text for fleets with the same cards, in whatever order their piles were filled. @param {Build} build @param {Part[]} parts */
const spelled = (build, parts) => JSON.stringify(parts.map((part) => idsIn(build, part).sort()));

/** Do two fleets hold the same cards? @param {Build} one @param {Build} other @param {Part[]} parts */
export const isSame = (one, other, parts) => spelled(one, parts) === spelled(other, parts);

/** Is there anything in it? @param {Build} build @param {Part[]} parts */
export const isEmpty = (build, parts) => parts.every((part) => !idsIn(build, part).length);

/**
 * Of which part and card a fault is, by its path: `weapons[1]`, `mech_cards.wide_radar`, `pilots`; the whole fleet has no part.
 * @param {string} path @param {Build} build @param {Part[]} parts
 * @returns {{part: string | null, card: string | null}}
 */
export function placeOfFault(path, build, parts) {
  const [key, ...rest] = path.split(/[.[\]]+/).filter(Boolean);
  const part = parts.find((one) => one.key === key);
  if (!part) return { part: key === 'name' ? 'name' : null, card: null };
  if (!rest.length || part.form === 'one') return { part: key, card: null };
  return { part: key, card: part.form === 'counts' ? rest[0] : (idsIn(build, part)[Number(rest[0])] ?? null) };
}

/** @param {Fleet} now @returns {History} */
export const historyOf = (now) => ({ past: [], now, future: [], typing: false });

/** One step on. While somebody types a name all letters are one step. @param {History} history @param {Fleet} now @param {boolean} [typing] @returns {History} */
export function stepped(history, now, typing = false) {
  const past = typing && history.typing ? history.past : [...history.past, history.now].slice(-MOST_STEPS);
  return { past, now, future: [], typing };
}

/** @param {History} history @returns {History} */
export function undone({ past, now, future }) {
  const last = past[past.length - 1];
  return last
    ? { past: past.slice(0, -1), now: last, future: [now, ...future], typing: false }
    : { past, now, future, typing: false };
}

/** @param {History} history @returns {History} */
export function redone({ past, now, future }) {
  const [next, ...later] = future;
  return next
    ? { past: [...past, now], now: next, future: later, typing: false }
    : { past, now, future, typing: false };
}

/** What a card costs to use, as a word for the filter: `ap 2`, `energy 1`, `free`; nothing for cards that are not paid for. @param {any} card */
export function costOf({ kind, cost, weapon }) {
  if (kind !== 'ship_card' && !weapon) return '';
  if (cost?.ap) return `ap ${cost.ap}`;
  const energy = cost?.energy || weapon?.energy;
  return energy ? `energy ${energy}` : 'free';
}

/**
 * What there is to choose from in the filters, over all these cards.
 * @param {any[]} cards
 */
export function choicesOf(cards) {
  const distinct = (/** @type {string[]} */ values) => [...new Set(values.filter(Boolean))];
  return {
    kinds: distinct(cards.map(({ kind }) => kind)),
    attributes: distinct(cards.map(({ weapon }) => weapon?.attr ?? '')),
    costs: distinct(cards.map(costOf)).sort(),
    keywords: distinct(cards.flatMap(({ keywords }) => keywords)),
  };
}

/**
 * The cards that a filter leaves; an empty field asks for nothing, and every word of the text must be there.
 * @param {any[]} cards @param {Filter} filter @param {(card: any) => string} wordsOf all words of a card
 */
export function found(cards, { kind, attribute, cost, keyword, text }, wordsOf) {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  return cards.filter((card) => {
    if (kind && card.kind !== kind) return false;
    if (attribute && card.weapon?.attr !== attribute) return false;
    if (cost && costOf(card) !== cost) return false;
    if (keyword && !card.keywords.includes(keyword)) return false;
    if (!wanted.length) return true;
    const words = wordsOf(card).toLowerCase();
    return wanted.every((word) => words.includes(word));
  });
}
