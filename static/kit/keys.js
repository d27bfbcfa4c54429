/**
 * What does a key do on a board? A game writes one table; the handler and the sheet of keys both come from it, so that neither
 * forgets what the other knows. Returns whether a key was taken: the page keeps the rest.
 */
import { t } from 'app/i18n.js';
import { isWriting, meanings } from 'board/keyboard.js';

/** @typedef {import('./mount.js').Stage} Stage */
/** @typedef {{key: string, shift: boolean, ctrl: boolean, alt: boolean, time: number, nth: number}} Pressed `key` as the browser names it, letters as capitals; `time` in milliseconds of the page; `nth` of all keys that the board has heard */

/**
 * A line of the table. A key that is pressed belongs to the first line that has it and takes it.
 * @template Session
 * @typedef {object} Key
 * @property {string[]} on keys as the browser names them: `Enter`, `ArrowLeft`, `A` (either case), `+`
 * @property {string} [with] `ctrl` or `alt`: only together with it (`ctrl` is the command key of a Mac too) and not with Shift besides, which is the system's; without it neither may be held
 * @property {string} [shown] how the sheet writes the keys; without it as they are named
 * @property {() => string} [meaning] for the sheet; without it the line is not on it
 * @property {(session: Session, pressed: Pressed, stage: Stage) => boolean | void} act false: not taken after all
 */

/** Direction of each arrow, y grows downwards. */
export const ARROWS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});
const ARROW_KEYS = Object.keys(ARROWS);
export const DIGITS = [...'0123456789'];
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Digits typed within this time make one number. */
const TYPING = 1200;

/** Keys that change what others mean are no key between two. */
const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock']);

/** @template Session @param {Key<Session>[]} table @param {Session} session @param {Stage} stage @returns {(event: KeyboardEvent) => boolean} */
export function keyHandler(table, session, stage) {
  let nth = 0;
  return (event) => {
    if (!MODIFIERS.has(event.key)) nth += 1;
    if (isWriting(event.target)) return false;
    return meanings(event).some(({ key, held }) => {
      const [ctrl, alt] = [held === 'ctrl', held === 'alt'];
      const pressed = { key, shift: event.shiftKey, ctrl, alt, time: event.timeStamp, nth };
      return table.some(
        (line) =>
          line.with === held &&
          !(held && pressed.shift) &&
          line.on.includes(key) &&
          line.act(session, pressed, stage) !== false,
      );
    });
  };
}

/** The sheet that `?` opens. @param {Key<any>[]} table @returns {{key: string, meaning: string}[]} */
export function sheetOf(table) {
  return table.flatMap(({ on, shown, meaning }) =>
    meaning ? [{ key: shown ?? on.join(' / '), meaning: meaning() }] : [],
  );
}

/**
 * The line for the four arrows.
 * @template Session @param {() => string} meaning
 * @param {(session: Session, direction: [number, number], pressed: Pressed, stage: Stage) => boolean | void} act @returns {Key<Session>}
 */
export function arrows(meaning, act) {
  return {
    on: ARROW_KEYS,
    shown: '← ↑ → ↓',
    meaning,
    act: (session, pressed, stage) => act(session, ARROWS[pressed.key], pressed, stage),
  };
}

/**
 * The entry after the present one; null past the last, so that the key leaves the board there.
 * @template Entry @param {Entry[]} entries @param {(entry: Entry) => boolean} isPresent @param {number} by 1 or -1 @returns {Entry | null}
 */
export function next(entries, isPresent, by) {
  const at = entries.findIndex(isPresent);
  return entries[at < 0 ? (by > 0 ? 0 : entries.length - 1) : at + by] ?? null;
}

/**
 * The lines for going to a place by its name: J, then the name. As soon as no longer name can be meant, keys mean again what they mean otherwise.
 * @template Session
 * @param {() => string} meaning
 * @param {(session: Session & {say: (words: string) => void}) => string[]} names in capital letters and digits
 * @param {(session: Session & {say: (words: string) => void}, name: string, stage: Stage) => void} go to what is called that
 * @returns {Key<Session & {say: (words: string) => void}>[]}
 */
export function jump(meaning, names, go) {
  let typed = /** @type {string | null} */ (null);
  return [
    {
      on: [...LETTERS, ...DIGITS],
      act(session, { key }, stage) {
        if (typed === null) return false;
        const before = typed;
        const name = before + key;
        const fitting = names(session).filter((one) => one.startsWith(name));
        const isFound = fitting.includes(name);
        typed = fitting.length > Number(isFound) ? name : null;
        if (isFound) go(session, name, stage);
        else if (typed === null) {
          if (names(session).includes(before)) return false;
          session.say(t('Nothing here is called {name}.', { name }));
        }
      },
    },
    {
      on: ['J'],
      shown: 'J A 3',
      meaning,
      act(session) {
        typed = '';
        session.say(t('Type the name of a place.'));
      },
    },
    {
      on: ['Escape', 'Enter', 'Tab', ...ARROW_KEYS],
      act() {
        typed = null;
        return false;
      },
    },
  ];
}

/** Digits that make one number when typed one after another about the same thing, with no other key between. @param {number} most digits */
export function typedNumber(most = 4) {
  let typed = { digits: '', at: -Infinity, nth: Number.NaN, about: /** @type {unknown[]} */ ([]) };
  /** @param {Pressed} pressed @param {...unknown} about what the number is for, in which match @returns {number} */
  return ({ key, time, nth }, ...about) => {
    const goesOn = nth === typed.nth + 1 && time - typed.at < TYPING && about.every((one, i) => one === typed.about[i]);
    typed = { digits: (goesOn ? typed.digits + key : key).slice(-most), at: time, nth, about };
    return Number(typed.digits);
  };
}

/**
 * What Escape does: lets the first thing in hand go that is held. Returns whether there was any.
 * @template {string} Part @param {{state: any, change: (part: any) => void}} session @param {Part[]} parts in turn; lists become empty, others null
 */
export function letGo(session, parts) {
  const { state } = session;
  const held = parts.find((part) => (Array.isArray(state[part]) ? state[part].length : state[part] !== null));
  if (held) session.change({ [held]: Array.isArray(state[held]) ? [] : null });
  return held !== undefined;
}
