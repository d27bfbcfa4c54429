/**
 * How has a rating moved, and where does it lie among all? Draws what the page says in its tables; without this they are open.
 *
 * @typedef {{ points: number[], provisional: number, labels: string[], moments: string[] }} History `moments`: when each of the points came
 * @typedef {{ lows: number[], players: number[], width: number, own: number, labels: string[] }} Shares
 */
import { pageData } from 'app/dom.js';
import { onChange } from 'app/theme.js';
import { inWords } from 'app/times.js';
import uPlot from 'vendor/uplot.js';

const HEIGHT = 220;
/** @type {uPlot[]} */
let drawn = [];

/** A colour of the page's style. @param {string} name */
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/** What both charts share. @param {HTMLElement} place @param {string[]} labels @param {HTMLElement | null} said */
function frame(place, labels, said) {
  const axis = {
    stroke: colour('muted'),
    grid: { stroke: colour('line'), width: 1 },
    ticks: { stroke: colour('line'), width: 1 },
    font: `12px ${colour('font')}`,
  };
  /** @type {Partial<uPlot.Options>} */
  const options = {
    width: Math.max(240, place.clientWidth),
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false } },
    hooks: {
      setCursor: [
        (/** @type {uPlot} */ chart) => {
          const at = chart.cursor.idx;
          if (said) said.textContent = typeof at === 'number' ? (labels[at] ?? '') : '';
        },
      ],
    },
  };
  return { axis, options };
}

/** @param {HTMLElement} place @param {History} history */
function drawHistory(place, history) {
  // Days are those of the reader's zone.
  const days = history.moments.map((at) => inWords(at, 'day'));
  const labels = history.labels.map((label, at) => `${days[at]}: ${label}`);
  const { axis, options } = frame(place, labels, document.getElementById('history-said'));
  const first = history.provisional;
  const early = history.points.map((value, at) => (at <= first ? value : null));
  const settled = history.points.map((value, at) => (at >= first ? value : null));
  const line = { stroke: colour('lamp'), width: 2, points: { show: history.points.length < 60, size: 6 } };
  return new uPlot(
    /** @type {uPlot.Options} */ ({
      ...options,
      scales: {
        x: { time: false },
        y: { range: (_, low, high) => [Math.min(low, high - 60) - 15, Math.max(high, low + 60) + 15] },
      },
      axes: [
        {
          ...axis,
          space: 90,
          incrs: [1, 2, 5, 10, 20, 50, 100, 200],
          values: (_, ticks) => ticks.map((/** @type {number} */ at) => days[at] ?? ''),
        },
        { ...axis, size: 52, values: (_, ticks) => ticks.map(String) },
      ],
      // A provisional rating is dashed.
      series: [{}, { ...line, dash: [4, 4] }, line],
    }),
    [history.points.map((_, at) => at), early, settled],
    place,
  );
}

/** @param {HTMLElement} place @param {Shares} shares */
function drawShares(place, shares) {
  const { axis, options } = frame(place, shares.labels, document.getElementById('shares-said'));
  const most = Math.max(...shares.players);
  const own = shares.lows.map((low) => low <= shares.own && shares.own < low + shares.width);
  /** @param {string} stroke */
  const bars = (stroke) => ({
    stroke,
    fill: stroke,
    width: 0,
    points: { show: false },
    paths: uPlot.paths.bars?.({ size: [0.86, 64] }),
  });
  const middle = shares.lows.map((low) => low + shares.width / 2);
  return new uPlot(
    /** @type {uPlot.Options} */ ({
      ...options,
      scales: {
        x: { time: false, range: () => [shares.lows[0] - shares.width, (shares.lows.at(-1) ?? 0) + 2 * shares.width] },
        y: { range: () => [0, Math.max(4, most * 1.1)] },
      },
      axes: [
        { ...axis, space: 56, values: (_, ticks) => ticks.map(String) },
        {
          ...axis,
          size: 44,
          incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000],
          values: (_, ticks) => ticks.map(String),
        },
      ],
      series: [{}, bars(colour('control')), bars(colour('lamp'))],
    }),
    [
      middle,
      shares.players.map((players, at) => (own[at] ? null : players)),
      shares.players.map((players, at) => (own[at] ? players : null)),
    ],
    place,
  );
}

/** @param {string} name @param {(place: HTMLElement) => uPlot} draw */
function show(name, draw) {
  const place = document.getElementById(`${name}-chart`);
  if (!place) return;
  place.hidden = false;
  place.replaceChildren();
  drawn.push(draw(place));
  const said = document.getElementById(`${name}-said`);
  if (said) said.hidden = false;
}

function drawAll() {
  for (const chart of drawn) chart.destroy();
  drawn = [];
  const { history, shares } = pageData('rating-page');
  // A line needs two matches.
  if (history.points.length > 1) show('history', (place) => drawHistory(place, history));
  if (shares.lows.length) show('shares', (place) => drawShares(place, shares));
}

for (const name of ['history', 'shares']) {
  const table = document.getElementById(`${name}-table`);
  const chart = document.getElementById(`${name}-chart`);
  const { history } = pageData('rating-page');
  if (table && chart && (name === 'shares' || history.points.length > 1)) table.removeAttribute('open');
}
drawAll();
onChange(drawAll);
let waiting = 0;
window.addEventListener('resize', () => {
  clearTimeout(waiting);
  waiting = window.setTimeout(drawAll, 150);
});
