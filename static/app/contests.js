/** What does the form of a contest know of its reader and of the rules? The zone here, and the sizes that a table can have; it works without this. */

import { post } from 'app/api.js';
import { theme } from 'app/theme.js';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const form = /** @type {HTMLFormElement | null} */ (document.getElementById('contest-form'));
if (form) {
  offerZones();
  addStagesHere(form);
  showEntry(form);
  showStages(form);
  showMap(form);
  if (form.hasAttribute('data-fresh')) fillInHere(form);
  form.addEventListener('change', (event) => {
    const name = /** @type {HTMLInputElement} */ (event.target).name;
    if (name === 'game') hideOtherRules(form);
    if (name === 'entry') showEntry(form);
    if (name.startsWith('format_')) showStages(form);
    if (name.startsWith('option_')) showMap(form);
    if (/^(game|maps|option_)/.test(name)) offerSizes(form);
  });
}

/**
 * The fields below are those of the rules that were filled in.
 * @param {HTMLFormElement} open
 */
function hideOtherRules(open) {
  const [chosen, filled] = ['game', 'filled'].map((name) => open.elements.namedItem(name));
  const isOther = /** @type {HTMLSelectElement} */ (chosen).value !== /** @type {HTMLInputElement} */ (filled).value;
  for (const part of open.querySelectorAll('[data-rules]')) /** @type {HTMLElement} */ (part).hidden = isOther;
  for (const part of open.querySelectorAll('[data-stale]')) /** @type {HTMLElement} */ (part).hidden = !isOther;
}

/**
 * What only another way in needs is out of sight.
 * @param {HTMLFormElement} open
 */
function showEntry(open) {
  const chosen = new FormData(open).get('entry');
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (open.querySelectorAll('[data-entry]')))
    part.hidden = part.dataset.entry !== chosen;
}

/**
 * The map that is chosen, in small.
 * @param {HTMLFormElement} open
 */
function showMap(open) {
  const picture = /** @type {HTMLImageElement | null} */ (open.querySelector('#choice-picture'));
  if (!picture) return;
  const { of = '', address = '', keys = '' } = picture.dataset;
  const key = String(new FormData(open).get(of) ?? '');
  picture.hidden = !keys.split(' ').includes(key);
  if (!picture.hidden) picture.src = `${address.replace('KEY', key)}?theme=${theme()}`;
}

/**
 * What the format of a stage does not read is out of sight.
 * @param {HTMLFormElement} open
 */
function showStages(open) {
  for (const stage of open.querySelectorAll('[data-stage]')) {
    const chosen = stage.querySelector('select')?.value ?? '';
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (stage.querySelectorAll('[data-formats]')))
      part.hidden = !part.dataset.formats?.split(' ').includes(chosen);
  }
}

/**
 * The next stage is there already, hidden: no way to the server.
 * @param {HTMLFormElement} open
 */
function addStagesHere(open) {
  const button = /** @type {HTMLButtonElement | null} */ (open.querySelector('[data-add-stage]'));
  button?.addEventListener('click', (event) => {
    event.preventDefault();
    const [next, ...later] = open.querySelectorAll('[data-stage][hidden]');
    /** @type {HTMLElement} */ (next).hidden = false;
    next.querySelector('select')?.focus();
    if (!later.length) button.parentElement?.remove();
  });
}

/** @type {AbortController | null} */
let asking = null;

/**
 * The game alone knows which sizes of tables its rules allow.
 * @param {HTMLFormElement} open
 */
async function offerSizes(open) {
  asking?.abort();
  const mine = new AbortController();
  asking = mine;
  try {
    const { sizes } = await post(open.dataset.sizes ?? '', new FormData(open), {
      wants: ['sizes'],
      signal: mine.signal,
    });
    const field = /** @type {HTMLSelectElement} */ (open.elements.namedItem('table_size'));
    const before = field.value;
    field.replaceChildren(...sizes.map((/** @type {number} */ size) => new Option(String(size))));
    if (sizes.includes(Number(before))) field.value = before;
  } catch {
    // Which sizes are wrong is told when the form is sent.
  }
}

function offerZones() {
  const known = document.getElementById('zones');
  for (const name of Intl.supportedValuesOf?.('timeZone') ?? []) {
    const option = document.createElement('option');
    option.value = name;
    known?.append(option);
  }
}

/**
 * The first values are in UTC: the same moments, as the clock here shows them.
 * @param {HTMLFormElement} fresh
 */
function fillInHere(fresh) {
  /** @type {HTMLInputElement} */ (fresh.elements.namedItem('time_zone')).value = zone;
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (fresh.querySelectorAll('[type=datetime-local]'))) {
    const moment = new Date(`${field.value}Z`);
    const shown = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
    field.value = shown.toISOString().slice(0, 16);
  }
}
