/**
 * Which frame is on the board, and is it animated? Mounts the game's board and panel (or the plain ones), shows frames in the
 * order of the calls, and passes the drafts to both. The match page and the replay share it.
 *
 * @typedef {import("../types").Frame} Frame
 * @typedef {import("../types").GameModule} Game
 * @typedef {import("../types").Host} Host
 */
import { byId } from 'app/dom.js';
import { load, t, tn } from 'app/i18n.js';
import { isMotionReduced } from 'app/motion.js';
import { during } from 'app/rest.js';
import { theme } from 'app/theme.js';
import { isTelling } from 'app/untold.js';
import { announce } from 'match/cues.js';
import { plainGame } from 'match/fallback.js';

/**
 * Resolves with the game's module, or the plain one, when the translations of module and page have been loaded.
 * @param {Pick<import("../types").MatchPage, 'game' | 'has_board' | 'vocabulary'>} page @param {string} own the page's own module
 * @returns {Promise<{ game: Game, isPlain: boolean }>}
 */
export const loadGame = (page, own) => during('game', loaded(page, own));

/** @param {Pick<import("../types").MatchPage, 'game' | 'has_board' | 'vocabulary'>} page @param {string} own */
async function loaded({ game: id, has_board: hasBoard, vocabulary }, own) {
  const name = `games/${id}/main.js`;
  // A game without a board has no module of its own, so its texts are in no module's catalog.
  const said = hasBoard ? load(own, name) : load();
  const found = hasBoard ? import(name).catch((error) => void console.error(error)) : null;
  const [module] = await Promise.all([found, said]);
  return { game: module?.default ?? plainGame(vocabulary), isPlain: hasBoard && !module };
}

/** So many pixels wide a board is laid out beside something, where the page is as wide: its style sheets go by the page. */
const NARROWEST = 640;
/** Made smaller than that share of its size, a board leaves its small print out (`[data-distant]` in the sheets of its game). */
const DISTANT = 0.75;

/**
 * A board of page elements is made smaller as a whole, as wide as the room that is left beside what covers it.
 * @param {HTMLElement} el @param {import("../types").Cover | null} cover
 */
export function laidBeside(el, cover) {
  const { clientWidth: width, clientHeight: height } = /** @type {HTMLElement} */ (el.parentElement);
  const { left, bottom } = cover ?? { left: 0, bottom: 0 };
  // What covers everything leaves the board as it is below it.
  const isRoom = cover && left < width && bottom < height;
  const scale = isRoom ? Math.min(1, (height - bottom) / height, (width - left) / Math.min(width, NARROWEST)) : 1;
  const isBeside = cover !== null && (left > 0 || scale < 1) && left < width;
  el.toggleAttribute('data-distant', isBeside && scale < DISTANT);
  el.style.width = isBeside ? `${Math.round((width - left) / scale)}px` : '';
  el.style.transformOrigin = isBeside ? '0 0' : '';
  el.style.transform = isBeside ? `translateX(${Math.round(left)}px) scale(${scale.toFixed(3)})` : '';
}

/**
 * @param {Game} game
 * @param {{ info: import("../types").MatchInfo, seat: number | null, readonly: boolean, advised?: Host['advised'], getOrders: () => any, setOrders: (orders: any) => void, undo?: () => void, forecast?: (orders: any) => Promise<any>, submit?: Host['submit'], due?: Host['due'], goOn?: Host['goOn'], remaining?: Host['remaining'], isNamed?: Host['isNamed'], preferences?: Host['preferences'], hear?: Host['hear'], stir?: Host['stir'], onShown?: () => void, loaded?: (step: number) => Frame | undefined }} facts
 *   `loaded`: a frame that the page has, also if the board has never shown it
 */
export function mountGame(game, facts) {
  /** @type {Set<(what: any) => void>} */
  const listeners = new Set();
  /** @type {Host} */
  const host = {
    ...facts,
    t,
    tn,
    reducedMotion: isMotionReduced,
    theme,
    announce,
    bar: document.getElementById('playback'),
    beads: document.getElementById('beads'),
    select(what) {
      for (const listener of listeners) listener(what);
    },
    onSelect(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const board = game.mountBoard(byId('board'), host);
  const panel = game.mountPanel(byId('context'), host);
  byId('context').classList.add('unseen');
  /** @type {Frame | null} */
  let shown = null;
  let showing = Promise.resolve();
  let wanted = 0;
  /** When what was shown last has been told, or could not be. */
  const told = () => showing.catch(() => undefined);

  return {
    /**
     * Shows a frame on the board and ends a running animation. Resolves when the frame is shown.
     * @param {Frame} frame @param {boolean} animate only if it follows the one that is shown @param {boolean} [isBrief] there is no time to tell it at length
     */
    show(frame, animate, isBrief = false) {
      wanted += 1;
      const mine = wanted;
      byId('board-wait').hidden = true;
      // Where somebody plays, what others do act by act is told act by act, while the newest is there to be answered.
      const isNext = animate && shown !== null && frame.step === shown.step + 1 && !document.hidden;
      if (isNext && facts.submit && shown && board.join?.(frame, shown)) {
        shown = frame;
        panel.show(frame);
        facts.onShown?.();
        return told();
      }
      board.skip();
      // What failed has been told to whoever asked for it; the board goes on with the next frame.
      showing = told().then(async () => {
        // A newer frame has been requested meanwhile: show this one without animation.
        const moves = animate && mine === wanted && shown !== null && frame.step === shown.step + 1 && !document.hidden;
        const previous = shown;
        shown = frame;
        byId('context').classList.remove('unseen');
        panel.show(frame);
        const done = board.show(frame, {
          // Whoever jumps to a step may have it told as well, beat by beat.
          previous: previous?.step === frame.step - 1 ? previous : (facts.loaded?.(frame.step - 1) ?? null),
          animate: moves,
          isBrief,
        });
        facts.onShown?.();
        const isTold = isTelling(frame);
        await done;
        // What stands beside the board has waited for that.
        if (isTold) facts.onShown?.();
      });
      return showing;
    },
    told,
    /** To the end of a step that is being told. @returns {boolean} whether one was */
    pass: () => board.pass?.() ?? false,
    /** @param {any} orders @param {any} forecast */
    setDrafts(orders, forecast) {
      board.setDrafts(orders, forecast);
      panel.setDrafts(orders, forecast);
    },
    /** @param {boolean} locked */
    setLocked(locked) {
      board.setLocked(locked);
      panel.setLocked(locked);
    },
    /** @param {{ path: string, message: string } | null} error */
    setError(error) {
      board.setError(error);
      panel.setError(error);
    },
    /** @param {[number, number]} at world units */
    point: (at) => board.point?.(at),
    /** To what a line of the step tells: its beat, or only its place. @param {import("../types").News} line @returns {boolean} whether it has either */
    tell(line) {
      if (board.tell?.(line)) return true;
      if (line.at === null) return false;
      board.point?.(line.at);
      return true;
    },
    /** All of it beside what is covered; null: nothing is any more. @param {import("../types").Cover | null} cover */
    survey(cover) {
      if (board.survey) board.survey(cover);
      else laidBeside(byId('board'), cover);
    },
    doubt: () => board.doubt?.() ?? null,
    /** Is it a map, all of which can be shown? */
    isMap: Boolean(board.survey),
    focus: () => board.focus(),
    beside: (/** @type {number} */ seat) => panel.beside?.(seat) ?? null,
    destroy() {
      board.destroy();
      panel.destroy();
    },
    get shown() {
      return shown;
    },
  };
}
