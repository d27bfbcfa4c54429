"""An act that owns the page in Frames: the card that is turned over, the number, the words and both sides stand apart, however small the window."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, ViewportSize

from tests.browser.pages import at_rest
from tests.browser.site import Site
from tests.browser.test_frames import my_turn, sit_down

SIZES: list[ViewportSize] = [
    {"width": 320, "height": 568}, {"width": 320, "height": 640}, {"width": 390, "height": 844}, {"width": 667, "height": 375},
    {"width": 844, "height": 390}, {"width": 820, "height": 1180}, {"width": 1280, "height": 720},
]  # fmt: skip
CARDS = ["warp_shield", "conversion_shield", "deck_bomb", "reflective_barrier"]
SHOWN = """async ({ card, isBack }) => {
  const { createReveals } = await import('games/frames/reveal.js');
  const { positionOf } = await import('games/frames/position.js');
  const match = location.pathname.split('/')[2];
  // Whichever seat is the reader's.
  const answers = await Promise.all([0, 1].map((seat) => fetch(`/matches/${match}/frames/?as=${seat}&first=0`)));
  const { info, frames } = await answers.find(({ ok }) => ok).json();
  const position = positionOf({ ...info.static, ...frames.at(-1).view });
  document.querySelector('.fr-reveal')?.remove();
  const far = `s${1 - position.near}`;
  const near = `s${position.near}`;
  createReveals({ info: () => info, say: () => {} }).hold(
    {
      seat: 1 - position.near, card, carrier: null, shot: { by: near, weapon: 'heavy_vulcan', to: far }, isBack, isStopped: !isBack,
      hits: isBack ? [{ unit: near, amount: 15, hp: 0 }] : [], lost: [],
    }, position, () => {});
  const names = ['.fr-rv-turn .fr-card', '.fr-rv-stand.far > .fr-rv-plate', '.fr-rv-stand.near > .fr-rv-plate', '.fr-rv-number', '.fr-rv-caption', '.fr-rv-on'];
  const boxes = names.map((name) => [name, document.querySelector(name).getBoundingClientRect()]);
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const page = document.querySelector('.fr-reveal').getBoundingClientRect();
  return [
    ...boxes.flatMap(([name, a], i) => boxes.slice(i + 1).filter(([, b]) => over(a, b)).map(([other]) => [name, other])),
    ...boxes.filter(([, a]) => a.left < page.left - 1 || a.right > page.right + 1 || a.top < page.top - 1 || a.bottom > page.bottom + 1).map(([name]) => [name, 'the edge']),
  ];
}"""
"""Shows an answer that is turned over to a shot of the reader's; which of its parts lie over each other, or beyond its edge."""


def test_nothing_lies_over_a_card_that_is_turned_over(open_page: Callable[..., Page], checkout: Site) -> None:
    """On phones of any size, upright and on their side, and at a small desk, with a shot that comes back and one that is stopped."""
    page = open_page(SIZES[0], base_url=checkout.url, has_touch=True, is_mobile=True)
    person = sit_down(page, "Reva")
    person.due.click()
    assert my_turn(page)
    wrong = []
    for size in SIZES:
        page.set_viewport_size(size)
        at_rest(page)
        for card in CARDS:
            for is_back in (True, False):
                for pair in page.evaluate(SHOWN, {"card": card, "isBack": is_back}):
                    wrong.append((size["width"], size["height"], card, is_back, *pair))
    assert wrong == []
