"""Do the games invite? Their cards, their pages with rules that a person can read, and the match that plays on the landing page."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import games
from tests.browser.conftest import PHONE
from tests.browser.pages import LONG
from tests.browser.raw_text import assert_no_raw_text
from tests.browser.site import ROOT
from tests.browser.test_accessibility import check
from tests.browser.test_first_load import Traffic
from tests.browser.test_phone import fits

GAMES = [game for game in games.GAMES if (ROOT / "static/games" / game / "main.js").is_file()]
PICTURES = """() => [...document.querySelectorAll('main img')].map((image) => ({
  source: image.currentSrc, width: image.getAttribute('width'), height: image.getAttribute('height'),
  loading: image.loading, alt: image.getAttribute('alt'), is_shown: image.checkVisibility(),
  is_hidden_from_readers: image.closest('[aria-hidden=true]') !== null,
}))"""
SCROLL = """async () => {
  for (let y = 0; y < document.documentElement.scrollHeight; y += 400) {
    scrollTo(0, y);
    await new Promise((go) => setTimeout(go, 60));
  }
}"""


def assert_pictures_are_whole(page: Page, least: int) -> None:
    """Every picture has its size and its text and waits until it is near; the shown ones come."""
    page.evaluate(SCROLL)
    page.wait_for_function(
        "[...document.querySelectorAll('main img')].every((one) => !one.checkVisibility() || (one.complete && one.naturalWidth > 0))"
    )
    found: list[dict[str, Any]] = page.evaluate(PICTURES)
    assert len([one for one in found if one["is_shown"]]) >= least
    for one in found:
        assert int(one["width"]) > 0, one
        assert int(one["height"]) > 0, one
        assert one["loading"] == "lazy", one
        assert one["alt"] or one["is_hidden_from_readers"], one


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_game(open_page: Callable[..., Page], game: str, locale: str) -> None:
    page = open_page(locale=locale, bypass_csp=True)
    traffic = Traffic(page)
    page.goto(f"/games/{game}/")
    assert_pictures_are_whole(page, 4)
    assert not [url for url in traffic.urls if ".light." in url], "pictures of the theme that is not shown"
    expect(page.locator(".short-chapter")).not_to_have_count(0)
    if locale == "zh-CN":
        expect(page.locator(".short-rules h3").first).to_have_text(re.compile("[\u4e00-\u9fff]"))
    assert_no_raw_text(page)
    check(page)
    page.set_viewport_size(PHONE)
    fits(page)


def test_a_game_page_plays_the_bot_that_was_chosen(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto("/games/planet_conquer/")
    page.get_by_label("against").select_option("medium")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url(re.compile("/matches/"))
    expect(page.locator("#seats")).to_contain_text("Captain")


@pytest.mark.parametrize("path", ["/", "/games/planet_conquer/"])
def test_one_click_leads_into_the_lesson(open_page: Callable[..., Page], path: str) -> None:
    page = open_page()
    page.goto(path)
    page.get_by_role("button", name="Learn it by playing").click()
    page.wait_for_url(re.compile(r"/matches/\w+/lesson/"))
    expect(page.locator("#match")).to_have_attribute("data-state", "open")


def test_old_addresses_of_chapters_still_lead_there(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto("/rules/planet_conquer/#7-round-order")
    page.wait_for_url(re.compile(r"/rules/planet_conquer/full/#7-round-order$"))
    expect(page.locator("#\\37 -round-order")).to_be_in_viewport()
    page.get_by_role("link", name="Planet Conquer in two minutes").click()
    page.wait_for_url(re.compile("/games/planet_conquer/$"))


@pytest.mark.parametrize("path", ["/", "/lobby/", "/games/"])
def test_every_game_has_a_card(open_page: Callable[..., Page], path: str) -> None:
    page = open_page(color_scheme="light")
    page.goto(path)
    assert_pictures_are_whole(page, len(GAMES))
    for game in GAMES:
        card = page.locator(".game-card", has=page.locator(f"a[href='/games/{game}/']"))
        expect(card).to_contain_text(re.compile(r"\d players"))
        expect(card).to_contain_text(re.compile(r"about \d+ minutes"))
        expect(card.locator("img.on-light")).to_be_visible()
        expect(card.locator("img.on-dark")).to_be_hidden()
        expect(card.get_by_role("button", name=re.compile("Play a bot now"))).to_be_visible()


def test_the_match_of_the_landing_page_plays_by_itself(open_page: Callable[..., Page]) -> None:
    page = open_page(reduced_motion="no-preference")
    page.goto("/")
    expect(page.locator(".demo-still img.on-dark")).to_be_visible()
    board = page.locator(".demo.alive canvas").first
    expect(board).to_be_visible(timeout=3 * LONG)
    expect(page.locator(".demo-start")).to_be_hidden()
    first = page.locator(".demo-caption").text_content()
    expect(page.locator(".demo-caption")).not_to_have_text(str(first))


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
