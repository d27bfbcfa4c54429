/** How is one of eight ways chosen? Buttons as they stand around a middle. Looks: css/kit_figures.css. */
import { h } from 'app/dom.js';
import { button } from 'kit/parts.js';

/** Columns and rows from the middle, row by row. */
const PLACES = [-1, 0, 1].flatMap((row) => [-1, 0, 1].map((column) => String([column, row])));

/**
 * @param {{label: string, ways: {key: string, step: readonly number[], text: string, label: string}[], onchoose: (key: any) => void}} what `step`: columns to the right, rows down
 * @returns {HTMLElement}
 */
export function compass({ label, ways, onchoose }) {
  const cells = PLACES.map((place) => {
    const way = ways.find(({ step }) => String(step) === place);
    return way ? button({ text: way.text, label: way.label, act: () => onchoose(way.key) }).element : h('span');
  });
  return h('div', { class: 'kit-compass', role: 'group', 'aria-label': label }, cells);
}
