/**
 * How does a person go on for many steps until something happens? A button beside Ready opens the choice; while the seat goes on, a strip says for
 * how long and until what, with one button that stops it. The server keeps it and judges it, so the page may be closed.
 *
 * @typedef {import("../types").Condition} Condition
 * @typedef {import("../types").GoingOn} GoingOn
 */
import { byId, h, icon, replace } from 'app/dom.js';
import { phrase, sentences, t, tn } from 'app/i18n.js';
import { keptJson } from 'app/kept.js';
import { isLost, land } from 'match/focus.js';

/** As many as the server allows. */
const MOST_STEPS = 100;
const USUAL_STEPS = 20;

/**
 * @param {{
 *   game: string, declared: Condition[], send: (type: string, fields: Record<string, unknown>) => Promise<unknown>,
 *   submit: () => Promise<unknown>, fail: (error: Error) => void,
 * }} config `submit`: says that the person is ready with the step that is due
 */
export function createGoOn({ game, declared, send, submit, fail }) {
  const place = keptJson(`go-on.${game}`);
  const open = byId('go-on');
  const strip = byId('going-on');
  open.addEventListener('click', choose);
  let shown = '';

  /** @param {number} steps @param {Record<string, number | boolean>} until */
  async function begin(steps, until) {
    await send('go_on', { steps, until });
    await submit();
  }

  const stop = () => send('go_on', { steps: 0 });

  function choose() {
    if (open.ariaDisabled === 'true') return;
    const before = { steps: USUAL_STEPS, until: /** @type {Record<string, number | boolean>} */ ({}), ...place.read() };
    const isFirst = place.read() === null;
    const steps = amount(t('Steps at most'), 1, MOST_STEPS, before.steps);
    const lines = declared.map((one) => line(one, isFirst ? one.usual || undefined : before.until[one.key]));
    const dialog = h(
      'dialog',
      { class: 'dialog', 'aria-labelledby': 'go-on-title' },
      h(
        'form',
        { method: 'dialog', class: 'form' },
        h('h2', { id: 'go-on-title' }, t('Go on until something happens')),
        h(
          'p',
          { class: 'muted' },
          t(
            'This step counts as ready. In those that follow, what you ordered before goes on; you can stop at any time, and close the page.',
          ),
        ),
        h('div', { class: 'go-on-line' }, h('span', { 'aria-hidden': 'true' }, t('Steps at most')), steps),
        h(
          'fieldset',
          null,
          h('legend', null, t('Stop as soon as')),
          lines.map(({ element }) => element),
        ),
        h(
          'div',
          { class: 'row' },
          h('button', { class: 'button primary', value: 'go', autofocus: true }, icon('play'), t('Go on')),
          h('button', { class: 'button', value: 'no', formnovalidate: true }, t('Cancel')),
        ),
      ),
    );
    dialog.addEventListener('close', () => {
      dialog.remove();
      if (isLost()) land();
      if (dialog.returnValue !== 'go') return;
      const until = Object.fromEntries(lines.flatMap(({ key, value }) => (value() ? [[key, value()]] : [])));
      place.write({ steps: steps.valueAsNumber, until });
      begin(steps.valueAsNumber, until).catch(fail);
    });
    document.body.append(dialog);
    dialog.showModal();
  }

  /** @param {GoingOn | null} state null: nobody goes on here @param {{ due: boolean, step: number }} now */
  function show(state, { due, step }) {
    open.hidden = state === null || !declared.length || state.left > 0;
    open.setAttribute('aria-disabled', String(!due));
    const stopped = state?.stopped?.step === step ? state.stopped : null;
    const text = state?.left ? going(state) : stopped ? why(stopped) : '';
    if (text === shown) return;
    shown = text;
    const end = h(
      'button',
      { type: 'button', class: 'button slim', id: 'go-on-stop', onclick: () => void stop().catch(fail) },
      t('Stop'),
    );
    replace(
      strip,
      text &&
        h(
          'section',
          { class: 'match-notice', 'aria-label': t('Going on') },
          h('span', { role: 'status' }, text),
          state?.left ? end : null,
        ),
    );
  }

  /** @param {GoingOn} state */
  function going({ left, until }) {
    const names = declared.filter(({ key }) => key in until).map((one) => named(one, until[one.key]));
    const steps = tn('Going on: {n} step left', 'Going on: {n} steps left', left);
    return names.length ? t('{steps}, or until {what}.', { steps, what: names.join(t(' or ')) }) : `${steps}.`;
  }

  /** @param {NonNullable<GoingOn['stopped']>} stopped */
  function why({ key, text, data, also = [] }) {
    if (key === 'steps') return t('The steps are over: it is your turn again.');
    if (text === null) return t('Stopped, because it could not be judged any more.');
    return t('Stopped: {what}', { what: sentences([{ text, data }, ...also].map(phrase)) });
  }

  /** `go on 20 until enemy, energy 300`. @param {string} text what follows `go on` @returns {Promise<void>} */
  async function command(text) {
    const [, steps, until] = /^(\d+)?\s*(?:until (.+))?$/.exec(text) ?? [];
    if (text && !steps && !until) throw new Error(t('Write, for example: {command}', { command: example() }));
    const parts = (until ?? '').split(/\s*,\s*|\s+or\s+/).filter(Boolean);
    await begin(Number(steps ?? USUAL_STEPS), Object.fromEntries(parts.map(read)));
  }

  const all = () => declared.map(spelled).join(', ');
  const example = () => `go on 20 until ${declared.slice(0, 2).map(spelled).join(', ')}`;

  /** @param {string} part @returns {[string, number | boolean]} */
  function read(part) {
    const [, words, number] = /^(\w+?(?: [a-z]+)*)(?: (\d+))?$/.exec(part) ?? [];
    const one = declared.find(({ key }) => inWords(key) === words || key === words);
    if (!one || (one.amount === null) !== (number === undefined))
      throw new Error(t('Conditions are: {list}', { list: all() }));
    return [one.key, one.amount ? Number(number) : true];
  }

  const commands = {
    'go on': Object.assign(command, {
      help: [
        { command: example(), meaning: t('ready for many steps, until something happens') },
        ...declared.map((one) => ({ command: `go on until ${spelled(one)}`, meaning: one.label })),
      ],
    }),
    stop: Object.assign(stop, { help: [{ command: 'stop', meaning: t('go on no more') }] }),
  };
  return { show, commands, choose };
}

/** As people type it. @param {string} key */
const inWords = (key) => key.replaceAll('_', ' ');

/** @param {Condition} one */
const spelled = ({ key, amount }) => (amount ? `${inWords(key)} ${amount[2]}` : inWords(key));

/** @param {Condition} one @param {number | boolean} value */
const named = ({ label, amount }, value) => (amount ? `${label} (${value})` : label);

/** @param {string} label @param {number} min @param {number} max @param {number} value */
const amount = (label, min, max, value) =>
  h('input', { type: 'number', min, max, value: String(value), required: true, 'aria-label': label });

/** @param {Condition} one @param {number | boolean | undefined} chosen */
function line({ key, label, amount: numbers }, chosen) {
  const box = h('input', { type: 'checkbox', name: key, checked: Boolean(chosen) });
  const number = numbers && amount(label, numbers[0], numbers[1], typeof chosen === 'number' ? chosen : numbers[2]);
  number?.addEventListener('input', () => {
    box.checked = true;
  });
  return {
    key,
    element: h('div', { class: 'go-on-line' }, h('label', { class: 'check' }, box, h('span', null, label)), number),
    value: () => box.checked && (number ? number.valueAsNumber : true),
  };
}
