// Does the curve of a seat differ from every other in form, not in colour alone?
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { curves } from 'kit/figures.js';
import { drawCurves } from 'match/curves.js';
import { openPaperPage } from './paper_page.js';

openPaperPage();

const SEATS = [0, 1, 2, 3, 4, 5, 6, 7];
const series = Array.from({ length: 30 }, (_, step) => SEATS.map(() => step));

/** The shapes on a drawing's curves by their seat. */
function shapesIn(drawing) {
  const found = new Map();
  for (const mark of drawing.all('g')) {
    const seat = Number(/curve-mark seat-(\d)/.exec(mark.attributes.class)[1]);
    const [shape] = mark.children;
    const drawn = JSON.stringify([shape.tagName, shape.attributes]);
    found.set(seat, [...(found.get(seat) ?? []), { drawn, at: mark.attributes.transform }]);
  }
  return found;
}

test('curves that lie upon each other have marks of their own shapes at places of their own', () => {
  const found = shapesIn(drawCurves(series, 3, 'ABCDEFGH', 'Land'));
  assert.deepEqual([...found.keys()], SEATS);
  const shapes = SEATS.map((seat) => new Set(found.get(seat).map(({ drawn }) => drawn)));
  assert.ok(shapes.every(({ size }) => size === 1));
  assert.equal(new Set(shapes.map(([shape]) => shape)).size, SEATS.length);
  const places = SEATS.flatMap((seat) => found.get(seat).map(({ at }) => at));
  assert.ok(places.length >= 3 * SEATS.length);
  for (const seat of SEATS)
    assert.ok(found.get(seat).some(({ at }) => places.filter((other) => other === at).length === 1));
});

test('curves in a panel have them too', () => {
  const part = curves();
  const lines = SEATS.map((seat) => ({ seat, points: series.map((_, step) => [step + 1, step]) }));
  part.show({ lines, end: [30, 30], text: '' });
  assert.deepEqual([...shapesIn(part.element).keys()], SEATS);
});

test('a match of one step has one mark for each seat', () => {
  assert.deepEqual(
    [...shapesIn(drawCurves(series.slice(0, 1), 0, 'ABCDEFGH', 'Land')).values()].map(({ length }) => length),
    SEATS.map(() => 1),
  );
});

test('every seat has dashes of its own', () => {
  const css = readFileSync(new URL('../../static/css/parts.css', import.meta.url), 'utf8');
  const dashes = SEATS.map((seat) => new RegExp(`\\.seat-${seat} \\{[^}]*--dash: ([^;]+);`).exec(css)?.[1] ?? 'none');
  assert.equal(new Set(dashes).size, SEATS.length);
  for (const sheet of ['match_course', 'kit_figures'])
    assert.match(
      readFileSync(new URL(`../../static/css/${sheet}.css`, import.meta.url), 'utf8'),
      /stroke-dasharray: var\(--dash, none\)/,
    );
});
