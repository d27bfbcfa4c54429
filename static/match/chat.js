/**
 * What is said at the table? The chat tab: lines, who said them in which step, and a field to say something.
 *
 * @typedef {import("../types").ChatLine} ChatLine
 * @typedef {import("../types").MatchInfo} Info
 */
import { byId, h, icon, list, replace, setText } from 'app/dom.js';
import { language, t } from 'app/i18n.js';
import { seatMark, stepName } from 'match/seats.js';

const LONGEST = 500;

/** @param {{ say: (text: string) => Promise<unknown>, isOpen: () => boolean }} config */
export function createChat({ say, isOpen }) {
  const lines = h('ol', { class: 'bare chat-lines', 'aria-live': 'polite', 'aria-relevant': 'additions' });
  const empty = h('p', { class: 'muted small' }, t('Nobody has said anything yet.'));
  const room = h('p', { class: 'muted small chat-room' });
  const problem = h('p', { class: 'problem small', role: 'alert', hidden: true });
  const field = h('input', {
    type: 'text',
    maxlength: String(LONGEST),
    autocomplete: 'off',
    'aria-label': t('Say something'),
    placeholder: t('Say something'),
  });
  const form = h(
    'form',
    { class: 'line-form' },
    field,
    h('button', { class: 'button slim', 'aria-label': t('Send'), title: t('Send') }, icon('send')),
  );
  replace(byId('pane-chat'), room, empty, lines, problem, form);
  let unread = 0;
  let newest = 0;

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (!text) return;
    try {
      await say(text);
      if (field.value.trim() === text) field.value = '';
      problem.hidden = true;
    } catch (error) {
      // What was typed stays in the field.
      setText(problem, /** @type {Error} */ (error).message);
      problem.hidden = false;
    }
  });

  function count() {
    byId('unread').hidden = unread === 0;
    setText(byId('unread'), String(unread));
    byId('unread').setAttribute('aria-label', t('{n} new', { n: unread }));
  }

  return {
    /** @param {ChatLine[]} said @param {Info} info @param {boolean} isOver */
    show(said, info, isOver) {
      const fresh = said.filter((line) => line.id > newest).length;
      const isFirst = newest === 0;
      newest = said.at(-1)?.id ?? newest;
      if (!isOpen() && !isFirst) unread += fresh;
      count();
      empty.hidden = said.length > 0;
      setText(
        room,
        isOver
          ? t('Everybody reads this.')
          : info.you !== null
            ? t('The seats of this match read this.')
            : t('Spectators read this; the seats do so after the end.'),
      );
      list(
        lines,
        said,
        (line) => line.id,
        (line) =>
          h(
            'li',
            null,
            line.seat !== null && seatMark(line.seat),
            h('b', null, line.name),
            h(
              'time',
              {
                class: 'muted',
                datetime: new Date(line.at).toISOString(),
                title: new Date(line.at).toLocaleString(language()),
              },
              stepName(info, line.step),
            ),
            h('span', { class: 'chat-text' }, line.text),
          ),
      );
      if (fresh) lines.scrollTop = lines.scrollHeight;
    },
    read() {
      unread = 0;
      count();
      lines.scrollTop = lines.scrollHeight;
    },
  };
}
