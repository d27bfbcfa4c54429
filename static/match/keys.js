/**
 * What does a key do on the match page, wherever the focus is? Keys of the board are the board's own.
 */
import { isWriting, press } from 'board/keyboard.js';

/**
 * @param {{
 *   edit: (how: 'undo' | 'redo') => void, ready: () => void, help: () => void, command: () => void,
 *   timeline: (event: KeyboardEvent) => boolean, other: (by: 1 | -1) => boolean,
 * }} config `command`: to the line for commands; `other`: to the next match that waits, or the previous one, if there is one; `timeline` says whether the key was meant for it
 */
export function listenToKeys({ edit, ready, help, command, timeline, other }) {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (isWriting(target)) return;
    const isTaken = press(event, {
      'ctrl Z': () => edit(event.shiftKey ? 'redo' : 'undo'),
      'ctrl Y': () => !event.shiftKey && edit('redo'),
      '?': help,
      '/': command,
      // J and K alone are keys of boards.
      'alt J': () => other(1),
      'alt K': () => other(-1),
      ' ': () => !target.matches('button, summary, a, input, [role=tab]') && ready(),
    });
    if (isTaken || timeline(event)) event.preventDefault();
  });
}
