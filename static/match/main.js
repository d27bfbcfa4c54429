/**
 * The match page, assembled: socket → store → board, column, clock, timeline; drafts → socket. Holds no rules; every part
 * answers its own question in its own file.
 *
 * @typedef {import("../types").Frame} Frame
 * @typedef {import("../types").MatchPage} MatchPage
 */
import { get } from 'app/api.js';
import { byId, h, pageData, replace, setText } from 'app/dom.js';
import { load, t, tn } from 'app/i18n.js';
import { isMotionReduced } from 'app/motion.js';
import { connect, PASSING, socketUrl, wakeInTime } from 'app/socket.js';
import { loadGame, mountGame } from 'match/board.js';
import { createChat } from 'match/chat.js';
import { createClock, remaining } from 'match/clock.js';
import { createControls } from 'match/controls.js';
import { announce, createCall, createVoice } from 'match/cues.js';
import { showKeys } from 'match/dialogs.js';
import { createDrafts, createMemory } from 'match/drafts.js';
import { awaited, isOver, saveText, unheardText } from 'match/due.js';
import { createEnd } from 'match/end.js';
import { createFirstMatch } from 'match/first_match.js';
import { keepFocus } from 'match/focus.js';
import { createForecasts } from 'match/forecasts.js';
import { createFork } from 'match/fork.js';
import { milestonesOf } from 'match/milestones.js';
import { showNews } from 'match/news.js';
import { createNotes } from 'match/notes.js';
import { createSheet, createTabs, LOG_STEPS, showDrafts, showLog, showSeats } from 'match/panel.js';
import { createPreferences } from 'match/preferences.js';
import { createSeatSwitch } from 'match/seat_switch.js';
import { nameStepsBy, putInWords, shownName } from 'match/seats.js';
import { createStore, isDue, isPlaying, isProgrammed, isStoodIn } from 'match/store.js';
import { createTimeline } from 'match/timeline.js';
import { createTwin } from 'match/twin.js';

/** What may change how the talk is shown: names, the end, and the lines. */
const TALK = new Set(['match', 'status', 'chat']);
/** Messages that are about one seat. */
const OF_A_SEAT = new Set(['orders', 'ready', 'forecast', 'resign', 'return', 'preferences']);
/** How long a passing word of failure stays. */
const TOLD_FOR = 8000;

/** @type {MatchPage} */
const page = pageData('page');
const [{ game, isPlain }] = await Promise.all([loadGame(page), load()]);
nameStepsBy(game);

const store = createStore(page.match);
const { state } = store;
const call = createCall();
const voice = createVoice(game);
const ready = byId('ready');
const undo = /** @type {HTMLButtonElement} */ (byId('undo'));
const redo = /** @type {HTMLButtonElement} */ (byId('redo'));
/** @type {ReturnType<typeof mountGame> | null} */
let board = null;
/** Whose board is mounted: another audience needs another one. */
let mountedFor = '';
/** For whom the log's earlier frames have been fetched. */
let readFor = '';
/** @type {ReturnType<typeof createTwin> | null} */
let twin = null;
/** @type {any} the answer to the newest drafts */
let forecast = null;
let wasDue = false;
/** @type {any} */
let goneTimer = null;
let isBusy = false;
let isDrawingSoon = false;
/** @type {string | null} a step the timeline wants and the server has been asked for */
let wantedStep = null;
/** @type {Map<string, { key: string, text: string, bad?: boolean }>} */
const told = new Map();
if (isPlain)
  told.set('plain', {
    key: 'plain',
    bad: true,
    text: t('The board could not be loaded; the match can be played in words. Reload to try again.'),
  });

const socket = connect({
  url: socketUrl(page.socket),
  match: page.match,
  person: page.person,
  onMessage,
  onState,
  onCut: draw,
});
socket.watch(page.match, wantedAudience(), () => state.newest);

/** @param {string} type @param {Record<string, unknown>} [fields] */
const send = (type, fields) => socket.send(type, { match: page.match, ...seatOf(type), ...fields });

/** Whoever has several seats says for which one. @param {string} type */
const seatOf = (type) => ((state.info?.yours.length ?? 0) > 1 && OF_A_SEAT.has(type) ? { seat: state.info?.you } : {});

const drafts = createDrafts({
  emptyOrders: game.emptyOrders,
  send: (step, orders, isReady) => send('orders', { step, orders, ready: isReady }),
  setReady: (step, isReady) => send('ready', { step, ready: isReady }),
  onChange: (what) => {
    if (what === 'orders') draftsChanged();
    if ((drafts.save === 'waiting') !== told.has('waiting')) draw();
    else drawOrdersSoon();
  },
  onReplaced: () =>
    tell('replaced', t('Your orders were changed elsewhere, in another window perhaps. Undo brings back yours.')),
  // Of one seat and one person: what another has left unsent is not for these eyes.
  memory: createMemory(`${page.match}${location.search}.${page.person}`),
});
const forecasts = createForecasts({
  drafts: () => (drafts.step !== null && socket.state === 'online' && isDue(state) ? drafts : null),
  ask: async (step, orders) => (await send('forecast', { step, orders })).forecast,
  show(orders, answer) {
    forecast = answer;
    board?.setDrafts(orders, answer);
    // Drafts in words may say what becomes of them.
    drawOrdersSoon();
  },
  // Whoever has not said anything yet has not said anything wrong.
  refuse: (problem) => drafts.save !== 'empty' && board?.setError(problem),
});
const tabs = createTabs((id) => {
  if (id === 'tab-chat') chat.read();
  if (id === 'tab-notes') notes.open();
  if (id === 'tab-program') void said?.then((part) => part.show(state.newest ?? 0));
  if (id === 'tab-text') drawTwin();
  if (id === 'tab-log') readBack();
  byId('match').dataset.tab = id;
});
const sheet = createSheet();
const notes = createNotes({ match: page.match, canWrite: page.person !== null });
/** Only whoever has a program here has the tab, and loads what fills it. */
const said = document.getElementById('pane-program')
  ? import('match/said.js').then(({ createSaid }) => createSaid({ match: page.match, nameStep }))
  : null;
const seatSwitch = createSeatSwitch({ match: page.match });
const chat = createChat({
  match: page.match,
  say: (text, to) => send('chat', { text, to }),
  isOpen: () => tabs.isOpen('tab-chat'),
  count: byId('unread'),
});
const timeline = createTimeline({
  go: goTo,
  name: nameStep,
  live: true,
  beside: voice.element,
});
const end = createEnd({ game, match: page.match, announce, onShown: () => sheet.set(0) });
const fork = createFork({ match: page.match, step: () => board?.shown?.step ?? null, fail });
const controls = createControls({
  canTake: page.person !== null,
  send,
  now: () => socket.now(),
  fork,
  fail,
  keys: () => showKeys(game.keys()),
  showResult: () => end.open(),
  watchAs,
});
/** Only lessons need it. */
const lesson = page.lesson && (await import('match/lesson.js')).createLesson({ scene: page.lesson, announce, fail });
const first = createFirstMatch({ game, match: page.match, id: page.game, lessons: page.lessons });
const preferences = createPreferences({ declared: page.preferences, send, fail });
const clock = createClock({
  elements: { box: byId('clock'), ring: byId('ring'), text: byId('clock-text'), what: byId('clock-what') },
  now: () => socket.now(),
  read: () => ({
    status: state.status,
    info: state.info,
    seat: state.info?.you ?? null,
    due: isDue(state) && !drafts.ready,
  }),
  warn(seconds) {
    announce(t('{n} seconds left for your orders', { n: seconds }));
    voice.sound('near');
  },
  count: () => voice.sound('tick'),
});

ready.addEventListener('click', toggleReady);
undo.addEventListener('click', () => edit('undo'));
redo.addEventListener('click', () => edit('redo'));
byId('clear').addEventListener('click', () => edit('clear'));
document.addEventListener('keydown', onKey);
wakeInTime(socket);
// A phone may end a page that is out of sight without another word.
document.addEventListener('visibilitychange', () => document.hidden && drafts.hurry());
addEventListener('pagehide', () => drafts.hurry());

function wantedAudience() {
  const as = new URLSearchParams(location.search).get('as');
  if (as === 'public' || as === 'referee') return as;
  return as !== null && /^\d+$/.test(as) ? Number(as) : null;
}

/** @param {import("../types").Audience} as */
function watchAs(as) {
  // It starts from nothing: the frames at hand are another audience's until its own have come.
  socket.watch(page.match, as, () => (state.audience === as ? state.newest : null));
}

// ---------------------------------------------------------------- what comes in

/** @param {import("../types").ServerMessage} message */
function onMessage(message) {
  if (message.type === 'error') {
    if (!state.info || message.code === 'no_match') refusedWatch(message);
    return;
  }
  if (message.type === 'match') putInWords(message.info, page);
  const { changed, gap } = store.apply(message);
  if (gap) socket.rewatch(page.match);
  if (changed.includes('match')) mount();
  if (changed.includes('frame')) arrived();
  if (changed.includes('past') && wantedStep !== null && state.frames.has(Number(wantedStep))) show(Number(wantedStep));
  if (changed.includes('orders') && state.orders) drafts.receive(state.orders);
  if (state.chat && state.info && changed.some((what) => TALK.has(what)))
    chat.show(state.chat, state.info, isOver(state.status));
  if (changed.includes('bye') && state.gone === 'gone') lost(t('This match is no longer open to you.'));
  if (changed.length) draw();
}

/** The match is not shown to us, or not as the address asks. @param {import("../types").ErrorMessage} message */
function refusedWatch(message) {
  if (message.code === 'no_match') return lost(message.message);
  // A passing one has a notice of its own until the match can be watched.
  if (message.ack !== null && !PASSING.has(message.code)) fail(new Error(message.message));
  if (message.code === 'not_allowed' && wantedAudience() !== null) socket.watch(page.match, null, () => state.newest);
}

/** @param {string} line */
function onState(line) {
  if (line === 'online') drafts.online();
  draw();
}

/** @param {string} why */
function lost(why) {
  byId('match').dataset.state = 'lost';
  byId('board-wait').hidden = false;
  setText(byId('board-wait'), why);
  setText(byId('awaited'), why);
  socket.close();
  drawNotices();
}

function mount() {
  const { info, audience } = state;
  if (!info) return;
  const seat = audience === info.you ? info.you : null;
  const key = `${audience}/${seat}`;
  if (mountedFor === key) return;
  mountedFor = key;
  board?.destroy();
  board = mountGame(game, {
    info,
    seat,
    readonly: seat === null,
    getOrders: () => drafts.orders,
    setOrders,
    undo: () => edit('undo'),
    forecast: forecasts.foresee,
    submit: () => void (drafts.ready || toggleReady()),
    remaining: timeLeft,
    preferences: { get: () => (isPlaying(state) ? state.preferences : null), set: preferences.change },
    hear,
    onShown: draw,
  });
  const own = {
    ready: () => (drafts.ready ? undefined : toggleReady()),
    unready: () => (drafts.ready ? toggleReady() : undefined),
    undo: () => edit('undo'),
    redo: () => edit('redo'),
    clear: () => edit('clear'),
  };
  twin = createTwin({
    game,
    act:
      seat === null
        ? null
        : { orders: () => drafts.orders, forecast: () => forecast, set: setOrders, isLocked: whyLocked, own },
  });
  byId('match').dataset.state = 'open';
  // Whoever watches late has nothing on the board in the first steps.
  if (seat === null && state.newest === null && info.spectator_delay)
    setText(
      byId('board-wait'),
      tn(
        'Nothing to see yet: the board shows everything {n} step late.',
        'Nothing to see yet: the board shows everything {n} steps late.',
        info.spectator_delay,
      ),
    );
}

/** @param {number} step */
function nameStep(step) {
  return state.info ? shownName(state.info, step, state.frames.get(step)) : '';
}

/** A new frame: shown at once unless an earlier step is being looked at. */
function arrived() {
  const newest = /** @type {number} */ (state.newest);
  const follows = timeline.isAtEnd || board?.shown === null;
  timeline.range(0, newest, follows);
  markTimeline();
  if (tabs.isOpen('tab-program')) void said?.then((part) => part.show(newest));
  if (!follows) return;
  if (board?.shown && newest > board.shown.step) sound(/** @type {Frame} */ (state.frames.get(newest)));
  show(newest);
}

/** A step that is not played in motion is heard at once: what comes first stands for all. @param {Frame} frame */
function sound(frame) {
  if (isMotionReduced() && !document.hidden) for (const event of frame.events) hear(event);
  if (frame.final) voice.sound('end');
}

/** @param {import("../types").GameEvent} event */
const hear = (event) => voice.hear(event, state.info?.you ?? null);

function markTimeline() {
  if (state.info) timeline.mark(milestonesOf(state.frames.values(), game, state.info));
}

/** @param {number} step */
function show(step) {
  const frame = state.frames.get(step);
  if (!frame || !board) return;
  wantedStep = null;
  timeline.shown(step);
  return board.show(frame, true);
}

/** The timeline wants a step: from the store, else from the server. @param {number} step */
async function goTo(step) {
  if (state.frames.has(step)) return show(step);
  wantedStep = String(step);
  try {
    await send('frame', { step });
  } catch (error) {
    fail(/** @type {Error} */ (error));
  }
}

/** A page that was opened late knows only the newest frame; the log wants those before it, once. */
async function readBack() {
  const { audience, newest, frames } = state;
  if (newest === null || readFor === mountedFor || Math.min(...frames.keys()) === 0) return;
  readFor = mountedFor;
  const first = Math.max(0, newest - LOG_STEPS);
  try {
    const found = await get(`/matches/${page.match}/frames/?as=${audience}&first=${first}&last=${newest - 1}`);
    if (readFor !== mountedFor) return;
    for (const frame of found.frames)
      if (!frames.has(frame.step)) store.apply({ ...frame, type: 'frame', match: page.match, audience });
    markTimeline();
    draw();
  } catch (error) {
    readFor = '';
    fail(/** @type {Error} */ (error));
  }
}

// ---------------------------------------------------------------- orders

/** @returns {string | null} why no order can be given now */
function whyLocked() {
  if (state.info?.you === null || state.audience !== state.info?.you) return t('You only watch.');
  if (isProgrammed(state)) return t('Your program plays this seat.');
  if (isStoodIn(state)) return t('A bot plays your seat; take it back first to give orders.');
  if (!isDue(state)) return t('No orders are due from you now.');
  if (board?.shown?.step !== drafts.step) return t('You look at an earlier step; go back to now first.');
  if (drafts.ready) return t('You are ready; take that back first to change your orders.');
  return null;
}

/** @param {any} orders */
function setOrders(orders) {
  const reason = whyLocked();
  if (reason) {
    announce(reason);
    board?.setDrafts(drafts.orders, forecast);
    return;
  }
  drafts.set(orders);
}

/** @param {'undo' | 'redo' | 'clear'} how */
function edit(how) {
  const reason = whyLocked();
  if (reason) announce(reason);
  else drafts[how]();
}

function draftsChanged() {
  forecast = null;
  board?.setDrafts(drafts.orders, null);
  board?.setError(null);
  forecasts.want();
}

async function toggleReady() {
  if (ready.ariaDisabled === 'true' || isBusy) return;
  isBusy = true;
  drawOrdersSoon();
  try {
    await drafts.setReady(!drafts.ready);
    if (drafts.ready) voice.sound('ready');
  } catch (error) {
    // A refusal of the orders shows at the orders, and what is said again once the line is back beside Ready.
    if (!drafts.problem && drafts.unheard === null) fail(/** @type {Error} */ (error));
  } finally {
    isBusy = false;
    draw();
  }
}

/** A failure that is nobody's field: a notice for a while. @param {Error} error */
function fail(error) {
  tell(`fail ${error.message}`, error.message, true);
}

/** @param {string} key @param {string} text @param {boolean} [bad] */
function tell(key, text, bad = false) {
  told.set(key, { key, bad, text });
  setTimeout(() => {
    told.delete(key);
    draw();
  }, TOLD_FOR);
  draw();
}

/** For a clock on the board. */
function timeLeft() {
  const { info, status } = state;
  if (!info || !status) return null;
  const { kind, left, part } = remaining(status, info, info.you, socket.now());
  return kind === 'none' ? null : { left, part };
}

// ---------------------------------------------------------------- what is shown

/** Everything around the board, from the state as it is. */
function draw() {
  keepFocus(drawAll);
}

function drawAll() {
  const { info, status } = state;
  const frame = board?.shown ?? null;
  const newest = state.newest === null ? null : (state.frames.get(state.newest) ?? null);
  const isPast = frame !== null && newest !== null && frame.step < newest.step;
  if (drafts.save === 'waiting')
    told.set('waiting', {
      key: 'waiting',
      bad: true,
      text: t(
        'The site cannot store anything just now. Your orders are kept on this page and sent again until it can.',
      ),
    });
  else told.delete('waiting');
  drawNotices();
  if (!info || !status) return;
  const due = isDue(state);
  if (due && drafts.step !== status.step) {
    drafts.begin(status.step);
    if (state.orders) drafts.receive(state.orders);
  } else if (!due && drafts.step !== status.step && state.audience === info.you) drafts.end();
  setText(
    byId('match-step'),
    [shownName(info, frame?.step ?? status.step, frame), isPast ? t('earlier') : ''].filter(Boolean).join(' · '),
  );
  byId('awaited').toggleAttribute('data-over', isOver(state.status));
  showSeats({ match: page.match, game, info, status, frame: newest });
  if (frame) {
    const { frames } = state;
    showLog({ game, info, frames, open: frame.step });
    showNews({ game, info, frame, frames, point: (at) => board?.point(at), openLog });
    first.show(info, frame, isPlaying(state));
  }
  drawOrders();
  controls.showTable(state);
  callAgain(status);
  const isMine = info.you !== null && state.audience === info.you && !isOver(status);
  fork.hidden =
    page.person === null || !frame || frame.final || (info.has_fog && !isOver(status) && !(page.is_imagined && isMine));
  preferences.show(isPlaying(state) ? state.preferences : null);
  clock.update();
  // A lesson says itself how it ended.
  if (!lesson) end.show(info, status, newest);
  else if (frame) lesson.show(frame.step);
}

/** All of a step in words. */
function openLog() {
  sheet.set(2);
  tabs.open('tab-log');
}

function drawNotices() {
  controls.showNotices({
    state,
    line: socket.state,
    taken: socket.person,
    isCut: socket.isCut(page.match),
    extra: [...told.values()],
  });
}

/** What changes with the drafts and with what the server says of them. */
function drawOrders() {
  const { info, status } = state;
  if (!info || !status) return;
  const due = isDue(state);
  const isLocked = whyLocked() !== null;
  const newest = state.newest === null ? null : (state.frames.get(state.newest) ?? null);
  board?.setLocked(isLocked);
  if (drafts.problem && due) board?.setError(drafts.problem);
  setText(byId('awaited'), awaited(state, { due, ready: drafts.ready }));
  byId('awaited').toggleAttribute('data-due', due && !drafts.ready);
  drawAct(due);
  drawCue(due);
  seatSwitch.show(info, status, state.audience, due && drafts.ready);
  if (board?.shown && tabs.isOpen('tab-text')) drawTwin();
  const isMine = isPlaying(state) && !isStoodIn(state);
  byId('drafts-box').hidden = !isMine;
  byId('drafts-box').classList.toggle('brief', game.draftsInPanel ?? false);
  if (isMine)
    showDrafts({
      game,
      info,
      frame: newest,
      drafts,
      forecast,
      locked: isLocked,
      remove: (path) => setOrders(game.removeOrder(drafts.orders, path)),
    });
}

/** Draws again when the next moment comes from which on somebody counts as gone. @param {import("../types").StatusMessage} status */
function callAgain(status) {
  clearTimeout(goneTimer);
  const moments = [status.claim_at, ...status.seats.map((seat) => seat.gone_at)];
  const coming = moments.filter((moment) => moment !== null && moment > socket.now());
  if (coming.length) goneTimer = setTimeout(draw, Math.min(...coming.map(Number)) - socket.now() + 100);
}

/** Once for all changes of a moment: a drag changes the drafts more often than the screen shows. */
function drawOrdersSoon() {
  if (isDrawingSoon) return;
  isDrawingSoon = true;
  // A hidden tab draws no frames, but its title calls.
  const wait = document.hidden ? queueMicrotask : requestAnimationFrame;
  wait(() => {
    isDrawingSoon = false;
    drawOrders();
  });
}

/** Ready, undo, and whether the server has the drafts. @param {boolean} due */
function drawAct(due) {
  byId('act').hidden = !isPlaying(state);
  const isLocked = whyLocked() !== null;
  const focused = document.activeElement;
  undo.disabled = isLocked || !drafts.canUndo;
  redo.disabled = isLocked || !drafts.canRedo;
  // What is disabled loses the focus; a person at the keyboard stays at the pair.
  if (focused === undo && undo.disabled) redo.focus();
  if (focused === redo && redo.disabled) undo.focus();
  // Not disabled: that would take the focus from whoever waits at it.
  ready.setAttribute('aria-disabled', String(!due || socket.state !== 'online'));
  ready.setAttribute('aria-pressed', String(due && drafts.ready));
  ready.setAttribute('aria-busy', String(isBusy));
  ready.classList.toggle('primary', due && !drafts.ready);
  const frame = state.newest === null ? null : state.frames.get(state.newest);
  const meant = (frame && game.nameReady?.(drafts.orders, frame)) || t('Ready');
  setText(ready, !due ? t('Waiting') : drafts.ready ? t('Ready ✓ Change') : meant);
  const save = byId('save');
  const { unheard } = drafts;
  save.dataset.save = !due ? 'empty' : unheard === null ? drafts.save : 'offline';
  const count = due && frame && state.info ? game.describeOrders(drafts.orders, frame, state.info).length : 0;
  const text = due
    ? [count ? tn('{n} order', '{n} orders', count) : '', saveText(drafts.save), unheardText(unheard)]
        .filter(Boolean)
        .join(' · ')
    : '';
  const why = due && drafts.problem ? `: ${drafts.problem.message}` : '';
  // A live region that is written anew speaks anew.
  if (save.textContent !== text + why) replace(save, text, why && h('span', { class: 'why' }, why));
}

/** @param {boolean} due */
function drawCue(due) {
  const isCalled = due && !drafts.ready;
  call.due(isCalled, t('Your orders are due'));
  if (isCalled && !wasDue) voice.sound('due');
  wasDue = isCalled;
}

function drawTwin() {
  const { info } = state;
  const frame = board?.shown;
  if (!info || !frame || !twin) return;
  twin.show(frame, info);
  twin.showDrafts(game.describeOrders(drafts.orders, frame, info, forecast));
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
  const target = /** @type {HTMLElement} */ (event.target);
  const isField = target.matches('input:not([type=checkbox], [type=range]), textarea, select');
  if ((event.ctrlKey || event.metaKey) && !isField) {
    const key = event.key.toLowerCase();
    if (key === 'z' && !event.shiftKey) edit('undo');
    else if (key === 'y' || (key === 'z' && event.shiftKey)) edit('redo');
    else return;
    event.preventDefault();
    return;
  }
  if (isField || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === '?') showKeys(game.keys());
  else if (event.key === '/') {
    sheet.set(2);
    tabs.open('tab-text');
    twin?.focus();
  } else if (event.key === ' ' && !target.matches('button, summary, a, input, [role=tab]')) toggleReady();
  else if (!timeline.key(event)) return;
  event.preventDefault();
}

draw();
