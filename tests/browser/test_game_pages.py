"""Do the games invite? Their cards, their pages with rules that a person can read, and the match that plays on the landing page."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import games
from tests.browser.conftest import PHONE, WIDE
from tests.browser.pages import LONG
from tests.browser.site import ROOT
from tests.browser.test_accessibility import check
from tests.browser.test_first_load import Traffic
from tests.browser.test_phone import fits

GAMES = [game for game in games.GAMES if (ROOT / "static/games" / game / "main.js").is_file()]
SCROLL = """async () => {
  for (const image of document.querySelectorAll('main img')) {
    if (!image.checkVisibility()) continue;
    image.scrollIntoView();
    // Broken ones have loaded too, with no width.
    if (!image.complete) await new Promise((go) => { image.onload = image.onerror = go; });
  }
  return [...document.querySelectorAll('main img')].filter((one) => one.checkVisibility())
    .map((one) => [one.currentSrc, one.naturalWidth]);
}"""


def assert_shown_pictures_come(page: Page, least: int) -> None:
    """Whoever goes down the page sees every picture of their theme."""
    found: list[tuple[str, int]] = page.evaluate(SCROLL)
    assert len(found) >= least
    assert not [source for source, width in found if not width]


def test_the_page_of_every_game_invites_in_both_languages_at_a_desk_and_on_a_phone(
    open_page: Callable[..., Page],
) -> None:
    for locale in ("en-GB", "zh-CN"):
        page = open_page(locale=locale, bypass_csp=True)
        traffic = Traffic(page)
        for game in GAMES if locale == "en-GB" or "FOGBOUND_LONG" in os.environ else GAMES[:1]:
            page.set_viewport_size(WIDE)
            page.emulate_media(color_scheme="dark")
            traffic.urls.clear()
            page.goto(f"/games/{game}/")
            assert_shown_pictures_come(page, 4)
            assert not [url for url in traffic.urls if ".light." in url], "pictures of the theme that is not shown"
            expect(page.locator(".short-chapter")).not_to_have_count(0)
            if locale == "en-GB":
                check(page)
            page.set_viewport_size(PHONE)
            fits(page)


@pytest.mark.long
def test_cards_of_games_show_the_pictures_of_the_theme(open_page: Callable[..., Page]) -> None:
    page = open_page(color_scheme="light")
    for path in ("/", "/lobby/", "/games/"):
        page.goto(path)
        assert_shown_pictures_come(page, len(GAMES))
        for game in GAMES:
            card = page.locator(".game-card", has=page.locator(f"a[href='/games/{game}/']"))
            expect(card.locator("img.on-light")).to_be_visible()
            expect(card.locator("img.on-dark")).to_be_hidden()


def test_the_match_of_the_landing_page_plays_by_itself(open_page: Callable[..., Page]) -> None:
    page = open_page(reduced_motion="no-preference")
    page.goto("/")
    expect(page.locator(".demo-still img.on-dark")).to_be_visible()
    board = page.locator(".demo.alive canvas").first
    expect(board).to_be_visible(timeout=3 * LONG)
    expect(page.locator(".demo-start")).to_be_hidden()
    first = page.locator(".demo-caption").text_content()
    expect(page.locator(".demo-caption")).not_to_have_text(str(first))


@pytest.mark.long
def test_with_reduced_motion_the_landing_page_has_a_still_picture(open_page: Callable[..., Page]) -> None:
    page = open_page()
    traffic = Traffic(page)
    page.goto("/", wait_until="networkidle")
    page.mouse.move(200, 200)
    expect(page.locator(".demo-still img.on-dark")).to_be_visible()
    assert page.locator(".demo-still img.on-dark").evaluate("image => image.naturalWidth") > 0
    assert not [url for url in traffic.urls if "demo" in url]
    page.get_by_role("button", name="Show the match").click()
    expect(page.locator(".demo.alive canvas").first).to_be_visible(timeout=3 * LONG)
    expect(page.get_by_role("button", name="Pause")).to_be_focused()
