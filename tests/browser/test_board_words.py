"""Words, numbers and notes on three boards: they keep clear of each other, also with drafts, and notes cover no legend and go away."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.board import find_planets, own_and_neighbour
from tests.browser.captain import Captain
from tests.browser.drawn_text import WATCH, apart, collisions, painted
from tests.browser.pages import Person
from tests.browser.test_deep_blue import SHORT, WIDE
from tests.browser.test_hundred_clubs_reach import with_a_campaign
from tests.browser.test_phone import TOUCH

TOUCH_BY = 2.0
"""Pixels by which two words may touch: boxes are of whole glyphs, and halos are not counted."""


def clear(page: Page, *some: str) -> None:
    """These words are on the board, and no word lies over another."""
    words = painted(page)
    found = [one.text for one in words]
    assert all(any(wanted in text for text in found) for wanted in some), (some, found)
    assert collisions(words, TOUCH_BY) == []


def test_what_hears_words_finds_those_that_lie_over_each_other(open_page: Callable[..., Page]) -> None:
    """The measure itself: two words at one place are told, one that was wiped away is not."""
    page = open_page(bypass_csp=True)
    page.add_init_script(WATCH)
    page.goto("/")
    page.set_content('<div id="board"><canvas width="200" height="100"></canvas></div>')
    page.evaluate("""() => {
      const ctx = document.querySelector('canvas').getContext('2d');
      ctx.fillText('gone', 50, 50);
      ctx.clearRect(0, 0, 200, 100);
      for (const [text, x] of [['left', 50], ['over', 55], ['right', 120]]) ctx.fillText(text, x, 50);
    }""")
    assert collisions(painted(page), TOUCH_BY) == [("left", "over")]


@pytest.mark.parametrize("screen", [{}, TOUCH], ids=["wide", "phone"])
def test_the_star_chart_keeps_its_words_apart(open_page: Callable[..., Page], screen: dict[str, object]) -> None:
    page = open_page(**screen)
    page.add_init_script(WATCH)
    person = Person(page, "Ada")
    person.play_now()
    own, target = own_and_neighbour(page)
    clear(page, own.name, target.name)
    planets = find_planets(page)
    for to in [name for name in own.ways if name in planets]:
        for name in (own.name, to):
            at = planets[name]
            (page.touchscreen.tap if screen else page.mouse.click)(at.x, at.y)
        person.wait_saved()
    expect(page.locator("#undo")).to_be_enabled()
    page.mouse.move(2, 2)
    clear(page, own.name, target.name)


def test_the_campus_keeps_its_words_and_notes_apart(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.add_init_script(WATCH)
    with_a_campaign(page)
    page.get_by_role("button", name="Terrain letters and names of places").click()
    note, legend, handle = (page.locator(f".hcb-{part}") for part in ("note", "legend", "handle"))
    expect(legend).to_be_visible()
    assert apart(legend, handle)
    board = page.locator("#board").bounding_box()
    assert board is not None
    for across in (0.25, 0.5, 0.75):
        for down in (0.15, 0.5, 0.75):
            page.mouse.move(board["x"] + board["width"] * across, board["y"] + board["height"] * down)
            assert apart(note, legend) and apart(note, handle), (across, down)
            assert apart(note, page.locator(".hcb-tools")) and apart(note, page.locator(".board-camera"))
    # Whoever leaves the map with the pointer, and has put the cursor away, is told nothing any more.
    page.locator("#board").focus()
    for _ in range(2):
        page.keyboard.press("Escape")
    page.mouse.move(2, 2)
    expect(note).to_be_hidden()
    expect(handle).to_be_hidden()


def test_the_numbers_of_the_campus_do_not_touch(open_page: Callable[..., Page]) -> None:
    for screen in ({}, TOUCH):
        page = open_page(**screen)
        page.add_init_script(WATCH)
        with_a_campaign(page)
        clear(page, "40")
        page.get_by_role("button", name="Zoom in").click()
        clear(page, "40")


@pytest.mark.parametrize("screen", [{"viewport": WIDE}, TOUCH], ids=["wide", "phone"])
def test_the_sea_chart_keeps_its_words_apart(open_page: Callable[..., Page], screen: dict[str, object]) -> None:
    page = open_page(**screen)
    page.add_init_script(WATCH)
    ada = Captain(page, "Ada").at_sea(**SHORT)
    fleet = ada.fleet()
    clear(page)
    for i, (number, _) in enumerate(fleet["Destroyer"]):
        ada.type_command(f"move {number} {'JK'[i]}{8 + i}")
    ada.type_command(f"move {fleet['Cruiser'][0][0]} I6")
    ada.wait_saved()
    ada.tab("Board")
    if "is_mobile" in screen:
        ada.lower()
    page.mouse.move(2, 2)
    assert painted(page)
    clear(page)
    ada.ready()
    ada.at_round(2)
    expect(page.locator("#ready")).to_have_text("Ready")
    clear(page)
