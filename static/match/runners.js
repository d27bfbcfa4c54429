/**
 * Of whom are runs of a program wanted that steers each thing of a match by itself? A list of their names, of which one is chosen.
 */
import { h, list } from 'app/dom.js';

/** @param {{label: string, none: string, onchoose?: () => void}} what `none` stands for no choice */
export function runnerSelect({ label, none, onchoose }) {
  const select = h('select', { onchange: onchoose });
  const element = h('label', null, label, ' ', select);
  return {
    element,
    /** The id of whom was chosen; '': nobody. */
    value: () => select.value,
    /** @param {string[]} entities of all runs, in any order @param {(entity: string) => string} name */
    show(entities, name) {
      const known = [...new Set(entities)].filter(Boolean).map((id) => [id, name(id)]);
      known.sort(([, a], [, b]) => a.localeCompare(b));
      element.hidden = !known.length;
      list(
        select,
        [['', none], ...known],
        ([id]) => id,
        ([id]) => h('option', { value: id }),
        (option, [, words]) => {
          option.textContent = words;
        },
      );
    },
  };
}
