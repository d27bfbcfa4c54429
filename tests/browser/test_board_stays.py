"""The board has its place: a newcomer's hint, a banner and the words on how far one is come and go, and it neither moves nor changes its size."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, WIDE
from tests.browser.pages import Person
from tests.browser.test_first_match import is_covered, place_of, play
from tests.browser.test_phone import TOUCH, fits
from tests.browser.test_poor_line import LOST, Tunnel

OUT_OF_VIEW = """[...document.querySelectorAll('#seats .seat')].filter((seat) => {
  const { left, right, top, bottom } = seat.getBoundingClientRect();
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return left < -1 || right > innerWidth + 1 || !seat.contains(hit);
}).map((seat) => seat.textContent)"""
CUT_NAMES = """[...document.querySelectorAll('#seats .seat-name, #seats .seat-name *')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible')
  .map((one) => one.textContent)"""


def test_hints_and_banners_leave_the_board_where_it_is_and_on_a_low_screen_the_menu_gives_it_room(
    open_page: Callable[..., Page],
) -> None:
    page = open_page()
    hints_and_banners(open_page(**TOUCH))
    hints_and_banners(page)
    menu, high = page.locator(".top"), place_of(page)["height"]
    expect(menu).to_be_visible()
    taken = menu.evaluate("(one) => one.offsetHeight")
    page.set_viewport_size({"width": WIDE["width"], "height": WIDE["height"] - taken})
    expect(menu).to_be_hidden()
    assert place_of(page)["height"] == high, "the board is as high on a laptop"
    page.get_by_role("link", name="Lobby", exact=True).click()
    expect(page).to_have_url(re.compile("/lobby/$"))
    expect(menu).to_be_visible()


def hints_and_banners(page: Page) -> None:
    line = Tunnel(page)
    hint, banner = page.locator("#first-hint"), page.locator("#notices")
    person = play(page, "planet_conquer")
    expect(hint).to_be_visible()
    place = place_of(page)
    assert not is_covered(page, ".sound button"), "sound can be switched off while a hint is there"
    line.enter()
    expect(banner).to_contain_text(LOST)
    assert place_of(page) == place
    line.leave()
    expect(banner).not_to_contain_text(LOST)
    assert place_of(page) == place
    hint.get_by_role("button", name="Put the hint away").click()
    expect(hint).to_be_hidden()
    assert place_of(page) == place
    for number in (2, 3, 4, 5, 6):
        person.ready()
        person.at_round(number)
        # In the fifth round a tactic may pay, or none.
        if number != 5:
            expect(hint).to_be_visible(visible=number < 5)
        assert place_of(page) == place, number
        assert not is_covered(page, ".news > *"), "one line of what has changed can be read and pressed"
        fits(page)


@pytest.mark.long
def test_no_banner_changes_the_board_of_somebody_who_looks_on(open_page: Callable[..., Page]) -> None:
    """However many banners there are."""
    host = Person(open_page(), "Lena").become_guest()
    host.open_table("deep_blue", bot_1="easy")
    match = host.start()
    for screen in ({}, TOUCH):
        page = open_page(**screen)
        page.goto(f"/matches/{match}/")
        expect(page.locator("#watching")).to_contain_text("You watch")
        place = place_of(page)
        page.locator("#notices").evaluate("""box => box.append(...[1, 2, 3].map((number) =>
            Object.assign(document.createElement('p'), { className: 'match-notice', textContent: `Notice ${number}.` })))""")
        assert place_of(page) == place, screen


@pytest.mark.long
def test_seven_opponents_are_whole_on_a_phone(open_page: Callable[..., Page]) -> None:
    """With the sheet down, half way and all the way up: each has its mark, its name and whether one waits for it, and nobody is beyond the edge."""
    page = open_page(**TOUCH)
    person = Person(page, "Ada").become_guest()
    bots = {f"bot_{seat}": "easy" for seat in range(1, 8)}
    person.open_table("planet_conquer", seats=8, step_seconds=600, option_map="great_wheel", **bots)
    person.start()
    page.get_by_role("button", name="Put the hint away").tap()
    seats = page.locator("#seats .seat")
    for sheet in ("low", "half", "full"):
        expect(page.locator("#match")).to_have_attribute("data-sheet", sheet)
        expect(seats).to_have_count(8)
        for seat in seats.all():
            box = seat.bounding_box()
            assert box is not None
            assert box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"] + 0.5, sheet
            assert seat.evaluate("seat => seat.scrollWidth <= seat.clientWidth")
            expect(seat.locator(".seat-mark")).to_be_in_viewport(ratio=1)
            name = seat.locator(".seat-who").bounding_box()
            assert name is not None and name["width"] >= 24
        assert page.evaluate(OUT_OF_VIEW) == [], sheet
        if sheet == "full":
            assert page.evaluate(CUT_NAMES) == []
        fits(page)
        page.locator("#sheet").tap()
