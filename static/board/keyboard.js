/**
 * Which key of ours is pressed, on whatever keyboard? What the layout writes counts first; where it does not write the sign of a key of ours
 * (Cyrillic, Greek, full-width signs of an input method), the place on the keyboard counts, as on an American one. Never while somebody composes
 * a character, and never with what a browser or a system keeps for itself.
 */

/** @typedef {'ctrl' | 'alt' | undefined} Held `ctrl` is the command key of a Mac too */
/** @typedef {{key: string, held: Held}} Meaning `key` as the browser names it, letters as capitals */

/** Signs that mean something somewhere. */
const SIGNS = new Set('/?[],.+-=');
/** Those of the page. They win over the digit on whose key some layouts have them: help must be found from everywhere. */
const OF_THE_PAGE = new Set('/?[]');
/** What is where on an American keyboard, plain and with Shift. @type {Record<string, [string, string]>} */
const PLACES = {
  BracketLeft: ['[', '['],
  BracketRight: [']', ']'],
  Comma: [',', ','],
  Period: ['.', '.'],
  Slash: ['/', '?'],
  Minus: ['-', '-'],
  Equal: ['=', '+'],
  Space: [' ', ' '],
};
const DIGIT = /^Digit(\d)$/;
const LETTER = /^Key([A-Z])$/;
const FIELDS = 'input:not([type=checkbox], [type=radio], [type=range], [type=button], [type=submit]), textarea, select';

/** Have the last keys written Latin letters? Some layouts have other signs where a letter is on others: a comma is an M only among letters that are not Latin. */
let isLatin = true;
/** What each key writes, where the browser tells. @type {Map<string, string> | null} */
let layout = null;

/** @param {{isComposing?: boolean, keyCode?: number, key: string}} event */
export const isComposing = ({ isComposing, keyCode, key }) =>
  isComposing === true || keyCode === 229 || key === 'Process';

/** Does somebody write here, so that letters, digits and signs are text? @param {EventTarget | null | undefined} target */
export const isWriting = (target) =>
  /** @type {any} */ (target)?.matches?.(FIELDS) === true || /** @type {any} */ (target)?.isContentEditable === true;

/**
 * What a key may mean, the likeliest first; nothing for what is not ours.
 * @param {KeyboardEvent} event @returns {Meaning[]}
 */
export function meanings(event) {
  const { key, code = '' } = event;
  if (isComposing(event)) return [];
  const isAltGraph = event.getModifierState?.('AltGraph') ?? false;
  const isCtrl = event.ctrlKey || event.metaKey;
  if (!isAltGraph && ((isCtrl && event.altKey) || (event.ctrlKey && event.metaKey))) return [];
  /** @type {Held} */
  const held = isAltGraph ? undefined : isCtrl ? 'ctrl' : event.altKey ? 'alt' : undefined;
  if (isNamed(key)) return isAltGraph ? [] : [{ key, held }];
  learn(key, code);
  return signsOf(event, isAltGraph).map((sign) => ({ key: sign, held }));
}

/** @param {KeyboardEvent} event @param {boolean} isAltGraph @returns {string[]} */
function signsOf({ key, code = '', shiftKey }, isAltGraph) {
  // What is written with AltGr is that sign and nothing else.
  if (isAltGraph || OF_THE_PAGE.has(key)) return SIGNS.has(key) ? [key] : [];
  const digit = DIGIT.exec(code)?.[1];
  // A key of the row of digits is its digit, whatever Shift, Alt or the country's layout make of it.
  const written = /^[ -~]$/.test(key.toUpperCase()) ? key.toUpperCase() : null;
  const place = placeOf(key, code, shiftKey);
  return [...new Set([digit, written, place])].filter((sign) => sign !== null && sign !== undefined);
}

/** What the key is by its place, if the layout says nothing of ours. @param {string} key @param {string} code @param {boolean} shift */
function placeOf(key, code, shift) {
  const letter = LETTER.exec(code)?.[1];
  if (letter) return !isLatin || !/^[!-~\p{Script=Latin}]$/u.test(key) ? letter : null;
  const sign = PLACES[code]?.[shift ? 1 : 0];
  return sign && !SIGNS.has(key) && !/^[0-9a-z]$/i.test(key) ? sign : null;
}

/** A key with a name instead of a sign, such as Enter or F5. A dead key writes a sign together with the next one. @param {string} key */
const isNamed = (key) => key.length > 1 && key !== 'Dead' && /^[A-Z][A-Za-z0-9]+$/.test(key);

/** @param {string} key @param {string} code */
function learn(key, code) {
  if (LETTER.test(code) && /^\p{L}$/u.test(key)) isLatin = /^\p{Script=Latin}$/u.test(key);
}

/**
 * Does what a key means.
 * @param {KeyboardEvent} event
 * @param {Record<string, () => unknown>} acts by key, as in `/`, `Escape`, `ctrl Z`; false: not taken after all
 * @returns {boolean} whether it was taken
 */
export const press = (event, acts) =>
  meanings(event).some(({ key, held }) => {
    const act = acts[held ? `${held} ${key}` : key];
    return act !== undefined && act() !== false;
  });

/** Asks the browser for the person's layout, where it tells (Chromium). @returns {Promise<void>} resolves in any case */
export async function readLayout() {
  try {
    layout = (await /** @type {any} */ (navigator).keyboard?.getLayoutMap?.()) ?? layout;
  } catch {
    // It does not tell: keys are shown as an American keyboard has them.
  }
  const letters = [...(layout ?? [])].filter(([code]) => LETTER.test(code));
  if (letters.length) isLatin = letters.filter(([, sign]) => /^[a-z]$/.test(sign)).length > letters.length / 2;
}

/** What is written on the person's key for one of ours. @param {string} key */
export function labelOf(key) {
  if (!layout || [...layout.values()].includes(key.toLowerCase())) return key;
  const code = LETTER.test(`Key${key}`)
    ? `Key${key}`
    : Object.keys(PLACES).find((one) => PLACES[one][0] === key && one !== 'Space');
  const sign = code && layout.get(code);
  if (!code || !sign) return key;
  const isOurs = signsOf(/** @type {any} */ ({ key: sign, code, shiftKey: false }), false)[0] === key;
  if (!isOurs && placeOf(sign, code, false) !== key) return key;
  // Two small letters may have one capital, as in Greek.
  const capital = sign.toUpperCase();
  return capital.toLowerCase() === sign ? capital : sign;
}

const isMac = () => typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform ?? '');

/** Keys as a sheet writes them, with what is on the person's own. @param {string} text such as `N / Shift+N` or `[ / ]` */
export function shownKeys(text) {
  const own = text.length === 1 ? labelOf(text) : text.replace(/(?<![^\s+])[A-Z[\]](?!\S)/g, labelOf);
  return isMac() ? own.replace('Ctrl+', '⌘').replace('Alt+', '⌥') : own;
}

if (typeof navigator !== 'undefined') void readLayout();
