/**
 * What is known of the thing that was pointed at? The card of a unit, a place, a fleet, a battle: drawing and title, facts, signs, what
 * can be done with it. One card for a whole panel; what it shows changes, its parts stay.
 */
import { h, list, replace, setText } from 'app/dom.js';
import { chips } from 'kit/lists.js';
import { drawing, fill, rows } from 'kit/parts.js';

/** @typedef {import('app/dom.js').Child} Child */

/**
 * What there is to show.
 * @typedef {object} Inspected
 * @property {string} title
 * @property {string | null} [icon] path of a drawing
 * @property {Child} [mark] stands before the title: a seat's mark
 * @property {string} [kind] what sort of thing it is
 * @property {[term: string, what: Child][]} [facts]
 * @property {string[]} [signs] what deserves attention
 * @property {Child[]} [body] tables and the like, made anew each time; nothing that can have the focus
 * @property {string[]} [lines] a list of sentences
 * @property {import('./lists.js').Chip[]} [actions] what can be done, or where one can go from here
 */

/**
 * @param {{empty: string, label: string, act?: (key: any) => void, class?: string}} what `empty` tells what can be pointed at; `label`
 *   names the row of actions
 * @returns {import('./parts.js').Part<Inspected | null>}
 */
export function card({ empty, label, act = () => {}, class: kind = '' }) {
  const icon = h('span', { class: 'kit-card-icon' });
  const mark = h('span');
  const title = h('h3');
  const sort = h('span', { class: 'kit-aside' });
  const header = h('header', null, icon, mark, title, sort);
  const facts = rows();
  const signs = h('div', { class: 'kit-signs' });
  const body = h('div');
  const lines = h('ul', { class: 'kit-lines' });
  const actions = chips({ label, onchoose: act });
  const row = h('div', { class: 'kit-actions' }, h('span', { 'aria-hidden': 'true' }, label), actions.element);
  const hint = h('p', { class: 'kit-hint' }, empty);
  const element = h(
    'section',
    { class: `kit-section kit-card ${kind}`.trim() },
    header,
    facts.element,
    signs,
    body,
    lines,
    row,
    hint,
  );
  let drawn = '';

  /** @param {HTMLElement} parent @param {string[]} texts @param {() => HTMLElement} make */
  function write(parent, texts, make) {
    parent.hidden = !texts.length;
    const entries = texts.map((text, i) => ({ text, i }));
    list(
      parent,
      entries,
      ({ i }) => i,
      make,
      (child, { text }) => setText(child, text),
    );
  }

  return {
    element,
    show(what) {
      hint.hidden = what !== null;
      for (const part of [header, facts.element, signs, body, lines, row]) part.hidden = what === null;
      if (!what) return;
      const { icon: path, facts: known = [], body: more = [], actions: offered = [] } = what;
      if (drawn !== (path ?? '')) replace(icon, path ? drawing(path) : null);
      drawn = path ?? '';
      icon.hidden = !path;
      fill(mark, what.mark);
      mark.hidden = !what.mark;
      setText(title, what.title);
      setText(sort, what.kind ?? '');
      facts.element.hidden = !known.length;
      facts.show(known);
      write(signs, what.signs ?? [], () => h('p', { class: 'kit-note' }));
      replace(body, ...more);
      write(lines, what.lines ?? [], () => h('li'));
      row.hidden = !offered.length;
      actions.show(offered);
    },
  };
}
