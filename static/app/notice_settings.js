/** The page on which somebody chooses how they hear of what: the zone of this device to begin with, and this browser as a device. */
import { ApiError } from 'app/api.js';
import { offerCopy } from 'app/copying.js';
import { byId } from 'app/dom.js';
import { load, t } from 'app/i18n.js';
import { canPush, isOn, turnOn } from 'app/push.js';
import { trying } from 'app/trouble.js';

await load('app/notice_settings.js');
offerCopy();

const form = /** @type {HTMLFormElement | null} */ (document.querySelector('form[data-zone=unknown]'));
if (form) {
  const field = /** @type {HTMLSelectElement} */ (form.elements.namedItem('time_zone'));
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if ([...field.options].some((one) => one.value === zone)) field.value = zone;
}

const here = document.getElementById('push-here');
if (here) {
  const state = byId('push-state');
  if (!canPush()) state.textContent = t('This browser cannot show notices while no page is open.');
  else if (isOn()) state.textContent = t('This browser shows notices.');
  else {
    here.hidden = false;
    const button = /** @type {HTMLButtonElement} */ (byId('push-on'));
    button.addEventListener('click', async () => {
      button.disabled = true;
      try {
        state.textContent = await trying('push', turnOn, () => button.click());
        here.hidden = isOn();
      } catch (error) {
        state.textContent = error instanceof ApiError ? error.message : t('This browser does not allow it.');
      }
      button.disabled = false;
    });
  }
}
