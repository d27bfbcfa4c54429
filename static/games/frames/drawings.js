/** How does a drawing come onto the page? One `<symbol>` for each, made once, and small pictures that use it. */
import { s } from 'app/dom.js';
import { CAPTAINS, CARDS, EVENTS, MECHS, PILOTS, SHIPS, SIGNS } from './lines.js';

/** @typedef {{box: string, parts: SVGElement[]}} Drawing */

const SHEET = 'frames-drawings';

/** A line of a table as the parts of a symbol. @param {string} line @returns {[id: string, parts: SVGElement[]]} */
function read(line) {
  const [id, body, thin, thick, rings] = line.split('|').map((part) => part.trim());
  const circles = (rings || '').split(',').filter(Boolean);
  const parts = [
    // What stands before something else hides it: whoever draws a figure says of what colour it is.
    body && s('path', { d: body, stroke: 'none', fill: 'var(--solid, none)' }),
    body && s('path', { d: body, fill: 'currentColor', 'fill-opacity': '0.13' }),
    thin && s('path', { d: thin }),
    thick && s('path', { d: thick, 'stroke-width': '2.4' }),
    ...circles.map((ring) => {
      const [cx, cy, r] = ring.split(' ');
      return s('circle', { cx, cy, r });
    }),
  ];
  return [id, parts.filter((part) => part instanceof SVGElement)];
}

/** @param {string} box @param {string} table @param {string | null} [shared] the line whose parts all others have too */
function drawn(box, table, shared = null) {
  const entries = table.trim().split('\n').map(read);
  const common = () => (shared ? [read(table.trim().split('\n')[0])[1]] : []).flat();
  return entries.map(
    ([id, parts]) => /** @type {const} */ ([id, { box, parts: id === shared ? parts : [...common(), ...parts] }]),
  );
}

/** @type {Map<string, Drawing>} */
const all = new Map();

/** Puts the symbols on the page, once. */
export function loadDrawings() {
  if (document.getElementById(SHEET)) return;
  const card = '0 0 150 86';
  const tables = [
    drawn('0 0 66 78', MECHS),
    drawn('-20 -5 446 120', SHIPS),
    drawn(card, CARDS),
    drawn('0 0 48 48', EVENTS),
    drawn(card, PILOTS, 'pilot'),
    drawn(card, CAPTAINS, 'captain'),
    drawn('0 0 24 24', SIGNS).map(([id, drawing]) => /** @type {const} */ ([`sign-${id}`, drawing])),
  ];
  for (const [id, drawing] of tables.flat()) all.set(id, drawing);
  const symbols = tables.flat().map(([id, { box, parts }]) => s('symbol', { id: `fr-${id}`, viewBox: box }, parts));
  document.body.append(
    s('svg', { id: SHEET, class: 'fr-symbols', width: 0, height: 0, 'aria-hidden': 'true' }, symbols),
  );
}

/** @param {string} name @param {string} className */
function picture(name, className) {
  const viewBox = all.get(name)?.box;
  const use = s('use', { href: `#fr-${name}` });
  return s('svg', { class: className, viewBox, 'aria-hidden': 'true', focusable: 'false' }, use);
}

const MODELS = /** @type {Record<string, string>} */ ({ mech: 'ura01a_sword', ship: 'fa07c_bison' });

/** The drawing of a card, or its kind's. @param {string | null} id @param {string} kind @param {string} [className] */
export function drawing(id, kind, className = 'fr-drawing') {
  return picture(id !== null && all.has(id) ? id : (MODELS[kind] ?? kind), className);
}

/** A small sign of a state, a way to win. @param {string} id */
export const sign = (id) => picture(`sign-${id}`, 'fr-sign');

/** Does a state have a sign of its own? @param {string} id */
export const hasSign = (id) => all.has(`sign-${id}`);
