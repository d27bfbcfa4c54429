/** The page on which a guest comes back: a private address has the code behind #, which moves into the field and out of the bar and the history. */
function take() {
  const code = decodeURIComponent(location.hash.slice(1));
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector('input[name=code]'));
  if (!code || !field) return;
  field.value = code;
  history.replaceState(null, '', location.pathname + location.search);
  field.form?.querySelector('button')?.focus();
}

take();
addEventListener('hashchange', take);

// A module of its own, though it takes and gives nothing.
export {};
