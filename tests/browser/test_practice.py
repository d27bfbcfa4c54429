"""Against bots alone: no clock and nobody else in the room, unless one wants it; and a clock, where there is one, says what it counts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import Person


def test_a_table_full_of_bots_needs_no_clock_and_no_public(open_page: Callable[..., Page]) -> None:
    person = Person(open_page(), "Lena").become_guest()
    page = person.page
    page.goto("/tables/new/planet_conquer/")
    clock, visibility = page.locator("[name=clock]:checked"), page.locator("[name=visibility]:checked")
    expect(clock).to_have_value("")
    expect(visibility).to_have_value("")
    page.locator("[data-fold=time] > summary").click()
    expect(page.locator("[name=step_seconds]")).to_be_visible()
    page.locator("[name=bot_1]").select_option("easy")
    expect(page.locator("[name=step_seconds]")).to_be_hidden()
    page.locator("[name=bot_1]").select_option("")
    expect(page.locator("[name=step_seconds]")).to_be_visible()
    page.locator("[name=bot_1]").select_option("easy")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("main")).to_contain_text("No clock")
    person.start()
    expect(page.locator("#ready")).to_be_enabled()
    expect(page.locator("#clock")).to_be_hidden()
    person.tab("Table")
    expect(page.locator("#pane-table")).to_contain_text("No clock")
    expect(page.get_by_role("button", name="Resign")).to_be_visible()


@pytest.mark.long
def test_a_clock_says_what_it_counts(open_page: Callable[..., Page]) -> None:
    person = Person(open_page(), "Rita").become_guest()
    page = person.page
    person.open_table("planet_conquer", bot_1="easy", clock="live", step_seconds=600, bank_seconds=60)
    person.start()
    expect(page.locator("#clock-what")).to_have_text("first step, longer")
    # Why, a press tells, by finger and by key; it goes away with the next press elsewhere.
    why = page.locator("#clock-why")
    expect(why).to_be_hidden()
    page.locator("#clock summary").press("Enter")
    expect(why).to_have_text("10:00 a step · The first has more, so that everybody can look around. · Whoever needs longer lives on a reserve of 1:00 for the whole match.")  # fmt: skip
    expect(page.locator("#seats")).to_contain_text("1:00 in reserve")
    person.ready()
    person.at_round(2)
    expect(page.locator("#clock-what")).to_have_text("this step")


@pytest.mark.long
def test_lists_leave_out_matches_against_bots_alone(open_page: Callable[..., Page]) -> None:
    """The landing page and the page of the game always, the lobby where one wants it."""
    visitor = open_page()
    host, other = Person(open_page(), "Practising").become_guest(), Person(open_page(), "Second").become_guest()
    host.open_table("planet_conquer", bot_1="easy", clock="live", visibility="public")
    practice = host.start()
    visitor.goto("/lobby/")
    listed = visitor.locator(f".table-card a[href='/matches/{practice}/']").first
    expect(listed).to_be_visible()
    visitor.locator("#filter-players").select_option("people")
    expect(listed).to_be_hidden()
    table = host.open_table("planet_conquer", clock="live", visibility="public")
    other.join(table)
    between = host.start()
    for address in ("/", "/games/planet_conquer/"):
        visitor.goto(address)
        expect(visitor.locator(f".table-card a[href='/matches/{between}/']").first).to_be_visible()
        expect(visitor.locator(f".table-card a[href='/matches/{practice}/']").filter(visible=True)).to_have_count(0)
        host.open_table("planet_conquer", bot_1="easy", clock="live", visibility="public")
        told = host.start()
        card = visitor.locator(f".table-card:has(a[href='/matches/{told}/'])").first
        expect(card).to_be_attached()
        expect(card).to_be_hidden()
