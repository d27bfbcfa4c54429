/** Which figures stand in a panel? Bars of a row of numbers, and a legend with its ramp of colours. Looks: css/kit.css. */
import { h, replace, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';

/**
 * A bar per number, the highest as high as there is room; full ones are told by colour and rim. The words below say it all.
 * @returns {import('./parts.js').Part<{bars: {value: number, isFull: boolean}[], text: string}>}
 */
export function bars() {
  const row = h('div', { class: 'kit-bars', role: 'img' });
  const words = h('p', { class: 'kit-hint' });
  return {
    element: h('div', null, row, words),
    show({ bars: numbers, text }) {
      const most = Math.max(1, ...numbers.map(({ value }) => value));
      replace(
        row,
        ...numbers.map(({ value, isFull }) => {
          const bar = h('i', { class: isFull ? 'full' : '' });
          bar.style.height = `${Math.max(6, (value / most) * 100)}%`;
          return bar;
        }),
      );
      row.setAttribute('aria-label', text);
      setText(words, text);
    },
  };
}

/** What colours and signs mean, folded away. @param {{ends: [string, string], lines: string[]}} what `ends` of the ramp @returns {import('./parts.js').Part<string[]>} shows the colours of the ramp */
export function legend({ ends, lines }) {
  const ramp = h('div', { class: 'kit-ramp', 'aria-hidden': 'true' });
  let drawn = '';
  return {
    element: h(
      'details',
      { class: 'kit-section kit-legend' },
      h('summary', null, t('Legend')),
      ramp,
      h(
        'p',
        { class: 'kit-ends' },
        ends.map((end) => h('span', null, end)),
      ),
      h(
        'ul',
        { class: 'kit-lines' },
        lines.map((line) => h('li', null, line)),
      ),
    ),
    show(colours) {
      if (drawn === String(colours)) return;
      drawn = String(colours);
      ramp.style.backgroundImage = `linear-gradient(90deg, ${drawn})`;
    },
  };
}
