"""What is told of a step in Frames has a place of its own: it never covers what is asked meanwhile, nor the table and the hand, and every sentence fits it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.beats import LEAST, news
from tests.browser.pages import at_rest
from tests.browser.site import Site
from tests.browser.staged import opposed
from tests.browser.test_frames_reactions import asked, gathering, order
from tests.browser.test_step_told import HELD_OR_AT_REST
from tests.sweeps import later

SIZES: list[ViewportSize] = [
    {"width": 1280, "height": 720}, {"width": 1920, "height": 1080}, {"width": 390, "height": 844}, {"width": 320, "height": 640},
]  # fmt: skip
READERS = [("en-GB", "dark"), *later([("zh-CN", "light")])]
CAPTION = ".board-caption:not([hidden]), .match-playback:has(> .board-playback:not([hidden]))"
ASKED = ".fr-felt, .fr-bar, .fr-hand, .fr-reaction, .fr-start, #act, #ready"
COVERED = """({ told, asked }) => {
  const boxes = (selector) => [...document.querySelectorAll(selector)]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .map((one) => ({ name: one.className || one.id, at: one.getBoundingClientRect() }));
  const board = document.getElementById('board').getBoundingClientRect();
  const cover = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  // What of the table is scrolled away below its edge is covered by nothing that is told.
  const within = ({ name, at }) => name.startsWith('fr-')
    ? { name, at: { left: at.left, right: at.right, top: Math.max(at.top, board.top), bottom: Math.min(at.bottom, board.bottom) } } : { name, at };
  return boxes(told).flatMap((one) => boxes(asked).map(within).filter(({ at }) => cover(one.at, at)).map(({ name }) => [one.name, name]));
}"""
TOO_LONG = """(texts) => {
  const caption = document.querySelector('.board-caption');
  const words = caption.querySelector('b');
  const before = words.textContent;
  const long = texts.filter((text) => {
    words.textContent = text;
    const [line, place] = [words.getBoundingClientRect(), caption.getBoundingClientRect()];
    return line.top < place.top - 1 || line.bottom > place.bottom + 1 || line.right > place.right + 1;
  });
  words.textContent = before;
  return long;
}"""
MATCH = """
from lobby.accounts.models import User
from tests.lobby.whole_matches import whole_match
print(whole_match(User.objects.get(pk={user}), "frames").pk)
"""


def captions(page: Page, match: str) -> list[str]:
    """Every sentence that may be told as a beat."""
    return list(
        dict.fromkeys(one["text"] for one in news(page, match, "frames") if one["weight"] >= LEAST and one["text"])
    )


def clear(page: Page, texts: list[str], *, is_told: bool) -> list[Any]:
    """What is wrong at any size: what is told covers what is asked, or a sentence has no room. `is_told`: a sentence has to be there."""
    wrong: list[Any] = []
    for size in SIZES:
        page.set_viewport_size(size)
        at_rest(page)
        caption = page.locator(".board-caption")
        if is_told:
            expect(caption).to_be_visible()
            wrong += [(size["width"], text) for text in page.evaluate(TOO_LONG, texts)]
        wrong += [(size["width"], *pair) for pair in page.evaluate(COVERED, {"told": CAPTION, "asked": ASKED})]
    return wrong


@pytest.mark.parametrize(("locale", "theme"), READERS)
def test_what_is_told_covers_nothing_that_is_asked(
    open_page: Callable[..., Page], site: Site, locale: str, theme: str
) -> None:
    """Without motion orders are asked for while a still stands; with motion while a reaction is awaited. Ada deploys, Bob answers, Ada goes on."""

    def opened(viewport: Any = SIZES[0], **how: Any) -> Page:
        return open_page(viewport, color_scheme=theme, **how)

    ada, bob = opposed(opened, site, gathering("discharge_field", "deck_bomb"))
    match = site.run(MATCH.format(user=ada.account)).strip()
    texts = captions(ada.page, match)
    assert len(texts) > 20
    if locale != "en-GB":
        for person in (ada, bob):
            person.page.context.set_extra_http_headers({"Accept-Language": locale})
            person.page.reload()
        ada.at_match()
        texts = captions(ada.page, match)

    order(ada.page, "d")
    asked(bob.page)
    assert clear(bob.page, texts, is_told=False) == []
    for size in SIZES:
        bob.page.set_viewport_size(size)
        at_rest(bob.page)
        expect(bob.page.locator(".fr-pass")).to_be_in_viewport(ratio=1)
    bob.page.set_viewport_size(SIZES[0])
    bob.page.locator("#board").focus()
    bob.page.keyboard.press("1")

    # A card turned over owns the page first.
    expect(ada.page.locator(".fr-reveal")).to_be_visible()
    ada.page.keyboard.press("Space")
    expect(ada.page.locator(".fr-bar.actions .fr-do").first).to_be_visible()
    assert clear(ada.page, texts, is_told=True) == []

    # What moves is told in the place of the bar of actions.
    ada.page.emulate_media(reduced_motion="no-preference")
    ada.page.set_viewport_size(SIZES[0])
    ada.page.locator("#board").focus()
    ada.page.keyboard.press("p")
    ada.page.wait_for_function(HELD_OR_AT_REST)
    assert clear(ada.page, texts, is_told=True) == []
