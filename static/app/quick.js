/** How long has one waited for a quick match, and is it there? The wait itself is the server's; closing the page ends it. */
import { pageData } from 'app/dom.js';
import { connectLobby, showLine } from 'app/live.js';

const SECOND = 1000;

const page = pageData('page');
const time = document.getElementById('quick-time');
const said = document.getElementById('quick-said');
const bot = document.getElementById('quick-bot');

if (page.waited !== null) {
  if (bot) bot.hidden = true;
  // Counted by this machine's clock, which may differ from the server's by more than anybody waits.
  const began = Date.now() - page.waited * SECOND;
  const show = () => tick(Date.now() - began);
  show();
  setInterval(show, SECOND);
  connectLobby({ queue: true, onMessage: receive, onState: showLine });
}

/** @param {number} waited in milliseconds */
function tick(waited) {
  const seconds = Math.floor(waited / SECOND);
  if (time) time.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  if (seconds < page.bots_after || !bot?.hidden) return;
  bot.hidden = false;
  if (said) said.textContent = said.dataset.text ?? '';
}

/** @param {any} message */
function receive(message) {
  if (message.type !== 'queue') return;
  // Found, or waited for no more on another page: either way this page knows what comes next.
  if (!message.waits) location.reload();
}
