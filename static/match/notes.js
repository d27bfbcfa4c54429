/**
 * What have I written down about this match? The Notes tab: loaded when it is first opened, saved a moment after each change. Nobody
 * else can read it. What could not be saved stays in this tab, for whoever has to log in again or loses the page.
 */
import { get, post } from 'app/api.js';
import { byId, h, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { keptAt } from 'app/kept.js';
import { state as busyState } from 'app/rest.js';
import { siteUrl } from 'app/site_url.js';
import { trying } from 'app/trouble.js';

const SAVE_AFTER = 800;
const LONGEST = 10_000;

/** @param {{ match: string, canWrite: boolean }} config */
export function createNotes({ match, canWrite }) {
  const url = siteUrl(`/matches/${match}/notes/`);
  const unsaved = keptAt(`notes.${match}`, { isOfTab: true });
  const state = h('span', { class: 'small muted', role: 'status', id: 'notes-state' });
  const field = h('textarea', {
    id: 'notes-text',
    class: 'notes-text',
    maxlength: LONGEST,
    disabled: true,
    'aria-describedby': 'notes-help notes-state',
    oninput: () => {
      isDirty = true;
      unsaved.write(field.value);
      setText(state, '');
      clearTimeout(timer);
      saving(true);
      timer = setTimeout(save, SAVE_AFTER);
    },
    onblur: () => isDirty && save(),
  });
  /** @type {any} */
  let timer = null;
  let isDirty = false;
  const saving = busyState('request');
  let isOpened = false;

  byId('pane-notes').append(
    canWrite
      ? h(
          'div',
          { class: 'notes' },
          h('label', { for: 'notes-text', class: 'label' }, t('My notes')),
          h(
            'p',
            { class: 'help small muted', id: 'notes-help' },
            t('Only you can read them. They stay with this match.'),
          ),
          field,
          state,
        )
      : h('p', { class: 'muted small' }, t('Choose a name to keep notes.')),
  );
  // Leaving the page does not lose the last change: the browser completes this request after the page is closed.
  addEventListener('pagehide', () => isDirty && save(true));

  /** Called when the tab opens. */
  async function open() {
    if (isOpened || !canWrite) return;
    isOpened = true;
    try {
      const stored = (await trying('notes', () => get(url, { wants: ['text'] }), open)).text;
      const mine = unsaved.read();
      field.value = mine ?? stored;
      field.disabled = false;
      setText(state, '');
      if (mine !== null && mine !== stored) await save();
    } catch (error) {
      isOpened = false;
      setText(state, /** @type {Error} */ (error).message);
    }
  }

  /** @param {boolean} [isLeaving] */
  async function save(isLeaving = false) {
    clearTimeout(timer);
    const text = field.value;
    isDirty = false;
    setText(state, t('saving…'));
    try {
      await trying(
        'notes',
        () => post(url, { text }, { wants: ['text'], keepalive: isLeaving }),
        () => save(),
      );
      if (field.value !== text) return;
      unsaved.write(null);
      setText(state, t('saved ✓'));
    } catch (error) {
      isDirty = true;
      setText(state, t('not saved'));
      if (!(/** @type {any} */ (error).isTold)) setText(state, /** @type {Error} */ (error).message);
    }
    saving(false);
  }

  return { open };
}
