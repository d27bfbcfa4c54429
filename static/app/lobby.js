/**
 * Which tables and matches are there now? Keeps the lists of the lobby and of the landing page up to date; the cards come from the server.
 */
import { keep } from 'app/entry.js';
import { connectLobby, showLine, swap } from 'app/live.js';

const root = /** @type {HTMLElement} */ (document.querySelector('[data-lobby]'));
const limit = Number(root.dataset.limit ?? Infinity);
let game = root.dataset.game ?? '';
/** What the page leaves out of its lists whatever is chosen. @type {[string, string][]} */
const fixed = root.dataset.practice ? [['practice', root.dataset.practice]] : [];
/** The HTML of each card, so that an unchanged card is not replaced. @type {Map<string, string>} */
const shown = new Map();

connectLobby({ onMessage: receive, onState: showLine });

for (const button of root.querySelectorAll('[data-filter]')) {
  button.addEventListener('click', (event) => {
    event.preventDefault();
    game = /** @type {HTMLElement} */ (button).dataset.filter ?? '';
    for (const other of root.querySelectorAll('[data-filter]')) other.toggleAttribute('aria-current', false);
    button.setAttribute('aria-current', 'true');
    follow();
    remember();
    for (const list of lists()) tidy(list);
  });
}

const filters = /** @type {HTMLFormElement | null} */ (document.getElementById('filters'));
if (filters) {
  const send = document.getElementById('filter-send');
  if (send) send.hidden = true;
  filters.addEventListener('change', () => {
    remember();
    for (const list of lists()) tidy(list);
  });
}

/** The offers beside the lists are those of the chosen game. */
function follow() {
  const quick = /** @type {HTMLAnchorElement | null} */ (document.getElementById('quick'));
  if (quick) quick.search = game ? `?game=${encodeURIComponent(game)}` : '';
  const bot = /** @type {HTMLInputElement | null} */ (document.getElementById('bot-game'));
  if (bot) bot.value = game;
  for (const form of root.querySelectorAll('[data-want]')) {
    /** @type {HTMLElement} */ (form).hidden = form.getAttribute('data-want') !== game;
  }
}

/** The filters besides the game: name of the field (and of the cards' data attribute), value. @returns {[string, string][]} */
const chosen = () =>
  filters ? [...filters.querySelectorAll('select')].filter((one) => one.value).map((one) => [one.name, one.value]) : [];

/** Writes the filters into the address, so that it can be shared and the back button restores it. */
function remember() {
  const query = new URLSearchParams([.../** @type {[string, string][]} */ (game ? [['game', game]] : []), ...chosen()]);
  keep({}, query.size ? `?${query}` : location.pathname);
}

/** @param {any} message */
function receive(message) {
  if (message.type === 'lists') for (const list of lists()) fill(list, message[list.dataset.list ?? ''] ?? []);
  else if (message.type === 'card') change(message);
  else if (message.type === 'mine') showMine(message.html);
}

/** @returns {HTMLElement[]} */
function lists() {
  return [...root.querySelectorAll('[data-list]')].map((list) => /** @type {HTMLElement} */ (list));
}

/** @param {HTMLElement} list @param {[string, string][]} cards */
function fill(list, cards) {
  const known = new Set(cards.map(([id]) => id));
  for (const slot of [...list.children]) if (!known.has(idOf(slot))) remove(slot);
  for (const [id, html] of cards.toReversed()) put(list, id, html, true);
  tidy(list);
}

/** @param {{ list: string, id: string, html: string | null }} message */
function change({ list: name, id, html }) {
  const list = lists().find((one) => one.dataset.list === name);
  if (!list) return;
  if (html === null) remove(slotOf(list, id));
  else put(list, id, html, false);
  tidy(list);
}

/** @param {HTMLElement} list @param {string} id @param {string} html @param {boolean} first bring an old one to the front too */
function put(list, id, html, first) {
  let slot = slotOf(list, id);
  if (!slot) {
    slot = document.createElement('div');
    slot.className = 'card-slot';
    slot.setAttribute('data-id', id);
    list.prepend(slot);
  } else if (first && list.firstElementChild !== slot && !slot.contains(document.activeElement)) {
    list.prepend(slot);
  }
  if (shown.get(id) === html) return;
  shown.set(id, html);
  swap(slot, html);
}

/** @param {Element | null} slot */
function remove(slot) {
  if (!slot) return;
  shown.delete(idOf(slot));
  slot.remove();
}

/** Hides cards that are filtered out or beyond the limit, and shows a notice if none is left. @param {HTMLElement} list */
function tidy(list) {
  let count = 0;
  const wanted = [...fixed, .../** @type {[string, string][]} */ (game ? [['game', game]] : []), ...chosen()];
  // Whoever plays in a match has it in their own list.
  const own = list.dataset.list === 'running' ? ownUrls() : new Set();
  for (const slot of list.children) {
    const card = /** @type {HTMLElement | null} */ (slot.querySelector('[data-game]'));
    const isOwn = own.has(slot.querySelector('h3 a')?.getAttribute('href'));
    const fits = !isOwn && wanted.every(([name, value]) => card?.dataset[name] === value) && count < limit;
    /** @type {HTMLElement} */ (slot).hidden = !fits;
    if (fits) count += 1;
  }
  const empty = /** @type {HTMLElement | null} */ (root.querySelector(`[data-empty="${list.dataset.list}"]`));
  if (empty) empty.hidden = count > 0;
  const section = /** @type {HTMLElement | null} */ (root.querySelector(`[data-hide-empty="${list.dataset.list}"]`));
  if (section) section.hidden = count === 0;
}

/** @param {string} html */
function showMine(html) {
  const mine = document.getElementById('mine');
  if (!mine) return;
  swap(mine, html);
  const isEmpty = mine.children.length === 0;
  const section = /** @type {HTMLElement | null} */ (mine.closest('[data-mine-section]'));
  if (section) section.hidden = isEmpty;
  const empty = /** @type {HTMLElement | null} */ (root.querySelector('[data-mine-empty]'));
  if (empty) empty.hidden = !isEmpty;
  for (const list of lists()) tidy(list);
}

/** Where the matches of one's own list are. */
const ownUrls = () =>
  new Set([...document.querySelectorAll('#mine .mine-name')].map((link) => link.getAttribute('href')));

/** @param {Element} slot */
const idOf = (slot) => slot.getAttribute('data-id') ?? '';

/** @param {HTMLElement} list @param {string} id */
const slotOf = (list, id) => list.querySelector(`:scope > [data-id="${CSS.escape(id)}"]`);
