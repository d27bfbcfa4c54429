"""Hundred Clubs at its start on a phone: money, bid and place are in view when they are due, and the best free place is one press away."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.pages import LONG, Person, at_rest


def test_bid_and_birthplace_are_due_and_given_at_the_foot_of_the_map(open_page: Callable[..., Page]) -> None:
    """The sheet stays down: nothing of it is opened, and what the button takes is what is stored."""
    page = open_page(PHONE, has_touch=True, is_mobile=True)
    person = Person(page, "Phoebe").become_guest()
    person.open_table("hundred_clubs", preset="seed", seats=2, bot_1="easy")
    person.start()
    at_rest(page)
    bar = page.locator(".hcb-start")
    expect(bar).to_contain_text("Your money: 50")
    for part in (bar, bar.get_by_label("Your bid as a number"), page.locator("#ready")):
        expect(part).to_be_in_viewport(ratio=1)
    bar.get_by_label("Your bid as a number").fill("4")
    page.keyboard.press("Enter")
    expect(bar).to_contain_text("Left for round 1: 46")
    person.wait_saved()
    person.ready()
    best = bar.locator(".hcb-best")
    expect(best).to_be_visible(timeout=LONG)
    at_rest(page)
    for part in (bar, best, page.locator("#ready")):
        expect(part).to_be_in_viewport(ratio=1)
    name = best.inner_text().removeprefix("Take ")
    best.tap()
    # Chosen: its name and worth stand where the button was.
    expect(best).to_be_hidden()
    expect(bar.locator("b")).to_have_text(name)
    expect(bar).to_contain_text("members within two cells")
    person.wait_saved()
    person.ready()
    expect(page.locator("#match-step")).to_contain_text("Round 1", timeout=LONG)
    expect(page.locator("#seats .seat.mine")).to_contain_text("1 cell")
