"""Two people at one device, and sessions and networks that end in the middle: nothing is lost to its person, and nothing seen by another."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from tests.browser.pages import Person
from tests.browser.test_people import PASSWORD, sign_up

DUEL = {"seats": 2, "bot_1": "easy", "option_map": "crossroads", "step_seconds": 600}
PORTAL = {"status": 200, "content_type": "text/html", "body": "<!doctype html><title>Hotel</title><p>Your room number?"}


def test_a_note_outlives_a_foreign_network_and_a_session_that_ends(open_page: Callable[..., Page]) -> None:
    page = open_page()
    sign_up(page, "Ottilie")
    person = Person(page, "Ottilie")
    person.open_table("planet_conquer", **DUEL)
    person.start()
    card, state = page.locator("#trouble"), page.locator("#notes-state")
    person.tab("Notes")
    notes = page.get_by_label("My notes")
    expect(notes).to_be_enabled()

    def portal(route: Route) -> None:
        route.fulfill(**PORTAL)

    page.route(re.compile("/notes/$"), portal)
    notes.fill("The east is empty.")
    expect(card).to_contain_text("Another page answered in place of the site.")
    expect(state).to_have_text("not saved")
    page.unroute(re.compile("/notes/$"), portal)
    card.get_by_role("button", name="Try again").click()
    expect(state).to_have_text("saved ✓")
    expect(card).to_be_hidden()

    page.context.clear_cookies(name="sessionid")
    notes.fill("The east is empty. The west is not.")
    expect(card).to_contain_text("You are no longer logged in here.")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    address = page.url
    card.get_by_role("link", name="Log in again").click()
    page.get_by_label("Username or e-mail address").fill("ottilie")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    person.at_match()
    assert page.url == address
    person.tab("Notes")
    expect(notes).to_have_value("The east is empty. The west is not.")
    expect(state).to_have_text("saved ✓")


def test_who_comes_next_to_a_device_sees_neither_pages_nor_drafts_of_who_was_there(
    open_page: Callable[..., Page],
) -> None:
    page = open_page()
    sign_up(page, "Quentin")
    page.goto("/programs/new/cosmos/")
    editor = page.locator(".cm-content")
    editor.click()
    page.keyboard.type("# the secret plan")
    expect(editor).to_contain_text("the secret plan")
    elsewhere = page.context.new_page()
    elsewhere.goto("/accounts/logout/")
    elsewhere.get_by_role("main").get_by_role("button", name="Log out").click()
    elsewhere.wait_for_url(re.compile("^(?!.*logout)"))
    assert "secret" not in elsewhere.evaluate("JSON.stringify(localStorage)")
    elsewhere.goto("/guest/")
    Person(elsewhere, "Rosalind").become_guest()
    elsewhere.goto("/lobby/")

    card = page.locator("#trouble")
    expect(card).to_contain_text("Somebody else is logged in here now.")
    expect(editor).not_to_be_visible()
    expect(page.get_by_text("Quentin").filter(visible=True)).to_have_count(0)
    card.get_by_role("button", name="Load the page anew").click()
    expect(page.locator("html")).not_to_have_attribute("data-covered", "")
    expect(editor).to_be_visible()
    expect(editor).not_to_contain_text("the secret plan")
