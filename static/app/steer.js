/**
 * The page on which a contest is steered stays up to date while somebody looks at it. A form in which somebody types, which has been refused or which
 * asks something stays as it is.
 */
import { get } from 'app/api.js';
import { swap } from 'app/live.js';
import { onWaking } from 'app/waking.js';

/**
 * @param {HTMLElement} page with `data-url`
 * @param {{ ask?: (url: string, how: import('app/api.js').How) => Promise<{ parts: Record<string, string>, is_over: boolean }>, isHidden?: () => boolean }} [config] replaced in tests
 */
export function createSteering(page, config = {}) {
  const ask = config.ask ?? get;
  const isHidden = config.isHidden ?? (() => document.hidden);

  async function look() {
    if (isHidden() || 'over' in page.dataset) return;
    try {
      const { parts, is_over } = await ask(page.dataset.url ?? '', { wants: ['parts', 'is_over'] });
      for (const [name, html] of Object.entries(parts)) {
        const part = page.querySelector(`#steer-${name}`);
        if (!part) continue;
        if (part.querySelector('[data-cards]') && !is_over) renew(part, html);
        else swap(part, html);
      }
      if (is_over) page.dataset.over = '';
    } catch {
      // What is shown stays; it is asked for again.
    }
  }

  return { look };
}

/**
 * Cards one by one: what is typed into one is no reason to leave the others as they were.
 * @param {Element} part @param {string} html
 */
function renew(part, html) {
  const fresh = document.createElement('template');
  fresh.innerHTML = html;
  if (!isHeld(part)) return swap(part, html);
  const cards = /** @type {Element} */ (part.querySelector('[data-cards]'));
  const known = byName(cards);
  const wanted = byName(fresh.content);
  for (const [name, old] of known) if (!wanted.has(name) && !isHeld(old)) old.remove();
  for (const [name, card] of wanted) {
    const old = known.get(name);
    if (!old) cards.append(card);
    else if (!isHeld(old)) swap(old, card.innerHTML);
  }
}

/** @param {ParentNode} place @returns {Map<string, Element>} */
const byName = (place) =>
  new Map([...place.querySelectorAll('[data-card]')].map((card) => [card.getAttribute('data-card') ?? '', card]));

/** Is somebody at it, has somebody typed into it, or does it say what was wrong? @param {Element} part */
function isHeld(part) {
  if (part.contains(document.activeElement) || part.matches('[data-kept]') || part.querySelector('[data-kept]'))
    return true;
  return [...part.querySelectorAll('input:not([type=hidden]), textarea, select')].some((field) =>
    field instanceof HTMLSelectElement
      ? field.selectedIndex !==
        Math.max(
          0,
          [...field.options].findIndex((option) => option.defaultSelected),
        )
      : /** @type {HTMLInputElement | HTMLTextAreaElement} */ (field).value !==
        /** @type {HTMLInputElement | HTMLTextAreaElement} */ (field).defaultValue,
  );
}

const page = typeof document === 'undefined' ? null : document.getElementById('steer');
if (page) {
  const { look } = createSteering(page);
  setInterval(look, Number(page.dataset.every) * 1000);
  onWaking(look);
}
