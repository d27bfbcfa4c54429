/**
 * What must a person be told besides what the notices say by themselves? Failures that belong to no field, and other passing words.
 *
 * @typedef {{ key: string, text: string, bad?: boolean }} Toast
 */

/** How long a passing word stays. */
const SHOWN_FOR = 8000;

/** @param {{ onChange: () => void }} config */
export function createToasts({ onChange }) {
  /** @type {Map<string, Toast>} */
  const toasts = new Map();

  /** It stays until it is taken back. @param {string} key @param {string | null} text null: no more @param {boolean} [bad] */
  function keep(key, text, bad = true) {
    if (text === null) toasts.delete(key);
    else toasts.set(key, { key, bad, text });
  }

  /** It passes after a while. @param {string} key @param {string} text @param {boolean} [bad] */
  function tell(key, text, bad = false) {
    keep(key, text, bad);
    setTimeout(() => {
      toasts.delete(key);
      onChange();
    }, SHOWN_FOR);
    onChange();
  }

  /** A failure that is nobody's field. @param {Error} error */
  function fail(error) {
    // The card over the page has told it, with the ways on.
    if (!(/** @type {any} */ (error).isTold)) tell(`fail ${error.message}`, error.message, true);
  }

  return {
    keep,
    tell,
    fail,
    has: (/** @type {string} */ key) => toasts.has(key),
    list: () => [...toasts.values()],
  };
}
