/**
 * What does a key do on the match page, wherever the focus is? Keys of the board are the board's own.
 */

/**
 * @param {{
 *   edit: (how: 'undo' | 'redo') => void, ready: () => void, help: () => void, command: () => void,
 *   timeline: (event: KeyboardEvent) => boolean,
 * }} config `command`: to the line for commands; `timeline` says whether the key was meant for it
 */
export function listenToKeys({ edit, ready, help, command, timeline }) {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
    const target = /** @type {HTMLElement} */ (event.target);
    const isField = target.matches('input:not([type=checkbox], [type=range]), textarea, select');
    if ((event.ctrlKey || event.metaKey) && !isField) {
      const key = event.key.toLowerCase();
      if (key === 'z' && !event.shiftKey) edit('undo');
      else if (key === 'y' || (key === 'z' && event.shiftKey)) edit('redo');
      else return;
      event.preventDefault();
      return;
    }
    if (isField || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === '?') help();
    else if (event.key === '/') command();
    else if (event.key === ' ' && !target.matches('button, summary, a, input, [role=tab]')) ready();
    else if (!timeline(event)) return;
    event.preventDefault();
  });
}
