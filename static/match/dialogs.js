/** Which dialogs does the match page have? A question with yes and no, and the list of keys. */
import { h } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { readLayout, shownKeys } from 'board/keyboard.js';
import { isLost, land } from 'match/focus.js';

/**
 * A question with yes and no; resolves with the answer. The focus is on No.
 * @param {string} title @param {string} text @param {string} yes
 * @param {{ no?: string, isGrave?: boolean, below?: HTMLElement, signal?: AbortSignal }} [how] `isGrave`: Yes cannot be taken back;
 *   `below` stands under the text; `signal` takes the question back, which is a No
 * @returns {Promise<boolean>}
 */
export function ask(title, text, yes, { no = t('Cancel'), isGrave = true, below, signal } = {}) {
  return new Promise((resolve) => {
    const dialog = h(
      'dialog',
      { class: 'dialog', 'aria-labelledby': 'ask-title', 'aria-describedby': 'ask-text' },
      h(
        'form',
        { method: 'dialog' },
        h('h2', { id: 'ask-title' }, title),
        h('p', { id: 'ask-text' }, text),
        below,
        h(
          'div',
          { class: 'row' },
          h('button', { class: isGrave ? 'button danger' : 'button', value: 'yes' }, yes),
          h('button', { class: 'button', value: 'no', autofocus: true }, no),
        ),
      ),
    );
    dialog.addEventListener('close', () => {
      dialog.remove();
      // The element that opened the dialog may have been removed meanwhile.
      if (isLost()) land();
      resolve(dialog.returnValue === 'yes');
    });
    signal?.addEventListener('abort', () => dialog.close('no'));
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Shows the keys of the page and of the game, as they are on the person's keyboard. @param {{ key: string, meaning: string }[]} own */
export async function showKeys(own) {
  // The layout may have been changed since.
  await readLayout();
  const keys = [
    { key: 'Space', meaning: t('Ready, or not ready after all') },
    { key: 'Ctrl+Z / Ctrl+Y', meaning: t('Undo / redo') },
    { key: '[ / ]', meaning: t('Step back / forward') },
    { key: '/', meaning: t('Command line') },
    { key: 'Alt+J / Alt+K', meaning: t('Next / previous match that waits for you') },
    { key: '?', meaning: t('This list') },
    ...own,
  ];
  const dialog = h(
    'dialog',
    { class: 'dialog', 'aria-labelledby': 'keys-title' },
    h('form', { method: 'dialog', class: 'dialog-close' }, h('button', { class: 'button slim' }, t('Close'))),
    h('h2', { id: 'keys-title' }, t('Keys')),
    h(
      'dl',
      { class: 'keys' },
      keys.flatMap(({ key, meaning }) => [h('dt', null, h('kbd', null, shownKeys(key))), h('dd', null, meaning)]),
    ),
  );
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
