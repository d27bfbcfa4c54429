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
 * @param {{empty: string | (() => string), label: string, act?: (key: any) => void, class?: string}} what `empty` tells what can be pointed at; `label`
 *   names the row of actions
 * @returns {{element: HTMLElement, show: (what: Inspected | null, notes?: string[]) => void}} `notes` stand over it, whatever it shows
 */
export function card({ empty, label, act = () => {}, class: kind = '' }) {
  const icon = h('span', { class: 'kit-card-icon' });
  const mark = h('span');
  const title = h('h3');
  const sort = h('span', { class: 'kit-aside' });
  const above = h('div', { class: 'kit-signs' });
  const header = h('header', null, icon, mark, title, sort);
  const facts = rows();
  const signs = h('div', { class: 'kit-signs' });
  const body = h('div');
  const lines = h('ul', { class: 'kit-lines' });
  const actions = chips({ label, onchoose: act });
  const row = h('div', { class: 'kit-actions' }, h('span', { 'aria-hidden': 'true' }, label), actions.element);
  const hint = h('p', { class: 'kit-hint' });
  const element = h(
    'section',
    { class: `kit-section kit-card ${kind}`.trim() },
    above,
    header,
    facts.element,
    signs,
    body,
    lines,
    row,
    hint,
  );
  const note = () => h('p', { class: 'kit-note' });
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
    show(what, notes = []) {
      write(above, notes, note);
      hint.hidden = what !== null;
      setText(hint, typeof empty === 'string' ? empty : empty());
      for (const part of [header, body]) part.hidden = what === null;
      const known = what ?? { title: '' };
      if (drawn !== (known.icon ?? '')) replace(icon, known.icon ? drawing(known.icon) : null);
      drawn = known.icon ?? '';
      icon.hidden = !drawn;
      fill(mark, known.mark);
      mark.hidden = !known.mark;
      setText(title, known.title);
      setText(sort, known.kind ?? '');
      facts.element.hidden = !known.facts?.length;
      facts.show(known.facts ?? []);
      write(signs, known.signs ?? [], note);
      replace(body, ...(known.body ?? []));
      write(lines, known.lines ?? [], () => h('li'));
      row.hidden = !known.actions?.length;
      actions.show(known.actions ?? []);
    },
  };
}
