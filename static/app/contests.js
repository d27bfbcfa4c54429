/** Which hour is that here? The reader's own zone in the form of a contest; the pages work without it. */

export {};

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const form = /** @type {HTMLFormElement | null} */ (document.getElementById('contest-form'));
if (form) {
  offerZones();
  if (form.hasAttribute('data-fresh')) fillInHere(form);
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
