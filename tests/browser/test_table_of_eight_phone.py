"""Eight clubs on a phone: everybody is in view in the strip of seats, and the sheet pulled up shows whole names."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.pages import Person
from tests.browser.test_hundred_clubs_reach import TABLE
from tests.browser.test_phone import TOUCH

SEATS = 8
OUT_OF_VIEW = """[...document.querySelectorAll('#seats .seat')].filter((seat) => {
  const { left, right, top, bottom } = seat.getBoundingClientRect();
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return left < -1 || right > innerWidth + 1 || !seat.contains(hit);
}).map((seat) => seat.textContent)"""
CUT_NAMES = """[...document.querySelectorAll('#seats .seat-name, #seats .seat-name *')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible')
  .map((one) => one.textContent)"""


def test_a_table_of_eight_on_a_phone(open_page: Callable[..., Page]) -> None:
    page = open_page(**TOUCH)
    person = Person(page, "Thumb").become_guest()
    bots = {f"bot_{seat}": "easy" for seat in range(1, SEATS)}
    person.open_table("hundred_clubs", **{**TABLE, "seats": SEATS, **bots})
    person.start()
    expect(page.locator("#seats .seat")).to_have_count(SEATS)
    page.get_by_role("button", name="Ready").first.tap()
    person.at_round(2)
    assert page.evaluate(OUT_OF_VIEW) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for _ in range(2):
        page.locator("#sheet").tap()
    expect(page.locator("#match")).to_have_attribute("data-sheet", "full")
    assert page.evaluate(CUT_NAMES) == []
