/**
 * What are things called? By the match's books of names, which the server sends once (`view.names`, docs/protocol.md): a name has a text in
 * English and one in Chinese, and stays for the match.
 *
 * @typedef {[english: string, chinese: string]} Name
 * @typedef {{named?: Record<string, Name>, parts?: Name[][], joint?: Name, rows?: number[][]}} Book
 */
import { language } from 'app/i18n.js';

/** Which text of a name the page's readers get. */
const side = () => (language().startsWith('zh') ? 1 : 0);

/** The name of a number or key, in both languages; null: it has none. @param {Book | null | undefined} book @param {number | string} number @returns {Name | null} */
export function nameIn(book, number) {
  const found = book?.named?.[number];
  if (found) return found;
  if (!book?.parts || typeof number !== 'number' || number < 0) return null;
  const parts = book.parts.map((one) => one[number % one.length]);
  const [english, chinese] = book.joint ?? ['', ''];
  return [parts.map(([part]) => part).join(english), parts.map(([, part]) => part).join(chinese)];
}

/** The name of a number or key in the page's language; '' if it has none. @param {Book | null | undefined} book @param {number | string} number */
export const called = (book, number) => nameIn(book, number)?.[side()] ?? '';

/** The name of the place at a cell of a map; '' if it has none. @param {Book | null | undefined} book @param {number} x @param {number} y */
export const placeIn = (book, x, y) => called(book, book?.rows?.[y]?.[x] ?? -1);

/** The places of a map with their middles, in cells; made once. @type {WeakMap<Book, {name: string, x: number, y: number}[]>} */
const middles = new WeakMap();

/** @param {Book} book */
export function placesOf(book) {
  const known = middles.get(book);
  if (known) return known;
  /** @type {Map<number, {x: number, y: number, n: number}>} */
  const sums = new Map();
  for (const [y, row] of (book.rows ?? []).entries())
    for (const [x, number] of row.entries()) {
      const sum = sums.get(number) ?? { x: 0, y: 0, n: 0 };
      sums.set(number, { x: sum.x + x + 0.5, y: sum.y + y + 0.5, n: sum.n + 1 });
    }
  sums.delete(-1);
  const found = [...sums].map(([number, { x, y, n }]) => ({ name: called(book, number), x: x / n, y: y / n }));
  middles.set(book, found);
  return found;
}

/** A cell in the middle of the place with that name, in one of its languages; null: there is none. @param {Book | null | undefined} book @param {string} word @returns {[number, number] | null} */
export function middleOf(book, word) {
  const found = Object.entries(book?.named ?? {}).find(([, name]) => isCalled(name, word));
  const cells = (book?.rows ?? []).flatMap((row, y) =>
    row.flatMap((number, x) => (String(number) === found?.[0] ? [[x, y]] : [])),
  );
  const [mx, my] = [0, 1].map((axis) => cells.reduce((sum, cell) => sum + cell[axis], 0) / (cells.length || 1));
  const away = (/** @type {number[]} */ [x, y]) => (x - mx) ** 2 + (y - my) ** 2;
  const [first] = cells.sort((a, b) => away(a) - away(b));
  return first ? [first[0], first[1]] : null;
}

/** The text of a name in the page's language. @param {Name | string[]} name */
export const inWords = (name) => name[side()];

/** How a name is compared with what somebody types: in any case, with blanks or hyphens or neither. @param {string} text */
export const plain = (text) => text.toLowerCase().replace(/[\s_·-]+/g, '');

/** Whether a typed word is this name in one of its languages. @param {Name | null} name @param {string} word */
export const isCalled = (name, word) => name?.some((text) => plain(text) === plain(word)) ?? false;

/** A name as somebody types it after J: capital letters and digits. @param {Name | null | undefined} name */
export const typed = (name) => name?.[0].toUpperCase().replace(/[^A-Z0-9]/g, '') ?? '';
