/** Is the one backstab of a match meant? What follows from it is said, and asked, before it is ordered. */
import { h } from 'app/dom.js';
import { sentences, t } from 'app/i18n.js';
import { clubMark } from './names.js';

/** @param {number} seat @param {import('./types').PlayerView} player */
const whatFollows = (seat, { relation }) =>
  sentences([
    t(
      'War with {club} begins at once, before the campaigns of this round: those beside its land can take it now, while it expects nothing.',
      {
        club: clubMark(seat),
      },
    ),
    relation === 'allied' ? t('The alliance ends: your campaigns and your capital on its land are lost.') : '',
    t('It costs no money, and there is one backstab in a match.'),
  ]);

/** Calls `mean` if it is meant. @param {number} seat @param {import('./types').PlayerView} player @param {() => void} mean */
export function askStab(seat, player, mean) {
  const dialog = h(
    'dialog',
    { class: 'dialog', 'aria-labelledby': 'hc-stab-title', 'aria-describedby': 'hc-stab-text' },
    h(
      'form',
      { method: 'dialog' },
      h('h2', { id: 'hc-stab-title' }, t('Stab {club} in the back?', { club: clubMark(seat) })),
      h('p', { id: 'hc-stab-text' }, whatFollows(seat, player)),
      h(
        'div',
        { class: 'row' },
        h('button', { class: 'button danger', value: 'yes' }, t('Order the backstab')),
        h('button', { class: 'button', value: 'no', autofocus: true }, t('Not now')),
      ),
    ),
  );
  dialog.addEventListener('close', () => {
    dialog.remove();
    if (dialog.returnValue === 'yes') mean();
  });
  document.body.append(dialog);
  dialog.showModal();
}
