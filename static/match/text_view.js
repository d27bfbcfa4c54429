/**
 * How is the match played without seeing the board? The text view: everything that is visible, the drafts, and a command line that
 * gives every order. The game provides its words and commands; the commands about the step are the same for all games.
 *
 * @typedef {import("../types").Frame} Frame
 * @typedef {import("../types").GameModule} Game
 * @typedef {import("../types").MatchInfo} Info
 * @typedef {((rest: string) => Promise<unknown> | void) & { help?: { command: string, meaning: string }[] }} Own a command about the step, which
 *   gets what follows its name if it has a `help` of its own
 */
import { byId, h, list, replace, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { isComposing } from 'board/keyboard.js';
import { keepFocus } from 'match/focus.js';
import { voteHelp } from 'match/proposals.js';

/** The commands that every game has besides its own. @returns {{ command: string, meaning: string }[]} */
const ownCommands = () => [
  { command: 'ready', meaning: t('I am done with this step') },
  { command: 'unready', meaning: t('not done after all') },
  { command: 'undo', meaning: t('take back the last change') },
  { command: 'redo', meaning: t('do it again') },
  { command: 'clear', meaning: t('drop all my orders of this step') },
  ...voteHelp(),
];

/**
 * @param {{
 *   game: Game,
 *   act: null | {
 *     orders: () => any,
 *     forecast: () => any,
 *     set: (orders: any) => void,
 *     isLocked: () => string | null,
 *     own: Record<string, Own>,
 *   },
 * }} config `act` null: read only (replay, spectators)
 */
export function createTextView({ game, act }) {
  const shown = h('div', { class: 'text-view' });
  const drafts = h('ul', { class: 'text-view-drafts' });
  const answer = h('p', { class: 'text-view-answer small', role: 'status', id: 'text-view-answer' });
  const field = h('input', {
    type: 'text',
    id: 'command',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    'aria-describedby': 'text-view-answer',
  });
  const form = h(
    'form',
    { class: 'line-form' },
    h('label', { for: 'command', class: 'visually-hidden' }, t('Command')),
    field,
    h('button', { class: 'button slim' }, t('Order')),
  );
  const lines = h('div');
  const help = h('details', { class: 'small' }, h('summary', null, t('Commands')), lines);
  /** @type {{ frame: Frame, info: Info } | null} */
  let at = null;
  /** @type {string[]} */
  const given = [];
  let back = 0;

  const order = h(
    'section',
    null,
    h('h3', null, t('Give orders in words')),
    form,
    answer,
    help,
    h('h3', null, t('My orders')),
    drafts,
  );
  order.hidden = act === null;
  replace(byId('pane-text'), order, shown);
  /** @param {Frame} frame */
  function showHelp(frame) {
    if (!act) return;
    const theirs = game.commandHelp(frame);
    const all = [
      ...theirs,
      ...Object.values(act.own).flatMap(({ help: own }) => own ?? []),
      ...ownCommands().filter(({ command }) => theirs.every((other) => other.command !== command)),
    ];
    replace(
      lines,
      h(
        'dl',
        { class: 'commands' },
        all.flatMap(({ command, meaning }) => [h('dt', null, h('code', null, command)), h('dd', null, meaning)]),
      ),
    );
    field.placeholder = all[0]?.command ?? '';
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (!text || !act || !at) return;
    try {
      await give(text);
      given.push(text);
      back = given.length;
      field.value = '';
      field.removeAttribute('aria-invalid');
    } catch (error) {
      // The text stays in the field, so that the person can correct it.
      field.setAttribute('aria-invalid', 'true');
      setText(answer, /** @type {Error} */ (error).message);
    }
  });

  field.addEventListener('keydown', (event) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    // Arrows choose among the characters of an input method first.
    if (by === undefined || !given.length || isComposing(event)) return;
    event.preventDefault();
    back = Math.max(0, Math.min(given.length, back + by));
    field.value = given[back] ?? '';
  });

  /** @param {string} text */
  async function give(text) {
    if (!act || !at) return;
    const said = text.toLowerCase();
    const name = Object.keys(act.own).find((key) => said === key || (act.own[key].help && said.startsWith(`${key} `)));
    if (name !== undefined) {
      await act.own[name](said.slice(name.length + 1));
      setText(answer, t('Done: {command}', { command: text }));
      return;
    }
    const reason = act.isLocked();
    if (reason) throw new Error(reason);
    act.set(game.parseCommand(text, act.orders(), at.frame, at.info, act.forecast()));
    setText(answer, t('Ordered: {command}', { command: text }));
  }

  return {
    /** @param {Frame} frame @param {Info} info */
    show(frame, info) {
      if (at?.frame.step !== frame.step) showHelp(frame);
      at = { frame, info };
      list(
        shown,
        game.describe(frame, info, act?.forecast() ?? null),
        (section) => section.heading,
        (section) => h('section', null, h('h3', null, section.heading), h('ul', null)),
        (element, section) =>
          replace(
            /** @type {Element} */ (element.lastElementChild),
            ...section.lines.map((line) => h('li', null, line)),
          ),
      );
    },
    /** @param {{ text: string, path: string }[]} lines */
    showDrafts(lines) {
      replace(
        drafts,
        ...(lines.length ? lines.map(({ text }) => h('li', null, text)) : [h('li', { class: 'muted' }, t('none'))]),
      );
    },
    focus: () => field.focus(),
    /** Where nobody takes orders any more, what gives them goes, and with it what was wrong with the last one. @param {boolean} isOver */
    end(isOver) {
      const isHidden = act === null || isOver;
      if (order.hidden !== isHidden)
        keepFocus(() => {
          order.hidden = isHidden;
        });
    },
  };
}
