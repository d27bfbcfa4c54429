/**
 * Which of my seats do I play now? For matches in which one person has several seats: a bar to change the seat, and at a hot seat the
 * curtain that hides one seat's view from the next. Each seat is a separate page load, so that nothing of another seat's view remains.
 *
 * @typedef {import("../types").MatchInfo} Info
 * @typedef {import("../types").StatusMessage} Status
 */
import { byId, h, replace } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { keptAt } from 'app/kept.js';
import { isOver } from 'match/due.js';
import { LETTERS, seatMark } from 'match/seats.js';

const letter = (/** @type {number} */ seat) => t('Seat {letter}', { letter: LETTERS[seat] });

/** @param {{ match: string }} config */
export function createSeatSwitch({ match }) {
  const bar = byId('seat-switch');
  const curtain = byId('curtain');
  const handed = keptAt(`handed.${match}`, { isOfTab: true });
  /** The person has confirmed on the previous page, so this page opens without the curtain. */
  let isShown = handed.read() === location.search;
  handed.write(null);
  /** The step for which the person declined to change to the next seat. */
  let declined = -1;
  let drawn = '';
  /** Shows what was shown last. */
  let again = () => {};

  /** Goes to another seat's page. @param {number | "referee"} seat */
  function go(seat) {
    const search = `?as=${seat}`;
    handed.write(search);
    if (location.search === search) location.reload();
    else location.search = search;
  }

  /** @param {string} title @param {string} text @param {string} yes @param {() => void} act @param {(() => void) | null} no */
  function close(title, text, yes, act, no) {
    if (!curtain.hidden && curtain.dataset.title === title) return;
    curtain.dataset.title = title;
    const show = h('button', { type: 'button', class: 'button primary big', onclick: act }, yes);
    replace(
      curtain,
      h('h2', { id: 'curtain-title' }, title),
      h('p', null, text),
      h(
        'div',
        { class: 'row' },
        show,
        no && h('button', { type: 'button', class: 'button', onclick: no }, t('Not yet')),
      ),
    );
    curtain.hidden = false;
    byId('match').inert = true;
    show.focus();
  }

  function lift() {
    curtain.hidden = true;
    byId('match').inert = false;
  }

  /** @param {Info} info @param {Status} status @param {import("../types").Audience} audience @param {boolean} ready is the seat on the page done */
  function show(info, status, audience, ready) {
    again = () => show(info, status, audience, ready);
    bar.hidden = info.yours.length < 2 || isOver(status);
    if (bar.hidden) return lift();
    drawBar(info, status, audience);
    if (info.kind !== 'hot_seat' || info.you === null || status.status !== 'running') return lift();
    if (!isShown) {
      const name = letter(info.you);
      close(
        name,
        t('Only whoever plays this seat should look at the screen now.'),
        t('Show the board'),
        () => {
          isShown = true;
          // The seat may be done already: then the next one is asked for at once.
          again();
        },
        null,
      );
      return;
    }
    const next = info.yours.find((seat) => seat !== info.you && status.waiting.includes(seat));
    if (!ready || next === undefined || declined === status.step) return lift();
    close(
      t('Hand over: {name}', { name: letter(next) }),
      t('This seat is done. Give the screen to whoever plays the next one.'),
      t('I am {name}: show the board', { name: letter(next) }),
      () => go(next),
      () => {
        declined = status.step;
        lift();
      },
    );
  }

  /** @param {Info} info @param {Status} status @param {import("../types").Audience} audience */
  function drawBar(info, status, audience) {
    const entries = [...info.yours, ...(info.kind === 'sandbox' ? [/** @type {const} */ ('referee')] : [])];
    const key = JSON.stringify([entries, audience, status.waiting]);
    if (key === drawn) return;
    drawn = key;
    replace(
      bar,
      h('span', { class: 'small muted' }, t('You play')),
      entries.map((seat) =>
        h(
          'button',
          {
            type: 'button',
            class: 'button slim',
            'aria-pressed': String(seat === audience),
            onclick: () => (info.kind === 'hot_seat' ? leave(seat) : go(seat)),
          },
          seat === 'referee' ? t('Everything') : seatMark(seat),
          typeof seat === 'number' && status.waiting.includes(seat) && h('span', { class: 'small' }, t('awaited')),
        ),
      ),
    );
  }

  /** Goes to another seat; at a hot seat its page begins behind the curtain. @param {number | "referee"} seat */
  function leave(seat) {
    const search = `?as=${seat}`;
    if (location.search !== search) location.search = search;
  }

  return { show };
}
