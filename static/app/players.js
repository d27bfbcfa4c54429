/**
 * Who is called like what I type? A list below the field, by keyboard as by pointer (the combobox pattern of ARIA). Without this the form finds them.
 *
 * @typedef {{ name: string, url: string, face: string, points: number | null, is_bot: boolean }} Found
 */
import { ApiError, get } from 'app/api.js';
import { h, replace } from 'app/dom.js';
import { load, t, tn } from 'app/i18n.js';

/** Milliseconds after the last letter until it asks. */
const PAUSE = 180;

const field = /** @type {HTMLInputElement} */ (document.querySelector('input[data-players]'));
const list = /** @type {HTMLElement} */ (document.getElementById('player-found'));
const said = /** @type {HTMLElement} */ (document.getElementById('player-said'));
const form = /** @type {HTMLFormElement} */ (field.form);
/** @type {Found[]} */
let found = [];
/** The option that the keyboard has come to; -1: none. */
let at = -1;
/** @type {any} */
let pause = null;
/** @type {AbortController | null} */
let asking = null;

await load('app/players.js');
for (const [name, value] of Object.entries({
  role: 'combobox',
  'aria-autocomplete': 'list',
  'aria-controls': list.id,
  'aria-expanded': 'false',
}))
  field.setAttribute(name, value);
field.addEventListener('input', () => {
  clearTimeout(pause);
  pause = setTimeout(ask, PAUSE);
});
field.addEventListener('keydown', onKey);
field.addEventListener('blur', close);
// The field keeps the focus while somebody presses on the list.
list.addEventListener('pointerdown', (event) => event.preventDefault());

async function ask() {
  asking?.abort();
  const typed = field.value.trim();
  if (!typed) {
    close();
    return;
  }
  asking = new AbortController();
  const mine = asking;
  try {
    const answer = await get(`${form.getAttribute('action')}?q=${encodeURIComponent(typed)}`, {
      wants: ['found'],
      signal: mine.signal,
    });
    if (mine !== asking || document.activeElement !== field) return;
    found = answer.found;
    show();
  } catch (error) {
    // Enter asks again, and the page says what is wrong.
    if (!(error instanceof ApiError)) throw error;
    if (mine === asking) close();
  }
}

function show() {
  at = -1;
  replace(
    list,
    ...found.map((one, index) =>
      h(
        'li',
        { role: 'option', id: `player-${index}`, 'aria-selected': 'false', onclick: () => go(index) },
        h('img', { class: 'face', src: one.face, width: 32, height: 32, alt: '' }),
        h('bdi', null, one.name),
        one.is_bot ? h('span', { class: 'tag bot' }, t('bot')) : null,
        one.points === null ? null : h('span', { class: 'points small muted' }, String(one.points)),
      ),
    ),
  );
  list.hidden = !found.length;
  field.setAttribute('aria-expanded', String(!list.hidden));
  field.removeAttribute('aria-activedescendant');
  said.textContent = found.length ? tn('{n} player', '{n} players', found.length) : t('Nobody is called like that.');
}

function close() {
  clearTimeout(pause);
  asking?.abort();
  asking = null;
  at = -1;
  list.hidden = true;
  field.setAttribute('aria-expanded', 'false');
  field.removeAttribute('aria-activedescendant');
}

/** @param {number} index */
function go(index) {
  location.assign(found[index].url);
}

/** @param {number} to */
function mark(to) {
  at = to;
  [...list.children].forEach((one, index) => {
    one.setAttribute('aria-selected', String(index === at));
  });
  if (at < 0) field.removeAttribute('aria-activedescendant');
  else {
    field.setAttribute('aria-activedescendant', `player-${at}`);
    list.children[at].scrollIntoView({ block: 'nearest' });
  }
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.isComposing) return;
  const { key } = event;
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    event.preventDefault();
    if (list.hidden) {
      void ask();
      return;
    }
    // From the last option it goes on to the field itself, as from the first one back.
    const all = found.length + 1;
    mark(((at + 1 + (key === 'ArrowDown' ? 1 : all - 1)) % all) - 1);
  } else if (key === 'Enter' && at >= 0 && !list.hidden) {
    event.preventDefault();
    go(at);
  } else if (key === 'Escape' && !list.hidden) {
    event.preventDefault();
    close();
  }
}
