/**
 * The page of a conversation: what comes in appears at its foot, what is written is sent without loading the page, counted, and kept in this
 * browser until it has gone. Without this the page works by its form.
 */
import { ApiError, get, request } from 'app/api.js';
import { load, t, tn } from 'app/i18n.js';
import { keptAt } from 'app/kept.js';
import { onMessages } from 'app/messages.js';
import { localise } from 'app/times.js';
import { trying } from 'app/trouble.js';

/** From so few characters on it says how many are left. */
const FEW = 200;
/** Pixels from the foot within which somebody still reads the newest. */
const NEAR = 160;

const list = /** @type {HTMLElement} */ (document.getElementById('message-lines'));
const news = /** @type {HTMLElement} */ (document.getElementById('message-news'));
const box = /** @type {HTMLFormElement | null} */ (document.querySelector('form.write-box'));
const foot = document.getElementById('newest');
let newest = Number(list.dataset.newest);
/** What is being fetched; one at a time, so that nothing comes twice. @type {Promise<void> | null} */
let fetching = null;

await load('app/conversation.js');
if (list.dataset.new) {
  if (list.childElementCount) foot?.scrollIntoView({ block: 'end' });
  onMessages(look);
  document.addEventListener('visibilitychange', look);
}
if (box) write(box);

/** Whoever does not look at the page has read nothing. */
function look() {
  if (!document.hidden) void fetchNew();
}

function fetchNew() {
  fetching ??= fetchAll().finally(() => {
    fetching = null;
  });
  return fetching;
}

async function fetchAll() {
  for (;;) {
    /** @type {{ html: string, newest: number }} */
    let found;
    try {
      found = await get(`${list.dataset.new}?after=${newest}`, { wants: ['html', 'newest'] });
    } catch (error) {
      // The next call fetches them.
      if (error instanceof ApiError) return;
      throw error;
    }
    if (!found.newest) return;
    newest = found.newest;
    append(found.html);
  }
}

/** @param {string} html made by the site's own template */
function append(html) {
  const page = document.documentElement;
  const isAtFoot = page.scrollHeight - page.clientHeight - page.scrollTop < NEAR;
  const made = document.createElement('template');
  made.innerHTML = html;
  localise(made.content);
  const others = [...made.content.querySelectorAll('.message-line:not(.own) .message-body')];
  if (others.length) news.textContent = others.map((one) => one.textContent?.trim().replace(/\s+/g, ' ')).join(' ');
  list.append(made.content);
  document.getElementById('no-messages')?.remove();
  if (isAtFoot) foot?.scrollIntoView({ block: 'end' });
}

/** @param {HTMLFormElement} form */
function write(form) {
  const field = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem('text'));
  const wrong = /** @type {HTMLElement} */ (document.getElementById('write-error'));
  const count = /** @type {HTMLElement} */ (document.getElementById('write-count'));
  const button = /** @type {HTMLButtonElement} */ (form.querySelector('button'));
  const draft = keptAt(form.dataset.draft ?? '');
  const longest = Number(form.dataset.longest);
  const before = count.textContent;
  if (!field.value) field.value = draft.read() ?? '';
  const changed = () => {
    draft.write(field.value || null);
    // As the site counts: letters, not halves of them.
    const left = longest - [...field.value].length;
    count.textContent = left < FEW ? tn('{n} character left', '{n} characters left', left) : before;
  };
  changed();
  field.addEventListener('input', changed);
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.isComposing) form.requestSubmit();
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    button.disabled = true;
    wrong.hidden = true;
    try {
      const sent = new FormData();
      sent.append('text', field.value);
      await trying(
        'message',
        () => request('POST', location.pathname, sent, { wants: ['newest'] }),
        () => form.requestSubmit(),
      );
      field.value = '';
      changed();
      await fetchNew();
      foot?.scrollIntoView({ block: 'end' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const kept = t('What you wrote is kept in this browser.');
      wrong.textContent = error.isTold ? kept : `${error.message} ${kept}`;
      wrong.hidden = false;
    } finally {
      button.disabled = false;
      field.focus();
    }
  });
}
