/**
 * Which seats belong to a new chat group? A dialog with a checkbox for each other seat.
 *
 * @typedef {import("../types").MatchInfo} Info
 */
import { h } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { seatMark, seatName } from 'match/seats.js';

/** Least number of other members: a talk of two persons has its own channel already. */
const FEWEST_OTHERS = 2;

/** Asks for the members; resolves with their seats, or null. @param {Info} info @returns {Promise<number[] | null>} */
export function askForGroup(info) {
  return new Promise((resolve) => {
    const boxes = info.seats
      .filter(({ seat }) => seat !== info.you)
      .map(({ seat }) => ({ seat, box: h('input', { type: 'checkbox', value: String(seat), onchange: update }) }));
    const open = h('button', { class: 'button primary', value: 'open', disabled: true }, t('Open the group'));
    const dialog = h(
      'dialog',
      { class: 'dialog', 'aria-labelledby': 'group-title' },
      h(
        'form',
        { method: 'dialog' },
        h('h2', { id: 'group-title' }, t('New group')),
        h('p', { id: 'group-help' }, t('Choose two or more. All members see who is in and read everything.')),
        h(
          'fieldset',
          { class: 'group-seats', 'aria-describedby': 'group-help' },
          h('legend', { class: 'visually-hidden' }, t('Members')),
          boxes.map(({ seat, box }) =>
            h('label', { class: 'check' }, box, seatMark(seat), h('span', null, seatName(info, seat))),
          ),
        ),
        h(
          'div',
          { class: 'row' },
          open,
          h('button', { class: 'button', value: 'no', formnovalidate: true }, t('Cancel')),
        ),
      ),
    );
    const chosen = () => boxes.filter(({ box }) => box.checked).map(({ seat }) => seat);
    function update() {
      open.disabled = chosen().length < FEWEST_OTHERS;
    }
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'open' ? chosen() : null);
    });
    document.body.append(dialog);
    dialog.showModal();
    boxes[0]?.box.focus();
  });
}
