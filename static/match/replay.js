/**
 * The replay page, assembled: frames over HTTP → board, column, timeline; perspective, curves, turning points, link to a step.
 *
 * @typedef {import("../types").Frame} Frame
 * @typedef {import("../types").FramesAnswer} Answer
 * @typedef {import("../types").ReplayPage} ReplayPage
 */
import { get } from 'app/api.js';
import { byId, h, icon, pageData, replace, setText } from 'app/dom.js';
import { keep } from 'app/entry.js';
import { listed, t } from 'app/i18n.js';
import { siteUrl } from 'app/site_url.js';
import { theme } from 'app/theme.js';
import { trying } from 'app/trouble.js';
import { press } from 'board/keyboard.js';
import { loadGame, mountGame } from 'match/board.js';
import { inOrder } from 'match/channels.js';
import { createChat } from 'match/chat.js';
import { createCoach } from 'match/coach.js';
import { announce, createVoice } from 'match/cues.js';
import { drawCurves } from 'match/curves.js';
import { createFork, playOn } from 'match/fork.js';
import { milestonesOf } from 'match/milestones.js';
import { showNews } from 'match/news.js';
import { createNumbers } from 'match/numbers.js';
import { createSheet, createTabs, showLog, showSeats } from 'match/panel.js';
import { createReader } from 'match/reader.js';
import { LETTERS, nameStepsBy, putInWords, seatMark, seatName, shownName, stepName } from 'match/seats.js';
import { createShare } from 'match/share.js';
import { createTextView } from 'match/text_view.js';
import { createTimeline } from 'match/timeline.js';
import { chancesOf, turningPoints } from 'match/turns.js';

/** Number of runs that are kept: a whole long match would fill the memory of a phone. */
const KEPT = Number(/** @type {any} */ (navigator).deviceMemory ?? 8) < 4 ? 3 : 12;

/** Milliseconds until what was refused because of other requests of this page is asked for again. */
const BUSY = 1000;

/** @type {ReplayPage} */
const page = pageData('page');
const { game } = await loadGame(page, 'match/replay.js');
nameStepsBy(game);
const query = new URLSearchParams(location.search);

/** @type {Answer | null} */
let answer = null;
/** Does the address ask for the coach? The tab opens with the first position, once. */
let isCoachWanted = page.coach && query.get('coach') === '1';
/** @type {string} audience as the address has it: a seat number, public, referee; empty: my seat's */
let as = query.get('as') ?? (isCoachWanted ? '' : page.opens_as);
/** @type {ReturnType<typeof createReader> | null} */
let reader = null;
/** @type {ReturnType<typeof mountGame> | null} */
let board = null;
/** The frame on the board. @type {Frame | null} */
let shown = null;
let wanted = 0;
/** How often an audience was chosen. */
let opened = 0;
/** Milestones of the loaded frames. @type {import('match/milestones.js').Mark[]} */
let moments = [];
/** Steps at which the match turned. @type {import('match/turns.js').Turn[]} */
let turns = [];
/** The search for them, once it has begun. @type {Promise<void> | null} */
let search = null;
/** A film has no time to tell a step at length. */
let isFilmed = false;
/** @type {import("../types").ChatLine[] | null} all that was said, as far as I may read it */
let lines = null;

const perspective = /** @type {HTMLSelectElement} */ (byId('perspective'));
const tabs = createTabs(() => draw());
const sheet = createSheet();
const voice = createVoice(game);
const timeline = createTimeline({
  go: goTo,
  name: (step) => (answer ? shownName(answer.info, step, reader?.frames.get(step)) : ''),
  live: false,
  beside: voice.element,
});
const textView = createTextView({ game, act: null });
const chat = createChat({ match: page.match, say: null, isOpen: () => tabs.isOpen('tab-chat') });
perspective.addEventListener('change', () => open(perspective.value, timeline.at));
const fork = page.play_on
  ? h(
      'button',
      { type: 'button', class: 'button slim', onclick: () => shown && playOnFrom(shown.step) },
      icon('route'),
      t('Play on from here'),
    )
  : createFork({
      match: page.match,
      step: () => board?.shown?.step ?? null,
      fail: (error) => setText(byId('awaited'), error.message),
    });
const share = createShare({
  match: page.match,
  board: byId('board'),
  isOpen: () => page.is_over === true,
  link: shownLink,
  step: () => timeline.at,
  as: () => as,
  words: shownWords,
  moments: filmed,
  go: async (step) => {
    isFilmed = true;
    try {
      await timeline.move(step);
    } finally {
      isFilmed = false;
    }
  },
  theme,
});
// Of a match that nobody else may know there is nothing to share.
share.button.hidden = !page.share;
byId('share').append(share.button);
byId('share').before(fork);
const coach = page.coach
  ? createCoach({
      match: page.match,
      pane: byId('pane-coach'),
      game,
      bots: page.bots,
      announce,
      draw: (orders, forecast) => board?.setDrafts(orders, forecast),
      move: (step) => timeline.move(step),
      playOn: playOnFrom,
    })
  : null;
const numbers = page.is_over ? createNumbers(page.match, byId('numbers')) : null;
document.addEventListener('keydown', onKey);

const isLed = isCoachWanted && !query.has('step');
await open(as, Number(query.get('step') ?? 0) || 0);
if (isLed) await leadToTurn();
if (query.get('share') === 'film') share.open();

/**
 * Shows the match for this audience, at this step. Falls back to an audience that the person may see.
 * @param {string} audience @param {number} step @returns {Promise<void>}
 */
async function open(audience, step) {
  timeline.stop();
  const turn = ++opened;
  const url = siteUrl(`/matches/${page.match}/frames/?as=${audience}&first=${step}&last=${step}`);
  try {
    const found = /** @type {Answer} */ (
      await trying(
        'replay',
        () => get(url, { wants: ['info', 'frames', 'count'] }),
        () => open(audience, step),
      )
    );
    // Answers come in any order: what was chosen last counts.
    if (turn !== opened) return;
    putInWords(found.info, page);
    as = audience || String(found.info.you ?? 'public');
    answer = found;
    [moments, shown] = [[], null];
    reader?.close();
    reader = createReader({
      address: siteUrl(`/matches/${page.match}/run/?as=${as}&without=${(game.unread ?? []).join()}`),
      constant: found.info.static,
      count: found.count,
      first: found.frames.map((frame) => ({ ...frame, view: { ...found.info.static, ...frame.view } })),
      keep: KEPT,
      arrived: (news) => {
        moments.push(...milestonesOf(news, game, found.info));
        markTimeline();
      },
    });
  } catch (error) {
    if (turn !== opened) return;
    // A page may ask for a few such things at the same time only: its curves and turning points may be on their way.
    if (/** @type {any} */ (error).code === 'too_many') {
      await new Promise((go) => setTimeout(go, BUSY));
      return turn === opened ? open(audience, step) : undefined;
    }
    // The referee's view is open after the end only; before it there is one's own view, or the public's.
    if (audience === 'referee' && !answer) return open('', step);
    return problem(/** @type {Error} */ (error));
  }
  const seat = /^\d+$/.test(as) ? Number(as) : null;
  board?.destroy();
  board = mountGame(game, {
    info: answer.info,
    seat,
    readonly: true,
    advised: () => coach?.advisedStep() ?? null,
    getOrders: () => coach?.orders() ?? game.emptyOrders(),
    setOrders: () => undefined,
    // No sounds when playback is faster than the match was.
    hear: (event) => timeline.speed <= 1 && voice.hear(event, seat),
    stir: () => timeline.speed <= 1 && voice.sound('moment'),
    onShown: draw,
    loaded: (step) => reader?.frames.get(step),
  });
  board.setLocked(true);
  byId('match').dataset.state = 'open';
  setText(byId('awaited'), '');
  timeline.range(0, Math.max(0, answer.count - 1), false);
  drawPerspectives();
  void drawTurns();
  await timeline.move(step);
}

/** @param {number} step */
async function goTo(step) {
  wanted = step;
  let frame = null;
  try {
    frame =
      (await trying(
        'step',
        async () => reader?.want(step),
        () => timeline.move(step),
      )) ?? null;
  } catch (error) {
    timeline.stop();
    return problem(/** @type {Error} */ (error));
  }
  if (!frame || !board || wanted !== step) return;
  shown = frame;
  const done = board.show(frame, timeline.speed <= 2, isFilmed || (timeline.isPlaying && timeline.speed > 1));
  timeline.shown(step);
  remember(step);
  await done;
}

/** Keeps the address a link to what is shown. @param {number} step */
function remember(step) {
  const url = new URL(location.href);
  url.searchParams.set('step', String(step));
  url.searchParams.set('as', as);
  if (coach && tabs.isOpen('tab-coach')) url.searchParams.set('coach', '1');
  else url.searchParams.delete('coach');
  keep({}, url);
}

/** The address of what is shown; while the match goes on no view of somebody's own seat is in it. */
function shownLink() {
  const isMine = !page.is_over && answer?.info.you !== null;
  return isMine ? new URL(siteUrl(`/matches/${page.match}/`), location.href).href : location.href;
}

/** What a picture says below the board. */
function shownWords() {
  const [title = '', line = ''] = page.share ?? [];
  const at = answer && shown ? shownName(answer.info, shown.step, shown) : '';
  return { title, line: [at, line].filter(Boolean).join(' · ') };
}

/** What a film shows: the turning points in their order, and the end. */
function filmed() {
  if (!answer?.count) return [];
  const [title = '', line = ''] = page.share ?? [];
  const { info, count } = answer;
  const points = turns
    .filter(({ step }) => step < count - 1)
    .sort((a, b) => a.step - b.step)
    .map(({ step, text, gain }) => ({ step, title: text, line: `${stepName(info, step - 1)} · ${gain}` }));
  return [...points, { step: count - 1, title, line }];
}

/** @param {Error} error */
function problem(error) {
  perspective.value = as;
  if (!answer) setText(byId('board-wait'), error.message);
  // The card over the page has told it, with the ways on.
  if (/** @type {any} */ (error).isTold) return;
  const retry = h(
    'button',
    {
      type: 'button',
      class: 'button slim',
      onclick: () => {
        replace(byId('notices'));
        open(as, timeline.at);
      },
    },
    t('Try again'),
  );
  replace(byId('notices'), h('p', { class: 'match-notice bad' }, h('span', null, error.message), retry));
}

function draw() {
  const frame = shown;
  if (!answer || !reader || !frame) return;
  const { info, scores } = answer;
  setText(byId('match-step'), shownName(info, frame.step, frame));
  // The answer has scores only after the end, when every view is open.
  fork.hidden = page.person === null || frame.final || (info.has_fog && !Object.keys(scores).length);
  showSeats({ match: page.match, game, info, status: null, frame, theirs: page.theirs });
  showLog({ game, info, frames: reader.frames, open: frame.step });
  showNews({
    game,
    info,
    audience: as,
    frame,
    frames: reader.frames,
    point: (at) => board?.point(at),
    tell: (line) => board?.tell(line) ?? false,
  });
  if (tabs.isOpen('tab-text')) textView.show(frame, info);
  if (tabs.isOpen('tab-chat')) drawTalk(frame.step);
  if (tabs.isOpen('tab-curves')) {
    drawAllCurves(scores, frame.step);
    numbers?.show(info);
  }
  if (coach) drawCoach(coach, frame, info);
}

/**
 * The coach sees what its seat saw: with its tab the board shows that seat's view.
 * @param {ReturnType<typeof import('match/coach.js').createCoach>} speaker @param {Frame} frame @param {import("../types").MatchInfo} info
 */
function drawCoach(speaker, frame, info) {
  if (isCoachWanted) {
    isCoachWanted = false;
    sheet.set(1);
    return tabs.open('tab-coach');
  }
  if (!tabs.isOpen('tab-coach')) {
    speaker.hide();
    return remember(frame.step);
  }
  remember(frame.step);
  if (info.yours.map(String).includes(as)) return speaker.show(frame, info, Number(as));
  speaker.hide();
  if (info.you !== null) void open(String(info.you), frame.step);
}

/** @param {number} step */
function playOnFrom(step) {
  if (!answer) return;
  const { info } = answer;
  const seat = /^\d+$/.test(as) ? Number(as) : (info.you ?? 0);
  playOn({ match: page.match, info, step, seat, page });
}

/** The chat up to a step; loaded when the chat is first opened. @param {number} step */
async function drawTalk(step) {
  if (!lines) {
    lines = [];
    try {
      const ask = () => get(siteUrl(`/matches/${page.match}/talk/`), { wants: ['lines'] });
      lines = inOrder((await trying('talk', ask, () => drawTalk(step))).lines);
    } catch (error) {
      lines = null;
      return problem(/** @type {Error} */ (error));
    }
    return draw();
  }
  if (!answer) return;
  const { info, count } = answer;
  const said = lines.filter((line) => line.step <= step);
  chat.show(said, info, step === count - 1 && reader?.frames.get(step)?.final === true);
}

/** @param {Record<string, number[][]>} scores @param {number} step */
function drawAllCurves(scores, step) {
  const series = Object.entries(scores).filter(([, values]) => values.length > 1);
  const figures = series.map(([name, values]) => {
    const title = game.describeSeries?.(name) ?? name.replaceAll('_', ' ');
    const now = values[Math.min(step, values.length - 1)];
    const spoken = listed(now.map((value, seat) => `${LETTERS[seat]} ${Math.round(value)}`));
    return h(
      'figure',
      { class: 'curve-box' },
      h('figcaption', null, title),
      drawCurves(values, step, LETTERS, t('{name}: {text}', { name: title, text: spoken })),
      h('p', { class: 'small muted' }, spoken),
    );
  });
  replace(
    byId('curves'),
    ...(figures.length ? figures : [h('p', { class: 'muted small' }, t('Curves are drawn when the match is over.'))]),
  );
}

function drawPerspectives() {
  if (!answer) return;
  const { info } = answer;
  const isOpen = page.is_over === true;
  // Spectators who see everything may look through every seat's eyes, as late.
  const isTold = !isOpen && info.you === null && (info.truth_delay ?? null) !== null;
  const options = [['public', t('the public')], ...(isOpen || isTold ? [['referee', t('the truth')]] : [])];
  for (const { seat } of info.seats)
    if (isOpen || isTold || seat === info.you || String(seat) === as)
      options.push([
        String(seat),
        `${LETTERS[seat]} ${isNamelessProgram(info, seat) ? t('your program') : seatName(info, seat)}`,
      ]);
  replace(perspective, ...options.map(([value, text]) => h('option', { value, selected: value === as }, text)));
  byId('download').hidden = !isOpen;
}

/** Did a program of this person play that seat, and not they, in a match that names nobody? @param {import("../types").MatchInfo} info @param {number} seat */
function isNamelessProgram(info, seat) {
  return page.theirs.includes(seat) && !info.yours.includes(seat) && !info.seats[seat].name;
}

/** Marks the turning points and the milestones of the loaded frames. */
function markTimeline() {
  const marks = [...turns, ...moments];
  timeline.mark(marks.sort((a, b) => a.step - b.step));
}

/** Finds the turning points, once, and lists them. */
async function drawTurns() {
  if (answer && Object.keys(answer.scores).length) await (search ??= findTurns(answer));
}

/** @param {Answer} answer */
async function findTurns({ info, scores }) {
  try {
    turns = await turningPoints({ match: page.match, game, info, scores, chances: await chancesOf(page.match, info) });
  } catch {
    // They are asked for again with the next frames.
    search = null;
    return;
  }
  replace(
    /** @type {Element} */ (byId('turning').querySelector('ul')),
    ...turns.map(({ step, seat, text, gain }) =>
      h(
        'li',
        null,
        h(
          'button',
          { type: 'button', class: 'plain link', onclick: () => timeline.move(step) },
          stepName(info, step - 1),
        ),
        seatMark(seat),
        h('span', null, text, ' ', h('b', { class: 'turning-gain' }, gain)),
      ),
    ),
  );
  byId('turning').hidden = turns.length === 0;
  markTimeline();
}

/** Whoever only asks for the coach hears of where the match turned for them, if they have not gone elsewhere meanwhile. */
async function leadToTurn() {
  const { at } = timeline;
  await drawTurns();
  if (timeline.at !== at || !answer) return;
  const { you } = answer.info;
  const turn = turns.find(({ seat }) => seat === you) ?? turns[0];
  coach?.lead(turn ? Math.max(0, turn.step - 1) : at);
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.defaultPrevented || target.matches('input, select, textarea')) return;
  const isFree = !target.matches('button, summary, a, [role=tab]');
  const acts = {
    ' ': () => timeline.toggle(),
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    Home: () => step(-Infinity),
    End: () => step(Infinity),
  };
  if ((isFree && press(event, acts)) || timeline.key(event)) event.preventDefault();
}

/** @param {number} by */
function step(by) {
  timeline.stop();
  timeline.move(timeline.at + by);
}
