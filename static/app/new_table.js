/** What does choosing change in the form of a new table? A preset fills its fields, and only as many seats show as there are. All of it works without. */
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
  });
  // Whoever changes a field by hand has a choice of their own.
  form.addEventListener('change', (event) => {
    const name = /** @type {HTMLInputElement} */ (event.target).name ?? '';
    if (/^(option|custom)_/.test(name)) forgetPreset();
  });
}

const seats = /** @type {HTMLSelectElement} */ (form.elements.namedItem('seats'));
seats.addEventListener('change', showSeats);
showSeats();
offerPractice();

offerZones();

/**
 * Against bots alone nobody waits: no clock, and nobody else need see it. Chosen for whoever fills the seats with bots and has not chosen
 * clock or door by hand; given back when a seat is opened for people again.
 */
function offerPractice() {
  /** @type {Record<string, string>} */
  const practice = { clock: 'none', visibility: 'link' };
  const before = new Map(Object.keys(practice).map((name) => [name, chosen(name)]));
  let isPractice = isAgainstBots();
  form.addEventListener('change', (event) => {
    const { name } = /** @type {HTMLInputElement} */ (event.target);
    // What was chosen by hand stays.
    if (name in practice) before.delete(name);
    if (isAgainstBots() === isPractice) return;
    isPractice = !isPractice;
    for (const [field, usual] of before) fill(field, isPractice ? practice[field] : usual);
  });
}

/** Does a bot or a program sit in every seat but the host's? */
function isAgainstBots() {
  return Array.from({ length: Number(seats.value) - 1 }, (_, i) => chosen(`bot_${i + 1}`)).every(Boolean);
}

/** @param {string} name */
function chosen(name) {
  return String(new FormData(form).get(name) ?? '');
}

/** The time zones that the browser knows, its own first of all. */
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
    // What a preset writes of its own must not stay folded away.
    const fold = field.closest('details');
    if (fold && value && name.startsWith('custom_')) fold.open = true;
  }
}
