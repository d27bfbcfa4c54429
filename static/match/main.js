/**
 * The match page, assembled: socket → store → board, column, clock, timeline; drafts → socket. Holds no rules; every part
 * answers its own question in its own file.
 *
 * @typedef {import("../types").Frame} Frame
 * @typedef {import("../types").MatchPage} MatchPage
 */
import { byId, pageData, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { isMotionReduced } from 'app/motion.js';
import { oncePerFrame } from 'app/rest.js';
import { wakeInTime } from 'app/socket.js';
import { isBehind, onTelling } from 'app/untold.js';
import { createAct } from 'match/act.js';
import { loadGame, mountGame } from 'match/board.js';
import { createChat } from 'match/chat.js';
import { createControls } from 'match/controls.js';
import { announce, createCall, createVoice } from 'match/cues.js';
import { showKeys } from 'match/dialogs.js';
import { createDoubts } from 'match/doubts.js';
import { createDrafts, createMemory } from 'match/drafts.js';
import { isOver, lockedText, showAwaited, showStep } from 'match/due.js';
import { createEarlier } from 'match/earlier.js';
import { createEnd } from 'match/end.js';
import { createFirstMatch } from 'match/first_match.js';
import { keepFocus, startAtBoard } from 'match/focus.js';
import { createForecasts } from 'match/forecasts.js';
import { createFork } from 'match/fork.js';
import { listenToKeys } from 'match/keys.js';
import { milestonesOf } from 'match/milestones.js';
import { showNews } from 'match/news.js';
import { createNextMatch } from 'match/next_match.js';
import { createNotes } from 'match/notes.js';
import { createOwnClock } from 'match/own_clock.js';
import { createOwnTextView } from 'match/own_text_view.js';
import { createSheet, createTabs, showDrafts, showLog, showSeats } from 'match/panel.js';
import { createPreferences } from 'match/preferences.js';
import { createSeatSwitch } from 'match/seat_switch.js';
import { nameStepsBy, putInWords, shownName } from 'match/seats.js';
import { createStore, isDue, isPlaying, isStoodIn } from 'match/store.js';
import { createTimeline } from 'match/timeline.js';
import { createToasts } from 'match/toasts.js';
import { createWatch } from 'match/watch.js';
import { createWatching } from 'match/watching.js';

/** What may change how the talk is shown: names, the end, and the lines. */
const TALK = new Set(['match', 'status', 'chat']);

/** @type {MatchPage} */
const page = pageData('page');
const { game, isPlain } = await loadGame(page, 'match/main.js');
const goings = page.until.length ? await import('match/go_on.js') : null;
const teacher = page.lesson && (await import('match/lesson.js')); // before the socket: what comes needs all below
nameStepsBy(game);

const store = createStore(page.match);
const { state } = store;
const call = createCall();
const voice = createVoice(game);
/** @type {ReturnType<typeof mountGame> | null} */
let board = null;
/** Whose board is mounted: another audience needs another one. */
let mountedFor = '';
/** @type {any} the answer to the newest drafts */
let forecast = null;
let wasDue = false;
const ordersWithFrame = oncePerFrame(drawOrders);
/** @type {any} */
let goneTimer = null;
const toasts = createToasts({ onChange: draw });
const { fail, tell } = toasts;
if (isPlain)
  toasts.keep('plain', t('The board could not be loaded; the match can be played in words. Reload to try again.'));

const watch = createWatch({ page, state, onMessage, onState, onCut: draw });
const { socket, send } = watch;

const drafts = createDrafts({
  emptyOrders: game.emptyOrders,
  send: (step, orders, isReady) => send('orders', { step, orders, ready: isReady }),
  setReady: (step, isReady, clear) => send('ready', { step, ready: isReady, ...(clear && { clear }) }),
  onChange: (what) => {
    if (what === 'orders') draftsChanged();
    // Whoever goes on ordering has read what became of the last orders.
    if (drafts.save === 'unsent') toasts.keep('lost', null);
    if ((drafts.save === 'waiting') !== toasts.has('waiting')) draw();
    else drawOrdersSoon();
  },
  onReplaced: () =>
    tell('replaced', t('Your orders were changed elsewhere, in another window perhaps. Undo brings back yours.')),
  onLost: (step) =>
    toasts.keep(
      'lost',
      t('{step} ended before your orders could go out: there was no line. They were not given.', {
        step: nameStep(step),
      }),
    ),
  memory: createMemory(`${page.match}${location.search}`),
});
// A lesson says itself what is to be done.
const doubts = createDoubts({ find: () => (page.lesson ? null : board?.doubt()) });
const act = createAct({
  doubts,
  game,
  state,
  drafts,
  canSend: () => socket.state !== 'stranger' && socket.state !== 'barred',
  edit,
  leave: () => board?.focus(),
  onReady: () => voice.sound('ready'),
  onBusy: drawOrdersSoon,
  onDone: draw,
  fail,
});
const goOn = goings?.createGoOn({ game: page.game, declared: page.until, send, submit: act.submit, fail }) ?? null;
const forecasts = createForecasts({
  drafts: () => (drafts.step !== null && socket.state === 'online' && isDue(state) ? drafts : null),
  ask: async (step, orders) => (await send('forecast', { step, orders })).forecast,
  show(orders, answer) {
    forecast = answer;
    board?.setDrafts(orders, answer);
    // Drafts in words may say what becomes of them.
    drawOrdersSoon();
  },
  // Whoever has not said anything, or nothing any more, has not said anything wrong.
  refuse: (problem) => drafts.save !== 'empty' && !drafts.isNothing && board?.setError(problem),
});
const tabs = createTabs((id) => {
  if (id === 'tab-chat') chat.read();
  if (id === 'tab-notes') notes.open();
  if (id === 'tab-program') void said?.then((part) => part.show(state.newest ?? 0));
  if (id === 'tab-text') words.draw();
  if (id === 'tab-log') void earlier.read();
  byId('match').dataset.tab = id;
});
const sheet = createSheet();
const notes = createNotes({ match: page.match, canWrite: page.person !== null });
/** @param {string} id */
const nameRunner = (id) => game.nameRunner?.(id, board?.shown ?? null) || id;
/** Only whoever has a program here has the tab, and loads what fills it. */
const said = document.getElementById('pane-program')
  ? import('match/program_output.js').then(({ createSaid }) => createSaid({ match: page.match, nameStep, nameRunner }))
  : null;
const seatSwitch = createSeatSwitch({ match: page.match });
const chat = createChat({
  match: page.match,
  say: (text, to) => send('chat', { text, to }),
  isOpen: () => tabs.isOpen('tab-chat') && !document.hidden,
  count: call.unread,
});
const earlier = createEarlier({
  match: page.match,
  store,
  watched: () => mountedFor,
  ask: (step) => send('frame', { step }),
  show,
  onRead() {
    markTimeline();
    draw();
  },
  fail,
});
const timeline = createTimeline({
  go: earlier.goTo,
  name: nameStep,
  live: true,
  beside: voice.element,
});
const end = createEnd({
  ...{ game, page, announce, call, board: () => board, frames: () => state.frames },
  ...{ onShown: () => sheet.set(0), now: () => socket.now(), told: () => board?.told() },
});
const fork = createFork({ match: page.match, step: () => board?.shown?.step ?? null, fail });
const controls = createControls({
  canTake: page.person !== null,
  send,
  now: () => socket.now(),
  fork,
  asking: doubts.element,
  fail,
  keys: () => showKeys(game.keys()),
  showResult: () => end.open(),
  misses: page.misses,
  openTable: () => openTab('tab-table'),
});
const watching = createWatching({ watchAs: watch.as, now: () => socket.now(), home: controls.eyes });
const lesson =
  page.lesson && teacher?.createLesson({ scene: page.lesson, announce, fail, put: (orders) => drafts.set(orders) });
const first = createFirstMatch({ game, match: page.match, id: page.game });
const preferences = createPreferences({ declared: page.preferences, send, fail });
const clock = createOwnClock({
  state,
  now: () => socket.now(),
  isAwaited: () => isDue(state) && !drafts.ready,
  sound: voice.sound,
});
const words = createOwnTextView({
  ...{ game, state, drafts, ready: act.toggle, edit, setOrders, whyLocked },
  vote: (kind, value) => send('vote', { kind, value }),
  forecast: () => forecast,
  shown: () => board?.shown,
  more: goOn?.commands,
});

const nextMatch = createNextMatch(() => isDue(state) && !drafts.ready);
listenToKeys({
  edit,
  ready: () => void (board?.pass() || act.toggle('key')), // whoever skips what is told is not ready by that
  help: () => showKeys(game.keys()),
  command() {
    openTab('tab-text');
    words.focus();
  },
  timeline: timeline.key,
  other: nextMatch.go,
});
wakeInTime(socket);
onTelling(draw);

/** @param {string} id */
function openTab(id) {
  sheet.set(2);
  tabs.open(id);
}

// A phone may end a page that is out of sight without another word.
document.addEventListener('visibilitychange', () => document.hidden && drafts.hurry());
addEventListener('pagehide', () => drafts.hurry());

// ---------------------------------------------------------------- what comes in

/** @param {import("../types").ServerMessage} message */
function onMessage(message) {
  if (message.type === 'error') {
    if (!state.info || message.code === 'no_match') refusedWatch(message);
    return;
  }
  if (message.type === 'match') putInWords(message.info, page);
  const { changed, gap } = store.apply(message);
  if (gap) watch.again();
  if (changed.includes('match')) mount();
  if (changed.includes('frame')) arrived();
  if (changed.includes('closed') && timeline.isAtEnd) show(/** @type {number} */ (state.newest));
  if (changed.includes('past')) earlier.arrived();
  if (changed.includes('orders') && state.orders) drafts.receive(state.orders);
  if (state.chat && state.info && changed.some((what) => TALK.has(what)))
    chat.show(state.chat, state.info, isOver(state.status));
  if (changed.includes('bye') && state.gone === 'gone') lost(t('This match is no longer open to you.'));
  if (changed.length) draw();
}

/** The match is not shown to us, or not as the address asks. @param {import("../types").ErrorMessage} message */
function refusedWatch(message) {
  if (message.code === 'no_match') return lost(message.message);
  if (watch.refused(message)) fail(new Error(message.message));
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
    ...{ submit: () => void act.submit(), due: act.place, goOn: goOn?.choose },
    remaining: clock.timeLeft,
    isNamed: !!page.lesson?.is_puzzle,
    preferences: { get: () => (isPlaying(state) ? state.preferences : null), set: preferences.change },
    hear,
    stir: () => voice.sound('moment'),
    onShown: draw,
    loaded: (step) => state.frames.get(step),
  });
  words.mount(seat);
  byId('match').dataset.state = 'open';
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
  earlier.forget();
  timeline.shown(step);
  const isFirst = board.shown === null;
  const done = board.show(frame, true);
  if (isFirst && !isOver(state.status)) startAtBoard(board.focus);
  return done;
}

// ---------------------------------------------------------------- orders

/** Why no order can be given now; null: one can. */
function whyLocked() {
  return lockedText(state, { step: drafts.step, ready: drafts.ready, shown: board?.shown?.step });
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
  toasts.keep(
    'waiting',
    drafts.save === 'waiting'
      ? t('The site cannot store anything just now. Your orders are kept on this page and sent again until it can.')
      : null,
  );
  drawNotices();
  if (!info || !status) return;
  const due = isDue(state);
  if (due && drafts.step !== status.step) {
    drafts.begin(status.step);
    if (state.orders) drafts.receive(state.orders);
  } else if (!due && drafts.step !== status.step && state.audience === info.you) drafts.end();
  showStep(state, frame, isPast);
  byId('awaited').toggleAttribute('data-over', isOver(state.status));
  showSeats({ match: page.match, game, info, status, frame: newest, now: socket.now(), beside: board?.beside });
  if (frame) {
    const { frames } = state;
    showLog({ game, info, frames, open: frame.step });
    showNews({
      game,
      info,
      audience: state.audience,
      frame,
      frames,
      point: (at) => board?.point(at),
      tell: (line) => board?.tell(line) ?? false,
      need: earlier.need,
    });
  }
  drawOrders();
  controls.showTable(state);
  watching.show(state);
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

function drawNotices() {
  controls.showNotices({
    state,
    line: socket.state,
    taken: socket.person,
    isCut: socket.isCut(page.match),
    extra: toasts.list(),
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
  showAwaited(state, { due, ready: drafts.ready, isBehind: isBehind(board?.shown) });
  act.show(due, isLocked, forecast);
  goOn?.show(isPlaying(state) ? state.going : null, { due, step: status.step });
  drawCue(due);
  seatSwitch.show(info, status, state.audience, due && drafts.ready);
  if (board?.shown) first.show(state, board.shown, drafts.orders, forecast, act.hint());
  if (board?.shown && tabs.isOpen('tab-text')) words.draw();
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
  const coming = moments.map((moment) => Number(moment) - socket.now()).filter((wait) => wait > 0);
  if (coming.length) goneTimer = setTimeout(draw, Math.min(2e9, ...coming) + 100); // a browser waits 24 days at most
}

/** Once for all changes of a moment: a drag changes the drafts more often than the screen shows. */
function drawOrdersSoon() {
  // A hidden tab draws no frames, but its title calls.
  if (document.hidden) queueMicrotask(drawOrders);
  else ordersWithFrame();
}

/** @param {boolean} due */
function drawCue(due) {
  const isCalled = due && !drafts.ready;
  call.due(isCalled, t('Your orders are due'));
  nextMatch.show();
  if (isCalled && !wasDue) voice.sound('due');
  wasDue = isCalled;
}

draw();
