"""Planet Conquer's chart under a hand: it is never lost, shows the focus to keyboards only, and warns before a planet is left empty."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.board import Planet, find_planets, own_and_neighbour
from tests.browser.conftest import PHONE
from tests.browser.drawn_text import WATCH, Words, collisions, painted
from tests.browser.pages import Person
from tests.browser.test_phone import TOUCH

DUEL = {"seats": 2, "bot_1": "easy", "option_map": "crossroads", "step_seconds": 600}
FOCUS_SHOWS = "document.getElementById('board').matches(':focus-visible')"


def sit_down(page: Page) -> Person:
    """A match against a bot that waits for us."""
    person = Person(page, "Vera").become_guest()
    person.open_table("planet_conquer", **DUEL)
    person.start()
    return person


def centre(page: Page) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the board."""
    box = page.locator("#board").bounding_box()
    assert box is not None
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def spots(planets: dict[str, Planet]) -> dict[str, tuple[int, int]]:
    """Where each stands, in steps of ten pixels."""
    return {name: (round(planet.x / 10), round(planet.y / 10)) for name, planet in planets.items()}


def test_a_map_that_is_dragged_stays_on_the_board_and_comes_back(open_page: Callable[..., Page]) -> None:
    page = open_page()
    sit_down(page)
    own_and_neighbour(page)
    before = find_planets(page)
    left, top, right, bottom = centre(page)
    for _ in range(4):
        # From the corner, where nothing is, as far as the hand reaches.
        page.mouse.move(left + 12, top + 12)
        page.mouse.down()
        page.mouse.move(right - 12, bottom - 12, steps=6)
        page.mouse.up()
    assert page.locator("#drafts li").count() == 0
    moved = find_planets(page)
    assert spots(moved) != spots(before)
    assert len(moved) >= len(before) / 2, "most of the map is still there"
    page.get_by_role("button", name="Show the whole map").click()
    page.wait_for_timeout(500)  # the camera glides, though at once where motion is reduced
    assert spots(find_planets(page)) == spots(before)
    page.get_by_role("button", name="Zoom in").click()
    page.wait_for_timeout(500)
    assert spots(find_planets(page)) != spots(before)


def test_the_focus_shows_for_keyboards_only(open_page: Callable[..., Page]) -> None:
    page = open_page()
    sit_down(page)
    own, _ = own_and_neighbour(page)
    page.mouse.click(own.x, own.y)
    expect(page.locator("#board")).to_be_focused()
    assert not page.evaluate(FOCUS_SHOWS)
    page.keyboard.press("ArrowUp")
    assert page.evaluate(FOCUS_SHOWS)


def test_all_is_sent_once_and_the_planet_it_leaves_empty_is_named(open_page: Callable[..., Page]) -> None:
    page = open_page()
    sit_down(page)
    own, target = own_and_neighbour(page)
    panel = page.locator("#context")
    panel.get_by_role("button", name="100%").click()
    page.mouse.move(own.x, own.y)
    page.mouse.down()
    page.mouse.move(target.x, target.y, steps=6)
    page.mouse.up()
    expect(page.locator("#drafts")).to_contain_text(f"from {own.name.split()[0]} to {target.name.split()[0]}")
    expect(panel).to_contain_text(f"leaves {own.name.split()[0]} empty")
    page.mouse.move(2, 2)
    # What is sent next is a half again.
    page.locator("#board").press("Escape")
    expect(panel.get_by_role("button", name="50%")).to_have_attribute("aria-pressed", "true")


def test_a_finger_sets_the_amount_on_the_board(open_page: Callable[..., Page]) -> None:
    page = open_page(viewport=PHONE, is_mobile=True, has_touch=True)
    sit_down(page)
    own, target = own_and_neighbour(page)
    page.touchscreen.tap(own.x, own.y)
    page.touchscreen.tap(target.x, target.y)
    strip = page.locator("#board").get_by_role("group", name="Part of the units to send")
    expect(strip).to_be_visible()
    # The strip appears under the finger; the tap that made it appear presses nothing there.
    expect(strip.get_by_role("button", name="50%")).to_have_attribute("aria-pressed", "true")
    before = page.locator("#drafts li").text_content() or ""
    strip.get_by_role("button", name="25%").tap()
    expect(strip.get_by_role("button", name="25%")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#drafts li")).not_to_have_text(before)
    strip.get_by_role("button", name="Delete this order").tap()
    expect(page.locator("#drafts li")).to_have_count(0)
    expect(strip).to_be_hidden()


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_the_strip_covers_no_number_and_no_bubble(open_page: Callable[..., Page], locale: str) -> None:
    """An order along the lower edge of the map: names and numbers of its planets and its bubble stay readable, however low the board."""
    page = open_page(**TOUCH, locale=locale)
    page.add_init_script(WATCH)
    page.goto("/games/planet_conquer/lessons/")
    page.locator("form:has(input[value='walls'])").get_by_role("button").click()
    Person(page, "").at_match()
    planets = find_planets(page)
    for name in ("A2", "A1"):
        page.touchscreen.tap(planets[name].x, planets[name].y)
    box = page.locator("#board .kit-strip:not([hidden])").bounding_box()
    assert box is not None
    page.wait_for_timeout(500)  # the bubble says how it ends once the forecast is there
    words = painted(page)
    assert {"A1", "A2", "40"} <= {word.text for word in words}
    assert any(word.text.startswith("60") for word in words), "the bubble says how many go"
    strip = Words("strip", box["x"], box["y"], box["width"], box["height"])
    assert [pair for pair in collisions([strip, *words]) if "strip" in pair] == []
