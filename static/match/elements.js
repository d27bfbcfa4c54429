/**
 * How does a board that is made of page elements come onto a canvas? As one picture of them, with the styles that they have at this moment: a drawing
 * that holds a copy of the page. Browsers that do not let such a picture out of a canvas say so.
 */
import { s } from 'app/dom.js';

/** @typedef {import("match/still.js").Draw} Draw */

const PAGE = 'http://www.w3.org/1999/xhtml';
/** What moves is caught as it stands; names of sides in the direction of writing repeat those of the sides. */
const LEFT_OUT = /^(-|animation|transition|(.*-)?(inline|block)(-|$)|cursor$|pointer-events$|will-change$|content$)/;
const BESIDE = ['::before', '::after'];

/** What every property is where nothing is said. @type {Map<string, string> | null} */
let plain = null;

function plainly() {
  if (plain) return plain;
  const one = document.createElement('div');
  one.style.setProperty('all', 'initial');
  document.body.append(one);
  const found = getComputedStyle(one);
  const names = Array.from(found, (_, i) => found.item(i)).filter((name) => !LEFT_OUT.test(name));
  plain = new Map(names.map((name) => [name, found.getPropertyValue(name)]));
  one.remove();
  return plain;
}

/** What sets an element apart from a plain one. @param {CSSStyleDeclaration} style @param {CSSStyleDeclaration | null} [around] of what it lies in, where it inherits */
function saidOf(style, around = null) {
  let said = '';
  for (const [name, value] of plainly()) {
    const own = style.getPropertyValue(name);
    if (own !== value || (around && own !== around.getPropertyValue(name))) said += `${name}:${own};`;
  }
  return said;
}

/** The copy of an element and all in it; null: it is not seen. @param {Element} one @param {CSSStyleDeclaration | null} around @returns {Element | null} */
function copyOf(one, around) {
  const style = getComputedStyle(one);
  if (style.display === 'none' || style.opacity === '0') return null;
  const copy = /** @type {HTMLElement | SVGElement} */ (one.cloneNode(false));
  const isDrawn = one.namespaceURI !== PAGE;
  // A drawing says what it is in attributes, which go on to hold.
  copy.setAttribute('style', isDrawn ? saidOf(style, around) : `all:initial;${saidOf(style)}`);
  const [before, after] = isDrawn ? [] : BESIDE.map((name) => besideOf(one, name));
  if (before) copy.append(before);
  for (const child of one.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) copy.append(child.cloneNode());
    else if (child instanceof Element)
      copy.append(copyOf(child, isDrawn || child.namespaceURI !== PAGE ? style : null) ?? '');
  }
  if (after) copy.append(after);
  return copy;
}

/** What a style sheet puts before or after an element's own. @param {Element} one @param {string} name */
function besideOf(one, name) {
  const style = getComputedStyle(one, name);
  if (style.content === 'none' || style.content === 'normal' || style.display === 'none') return null;
  const copy = document.createElement('span');
  copy.setAttribute('style', `all:initial;${saidOf(style)}`);
  copy.textContent = style.content.match(/^"(.*)"$/)?.[1] ?? '';
  return copy;
}

/** The symbols that drawings use and that lie elsewhere on the page. @param {Element} copy */
function symbolsOf(copy) {
  const names = [...copy.querySelectorAll('use')].map((use) => use.getAttribute('href')?.slice(1) ?? '');
  const found = [...new Set(names)].filter((name) => name && !copy.querySelector(`#${CSS.escape(name)}`));
  return found.flatMap((name) => document.getElementById(name)?.cloneNode(true) ?? []);
}

/** The board as it is shown now. @param {HTMLElement} board @returns {Promise<Draw>} rejected where a browser cannot, or lets no such picture out */
export async function ofElements(board) {
  const { width, height } = board.getBoundingClientRect();
  const copy = copyOf(board, null);
  if (!copy || !width || !height) throw new Error('nothing is shown');
  Object.assign(/** @type {HTMLElement} */ (copy).style, { position: 'static', margin: '0' });
  const held = s('foreignObject', { width: '100%', height: '100%' });
  held.append(copy);
  const drawing = s('svg', { width: String(width), height: String(height) }, s('defs', null, symbolsOf(copy)), held);
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(drawing))}`;
  await image.decode();
  const trial = document.createElement('canvas');
  const ctx = /** @type {CanvasRenderingContext2D} */ (trial.getContext('2d'));
  ctx.drawImage(image, 0, 0, 1, 1);
  ctx.getImageData(0, 0, 1, 1);
  return (onto, box) => {
    const scale = Math.min(box.width / width, box.height / height);
    const size = /** @type {const} */ ([width * scale, height * scale]);
    onto.drawImage(image, box.x + (box.width - size[0]) / 2, box.y + (box.height - size[1]) / 2, ...size);
  };
}
