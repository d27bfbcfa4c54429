/** Is every part of the kit alive? A chapter for each module that draws: its question, and an example of each of its parts. For `/kit/`. */
import { h } from 'app/dom.js';
import { createBoard } from 'board/board.js';
import { readPalette } from 'board/palette.js';
import { OVERS, TRACKS, WORLD } from './boards.js';
import { elsewhere, modulesOf } from './drawn.js';
import { PAINTINGS, placerOf, SIZE } from './paintings.js';
import { PANELS } from './panels.js';

const CELL = 20;

/** A board with a grid of cells, and what was said last. @param {HTMLElement} el */
const boardIn = (el) =>
  createBoard(el, {
    world: WORLD,
    layers: [
      {
        name: 'cells',
        cached: true,
        paint(ctx, { at, camera, palette }) {
          ctx.strokeStyle = palette.line;
          for (let x = 0; x < WORLD.width; x += 1)
            for (let y = 0; y < WORLD.height; y += 1) ctx.strokeRect(...at(x, y), camera.scale, camera.scale);
        },
      },
      { name: 'effects', paint: (ctx, view) => boards.get(el)?.timeline.paint(ctx, view) },
    ],
  });
/** @type {Map<HTMLElement, ReturnType<typeof createBoard>>} */
const boards = new Map();

/** @param {import('./paintings.js').Painting} paint */
function canvasOf(paint) {
  const canvas = h('canvas', { class: 'samples-canvas', width: SIZE.width, height: SIZE.height });
  const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  const camera = { x: SIZE.width / CELL / 2, y: SIZE.height / CELL / 2, scale: CELL };
  const view = /** @type {any} */ ({
    ...SIZE,
    camera,
    palette: readPalette(document.documentElement),
    at: (/** @type {number} */ x, /** @type {number} */ y) => [x * CELL, y * CELL],
    state: { over: [] },
  });
  paint(ctx, view, placerOf());
  return canvas;
}

/** A board and the button that does something on it. @param {(el: HTMLElement, board: ReturnType<typeof createBoard>) => (() => void) | void} begin */
function boardOf(begin) {
  const el = h('div', { class: 'samples-board', tabindex: '0', role: 'application', 'aria-label': 'Board' });
  // A board measures its element, which is on the page by then.
  const act = h('button', { type: 'button', class: 'button slim', hidden: true }, 'Do it');
  requestAnimationFrame(() => {
    const board = boardIn(el);
    boards.set(el, board);
    const does = begin(el, board);
    act.hidden = !does;
    if (does) act.addEventListener('click', does);
  });
  return h('div', null, el, act);
}

/** The example of an export, if it has one. @param {string} module @param {string} name @param {(words: string) => void} say */
function exampleOf(module, name, say) {
  const [panel, painting, track, over] = [PANELS, PAINTINGS, TRACKS, OVERS].map((table) => table[module]?.[name]);
  if (panel) return /** @type {import('./panels.js').Sample} */ (panel)(say);
  if (painting) return canvasOf(/** @type {import('./paintings.js').Painting} */ (painting));
  if (track)
    return boardOf((_, board) => () => {
      board.timeline.play([/** @type {any} */ (track)()], { speed: 1, instant: false });
    });
  return over && boardOf((el, board) => /** @type {import('./boards.js').Over} */ (over)(el, board, say));
}

/** What a module draws; nothing, if it draws nothing. @param {ReturnType<typeof modulesOf>[number]} chapter */
function chapterOf({ module, question, exports }) {
  const drawn = exports.filter(({ draws }) => draws);
  if (!drawn.length) return [];
  const said = h('output', { class: 'small muted' });
  const say = (/** @type {string} */ words) => said.replaceChildren(words);
  const examples = drawn.map(({ name }) => {
    const place = elsewhere(module, name);
    const example = place ? h('p', { class: 'small muted' }, `Alive in ${place}.`) : exampleOf(module, name, say);
    const kind = OVERS[module]?.[name] ? 'samples-part wide' : 'samples-part kit-panel';
    return h('div', { class: kind, 'data-part': `${module}.${name}` }, h('h3', null, name), example);
  });
  return [
    h(
      'section',
      { class: 'card' },
      h('h2', null, `kit/${module}.js`),
      h('p', { class: 'small' }, question),
      h('div', { class: 'samples-parts' }, examples),
      said,
    ),
  ];
}

const el = /** @type {HTMLElement} */ (document.getElementById('samples'));
el.append(...modulesOf(JSON.parse(document.getElementById('kit')?.textContent ?? '""')).flatMap(chapterOf));
