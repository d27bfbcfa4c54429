// Says each line of what is told who did what to whom, and is it true? Every line, log entry and caption over matches that bots have played.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeName } from 'games/deep_blue/names.js';
import { TELLING } from 'games/deep_blue/telling.js';
import { newsOf } from 'match/news.js';
import { moments } from './board_page.js';

const STEPS = {
  planet_conquer: { bots: ['medium', 'hard', 'medium'], step: 40 },
  hundred_clubs: { bots: ['hard', 'medium', 'hard', 'easy'], step: 30 },
  frames: { bots: ['medium', 'hard'], step: 200 },
  deep_blue: { bots: ['hard', 'hard'], step: 50, options: { map: 'pocket_sound' } },
  cosmos: { bots: ['medium', 'hard'], step: 60, options: { rounds: 300, stride: 3 } },
};
const PLAYED = await moments(
  Object.fromEntries(Object.entries(STEPS).map(([game, one]) => [game, { game, seat: 0, last: 1000, ...one }])),
);
/** One of many, many of one, an article or a word twice, a hole where a number or a name belongs. */
const CLUMSY = [
  /(?<![\d.,+−×<>≤/] ?)\b1 (?!of\b|is\b|was\b|has\b|moves\b)(?:more )?[a-z]+(?:units|ships|cells|planets|points|cards|rounds|turns|tiles|formations|destroyers|submarines|miners|scouts)\b/,
  /\b1 [A-Z]{2} (?:are|have)\b/,
  /\b([2-9]|\d\d+) (?:unit|ship|cell|planet|point|round|turn|tile|formation|destroyer|submarine|cruiser|fighter|plane)\b(?! (?:of the final|cards?)\b)/,
  /\b(the|a|an|of|your|is|to) \1\b/i,
  /\b(?:a|an|the) (?:your|my|his|its|the)\b/i,
  /– to –| {2}|\(\)|,,|\.\.|: ?\.|^[,.:;]/,
];

/** The lines, captions and entries of the log of a match. @param {string} game */
async function* saidIn(game) {
  const module = await import(`games/${game}/describe.js`).then((m) => m.words ?? m);
  const { goal } = await import(`games/${game}/goal.js`);
  const telling = game === 'deep_blue' ? TELLING : {};
  const { info, frames } = PLAYED[game];
  for (const [i, frame] of frames.slice(1).entries()) {
    const before = frames[i];
    for (const line of newsOf(module, info, frame, before)) {
      const told = { lines: [line], events: line.event ? [line.event] : [], frame, before, info };
      yield { frame, before, event: line.event, text: line.text, info };
      const short = telling.short?.(told);
      if (short) yield { frame, before, event: line.event, text: short, info, isShort: true };
    }
    for (const event of frame.events) {
      const text = module.describeEvent(event, frame, info);
      if (text) yield { frame, before, event, text, info };
    }
    yield { frame, before, event: null, text: goal(frame), info };
  }
}

for (const game of Object.keys(STEPS))
  test(`${game}: numbers have their plural, no word stands twice, and nothing is left empty`, async () => {
    let count = 0;
    for await (const { frame, text } of saidIn(game)) {
      count += 1;
      for (const wrong of CLUMSY) assert.doesNotMatch(text, wrong, `step ${frame.step}: ${text}`);
    }
    assert.ok(count > 200, `${count} lines`);
  });

test('at sea a shot, a fight and a loss name who did it, or say that nobody saw it', async () => {
  const asked = { strike: 0, destroyed: 0, air_combat: 0, battle: 0 };
  const WHO = /\b(?:your?|the enemy|the neutral|an unseen (?:gun|unit)|unseen guns|units? of)\b/i;
  for await (const { frame, event, text } of saidIn('deep_blue')) {
    if (!event || !(event.type in asked)) continue;
    asked[event.type] += 1;
    const where = `step ${frame.step}: ${text}`;
    assert.match(text, WHO, where);
    if (event.type === 'strike') assert.doesNotMatch(text, /\btakes? (?:\d+|a) hit|^\d+ strikes?\b/, where);
    // Who was sunk by somebody was so by name of that one.
    if (event.type === 'destroyed' && event.cause === 'strike' && / is lost /.test(text))
      assert.ok(
        !frame.events.some(({ type, target, damage }) => type === 'strike' && target === event.id && damage),
        where,
      );
  }
  for (const [type, n] of Object.entries(asked)) assert.ok(n > 3, `${n} of ${type}`);
});

test('at sea nobody sails to where they were, and no miss is told of a shot that came too late', async () => {
  let sailed = 0;
  for await (const { frame, event, text, isShort } of saidIn('deep_blue')) {
    const where = `step ${frame.step}: ${text}`;
    if (event?.type === 'move' && event.segments) {
      const [from, to] = [event.segments[0][0], event.segments.at(-1).at(-1)].map(placeName);
      if (/ (?:sails|flies) to /.test(text)) assert.notEqual(from, to, where);
      sailed += 1;
    }
    if (event?.type === 'strike' && isShort && / miss(?:es)? /.test(text)) assert.equal(event.result, 'miss', where);
  }
  assert.ok(sailed > 20, `${sailed} voyages`);
});
