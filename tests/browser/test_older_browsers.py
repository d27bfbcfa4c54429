"""Does the site work in the browsers of 2023, which have none of what came later, and in those whose canvas has no filter?"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import LONG, WIDE
from tests.browser.pages import Person
from tests.browser.site import Site

WITHOUT = """(() => {
  const gone = [
    [Element.prototype, 'checkVisibility'], [Element.prototype, 'setHTMLUnsafe'], [Element.prototype, 'moveBefore'],
    [HTMLElement.prototype, 'showPopover'], [HTMLElement.prototype, 'togglePopover'],
    [Document.prototype, 'startViewTransition'], [Document, 'parseHTMLUnsafe'],
    [CanvasRenderingContext2D.prototype, 'filter'], [OffscreenCanvasRenderingContext2D.prototype, 'filter'],
    [CanvasRenderingContext2D.prototype, 'letterSpacing'], [OffscreenCanvasRenderingContext2D.prototype, 'letterSpacing'],
    [Object, 'groupBy'], [Map, 'groupBy'], [Promise, 'withResolvers'], [Promise, 'try'], [Array, 'fromAsync'], [URL, 'canParse'],
    [URL, 'parse'], [AbortSignal, 'any'], [RegExp, 'escape'], [Math, 'sumPrecise'], [Uint8Array, 'fromBase64'],
    [Set.prototype, 'union'], [Set.prototype, 'intersection'], [Set.prototype, 'difference'], [Set.prototype, 'isSubsetOf'],
    [Iterator.prototype, 'map'], [Iterator.prototype, 'filter'], [Iterator.prototype, 'toArray'], [Iterator.prototype, 'some'],
    [String.prototype, 'isWellFormed'], [ArrayBuffer.prototype, 'transfer'], [Intl, 'Segmenter'], [Intl, 'DurationFormat'],
    [Navigator.prototype, 'clipboard'], [Navigator.prototype, 'userActivation'], [Navigator.prototype, 'deviceMemory'],
    [Navigator.prototype, 'connection'], [window, 'requestIdleCallback'], [window, 'scheduler'], [window, 'navigation'],
    [window, 'cookieStore'], [window, 'trustedTypes'],
  ];
  for (const [owner, name] of gone) delete owner[name];
  window.stillThere = gone.filter(([owner, name]) => name in owner).map(([, name]) => name);
})()"""
"""As a browser of the end of 2023: what is younger, or not in all browsers today, is taken away before a page's scripts come."""

COMPARED = """async () => {
  const { dulled, drawBlurred } = await import('kit/tone.js');
  const sheet = () => { const canvas = new OffscreenCanvas(64, 64); return [canvas, canvas.getContext('2d')]; };
  const dots = (ctx) => ctx.getImageData(0, 0, 64, 64).data;
  const [picture, ink] = sheet();
  for (const [at, colour] of ['#C83232', '#32C864', '#3264C8', '#F0E6C8'].entries()) {
    ink.fillStyle = colour;
    ink.fillRect(8 + 12 * at, 8, 12, 48);
  }
  const [, dull] = dulled(picture, { saturation: 0.25, brightness: 0.62 });
  const [, filtered] = sheet();
  filtered.filter = 'saturate(0.25) brightness(0.62)';
  filtered.drawImage(picture, 0, 0);
  const shape = (ctx, blur) => {
    ctx.translate(32, 30);
    ctx.save();
    blur(ctx);
    ctx.translate(4, 2);
    ctx.fillStyle = '#3264C8';
    ctx.fillRect(-10, -6, 20, 12);
    ctx.restore();
    return dots(ctx);
  };
  const soft = shape(sheet()[1], (ctx) => drawBlurred(ctx, 3, '#3264C8'));
  const softened = shape(sheet()[1], (ctx) => { ctx.filter = 'blur(3px)'; });
  const apart = (a, b) => Math.max(...a.map((value, at) => Math.abs(value - b[at])));
  return { dull: apart(Array.from(dots(dull)), dots(filtered)), changed: apart(Array.from(dots(dull)), dots(ink)),
           soft: apart(Array.from(soft).filter((_, at) => at % 4 === 3), softened.filter((_, at) => at % 4 === 3)),
           opaque: Math.max(...soft.filter((_, at) => at % 4 === 3)) };
}"""
"""Greatest differences of a channel between what kit/tone.js draws and what this browser's own filter does."""


@pytest.mark.long
def test_pictures_are_dulled_and_blurred_as_by_a_filter(chromium: Browser, checkout: Site) -> None:
    """What is only remembered looks so in every browser: as dull as the filter of those that have one would make it."""
    page = chromium.new_page(base_url=checkout.url)
    page.goto("/")
    found = page.evaluate(COMPARED)
    page.close()
    assert found["changed"] > 80 and found["opaque"] > 200
    assert found["dull"] <= 12 and found["soft"] <= 24, found


@pytest.mark.parametrize("game", [pytest.param("hundred_clubs", marks=[pytest.mark.long]), "frames"])
def test_a_match_needs_nothing_younger_than_2023(open_page: Callable[..., Page], game: str) -> None:
    """From the landing page into a match, with the keyboard, to its second step; errors of scripts fail the test."""
    page = open_page(viewport=WIDE)
    page.add_init_script(WITHOUT)
    page.goto("/")
    assert page.evaluate("window.stillThere") == []
    page.locator(f"form:has(input[name=game][value={game}]) button").first.press("Enter")
    person = Person(page, "")
    person.at_match()
    ready = person.due
    step = page.locator("#match-step").inner_text()
    # With the focus on a button: what is drawn then asks whether it is still to be seen.
    ready.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#match-step")).not_to_have_text(step, timeout=LONG)
