// Are Chinese texts set like Chinese, in every game, over matches that bots have played: its own punctuation, and no spaces between words?
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { t, use } from 'app/i18n.js';
import { newsOf } from 'match/news.js';
import { moments } from './board_page.js';

const STEPS = {
  planet_conquer: { bots: ['medium', 'hard', 'medium'], step: 12 },
  hundred_clubs: { bots: ['hard', 'medium', 'hard', 'easy'], step: 12 },
  frames: { bots: ['medium', 'hard'], step: 80 },
  deep_blue: { bots: ['medium', 'medium'], step: 20, options: { map: 'pocket_sound' } },
  cosmos: { bots: ['medium', 'hard'], step: 20, options: { rounds: 60, stride: 3 } },
};
const PLAYED = await moments(
  /** @type {any} */ (
    Object.fromEntries(
      Object.entries(STEPS).map(([game, one]) => [game, { game, seat: 0, last: 1000, options: {}, ...one }]),
    )
  ),
);
/** Punctuation of Latin width beside Chinese, and spaces between two Chinese signs. */
const LATIN = /[\u3400-\u9fff）][,;:](?!\d)|[\u3400-\u9fff\u3001-\u303f\uff00-\uff60] [\u3400-\u9fff\uff00-\uff60]/;

/** Messages of the scripts and their translations, as the file of translators has them. */
function catalogue() {
  const file = new URL('../../locale/zh_Hans/LC_MESSAGES/', import.meta.url);
  const found = /** @type {Record<string, string | string[]>} */ ({});
  const whole = (/** @type {string} */ lines) =>
    [...lines.matchAll(/"(.*)"/g)].map(([, part]) => JSON.parse(`"${part}"`)).join('');
  for (const name of ['django.po', 'djangojs.po'])
    for (const entry of readFileSync(new URL(name, file), 'utf8').split('\n\n')) {
      const [, one, more, said] =
        /^msgid ((?:".*"\s)+)(msgid_plural (?:".*"\s)+)?msgstr(?:\[0\])? ((?:".*"\s?)+)/m.exec(entry) ?? [];
      if (one && whole(said)) found[whole(one)] = more ? [whole(said)] : whole(said);
    }
  return found;
}

test('a Latin name keeps its space in a Chinese sentence, a Chinese one has none', () => {
  use({ '{seat} takes {place} at {n}': '{seat} 在 {n} 占据 {place}。' });
  const said = (/** @type {any} */ params) => t('{seat} takes {place} at {n}', params);
  assert.equal(said({ seat: 'Ada', place: 'Rikon', n: 3 }), 'Ada 在 3 占据 Rikon。');
  assert.equal(said({ seat: '小雾（B）', place: '图明', n: 3 }), '小雾（B）在 3 占据图明。');
  assert.equal(
    said({ seat: '张 三', place: '图 明', n: 3 }),
    '张 三在 3 占据图 明。',
    'spaces within names are theirs',
  );
});

for (const game of Object.keys(STEPS))
  test(`${game}: news, the log and the position are set like Chinese`, async (context) => {
    // Names come in the language of the page.
    globalThis.document = /** @type {any} */ ({ documentElement: { lang: 'zh-hans' } });
    use(catalogue());
    context.after(() => {
      delete globalThis.document;
      use({});
    });
    const module = await import(`games/${game}/describe.js`).then((m) => m.words ?? m);
    const { info, frames } = PLAYED[game];
    const texts = frames
      .slice(1)
      .flatMap((/** @type {any} */ frame, /** @type {number} */ i) => [
        ...newsOf(module, info, frame, frames[i]).map(({ text }) => text),
        ...frame.events.map((/** @type {any} */ event) => module.describeEvent(event, frame, info)),
        ...module.describe(frame, info).flatMap((/** @type {any} */ { heading, lines }) => [heading, ...lines]),
      ]);
    const chinese = texts.filter((/** @type {string} */ text) => /[\u3400-\u9fff]/.test(text ?? ''));
    assert.ok(chinese.length > 200, `${chinese.length} texts`);
    assert.deepEqual([...new Set(chinese.filter((/** @type {string} */ text) => LATIN.test(text)))].slice(0, 20), []);
  });
