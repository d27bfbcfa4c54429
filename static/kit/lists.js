/**
 * How are several of a kind shown in a panel? As parts, each kept while its item stays; as chips; as a queue whose order is changed by
 * dragging, by arrow keys or by buttons. Whoever works by keyboard stays where they were.
 */
import { assign, h, list, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { drawing, SIGNS, signButton } from 'kit/parts.js';

/** @template Facts @typedef {import('./parts.js').Part<Facts>} Part */

/**
 * One part per item; the part stays as long as the item's key.
 * @template Item
 * @param {HTMLElement} element what they stand in @param {(item: Item) => string | number} key @param {(item: Item) => Part<Item>} create
 * @returns {Part<Item[]>}
 */
export function each(element, key, create) {
  /** @type {WeakMap<Element, Part<Item>>} */
  const known = new WeakMap();
  return {
    element,
    show(items) {
      keepFocus(element, () =>
        list(
          element,
          items,
          key,
          (item) => {
            const part = create(item);
            known.set(part.element, part);
            return part.element;
          },
          (child, item) => known.get(child)?.show(item),
        ),
      );
    },
  };
}

const CONTROLS = new Set(['button', 'input', 'select']);

/** What can have the focus in a row, in its order. @param {Element} element @returns {HTMLElement[]} */
const controlsOf = (element) =>
  [...element.children].flatMap((child) =>
    CONTROLS.has(child.localName) ? [/** @type {HTMLElement} */ (child)] : controlsOf(child),
  );

/**
 * A row that is put elsewhere loses its focus and gets it back; of a row that is gone, the same control of the next one gets it.
 * @param {HTMLElement} element @param {() => void} write
 */
function keepFocus(element, write) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const place = [...element.children].findIndex((row) => row.contains(focused));
  const control = place < 0 ? -1 : controlsOf(element.children[place]).indexOf(focused ?? element);
  write();
  if (place < 0 || !focused || document.activeElement === focused) return;
  const next = element.children[Math.min(place, element.children.length - 1)];
  const kept = element.contains(focused) ? focused : next && controlsOf(next)[control];
  kept?.focus();
}

/**
 * @typedef {object} Chip
 * @property {string | number} key
 * @property {string} text
 * @property {string} [small] a word after it: a price, a distance
 * @property {string} [sign] path of a drawing
 * @property {string} [label] for screen readers, where the text is too short
 * @property {string} [title]
 * @property {boolean} [pressed] chosen; without it the chip only acts
 * @property {boolean} [disabled]
 */

/**
 * Small buttons in a row. With `onremove` each has a second one that takes it away.
 * @param {{label: string, onchoose: (key: any) => void, onremove?: (key: any) => void}} what
 * @returns {Part<Chip[]>}
 */
export function chips({ label, onchoose, onremove }) {
  return each(
    h('div', { class: 'kit-chips', role: 'group', 'aria-label': label }),
    ({ key }) => key,
    ({ key, sign }) => {
      const text = h('span');
      const small = h('small');
      const act = h(
        'button',
        { type: 'button', class: 'kit-chip', onclick: () => onchoose(key) },
        sign && drawing(sign),
        text,
        small,
      );
      const remove = onremove && signButton(SIGNS.close, '', () => onremove(key));
      return {
        element: remove ? h('span', { class: 'kit-removable' }, act, remove) : act,
        show(chip) {
          setText(text, chip.text);
          small.hidden = !chip.small;
          setText(small, chip.small ?? '');
          assign(act, {
            disabled: !!chip.disabled,
            title: chip.title,
            'aria-label': chip.label,
            'aria-pressed': chip.pressed === undefined ? null : String(chip.pressed),
          });
          const words = t('Remove: {what}', { what: chip.label ?? chip.text });
          if (remove) assign(remove, { 'aria-label': words, title: words, disabled: !!chip.disabled });
        },
      };
    },
  );
}

/**
 * Lines that lead somewhere, one below the other.
 * @template {{key: string, text: string}} Line
 * @param {{label: string, go: (line: Line) => void}} what
 * @returns {Part<Line[]>}
 */
export function links({ label, go }) {
  return each(
    h('ul', { class: 'kit-links', 'aria-label': label }),
    (/** @type {Line} */ { key }) => key,
    (first) => {
      let now = first;
      const act = h('button', { type: 'button', onclick: () => go(now) });
      return {
        element: h('li', null, act),
        show(line) {
          now = line;
          setText(act, line.text);
        },
      };
    },
  );
}

/** A row being dragged must have moved this far, in pixels; less is a press. */
const SLOP = 6;

/**
 * A list whose order matters. The handle is dragged, or takes the arrow keys; the order changes once, where the row is let go.
 * @template Item
 * @param {{
 *   label: string, key: (item: Item) => string | number, name: (item: Item) => string, create: (item: Item) => Part<Item>,
 *   onmove: (from: number, to: number) => void, onremove?: (index: number) => void, canChange: () => boolean,
 * }} what `name` of an item, for the labels of its buttons; `create` makes what stands in a row
 * @returns {Part<Item[]>}
 */
export function queue({ label, key, name, create, onmove, onremove, canChange }) {
  const element = h('ol', { class: 'kit-queue', 'aria-label': label });
  let count = 0;
  /** @param {number} from @param {number} to */
  function move(from, to) {
    const place = Math.max(0, Math.min(count - 1, to));
    if (place !== from && canChange()) onmove(from, place);
  }
  /** @typedef {{item: Item, index: number}} Row */
  const rows = each(
    element,
    (/** @type {Row} */ { item }) => key(item),
    ({ item }) => {
      let at = 0;
      const inner = create(item);
      const number = h('span');
      const grip = h('button', { type: 'button', class: 'kit-grip', onkeydown: press }, drawing(SIGNS.grip), number);
      const remove = onremove && signButton(SIGNS.close, '', () => onremove(at));
      const row = h('li', null, grip, inner.element, remove);
      dragBy(grip, row, canChange, (to) => move(at, to));
      /** @param {KeyboardEvent} event */
      function press(event) {
        const by = /** @type {Record<string, number>} */ ({ ArrowUp: -1, ArrowDown: 1 })[event.key];
        if (!by) return;
        event.preventDefault();
        move(at, at + by);
      }
      return {
        element: row,
        show(now) {
          at = now.index;
          const facts = { what: name(now.item), n: at + 1, count };
          setText(number, String(at + 1));
          assign(grip, {
            disabled: !canChange(),
            'aria-label': t('{what}: place {n} of {count}; arrow keys move it', facts),
          });
          const words = t('Remove: {what}', facts);
          if (remove) assign(remove, { 'aria-label': words, title: words, disabled: !canChange() });
          inner.show(now.item);
        },
      };
    },
  );
  return {
    element,
    show(items) {
      count = items.length;
      element.hidden = !count;
      rows.show(items.map((item, index) => ({ item, index })));
    },
  };
}

/** @param {HTMLElement} grip @param {HTMLElement} row @param {() => boolean} canDrag @param {(to: number) => void} drop */
function dragBy(grip, row, canDrag, drop) {
  let from = 0;
  /** @type {number | null} */
  let to = null;
  grip.addEventListener('pointerdown', (event) => {
    if (!canDrag()) return;
    grip.setPointerCapture(event.pointerId);
    from = event.clientY;
    to = null;
  });
  grip.addEventListener('pointermove', (event) => {
    if (!grip.hasPointerCapture(event.pointerId)) return;
    const by = event.clientY - from;
    if (to === null && Math.abs(by) < SLOP) return;
    row.classList.add('kit-dragged');
    row.style.setProperty('transform', `translateY(${by}px)`);
    to = placeUnder(row, event.clientY);
  });
  for (const kind of ['pointerup', 'pointercancel']) {
    grip.addEventListener(kind, () => {
      row.classList.remove('kit-dragged');
      row.style.removeProperty('transform');
      if (to !== null && kind === 'pointerup') drop(to);
      to = null;
    });
  }
}

/** Place among its brothers that a row has at a height of the window. @param {HTMLElement} row @param {number} y */
function placeUnder(row, y) {
  const others = [...(row.parentElement?.children ?? [])].filter((other) => other !== row);
  return others.filter((other) => {
    const box = other.getBoundingClientRect();
    return y > box.top + box.height / 2;
  }).length;
}
