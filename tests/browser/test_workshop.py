"""The room of a game's workshop: something ready-made is kept, shared by its address and kept by somebody else. Without a script: `tests/lobby/test_builds.py`."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, WIDE
from tests.browser.pages import Person
from tests.browser.test_accessibility import check
from tests.browser.test_phone import fits

WORKSHOP = "/games/toy/openings/"


def kept_and_shared(person: Person) -> str:
    """The address of what this person has kept and shared."""
    page = person.page
    page.goto(WORKSHOP)
    page.get_by_role("button", name="Keep a copy").click()
    page.get_by_role("button", name="Share with others").click()
    return page.get_by_label("Whoever opens this address sees it.").input_value()


def test_somebody_keeps_one_shares_it_and_another_keeps_it_too(open_page: Callable[..., Page]) -> None:
    alice = Person(open_page(bypass_csp=True), "Alice").become_guest()
    address = kept_and_shared(alice)
    for viewport in (WIDE, PHONE):
        alice.page.set_viewport_size(viewport)
        check(alice.page)
        fits(alice.page)
    bob = Person(open_page(bypass_csp=True), "Bob").become_guest()
    bob.page.goto(address)
    expect(bob.page.get_by_role("heading", name="Shared with you")).to_be_visible()
    bob.page.get_by_role("button", name="Keep it as mine").click()
    expect(bob.page.locator("#mine")).to_contain_text("Middle")
    alice.page.get_by_role("button", name="Stop sharing").click()
    expect(alice.page.get_by_role("button", name="Share with others")).to_be_visible()
    bob.page.goto(address)
    expect(bob.page.get_by_role("heading", name="Shared with you")).to_have_count(0)
    # What a game of the site has ready is there too.
    bob.page.goto("/games/frames/fleets/")
    expect(bob.page.get_by_role("heading", name="Red Lance")).to_be_visible()
    check(bob.page)
