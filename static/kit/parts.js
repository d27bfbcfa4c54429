/**
 * What is a panel made of? Sections, rows of facts, numbers to set, things to choose from. Each part is made once, with its words and
 * what it does, and then shown as often as wanted: `{element, show(facts)}`. `show` changes only what differs, so that the focus, a
 * half-typed number and the place of a screen reader survive. Lists are in kit/lists.js, cards in kit/inspect.js. Looks: css/kit_parts.css.
 */
import { append, assign, h, list, replace, s, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { shownKeys } from 'board/keyboard.js';
import { tellingSelect } from 'kit/playback_bar.js';

/** @typedef {import('app/dom.js').Child} Child */

/**
 * A part of a panel.
 * @template Facts, [Kind=HTMLElement]
 * @typedef {{element: Kind, show: (facts: Facts) => void}} Part
 */

/** A line drawing on a 24 × 24 grid, beside words or on a labelled button. @param {string} path */
export function drawing(path) {
  return s('svg', { class: 'kit-icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: path }));
}

/** Drawings that every panel needs. */
export const SIGNS = {
  close: 'M6 6l12 12M18 6 6 18',
  replay: 'M4 12a8 8 0 1 0 3-6M7 2v4h4',
  grip: 'M9 5v.01M15 5v.01M9 12v.01M15 12v.01M9 19v.01M15 19v.01',
  less: 'M5 12h14',
  more: 'M5 12h14M12 5v14',
  warning: 'M12 3 2 20h20zM12 9v5M12 17v.01',
};

/** Text, or an element made elsewhere; nothing is touched that is there already. @param {Element} element @param {Child} what */
export function fill(element, what) {
  if (!(what instanceof Node)) setText(element, what === null || what === undefined || what === false ? '' : `${what}`);
  else if (element.firstChild !== what || element.childNodes.length > 1) replace(element, what);
}

/**
 * A part of the panel with a heading, and words beside it.
 * @param {string} name @param {{class?: string}} how @param {Child[]} children
 */
export function section(name, how, ...children) {
  const heading = h('h3', null, name);
  const aside = h('span', { class: 'kit-aside' });
  const header = h('header', null, heading, aside);
  const element = h('section', { class: `kit-section ${how.class ?? ''}`.trim() }, header);
  append(element, children);
  return {
    element,
    aside,
    /** Here the page puts its button that takes all orders back. */
    clears: () => header.append(h('span', { 'data-clear': '' })),
    /** @param {{shown?: boolean, name?: string, aside?: Child}} facts */
    show({ shown = true, name: called = name, aside: beside = null }) {
      element.hidden = !shown;
      setText(heading, called);
      fill(aside, beside);
    },
  };
}

/**
 * A part of the panel that few need: its heading opens it.
 * @param {string} name @param {Child[]} children
 */
export function folded(name, ...children) {
  const element = h('details', { class: 'kit-section kit-folded' }, h('summary', null, name));
  append(element, children);
  return {
    element,
    /** @param {{shown?: boolean}} facts */
    show({ shown = true }) {
      element.hidden = !shown;
    },
  };
}

/**
 * Facts about one thing: a term and what there is to say of it.
 * @returns {Part<[term: string, what: Child][]>}
 */
export function rows() {
  const element = h('dl', { class: 'kit-rows' });
  return {
    element,
    show(facts) {
      list(
        element,
        facts,
        ([term]) => term,
        ([term]) => h('div', null, h('dt', null, term), h('dd')),
        (row, [, what]) => fill(/** @type {Element} */ (row.lastElementChild), what),
      );
    },
  };
}

/**
 * A table of numbers; made anew each time, as nothing in it can have the focus. The first cell of a row is its heading.
 * @param {{caption?: string, head?: Child[], body: Child[][]}} facts
 */
export function table({ caption, head, body }) {
  return h(
    'table',
    { class: 'kit-table' },
    caption && h('caption', null, caption),
    head && h('thead', null, h('tr', null, ...head.map((cell) => h('th', { scope: 'col' }, cell)))),
    h(
      'tbody',
      null,
      ...body.map(([first, ...cells]) =>
        h('tr', null, h('th', { scope: 'row' }, first), ...cells.map((cell) => h('td', null, cell))),
      ),
    ),
  );
}

/** Why the server refuses something; nothing while it does not. @returns {Part<string>} */
export function refusal() {
  const element = h('p', { class: 'kit-refused' });
  return {
    element,
    show(words) {
      element.hidden = !words;
      setText(element, words);
    },
  };
}

/**
 * A button with words, a drawing and its key. Pressed or not: a switch; without `pressed` it only acts.
 * @param {{text: string, sign?: string, key?: string, title?: string, label?: string, class?: string, act: (event: MouseEvent) => void}} what
 *   `label` for screen readers where `text` is too short
 */
export function button({ text, sign, key, title: hint, label, class: kind = '', act }) {
  const words = h('span', null, text);
  const small = h('small', { 'aria-hidden': 'true', hidden: true });
  const spoken = h('span', { class: 'visually-hidden' });
  const element = h(
    'button',
    { type: 'button', class: `kit-button ${kind}`.trim(), title: hint, 'aria-label': label, onclick: act },
    sign && drawing(sign),
    words,
    key && h('kbd', { 'aria-hidden': 'true' }, shownKeys(key)),
    small,
    spoken,
  );
  return {
    element,
    /**
     * `price` in figures and in words; `blocked`: it can be reached and read, and does nothing.
     * @param {{text?: string, pressed?: boolean, disabled?: boolean, blocked?: boolean, shown?: boolean, title?: string, price?: [figures: string, words: string]}} facts
     */
    show({ text: now = text, pressed, disabled = false, blocked = false, shown = true, title = hint, price }) {
      setText(words, now);
      setText(small, price?.[0] ?? '');
      small.hidden = !price;
      setText(spoken, price ? `, ${price[1]}` : '');
      if (pressed !== undefined) element.setAttribute('aria-pressed', String(pressed));
      assign(element, { disabled, hidden: !shown, title, 'aria-disabled': blocked ? 'true' : null });
    },
  };
}

/** A small button that shows only a drawing. @param {string} sign @param {string} label @param {(event: MouseEvent) => void} act */
export function signButton(sign, label, act) {
  return h(
    'button',
    { type: 'button', class: 'kit-sign', 'aria-label': label, title: label, onclick: act },
    drawing(sign),
  );
}

/**
 * Writes a number into its field, unless somebody is typing there.
 * @param {HTMLInputElement} field @param {number | null} value
 */
function write(field, value) {
  if (document.activeElement !== field) field.value = value === null ? '' : String(value);
}

/**
 * A field for a whole number. Calls back with what was meant, within the limits; what is no number is put back.
 * @param {{label: string, onset: (value: number) => void, onclear?: () => void}} what `onclear`: an empty field means something
 * @returns {Part<{value: number | null, min?: number, max?: number, hint?: string, disabled?: boolean, label?: string}, HTMLInputElement>}
 *   `hint` stands in an empty field
 */
export function numberField({ label, onset, onclear }) {
  let known = { value: /** @type {number | null} */ (null), min: 0, max: Number.MAX_SAFE_INTEGER };
  const element = h('input', {
    type: 'number',
    inputmode: 'numeric',
    class: 'kit-number',
    title: label,
    'aria-label': label,
    onchange: typed,
  });
  function typed() {
    const wanted = Math.floor(Number(element.value));
    if (element.value === '' && onclear) return onclear();
    if (element.value === '' || !Number.isFinite(wanted)) {
      element.value = known.value === null ? '' : String(known.value);
      return;
    }
    const value = Math.max(known.min, Math.min(known.max, wanted));
    element.value = String(value);
    onset(value);
  }
  return {
    element,
    show({ value, min = 0, max = Number.MAX_SAFE_INTEGER, hint = '', disabled = false, label: called = label }) {
      known = { value, min, max };
      assign(element, { min, max: max === Number.MAX_SAFE_INTEGER ? null : max, disabled, 'aria-label': called });
      element.placeholder = hint;
      write(element, value);
    },
  };
}

/**
 * A number with a button on either side; ten at once with Shift.
 * @param {{label: string, onset: (value: number) => void, step?: number}} what
 * @returns {Part<{value: number, min?: number, max?: number, disabled?: boolean, label?: string}>}
 */
export function stepper({ label, onset, step = 1 }) {
  let now = { value: 0, min: 0, max: Number.MAX_SAFE_INTEGER };
  const field = numberField({ label, onset });
  /** @param {number} by @returns {(event: MouseEvent) => void} */
  const turn = (by) => (event) => {
    const value = Math.max(now.min, Math.min(now.max, now.value + by * step * (event.shiftKey ? 10 : 1)));
    if (value !== now.value) onset(value);
  };
  const less = signButton(SIGNS.less, '', turn(-1));
  const more = signButton(SIGNS.more, '', turn(1));
  return {
    element: h('div', { class: 'kit-stepper' }, less, field.element, more),
    show({ value, min = 0, max = Number.MAX_SAFE_INTEGER, disabled = false, label: called = label }) {
      now = { value, min, max };
      field.show({ value, min, max, disabled, label: called });
      // A button at its limit keeps the focus: it is told to do nothing, not taken away.
      assign(less, {
        disabled,
        'aria-disabled': value <= min ? 'true' : null,
        'aria-label': t('Less: {what}', { what: called }),
        title: t('{n} less; ten times that with Shift', { n: step }),
      });
      assign(more, {
        disabled,
        'aria-disabled': value >= max ? 'true' : null,
        'aria-label': t('More: {what}', { what: called }),
        title: t('{n} more; ten times that with Shift', { n: step }),
      });
    },
  };
}

/**
 * A number to be slid, typed, or taken from a row of marks. The field may be for another number than the slider: a part is slid, an
 * exact amount typed.
 * @param {{label: string, exactly?: string, marks?: [value: number, text: string][], onslide: (value: number) => void, onexact?: (value: number) => void, onclear?: () => void}} what
 *   `exactly` labels the field, without it there is none; `onclear`: the field was emptied
 * @returns {Part<{value: number, min?: number, max?: number, text?: string, exact?: number | null, exactMin?: number, exactMax?: number, hint?: string, disabled?: boolean}>}
 *   `text` is what a screen reader says of the slider
 */
export function slider({ label, exactly, marks = [], onslide, onexact = onslide, onclear }) {
  const range = h('input', {
    type: 'range',
    step: '1',
    'aria-label': label,
    oninput: () => onslide(Number(range.value)),
  });
  const field = exactly ? numberField({ label: exactly, onset: onexact, onclear }) : null;
  const buttons = marks.map(([value, text]) => button({ text, class: 'kit-mark', act: () => onslide(value) }));
  return {
    element: h(
      'div',
      { class: 'kit-slider' },
      h('div', null, range, field?.element),
      marks.length > 0 &&
        h(
          'div',
          { class: 'kit-marks' },
          buttons.map(({ element }) => element),
        ),
    ),
    show({ value, min = 0, max = 100, text, exact = value, exactMin = min, exactMax = max, hint, disabled = false }) {
      assign(range, { min, max, disabled, 'aria-valuetext': text });
      range.value = String(value);
      field?.show({ value: exact, min: exactMin, max: exactMax, hint, disabled });
      buttons.forEach((mark, i) => {
        mark.show({ pressed: marks[i][0] === value, disabled });
      });
    },
  };
}

let groups = 0;

/**
 * One of a few, side by side; radio buttons, so the arrow keys choose.
 * @template {string | number} Value
 * @param {{label: string, visible?: boolean, onchoose: (value: Value) => void}} what `visible`: the label stands over them
 * @returns {Part<{value: Value | null, options: {value: Value, text: string, title?: string, sign?: string, disabled?: boolean}[], disabled?: boolean}>}
 */
export function choice({ label, visible = false, onchoose }) {
  groups += 1;
  const name = `kit-choice-${groups}`;
  const box = h('div', { class: 'kit-options' });
  const legend = h('legend', { class: visible ? '' : 'visually-hidden' }, label);
  const element = h('fieldset', { class: 'kit-choice' }, legend, box);
  return {
    element,
    show({ value, options, disabled = false }) {
      list(
        box,
        options,
        (option) => option.value,
        (option) =>
          h(
            'label',
            null,
            h('input', { type: 'radio', name, value: String(option.value), onchange: () => onchoose(option.value) }),
            option.sign && drawing(option.sign),
            h('span', null, option.text),
          ),
        (row, option) => {
          const [radio, text] = [row.firstElementChild, row.lastElementChild];
          assign(row, { title: option.title });
          assign(/** @type {Element} */ (radio), {
            checked: option.value === value,
            disabled: disabled || !!option.disabled,
          });
          setText(/** @type {Element} */ (text), option.text);
        },
      );
    },
  };
}

/**
 * How full something is, in words and as a bar.
 * @param {string} label
 * @returns {Part<{value: number, max: number, text: string}>}
 */
export function meter(label) {
  const bar = h('i');
  const words = h('span');
  const element = h(
    'div',
    { class: 'kit-meter', role: 'meter', 'aria-label': label, 'aria-valuemin': '0' },
    h('div', { 'aria-hidden': 'true' }, bar),
    words,
  );
  return {
    element,
    show({ value, max, text }) {
      const part = max > 0 ? Math.max(0, Math.min(1, value / max)) : 0;
      assign(element, { 'aria-valuenow': value, 'aria-valuemax': max, 'aria-valuetext': text });
      assign(bar, { style: { width: `${part * 100}%` } });
      setText(words, text);
    },
  };
}

/**
 * Buttons that are one stop of the Tab key: arrows, Home and End go through them.
 * @param {{label: string, columns?: number, class?: string, key?: (event: KeyboardEvent) => boolean | void}} what `key` gets every other key
 * @param {HTMLButtonElement[]} buttons
 */
export function toolbar({ label, columns = 1, class: kind = '', key }, buttons) {
  /** The stop of the Tab key; one that a table does not have is hidden, and passed by. */
  let current = buttons[0];
  const all = () => buttons.filter((one) => !one.hidden);
  /** @param {number} to among those that are shown @param {boolean} [now] */
  function rove(to, now = true) {
    const shown = all();
    current = shown[(to + shown.length) % shown.length] ?? buttons[0];
    for (const one of buttons) one.tabIndex = one === current ? 0 : -1;
    if (now) current.focus();
  }
  const at = () => Math.max(0, all().indexOf(current));
  /** @param {KeyboardEvent} event */
  function press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = /** @type {Record<string, number>} */ ({
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: columns,
      ArrowUp: -columns,
    });
    if (steps[event.key]) rove(at() + steps[event.key]);
    else if (event.key === 'Home') rove(0);
    else if (event.key === 'End') rove(-1);
    else if (!key?.(event)) return;
    event.preventDefault();
  }
  rove(0, false);
  const element = h(
    'div',
    { class: `kit-toolbar ${kind}`.trim(), role: 'toolbar', 'aria-label': label, onkeydown: press },
    buttons,
  );
  return {
    element,
    focus: () => rove(at()),
    /** Which of the buttons are shown has changed. */
    refresh: () => rove(at(), false),
  };
}

/**
 * The row of tools: the game's own, and playing the last step again. How fast and how much of a step is told stands in its bar while one is; whoever is
 * told less than all finds here how to have more again.
 * @param {import('./playback_bar.js').Session & {ask: (what: string) => void, state: {frame?: {final: boolean} | null}}} session
 * @param {{again: string, key?: string}} words of the button that plays again
 * @param {ReturnType<typeof button>[]} own
 */
export function tools(session, { again, key }, own = []) {
  const replay = button({ text: t('Replay'), title: again, sign: SIGNS.replay, key, act: () => session.ask('replay') });
  const telling = tellingSelect(session, 'kit-telling');
  telling.hidden = true;
  return {
    element: h(
      'div',
      { class: 'kit-tools' },
      own.map(({ element }) => element),
      replay.element,
      telling,
    ),
    show() {
      telling.value = session.state.telling;
      // How steps are told is nothing to choose once there are no more.
      telling.hidden = !!session.state.frame?.final || (telling.hidden && session.state.telling === 'full');
    },
  };
}
