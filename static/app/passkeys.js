/**
 * What does a page with a passkey say when it does not work? allauth's script talks to the key and reports failures as an event;
 * controls that need a passkey are hidden if the browser does not support them.
 */
import { load, t } from 'app/i18n.js';

const REFUSED = ['NotAllowedError', 'AbortError'];

await load('app/passkeys.js');
const isAble = 'PublicKeyCredential' in window;
for (const part of document.querySelectorAll('[data-passkey]')) /** @type {HTMLElement} */ (part).hidden = !isAble;
if (!isAble && !document.querySelector('[data-passkey]')) say(t('This browser knows no passkeys.'));

document.addEventListener('allauth.error', (event) => {
  event.preventDefault();
  const { exception } = /** @type {CustomEvent<{ exception: Error }>} */ (event).detail;
  if (REFUSED.includes(exception.name)) say(t('No key was used. Try again when you have it at hand.'));
  else if (exception.name === 'InvalidStateError') say(t('This key is known already.'));
  else say(t('The key could not be used here.'));
});

/** @param {string} text */
function say(text) {
  const place = document.getElementById('passkey-problem');
  if (!place) return;
  place.textContent = text;
  place.hidden = false;
}
