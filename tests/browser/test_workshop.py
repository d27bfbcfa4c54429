"""The room of a game's workshop: something ready-made is kept, shared by its address and kept by somebody else; without a script too."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, WIDE
from tests.browser.pages import Person
from tests.browser.test_accessibility import check

ROOM = "/games/toy/openings/"


def kept_and_shared(person: Person) -> str:
    """The address of what this person has kept and shared."""
    page = person.page
    page.goto(ROOM)
    page.get_by_role("button", name="Keep a copy").click()
    page.get_by_role("button", name="Share with others").click()
    return page.get_by_label("Whoever opens this address sees it.").input_value()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_somebody_keeps_one_shares_it_and_another_keeps_it_too(open_page: Callable[..., Page], script: bool) -> None:
    alice = Person(open_page(java_script_enabled=script), "Alice").become_guest()
    address = kept_and_shared(alice)
    bob = Person(open_page(java_script_enabled=script), "Bob").become_guest()
    bob.page.goto(address)
    expect(bob.page.get_by_role("heading", name="Shared with you")).to_be_visible()
    bob.page.get_by_role("button", name="Keep it as mine").click()
    expect(bob.page.locator("#mine")).to_contain_text("Middle")
    alice.page.get_by_role("button", name="Stop sharing").click()
    expect(alice.page.get_by_role("button", name="Share with others")).to_be_visible()
    bob.page.goto(address)
    expect(bob.page.get_by_role("heading", name="Shared with you")).to_have_count(0)


@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_room_is_for_everybody(open_page: Callable[..., Page], viewport) -> None:
    page = open_page(viewport=viewport, bypass_csp=True)
    kept_and_shared(Person(page, "Carol").become_guest())
    check(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto("/games/frames/fleets/")
    expect(page.get_by_role("heading", name="Red Lance")).to_be_visible()
    check(page)
