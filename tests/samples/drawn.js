/** Which exports of the kit draw something, by their line in docs/kit.md, and where is each alive? Pure. */

/** What comes of a function that draws, and what one is handed that does. */
const MADE = /Element|Part<|Track\b|Globe\b|ImageBitmap|OffscreenCanvas|ctx: /;
const HANDED = /^(ctx|el|host): /;

/** What needs a match or a workshop around it, and where that is: a module, or one export of it. */
export const ELSEWHERE = /** @type {[where: string, names: string[]][]} */ ([
  ['a map workshop', ['drawing/']],
  ['a workshop of cards', ['workshop/']],
  ['the landing page', ['demo']],
  ['the board of a match', ['baked_board', 'placed_numbers', 'playback', 'playback_bar.createPlaybackBar']],
]);

/** A signature as name, what is handed in, and what comes of it. @param {string} signature */
function taken(signature) {
  const first = signature.indexOf('(');
  let depth = 0;
  for (let at = first; at >= 0 && at < signature.length; at += 1) {
    if ('([{'.includes(signature[at])) depth += 1;
    if (')]}'.includes(signature[at])) depth -= 1;
    if (!depth) return { handed: signature.slice(first + 1, at), made: signature.slice(at + 1) };
  }
  return { handed: '', made: '' };
}

/**
 * The modules of docs/kit.md, `figures` for `kit/figures.js`.
 * @param {string} document
 * @returns {{module: string, question: string, exports: {name: string, signature: string, draws: boolean}[]}[]}
 */
export const modulesOf = (document) =>
  document
    .split(/^## /m)
    .slice(1)
    .map((chapter) => {
      const [, module, question] = /^`kit\/(.*)\.js`\n\n(.*)/.exec(chapter) ?? [];
      const exports = [...chapter.matchAll(/^- `(.*)`$/gm)].map(([, signature]) => {
        const { handed, made } = taken(signature);
        return { name: signature.match(/^\w+/)?.[0] ?? '', signature, draws: MADE.test(made) || HANDED.test(handed) };
      });
      return { module, question, exports };
    });

/** Where an export is alive that has no example of its own; undefined: nowhere. @param {string} module @param {string} name */
export const elsewhere = (module, name) =>
  ELSEWHERE.find(([, names]) =>
    names.some((one) => (one.endsWith('/') ? module.startsWith(one) : one === module || one === `${module}.${name}`)),
  )?.[0];
