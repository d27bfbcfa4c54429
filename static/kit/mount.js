/**
 * How does a game come onto the match page? A game hands in its session, scene, keys, panel and words; this makes the module of it
 * that static/types.d.ts asks for: shows frames, plays the last step again, locks while nothing can be ordered, redraws what a change
 * concerns. Knows no game.
 */
import { h, loadStyle } from 'app/dom.js';
import { keep, kept } from 'app/entry.js';
import { t } from 'app/i18n.js';
import { oncePerFrame } from 'app/rest.js';
import { asTold, beginTelling, endTelling, isBehind, onTelling } from 'app/untold.js';
import { createDirector } from 'kit/director.js';
import { keyHandler, sheetOf } from 'kit/keys.js';
import { LEGEND, offerLegend } from 'kit/legend.js';
import { keysOfTelling } from 'kit/playback_bar.js';
import { pointAt } from 'kit/point.js';
import { asRead } from 'kit/reader.js';
import { listenToSpelling, SPELLING } from 'kit/spelling.js';
import { stillOf, surveyed } from 'kit/still.js';
import { createWhy } from 'kit/why.js';

/** @typedef {import('../types').Host} Host */
/** @typedef {import('../types').Frame} Frame */
/** @typedef {import('../types').GameModule} GameModule */
/** @typedef {ReturnType<typeof import('board/board.js').createBoard>} Canvas */

/**
 * What draws the position. One on canvases has `board`, the toolkit's; one made of page elements has none and does its own pointing.
 * @typedef {object} Scene
 * @property {Canvas} [board]
 * @property {(position: any) => void} settle takes over a new position, at once
 * @property {(previous: Frame, frame: Frame, how: import('kit/playback.js').How) => Promise<unknown>} play animates the way to it
 * @property {() => boolean} playing
 * @property {(at: any) => void} [point] shows where a line of news happened; canvases do by themselves
 * @property {(layers: string[], changed: string[]) => void} refresh the session changed: paint these layers again
 * @property {() => void} [skip] ends what is being played; canvases need not say
 * @property {import('kit/playback_bar.js').Player} [player] what runs then, where it is not the board's timeline
 * @property {(at: any) => import('board/lines.js').Point | null} [spotOf] where on its element something is, for scenes of page elements
 * @property {HTMLElement} [told] where captions of a told step stand, if not over the board
 * @property {(frame: Frame, how: import('kit/playback.js').How) => void} [join] goes on with the next step, after the one that is played
 * @property {(frame: Frame) => boolean} [asks] whether the reader answers that frame while it is told: nothing beside the board is kept back then
 * @property {(previous: Frame, frame: Frame) => void} [still] where nothing moves: what of a step owns the page, at once; `skip` ends it
 * @property {() => void} [destroy]
 */

/**
 * What pointer, keys and overlays need of a mounted board.
 * @typedef {object} Stage
 * @property {HTMLElement} el
 * @property {Scene} scene
 * @property {Canvas} board only where the scene has one
 * @property {() => void} replay plays the last step again
 */

/**
 * A part of the panel: its element, and how it is brought up to date.
 * @typedef {{element: HTMLElement, show: () => void, destroy?: () => void}} Part
 */

/**
 * The words of a game, as `GameModule` documents them; `createWords` of kit/describe.js makes most.
 * @typedef {Pick<GameModule, 'describe' | 'describeEvent' | 'describeOrders' | 'removeOrder' | 'parseCommand' | 'commandHelp' | 'score'>
 *   & Partial<Pick<GameModule, 'milestone' | 'goal' | 'hint' | 'unread' | 'describeSeries' | 'deciding' | 'turnOf' | 'sources' | 'nameStep' | 'nameRunner' | 'nameChapter' | 'nameReady'
 *   | 'draftsInPanel' | 'news' | 'foretell'>>} Words
 */

/**
 * @template {import('./session.js').AnySession} Session
 * @typedef {object} GameParts
 * @property {(host: Host) => Session} sessionOf
 * @property {(el: HTMLElement, session: Session) => Scene} createScene
 * @property {Record<string, string[]>} [shows] which layers show which part of the session; the layer `hints` shows all; `spelled` if there are words to ask for
 * @property {boolean} [hasWordTool] fingers have a tool of the game's own for its words: the kit adds no button
 * @property {(host: Host) => string} label what the board is, and its main keys, for screen readers
 * @property {(session: Session, stage: Stage) => {draggable?: (piece: import('board/pieces.js').Piece) => boolean, on: import('board/state.js').Callbacks}} [pointer]
 *   what a hand on a canvas does
 * @property {import('./keys.js').Key<Session>[]} keys
 * @property {(session: Session, stage: Stage) => {refresh?: (changed: string[]) => void, destroy: () => void}} [overlay] elements over the board
 * @property {string[]} [kept] parts of the session that Back and a reload bring back while the step is the same: what is selected. Plain data
 * @property {{parts: string[], ask: (session: Session, stage: Stage) => void}} [ahead] what changes an aim, and how the server is asked about it
 * @property {(session: Session) => import('../types').Doubt | null} [doubt] what Ready would give away by accident; asked only while this seat can order
 * @property {(session: Session) => import('./legend.js').Chapter[]} [legend] what its signs, colours and patterns mean
 * @property {(session: Session) => Part[]} panel its parts from top to bottom
 * @property {(session: Session, seat: number) => Part} [beside] what stands below a seat's name in the strip of seats
 * @property {string} panelClass beside `kit-panel`, which the parts' looks need
 * @property {string[]} [styles] style sheets of its own, as the import map names them: `games/<game>/panel.css`
 * @property {import('../types').Sounds} [sounds] its own sound, and which events are heard
 * @property {() => any} emptyOrders
 * @property {import('./beats.js').Telling} [telling] how its steps are told beside what the news say
 * @property {Words} words
 */

/**
 * @template {import('./session.js').AnySession} Session
 * @param {GameParts<Session>} parts @returns {GameModule}
 */
export function defineGame(parts) {
  const { goal, milestone } = parts.words;
  return {
    ...parts.words,
    // Who looks through another's eyes is not "you".
    ...(goal && { goal: (frame, info) => goal(asRead(asTold(frame), info), info) }),
    ...(milestone && { milestone: (event, frame, info) => milestone(event, asRead(frame, info), info) }),
    emptyOrders: parts.emptyOrders,
    mountBoard: (el, host) => mountBoard(parts, el, host),
    mountPanel: (el, host) => mountPanel(parts, el, host),
    keys: () => [...sheetOf(keysOf(parts)), ...keysOfTelling()],
    still: (el, host, frame) => stillOf(parts, el, host, frame),
    sounds: parts.sounds,
  };
}

/** What keys do: the game's own, and what the kit adds. @template {import('./session.js').AnySession} Session @param {GameParts<Session>} parts @returns {import('./keys.js').Key<Session>[]} */
const keysOf = ({ keys, shows, legend }) => [
  ...keys,
  ...(shows?.spelled ? [SPELLING] : []),
  ...(legend ? [LEGEND] : []),
];

/**
 * @template {import('./session.js').AnySession} Session
 * @param {GameParts<Session>} parts @param {HTMLElement} el @param {Host} host @returns {import('../types').Board}
 */
function mountBoard(parts, el, host) {
  parts.styles?.forEach(loadStyle);
  const session = parts.sessionOf(host);
  const { state } = session;
  const scene = parts.createScene(el, session);
  const { board } = scene;
  /** @type {Frame | null} */
  let earlier = null;
  const endPlay = () => (scene.skip ? scene.skip() : board?.timeline.skip());

  /** Plays the last step again, or these events of it, or all from the beat of a line on. @param {import('../types').GameEvent[]} [events] @param {import('../types').News} [to] */
  async function replay(events, to) {
    if (!earlier || !state.frame || scene.playing()) return;
    const [previous, frame] = [earlier, events ? { ...state.frame, events } : state.frame];
    await director.play(previous, frame, (how) => scene.play(previous, frame, how), { isAgain: true, to });
  }

  const stage = /** @type {Stage} */ ({ el, scene, board, replay: () => void replay() });
  const handleKey = keyHandler(keysOf(parts), session, stage);
  const overlay = parts.overlay?.(session, stage);
  const stopSpelling = parts.shows?.spelled && listenToSpelling(el, session, !parts.hasWordTool);
  const { legend } = parts;
  const stopLegend = legend && offerLegend(el, session, () => legend(session));
  const director = createDirector({
    el,
    board,
    session,
    news: parts.words.news,
    telling: parts.telling,
    player: scene.player ?? /** @type {Canvas} */ (board).timeline,
    spotOf: scene.spotOf,
    told: scene.told,
    still: scene.still,
    skip: () => endPlay(),
    again: (line) => void replay(undefined, line),
  });
  const { draggable = () => false, on = {} } = parts.pointer?.(session, stage) ?? {};
  const { tap } = on;
  board?.set({
    draggable,
    on: {
      focus: () => board.redraw(['hints']),
      nearer: () => session.deny(t('Several things were under your finger: press once more.')),
      ...on,
      tap(piece, how) {
        if (scene.playing()) director.stop();
        tap?.(piece, how);
      },
      key: (event) => director.key(event) || handleKey(event),
    },
  });
  /** Keys of a scene of page elements count as well while nothing has the focus: what had it may just have gone. @param {KeyboardEvent} event */
  const listenToKeys = (event) => {
    const target = /** @type {Element} */ (event.target);
    const isOurs = target === document.body || el.contains(target);
    if (!isOurs || document.querySelector('dialog[open]')) return;
    if (director.key(event) || handleKey(event)) event.preventDefault();
  };
  // Before the page hears them, whose Ready is the same key as many a board's.
  if (!board) document.addEventListener('keydown', listenToKeys, true);
  const role = el.getAttribute('role');
  const name = el.getAttribute('aria-label');
  el.setAttribute('role', board ? 'application' : 'region');
  el.setAttribute('aria-label', parts.label(host));

  const stopListening = session.listen((changed) => {
    const names = /** @type {string[]} */ (changed);
    overlay?.refresh?.(names);
    if (names.some((part) => parts.ahead?.parts.includes(part))) parts.ahead?.ask(session, stage);
    if (names.includes('frame')) return;
    const layers = new Set(['hints']);
    for (const part of names) for (const layer of parts.shows?.[part] ?? []) layers.add(layer);
    scene.refresh([...layers], names);
  });
  let hasShown = false;
  const selection = (/** @type {Frame} */ { step }) => `selection ${host.seat} ${step}`;
  const stopKeeping = session.listen((changed) => {
    const names = parts.kept?.filter((part) => /** @type {string[]} */ (changed).includes(part)) ?? [];
    if (!hasShown || !names.length || !state.frame) return;
    const chosen = Object.fromEntries((parts.kept ?? []).map((part) => [part, state[part]]));
    keep({ selection: { of: selection(state.frame), chosen } });
  });
  /** What was selected when the page was left, in the same view of the same step. @param {Frame} frame */
  function selectAgain(frame) {
    hasShown = true;
    const last = kept('selection');
    if (parts.kept && last?.of === selection(frame)) session.change(last.chosen);
  }
  const why = createWhy(el);
  /** The step of which the last words of that kind were: the session may know of the next one before the board, from the panel. */
  let saidOf = -1;
  /** @param {Frame} frame */
  function letWhyGo({ step }) {
    if (step !== saidOf) why.hide();
    saidOf = step;
  }
  const stopWhy = session.offer('why', why.show);
  const stopReplay = session.offer('replay', (events) => void replay(events));
  const stopPass = session.offer('pass', director.pass);
  /** The step that is told, and those that have joined it. @type {Frame[]} */
  let underWay = [];
  /** @param {Frame} frame @param {Frame} previous */
  function keepBack(frame, previous) {
    underWay.push(frame);
    beginTelling(frame, scene.asks?.(frame) ? null : asTold(previous));
  }
  function letOut() {
    for (const frame of underWay) endTelling(frame);
    underWay = [];
  }
  /** Tells a step; what it brought stands beside the board only then, unless it is told act by act while it is to be answered. @param {Frame} previous @param {Frame} frame @param {boolean} [isBrief] */
  async function tell(previous, frame, isBrief) {
    if (state.telling !== 'none' && !host.reducedMotion()) keepBack(frame, previous);
    try {
      await director.play(previous, frame, (how) => scene.play(previous, frame, how), { isBrief });
    } finally {
      letOut();
    }
  }

  return {
    async show(frame, { previous, animate, isBrief }) {
      letWhyGo(frame);
      earlier = previous;
      session.show(frame);
      if (!state.position) return;
      scene.settle(state.position);
      if (!hasShown) selectAgain(frame);
      if (previous && animate) await tell(previous, frame, isBrief);
      else {
        director.stop();
        director.list(previous, frame);
      }
    },
    join(frame, previous) {
      if (!scene.join || !scene.playing() || !director.isTelling() || host.reducedMotion()) return false;
      letWhyGo(frame);
      earlier = previous;
      session.show(frame);
      if (state.position) scene.settle(state.position);
      keepBack(frame, previous);
      scene.join(frame, { speed: state.speed, instant: false, ...director.more(previous, frame) });
      return true;
    },
    setDrafts: session.setDrafts,
    setLocked: session.setLocked,
    setError: session.setError,
    survey:
      board &&
      ((cover) => {
        // What is said over the whole board leaves nothing told on it.
        if (cover) director.pass();
        surveyed(board, cover);
      }),
    doubt: () => (session.canOrder() && parts.doubt?.(session)) || null,
    point: scene.point ?? (board && ((at) => pointAt(el, board, at))),
    tell: director.tell,
    skip: director.stop,
    pass: director.pass,
    focus: () => el.focus({ preventScroll: true }),
    destroy() {
      stopListening();
      stopKeeping();
      stopReplay();
      stopPass();
      letOut();
      stopSpelling?.();
      stopLegend?.();
      stopWhy();
      why.destroy();
      director.destroy();
      overlay?.destroy();
      if (!board) document.removeEventListener('keydown', listenToKeys, true);
      scene.destroy?.();
      board?.destroy();
      for (const [attribute, value] of [
        ['role', role],
        ['aria-label', name],
      ])
        if (value === null) el.removeAttribute(String(attribute));
        else el.setAttribute(String(attribute), String(value));
    },
  };
}

/** Keys that only lead through the column, or belong to what is told. */
const ELSEWHERE = new Set(['Tab', 'Shift', 'Control', 'Alt', 'Meta', 'Escape', 'n', 'N']);

/**
 * @template {import('./session.js').AnySession} Session
 * @param {GameParts<Session>} parts @param {HTMLElement} el @param {Host} host @returns {import('../types').Panel}
 */
function mountPanel(parts, el, host) {
  parts.styles?.forEach(loadStyle);
  const session = parts.sessionOf(host);
  const shown = parts.panel(session);
  const beside = new Map(
    host.info.seats.flatMap(({ seat }) => (parts.beside ? [[seat, parts.beside(session, seat)]] : [])),
  );
  for (const { element } of beside.values()) element.classList.add('seat-own', 'kit-panel', parts.panelClass);
  const root = h(
    'div',
    { class: `kit-panel ${parts.panelClass}` },
    shown.map(({ element }) => element),
  );
  el.append(root);

  // Many changes come in one gesture; the panel is written once for all of them.
  let step = -1;
  const isHeld = () => isBehind(session.state.frame);
  let isLate = false;
  function showAll() {
    const { frame } = session.state;
    isLate = isHeld();
    if (!frame || isLate) return;
    for (const part of [...shown, ...beside.values()]) part.show();
    // A step begins at the top, with what needs somebody, unless a hand is in it.
    if (step !== frame.step && !root.contains(document.activeElement)) el.scrollTop = 0;
    step = frame.step;
  }
  const showSoon = oncePerFrame(showAll);
  const stop = session.listen(showSoon);
  const stopTold = onTelling(() => isLate && !isHeld() && showAll());
  /** Whoever acts there goes on from what is now. @param {Event} event */
  function letGo(event) {
    if (isHeld() && !ELSEWHERE.has(/** @type {KeyboardEvent} */ (event).key)) session.ask('pass');
  }
  for (const element of [root, ...[...beside.values()].map((part) => part.element)])
    for (const kind of ['pointerdown', 'keydown']) element.addEventListener(kind, letGo, true);

  return {
    show: session.show,
    setDrafts: session.setDrafts,
    setLocked: session.setLocked,
    setError: session.setError,
    beside: (seat) => beside.get(seat)?.element ?? null,
    destroy() {
      stop();
      stopTold();
      showSoon.cancel();
      for (const part of [...shown, ...beside.values()]) {
        part.destroy?.();
        part.element.remove();
      }
      root.remove();
    },
  };
}
