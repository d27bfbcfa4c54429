/** How does the form of a new table react to choices? A preset fills the fields, and only the existing seats show. The form works without this script. */
import { pageData } from 'app/dom.js';

const form = /** @type {HTMLFormElement} */ (document.getElementById('table-form'));
const { presets, is_fresh: isFresh } = pageData('page');

const choice = /** @type {HTMLSelectElement | null} */ (document.getElementById('preset'));
if (choice) {
  const apply = document.getElementById('preset-apply');
  if (apply) apply.hidden = true;
  const forget = document.getElementById('preset-forget');
  const offer = () => {
    if (forget) forget.hidden = !choice.value.startsWith('own-');
  };
  offer();
  choice.addEventListener('change', () => {
    offer();
    applyPreset(choice.value);
    showSeats();
    markPractice();
  });
  // A field changed by hand no longer matches the preset.
  form.addEventListener('change', (event) => {
    const name = /** @type {HTMLInputElement} */ (event.target).name ?? '';
    if (/^(option|custom)_/.test(name)) forgetPreset();
  });
}

const seats = /** @type {HTMLSelectElement} */ (form.elements.namedItem('seats'));
seats.addEventListener('change', showSeats);
showSeats();
form.addEventListener('change', markPractice);
markPractice();
offerZones();

/** Against bots alone the usual clock is none, so the fields of its time are hidden. */
function markPractice() {
  const chosen = new FormData(form);
  const bots = Array.from({ length: Number(seats.value) - 1 }, (_, i) => chosen.get(`bot_${i + 1}`));
  form.toggleAttribute('data-practice', bots.every(Boolean));
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
  if (isFresh) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function showSeats() {
  for (const field of form.querySelectorAll('#bot-fields [data-seat]')) {
    /** @type {HTMLElement} */ (field).hidden = Number(field.getAttribute('data-seat')) >= Number(seats.value);
  }
}

/** @param {string} id */
function applyPreset(id) {
  const preset = presets[id];
  const help = document.getElementById('preset-help');
  if (help) help.textContent = preset?.help ?? '';
  if (!preset) return;
  for (const [name, value] of Object.entries(preset.fields)) fill(name, value);
}

function forgetPreset() {
  if (!choice) return;
  choice.value = '';
  const help = document.getElementById('preset-help');
  if (help) help.textContent = '';
}

/** @param {string} name @param {any} value */
function fill(name, value) {
  for (const field of form.querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
    if (field instanceof HTMLInputElement && field.type === 'radio') field.checked = field.value === value;
    else if (field instanceof HTMLInputElement && field.type === 'checkbox')
      field.checked = Array.isArray(value) ? value.includes(field.value) : Boolean(value);
    else if (
      field instanceof HTMLInputElement ||
      field instanceof HTMLSelectElement ||
      field instanceof HTMLTextAreaElement
    )
      field.value = value ?? '';
    // Unfold the section of a custom value that the preset sets.
    const fold = field.closest('details');
    if (fold && value && name.startsWith('custom_')) fold.open = true;
  }
}
