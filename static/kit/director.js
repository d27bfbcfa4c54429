/**
 * How does a person see what a step brought? Plays it in beats (`beats.js`): a caption in words, numbers at their place, large words for a moment,
 * the camera near it and back; as fully as the person likes, beat by beat, or skipped. With reduced motion it shows a still of each beat.
 */
import { h, loadStyle } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { isWriting, press } from 'board/keyboard.js';
import { createBeads } from './beads.js';
import { beatsOf, beforeTheEnd, chosen, fewOf, laidOut, paused } from './beats.js';
import { createCaption } from './captions.js';
import { createLargeWords } from './large_words.js';
import { createNumbers, GAP } from './placed_numbers.js';
import { createPlaybackBar } from './playback_bar.js';
import { asRead } from './reader.js';
import { byWeight, isSame, PASSING, TOLD, UNPLAYED } from './told_lines.js';
import { createTurning } from './turning.js';
import { createVisits } from './visits.js';

/** @typedef {import('../types').Frame} Frame */
/** @typedef {import('../types').News} News */
/** @typedef {import('./beats.js').Placed} Placed */
/** @typedef {import('./beats.js').Beat} Beat */
/** @typedef {import('./beats.js').Course} Course */
/** @typedef {import('board/lines.js').Point} Point */

/** What runs while a step is played: a timeline, or what is like one. @typedef {import('./playback_bar.js').Player} Player */

/** The least half axes of the light around a beat, and how far it reaches beyond its places. */
const LIGHT = { x: 190, y: 130, beyond: 90 };

/**
 * @param {{
 *   el: HTMLElement, board: import('board/board.js').Board | undefined, session: import('./session.js').AnySession,
 *   news: import('../types').GameModule['news'], telling?: import('./beats.js').Telling, player: Player,
 *   spotOf?: (at: any) => Point | null, told?: HTMLElement, still?: (previous: Frame, frame: Frame) => void, skip: () => void, again: (line: News) => void,
 * }} how `spotOf`: where on the board's element something is, for a board of page elements; `still`: shows what of a step owns the page where nothing moves;
 *   `told`: where captions stand, on a board that has a place for them; stills, which do not hold the board up, then stand in the page's place for the bar (`host.bar`);
 *   `again`: plays the step that is shown, to the beat of that line
 */
export function createDirector({
  el,
  board,
  session,
  news,
  telling = {},
  player,
  spotOf,
  told: stand,
  still: pictureOf,
  skip,
  again,
}) {
  loadStyle('kit/overlay.css');
  const { host, state } = session;
  const dim = h('div', { class: 'board-dim', hidden: true });
  const said = createCaption(stand, host.bar);
  const caption = said.element;
  const { element: words, isAlone, isBetween, place: placeWords, say: sayLarge } = createLargeWords();
  const numbers = createNumbers({ el, board, telling });
  const over = h('div', { class: 'board-told', 'aria-hidden': 'true' }, dim, numbers.element, caption, words);
  el.append(over);
  const beads = createBeads((index) => goToBead(index));
  const bar = createPlaybackBar(el, {
    player,
    session,
    next: () => next(),
    skip: () => end(true),
    hold: () => hold(),
    beads,
    place: host.bar,
    hasPlace: !!stand,
    strip: host.beads,
  });
  /** What beads stand for, told or at rest. @type {(Pick<Beat, 'lines'> & {text?: string})[]} */
  let listed = [];
  /** The lines of the step that is shown. @type {{of: Frame, from: Frame, lines: News[]} | null} */
  let known = null;
  /** What is told now: its beats, when it ends; stills, and whether they are turned by themselves. `start` plays the step for a person who steps through its stills. */
  let told = /** @type {{beats: Placed[], end: number, isStill: boolean, turns: boolean} | null} */ (null);
  let still = /** @type {{start: () => Promise<unknown>} | null} */ (null);
  /** @type {Placed | null} */
  let shown = null;
  let isStepping = false;
  let plays = 0;
  /** What was said last, and of which line of the step. @type {{line: News | null, text: string}} */
  let aloud = { line: null, text: '' };
  const visits = createVisits({ el, board, telling });
  const turning = createTurning(() => onward());
  /** Where what is said at the head of the board begins, and ends. */
  let [begin, head] = [12, 0];

  let isHurried = false;
  const isFull = () => state.telling === 'full' && !isHurried;

  // ---------------------------------------------------------------- what is seen

  /** The sentence of a beat. @param {Pick<Beat, 'lines' | 'events'>} beat @param {Frame} frame @param {Frame} before */
  function sentenceOf({ lines, events }, frame, before) {
    const { info } = host;
    const told = { lines, events, frame: asRead(frame, info), before: asRead(before, info), info };
    return (events.length + lines.length > 2 && telling.caption?.(told)) || telling.short?.(told) || lines[0].text;
  }

  /** @param {{at: any, spots: Point[]} | null} beat @returns {Point[]} in pixels of the board */
  function pixelsOf(beat) {
    if (!beat) return [];
    if (board) return beat.spots.map(([x, y]) => board.screen(x, y));
    const spot = beat.at && spotOf?.(beat.at);
    return spot ? [spot] : [];
  }

  /** Light and numbers follow the camera. */
  function place() {
    const spots = pixelsOf(shown);
    const isLit = spots.length > 0;
    dim.hidden = !shown || (!isLit && words.hidden) || isBetween();
    dim.classList.toggle('all', !words.hidden);
    if (!stand) placeWords(spots, { head: begin, height: el.clientHeight });
    if (!isLit) return numbers.hide();
    const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => y)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const half = {
      x: Math.max(LIGHT.x, (right - left) / 2 + LIGHT.beyond),
      y: Math.max(LIGHT.y, (bottom - top) / 2 + LIGHT.beyond),
    };
    for (const [name, value] of Object.entries({ x, y, rx: half.x, ry: half.y }))
      dim.style.setProperty(`--${name}`, `${Math.round(value)}px`);
    numbers.place([x, y], { head, isLow: caption.classList.contains('low') });
  }

  /** A caption never lies over its place: it gives way to the foot of the board if the camera does not go there, clear of it. @param {Placed} beat */
  function keepClear(beat) {
    caption.classList.remove('low');
    if (!caption.hidden) begin = caption.offsetTop;
    const foot = stand ? 0 : begin + Math.max(caption.offsetHeight, isAlone() ? words.offsetHeight : 0);
    const isVisited = isFull() && visits.goTo(beat, foot + GAP + numbers.signsAt(telling.close) + numbers.height());
    const spots = pixelsOf(shown);
    const isBelow =
      !stand && !isVisited && spots.some(([, y]) => y - numbers.signsAt() - numbers.height() < foot + GAP);
    const isHigh = spots.every(([, y]) => y < el.clientHeight / 2);
    caption.classList.toggle('low', isBelow && isHigh);
    head = isBelow && isHigh ? 0 : foot;
    place();
  }

  /** Once in a step; what is like the last thing is no echo of it. @param {Placed} beat */
  function sayAloud({ lines: [line], text = '' }) {
    if (aloud.line === line) return;
    session.say(text === aloud.text ? t('Once more: {text}', { text }) : text);
    aloud = { line, text };
  }

  /** @param {Placed | null} beat @param {number} time */
  function enter(beat, time) {
    const isNew = beat !== shown;
    shown = beat;
    const line = beat?.lines.find(({ moment }) => moment);
    const pair = line?.between;
    const isWords = !!beat && beat.words > 0 && (!!pair || (time < beat.from + beat.words && !told?.isStill));
    if (!isNew && words.hidden === !isWords) return;
    sayLarge(isWords ? line : undefined, beat?.text);
    if (isWords && isNew) host.stir?.();
    caption.hidden = !beat || (isWords && !!pair);
    if (beat) {
      const all = told?.beats ?? [];
      const place = all.length > 1 ? t('{n} of {count}', { n: all.indexOf(beat) + 1, count: all.length }) : '';
      said.say(beat.text ?? '', place, !!line);
    }
    if (isNew) numbers.show(beat, !pair && isFull());
    if (isNew) mark(beat ? (told?.beats.indexOf(beat) ?? -1) : -1);
    if (isNew && beat && (isStepping || told?.isStill)) sayAloud(beat);
    place();
    if (isNew && beat) keepClear(beat);
    else if (isNew && told && time < told.end) visits.leave();
  }

  // ---------------------------------------------------------------- the course of it

  function follow() {
    const now = told && player.progress();
    if (!told || !now) return;
    bar.follow();
    const { time } = now;
    const beat = told.beats.find(({ from, to }) => time >= from && time < to) ?? null;
    if (told.isStill && player.seek) {
      enter(beat, time);
      if (beat && now.held && told.turns) turning.wait(beat);
      return;
    }
    if ((isStepping || told.isStill) && shown && (beat !== shown || time >= shown.still) && !now.held) {
      player.seek?.(shown.still);
      player.hold(true);
      if (told.turns) turning.wait(shown);
      return;
    }
    enter(beat, time);
  }

  function hold() {
    isStepping = false;
    player.hold(!player.progress()?.held);
  }

  /** @param {number} now which of the beads is told; -1: none */
  const mark = (now) =>
    beads.show(
      listed.map(({ lines: [line], text = line.text }) => ({ by: line.by ?? line.event?.seat, text })),
      now,
    );

  /** @param {number} index */
  function goToBead(index) {
    const [line] = listed[index].lines;
    if (told) goToBeat(index);
    else again(line);
  }

  /** To a beat, which is told to its end; there it is held. @param {number} index */
  function goToBeat(index) {
    const beat = told?.beats[index];
    if (!told || !beat) return;
    told.turns = false;
    turning.stop();
    if (!player.seek && (player.progress()?.time ?? 0) > beat.phase) {
      // Acts are played in their order alone.
      end(true);
      return again(beat.lines[0]);
    }
    isStepping = true;
    if (!player.seek) return player.jump?.(beat.phase);
    shown = null;
    player.seek(told.isStill ? beat.still : beat.from);
    enter(beat, beat.from);
    player.hold(told.isStill);
  }

  /** Whoever goes on by hand goes on by hand to the end. */
  function next() {
    if (told) told.turns = false;
    turning.stop();
    return onward();
  }

  /** To the next beat, and no farther; after the last one the step goes on to its end. */
  function onward() {
    if (still) {
      const { start } = still;
      still = null;
      return void start();
    }
    const now = told && player.progress();
    if (!told || !now) return false;
    const following =
      told.beats[(shown ? told.beats.indexOf(shown) : told.beats.findLastIndex(({ from }) => from <= now.time)) + 1];
    if (told.isStill) {
      if (!following) end(true);
      else if (player.seek) player.seek(following.still);
      else player.hold(false);
      return;
    }
    isStepping = !!following;
    if (!player.seek) {
      player.hold(false);
      player.hurry?.();
      return;
    }
    if (following) {
      shown = null;
      player.seek?.(following.from);
      enter(following, following.from);
    }
    player.hold(false);
  }

  /** @param {boolean} [isSkipped] */
  function end(isSkipped = false) {
    const wasTold = told !== null;
    turning.stop();
    said.seat(false);
    told = null;
    still = null;
    shown = null;
    isStepping = false;
    if (isSkipped && wasTold) skip();
    mark(-1);
    sayLarge(undefined);
    telling.still?.(session, null);
    caption.hidden = true;
    numbers.hide();
    dim.hidden = true;
    bar.show(null);
    visits.comeBack();
  }

  /** @param {Frame} previous @param {Frame} frame */
  function linesOf(previous, frame) {
    if (known?.of !== frame || known.from !== previous)
      known = { of: frame, from: previous, lines: news?.(frame, previous, host.info) ?? [] };
    return known.lines;
  }

  /** A step that is shown and not played has its beads as well, in the order of its events. @param {Frame | null} previous @param {Frame} frame */
  function list(previous, frame) {
    const found = previous ? beatsOf(linesOf(previous, frame), frame.events, UNPLAYED, telling) : [];
    const place = (/** @type {Beat} */ { events: [event] }) => (event ? frame.events.indexOf(event) : Infinity);
    listed = chosen(found, { length: 0 })
      .beats.map((beat) => ({ ...beat, text: previous ? sentenceOf(beat, frame, previous) : '' }))
      .sort((a, b) => place(a) - place(b));
    mark(-1);
  }

  /** @param {Frame} previous @param {Frame} frame @param {boolean} isStill @param {boolean} [turns] @returns {(course: Course) => Course} */
  const directed =
    (previous, frame, isStill, turns = false) =>
    (course) => {
      const found = beatsOf(beforeTheEnd(linesOf(previous, frame), frame), frame.events, course, telling);
      const { beats, limit } = chosen(found, {
        isBrief: !isFull() && !isStill,
        length: player.seek ? course.length : 0,
      });
      const worded = (turns ? fewOf(beats) : beats).map((beat) => ({
        ...beat,
        text: sentenceOf(beat, frame, previous),
      }));
      // Stills are looked at for as long as one likes: each shows its beat at the end.
      const laid = player.seek ? laidOut(course, worded, isStill ? Infinity : limit) : paused(course, worded, limit);
      // What follows while something is told comes after it.
      const after = told && player.progress() ? told : { beats: [], end: 0 };
      const later = laid.beats.map((beat) => ({
        ...beat,
        from: beat.from + after.end,
        still: beat.still + after.end,
        to: beat.to + after.end,
      }));
      told = { beats: [...after.beats, ...later], end: after.end + laid.course.length, isStill, turns };
      listed = told.beats;
      mark(-1);
      bar.show({ phases: laid.course.phases, hasBeats: told.beats.length > 0, isStill });
      // The end is told by the page.
      if (!isStill && laid.beats.length && !frame.final) sayAloud(byWeight(laid.beats)[0]);
      return laid.course;
    };

  /** @param {Frame} previous @param {Frame} frame @param {(how: import('./playback.js').How) => Promise<unknown>} play @param {boolean} [turns] */
  async function stepThrough(previous, frame, play, turns = false) {
    said.seat(false);
    const direct = directed(previous, frame, true, turns);
    const done = play({ speed: 1, instant: false, isStill: true, direct, follow });
    const first = told?.beats[0];
    if (!first && turns) end(true);
    if (player.seek) player.hold(true);
    if (first) player.seek?.(first.still);
    await done;
    end();
  }

  /** A hand on the board keeps the camera from moving, and puts a still away. */
  function touched() {
    visits.touched();
    if (still) end();
  }

  function released() {
    visits.released();
    if (!told) visits.comeBack();
  }

  /** To the end of what is told. @returns {boolean} whether there was something */
  function pass() {
    if (!told && !still) return false;
    end(true);
    return true;
  }

  /** Keys while something is told: `N` for the next beat, Escape or Space for the end: nobody who skips is ready by it. @param {KeyboardEvent} event @returns {boolean} */
  function key(event) {
    const isPressed = /** @type {Element | null} */ (event.target)?.matches?.('button, summary, a, input');
    return press(event, { N: next, Escape: pass, ' ': () => !isPressed && pass() });
  }

  /** Keys on the board: whoever goes on there has read what a still says. @param {KeyboardEvent} event @returns {boolean} */
  function keyOnBoard(event) {
    if (key(event)) return true;
    if (still && !PASSING.has(event.key)) end();
    return false;
  }

  /** @param {KeyboardEvent} event */
  function keyElsewhere(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.defaultPrevented || el.contains(target) || isWriting(target) || document.querySelector('dialog[open]'))
      return;
    if (key(event)) event.preventDefault();
  }

  el.addEventListener('pointerdown', touched);
  const lifts = ['pointerup', 'pointercancel'];
  for (const name of lifts) window.addEventListener(name, released);
  document.addEventListener('keydown', keyElsewhere);
  const unwatch = board?.watch({
    painted: follow,
    camera: () => (told || still) && place(),
    steered: visits.steered,
  });
  return {
    key: keyOnBoard,

    /** Whether a step is told now. */
    isTelling: () => told !== null,

    list,

    /** To the beat of a line of the step that is shown. @param {News} line @returns {boolean} whether there is one */
    tell(line) {
      const index = listed.findIndex(({ lines }) => lines.some((one) => isSame(one, line)));
      if (index >= 0) goToBead(index);
      return index >= 0;
    },

    /**
     * Plays the step between two frames, told as this person likes it.
     * @param {Frame} previous @param {Frame} frame
     * @param {(how: import('./playback.js').How) => Promise<unknown>} play @param {{isAgain?: boolean, isBrief?: boolean, to?: News}} [how] isAgain: somebody asked for it; isBrief: there is no time for more; `to`: begins with the beat of this line
     */
    async play(previous, frame, play, { isAgain = false, isBrief = false, to } = {}) {
      end();
      plays += 1;
      aloud.line = null;
      const mine = plays;
      list(previous, frame);
      const jump = () =>
        to && goToBeat(told?.beats.findIndex(({ lines }) => lines.some((one) => isSame(one, to))) ?? -1);
      visits.begin();
      isHurried = isBrief;
      if (host.reducedMotion()) {
        // How it came about is seen before the page tells the end.
        if (frame.final && !isAgain && state.telling !== 'none') return stepThrough(previous, frame, play, true);
        const lines = byWeight(linesOf(previous, frame).filter(({ text, weight }) => text && weight >= TOLD));
        if (!lines.length || (!isAgain && state.telling === 'none')) return;
        const [line] = lines;
        const name = line.event && telling.group?.(line.event, frame.events);
        const events = frame.events.filter(
          (event) => event === line.event || (name && telling.group?.(event, frame.events) === name),
        );
        const text = sentenceOf({ lines: [line], events }, frame, previous);
        still = { start: () => stepThrough(previous, frame, play) };
        if (line.between && line.event) {
          sayLarge(line, text);
          telling.still?.(session, { previous, frame, event: line.event });
        }
        caption.hidden = !!line.between;
        said.seat(true);
        said.say(text);
        bar.show({ phases: [], hasBeats: true, isStill: true });
        if (isAgain) {
          next();
          jump();
        } else pictureOf?.(previous, frame);
        return;
      }
      if (state.telling === 'none' && !isAgain) return;
      // What is played faster than it happens makes no sound.
      const hear = state.speed > 1 ? undefined : host.hear;
      const played = play({
        speed: state.speed,
        instant: false,
        hear,
        direct: directed(previous, frame, false),
        follow,
        isBrief: !isFull(),
      });
      jump();
      await played;
      // A step that was begun meanwhile has ended this one and is told now.
      if (told && mine === plays) end();
    },

    /** How the step after the one that is told goes on with it. @param {Frame} previous @param {Frame} frame */
    more: (previous, frame) => ({ direct: directed(previous, frame, told?.isStill ?? false) }),

    /** Another frame comes, or the board goes. */
    stop: () => end(true),
    pass,

    destroy() {
      end();
      unwatch?.();
      el.removeEventListener('pointerdown', touched);
      for (const name of lifts) window.removeEventListener(name, released);
      document.removeEventListener('keydown', keyElsewhere);
      bar.destroy();
      caption.remove();
      over.remove();
    },
  };
}
