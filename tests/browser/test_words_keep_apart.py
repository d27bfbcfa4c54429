"""Do words on the card table of Frames keep out of each other's way? Boards on canvases are asked in `tests/js/board_words.test.js`."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.conftest import PHONE, WIDE
from tests.browser.drawn_text import collisions, written
from tests.browser.pages import Person
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


@pytest.mark.long
def test_names_on_the_card_table(open_page: Callable[..., Page]) -> None:
    """In a first match with its hint open: the rows are lowest then. All weapons of both warships are told with their
    ammunition: on a wide table in their strips, on a phone, which has no room there, beside their cards."""
    for screen, how, locale in SCREENS:
        page = open_page(**{**how, "viewport": screen, "locale": locale})
        play(page, "frames")
        page.locator(".fr-pick:not(.way)").first.dblclick()
        page.locator(".fr-pick.way").first.click()
        expect(page.locator(".fr-bar .fr-do").first).to_be_visible()
        words = written(page, ".fr-table")
        assert len(words) > 20
        assert collisions(words) == [], (screen, locale)
        for side in ("near", "far"):
            if screen is WIDE:
                the_strip_has_room_for_weapons(page.locator(f".fr-ship.{side} .fr-rack"))
            else:
                the_card_tells_weapons(page, side)
        rows = [box["height"] for cell in page.locator(".fr-area").all() if (box := cell.bounding_box())]
        assert len(rows) == 15 and min(rows) >= 22, (screen, rows)


def the_strip_has_room_for_weapons(rack: Locator) -> None:
    box = rack.bounding_box()
    weapons = rack.locator(".fr-weapon").all()
    assert weapons
    for arm in weapons:
        shape = arm.bounding_box()
        assert box is not None and shape is not None
        assert shape["x"] + shape["width"] <= box["x"] + box["width"] + 1, arm.inner_text()
        assert shape["width"] > 60, "enough of its name is left"


def the_card_tells_weapons(page: Page, side: str) -> None:
    """A press on the warship brings them, each with what is left of how much."""
    weapons = page.locator(f".fr-ship.{side} .fr-weapon")
    names = weapons.locator("> span:first-child").all_text_contents()
    left = ["/".join(re.findall(r"\d+", words)) for words in weapons.locator("> .visually-hidden").all_text_contents()]
    assert names and len(names) == len(left)
    page.locator(f".fr-home.{side} .fr-area:not(.deck) .fr-ground").click()
    for name, amount in zip(names, left, strict=True):
        expect(page.locator(".fr-reader .fr-facts")).to_contain_text(f"{name} {amount}".strip())
