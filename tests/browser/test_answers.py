"""The panel "Automatic answers": made from what a game declares, worked with the keyboard and on a phone; and a program brought and seated."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.pages import Person


def test_a_person_leaves_answers_to_the_site_at_a_desk_and_on_a_phone(open_page: Callable[..., Page]) -> None:
    alice = Person(open_page(), "Alice").become_guest()
    bob = Person(open_page(), "Bob").become_guest()
    table = alice.open_table("toy_answers", option_rounds=9, option_hearts=9, step_seconds=600)
    bob.join(table)
    match = alice.start()
    # Chromium may not end if it is told to on the way to another page.
    bob.at_match()
    page = alice.page
    page.locator("#answers summary").first.focus()
    page.keyboard.press("Enter")
    mode = page.get_by_label("Standing still", exact=True)
    expect(mode).to_have_value("Always ask")
    mode.select_option("Always")
    expect(page.locator("#ready")).to_contain_text("Ready")
    expect(page.locator("#ready")).to_have_attribute("aria-pressed", "true")
    page.set_viewport_size(PHONE)
    page.reload()
    page.locator("#sheet").click()
    page.locator("#answers summary").first.click()
    expect(mode).to_have_value("Always")
    expect(bob.page.locator("#answers")).to_be_visible()
    expect(bob.page.get_by_label("Standing still", exact=True)).not_to_have_value("Always")
    # A spectator has nothing to choose.
    stranger = open_page()
    stranger.goto(f"/matches/{match}/")
    expect(stranger.locator("#match")).to_have_attribute("data-state", "open")
    expect(stranger.locator("#answers")).to_be_hidden()


def bring(person: Person, table: str) -> None:
    """A program called Wanderer, at the person's table."""
    person.page.goto(f"/tables/{table}/")
    person.page.locator("#my-program").select_option("Wanderer")
    person.page.locator("#set-my-program").click()


def write_checked(person: Person, text: str) -> None:
    """Until the site has looked at it: of one person it checks one text at a time, and refuses to save another meanwhile."""
    with person.page.expect_response("**/programs/check/**"):
        person.write_program(text)
    person.page.wait_for_load_state("networkidle")


@pytest.mark.long
def test_a_program_is_brought_seated_and_plays_the_match_to_its_end(open_page: Callable[..., Page]) -> None:
    alice = Person(open_page(), "Alice").become_guest()
    page = alice.page
    page.goto("/programs/new/toy_programs/")
    page.get_by_label("Name", exact=True).fill("Wanderer")
    write_checked(alice, "def run(c)\n    c.walk(1)\n")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".form-errors")).to_contain_text("Line 1, column 11")
    write_checked(alice, "def run(c):\n    c.walk(1)\n    c.log('hello')\n")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Wanderer")).to_be_visible()
    bring(alice, alice.open_table("toy_programs", option_rounds=3, option_hearts=9, step_seconds=600))
    page.locator("#seat-program-1").click()
    alice.start()
    expect(page.locator("#end")).to_be_visible()
    alice.tab("Program")
    expect(page.locator("#pane-program")).to_contain_text("hello")
    page.goto(page.url.rstrip("/") + "/console/")
    expect(page.locator(".console")).to_contain_text("hello")
    # Whose program plays is not asked in its place, neither before it has answered nor after.
    bob = Person(open_page(), "Bob").become_guest()
    table = alice.open_table("toy_programs", seats=2, option_rounds=3, option_hearts=9, step_seconds=600)
    bring(alice, table)
    bob.join(table)
    alice.start()
    expect(page.locator("#awaited")).to_have_text("Waiting for Bob")
    for part in ("#act", "#ready", "#drafts-box"):
        expect(page.locator(part)).to_be_hidden()
    bob.at_match()
