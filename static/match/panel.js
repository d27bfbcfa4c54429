/**
 * Who plays and how do they stand, what have I ordered, what happened? The right column: seats, drafts, log, tabs.
 *
 * @typedef {import("../types").Frame} Frame
 * @typedef {import("../types").GameModule} Game
 * @typedef {import("../types").MatchInfo} Info
 * @typedef {import("../types").StatusMessage} Status
 */
import { byId, h, icon, list, replace, setText } from 'app/dom.js';
import { keep, kept } from 'app/entry.js';
import { t } from 'app/i18n.js';
import { inWords } from 'app/names.js';
import { asTold, isTelling, onTelling } from 'app/untold.js';
import { bankLeft, formatTime } from 'match/clock.js';
import { newsOf } from 'match/news.js';
import { personPage, seatMark, seatName, seatRating, stepName } from 'match/seats.js';

/** Steps that the log shows; older ones are in the replay. */
export const LOG_STEPS = 40;

/**
 * The seat strip at the server's time `now`. `status` null: a replay, where nobody is awaited.
 * @param {{ match: string, game: Game, info: Info, status: Status | null, frame: Frame | null, now?: number, theirs?: number[], beside?: (seat: number) => HTMLElement | null }} shown `theirs`: seats that a program of theirs played, too; `beside`: what the game puts below a name
 */
export function showSeats({ match, game, info, status, frame: newest, now = 0, theirs, beside }) {
  const frame = asTold(newest);
  const scores = new Map(frame ? game.score(frame, info).map((entry) => [entry.seat, entry.text]) : []);
  const places = status?.outcome?.places;
  const order = places ? [...info.seats].sort((a, b) => places[a.seat] - places[b.seat]) : info.seats;
  list(
    byId('seats'),
    order,
    (seat) => seat.seat,
    () => h('li', { class: 'seat' }),
    (element, seat) => {
      const line = status?.seats.find((entry) => entry.seat === seat.seat);
      const state = status && line ? seatState(status, line) : null;
      element.classList.toggle('mine', seat.seat === info.you);
      element.classList.toggle('due', state?.kind === 'due');
      const tags = [];
      if (seat.seat === info.you) tags.push(h('span', { class: 'tag' }, t('you')));
      else if (theirs?.includes(seat.seat) && !info.yours.includes(seat.seat))
        tags.push(h('span', { class: 'tag' }, t('your program')));
      if (seat.staff) tags.push(h('span', { class: 'tag staff' }, t('staff')));
      if (seat.kind === 'bot' || seat.bot_account) tags.push(h('span', { class: 'tag' }, icon('bot'), t('bot')));
      if (seat.program && seat.kind === 'person')
        tags.push(h('span', { class: 'tag' }, icon('bot'), t('program {name}', { name: seat.program })));
      if (line?.autopilot) tags.push(h('span', { class: 'tag' }, icon('bot'), t('a bot plays')));
      const isOver = status?.status === 'finished' || status?.status === 'aborted';
      if (line && !line.online && seat.kind === 'person' && !isOver)
        tags.push(h('span', { class: 'tag' }, icon('wifi-off'), t('away')));
      if (line?.watchable)
        tags.push(h('span', { class: 'tag', title: t('Spectators may watch from this seat') }, icon('eye'), t('open')));
      const hasBank = status?.status === 'running' && line?.bank && !line.resigned && line.place === null;
      const bank = hasBank ? formatTime(bankLeft(status, line, now)) : '';
      const href = personPage(match, info, seat.seat);
      // What the game puts below the name stays, and keeps the focus.
      const own = beside?.(seat.seat) ?? null;
      if (own && own.parentElement !== element) element.append(own);
      const isFocused = element.contains(document.activeElement) && !own?.contains(document.activeElement);
      const name = seatName(info, seat.seat);
      for (const child of [...element.children]) if (child !== own) child.remove();
      element.prepend(
        seatMark(seat.seat),
        h(
          'span',
          { class: 'seat-name' },
          h(href ? 'a' : 'span', { class: 'seat-who', translate: 'no', href, title: name }, shortened(seat, name)),
          seatRating(seat),
          info.rated && seat.seat !== info.you && h('span', { class: 'tag rated' }, t('rated')),
          tags,
        ),
        h('span', { class: 'seat-score' }, scores.get(seat.seat) ?? ''),
        h(
          'span',
          { class: 'seat-state' },
          state &&
            h(
              'span',
              { class: `seat-${state.kind}`, dataset: { short: state.short ?? '' } },
              icon(state.icon),
              state.text,
            ),
          bank &&
            h(
              'span',
              { class: 'bank', title: t('Reserve: what is left for steps that take longer') },
              icon('hourglass'),
              h('span', { class: 'bank-short', 'aria-hidden': 'true' }, bank),
              h('span', { class: 'bank-words' }, t('{time} in reserve', { time: bank })),
            ),
        ),
      );
      if (isFocused) element.querySelector('a')?.focus();
    },
  );
}

/** A bot's level goes where there is room for it; its own name tells it from others of its level. @param {import("../types").SeatInfo} seat @param {string} name */
function shortened({ bot, given }, name) {
  const own = bot && given?.length ? inWords(given) : '';
  const at = own ? name.indexOf(own) : -1;
  if (at < 0) return [name];
  const level = (/** @type {string} */ text) => text && h('span', { class: 'seat-level' }, text);
  return [level(name.slice(0, at)), own, level(name.slice(at + own.length))];
}

/** @param {Status} status @param {import("../types").SeatStatus} seat */
function seatState(status, seat) {
  if (seat.place !== null)
    return {
      kind: seat.place === 1 ? 'won' : 'place',
      icon: seat.place === 1 ? 'trophy' : 'flag',
      text: t('place {n}', { n: seat.place }),
      short: String(seat.place),
    };
  if (seat.resigned) return { kind: 'out', icon: 'flag', text: t('resigned') };
  if (status.status !== 'running') return null;
  if (status.waiting.includes(seat.seat)) return { kind: 'due', icon: 'clock', text: t('awaited') };
  if (seat.ready) return { kind: 'ready', icon: 'check', text: t('ready') };
  return null;
}

/**
 * The list of drafts, each with a way to take it back.
 * @param {{ game: Game, info: Info, frame: Frame | null, drafts: ReturnType<typeof import("match/drafts.js").createDrafts>, forecast: any, locked: boolean, remove: (path: string) => void }} shown
 */
export function showDrafts({ game, info, frame, drafts, forecast, locked, remove }) {
  const lines = frame ? game.describeOrders(drafts.orders, frame, info, forecast) : [];
  const problem = drafts.problem;
  const items = lines.map((line, i) => ({
    ...line,
    isMore: line.brief !== undefined && line.brief.of === lines[i - 1]?.brief?.of,
    isWrong: problem !== null && line.path !== '' && problem.path.startsWith(line.path),
  }));
  list(
    byId('drafts'),
    items,
    (item) => JSON.stringify([item, locked]),
    ({ text, path, brief, isMore, isWrong }) => {
      const label = t('Remove: {order}', { order: text });
      const words = brief
        ? [
            h('span', { class: 'visually-hidden' }, text),
            h(
              'span',
              { class: 'draft-brief', 'aria-hidden': 'true', title: text },
              !isMore && h('b', null, brief.of),
              brief.does,
            ),
          ]
        : h('span', null, text);
      const button = h(
        'button',
        { type: 'button', class: 'tool', 'aria-label': label, title: t('Remove'), onclick: () => remove(path) },
        icon('x'),
      );
      return h('li', { class: isWrong ? 'draft wrong' : 'draft' }, words, !locked && button);
    },
  );
  byId('drafts-empty').hidden = lines.length > 0 || locked;
  // Where the game's panel lists the orders, all are taken back there too.
  const place = game.draftsInPanel ? byId('context').querySelector('[data-clear]') : null;
  if (place && !place.firstChild) place.append(byId('clear'));
  const isCleared = document.activeElement === byId('clear') && lines.length === 0;
  byId('clear').hidden = lines.length === 0 || locked;
  // What is hidden loses the focus: the way back takes it.
  if (isCleared) byId('undo').focus();
  byId('problem').hidden = problem === null;
  setText(byId('problem'), problem?.message ?? '');
}

/** @typedef {{ key: string, name: string, lines: string[] }} Chapter lines of the log under one heading, in the order in which things happened */

/**
 * What happened in these steps, as the chapters of the log: a step each, unless the game names others. A chapter may go on in the next step.
 * @param {Game} game @param {Info} info @param {Map<number, Frame>} frames @param {number[]} steps from the first to the last
 */
export function chaptersOf(game, info, frames, steps) {
  const found = /** @type {Chapter[]} */ ([]);
  for (const step of steps) {
    const frame = /** @type {Frame} */ (frames.get(step));
    // As an object of its own: what a game keeps beside a view goes with it, so that a log of many steps leaves nothing behind.
    const passing = { ...frame, view: { ...frame.view } };
    const usual = stepName(info, step - 1, frames.get(step - 1)?.view);
    const lines = frame.events.flatMap((event) => {
      const line = game.describeEvent(event, passing, info, frames.get(step - 1) ?? null);
      return line === null ? [] : [{ line, name: game.nameChapter?.(event, info) ?? usual }];
    });
    // Without an event there may be news all the same: what grew, who scored, what came into sight.
    if (!lines.length && !game.nameChapter)
      found.push({ key: `${step} ${usual}`, name: usual, lines: quietNews(game, info, passing, frames.get(step - 1)) });
    for (const { line, name } of lines) {
      if (found.at(-1)?.name !== name) found.push({ key: `${step} ${name}`, name, lines: [] });
      found.at(-1)?.lines.push(line);
    }
  }
  return found;
}

/** @param {Game} game @param {Info} info @param {Frame} frame @param {Frame | undefined} before @returns {string[]} */
function quietNews(game, info, frame, before) {
  if (!before) return [];
  return newsOf(game, info, frame, { ...before, view: { ...before.view } }).map(({ text }) => text);
}

/**
 * What changed, newest first, as a log. `open`: the frame on the board; later ones are not told.
 * @param {{ game: Game, info: Info, frames: Map<number, Frame>, open: number }} shown
 */
export function showLog({ game, info, frames, open }) {
  const last = asTold(frames.get(open) ?? null)?.step ?? open;
  const steps = [...frames.keys()].filter((step) => step <= last && step > 0);
  const newest = steps.sort((a, b) => b - a).slice(0, LOG_STEPS);
  const pane = byId('pane-log');
  if (!newest.length) {
    replace(
      pane,
      h('p', { class: 'muted small' }, t('Nothing has happened yet. What you see of each step is told here.')),
    );
    return;
  }
  if (pane.firstElementChild?.tagName === 'P') pane.replaceChildren();
  list(
    pane,
    chaptersOf(game, info, frames, newest.reverse()).reverse(),
    ({ key }) => key,
    ({ name }) => h('section', { class: 'log-step' }, h('h3', null, name)),
    (section, { lines }) => {
      if (section.querySelectorAll('li').length === lines.length && section.children.length > 1) return;
      section.children[1]?.remove();
      section.append(told(lines));
    },
  );
}

/** @param {string[]} lines */
const told = (lines) =>
  lines.length
    ? h(
        'ul',
        null,
        lines.map((line) => h('li', null, line)),
      )
    : h('p', { class: 'muted small' }, t('Nothing that you could see.'));

/**
 * Tabs as ARIA wants them: arrow keys move, one is in the tab order. The one that was open opens again after Back or a reload.
 * @param {(id: string) => void} [onOpen]
 */
export function createTabs(onOpen) {
  const tabs = /** @type {HTMLElement[]} */ ([...byId('tabs').querySelectorAll('[role=tab]')]);

  /** @param {HTMLElement} chosen */
  function choose(chosen) {
    for (const tab of tabs) {
      const isChosen = tab === chosen;
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      byId(tab.getAttribute('aria-controls') ?? '').hidden = !isChosen;
    }
    if (kept('tab') !== chosen.id) keep({ tab: chosen.id });
    onOpen?.(chosen.id);
  }

  for (const [at, tab] of tabs.entries()) {
    tab.addEventListener('click', () => choose(tab));
    tab.addEventListener('keydown', (event) => {
      const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      const next = tabs[(to + tabs.length) % tabs.length];
      choose(next);
      next.focus();
    });
  }
  const last = tabs.find((tab) => tab.id === kept('tab') && !tab.hidden);
  // Not before the rest of the page is there, which fills the tabs.
  if (last) queueMicrotask(() => choose(last));
  // Whoever turns to the board wants to read what is selected there.
  for (const kind of ['pointerdown', 'keydown']) {
    byId('board').addEventListener(kind, () => byId('context').hidden && choose(byId('tab-board')));
  }
  return {
    /** @param {string} id */
    open: (id) => choose(byId(id)),
    isOpen: (/** @type {string} */ id) => document.getElementById(id)?.getAttribute('aria-selected') === 'true',
  };
}

const HEIGHTS = ['low', 'half', 'full'];

/**
 * The column as a sheet on phones: three heights, by drag, tap or arrow keys. Back and a reload bring its height back. While a step is told it is
 * folded, so that the board is in sight; a replay goes on below it.
 */
export function createSheet() {
  const page = byId('match');
  const handle = byId('sheet');
  let from = 0;
  let isDragged = false;

  /** Its height before it was folded for what is told; 0: it was not, or somebody has set it since. */
  let unfolded = 0;

  /** @param {number} height @returns {string} how that is called */
  function lay(height) {
    const next = HEIGHTS[Math.max(0, Math.min(HEIGHTS.length - 1, height))];
    page.dataset.sheet = next;
    handle.setAttribute('aria-expanded', String(next !== 'low'));
    return next;
  }

  /** @param {number} height */
  function set(height) {
    unfolded = 0;
    const next = lay(height);
    if (kept('sheet') !== next) keep({ sheet: next });
  }
  const height = () => HEIGHTS.indexOf(page.dataset.sheet ?? 'low');

  onTelling(() => {
    if (page.classList.contains('replay') || isTelling() === unfolded > 0) return;
    const next = isTelling() ? 0 : unfolded;
    unfolded = isTelling() ? height() : 0;
    lay(next);
  });

  handle.addEventListener('pointerdown', (event) => {
    from = event.clientY;
    isDragged = false;
    handle.setPointerCapture(event.pointerId);
  });
  handle.addEventListener('pointermove', (event) => {
    if (!handle.hasPointerCapture(event.pointerId) || Math.abs(event.clientY - from) < 40) return;
    set(height() + (event.clientY < from ? 1 : -1));
    from = event.clientY;
    isDragged = true;
  });
  handle.addEventListener('click', () => {
    if (!isDragged) set((height() + 1) % HEIGHTS.length);
    isDragged = false;
  });
  handle.addEventListener('keydown', (event) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    set(height() + by);
  });
  // Folded, it hides what a game puts below a name: whoever taps there looks for it.
  byId('seats').addEventListener('click', ({ target }) => {
    const at = /** @type {Element} */ (target);
    if (height() || !handle.offsetHeight || at.closest('a, button, label')) return;
    const own = /** @type {HTMLElement | null | undefined} */ (at.closest('.seat')?.querySelector('.seat-own'));
    if (own && !own.hidden) set(1);
  });
  // Something in it waits for a press on the board.
  page.addEventListener('asksboard', () => {
    if (height() && handle.offsetHeight) set(0);
  });
  const last = HEIGHTS.indexOf(kept('sheet'));
  if (last > 0) set(last);
  return { set };
}
