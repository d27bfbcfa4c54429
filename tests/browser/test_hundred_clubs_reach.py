"""Hundred Clubs for everybody: axe finds nothing, no text is raw, and a finger on a phone gives every order where it is."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.drawn_text import apart
from tests.browser.pages import Person
from tests.browser.raw_text import assert_no_raw_text
from tests.browser.test_accessibility import check

TABLE = {
    "preset": "seed",
    "seats": 2,
    "bot_1": "easy",
    "step_seconds": 600,
    "option_starts": "drawn",
    "option_map": "generated",
    "option_rounds": 4,
}


def with_a_campaign(page: Page) -> Person:
    """Somebody at a match in round 1 who has chosen a campaign of 40 on the own capital."""
    person = Person(page, "Ada").become_guest()
    person.open_table("hundred_clubs", **TABLE)
    person.start()
    page.locator("#board").focus()
    for key in ("ArrowUp", "Enter", "4", "0"):
        page.keyboard.press(key)
    person.wait_saved()
    return person


@pytest.mark.long
def test_axe_and_the_reader_of_raw_texts_find_nothing(open_page: Callable[..., Page]) -> None:
    person = with_a_campaign(open_page(bypass_csp=True))
    person.tab("Board")
    told = re.compile(r"At least \d+ cells?, about \d+|About \d+ cells?|cells?, surely")
    expect(person.page.locator(".hc-money")).to_contain_text(told)
    check(person.page)
    assert_no_raw_text(person.page)
    person.ready()
    person.at_round(2)
    assert_no_raw_text(person.page)
    match = person.page.url
    person.page.goto("/lobby/")
    person.page.locator("form.language button").click()
    person.page.goto(match)
    expect(person.page.locator(".hc-money")).to_contain_text("格")
    assert_no_raw_text(person.page)


def test_a_finger_sets_the_size_where_it_is(open_page: Callable[..., Page]) -> None:
    """The handle of the chosen campaign lies over the board, above the fold, and changes size and fate."""
    person = with_a_campaign(open_page(viewport=PHONE, has_touch=True, is_mobile=True))
    page = person.page
    handle = page.get_by_role("group", name="Chosen campaign")
    expect(handle).to_be_in_viewport(ratio=1)
    handle.get_by_role("button", name="Larger").tap()
    expect(handle.get_by_label("Size of the campaign")).to_have_value("41")
    expect(handle).to_contain_text(re.compile(r"\+\d+ cells?|wins"))
    handle.get_by_role("button", name="Take the campaign away").tap()
    expect(handle).to_be_hidden()
    # All tools open from one button in a corner, none over another, and a press on the map puts them away.
    tools, view = page.locator(".hcb-tools"), page.locator(".board-camera")
    fold = page.get_by_role("button", name="Map tools and view")
    expect(tools).to_be_hidden()
    expect(view).to_be_hidden()
    fold.tap()
    expect(fold).to_have_attribute("aria-expanded", "true")
    assert apart(tools, view) and apart(tools, fold) and apart(view, fold)
    for one in (tools, view):
        expect(one).to_be_in_viewport(ratio=1)
    page.locator("#board").tap(position={"x": 20, "y": 300})
    expect(tools).to_be_hidden()
