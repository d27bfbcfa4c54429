/** How is the address in the field `#link` copied? With the button `#copy`, which stays hidden without scripts; `#copied` tells. */
import { t } from 'app/i18n.js';

export function offerCopy() {
  const button = document.getElementById('copy');
  const field = /** @type {HTMLInputElement | null} */ (document.getElementById('link'));
  const said = document.getElementById('copied');
  if (!button || !field || !said) return;
  button.hidden = false;
  field.addEventListener('focus', () => field.select());
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(field.value);
      said.textContent = t('Copied.');
    } catch {
      field.select();
      said.textContent = t('Copy it with your keyboard: it is selected.');
    }
  });
}
