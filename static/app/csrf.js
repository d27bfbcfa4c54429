import { cookieName } from 'app/site_url.js';

/** Which token does Django require with every change? Every page has it in a form field or a cookie. */
export function csrfToken() {
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector('input[name=csrfmiddlewaretoken]'));
  if (field?.value) return field.value;
  const found = document.cookie.match(new RegExp(`(?:^|; )${cookieName('csrftoken')}=([^;]*)`));
  return found ? decodeURIComponent(found[1]) : '';
}
