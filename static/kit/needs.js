/** What needs this person? Lines that lead to who they are about, and the way to whoever is without orders. */
import { h } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';
import { links } from 'kit/lists.js';
import { button, section } from 'kit/parts.js';

/** @typedef {{key: string, id: number, text: string, rests?: boolean}} Need one line: who it is about and what to do; `rests`: it is without orders */
/** @typedef {{shown: boolean, name?: string, needs: Need[], waiting: number, locked: boolean, readonly?: boolean}} Facts `waiting`: how many are without orders; `readonly`: nobody here orders anything */

/**
 * @param {{go: (id: number, key: string) => void, next: () => void, acts?: import('app/dom.js').Child[]}} how `next`: goes to the next without orders; `acts` stand beside its button
 * @param {import('app/dom.js').Child[]} children what stands below
 * @returns {import('./parts.js').Part<Facts>}
 */
export function needsPart({ go, next, acts = [] }, ...children) {
  const lines = links({ label: t('What needs you'), go: (/** @type {Need} */ { id, key }) => go(id, key) });
  const idle = button({ text: t('Next without orders'), key: 'Tab', act: next });
  const row = h('div', { class: 'kit-acts' }, idle.element, acts);
  const part = section(t('What needs you'), {}, lines.element, row, ...children);
  return {
    element: part.element,
    show({ shown, name: given, needs, waiting, locked, readonly = false }) {
      const name = given ?? (readonly ? t('What needs attention') : t('What needs you'));
      lines.element.setAttribute('aria-label', name);
      part.show({ shown, name, aside: waiting ? tn('{n} without orders', '{n} without orders', waiting) : '' });
      lines.show(needs);
      // The only one may have its line already.
      const isNamed = waiting === 1 && needs.some(({ rests }) => rests);
      idle.show({ disabled: locked || !waiting, shown: !readonly && !isNamed });
    },
  };
}
