/**
 * How does a board that is made of page elements come onto a canvas? As one picture of them: a drawing that holds a copy of the board with the style
 * sheets of the page, and what moves as it stands at this moment. Browsers that do not let such a picture out of a canvas say so.
 *
 * @typedef {import("match/board_picture.js").Draw} Draw
 */

import { theme } from 'app/theme.js';

const [PAGE, DRAWING] = ['http://www.w3.org/1999/xhtml', 'http://www.w3.org/2000/svg'];
/** Pixels of the picture for each of the page, so that it stays sharp where it is shown larger. */
const FINER = 1.5;
/** What moves is caught as it stands; a board that is scrolled shows no bar for it. */
const AT_REST = '*,::before,::after{animation:none!important;transition:none!important;scrollbar-width:none!important}';
/** Every element of the copy around the board hands on what is inherited, and takes no room. */
const AROUND = 'display:contents!important';

/** Sheets that have been read: they do not change while a page is open. @type {WeakMap<CSSStyleSheet, string>} */
const texts = new WeakMap();

/** The rules of a style sheet, with those of the sheets that it imports. @param {CSSStyleSheet} sheet @returns {string} */
function textOf(sheet) {
  const known = texts.get(sheet);
  if (known !== undefined) return known;
  const rules = Array.from(sheet.cssRules, (rule) => {
    const { styleSheet } = /** @type {CSSImportRule} */ (rule);
    return styleSheet ? textOf(styleSheet) : rule.cssText;
  });
  const { mediaText } = sheet.media;
  const text = mediaText ? `@media ${mediaText}{${rules.join('\n')}}` : rules.join('\n');
  texts.set(sheet, text);
  return text;
}

/** A copy of the board, with what is being animated written down as it looks now. @param {HTMLElement} board */
function copied(board) {
  const copy = /** @type {HTMLElement} */ (board.cloneNode(true));
  const [all, copies] = [
    [board, ...board.querySelectorAll('*')],
    [copy, ...copy.querySelectorAll('*')],
  ];
  const places = new Map(all.map((one, at) => [one, /** @type {HTMLElement} */ (copies[at])]));
  for (const { effect } of board.getAnimations?.({ subtree: true }) ?? []) {
    const { target, pseudoElement } = /** @type {KeyframeEffect} */ (effect);
    const place = target && !pseudoElement && places.get(target);
    if (!place) continue;
    const style = getComputedStyle(target);
    for (const name of new Set(/** @type {KeyframeEffect} */ (effect).getKeyframes().flatMap(propertiesOf)))
      place.style.setProperty(name, style.getPropertyValue(name), 'important');
  }
  return copy;
}

/** @param {ComputedKeyframe} keyframe @returns {string[]} as style sheets write them */
const propertiesOf = ({ offset, computedOffset, easing, composite, ...styles }) =>
  Object.keys(styles).map((name) => (name.startsWith('--') ? name : name.replace(/[A-Z]/g, '-$&').toLowerCase()));

/** The symbols that drawings of the board use and that lie elsewhere on the page. @param {HTMLElement} board */
function symbolsOf(board) {
  const names = [...board.querySelectorAll('use')].map((use) => use.getAttribute('href')?.slice(1) ?? '');
  const found = [...new Set(names)].map((name) => document.getElementById(name));
  return found.map((one) => (one && !board.contains(one) ? written(one) : '')).join('');
}

/** @param {Node} node */
const written = (node) => new XMLSerializer().serializeToString(node);
/** @param {string} text */
const escaped = (text) => text.replace(/[&<"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The board and all around it, as rules of style sheets expect it. @param {HTMLElement} board @param {string} look */
function nested(board, look) {
  let inner = written(copied(board)).replace(/^<\S+/, `$& data-copy=""`);
  for (let around = board.parentElement; around && around !== document.documentElement; around = around.parentElement) {
    const facts = ['id', 'class', 'data-state'].map((name) => [name, around?.getAttribute(name)]);
    const said = facts.map(([name, value]) => (value ? ` ${name}="${escaped(value)}"` : '')).join('');
    inner = `<${around.localName} xmlns="${PAGE}"${said} style="${AROUND}">${inner}</${around.localName}>`;
  }
  return `<style>${escaped([...document.styleSheets].map(textOf).join('\n'))}${AT_REST}[data-copy]{${look}}</style><foreignObject width="100%" height="100%">${inner}</foreignObject>`;
}

/** The board as it is shown now. @param {HTMLElement} board @returns {Promise<Draw>} rejected where a browser cannot, or lets no such picture out */
export async function ofElements(board) {
  // As it is laid out: beside the words of an end it is only shown smaller.
  const { offsetWidth: width, offsetHeight: height } = board;
  if (!width || !height) throw new Error('nothing is shown');
  const root = document.documentElement;
  const look = `position:absolute!important;inset:0 auto auto 0!important;width:${width}px!important;height:${height}px!important;margin:0!important;transform:none!important`;
  // Rules for windows of some size hold in the picture if it is as large as the window.
  const size = { width: Math.max(innerWidth, width), height: Math.max(innerHeight, height) };
  const facts = `lang="${escaped(root.lang)}" data-theme="${theme()}" style="font-size:${getComputedStyle(root).fontSize}"`;
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="${DRAWING}" width="${size.width}" height="${size.height}" ${facts}><defs>${symbolsOf(board)}</defs>${nested(board, look)}</svg>`,
  )}`;
  await image.decode();
  const picture = document.createElement('canvas');
  Object.assign(picture, { width: Math.round(width * FINER), height: Math.round(height * FINER) });
  const ctx = /** @type {CanvasRenderingContext2D} */ (picture.getContext('2d'));
  ctx.drawImage(image, 0, 0, width, height, 0, 0, picture.width, picture.height);
  ctx.getImageData(0, 0, 1, 1);
  return (onto, box) => {
    const scale = Math.min(box.width / width, box.height / height);
    const drawn = /** @type {const} */ ([width * scale, height * scale]);
    onto.drawImage(picture, box.x + (box.width - drawn[0]) / 2, box.y + (box.height - drawn[1]) / 2, ...drawn);
  };
}
