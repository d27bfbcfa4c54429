/** How is a certificate printed or kept as a picture? The picture has the words of the page, line by line, in its colours. */
import { t } from 'app/i18n.js';
import { asPng } from 'app/png.js';

/** Pixels of the picture: a sheet on its side. */
const SIZE = { width: 1600, height: 1130 };
const EDGE = 40;
/** Parts of the page, from above: selector, size of the letters in pixels, weight, room above. @type {[string, number, number, number][]} */
const LINES = [
  ['.certificate-kind', 44, 400, 0],
  ['h1', 104, 700, 60],
  ['.certificate-owner', 40, 400, 24],
  ['.certificate-rank', 80, 700, 56],
  ['.certificate-contest', 56, 600, 56],
  ['.certificate-when', 40, 400, 28],
  ['.certificate-date', 36, 400, 16],
  ['.certificate-foot', 36, 400, 64],
];

const sheet = /** @type {HTMLElement | null} */ (document.getElementById('certificate'));
if (sheet) offer(sheet);

/** @param {HTMLElement} paper */
function offer(paper) {
  const [print, keep] = ['certificate-print', 'certificate-picture'].map((id) => document.getElementById(id));
  const said = document.getElementById('certificate-said');
  if (!print || !keep || !said) return;
  print.hidden = keep.hidden = false;
  print.addEventListener('click', () => window.print());
  keep.addEventListener('click', async () => {
    try {
      save(await asPng(drawn(paper)), paper.dataset.file ?? 'certificate.png');
      said.textContent = t('Saved.');
    } catch {
      said.textContent = t('That did not work. Try again.');
    }
  });
}

/** @param {HTMLElement} paper */
function drawn(paper) {
  const canvas = Object.assign(document.createElement('canvas'), SIZE);
  const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  const style = getComputedStyle(paper);
  const colour = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  ctx.fillStyle = colour('--paper');
  ctx.fillRect(0, 0, SIZE.width, SIZE.height);
  ctx.strokeStyle = colour('--rim');
  for (const [inset, width] of [
    [EDGE, 6],
    [EDGE + 14, 2],
  ]) {
    ctx.lineWidth = width;
    ctx.strokeRect(inset, inset, SIZE.width - 2 * inset, SIZE.height - 2 * inset);
  }
  ctx.textAlign = 'center';
  ctx.textBaseline = 'top';
  const shown = LINES.flatMap(([where, size, weight, above]) => {
    const text = (paper.querySelector(where)?.textContent ?? '').replace(/\s+/g, ' ').trim();
    return text ? [{ text, size, weight, above, isRank: where === '.certificate-rank' }] : [];
  });
  let y = (SIZE.height - shown.reduce((sum, one) => sum + one.above + one.size, 0)) / 2;
  for (const { text, size, weight, above, isRank } of shown) {
    y += above;
    ctx.fillStyle = colour(isRank ? '--rim' : '--print');
    ctx.font = `${weight} ${size}px ${style.fontFamily}`;
    ctx.fillText(text, SIZE.width / 2, y, SIZE.width - 4 * EDGE);
    y += size;
  }
  return canvas;
}

/** @param {Blob} blob @param {string} name */
function save(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
