/** How is a fixed number shared out? A slider each; what one takes the others give, so that the sum always holds. */
import { h, setText } from 'app/dom.js';
import { slider } from 'kit/parts.js';

/**
 * The shares after one of them was set: the others give or take in turn, the largest first.
 * @param {number[]} shares @param {number} index @param {number} value @returns {number[]}
 */
export function shared(shares, index, value) {
  const sum = shares.reduce((all, one) => all + one, 0);
  const next = [...shares];
  next[index] = Math.max(0, Math.min(sum, value));
  const others = shares.map((_, i) => i).filter((i) => i !== index);
  for (let over = next.reduce((all, one) => all + one, 0) - sum; over !== 0; ) {
    const step = Math.sign(over);
    const from = others.filter((i) => step < 0 || next[i] > 0).sort((a, b) => next[b] - next[a])[0];
    next[from] -= step;
    over -= step;
  }
  return next;
}

/**
 * @param {{label: string, names: string[], onset: (shares: number[]) => void}} what
 * @returns {import('kit/parts.js').Part<{shares: number[], disabled?: boolean}>}
 */
export function sharesOf({ label, names, onset }) {
  let now = names.map(() => 0);
  const rows = names.map((name, i) => {
    const part = slider({ label: name, onslide: (value) => onset(shared(now, i, value)) });
    const count = h('output');
    return { part, count, element: h('div', { class: 'kit-share' }, h('span', null, name), part.element, count) };
  });
  return {
    element: h(
      'div',
      { class: 'kit-shares', role: 'group', 'aria-label': label },
      rows.map(({ element }) => element),
    ),
    show({ shares, disabled = false }) {
      now = shares;
      const max = shares.reduce((sum, one) => sum + one, 0);
      rows.forEach(({ part, count }, i) => {
        part.show({ value: shares[i], max, text: String(shares[i]), disabled });
        setText(count, String(shares[i]));
      });
    },
  };
}
