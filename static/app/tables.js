/** What happens at this table? Updates the seats, sends the person's actions, shows the chat, and goes to the match when it starts. */
import { ApiError, post } from 'app/api.js';
import { offerCopy } from 'app/copying.js';
import { h, icon, pageData } from 'app/dom.js';
import { load, t } from 'app/i18n.js';
import { keptAt } from 'app/kept.js';
import { connectLobby, showLine, swap } from 'app/live.js';
import { createSaying, folded } from 'app/saying.js';
import { siteUrl } from 'app/site_url.js';
import { connect, socketUrl, wakeInTime } from 'app/socket.js';
import { tellTab } from 'app/tab.js';
import { trying } from 'app/trouble.js';

const page = pageData('page');
const live = /** @type {HTMLElement} */ (document.getElementById('table-live'));
const errors = /** @type {HTMLElement} */ (document.getElementById('table-error'));
const lines = /** @type {HTMLElement} */ (document.getElementById('chat-lines'));

/** What was typed and not sent: whoever has to log in again finds it. */
const unsaid = keptAt(`talk.${page.match}`, { isOfTab: true });
let isLeaving = false;
const saying = createSaying(
  (_, text) => [...lines.querySelectorAll('.said')].filter((said) => said.textContent === text).length,
);

await (page.has_preview ? load('app/tables.js', `games/${page.game}/preview.js`) : load('app/tables.js'));
connectLobby({ path: page.lobby, table: page.match, onMessage: receive, onState: showLine });
live.addEventListener('submit', act);
offerCopy();
showPreview();
const socket = talk();

/** @param {any} message */
function receive(message) {
  if (message.type !== 'table') return;
  if (message.html === null) leave(message.url);
  else {
    const before = names();
    swap(live, message.html);
    unlock();
    tellUnrated();
    tellWhoCame(names().filter((name) => !before.includes(name)));
  }
}

/** The head of the page said that this match is rated, and it is so no more: its map has been refused. */
function tellUnrated() {
  const said = live.querySelector('[data-unrated]')?.textContent;
  const tag = document.getElementById('is-rated');
  if (!said || !tag) return;
  tag.remove();
  errors.replaceChildren(h('p', { class: 'notice' }, said));
}

/** Who sits here. */
const names = () => [...live.querySelectorAll('.seat-row:not(.free) .seat-who strong')].map((one) => one.textContent);

/** Whoever looks elsewhere meanwhile sees it in the tab until they look here. @param {(string | null)[]} came */
function tellWhoCame(came) {
  if (!document.hidden || !came.length) return;
  tellTab({ asks: t('{name} has sat down', { name: came.join(', ') }) });
  document.addEventListener('visibilitychange', () => tellTab({ asks: '' }), { once: true });
}

/** An invited person needs no password. */
function unlock() {
  if (page.key) live.querySelector('[data-password]')?.remove();
}

/** Goes to an address once, because both the answer to a click and the websocket may name it. @param {string} url */
function leave(url) {
  if (isLeaving) return;
  isLeaving = true;
  location.assign(url);
}

/** @param {SubmitEvent} event */
async function act(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!page.can_talk || !form.matches('[data-action]')) return;
  event.preventDefault();
  errors.replaceChildren();
  const buttons = [...form.querySelectorAll('button')];
  for (const button of buttons) button.setAttribute('aria-disabled', 'true');
  try {
    const data = new FormData(form);
    const isJoining = form.action.endsWith('/join/');
    if (isJoining && page.key) data.set('key', page.key);
    const again = () => form.isConnected && form.requestSubmit(/** @type {any} */ (event).submitter);
    const { url, said } = await trying('table', () => post(form.action, data, { wants: ['url'] }), again);
    // From now on the link on this page contains the table's key.
    if (isJoining && page.is_locked) return location.reload();
    // Changed seats arrive over the websocket; follow only an address of another page.
    if (new URL(url, location.href).pathname !== location.pathname) leave(url);
    else
      errors.replaceChildren(.../** @type {string[]} */ (said ?? []).map((text) => h('p', { class: 'notice' }, text)));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (!error.isTold) errors.replaceChildren(h('p', { class: 'notice bad' }, error.message));
  } finally {
    for (const button of buttons) button.removeAttribute('aria-disabled');
  }
}

async function showPreview() {
  const element = document.getElementById('preview');
  if (!element || !page.has_preview) return;
  try {
    const { mountPreview } = await import(`games/${page.game}/preview.js`);
    mountPreview(element, page.preview);
  } catch (error) {
    element.textContent = t('The preview could not be drawn.');
    console.warn('no preview', error);
  }
}

function talk() {
  const form = /** @type {HTMLFormElement | null} */ (document.getElementById('chat-form'));
  // Disable the field while nothing can be sent.
  const onState = (/** @type {string} */ state) => {
    if (form && state === 'online') form.hidden = false;
  };
  const line = connect({ url: socketUrl(page.socket), match: page.match, onMessage: hear, onState });
  line.watch(page.match, null, () => null);
  wakeInTime(line);
  const field = /** @type {HTMLInputElement | null} */ (document.getElementById('chat-text'));
  if (field && !field.value) field.value = unsaid.read() ?? '';
  field?.addEventListener('input', () => unsaid.write(field.value || null));
  form?.addEventListener('submit', async (event) => {
    event.preventDefault();
    const wrong = /** @type {HTMLElement} */ (document.getElementById('chat-error'));
    const text = folded(field?.value ?? '');
    if (!text) return;
    try {
      if (await saying.say('', text, () => line.send('chat', { match: page.match, text }))) isSaid(text);
    } catch (error) {
      wrong.textContent = /** @type {Error} */ (error).message;
      takeBack();
    }
  });
  return line;
}

/** @param {string} text */
function isSaid(text) {
  const field = /** @type {HTMLInputElement} */ (document.getElementById('chat-text'));
  if (folded(field.value) === text) {
    field.value = '';
    unsaid.write(null);
  }
  document.getElementById('chat-error')?.replaceChildren();
}

function takeBack() {
  for (const { text } of saying.heard()) isSaid(text);
}

/** @param {any} message */
function hear(message) {
  if (message.type !== 'chat' || message.match !== page.match) return;
  for (const line of message.lines) say(line);
  takeBack();
}

/** @param {import('../types').ChatLine} line */
function say(line) {
  if (lines.querySelector(`[data-line="${line.number}"]`)) return;
  document.getElementById('chat-empty')?.remove();
  const wasAtEnd = lines.scrollHeight - lines.scrollTop - lines.clientHeight < 24;
  // Right-to-left text must not change the direction of the text beside it.
  const name = h('strong', null, h('bdi', null, line.name));
  const badge = line.staff ? [' ', h('span', { class: 'tag staff' }, t('staff'))] : [];
  if (line.bot) badge.push(' ', h('span', { class: 'tag' }, t('bot')));
  const words = h('bdi', { class: 'said' }, line.text);
  lines.append(h('li', { 'data-line': line.number }, name, badge, ' ', words, reportLink(line)));
  if (wasAtEnd) lines.scrollTop = lines.scrollHeight;
}

/** @param {import('../types').ChatLine} line */
function reportLink(line) {
  const named = new URLSearchParams({ room: line.room, to: '', number: String(line.number) });
  const href = siteUrl(`/matches/${page.match}/report/?${named}`);
  const title = t('Report this line to staff');
  return page.can_talk && h('a', { class: 'chat-report', href, title, 'aria-label': t('Report') }, icon('flag'));
}

addEventListener('pagehide', () => socket.close());
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});
