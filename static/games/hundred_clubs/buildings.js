/**
 * How does what stands on the campus look from above? Roofs with their shade, courtyards, running tracks, courts, trees. One unit is a cell; light comes
 * from the top left.
 */
import { faded, mixed } from 'board/palette.js';
import { hash } from 'kit/noise.js';

/** @typedef {OffscreenCanvasRenderingContext2D} Ctx */
/** @typedef {{ctx: Ctx, cell: number, dark: boolean}} Sheet cell: its pixels */
/** @typedef {{x: number, y: number, width: number, height: number}} Box in cells */

const TURN = Math.PI * 2;
const SHADE = '#04080F';
const SUN = '#FFF2D8';
const LEAVES = ['#3F6A3C', '#4F7A3F', '#35603F', '#5F8446'];
const HOUSES = ['#8C7558', '#7B6A72', '#9A8A66', '#6E7468'];

/** By day everything is lighter. @param {Sheet} sheet @param {string} colour @param {number} [part] */
const tone = ({ dark }, colour, part = 0.26) => (dark ? colour : mixed(colour, '#FFF7E6', part));

/** What a body throws to the lower right; twice and thin, because a blur of every roof costs seconds. @param {Sheet} sheet @param {(ctx: Ctx) => void} outline pixels @param {number} far parts of a cell */
function shadow({ ctx, cell, dark }, outline, far) {
  ctx.save();
  ctx.fillStyle = faded(SHADE, dark ? 0.3 : 0.17);
  for (const part of [0.75, 0.45]) {
    ctx.translate(far * cell * part, far * cell * part);
    ctx.beginPath();
    outline(ctx);
    ctx.fill();
  }
  ctx.restore();
}

/** @param {Ctx} ctx @param {string} style @param {...[number, number]} corners */
function face(ctx, style, ...corners) {
  ctx.beginPath();
  for (const [x, y] of corners) ctx.lineTo(x, y);
  ctx.closePath();
  ctx.fillStyle = style;
  ctx.fill();
}

/** A roof with four faces. @param {Sheet} sheet @param {Box} box @param {string} colour @param {number} [hip] */
export function gable(sheet, box, colour, hip = 0.5) {
  const { ctx, cell } = sheet;
  const [x, y, w, h] = [box.x, box.y, box.width, box.height].map((value) => value * cell);
  const plain = tone(sheet, colour);
  shadow(sheet, (to) => to.rect(x, y, w, h), Math.min(box.width, box.height) > 0.9 ? 0.2 : 0.12);
  const isLong = w >= h;
  const run = (isLong ? h : w) * hip;
  const [right, bottom] = [x + w, y + h];
  const [mx, my] = [x + w / 2, y + h / 2];
  const [lit, near, dim, far] = [
    mixed(plain, SUN, 0.24),
    mixed(plain, SUN, 0.08),
    mixed(plain, SHADE, 0.4),
    mixed(plain, SHADE, 0.32),
  ];
  /** @type {[[number, number], [number, number]]} */
  const ridge = isLong
    ? [
        [x + run, my],
        [right - run, my],
      ]
    : [
        [mx, y + run],
        [mx, bottom - run],
      ];
  const [a, b] = ridge;
  if (isLong) {
    face(ctx, lit, [x, y], [right, y], b, a);
    face(ctx, dim, [x, bottom], [right, bottom], b, a);
    face(ctx, near, [x, y], a, [x, bottom]);
    face(ctx, far, [right, y], b, [right, bottom]);
  } else {
    face(ctx, lit, [x, y], a, b, [x, bottom]);
    face(ctx, dim, [right, y], a, b, [right, bottom]);
    face(ctx, near, [x, y], [right, y], a);
    face(ctx, far, [x, bottom], [right, bottom], b);
  }
  ctx.lineWidth = Math.max(0.6, cell * 0.03);
  ctx.strokeStyle = faded(SHADE, 0.16);
  ctx.beginPath();
  const rows = Math.max(4, cell * 0.12);
  for (let step = rows; step < (isLong ? h : w); step += rows) {
    const edge = Math.min(step, (isLong ? h : w) - step) * 2 * hip;
    ctx.moveTo(isLong ? x + edge : x + step, isLong ? y + step : y + edge);
    ctx.lineTo(isLong ? right - edge : x + step, isLong ? y + step : bottom - edge);
  }
  ctx.stroke();
  ctx.strokeStyle = faded(SUN, 0.5);
  ctx.beginPath();
  ctx.moveTo(...a);
  ctx.lineTo(...b);
  ctx.stroke();
  ctx.strokeStyle = faded(SHADE, 0.55);
  ctx.strokeRect(x, y, w, h);
}

/** Long houses side by side, with chimneys. @param {Sheet} sheet @param {Box} box @param {number} seed */
export function dormitory(sheet, { x, y, width, height }, seed) {
  const isLong = width >= height;
  const [along, across] = isLong ? [width, height] : [height, width];
  const rows = Math.max(1, Math.round(across / 1.7));
  const pitch = across / rows;
  for (let row = 0; row < rows; row += 1) {
    const [start, thick] = [row * pitch + pitch * 0.14, pitch * 0.7];
    const box = isLong
      ? { x: x + 0.12, y: y + start, width: along - 0.26, height: thick }
      : { x: x + start, y: y + 0.12, width: thick, height: along - 0.26 };
    gable(sheet, box, '#A0604C');
    const { ctx, cell } = sheet;
    for (let i = 0; i < along; i += 1) {
      const side = hash(i, row, seed) > 0.5 ? 0.28 : 0.68;
      const [cx, cy] = isLong ? [x + i + 0.5, y + start + thick * side] : [x + start + thick * side, y + i + 0.5];
      ctx.fillStyle = faded(SHADE, 0.45);
      ctx.fillRect((cx - 0.02) * cell, (cy - 0.02) * cell, cell * 0.2, cell * 0.2);
      ctx.fillStyle = hash(i, row, seed + 1) > 0.5 ? '#D9C5A6' : '#A08C78';
      ctx.fillRect((cx - 0.1) * cell, (cy - 0.1) * cell, cell * 0.18, cell * 0.18);
    }
  }
}

/** A flat roof, around a court where there is room for one. @param {Sheet} sheet @param {Box} box @param {number} seed */
export function teaching(sheet, box, seed) {
  const { ctx, cell } = sheet;
  const inset = 0.14;
  const [x, y] = [(box.x + inset) * cell, (box.y + inset) * cell];
  const [w, h] = [(box.width - 2 * inset) * cell, (box.height - 2 * inset) * cell];
  const hasCourt = Math.min(box.width, box.height) >= 3;
  const wall = hasCourt ? Math.min(w, h) * 0.27 : 0;
  const [cx, cy, cw, ch] = [x + wall, y + wall, w - 2 * wall, h - 2 * wall];
  shadow(sheet, (to) => to.rect(x, y, w, h), 0.26);
  if (hasCourt) paintCourt(sheet, cx, cy, cw, ch);
  const roof = () => {
    ctx.beginPath();
    ctx.rect(x, y, w, h);
    if (hasCourt) ctx.rect(cx, cy, cw, ch);
  };
  ctx.save();
  roof();
  ctx.clip('evenodd');
  ctx.fillStyle = tone(sheet, hash(seed, 1, 2) > 0.6 ? '#8A8273' : '#73879A', 0.34);
  ctx.fillRect(x, y, w, h);
  const light = ctx.createLinearGradient(x, y, x + w, y + h);
  light.addColorStop(0, faded(SUN, 0.34));
  light.addColorStop(1, faded(SHADE, 0.36));
  ctx.fillStyle = light;
  ctx.fillRect(x, y, w, h);
  ctx.strokeStyle = faded(SHADE, 0.18);
  ctx.lineWidth = 1;
  ctx.beginPath();
  for (let line = cell * 0.4; line < w; line += cell * 0.4) {
    ctx.moveTo(x + line, y);
    ctx.lineTo(x + line, y + h);
  }
  ctx.stroke();
  for (let i = 0; i < box.width + box.height; i += 1) {
    const [px, py] = [x + hash(i, 3, seed) * (w - cell * 0.5), y + hash(i, 4, seed) * (h - cell * 0.4)];
    const isGlass = hash(i, 5, seed) > 0.5;
    ctx.fillStyle = faded(SHADE, 0.4);
    ctx.fillRect(px + 2, py + 2, cell * 0.42, cell * 0.28);
    ctx.fillStyle = isGlass ? '#39536E' : '#C3CCD2';
    ctx.fillRect(px, py, cell * 0.42, cell * 0.28);
  }
  ctx.restore();
  for (const [bx, by, bw, bh, by2] of hasCourt
    ? [
        [x, y, w, h, 2],
        [cx, cy, cw, ch, -2],
      ]
    : [[x, y, w, h, 2]]) {
    ctx.lineWidth = 1;
    ctx.strokeStyle = faded(SHADE, 0.7);
    ctx.strokeRect(bx, by, bw, bh);
    ctx.strokeStyle = faded(SUN, 0.4);
    ctx.strokeRect(bx + by2, by + by2, bw - 2 * by2, bh - 2 * by2);
  }
}

/** Lawn, paths and a fountain. @param {Sheet} sheet @param {number} x pixels @param {number} y @param {number} w @param {number} h */
function paintCourt(sheet, x, y, w, h) {
  const { ctx, cell } = sheet;
  ctx.fillStyle = tone(sheet, '#5F7A4C', 0.3);
  ctx.fillRect(x, y, w, h);
  ctx.strokeStyle = tone(sheet, '#B9AE92');
  ctx.lineWidth = cell * 0.1;
  ctx.beginPath();
  ctx.moveTo(x, y + h / 2);
  ctx.lineTo(x + w, y + h / 2);
  ctx.moveTo(x + w / 2, y);
  ctx.lineTo(x + w / 2, y + h);
  ctx.stroke();
  for (const [style, radius] of /** @type {[string, number][]} */ ([
    [tone(sheet, '#B9AE92'), 0.27],
    ['#3F8CA0', 0.14],
  ])) {
    ctx.fillStyle = style;
    ctx.beginPath();
    ctx.arc(x + w / 2, y + h / 2, cell * radius, 0, TURN);
    ctx.fill();
  }
  ctx.fillStyle = faded(SHADE, 0.38);
  ctx.fillRect(x, y, w, cell * 0.26);
  ctx.fillRect(x, y, cell * 0.26, h);
  for (const [px, py] of [
    [0.24, 0.26],
    [0.77, 0.26],
    [0.24, 0.77],
    [0.77, 0.77],
  ])
    tree(sheet, (x + w * px) / cell, (y + h * py) / cell, 0.2, px > 0.5 ? 1 : 2);
}

/** A running track around a pitch, or courts where it is small. @param {Sheet} sheet @param {Box} box @param {number} seed */
export function playground(sheet, box, seed) {
  if (Math.min(box.width, box.height) < 3) return courts(sheet, box, seed);
  const { ctx, cell } = sheet;
  const [x, y] = [(box.x + 0.2) * cell, (box.y + 0.2) * cell];
  const [w, h] = [(box.width - 0.4) * cell, (box.height - 0.4) * cell];
  const least = Math.min(w, h);
  const oval = (/** @type {number} */ by) => {
    ctx.beginPath();
    ctx.roundRect(x + by, y + by, w - 2 * by, h - 2 * by, (least - 2 * by) / 2);
  };
  shadow(sheet, (to) => to.roundRect(x, y, w, h, least / 2), 0.1);
  oval(0);
  ctx.fillStyle = tone(sheet, '#A65646');
  ctx.fill();
  const lanes = least * 0.2;
  ctx.lineWidth = 1;
  ctx.strokeStyle = 'rgba(255,238,220,0.5)';
  for (let lane = 0; lane < 5; lane += 1) {
    oval(1 + (lane * lanes) / 4);
    ctx.stroke();
  }
  ctx.save();
  oval(lanes);
  ctx.clip();
  for (let i = 0; i < 16; i += 1) {
    ctx.fillStyle = tone(sheet, i % 2 ? '#5C8B4C' : '#6B9C57', 0.22);
    if (w >= h) ctx.fillRect(x + (i * w) / 16, y, w / 16 + 1, h);
    else ctx.fillRect(x, y + (i * h) / 16, w, h / 16 + 1);
  }
  ctx.restore();
  paintPitch(sheet, x + (w >= h ? h * 0.4 : lanes + 4), y + (w >= h ? lanes + 4 : w * 0.4), w, h, lanes);
}

/** Lines of a pitch inside a track. @param {Sheet} sheet @param {number} x pixels @param {number} y @param {number} w of the track @param {number} h @param {number} lanes */
function paintPitch({ ctx }, x, y, w, h, lanes) {
  const isLong = w >= h;
  const [pw, ph] = isLong ? [w - h * 0.8, h - 2 * lanes - 8] : [w - 2 * lanes - 8, h - w * 0.8];
  if (pw < 8 || ph < 8) return;
  ctx.lineWidth = 1.1;
  ctx.strokeStyle = 'rgba(245,250,240,0.8)';
  ctx.strokeRect(x, y, pw, ph);
  ctx.beginPath();
  ctx.moveTo(isLong ? x + pw / 2 : x, isLong ? y : y + ph / 2);
  ctx.lineTo(isLong ? x + pw / 2 : x + pw, isLong ? y + ph : y + ph / 2);
  const ring = Math.min(pw, ph) * 0.18;
  ctx.moveTo(x + pw / 2 + ring, y + ph / 2);
  ctx.arc(x + pw / 2, y + ph / 2, ring, 0, TURN);
  ctx.stroke();
}

/** @param {Sheet} sheet @param {Box} box @param {number} seed */
function courts(sheet, { x, y, width, height }, seed) {
  const { ctx, cell } = sheet;
  const isLong = width >= height;
  const [along, across] = isLong ? [width, height] : [height, width];
  const count = Math.max(1, Math.round(along / 2));
  for (let i = 0; i < count; i += 1) {
    const [start, long] = [(i * along) / count + 0.1, along / count - 0.2];
    const [left, top] = isLong ? [x + start, y + 0.1] : [x + 0.1, y + start];
    const [w, h] = (isLong ? [long, across - 0.2] : [across - 0.2, long]).map((value) => value * cell);
    const [px, py] = [left * cell, top * cell];
    shadow(sheet, (to) => to.rect(px, py, w, h), 0.06);
    ctx.fillStyle = tone(sheet, ['#3F7189', '#8A5A50', '#47795F'][Math.floor(hash(i, 1, seed) * 3)]);
    ctx.fillRect(px, py, w, h);
    ctx.lineWidth = 1;
    ctx.strokeStyle = 'rgba(245,245,240,0.75)';
    ctx.strokeRect(px + cell * 0.12, py + cell * 0.12, w - cell * 0.24, h - cell * 0.24);
    ctx.beginPath();
    ctx.moveTo(w > h ? px + w / 2 : px + cell * 0.12, w > h ? py + cell * 0.12 : py + h / 2);
    ctx.lineTo(w > h ? px + w / 2 : px + w - cell * 0.12, w > h ? py + h - cell * 0.12 : py + h / 2);
    ctx.stroke();
  }
}

/** One house with its garden. @param {Sheet} sheet @param {number} x cells @param {number} y @param {number} seed */
export function house(sheet, x, y, seed) {
  const { ctx, cell } = sheet;
  const draw = hash(x, y, seed);
  ctx.lineWidth = 1;
  ctx.fillStyle = sheet.dark ? 'rgba(30,44,26,0.4)' : 'rgba(120,150,90,0.28)';
  ctx.fillRect((x + 0.07) * cell, (y + 0.07) * cell, cell * 0.86, cell * 0.86);
  ctx.strokeStyle = 'rgba(214,204,170,0.3)';
  ctx.strokeRect((x + 0.07) * cell, (y + 0.07) * cell, cell * 0.86, cell * 0.86);
  const isLong = hash(x, y, seed + 1) > 0.5;
  const [width, height] = isLong ? [0.7, 0.5] : [0.5, 0.68];
  gable(sheet, { x: x + 0.13, y: y + 0.14, width, height }, HOUSES[Math.floor(draw * 4)], 0.4);
  tree(sheet, x + 0.82, y + 0.82, 0.14, Math.floor(draw * 9));
}

/** @param {Sheet} sheet @param {number} x cells @param {number} y @param {number} radius @param {number} kind */
export function tree(sheet, x, y, radius, kind) {
  const { ctx, cell } = sheet;
  const [px, py, size] = [x * cell, y * cell, radius * cell];
  const colour = tone(sheet, LEAVES[kind % 4], 0.2);
  ctx.fillStyle = faded(SHADE, sheet.dark ? 0.45 : 0.28);
  ctx.beginPath();
  ctx.ellipse(px + size * 0.6, py + size * 0.6, size, size * 0.92, 0.7, 0, TURN);
  ctx.fill();
  ctx.fillStyle = mixed(colour, SHADE, 0.35);
  ctx.beginPath();
  for (let i = 0; i < 7; i += 1) {
    const angle = (i / 7) * TURN + kind;
    ctx.moveTo(px, py);
    ctx.arc(px + Math.cos(angle) * size * 0.55, py + Math.sin(angle) * size * 0.55, size * 0.55, 0, TURN);
  }
  ctx.fill();
  for (const [style, by, part] of /** @type {[string, number, number][]} */ ([
    [colour, 0.14, 0.76],
    [mixed(colour, '#F4F0B8', 0.38), 0.34, 0.36],
  ])) {
    ctx.fillStyle = style;
    ctx.beginPath();
    ctx.arc(px - size * by, py - size * by, size * part, 0, TURN);
    ctx.fill();
  }
}
