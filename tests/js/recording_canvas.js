// A canvas that paints nothing and remembers what it was told: words with their boxes, lines and fills with their colours. Boards are
// asked about it in tests: do words keep clear of each other, who wears which colour? Put in place by `board_page.js`.

/** Parts of the size of a font: how wide letters are, and how far they reach above and below the line. */
const WIDE = 0.56;
const ASCENT = 0.72;
const DESCENT = 0.2;
/** Plates of words are no higher, in pixels. */
const PLATE = 24;
const ROUND = /[\u2e80-\u9fff\uff00-\uffef]/;

/** @typedef {{text: string, x: number, y: number, width: number, height: number, colour: string}} Word pixels of the canvas */

/** Size of a CSS font in pixels. @param {string} font */
const sizeOf = (font) => Number(/([\d.]+)px/.exec(font)?.[1] ?? 10);

/** Width of a text in pixels: letters of most fonts are as wide on average; Chinese ones are squares. @param {string} text @param {number} size */
const widthOf = (text, size) => [...text].reduce((sum, letter) => sum + (ROUND.test(letter) ? 1 : WIDE) * size, 0);

const product = ([a, b, c, d, e, f], [g, h, i, j, k, l]) => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
];

const START = {
  fillStyle: '#000000',
  strokeStyle: '#000000',
  globalAlpha: 1,
  lineWidth: 1,
  font: '10px sans-serif',
  textAlign: 'start',
  textBaseline: 'alphabetic',
  filter: 'none',
  matrix: [1, 0, 0, 1, 0, 0],
  dash: [],
};

/** Where a text begins, as a part of its width; its line, as a part of the size above its middle. */
const ALIGNED = { start: 0, left: 0, center: 0.5, end: 1, right: 1 };
const LIFTED = {
  alphabetic: 0,
  middle: (ASCENT - DESCENT) / 2,
  top: ASCENT,
  hanging: ASCENT,
  bottom: -DESCENT,
  ideographic: -DESCENT,
};

export class RecordingContext {
  constructor(canvas) {
    this.canvas = canvas;
    this.stack = [];
    Object.assign(this, structuredClone(START));
    this.forget();
  }
  forget() {
    /** @type {Word[]} */
    this.words = [];
    /** What was filled and stroked. @type {{colour: unknown, isDashed: boolean}[]} */
    this.strokes = [];
    /** Rounded boxes that were filled: plates under words. @type {{x: number, y: number, width: number, height: number}[]} */
    this.plates = [];
    /** Canvases whose content was copied. */
    this.copies = [];
  }
  save() {
    this.stack.push(Object.fromEntries(Object.keys(START).map((key) => [key, this[key]])));
  }
  restore() {
    Object.assign(this, this.stack.pop());
  }
  reset() {
    Object.assign(this, structuredClone(START));
    this.forget();
  }
  setTransform(a, b, c, d, e, f) {
    this.matrix =
      typeof a === 'object' ? [a.a, a.b, a.c, a.d, a.e, a.f] : a === undefined ? START.matrix : [a, b, c, d, e, f];
  }
  getTransform() {
    const [a, b, c, d, e, f] = this.matrix;
    return { a, b, c, d, e, f };
  }
  resetTransform() {
    this.matrix = START.matrix;
  }
  transform(...other) {
    this.matrix = product(this.matrix, other);
  }
  translate(x, y) {
    this.transform(1, 0, 0, 1, x, y);
  }
  scale(x, y) {
    this.transform(x, 0, 0, y, 0, 0);
  }
  rotate(angle) {
    this.transform(Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), 0, 0);
  }
  setLineDash(dash) {
    this.dash = [...dash];
  }
  getLineDash() {
    return this.dash;
  }
  measureText(text) {
    const size = sizeOf(this.font);
    const width = widthOf(String(text), size);
    const before = width * ALIGNED[this.textAlign];
    const lift = size * LIFTED[this.textBaseline];
    return {
      width,
      actualBoundingBoxLeft: before,
      actualBoundingBoxRight: width - before,
      actualBoundingBoxAscent: size * ASCENT - lift,
      actualBoundingBoxDescent: size * DESCENT + lift,
      fontBoundingBoxAscent: size * ASCENT - lift,
      fontBoundingBoxDescent: size * DESCENT + lift,
    };
  }
  fillText(text, x, y) {
    this.strokes.push({ colour: this.fillStyle, isDashed: false });
    if (this.globalAlpha <= 0.2 || !String(text).trim()) return;
    const {
      actualBoundingBoxLeft: left,
      actualBoundingBoxRight: right,
      actualBoundingBoxAscent: up,
      actualBoundingBoxDescent: down,
    } = this.measureText(text);
    const [a, b, c, d, e, f] = this.matrix;
    const [one, other] = [
      [x - left, y - up],
      [x + right, y + down],
    ].map(([u, v]) => [a * u + c * v + e, b * u + d * v + f]);
    const [width, height] = [other[0] - one[0], other[1] - one[1]];
    this.words.push({ text: String(text), x: one[0], y: one[1], width, height, colour: String(this.fillStyle) });
  }
  strokeText() {}
  clearRect(_x, _y, width, _height) {
    // A layer is wiped as a whole before it is drawn anew.
    if (width * Math.abs(this.matrix[0]) >= this.canvas.width - 1) this.forget();
  }
  drawImage(image, ...place) {
    if (image.getContext) this.copies.push({ image, place, matrix: this.matrix });
  }
  createImageData(width, height) {
    return typeof width === 'object'
      ? this.createImageData(width.width, width.height)
      : { width, height, data: new Uint8ClampedArray(4 * width * height) };
  }
  getImageData(_x, _y, width, height) {
    return this.createImageData(width, height);
  }
  putImageData() {}
  createPattern() {
    return { setTransform() {} };
  }
  isPointInPath() {
    return false;
  }
}
for (const name of ['fill', 'fillRect', 'stroke', 'strokeRect'])
  RecordingContext.prototype[name] = function () {
    const isStroke = name.startsWith('stroke');
    this.strokes.push({
      colour: isStroke ? this.strokeStyle : this.fillStyle,
      isDashed: isStroke && this.dash.length > 0,
    });
    if (name === 'fill' && this.plate) this.plates.push(this.plate);
  };
/** What a path is made of. */
export const SEGMENTS = [
  'closePath',
  'moveTo',
  'lineTo',
  'arc',
  'arcTo',
  'rect',
  'roundRect',
  'ellipse',
  'quadraticCurveTo',
  'bezierCurveTo',
];
for (const name of [...SEGMENTS, 'beginPath', 'clip']) RecordingContext.prototype[name] = () => {};
RecordingContext.prototype.beginPath = function () {
  this.plate = null;
};
RecordingContext.prototype.roundRect = function (x, y, width, height) {
  const [a, b, c, d, e, f] = this.matrix;
  // Turned ones belong to pieces.
  if (!b && !c && height <= PLATE) this.plate = { x: a * x + e, y: d * y + f, width: a * width, height: d * height };
};
for (const name of ['createRadialGradient', 'createLinearGradient', 'createConicGradient'])
  RecordingContext.prototype[name] = () => ({ addColorStop() {} });

export class RecordingCanvas {
  constructor(width = 300, height = 150) {
    Object.assign(this, { width, height });
  }
  getContext() {
    this.context ??= new RecordingContext(this);
    return this.context;
  }
  transferToImageBitmap() {
    return this;
  }
}

/** Words on a canvas, those of layers that were copied onto it too, in its own pixels. @param {{getContext: (kind: string) => RecordingContext}} canvas @returns {Word[]} */
export function wordsOn(canvas) {
  const context = canvas.getContext('2d');
  const copied = context.copies.flatMap(({ image, place, matrix }) => {
    if (place.length > 4) return [];
    const [x, y, width = image.width, height = image.height] = place;
    const [across, down] = [(width / image.width) * matrix[0], (height / image.height) * matrix[3]];
    return wordsOn(image).map((word) => ({
      ...word,
      x: x * matrix[0] + matrix[4] + word.x * across,
      y: y * matrix[3] + matrix[5] + word.y * down,
      width: word.width * across,
      height: word.height * down,
    }));
  });
  return [...copied, ...context.words];
}

/** Plates on a canvas. @param {{getContext: (kind: string) => RecordingContext}} canvas */
export const platesOn = (canvas) => canvas.getContext('2d').plates;

/** What was filled and stroked on a canvas, and on those that were copied onto it. */
export function strokesOn(canvas) {
  const { copies, strokes } = canvas.getContext('2d');
  return [...copies.flatMap(({ image }) => strokesOn(image)), ...strokes];
}

/** Pairs of words whose boxes share more than a rim of `spare` pixels. A text that is painted twice in its place is one. @param {Word[]} words @param {number} [spare] */
export function collisions(words, spare = 1) {
  return words.flatMap((a, i) =>
    words
      .slice(i + 1)
      .filter((b) => {
        const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
        const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
        return a.text !== b.text && wide > spare && high > spare;
      })
      .map((b) => [a.text, b.text]),
  );
}
