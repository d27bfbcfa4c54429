/** How long has a person waited for a quick match, and is it found? The server has the queue; closing the page ends the wait. */
import { pageData } from 'app/dom.js';
import { connectLobby, showLine } from 'app/live.js';
import { onWaking, ticks } from 'app/waking.js';

const SECOND = 1000;

const page = pageData('page');
const time = document.getElementById('quick-time');
const said = document.getElementById('quick-said');
const bot = document.getElementById('quick-bot');

if (page.waited !== null) {
  if (bot) bot.hidden = true;
  const began = ticks() - page.waited * SECOND;
  const show = () => tick(ticks() - began);
  show();
  setInterval(show, SECOND);
  // The machine may have slept: the server knows how long it has been, and whether there is still a place in the queue.
  onWaking((gap) => gap && location.reload());
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
  // Found, or cancelled on another page: in both cases the server sends the right page after a reload.
  if (!message.waits) location.reload();
}
