/**
 * Which colours does the page have now? Read from CSS custom properties, so that a theme switches the board with the page.
 */

/**
 * @typedef {object} Palette
 * @property {string} ink page
 * @property {string} panel cards
 * @property {string} line hairlines
 * @property {string} text
 * @property {string} muted
 * @property {string} lamp the accent: one's own drafts, and what is due
 * @property {string} focus what is being pointed out: a lasso
 * @property {string} good
 * @property {string} bad
 * @property {string} fog what was never seen
 * @property {string[]} seats one colour per seat
 * @property {string} nobody natives
 * @property {string} font family for text and numbers
 * @property {boolean} dark
 */

const DARK = {
  ink: '#0B1220',
  panel: '#121C2E',
  line: '#24324A',
  text: '#E7ECF3',
  muted: '#9FB0C6',
  lamp: '#FFB84D',
  focus: '#C3B5FF',
  good: '#4CC38A',
  bad: '#FF6B6B',
  fog: '#070C16',
  nobody: '#5A6070',
};
const SEATS = ['#E69F00', '#56B4E9', '#009E73', '#F0E442', '#0072B2', '#D55E00', '#CC79A7', '#8C5A2B'];

/** @param {string} colour `#rgb` or `#rrggbb` @returns {[number, number, number]} */
export function channels(colour) {
  const hex = colour.length === 4 ? [...colour.slice(1)].map((digit) => digit + digit).join('') : colour.slice(1, 7);
  const value = Number.parseInt(hex, 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** `colour` with a part of `other` mixed in, 0 to 1. @param {string} colour @param {string} other @param {number} part */
export function mixed(colour, other, part) {
  const [a, b] = [channels(colour), channels(other)];
  return `#${a
    .map((value, i) =>
      Math.round(value + (b[i] - value) * part)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** @param {string} colour @param {number} alpha */
export function faded(colour, alpha) {
  return `rgba(${channels(colour).join(',')},${alpha})`;
}

/** Relative luminance as WCAG defines it. @param {string} colour */
export function luminance(colour) {
  const [r, g, b] = channels(colour).map((value) =>
    value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Black or white, whichever reads better on a colour. @param {string} colour */
export function inkOn(colour) {
  return luminance(colour) > 0.179 ? '#000000' : '#FFFFFF';
}

/** How far apart two colours are, 1 to 21, as WCAG defines it. @param {string} one @param {string} other */
export function contrast(one, other) {
  const [dark, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

/** What a drawing that carries meaning needs against its ground. */
export const LEAST_CONTRAST = 3;

/** `colour` with as little of the text's as a line on the page needs to be seen. @param {Pick<Palette, 'ink' | 'text'>} palette @param {string} colour */
export function standingOut({ ink, text }, colour) {
  for (let part = 0; part < 1; part += 0.05) {
    const tried = mixed(colour, text, part);
    if (contrast(tried, ink) >= LEAST_CONTRAST) return tried;
  }
  return text;
}

/** @param {Element} el @returns {Palette} */
export function readPalette(el) {
  const style = getComputedStyle(el);
  const read = (/** @type {string} */ name, /** @type {string} */ otherwise) => {
    const value = style.getPropertyValue(`--${name}`).trim();
    return /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(value) ? value : otherwise;
  };
  const ink = read('ink', DARK.ink);
  return {
    ink,
    panel: read('panel', DARK.panel),
    line: read('line', DARK.line),
    text: read('text', DARK.text),
    muted: read('muted', DARK.muted),
    lamp: read('lamp', DARK.lamp),
    focus: read('focus', DARK.focus),
    good: read('good', DARK.good),
    bad: read('bad', DARK.bad),
    fog: read('fog-unseen', DARK.fog),
    nobody: read('nobody', DARK.nobody),
    seats: SEATS.map((colour, seat) => read(`seat-${seat}`, colour)),
    font: style.fontFamily || 'sans-serif',
    dark: luminance(ink) < 0.2,
  };
}

/** Calls back whenever the theme may have changed. Returns a function that stops it. @param {() => void} changed */
export function watchPalette(changed) {
  const query = matchMedia('(prefers-color-scheme: dark)');
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['class', 'data-theme', 'style'] });
  query.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    query.removeEventListener('change', changed);
  };
}
