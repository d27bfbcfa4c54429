/**
 * Which orders does a line of text mean? A game writes a table of verbs with the kinds of their arguments; the command line and its
 * help both come from it. It is the keyboard's and the screen reader's way to every order. Knows words and shapes only: what is legal
 * the server says.
 */
import { listed, t } from 'app/i18n.js';
import { seatLetter } from 'board/marks.js';

/** @typedef {import('../types').Frame} Frame */
/** @typedef {import('../types').MatchInfo} MatchInfo */

/**
 * What a verb is carried out on; `forecast` is the server's answer to `orders`, null until it comes.
 * @template Position, Orders
 * @typedef {{orders: Orders, position: Position, frame: Frame, info: MatchInfo, forecast: any}} Line
 */

/**
 * Reads one kind of argument. `word` is undefined where the line ends. Throws an Error with a translated sentence.
 * @template Position, Orders
 * @typedef {(word: string | undefined, line: Line<Position, Orders>) => any} Kind
 */

/**
 * @template Position, Orders
 * @typedef {object} Verb
 * @property {string[]} says the verb and its other names; the first stands in errors
 * @property {string[]} [takes] kinds of its arguments in turn; `kind?` may be left out (the verb gets undefined), a last `kind*` takes all that is left as a list, at least one, `kind*?` perhaps none
 * @property {(frame: Frame) => boolean} [when] the phase in which it means something; without it always
 * @property {[example: string, meaning: () => string][]} [help] lines of the help
 * @property {(line: Line<Position, Orders>, ...given: any[]) => Orders} act
 */

/**
 * @template Position, Orders
 * @param {{
 *   verbs: Verb<Position, Orders>[], kinds: Record<string, Kind<Position, Orders>>, whole: (orders: any) => Orders,
 *   positionOf: (view: any) => Position, example: string, namesOf?: (position: Position) => string[], samples?: (position: Position) => Record<string, string>, words?: (text: string) => string[], lead?: string, subjects?: string[],
 * }} table `example` of a command, for whoever writes an unknown one; `namesOf` what may have blanks in its name; `samples`: what a
 *   match calls what stands in the examples; `words` cuts a line up, where blanks, commas and arrows are not
 *   enough; `lead`: a word that may stand before a verb and means nothing; `subjects`: kinds of first arguments that may stand before
 *   their verb, as one says it: “scouts explore”
 */
export function createCommands({
  verbs,
  kinds,
  whole,
  positionOf,
  example,
  namesOf,
  samples = () => ({}),
  words = cut,
  lead,
  subjects = [],
}) {
  const all = /** @type {Record<string, Kind<Position, Orders>>} */ ({ seat, number, word, amount, ...kinds });
  const isOf = (/** @type {string} */ said) =>
    verbs.some(({ says, takes = [] }) => says.includes(said.toLowerCase()) && subjects.includes(takes[0]));
  return {
    /** @param {string} text @param {any} orders @param {Frame} frame @param {MatchInfo} info @param {any} [forecast] @returns {Orders} */
    parseCommand(text, orders, frame, info, forecast = null) {
      const position = positionOf(frame.view);
      const line = words(inOnePiece(text, namesOf?.(position) ?? []));
      if (lead && line[0]?.toLowerCase() === lead) line.shift();
      if (line.length > 1 && !isOf(line[0]) && isOf(line[1])) line.unshift(...line.splice(1, 1));
      const [said = '', ...rest] = line;
      const named = verbs.filter(({ says }) => says.includes(said.toLowerCase()));
      const verb = named.find(({ when }) => when?.(frame) ?? true);
      if (!named.length)
        throw new Error(
          t('Unknown command “{word}”. Try: {example}', { word: said, example: inNames(example, samples(position)) }),
        );
      if (!verb) throw new Error(t('“{word}” means nothing in this part of the match.', { word: said }));
      const known = { orders: whole(orders), position, frame, info, forecast };
      return verb.act(known, ...given(verb.takes ?? [], rest, known));
    },

    /** The examples with names of this position, if there is one. @param {Frame | null} [frame] @returns {{command: string, meaning: string}[]} */
    commandHelp(frame = null) {
      const called = frame ? samples(positionOf(frame.view)) : {};
      return verbs.flatMap(({ help = [] }) =>
        help.map(([command, meaning]) => ({
          command: inNames(command, called),
          meaning: inNames(meaning(), called).replace(BETWEEN, ''),
        })),
      );
    },
  };

  /** @param {string[]} takes @param {string[]} rest @param {Line<Position, Orders>} line */
  function given(takes, rest, line) {
    const left = [...rest];
    const values = takes.map((wanted) => {
      const kind = all[wanted.replace(/[?*]+$/, '')];
      if (wanted.endsWith('*?')) return left.splice(0).map((one) => kind(one, line));
      if (wanted.endsWith('*')) return (left.length ? left.splice(0) : [undefined]).map((one) => kind(one, line));
      return wanted.endsWith('?') && !left.length ? undefined : kind(left.shift(), line);
    });
    if (left.length) throw new Error(t('“{word}” is too much here.', { word: left.join(' ') }));
    return values;
  }
}

/** A blank between a Chinese sign and a Chinese name. */
const BETWEEN =
  /(?<=[\u3000-\u303f\u3400-\u9fff\uff00-\uff60]) (?=[\u3400-\u9fff])|(?<=[\u3400-\u9fff]) (?=[\u3000-\u303f\u3400-\u9fff\uff00-\uff60])/g;

/** An example in which names stand in place of its words. @param {string} text @param {Record<string, string>} called */
const inNames = (text, called) => text.replace(/-?[\w:,]*\w/g, (word) => called[word] || word);

/** @param {string} text */
function cut(text) {
  return text
    .trim()
    .split(/[\s,]+|->|→/)
    .filter(Boolean);
}

/** A line in which names with blanks are one word. @param {string} text @param {string[]} names */
function inOnePiece(text, names) {
  const wide = names.filter((name) => /\s/.test(name)).sort((a, b) => b.length - a.length);
  const said = text.toLowerCase();
  let line = text;
  for (const name of wide) {
    for (let at = said.indexOf(name.toLowerCase()); at >= 0; at = said.indexOf(name.toLowerCase(), at + 1))
      line = line.slice(0, at) + line.slice(at, at + name.length).replace(/\s/g, '_') + line.slice(at + name.length);
  }
  return line;
}

/** A seat by its letter, name or number. @type {Kind<any, any>} */
function seat(word, { info }) {
  const wanted = word?.toLowerCase();
  const found = info.seats.find(
    (other) =>
      seatLetter(other.seat).toLowerCase() === wanted ||
      other.name.toLowerCase() === wanted ||
      String(other.seat) === wanted,
  );
  if (!found) throw new Error(t('There is no seat “{word}”.', { word: word ?? '' }));
  return found.seat;
}

/** A whole number from 0 up. @type {Kind<any, any>} */
function number(word) {
  if (!/^\d{1,9}$/.test(word ?? '')) throw new Error(t('“{word}” is not a number.', { word: word ?? '' }));
  return Number(word);
}

/**
 * A part or a number of what there is: `40`, `50%`, `all`. The verb gets a function that makes it of how many there are; what is left out
 * is a half.
 * @param {string | undefined} [given] @returns {(rest: number) => number}
 */
export function amount(given = '50%') {
  const percent = /^(\d{1,3})%$/.exec(given);
  if (given === 'all' || percent) {
    const part = percent ? Number(percent[1]) / 100 : 1;
    if (part <= 0 || part > 1) throw new Error(t('A part is 1% to 100%.'));
    return (rest) => {
      if (rest < 1) throw new Error(t('Nothing is left there.'));
      return share(rest, part);
    };
  }
  if (!/^\d{1,9}$/.test(given) || Number(given) < 1)
    throw new Error(t('“{word}” is no number and no part.', { word: given }));
  return () => Number(given);
}

/** A part of what there is, in whole ones: rounded down, but at least one of one. @param {number} rest @param {number} part 0 to 1 */
export function share(rest, part) {
  return Math.max(Math.min(1, rest), Math.floor(rest * part + 1e-9));
}

/** A kind of argument that is one of a few names; plurals and hyphens are as good. @param {readonly string[]} names @returns {Kind<any, any>} */
export const oneOf = (names) => (word) => {
  const said = (word ?? '').toLowerCase().replace('-', '_');
  const found = names.find((name) => name === said || `${name}s` === said);
  if (!found) throw new Error(t('“{word}” is none of: {names}.', { word: word ?? '', names: listed(names) }));
  return found;
};

/** @type {Kind<any, any>} */
function word(given) {
  if (!given) throw new Error(t('A word is missing.'));
  return given;
}
