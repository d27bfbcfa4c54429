/**
 * How does a board that is made of page elements come onto a canvas? As one picture of them, with the styles that they have at this moment: a drawing
 * that holds a copy of the page. Browsers that do not let such a picture out of a canvas say so.
 */

/** @typedef {import("match/still.js").Draw} Draw */

const [PAGE, DRAWING] = ['http://www.w3.org/1999/xhtml', 'http://www.w3.org/2000/svg'];
/** What moves is caught as it stands; names of sides in the direction of writing repeat those of the sides. */
const LEFT_OUT = /^(-|animation|transition|(.*-)?(inline|block)(-|$)|cursor$|pointer-events$|will-change$|content$)/;

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

/** @param {string} text */
const escaped = (text) => text.replace(/[&<"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * An element and all in it as text: a page that forbids styles in attributes would take them from a copy. Empty: it is not seen.
 * @param {Element} one @param {CSSStyleDeclaration | null} around @param {string} [more] styles that it has besides
 * @returns {string}
 */
function textOf(one, around, more = '') {
  const style = getComputedStyle(one);
  if (style.display === 'none' || style.opacity === '0') return '';
  const [isDrawn, name] = [one.namespaceURI !== PAGE, one.localName];
  // A drawing says what it is in attributes, which go on to hold; what else is on a page is what it looks like.
  const facts = isDrawn ? [...one.attributes].filter((fact) => !/^(style|class|xmlns)$|:/.test(fact.name)) : [];
  const said = `${isDrawn ? saidOf(style, around) : `all:initial;${saidOf(style)}`}${more}`;
  const inside = [...one.childNodes].map((child) => {
    if (child.nodeType === Node.TEXT_NODE) return escaped(child.textContent ?? '');
    if (!(child instanceof Element)) return '';
    return textOf(child, isDrawn || child.namespaceURI !== PAGE ? style : null);
  });
  if (!isDrawn) {
    inside.unshift(besideOf(one, '::before'));
    inside.push(besideOf(one, '::after'));
  }
  const kind = isDrawn && name === 'svg' ? ` xmlns="${DRAWING}"` : '';
  const attributes = kind + facts.map((fact) => ` ${fact.name}="${escaped(fact.value)}"`).join('');
  return `<${name}${attributes} style="${escaped(said)}">${inside.join('')}</${name}>`;
}

/** What a style sheet puts before or after an element's own. @param {Element} one @param {string} name */
function besideOf(one, name) {
  const style = getComputedStyle(one, name);
  if (style.content === 'none' || style.content === 'normal' || style.display === 'none') return '';
  const words = style.content.match(/^"(.*)"$/)?.[1] ?? '';
  return `<span style="${escaped(`all:initial;${saidOf(style)}`)}">${escaped(words)}</span>`;
}

/** The symbols that drawings of the board use and that lie elsewhere on the page. @param {HTMLElement} board */
function symbolsOf(board) {
  const names = [...board.querySelectorAll('use')].map((use) => use.getAttribute('href')?.slice(1) ?? '');
  const found = [...new Set(names)].map((name) => document.getElementById(name));
  return found.map((one) => (one && !board.contains(one) ? new XMLSerializer().serializeToString(one) : '')).join('');
}

/** The board as it is shown now. @param {HTMLElement} board @returns {Promise<Draw>} rejected where a browser cannot, or lets no such picture out */
export async function ofElements(board) {
  const { width, height } = board.getBoundingClientRect();
  if (!width || !height) throw new Error('nothing is shown');
  const shown = textOf(board, null, 'position:relative;inset:auto;margin:0;').replace(/^<\w+/, `$& xmlns="${PAGE}"`);
  const image = new Image();
  const drawing = `<svg xmlns="${DRAWING}" width="${width}" height="${height}"><defs>${symbolsOf(board)}</defs><foreignObject width="100%" height="100%">${shown}</foreignObject></svg>`;
  image.src = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
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
