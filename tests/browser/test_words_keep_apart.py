"""Do words, numbers and what lies over the boards of Cosmos and Frames keep out of each other's way, and do tooltips go away?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import PHONE, WIDE
from tests.browser.drawn_text import WATCH, Words, collisions, outside, painted, written
from tests.browser.pages import Person
from tests.browser.test_cosmos import sit_down
from tests.browser.test_phone import TOUCH

SHORT: ViewportSize = {"width": 360, "height": 640}
SCREENS = [(WIDE, {}, "en-GB"), (PHONE, TOUCH, "en-GB"), (PHONE, TOUCH, "zh-CN"), (SHORT, TOUCH, "en-GB")]


def play(page: Page, game: str) -> Person:
    """From the landing page into a first match, whose hint is open."""
    page.goto("/")
    page.locator(f"form:has(input[name=game][value={game}]) button").first.click()
    person = Person(page, "")
    person.at_match()
    expect(page.locator("#first-hint")).to_be_visible()
    return person


@pytest.mark.parametrize(("screen", "how", "locale"), SCREENS)
def test_names_on_the_card_table(
    open_page: Callable[..., Page], screen: ViewportSize, how: dict[str, Any], locale: str
) -> None:
    """In a first match with its hint open: the rows are lowest then. All weapons of both warships are in view, with their ammunition."""
    page = open_page(**{**how, "viewport": screen, "locale": locale})
    play(page, "frames")
    page.locator(".fr-pick:not(.way)").first.click()
    page.locator(".fr-pick.way").first.click()
    expect(page.locator(".fr-table")).to_be_visible()
    page.wait_for_timeout(300)
    words = written(page, ".fr-table")
    assert len(words) > 20
    assert collisions(words) == []
    for rack in page.locator(".fr-rack").all():
        box = rack.bounding_box()
        for arm in rack.locator(".fr-weapon").all():
            shape = arm.bounding_box()
            assert box is not None and shape is not None
            assert shape["x"] + shape["width"] <= box["x"] + box["width"] + 1, arm.inner_text()
            assert shape["width"] > 60, "enough of its name is left"
    rows = [box["height"] for cell in page.locator(".fr-area").all() if (box := cell.bounding_box())]
    assert len(rows) == 15 and min(rows) >= 22, rows


@pytest.mark.parametrize(("screen", "how"), [(WIDE, {}), (PHONE, TOUCH)])
def test_labels_and_numbers_on_the_chart(
    open_page: Callable[..., Page], screen: ViewportSize, how: dict[str, Any]
) -> None:
    """What is chosen, with its radii; a ship that is built, a bid, a way with its end: each has its words, and none covers another's."""
    page = open_page(**{**how, "viewport": screen})
    page.add_init_script(WATCH)
    person = sit_down(page, "Ola", option_stride=5)
    # On a phone the sheet is pulled up for words, and down again for the chart.
    sheet = page.locator("#sheet")
    for _ in range(2 if sheet.is_visible() else 0):
        sheet.click()
    for order in ("planets build battleship 60 e", "planets charge 5"):
        person.command(order)
    person.tab("Board")
    if sheet.is_visible():
        sheet.click()
    page.wait_for_timeout(500)
    words = page_words(page)
    texts = {one.text for one in words}
    assert {"Battleship 60", "bids 5", "acts"} <= texts, texts
    assert collisions(words) == []
    board = page.locator("#board").bounding_box()
    assert outside([one for one in words if one.text in ("Battleship 60", "bids 5")], board) == []


def page_words(page: Page) -> list[Words]:
    """Words on the chart; figures along its edges lie under everything else and are no labels."""
    return [one for one in painted(page) if not one.text.lstrip("-−").isdigit() or one.text.isdigit()]


def test_the_words_at_the_pointer_go_away_with_it(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.add_init_script(WATCH)
    sit_down(page, "Pia")
    board = page.locator("#board").bounding_box()
    assert board is not None
    for part in (0.45, 0.6):
        page.mouse.move(board["x"] + board["width"] * part, board["y"] + board["height"] * part)
        page.wait_for_timeout(200)
        assert len(places(page)) == 1
    page.mouse.move(board["x"] + board["width"] + 100, board["y"] + 100)
    page.wait_for_timeout(200)
    assert places(page) == []


def places(page: Page) -> list[str]:
    """Labels that name a tile."""
    return [one.text for one in painted(page) if ":" in one.text]


def test_the_strip_of_routines_leaves_the_chosen_planet_free(open_page: Callable[..., Page]) -> None:
    """Wherever the finger has moved the chart."""
    page = open_page(**TOUCH)
    page.add_init_script(WATCH)
    sit_down(page, "Quin")
    strip = page.get_by_role("group", name="Routines here")
    expect(strip).to_be_visible()
    board = page.locator("#board").bounding_box()
    assert board is not None
    for _ in range(3):
        page.get_by_role("button", name="Zoom in").tap()
    page.locator("#board").focus()
    page.keyboard.press("f")
    page.wait_for_timeout(600)
    is_above = set()
    for x, y in ((40, board["height"] - 45), (40, 90)):
        planet = next(one for one in painted(page) if one.text.isdigit() and int(one.text) > 100)
        drag(page, (planet.x, planet.y), (board["x"] + x, board["y"] + y))
        planet = next(one for one in painted(page) if one.text.isdigit() and int(one.text) > 100)
        box = strip.bounding_box()
        assert box is not None
        assert outside([planet], box) == [planet.text], "its number can be read"
        is_above.add(box["y"] < board["y"] + board["height"] / 2)
    assert is_above == {True, False}


def drag(page: Page, here: tuple[float, float], there: tuple[float, float]) -> None:
    """One finger moves the chart, from a free place in its middle."""
    board = page.locator("#board").bounding_box()
    assert board is not None
    hand = page.context.new_cdp_session(page)
    x, y = board["x"] + board["width"] * 0.6, board["y"] + board["height"] * 0.5
    dx, dy = there[0] - here[0], there[1] - here[1]
    hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for part in (0.2, 0.4, 0.6, 0.8, 1):
        hand.send(
            "Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x + dx * part, "y": y + dy * part}]}
        )
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(500)
