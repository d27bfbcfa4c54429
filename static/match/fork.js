/**
 * How does a person continue from the position on the board? With a button: a sandbox of it, or, of a match that is over, a match against bots
 * from a seat of their choice.
 *
 * @typedef {import("../types").MatchInfo} Info
 * @typedef {Pick<import("../types").ReplayPage, 'levels' | 'strongest'>} Bots
 */
import { post } from 'app/api.js';
import { h, icon, replace } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { siteUrl } from 'app/site_url.js';
import { trying } from 'app/trouble.js';
import { isLost, land } from 'match/focus.js';
import { LETTERS, seatName, stepName } from 'match/seats.js';

/** @param {{ match: string, step: () => number | null, fail: (error: Error) => void }} config */
export function createFork({ match, step, fail }) {
  const button = h(
    'button',
    { type: 'button', class: 'button slim', hidden: true, onclick: open },
    icon('route'),
    t('Try it from here'),
  );
  button.title = t('Opens a sandbox that begins with the position on the board: you play all seats, nobody sees it.');

  async function open() {
    const at = step();
    if (at === null) return;
    button.disabled = true;
    try {
      await begin(match, { step: String(at) });
    } catch (error) {
      fail(/** @type {Error} */ (error));
    } finally {
      button.disabled = false;
    }
  }

  return button;
}

/** Begins the fork and goes there. @param {string} match @param {Record<string, string>} fields @returns {Promise<void>} */
async function begin(match, fields) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const ask = () => post(siteUrl(`/tables/${match}/fork/`), form, { wants: ['url'] });
  location.assign((await trying('fork', ask, () => begin(match, fields))).url);
}

/**
 * Asks which seat to play from a step on, and against which bots; the seat that is shown comes first.
 * @param {{ match: string, info: Info, step: number, seat: number, page: Bots }} from
 */
export function playOn({ match, info, step, seat, page }) {
  const problem = h('p', { class: 'problem', role: 'alert', hidden: true });
  const others = h('div', { class: 'fork-bots' });
  const seats = h(
    'select',
    { id: 'fork-seat', onchange: showOthers },
    info.seats.map((one) =>
      h(
        'option',
        { value: String(one.seat), selected: one.seat === seat },
        `${LETTERS[one.seat]} ${seatName(info, one.seat)}`,
      ),
    ),
  );
  const go = h('button', { type: 'submit', class: 'button primary' }, icon('play'), t('Begin'));
  const alone = h(
    'button',
    { type: 'button', class: 'button', onclick: () => void send({ step: String(step) }) },
    t('Play all seats myself'),
  );
  const close = h('button', { type: 'button', class: 'button', onclick: () => dialog.close() }, t('Cancel'));
  const form = h(
    'form',
    { method: 'dialog', class: 'fork-form', onsubmit },
    h('h2', { id: 'fork-title' }, t('Play on from {step}', { step: stepName(info, step) })),
    h('p', { class: 'muted' }, t('A match of your own against bots: no clock, not rated, on no list.')),
    h('label', { for: 'fork-seat' }, h('span', null, t('My seat')), seats),
    others,
    problem,
    h('div', { class: 'row' }, go, alone, close),
  );
  const dialog = h('dialog', { class: 'dialog', 'aria-labelledby': 'fork-title' }, form);

  function showOthers() {
    replace(
      others,
      ...info.seats
        .filter((one) => String(one.seat) !== seats.value)
        .map((one) => {
          const id = `fork-bot-${one.seat}`;
          const present = page.levels[one.bot] ? one.bot : page.strongest;
          return h(
            'label',
            { for: id },
            h('span', null, t('Seat {letter}', { letter: LETTERS[one.seat] })),
            h(
              'select',
              { id, name: `bot_${one.seat}` },
              Object.entries(page.levels).map(([bot, name]) =>
                h('option', { value: bot, selected: bot === present }, name),
              ),
            ),
          );
        }),
    );
  }

  /** @param {Event} event */
  function onsubmit(event) {
    event.preventDefault();
    const bots = [...others.querySelectorAll('select')].map((one) => [one.name, one.value]);
    void send({ step: String(step), seat: seats.value, ...Object.fromEntries(bots) });
  }

  /** @param {Record<string, string>} fields */
  async function send(fields) {
    const buttons = [go, alone];
    for (const one of buttons) one.disabled = true;
    problem.hidden = true;
    try {
      await begin(match, fields);
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
      problem.hidden = false;
      // The card with the ways on stands behind a dialog.
      if (/** @type {any} */ (error).isTold) dialog.close();
    } finally {
      for (const one of buttons) one.disabled = false;
    }
  }

  dialog.addEventListener('close', () => {
    dialog.remove();
    if (isLost()) land();
  });
  showOthers();
  document.body.append(dialog);
  dialog.showModal();
}
