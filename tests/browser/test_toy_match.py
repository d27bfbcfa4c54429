"""A game without a browser module is playable to the end: buttons, typed orders, text, replay; and nothing of it is raw, in both languages."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.pages import Person
from tests.browser.raw_text import assert_no_raw_text


def they_meet(host: Person, guest: Person) -> str:
    """By nothing but what the pages offer: names, the form of a table, a link, Ready, Start; the match's id."""
    for person, address in ((host, "/tables/new/toy/"), (guest, "/lobby/")):
        page = person.page
        page.goto(f"/guest/?next={address}")
        page.get_by_label("Name").fill(person.name)
        page.get_by_role("button", name="Go on as a guest").click()
        page.wait_for_url(f"**{address}")
    page = host.page
    for fold in page.locator("main details").all():
        fold.evaluate("fold => { fold.open = true }")
    page.locator("[name=clock][value=live]").check()
    page.locator("[name=visibility][value=public]").check()
    for name, value in {"option_rounds": "3", "option_hearts": "9", "step_seconds": "600"}.items():
        page.locator(f"[name={name}]").fill(value)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile(r"/tables/(?!new)\w+/$"))
    guest.page.goto(page.url)
    guest.page.get_by_role("button", name="Join this table").click()
    guest.page.get_by_role("button", name="I am ready").click()
    expect(guest.page.get_by_role("button", name="Not ready after all")).to_be_visible()
    expect(page.get_by_role("button", name="Start the match")).to_be_enabled()
    page.get_by_role("button", name="Start the match").click()
    # Both are taken along.
    guest.at_match()
    return host.at_match()


def test_two_people_play_the_toy_to_its_end(open_page: Callable[..., Page]) -> None:
    alice, bob = Person(open_page(), "Alice"), Person(open_page(), "Bob")
    match = they_meet(alice, bob)
    for page in (alice.page, bob.page):
        assert_no_raw_text(page)
    expect(alice.page.locator("#board")).to_contain_text("Who stands where")
    bob.page.goto("/lobby/")
    bob.page.get_by_role("button", name="切换到中文").click()
    bob.page.goto(f"/matches/{match}/")
    bob.at_match()
    for step in range(3):
        alice.page.get_by_role("button", name="Throw at 1", exact=True).click()
        alice.wait_saved()
        bob.page.locator("#tab-text").click()
        bob.page.locator("#command").fill("throw 2, walk 1")
        bob.page.locator("#command").press("Enter")
        expect(bob.page.locator("#drafts")).to_contain_text("Walk")
        bob.wait_saved()
        for page in (alice.page, bob.page):
            assert_no_raw_text(page)
        alice.ready()
        bob.page.locator("#ready").click()
        if step < 2:
            alice.at_round(step + 2)
            bob.at_round(step + 2)
    expect(alice.page.locator("#end")).to_be_visible()
    expect(bob.page.locator("#end")).to_be_visible()
    assert_no_raw_text(alice.page)
    alice.tab("Log")
    expect(alice.page.locator("#pane-log")).to_contain_text("A lantern falls on cell 2.")
    alice.page.locator("#end").get_by_role("link", name="Replay").click()
    alice.page.wait_for_url("**/replay/**")
    expect(alice.page.locator("main")).to_contain_text("Hearts")
    for page in (alice.page, bob.page):
        assert_no_raw_text(page)
