"""A game without a browser module is playable to the end: buttons, JSON orders, text, replay."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.pages import Person


def test_two_people_play_the_toy_to_its_end(open_page: Callable[..., Page]) -> None:
    alice = Person(open_page(), "Alice").become_guest()
    bob = Person(open_page(), "Bob").become_guest()
    table = alice.open_table("toy", option_rounds=3, option_hearts=9, step_seconds=600)
    bob.join(table)
    alice.start()
    bob.at_match()
    for step in range(3):
        alice.page.get_by_role("button", name="Throw at 1", exact=True).click()
        alice.wait_saved()
        bob.command('{"throw": 2, "walk": 1}')
        alice.ready()
        bob.ready()
        if step < 2:
            alice.at_round(step + 2)
            bob.at_round(step + 2)
    expect(alice.page.locator("#end")).to_be_visible()
    expect(bob.page.locator("#end")).to_be_visible()
    alice.page.locator("#end").get_by_role("link", name="Replay").click()
    alice.page.wait_for_url("**/replay/**")
    expect(alice.page.locator("main")).to_contain_text("hearts")
