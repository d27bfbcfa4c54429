/**
 * By what is a club's land known without its colour? A pattern for each seat, drawn in lines that keep their place on the map: dots, upright
 * lines, slanted lines, lozenges, waves, crosses, rings, bars.
 */

/** @typedef {{x: number, y: number, width: number, height: number}} Box pixels */
/** @typedef {(path: Path2D, at: {x: number, y: number, step: number}) => void} Sign one repetition, at the middle of its square */

/** The least and the most pixels between two repetitions, and how many a cell has. */
const STEP = { least: 7, most: 15, cell: 3 };

/** @type {Sign[]} */
const SIGNS = [
  (path, { x, y, step }) => {
    const radius = step * 0.17;
    path.moveTo(x + radius, y);
    path.arc(x, y, radius, 0, Math.PI * 2);
  },
  (path, { x, y, step }) => {
    path.moveTo(x, y - step / 2);
    path.lineTo(x, y + step / 2);
  },
  (path, { x, y, step }) => {
    path.moveTo(x - step / 2, y + step / 2);
    path.lineTo(x + step / 2, y - step / 2);
  },
  (path, { x, y, step }) => {
    const half = step * 0.32;
    path.moveTo(x, y - half);
    path.lineTo(x + half, y);
    path.lineTo(x, y + half);
    path.lineTo(x - half, y);
    path.closePath();
  },
  (path, { x, y, step }) => {
    path.moveTo(x - step / 2, y);
    path.quadraticCurveTo(x - step / 4, y - step * 0.34, x, y);
    path.quadraticCurveTo(x + step / 4, y + step * 0.34, x + step / 2, y);
  },
  (path, { x, y, step }) => {
    const arm = step * 0.24;
    path.moveTo(x - arm, y);
    path.lineTo(x + arm, y);
    path.moveTo(x, y - arm);
    path.lineTo(x, y + arm);
  },
  (path, { x, y, step }) => {
    const radius = step * 0.28;
    path.moveTo(x + radius, y);
    path.arc(x, y, radius, 0, Math.PI * 2);
  },
  (path, { x, y, step }) => {
    path.moveTo(x - step * 0.34, y);
    path.lineTo(x + step * 0.34, y);
  },
];

/**
 * A club's pattern over a box, to be stroked; the same signs at the same places of the map wherever the box begins.
 * @param {number} seat @param {Box} box @param {{x: number, y: number}} origin where the map begins, pixels @param {number} size of a cell, pixels
 */
export function patternPath(seat, box, origin, size) {
  const path = new Path2D();
  // A whole number in a cell, so that neighbours meet without a seam.
  const step = size / Math.max(1, Math.min(STEP.cell, Math.floor(size / STEP.least)));
  const gap = step > STEP.most ? step / Math.ceil(step / STEP.most) : step;
  const first = (/** @type {number} */ from, /** @type {number} */ start) =>
    start + Math.floor((from - start) / gap) * gap;
  for (let y = first(box.y, origin.y) + gap / 2; y < box.y + box.height + gap; y += gap)
    for (let x = first(box.x, origin.x) + gap / 2; x < box.x + box.width + gap; x += gap)
      SIGNS[seat % SIGNS.length](path, { x, y, step: gap });
  return path;
}
