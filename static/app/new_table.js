/**
 * How does the form of a new table react to choices? A preset fills the fields, each fold tells what differs from the preset, and only the
 * existing seats show. The form works without this script.
 *
 * @typedef {string | boolean | string[]} Shown what a field shows; a list for a group of boxes
 */
import { post } from 'app/api.js';
import { byId, pageData } from 'app/dom.js';
import { theme } from 'app/theme.js';

const form = /** @type {HTMLFormElement} */ (document.getElementById('table-form'));
/** @type {{ bases: Record<string, Record<string, Shown>>, seats: Record<string, number[]>, help: Record<string, string>, words: Record<string, string>, is_fresh: boolean, length: string, pictured: { name: string, address: string, keys: string[] } | null }} */
const { bases, seats: seatNumbers, help, words, is_fresh: isFresh, length, pictured } = pageData('page');
const seats = /** @type {HTMLSelectElement} */ (form.elements.namedItem('seats'));
const filled = /** @type {HTMLInputElement} */ (form.elements.namedItem('filled'));
const longest = byId('table-longest');
const rhythmSaid = byId('rhythm-said');
const forget = document.getElementById('preset-forget');

// A button that is only hidden could still be the one that the Enter key presses.
document.getElementById('preset-apply')?.remove();
form.addEventListener('change', (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (field.name === 'preset') applyPreset(field.value);
  if (field.name === 'seats') fitPreset();
  dropWritten(field.name);
  follow();
  tellLength();
});
form.addEventListener('input', tellDifferences);
form.addEventListener('click', takeRhythm);
offerZones();
follow();

/** What is chosen in small, where the choices have pictures. */
function showPicture() {
  const shownNow = /** @type {HTMLImageElement | null} */ (document.getElementById('choice-picture'));
  if (!pictured || !shownNow) return;
  const key = String(shown(pictured.name));
  shownNow.hidden = !pictured.keys.includes(key);
  const address = `${pictured.address.replace('KEY', key)}?theme=${theme()}`;
  if (!shownNow.hidden && shownNow.getAttribute('src') !== address) shownNow.src = address;
}

/** Everything on the page that depends on what is chosen. */
function follow() {
  showPicture();
  showSeats();
  markPractice();
  if (forget) forget.hidden = !filled.value.startsWith('own-');
  tellDifferences();
}

/** Against bots alone the usual clock is none, so the fields of its time are hidden. */
function markPractice() {
  const chosen = new FormData(form);
  const bots = Array.from({ length: Number(seats.value) - 1 }, (_, i) => chosen.get(`bot_${i + 1}`));
  form.toggleAttribute('data-practice', bots.every(Boolean));
}

/** The game alone knows how long a match can last. @type {AbortController | null} */
let asking = null;

/** Says how long the match lasts at most, as the form stands. @param {string} [rhythm] fills that in first */
async function tellLength(rhythm = '') {
  asking?.abort();
  const mine = new AbortController();
  asking = mine;
  const sent = new FormData(form);
  for (const name of ['password', 'preset_name', 'rhythm']) sent.delete(name);
  if (rhythm) sent.set('rhythm', rhythm);
  try {
    const answer = await post(length, sent, { wants: ['said', 'fields'], signal: mine.signal });
    if (asking !== mine) return;
    for (const [name, value] of Object.entries(answer.fields)) fill(name, value);
    longest.textContent = answer.said;
    if (!rhythm) return;
    // What was filled in is seen.
    byId('id_vacation_days').closest('details')?.toggleAttribute('open', true);
    follow();
    rhythmSaid.textContent = answer.said;
  } catch {
    // It is told when the form is sent; a wrong sentence would be worse than none.
    if (asking === mine) longest.textContent = '';
  }
}

/** @param {Event} event */
function takeRhythm(event) {
  const button = /** @type {Element} */ (event.target).closest('button[name="rhythm"]');
  if (!button) return;
  event.preventDefault();
  tellLength(/** @type {HTMLButtonElement} */ (button).value);
}

/** The time zones that the browser knows, its own first. */
function offerZones() {
  const zone = /** @type {HTMLInputElement | null} */ (form.elements.namedItem('time_zone'));
  const known = document.getElementById('zones');
  if (!zone || !known || !Intl.supportedValuesOf) return;
  for (const name of Intl.supportedValuesOf('timeZone')) {
    const option = document.createElement('option');
    option.value = name;
    known.append(option);
  }
  if (!isFresh) return;
  zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
  // The zone of the person's device is as usual.
  for (const basis of Object.values(bases)) if (basis.time_zone === 'UTC') basis.time_zone = zone.value;
}

function showSeats() {
  for (const field of form.querySelectorAll('#bot-fields [data-seat]')) {
    /** @type {HTMLElement} */ (field).hidden = Number(field.getAttribute('data-seat')) >= Number(seats.value);
  }
}

/** A game's preset fills the options of the game, a saved one the whole form. @param {string} id */
function applyPreset(id) {
  const isOwn = id.startsWith('own-');
  for (const [name, value] of Object.entries(bases[id] ?? {})) if (isOwn || isRule(name)) fill(name, value);
  const possible = seatNumbers[id];
  if (possible && !possible.includes(Number(seats.value))) seats.value = String(possible[0]);
  filled.value = id;
  const said = document.getElementById('preset-help');
  if (said) said.textContent = help[id] ?? '';
}

/** For more seats than the map of the preset has homes: the first preset that has them, unless the rules are somebody's own by now. */
function fitPreset() {
  const number = Number(seats.value);
  const isPossible = (/** @type {string} */ id) => seatNumbers[id].includes(number);
  if (!(filled.value in seatNumbers) || isPossible(filled.value)) return;
  const isUsual = Object.entries(bases[filled.value]).every(
    ([name, value]) => !isRule(name) || !named(name).length || String(shown(name)) === String(value),
  );
  const id = isUsual && Object.keys(seatNumbers).find(isPossible);
  if (!id) return;
  fill('preset', id);
  applyPreset(id);
}

/** Whoever chooses something else does not mean what the preset has written out below the choice. @param {string} name */
function dropWritten(name) {
  const own = name.replace(/^option_/, 'custom_');
  const written = (bases[filled.value] ?? bases[''])[own];
  if (own !== name && written && shown(own) === written) fill(own, '');
}

/** @param {string} name */
function isRule(name) {
  return /^(option|custom)_/.test(name);
}

/** @param {string} name @returns {HTMLInputElement[]} the fields of that name, also selects and text areas */
function named(name) {
  return [...form.querySelectorAll(`[name="${CSS.escape(name)}"]`)].map((field) => /** @type {any} */ (field));
}

/** @param {string} name @param {Shown} value */
function fill(name, value) {
  for (const field of named(name)) {
    if (field.type === 'radio') field.checked = field.value === value;
    else if (field.type === 'checkbox')
      field.checked = Array.isArray(value) ? value.includes(field.value) : Boolean(value);
    else field.value = String(value);
    // Unfold the section of a custom value that the preset sets.
    const fold = field.closest('details');
    if (fold && value && name.startsWith('custom_')) fold.open = true;
  }
}

/** Says at every fold what in it differs from the preset. */
function tellDifferences() {
  const basis = bases[filled.value] ?? bases[''];
  for (const fold of form.querySelectorAll('[data-fold]')) {
    const said = /** @type {HTMLElement} */ (fold.querySelector('.fold-said'));
    const names = new Set(
      [...fold.querySelectorAll('[name]')].map((field) => /** @type {HTMLInputElement} */ (field).name),
    );
    const found = [...names].filter(
      (name) => name in basis && isOpen(named(name)[0]) && String(shown(name)) !== String(basis[name]),
    );
    const text = found.map((name) => `${labelOf(named(name)[0])}: ${wordsFor(name)}`).join(' · ') || words.usual;
    if (said.textContent !== text) said.textContent = text;
    said.classList.toggle('own', found.length > 0);
  }
}

/** False for a field that does not count while others are as they are. @param {HTMLElement} field */
function isOpen(field) {
  for (let part = field.parentElement; part && part !== form; part = part.parentElement) {
    if (/\bwhen-/.test(part.className) && getComputedStyle(part).display === 'none') return false;
  }
  return true;
}

/** @param {string} name @returns {Shown} */
function shown(name) {
  const fields = named(name);
  const [first] = fields;
  if (first.type === 'radio') return fields.find((field) => field.checked)?.value ?? '';
  if (first.type !== 'checkbox') return first.value;
  return isGroup(first) ? fields.filter((field) => field.checked).map((field) => field.value) : first.checked;
}

/** @param {HTMLElement} field */
function isGroup(field) {
  return field.closest('fieldset.field') !== null;
}

/** @param {HTMLInputElement} field */
function labelOf(field) {
  const label = field.closest('fieldset.field')?.querySelector('legend') ?? field.labels?.[0];
  const optional = label?.querySelector('.optional')?.textContent ?? '';
  return (label?.textContent ?? '').replace(optional, '').trim();
}

/** @param {string} name */
function wordsFor(name) {
  const fields = named(name);
  const [first] = fields;
  const chosen = fields.filter((field) => field.checked);
  if (first.type === 'radio') return chosen[0]?.labels?.[0].textContent?.trim() ?? '';
  if (first.type === 'checkbox' && !isGroup(first)) return first.checked ? words.yes : words.no;
  if (first.type === 'checkbox')
    return words.share.replace('%(n)s', String(chosen.length)).replace('%(all)s', String(fields.length));
  if (first instanceof HTMLSelectElement) return first.selectedOptions[0]?.text ?? '';
  if (first instanceof HTMLTextAreaElement || name === 'password') return words.changed;
  return first.value || words.usual;
}
